"""Many matches of Battles of Westeros between bots, resumable after interruptions.

Used by `tools.lab.balance_battles` and `tools.lab.sensitivity_battles`.
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
from banneret.bots.intervals import wilson
from banneret.bots.judging import judging_of
from banneret.bots.names import register_bot
from banneret.bots.playouts import pick
from banneret.games.battles.content.components import HOUSES
from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.content.skirmish import SUMMARIES
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.sim.games import Game, Plan
from tools.lab.battle_results import Key, Result, Results

DATA = Path(__file__).parents[2] / "src/banneret/games/battles/data"
NOT_PLAYED = ("rules.toml", "drawing.toml")
"""Data files that do not affect matches."""
OF_SKIRMISHES = "skirmish.toml"
"""Data that affects only skirmishes."""
DISPLAY_ONLY = ("name", "about", "number")
"""Fields of a plan that do not affect its matches."""

QUICK: Final = "quick"
SIGHT: Final = "sight"
"""Both sides play by quick estimates with a little noise, without bots: over twenty times as fast."""


class Case(NamedTuple):
    """The subject of many matches: a battle plan with options."""

    name: str
    plan: str
    options: dict[str, Any]
    bots: tuple[str, str]

    @property
    def mark(self) -> str:
        """A hash of all data that affects a match of this case."""
        return mark_of(self)

    def key(self, seed: int) -> Key:
        """Return the key under which the results of this case are stored."""
        bots = self.bots if self.bots[0] != self.bots[1] else self.bots[:1]
        return Key(",".join(bots), self.name, seed)


def mark_of(case: Case, data: Path = DATA) -> str:
    """Return a hash of all data that affects a match of a case; changes in code are not detected.

    The parsed content is hashed, without comments, provenance marks or other plans. All units and cards count, even
    those that the plan does not use: replaying a plan is cheaper than missing a change.
    """
    files = {path.name: path for path in sorted(data.glob("*.toml")) if path.name not in NOT_PLAYED}
    if case.plan in SCENARIOS:
        del files[OF_SKIRMISHES]
    played: dict[str, Any] = {name: _without_provenance(_toml(path)) for name, path in files.items()}
    if case.plan not in SCENARIOS:
        played[OF_SKIRMISHES] = _of_skirmish(case.plan, played[OF_SKIRMISHES])
    if case.plan in SCENARIOS:
        plan = _without_provenance(_toml(data / f"scenarios/{case.plan}.toml"))
        played["plan"] = {field: value for field, value in plan.items() if field not in DISPLAY_ONLY}
    content = json.dumps([case.plan, sorted(case.options.items()), case.bots, played])
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _of_skirmish(plan: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data that affects one skirmish: its summary, and its setup cards or unit costs."""
    summary = next(one for one in data["summary"] if one["id"] == plan)
    return {"summary": summary, "by": data["card"] if "unit_cards" in summary else data["cost"]}


def _without_provenance(data: Any) -> Any:
    if isinstance(data, dict):
        return {field: _without_provenance(one) for field, one in data.items() if field != "provenance"}
    return [_without_provenance(one) for one in data] if isinstance(data, list) else data


class _Job(NamedTuple):
    case: Case
    game: int
    seed: int


class Tally:
    """The results of the matches of a case."""

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self.won: list[bool] = []
        """For each game, whether Stark won it."""
        self.ends: Counter[tuple[str, int]] = Counter()
        """The endings and the rounds in which they occurred."""
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Add the next match."""
        self.won.append(result.winner == HOUSES[0])
        self.ends[result.reason, result.round] += 1

    @property
    def games(self) -> int:
        """The number of matches."""
        return len(self.won)

    @property
    def stark(self) -> int:
        """The number of matches won by Stark."""
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
    """Return the ids of all plans and of the generated skirmishes."""
    return [*SCENARIOS, *SUMMARIES]


def play(
    cases: Sequence[Case],
    games: int,
    *,
    seed: int,
    jobs: int,
    minutes: float | None,
    out: Path | None,
) -> dict[str, Tally]:
    """Play the missing games of all cases in turn, so that an interruption leaves them equally far.

    Two different bots swap sides from game to game, and both games of a pair begin with the same deal. Games already in
    `out` are counted and not played again. Raises BadLine.
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
    for (number, job), result in zip(todo, results, strict=False):  # fewer if the time is up
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
        raise RuntimeError(f"{case.name}, game {job.game}: the match has not ended")
    return Result(HOUSES[outcome.places[0][0]], outcome.reason, match.state.round)


def _by_bots(case: Case, plan: Plan, seed: int) -> Match[Any]:
    """Play a match. Raises an error if a bot fails, because its replacement would make the result meaningless."""
    game = Game(plan, seed)
    match = game.play()
    if game.troubles:
        raise RuntimeError(f"{case.name}, seed {seed}: {game.troubles[0]}")
    return match


def by_sight(options: dict[str, Any], seed: int) -> Match[Any]:
    """Play and return a match in which both sides choose what looks best."""
    match = new_match("battles", seats=2, seed=seed, options=options, events=False)
    random = Random(seed).random
    while asking := match.asking:
        seat, ask = next(iter(asking.items()))
        match.play(seat, pick(match, ask, judging_of(match.rulebook), random, 1.0))
    return match
