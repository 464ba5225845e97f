"""Windows: moments in which a seat may react with something that others cannot see, and how long they stay open.

At a table with even windows no answer to such a question is taken sooner than `window_seconds` after it was asked:
neither what a person or a bot gives, nor what is given by itself because the hand has nothing else. So a quick answer
tells nothing of the hand.

At other tables, people are treated alike in windows for which they can set a stop, with a shorter time: an answer
given by itself comes no sooner than one given by hand, and neither shows which stop is set. Where nobody else plays,
nothing is held.
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
"""For how long a window is open at least for a person who can set a stop for it."""


class _Alone(Options[Action]):
    """A list of answers that has one alone."""

    __slots__ = ()

    def __init__(self, chooser: Chooser[Any], one: Action) -> None:
        super().__init__(chooser)
        self._listed = [one]


def is_window(ask: Ask) -> bool:
    """Tell whether a question is asked even if it has one answer alone: others must not see how many there are."""
    if isinstance(ask.chooser, Space):
        return False
    return ask.chooser.only(_Alone(ask.chooser, ask.options.listed[0])) is None


class Windows:
    """Holds answers."""

    def __init__(self, host: Host, unasked: Unasked, clock: Callable[[], int]) -> None:
        self.host = host
        self.unasked = unasked
        self.clock = clock

    async def left(self, table: Table, seat: int, ask: str, do: str | None = None, *, by_itself: bool = False) -> float:
        """Return for how many seconds an answer to this ask is held; 0 for one that would be refused anyway.

        What somebody gives while all decide at the same time stays sealed, and need not be held; but who is ready by
        itself is seen to be.
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
        """Return for how many seconds an answer that was prepared is held; in windows, as long as any other."""
        hosted = await self.host.hosted(table.id)
        if hosted.asks().get(seat) != ask:
            return 0.0
        if hosted.match.asking[seat].chooser.window():
            return await self.left(table, seat, ask, by_itself=True)
        person = table.seats[seat].person_id
        return STOP_SECONDS if person is not None and table.people_beside(person) else 0.0


def _is_watched(hosted: Hosted, seat: int) -> bool:
    """Return whether a person may have a stop here, and others could notice from the time which one it is."""
    table, ask = hosted.kept.table, hosted.match.asking[seat]
    person = table.seats[seat].person_id
    return bool(ask.chooser.window()) and person is not None and table.people_beside(person) > 0
