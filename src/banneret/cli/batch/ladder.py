"""`banneret ladder`: a round robin between levels or other bots, with ratings and every pair's result."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
import typer
from rich import box
from rich.table import Table

from banneret.bots import BotError
from banneret.bots.intervals import Z95
from banneret.cli.batch.arena import checked_limits
from banneret.cli.batch.games_bar import games_bar
from banneret.cli.consoles import INTERRUPTED, fail, note, out, reported
from banneret.cli.play.play import bad_bot
from banneret.kernel.rulebook import Rulebook
from banneret.sim.ladder import Ladder, Rung, climb, ladder_plan
from banneret.sim.ladder_file import LadderError
from banneret.sim.ladder_plan import MIRRORED, LadderPlan
from banneret.sim.results import shown_bot
from banneret.sim.workers import WorkersError

Form: TypeAlias = Literal["text", "json", "markdown"]

_Row: TypeAlias = tuple[str, ...]

_NAMES = ("bot", "against")
"""The columns with names of bots."""
_WORST = 5
"""Number of troubles that are shown."""


class LadderArguments(NamedTuple):
    """The command-line arguments."""

    bots: tuple[str, ...]
    code: tuple[str, ...]
    """The bot files among them."""
    games: int
    """Number of games of each pair."""
    seats: int
    seed: int
    jobs: int
    options: dict[str, Any]
    think: float
    memory_mb: int
    file: Path | None
    form: Form


def ladder(book: Rulebook[Any], given: LadderArguments) -> None:
    """Play the games that are left of a ladder and show its tables."""
    if given.games % MIRRORED:
        raise typer.BadParameter(
            f"{given.games} is odd; a pair plays each deal twice, the second time with the seats exchanged",
            param_hint="--games",
        )
    plan = _plan(book, given)
    most = given.games * len(plan.pairs)
    shown: Ladder | None = None
    try:
        with reported(), games_bar() as bar:
            task = bar.add_task("games", total=most)
            for shown in climb(plan, given.games // MIRRORED, jobs=given.jobs, out=given.file):
                bar.update(task, completed=shown.games)
    except (LadderError, WorkersError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        note(_interrupted(given, 0 if shown is None else shown.games, most))
        raise typer.Exit(INTERRUPTED) from None
    if shown is None:
        fail("no game was played")
    _show(shown, given.form)
    for trouble in shown.troubles[:_WORST]:
        note(trouble)
    if len(shown.troubles) > _WORST:
        note(f"… and {len(shown.troubles) - _WORST} more games with a failing bot or rule")
    if shown.games < most:
        fail(f"{most - shown.games} of {most} games failed")


def _plan(book: Rulebook[Any], given: LadderArguments) -> LadderPlan:
    limits = checked_limits(given.think, given.memory_mb)
    try:
        return ladder_plan(
            book.id, bots=given.bots, seed=given.seed, seats=given.seats, options=given.options, limits=limits
        )
    except BotError as error:
        raise bad_bot(error, any(str(error).startswith(file) for file in given.code)) from None
    except LadderError as error:
        raise typer.BadParameter(str(error), param_hint="--bots") from None


def _interrupted(given: LadderArguments, done: int, most: int) -> str:
    interrupted = f"Interrupted after {done} of {most} games."
    if given.file is None:
        return interrupted
    return f"{interrupted} They are in {given.file}. Continue with: banneret {shlex.join(sys.argv[1:])}"


def _show(shown: Ladder, form: Form) -> None:
    if form == "json":
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(shown), indent=2).decode() + "\n")
        return
    tables = _rungs(shown), _meetings(shown)
    if form == "markdown":
        for table in tables:
            sys.stdout.write(_markdown(*table) + "\n")
        sys.stdout.write(_summary(shown) + "\n")
        return
    for heads, rows in tables:
        grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        for head in heads:
            grid.add_column(head, justify="left" if head in _NAMES else "right")
        for row in rows:
            grid.add_row(*row)
        out().print(grid)
    out().print(_summary(shown), soft_wrap=True)


def _rungs(shown: Ladder) -> tuple[_Row, list[_Row]]:
    rated = any(rung.mu is not None for rung in shown.rungs)
    heads = ("bot", *(("rating", "95% interval") if rated else ()), "games", "won", "95% interval", "mean place")
    return heads, [
        (
            shown_bot(one.bot),
            *(_rating(one) if rated else ()),
            str(one.games),
            f"{one.share:.0%}",
            _interval(one.low, one.high),
            f"{one.place:.2f}",
        )
        for one in shown.rungs
    ]


def _rating(one: Rung) -> _Row:
    if one.mu is None or one.sigma is None:
        return "", ""
    return f"{one.mu:.1f}", f"{one.mu - Z95 * one.sigma:.1f} to {one.mu + Z95 * one.sigma:.1f}"


def _meetings(shown: Ladder) -> tuple[_Row, list[_Row]]:
    heads = ("bot", "against", "games", "won", "95% interval", "places better", "95% interval")
    return heads, [
        (
            shown_bot(one.bot),
            shown_bot(one.other),
            str(one.games),
            f"{one.share:.0%}",
            _interval(one.low, one.high),
            f"{one.places:+.2f}",
            ""
            if one.places_low is None or one.places_high is None
            else f"{one.places_low:+.2f} to {one.places_high:+.2f}",
        )
        for one in shown.meetings
    ]


def _markdown(heads: _Row, rows: list[_Row]) -> str:
    cells = [[f"`{cell}`" if head in _NAMES else cell for head, cell in zip(heads, row, strict=True)] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in (heads, ["---"] * len(heads), *cells))


def _interval(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {high:.0%}"


def _summary(shown: Ladder) -> str:
    days = shown.last_day if shown.first_day == shown.last_day else f"{shown.first_day} to {shown.last_day}"
    return (
        f"{shown.rulebook}, {shown.seats} seats, from seed {shown.seed}: {shown.games} games, {days or 'none played'}"
    )
