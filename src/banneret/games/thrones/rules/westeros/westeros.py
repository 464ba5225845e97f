"""Westeros phase: reveal three cards, advance the wildling marker, carry out the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from banneret.games.thrones.actions import ChooseEffect
from banneret.games.thrones.content.board import LAND_AREAS, PORT_AREAS, POWER, SEA_OF, SUPPLY
from banneret.games.thrones.content.components import (
    MARCH_PLUS_ONE,
    ORDER_TYPE,
    ORDERS,
    TYPE_DEFENSE,
    TYPE_POWER,
    TYPE_RAID,
    TYPE_SUPPORT,
    WESTEROS,
)
from banneret.games.thrones.events.westeros import (
    DeckReshuffled,
    EffectChosen,
    OrdersBanned,
    PowerCollected,
    SupplyMoved,
    WesterosCard,
    WesterosRevealed,
)
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import controlled, controller, gain_power, turn_order
from banneret.games.thrones.rules.mustering import muster_everywhere
from banneret.games.thrones.rules.supply import MAX_SUPPLY, reconcile
from banneret.games.thrones.rules.tracks import TRACKS, holder
from banneret.games.thrones.rules.turns import go_on_to
from banneret.games.thrones.rules.westeros.clash import bid_for_track
from banneret.games.thrones.rules.westeros.wildlings import advance_marker, attack
from banneret.games.thrones.state import FIEFDOMS, IRON_THRONE, KINGS_COURT, NOBODY, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.pile import PUBLIC
from banneret.kernel.questions import Pass
from banneret.text.message import msg

_WITH_POWER: Final = tuple(area for area in LAND_AREAS if POWER[area])

_PASS = Pass()
_WINTER, _NOTHING = "winter-is-coming", "last-days-of-summer"
DECK_STEPS = ("westeros-1", "westeros-2", "westeros-3", "planning")
"""The steps that carry out the cards of decks I, II and III, and the step after them."""
OWN_STEPS = {"mustering": "mustering", "clash-of-kings": "clash"}
"""Cards that take several turns, with the step of these turns."""


def _orders_of(order_type: int) -> tuple[int, ...]:
    return tuple(order for order, kind in enumerate(ORDER_TYPE) if kind == order_type)


BANS: dict[str, tuple[int, ...]] = {
    "storm-of-swords": _orders_of(TYPE_DEFENSE),
    "rains-of-autumn": (MARCH_PLUS_ONE,),
    "sea-of-storms": _orders_of(TYPE_RAID),
    "web-of-lies": _orders_of(TYPE_SUPPORT),
    "feast-for-crows": _orders_of(TYPE_POWER),
}
"""The orders that a card of the third deck bans in the planning phase."""


# The turns of the phase


def westeros(game: Thrones) -> Flow[None]:
    """Reveal the top card of each deck, then move the marker: thrones:westeros.2, thrones:westeros.3.

    The wildlings may attack at once: thrones:westeros.4. The cards count as used from now on: thrones:ruling.6.
    """
    state = game.state
    state.westeros = [game.chance.draw(deck, PUBLIC) for deck in state.decks]
    for used, card in zip(state.used, state.westeros, strict=True):
        used.append(card)
    game.emit(WesterosRevealed(cards=tuple(state.westeros)))
    yield from advance_marker(game, sum(WESTEROS[card].icons[deck] for deck, card in enumerate(state.westeros)))
    go_on_to(state, DECK_STEPS[0])


def resolve_westeros_card(game: Thrones) -> Flow[None]:
    """Carry out the card of the current deck, I, II or III: thrones:westeros.5.

    Mustering and Clash of Kings continue in turns of their own.
    """
    state = game.state
    deck = DECK_STEPS.index(state.step)
    if state.westeros[deck] == _WINTER:
        yield from winter_is_coming(game, deck)
    card = state.westeros[deck]
    game.emit(WesterosCard(card=card, deck=deck + 1, rule=f"thrones:event.{card}"))
    effect = yield from about(card, _choose_effect(game, card))
    if effect in OWN_STEPS:
        go_on_to(state, OWN_STEPS[effect])
        return
    if effect == "supply":
        yield from update_supply(game)
    elif effect == "game-of-thrones":
        game_of_thrones(game)
    elif effect == "wildlings-attack":
        yield from wildlings_attack(game)
    elif effect in BANS:
        ban_orders(game, card, effect)
    elif effect != _NOTHING:
        raise LookupError(f"no rule carries out the Westeros card {effect!r}")
    go_on_to(state, DECK_STEPS[deck + 1])


def muster_next(game: Thrones) -> Flow[None]:
    """Let the next house in turn order muster: thrones:event.mustering, thrones:mustering.8."""
    state = game.state
    yield from muster_everywhere(game, state.tracks[IRON_THRONE][state.turn])
    state.turn += 1
    if state.turn == state.seats:
        go_on_to(state, DECK_STEPS[1])


def bid_next(game: Thrones) -> Flow[None]:
    """Let the houses bid for the next track: thrones:event.clash-of-kings, thrones:clash.1, thrones:clash.6.

    The third deck follows: thrones:clash.7.
    """
    state = game.state
    yield from bid_for_track(game, state.turn)
    state.turn += 1
    if state.turn == len(TRACKS):
        go_on_to(state, DECK_STEPS[2])


# The cards


def winter_is_coming(game: Thrones, deck: int) -> Flow[None]:
    """Shuffle all ten cards of a deck and reveal another, repeatedly if necessary: thrones:event.winter-is-coming.

    The used cards and this one are shuffled in (thrones:ruling.6). The new card's icon moves the marker now, and an
    attack comes before the new card is carried out: thrones:ruling.7.
    """
    state = game.state
    pile = state.decks[deck]
    while state.westeros[deck] == _WINTER:
        for card in state.used[deck]:
            pile.put_under(card, PUBLIC)
        game.chance.shuffle(pile)
        card = game.chance.draw(pile, PUBLIC)
        state.used[deck] = [card]
        state.westeros[deck] = card
        game.emit(DeckReshuffled(deck=deck + 1, card=card))
        yield from advance_marker(game, WESTEROS[card].icons[deck])


def update_supply(game: Thrones) -> Flow[None]:
    """Move all supply tokens, then let the houses reduce their armies in turn order: thrones:event.supply.

    A house's supply is the number of supply icons it controls (thrones:supply.1), at most 6 (thrones:ruling.74).
    """
    state = game.state
    icons = [0] * (state.seats + 1)  # the last entry counts for NOBODY
    for area in LAND_AREAS:
        if SUPPLY[area]:
            icons[controller(state, area)] += SUPPLY[area]
    for seat in turn_order(state):
        old, new = state.supply[seat], min(icons[seat], MAX_SUPPLY)
        state.supply[seat] = new
        game.emit(SupplyMoved(house=state.houses[seat], old=old, new=new, rule="thrones:supply.1"))
    for seat in turn_order(state):
        yield from reconcile(game, seat)


def game_of_thrones(game: Thrones) -> None:
    """Give the houses power tokens for icons and ports in turn order: thrones:event.game-of-thrones."""
    state = game.state
    for seat in turn_order(state):
        tokens = income(state, seat)
        gained = gain_power(state, seat, tokens)
        game.emit(PowerCollected(house=state.houses[seat], tokens=tokens, gained=gained))


def income(state: State, seat: int) -> int:
    """Count power icons of controlled areas, and ports with a ship of the house whose sea has no enemy ship.

    thrones:event.game-of-thrones, thrones:trade.1; power tokens on the board are not icons: thrones:secure.7.
    """
    icons = sum([POWER[area] for area in controlled(state, seat, _WITH_POWER)])
    owner = state.owner
    return icons + sum([owner[port] == seat and owner[SEA_OF[port]] in (NOBODY, seat) for port in PORT_AREAS])


def wildlings_attack(game: Thrones) -> Flow[None]:
    """Let the wildlings attack with the strength of their marker: thrones:event.wildlings-attack, thrones:wildlings.2.

    It may be the second attack of this phase: thrones:wildling-results.6.
    """
    yield from attack(game, game.state.threat, "thrones:wildlings.2")


def ban_orders(game: Thrones, card: str, effect: str) -> None:
    """Ban orders in this planning phase: thrones:ruling.9.

    thrones:event.storm-of-swords, thrones:event.rains-of-autumn, thrones:event.sea-of-storms,
    thrones:event.web-of-lies, thrones:event.feast-for-crows
    """
    state = game.state
    state.banned = list(BANS[effect])
    orders = tuple(ORDERS[order].id for order in state.banned)
    game.emit(OrdersBanned(orders=orders, rule=f"thrones:event.{card}"))


# Cards on which the holder of a dominance token chooses


def _choose_effect(game: Thrones, card: str) -> Flow[str]:
    """Return the card whose text is carried out: this one, or the choice of a dominance token's holder.

    thrones:event.a-throne-of-blades, thrones:event.dark-wings-dark-words, thrones:event.put-to-the-sword; choosing
    nothing has the same effect as thrones:event.last-days-of-summer.
    """
    if card not in _CHOICES:
        return card
    track, chooser = _CHOICES[card]
    state = game.state
    seat = holder(state, track)
    asked = chooser()
    answer = yield from ask(seat, asked)
    effect = answer.effect if isinstance(answer, ChooseEffect) else "nothing"
    game.emit(EffectChosen(house=state.houses[seat], card=card, effect=effect, rule=asked.rule))
    return _CARD_OF.get(effect, effect)


class EffectChooser(Chooser[Pass | ChooseEffect]):
    """Which effect does the card have? Options: none, then the effects in the order of the card."""

    __slots__ = ()
    answers = (Pass, ChooseEffect)
    effects: ClassVar[Sequence[ChooseEffect]] = ()

    def options(self) -> list[Pass | ChooseEffect]:
        """List `pass` and the effects."""
        return [_PASS, *self.effects]

    def refusal(self, action: Pass | ChooseEffect) -> Refusal | None:
        """Refuse effects that the card does not offer."""
        if isinstance(action, Pass) or action in self.effects:
            return None
        return Refusal(self.rule, msg("refuse.effect.not-offered", effect=action.effect))


class ThroneOfBladesChooser(EffectChooser):
    """Supply, mustering or nothing? Options in that order, nothing first."""

    __slots__ = ()
    kind = "a-throne-of-blades"
    rule = "thrones:event.a-throne-of-blades"
    effects = (ChooseEffect("supply"), ChooseEffect("mustering"))


class DarkWingsChooser(EffectChooser):
    """Clash of Kings, Game of Thrones or nothing? Options in that order, nothing first."""

    __slots__ = ()
    kind = "dark-wings-dark-words"
    rule = "thrones:event.dark-wings-dark-words"
    effects = (ChooseEffect("clash-of-kings"), ChooseEffect("game-of-thrones"))


class PutToTheSwordChooser(EffectChooser):
    """No defense orders, no March +1, or nothing? Options in that order, nothing first."""

    __slots__ = ()
    kind = "put-to-the-sword"
    rule = "thrones:event.put-to-the-sword"
    effects = (ChooseEffect("defense"), ChooseEffect("march-plus-one"))


_CHOICES: dict[str, tuple[int, type[EffectChooser]]] = {
    "a-throne-of-blades": (IRON_THRONE, ThroneOfBladesChooser),
    "dark-wings-dark-words": (KINGS_COURT, DarkWingsChooser),
    "put-to-the-sword": (FIEFDOMS, PutToTheSwordChooser),
}
"""The track whose holder chooses, and the chooser."""
_CARD_OF = {"defense": "storm-of-swords", "march-plus-one": "rains-of-autumn", "nothing": _NOTHING}
"""The card that an effect carries out, if the names differ."""
