"""Hidden information: a secrecy class for every column of the state, and the redeal of what viewers cannot know."""

from __future__ import annotations

from typing import Final

from banneret.games.battles.state import State
from banneret.kernel.pile import Pile, knows, redeal_together
from banneret.kernel.stream import Stream, derive_key

PUBLIC: Final = "public"
HIDDEN: Final = "hidden"
"""Unknown to all seats."""
PILE: Final = "pile"
"""Tracked for each card by the pile."""

_PILES: Final = ("decks", "hands", "strategy")
_SECRET: Final = ("key", "drawn")

FIELDS: Final[dict[str, str]] = {
    name: PILE if name in _PILES else HIDDEN if name in _SECRET else PUBLIC for name in State.__slots__
}
"""A House's hand and deck share their cards; strategy tokens are face down. Everything else is public."""


def stock(state: State, pile: Pile) -> tuple[Pile, ...]:
    """Return the piles that the hidden cards of this one could be in: a House's deck and hand."""
    for deck, hand in zip(state.decks, state.hands, strict=True):
        if pile is deck or pile is hand:
            return (deck, hand)
    return (pile,)


def redeal(state: State, mask: int, stream: Stream) -> None:
    """Redeal, in place, everything of a checkpoint state that the seats of `mask` cannot know."""
    for deck, hand in zip(state.decks, state.hands, strict=True):
        redeal_together((deck, hand), mask, stream)
    state.strategy.redeal(mask, stream)


def twin(state: State, mask: int, stream: Stream) -> State:
    """Return a checkpoint state that differs in one thing unknown to the seats of `mask`, and in the key.

    Two hidden cards of a House, or two strategy tokens, are swapped. This does not use `redeal`, so that a test of twin
    worlds does not depend on the code it tests.
    """
    other = state.copy()
    other.key = derive_key(state.key, "twin")
    groups = [*zip(other.decks, other.hands, strict=True), (other.strategy,)]
    changes = []
    for group in groups:
        places = [(pile, i) for pile in group for i, known in enumerate(pile.known) if not knows(known, mask)]
        if len({pile.cards[i] for pile, i in places}) > 1:
            changes.append(places)
    if changes:
        places = stream.choice(changes)
        one, at = stream.choice(places)
        two, to = stream.choice([(pile, i) for pile, i in places if pile.cards[i] != one.cards[at]])
        one.cards[at], two.cards[to] = two.cards[to], one.cards[at]
    return other
