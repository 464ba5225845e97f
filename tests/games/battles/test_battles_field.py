"""The board and its units, compared with simple searches: sight, ground, engagements, zones, moves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from banneret.games.battles.content.scenario import TERRAIN_LETTERS
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.field.engagement import engage, has_come_out, is_flanked_by, release
from banneret.games.battles.rules.field.keywords import ignored_hits, shield_against, strength_of, valor_hits
from banneret.games.battles.rules.field.sight import is_in_range, obstacles, sees_hex, targets_of
from banneret.games.battles.rules.field.terrain import (
    blocks_sight,
    burn_limit,
    cover,
    dice_for_ground,
    dice_limit,
    effective_terrain,
    is_barred,
    is_open,
    is_stop,
    open_beside,
    range_of,
)
from banneret.games.battles.rules.field.units import (
    beside,
    commanders_of,
    controlled,
    enemies_beside,
    is_controlled,
    ordinary_figures,
    own_beside,
    unit_at,
    unit_of_commander,
    units_of,
    zone_of,
)
from banneret.games.battles.rules.orders.movement import reach, steps_of
from banneret.games.battles.state import NO_UNIT, NOBODY, State, Turn
from banneret.kernel.chance import Chance
from banneret.kernel.events import Log
from banneret.kernel.game import Game
from tests.games.battles.scene import ARCHERS, BOWS, CAVALIERS, DOGS, GUARD, HEAVY, HOST, RIDERS, WIDTHS, scene

LETTER = {name: letter for letter, name in TERRAIN_LETTERS.items()}
HEXES = [f"{'abcdefghi'[column]}{row + 1}" for row, width in enumerate(WIDTHS) for column in range(width)]


def state_of(*units: str, ground: dict[str, str] | None = None, **given: Any) -> State:
    """Return the state of a scene; the ground is named by its terrain."""
    return scene(*units, ground={hex: LETTER[name] for hex, name in (ground or {}).items()}, **given).state


def game_of(state: State) -> Battle:
    return Game(state, Chance(state, []), Log())


def labels(state: State, hexes: Iterable[int]) -> set[str]:
    return {state.field.labels[hex] for hex in hexes}


# Engagements ---------------------------------------------------------------------------------------------------------


def duels(*engaged: tuple[int, int, str]) -> State:
    """Return two units of each House in a ring around d4, with engagements."""
    return state_of(f"c4 {HOST} blue", f"d3 {HOST} blue", f"d4 {GUARD} blue", f"e4 {GUARD} blue", engaged=list(engaged))


@pytest.mark.rule("battles:engage.1", "battles:engage.2", "battles:c5.2", "battles:c5.3", "battles:c5.4")
@pytest.mark.parametrize(
    ("before", "attack", "after", "shown"),
    [
        ([], (0, 2), {0: 2, 2: 0}, 0),
        ([(0, 2, "stark")], (0, 2), {0: 2, 2: 0}, 0),
        ([(0, 2, "stark")], (2, 0), {0: 2, 2: 0}, 1),  # the token shows who attacked last
        ([(0, 2, "stark")], (1, 2), {1: 2, 2: 1}, 0),  # the target leaves the other one
        ([(0, 2, "stark")], (0, 3), {0: 3, 3: 0}, 0),  # the attacker leaves the other one
        ([(0, 2, "stark"), (1, 3, "lannister")], (0, 3), {0: 3, 3: 0}, 0),  # both do
    ],
)
def test_an_engagement_is_between_two_units(
    before: list[tuple[int, int, str]], attack: tuple[int, int], after: dict[int, int], shown: int
) -> None:
    state = duels(*before)
    engage(game_of(state), *attack)
    for unit in range(4):
        assert state.engaged[unit] == after.get(unit, NO_UNIT)
        assert state.shown[unit] == (shown if unit in after else NOBODY)
        assert has_come_out(state, unit) is (unit in after and state.seat[unit] == shown)


@pytest.mark.rule("battles:c5.2", "battles:c5.3", "battles:engage.1", "battles:engage.2")
def test_the_events_of_an_engagement_name_its_rule() -> None:
    for before, attack, rules in (
        ([], (0, 2), ["battles:engage.1"]),
        ([(0, 2, "stark")], (0, 2), ["battles:engage.2"]),
        ([(0, 2, "stark")], (0, 3), ["battles:c5.3", "battles:engage.1"]),
        ([(0, 2, "stark")], (1, 2), ["battles:c5.4", "battles:engage.1"]),
    ):
        game = game_of(duels(*before))
        engage(game, *attack)
        assert game.log is not None
        assert [getattr(one.event, "rule", "") for one in game.log.events] == rules


@pytest.mark.rule("battles:c6.1", "battles:c5.5")
def test_a_target_is_flanked_by_whom_it_is_not_engaged_with() -> None:
    state = duels((0, 2, "lannister"))
    assert [is_flanked_by(state, attacker, 2) for attacker in (0, 1)] == [False, True]
    assert [is_flanked_by(state, attacker, 3) for attacker in (0, 1)] == [False, False]
    release(game_of(state), 2, "battles:c5.3")
    assert state.engaged == [NO_UNIT] * len(state.engaged)
    assert not is_flanked_by(state, 1, 2)
    release(game_of(state), 2, "battles:c5.3")


# Sight ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles:sight.3", "battles:sight.4", "battles:c11.3", "battles:c11.6", "battles:c11.15")
def test_what_blocks_sight() -> None:
    """Units of either side, forest, hills, buildings and mountains."""
    ground = {
        "b2": "forest",
        "c2": "hill",
        "d2": "river",
        "e2": "ford",
        "f2": "building",
        "g2": "mountain",
        "h2": "marsh",
    }
    state = state_of(f"e4 {HOST} blue", f"f4 {GUARD} blue", f"d4 {GUARD} blue | 1", ground=ground)
    units = {"e4", "f4", "d4", "a1", "i7"}
    expected = units | {"b2", "c2", "f2", "g2"}
    mask = obstacles(state)
    assert {label for place, label in enumerate(state.field.labels) if mask >> place & 1} == expected
    for within in HEXES:
        there = 1 << state.field.place(within)
        assert obstacles(state, there) == (there if within in expected else 0)
    assert obstacles(state, 0) == 0


def test_a_line_along_an_edge_is_open_on_one_side() -> None:
    """From c4 to c6 it runs between the hexes beside; in a row, straight through those between."""

    def sees(*blocked: str, to: str, ground: dict[str, str] | None = None) -> bool:
        state = state_of(f"c4 {BOWS} blue", *(f"{hex} {GUARD} blue" for hex in blocked), ground=ground)
        return sees_hex(state, state.field.place("c4"), state.field.place(to))

    assert sees(to="g4")
    assert not sees("e4", to="g4")
    assert not sees("d4", to="g4")
    assert not sees("f4", to="g4")
    assert sees("g4", to="g4"), "the end does not block"
    assert sees("d4", to="d4"), "what is adjacent is seen"
    assert sees("c5", to="c6")
    assert sees("d5", to="c6")
    assert not sees("c5", "d5", to="c6")
    assert not sees(to="g4", ground={"e4": "mountain"})
    assert sees(to="g4", ground={"c4": "forest", "g4": "forest", "e4": "marsh"})


@pytest.mark.rule("battles:c11.6")
@pytest.mark.parametrize(
    ("hills", "seen"),
    [
        ("c4 d4", True), ("c4 d4 e4", True), ("c4 d4 e4 f4", True), ("c4", True),
        ("d4", False), ("c4 e4", False), ("c4 d4 f4", False), ("d4 e4 f4 g4", False), ("c4 f4", False),
    ],
)  # fmt: skip  # several to a line
def test_from_a_hill_a_line_is_open_along_hills(hills: str, seen: bool) -> None:
    """From c4 to g4, as long as the hills begin where one stands and have no gap; not past a unit."""
    ground = dict.fromkeys(hills.split(), "hill")
    state = state_of(f"c4 {BOWS} blue", ground=ground)
    ends = state.field.place("c4"), state.field.place("g4")
    assert sees_hex(state, *ends) is seen
    assert not sees_hex(state_of(f"c4 {BOWS} blue", f"e4 {GUARD} blue", ground=ground), *ends)


@pytest.mark.rule("battles:range.1", "battles:range.2", "battles:range.4", "battles:c11.8", "battles:attack.8")
def test_targets_are_the_enemies_in_range_and_sight() -> None:
    """Archers reach four hexes, from a hill five, and shoot at no own unit."""
    enemies = [f"b4 {GUARD} blue", f"f4 {GUARD} blue", f"g4 {GUARD} blue", f"c2 {GUARD} blue | 1"]
    for ground, far in (({}, 4), ({"b2": "hill"}, 5)):
        state = state_of(f"b2 {BOWS} blue", f"b3 {HOST} blue", *enemies, ground=ground)
        assert range_of(state, 0) == far
        places = state.field.place("b2"), [state.field.place(hex) for hex in ("b4", "f4", "g4", "c2")]
        away = [state.field.distances[places[0]][place] for place in places[1]]
        expected = [
            unit for unit, gap, place in zip((2, 3, 4, 5), away, places[1], strict=True)
            if gap <= far and sees_hex(state, places[0], place)
        ]  # fmt: skip  # a filter
        assert targets_of(state, 0) == expected
        assert [is_in_range(state, 0, unit) for unit in (2, 3, 4, 5)] == [gap <= far for gap in away]
        assert len(expected) >= 2
    assert range_of(state_of(f"b2 {HOST} blue", ground={"b2": "hill"}), 0) == 1


# Ground --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles:c11.4", "battles:c11.7", "battles:c11.12", "battles:c11.25", "battles:dice.2")
def test_the_dice_of_every_pair_of_grounds() -> None:
    """Up a hill one die less, out of a ford or a marsh one less, and at most two into or out of a forest."""
    for own, other in product(LETTER, LETTER):
        if "river" in (own, other) or "mountain" in (own, other):
            continue
        state = state_of(f"d4 {HOST} blue", f"e4 {GUARD} blue", ground={"d4": own, "e4": other})
        less = (own in ("ford", "marsh")) + (other == "hill" != own)
        assert dice_for_ground(state, 0, 1) == -less, (own, other)
        assert dice_limit(state, 0, 1) == (2 if "forest" in (own, other) else None), (own, other)


@pytest.mark.rule("battles:c11.5", "battles:c11.13", "battles:c11.14")
def test_what_burns_and_covers() -> None:
    for name in LETTER:
        state = state_of(ground={"d4": name})
        place = state.field.place("d4")
        assert burn_limit(state, place) == {"forest": 3, "building": 4}.get(name, 0)
        assert cover(state, place) == (name == "building")


@pytest.mark.rule("battles:c11.1", "battles:c11.20", "battles:c11.6", "battles:c11.3", "battles:c11.4")
@pytest.mark.parametrize("name", ["forest", "hill", "building"])
def test_a_tent_replaces_the_effects_of_its_hex(name: str) -> None:
    """Neither limit nor malus of dice, nor stop, Cover or obstacle; without the tent they are back."""
    fields = {"tokens": [{"kind": "tent", "hex": "d4"}]}
    state = state_of(f"d4 {BOWS} red", f"e4 {RIDERS} blue", ground={"d4": name}, fields=fields)
    place = state.field.place("d4")

    def effects() -> tuple[int, int | None, int, bool, bool, int]:
        dice = dice_for_ground(state, 1, 0), dice_limit(state, 0, 1)
        return *dice, cover(state, place), is_stop(state, place), blocks_sight(state, place), range_of(state, 0)

    assert effects() == (0, None, 0, False, False, 4)
    state.overlay[place] = ""
    state.terrain[place] = effective_terrain(state, place)
    assert (
        effects()
        == {
            "forest": (0, 2, 0, True, True, 4),
            "hill": (-1, None, 0, False, True, 5),
            "building": (0, None, 1, True, True, 4),
        }[name]
    )


@pytest.mark.rule("battles:move.5", "battles:move.8", "battles:move.16", "battles:c12.8", "battles:c11.24")
def test_a_unit_enters_what_is_on_the_board_empty_passable_and_not_burning() -> None:
    ground = {"d3": "river", "c5": "mountain", "e4": "forest"}
    state = state_of(f"d4 {RIDERS} blue", f"c4 {GUARD} blue", ground=ground)
    origin = state.field.place("d4")
    around = labels(state, state.field.neighbours[origin])
    assert {"c4", "e4"} < around
    free = around - {"c4", "d3", "c5"}
    assert labels(state, open_beside(state, origin)) == free
    state.fire[state.field.place("e4")] = 1
    assert labels(state, open_beside(state, origin)) == free - {"e4"}
    for hex in HEXES:
        assert is_open(state, origin, state.field.place(hex)) is (hex in free - {"e4"})
    corner = state.field.place("a7")
    assert labels(state, open_beside(state, corner)) == {"b7", "a6"}


@pytest.mark.rule("battles:c11.21")
def test_a_palisade_bars_the_way_in_both_directions() -> None:
    state = state_of(f"d4 {RIDERS} blue")
    one, other, third = (state.field.place(hex) for hex in ("d4", "e4", "f4"))
    state.palisades = [(min(one, other), max(one, other))]
    assert is_barred(state, one, other)
    assert is_barred(state, other, one)
    assert not is_barred(state, other, third)
    assert "e4" not in labels(state, open_beside(state, one))
    assert "f4" in labels(state, open_beside(state, other))


@pytest.mark.rule("battles:move.9", "battles:move.15")
@pytest.mark.parametrize("steps", range(5))
@pytest.mark.parametrize("free", [False, True])
def test_a_unit_reaches_what_a_simple_search_does(steps: int, free: bool) -> None:
    """Every way of this length is tried; forest, fords, marsh and buildings end it, unless they are ignored."""
    ground = {"d3": "forest", "e3": "river", "f4": "ford", "c5": "marsh", "d5": "building", "b4": "mountain"}
    state = state_of(f"d4 {RIDERS} blue", f"c4 {GUARD} blue", f"e5 {HOST} blue", ground=ground)
    state.turn = Turn(0)
    state.turn.ignores_stops.update((0,) if free else ())
    stops = {"forest", "ford", "marsh", "building"}
    origin, found = state.field.place("d4"), set()

    def go(here: int, left: int) -> None:
        if not left or (here != origin and not free and ground.get(state.field.labels[here], "") in stops):
            return
        for to in state.field.neighbours[here]:
            if state.at[to] == NO_UNIT and ground.get(state.field.labels[to], "") not in ("river", "mountain"):
                found.add(to)
                go(to, left - 1)

    go(origin, steps)
    assert reach(state, 0, steps) == sorted(found)


# Units ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles:zone.6", "battles:card.7")
def test_a_zone_of_control_reaches_two_hexes() -> None:
    state = state_of(
        f"d4 {GUARD} blue kevan-lannister", f"f4 {CAVALIERS} blue", f"g4 {ARCHERS} blue", f"c4 {HOST} blue",
        f"d6 {GUARD} green", f"d7 {GUARD} green", f"e4 {GUARD} red | 1",
    )  # fmt: skip  # several to a line
    assert [zone_of(state, unit) for unit in (0, 1)] == [2, -1]
    assert controlled(state, 0) == [0, 1, 4, 6]
    assert [is_controlled(state, 0, unit) for unit in range(7)] == [True, True, False, True, True, False, True]
    assert not is_controlled(state, 1, 1)
    assert controlled(state, 1) == []
    state.figures[6] = 0
    assert controlled(state, 0) == [0, 1, 4]
    assert units_of(state, 1) == [0, 1, 2, 4, 5]


@pytest.mark.rule("battles:unit.3", "battles:unit.4", "battles:commander.1")
def test_commanders_count_while_their_units_are_in_play() -> None:
    state = state_of(f"d4 {GUARD} blue kevan-lannister", f"e4 {GUARD} blue", f"c4 {HOST} blue eddard-stark")
    kevan = state.commander[0]
    assert [ordinary_figures(state, unit) for unit in (0, 1)] == [3, 4]
    assert [commanders_of(state, seat) for seat in (0, 1)] == [[2], [0]]
    assert unit_of_commander(state, kevan) == 0
    absent = next(number for number in range(len(state.box.commanders)) if number not in state.commander)
    assert unit_of_commander(state, absent) == NO_UNIT
    assert (own_beside(state, 0), enemies_beside(state, 0), sorted(beside(state, 0))) == ([1], [2], [1, 2])
    state.figures[0] = 0
    assert (unit_of_commander(state, kevan), commanders_of(state, 1)) == (NO_UNIT, [])
    assert [unit_at(state, hex) for hex in ("d4", "d5", "z9", "")] == [0, NO_UNIT, NO_UNIT, NO_UNIT]


@pytest.mark.rule("battles:c3.2", "battles:result.3", "battles:result.5", "battles:c14.7")
def test_which_symbols_hit() -> None:
    """Valor hits no cavalry but by cavalry, no red unit in heavy armor, and never from a bow."""
    state = state_of(
        f"c4 {HOST} blue", f"d3 {RIDERS} blue", f"e3 {BOWS} blue", f"d4 {CAVALIERS} blue", f"e4 {HEAVY} red",
        f"f4 {HEAVY} blue", f"g4 {GUARD} red", f"h4 {HEAVY} green",
    )  # fmt: skip  # several to a line
    hits = {
        attacker: [target for target in range(3, 8) if valor_hits(state, attacker, target)] for attacker in range(3)
    }
    assert hits == {0: [5, 6, 7], 1: [3, 5, 6, 7], 2: []}
    ranks = [state.rank[unit] for unit in range(3, 8)]
    assert [shield_against(state, unit) for unit in range(3, 8)] == [1, 2, 2, 2, 1]
    assert ranks == [1, 2, 1, 2, 0]


@pytest.mark.rule("battles:keyword.toughness", "battles:keyword.cover", "battles:c3.9", "battles:c3.6")
def test_cover_and_toughness_add_up_until_a_unit_comes_out() -> None:
    def ignored(ground: str, tough: int, engaged: list[tuple[int, int, str]]) -> int:
        state = state_of(f"d4 {GUARD} blue", f"e4 {HOST} blue", ground={"d4": ground}, engaged=engaged)
        state.toughness[0] = tough
        return ignored_hits(state, 0)

    assert ignored("plains", 0, []) == 0
    assert ignored("building", 0, []) == 1
    assert ignored("plains", 1, []) == 1
    assert ignored("building", 1, []) == 2
    assert ignored("building", 2, [(0, 1, "stark")]) == 3
    assert ignored("building", 2, [(0, 1, "lannister")]) == 2


@pytest.mark.rule("battles:keyword.pursue", "battles:keyword.off-balance", "battles:keyword.stalwart")
def test_keywords_are_as_strong_as_the_card_says() -> None:
    state = state_of(f"c4 {RIDERS} blue", f"d4 {DOGS} blue", f"e4 {BOWS} blue", f"f4 {BOWS} blue")
    state.stalwart[3] = True
    assert [strength_of(state, unit, "pursue") for unit in range(4)] == [2, 1, 0, 0]
    assert [strength_of(state, unit, "stalwart") for unit in range(4)] == [0, 0, 0, 1]
    assert [strength_of(state, unit, "off-balance") for unit in range(4)] == [0, 0, 0, 0], "none has moved"
    state.turn = Turn(0)
    state.turn.moved.update((0, 2))
    state.turn.pursue_bonus.update({0: 1, 2: 1})
    state.turn.granted[1] = ["advance"]
    assert [strength_of(state, unit, "off-balance") for unit in range(4)] == [0, 0, 1, 0]
    assert [strength_of(state, unit, "pursue") for unit in range(4)] == [3, 1, 0, 0]
    assert [strength_of(state, unit, "advance") for unit in range(4)] == [0, 1, 0, 0]
    state.toughness[0] = 3
    assert [strength_of(state, 0, name) for name in ("pursue", "stalwart", "toughness")] == [3, 0, 3]
    before = steps_of(state, 0)
    state.turn.bonus_move[0] = 2
    assert steps_of(state, 0) == before + 2
