"""Reviews a finished match: chances to win after each entry, what each decision cost, and luck apart from skill."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from banneret.bots.judging import Judging, judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import number
from banneret.bots.review.decisions import Decision, Mistake, examine, first_look
from banneret.bots.review.luck import Stroke, Uncertain
from banneret.bots.review.worlds import Budget
from banneret.bots.winning import judges, win_chances
from banneret.kernel import notation
from banneret.kernel.journal import Answer, is_given
from banneret.kernel.match import Match

Entry = Mapping[str, Any]
"""An entry of a record; results of chance are in `chance`."""

ANSWERS: Final = 200_000
"""Default number of answers that a review may play in imagined worlds: about a minute of CPU time."""
LEAST: Final = 0.002
"""A decision that seems to have cost less than this is not examined."""
LUCK: Final = 0.3
"""Share of the budget for luck."""
MOST_WORLDS: Final = 48
"""Maximum number of worlds from which the expectation before a chance outcome is estimated."""
LEAST_WORLDS: Final = 6
PLAYED: Final = 16
"""Answers that estimating the luck of an outcome plays in a world, roughly."""


class UnjudgedError(ValueError):
    """Raised if a match cannot be reviewed because it is not over or its game does not evaluate positions."""


class SeatReview(NamedTuple):
    """One seat: number of decisions, what they cost together, and its luck; `error` is the standard error of luck."""

    decisions: int
    cost: float
    luck: float
    error: float


class Review(NamedTuple):
    """A reviewed match. `mistakes` are all decisions that cost something, the costliest first."""

    chances: tuple[tuple[float, ...], ...]
    """Each seat's chance to win at the beginning and after each entry."""
    seats: tuple[SeatReview, ...]
    mistakes: tuple[Mistake, ...]

    def costliest(self, seat: int, most: int) -> tuple[Mistake, ...]:
        """Return the costliest decisions of a seat."""
        return tuple(one for one in self.mistakes if one.decision.seat == seat)[:most]


def review(steps: Iterable[Match[Any]], entries: Sequence[Entry], *, seed: int = 1, answers: int = ANSWERS) -> Review:
    """Review a match that is replayed step by step: `steps` yields it at the beginning and after each entry.

    The same seed and number of `answers`, which are played in imagined worlds, give the same review. Raises
    UnjudgedError.
    """
    reviewer = _Reviewer(entries, seed, answers)
    for step, match in enumerate(steps):
        reviewer.step(step, match)
    return reviewer.finished()


class _Reviewer:
    """A match under review, at some step."""

    def __init__(self, entries: Sequence[Entry], seed: int, answers: int) -> None:
        self.entries = entries
        self.seed = seed
        self.answers = answers
        uncertain = sum(1 for entry in entries if entry.get("chance"))
        worlds = LUCK * answers / (2 * PLAYED * max(1, uncertain))
        self.worlds = max(LEAST_WORLDS, min(MOST_WORLDS, int(worlds)))
        self.budget = Budget(answers)
        self.chances: list[tuple[float, ...]] = []
        self.decisions: list[Decision] = []
        self.strokes: list[Stroke] = []
        self.alone = _Alone()
        self.waiting: Decision | None = None
        self.uncertain: Uncertain | None = None
        self.match: Match[Any] | None = None
        self.judge: Judging[Any]

    def step(self, step: int, match: Match[Any]) -> None:
        """Look at the match after some entries, and at the next entry."""
        if self.match is None:
            self.judge = judging_of(match.rulebook)
            if not judges(self.judge):
                raise UnjudgedError(f"{match.rulebook.id} does not evaluate positions")
        else:
            self._after(step, match)
        self.match = match
        self.chances.append(tuple(win_chances(match, self.judge)))
        self.waiting = self.uncertain = None
        if step < len(self.entries):
            self._before(step + 1, match, self.entries[step])

    def _after(self, step: int, match: Match[Any]) -> None:
        """Complete what the entry that has just been played began; forget what it has undone."""
        entry = self.entries[step - 1]
        if "do" not in entry:
            self.alone.forget()
            left = {id(answer) for answer in match.answers}
            self.decisions = [one for one in self.decisions if id(one.answer) in left]
            self.strokes = [one for one in self.strokes if id(one.answer) in left]
            return
        seat = entry["seat"]
        if self.waiting is not None:
            self.decisions.append(self.waiting._replace(answer=_last(match, seat)))
        if self.uncertain is not None:
            self.strokes.append(self.uncertain.stroke(step, seat, entry["do"], match))

    def _before(self, number_: int, match: Match[Any], entry: Entry) -> None:
        """Look at a decision, with what its seat could know, before it is played."""
        seat, ask = entry.get("seat", -1), match.asking.get(entry.get("seat", -1))
        if "do" not in entry or ask is None:
            return
        seed = number("decision", self.seed, number_)
        done = notation.read(entry["do"], match.rulebook.actions)
        player = Player(self.alone.before(match, seat), seat, seed)
        seems = first_look(player, done, self.judge, seed, self.budget)
        self.waiting = Decision(number_, match.label, player, done, None, seems, seed)
        self.alone.play(seat, done)
        if entry.get("chance"):
            self.uncertain = Uncertain(match, self.judge, seed, self.worlds, self.budget)

    def finished(self) -> Review:
        """Examine decisions until the budget is spent, each seat's apparently costliest ones first."""
        match = self.match
        if match is None or match.outcome is None:
            raise UnjudgedError("the match is not over")
        mistakes = []
        for decision in _in_turn(self.decisions):
            if self.budget.spent >= self.answers:
                break
            mistake = examine(decision, self.judge, self.budget)
            if mistake is not None:
                mistakes.append(mistake)
        mistakes.sort(key=lambda one: -one.cost)
        return Review(
            tuple(self.chances),
            tuple(self._seat(seat, mistakes) for seat in range(match.seats)),
            tuple(mistakes),
        )

    def _seat(self, seat: int, mistakes: list[Mistake]) -> SeatReview:
        return SeatReview(
            decisions=sum(one.seat == seat for one in self.decisions),
            cost=math.fsum(one.cost for one in mistakes if one.decision.seat == seat),
            luck=math.fsum(one.changes[seat] for one in self.strokes),
            error=math.sqrt(math.fsum(one.variances[seat] for one in self.strokes)),
        )


class _Alone:
    """Matches in which one seat at a time has answered while several decide simultaneously.

    Answers of the others that are sealed already would be drawn at random in an imagined world; if they have not
    answered yet, they answer there as well as a bot can.
    """

    def __init__(self) -> None:
        self.opened: Match[Any] | None = None
        self.own: dict[int, Match[Any]] = {}

    def before(self, match: Match[Any], seat: int) -> Match[Any]:
        """Return the match in which this seat decides."""
        if not match.together:
            self.forget()
            return match
        if self.opened is None or self.opened.opened_at != match.opened_at:
            self.opened, self.own = match.clone(), {}
        if seat not in self.own:
            self.own[seat] = self.opened.clone()
        alone = self.own[seat]
        return alone if alone.opened_at == match.opened_at and seat in alone.asking else match

    def play(self, seat: int, done: Any) -> None:  # an action of the game
        """Give a seat's answer in its own match."""
        alone = self.own.get(seat)
        if alone is not None and seat in alone.asking:
            alone.play(seat, done)

    def forget(self) -> None:
        """Forget the answers, because the match has gone on or something was undone."""
        self.opened, self.own = None, {}


def _last(match: Match[Any], seat: int) -> Answer | None:
    """Return the last answer that a seat gave itself."""
    for answer in match.answers[::-1]:
        if is_given(answer, seat):
            return answer
    return None


def _in_turn(decisions: list[Decision]) -> list[Decision]:
    """Return the decisions worth examining: each seat's apparently costliest one, then each one's second ..."""
    worth = sorted((one for one in decisions if one.seems >= LEAST), key=lambda one: (one.seat, -one.seems))
    ranked = [(rank, one) for _, group in groupby(worth, key=lambda one: one.seat) for rank, one in enumerate(group)]
    ranked.sort(key=lambda pair: (pair[0], -pair[1].seems))
    return [one for _, one in ranked]
