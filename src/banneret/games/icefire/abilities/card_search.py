"""Tactics cards by effects: taking a certain one from deck or discard pile, attaching them to units.

A card that is taken from a deck is shown, and the deck is shuffled: icefire:deck.6, icefire:deck.7.
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
    """Which of some Tactics cards? Options: none where that is allowed, then the cards by id.

    It is asked though there may be one card or none to choose, for others do not know that.
    """

    __slots__ = ("cards", "may_pass", "rule", "what")
    kind = "card"
    answers = (Pass, ChooseCard)

    def __init__(self, cards: Sequence[str], what: str, rule: str, *, may_pass: bool = True) -> None:
        self.cards = sorted(set(cards))
        self.what = what
        self.rule = rule  # type: ignore[misc]  # which effect takes a card depends on the question
        self.may_pass = may_pass or not self.cards

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.card.{self.what}")

    def options(self) -> list[Pass | ChooseCard]:
        """List to choose none, then the cards."""
        chosen: list[Pass | ChooseCard] = [ChooseCard(card) for card in self.cards]
        return [Pass(), *chosen] if self.may_pass else chosen

    def refusal(self, action: Pass | ChooseCard) -> Refusal | None:
        """Refuse cards that are not among these, and none where one must be chosen."""
        if isinstance(action, Pass):
            return None if self.may_pass else Refusal(self.rule, msg("refuse.choose.needed"))
        return None if action.card in self.cards else Refusal(self.rule, msg("refuse.card.not-there", card=action.card))

    def only(self, options: Options[Pass | ChooseCard]) -> Pass | ChooseCard | None:
        """Return None: that a player is asked says nothing about the cards."""
        return None


def may_find(state: State, seat: int, card: str) -> bool:
    """Tell whether a card may lie in deck or discard pile of a player, by what everybody knows."""
    there = Counter((*state.hands[seat].cards, *state.decks[seat].cards, *state.discards[seat]))
    return bool(there[card])


def take_named(game: War, seat: int, card: str, rule: str) -> Flow[None]:
    """Let a player take a named card from the discard pile or the deck, which is then shuffled."""
    state = game.state
    if not may_find(state, seat, card):
        return
    there = card in state.discards[seat] or card in state.decks[seat].cards
    answer = yield from ask(seat, CardChooser([card] if there else [], "take", rule))
    if isinstance(answer, ChooseCard):
        if card in state.discards[seat]:
            take_back(game, seat, card)
        else:
            take_from_deck(game, seat, card)
        yield from keep_limit(game, seat)


def take_from_deck(game: War, seat: int, card: str) -> None:
    """Put a card of the deck into the hand, shown to all, and shuffle the deck: icefire:ruling.104."""
    state = game.state
    game.chance.take(state.decks[seat], card, ordered=True)
    state.hands[seat].put_under(card, PUBLIC)
    game.chance.shuffle(state.decks[seat])
    game.emit(CardTaken(player=state.law.players[seat], card=card))


def take_back(game: War, seat: int, card: str) -> None:
    """Put a card of the discard pile back into the hand: all have seen it, icefire:ruling.104."""
    state = game.state
    state.discards[seat].remove(card)
    state.hands[seat].put_under(card, PUBLIC)
    game.emit(CardTaken(player=state.law.players[seat], card=card))


def take_any(game: War, seat: int, cards: Sequence[str], rule: str) -> Flow[None]:
    """Let a player take one of some cards that lie in the deck."""
    answer = yield from ask(seat, CardChooser(cards, "take", rule))
    if isinstance(answer, ChooseCard):
        take_from_deck(game, seat, answer.card)
        yield from keep_limit(game, seat)


def attach(state: State, card: str, unit: int, seat: int) -> None:
    """Let a card that was just played stay on a unit in place of going to the discard pile: icefire:deck.6."""
    if card in state.discards[seat]:
        state.discards[seat].remove(card)
    state.attached.append(Attached(card, unit, seat))


def detach(state: State, card: str, unit: int) -> None:
    """Take a card off a unit; it goes to its owner's discard pile: icefire:ruling.62."""
    for one in [one for one in state.attached if (one.card, one.unit) == (card, unit)]:
        state.attached.remove(one)
        state.discards[one.seat].append(card)
    state.counters[unit].pop(f"card-{card}", None)
