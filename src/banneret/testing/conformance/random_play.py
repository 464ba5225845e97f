"""Random play with checks, and reports of failures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Space
from banneret.kernel.creation import new_match
from banneret.kernel.journal import GIVEN
from banneret.kernel.match import Match, Seats, as_seats
from banneret.kernel.stream import Stream, derive_key

MOST_ANSWERS: Final = 100_000
CANDIDATES: Final = 3000
SALT_BYTES: Final = b"conformance-salt"

Seen: TypeAlias = dict[str, Any]


class ConformanceError(AssertionError):
    """Raised if a rulebook or the kernel breaks a guarantee; names it, and the match, answer and seat that show it."""

    def __init__(self, match: Match[Any], what: str, seats: Seats = None) -> None:
        origin = match.origin
        start = f"key={origin.key.hex()}" if origin.key is not None else "from a position"
        given = sum(a.how == GIVEN for a in match.answers)
        seen = "" if seats is None else f", seat {', '.join(map(str, sorted(as_seats(seats))))}"
        where = f"{match.rulebook.id}, seats={origin.seats}, options={dict(origin.options)}, {start}"
        super().__init__(f"{what}\n  in {where}, {match.label!r}, after {given} answers{seen}")
        self.what = what
        self.match = match


def demand(match: Match[Any], ok: bool, what: str | Callable[[], str], seats: Seats = None) -> None:
    """Raise ConformanceError with `what` unless `ok`; it may be a function if the text takes time to write."""
    if not ok:
        raise ConformanceError(match, what if isinstance(what, str) else what(), seats)


def compare(match: Match[Any], one: Any, other: Any, what: str, seats: Seats = None) -> None:  # any two values
    """Raise ConformanceError with the first difference unless two values are equal."""
    if one != other:
        raise ConformanceError(match, f"{what}: {_difference(one, other)}", seats)


def _difference(one: Any, other: Any, at: str = "") -> str:  # any two values
    """Describe the first difference between two values."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(k for k in other if k not in one)]:
            if key not in one or key not in other or one[key] != other[key]:
                return _difference(one.get(key), other.get(key), f"{at}.{key}")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return _difference(a, b, f"{at}[{i}]")
    return f"{at.lstrip('.') or 'value'} is {str(one)[:300]!s}, and {str(other)[:300]!s}"


# Random play


def random_match(
    book_id: str,
    seats: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    *,
    on_question: Callable[[Match[Any]], None] | None = None,
    events: bool = False,
    most: int = MOST_ANSWERS,
) -> Match[Any]:
    """Play a match at random from a seed; `on_question` is called before each answer.

    A question without options and a match of more than `most` answers are errors.
    """
    match = new_match(book_id, seats=seats, seed=seed, options=options, events=events)
    try:
        play_on(match, Stream(derive_key("random match", seed)), on_question=on_question, most=most)
    except Exception as error:
        error.add_note(f"to reproduce it: random_match({book_id!r}, {seats}, {seed!r}, {options!r})")
        raise
    return match


def play_on(
    match: Match[Any],
    stream: Stream,
    *,
    on_question: Callable[[Match[Any]], None] | None = None,
    most: int = MOST_ANSWERS,
) -> None:
    """Play a match at random to its end."""
    for _ in range(most):
        asking = match.asking
        if not asking:
            demand(match, match.outcome is not None, "no seat is asked, but the match is not over")
            return
        if on_question is not None:
            on_question(match)
        seat = stream.choice(list(asking))
        match.play(seat, draw_answer(match, asking[seat], stream))
    raise ConformanceError(match, f"the match is not over after {most} answers")


def draw_answer(match: Match[Any], ask: Ask, stream: Stream) -> Action:
    """Draw an answer to a question; raise an error if there is none."""
    if not isinstance(ask.chooser, Space):
        demand(match, len(ask.options) > 0, f"a dead end: {ask.kind!r} has no options", ask.seat)
    action: Action = ask.chooser.draw(ask.options, stream)
    return action
