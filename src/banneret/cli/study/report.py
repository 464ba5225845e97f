"""`banneret analyse --report`: a finished match reviewed: chances to win, costly decisions, luck and skill."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from banneret.bots.judging import judging_of
from banneret.bots.review import Mistake, Review, review
from banneret.bots.winning import judges
from banneret.cli.consoles import fail, out, reported
from banneret.cli.files import read_position, read_record
from banneret.cli.wording import seat_of, texts_of
from banneret.kernel import notation
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.show.things import Things
from banneret.text.catalogue import Catalogue

COSTLIEST: Final = 5
"""Number of decisions that are shown for each seat."""
COLUMNS: Final = 60
"""Maximum width of a chart."""
BLOCKS: Final = "▁▂▃▄▅▆▇█"


class ReportArguments(NamedTuple):
    """The command-line arguments."""

    game: int | None
    seat: str | None
    answers: int
    seed: int
    as_json: bool
    language: str = "en"


class Said(msgspec.Struct, frozen=True):
    """An answer in notation and in words."""

    do: str
    words: str


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost something, with the chance to win after the answer given and after the better one.

    `entry` is its number in the record: `analyse --to entry-1` shows the question.
    """

    entry: int
    label: str
    asked: str
    done: Said
    better: Said
    chance: float
    best: float


class SeatReport(msgspec.Struct, frozen=True):
    """A seat's place, the number and total cost of its decisions, its luck, and the costliest decisions.

    `error` is the standard error of `luck`. Costs and luck are shares of a win, from 0 to 1.
    """

    name: str
    place: int
    decisions: int
    cost: float
    luck: float
    error: float
    costliest: tuple[Costly, ...]


class Report(msgspec.Struct, frozen=True):
    """A reviewed match. `chances` are those of each seat at the beginning and after each entry."""

    rulebook: str
    seed: int
    answers: int
    seats: tuple[SeatReport, ...]
    chances: tuple[tuple[float, ...], ...]


def report(path: Path, given: ReportArguments) -> None:
    """Review a match and print it."""
    with reported():
        if read_position(path, None) is not None:
            fail(f"{path}: this is a position; a report needs the record of a match")
        record, source = read_record(path, given.game)
        match = record.replay(events=False, source=source)
    if match.outcome is None:
        fail(f"{source}: the match is not over; without --report, one position is analysed")
    if not judges(judging_of(match.rulebook)):
        fail(f"{source}: {match.rulebook.id} has no evaluation of positions, so its matches cannot be reviewed")
    seat = None if given.seat is None else seat_of(match, given.seat)
    texts = texts_of(match.rulebook, given.language)
    found = review(record.steps(events=False, source=source), record.entries, seed=given.seed, answers=given.answers)
    made = _report(match, record, found, given, texts)
    if given.as_json:
        sys.stdout.write(msgspec.json.encode(made).decode() + "\n")
        return
    shown = range(match.seats) if seat is None else (seat,)
    _show(out(), made, texts, [made.seats[one] for one in shown])


def _report(match: Match[Any], record: Record, found: Review, given: ReportArguments, texts: Catalogue) -> Report:
    names = match.rulebook.seat_names(match.state)
    outcome = match.outcome
    assert outcome is not None  # noqa: S101  # checked by the caller
    places = {seat: number for number, place in enumerate(outcome.places, 1) for seat in place}
    return Report(
        rulebook=match.rulebook.id,
        seed=given.seed,
        answers=given.answers,
        seats=tuple(
            SeatReport(
                name=name,
                place=places[seat],
                decisions=one.decisions,
                cost=round(one.cost, 4),
                luck=round(one.luck, 4),
                error=round(one.error, 4),
                costliest=tuple(_costly(mistake, record, texts) for mistake in found.costliest(seat, COSTLIEST)),
            )
            for seat, (name, one) in enumerate(zip(names, found.seats, strict=True))
        ),
        chances=tuple(tuple(round(one, 4) for one in chances) for chances in found.chances),
    )


def _costly(mistake: Mistake, record: Record, texts: Catalogue) -> Costly:
    decision = mistake.decision
    return Costly(
        entry=decision.entry,
        label=decision.label,
        asked=record.entries[decision.entry - 1]["ask"],
        done=_said(mistake, decision.done, texts),
        better=_said(mistake, mistake.better, texts),
        chance=round(mistake.chance, 4),
        best=round(mistake.best, 4),
    )


def _said(mistake: Mistake, action: Action, texts: Catalogue) -> Said:
    player = mistake.decision.player
    view = player.view
    things = Things(player.rulebook, view.game)
    words = things.option(player.ask, action).line(texts.extended(things.names(texts)))
    return Said(notation.write(action), words)


def _show(console: Console, made: Report, texts: Catalogue, seats: list[SeatReport]) -> None:
    console.print("Chance to win, from the first to the last answer", style="bold")
    chart = Table(box=None, show_header=False, pad_edge=False)
    for seat, one in enumerate(made.seats):
        course = [chances[seat] for chances in made.chances]
        chart.add_row(texts.name(one.name), _line(course), f"{course[0]:.0%}", "→", f"{course[-1]:.0%}")
    console.print(chart)
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    for heading in ("Place", "Decisions", "Lost by decisions", "Luck"):
        table.add_column(heading, justify="right")
    for one in made.seats:
        luck = f"{_points(one.luck)} ± {100 * one.error:.1f}"
        table.add_row(texts.name(one.name), str(one.place), str(one.decisions), _points(-one.cost), luck)
    console.print(table)
    console.print("Numbers are percentage points of the chance to win.", style="dim")
    for one in seats:
        console.print(f"\n{texts.name(one.name)}: the costliest decisions", style="bold")
        if not one.costliest:
            console.print("No decision is found to have cost anything.")
            continue
        console.print(_decisions(one, texts))


def _decisions(one: SeatReport, texts: Catalogue) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("Entry", justify="right")
    for heading in ("", "Answer", "Better"):
        table.add_column(heading)
    table.add_column("Cost", justify="right")
    table.add_column("Chance", justify="right")
    for costly in one.costliest:
        table.add_row(
            str(costly.entry),
            texts.label(costly.label),
            costly.done.words,
            costly.better.words,
            _points(costly.chance - costly.best),
            f"{costly.chance:.0%} instead of {costly.best:.0%}",
        )
    return table


def _points(share: float) -> str:
    """Return a change of a chance in percentage points."""
    return f"{100 * share:+.1f}" if round(100 * share, 1) else "0.0"


def _line(course: list[float]) -> str:
    """Return a chart of values from 0 to 1 as a line of blocks, each the last value of its part of the match."""
    columns = min(COLUMNS, len(course))
    picked = [course[(len(course) * (column + 1) - 1) // columns] for column in range(columns)]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(value * len(BLOCKS)))] for value in picked)
