"""House Lannister: abilities that automatically modify attacks and numbers; some neutral units share them.

Each implements its card: icefire:card.8, icefire:card.12.
"""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.numbers import KEEPS_WEAKENED, until_attacked
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import Source, flag, number, shape
from banneret.games.icefire.rules.table.control import controls, enemy_controls
from banneret.games.icefire.rules.table.engagement import are_engaged
from banneret.games.icefire.rules.table.ground import short_range, within
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.units import ranks_left
from banneret.games.icefire.state import Fight, State

# Attacks -------------------------------------------------------------------------------------------------------------


@shape("brutal-armaments")
def _brutal_armaments(state: State, fight: Fight, source: Source) -> None:
    """Vicious; the extra cost of a failed test is in `acts`."""
    if fight.kind == "melee":
        fight.keywords.add("vicious")


@shape("cleaving-blows")
def _cleaving_blows(state: State, fight: Fight, source: Source) -> None:
    """No defense dice, and Critical Blow when charging."""
    if fight.kind == "melee":
        fight.no_defense = True
        if fight.charge:
            fight.keywords.add("critical-blow")


@shape("dominance-of-the-crown")
def _dominance_of_the_crown(state: State, fight: Fight, source: Source) -> None:
    """If Crown is controlled, +1 to hit and Sundering: icefire:board.5."""
    if fight.kind == "melee" and controls(state, source.seat, "crown"):
        fight.hit_modifier += 1
        fight.keywords.add("sundering")


@shape("experiment-enhancements")
def _experiment_enhancements(state: State, fight: Fight, source: Source) -> None:
    """+1 to hit and Vicious in melee; its attacks ignore Weakened tokens: icefire:condition.3."""
    until_attacked(state, fight, KEEPS_WEAKENED, fight.attacker)
    if fight.kind == "melee":
        fight.hit_modifier += 1
        fight.keywords.add("vicious")


@shape("intimidation-of-the-crown")
def _intimidation_of_the_crown(state: State, fight: Fight, source: Source) -> None:
    """If Crown is controlled, the defender becomes Panicked and Weakened before attack dice."""
    if fight.kind == "melee" and controls(state, source.seat, "crown"):
        fight.gives += ["panicked", "weakened"]


@shape("marauders-blades", "striker")
def _marauders_blades(state: State, fight: Fight, source: Source) -> None:
    """Vicious; +1 to hit and Critical Blow against a defender with no more ranks."""
    if fight.kind == "melee":
        fight.keywords.add("vicious")
        if ranks_left(state, fight.defender) <= ranks_left(state, fight.attacker):
            fight.hit_modifier += 1
            fight.keywords.add("critical-blow")


@shape("might-of-the-throne")
def _might_of_the_throne(state: State, fight: Fight, source: Source) -> None:
    """1 more die unless the opponent controls Crown."""
    if fight.kind == "melee" and not enemy_controls(state, source.seat, "crown"):
        fight.extra_dice += 1


@shape("protection-of-the-crown", "defender", edition=EDITION_2021)
def _protection_of_the_crown(state: State, fight: Fight, source: Source) -> None:
    """If Crown is controlled, defense dice may be re-rolled."""
    if controls(state, source.seat, "crown"):
        fight.rerolls.add((source.seat, "defense"))


@shape("protection-of-the-crown", "defender", edition=SEASON_6)
def _full_protection_of_the_crown(state: State, fight: Fight, source: Source) -> None:
    """In Season 6 Vulnerable tokens cannot be expended either."""
    _protection_of_the_crown(state, fight, source)
    if controls(state, source.seat, "crown"):
        until_attacked(state, fight, "keeps-vulnerable", fight.defender)


@shape("the-mountains-strength")
def _the_mountains_strength(state: State, fight: Fight, source: Source) -> None:
    """Sundering, and 2 more Wounds."""
    if fight.kind == "melee":
        fight.keywords.add("sundering")
        fight.extra_wounds += 2


@shape("unstoppable-wrath")
def _unstoppable_wrath(state: State, fight: Fight, source: Source) -> None:
    """2 more Wounds."""
    if fight.kind == "melee":
        fight.extra_wounds += 2


@shape("wildfire")
def _wildfire(state: State, fight: Fight, source: Source) -> None:
    """Vicious and no defense dice, both in melee and at range."""
    fight.keywords.add("vicious")
    fight.no_defense = True


@shape("crossbow")
def _crossbow(state: State, fight: Fight, source: Source) -> None:
    """Sundering; in Short Range attack dice may be re-rolled: icefire:terms.16."""
    if fight.kind != "melee":
        fight.keywords.add("sundering")
        if within(state, fight.attacker, fight.defender, short_range(state)):
            fight.rerolls.add((source.seat, "attack"))


# Numbers -------------------------------------------------------------------------------------------------------------


@number("disorganized", "panic-wounds")
def _disorganized(state: State, source: Source, unit: int) -> int:
    """A failed Panic Test costs 1 more Wound."""
    return 1


@number("embolden", "morale", "any")
def _embolden(state: State, source: Source, unit: int) -> int:
    """+1 to tests of friendly units in Short Range, including the unit itself: icefire:terms.17."""
    near = friendly(state, unit, source.seat) and within(state, source.unit, unit, short_range(state))
    return 1 if near else 0


@number("fearless-avarice", "panic-wounds")
def _fearless_avarice(state: State, source: Source, unit: int) -> int:
    """If Wealth is controlled, a failed Panic Test costs 1 Wound less."""
    return -1 if controls(state, source.seat, "wealth") else 0


@number("intimidating-presence", "morale", "any")
def _intimidating(state: State, source: Source, unit: int) -> int:
    """-1 to tests of enemies engaged with the unit."""
    return -1 if are_engaged(state, source.unit, unit) else 0


@number("intimidating-presence", "panic-wounds", "any")
def _intimidated(state: State, source: Source, unit: int) -> int:
    """Failed Panic Tests cost enemies engaged with the unit 1 more Wound."""
    return 1 if are_engaged(state, source.unit, unit) else 0


@number("oppressive-peacekeeping", "morale", "any")
def _oppressive_peacekeeping(state: State, source: Source, unit: int) -> int:
    """If Crown is controlled, -1 to tests of enemies in Short Range."""
    if friendly(state, unit, source.seat) or not controls(state, source.seat, "crown"):
        return 0
    return -1 if within(state, source.unit, unit, short_range(state)) else 0


@number("valuable-captive-jaime-lannister", "morale")
def _valuable_captive(state: State, source: Source, unit: int) -> int:
    """+1 to tests."""
    return 1


@number("vengeful-captive", "hit")
def _vengeful_captive(state: State, source: Source, unit: int) -> int:
    """-1 to hit while the opponent of the unit's owner controls Crown."""
    return -1 if enemy_controls(state, source.seat, "crown") else 0


@number("violent-reactions", "defense", edition=EDITION_2021)
def _violent_reactions(state: State, source: Source, unit: int) -> int:
    """-1 to defense dice in the 2021 edition; the effect in Season 6 is in `acts`."""
    return -1


flag("as-the-card-counts", "joffreys-retinue")  # models, Wounds and ranks are in the data of the unit
