"""Combat, step 6.4: clear away orders, tokens, garrison and cards; a victorious attacker moves in."""

from __future__ import annotations

from banneret.games.thrones.content.board import AREAS
from banneret.games.thrones.content.components import ORDERS, UNITS
from banneret.games.thrones.events.combat import (
    CombatOrderRemoved,
    GarrisonBeaten,
    KeptOut,
    MovedIn,
    OrderKept,
)
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.hands import discard_played_cards, refill_hand
from banneret.games.thrones.rules.control import add_units, remove_order, remove_units
from banneret.games.thrones.rules.ports import return_power
from banneret.games.thrones.state import ATTACKER, DEFENDER, NO_ORDER, Combat


def clean_up_battlefield(game: Thrones, fight: Combat) -> None:
    """Clear the battlefield: thrones:battlefield.1, thrones:battlefield.4, thrones:result.1.

    If the defender won, its order (thrones:orders.4), power token and garrison stay, and no card text takes effect
    here: thrones:card.arianne-martell and thrones:card.ser-loras-tyrell require a victorious attacker.
    """
    remove_order(game.state, fight.origin)
    if fight.winner == ATTACKER:
        _conquer(game, fight)
    discard_played_cards(game, fight)
    for seat, card in zip(fight.seats, fight.cards, strict=True):
        if card is not None:
            refill_hand(game, seat, card)


def _conquer(game: Thrones, fight: Combat) -> None:
    """Remove the loser's order and garrison; move the attackers in unless something keeps them out.

    thrones:battlefield.2, thrones:garrison.4. An attacker kept out regains control of the area it marched from if an
    enemy has regained it in the meantime: thrones:ruling.83.
    """
    state = game.state
    target = fight.target
    if state.orders[target] != NO_ORDER:
        take_order_off(game, fight, target, fight.seats[DEFENDER], "thrones:battlefield.2")
    if state.garrison[target]:
        state.garrison[target] = 0
        game.emit(GarrisonBeaten(area=AREAS[target]))
    why = _kept_out(fight)
    if why is None:
        _move_in(game, fight)
        return
    fight.army = [0, 0, 0, 0]  # they are back and hold their area again: thrones:ruling.83
    house = state.houses[fight.seats[ATTACKER]]
    game.emit(KeptOut(house=house, origin=AREAS[fight.origin], area=AREAS[target], rule=why))


def _kept_out(fight: Combat) -> str | None:
    """Return the rule that keeps a victorious attacker out of the contested area, or None.

    If no unit survives, nobody moves in (thrones:ruling.57); against Arianne Martell the units return without being
    routed (thrones:card.arianne-martell, thrones:ruling.78). In both cases a power token stays (thrones:ruling.62), and
    the march order is removed (thrones:ruling.63, thrones:card.ser-loras-tyrell).
    """
    if not any(fight.army):
        return "thrones:ruling.57"
    if fight.cards[DEFENDER] == "arianne-martell":
        return "thrones:card.arianne-martell"
    return None


def _move_in(game: Thrones, fight: Combat) -> None:
    """Move the attackers in and return the loser's power token: thrones:battlefield.3, thrones:secure.5."""
    state = game.state
    seat = fight.seats[ATTACKER]
    moved: list[str] = []
    for kind, count in enumerate(fight.army):
        if count:
            remove_units(state, fight.origin, kind, count)
            add_units(state, fight.target, seat, kind, count)
            moved += [UNITS[kind]] * count
    fight.army = [0, 0, 0, 0]  # units that stayed behind, even as many as these, hold their area: thrones:routed.5
    house, origin, area = state.houses[seat], AREAS[fight.origin], AREAS[fight.target]
    game.emit(MovedIn(house=house, origin=origin, area=area, units=tuple(moved)))
    return_power(game, fight.target)
    if fight.cards[ATTACKER] == "ser-loras-tyrell":
        _keep_march_order(game, fight)


def _keep_march_order(game: Thrones, fight: Combat) -> None:
    """Move the march order to the conquered area, where it can be used again: thrones:card.ser-loras-tyrell.

    The loser's order has already been removed: thrones:ruling.63.
    """
    state = game.state
    state.orders[fight.target] = fight.march
    house = state.houses[fight.seats[ATTACKER]]
    game.emit(OrderKept(house=house, area=AREAS[fight.target], order=ORDERS[fight.march].id))


def take_order_off(game: Thrones, fight: Combat, area: int, seat: int, rule: str) -> None:
    """Remove an order and the support it gave (thrones:ruling.45)."""
    state = game.state
    order = ORDERS[state.orders[area]].id
    remove_order(state, area)
    fight.supports.pop(area, None)
    game.emit(CombatOrderRemoved(house=state.houses[seat], area=AREAS[area], order=order, rule=rule))
