"""Chance: one keyed counter in the state, and the one door through which every result comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from banneret.kernel.pile import PUBLIC, Pile, fits
from banneret.kernel.stream import Keyed, below, shuffle

Result = int | str


class Unseen:
    """Stands in a script where a result was drawn that the viewer did not see."""

    def __reduce__(self) -> str:  # there is one of it, also in another process
        return "UNSEEN"


UNSEEN = Unseen()


class Draw:
    """One result that chance gave: after how many answers, what, and who saw it (`PUBLIC` or a mask of seats).

    None as a result notes what cannot be taken back: a shuffle, or that something hidden was shown.
    """

    __slots__ = ("after", "result", "seen")

    def __init__(self, after: int, result: Result | None, seen: int) -> None:
        self.after = after
        self.result = result
        self.seen = seen


class Chance:
    """The door: dice, draws and looks of a match. Results come from the state's key, or from a script if there is one.

    `seen` says who sees a result: `PUBLIC`, or a mask of seats (`mask_of`). Every result is noted with it, so
    that undo knows what was revealed and an imagined match repeats what was seen and nothing else.
    """

    __slots__ = ("after", "draws", "imagined", "script", "source", "stock")

    def __init__(self, source: Keyed, draws: list[Draw]) -> None:
        self.source = source
        self.draws = draws
        self.after = 0
        self.script: list[Result | Unseen] = []
        self.imagined: int | None = None
        """In an imagined match the mask of those for whom it was imagined."""
        self.stock: Callable[[Any, Pile], Sequence[Pile]] | None = None  # `Rulebook.stock`

    def supply(self, results: Sequence[Result | Unseen]) -> None:
        """Let the next results be these (a test, a replay); `UNSEEN` stands for one drawn as ever."""
        self.script = list(reversed(results))

    def pick(self, n: int, seen: int = PUBLIC) -> int:
        """Draw a whole number 0 <= x < n."""
        told = self.script.pop() if self.script else UNSEEN
        if isinstance(told, Unseen):
            result = below(self.source, n)
        elif isinstance(told, int) and 0 <= told < n:
            result = told
            self.source.drawn += 1  # what comes after is the same, supplied or not
        else:
            raise ValueError(f"the supplied result {told!r} is not a whole number below {n}")
        self.draws.append(Draw(self.after, result, seen))
        return result

    def shuffle(self, pile: Pile) -> None:
        """Shuffle a pile: from now on nobody knows the place of any of its cards."""
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
        """Take a card for each mask of `seen` out of `cards`, every card equally likely, all at the same time.

        Where a script tells some of them, the others are drawn from what those leave: so an imagined deal is
        as likely as it is by what was seen.
        """
        told = [self.script.pop() if self.script else UNSEEN for _ in seen]
        for result in told:
            if not isinstance(result, Unseen):
                cards.remove(str(result))
        dealt: list[str] = []
        for result, mask in zip(told, seen, strict=True):
            if isinstance(result, Unseen):
                card = cards.pop(below(self.source, len(cards)))
            else:
                card = str(result)
                self.source.drawn += 1  # as in `pick`
            self.draws.append(Draw(self.after, card, mask))
            dealt.append(card)
        return dealt

    def reveal(self, since: int | None = None) -> None:
        """Show everybody the results noted from place `since` of `draws` on. It cannot be taken back.

        Without `since`: something hidden that chance did not give is shown, such as what lay face down.
        """
        if since is not None:
            self.draws[since:] = [Draw(d.after, d.result, PUBLIC) for d in self.draws[since:]]
        self.draws.append(Draw(self.after, None, PUBLIC))

    def show(self, seen: int) -> None:
        """Note that something hidden is shown to the seats of `seen`. It cannot be taken back."""
        self.draws.append(Draw(self.after, None, seen))

    def take(self, pile: Pile, card: str, *, ordered: bool = False) -> None:
        """Take a certain card out of a pile, such as one that a seat plays openly from its hidden hand.

        Of equal cards the one goes that most seats know, and each seat knows one less of them. In an imagined match
        the card may lie elsewhere among what is hidden (`Rulebook.stock`); then it is exchanged for a hidden card of
        the pile. Which places are left shows nothing of where it lay, unless the rules give the pile an order
        (`ordered`), such as a deck. Raises ValueError if there is no such card.
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
        """Exchange a card at one of `places` for `card`, drawn among the hidden places that hold one."""
        piles = self.stock(self.source, pile) if self.stock is not None else (pile,)
        found = [(p, i) for p in piles for i, c in enumerate(p.cards) if c == card and fits(p.known[i], self.imagined)]
        if not found:  # supplied by a test, where the known places of the pile serve as well
            found = [(pile, i) for i, c in enumerate(pile.cards) if c == card]
        if not found or not places:
            raise ValueError(f"there is no {card!r} to be had")
        other, at = found[below(self.source, len(found))] if len(found) > 1 else found[0]
        to = places[below(self.source, len(places))] if len(places) > 1 else places[0]
        pile.cards[to], other.cards[at] = other.cards[at], pile.cards[to]

    def _show(self, pile: Pile, seen: int) -> None:
        if not pile.cards:
            raise ValueError("no card is left in the pile")
        told = self.script.pop() if self.script else UNSEEN
        if not isinstance(told, Unseen) and pile.cards[0] != told:
            self._bring(pile, [0], str(told))
        self.draws.append(Draw(self.after, pile.cards[0], seen))


def _forget_one(pile: Pile, gone: int, others: Sequence[int]) -> None:
    """Let the seats that do not know the place of a card played openly know one less of the equal cards."""
    if pile.known[gone] == PUBLIC:
        return
    left = ~pile.known[gone]
    for place in others:
        if pile.known[place] != PUBLIC:
            forgotten = pile.known[place] & left
            pile.known[place] &= ~forgotten
            left &= ~forgotten
