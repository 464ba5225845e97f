"""Hidden information: a secrecy class for every column of the state, and the redeal of what viewers cannot know."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.state import COLUMNS, State
from banneret.kernel.pile import Pile, knows, redeal_together
from banneret.kernel.stream import Stream, derive_key

PUBLIC: Final = "public"
HIDDEN: Final = "hidden"
"""Unknown to all seats."""
PILE: Final = "pile"
"""Tracked for each card by the pile."""
LATER_PILES: Final = ("mission_hands", "mission_decks", "siege_decks", "siege_hands")
"""One pile per seat, in some modes; positions may omit them."""
PILES: Final = ("decks", "hands", "missions", *LATER_PILES)

FIELDS: Final[dict[str, str]] = {
    name: PILE if name in PILES else HIDDEN if name in ("key", "drawn") else PUBLIC for name in COLUMNS
}
"""Secrecy class of every column.

A player's deck and hand share their cards, as do those of missions and of a siege. Everything else is on the table.
"""


def groups(state: State) -> list[tuple[Pile, ...]]:
    """Return the piles in groups; a hidden card may be in any pile of its group."""
    return [
        *zip(state.decks, state.hands, strict=True),
        *zip(state.mission_decks, state.mission_hands, strict=True),
        *zip(state.siege_decks, state.siege_hands, strict=True),
        (state.missions,),
    ]


def stock(state: State, pile: Pile) -> tuple[Pile, ...]:
    """Return the group of a pile: those that its hidden cards may be in, such as a player's deck and hand."""
    return next(group for group in groups(state) if any(pile is one for one in group))


def redeal(state: State, mask: int, stream: Stream) -> None:
    """Randomize, in place, everything in a checkpoint state that the seats in `mask` cannot know."""
    for group in groups(state):
        redeal_together(group, mask, stream)


def twin(state: State, mask: int, stream: Stream) -> State:
    """Return a copy of a checkpoint state that differs in one thing the seats in `mask` cannot know, and in the key.

    Two hidden cards of a player, or of the missions, are swapped. Deliberately independent of `redeal`, which the
    twin-world tests check.
    """
    other = state.copy()
    other.key = derive_key(state.key, "twin")
    changes = []
    for group in groups(other):
        places = [(pile, i) for pile in group for i, known in enumerate(pile.known) if not knows(known, mask)]
        if len({pile.cards[i] for pile, i in places}) > 1:
            changes.append(places)
    if changes:
        places = stream.choice(changes)
        one, at = stream.choice(places)
        two, to = stream.choice([(pile, i) for pile, i in places if pile.cards[i] != one.cards[at]])
        one.cards[at], two.cards[to] = two.cards[to], one.cards[at]
    return other
