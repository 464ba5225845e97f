"""House Stark: abilities that automatically modify attacks, tests and numbers.

Each implements its card: icefire:card.8, icefire:card.9, icefire:card.12.
"""

from __future__ import annotations

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.effects.registry import Source, number, passive, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.rules.table.units import ranks_left, ranks_lost, unit_card
from banneret.games.icefire.state import Fight, Moment, State
from banneret.kernel.flow import Flow

HODOR_SPENT = "hodor-spent"
"""The effect on a unit whose Hodor no longer has abilities."""


@number("berserkers-fervor", "defense")
@number("berserkers-fervor", "morale")
def _berserkers_fervor(state: State, source: Source, unit: int) -> int:
    """+1 for each destroyed rank."""
    return ranks_lost(state, unit)


@number("enhanced-mobility", "speed")
def _enhanced_mobility(state: State, source: Source, unit: int) -> int:
    """+1 to Speed: icefire:card.1."""
    return 1


@number("improved-defenses-stark", "defense")
def _improved_defenses(state: State, source: Source, unit: int) -> int:
    """+1 to defense dice while Maneuver is controlled: icefire:board.5."""
    return 1 if controls(state, source.seat, "maneuver") else 0


@number("valuable-captive-rickon-stark", "morale")
def _valuable_captive(state: State, source: Source, unit: int) -> int:
    """+1 to tests; the cost of losing him is in `units`."""
    return 1


@passive("unyielding", "test-rolled")
def _unyielding(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A failed Panic Test costs 1 Wound less for each destroyed rank: icefire:panic.2."""
    yield from ()
    if moment.test is not None and moment.test.kind == "panic":
        moment.test.extra_wounds -= ranks_lost(game.state, unit)


@shape("winters-bite", "striker")
@shape("winters-bite-honor-guard", "striker")
def _winters_bite(state: State, fight: Fight, source: Source) -> None:
    """Critical Blow; +1 to hit with a rank lost, re-rolls with two: icefire:attack-ability.critical-blow."""
    if fight.kind != "melee":
        return
    fight.keywords.add("critical-blow")
    lost = ranks_lost(state, source.unit)
    if lost:
        fight.hit_modifier += 1
    if lost >= 2:  # a unit that makes its last stand has lost all
        fight.rerolls.add((source.seat, "attack"))


@shape("resolute-strikes", "striker")
def _resolute_strikes(state: State, fight: Fight, source: Source) -> None:
    """Critical Blow, and +1 to hit for each destroyed rank."""
    if fight.kind == "melee":
        fight.keywords.add("critical-blow")
        fight.hit_modifier += ranks_lost(state, source.unit)


@shape("winterfells-wrath")
def _winterfells_wrath(state: State, fight: Fight, source: Source) -> None:
    """Critical Blow; the effect of a charge is in `any_faction.numbers`."""
    if fight.kind == "melee":
        fight.keywords.add("critical-blow")


@shape("executioners-axe", "striker")
def _executioners_axe(state: State, fight: Fight, source: Source) -> None:
    """Sundering; against a defender with more ranks also Vicious, and the defender becomes Panicked."""
    if fight.kind != "melee":
        return
    fight.keywords.add("sundering")
    if _is_outnumbered(state, fight):
        fight.keywords.add("vicious")
        fight.gives.append("panicked")


def _is_outnumbered(state: State, fight: Fight) -> bool:
    return fight.kind == "melee" and ranks_left(state, fight.attacker) < ranks_left(state, fight.defender)


def _frightens(state: State, moment: Moment, unit: int) -> bool:
    return moment.fight is not None and _is_outnumbered(state, moment.fight)


@passive("executioners-axe", "attack-dice", ready=_frightens)
def _frighten(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The defender is Panicked by now if it has more ranks, for cards that ask for its tokens: icefire:condition.1."""
    yield from ()
    if _frightens(game.state, moment, unit):
        give_condition(game, moment.target, "panicked")


@shape("executioners-fury")
def _executioners_fury(state: State, fight: Fight, source: Source) -> None:
    """Vicious, and only a 6 blocks; with one rank left, the defender becomes Weakened after the attack."""
    if fight.kind != "melee":
        return
    fight.keywords.add("vicious")
    fight.notes["only-sixes-block"] = 1
    fight.after.append(_weaken_by_the_last)


def _weaken_by_the_last(game: War, fight: Fight) -> Flow[None]:
    yield from ()
    if ranks_left(game.state, fight.attacker) == 1:
        give_condition(game, fight.defender, "weakened")


@shape("vicious-mauling", "striker")
def _vicious_mauling(state: State, fight: Fight, source: Source) -> None:
    """Sundering, Vicious, and 1 more die for each Wound that the unit has suffered."""
    if fight.kind == "melee":
        fight.keywords.update(("sundering", "vicious"))
        fight.extra_dice += full_health(unit_card(state, source.unit)) - state.health[source.unit]


@shape("winterfell-supplies")
def _winterfell_supplies(state: State, fight: Fight, source: Source) -> None:
    """Precision; if Combat is controlled, highest Attack Die Value in melee: icefire:attack-ability.precision."""
    fight.keywords.add("precision")
    if fight.kind == "melee" and controls(state, source.seat, "combat"):
        fight.highest_value = True


@shape("hodor")
def _hodor(state: State, fight: Fight, source: Source) -> None:
    """1 more Wound in melee while Hodor has his abilities."""
    if fight.kind == "melee" and not has_effect(state, HODOR_SPENT, source.unit):
        fight.extra_wounds += 1


@shape("boldness-and-courage", "striker")
def _boldness_and_courage(state: State, fight: Fight, source: Source) -> None:
    """With all ranks, 1 more die; otherwise dice as if it had one more rank: icefire:ruling.38."""
    if ranks_lost(state, source.unit):
        fight.rank_shift += 1
    else:
        fight.extra_dice += 1


@shape("arrow-volley", edition=SEASON_6)
def _arrow_volley(state: State, fight: Fight, source: Source) -> None:
    """The defender becomes Weakened if it suffers a Wound."""
    if fight.kind != "melee":
        fight.after.append(_weaken_the_wounded)


def _weaken_the_wounded(game: War, fight: Fight) -> Flow[None]:
    yield from ()
    if fight.wounds > 0:
        give_condition(game, fight.defender, "weakened")


@shape("arrow-volley", edition=EDITION_2021)
def _arrow_volley_of_2021(state: State, fight: Fight, source: Source) -> None:
    """The defender becomes Weakened if a defense die shows 1."""
    if fight.kind != "melee":
        fight.after.append(_weaken_for_a_one)


def _weaken_for_a_one(game: War, fight: Fight) -> Flow[None]:
    yield from ()
    if 1 in fight.defense_dice:
        give_condition(game, fight.defender, "weakened")


@shape("stand-your-ground", "defender")
def _stand_your_ground(state: State, fight: Fight, source: Source) -> None:
    """A melee attacker that alone is engaged with the unit has no bonuses: icefire:bonus.1, icefire:bonus.3."""
    if fight.kind == "melee" and enemies_of(state, source.unit) == [fight.attacker]:
        fight.charge_bonus = False
        fight.flank_bonus = False
