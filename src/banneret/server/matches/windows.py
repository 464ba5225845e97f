"""Windows: questions that allow a secret reaction, and the minimum time for which they stay open.

At a table with even windows, no answer to such a question is accepted before `window_seconds` have passed since it was
asked, neither one by a person or bot nor an automatic one because the hand has nothing else. So a quick answer reveals
nothing about the hand.

At other tables, the same applies with a shorter time to people's windows for which a stop can be set: automatic answers
are not given earlier than manual ones, and neither reveals which stop is set. If no other person plays, answers are
not held back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser, Options, Space
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.unasked import Unasked
from banneret.server.tables.table import Table

SECOND: Final = 1000
STOP_SECONDS: Final = 2.0
"""Minimum number of seconds that a window with a stop stays open for a person."""


class _Single(Options[Action]):
    """A list of options with a single answer."""

    __slots__ = ()

    def __init__(self, chooser: Chooser[Any], one: Action) -> None:
        super().__init__(chooser)
        self._listed = [one]


def is_window(ask: Ask) -> bool:
    """Return whether a seat is asked even if only one answer is possible, as skipping it would reveal that."""
    if isinstance(ask.chooser, Space):
        return False
    return ask.chooser.only(_Single(ask.chooser, ask.options.listed[0])) is None


class Windows:
    """Computes how long answers are held back."""

    def __init__(self, host: Host, unasked: Unasked, clock: Callable[[], int]) -> None:
        self.host = host
        self.unasked = unasked
        self.clock = clock

    async def left(self, table: Table, seat: int, ask: str, do: str | None = None, *, by_itself: bool = False) -> float:
        """Return the seconds for which an answer to this question is held back; 0 if it would be refused anyway.

        Manual answers while all seats decide simultaneously are sealed and need not be held back, unlike automatic
        ones, after which the seat is visibly ready.
        """
        hosted = await self.host.hosted(table.id)
        match = hosted.match
        if hosted.asks().get(seat) != ask or not (by_itself or match.opened_at is None):
            return 0.0
        watched = _is_watched(hosted, seat)
        if not (is_window(match.asking[seat]) or watched):
            return 0.0
        seconds: float = table.settings.window_seconds
        if not table.settings.even_windows or not is_window(match.asking[seat]):
            if not watched:
                return 0.0
            seconds = STOP_SECONDS
        if do is not None and match.judge(seat, do)[0] is not None:
            return 0.0
        row = table.seats[seat]
        now = self.clock()
        asked_at = row.asked_at if row.ask == ask and row.asked_at is not None else now
        return max(0.0, seconds - (now - asked_at) / SECOND)

    async def unasked_left(self, table: Table, seat: int, ask: str) -> float:
        """Return the seconds for which a prepared answer is held back; in windows, as long as any other answer."""
        hosted = await self.host.hosted(table.id)
        if hosted.asks().get(seat) != ask:
            return 0.0
        if hosted.match.asking[seat].chooser.window():
            return await self.left(table, seat, ask, by_itself=True)
        person = table.seats[seat].person_id
        return STOP_SECONDS if person is not None and table.people_beside(person) else 0.0


def _is_watched(hosted: Hosted, seat: int) -> bool:
    """Return whether a person may have a stop here that others could infer from the time of the answer."""
    table, ask = hosted.kept.table, hosted.match.asking[seat]
    person = table.seats[seat].person_id
    return bool(ask.chooser.window()) and person is not None and table.people_beside(person) > 0
