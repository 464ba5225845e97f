"""The drawing of A Song of Ice & Fire: everything on the table is shown and told, and nothing that is hidden."""

import re
from collections import Counter
from xml.etree import ElementTree

import msgspec
import pytest

from banneret.games.icefire.actions import (
    ActivateUnit,
    Charge,
    Deploy,
    Maneuver,
    March,
    Pivot,
    Shift,
    Withdraw,
)
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, Edition
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.rules.table.conditions import CONDITIONS as ALL_CONDITIONS
from banneret.games.icefire.rules.table.control import ZONES as ALL_ZONES
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.show.draw import draw, ground_of, grounds, things
from banneret.games.icefire.show.drawing.layout import (
    COLOURS,
    CONDITIONS,
    DEEP,
    MARGIN,
    PLAYERS,
    TERRAIN,
    ZONES,
    figure_of,
    spot,
    wide,
)
from banneret.games.icefire.show.drawing.preview import preview
from banneret.games.icefire.show.drawing.style import stylesheet
from banneret.games.icefire.state import State
from banneret.games.icefire.view import FightView, IcefireView, PlaceView, TurnView, view
from banneret.kernel.choosers import Action
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.questions import Pass
from banneret.text.catalogue import LANGUAGES
from tests.games.icefire.scene import GUARDSMEN, SWORDS, laid
from tests.games.icefire.test_icefire_words import BOOKS, match_of

SVG = "{http://www.w3.org/2000/svg}"
TURN = TurnView(player="a", unit="a1", ncu=None, moving="a1", action="march", fights=())


def start(mode: str = "game-of-thrones", seats: frozenset[int] = frozenset({0})) -> IcefireView:
    """A match before deployment, its units put upon the table in two rows."""
    state = match_of(BOOKS[0], points=30, armies=["stark", "lannister"], mode=mode).state
    seen = view(state, seats)
    units = tuple(
        msgspec.structs.replace(unit, place=PlaceView(4000 + number * 7000 % 42000, 4000 + number // 6 * 9000, 0))
        for number, unit in enumerate(seen.units)
    )
    return msgspec.structs.replace(seen, units=units, turn=TURN)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314  # our own drawing


def ids(svg: str) -> list[str]:
    return [str(found.get("id")) for found in parsed(svg).iter() if found.get("id")]


def parts(svg: str) -> set[str]:
    return {str(found.get("data-id")) for found in parsed(svg).iter() if found.get("data-id")}


def titles(svg: str) -> set[str]:
    return {found.text or "" for found in parsed(svg).iter(f"{SVG}title")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_is_well_formed_and_every_id_is_there_once(language: str) -> None:
    svg = draw(start(), language)
    assert [id for id, count in Counter(ids(svg)).items() if count > 1] == []
    assert "drawing." not in svg


def test_everything_on_the_table_can_be_picked() -> None:
    seen = start()
    wanted = {f"unit:{unit.id}" for unit in seen.units} | {f"objective:{number}" for number in range(5)}
    wanted |= {f"piece:{piece.number}" for piece in seen.terrain}
    assert wanted <= parts(draw(seen))


def test_the_table_is_alone_in_its_drawing() -> None:
    seen = start()
    drawn = parsed(draw(seen))
    assert drawn.get("viewBox") == f"0 0 {wide(seen) + 2 * MARGIN:g} {DEEP + 2 * MARGIN:g}"
    kinds = {part.partition(":")[0] for part in parts(draw(seen))}
    assert kinds.isdisjoint({"ncu", "zone", "player", "row", "card", "back"})


@pytest.mark.slow
def test_the_ground_has_nothing_that_changes() -> None:
    one = start()
    other = msgspec.structs.replace(one, round=4, units=(), turn=None)
    assert ground_of(one) == ground_of(other)
    assert things(one) != things(other)
    layers = ground_of(one).partition("</title>")[2].removesuffix("</svg>")
    assert layers in draw(one, "de")
    assert ground_of(one) in set(grounds())


def test_every_player_terrain_zone_and_condition_has_a_sign_of_its_own() -> None:
    """Nobody needs to see colours: patterns and outlines differ as well."""
    table = tabletop("icefire-s6")
    assert set(TERRAIN) == {CASTLE_WALL, *(piece.id for piece in table.pieces)}
    assert set(ZONES) == set(ALL_ZONES)
    assert set(CONDITIONS) == set(ALL_CONDITIONS)
    for marks in (
        [style.pattern for style in PLAYERS.values()],
        [style.pattern for style in TERRAIN.values()],
        [style.mark for style in ZONES.values()],
        [style.outline for style in CONDITIONS.values()],
    ):
        assert len(set(marks)) == len(marks)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("by", ["light", "dark"])
def test_words_stand_out_by_day_and_by_night(by: str) -> None:
    value = {colour.id: getattr(colour, by) for colour in COLOURS}
    for ink in ("ink", "soft"):
        for paper in ("page", "card", "field"):
            assert contrast(value[ink], value[paper]) >= 4.5, (ink, paper)
    for style in PLAYERS.values():
        assert contrast(style.fill, style.ink) >= 4.5


def figures_of(svg: str, unit: str) -> Counter[str]:
    """The figures of the ground that a unit uses, by kind."""
    tree = parsed(svg)
    found = next(one for one in tree.iter(f"{SVG}g") if one.get("id") == f"unit:{unit}")
    return Counter(str(one.get("href")).removeprefix("#figure:") for one in found.iter(f"{SVG}use"))


def test_a_tray_shows_the_models_left_and_the_attachments() -> None:
    seen = start()
    unit = next(unit for unit in seen.units if unit.full_models == 12)
    worn = msgspec.structs.replace(unit, models=7, wounds=7, attachments=(), conditions=("weakened",), activated=True)
    svg = draw(msgspec.structs.replace(seen, units=(worn,), turn=None))
    figures = figures_of(svg, unit.id)
    assert figures[figure_of(unit.card, "infantry")] == 7
    assert (figures["gone"], figures["leader"]) == (5, 0)
    told = next(told for told in titles(svg) if told.startswith(f"{unit.id}:"))
    assert "7 models" in told
    assert "Weakened" in told
    assert "activated" in told
    with_one = msgspec.structs.replace(worn, attachments=("20201",))
    svg = draw(msgspec.structs.replace(seen, units=(with_one,), turn=None))
    assert figures_of(svg, unit.id)["leader"] == 1


def test_units_of_which_only_later_values_are_known_are_marked() -> None:
    state = laid("a 10203 24 20 0", "b 10101 24 40 180", edition=EDITION_2021)
    assert sum("values of season 4" in one for one in titles(draw(view(state, frozenset({1}))))) == 1
    assert "values of season" not in draw(view(laid("a 10203 24 20 0", "b 10101 24 40 180"), frozenset()))


def test_every_unit_has_a_figure_and_every_piece_of_terrain_a_drawing() -> None:
    stock = set(ids(ground_of(start())))
    for edition in EDITIONS:
        for card, unit in components(edition).units.items():
            assert f"figure:{figure_of(card, unit.tray)}" in stock
    assert {f"terrain:{id}" for id in TERRAIN} <= stock


def test_a_tray_lies_where_it_is_and_faces_as_it_does() -> None:
    seen = start()
    placed = msgspec.structs.replace(seen.units[0], place=PlaceView(12_000, 36_000, 9_000))
    svg = draw(msgspec.structs.replace(seen, units=(placed,)))
    x, y = spot(12_000, 36_000)
    at = re.escape(f'transform="translate({x:g} {y:g})"')
    assert re.search(rf'id="unit:{placed.id}" data-id="unit:{placed.id}"[^>]* {at}', svg)
    assert 'transform="rotate(-90)"' in svg


def test_an_attack_shows_who_attacks_whom() -> None:
    seen = start()
    fight = FightView(attacker="a1", defender="b1", kind="melee", keywords=("vicious",), dice=(1, 4, 6), hits=2)
    svg = draw(msgspec.structs.replace(seen, turn=msgspec.structs.replace(TURN, fights=(fight,))))
    assert "fight" in ids(svg)
    assert "fight" not in ids(draw(seen))


@pytest.mark.parametrize(
    "action",
    [
        Maneuver(9_000, 4_000, 18_000),
        March(8_000, 0),
        Withdraw("back", 3_000, 0),
        Shift("left", 2_000),
        Pivot(4_500),
        Deploy("a1", 24_000, 6_000, 0),
        Charge("b1"),
        ActivateUnit("a1"),
    ],
)
def test_answers_are_seen_before_they_are_given(action: Action) -> None:
    seen = start()
    shown = preview(seen, [action])
    assert shown.startswith('<g id="preview"')
    assert "s-sight" in shown or "ps-a" in shown
    assert preview(seen, [Pass()]) == ""


def test_a_ghost_stands_where_the_move_ends() -> None:
    """2 inches to the left of a tray that faces the far edge."""
    seen = start()
    x, y = spot(4_000 - 2_000, 4_000)
    assert f"translate({x:g} {y:g})" in preview(seen, [Shift("left", 2_000)])
    x, y = spot(4_000, 4_000 + 3_000)
    assert f"translate({x:g} {y:g}) rotate(-90)" in preview(seen, [March(3_000, 9_000)])


def test_a_claimed_objective_is_seen_beside_the_middle_of_its_tray() -> None:
    seen = start()
    token = msgspec.structs.replace(seen.objectives[2], claimed="a1", controlled=True)
    svg = draw(msgspec.structs.replace(seen, objectives=(token,)))
    x, y = spot(4_000, 4_000)
    at = re.escape(f'transform="translate({x - 36:g} {y - 32:g})"')
    assert re.search(rf'data-id="objective:0"[^>]* {at}', svg)
    assert svg.index('id="units"') < svg.index('id="objectives"')
    assert any("controlled by a1" in told for told in titles(svg))


def test_units_are_called_by_their_cards() -> None:
    told = " ".join(titles(draw(start())))
    for card in (SWORDS, GUARDSMEN):
        name = catalogue("en").name(card)
        assert (name in told) == any(unit.card == card for unit in start().units)


def test_the_page_around_the_sheet_is_as_the_sheet_by_day_and_by_night() -> None:
    page = next(colour for colour in COLOURS if colour.id == "page")
    day, night = stylesheet().split("@media", 1)
    assert f".icefire{{background:{page.light}}}" in day
    assert f".icefire{{background:{page.dark}}}" in night


def test_zones_can_be_picked_while_they_are_chosen() -> None:
    choosing = msgspec.structs.replace(start(), step="zones")
    found = {one.get("data-id"): one for one in parsed(things(choosing)).iter("g") if one.get("data-id")}
    for edge in ("near", "far"):
        (zone,) = [rect for rect in found[f"edge:{edge}"].iter("rect") if rect.get("class") == "zone"]
        low, deep = float(zone.get("y") or 0), float(zone.get("height") or 0)
        assert low == (MARGIN if edge == "far" else MARGIN + DEEP - deep)
    playing = msgspec.structs.replace(start(), step="turn")
    assert not {one for one in parts(things(playing)) if one.startswith("edge:")}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_names_of_the_zones_of_four_stand_beside_the_table(edition: Edition) -> None:
    """Where no tray ever lies, each beside its own zone."""
    match: Match[State] = new_match(edition, seats=4, seed=2, options={"points": 20})
    seen = parsed(things(view(match.state, frozenset())))
    (zones,) = [found for found in seen.iter("g") if found.get("id") == "deployments"]
    named = [zone for zone in zones.iter("g") if zone.find("title") is not None]
    assert len(named) == 4
    for zone in named:
        mark, frame = zone.find("g"), zone.find("rect")
        assert mark is not None
        assert frame is not None
        x, y = map(float, re.findall(r"[\d.]+", mark.get("transform") or "")[:2])
        low_x, low_y, wide, deep = (float(frame.get(name) or 0) for name in ("x", "y", "width", "height"))
        out = [low_x - x, x - low_x - wide, low_y - y, y - low_y - deep]
        assert sorted(out)[-1] == MARGIN / 2
        assert not (MARGIN < x < MARGIN + DEEP and MARGIN < y < MARGIN + DEEP)
