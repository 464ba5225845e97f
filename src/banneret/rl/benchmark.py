"""The benchmark: agents play fixed tasks; results have confidence intervals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context

import msgspec

from banneret.bots.benchmark_tasks import BenchmarkTask
from banneret.bots.intervals import mean_within
from banneret.bots.match_runner import LATE, BotFailed, Trouble
from banneret.bots.names import make_bot
from banneret.bots.random_bot import RandomBot
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import derive_key
from banneret.rl.agents import Agent, agent_factory
from banneret.rl.episode import Episode
from banneret.rl.observations.observer import Observer
from banneret.rl.task import Task


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one match of an agent."""

    place: int
    """Place of the agent; 1 is first."""
    win: float
    """1 for the first place, shared by equal winners, else 0."""
    decisions: int
    seconds: float
    """CPU time of the agent's decisions."""
    trouble: Trouble | None = None
    """Reason for which a random player replaced the agent, if any."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """An agent's result in a task, with 95% intervals. It is reproducible for deterministic agents."""

    agent: str
    task: str
    games: int
    share: float
    """Share of wins; a win is split among equal winners."""
    low: float
    high: float
    place: float
    """Mean place; 1 is first."""
    place_low: float
    place_high: float
    chance: float
    """Expected share of wins among equal players: 1 divided by the number of seats."""
    replaced: int = 0
    """Number of matches in which a random player replaced the agent after an error or timeout."""
    date: str = ""
    """Day of the measurement in a leaderboard; playing it again with the same result does not change it."""


def play_match(task: BenchmarkTask, number: int, agents: Callable[[int], Agent], observer: Observer) -> Played:
    """Play a match of a task and return its result."""
    seed, seat = task.match(number)
    learned = Task(game=task.game, seats=task.seat_count, options=task.options)
    episode = Episode(learned, seed, observer)
    others = {one: make_bot(task.opponents, _seed(seed, one)) for one in range(task.seat_count) if one != seat}
    spent, decisions = 0.0, 0
    trouble: Trouble | None = None
    agent = agents(_seed(seed, seat))
    while True:
        episode.play_bots(others, seed)
        if episode.over:
            break
        started = time.process_time()
        try:
            if not decisions:
                agent.begin(learned, seat)
            agent.answer(episode, seat, seed)
        except BotFailed as failure:
            trouble = Trouble(seat, decisions, failure.kind, failure.detail)
        decisions += 1
        spent += time.process_time() - started
        if trouble is None and spent > task.seconds and not episode.over:
            trouble = Trouble(seat, decisions, LATE, f"{spent:.1f} of {task.seconds:g} seconds")
        if trouble is not None and seat not in others:
            others[seat] = RandomBot(_seed(seed, seat))
    outcome = episode.match.outcome
    assert outcome is not None  # noqa: S101  # the loop ends with the match
    place = next(n for n, found in enumerate(outcome.places, 1) if seat in found)
    win = 1 / len(outcome.places[0]) if place == 1 else 0.0
    return Played(place=place, win=win, decisions=decisions, seconds=spent, trouble=trouble)


def _seed(seed: int, seat: int) -> int:
    return int.from_bytes(derive_key("benchmark", seed, seat)[:7], "little")


def _play(name: str, task: BenchmarkTask, numbers: Sequence[int]) -> list[Played]:
    agents, observer = agent_factory(name), Observer(rulebook(task.game))
    return [play_match(task, number, agents, observer) for number in numbers]


def play_task(name: str, task: BenchmarkTask, games: int = 0, jobs: int = 1) -> Iterator[Played]:
    """Yield the results of a task's matches, or of the first `games`, in order. Raises AgentError immediately."""
    agents = agent_factory(name)
    count = min(games or task.games, task.games)
    if jobs > 1 and count > 1:
        chunks = [range(at, min(at + task.seat_count, count)) for at in range(0, count, task.seat_count)]
        with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=get_context("spawn")) as pool:
            for found in pool.map(_play, repeat(name), repeat(task), chunks):
                yield from found
        return
    observer = Observer(rulebook(task.game))
    for number in range(count):
        yield play_match(task, number, agents, observer)


def result_of(name: str, task: BenchmarkTask, played: Sequence[Played]) -> Result:
    """Return the result of a task from that of its matches."""
    share, low, high = mean_within([one.win for one in played], 0.0, 1.0)
    place, best, worst = mean_within([float(one.place) for one in played], 1.0, task.seat_count)
    return Result(
        agent=name,
        task=task.id,
        games=len(played),
        share=round(share, 4),
        low=round(low, 4),
        high=round(high, 4),
        place=round(place, 4),
        place_low=round(best, 4),
        place_high=round(worst, 4),
        chance=round(1 / task.seat_count, 4),
        replaced=sum(one.trouble is not None for one in played),
    )
