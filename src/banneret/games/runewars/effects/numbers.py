"""Numbers and flags: keyword values, and the changes that cards make to defense, speed, initiative and permissions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from banneret.games.runewars.content.components import ActionSector, Keyword, KeywordOf, MoraleType, components
from banneret.games.runewars.effects import registry
from banneret.games.runewars.effects.registry import Flag, Number
from banneret.games.runewars.effects.sources import answering, held_by_all, ids_of
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.state import runes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.mana import amount

LAST: Final = 10
"""The initiative of a unit that has no action."""


def printed_keywords(state: MatchState, unit: int, name: Keyword, attack: Attack | None = None) -> list[KeywordOf]:
    """Return the instances of a keyword printed on the cards of a unit; `keyword` returns its current value."""
    # rules rw:68.0, rw:68.7
    if name not in registry.KEYWORDS:
        return []
    melee = attack is None or attack.kind == "melee"
    return list(_printed(state.unit[unit], tuple(state.upgrades[unit]), name, melee))


@lru_cache(maxsize=1 << 12)
def _printed(unit: str, upgrades: tuple[str, ...], name: Keyword, melee: bool) -> tuple[KeywordOf, ...]:  # cached
    found = components()
    here = list(found.units[unit].keywords)
    for id in upgrades:
        if melee or id not in registry.MELEE_ONLY:
            here += found.upgrades[id].keywords
    return tuple([one for one in here if one.keyword == name])


def keyword(state: MatchState, unit: int, name: Keyword, attack: Attack | None = None) -> int:
    """Return the value of a keyword: the sum of all its instances, including gains from the attack."""
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
    """Whether a unit has a keyword now, printed on a card or gained from an effect."""
    # rules rw:68.0, rw:68.7
    return bool(printed_keywords(state, unit, name, attack)) or keyword(state, unit, name, attack) > 0


def count(state: MatchState, unit: int, name: Number, attack: Attack | None = None) -> int:
    """Return what cards and effects of the attack add to a number of a unit."""
    # rules rw:34.0, rw:83.2
    total = sum(
        adder.add(state, source, unit, attack) for adder, source in answering(state, registry.ADDERS[name], unit)
    )
    if attack is not None:
        total += attack.gains[name] * (attack.attacker == unit) + attack.guards[name] * (attack.defender == unit)
    return total


def steadfast(state: MatchState, unit: int, type: MoraleType) -> int:
    """Return the number of additional icons that a morale card of this type has for a unit."""
    # rules rw:68.6, rw:68.8
    return sum(one.against.count(type) for one in printed_keywords(state, unit, "steadfast"))


def has_flag(state: MatchState, unit: int, name: Flag) -> bool:
    """Whether a card of a unit sets a flag."""
    # rules rw:golden.2, rw:68.8
    if name in registry.KEYWORDS and any(
        one.keyword == name for kind in ("protector", "scout") for one in printed_keywords(state, unit, kind)
    ):
        return True
    return bool(flagged_by(state, unit, name))


def flagged_by(state: MatchState, unit: int, name: Flag) -> list[str]:
    """Return the cards of a unit that set a flag, without those that have it as a printed keyword."""
    # rule rw:golden.2
    flagged = registry.FLAGGED[name]
    if not flagged or held_by_all(state).isdisjoint(flagged):
        return []
    return [
        id
        for id in ids_of(state, unit)
        if id in flagged and ((can := flagged[id]) is None or can(state, registry.Source(unit, id)))
    ]


def initiative_of(state: MatchState, unit: int, sector: ActionSector) -> int:
    """Return the initiative of a unit's action as modified by its cards, at least 1."""
    return initiative_with(state.upgrades[unit], sector)


def initiative_with(upgrades: Iterable[str], sector: ActionSector) -> int:
    """Return the initiative of an action for a unit with these upgrades, at least 1.

    The sector has the printed value.
    """
    # rules rw:47.1, rw:6.2
    printed = sector.initiative
    if printed is None:
        return LAST
    lower = 0
    for id in upgrades:  # a loop without a generator, as it runs for every hidden unit at every turn
        if registry.INITIATIVES.get(id) == sector.stance:
            lower += 1
    return max(1, (printed or LAST) - lower)
