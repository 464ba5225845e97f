"""What positions and options are worth: the optional part `judging` of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from banneret.kernel.asks import Ask
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook

S = TypeVar("S")


class Evaluation(msgspec.Struct, frozen=True):
    """What a state is worth to a seat, in points: the sum of its named terms. Ten points are a clear advantage."""

    total: float
    terms: dict[str, float]


class Glance(NamedTuple):
    """What each option of a question looks worth, in points; only differences count."""

    points: Sequence[float]
    enough: bool = False
    """Whether looking one decision ahead shows no more: as for an order that is carried out much later."""


class Judging(Generic[S]):
    """Judges the positions and options of one game for bots; as it is here, it knows nothing but the end of a match.

    It is called on imagined worlds, at checkpoints and at the end, and sees the whole state: it may use what is
    hidden, for what a player cannot know has been dealt anew.
    """

    foresight: ClassVar[int] = 60
    """How many answers after a turn a search plays on: later ones depend more on luck than on the turn."""

    def evaluate(self, state: S, seat: int) -> Evaluation:
        """Return what a state is worth to a seat."""
        return Evaluation(0.0, {})

    def totals(self, state: S) -> list[float]:
        """Return the total of the evaluation for every seat; override it where all at once is quicker."""
        return [self.evaluate(state, seat).total for seat in range(state.seats)]  # type: ignore[attr-defined]  # all have

    def chances(self, state: S) -> list[float] | None:
        """Return the chance of each seat to win; None if nothing better is known than `totals`."""
        return None

    def glance(self, state: S, ask: Ask) -> Glance | None:
        """Return what the options of a question look worth at first sight to the seat that is asked, or None.

        Bots order options by it, and answer by it in playouts. It uses the public situation and what that seat
        knows, and has to be far quicker than a playout.
        """
        return None


_BLIND: Judging[Any] = Judging()


def judging_of(book: Rulebook[Any]) -> Judging[Any]:
    """Return the judge of a game; for a game without one, a judge that knows only the end of a match."""
    return offered(book, "judging", Judging) or _BLIND
