"""`banneret simulate`: many games between bots, saved to a file and summarized in a table."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import typer
from rich import box
from rich.table import Table

from banneret.bots import BotError
from banneret.cli.batch.arena import timings_table
from banneret.cli.batch.games_bar import games_bar
from banneret.cli.consoles import INTERRUPTED, fail, note, out, reported
from banneret.cli.play.play import bad_bot, for_seats, named_bots
from banneret.cli.wording import texts_of
from banneret.kernel.creation import new_match
from banneret.kernel.record import RecordError
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.stream import derive_key
from banneret.sim.cluster import ClusterError
from banneret.sim.games import Plan, Played, played
from banneret.sim.guests import Limits, check_bots, code_of
from banneret.sim.simulate import simulate as play_all
from banneret.sim.tally import Length, Summary, Tally
from banneret.sim.timings import BotCost, Timing, timings
from banneret.sim.workers import WorkersError

_ERRORS_SHOWN = 20


class SimulateArguments(NamedTuple):
    """The command-line arguments."""

    plan: Plan
    games: int
    seed: int
    jobs: int
    cluster: str | None
    file: Path | None
    resume: bool
    as_json: bool


class _Speed(msgspec.Struct):
    seconds: float
    games_per_second: float
    decisions_per_second: float


class _Report(msgspec.Struct):
    """The output of `--json`."""

    summary: Summary
    failed: tuple[int, ...]
    """Seeds of failed games."""
    speed: _Speed
    """Only the games played in this run, like `timings`."""
    timings: list[Timing]


class _Whole(NamedTuple):
    bytes: int
    games: int


class _GamesFile:
    """A file of packed records, one per line; it keeps every complete line and no partial ones."""

    def __init__(self, path: Path | None, whole: _Whole) -> None:
        self._file = None if path is None else path.open("r+b" if path.exists() else "w+b", buffering=0)
        self._whole = self._next = whole
        if self._file is not None:
            self._file.truncate(whole.bytes)
            self._file.seek(whole.bytes)

    def add(self, line: bytes) -> None:
        """Append a line."""
        self._next = _Whole(self._whole.bytes + len(line), self._whole.games + 1)
        if self._file is not None:
            rest = memoryview(line)
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        self._whole = self._next

    def close(self) -> int:
        """Remove a partial last line and close; return the number of games in the file."""
        if self._file is not None:
            if self._file.tell() == self._next.bytes:  # an interruption may occur after the last byte was written
                self._whole = self._next
            self._file.truncate(self._whole.bytes)
            os.fsync(self._file.fileno())
            self._file.close()
        return self._whole.games


def simulate(book: Rulebook[Any], given: SimulateArguments) -> None:
    """Play games, save them and summarize the results."""
    tally = Tally(book.id)
    seeds = list(range(given.seed, given.seed + given.games))
    failed: list[int] = []
    with reported():
        new_match(book.id, seats=given.plan.seats, seed=0, options=given.plan.options, events=False)
        whole = 0
        if given.file is not None and not given.resume and given.file.exists() and given.file.stat().st_size:
            fail(f"{given.file} already exists; use --resume to continue it, or choose another file")
        if given.resume and given.file is not None:
            whole, seeds = _found(given, given.file, seeds, tally, failed)
        file = _GamesFile(given.file, _Whole(whole, tally.games))
    before = tally.games, tally.decisions
    costs: list[BotCost] = []
    started = perf_counter()
    interrupted = False
    games = play_all(given.plan, seeds, given.jobs, cluster=given.cluster)
    try:
        with reported(), _progress(given.games, given.games - len(seeds)) as step:
            for game in games:
                _take(given, game, file, tally, failed)
                costs += game.costs
                step()
    except KeyboardInterrupt:
        interrupted = True
        games.close()
    except (ClusterError, WorkersError) as error:
        fail(str(error))
    finally:
        kept = file.close()
    seconds = perf_counter() - started
    speed = _Speed(seconds, (tally.games - before[0]) / seconds, (tally.decisions - before[1]) / seconds)
    if interrupted:
        _note_interruption(given, kept)
        raise typer.Exit(INTERRUPTED)
    taken = timings(costs, given.plan.bots)
    if given.as_json:
        report = _Report(tally.summary(), tuple(failed), speed, taken)
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n")
    else:
        _show(book, tally.summary(), speed)
        out().print(timings_table(taken))
    if failed:
        shown = ", ".join(map(str, failed[:_ERRORS_SHOWN]))
        fail(
            f"{len(failed)} of {given.games} games failed; seeds: {shown}{' …' if len(failed) > _ERRORS_SHOWN else ''}"
        )


def _take(given: SimulateArguments, game: Played, file: _GamesFile, tally: Tally, failed: list[int]) -> None:
    if game.line is None:
        failed.append(game.seed)
        if len(failed) <= _ERRORS_SHOWN:
            note(f"The game with seed {game.seed} failed: {game.error}")
        return
    for seat, answers, kind, detail in game.troubles:
        name = given.plan.bots[seat]
        note(
            f"In the game with seed {game.seed}, a bot failed and was replaced by a random one: "
            f"{name} (seat {seat}) at answer {answers}: {kind}: {detail}"
        )
    file.add(game.line)
    tally.add(game.line)


def simulated_bots(
    given: str, book: Rulebook[Any], seats: int, code: Sequence[Path], limits: Limits
) -> tuple[tuple[str, ...], dict[str, bytes]]:
    """Return a bot for each seat and the content of bot files; third-party bots are tried in processes of their own."""
    names = named_bots(given, code)
    try:
        check_bots(names, book, limits)
        files = code_of(names)
    except BotError as error:
        raise bad_bot(error, any(str(error).startswith(str(file)) for file in code)) from None
    return for_seats(names, seats), files


class _Head(msgspec.Struct):
    setup: dict[str, Any]


def _found(
    given: SimulateArguments, path: Path, seeds: list[int], tally: Tally, failed: list[int]
) -> tuple[int, list[int]]:
    """Read the output of an earlier run: return the size of its complete part and the remaining seeds."""
    if not path.exists():
        return 0, seeds
    whole = at = 0
    last: tuple[int, bytes] | None = None
    head = msgspec.json.Decoder(_Head)
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break  # truncated: played again
            try:
                key = head.decode(line).setup.get("key")
                tally.add(line)
            except (msgspec.DecodeError, ValueError, LookupError) as error:
                raise RecordError(str(path), number, f"not a finished game: {error}") from None
            start = at
            while at < len(seeds) and derive_key("seed", seeds[at]).hex() != key:
                at += 1
            if at == len(seeds):
                why = f"not the next game of the seeds {given.seed} to {given.seed + given.games - 1}"
                raise RecordError(str(path), number, why)
            failed += seeds[start:at]  # a skipped seed failed before, and would fail again
            last = seeds[at], line
            at += 1
            whole += len(line)
    if last is not None and played(given.plan, last[0]).line != last[1]:
        why = f"the game with seed {last[0]} differs now (changed rules, bots, seats or options); start a new file"
        raise RecordError(str(path), tally.games, why)
    if failed:
        note(f"Skipping games that failed before; seeds: {', '.join(map(str, failed[:_ERRORS_SHOWN]))}")
    return whole, seeds[at:]


@contextmanager
def _progress(total: int, done: int) -> Iterator[Any]:
    """Show a progress bar with the remaining time if connected to a terminal."""
    with games_bar() as progress:
        task = progress.add_task("games", total=total, completed=done)
        yield lambda: progress.advance(task)


def _note_interruption(given: SimulateArguments, games: int) -> None:
    done = f"Interrupted after {games} of {given.games} games."
    if given.file is None:
        note(done)
        return
    words = sys.argv[1:] if "simulate" in sys.argv[1:2] else ["simulate", given.plan.rulebook, "…"]
    if "--resume" not in words:
        words.append("--resume")
    note(f"{done} They are in {given.file}. Continue with: banneret {shlex.join(words)}")


def _show(book: Rulebook[Any], summary: Summary, speed: _Speed) -> None:
    console = out()
    texts = texts_of(book)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("Wins")
    for column in ("games", "share", "95% interval"):
        table.add_column(column, justify="right")
    for wins in summary.wins:
        interval = f"{wins.low:.1%} to {wins.high:.1%}"
        table.add_row(texts.name(wins.side), str(wins.wins), f"{wins.share:.1%}", interval)
    console.print(table)
    console.print(f"Games: {summary.games}")
    console.print(f"Rounds: {_length(summary.rounds)}")
    console.print(f"Decisions: {_length(summary.decisions)}")
    endings = ", ".join(f"{texts.name(reason)} {count}" for reason, count in summary.endings.items())
    console.print(f"Endings: {endings or 'none'}")
    games, decisions = speed.games_per_second, speed.decisions_per_second
    console.print(f"Speed: {games:.1f} games/s, {decisions:.0f} decisions/s in {speed.seconds:.1f} s")


def _length(length: Length | None) -> str:
    return "none" if length is None else f"{length.mean:.1f} on average, {length.least} to {length.most}"
