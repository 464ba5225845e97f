"""Many matches of Battles of Westeros between bots, which go on after any interruption.

`tools.lab.balance_battles` and `tools.lab.sensitivity_battles` are built on it.
"""

from __future__ import annotations

import hashlib
import json
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from banneret.bots import GreedyBot
from banneret.bots.judging import judging_of
from banneret.bots.names import register_bot
from banneret.bots.playouts import pick
from banneret.games.battles.content.components import HOUSES
from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.content.skirmish import SUMMARIES
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.sim.games import Game, Plan
from banneret.sim.tally import wilson
from tools.lab.battle_results import Key, Result, Results

DATA = Path(__file__).parents[2] / "src/banneret/games/battles/data"
NOT_PLAYED = ("rules.toml", "drawing.toml")
"""Data files that change no match."""
OF_SKIRMISHES = "skirmish.toml"
"""What only skirmishes begin with."""
ONLY_TOLD = ("name", "about", "number")
"""Fields of a plan that change no match of it."""

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
        """A hash of all data that a match of this case depends on."""
        return mark_of(self)

    def key(self, seed: int) -> Key:
        """What the results of this case are kept by."""
        bots = self.bots if self.bots[0] != self.bots[1] else self.bots[:1]
        return Key(",".join(bots), self.name, seed)


def mark_of(case: Case, data: Path = DATA) -> str:
    """Return a hash of all data that a match of a case depends on; changed code is not seen by it.

    What is hashed is what the files say: no comment, no mark of where a value is from, no other plan. All units and
    cards of the box count, even those that a plan leaves in it: to play a plan anew costs less than to miss a change.
    """
    files = {path.name: path for path in sorted(data.glob("*.toml")) if path.name not in NOT_PLAYED}
    if case.plan in SCENARIOS:
        del files[OF_SKIRMISHES]
    played: dict[str, Any] = {name: _without_provenance(_toml(path)) for name, path in files.items()}
    if case.plan not in SCENARIOS:
        played[OF_SKIRMISHES] = _of_skirmish(case.plan, played[OF_SKIRMISHES])
    if case.plan in SCENARIOS:
        plan = _without_provenance(_toml(data / f"scenarios/{case.plan}.toml"))
        played["plan"] = {field: said for field, said in plan.items() if field not in ONLY_TOLD}
    told = json.dumps([case.plan, sorted(case.options.items()), case.bots, played])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _of_skirmish(plan: str, said: dict[str, Any]) -> dict[str, Any]:
    """Keep what one skirmish depends on: its summary, and its setup cards or the costs of units."""
    summary = next(one for one in said["summary"] if one["id"] == plan)
    return {"summary": summary, "by": said["card"] if "unit_cards" in summary else said["cost"]}


def _without_provenance(said: Any) -> Any:
    if isinstance(said, dict):
        return {field: _without_provenance(one) for field, one in said.items() if field != "provenance"}
    return [_without_provenance(one) for one in said] if isinstance(said, list) else said


class _Job(NamedTuple):
    case: Case
    game: int
    seed: int


class Tally:
    """What came of the matches of a case."""

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self.won: list[bool] = []
        """For each game whether Stark won it."""
        self.ends: Counter[tuple[str, int]] = Counter()
        """How and in which round they ended."""
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Count the next match."""
        self.won.append(result.winner == HOUSES[0])
        self.ends[result.reason, result.round] += 1

    @property
    def games(self) -> int:
        """How many matches there were."""
        return len(self.won)

    @property
    def stark(self) -> int:
        """How many of them Stark won."""
        return sum(self.won)

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

    Bots of two names change sides from game to game, and both games of a pair begin with the same deal. The games of a
    case that are in `out` are counted and not played again. Raises BadLine.
    """
    kept = Results(out)
    keys = [case.key(seed) for case in cases]
    marks = [case.mark for case in cases]
    done = [kept.of(key, mark) for key, mark in zip(keys, marks, strict=True)]
    tallies = {case.name: Tally(results[:games]) for case, results in zip(cases, done, strict=True)}
    todo = [
        (number, _Job(case, game, seed))
        for game in range(games)
        for number, case in enumerate(cases)
        if game >= len(done[number])
    ]
    results = _played([job for _, job in todo], jobs, minutes)
    for (number, job), result in zip(todo, results, strict=False):  # fewer, if the time is over
        tallies[job.case.name].add(result)
        kept.add(keys[number], marks[number], result)
    return tallies


def _played(todo: list[_Job], jobs: int, minutes: float | None) -> Iterator[Result]:
    """Play matches and yield their results in the same order."""
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
            yield from pool.imap(_play_one, batch)
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
    match = by_sight(options, seed) if SIGHT in bots else _by_bots(case, Plan("battles", 2, bots, options), seed)
    outcome = match.outcome
    if outcome is None:
        raise RuntimeError(f"{case.name}, game {job.game}: it has not ended")
    return Result(HOUSES[outcome.places[0][0]], outcome.reason, match.state.round)


def _by_bots(case: Case, plan: Plan, seed: int) -> Match[Any]:
    """Play a match; with a bot that failed, and was replaced by one that answers at random, it would tell nothing."""
    game = Game(plan, seed)
    match = game.play()
    if game.troubles:
        raise RuntimeError(f"{case.name}, seed {seed}: {game.troubles[0]}")
    return match


def by_sight(options: dict[str, Any], seed: int) -> Match[Any]:
    """Play a match in which both sides take what looks best at first sight; return it."""
    match = new_match("battles", seats=2, seed=seed, options=options, events=False)
    random = Random(seed).random
    while asking := match.asking:
        seat, ask = next(iter(asking.items()))
        match.play(seat, pick(match, ask, judging_of(match.rulebook), random, 1.0))
    return match
