"""Odds of attacks, charges and Panic Tests, in a match or in a hypothetical case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from banneret.dice import Distribution
from banneret.games.icefire.actions import Charge, ChooseUnit, Pivot, TakeAction
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.odds.attack import Prospect, Result, prospect
from banneret.games.icefire.odds.charge import Charged, charged, headings
from banneret.games.icefire.odds.constructed import ATTACKER, DEFENDER, constructed
from banneret.games.icefire.odds.omissions import omissions
from banneret.games.icefire.odds.panic import panic_wounds
from banneret.games.icefire.rules.actions.charge import ChargePivotSpace
from banneret.games.icefire.rules.actions.ranged import targets_from
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.table.answers import state_of, unit_asked
from banneret.games.icefire.rules.table.choosers import UnitChooser
from banneret.games.icefire.rules.table.conditions import CONDITIONS
from banneret.games.icefire.rules.table.engagement import foes_of, side_of
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.rules.table.sight import ARC_NAMES, arcs
from banneret.games.icefire.rules.table.units import is_wall, label, unit_of
from banneret.games.icefire.state import NO_UNIT, NOBODY, Fight, State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.odds import CaseError, Chance, Field, Odds, OddsSource, spread_of
from banneret.plane import Side
from banneret.text.message import Message, msg

KINDS = ("melee", "charge", "ranged", "panic")
NO_YES = ("no", "yes")
SIDES = ("front", "flank", "rear")


class IcefireOdds(OddsSource[State]):
    """Computes the odds of one edition."""

    kinds = frozenset(("action", "pivot", "unit"))
    units = (ATTACKER, DEFENDER)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def of(self, state: State, ask: Ask, action: Action) -> tuple[Odds, ...]:
        there = state_of(ask)
        return () if there is None else tuple(_of(there, ask, action))

    def fields(self) -> tuple[Field, ...]:
        units = components(self.edition).units
        armed = tuple(id for id, card in units.items() if card.attacks)
        most = max(full_health(card) for card in units.values())
        return (
            Field(id=ATTACKER, label=msg("odds.field.attacker"), choices=armed, initial=armed[0], side=ATTACKER),
            Field(
                id=DEFENDER,
                label=msg("odds.field.defender"),
                choices=tuple(units),
                initial=next(iter(units)),
                side=DEFENDER,
            ),
            Field(id="kind", label=msg("odds.field.kind"), choices=KINDS, initial="melee"),
            Field(id="side", label=msg("odds.field.side"), choices=SIDES, initial="front"),
            *(
                Field(
                    id=one,
                    label=msg(f"odds.field.{one}"),
                    choices=NO_YES,
                    initial="no",
                    side=ATTACKER if one == "weakened" else DEFENDER,
                )
                for one in reversed(CONDITIONS)
            ),
            Field(id="attacking", label=msg("odds.field.attacking"), least=0, most=most, initial="0", side=ATTACKER),
            Field(id="defending", label=msg("odds.field.defending"), least=0, most=most, initial="0", side=DEFENDER),
        )

    def case(self, given: Mapping[str, str]) -> Odds:
        state, side = constructed(self.edition, given)
        kind = given["kind"]
        names = {"attacker": given[ATTACKER], "defender": given[DEFENDER], "side": given["side"]}
        if kind == "panic":
            tested = panic_wounds(state, 1, 0)
            results = tested.map(lambda one: Result(0, one.wounds, one.failed))
            return _odds(
                msg("odds.title.panic", unit=given[DEFENDER]), results, state.health[1], (msg("odds.omits.responses"),)
            )
        attack = "ranged" if kind == "ranged" else "melee"
        found = prospect(state, 0, 1, attack, side, charge=kind == "charge")
        if found is None:
            raise CaseError(f"{ATTACKER}: {given[ATTACKER]} has no {attack} attack")
        fight = _fight(state, 0, 1, attack, side, charge=kind == "charge")
        left_out = omissions(state, fight, cards=True)
        return _odds(msg(f"odds.title.{kind}", **names), found.results, found.left, left_out, found)


def _of(state: State, ask: Ask, action: Action) -> Iterator[Odds]:
    unit = unit_asked(ask)
    match action:
        case Charge(name):
            yield from _charge(state, unit, unit_of(state, name), None)
        case Pivot() if isinstance(ask.chooser, ChargePivotSpace):
            yield from _charge(state, unit, ask.chooser.target, action.heading)
        case TakeAction("melee"):
            for foe in foes_of(state, unit):
                yield from _attack(state, unit, foe, "melee", side_of(state, foe, unit))
        case TakeAction("ranged"):
            weapon = attack_of(state, unit, "ranged")
            for foe in targets_from(state, unit, weapon, pose_of(state, unit)) if weapon is not None else ():
                yield from _shot(state, unit, foe)
        case ChooseUnit(name) if isinstance(ask.chooser, UnitChooser) and ask.chooser.striker != NO_UNIT:
            striker, target = ask.chooser.striker, unit_of(state, name)
            if ask.chooser.what == "fight":
                yield from _attack(state, striker, target, "melee", side_of(state, target, striker))
            else:
                yield from _shot(state, striker, target)


def _shot(state: State, unit: int, target: int) -> Iterator[Odds]:
    """Yield the odds of a ranged attack, on the arc with the most Wounds if there is a choice: icefire:ruling.4."""
    found = [one for side in arcs(state, target, unit) for one in _attack(state, unit, target, "ranged", side)]
    if found:
        yield max(found, key=lambda one: one.spreads[0].mean)


def _attack(state: State, unit: int, target: int, kind: str, side: Side) -> Iterator[Odds]:
    found = prospect(state, unit, target, kind, side)
    if found is not None:
        title = msg(
            f"odds.title.{kind}", attacker=label(state, unit), defender=label(state, target), side=ARC_NAMES[side]
        )
        fight = _fight(state, unit, target, kind, side)
        yield _odds(title, found.results, found.left, omissions(state, fight), found)


def _charge(state: State, unit: int, target: int, heading: int | None) -> Iterator[Odds]:
    """Yield the odds of a charge at a heading, or, without one, at the suggested heading with the most Wounds."""
    if is_wall(state, target):
        return
    poses = headings(state, unit, target) if heading is None else [pose_of(state, unit).facing(heading)]
    found = [one for pose in poses if (one := charged(state, unit, target, pose)) is not None]
    if not found:
        return
    best = max(found, key=_mean)
    fight = _fight(state, unit, target, "melee", best.side, charge=True)
    title = msg(
        "odds.title.charge", attacker=label(state, unit), defender=label(state, target), side=ARC_NAMES[best.side]
    )
    contact = Chance(msg("odds.chance.contact", roll=best.roll), float(best.contact))
    failed = panic_wounds(state, unit, NOBODY).chance(lambda one: one.failed) * (1 - best.contact)
    shaken = (Chance(msg("odds.chance.own-panic"), float(failed)),) if best.contact < 1 else ()
    left_out = (*omissions(state, fight), msg("odds.omits.charge"))
    yield _odds(title, best.results, best.attack.left, left_out, best.attack, (contact, *shaken))


def _mean(one: Charged) -> Fraction:
    return one.results.mean(lambda result: result.wounds + result.panic)


def _fight(state: State, unit: int, target: int, kind: str, side: Side, *, charge: bool = False) -> Fight:
    weapon = attack_of(state, unit, kind)
    fight = Fight(unit, target, kind if weapon is None else weapon.kind, charge=charge)
    fight.arc = int(side)
    return fight


def _odds(
    title: Message,
    results: Distribution[Result],
    left: int,
    left_out: tuple[Message, ...],
    attack: Prospect | None = None,
    before: tuple[Chance, ...] = (),
) -> Odds:
    failed = results.chance(lambda one: one.failed)
    wounds = results.map(lambda one: one.wounds + one.panic)
    counted = () if attack is None else (msg("odds.omits.tokens"),)
    return Odds(
        title=title,
        spreads=(spread_of(msg("odds.wounds"), wounds),),
        chances=(*before, Chance(msg("odds.chance.panic"), float(failed))),
        destroys=float(wounds.chance(lambda number: number >= left)),
        leaves_out=(*left_out, *counted),
    )
