"""Exact average results of an attack or a charge before it is declared, computed from the rules' own numbers.

Includes the dice, automatic modifiers of the attack, the arc, and a charge's re-roll. Excludes what players may still
do (Orders, Tactics cards, paid re-rolls) and the Panic Test.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

from banneret.dice import Distribution, certain, successes, total, uniform
from banneret.games.icefire.actions import Charge, ChooseUnit, Pivot, TakeAction
from banneret.games.icefire.content.components import Attack
from banneret.games.icefire.rules.actions.charge import ChargePivotSpace
from banneret.games.icefire.rules.actions.charge_headings import contact_at
from banneret.games.icefire.rules.actions.ranged import targets_from
from banneret.games.icefire.rules.combat.attack import (
    attack_of,
    count_blocked,
    count_hits,
    defense_modifier,
    dice_of,
    has_charge_bonus,
    hits_on,
)
from banneret.games.icefire.rules.table.answers import state_of, unit_asked
from banneret.games.icefire.rules.table.choosers import UnitChooser
from banneret.games.icefire.rules.table.engagement import foes_of, side_of
from banneret.games.icefire.rules.table.ground import INCH, in_inches, pose_of, tray_of
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.rules.table.sight import ARC_NAMES, arcs
from banneret.games.icefire.rules.table.sources import number_of, shape_fight
from banneret.games.icefire.rules.table.units import is_wall, label, unit_card, unit_of
from banneret.games.icefire.state import NO_UNIT, Fight, State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.plane import Pose, Side, distance
from banneret.text.message import Message, msg

FACES: Final = range(1, 7)


class Prospect(NamedTuple):
    """Expected attack result: its dice, the rolls that hit and block, and the distribution of Wounds."""

    dice: int
    hits_on: int
    saves_on: int
    wounds: Distribution[int]

    @property
    def expected(self) -> Fraction:
        """The average number of Wounds."""
        return self.wounds.mean(lambda number: number)


def prospect(state: State, unit: int, target: int, kind: str, side: Side, *, charge: bool = False) -> Prospect | None:
    """Return the expected result of an attack on one side of its target; None if the unit has no such attack."""
    weapon = attack_of(state, unit, kind)
    if weapon is None:
        return None
    seen = state.copy()
    fight = Fight(unit, target, weapon.kind, charge=charge)
    fight.arc = int(side)
    shape_fight(seen, fight)
    modifier = fight.hit_modifier + number_of(seen, "hit", unit)
    dice = dice_of(seen, fight, weapon)
    defense = defense_modifier(seen, fight)
    saves = unit_card(seen, target).defense
    again = has_charge_bonus(fight) or any(what == "attack" and seat == seen.seat[unit] for seat, what in fight.rerolls)
    blocked = Fraction(sum(count_blocked([face], saves, defense) for face in FACES), 6)
    if fight.no_defense:
        blocked = Fraction(0)
    die = _die(fight, weapon, modifier, blocked, again=again)
    more = successes(fight.extra_hits, 1 - blocked)
    left = seen.health[target]
    wounds = total([certain(fight.extra_wounds), *[die] * dice, more]).map(lambda number: min(left, number))
    return Prospect(dice, _within(hits_on(weapon, modifier)), _within(saves - defense), wounds)


def _within(roll: int) -> int:
    return min(6, max(2, roll))


def _die(fight: Fight, weapon: Attack, modifier: int, blocked: Fraction, *, again: bool) -> Distribution[int]:
    """Return the Wounds from one attack die, including the re-roll of a miss if one is allowed."""
    first = {face: _of_face(face, fight, weapon, modifier, blocked) for face in FACES}
    average = uniform(FACES).then(first.__getitem__)
    if not again:
        return average
    return uniform(FACES).then(lambda face: first[face] if count_hits([face], weapon, modifier) else average)


def _of_face(face: int, fight: Fight, weapon: Attack, modifier: int, blocked: Fraction) -> Distribution[int]:
    """Return the Wounds from one face.

    A 6 hits twice with Critical Blow; with Precision one of its Hits cannot be blocked.
    """
    hits = count_hits([face], weapon, modifier)
    if face == 6 and "critical-blow" in fight.keywords:
        hits += 1
    sure = 0
    if face == 6 and "precision" in fight.keywords:
        hits, sure = hits - 1, 1
    return successes(hits, 1 - blocked).map(lambda wounds: sure + wounds)


def least_roll(state: State, unit: int, target: int, pose: Pose) -> int | None:
    """Return the lowest roll with which a charge straight ahead makes contact, or None if even a 6 is too low."""
    for roll in FACES:
        if contact_at(state, unit, target, pose, speed_of(state, unit) + roll * INCH) is not None:
            return roll
    return None


# Facts about an action -------------------------------------------------------------------------------------------


def facts(ask: Ask, action: Action) -> tuple[Message, ...]:
    """Return facts about the charge or attack that an action declares: the average results."""
    state, unit = state_of(ask), unit_asked(ask)
    if state is None:
        return ()
    match action:
        case Charge(name):
            return _charge(state, unit, unit_of(state, name), None)
        case Pivot() if isinstance(ask.chooser, ChargePivotSpace):
            pose = pose_of(state, unit).facing(action.heading)
            return _charge(state, unit, ask.chooser.target, pose)
        case TakeAction("melee"):
            facts_by_foe = [
                _attack(state, unit, one, "melee", side_of(state, one, unit)) for one in foes_of(state, unit)
            ]
            return tuple(line for lines in facts_by_foe for line in lines)
        case TakeAction("ranged"):
            weapon = attack_of(state, unit, "ranged")
            targets = targets_from(state, unit, weapon, pose_of(state, unit)) if weapon is not None else []
            facts_by_foe = [_attack(state, unit, one, "ranged", arcs(state, one, unit)[0]) for one in targets]
            return tuple(line for lines in facts_by_foe for line in lines)
        case ChooseUnit(name):
            return _target(state, ask, unit_of(state, name))
    return ()


def _target(state: State, ask: Ask, target: int) -> tuple[Message, ...]:
    """Return the average results against the target to be chosen, for the unit that strikes, active or not."""
    chooser = ask.chooser
    if not isinstance(chooser, UnitChooser) or chooser.striker == NO_UNIT:
        return ()
    unit = chooser.striker
    if chooser.what == "fight":
        return _attack(state, unit, target, "melee", side_of(state, target, unit))
    return _attack(state, unit, target, "ranged", arcs(state, target, unit)[0])


def _charge(state: State, unit: int, target: int, pose: Pose | None) -> tuple[Message, ...]:
    """Return the roll that a charge needs from a pose (or the best suggested one) and its attack's average results."""
    poses = [pose] if pose is not None else [
        pose_of(state, unit).facing(turn.heading) for turn in ChargePivotSpace(state, unit, target).suggest()
    ]  # fmt: skip  # several to a line
    rolls = [roll for one in poses if (roll := least_roll(state, unit, target, one)) is not None]
    side = arcs(state, target, unit)[0]
    away = in_inches(int(distance(tray_of(state, unit), tray_of(state, target))))
    if not rolls:
        return ()
    needed = msg("fact.charge", unit=label(state, target), distance=away, roll=min(rolls), percent=_percent(min(rolls)))
    return (needed, *_attack(state, unit, target, "melee", side, charge=True))


def _percent(roll: int) -> int:
    return round(100 * (7 - roll) / 6)


def _attack(
    state: State, unit: int, target: int, kind: str, side: Side, *, charge: bool = False
) -> tuple[Message, ...]:
    found = None if is_wall(state, target) else prospect(state, unit, target, kind, side, charge=charge)
    if found is None:
        return ()
    fields: dict[str, Any] = {
        "unit": label(state, target),
        "arc": ARC_NAMES[side],
        "dice": found.dice,
        "hit": found.hits_on,
        "save": found.saves_on,
    }
    lines = [
        msg("fact.dice", **fields),
        msg("fact.wounds", unit=label(state, target), wounds=f"{float(found.expected):.2f}"),
    ]
    falls = found.wounds[state.health[target]]
    if falls:
        lines.append(msg("fact.falls", unit=label(state, target), percent=f"{100 * float(falls):.1f}"))
    return tuple(lines)
