"""Arenas: bots play many matches against each other, in fair seats, in files that survive any interruption."""

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
"""Called with the number of games that are done, and of all; also before the first."""


def arena(  # noqa: PLR0913  # what describes an arena, by name
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
    """Let bots play an arena and return its rows and records; the same whatever `jobs` and `cluster` are.

    `seats`: as many as the game can have, if not given. `cluster`: the address of a Ray cluster that plays, or `local`
    for one of `jobs` workers on this machine. `think` (seconds for an answer) and `memory_mb` (0: no limit) hold for
    bots from files and packages alone. With `out` (a folder) every match is written there as soon as
    it is over, tables and a report at the end, and calling it again goes on where it was interrupted. Raises
    LookupError for an unknown game or bot, OptionError for bad options, ArenaError if `out` holds another arena,
    ClusterError if there is no cluster, WorkersError if no process begins to play.

    With `jobs` above 1 the calling script needs `if __name__ == "__main__":`, as all use of processes does.
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
    limits: Limits = Limits(),  # noqa: B008  # it cannot be changed
) -> ArenaPlan:
    """Check what an arena is to play. Raises LookupError, OptionError or ArenaError."""
    book = rulebook(rulebook_id)
    places = book.seats_at_first() if seats is None else seats
    if not bots:
        raise ArenaError("an arena needs a bot")
    if places not in book.seats:
        raise ArenaError(f"{places} seats; {book.id} is played with {', '.join(map(str, book.seats))}")
    if not limits.think > 0:
        raise ArenaError(f"{limits.think:g} seconds to think about an answer; it must be more than 0")
    new_match(book.id, seats=places, seed=0, options=options, events=False)
    check_bots(tuple(bots), limits)
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
    """Play what is left of an arena, and sum all of it up.

    However it is interrupted, what is finished is in the files; KeyboardInterrupt is passed on.
    """
    if games < 1:
        raise ArenaError(f"{games} games; an arena plays at least one")
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
        # An interruption ends its workers.
        with closing(simulate(plan, left, jobs, play_arena_games, cluster)) as going:
            for done in going:
                told = troubles_of(plan, done)
                files.add(done.line, told, GameCost(done.seed, done.costs) if done.costs else None)
                troubles += told
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
    """Write a file, whole or not at all."""
    half = path.with_name(path.name + ".part")
    half.write_bytes(data)
    os.replace(half, path)
