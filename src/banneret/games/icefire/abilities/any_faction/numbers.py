"""Abilities of several factions that automatically modify attacks, tests and numbers.

Each implements its card: icefire:card.8, icefire:card.9, icefire:card.12.
"""

from __future__ import annotations

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import Source, number, passive, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import are_engaged
from banneret.games.icefire.rules.table.facts import has_ability
from banneret.games.icefire.rules.table.lasting_effects import add_effect, keep_effects
from banneret.games.icefire.rules.table.units import on_table, ranks_left, ranks_lost
from banneret.games.icefire.state import Effect, Fight, Moment, State
from banneret.kernel.flow import Flow

KEEPS_WEAKENED = "keeps-weakened"
"""The effect on a unit whose Weakened tokens cannot be expended."""


def until_attacked(state: State, fight: Fight, name: str, unit: int) -> None:
    """Give the attacker or the defender an effect for this attack only."""
    seat = state.seat[unit]
    if any(one.name == name and one.unit == unit for one in state.effects):
        return
    add_effect(state, Effect(name, unit, seat, "turn"))

    def end(state: State, fight: Fight) -> None:
        keep_effects(state, [one for one in state.effects if (one.name, one.unit) != (name, unit)])

    fight.ends.append(end)


@shape("lance", "striker")
def _lance(state: State, fight: Fight, source: Source) -> None:
    """Sundering, and 2 more dice for each remaining rank when charging: icefire:attack-ability.sundering."""
    if fight.kind == "melee":
        fight.keywords.add("sundering")
        if fight.charge:
            fight.extra_dice += 2 * ranks_left(state, source.unit)


@shape("superior-numbers", "striker", edition=SEASON_6)
def _superior_numbers(state: State, fight: Fight, source: Source) -> None:
    """Against a defender with no more ranks, re-rolls, and Weakened tokens cannot be expended."""
    if fight.kind == "melee" and ranks_left(state, fight.defender) <= ranks_left(state, fight.attacker):
        fight.rerolls.add((source.seat, "attack"))
        until_attacked(state, fight, KEEPS_WEAKENED, fight.attacker)


@shape("superior-numbers", "striker", edition=EDITION_2021)
def _superior_numbers_of_2021(state: State, fight: Fight, source: Source) -> None:
    """Re-rolls against a defender with fewer ranks."""
    if fight.kind == "melee" and ranks_left(state, fight.defender) < ranks_left(state, fight.attacker):
        fight.rerolls.add((source.seat, "attack"))


@shape("agile", "defender")
def _agile(state: State, fight: Fight, source: Source) -> None:
    """Attacks against the unit have -1 to hit."""
    fight.hit_modifier -= 1


@number("disrupt", "hit", "any")
def _disrupt(state: State, source: Source, unit: int) -> int:
    """Enemies engaged with the unit have -1 to hit; several such units do not stack: icefire:stacking.1."""
    if not are_engaged(state, source.unit, unit):
        return 0
    first = next(one for one in on_table(state) if has_ability(state, one, "disrupt") and are_engaged(state, one, unit))
    return -1 if first == source.unit else 0


@number("stalwart", "morale")
def _stalwart(state: State, source: Source, unit: int) -> int:
    """+2 to tests."""
    return 2


@passive("iron-resolve", "test-dice")
def _iron_resolve(game: War, moment: Moment, unit: int) -> Flow[None]:
    """+1 to Panic Tests, and failing one costs 1 Wound less: icefire:panic.2."""
    yield from ()
    if moment.test is not None and moment.test.kind == "panic":
        moment.test.modifier += 1
        moment.test.extra_wounds -= 1


@passive("hardened", "defense-rolled", role="target")
def _hardened(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Block 1 Hit for each destroyed rank: icefire:resolve.8."""
    yield from ()
    if moment.fight is not None:
        moment.fight.blocked += ranks_lost(game.state, unit)


def _gives_when_charging(id: str, arcs: tuple[str, ...] = ("front", "flank", "rear")) -> None:
    def give(game: War, moment: Moment, unit: int) -> Flow[None]:
        """Give the charged enemy the Condition tokens on the card: icefire:charge.23, icefire:condition.1."""
        yield from ()
        if moment.arc in arcs:
            for condition in game.state.cards.abilities[id].tokens:
                give_condition(game, moment.target, condition)

    passive(id, "charged")(give)


_gives_when_charging("ambush", ("flank", "rear"))
_gives_when_charging("ferocious-assault")
_gives_when_charging("furious-charge")
_gives_when_charging("winterfells-wrath")
