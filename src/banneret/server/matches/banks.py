"""Banks: the time left on the clocks of the seats after an entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from banneret.server.matches.kept import Known
from banneret.server.tables.table import Clock, Sitting, Table

SECOND: Final = 1000


def seats_after(table: Table, people: Mapping[str, Known], asks: Mapping[int, str], now: int) -> tuple[Sitting, ...]:
    """Return the seats with their new open questions: clocks of seats that answered stop, of seats asked start."""
    return tuple(
        one if one.ask == asks.get(one.seat, "") else _asked(table.settings.clock, one, people, asks, now)
        for one in table.seats
    )


def _asked(clock: Clock, one: Sitting, people: Mapping[str, Known], asks: Mapping[int, str], now: int) -> Sitting:
    ask = asks.get(one.seat, "")
    bank = one.bank
    if bank is not None and one.ask:
        known = people.get(one.person_id or "")
        bank = spent(clock, bank, one.asked_at, now, vacation=known.vacation_until if known else 0)
    deadline = now + bank if ask and bank is not None else None
    return msgspec.structs.replace(one, ask=ask, asked_at=now if ask else None, bank=bank, deadline=deadline)


def spent(clock: Clock, bank: int, asked_at: int | None, now: int, *, vacation: int) -> int:
    """Return the milliseconds left in a bank after an answer: minus the time used, plus the increment."""
    used = 0 if asked_at is None else max(0, now - max(asked_at, min(vacation, now) if clock.kind == "days" else 0))
    return min(
        clock.cap * SECOND if clock.kind == "days" else bank + clock.increment * SECOND,
        max(0, bank - used) + clock.increment * SECOND,
    )
