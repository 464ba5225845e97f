"""Numbers and flags: keywords with their values, what cards add to defense, speed and initiative, what they allow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from banneret.games.runewars.content.components import ActionSector, Keyword, KeywordOf, MoraleType, components
from banneret.games.runewars.effects import registry
from banneret.games.runewars.effects.registry import Flag, Number
from banneret.games.runewars.effects.sources import answering, ids_of
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.state import runes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.mana import amount

LAST: Final = 10
"""The initiative of a unit without an action."""


def printed_keywords(state: MatchState, unit: int, name: Keyword, attack: Attack | None = None) -> list[KeywordOf]:
    """The instances of a keyword that are printed on the cards of a unit; `keyword` is its value now."""
    # rules rw:68.0, rw:68.7
    if name not in registry.KEYWORDS:
        return []
    found = components()
    here = list(found.units[state.unit[unit]].keywords)
    for id in state.upgrades[unit]:
        if id in registry.MELEE_ONLY and attack is not None and attack.kind != "melee":
            continue
        here += found.upgrades[id].keywords
    return [one for one in here if one.keyword == name]


def keyword(state: MatchState, unit: int, name: Keyword, attack: Attack | None = None) -> int:
    """The value of a keyword: the sum of all its instances, with what the attack has brought."""
    # rules rw:68.1, rw:68.2, rw:68.3, rw:68.4, rw:68.7, rw:ruling.41
    total, pool = 0, runes(state)
    for one in printed_keywords(state, unit, name, attack):
        if isinstance(one.value, int) or (one.value is not None and "-" not in one.value):
            total += amount(one.value, pool)
    for wanted in registry.NUMBERS:
        if wanted == name:
            total += count(state, unit, wanted, attack)
    return total


def has_keyword(state: MatchState, unit: int, name: Keyword, attack: Attack | None = None) -> bool:
    """Whether a unit has a keyword now, printed on a card or by what an effect has brought."""
    # rules rw:68.0, rw:68.7
    return bool(printed_keywords(state, unit, name, attack)) or keyword(state, unit, name, attack) > 0


def count(state: MatchState, unit: int, name: Number, attack: Attack | None = None) -> int:
    """What cards add to a number of a unit, and what the attack has brought."""
    # rules rw:34.0, rw:83.2
    total = sum(
        adder.add(state, source, unit, attack) for adder, source in answering(state, registry.ADDERS[name], unit)
    )
    if attack is not None:
        total += attack.gains[name] * (attack.attacker == unit) + attack.guards[name] * (attack.defender == unit)
    return total


def steadfast(state: MatchState, unit: int, type: MoraleType) -> int:
    """How many icons more a morale card of a type has for a unit."""
    # rules rw:68.6, rw:68.8
    return sum(one.against.count(type) for one in printed_keywords(state, unit, "steadfast"))


def has_flag(state: MatchState, unit: int, name: Flag) -> bool:
    """Whether a card of a unit says yes to what a rule asks."""
    # rules rw:golden.2, rw:68.8
    if name in registry.KEYWORDS and any(
        one.keyword == name for kind in ("protector", "scout") for one in printed_keywords(state, unit, kind)
    ):
        return True
    return bool(flagged_by(state, unit, name))


def flagged_by(state: MatchState, unit: int, name: Flag) -> list[str]:
    """The cards of a unit that say yes to what a rule asks; those that bear it as a keyword are not among them."""
    # rule rw:golden.2
    flagged = registry.FLAGGED[name]
    return [
        id
        for id in ids_of(state, unit)
        if id in flagged and ((can := flagged[id]) is None or can(state, registry.Source(unit, id)))
    ]


def initiative_of(state: MatchState, unit: int, sector: ActionSector) -> int:
    """The initiative of an action of a unit with what its cards say, at least 1."""
    return initiative_with(state.upgrades[unit], sector)


def initiative_with(upgrades: Iterable[str], sector: ActionSector) -> int:
    """The initiative of an action of a unit that has these upgrades, at least 1; printed is that of the sector."""
    # rules rw:47.1, rw:6.2
    lower = sum(registry.INITIATIVES.get(id) == sector.stance for id in upgrades)
    return max(1, (sector.initiative or LAST) - lower * (sector.initiative is not None))
