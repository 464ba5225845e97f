"""Suggested and drawn moves: exactly the legal ones among those examined, wherever quick checks decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from banneret.games.icefire.actions import Maneuver, March, Place, Withdraw
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.rules.movement import retreat
from banneret.games.icefire.rules.movement.contacts import PartSpace
from banneret.games.icefire.rules.movement.reserve import EdgeSpace
from banneret.games.icefire.rules.movement.retreat import RetreatSpace, withdraw_fault
from banneret.games.icefire.rules.table import move_spaces
from banneret.games.icefire.rules.table.ground import pose_of, tray_at, tray_of
from banneret.games.icefire.rules.table.move_spaces import (
    ManeuverSpace,
    MarchSpace,
    aims_of,
    facing_of_interest,
    headings_of_interest,
    lengths,
)
from banneret.games.icefire.rules.table.paths import walk_fault, wall_fault
from banneret.games.icefire.rules.table.room import farthest_way
from banneret.games.icefire.state import State
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GREYWIND, OUTRIDERS, SWORDS, laid
from tests.games.icefire.siege_scene import AT_WALL, AWAY, FACE, HOME, besieged

rule = pytest.mark.rule


# Maneuvers and marches ------------------------------------------------------------------------------------------------


def scattered(number: int, edition: Edition) -> State:
    """Return a table on which friends, enemies and terrain are close to a unit, at random."""
    stream = Stream(derive_key("scattered", number))

    def line(player: str, card: str) -> str:
        return f"{player} {card} {12 + stream.below(25)} {12 + stream.below(25)} {stream.below(360)}"

    units = [line("ab"[one % 2], (CROSSBOWMEN, BERSERKERS)[one % 2]) for one in range(4)]
    terrain = [
        f"{kind} {10 + stream.below(29)} {10 + stream.below(29)} {stream.below(360)}" for kind in ("bog", "palisade")
    ]
    edge = f"{3 + stream.below(3)}" if number % 3 == 0 else "24"
    return laid(f"a {SWORDS} {edge} 24 {stream.below(360)}", *units, terrain=terrain, edition=edition)


def legal_maneuvers(state: State, limit: int) -> list[Maneuver]:
    """Return what is suggested, each maneuver examined by the rules themselves."""
    at, aims = pose_of(state, 0), aims_of(state, 0)
    found = [Maneuver(at.heading, 0, at.heading)]
    for heading in headings_of_interest(aims, at):
        for length in lengths(limit):
            end = at.facing(heading).moved(length)
            facings = dict.fromkeys((heading, facing_of_interest(aims, end.x, end.y, heading)))
            moves = [Maneuver(heading, length, facing) for facing in facings]
            legal = [one for one in moves if ManeuverSpace(state, 0, limit).refusal(one) is None]
            if legal:
                found += [one for one in legal if one not in found]
                break
    return found


def legal_marches(state: State, limit: int) -> list[March]:
    """Return what is suggested, each march examined by the rules themselves."""
    at, aims = pose_of(state, 0), aims_of(state, 0)
    found = {March(0, at.heading): None}
    for length in (*lengths(limit), 0):
        for facing in headings_of_interest(aims, at.moved(length)):
            if MarchSpace(state, 0, limit).refusal(march := March(length, facing)) is None:
                found[march] = None
    return list(found)


@rule("icefire:maneuver.2", "icefire:maneuver.3", "icefire:march.2", "icefire:march.3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_farthest_legal_moves_in_each_direction_are_suggested(edition: Edition) -> None:
    blocked = 0
    for number in range(12):
        state = scattered(number, edition)
        for limit in (5000, 10_000):
            assert ManeuverSpace(state, 0, limit).suggest() == legal_maneuvers(state, limit), number
            marches = legal_marches(state, limit)
            assert MarchSpace(state, 0, limit).suggest() == marches, number
            blocked += all(one.distance < limit for one in marches)
    assert 4 < blocked < 24


@pytest.mark.usefixtures("interpreted")
def test_moves_in_the_open_are_suggested_without_measuring_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(*_: object, **__: object) -> None:
        raise AssertionError("a move in the open is measured")

    monkeypatch.setattr(move_spaces, "stride_fault", measured)
    state = laid(
        f"a {SWORDS} 24 12 0", f"b {CROSSBOWMEN} 24 40 180", f"a {CROSSBOWMEN} 40 40 0", terrain=["bog 5 40 0"]
    )
    assert Maneuver(0, 4999, 0) in ManeuverSpace(state, 0, 4999).suggest()
    assert March(9999, 0) in MarchSpace(state, 0, 9999).suggest()


@rule("icefire:keyword.rough", "icefire:maneuver.2")
def test_a_slow_unit_in_rough_terrain_may_still_turn() -> None:
    """It loses an inch as it moves: with half an inch of Speed it moves by nothing."""
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", terrain=["bog 24 20 0"])
    assert walk_fault(state, 0, 0, 0, 9000, 500) is None
    for length, limit in ((1, 500), (1, 1000), (501, 1500)):
        fault = walk_fault(state, 0, 0, length, 0, limit)
        assert fault is not None
        assert fault.rule == "icefire:card.1"
    assert walk_fault(state, 0, 0, 500, 0, 1500) is None


@rule("icefire:ruling.106", "icefire:castle-wall.9")
def test_a_unit_may_end_near_a_castle_wall_that_it_engages_and_near_no_other() -> None:
    state = besieged(AT_WALL, HOME, AWAY)
    ((_, wall, _, _),) = state.contacts
    at = pose_of(state, 0)
    assert wall_fault(state, 0, at, near=[wall]) is None
    for near in ([], [wall - 1]):
        fault = wall_fault(state, 0, at, near=near)
        assert fault is not None
        assert fault.rule == "icefire:ruling.106"
    half = at.moved(500, 18_000)
    assert wall_fault(state, 0, half, near=[wall]) is None
    assert FACE < half.y / 1000


# Retreats -------------------------------------------------------------------------------------------------------------


@rule("icefire:retreat.3", "icefire:keyword.rough", "icefire:ruling.22")
@pytest.mark.parametrize(("bogs", "farthest"), [(0, 6000), (1, 5000), (2, 4000)])
def test_rough_terrain_shortens_a_retreat_by_an_inch_each(bogs: int, farthest: int) -> None:
    terrain = ["bog 24 20 0", "bog 24 18 0"][:bogs]
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180", terrain=terrain)
    assert withdraw_fault(state, 0, Withdraw("back", farthest, 0), 6000) is None
    fault = withdraw_fault(state, 0, Withdraw("back", farthest + 1, 0), 6000)
    assert fault is not None
    assert (fault.rule, fault.reason.id) == ("icefire:retreat.3", "refuse.move.far")


def draws(space: RetreatSpace, number: int) -> Iterator[Withdraw]:
    """Yield retreats drawn at random."""
    stream = Stream(derive_key("drawn"))
    return (space.sample(stream) for _ in range(number))


def test_retreats_are_drawn_evenly_in_distance_and_often_without_a_turn() -> None:
    """The unit is unengaged here, so that any retreat but forward is legal."""
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180")
    drawn = list(draws(RetreatSpace(state, 0, 3), 600))
    distances = Counter(one.distance for one in drawn)
    assert set(distances) == {1, 2, 3}
    assert all(150 < number < 250 for number in distances.values())
    assert set(Counter(one.bearing for one in drawn)) == {"back", "left", "right"}
    assert 250 < sum(one.facing == 0 for one in drawn) < 350


@pytest.mark.usefixtures("interpreted")
def test_the_ways_of_a_retreat_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    ways_out = retreat.ways_out

    def searching(state: State, unit: int, limit: int) -> list[Withdraw]:
        searched.append(unit)
        return ways_out(state, unit, limit)

    monkeypatch.setattr(retreat, "ways_out", searching)
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180")
    space = RetreatSpace(state, 0, 6000)
    assert space.suggest() == space.suggest()
    assert space.refusal(Withdraw("back", 0, 0)) is not None
    assert searched == [0]


# Units from reserve ---------------------------------------------------------------------------------------------------


@rule("icefire:terms.21")
def test_places_from_reserve_are_suggested_along_the_flanks_where_they_are_free() -> None:
    """Each is just off the edge; an enemy near the left flank needs an inch on all sides."""
    state = laid(f"a {OUTRIDERS} 24 10 0", f"b {CROSSBOWMEN} 4 20 180")
    state.pose[0] = None
    space = EdgeSpace(state, 0, own_edge=False)
    places = space.suggest()
    assert [one for one in places if space.refusal(one)] == []
    left = [one for one in places if one.x < 24_000]
    right = [one for one in places if one.x > 24_000]
    deep = int(tray_at(state, 0, Pose(0, 0, 0)).shape.depth) // 2 + 1
    assert {(one.x, one.heading) for one in left} == {(deep, 27_000)}
    assert {(one.x, one.heading) for one in right} == {(48_000 - deep, 9000)}
    assert [one.y for one in right] == list(range(4000, 48_000, 4000))
    assert [one.y for one in left] == [4000, 8000, 12_000, 28_000, 32_000, 36_000, 40_000, 44_000]
    own = EdgeSpace(state, 0, own_edge=True).suggest()
    assert {one.heading for one in own} == {0, 9000, 27_000}


def test_places_from_reserve_are_drawn_as_often_at_either_flank() -> None:
    """A solo is small enough for most places drawn."""
    state = laid(f"a {GREYWIND} 24 10 0", f"b {CROSSBOWMEN} 24 30 180")
    state.pose[0] = None
    space, stream = EdgeSpace(state, 0, own_edge=False), Stream(derive_key("flanks"))
    drawn = [space.sample(stream) for _ in range(300)]
    assert 130 < sum(one.x < 24_000 for one in drawn) < 170


# Other enemies that a charger touches ---------------------------------------------------------------------------------


def beside(x: float, y: float, heading: int, *others: str) -> tuple[State, PartSpace]:
    """Return a charger in the middle, and the space of an enemy that it touches at a pose."""
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {heading}", *others)
    return state, PartSpace(state, 0, 1, tray_of(state, 0))


@rule("icefire:charge.21")
def test_an_enemy_is_moved_to_an_inch_give_or_take_a_fiftieth() -> None:
    state, space = beside(18.85, 24, 90)
    at = pose_of(state, 1)
    legal = {gap: space.refusal(Place(at.x - gap, at.y, at.heading)) is None for gap in (999, 1000, 1020, 1021)}
    assert legal == {999: False, 1000: True, 1020: True, 1021: False}


@rule("icefire:charge.21")
@pytest.mark.parametrize("y", [22.0, 24.0, 26.5])
@pytest.mark.parametrize("gap", [0, 1, 2, 3])
def test_places_for_a_touched_enemy_are_suggested_the_nearest_first(y: float, gap: int) -> None:
    """Straight away it moves by an inch, rounded up."""
    state, space = beside(18.85 - gap / 1000, y, 90)
    at, places = pose_of(state, 1), space.suggest()
    moved = [(one.x - at.x) ** 2 + (one.y - at.y) ** 2 for one in places]
    assert moved == sorted(moved)
    assert places[0] == Place(at.x - 1001 + gap, at.y, at.heading)
    assert len(places) > 5


@rule("icefire:charge.21")
@pytest.mark.parametrize("x", [22.0, 24.0, 26.5])
def test_places_before_a_charger_are_suggested_the_nearest_first(x: float) -> None:
    state, space = beside(x, 28.8, 180)
    at, places = pose_of(state, 1), space.suggest()
    moved = [(one.x - at.x) ** 2 + (one.y - at.y) ** 2 for one in places]
    assert moved == sorted(moved)
    assert places[0] == Place(at.x, at.y + 1001, at.heading)
    assert len(places) > 5


@rule("icefire:charge.21")
def test_a_search_for_a_touched_enemy_treats_both_sides_alike() -> None:
    """The table is symmetric but for the enemy, which touches the front: one place is found on either side."""
    state, space = beside(24, 28.8, 180)
    one, other = space._anywhere(pose_of(state, 1))
    assert (one.x - 24_000, one.y) == (24_000 - other.x, other.y)
    assert one.x != other.x
    assert [space.refusal(place) for place in (one, other)] == [None, None]


@rule("icefire:charge.21", "icefire:ruling.115")
def test_an_enemy_before_a_charger_is_not_moved_behind_it() -> None:
    """There it would be an inch away as well."""
    state, space = beside(24, 28.8, 180)
    at = pose_of(state, 1)
    legal = [space.refusal(Place(24_000, y, at.heading)) is None for y in (28_800 + 1000, 24_000 - 4800 - 1000)]
    assert legal == [True, False]
    state, space = beside(24, 19.2, 180)
    legal = [space.refusal(Place(24_000, y, at.heading)) is None for y in (28_800 + 1000, 24_000 - 4800 - 1000)]
    assert legal == [False, True]


def test_the_farthest_way_is_found_whatever_bars_the_next() -> None:
    for limit in range(24):
        for free in range(limit + 1):
            assert farthest_way(limit, lambda one, free=free: one > free) == free  # type: ignore[misc]  # of this length
