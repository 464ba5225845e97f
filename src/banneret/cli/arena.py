"""`banneret arena`: bots meet in fair seats; a table, and files that survive any interruption."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from banneret.cli.common import INTERRUPTED, err, fail, note, out, reported, texts_of
from banneret.kernel.catalogue import Catalogue
from banneret.kernel.rulebook import Rulebook
from banneret.sim.arena import Arena, ArenaError, arena_plan, run_arena
from banneret.sim.arena import Progress as Step
from banneret.sim.results import Row


def arena(  # noqa: PLR0913, PLR0917  # what the command was given
    book: Rulebook[Any],
    bots: tuple[str, ...],
    seats: int,
    seed: int,
    games: int,
    jobs: int,
    options: dict[str, Any],
    folder: Path | None,
    as_json: bool,
) -> None:
    """Play an arena, or what is left of it, and show its table."""
    done = 0

    def count(finished: int, _: int) -> None:
        nonlocal done
        done = finished

    try:
        with reported(), _progress(count) as step:
            plan = arena_plan(book.id, bots=bots, seed=seed, seats=seats, options=options)
            shown = run_arena(plan, games, jobs=jobs, out=folder, progress=step)
    except ArenaError as error:
        fail(str(error))
    except KeyboardInterrupt:
        told = f"Interrupted after {done} of {games} games."
        if folder is not None:
            words = sys.argv[1:] if "arena" in sys.argv[1:2] else ["arena", book.id, "…"]
            told += f" They are in {folder}. Go on with: banneret {shlex.join(words)}"
        note(told)
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        rows = {"games": shown.played, "rows": shown.rows, "endings": shown.endings, "troubles": shown.troubles}
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode() + "\n")
    else:
        _show(shown, texts_of(book))
    for bot, times in shown.replaced.items():
        note(f"{bot} misbehaved in {times} games and was replaced by random; see the report or troubles.jsonl.")
    if shown.failed:
        numbers = ", ".join(str(trouble.game) for trouble in shown.failed[:20])
        fail(f"{len(shown.failed)} of {games} games failed: {numbers}; {shown.failed[0].detail}")


@contextmanager
def _progress(count: Step) -> Iterator[Step]:
    """Show a bar with the time left on a terminal, and nothing elsewhere."""
    console = err()
    columns = (
        TextColumn("Games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=None)

        def step(done: int, games: int) -> None:
            count(done, games)
            progress.update(task, completed=done, total=games)

        yield step


def _show(shown: Arena, texts: Catalogue) -> None:
    console = out()
    console.print(_table("Bot", [(row.bot, row) for row in shown.rows if row.group == "bot"]))
    console.print(_table("House", [(texts.name(row.house), row) for row in shown.rows if row.group == "house"]))
    console.print(f"Games: {shown.played}")
    for name, found in (("Rounds", shown.rounds), ("Decisions", shown.decisions)):
        if found is not None:
            console.print(f"{name}: {found.mean:.1f} on average, {found.least} to {found.most}")
    endings = ", ".join(f"{texts.name(reason)} {count}" for reason, count in shown.endings.items())
    console.print(f"Endings: {endings or 'none'}")


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
