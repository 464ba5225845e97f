"""Effects that move Tactics cards: taking a card from the deck or discard pile, and attaching cards to units.

A card taken from the deck is revealed, and the deck is shuffled: icefire:deck.6, icefire:deck.7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from banneret.games.icefire.actions import ChooseCard
from banneret.games.icefire.events.tokens import CardTaken
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.hands import keep_limit
from banneret.games.icefire.state import Attached, State
from banneret.kernel.choosers import Chooser, Options, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.pile import PUBLIC
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg


class CardChooser(Chooser[Pass | ChooseCard]):
    """Which of some Tactics cards? Options: none if allowed, then the cards by id.

    The question is asked even with one card or none to choose, because other players do not know that.
    """

    __slots__ = ("cards", "may_pass", "rule", "what")
    kind = "card"
    answers = (Pass, ChooseCard)

    def __init__(self, cards: Sequence[str], what: str, rule: str, *, may_pass: bool = True) -> None:
        self.cards = sorted(set(cards))
        self.what = what
        self.rule = rule  # the rule depends on the effect that takes a card
        self.may_pass = may_pass or not self.cards

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.card.{self.what}")

    def options(self) -> list[Pass | ChooseCard]:
        """List the option to choose none, then the cards."""
        chosen: list[Pass | ChooseCard] = [ChooseCard(card) for card in self.cards]
        return [Pass(), *chosen] if self.may_pass else chosen

    def refusal(self, action: Pass | ChooseCard) -> Refusal | None:
        """Refuse cards that are not among the options, and choosing none where a card is required."""
        if isinstance(action, Pass):
            return None if self.may_pass else Refusal(self.rule, msg("refuse.choose.needed"))
        return None if action.card in self.cards else Refusal(self.rule, msg("refuse.card.not-there", card=action.card))

    def only(self, options: Options[Pass | ChooseCard]) -> Pass | ChooseCard | None:
        """Return None, so that being asked reveals nothing about the cards."""
        return None


def may_find(state: State, seat: int, card: str) -> bool:
    """Return whether a card may be in a player's deck or discard pile according to public information."""
    owned = Counter((*state.hands[seat].cards, *state.decks[seat].cards, *state.discards[seat]))
    return bool(owned[card])


def take_named(game: War, seat: int, card: str, rule: str) -> Flow[None]:
    """Let a player take a named card from the discard pile, or from the deck, which is then shuffled."""
    state = game.state
    if not may_find(state, seat, card):
        return
    available = card in state.discards[seat] or card in state.decks[seat].cards
    answer = yield from ask(seat, CardChooser([card] if available else [], "take", rule))
    if isinstance(answer, ChooseCard):
        if card in state.discards[seat]:
            take_back(game, seat, card)
        else:
            take_from_deck(game, seat, card)
        yield from keep_limit(game, seat)


def take_from_deck(game: War, seat: int, card: str) -> None:
    """Put a card from the deck into the hand, revealed to all, and shuffle the deck: icefire:ruling.104."""
    state = game.state
    game.chance.take(state.decks[seat], card, ordered=True)
    state.hands[seat].put_under(card, PUBLIC)
    game.chance.shuffle(state.decks[seat])
    game.emit(CardTaken(player=state.law.players[seat], card=card))


def take_back(game: War, seat: int, card: str) -> None:
    """Return a card from the discard pile to the hand, in view of all players: icefire:ruling.104."""
    state = game.state
    state.discards[seat].remove(card)
    state.hands[seat].put_under(card, PUBLIC)
    game.emit(CardTaken(player=state.law.players[seat], card=card))


def take_any(game: War, seat: int, cards: Sequence[str], rule: str) -> Flow[None]:
    """Let a player take one of the given cards that are in the deck."""
    answer = yield from ask(seat, CardChooser(cards, "take", rule))
    if isinstance(answer, ChooseCard):
        take_from_deck(game, seat, answer.card)
        yield from keep_limit(game, seat)


def attach(state: State, card: str, unit: int, seat: int) -> None:
    """Attach a card just played to a unit instead of discarding it: icefire:deck.6."""
    if card in state.discards[seat]:
        state.discards[seat].remove(card)
    state.attached = (*state.attached, Attached(card, unit, seat))


def detach(state: State, card: str, unit: int) -> None:
    """Remove a card from a unit and put it on its owner's discard pile: icefire:ruling.62."""
    for one in state.attached:
        if (one.card, one.unit) == (card, unit):
            state.discards[one.seat].append(card)
    state.attached = tuple([one for one in state.attached if (one.card, one.unit) != (card, unit)])
    state.counters[unit].pop(f"card-{card}", None)
