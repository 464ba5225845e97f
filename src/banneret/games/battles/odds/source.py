"""The odds of Battles of Westeros: attacks with retreat and counterattack, in a match or in a constructed case."""

from __future__ import annotations

from collections.abc import Mapping

from banneret.games.battles.actions import Attack
from banneret.games.battles.content.components import BOX, RANKS, TERRAINS
from banneret.games.battles.odds.attack import Prospect, prospect
from banneret.games.battles.odds.constructed import ATTACKER, DEFENDER, constructed
from banneret.games.battles.rules.combat.attack import ATTACK
from banneret.games.battles.rules.combat.commit import COMMIT_ABILITIES
from banneret.games.battles.rules.field.keywords import strength_of
from banneret.games.battles.rules.field.units import card_of, commander_in, label, name_of, unit_at
from banneret.games.battles.rules.orders.aftermath import BonusChooser
from banneret.games.battles.state import State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.odds import Chance, Field, Odds, OddsSource, spread_of
from banneret.odds.cases import Side
from banneret.text.message import Message, msg

WINDOWS = ("roll", "hit", "retreat", "survived", "destroyed")
"""The windows of commit abilities during an attack."""
NO_YES = ("no", "yes")
_SIDES: tuple[Side, Side] = (ATTACKER, DEFENDER)


class BattlesOdds(OddsSource[State]):
    """Computes the odds of attacks."""

    kinds = frozenset(("attack", "bonus"))
    units = (ATTACKER, DEFENDER)

    def of(self, state: State, ask: Ask, action: Action) -> tuple[Odds, ...]:
        if not isinstance(action, Attack):
            return ()
        attacker, target = unit_at(state, action.hex), unit_at(state, action.target)
        chooser = ask.chooser
        kind, unmoved = (chooser.attack, chooser.unmoved) if isinstance(chooser, BonusChooser) else (ATTACK, False)
        title = msg(
            "odds.title.attack-at",
            attacker=name_of(state, attacker),
            hex=label(state, attacker),
            defender=name_of(state, target),
            target=label(state, target),
        )
        found = prospect(state, attacker, target, kind, unmoved=unmoved)
        return (_odds(title, found, _omissions(state, attacker, target)),)

    def fields(self) -> tuple[Field, ...]:
        units = tuple(unit.id for unit in BOX.units)
        most = max(unit.strength for unit in BOX.units)
        other = next(unit.id for unit in BOX.units if unit.house != BOX.units[0].house)
        return (
            Field(id=ATTACKER, label=msg("odds.field.attacker"), choices=units, initial=units[0], side=ATTACKER),
            Field(id=DEFENDER, label=msg("odds.field.defender"), choices=units, initial=other, side=DEFENDER),
            *(
                Field(id=f"{one}-rank", label=msg(f"odds.field.{one}-rank"), choices=RANKS, initial=RANKS[0], side=one)
                for one in _SIDES
            ),
            Field(id="flanking", label=msg("odds.field.flanking"), choices=NO_YES, initial="no"),
            Field(id="ground", label=msg("odds.field.ground"), choices=TERRAINS, initial=TERRAINS[0], side=DEFENDER),
            Field(id="attacking", label=msg("odds.field.attacking"), least=0, most=most, initial="0", side=ATTACKER),
            Field(id="defending", label=msg("odds.field.defending"), least=0, most=most, initial="0", side=DEFENDER),
        )

    def case(self, given: Mapping[str, str]) -> Odds:
        state, attacker, target = constructed(given)
        title = msg("odds.title.attack", attacker=given[ATTACKER], defender=given[DEFENDER])
        return _odds(title, prospect(state, attacker, target), (msg("odds.omits.cards"),))


def _omissions(state: State, attacker: int, target: int) -> tuple[Message, ...]:
    """Name what players may still use: commit abilities, units that join, and what follows the attack."""
    found = []
    for unit in (attacker, target):
        commander = commander_in(state, unit)
        if commander is None or state.committed[state.commander[unit]]:
            continue
        if COMMIT_ABILITIES[commander.commit_ability].window in WINDOWS:
            found.append(msg("odds.omits.commit", commander=commander.id))
    if state.settings.coordinated_attacks and not card_of(state, attacker).ranged:
        found.append(msg("odds.omits.joining"))
    if strength_of(state, attacker, "pursue"):
        found.append(msg("odds.omits.pursue"))
    return tuple(found)


def _odds(title: Message, found: Prospect, left_out: tuple[Message, ...]) -> Odds:
    results = found.results
    countered = results.chance(lambda one: one.countered)
    chances = [Chance(msg("odds.chance.retreat"), float(results.chance(lambda one: one.back > 0)))]
    spreads = [spread_of(msg("odds.lost"), results.map(lambda one: one.lost))]
    if countered:
        chances.append(Chance(msg("odds.chance.counter"), float(countered)))
        own = results.chance(lambda one: one.own_destroyed)
        chances.append(Chance(msg("odds.chance.own-destroyed"), float(own)))
        spreads.append(spread_of(msg("odds.own-lost"), results.map(lambda one: one.own_lost)))
    return Odds(
        title=title,
        spreads=tuple(spreads),
        chances=tuple(chances),
        destroys=float(results.chance(lambda one: one.destroyed)),
        leaves_out=(*left_out, msg("odds.omits.choices")),
    )
