"""Arenas: many matches between bots with fair seating, written to files that survive interruptions."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook
from banneret.sim.arena_files import ArenaError, ArenaFiles
from banneret.sim.arena_game import BotTrouble, play_arena_games, troubles_of
from banneret.sim.arena_outcome import Arena
from banneret.sim.guests import MEMORY_MB, THINK_SECONDS, Limits, check_bots, code_of
from banneret.sim.report import report_html
from banneret.sim.results import Results, as_csv, sample
from banneret.sim.schedule import ArenaPlan
from banneret.sim.simulate import simulate
from banneret.sim.timings import GameCost, timings

__all__ = ["Arena", "ArenaError", "arena", "arena_plan", "run_arena"]

Progress = Callable[[int, int], None]
"""Called with the numbers of finished games and of all games; also before the first."""


def arena(  # noqa: PLR0913  # keyword arguments
    rulebook_id: str,
    *,
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    seats: int | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    options: Mapping[str, Any] | None = None,
    think: float = THINK_SECONDS,
    memory_mb: int = MEMORY_MB,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Arena:
    """Play an arena and return its rows and records; the result does not depend on `jobs` and `cluster`.

    `seats` defaults to the maximum of the game. `cluster` is the address of a Ray cluster, or `local` for one with
    `jobs` workers on this machine. `think` (seconds per answer) and `memory_mb` (0: unlimited) apply only to bots from
    files and packages. With `out`, a folder, every match is written there as soon as it is over, followed by tables and
    a report at the end; another call resumes an interrupted arena. Raises LookupError for an unknown game or bot,
    OptionError for bad options, ArenaError if `out` contains another arena, ClusterError if there is no cluster, and
    WorkersError if no process starts to play.

    With `jobs` above 1 the calling script needs `if __name__ == "__main__":`, as always with multiprocessing.
    """
    limits = Limits(think, memory_mb)
    plan = arena_plan(rulebook_id, bots=bots, seed=seed, seats=seats, options=options, limits=limits)
    folder = None if out is None else Path(out)
    return run_arena(plan, games, jobs=jobs, cluster=cluster, out=folder, progress=progress)


def arena_plan(
    rulebook_id: str,
    *,
    bots: Sequence[str],
    seed: int = 1,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),  # noqa: B008  # immutable
) -> ArenaPlan:
    """Validate the settings of an arena. Raises LookupError, OptionError or ArenaError."""
    book = rulebook(rulebook_id)
    places = book.seats_at_first() if seats is None else seats
    if not bots:
        raise ArenaError("an arena needs at least one bot")
    if places not in book.seats:
        raise ArenaError(f"{places} seats are not supported; {book.id} can have {', '.join(map(str, book.seats))}")
    if not limits.think > 0:
        raise ArenaError(f"the time limit must be positive: {limits.think:g} seconds")
    new_match(book.id, seats=places, seed=0, options=options, events=False)
    check_bots(tuple(bots), book, limits)
    code = code_of(tuple(bots)) or None
    return ArenaPlan(book.id, places, tuple(bots), seed, dict(options) if options else None, limits, code)


def run_arena(
    plan: ArenaPlan,
    games: int,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Arena:
    """Play the remaining games of an arena and summarize all of them.

    Finished games stay in the files however it is interrupted; KeyboardInterrupt is re-raised.
    """
    if games < 1:
        raise ArenaError(f"an arena needs at least one game, not {games}")
    results = Results(plan)
    lines: list[bytes] = []
    troubles: list[BotTrouble] = []
    with ArenaFiles(out, plan, games) as files:
        for game, line in files.found:
            results.add(game, line)
            lines.append(line)
        troubles += files.troubles
        costs = [cost for game in files.costs for cost in game.bots]
        if progress is not None:
            progress(files.next, games)
        left = range(files.next, games)
        # Stop the workers even on an interruption.
        with closing(simulate(plan, left, jobs, play_arena_games, cluster)) as going:
            for done in going:
                found_troubles = troubles_of(plan, done)
                files.add(done.line, found_troubles, GameCost(done.seed, done.costs) if done.costs else None)
                troubles += found_troubles
                costs += done.costs
                if done.line is not None:
                    results.add(done.seed, done.line)
                    lines.append(done.line)
                if progress is not None:
                    progress(done.seed + 1, games)
    shown = Arena(
        plan=plan,
        games=games,
        rows=results.rows(),
        taken=results.taken(),
        rounds=sample(results.rounds),
        decisions=sample(results.decisions),
        endings=dict(sorted(results.endings.items())),
        troubles=troubles,
        timings=timings(costs, plan.bots),
        lines=lines,
    )
    if out is not None:
        _write_tables(out, shown)
    return shown


def _write_tables(folder: Path, shown: Arena) -> None:
    write_whole(folder / "results.csv", as_csv(shown.rows))
    write_whole(folder / "options.csv", as_csv(shown.taken))
    write_whole(folder / "timings.csv", as_csv(shown.timings))
    write_whole(folder / "report.html", report_html(shown).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    half = path.with_name(path.name + ".part")
    half.write_bytes(data)
    os.replace(half, path)
