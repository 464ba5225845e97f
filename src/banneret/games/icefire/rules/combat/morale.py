"""Morale and Panic Tests."""

from __future__ import annotations

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.attacks import TestRolled
from banneret.games.icefire.game import War
from banneret.games.icefire.roll import FACES, Roll
from banneret.games.icefire.rules.combat.rerolls import offer_rerolls
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.ground import is_near, short_range, terrain, tray_of
from banneret.games.icefire.rules.table.sources import has_flag, number_of
from banneret.games.icefire.rules.table.units import is_wall, label, ranks_left, unit_card
from banneret.games.icefire.state import NO_UNIT, NOBODY, Fight, Moment, State, Test
from banneret.kernel.flow import Flow


def morale_test(game: War, unit: int, by: int = NOBODY, *, modifier: int = 0) -> Flow[bool]:
    """Let a unit take a Morale Test caused by a seat's effect; return whether it passed: icefire:morale.1.

    The effect determines the consequences: icefire:morale.3.
    """
    test = Test(unit, "morale", by)
    test.modifier = modifier
    yield from take_test(game, test)
    return test.passed


def panic_test(  # whose, why, and what changes it
    game: War, unit: int, by: int = NOBODY, *, modifier: int = 0, extra_wounds: int = 0, fight: Fight | None = None,
    cause: int = NO_UNIT,
) -> Flow[Test]:  # fmt: skip  # several to a line
    """Let a unit take a Panic Test; if it fails, it suffers the D3 in Wounds: icefire:panic.1, icefire:panic.2.

    `cause` is the unit whose ability requires the test, which destroys what its Wounds destroy.
    """
    test = Test(unit, "panic", by, fight)
    if cause != NO_UNIT:
        test.cause = cause
    test.modifier = modifier
    test.extra_wounds = extra_wounds
    yield from take_test(game, test)
    return test


def take_test(game: War, test: Test) -> Flow[None]:
    """Take a test: dice, re-rolls, result, and the Wounds of a failed Panic Test: icefire:panic.3, icefire:morale.1.

    What responds to a failed test concerns the unit as it was then, even if they destroy it: icefire:ruling.144.
    """
    state = game.state
    unit, seat = test.unit, state.seat[test.unit]
    if not state.health[unit]:
        return
    if is_wall(state, unit):  # icefire:castle-wall.5
        test.passed = True
        return
    target = test.fight.attacker if test.fight is not None else NO_UNIT
    yield from happen(game, Moment("test-dice", seat, unit=unit, target=target, test=test, fight=test.fight))
    if test.settled is None and state.health[unit]:
        yield from _roll(game, test)
    yield from happen(game, Moment("test-rolled", seat, unit=unit, target=target, test=test, fight=test.fight))
    if not state.health[unit]:  # icefire:ruling.138
        return
    _take_dice(test)
    modifier = morale_modifier(state, test)
    test.passed = passes(state, test, modifier) if test.settled is None else test.settled
    game.emit(
        TestRolled(
            unit=label(state, unit),
            kind=test.kind,
            dice=(*test.dice, *((test.d3,) if test.d3 else ())),
            modifier=modifier,
            needed=unit_card(state, unit).morale,
            passed=test.passed,
        )
    )
    for follow in [] if test.passed else test.failing:
        yield from follow(game, test)
    if not test.passed:
        ranks = ranks_left(state, unit)
        note_surroundings(state, test)
        test.wounds = yield from suffer(game, unit, failure_wounds(state, test), test.by, test.cause)
        if test.fight is not None and unit == test.fight.defender:
            test.fight.ranks_destroyed += ranks - ranks_left(state, unit)
    for follow in test.after:
        yield from follow(game, test)
    if test.kind == "panic" and not test.passed and state.health[unit]:
        yield from mode_of(state).panicked(game, unit)
    event = "test-passed" if test.passed else "test-failed"
    yield from happen(game, Moment(event, seat, unit=unit, target=target, test=test, fight=test.fight))


def note_surroundings(state: State, test: Test) -> None:
    """Note what concerns a unit that has failed a test, before its Wounds may destroy it: icefire:ruling.144."""
    test.held, test.tray = enemies_of(state, test.unit), tray_of(state, test.unit)
    test.influences = [ncu for ncu, on in enumerate(state.influence) if on == test.unit]


def failure_wounds(state: State, test: Test) -> int:
    """Return the Wounds of a failed test, with everything that modifies the D3: icefire:panic.2, icefire:ruling.41."""
    unit = test.unit
    wounds = max(0, test.extra_wounds + (test.d3 + number_of(state, "panic-wounds", unit) if test.d3 else 0))
    if test.kind == "panic" and has_flag(state, unit, "panic-at-most-2"):
        return min(2, wounds)
    return wounds


def _roll(game: War, test: Test) -> Flow[None]:
    """Roll two dice, and the D3 of a Panic Test, with re-rolls: icefire:panic.4, icefire:ruling.36."""
    dice = [game.chance.pick(6) + 1, game.chance.pick(6) + 1]
    panic = test.kind == "panic"
    if panic:
        dice.append(game.chance.pick(3) + 1)
    roll = Roll(dice, 2 if panic else -1)
    free = dict.fromkeys(test.rerolls, FACES)
    test.roll = roll
    yield from offer_rerolls(game, roll, test.unit, "panicked", free, "test", "icefire:reroll.1", test)
    _take_dice(test)


def _take_dice(test: Test) -> None:
    """Read the dice, which an effect may have re-rolled."""
    if test.roll is not None:
        test.dice = test.roll.dice[:2]
        test.d3 = test.roll.dice[2] if test.kind == "panic" else 0


def morale_modifier(state: State, test: Test) -> int:
    """Return the modifier of the dice total: from effects, abilities and terrain."""
    return test.modifier + number_of(state, "morale", test.unit) + terrain_modifier(state, test.unit)


def terrain_modifier(state: State, unit: int) -> int:
    """Return the modifier of tests from terrain in Short Range: icefire:keyword.horrific, icefire:keyword.inspiring.

    Several pieces with the same keyword are not cumulative: icefire:stacking.1.
    """
    near = {
        keyword
        for _, piece, placed in terrain(state)
        for keyword in piece.keywords
        if keyword in ("horrific", "inspiring") and is_near(state, unit, placed, short_range(state))
    }
    return ("inspiring" in near) - ("horrific" in near)


def passes(state: State, test: Test, modifier: int) -> bool:
    """Return whether the dice pass: icefire:morale.2, icefire:card.2.

    Two sixes always pass and two ones never do, according to the final dice: icefire:morale.4, icefire:morale.5,
    icefire:ruling.37, icefire:modifier.1. The total never falls below 0: icefire:modifier.2.
    """
    if state.law.morale_doubles:
        if test.dice == [6, 6]:
            return True
        if test.dice == [1, 1]:
            return False
    return max(0, sum(test.dice) + modifier) >= unit_card(state, test.unit).morale
