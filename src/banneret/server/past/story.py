"""Analysis of a finished match: chances to win after each step, turning points, numbers by round, and luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
import structlog

from banneret.bots.judging import Judging, judging_of
from banneret.bots.winning import judges, win_chances
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.odds import Odds
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.matches.stream import Before, Step, noticed, read_step, step_of
from banneret.server.past.odds import odds_of_entry
from banneret.server.store.entries import Entry, enter
from banneret.show.course import Luck, Measure

log = structlog.get_logger()

TURNING: Final = 5
"""Maximum number of turning points."""
LEAST: Final = 0.04
"""Minimum change of a chance at a turning point."""
APART: Final = 25
"""Minimum distance of turning points, as a divisor of the number of steps."""

Begin = Match[Any] | Callable[[], Match[Any]]
"""The match at its beginning, or a function that creates it."""


class Turning(msgspec.Struct, frozen=True):
    """A step that changed win chances more than others, with the seat that gained or lost most."""

    step: int
    event: int
    """Number of the event that summarizes the step."""
    seat: int
    change: float


class RoundCourse(msgspec.Struct, frozen=True):
    """Measures of every seat at the start of a round, or, without a label, at the end of the match."""

    step: int
    label: str
    measures: tuple[Measure, ...]


class Balance(msgspec.Struct, frozen=True):
    """Change of a seat's win chance over the match, split by cause. The three parts add up to the whole change.

    `chance`: steps in which dice were rolled or cards drawn, for any seat.
    `own`: decisions of the seat itself without chance.
    `rest`: decisions of other seats, and simultaneous decisions of several seats.
    """

    own: float
    chance: float
    rest: float


class Story(msgspec.Struct, frozen=True):
    """How a match went.

    `chances`: win chance after each step for each seat, from 0 to 1; empty if the game has no evaluation.
    `exact`: whether the game estimates win chances itself; otherwise they are derived from its evaluation.
    `luck`: one entry for each seat and kind of result, with totals of actual and expected results.
    `balances`: one for each seat; empty without win chances.
    """

    chances: tuple[tuple[float, ...], ...]
    exact: bool
    turning: tuple[Turning, ...]
    rounds: tuple[RoundCourse, ...]
    luck: tuple[Luck, ...]
    balances: tuple[Balance, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """A match after an entry, with the entry's changes. The match object is reused by the next moment."""

    match: Match[Any]
    step: Step
    odds: tuple[Odds, ...] = ()
    """Odds of the answer, if requested."""


def moments_of(begin: Begin, entries: Sequence[Entry], *, odds: bool = False) -> Iterator[Moment]:
    """Yield the initial moment of a match, and one for each stored entry; `odds` adds the odds of each answer."""
    match = begin() if callable(begin) else begin
    yield Moment(match, Step(-1, sealed=False, shown=True, since=0))
    for entry in entries:
        known = odds_of_entry(match, entry) if odds else ()
        enter(match, entry)
        yield Moment(match, read_step(entry)[0], known)


def moments_of_record(record: Record, source: str = "record", *, odds: bool = False) -> Iterator[Moment]:
    """Yield the moments of a record, like `moments_of`. Raises RecordError."""
    known: tuple[Odds, ...] = ()
    before: Before | None = None
    for number, match in enumerate(record.steps(source=source)):
        first = before is None
        step = Step(-1, sealed=False, shown=True, since=0)
        if before is not None and not first:
            step = step_of(before, match, record.entries[number - 1])
        yield Moment(match, step, known)
        before = Before(match.opened_at, dict(match.asking), list(match.events))
        if odds and number < len(record.entries):
            known = odds_of_entry(match, record.entries[number])


def story_of(moments: Iterator[Moment], viewers: frozenset[int]) -> Story:
    """Return the analysis of a finished match, with the steps that these viewers noticed."""
    chances: list[tuple[float, ...]] = []
    events: list[int] = []
    rounds: list[RoundCourse] = []
    match: Match[Any] | None = None
    exact = False
    causes: list[int] = []
    before: tuple[int, int | None] = 0, None
    for step, moment in enumerate(one for one in moments if noticed(one.step, viewers)):
        match = moment.match
        now = sum(draw.result is not None for draw in match.draws), match.opened_at
        causes.append(_cause(moment.step.seat, before, now))
        before = now
        judging = judging_of(match.rulebook)
        if judges(judging):
            found, own = _chances(match, judging)
            exact = exact or own
            chances.append(found or (chances[-1] if chances else ()))
        events.append(_headline(match, moment.step.since, viewers))
        _note_round(rounds, match, step, viewers)
    if match is None:
        return Story((), exact=False, turning=(), rounds=(), luck=())
    balances = _balances(chances, causes, match.seats)
    return Story(tuple(chances), exact, _turning(chances, events), tuple(rounds), _luck(match, viewers), balances)


_CHANCE: Final = -2
_SEVERAL: Final = -1


def _cause(seat: int, before: tuple[int, int | None], now: tuple[int, int | None]) -> int:
    """Return the cause of a step: chance, several seats (or none), or the seat that answered.

    `before` and `now` are the number of random results, and the answer since which several seats decide, if they do.
    """
    if now[0] > before[0]:
        return _CHANCE
    return _SEVERAL if before[1] is not None else seat


def _balances(chances: Sequence[tuple[float, ...]], causes: Sequence[int], seats: int) -> tuple[Balance, ...]:
    """Return the changes of each seat's chance by cause; their sum is its change over the match."""
    if len(chances) != len(causes) or not chances or any(len(one) != seats for one in chances):
        return ()
    sums = [{"own": 0.0, "chance": 0.0, "rest": 0.0} for _ in range(seats)]
    for cause, old, new in zip(causes[1:], chances, chances[1:], strict=False):
        for seat, found in enumerate(sums):
            found["chance" if cause == _CHANCE else "own" if cause == seat else "rest"] += new[seat] - old[seat]
    return tuple(Balance(**{name: round(by, 3) for name, by in found.items()}) for found in sums)


def _chances(match: Match[Any], judging: Judging[Any]) -> tuple[tuple[float, ...], bool]:
    """Return each seat's chance to win, and whether the game itself estimates it."""
    try:
        found = win_chances(match, judging)
        own = match.outcome is None and judging.chances(match.state) is not None
    except Exception:  # a failed evaluation must not end the analysis
        log.exception("evaluation failed", rulebook=match.rulebook.id)
        return (), False
    return tuple(round(one, 3) for one in found), own


def _turning(chances: Sequence[tuple[float, ...]], events: Sequence[int]) -> tuple[Turning, ...]:
    """Return the steps with the largest changes of chances, in order."""
    found = []
    for step in range(1, len(chances)):
        before, after = chances[step - 1], chances[step]
        changes = [b - a for a, b in zip(before, after, strict=False)]
        if not changes:
            continue
        seat = max(range(len(changes)), key=lambda one: abs(changes[one]))
        if abs(changes[seat]) >= LEAST:
            found.append(Turning(step, events[step], seat, round(changes[seat], 3)))
    kept: list[Turning] = []
    apart = max(1, len(chances) // APART)
    for one in sorted(found, key=lambda turning: -abs(turning.change)):
        if len(kept) < TURNING and all(abs(one.step - other.step) > apart for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda turning: turning.step))


def _headline(match: Match[Any], since: int, viewers: frozenset[int]) -> int:
    """Return the number of the event that summarizes the latest step, whose events begin with number `since`."""
    ranks = {kind: rank for rank, kind in enumerate(GuardedShowing(match.rulebook).headlines())}
    found = [(ranks[type(event)], number) for number, event in match.events_for(viewers, since) if type(event) in ranks]
    return min(found)[1] if found else since


def _note_round(rounds: list[RoundCourse], match: Match[Any], step: int, viewers: frozenset[int]) -> None:
    """Record the numbers at the first step of each round, and at the end of the match."""
    if rounds and rounds[-1].label == match.label and match.outcome is None:
        return
    showing = GuardedShowing(match.rulebook)
    measures = showing.measures(match.view(viewers).game)
    if measures and match.outcome is not None and rounds and rounds[-1].label == match.label:
        rounds.append(RoundCourse(step, "", measures))
    elif measures:
        rounds.append(RoundCourse(step, match.label, measures))


def _luck(match: Match[Any], viewers: frozenset[int]) -> tuple[Luck, ...]:
    """Return the sums of random results by seat and kind, in order of their first occurrence."""
    showing = GuardedShowing(match.rulebook)
    sums: dict[tuple[int, str], Luck] = {}
    for one in showing.luck(match.view(viewers).game, match.events_for(viewers)):
        before = sums.get((one.seat, one.name.id))
        got, expected = (0.0, 0.0) if before is None else (before.got, before.expected)
        sums[one.seat, one.name.id] = Luck(
            one.seat, one.name, round(got + one.got, 2), round(expected + one.expected, 2)
        )
    return tuple(sums.values())


def played_story(begin: Begin, entries: Sequence[Entry], viewers: frozenset[int]) -> Story:
    """Return the story of a match from its beginning."""
    return story_of(moments_of(begin, entries), viewers)
