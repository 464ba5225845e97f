"""A face-down pile: its cards, top first, and for each place the seats that know its card."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.compiled import mypyc_attr
from banneret.kernel.stream import Stream

PUBLIC = -1
"""Mask of all viewers, including spectators."""


def mask_of(seats: Iterable[int]) -> int:
    """Return the mask of some seats, which covers the knowledge of any of them."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def knows(known: int, mask: int) -> bool:
    """Return whether a mark lets the seats of `mask` know the card."""
    return known == PUBLIC or bool(known & mask)


def fits(known: int, imagined: int | None) -> bool:
    """Return whether a place with this mark may hold another card in a world imagined for a mask (None for no mask)."""
    return known != PUBLIC and not (imagined and known & imagined)


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class Pile:
    """Face-down cards, `cards[0]` on top; `known[i]` is the mask of the seats that know `cards[i]`.

    Shuffling, drawing and looking belong to `Chance`; the other moves of cards are here. All of them keep the marks.
    """

    __slots__ = ("cards", "known")

    def __init__(self, cards: Iterable[str] = (), known: Iterable[int] | None = None) -> None:
        self.cards = list(cards)
        self.known = [0] * len(self.cards) if known is None else list(known)
        if len(self.cards) != len(self.known):
            raise ValueError(f"{len(self.cards)} cards with {len(self.known)} marks")

    def __len__(self) -> int:
        return len(self.cards)

    def copy(self) -> Pile:
        """Return an independent copy."""
        pile = Pile.__new__(Pile)
        pile.cards = self.cards[:]
        pile.known = self.known[:]
        return pile

    def put_under(self, card: str, known: int) -> None:
        """Add a card at the bottom; `known` is the mask of seats that know it (`PUBLIC` if it was open)."""
        self.cards.append(card)
        self.known.append(known)

    def move_top_under(self) -> None:
        """Move the top card to the bottom, keeping its mark."""
        self.cards.append(self.cards.pop(0))
        self.known.append(self.known.pop(0))

    def seen_by(self, mask: int) -> list[str | None]:
        """Return the cards from the top as the seats of `mask` know them, None for unknown cards."""
        return [c if knows(k, mask) else None for c, k in zip(self.cards, self.known, strict=True)]

    def held_by(self, mask: int) -> list[str | None]:
        """Return the cards of a hand as the seats of `mask` know them: sorted by id, then None for each unknown card.

        A hand has no order in the rules: the position of a known card among the others would reveal which of them are
        played.
        """
        known = sorted(card for card in self.seen_by(mask) if card is not None)
        return [*known, *[None] * (len(self) - len(known))]

    def redeal(self, mask: int, stream: Stream) -> None:
        """Redeal, in place, the cards unknown to the seats of `mask`; all orders are equally likely."""
        redeal_together((self,), mask, stream)


def redeal_together(piles: Iterable[Pile], mask: int, stream: Stream) -> None:
    """Redeal, in place, the cards unknown to the seats of `mask` in several piles that share them (hands, a deck)."""
    places = [(p, i) for p in piles for i, k in enumerate(p.known) if not knows(k, mask)]
    cards = sorted(p.cards[i] for p, i in places)
    stream.shuffle(cards)
    for (pile, i), card in zip(places, cards, strict=True):
        pile.cards[i] = card
