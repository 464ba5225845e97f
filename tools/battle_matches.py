"""Many matches of Battles of Westeros between bots, in a file that survives any interruption.

`tools.balance_battles` and `tools.sensitivity_battles` are built on it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from banneret.bots import GreedyBot
from banneret.bots.names import register_bot
from banneret.bots.playing import pick
from banneret.games.battles.components import HOUSES
from banneret.games.battles.scenario_file import SCENARIOS
from banneret.games.battles.skirmish import SUMMARIES
from banneret.kernel.making import new_match
from banneret.kernel.match import Match
from banneret.sim.games import Plan, play_game
from banneret.sim.tally import wilson

DATA = Path(__file__).parent.parent / "src/banneret/games/battles/data"
NOT_PLAYED = ("rules.toml", "drawing.toml")
"""Data files that change no match."""

QUICK: Final = "quick"
SIGHT: Final = "sight"
"""No bot, but both sides played by first sight with a little noise, in the match itself: over twenty times as fast."""


class Case(NamedTuple):
    """What is played many times: one battle plan, with options."""

    name: str
    plan: str
    options: dict[str, Any]
    bots: tuple[str, str]

    @property
    def mark(self) -> str:
        """A hash of all data that a match of this case depends on; changed code is not seen by it."""
        told = hashlib.sha256(json.dumps([self.plan, self.options, self.bots], sort_keys=True).encode())
        files = [path for path in sorted(DATA.glob("*.toml")) if path.name not in NOT_PLAYED]
        if self.plan in SCENARIOS:
            files.append(DATA / f"scenarios/{self.plan}.toml")
        for path in files:
            told.update(path.read_bytes())
        return told.hexdigest()[:16]


class Result(msgspec.Struct, frozen=True):
    """How one match ended."""

    mark: str
    case: str
    game: int
    winner: str
    reason: str
    round: int
    points: tuple[int, ...]
    decisions: int


class _Job(NamedTuple):
    case: Case
    mark: str
    game: int
    seed: int


class Tally:
    """What came of the matches of a case."""

    def __init__(self) -> None:
        self.won: dict[int, bool] = {}
        """Game -> whether Stark won it."""
        self.reasons: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        """In which round they ended."""
        self.decisions = 0

    def add(self, result: Result) -> None:
        """Count one match."""
        self.won[result.game] = result.winner == HOUSES[0]
        self.reasons[result.reason] += 1
        self.rounds[result.round] += 1
        self.decisions += result.decisions

    @property
    def games(self) -> int:
        """How many matches there were."""
        return len(self.won)

    @property
    def stark(self) -> int:
        """How many of them Stark won."""
        return sum(self.won.values())

    @property
    def share(self) -> float:
        """Stark's share of the matches."""
        return self.stark / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(self.stark, self.games)


def all_plans() -> list[str]:
    """Return the ids of all plans and of the drawn skirmishes."""
    return [*SCENARIOS, *SUMMARIES]


def play(  # what is played, how often, and where it is kept
    cases: Sequence[Case],
    games: int,
    *,
    seed: int,
    jobs: int,
    minutes: float | None,
    out: Path | None,
) -> dict[str, Tally]:
    """Play what is missing of so many games a case, in turn, so that a break leaves all of them equally far.

    Bots of two names change sides from game to game, and both games of a pair begin with the same deal. `out` is a
    file of lines, one a match: those in it that fit a case are counted and not played again.
    """
    tallies = {case.name: Tally() for case in cases}
    marks = {case.mark: case.name for case in cases}
    done: set[tuple[str, int]] = set()
    if out is not None and out.exists():
        for line in out.read_bytes().splitlines():
            result = msgspec.json.decode(line, type=Result)
            if result.mark in marks and result.game < games and (result.mark, result.game) not in done:
                done.add((result.mark, result.game))
                tallies[marks[result.mark]].add(result)
    todo = [
        _Job(case, mark, game, seed)
        for game in range(games)
        for mark, case in zip(marks, cases, strict=True)
        if (mark, game) not in done
    ]
    for result in _played(todo, jobs, minutes):
        tallies[marks[result.mark]].add(result)
        if out is not None:
            with out.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
    return tallies


def _played(todo: list[_Job], jobs: int, minutes: float | None) -> Iterator[Result]:
    end = None if minutes is None else time.monotonic() + 60 * minutes
    if jobs == 1:
        for job in todo:
            yield _play_one(job)
            if end is not None and time.monotonic() > end:
                return
        return
    left = iter(todo)
    with Pool(jobs) as pool:
        while batch := list(islice(left, 4 * jobs)):
            yield from pool.imap_unordered(_play_one, batch)
            if end is not None and time.monotonic() > end:
                return


def _play_one(job: _Job) -> Result:
    case = job.case
    if QUICK in case.bots:
        register_bot(QUICK, lambda seed: GreedyBot(seed, worlds=1, most_options=6))
    pair, turn = (job.game, 0) if case.bots[0] == case.bots[1] else divmod(job.game, 2)
    bots = case.bots[::-1] if turn else case.bots
    options = {**case.options, "scenario": case.plan}
    seed = job.seed + pair
    match = by_sight(options, seed) if SIGHT in bots else play_game(Plan("battles", 2, bots, options), seed)
    outcome = match.outcome
    if outcome is None:
        raise RuntimeError(f"{case.name}, game {job.game}: it has not ended")
    return Result(
        mark=job.mark,
        case=case.name,
        game=job.game,
        winner=HOUSES[outcome.places[0][0]],
        reason=outcome.reason,
        round=match.state.round,
        points=tuple(match.state.points),
        decisions=len(match.answers),
    )


def by_sight(options: dict[str, Any], seed: int) -> Match[Any]:
    """Play a match in which both sides take what looks best at first sight; return it."""
    match = new_match("battles", seats=2, seed=seed, options=options, events=False)
    random = Random(seed).random
    while asking := match.asking:
        seat, ask = next(iter(asking.items()))
        match.play(seat, pick(match, ask, match.rulebook, random, 1.0))
    return match
