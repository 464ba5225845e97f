"""What an arena has shown: tables, troubles, times and the records of its matches."""

from __future__ import annotations

from collections import Counter

import msgspec

from banneret.kernel.record import Record
from banneret.sim.arena_game import BotTrouble
from banneret.sim.results import Row, Sample, Taken
from banneret.sim.schedule import ArenaPlan
from banneret.sim.timings import Timing


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
    timings: list[Timing]
    """What each bot has taken: measured, and so never twice the same."""
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
