"""House cards: in hand, played, discarded, returned to the hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from banneret.games.thrones.actions import PlayCard
from banneret.games.thrones.content.components import CARDS, CARDS_OF
from banneret.games.thrones.events.combat import CardDiscarded, CardsTakenBack
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.state import Combat, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import msg

PLAY = {card: PlayCard(card) for card in CARDS}


class HouseCardChooser(Chooser[PlayCard]):
    """Which card is played? Options: the hand in the fixed order of the house's cards, without a cancelled one."""

    __slots__ = ("cancelled", "hand")
    kind = "house-card"
    rule = "thrones:cards.1"
    answers = (PlayCard,)

    def __init__(self, hand: Sequence[str], cancelled: str | None = None) -> None:
        self.hand = hand
        self.cancelled = cancelled

    def options(self) -> list[PlayCard]:
        """List the cards that can be played."""
        return [PLAY[card] for card in self.hand if card != self.cancelled]

    def refusal(self, action: PlayCard) -> Refusal | None:
        """Refuse cards that are not in hand, and the card just cancelled."""
        if action.card not in self.hand:
            own = any(CARDS[action.card].house == CARDS[card].house for card in self.hand)
            rule = "thrones:cards.10" if own else "thrones:cards.4"
            return Refusal(rule, msg("refuse.house-card.not-in-hand", card=action.card))
        if action.card == self.cancelled:
            return Refusal("thrones:card.tyrion-lannister", msg("refuse.house-card.cancelled", card=action.card))
        return None


def choose_house_card(seat: int, hand: Sequence[str], cancelled: str | None = None) -> Flow[str]:
    """Ask a seat which card of its hand to play: thrones:cards.1, thrones:cards.4."""
    answer = yield from ask(seat, HouseCardChooser(hand, cancelled))
    return answer.card


def play_from_hand(state: State, fight: Combat, side: int, card: str) -> None:
    """Play a card from the hand: thrones:cards.1."""
    state.hands[fight.seats[side]].remove(card)
    fight.cards[side] = card


def put_in_hand(state: State, seat: int, cards: Iterable[str]) -> None:
    """Add cards to a hand and keep it in the fixed order of the house's cards."""
    hand = {*state.hands[seat], *cards}
    state.hands[seat] = [card for card in CARDS_OF[state.houses[seat]] if card in hand]


def discard_played_cards(game: Thrones, fight: Combat) -> None:
    """Move both played cards to their discard piles: thrones:battlefield.5, thrones:cards.10.

    A card that its own text returned to the hand stays there (thrones:card.roose-bolton).
    """
    state = game.state
    for seat, card in zip(fight.seats, fight.cards, strict=True):
        if card is not None and card not in state.hands[seat]:
            state.discards[seat].append(card)
            game.emit(CardDiscarded(house=state.houses[seat], card=card))


def refill_hand(game: Thrones, seat: int, stays: str, rule: str = "thrones:cards.11") -> None:
    """Return all discarded cards but the last one to a hand that has become empty.

    thrones:cards.11, thrones:ruling.52.
    """
    state = game.state
    if state.hands[seat]:
        return
    house = state.houses[seat]
    state.discards[seat] = [stays]
    put_in_hand(state, seat, (card for card in CARDS_OF[house] if card != stays))
    game.emit(CardsTakenBack(house=house, cards=tuple(state.hands[seat]), rule=rule))
