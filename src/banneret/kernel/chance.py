"""Chance: one keyed counter in the state, and the only way to obtain random results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from banneret.compiled import mypyc_attr
from banneret.kernel.pile import PUBLIC, Pile, fits
from banneret.kernel.stream import Keyed, below, shuffle

Result = int | str


class Unseen:
    """Placeholder in a script for a result that the viewer did not see."""

    def __reduce__(self) -> str:  # a singleton, also in another process
        return "UNSEEN"


UNSEEN = Unseen()


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled
class Draw:
    """One result of chance: the number of answers before it, the result, and who saw it (`PUBLIC` or a mask of seats).

    A result of None records something that cannot be undone: a shuffle, or that something hidden was shown.
    """

    __slots__ = ("after", "result", "seen")

    def __init__(self, after: int, result: Result | None, seen: int) -> None:
        self.after = after
        self.result = result
        self.seen = seen


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The dice, draws and looks of a match. Results come from the state's key, or from a script if there is one.

    `seen` is who sees a result: `PUBLIC`, or a mask of seats (`mask_of`). It is recorded with every result, so that
    undo knows what was revealed, and an imagined match repeats exactly what was seen.
    """

    __slots__ = ("after", "decide", "draws", "imagined", "script", "source", "stock")

    def __init__(self, source: Keyed, draws: list[Draw]) -> None:
        self.source = source
        self.draws = draws
        self.after = 0
        self.script: list[Result | Unseen] = []
        self.decide: Callable[[int], int] | None = None
        """Returns the result of a roll, given the number of its results, instead of the key; see `Match.roll_with`."""
        self.imagined: int | None = None
        """In an imagined match, the mask of its viewers."""
        self.stock: Callable[[Any, Pile], Sequence[Pile]] | None = None  # `Rulebook.stock`

    def supply(self, results: Sequence[Result | Unseen]) -> None:
        """Supply the next results (for a test or a replay); `UNSEEN` stands for a normal draw."""
        self.script = list(reversed(results))

    def pick(self, n: int, seen: int = PUBLIC) -> int:
        """Draw an integer 0 <= x < n."""
        given = self.script.pop() if self.script else UNSEEN
        if isinstance(given, Unseen):
            result = below(self.source, n) if self.decide is None else self._decided(n, self.decide)
        elif isinstance(given, int) and 0 <= given < n:
            result = given
            self.source.drawn += 1  # later draws are the same, whether results are supplied or not
        else:
            raise ValueError(f"the supplied result {given!r} is not a whole number below {n}")
        self.draws.append(Draw(self.after, result, seen))
        return result

    def _decided(self, n: int, decide: Callable[[int], int]) -> int:
        result = decide(n)
        if not 0 <= result < n:
            raise ValueError(f"the decided result {result!r} is not a whole number below {n}")
        self.source.drawn += 1  # as in `pick`
        return result

    def shuffle(self, pile: Pile) -> None:
        """Shuffle a pile; afterwards nobody knows the place of any of its cards."""
        shuffle(self.source, pile.cards)
        pile.known = [0] * len(pile.cards)
        self.draws.append(Draw(self.after, None, 0))

    def draw(self, pile: Pile, seen: int = PUBLIC) -> str:
        """Take the top card of a pile."""
        self._show(pile, seen)
        pile.known.pop(0)
        return pile.cards.pop(0)

    def look(self, pile: Pile, seen: int) -> str:
        """Look at the top card of a pile and leave it there."""
        self._show(pile, seen)
        pile.known[0] = PUBLIC if seen == PUBLIC else pile.known[0] | seen
        return pile.cards[0]

    def deal(self, cards: list[str], seen: Sequence[int]) -> list[str]:
        """Remove a card from `cards` for each mask of `seen`, all equally likely and simultaneous.

        If a script gives some of them, the others are drawn from the rest, so that an imagined deal has its conditional
        probability given what was seen.
        """
        given = [self.script.pop() if self.script else UNSEEN for _ in seen]
        for result in given:
            if not isinstance(result, Unseen):
                cards.remove(str(result))
        dealt: list[str] = []
        for result, mask in zip(given, seen, strict=True):
            if isinstance(result, Unseen):
                card = cards.pop(below(self.source, len(cards)))
            else:
                card = str(result)
                self.source.drawn += 1  # as in `pick`
            self.draws.append(Draw(self.after, card, mask))
            dealt.append(card)
        return dealt

    def reveal(self, since: int | None = None) -> None:
        """Show everybody the results recorded from index `since` of `draws` on. This cannot be undone.

        Without `since`, records that something hidden that did not come from chance is shown, such as a face-down card.
        """
        if since is not None:
            self.draws[since:] = [Draw(d.after, d.result, PUBLIC) for d in self.draws[since:]]
        self.draws.append(Draw(self.after, None, PUBLIC))

    def show(self, seen: int) -> None:
        """Record that something hidden is shown to the seats of `seen`. This cannot be undone."""
        self.draws.append(Draw(self.after, None, seen))

    def take(self, pile: Pile, card: str, *, ordered: bool = False) -> None:
        """Take a particular card out of a pile, such as one that a seat plays openly from its hidden hand.

        Of equal cards, the one known to most seats is taken, and each seat knows one less of them. In an imagined match
        the card may be elsewhere among the hidden cards (`Rulebook.stock`); it is then swapped with a hidden card of
        the pile. The remaining places do not reveal where it was, unless the rules give the pile an order (`ordered`),
        such as a deck. Raises ValueError if there is no such card.
        """
        if card not in pile.cards:
            if self.imagined is None:
                raise ValueError(f"there is no {card!r} in the pile")
            self._bring(pile, [i for i in range(len(pile)) if fits(pile.known[i], self.imagined)], card)
        places = [i for i, c in enumerate(pile.cards) if c == card]
        at = max(places, key=lambda i: pile.known[i].bit_count() if pile.known[i] != PUBLIC else 1 << 30)
        _forget_one(pile, at, [i for i in places if i != at])
        if not ordered:
            alike = [i for i in range(at, len(pile)) if pile.known[i] == pile.known[at]]
            for place, behind in pairwise(alike):
                pile.cards[place] = pile.cards[behind]
            at = alike[-1]
        del pile.cards[at]
        del pile.known[at]

    def _bring(self, pile: Pile, places: list[int], card: str) -> None:
        """Swap a card at one of `places` with `card`, drawn from the hidden places that hold one."""
        piles = self.stock(self.source, pile) if self.stock is not None else (pile,)
        found = [(p, i) for p in piles for i, c in enumerate(p.cards) if c == card and fits(p.known[i], self.imagined)]
        if not found:  # supplied by a test, where the known places of the pile also count
            found = [(pile, i) for i, c in enumerate(pile.cards) if c == card]
        if not found or not places:
            raise ValueError(f"{card!r} is not available")
        other, at = found[below(self.source, len(found))] if len(found) > 1 else found[0]
        to = places[below(self.source, len(places))] if len(places) > 1 else places[0]
        pile.cards[to], other.cards[at] = other.cards[at], pile.cards[to]

    def _show(self, pile: Pile, seen: int) -> None:
        if not pile.cards:
            raise ValueError("no card is left in the pile")
        given = self.script.pop() if self.script else UNSEEN
        if not isinstance(given, Unseen) and pile.cards[0] != given:
            self._bring(pile, [0], str(given))
        self.draws.append(Draw(self.after, pile.cards[0], seen))


def _forget_one(pile: Pile, gone: int, others: Sequence[int]) -> None:
    """Let the seats that do not know the place of an openly played card know one less of the equal cards."""
    if pile.known[gone] == PUBLIC:
        return
    left = ~pile.known[gone]
    for place in others:
        if pile.known[place] != PUBLIC:
            forgotten = pile.known[place] & left
            pile.known[place] &= ~forgotten
            left &= ~forgotten
