"""Combat strength and icons: what units, orders, cards and tokens add, recomputed on each call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from banneret.games.thrones.content.board import MUSTER_POINTS
from banneret.games.thrones.content.components import (
    CARDS,
    FOOTMAN,
    ORDER_MODIFIER,
    ORDER_TYPE,
    SHIP,
    TIDES,
    TYPE_DEFENSE,
    UNIT_SIEGE_STRENGTH,
    UNIT_STRENGTH,
)
from banneret.games.thrones.state import ATTACKER, DEFENDER, IRON_THRONE, NO_ORDER, Combat, State


def strength(state: State, fight: Combat, side: int) -> int:
    """Add up the strength of a side with everything on the table now.

    Before cards this is the initial strength, after the blade the final one: thrones:combat.3,
    thrones:final-strength.1, thrones:final-strength.2; a negative total counts as 0 (thrones:ruling.38).
    """
    total = (
        own_units_strength(state, fight, side)
        + order_strength(state, fight, side)
        + support_strength(state, fight, side)
        + garrison_strength(state, fight, side)
        + card_strength(state, fight, side)
        + tides_strength(fight, side)
    )
    if fight.blade[side]:
        total += 1
    return total if total > 0 else 0


def turn_order_sides(state: State, fight: Combat) -> tuple[int, int]:
    """Return the two sides in turn order, for everything resolved in turn order (thrones:terms.12)."""
    track = state.tracks[IRON_THRONE]
    attacker, defender = fight.seats
    return (ATTACKER, DEFENDER) if track.index(attacker) < track.index(defender) else (DEFENDER, ATTACKER)


# Units


def own_units_strength(state: State, fight: Combat, side: int) -> int:
    """Add up the attacking or defending units, without routed ones: thrones:strength.1, thrones:routed.2.

    Attackers are the marching units only, not all units in the area of the order (thrones:ruling.28).
    """
    values = unit_values(state, fight, side, fight.seats[side])
    if side == ATTACKER:
        return _worth(fight.army, values)
    return area_strength(state, fight.target, values)


def area_strength(state: State, area: int, values: Sequence[int]) -> int:
    """Add up the units of an area that are not routed, each with its strength: thrones:combat.7."""
    footmen, knights, ships, engines = state.units
    return footmen[area] * values[0] + knights[area] * values[1] + ships[area] * values[2] + engines[area] * values[3]


def _worth(counts: Sequence[int], values: Sequence[int]) -> int:
    return counts[0] * values[0] + counts[1] * values[1] + counts[2] * values[2] + counts[3] * values[3]


def plain_values(target: int, side: int) -> Sequence[int]:
    """Return the strength of one unit of each kind on a side before cards: thrones:combat.8.

    Siege engines count only for the attacker of a castle or stronghold, also as support, regardless of owner
    (thrones:support.11).
    """
    return UNIT_SIEGE_STRENGTH if side == ATTACKER and MUSTER_POINTS[target] else UNIT_STRENGTH


def unit_values(state: State, fight: Combat, side: int, owner: int) -> Sequence[int]:
    """Return the strength of one of `owner`'s units of each kind on `side`, cards included.

    Texts that change units apply in turn order: thrones:cards.7, thrones:ruling.40. Routed units are never counted with
    these values (thrones:ruling.37).
    """
    plain = plain_values(fight.target, side)
    first, second = fight.cards
    if first not in _UNIT_TEXTS and second not in _UNIT_TEXTS:
        return plain
    values = list(plain)
    for reader in turn_order_sides(state, fight):
        text = _UNIT_TEXTS.get(fight.cards[reader])
        if text is not None:
            text(values, fight, reader, side, owner)
    return values


def _victarion_greyjoy(values: list[int], fight: Combat, reader: int, side: int, owner: int) -> None:
    """Add one to the attacking house's ships on its own side: thrones:card.victarion-greyjoy."""
    if reader == side == ATTACKER and owner == fight.seats[ATTACKER]:
        values[SHIP] += 1


def _ser_kevan_lannister(values: list[int], fight: Combat, reader: int, side: int, owner: int) -> None:
    """Add one to the attacking house's footmen on its own side: thrones:card.ser-kevan-lannister."""
    if reader == side == ATTACKER and owner == fight.seats[ATTACKER]:
        values[FOOTMAN] += 1


def _salladhor_saan(values: list[int], fight: Combat, reader: int, side: int, owner: int) -> None:  # noqa: ARG001  # all effects are called alike
    """Reduce all other houses' ships to 0 while his side is supported: thrones:card.salladhor-saan."""
    if owner != fight.seats[reader] and supported(fight, reader):
        values[SHIP] = 0


_UNIT_TEXTS: dict[str | None, Callable[[list[int], Combat, int, int, int], None]] = {
    "victarion-greyjoy": _victarion_greyjoy,
    "ser-kevan-lannister": _ser_kevan_lannister,
    "salladhor-saan": _salladhor_saan,
}


# Orders, support, garrison


def order_strength(state: State, fight: Combat, side: int) -> int:
    """Return the march order's modifier for the attacker, the defense order's bonus for the defender.

    thrones:strength.2, thrones:strength.3, thrones:special.2, thrones:special.3, thrones:orders.3, thrones:orders.9;
    Catelyn Stark doubles her own side's defense order: thrones:card.catelyn-stark. A support order there adds nothing
    (thrones:support.8).
    """
    if side == ATTACKER:
        return ORDER_MODIFIER[fight.march]
    order = state.orders[fight.target]
    if order == NO_ORDER or ORDER_TYPE[order] != TYPE_DEFENSE:
        return 0
    bonus = ORDER_MODIFIER[order]
    return 2 * bonus if fight.cards[DEFENDER] == "catelyn-stark" else bonus


def support_strength(state: State, fight: Combat, side: int) -> int:
    """Add up the supporting areas, with all their units: thrones:strength.4, thrones:support.3, thrones:support.12."""
    return sum(supporting_strength(state, fight, area, side) for area, given in fight.supports.items() if given == side)


def supporting_strength(state: State, fight: Combat, area: int, side: int) -> int:
    """Add up what one supporting area gives: its units and the bonus of a special order (thrones:special.4)."""
    values = unit_values(state, fight, side, state.owner[area])
    return area_strength(state, area, values) + ORDER_MODIFIER[state.orders[area]]


def supported(fight: Combat, side: int) -> bool:
    """Return whether any house, including its own, still supports a side: thrones:ruling.49."""
    return side in fight.supports.values()


def garrison_strength(state: State, fight: Combat, side: int) -> int:
    """Return the garrison's strength for the defender: thrones:strength.5, thrones:garrison.2."""
    return state.garrison[fight.target] if side == DEFENDER else 0


# House cards and Tides of Battle


def card_strength(state: State, fight: Combat, side: int) -> int:
    """Return the strength of a side's house card, printed and from its own text.

    Against Balon Greyjoy the printed strength counts as 0: thrones:card.balon-greyjoy, thrones:ruling.75.
    """
    card = fight.cards[side]
    if card is None:
        return 0
    printed = 0 if fight.cards[1 - side] == "balon-greyjoy" else CARDS[card].strength
    text = _STRENGTH_TEXTS.get(card)
    return printed if text is None else printed + text(state, fight, side)


def swords(state: State, fight: Combat, side: int) -> int:
    """Count the swords of a side, including those of its Tides card: thrones:casualties.2, thrones:tides.6."""
    return _icons(state, fight, side)[0]


def towers(state: State, fight: Combat, side: int) -> int:
    """Count the towers of a side, including those of its Tides card: thrones:casualties.3, thrones:tides.6."""
    return _icons(state, fight, side)[1]


def _icons(state: State, fight: Combat, side: int) -> tuple[int, int]:
    swords, towers = 0, 0
    card = fight.cards[side]
    if card is not None:
        text = _ICON_TEXTS.get(card)
        swords, towers = (CARDS[card].swords, CARDS[card].towers) if text is None else text(state, fight, side)
    drawn = fight.tides[side]
    if drawn is not None and fight.tides_shown:
        swords += TIDES[drawn].swords
        towers += TIDES[drawn].towers
    return swords, towers


def tides_strength(fight: Combat, side: int) -> int:
    """Return the strength of a side's Tides card once it is shown: thrones:tides.5."""
    drawn = fight.tides[side]
    return TIDES[drawn].strength if drawn is not None and fight.tides_shown else 0


def _stannis_baratheon(state: State, fight: Combat, side: int) -> int:
    """+1 if the opponent is higher on the Iron Throne track: thrones:card.stannis-baratheon."""
    return 1 if turn_order_sides(state, fight)[0] != side else 0


def _defends_a_castle(fight: Combat, side: int) -> bool:
    return side == DEFENDER and MUSTER_POINTS[fight.target] > 0


def _theon_greyjoy(state: State, fight: Combat, side: int) -> int:  # noqa: ARG001  # like the others
    """+1 if he defends a castle or stronghold area: thrones:card.theon-greyjoy."""
    return 1 if _defends_a_castle(fight, side) else 0


def _theon_icons(state: State, fight: Combat, side: int) -> tuple[int, int]:  # noqa: ARG001  # like the others
    """A sword if he defends a castle or stronghold area: thrones:card.theon-greyjoy."""
    return (1, 0) if _defends_a_castle(fight, side) else (0, 0)


def _ser_davos_seaworth(state: State, fight: Combat, side: int) -> int:
    """+1 while Stannis Baratheon is in the discard pile: thrones:card.ser-davos-seaworth."""
    return 1 if "stannis-baratheon" in state.discards[fight.seats[side]] else 0


def _davos_icons(state: State, fight: Combat, side: int) -> tuple[int, int]:
    """A sword while Stannis Baratheon is in the discard pile: thrones:card.ser-davos-seaworth."""
    return _ser_davos_seaworth(state, fight, side), 0


def _asha_icons(state: State, fight: Combat, side: int) -> tuple[int, int]:  # noqa: ARG001  # like the others
    """Two swords and a tower while nobody supports her side: thrones:card.asha-greyjoy."""
    return (0, 0) if supported(fight, side) else (2, 1)


def _nymeria_icons(state: State, fight: Combat, side: int) -> tuple[int, int]:  # noqa: ARG001  # like the others
    """A sword in attack, a tower in defense: thrones:card.nymeria-sand."""
    return (1, 0) if side == ATTACKER else (0, 1)


_STRENGTH_TEXTS: dict[str, Callable[[State, Combat, int], int]] = {
    "stannis-baratheon": _stannis_baratheon,
    "theon-greyjoy": _theon_greyjoy,
    "ser-davos-seaworth": _ser_davos_seaworth,
}
_ICON_TEXTS: dict[str, Callable[[State, Combat, int], tuple[int, int]]] = {
    "theon-greyjoy": _theon_icons,
    "ser-davos-seaworth": _davos_icons,
    "asha-greyjoy": _asha_icons,
    "nymeria-sand": _nymeria_icons,
}
