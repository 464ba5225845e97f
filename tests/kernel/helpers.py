"""What several tests of the kernel do."""

from collections.abc import Callable
from typing import Any

from banneret.kernel.creation import new_match
from banneret.kernel.journal import GIVEN
from banneret.kernel.match import Match
from banneret.kernel.notation import write
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import draw_answer, random_match

Skirl = Match[Any]


def begin(seats: int = 3, seed: int | str = 1, book: str = "skirl", events: bool = True, **options: Any) -> Skirl:
    return new_match(book, seats=seats, seed=seed, options=options, events=events)


def play_until(match: Skirl, until: Callable[[Skirl], bool], seed: int = 0) -> Skirl:
    """Play at random until something holds."""
    stream = Stream(derive_key("until", seed))
    while not until(match):
        assert match.asking, "the match ended first"
        seat = stream.choice(list(match.asking))
        match.play(seat, draw_answer(match, match.asking[seat], stream))
    return match


def asked(kind: str) -> Callable[[Skirl], bool]:
    return lambda match: any(ask.kind == kind for ask in match.asking.values())


def until_asked(kind: str, seats: int = 3, seed: int = 1, **options: Any) -> Skirl:
    return play_until(begin(seats, seed, **options), asked(kind), seed)


def seat_asked(match: Skirl) -> int:
    (seat,) = match.asking
    return seat


def given(match: Skirl) -> int:
    return sum(answer.how == GIVEN for answer in match.answers)


def finished(seats: int = 3, seed: int = 1, events: bool = True) -> Skirl:
    return random_match("skirl", seats, seed, events=events)


def seal(match: Skirl, seat: int, *answers: str) -> None:
    for answer in answers:
        match.play(seat, answer)


def first(match: Skirl, seat: int) -> str:
    """Return the first option of a seat, in notation."""

    return write(match.asking[seat].options[0])


def play_first(match: Skirl, *seats: int) -> None:
    for seat in seats:
        match.play(seat, first(match, seat))
