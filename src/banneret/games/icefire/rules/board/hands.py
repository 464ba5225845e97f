"""Tactics cards: drawing, discarding, the hand limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

from banneret.games.icefire.actions import Discard
from banneret.games.icefire.events.tokens import CardsDiscarded, CardsDrawn
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.sources import seat_number
from banneret.games.icefire.state import State
from banneret.kernel.choosers import Chooser, Options, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.pile import mask_of
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

HAND: Final = 3
"""Hand size at the start and after each round: icefire:deck.4, icefire:cleanup.9."""
LIMIT: Final = 5
"""Maximum hand size: icefire:cleanup.10."""


def hand_limit(state: State, seat: int) -> int:
    """Return the maximum number of cards in a hand: icefire:cleanup.10."""
    return LIMIT + seat_number(state, "hand", seat)


def refill_to(state: State, seat: int) -> int:
    """Return the number of cards to which a hand is refilled: icefire:cleanup.9."""
    return HAND + seat_number(state, "refill", seat)


def draw_cards(game: War, seat: int, number: int) -> Flow[None]:
    """Draw up to `number` cards, then discard down to the limit: icefire:cleanup.12, icefire:cleanup.13."""
    state = game.state
    mask = mask_of([seat])
    deck, hand = state.decks[seat], state.hands[seat]
    drawn = []
    for _ in range(min(number, len(deck))):
        card = game.chance.draw(deck, mask)
        hand.put_under(card, mask)
        drawn.append(card)
    if drawn:
        game.emit(CardsDrawn(player=state.law.players[seat], number=len(drawn), cards=tuple(drawn)), mask)
    yield from keep_limit(game, seat)


def keep_limit(game: War, seat: int) -> Flow[None]:
    """Discard immediately down to the hand limit: icefire:cleanup.11."""
    state = game.state
    over = len(state.hands[seat]) - hand_limit(state, seat)
    if over > 0:
        answer = yield from ask(seat, DiscardChooser(state, seat, over))
        if isinstance(answer, Discard):
            discard(game, seat, answer.cards)


def discard(game: War, seat: int, cards: tuple[str, ...]) -> None:
    """Discard cards from hand, face up on the player's discard pile: icefire:deck.6, icefire:deck.7."""
    state = game.state
    for card in cards:
        game.chance.take(state.hands[seat], card)
        state.discards[seat].append(card)
    if cards:
        game.emit(CardsDiscarded(player=state.law.players[seat], cards=cards))


class DiscardChooser(Chooser[Pass | Discard]):
    """Which cards of the hand are discarded? With `number` exactly that many, else any: icefire:cleanup.8.

    Options: none if allowed, then every choice, with cards in order of their ids.
    """

    __slots__ = ("held", "number", "seat", "state")
    kind = "discard"
    rule = "icefire:cleanup.8"
    answers = (Pass, Discard)

    def __init__(self, state: State, seat: int, number: int | None = None) -> None:
        self.state = state
        self.seat = seat
        self.number = number
        self.held = Counter(state.hands[seat].cards)

    def prompt(self) -> Message:
        """Return the question as a message."""
        if self.number is None:
            return msg("ask.discard.any")
        return msg("ask.discard.limit", number=self.number)

    def options(self) -> list[Pass | Discard]:
        """List `pass` if allowed, then every choice."""
        found: list[Pass | Discard] = [] if self.number is not None else [Pass()]
        return [*found, *(Discard(cards) for cards in self._choices())]

    def _choices(self) -> Iterator[tuple[str, ...]]:
        ids = sorted(self.held)
        for counts in product(*(range(self.held[id] + 1) for id in ids)):
            cards = tuple(id for id, number in zip(ids, counts, strict=True) for _ in range(number))
            if cards and self.number in (None, len(cards)):
                yield cards

    def refusal(self, action: Pass | Discard) -> Refusal | None:
        """Refuse cards that are not in hand, and too few or too many: icefire:cleanup.11."""
        if isinstance(action, Pass):
            return None if self.number is None else Refusal("icefire:cleanup.11", msg("refuse.discard.needed"))
        wanted = Counter(action.cards)
        if any(number > self.held[card] for card, number in wanted.items()):
            return Refusal("icefire:cleanup.8", msg("refuse.discard.held"))
        if self.number not in (None, len(action.cards)):
            return Refusal("icefire:cleanup.11", msg("refuse.discard.number", number=self.number or 0))
        return None

    def only(self, options: Options[Pass | Discard]) -> Pass | Discard | None:
        """Return None unless the hand is empty: the number of choices would reveal the cards."""
        return None if self.held else Pass()
