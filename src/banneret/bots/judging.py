"""The value of positions and options: the optional part `judging` of a rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from banneret.kernel.asks import Ask
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook

S = TypeVar("S")


class Evaluation(msgspec.Struct, frozen=True):
    """The value of a state for a seat, in points: the sum of named terms. Ten points are a clear advantage."""

    total: float
    terms: dict[str, float]


class Glance(NamedTuple):
    """A quick estimate of each option's value in points; only differences matter. Minus infinity: never choose it."""

    points: Sequence[float]
    enough: bool = False
    """Whether looking one decision ahead shows no more, as for an order that is carried out much later."""
    mixed: Sequence[float] | None = None
    """How likely to choose each option where being predictable is a disadvantage, as in a sealed bid."""
    doubt: float = 0.0
    """Least variation, in points, of such answers in playouts, where another player is hard to predict."""


class Judging(Generic[S]):
    """Evaluates positions and options of one game for bots; this default knows only the end of a match.

    It is called on imagined worlds, at checkpoints and at the end, and sees the complete state. It may use hidden
    information, because whatever the player cannot know has been redealt.
    """

    foresight: ClassVar[int] = 60
    """Number of answers that a search plays on after a turn; later ones depend more on luck than on the turn."""

    playouts: ClassVar[int] = 200
    """Number of playouts of the strongest level for an answer: as many as usually fit into three seconds."""
    plan_playouts: ClassVar[int] = 100
    """The same for each of the two races of a whole plan of secret answers, at most (see `plan_budget`)."""

    plans: ClassVar[int] = 24
    """Maximum number of plans in a race: the one that looks best, and random variations of it."""

    stray: ClassVar[float] = 6.0
    """Variation of the last plan in points; the first ones vary less."""

    trust: ClassVar[float] = 2.0
    """Number of standard errors by which an answer must lead the favourite of a search to replace it."""

    by_chances: ClassVar[bool] = True
    """Whether a search compares `chances`, if there are any, rather than points gained."""

    @property
    def former(self) -> Judging[S] | None:
        """The judgement of the first release, for the legacy levels; None if it is this one."""
        return None

    @property
    def styles(self) -> Mapping[str, Judging[S]]:
        """This judgement in the styles of play that the game has (see `banneret.bots.styles`); by default none."""
        return {}

    @property
    def resolute(self) -> bool:
        """Whether a bot that looks ahead to the end of a turn goes on with what looks best to it, and no further.

        Otherwise its own next answers vary at random, as those of others do, and after an answer that ends the turn it
        looks at the end of the next one: an answer that begins something then looks worse than one that ends the turn.
        """
        return False

    @property
    def faith(self) -> float:
        """How many worlds the estimates at first sight count as when a bot looks ahead; 0 if they only sort options.

        It is useful where the estimates err less than the mean of a few playouts.
        """
        return 0.0

    def plan_budget(self, state: S) -> int:
        """Return the number of playouts for each race of a whole plan: fewer than `plan_playouts` in large matches."""
        return self.plan_playouts

    def evaluate(self, state: S, seat: int) -> Evaluation:
        """Return the evaluation of a state for a seat."""
        return Evaluation(0.0, {})

    def totals(self, state: S) -> list[float]:
        """Return the total evaluation for every seat; override it if computing all at once is faster."""
        return [self.evaluate(state, seat).total for seat in range(state.seats)]  # type: ignore[attr-defined]  # every state has

    def chances(self, state: S) -> list[float] | None:
        """Return each seat's chance of winning, or None if `totals` is the best estimate.

        They add up to 1, and are exact at the end of a match. Like an evaluation, they may use all of a state.
        """
        return None

    def glance(self, state: S, ask: Ask) -> Glance | None:
        """Return a quick estimate of the options of a question for the seat that is asked, or None.

        Bots sort options by it and use it to answer in playouts. It is based on public information and what that seat
        knows, and must be much faster than a playout.
        """
        return None


_BLIND: Judging[Any] = Judging()


def judging_of(book: Rulebook[Any], *, legacy: bool = False) -> Judging[Any]:
    """Return the judge of a game (or that of the first release), or one that knows only the end of a match."""
    judge = offered(book, "judging", Judging) or _BLIND
    return (judge.former or judge) if legacy else judge
