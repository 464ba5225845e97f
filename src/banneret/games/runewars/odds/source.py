"""The odds of Runewars: attacks and charges with their morale tests, in a match or in a constructed case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from banneret.games.runewars.actions import Activate, Move, SpendSurges
from banneret.games.runewars.attack_actions import AddDie, Reroll, Target, UseEdge
from banneret.games.runewars.content.components import ModifierSector, components
from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.effects.surges import SurgeChooser
from banneret.games.runewars.match_state import MatchState, label, unit_of
from banneret.games.runewars.odds.attack import Prospect, after_reroll, after_surges, prospect, with_edge
from banneret.games.runewars.odds.choices import Choices
from banneret.games.runewars.odds.constructed import (
    ATTACKER,
    DEFENDER,
    LARGEST,
    RUNES,
    constructed,
    formations,
    pools,
)
from banneret.games.runewars.odds.morale import chance_of, fitting
from banneret.games.runewars.rules.attack.attack import declared, profiles_of
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.command import action_of, modifier_of
from banneret.games.runewars.rules.damage.attack_choosers import (
    SIDES,
    AttackPlan,
    EdgeChooser,
    FlankDieChooser,
    RerollChooser,
    TargetChooser,
)
from banneret.games.runewars.rules.movement.marches import CHARGES, MoveChooser, march_or_shift
from banneret.games.runewars.state import cells_of
from banneret.games.runewars.units.combat import AttackKind
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.game import Game
from banneret.kernel.questions import Pass
from banneret.odds import CaseError, Chance, Field, Odds, OddsSource, spread_of
from banneret.odds.trials import GivenChance, Undecided, carried_out
from banneret.text.message import Message, msg

ATTACKS: Final[Mapping[str, AttackKind]] = {"melee-attack": "melee", "ranged-attack": "ranged"}
KINDS: Final = ("melee", "ranged")
RANK_REROLLS: Final = ("rw:7.4a", "rw:7.4b")
MOST_PANIC: Final = 5


class RunewarsOdds(OddsSource[MatchState]):
    """Computes the odds of attacks."""

    kinds = frozenset(("activate", "move", "target", "edge", "flank-die", "reroll", "surges"))
    units = (ATTACKER, DEFENDER)

    def of(self, state: MatchState, ask: Ask, action: Action) -> tuple[Odds, ...]:
        return tuple(_of(state, ask.seat, ask.chooser, action))

    def fields(self) -> tuple[Field, ...]:
        fielded = components().fielded(assumed=True)
        units = tuple(unit.id for unit in fielded)
        faction = components().faction
        other = next(one for one in units if faction[one] != faction[units[0]])
        shapes = (LARGEST, *formations())
        there = [pool for _, pool in pools()]
        return (
            Field(id=ATTACKER, label=msg("odds.field.attacker"), choices=units, initial=units[0], side=ATTACKER),
            Field(id="attacking", label=msg("odds.field.attacking"), choices=shapes, initial=LARGEST, side=ATTACKER),
            Field(id=DEFENDER, label=msg("odds.field.defender"), choices=units, initial=other, side=DEFENDER),
            Field(id="defending", label=msg("odds.field.defending"), choices=shapes, initial=LARGEST, side=DEFENDER),
            Field(id="kind", label=msg("odds.field.kind"), choices=KINDS, initial=KINDS[0]),
            Field(id="side", label=msg("odds.field.side"), choices=("front", "flank", "rear"), initial="front"),
            *(
                Field(
                    id=rune,
                    label=msg(f"odds.field.{rune}"),
                    least=min(pool[rune] for pool in there),
                    most=max(pool[rune] for pool in there),
                    initial=str(there[0][rune]),
                )
                for rune in RUNES
            ),
            Field(id="panic", label=msg("odds.field.panic"), least=0, most=MOST_PANIC, initial="0", side=DEFENDER),
        )

    def case(self, given: Mapping[str, str]) -> Odds:
        state, plan = constructed(given)
        title = msg(f"odds.title.{plan.kind}", attacker=given[ATTACKER], defender=given[DEFENDER])
        found = prospect(state, plan, 1)
        if found is None:
            raise CaseError(f"{ATTACKER}: {given[ATTACKER]} rolls no dice with these runes")
        return _odds(state, 0, title, 1, found, (msg("odds.omits.upgrades"),))


def _of(state: MatchState, seat: int, chooser: Chooser[Action], action: Action) -> Iterator[Odds]:
    match action:
        case Activate(name):
            unit = unit_of(state, name)
            kind = ATTACKS.get(action_of(state, unit).action or "")
            if kind is not None:
                for target in targets_of(state, unit, kind):
                    yield from _attack(state, seat, unit, kind, target, modifier_of(state, unit))
        case Move() if isinstance(chooser, MoveChooser):
            yield from _charge(state, seat, chooser, action)
        case Target(name) if isinstance(chooser, TargetChooser):
            yield from _planned(state, seat, chooser.plan, unit_of(state, name))
        case UseEdge(edge) if isinstance(chooser, EdgeChooser):
            fight = declared(state, chooser.plan, chooser.defender, SIDES[edge])
            yield from _one(state, seat, fight.attacker, fight.defender, fight.kind, with_edge(state, fight))
        case AddDie() if isinstance(chooser, FlankDieChooser):
            fight = chooser.attack
            yield from _one(state, seat, fight.attacker, fight.defender, fight.kind, with_edge(state, fight, action))
        case Reroll() | Pass() if isinstance(chooser, RerollChooser) and chooser.rule in RANK_REROLLS:
            fight = chooser.attack
            found = after_reroll(state, fight, action, last=chooser.rule == RANK_REROLLS[-1])
            yield from _one(state, seat, fight.attacker, fight.defender, fight.kind, found)
        case SpendSurges() | Pass() if isinstance(chooser, SurgeChooser):
            fight = chooser.attack
            found = after_surges(state, fight, action)
            yield from _one(state, seat, fight.attacker, fight.defender, fight.kind, found)


def _attack(  # what an attack depends on
    state: MatchState, seat: int, unit: int, kind: AttackKind, target: int, modifier: ModifierSector | None
) -> Iterator[Odds]:
    """Yield the odds of an attack with the profile that causes the most wounds on average."""
    icons = () if modifier is None else tuple(modifier.icons)
    plans = [AttackPlan(unit, kind, profile, icons) for profile in profiles_of(state, unit, kind)]
    found = [one for plan in plans if (one := prospect(state, plan, target)) is not None]
    yield from _one(state, seat, unit, target, kind, max(found, key=lambda one: one.mean, default=None))


def _planned(state: MatchState, seat: int, plan: AttackPlan, target: int) -> Iterator[Odds]:
    yield from _one(state, seat, plan.unit, target, plan.kind, prospect(state, plan, target))


def _charge(state: MatchState, seat: int, chooser: MoveChooser, action: Move) -> Iterator[Odds]:
    """Yield the odds of attacks after a charge that is carried out on a copy: rw:75.3, rw:75.3a."""
    unit = chooser.unit
    sector, modifier = action_of(state, unit), modifier_of(state, unit)
    charges = modifier is not None and modifier.modifier in CHARGES
    if sector.action != chooser.terms.action or not (charges or has_flag(state, unit, "marches-are-charges")):
        return
    there, choices = state.copy(), Choices(seat)
    moving = march_or_shift(Game(there, GivenChance()), unit, sector.action, sector.speed or 0, modifier)
    try:
        moved = carried_out(
            moving, lambda who, other: action if isinstance(other, MoveChooser) else choices.answer(who, other)
        )
    except Undecided:  # terrain or a card rolls dice
        return
    if moved.charge and there.figures[unit]:
        left_out = (msg("odds.omits.charge"), *choices.omitted)
        for target in targets_of(there, unit, "melee"):
            if target in moved.met:
                for one in _attack(there, seat, unit, "melee", target, modifier):
                    yield msgspec.structs.replace(one, leaves_out=(*left_out, *one.leaves_out))


def _one(  # what the odds are about
    state: MatchState, seat: int, unit: int, target: int, kind: AttackKind, found: Prospect | None
) -> Iterator[Odds]:
    if found is not None:
        title = msg(f"odds.title.{kind}", attacker=label(state, unit), defender=label(state, target))
        yield _odds(state, seat, title, target, found)


def _odds(  # what the odds are about
    state: MatchState, seat: int, title: Message, target: int, found: Prospect, left_out: tuple[Message, ...] = ()
) -> Odds:
    results = found.results
    spreads = [spread_of(msg("odds.wounds"), results.map(lambda one: one.wounds))]
    if len(cells_of(state, target)) > 1:
        spreads.append(spread_of(msg("odds.trays"), results.map(lambda one: one.trays)))
    severities = results.map(lambda one: (one.severity, one.cards))
    spreads.append(spread_of(msg("odds.severity"), severities.map(lambda one: one[0])))
    tested = severities.chance(lambda one: one[0] > 0)
    chances = [Chance(msg("odds.chance.test"), float(tested))]
    fits = {one: fitting(state, target, one[0]) for one in severities if one[0]}
    any_ = sum(severities[one] * chance_of(state, seat, cards, one[1]) for one, cards in fits.items())
    if fits:
        chances.append(Chance(msg("odds.chance.resolved"), float(any_)))
    for card in components().morale:
        there = sum(severities[one] * chance_of(state, seat, {card}, one[1]) for one in fits if card in fits[one])
        if there:
            chances.append(Chance(msg("odds.chance.card", card=card), float(there)))
    return Odds(
        title=title,
        spreads=tuple(spreads),
        chances=tuple(chances),
        destroys=float(results.chance(lambda one: one.destroyed)),
        leaves_out=(*found.omitted, *left_out, msg("odds.omits.morale"), msg("odds.omits.choices")),
    )
