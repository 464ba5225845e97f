"""The Marshaling Phase: order tokens and Leadership cards."""

from __future__ import annotations

from banneret.games.battles.content.components import TOKENS
from banneret.games.battles.events.round import CardsDrawn, DeckReshuffled, OrderDiceRolled
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.attack import roll_die
from banneret.games.battles.rules.leadership.pool import supply
from banneret.kernel.flow import Flow
from banneret.kernel.pile import PUBLIC, Pile, mask_of


def marshal(game: Battle) -> Flow[None]:
    """Let one player take order tokens and draw cards, then the other: battles:marshal.1, battles:marshal.2."""
    yield from ()
    state = game.state
    seat = state.turn_seat
    take_tokens(game, seat)
    draw_cards(game, seat, state.scenario.leadership_rating, "battles:marshal.6")
    state.turn_seat = 1 - seat
    if state.turn_seat == state.first:
        state.step = "command"


def take_tokens(game: Battle, seat: int) -> None:
    """Roll as many dice as the order rating, and take a token for each: battles:marshal.3, battles:marshal.4.

    They are added to those kept (battles:marshal.5, battles:pieces.24, battles:ruling.5); a die whose token has run out
    has no effect (battles:c3.10).
    """
    state = game.state
    faces = [roll_die(game) for _ in range(state.scenario.order_rating)]
    taken = []
    for kind in faces:
        if supply(state, kind):
            state.pool[seat][kind] += 1
            taken.append(kind)
    names = tuple(TOKENS[kind] for kind in faces), tuple(TOKENS[kind] for kind in taken)
    game.emit(OrderDiceRolled(house=state.houses[seat], faces=names[0], taken=names[1]))


def draw_cards(game: Battle, seat: int, number: int, rule: str) -> None:
    """Draw a number of Leadership cards: battles:marshal.6, battles:marshal.7.

    If the deck is empty when a card is drawn, the discard pile is shuffled: battles:marshal.8, battles:ruling.6.
    """
    state = game.state
    deck, hand, mask = state.decks[seat], state.hands[seat], mask_of([seat])
    drawn = []
    for _ in range(number):
        if not deck.cards:
            if not state.discards[seat]:
                break
            deck = state.decks[seat] = Pile(state.discards[seat], [PUBLIC] * len(state.discards[seat]))
            state.discards[seat] = []
            game.chance.shuffle(deck)
            game.emit(DeckReshuffled(house=state.houses[seat]))
        card = game.chance.draw(deck, mask)
        hand.put_under(card, mask)
        drawn.append(card)
    if drawn:
        house = state.houses[seat]
        game.emit(CardsDrawn(house=house, number=len(drawn), cards=tuple(drawn), rule=rule), mask)
