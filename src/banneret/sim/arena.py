"""Arenas: bots play many matches against each other, in fair seats, in files that survive any interruption."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from banneret.bots import bot_factory
from banneret.kernel.making import new_match
from banneret.kernel.record import Record
from banneret.kernel.rulebook import rulebook
from banneret.sim.arena_files import ArenaError, ArenaFiles
from banneret.sim.arena_game import BotTrouble, play_arena_games
from banneret.sim.results import Results, Row, Sample, Taken, as_csv, sample
from banneret.sim.schedule import ArenaPlan
from banneret.sim.simulate import simulate

__all__ = ["Arena", "ArenaError", "arena", "arena_plan", "run_arena"]

Progress = Callable[[int, int], None]
"""Called with the number of games that are done, and of all; also before the first."""

_TROUBLES = msgspec.json.Decoder(list[BotTrouble])


class Arena(msgspec.Struct, frozen=True, kw_only=True):
    """What an arena has shown."""

    plan: ArenaPlan
    games: int
    """How many were asked for."""
    rows: list[Row]
    taken: list[Taken]
    rounds: Sample | None
    decisions: Sample | None
    endings: dict[str, int]
    troubles: list[BotTrouble]
    lines: list[bytes]
    """The packed records, in the order of the games."""

    @property
    def played(self) -> int:
        """How many games there is a record of."""
        return len(self.lines)

    @property
    def records(self) -> list[Record]:
        """The records, one a match; unpacked (and checked) anew each time."""
        return [Record.unpack(line, "arena", number) for number, line in enumerate(self.lines, 1)]

    @property
    def failed(self) -> list[BotTrouble]:
        """The games of which there is no record."""
        return [trouble for trouble in self.troubles if trouble.kind == "failed"]

    @property
    def replaced(self) -> Counter[str]:
        """How often each bot was replaced because it misbehaved."""
        return Counter(trouble.bot for trouble in self.troubles if trouble.kind != "failed")


def arena(  # noqa: PLR0913  # what describes an arena, by name
    rulebook_id: str,
    *,
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    seats: int | None = None,
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Arena:
    """Let bots play an arena and return its rows and records; the same whatever `jobs` is.

    `seats`: as many as the game can have, if not given. With `out` (a folder) every match is written there as soon as
    it is over, tables and a report at the end, and calling it again goes on where it was interrupted. Raises
    LookupError for an unknown game or bot, OptionError for bad options, ArenaError if `out` holds another arena.

    With `jobs` above 1 the calling script needs `if __name__ == "__main__":`, as all use of processes does.
    """
    plan = arena_plan(rulebook_id, bots=bots, seed=seed, seats=seats, options=options)
    return run_arena(plan, games, jobs=jobs, out=None if out is None else Path(out), progress=progress)


def arena_plan(
    rulebook_id: str,
    *,
    bots: Sequence[str],
    seed: int = 1,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> ArenaPlan:
    """Check what an arena is to play."""
    book = rulebook(rulebook_id)
    places = max(book.seats) if seats is None else seats
    if not bots:
        raise ArenaError("an arena needs a bot")
    for name in dict.fromkeys(bots):
        bot_factory(name)
    new_match(book.id, seats=places, seed=0, options=options, events=False)
    return ArenaPlan(book.id, places, tuple(bots), seed, dict(options) if options else None)


def run_arena(
    plan: ArenaPlan, games: int, *, jobs: int = 1, out: Path | None = None, progress: Progress | None = None
) -> Arena:
    """Play what is left of an arena, and sum all of it up.

    However it is interrupted, what is finished is in the files; KeyboardInterrupt is passed on.
    """
    results = Results(plan)
    lines: list[bytes] = []
    troubles: list[BotTrouble] = []
    with ArenaFiles(out, plan, games) as files:
        for game, line in files.found:
            results.add(game, line)
            lines.append(line)
        troubles += files.troubles
        if progress is not None:
            progress(files.next, games)
        with closing(_played(plan, range(files.next, games), jobs)) as going:  # an interruption ends its processes
            for done, played, told in going:
                files.add(played, told)
                troubles += told
                if played is not None:
                    results.add(done, played)
                    lines.append(played)
                if progress is not None:
                    progress(done + 1, games)
    shown = Arena(
        plan=plan,
        games=games,
        rows=results.rows(),
        taken=results.taken(),
        rounds=sample(results.rounds),
        decisions=sample(results.decisions),
        endings=dict(sorted(results.endings.items())),
        troubles=troubles,
        lines=lines,
    )
    if out is not None:
        _write_tables(out, shown)
    return shown


def _played(
    plan: ArenaPlan, games: Sequence[int], jobs: int
) -> Generator[tuple[int, bytes | None, list[BotTrouble]], None, None]:
    with closing(simulate(plan, games, jobs, play_arena_games)) as going:
        for game, line, error, *_ in going:
            if not error:
                yield game, line, []
            elif error.startswith("["):
                yield game, line, _TROUBLES.decode(error)
            else:  # its process was ended again and again
                yield game, line, [BotTrouble(game=game, detail=error)]


def _write_tables(folder: Path, shown: Arena) -> None:
    from banneret.sim.report import report_html  # noqa: PLC0415  # it comes after what it shows

    write_whole(folder / "results.csv", as_csv(shown.rows))
    write_whole(folder / "options.csv", as_csv(shown.taken))
    write_whole(folder / "report.html", report_html(shown).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all."""
    half = path.with_name(path.name + ".part")
    half.write_bytes(data)
    os.replace(half, path)
