"""Thinking times and memory of bots, measured alongside the results, which never depend on them."""

from __future__ import annotations

import math
import resource
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

_STEP: Final = math.log(1.02)
"""Times are counted in logarithmic classes of 2%."""


class BotCost(msgspec.Struct, frozen=True, kw_only=True):
    """Time and memory used by a bot in one game, over all its seats."""

    bot: str
    decisions: int
    seconds: float
    """The total of all decisions."""
    longest: float
    """The longest decision in seconds."""
    memory_mb: float
    """Peak memory of its process; built-in bots share the process with the match and each other."""
    alone: bool
    """Whether it had its own process."""
    times: dict[int, int]
    """Class of time -> number of decisions: class n is 1.02 ** n to 1.02 ** (n + 1) microseconds."""


class GameCost(msgspec.Struct, frozen=True):
    """A line of `timings.jsonl`."""

    game: int
    bots: tuple[BotCost, ...]


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """A row of `timings.csv`: time and memory used by a bot in all its games. Median and p99 are accurate to 1%."""

    bot: str
    decisions: int
    median_ms: float
    p99_ms: float
    longest_ms: float
    seconds: float
    memory_mb: float
    alone: bool


class Stopwatch:
    """The decisions of one bot in one game."""

    def __init__(self) -> None:
        self.times: Counter[int] = Counter()
        self.seconds = 0.0
        self.longest = 0.0

    def add(self, seconds: float) -> None:
        """Record a decision."""
        self.times[int(math.log(max(seconds * 1e6, 1.0)) / _STEP)] += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def cost(self, bot: str, memory_kib: int, alone: bool) -> BotCost:
        """Return the totals."""
        return BotCost(
            bot=bot,
            decisions=self.times.total(),
            seconds=round(self.seconds, 6),
            longest=round(self.longest, 6),
            memory_mb=round(memory_kib / 1024, 1),
            alone=alone,
            times=dict(sorted(self.times.items())),
        )


def memory_of_this_process() -> int:
    """Return the peak memory of this process in KiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def timings(costs: Iterable[BotCost], order: Iterable[str]) -> list[Timing]:
    """Summarize the costs of bots, sorted by a given order of names."""
    found: dict[str, list[BotCost]] = {name: [] for name in order}
    for cost in costs:
        found.setdefault(cost.bot, []).append(cost)
    return [_timing(name, of) for name, of in found.items() if any(cost.decisions for cost in of)]


def _timing(name: str, costs: list[BotCost]) -> Timing:
    times: Counter[int] = Counter()
    for cost in costs:
        times.update(cost.times)
    longest = max(cost.longest for cost in costs)
    return Timing(
        bot=name,
        decisions=times.total(),
        median_ms=min(_quantile(times, 0.5), longest) * 1e3,
        p99_ms=min(_quantile(times, 0.99), longest) * 1e3,
        longest_ms=longest * 1e3,
        seconds=sum(cost.seconds for cost in costs),
        memory_mb=max(cost.memory_mb for cost in costs),
        alone=any(cost.alone for cost in costs),
    )


def _quantile(times: Mapping[int, int], share: float) -> float:
    """Return the time in seconds below which a given share of the decisions is."""
    wanted = share * sum(times.values())
    seen = 0
    for number in sorted(times):
        seen += times[number]
        if seen >= wanted:
            return math.exp((number + 0.5) * _STEP) / 1e6
    raise ValueError("no decision was recorded")


def shown_ms(milliseconds: float) -> str:
    """Format a time: `0.034 ms`, `12 ms`, `3.4 s`."""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.3g} s"
    return f"{milliseconds:.2g} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"
