"""Workload of the soak test: random matches, and positions for effects that are rare in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, get_args
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from banneret.games.runewars.army.lists import ArmyList, FieldedUnit, check_list
from banneret.games.runewars.army.random_lists import random_list
from banneret.games.runewars.content.components import FACTIONS, Action, Bane, Faction, components
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.position import encode
from banneret.games.runewars.settings import Settings
from banneret.games.runewars.setup import add_armies, distribute_units, new_state
from banneret.games.runewars.state import cells_of
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import check_match, check_record
from tests.games.runewars.effects import Counting
from tests.games.runewars.playing import fierce
from tests.soaking import Figures

WHOLE: Final = 2_000
MOST: Final = 3000
"""Maximum number of answers in a match, which usually takes about 300."""
LOCKED: Final = 10
"""One match in this many is played with all checks of the kernel."""
RECORDED: Final = 20
CHUNK: Final = 20
CHECKS: Final = {
    "options": 12, "clone": 40, "undo": 40, "restart": 40, "audit": 2, "redeal": 20, "imagine": 20, "twins": 20,
}  # fmt: skip  # several to a line
SIZES: Final = ("skirmish", "standard")


def soak_matches(seeds: Sequence[int]) -> Figures:
    """Play matches to the end, alternately with aggressive answers and with answers drawn from their whole space."""
    counting, answers = Counting(), 0
    with counting.entered():
        for seed in seeds:
            options = {"size": SIZES[seed // LOCKED % 2]}
            try:
                if seed % LOCKED == LOCKED - 1:
                    check_match("runewars", 2, seed, options, checks=CHECKS)
                    continue
                match: Match[MatchState] = new_match("runewars", seats=2, seed=seed, options=options)
                answers += play_on(match, seed, counting, fiercely=seed % 2 == 0)
                assert match.outcome is not None, "it is not over"
                assert sorted(seat for place in match.outcome.places for seat in place) == [0, 1]
                if seed % RECORDED == 0:
                    check_record(match)
            except Exception as error:
                error.add_note(f"in the soak: seed {seed}, {options}")
                raise
    return Figures(len(seeds), answers, counting.counts)


def play_on(
    match: Match[MatchState],
    seed: int,
    counting: Counting,
    *,
    fiercely: bool,
    seeking: bool = False,
    most: int = MOST,
    rounds: int = 8,
) -> int:
    """Answer at random up to the end of a round, checking every invariant. Return the number of answers.

    With `seeking`, half of the dials are set to the rarest settings so far.
    """
    stream = Stream(derive_key("soak", seed))
    counting.begin(match)
    while match.asking and match.state.round <= rounds:
        seat, ask = next(iter(match.asking.items()))
        if seeking and ask.kind == "dials" and stream.below(2):
            match.play(seat, counting.rarest(match, ask, stream))
        else:
            match.play(seat, fierce(match, ask, stream) if fiercely else ask.chooser.draw(ask.options, stream))
        wrong = match.rulebook.audit(match.state)
        assert not wrong, f"{match.label}, after {len(match.answers)} answers: {wrong}"
        assert len(match.answers) < most, f"{match.label}: it does not end"
    counting.look(match)
    return len(match.answers)


# Positions -----------------------------------------------------------------------------------------------------------


def subjects() -> list[str]:
    """Return the units and upgrades that have positions: all that can be fielded."""
    found = components()
    upgrades = [card.id for card in found.upgrades.values() if not card.gap and card.unplayed is None]
    return [*(unit.id for unit in found.fielded()), *upgrades]


NEAR: Final = (5200, 9700)
"""Vertical positions of the units of both sides that are a charge apart."""
MEETING: Final = "apart", "met", "flanked", "undeployed"
"""Placements of both sides: a charge apart, front to front, two against one, or not deployed yet."""
MORE: Final = {"flank-fire": ("aside",) * 4, "avenger-of-latariana": ("waiting",) * 4}
"""Cards with special placements: an enemy visible from a side edge, or front to front with a late initiative."""
ASIDE: Final = 2500


def position(id: str, turn: int) -> Match[MatchState]:
    """Return a match with a unit, possibly upgraded, in front of enemies, in varying placements."""
    stream = Stream(derive_key("position", id, turn))
    meeting = (*MEETING, *MORE.get(id, ()))
    how = meeting[turn % len(meeting)]
    own = _army_with(id, stream, shooting=how == "aside")
    enemy: Faction = stream.choice(FACTIONS)
    armies = [own, random_list(stream.below(1 << 30), enemy, 100)]
    state = new_state(Settings(), derive_key("position of", id, turn))
    add_armies(state, armies)
    distribute_units(state)
    objectives = sorted(tabletop().objectives)
    state.offered, state.objective = [], objectives[turn % len(objectives)]
    state.deployment = stream.choice(sorted(tabletop().deployments))
    state.first = state.turn = state.red = state.deployer = 0
    state.mana = [stream.below(2) for _ in state.mana]
    state.marked = [len(own.units), 0]
    state.step, state.poses = "round", _poses(state, how)
    if how == "undeployed":
        state.step = "tokens"
    else:
        _wear(state, stream)
    if how in ("aside", "waiting"):
        _turn_dials(state, stream, how)
    return from_position("runewars", encode(state))


def _poses(state: MatchState, how: str) -> list[tuple[int, int, int] | None]:
    """Return both armies in rows, with the first units facing each other."""
    if how == "undeployed":
        return [None] * len(state.seat)
    poses: list[tuple[int, int, int] | None] = []
    first = state.seat.index(1)
    for unit, side in enumerate(state.seat):
        x, y, heading = 3000 + 4600 * (unit - side * first), NEAR[side], side * 18000
        if side and how not in ("apart", "aside"):  # front to front
            y = NEAR[0] + (_size(state, min(unit - first, first - 1))[1] + _size(state, unit)[1]) // 2
        poses.append((x, y, heading))
    if how == "aside":  # to the right of the first unit, nobody between
        x = 3000 + ASIDE + (_size(state, 0)[0] + _size(state, first)[0]) // 2
        poses[1:first] = [None if pose is None else (*pose[:1], 2000, 0) for pose in poses[1:first]]
        poses[first] = (x, NEAR[0], 18000)
    if how == "flanked" and first > 1:  # the second unit at the right edge, as seen from below, of the first enemy
        wide, (width, depth) = _size(state, first)[0], _size(state, 1)
        x, y = 3000 + (wide + depth) // 2, NEAR[0] + (_size(state, 0)[1] + width) // 2
        poses[1] = (x, y, 9000)
        poses[first + 1 :] = [None if pose is None else (pose[0] + 4600, *pose[1:]) for pose in poses[first + 1 :]]
    return poses


def _size(state: MatchState, unit: int) -> tuple[int, int]:
    """Return width and depth of a unit in thousandths of a tray."""
    cells = cells_of(state, unit)
    files, ranks = (max(one) + 1 for one in zip(*cells, strict=True))
    return files * TRAY, ranks * TRAY


def _wear(state: MatchState, stream: Stream) -> None:
    """Wound figures and put banes and boons on units, so that effects that require them occur."""
    banes: tuple[Bane, ...] = get_args(Bane)
    found = components()
    for unit, card in enumerate(state.unit):
        state.banes[unit] = sorted(stream.choice(banes) for _ in range(stream.below(3)))
        state.inspiration[unit], state.vitality[unit] = stream.below(3), stream.below(2)
        worn = stream.below(2) * (found.units[card].wounds - 1)
        state.figures[unit] = [
            (column, row, wounds if id else worn, id) for column, row, wounds, id in state.figures[unit]
        ]


def _turn_dials(state: MatchState, stream: Stream, how: str) -> None:
    """Set all dials: the first unit shoots, or it acts last and the enemies strike first."""
    state.step = "ordered"
    for unit, side in enumerate(state.seat):
        card = components().units[state.unit[unit]]
        sectors = range(len(card.actions))
        wanted: Action = "ranged-attack" if how == "aside" and unit == 0 else "melee-attack"
        found = [number for number in sectors if card.actions[number].action == wanted]
        if how == "waiting" and not side:
            found = [max(sectors, key=lambda number: card.actions[number].initiative or 0)]
        state.dials[unit] = (stream.choice(found or sectors), stream.below(len(card.modifiers)))


def _army_with(id: str, stream: Stream, *, shooting: bool = False) -> ArmyList:
    """A unit with a card, in any formation that can have it, and another unit of its faction; or one that shoots."""
    found = components()
    if id in found.units:
        fielded = [FieldedUnit(unit=id, formation=row.formation) for row in found.units[id].rows]
    else:
        fielded = [
            FieldedUnit(unit=unit.id, formation=row.formation, upgrades=(id,))
            for unit in found.fielded()
            for row in unit.rows
            if not shooting or any(profile.kind == "ranged" for profile in unit.attacks)
        ]
    stream.shuffle(fielded)
    factions = list(FACTIONS)
    stream.shuffle(factions)
    for faction in factions:
        for one in fielded:
            army = ArmyList(faction=faction, points=200, units=(one,))
            if not check_list(army):
                return _with_more(army, stream)
    raise AssertionError(f"nobody can have {id}")


def _with_more(army: ArmyList, stream: Stream) -> ArmyList:
    found = components()
    others = [FieldedUnit(unit=unit.id, formation=row.formation) for unit in found.fielded() for row in unit.rows]
    stream.shuffle(others)
    for other in others:
        if not check_list(more := replace(army, units=(*army.units, other))):
            return more
    return army


def soak_position(id: str, times: int) -> Figures:
    """Play the positions of a card for three rounds each."""
    counting, answers = Counting(), 0
    with counting.entered():
        for turn in range(times):
            try:
                answers += play_on(position(id, turn), turn, counting, fiercely=turn % 8 != 3, seeking=True, rounds=3)
            except Exception as error:
                error.add_note(f"in the soak: position {turn} of {id}")
                raise
    return Figures(0, answers, counting.counts)


class CountingTests:
    """A plugin of pytest that counts what changes the state in the tests of cards."""

    def __init__(self) -> None:
        self.counting = Counting()
        self.tests = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Watch every handler and event while a test runs."""
        self.tests += 1
        with self.counting.entered(), patch.object(Game, "emit", self.counting.heard(Game.emit)):
            yield


def soak_card_tests() -> Figures:
    """Run the tests of cards and setup, which contain the rarest effects. Raises AssertionError if one fails."""
    plugin = CountingTests()
    here = Path(__file__).parent
    tests = sorted(map(str, [*here.glob("test_runewars_[am]*.py"), here / "test_runewars_setup.py"]))
    code = pytest.main(["-q", "-n0", "--no-cov", "-p", "no:cacheprovider", "-m", "not soak", *tests], plugins=[plugin])
    assert code == 0, f"the tests of cards fail: {code}"
    return Figures(0, plugin.tests, plugin.counting.counts)
