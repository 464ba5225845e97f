"""Leaderboard of the benchmark: a file of reproducible results."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from banneret.bots.benchmark_tasks import VERSION
from banneret.rl.benchmark import Result


class LeaderboardError(ValueError):
    """Raised if a file is not a leaderboard of this version of the benchmark."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    results: list[Result]


class Leaderboard:
    """Results, one for each agent and task, ordered by task and share of wins."""

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self._results = {(one.task, one.agent): one for one in results}

    @classmethod
    def read(cls, path: Path, must_exist: bool = False) -> Leaderboard:
        """Load a leaderboard; a missing file gives an empty one. Raises LeaderboardError or OSError."""
        if not must_exist and not path.exists():
            return cls()
        try:
            file = msgspec.json.decode(path.read_bytes(), type=_File)
        except msgspec.DecodeError as error:
            raise LeaderboardError(f"{path} is not a leaderboard: {error}") from None
        if file.version != VERSION:
            raise LeaderboardError(f"{path}: results of version {file.version}; the benchmark has version {VERSION}")
        return cls(file.results)

    @property
    def results(self) -> list[Result]:
        """All results, ordered by task and share of wins."""
        return sorted(self._results.values(), key=lambda one: (one.task, -one.share, one.place, one.agent))

    def add(self, result: Result, date: str = "") -> bool:
        """Add a result of a day, replacing that of the same agent and task. Return True if anything has changed.

        A result that has not changed keeps its date.
        """
        key = (result.task, result.agent)
        before = self._results.get(key)
        same = before is not None and msgspec.structs.replace(before, date=result.date) == result
        self._results[key] = msgspec.structs.replace(result, date=(same and before and before.date) or date)
        return not same

    def write(self, path: Path) -> None:
        """Save the leaderboard to a file."""
        lines = ",\n".join(f"  {msgspec.json.encode(one).decode()}" for one in self.results)
        path.write_text(f'{{"version":{VERSION},"results":[\n{lines}\n]}}\n', "utf-8")

    def table(self) -> str:
        """Return the results as a Markdown table."""
        lines = [
            "| task | agent | matches | wins | 95 % interval | mean place | date |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        for one in self.results:
            share = f"{one.share:.0%} | {one.low:.0%} to {one.high:.0%}"
            lines.append(f"| `{one.task}` | `{one.agent}` | {one.games} | {share} | {one.place:.2f} | {one.date} |")
        return "\n".join(lines)
