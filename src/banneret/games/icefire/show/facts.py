"""Facts about an attack or a charge before it is declared: dice, needed rolls and average results."""

from __future__ import annotations

from typing import Any

from banneret.games.icefire.actions import Charge, ChooseUnit, Pivot, TakeAction
from banneret.games.icefire.odds.attack import prospect
from banneret.games.icefire.odds.charge import headings, least_roll
from banneret.games.icefire.rules.actions.charge import ChargePivotSpace
from banneret.games.icefire.rules.actions.ranged import targets_from
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.table.answers import state_of, unit_asked
from banneret.games.icefire.rules.table.choosers import UnitChooser
from banneret.games.icefire.rules.table.engagement import foes_of, side_of
from banneret.games.icefire.rules.table.ground import in_inches, pose_of, tray_of
from banneret.games.icefire.rules.table.sight import ARC_NAMES, arcs
from banneret.games.icefire.rules.table.units import label, unit_of
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.plane import Pose, Side, distance
from banneret.text.message import Message, msg


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
    poses = [pose] if pose is not None else headings(state, unit, target)
    rolls = [roll for one in poses if (roll := least_roll(state, unit, target, one)) is not None]
    if not rolls:
        return ()
    side = arcs(state, target, unit)[0]
    away = in_inches(int(distance(tray_of(state, unit), tray_of(state, target))))
    needed = msg("fact.charge", unit=label(state, target), distance=away, roll=min(rolls), percent=_percent(min(rolls)))
    return (needed, *_attack(state, unit, target, "melee", side, charge=True))


def _percent(roll: int) -> int:
    return round(100 * (7 - roll) / 6)


def _attack(
    state: State, unit: int, target: int, kind: str, side: Side, *, charge: bool = False
) -> tuple[Message, ...]:
    found = prospect(state, unit, target, kind, side, charge=charge)
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
    falls = found.wounds[found.left]
    if falls:
        lines.append(msg("fact.falls", unit=label(state, target), percent=f"{100 * float(falls):.1f}"))
    return tuple(lines)
