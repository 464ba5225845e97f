"""Keywords: the units that have them, and the handler of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.games.battles.content.components import ARCHER, CAVALRY, RED, VALOR
from banneret.games.battles.rules.field.abilities import granted_by_commanders
from banneret.games.battles.rules.field.engagement import has_come_out
from banneret.games.battles.rules.field.terrain import cover
from banneret.games.battles.rules.field.units import card_of, class_of, is_cavalry
from banneret.games.battles.state import Fight, State


def keyword(state: State, unit: int, name: str) -> int:
    """Return the value of a keyword for a unit, or 0 if it does not have the keyword.

    Keywords come from the unit's type (battles:commander.2), a commander in it or nearby, a card, or the battle plan.
    """
    number = card_of(state, unit).keywords.get(name, 0)
    if name == "stalwart" and state.stalwart[unit]:
        number = max(number, 1)
    if name == "toughness":
        number += state.toughness[unit]
    if name == "scorch-the-earth" and state.scorches[unit]:
        number = max(number, 1)
    if state.turn is not None and name in state.turn.granted.get(unit, ()):
        number = max(number, 1)
    return number + granted_by_commanders(state, unit, name)


def _stalwart(state: State, unit: int) -> int:
    """Stalwart: may ignore one morale result, and counterattack: battles:keyword.stalwart."""
    return int(keyword(state, unit, "stalwart") > 0)


def _advance(state: State, unit: int) -> int:
    """Advance: may move into the hex that its target vacated: battles:keyword.advance."""
    return int(keyword(state, unit, "advance") > 0)


def _pursue(state: State, unit: int) -> int:
    """Pursue: may move so far, then make a bonus attack: battles:keyword.pursue, battles:unit-type.kennelmaster."""
    number = keyword(state, unit, "pursue")
    if not number:
        return 0
    return number + (state.turn.pursue_bonus.get(unit, 0) if state.turn is not None else 0)


def _heavy_armor(state: State, unit: int) -> int:
    """Heavy Armor: defends as one rank higher: battles:keyword.heavy-armor."""
    return int(keyword(state, unit, "heavy-armor") > 0)


def _off_balance(state: State, unit: int) -> int:
    """Off Balance: rolls one die fewer after moving: battles:keyword.off-balance, battles:ruling.32."""
    moved = state.turn is not None and unit in state.turn.moved
    return int(moved and keyword(state, unit, "off-balance") > 0)


def _toughness(state: State, unit: int) -> int:
    """Toughness: ignores this many hits of every roll: battles:keyword.toughness, battles:c3.7."""
    return keyword(state, unit, "toughness")


def _cover(state: State, unit: int) -> int:
    """Cover: ignores hits because of its hex, unless it has come out: battles:keyword.cover, battles:c3.9.

    Among others in a building: battles:c11.13.
    """
    return 0 if has_come_out(state, unit) else cover(state, state.hex[unit])


def _scorch(state: State, unit: int) -> int:
    """Scorch the Earth: may set a hex on fire instead of attacking: battles:keyword.scorch-the-earth."""
    return int(keyword(state, unit, "scorch-the-earth") > 0)


KEYWORDS: Final[dict[str, Callable[[State, int], int]]] = {
    "stalwart": _stalwart,
    "advance": _advance,
    "pursue": _pursue,
    "heavy-armor": _heavy_armor,
    "off-balance": _off_balance,
    "toughness": _toughness,
    "cover": _cover,
    "scorch-the-earth": _scorch,
}
"""The current value of each keyword for a unit; one handler per keyword, so that tests can disable one."""


def strength_of(state: State, unit: int, name: str) -> int:
    """Return the current value of a keyword for a unit; 0 means no effect."""
    return KEYWORDS[name](state, unit)


def valor_hits(state: State, attacker: int, target: int) -> bool:
    """Return whether valor results of a unit's dice hit.

    They do not if its chart forbids it (battles:result.4, battles:order.12, battles:unit-type.archer-valor,
    battles:c14.7), if a unit other than cavalry attacks cavalry (battles:result.5, battles:result.6,
    battles:ruling.34), or against a red unit with Heavy Armor (battles:c3.2, battles:ruling.35).
    """
    forgiven = class_of(state, attacker) == ARCHER and state.settings.archers_hit_with_valor
    if not card_of(state, attacker).valor_hits and not forgiven:
        return False
    if class_of(state, target) == CAVALRY and not is_cavalry(state, attacker):
        return False
    return not (state.rank[target] == RED and strength_of(state, target, "heavy-armor"))


def shield_against(state: State, target: int) -> int:
    """Return the colour of the shields that hit a unit: its own rank (battles:result.3), or one higher.

    Heavy Armor shifts it by one rank: battles:c3.2.
    """
    rank = state.rank[target]
    return min(rank + 1, RED) if strength_of(state, target, "heavy-armor") else rank


def hit_by(state: State, fight: Fight, unit: int) -> dict[int, int]:
    """Return the number of hits for each symbol on an attacking unit's dice: shields, and valor."""
    hits = {shield_against(state, fight.target): 1}
    if valor_hits(state, unit, fight.target):
        hits[VALOR] = fight.valor_hits
    return hits


def ignored_hits(state: State, unit: int) -> int:
    """Return how many hits of every roll a unit ignores.

    Cover and Toughness add up and are never used up: battles:c3.6, battles:ruling.37.
    """
    return strength_of(state, unit, "cover") + strength_of(state, unit, "toughness")
