"""What acts only by a battle plan: strategy tokens, persons, special archers, catapults, and each kind of points."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

import pytest

from banneret.games.battles.content.scenario_file import scenario
from banneret.games.battles.events.battle import HitsScored, UnitMoved
from banneret.games.battles.events.plan import CatapultShot, PersonCarried, PersonSettled, StrategyRevealed
from banneret.games.battles.events.round import PointsScored
from banneret.games.battles.rules.setup import new_state
from banneret.games.battles.rules.victory.victory import check_immediate
from banneret.games.battles.settings import Settings
from banneret.games.battles.state import NOBODY, State
from banneret.games.battles.view import view
from banneret.kernel.chance import Chance
from banneret.kernel.flow import MatchOver
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from tests.games.battles.scene import RIDERS, asked, dice, figures, offered, play, refused, scene, told

rule = pytest.mark.rule

HOST, GUARD = "war-host-of-the-north", "lannisport-guard"
BOTH = {"stark": {"green": 1}, "lannister": {"green": 1}}
DESTROYED = {"kind": "destroyed", "points": 1, "when": "immediate"}


# Strategy tokens


def lying_low(**more: Any) -> Any:
    strategy = {"house": "lannister", "hexes": ["e3", "g3"], "real": 1}
    scoring = [DESTROYED, {"kind": "found", "points": 2, "when": "immediate", "house": "stark"}]
    fields = {"strategy": strategy, "scoring": scoring} | more
    faces: dict[str, Any] = {"strategy": {"cards": ["real", "decoy"], "known": [2, 2]}, "strategy_hexes": ["e3", "g3"]}
    return scene(f"e4 {HOST} green", f"f4 {HOST} blue", fields=fields, tokens={**BOTH, "stark": {"valor": 2}}, **faces)


@rule("battles:pieces.26", "battles:pieces.27", "battles:plan.strategy-tokens")
def test_a_strategy_token_is_known_to_its_house_and_turned_up_by_an_enemy_who_ends_a_turn_on_it() -> None:
    match = lying_low()
    assert view(match.state, frozenset([1])).strategy == {"e3": "real", "g3": "decoy"}
    assert view(match.state, frozenset([0])).strategy == {"e3": "face-down", "g3": "face-down"}
    play(match, "stark: order valor e4", "stark: move e4 > e3")
    assert [(event.hex, event.face) for event in told(match, StrategyRevealed)] == [("e3", "real")]
    assert [event.points for event in told(match, PointsScored)] == [2]
    play(match, "lannister: pass", "stark: order valor f4", "stark: move f4 > g3")
    assert [event.face for event in told(match, StrategyRevealed)] == ["real", "decoy"]
    assert [event.points for event in told(match, PointsScored)] == [2]
    assert match.state.strategy_hexes == []


@rule("battles:pieces.26", "battles:pieces.27", "battles:plan.strategy-tokens")
@pytest.mark.parametrize("at", range(4))
def test_the_other_strategy_tokens_stay_where_they_are(at: int) -> None:
    hexes, cards = ["c3", "e3", "g3", "e5"], ["real", "real", "decoy", "decoy"]
    strategy = {"house": "lannister", "hexes": hexes, "real": 2}
    match = scene(
        f"{hexes[at]} {HOST} green", fields={"strategy": strategy}, tokens=BOTH,
        strategy={"cards": cards, "known": [2] * 4}, strategy_hexes=hexes,
    )  # fmt: skip  # several to a line
    play(match, "stark: order green " + hexes[at], "stark: done")
    assert [(event.hex, event.face) for event in told(match, StrategyRevealed)] == [(hexes[at], cards[at])]
    others = {hex: face for hex, face in zip(hexes, cards, strict=True) if hex != hexes[at]}
    assert view(match.state, frozenset([1])).strategy == others


@rule("battles:pieces.26", "battles:pieces.27")
def test_which_strategy_tokens_are_real_comes_from_the_seed() -> None:
    faces = {
        tuple(new_state(Settings(scenario="ambush-in-the-wolfswood"), bytes([seed] * 16)).strategy.cards)
        for seed in range(12)
    }
    assert len(faces) > 1
    assert {tuple(sorted(one)) for one in faces} == {tuple(sorted(next(iter(faces))))}


@rule("battles:plan.breaking-the-siege-edmure", "battles:plan.strategy-tokens")
@pytest.mark.parametrize("cards", [["real", "decoy"], ["decoy", "real"]])
def test_where_the_plan_says_so_all_tokens_are_turned_up_with_the_first(cards: list[str]) -> None:
    strategy = {"house": "lannister", "hexes": ["e3", "g3"], "real": 1, "person": "edmure", "all_at_once": True}
    persons = [{"id": "edmure", "house": "stark", "safe": ["e1"]}]
    match = scene(
        f"e4 {HOST} green", fields={"strategy": strategy, "persons": persons}, tokens=BOTH,
        strategy={"cards": cards, "known": [2, 2]}, strategy_hexes=["e3", "g3"],
    )  # fmt: skip  # several to a line
    play(match, "stark: order green e4", "stark: move e4 > e3")
    assert {event.hex: event.face for event in told(match, StrategyRevealed)} == dict(
        zip(["e3", "g3"], cards, strict=True)
    )
    assert match.state.strategy_hexes == []
    assert view(match.state, frozenset()).persons["edmure"].hex == ("e3" if cards[0] == "real" else "g3")
    assert match.state.persons == ["open"]
    assert scenario("breaking-the-siege").strategy.all_at_once  # type: ignore[union-attr]  # it has tokens


# Persons


def led(**more: Any) -> Any:
    persons = [{"id": "edmure", "house": "stark", "hex": "e4", "safe": ["e2"]}]
    scoring = [
        DESTROYED,
        {"kind": "person-safe", "points": 5, "when": "immediate", "house": "stark", "person": "edmure"},
        {"kind": "person-taken", "points": 3, "when": "immediate", "house": "lannister", "person": "edmure"},
    ]
    return scene(f"e4 {HOST} green", f"e6 {GUARD} green", fields={"persons": persons, "scoring": scoring}, **more)


@rule("battles:pieces.29", "battles:plan.breaking-the-siege-edmure", "battles:c11.29", "battles:plan.persons")
def test_a_person_goes_with_a_unit_ordered_where_he_is_and_is_safe_in_a_safe_hex() -> None:
    match = led(tokens=BOTH)
    play(match, "stark: order green e4", "stark: move e4 > e2", "stark: yes")
    assert [(event.origin, event.target) for event in told(match, PersonCarried)] == [("e4", "e2")]
    assert [(event.person, event.fate) for event in told(match, PersonSettled)] == [("edmure", "safe")]
    assert match.state.points == [5, 0]


@rule("battles:plan.breaking-the-siege-edmure")
def test_a_unit_may_leave_a_person_where_he_is() -> None:
    match = led(tokens=BOTH)
    play(match, "stark: order green e4", "stark: move e4 > e2")
    assert asked(match) == ("stark", "may.carry")
    play(match, "stark: pass")
    assert told(match, PersonCarried) == []
    assert view(match.state, frozenset()).persons["edmure"].hex == "e4"


@rule("battles:plan.breaking-the-siege-edmure", "battles:pieces.29", "battles:c11.29")
def test_a_unit_of_the_enemy_leads_no_person_away() -> None:
    fields = {"persons": [{"id": "edmure", "house": "stark", "hex": "e4", "safe": ["e2"], "can_be_taken": False}]}
    match = scene(
        f"g4 {HOST} green", f"e5 {GUARD} green", fields=fields, turn="lannister",
        tokens={"stark": {"green": 1}, "lannister": {"green": 2}}, persons={"edmure": ("e5", "open")},
    )  # fmt: skip  # several to a line
    play(match, "lannister: order green e5", "lannister: move e5 > e6")
    assert asked(match)[1] != "may.carry"
    assert view(match.state, frozenset()).persons["edmure"].hex == "e5"


@rule("battles:plan.breaking-the-siege-edmure", "battles:plan.persons")
def test_who_cannot_be_taken_waits_under_the_enemy_who_does_not_lead_him() -> None:
    fields = {"persons": [{"id": "edmure", "house": "stark", "hex": "e4", "safe": ["e2"], "can_be_taken": False}]}
    match = scene(
        f"g4 {HOST} green", f"e6 {GUARD} green", fields=fields,
        tokens={"stark": {"green": 1}, "lannister": {"green": 2}}, persons={"edmure": ("e5", "open")},
    )  # fmt: skip  # several to a line
    play(match, "stark: pass", "lannister: order green e6", "lannister: move e6 > e5")
    assert told(match, PersonSettled) == []
    assert view(match.state, frozenset()).persons["edmure"].hex == "e5"
    assert not scenario("breaking-the-siege").persons[0].can_be_taken


@rule("battles:plan.persons")
def test_a_person_is_taken_by_an_enemy_who_ends_a_turn_in_his_hex() -> None:
    match = led(tokens=BOTH, persons={"edmure": ("e5", "open")})
    play(match, "stark: pass", "lannister: order green e6", "lannister: move e6 > e5", "lannister: done")
    assert [event.fate for event in told(match, PersonSettled)] == ["taken"]
    assert match.state.points == [0, 3]


@rule("battles:plan.breaking-the-siege-edmure", "battles:plan.persons")
def test_a_person_waits_where_no_unit_of_his_house_starts() -> None:
    match = led(tokens=BOTH, persons={"edmure": ("g4", "open")})
    play(match, "stark: order green e4", "stark: move e4 > e3")
    assert asked(match)[1] != "may.carry"
    assert view(match.state, frozenset()).persons["edmure"].hex == "g4"


@rule("battles:plan.persons", "battles:plan.immediate-victory")
@pytest.mark.parametrize(
    ("kind", "house", "fates", "won"),
    [
        ("person-safe", "stark", ("open", "safe"), True),
        ("person-safe", "stark", ("safe", "open"), False),
        ("person-safe", "stark", ("safe", "taken"), False),
        ("person-taken", "lannister", ("open", "taken"), True),
        ("person-taken", "lannister", ("taken", "safe"), False),
    ],
)
def test_the_fate_of_the_person_that_the_plan_names_wins(
    kind: str, house: str, fates: tuple[str, str], won: bool
) -> None:
    persons = [{"id": id, "house": "stark", "hex": "e4", "safe": ["e2"]} for id in ("catelyn", "edmure")]
    fields = {"persons": persons, "immediate": [{"house": house, "kind": kind, "person": "edmure"}]}
    state = scene(f"c4 {HOST} green", fields=fields).state
    state.persons = [*fates]
    with pytest.raises(MatchOver) if won else nullcontext():
        check_immediate(Game(state, Chance(state, [])))
    assert (state.winner, state.reason) == ((("stark", "lannister").index(house), kind) if won else (NOBODY, ""))


# Special archers


def shot_at(*units: str, ground: Mapping[str, str] | None = None, symbols: tuple[str, ...] = ()) -> Match[State]:
    """Special archers of Lannister at e4, with three dice and range 3, at the end of a round."""
    archers = [{"house": "lannister", "hex": "e4", "dice": 3, "range": 3}]
    return scene(*units, step="regroup", fields={"archers": archers}, ground=ground, chance=dice(*symbols))


@rule("battles:pieces.28", "battles:plan.special-archers", "battles:c11.29")
def test_special_archers_shoot_at_the_nearest_enemy_at_the_end_of_a_round() -> None:
    match = shot_at(f"e2 {HOST} green", f"d4 {HOST} green", symbols=("green", "green", "valor"))
    assert (figures(match, "e2"), figures(match, "d4")) == (4, 2)


@rule("battles:plan.special-archers")
@pytest.mark.parametrize(("between", "left"), [("f", 4), (".", 2)])
def test_special_archers_do_not_see_past_a_forest(between: str, left: int) -> None:
    match = shot_at(f"c4 {HOST} green", ground={"d4": between}, symbols=("green", "green", "valor"))
    assert figures(match, "c4") == left


@rule("battles:plan.special-archers", "battles:ruling.86")
@pytest.mark.parametrize("order", [("e2", "c4"), ("c4", "e2")])
def test_their_house_chooses_among_several_equally_near(order: tuple[str, str]) -> None:
    match = shot_at(*(f"{hex} {HOST} green" for hex in order), symbols=("green", "green", "valor"))
    assert asked(match) == ("lannister", "unit.archers")
    assert offered(match) == {"unit e2", "unit c4"}
    assert refused(match, "lannister: unit a1").rule == "battles:plan.special-archers"
    assert refused(match, "lannister: done").reason.id == "refuse.unit.needed"
    play(match, "lannister: unit c4")
    assert (figures(match, "e2"), figures(match, "c4")) == (4, 2)


@rule("battles:ruling.81", "battles:plan.special-archers")
@pytest.mark.parametrize("first", ["stark", "lannister"])
def test_special_archers_of_the_first_player_shoot_first(first: str) -> None:
    """Whatever their order in the plan; each has one enemy in range."""
    places = {"lannister": "e4", "stark": "c6"}
    archers = [{"house": house, "hex": hex, "dice": 1, "range": 1} for house, hex in places.items()]
    units = (f"d4 {HOST} green", f"c7 {GUARD} green")
    match = scene(*units, step="regroup", turn=first, fields={"archers": archers}, chance=dice("green", "green"))
    assert [event.target for event in told(match, HitsScored)] == (["c7", "d4"] if first == "stark" else ["d4", "c7"])


@rule("battles:ruling.86", "battles:c3.2", "battles:c3.6")
@pytest.mark.parametrize(
    ("target", "hex", "symbols", "left"),
    [
        (f"{HOST} green eddard-stark", ".", ("green", "green", "valor"), 3),
        (f"{HOST} green", "b", ("green", "green", "valor"), 3),
        (f"{HOST} green maege-mormont", ".", ("green", "green", "blue"), 3),
    ],
)
def test_cover_toughness_and_heavy_armor_help_against_special_archers(
    target: str, hex: str, symbols: tuple[str, ...], left: int
) -> None:
    assert figures(shot_at(f"e2 {target}", ground={"e2": hex}, symbols=symbols), "e2") == left


@rule("battles:pieces.28", "battles:plan.special-archers")
def test_special_archers_are_gone_when_an_enemy_ends_a_turn_in_their_hex() -> None:
    archers = [{"house": "lannister", "hex": "e3", "dice": 2, "range": 3}]
    match = scene(f"e4 {HOST} green", fields={"archers": archers}, tokens=BOTH)
    beside = play(match.clone(), "stark: order green e4", "stark: move e4 > d4")
    assert asked(beside)[0] == "lannister"
    assert view(beside.state, frozenset()).archers == {"e3": "lannister"}
    play(match, "stark: order green e4", "stark: move e4 > e3")
    assert view(match.state, frozenset()).archers == {}


# Catapults


@rule("battles:pieces.30", "battles:plan.wolf-raiders-catapults", "battles:plan.catapults")
@pytest.mark.parametrize(("rank", "die", "shot", "destroyed"), [
    ("green", "green", True, True), ("green", "blue", True, False), ("green", "valor", True, False),
    ("blue", "blue", False, False),
])  # fmt: skip  # several to a line
def test_a_catapult_shoots_at_an_enemy_of_the_color_of_its_target(
    rank: str, die: str, shot: bool, destroyed: bool
) -> None:
    catapult = {"house": "lannister", "targets": [{"hex": "e3", "rank": "green"}]}
    match = scene(
        f"e4 {HOST} {rank}", fields={"catapult": catapult}, tokens={**BOTH, "stark": {rank: 1}}, chance=dice(die)
    )
    play(match, f"stark: order {rank} e4", "stark: move e4 > e3")
    assert bool(told(match, CatapultShot)) is shot
    assert (figures(match, "e3") == 0) is destroyed
    assert match.state.points[1] == int(destroyed)
    assert match.state.captured == []


@rule("battles:plan.catapults", "battles:plan.wolf-raiders-catapults", "battles:ruling.84")
def test_a_unit_goes_where_no_catapult_shoots_if_it_can() -> None:
    catapult = {"house": "lannister", "targets": [{"hex": "e3", "rank": "green"}]}
    open_way = scene(f"e4 {HOST} green", fields={"catapult": catapult}, tokens=BOTH)
    play(open_way, "stark: order green e4", "stark: move e4 > e2")
    assert told(open_way, CatapultShot) == []
    longer = scene(f"e4 {RIDERS} green", fields={"catapult": catapult}, tokens=BOTH, ground={"f3": "m"})
    play(longer, "stark: order green e4", "stark: move e4 > e2")
    assert told(longer, CatapultShot) == []


@rule("battles:plan.catapults", "battles:plan.wolf-raiders-catapults", "battles:ruling.84")
@pytest.mark.parametrize(("face", "left"), [("blue", 4), ("green", 0)])
@pytest.mark.parametrize("other", ["m", "f"])
def test_a_catapult_shoots_at_whoever_must_go_through_its_target(other: str, face: str, left: int) -> None:
    """One of the two ways from e4 to e2 leads into a mountain or a forest, the other through the target."""
    catapult = {"house": "lannister", "targets": [{"hex": "e3", "rank": "green"}]}
    match = scene(
        f"e4 {HOST} green", fields={"catapult": catapult}, tokens=BOTH, ground={"f3": other}, chance=dice(face)
    )
    play(match, "stark: order green e4", "stark: move e4 > e2")
    assert [(event.hex, event.hit) for event in told(match, CatapultShot)] == [("e3", left == 0)]
    ways = [(event.origin, event.target) for event in told(match, UnitMoved)]
    assert ways == ([("e4", "e3"), ("e3", "e2")] if left else [("e4", "e3")])
    assert figures(match, "e2") == left


@rule("battles:ruling.84")
def test_a_unit_that_no_terrain_stops_goes_round_through_the_forest() -> None:
    catapult = {"house": "lannister", "targets": [{"hex": "e3", "rank": "green"}]}
    match = scene(f"e4 {HOST} green", fields={"catapult": catapult}, tokens=BOTH, ground={"f3": "f"})
    play(match, "stark: order green e4")
    assert match.state.turn is not None
    match.state.turn.ignores_stops.add(0)
    play(match, "stark: move e4 > e2")
    assert told(match, CatapultShot) == []


@rule("battles:plan.catapults")
def test_a_catapult_shoots_at_a_unit_that_advances() -> None:
    catapult = {"house": "lannister", "targets": [{"hex": "e3", "rank": "green"}]}
    match = scene(
        f"e4 {HOST} green", f"e3 {GUARD} green | 1", fields={"catapult": catapult}, tokens=BOTH,
        chance=dice("green", "blue", "red"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order green e4", "stark: done", "stark: attack e4 > e3", "stark: yes")
    assert [event.hex for event in told(match, CatapultShot)] == ["e3"]


# Points of every kind


def counted(scoring: dict[str, Any], *, tokens: Any = (), **position: Any) -> int:
    """The points that Lannister has for one kind of scoring after the last round."""
    plan = {"objectives": [{"id": "mill", "hex": "c3"}, {"id": "inn", "hex": "g3"}], "tokens": list(tokens)}
    plan["scoring"] = [{"points": 1, "when": "end", "house": "lannister"} | scoring]
    units = [f"{hex} {GUARD} green" for hex in ("c5", "d5", "e5")]
    ground = {"c3": "b", "g3": "b"}
    match = scene(*units, step="regroup", round=5, ground=ground, fields=plan, **position)
    assert match.state.points[0] == 0
    points: int = match.state.points[1]
    return points


@rule("battles:plan.wolf-raiders-points")
def test_tents_that_are_left_and_units_in_the_camp_count() -> None:
    tents = [{"kind": "tent", "hex": "c6"}, {"kind": "tent", "hex": "d6"}]
    assert counted({"kind": "remaining", "token": "tent"}, tokens=tents) == 2
    assert counted({"kind": "remaining", "token": "tent"}, tokens=tents, overlays={"c6": "tent"}, burnt=["d6"]) == 1
    assert counted({"kind": "units-in", "hexes": ["c5", "d5", "e5"], "per": 2}) == 1
    assert counted({"kind": "units-in", "hexes": ["c5", "d5", "e5"], "per": 3}) == 1
    assert counted({"kind": "units-in", "hexes": ["c5", "d5"], "per": 3}) == 0


@rule("battles:plan.razing-the-red-fork-points")
def test_levels_of_fire_and_devastation_count() -> None:
    both = ["mill", "inn"]
    assert counted({"kind": "fire", "objectives": both}, fires={"c3": 2, "g3": 1}) == 3
    assert counted({"kind": "devastated", "objectives": both, "points": 5}, devastated=["c3"]) == 5


@rule("battles:plan.burning-harvest-points")
def test_what_still_stands_counts_once_if_so_many_are_asked_for() -> None:
    both = {"kind": "intact", "objectives": ["mill", "inn"]}
    assert counted(both | {"points": 3, "least": 2}) == 3
    assert counted(both | {"points": 3, "least": 2}, devastated=["c3"]) == 0
    assert counted(both, devastated=["c3"]) == 1


@rule("battles:plan.rallying-the-remnant-ground")
@pytest.mark.parametrize(("hexes", "points"), [("c3 d3 e3", 1), ("c5 d5 e3", 1), ("c5 d5 e5", 4), ("c5 d5", 0)])
def test_ground_is_worth_the_furthest_row_that_enough_units_have_reached(hexes: str, points: int) -> None:
    """Stark comes from the north: rows count from there."""
    ground = {"kind": "ground", "points": 1, "when": "round", "house": "stark", "least": 3, "rows": [[3, 1], [5, 4]]}
    units = [f"{hex} {HOST} green" for hex in hexes.split()]
    match = scene(*units, step="regroup", fields={"scoring": [ground]})
    assert match.state.points == [points, 0]


# What the plans of the game say


def shared(plan: str) -> dict[str, set[str]]:
    """By what a unit may burn: the types of units that have Scorch the Earth by the plan."""
    found: dict[str, set[str]] = {}
    for one in scenario(plan).units:
        if one.scorch is not None:
            found.setdefault(one.scorch, set()).add(one.unit)
    return found


@rule("battles:plan.wolf-raiders-scorch")
def test_wolf_raiders_burn_nothing_but_tents() -> None:
    assert shared("wolf-raiders") == {"tent": {"winterfell-riders", HOST}}
    fields = {"tokens": [{"kind": "tent", "hex": "e3"}]}
    match = scene(f"e4 {HOST} green tent", fields=fields, ground={"d4": "f"}, tokens=BOTH, chance=dice("green", "red"))
    play(match, "stark: order green e4", "stark: done")
    assert offered(match) == {"done", "scorch e4 > e3"}
    assert refused(match, "stark: scorch e4 > d4").rule == "battles:plan.wolf-raiders-scorch"


def test_each_plan_of_the_game_has_the_victory_that_the_rule_index_tells() -> None:
    kinds = {
        name: {(one.kind, one.points, one.when, one.house) for one in scenario(name).scoring}
        for name in ("waystone", "ambush-in-the-wolfswood", "crossing-of-the-trident", "siege-of-the-holdfast")
    }
    assert kinds["waystone"] == {("destroyed", 1, "immediate", None), ("control", 1, "round", None)}
    assert ("person-safe", 5, "immediate", "stark") in kinds["ambush-in-the-wolfswood"]
    assert ("control", 3, "end", None) in kinds["crossing-of-the-trident"]
    assert ("devastated", 2, "immediate", "lannister") in kinds["siege-of-the-holdfast"]
    assert ("intact", 1, "end", "stark") in kinds["siege-of-the-holdfast"]
