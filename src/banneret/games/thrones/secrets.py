"""Hidden information: a secrecy class for every column of the state, and the redeal of what viewers cannot know."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

from banneret.games.thrones.content.components import ORDER_COUNT, ORDER_SPECIAL, ORDERS, STARS
from banneret.games.thrones.state import KINGS_COURT, NO_ORDER, State
from banneret.kernel.pile import Pile, knows
from banneret.kernel.stream import Stream, derive_key

PUBLIC: Final = "public"
OWNED: Final = "owned"
"""Known to the owning seat, and only in part to others."""
HIDDEN: Final = "hidden"
"""Unknown to all seats."""
PILE: Final = "pile"
"""Tracked for each card by the pile."""

FIELDS: Final[dict[str, str]] = {
    "seats": PUBLIC,
    "houses": PUBLIC,
    "home_seat": PUBLIC,
    "tides": PUBLIC,
    "confirm_orders": PUBLIC,
    "round": PUBLIC,
    "step": PUBLIC,
    "turn": PUBLIC,
    "owner": PUBLIC,
    "units": PUBLIC,
    "routed": PUBLIC,
    "orders": OWNED,  # while the seat's orders are face down; the positions of the tokens are public
    "face_down": PUBLIC,
    "power": PUBLIC,
    "garrison": PUBLIC,
    "neutral": PUBLIC,
    "available": PUBLIC,
    "supply": PUBLIC,
    "tracks": PUBLIC,
    "blade_used": PUBLIC,
    "raven_used": PUBLIC,
    "hands": PUBLIC,  # hands and discard piles are open (thrones:cards.12)
    "discards": PUBLIC,
    "threat": PUBLIC,
    "decks": PILE,
    "used": PUBLIC,
    "westeros": PUBLIC,
    "wildlings": PILE,
    "banned": PUBLIC,
    "combat": OWNED,  # its Tides of Battle cards, until they are shown; None at every checkpoint
    "winner": PUBLIC,
    "reason": PUBLIC,
    "forfeited": PUBLIC,
    "key": HIDDEN,
    "drawn": HIDDEN,
}


def redeal(state: State, mask: int, stream: Stream) -> None:
    """Randomize, in place, everything in a checkpoint state that the seats in `mask` cannot know."""
    for deck in state.decks:
        deck.redeal(mask, stream)
    state.wildlings.redeal(mask, stream)
    for seat in range(state.seats):
        if state.face_down[seat] and not mask >> seat & 1:
            _redeal_orders(state, seat, stream)


def _redeal_orders(state: State, seat: int, stream: Stream) -> None:
    """Replace a seat's face-down orders at random; every legal placement in the same areas is equally likely."""
    areas = [a for a, owner in enumerate(state.owner) if owner == seat and state.orders[a] != NO_ORDER]
    stars = STARS[state.seats][state.tracks[KINGS_COURT].index(seat)]
    kinds = tuple((k, ORDER_COUNT[k], ORDER_SPECIAL[k]) for k in range(len(ORDERS)) if k not in state.banned)
    placed: list[int] = []
    left = len(areas)
    for at, (kind, count, special) in enumerate(kinds):
        ways = [
            comb(left, n) * placings(kinds[at + 1 :], left - n, stars - n if special else stars)
            if n <= left and (not special or n <= stars)
            else 0
            for n in range(count + 1)
        ]
        draw = stream.below(sum(ways))
        n = 0
        while draw >= ways[n]:
            draw -= ways[n]
            n += 1
        placed += [kind] * n
        left -= n
        stars -= n if special else 0
    stream.shuffle(placed)
    for area, kind in zip(areas, placed, strict=True):
        state.orders[area] = kind


@cache
def placings(kinds: tuple[tuple[int, int, bool], ...], areas: int, stars: int) -> int:
    """Count the ways to place one token in each of `areas` areas, with at most `stars` special tokens.

    `kinds` lists the order, its number of tokens and whether it is special.
    """
    if not kinds:
        return int(areas == 0)
    (_, count, special), rest = kinds[0], kinds[1:]
    most = min(count, areas, stars if special else count)
    return sum(comb(areas, n) * placings(rest, areas - n, stars - n if special else stars) for n in range(most + 1))


def twin(state: State, mask: int, stream: Stream) -> State:
    """Return a copy of a checkpoint state that differs in one thing the seats in `mask` cannot know, and in the key.

    Two cards of a pile, or two face-down orders of a house, are swapped. Deliberately independent of `redeal`, which
    the twin-world tests check.
    """
    other = state.copy()
    other.key = derive_key(state.key, "twin")
    changes = [(pile.cards, places) for pile in (*other.decks, other.wildlings) if (places := _unknown(pile, mask))]
    for seat in range(state.seats):
        if state.face_down[seat] and not mask >> seat & 1:
            areas = [a for a, owner in enumerate(state.owner) if owner == seat and state.orders[a] != NO_ORDER]
            changes.append((other.orders, areas))  # type: ignore[arg-type]  # a list of orders, or one of cards
    changes = [(things, places) for things, places in changes if len({things[p] for p in places}) > 1]
    if changes:
        things, places = stream.choice(changes)
        first = stream.choice(places)
        second = stream.choice([p for p in places if things[p] != things[first]])
        things[first], things[second] = things[second], things[first]
    return other


def _unknown(pile: Pile, mask: int) -> list[int]:
    return [i for i, known in enumerate(pile.known) if not knows(known, mask)]
