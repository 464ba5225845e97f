"""Cards of all components: house, Westeros, wildling and Tides cards, orders, units, and parts of the board."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.games.thrones.content.components import (
    CARDS,
    ORDERS,
    TIDES,
    UNIT_COST,
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
    UNITS,
    WESTEROS,
    WILDLINGS,
    HouseCard,
    OrderToken,
    TidesCard,
)
from banneret.games.thrones.show.board_cards import board_cards
from banneret.games.thrones.show.drawing.card_pictures import picture
from banneret.games.thrones.show.drawing.layout import HOUSE_STYLES
from banneret.show.card import Card, Stat
from banneret.text.message import msg

_STRENGTH: Final = msg("card.strength")
_ORDER_RULE: Final = {
    "march": "thrones:orders.2",
    "defense": "thrones:orders.3",
    "support": "thrones:orders.5",
    "raid": "thrones:raid.2",
    "consolidate-power": "thrones:power.2",
}
_SPECIAL_RULE: Final = {
    "defense": "thrones:special.2",
    "march": "thrones:special.3",
    "support": "thrones:special.4",
    "raid": "thrones:special.5",
    "consolidate-power": "thrones:special.6",
}
_TIDES_RULES: Final = ("thrones:tides.3", "thrones:tides.5", "thrones:tides.6")
_UNIT_RULES: Final = {  # what only this unit does first; its strength is among its numbers
    "footman": ("thrones:mustering.5", "thrones:mustering.3", "thrones:combat.7"),
    "knight": ("thrones:mustering.5", "thrones:mustering.3", "thrones:combat.7"),
    "ship": ("thrones:support.10", "thrones:transport.1", "thrones:muster-ships.1", "thrones:combat.7"),
    "siege-engine": ("thrones:combat.8", "thrones:mustering.5", "thrones:retreat.11"),
}


class ThronesCards:
    """Card source of the game."""

    def all(self) -> tuple[Card, ...]:
        """Return the cards of all decks, order tokens, units and parts of the board."""
        return _cards()

    def picture(self, card: Card) -> str:
        """Return the picture of a card: a crest, an order token, a unit or the emblem of its deck."""
        return picture(card)


@lru_cache(maxsize=1)
def _cards() -> tuple[Card, ...]:
    return (
        *map(_house_card, CARDS.values()),
        *map(_order, ORDERS),
        *(_card(id, "westeros-card", f"thrones:event.{id}") for id in WESTEROS),
        *(_card(id, "wildling-card", f"thrones:wildling.{id}") for id in WILDLINGS),
        *map(_tides_card, TIDES.values()),
        *map(_unit, range(len(UNITS))),
        *board_cards(),
    )


def _house_card(card: HouseCard) -> Card:
    rules = (f"thrones:card.{card.id}",) if card.summary else ()
    stats = _combat_stats(card.strength, card.swords, card.towers)
    return _card(card.id, "house-card", *rules, faction=card.house, stats=stats)


def _order(order: OrderToken) -> Card:
    special = (_SPECIAL_RULE[order.type],) if order.special else ()
    return _card(order.id, "order", _ORDER_RULE[order.type], *special)


def _tides_card(card: TidesCard) -> Card:
    skulls = _icon("skull", card.skulls)
    stats = _combat_stats(card.strength, card.swords, card.towers) + skulls
    return _card(card.id, "tides-card", *_TIDES_RULES, stats=stats)


def _unit(unit: int) -> Card:
    strength, siege = UNIT_STRENGTH[unit], UNIT_SIEGE_STRENGTH[unit]
    stats: tuple[Stat, ...] = (Stat("strength", _STRENGTH, str(strength)),)
    if siege != strength:
        stats += (Stat("castle", msg("card.castle"), str(siege)),)
    return _card(UNITS[unit], "unit", *_UNIT_RULES[UNITS[unit]], cost=UNIT_COST[unit], stats=stats)


def _combat_stats(strength: int, swords: int, towers: int) -> tuple[Stat, ...]:
    return (Stat("strength", _STRENGTH, str(strength)), *_icon("sword", swords), *_icon("tower", towers))


def _icon(glyph: str, count: int) -> tuple[Stat, ...]:
    return (Stat(glyph, msg(f"card.{glyph}"), str(count)),) if count else ()


def _card(  # the fields of a card
    id: str, kind: str, *rules: str, faction: str = "", cost: int | None = None, stats: tuple[Stat, ...] = ()
) -> Card:
    """Return a card whose texts are the summaries of these rules."""
    style = HOUSE_STYLES.get(faction)
    texts = tuple(msg(f"rule.{rule}") for rule in rules)
    return Card(
        id=id,
        title=msg(f"name.{id}"),
        kind=kind,
        faction=faction,
        tint=None if style is None else (style.fill, style.ink),
        pictured=True,
        cost=cost,
        stats=stats,
        texts=texts,
        rules=rules,
    )
