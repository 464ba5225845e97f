"""Statistics of many games: win rates, lengths and endings."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from banneret.bots.intervals import wilson
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Outcome


class Wins(msgspec.Struct, frozen=True):
    """The wins of a side (shared first places count for each), with the 95% interval of its share."""

    side: str
    wins: int
    share: float
    low: float
    high: float


class Length(msgspec.Struct, frozen=True):
    """The lengths of games."""

    least: int
    mean: float
    most: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Summary of many games."""

    rulebook: str
    games: int
    wins: tuple[Wins, ...]
    rounds: Length | None
    """None if the labels of a match do not count rounds."""
    decisions: Length | None
    endings: dict[str, int]


class _End(msgspec.Struct):
    end: Outcome
    label: str = ""


class _Setup(msgspec.Struct):
    rulebook: str
    seats: int
    key: str = ""
    options: dict[str, Any] = {}


class _Entry(msgspec.Struct):
    do: str = ""


class _Game(msgspec.Struct):
    setup: _Setup
    entries: list[_Entry]
    end: _End | None


class _Lengths:
    """Minimum, sum and maximum of numbers."""

    def __init__(self) -> None:
        self.count = self.sum = self.most = 0
        self.least = 0

    def add(self, value: int) -> None:
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value)
        self.sum += value
        self.count += 1

    def length(self) -> Length | None:
        return Length(self.least, self.sum / self.count, self.most) if self.count else None


class Tally:
    """Aggregates packed records, one at a time."""

    def __init__(self, rulebook_id: str) -> None:
        self.rulebook = rulebook(rulebook_id)
        self.games = 0
        self._wins: Counter[str] = Counter()
        self._sides: dict[str, int] = {}
        """Side -> number of its games."""
        self._endings: Counter[str] = Counter()
        self._rounds = _Lengths()
        self._decisions = _Lengths()
        self._decoder = msgspec.json.Decoder(_Game)

    @property
    def decisions(self) -> int:
        """The total number of decisions."""
        return self._decisions.sum

    def add(self, line: bytes) -> None:
        """Add a finished game. Raises ValueError if it is not finished."""
        game = self._decoder.decode(line)
        if game.end is None:
            raise ValueError("the game is not finished")
        setup = game.setup
        options = self.rulebook.options(setup.options, setup.seats)
        names = self.rulebook.seat_names(self.rulebook.setup(setup.seats, options, bytes.fromhex(setup.key)))
        self.games += 1
        for name in names:
            self._sides[name] = self._sides.get(name, 0) + 1
        for seat in game.end.end.places[0]:
            self._wins[names[seat]] += 1
        self._endings[game.end.end.reason] += 1
        self._decisions.add(sum(bool(entry.do) for entry in game.entries))
        if number := re.search(r"\d+", game.end.label):
            self._rounds.add(int(number[0]))

    def summary(self) -> Summary:
        """Return the summary: sides in the order of their seats."""
        return Summary(
            rulebook=self.rulebook.id,
            games=self.games,
            wins=tuple(_wins(side, self._wins[side], games) for side, games in self._sides.items()),
            rounds=self._rounds.length(),
            decisions=self._decisions.length(),
            endings=dict(sorted(self._endings.items())),
        )


def _wins(side: str, wins: int, games: int) -> Wins:
    low, high = wilson(wins, games)
    return Wins(side, wins, wins / games if games else 0.0, low, high)
