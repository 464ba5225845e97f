"""Who may know what: every column of the state classified, and the redeal of what a viewer cannot know."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.state import State
from banneret.kernel.chance import Stream, derive_key
from banneret.kernel.pile import Pile, knows, redeal_together

PUBLIC: Final = "public"
HIDDEN: Final = "hidden"
"""Known to nobody."""
PILE: Final = "pile"
"""Known place by place, as the pile's marks say."""

FIELDS: Final[dict[str, str]] = {
    name: PILE
    if name in ("decks", "hands", "missions", "siege_decks", "siege_hands")
    else HIDDEN
    if name in ("key", "drawn")
    else PUBLIC
    for name in State.__slots__
}
"""Deck and hand of a player hold the same cards, the mission deck others. The rest lies on the table."""


def _groups(state: State) -> list[tuple[Pile, ...]]:
    """List the piles whose hidden cards could as well lie in one another: decks and hands of a player, the missions."""
    tactics = zip(state.decks, state.hands, strict=True)
    sieges = zip(state.siege_decks, state.siege_hands, strict=True)
    return [*tactics, (state.missions,), *sieges]


def stock(state: State, pile: Pile) -> tuple[Pile, ...]:
    """Return the piles whose hidden cards could as well lie in this one, itself among them."""
    for group in _groups(state):
        if any(pile is one for one in group):
            return group
    return (pile,)


def redeal(state: State, mask: int, stream: Stream) -> None:
    """Deal anew, in place, all of a checkpoint state that the seats of `mask` cannot know."""
    for group in _groups(state):
        redeal_together(group, mask, stream)


def twin(state: State, mask: int, stream: Stream) -> State:
    """Return a checkpoint state that differs in one thing the seats of `mask` cannot know, and in the key.

    Written without `redeal`, so that a test of twin worlds does not rest on what it tests: two hidden cards of a
    player, or of the mission deck, change places.
    """
    other = state.copy()
    other.key = derive_key(state.key, "twin")
    changes = []
    for group in _groups(other):
        places = [(pile, i) for pile in group for i, known in enumerate(pile.known) if not knows(known, mask)]
        if len({pile.cards[i] for pile, i in places}) > 1:
            changes.append(places)
    if changes:
        places = stream.choice(changes)
        one, at = stream.choice(places)
        two, to = stream.choice([(pile, i) for pile, i in places if pile.cards[i] != one.cards[at]])
        one.cards[at], two.cards[to] = two.cards[to], one.cards[at]
    return other
