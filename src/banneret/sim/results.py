"""The tables of an arena: win rates by bot and seat, game lengths, and choices."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from banneret.bots.intervals import wilson
from banneret.bots.ratings import ratings_or_none
from banneret.kernel import notation
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Outcome, Rulebook
from banneret.sim.schedule import ArenaPlan


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of `results.csv`: for a bot, a house, a seat, or a bot in a house."""

    group: str
    """`bot`, `house`, `seat`, or `bot in house`."""
    bot: str = ""
    house: str = ""
    seat: int | None = None
    played: int
    """Number of seats played."""
    wins: int
    """First places; a shared one counts for each."""
    share: float
    low: float
    """With `high`: the Wilson 95% interval."""
    high: float
    place: float
    """The mean place; 1 is first."""
    mu: float | None = None
    """The rating of a bot if openskill is installed."""
    sigma: float | None = None


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """A row of `options.csv`: how often a kind of action, or a value of one of its fields, was chosen."""

    action: str
    field: str
    """Empty for the action itself."""
    value: str
    count: int


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """The number of games of each length, in rounds or decisions."""

    least: int
    median: float
    mean: float
    most: int
    counts: dict[int, int]


class _End(msgspec.Struct):
    end: Outcome
    label: str = ""


class _Setup(msgspec.Struct):
    seats: int
    key: str = ""
    options: dict[str, Any] = {}


class _Entry(msgspec.Struct):
    do: str = ""


class _Game(msgspec.Struct):
    setup: _Setup
    entries: list[_Entry]
    end: _End


class _Count:
    """The counters of a row."""

    def __init__(self) -> None:
        self.played = self.wins = self.places = 0

    def add(self, place: int) -> None:
        self.played += 1
        self.wins += place == 0
        self.places += place + 1


class Results:
    """Aggregates the matches of an arena, in order."""

    def __init__(self, plan: ArenaPlan) -> None:
        self.plan = plan
        self.book: Rulebook[Any] = rulebook(plan.rulebook)
        self.games = 0
        self.rounds: Counter[int] = Counter()
        self.decisions: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        self.rated = ratings_or_none()
        self._counts: dict[tuple[str, str, str, int | None], _Count] = {}
        self._taken: Counter[str] = Counter()
        self._decoder = msgspec.json.Decoder(_Game)

    def add(self, game: int, line: bytes) -> None:
        """Add the packed record of a game."""
        match = self._decoder.decode(line)
        bots = self.plan.line_up(game)
        setup = match.setup
        options = self.book.options(setup.options, setup.seats)
        houses = self.book.seat_names(self.book.setup(setup.seats, options, bytes.fromhex(setup.key)))
        places = places_of(match.end.end, setup.seats)
        self.games += 1
        for seat, (bot, house, place) in enumerate(zip(bots, houses, places, strict=True)):
            for key in (
                ("bot", bot, "", None),
                ("house", "", house, None),
                ("seat", "", "", seat),
                ("bot in house", bot, house, None),
            ):
                self._counts.setdefault(key, _Count()).add(place)
        if self.rated is not None:
            self.rated.add(bots, places)
        self.endings[match.end.end.reason] += 1
        self._taken.update(entry.do for entry in match.entries if entry.do)
        self.decisions[sum(bool(entry.do) for entry in match.entries)] += 1
        if number := re.search(r"\d+", match.end.label):
            self.rounds[int(number[0])] += 1

    def rows(self) -> list[Row]:
        """Return the rows of `results.csv`: bots as given, houses and seats in their order."""
        bots = {name: at for at, name in enumerate(dict.fromkeys(self.plan.bots))}
        houses: dict[str, int] = {}
        for _, _, house, _ in self._counts:
            houses.setdefault(house, len(houses))
        groups = ("bot", "house", "seat", "bot in house")
        keys = sorted(
            self._counts,
            key=lambda k: (groups.index(k[0]), bots.get(k[1], -1), houses[k[2]], -1 if k[3] is None else k[3]),
        )
        return [self._row(key) for key in keys]

    def taken(self) -> list[Taken]:
        """Return how often each action, and each value of a field with a declared domain, was chosen."""
        found: Counter[tuple[str, str, str]] = Counter()
        for text, count in self._taken.items():
            action = notation.read(text, self.book.actions)
            tag = str(type(action).__struct_config__.tag)
            found[tag, "", ""] += count
            for field, domain in notation.domains_of(type(action)).items():
                if domain:
                    value = getattr(action, field)
                    for one in value if isinstance(value, tuple) else (value,):
                        found[tag, field, str(one)] += count
        ordered = sorted(found.items(), key=lambda item: (item[0][0], item[0][1], -item[1], item[0][2]))
        return [Taken(action=a, field=f, value=v, count=count) for (a, f, v), count in ordered]

    def _row(self, key: tuple[str, str, str, int | None]) -> Row:
        group, bot, house, seat = key
        count = self._counts[key]
        low, high = wilson(count.wins, count.played)
        rating = self.rated.get(bot) if self.rated is not None and group == "bot" else None
        return Row(
            group=group,
            bot=bot,
            house=house,
            seat=seat,
            played=count.played,
            wins=count.wins,
            share=count.wins / count.played,
            low=low,
            high=high,
            place=count.places / count.played,
            mu=None if rating is None else rating.mu,
            sigma=None if rating is None else rating.sigma,
        )


def places_of(outcome: Outcome, seats: int) -> list[int]:
    """Return the place of each seat; 0 is first, and places after a tie are skipped accordingly."""
    places = [0] * seats
    before = 0
    for group in outcome.places:
        for seat in group:
            places[seat] = before
        before += len(group)
    return places


def sample(counts: Counter[int]) -> Sample | None:
    """Summarize lengths, or return None if there are none."""
    values = sorted(counts.elements())
    if not values:
        return None
    middle = len(values) // 2
    median = values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2
    return Sample(
        least=values[0],
        median=median,
        mean=sum(values) / len(values),
        most=values[-1],
        counts=dict(sorted(counts.items())),
    )


def shown_bot(name: str) -> str:
    """Return the display name of a bot: a file without its folders."""
    return PurePath(name).name if name.endswith(".py") else name


def as_csv(rows: Sequence[msgspec.Struct]) -> bytes:
    """Return rows as CSV (UTF-8, newline-terminated): numbers with six decimals, None as an empty field."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if rows:
        writer.writerow(rows[0].__struct_fields__)
    for row in rows:
        writer.writerow(_cells(msgspec.structs.astuple(row)))
    return text.getvalue().encode()


def _cells(values: Iterable[object]) -> list[object]:
    return [f"{v:.6f}" if isinstance(v, float) else "" if v is None else v for v in values]
