"""The style sheet of a drawing: classes of colours by day and by night, under the class of the drawing."""

from __future__ import annotations

from banneret.show.stylesheet import Colour, PlayerStyle, TerrainStyle, coloured, grounds, inked, rules, sheet, weaves

SEA = Colour(id="sea", light="#aabbcc", dark="#112233")
INK = Colour(id="ink", light="#000000", dark="#000000")
RED = PlayerStyle(id="red", letter="R", fill="#aa0000", ink="#ffffff", pattern="M0 0L8 8")


def test_a_colour_fills_and_draws_lines_by_day_and_by_night() -> None:
    assert coloured("game", [SEA], night=False) == ".game .sea{fill:#aabbcc}.game .s-sea{stroke:#aabbcc}"
    assert coloured("game", [SEA], night=True) == ".game .sea{fill:#112233}.game .s-sea{stroke:#112233}"


def test_by_night_colours_that_stay_can_be_left_out() -> None:
    assert coloured("game", [SEA, INK], night=True, changed=True) == coloured("game", [SEA], night=True)
    assert ".ink" in coloured("game", [INK], night=False, changed=True)


def test_words_stand_out_by_the_colour_of_their_ground() -> None:
    assert ".game .halo{paint-order:stroke;stroke:#112233;" in coloured("game", [SEA], night=True, halo="sea")
    assert ".halo" not in coloured("game", [INK], night=True, halo="sea")


def test_the_page_around_the_sheet_has_a_colour_by_day_and_by_night() -> None:
    assert ".game{background:#aabbcc}" in coloured("game", [SEA, INK], night=False, page="sea")
    assert ".game{background:#112233}" in coloured("game", [SEA, INK], night=True, page="sea")
    assert "background" not in coloured("game", [SEA, INK], night=True)


def test_a_player_has_a_colour_and_one_to_write_on_it() -> None:
    colour = ".game .p-red{fill:#aa0000}.game .ps-red{stroke:#aa0000}"
    assert inked("game", "p", [RED]) == colour + ".game .pi-red{fill:#ffffff}.game .pis-red{stroke:#ffffff}"


def test_the_rules_of_the_night_follow_those_of_the_day() -> None:
    day = rules("game", [".clear{fill:transparent}"])
    assert sheet(day, "NIGHT") == (
        "<style>.game .clear{fill:transparent}@media screen and (prefers-color-scheme:dark){NIGHT}</style>"
    )


def test_players_and_terrain_have_patterns_of_their_own() -> None:
    (weave,) = weaves("game-weave-", [RED], 1.6)
    assert 'id="game-weave-red"' in weave
    assert 'stroke="#ffffff" stroke-width="1.6"' in weave
    (wood,) = grounds("game-terrain-", [TerrainStyle(id="wood", colour="sea", pattern="M0 0L15 15")])
    assert 'id="game-terrain-wood"' in wood
    assert 'class="line s-sea"' in wood
