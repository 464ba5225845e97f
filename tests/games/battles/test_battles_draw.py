"""The drawing of a battle: the ground is the plan's board, and everything on the table is shown and told."""

import re
from collections import Counter
from xml.etree import ElementTree

import msgspec
import pytest

from banneret.games.battles.actions import Attack, MoveUnit, OrderUnit, Pursue, RallyUnit, Retreat, Scorch
from banneret.games.battles.content.components import BOX
from banneret.games.battles.content.languages import catalogue
from banneret.games.battles.content.scenario import Scenario, UnitPlan
from banneret.games.battles.content.scenario_file import SCENARIOS, scenario
from banneret.games.battles.show.draw import draw, ground, things, whole_ground
from banneret.games.battles.show.drawing.field import picture
from banneret.games.battles.show.drawing.layout import (
    COLOURS,
    HOUSE_STYLES,
    RANK_TINTS,
    ZONE_TINTS,
    figure_of,
    places_of,
)
from banneret.games.battles.show.drawing.preview import preview
from banneret.games.battles.show.drawing.words import words_in
from banneret.games.battles.view import (
    BattlesView,
    CommanderView,
    FightView,
    HouseView,
    PalisadeView,
    PersonView,
    TurnView,
    UnitView,
)
from banneret.kernel.choosers import Action
from banneret.kernel.questions import Pass as Passing
from banneret.text.catalogue import LANGUAGES
from banneret.text.pseudo import PSEUDO

SVG = "{http://www.w3.org/2000/svg}"
ALL = [*SCENARIOS]


def house_of(unit: UnitPlan) -> str:
    return BOX.units[BOX.unit_number[unit.unit]].house


def house_view(plan: Scenario, house: str, seat: int) -> HouseView:
    return HouseView(
        seat=seat,
        points=seat,
        pool={"green": 2, "valor": 1} if seat == 0 else {"morale": 1},
        accounted={"green": 1} if seat == 0 else {},
        command_tokens=plan.command_tokens,
        hand=("sl01", "sl16") if seat == 0 else (None, None, None),
        deck=17,
        discards=("sl02",) if seat == 0 else (),
        commanders=tuple(
            CommanderView(id=unit.commander, hex=unit.hex, tokens=1, committed=False)
            for unit in plan.units
            if unit.commander is not None and house_of(unit) == house
        ),
        passed=False,
    )


def start(id: str = "waystone") -> BattlesView:
    plan = scenario(id)
    return BattlesView(
        plan=plan,
        round=1,
        step="command",
        first="stark",
        momentum=plan.momentum,
        morale=0,
        units=tuple(
            UnitView(
                hex=unit.hex,
                house=house_of(unit),
                unit=unit.unit,
                rank=unit.rank,
                figures=BOX.units[BOX.unit_number[unit.unit]].strength,
                active=True,
                commander=unit.commander,
                scorch=unit.scorch,
            )
            for unit in plan.units
        ),
        overlays={token.hex: token.kind for token in plan.tokens},
        fires={fire.hex: fire.level for fire in plan.fires},
        devastated=(),
        palisades=tuple(PalisadeView(between=palisade.between, fire=0) for palisade in plan.palisades),
        control={objective.id: objective.controlled_by for objective in plan.objectives},
        strategy=dict.fromkeys(plan.strategy.hexes if plan.strategy else (), "face-down"),
        persons={
            person.id: PersonView(hex=person.hex, status="open" if person.hex else "hidden") for person in plan.persons
        },
        archers={archers.hex: archers.house for archers in plan.archers},
        houses={house: house_view(plan, house, seat) for seat, house in enumerate(("stark", "lannister"))},
        turn=None,
        fight=None,
        forfeited=(),
    )


def with_unit(hex: str, **changes: object) -> BattlesView:
    """The start with one unit changed."""
    view = start()
    units = [msgspec.structs.replace(unit, **changes) if unit.hex == hex else unit for unit in view.units]
    return msgspec.structs.replace(view, units=tuple(units))


def parsed(view: BattlesView, language: str = "en") -> ElementTree.Element:
    return ElementTree.fromstring(draw(view, language))  # noqa: S314  # our own text


def parts(view: BattlesView, language: str = "en") -> dict[str, ElementTree.Element]:
    return {found: element for element in parsed(view, language).iter() if (found := element.get("id")) is not None}


def told(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


# ----------------------------------------------------------------------------------------------------------------
# The document
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ALL)
def test_the_drawing_is_xml_that_refers_to_nothing_outside_and_runs_nothing(id: str) -> None:
    root = parsed(start(id))
    ids = [found for element in root.iter() if (found := element.get("id")) is not None]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in {"script", "foreignObject", "a"}
        for key, value in element.attrib.items():
            assert not key.startswith("on")
            if element.tag == f"{SVG}image" and key == "href":
                assert value.startswith("data:image/webp;base64,")
                continue
            for target in re.findall(r"url\((.*?)\)", value) + ([value] if key.endswith("href") else []):
                assert target.removeprefix("#") in ids
    assert "http" not in draw(start(id)).replace("http://www.w3.org/2000/svg", "")


def test_a_drawing_is_the_ground_and_the_things_on_it() -> None:
    view = start()
    assert str(ground(view.plan)) in draw(view)
    assert things(view) in draw(view)
    assert things(view) not in whole_ground(view.plan)
    assert draw(view) == draw(start())
    assert parsed(view).get("data-focus") is not None


def test_every_hex_is_a_thing_with_a_title_that_tells_what_is_there() -> None:
    found = parts(start("siege-of-the-holdfast"))
    board = scenario("siege-of-the-holdfast").board
    assert {f"hex:{label}" for label in board.labels} <= set(found)
    assert told(found["hex:f5"]).startswith("f5; building; objective")
    assert "Greatjon" in told(found["hex:g5"])
    assert "siege tower" in told(found["hex:g6"])
    assert all(found[f"hex:{label}"].get("data-id") == f"hex:{label}" for label in board.labels)


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("id", ["wolf-raiders", "breaking-the-siege", "ambush-in-the-wolfswood", "razing-the-red-fork"])
def test_every_word_of_the_drawing_is_in_every_language(id: str, language: str) -> None:
    view = msgspec.structs.replace(start(id), turn=turn(), fight=fight())
    written = " ".join(parsed(view, language).itertext())
    assert "drawing." not in written
    names = catalogue(language)
    assert names.name(id) in written


def test_groups_that_are_read_aloud_have_a_name() -> None:
    named = {id for id, element in parts(start("siege-of-the-holdfast")).items() if element.get("aria-label")}
    assert {"hexes", "tokens", "markers", "zones", "units"} == named


# ----------------------------------------------------------------------------------------------------------------
# Units and tokens
# ----------------------------------------------------------------------------------------------------------------


def turn() -> TurnView:
    return TurnView(
        house="stark", card="sl16", commander="maege-mormont", ordered=("g2", "h2"), moved=("g2",), attacked=()
    )


def fight() -> FightView:
    return FightView(
        kind="attack", attacker="g2", target="h3", melee=True, flanking=True, dice=("green", "valor", "morale"), hits=2
    )


@pytest.mark.parametrize("figures", [1, 2, 3, 4])
def test_a_unit_shows_the_figures_that_are_left(figures: int) -> None:
    unit = parts(with_unit("f2", figures=figures))["unit:f2"]
    bodies = [one for one in unit.iter(f"{SVG}use") if one.get("href") == f"#figure:{figure_of(start().units[0].unit)}"]
    assert len(bodies) == figures
    assert f"{figures} figure" in told(unit) or (figures == 1 and "figure" in told(unit))


@pytest.mark.parametrize("rank", RANK_TINTS)
def test_a_rank_is_told_by_bars_and_not_by_colour_alone(rank: str) -> None:
    unit = parts(with_unit("f2", rank=rank))["unit:f2"]
    bars = [path.get("d") or "" for path in unit.iter(f"{SVG}path") if f"ris-{rank}" in (path.get("class") or "")]
    assert sum(d.count("M") for d in bars) == RANK_TINTS[rank].bars
    assert rank in told(unit)


def test_an_inactive_unit_flies_its_banner_the_other_way_and_hatched() -> None:
    active, resting = (parts(with_unit("f2", active=state))["unit:f2"] for state in (True, False))
    assert "scale(1 1)" in {g.get("transform") for g in active.iter(f"{SVG}g")}
    assert "scale(-1 1)" in {g.get("transform") for g in resting.iter(f"{SVG}g")}
    assert any(path.get("fill") == "url(#hatch)" for path in resting.iter(f"{SVG}path"))
    assert not any(path.get("fill") == "url(#hatch)" for path in active.iter(f"{SVG}path"))
    assert "inactive" in told(resting)
    assert "inactive" not in told(active)


def test_a_commander_is_named_on_the_base_and_his_zone_is_drawn() -> None:
    found = parts(start())
    assert "Maege" in set(found["unit:g2"].itertext())
    assert "Maege Mormont" in told(found["unit:g2"])
    assert "zone:maege-mormont" in found
    captured = start()
    stark = captured.houses["stark"]
    gone = msgspec.structs.replace(stark.commanders[0], hex=None)
    house = msgspec.structs.replace(stark, commanders=(gone, *stark.commanders[1:]))
    found = parts(msgspec.structs.replace(captured, houses={**captured.houses, "stark": house}))
    assert "zone:maege-mormont" not in found


def test_an_engagement_lies_between_two_units_once() -> None:
    view = start()
    pair = {"g2": ("h2", "stark"), "h2": ("g2", "stark")}
    units = [
        msgspec.structs.replace(unit, engaged=pair[unit.hex][0], token=pair[unit.hex][1]) if unit.hex in pair else unit
        for unit in view.units
    ]
    found = parts(msgspec.structs.replace(view, units=tuple(units)))
    assert [id for id in found if id.startswith("engagement:")] == ["engagement:g2:h2"]


def test_tokens_of_a_plan_are_drawn() -> None:
    siege = parts(start("siege-of-the-holdfast"))
    assert {"overlay:e6", "overlay:f10", "fire:f4", "objective:granary", "palisade:g5:g6"} <= set(siege)
    assert "4" in set(siege["fire:f4"].itertext())
    ambush = parts(start("ambush-in-the-wolfswood"))
    assert {"strategy:b4", "archers:c4", "person:catelyn"} <= set(ambush)
    raiders = parts(start("wolf-raiders"))
    assert {f"target:{hex}7" for hex in "cdefghijk"} <= set(raiders)
    fork = parts(start("razing-the-red-fork"))
    assert {"overlay:d5", "overlay:j5"} <= set(fork)


@pytest.mark.parametrize(("shown", "says"), [("face-down", "down"), ("real", "real"), ("decoy", "decoy")])
def test_a_strategy_token_tells_no_more_than_is_known(shown: str, says: str) -> None:
    view = start("ambush-in-the-wolfswood")
    drawn = parts(msgspec.structs.replace(view, strategy={"b4": shown}))["strategy:b4"]
    assert says in told(drawn)
    assert "strategy:d5" not in parts(msgspec.structs.replace(view, strategy={"b4": shown}))


def test_what_is_devastated_burns_and_burnt_palisades_is_drawn() -> None:
    view = start("siege-of-the-holdfast")
    palisade = PalisadeView(between=("g5", "g6"), fire=1)
    found = parts(msgspec.structs.replace(view, devastated=("f4",), palisades=(palisade,)))
    assert "devastated:f4" in found
    assert "plains" in told(found["hex:f4"])
    assert "1" in set(found["palisade:g5:g6"].itertext())


def test_order_tokens_on_a_palisade_are_drawn_and_counted() -> None:
    held = PalisadeView(between=("g5", "g6"), fire=0, tokens=("green", "green", "red"))
    view = msgspec.structs.replace(start("siege-of-the-holdfast"), palisades=(held,))
    found = parts(view)["palisade:g5:g6"]
    assert told(found).endswith("order tokens (green): 2, order tokens (red): 1")
    assert "2" in set(found.itertext())
    bare = msgspec.structs.replace(view, palisades=(PalisadeView(between=("g5", "g6"), fire=0),))
    assert len(list(found.iter(f"{SVG}circle"))) > len(list(parts(bare)["palisade:g5:g6"].iter(f"{SVG}circle")))


def test_a_palisade_between_hexes_apart_is_not_drawn() -> None:
    view = msgspec.structs.replace(start(), palisades=(PalisadeView(between=("a1", "g5"), fire=0),))
    assert "palisade:a1:g5" not in parts(view)


def test_the_board_is_the_hexes_alone() -> None:
    places = places_of(scenario("waystone"))
    found = parsed(start())
    assert found.get("viewBox") == f"0 0 {places.width:g} {places.height:g}"
    kinds = {id.partition(":")[0] for id in parts(start())}
    assert kinds.isdisjoint({"track", "house", "card", "back", "muster", "token", "turn", "aims", "legend"})


def test_a_commander_is_picked_at_the_unit_and_a_ghost_has_no_ids() -> None:
    unit = next(one for one in start().units if one.commander is not None)
    label = f"commander:{unit.commander}"
    found = parts(start())
    assert [one for one in found[f"unit:{unit.hex}"].iter() if one.get("data-id") == label] == [found[label]]
    assert label in picture(unit, words_in("en"))
    assert "data-id" not in picture(unit, words_in("en"), ghost=True)


# ----------------------------------------------------------------------------------------------------------------
# Previews
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        MoveUnit("g2", "g3"),
        Attack("g1", "g5"),
        Attack("g2", "g3"),
        Scorch("g2", "g3"),
        OrderUnit("green", "h2"),
        RallyUnit("h2"),
        Retreat("h4"),
        Pursue("h4"),
    ],
    ids=str,
)
def test_an_answer_is_drawn_before_it_is_given(action: Action) -> None:
    view = msgspec.structs.replace(
        start(),
        turn=turn(),
        fight=FightView(kind="attack", attacker="g2", target="f2", melee=True, flanking=False, dice=(), hits=0),
    )
    drawn = ElementTree.fromstring(preview(view, [action]))  # noqa: S314  # our own text
    assert drawn.get("id") == "preview"
    assert list(drawn)


def test_what_cannot_be_seen_is_not_drawn() -> None:
    assert preview(start(), [Passing()]) == ""
    assert preview(start(), [MoveUnit("a1", "a2")]) == ""


def test_a_ranged_attack_shows_every_hex_that_the_line_cuts() -> None:
    places = places_of(scenario("waystone"))
    board = places.board
    left, right = board.between(board.place("g1"), board.place("i4"))
    drawn = ElementTree.fromstring(preview(start(), [Attack("g1", "i4")]))  # noqa: S314  # our own text
    dashed = [path for path in drawn.iter("path") if path.get("stroke-dasharray") == "3 4"]
    assert len(dashed) == (left | right).bit_count() > 0


# ----------------------------------------------------------------------------------------------------------------
# Colours
# ----------------------------------------------------------------------------------------------------------------


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_words_stand_out_from_what_they_are_written_on(night: bool) -> None:
    colours = {colour.id: colour.dark if night else colour.light for colour in COLOURS}
    for paper in ("page", "card"):
        assert contrast(colours["ink"], colours[paper]) >= 7, paper
        assert contrast(colours["soft"], colours[paper]) >= 4.5, paper
    assert contrast(colours["ink"], colours["field"]) >= 7  # around the names of hexes
    assert contrast(colours["token-ink"], colours["paper"]) >= 7


@pytest.mark.parametrize(
    "mark", [*HOUSE_STYLES.values(), *RANK_TINTS.values(), *ZONE_TINTS.values()], ids=lambda m: m.id
)
def test_ink_stands_out_from_its_colour(mark: object) -> None:
    assert contrast(mark.fill, mark.ink) >= 4.5  # type: ignore[attr-defined]  # all three kinds have both
