"""`banneret arena`: bots compete with fair seating; results as a table and in files that survive interruptions."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import typer
from rich import box
from rich.table import Table

from banneret.bots import BotError
from banneret.cli.batch.games_bar import games_bar
from banneret.cli.consoles import INTERRUPTED, fail, note, out, reported
from banneret.cli.play.play import bad_bot
from banneret.cli.wording import texts_of
from banneret.kernel.rulebook import Rulebook
from banneret.sim.arena import Arena, ArenaError, arena_plan, run_arena
from banneret.sim.arena import Progress as Step
from banneret.sim.cluster import ClusterError
from banneret.sim.guests import LEAST_MB, Limits
from banneret.sim.results import Row, shown_bot
from banneret.sim.schedule import ArenaPlan
from banneret.sim.timings import Timing, shown_ms
from banneret.sim.workers import WorkersError
from banneret.text.catalogue import Catalogue


class ArenaArguments(NamedTuple):
    """The command-line arguments."""

    bots: tuple[str, ...]
    code: tuple[str, ...]
    """The bot files among them."""
    seats: int
    seed: int
    games: int
    jobs: int
    cluster: str | None
    options: dict[str, Any]
    limits: Limits
    folder: Path | None
    as_json: bool


def arena(book: Rulebook[Any], given: ArenaArguments) -> None:
    """Play the remaining games of an arena and show the table."""
    done = 0

    def count(finished: int, _: int) -> None:
        nonlocal done
        done = finished

    try:
        with reported():
            plan = _plan(book, given)
            warning = _unfair(plan, given.games)
            if warning:
                note(warning)
            with _progress(count) as step:
                shown = run_arena(
                    plan, given.games, jobs=given.jobs, cluster=given.cluster, out=given.folder, progress=step
                )
    except (ArenaError, ClusterError, WorkersError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        note(_interrupted(book, given, done))
        raise typer.Exit(INTERRUPTED) from None
    if given.as_json:
        rows = {
            "games": shown.played,
            "rows": shown.rows,
            "endings": shown.endings,
            "troubles": shown.troubles,
            "timings": shown.timings,
        }
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode() + "\n")
    else:
        _show(shown, texts_of(book))
        if given.folder is not None:
            out().print(f"Report: {given.folder / 'report.html'}", soft_wrap=True)
    for bot in shown.replaced:
        games = [one for one in shown.troubles if one.bot == bot and one.kind != "failed"]
        first = games[0]
        times = len({one.game for one in games})
        note(
            f"{bot} failed in {times} of {shown.games} games and was replaced by random for the rest of each; "
            f"first in game {first.game}: {first.kind}: {first.detail}"
        )
    if shown.failed:
        numbers = ", ".join(str(trouble.game) for trouble in shown.failed[:20])
        fail(f"{len(shown.failed)} of {given.games} games failed: {numbers}; {shown.failed[0].detail}")


def checked_limits(think: float, memory_mb: int) -> Limits:
    """Return the limits for third-party bots."""
    if not 0 < think < float("inf"):
        raise typer.BadParameter(f"{think:g} is not a positive number of seconds", param_hint="--think")
    if 0 < memory_mb < LEAST_MB:
        raise typer.BadParameter(
            f"{memory_mb} is too little; a bot needs at least {LEAST_MB}; 0 means unlimited", param_hint="--memory"
        )
    return Limits(think, memory_mb)


def _plan(book: Rulebook[Any], given: ArenaArguments) -> ArenaPlan:
    try:
        return arena_plan(
            book.id, bots=given.bots, seed=given.seed, seats=given.seats, options=given.options, limits=given.limits
        )
    except BotError as error:
        raise bad_bot(error, any(str(error).startswith(file) for file in given.code)) from None


def _unfair(plan: ArenaPlan, games: int) -> str:
    """Return why bots do not play every seat equally often, or "" if they do."""
    entries = len(plan.bots)
    if len(set(plan.bots)) < 2 or games % entries == 0:
        return ""
    return (
        f"{games} games are not a multiple of {entries} bots, so not every bot plays every seat equally often; "
        f"use {-(-games // entries) * entries} games for that."
    )


def _interrupted(book: Rulebook[Any], given: ArenaArguments, done: int) -> str:
    interrupted = f"Interrupted after {done} of {given.games} games."
    if given.folder is None:
        return interrupted
    words = sys.argv[1:] if "arena" in sys.argv[1:2] else ["arena", book.id, "…"]
    return f"{interrupted} Results are in {given.folder}. Continue with: banneret {shlex.join(words)}"


@contextmanager
def _progress(count: Step) -> Iterator[Step]:
    """Show a progress bar with the remaining time if connected to a terminal."""
    with games_bar() as progress:
        task = progress.add_task("games", total=None)

        def step(done: int, games: int) -> None:
            count(done, games)
            progress.update(task, completed=done, total=games)

        yield step


def _show(shown: Arena, texts: Catalogue) -> None:
    console = out()
    console.print(_table("Bot", [(shown_bot(row.bot), row) for row in shown.rows if row.group == "bot"]))
    console.print(_table("House", [(texts.name(row.house), row) for row in shown.rows if row.group == "house"]))
    console.print(timings_table(shown.timings))
    console.print(f"Games: {shown.played}")
    for name, found in (("Rounds", shown.rounds), ("Decisions", shown.decisions)):
        if found is not None:
            console.print(f"{name}: {found.mean:.1f} on average, {found.least} to {found.most}")
    endings = ", ".join(f"{texts.name(reason)} {count}" for reason, count in shown.endings.items())
    console.print(f"Endings: {endings or 'none'}")


def timings_table(rows: list[Timing]) -> Table:
    """Return a table of the bots' thinking times and memory."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("Decisions of")
    for column in ("count", "median", "99% within", "longest", "memory"):
        table.add_column(column, justify="right")
    for row in rows:
        times = (shown_ms(time) for time in (row.median_ms, row.p99_ms, row.longest_ms))
        memory = f"{row.memory_mb:.0f} MB" + ("" if row.alone else " shared")
        table.add_row(shown_bot(row.bot), str(row.decisions), *times, memory)
    return table


def _table(title: str, rows: list[tuple[str, Row]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column(title)
    rated = any(row.mu is not None for _, row in rows)
    for column in ("played", "wins", "share", "95% interval", "mean place", *(("rating",) if rated else ())):
        table.add_column(column, justify="right")
    for name, row in rows:
        cells = [str(row.played), str(row.wins), f"{row.share:.1%}", f"{row.low:.1%} to {row.high:.1%}"]
        cells.append(f"{row.place:.2f}")
        if row.mu is not None and row.sigma is not None:
            cells.append(f"{row.mu:.2f} ± {row.sigma:.2f}")
        table.add_row(name, *cells)
    return table
