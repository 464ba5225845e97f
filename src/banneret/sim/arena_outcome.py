"""The results of an arena: tables, troubles, times and match records."""

from __future__ import annotations

from collections import Counter

import msgspec

from banneret.kernel.record import Record
from banneret.sim.arena_game import BotTrouble
from banneret.sim.results import Row, Sample, Taken
from banneret.sim.schedule import ArenaPlan
from banneret.sim.timings import Timing


class Arena(msgspec.Struct, frozen=True, kw_only=True):
    """The results of an arena."""

    plan: ArenaPlan
    games: int
    """The number of games requested."""
    rows: list[Row]
    taken: list[Taken]
    rounds: Sample | None
    decisions: Sample | None
    endings: dict[str, int]
    troubles: list[BotTrouble]
    timings: list[Timing]
    """Time and memory used by each bot; measured, so different in every run."""
    lines: list[bytes]
    """The packed records, in the order of the games."""

    @property
    def played(self) -> int:
        """The number of recorded games."""
        return len(self.lines)

    @property
    def records(self) -> list[Record]:
        """The records, one per match, unpacked and verified on each access."""
        return [Record.unpack(line, "arena", number) for number, line in enumerate(self.lines, 1)]

    @property
    def failed(self) -> list[BotTrouble]:
        """The games without a record."""
        return [trouble for trouble in self.troubles if trouble.kind == "failed"]

    @property
    def replaced(self) -> Counter[str]:
        """How often each bot was replaced because it failed."""
        return Counter(trouble.bot for trouble in self.troubles if trouble.kind != "failed")
