"""Doors: everything that comes from outside is either refused with its documented error, or good for a whole match.

Inputs are mutilated: positions, options, records and answers of random matches, army lists and data packs with a few
values removed, exchanged or replaced. What is accepted must be seen, drawn, played on and saved without other errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from banneret.kernel import notation
from banneret.kernel.choosers import IllegalAction
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record, RecordError
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import OptionError, PositionError
from banneret.kernel.stream import Stream, derive_key
from banneret.show.showing import showing_of
from banneret.testing.conformance.brought import list_texts, packs
from banneret.testing.conformance.inputs import Enter, mutilated, torn, torn_text
from banneret.testing.conformance.random_play import ConformanceError, draw_answer, random_match

PLAYED_ON: Final = 30
"""Answers given to a match that begins with an accepted input."""
POSITIONS: Final = 4
"""Positions taken from each random match."""

MOST_SHOWN: Final = 8
"""Faults shown by an error."""


@dataclass
class DoorReport:
    """What happened to the inputs of a door."""

    door: str
    inputs: int = 0
    refused: int = 0
    sound: int = 0
    faults: list[str] = field(default_factory=list)
    """One line for each input that was answered by anything else."""

    def __str__(self) -> str:
        return (
            f"{self.door}: {self.inputs} inputs, {self.refused} refused, {self.sound} sound, {len(self.faults)} faults"
        )


def check_doors(
    book_id: str, seats: int, inputs: int, *, seed: int | str = 0, doors: Sequence[str] = ()
) -> list[DoorReport]:
    """Open each door of a game (all of `DOORS`, or those named) with as many mutilated inputs.

    Raises ConformanceError if any input leads to another error than the documented one, or is accepted and fails later.
    """
    reports = []
    for name in doors or DOORS:
        stream = Stream(derive_key("doors", f"{name}-{seed}"))
        report = DoorReport(name)
        for number, enter in enumerate(_endless(DOORS[name], book_id, seats, stream)):
            if number == inputs:
                break
            _try(report, enter, stream)
        reports.append(report)
    if faults := [fault for report in reports for fault in report.faults]:
        match = new_match(book_id, seats=seats, seed=0, events=False)
        raise ConformanceError(match, "\n  ".join([f"{len(faults)} inputs were not handled:", *faults[:MOST_SHOWN]]))
    return reports


def _endless(
    door: Callable[[str, int, Stream], Iterator[Enter]], book_id: str, seats: int, stream: Stream
) -> Iterator[Enter]:
    there = True
    while there:
        there = False
        for enter in door(book_id, seats, stream):
            there = True
            yield enter


def _try(report: DoorReport, enter: Enter, stream: Stream) -> None:
    report.inputs += 1
    stage = "opening"
    try:
        try:
            match = enter.open()
        except enter.refusals:
            report.refused += 1
            return
        stage = "afterwards"
        if isinstance(match, Match):
            _use(match, stream)
        elif match is not None:
            match()
        report.sound += 1
    except Exception as error:  # whatever else happens is what is looked for
        shown = msgspec.json.encode(enter.given, enc_hook=repr).decode()
        report.faults.append(f"{report.door}, {stage}: {type(error).__name__}: {error}"[:300] + f"\n    {shown[:1000]}")


def _use(match: Match[Any], stream: Stream) -> None:
    """See, draw, play on and save a match."""
    if wrong := match.rulebook.check(match.state):
        raise AssertionError(f"an unsound state was accepted: {wrong[0]}")
    for seats in (frozenset(), *(frozenset({seat}) for seat in range(match.seats))):
        view = match.rulebook.view(match.state, seats)
        showing_of(match.rulebook).panels(view, seats)
    showing_of(match.rulebook).draw(match.rulebook.view(match.state, frozenset()))
    for _ in range(PLAYED_ON):
        if not match.asking:
            break
        seat = stream.choice(list(match.asking))
        match.play(seat, draw_answer(match, match.asking[seat], stream))
    match.view()
    from_position(match.rulebook.id, msgspec.json.decode(msgspec.json.encode(match.position())))


# The doors


def _positions(book_id: str, seats: int, stream: Stream) -> Iterator[Enter]:
    for position in _plain_positions(book_id, seats, stream):
        for _ in range(POSITIONS):
            given = mutilated(position, stream)
            yield Enter(given, lambda given=given: from_position(book_id, given), PositionError)  # type: ignore[misc]


def _plain_positions(book_id: str, seats: int, stream: Stream) -> list[Any]:
    found: list[Any] = []

    def note(match: Match[Any]) -> None:
        if stream.below(20) == 0:
            found.append(msgspec.json.decode(msgspec.json.encode(match.position())))

    random_match(book_id, seats, f"{stream.below(2**32)}", on_question=note)
    return [stream.choice(found) for _ in range(2 * POSITIONS)] if found else []


def _options(book_id: str, seats: int, stream: Stream) -> Iterator[Enter]:
    book = rulebook(book_id)
    given = mutilated(msgspec.to_builtins(book.options({}, seats)), stream, most=2)

    def begin() -> Match[Any]:
        return new_match(book_id, seats=seats, seed=stream.below(2**32), options=given, events=False)

    yield Enter(given, begin, (OptionError, TypeError) if not isinstance(given, dict) else OptionError)


def _records(book_id: str, seats: int, stream: Stream) -> Iterator[Enter]:
    record = Record.of(random_match(book_id, seats, f"{stream.below(2**32)}"))
    for _ in range(2 * POSITIONS):
        setup, entries, end = mutilated([record.setup, list(record.entries), record.end], stream, depth=1)
        changed = Record(setup, entries, end) if isinstance(setup, dict) and isinstance(entries, list) else None
        raw = torn(_bytes(record), stream) if changed is None or stream.below(2) else None

        def read(raw: bytes | None = raw, changed: Record | None = changed) -> Match[Any] | None:
            if raw is not None:
                return Record.parse(raw).replay()
            assert changed is not None  # noqa: S101
            return Record.parse(_bytes(changed)).replay()

        yield Enter(repr(raw)[:500] if raw is not None else [setup, end], read, RecordError)


def _answers(book_id: str, seats: int, stream: Stream) -> Iterator[Enter]:
    match = new_match(book_id, seats=seats, seed=stream.below(2**32), events=False)
    for _ in range(4 * PLAYED_ON):
        if not match.asking:
            return
        seat = stream.choice(list(match.asking))
        action = draw_answer(match, match.asking[seat], stream)
        plain = msgspec.to_builtins(action)
        given: Any = mutilated(plain, stream) if stream.below(2) else torn_text(notation.write(action), stream)
        asked = stream.choice([seat, seat, seat, -1, match.seats, 2**40])

        def play(given: Any = given, asked: int = asked) -> None:
            match.clone().play(asked, given)

        yield Enter([asked, given], play, IllegalAction)
        match.play(seat, action)


DOORS: Final[dict[str, Callable[[str, int, Stream], Iterator[Enter]]]] = {
    "positions": _positions,
    "options": _options,
    "records": _records,
    "answers": _answers,
    "lists": list_texts,
    "packs": packs,
}
"""Kind of input -> the inputs. A game without army lists or data packs has no inputs of that kind."""


def _bytes(record: Record) -> bytes:
    return b"".join(record.lines())
