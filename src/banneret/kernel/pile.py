"""A face-down pile: its cards, top first, and for each place which seats know the card there."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.kernel.stream import Stream

PUBLIC = -1
"""The mask of everybody, spectators too."""


def mask_of(seats: Iterable[int]) -> int:
    """Return the mask of some seats: what any of them knows, the mask knows."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def knows(known: int, mask: int) -> bool:
    """Tell whether a mark lets the seats of `mask` know."""
    return known == PUBLIC or bool(known & mask)


def fits(known: int, imagined: int | None) -> bool:
    """Tell whether a place with this mark may hold another card in a world imagined for a mask (None: no mask)."""
    return known != PUBLIC and not (imagined and known & imagined)


class Pile:
    """Cards face down, `cards[0]` on top; `known[i]` is the mask of the seats that know `cards[i]`.

    Shuffling, drawing and looking are chance (`Chance`); the other moves of cards are here. All keep the marks.
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
        """Put a card under the pile; `known` says who knows it (`PUBLIC` if it was open)."""
        self.cards.append(card)
        self.known.append(known)

    def move_top_under(self) -> None:
        """Put the top card under the pile, unseen by those who did not know it."""
        self.cards.append(self.cards.pop(0))
        self.known.append(self.known.pop(0))

    def seen_by(self, mask: int) -> list[str | None]:
        """Return the cards from the top as the seats of `mask` know them, None where they do not."""
        return [c if knows(k, mask) else None for c, k in zip(self.cards, self.known, strict=True)]

    def held_by(self, mask: int) -> list[str | None]:
        """Return the cards of a hand as the seats of `mask` know them: in order of their ids, then None for each other.

        A hand has no order by the rules: where a known card lies among others would show which of them are played.
        """
        known = sorted(card for card in self.seen_by(mask) if card is not None)
        return [*known, *[None] * (len(self) - len(known))]

    def redeal(self, mask: int, stream: Stream) -> None:
        """Deal anew, in place, the cards that the seats of `mask` do not know: every order equally likely."""
        redeal_together((self,), mask, stream)


def redeal_together(piles: Iterable[Pile], mask: int, stream: Stream) -> None:
    """Deal anew, in place, what the seats of `mask` do not know of several piles of the same cards (hands, a deck)."""
    places = [(p, i) for p in piles for i, k in enumerate(p.known) if not knows(k, mask)]
    cards = sorted(p.cards[i] for p, i in places)
    stream.shuffle(cards)
    for (pile, i), card in zip(places, cards, strict=True):
        pile.cards[i] = card
