"""Drafts of seats, stored for their player until they are committed, and shown to nobody else.

A draft is stored separately from the match's entries. It belongs to the question with which it begins, and applies
while that question is open. After a commit it is kept, so that it is restored if the seat undoes its answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel import drafts as kernel
from banneret.kernel import notation
from banneret.kernel.drafts import Drafted
from banneret.kernel.match import Match
from banneret.kernel.wording import sentence
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.stream import undo_refusal
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem, refused
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.tables.table import Table

MOST: Final = 100
"""Maximum number of answers in a draft."""

Listener = Callable[[str], Awaitable[None]]


class Open(NamedTuple):
    """An open draft of a seat."""

    seat: int
    ask: str
    answers: tuple[str, ...]
    hosted: Hosted
    drafted: Drafted


class Drafts:
    """Stores drafts, and commits them."""

    def __init__(self, database: Database, host: Host) -> None:
        self.database = database
        self.host = host
        self.listeners: list[Listener] = []
        """Called with a table's id after a draft has changed there."""

    async def open(self, hosted: Hosted, person: str, seat: int) -> Open | None:
        """Return the open draft of a seat, which may be empty; None if the open question begins no draft."""
        if _drafted(hosted, seat) is None:
            return None
        stored = await self._stored(hosted.stored.id, person, seat)
        ask = _drafted(hosted, seat)  # the match may have gone on while the draft was read
        if ask is None:
            return None
        answers = stored.answers if stored is not None and stored.ask == ask else ()
        return Open(seat, ask, answers, hosted, fitted(hosted.match, seat, answers))

    async def position(self, hosted: Hosted, person: str, seat: int, tried: str | None = None) -> Match[Any]:
        """Return the match with a seat's draft applied, in which the answer `tried` would be checked."""
        if _drafted(hosted, seat) is None:
            return hosted.match
        stored = await self._stored(hosted.stored.id, person, seat)
        if stored is None or stored.ask != _drafted(hosted, seat):
            return hosted.match
        return kernel.position(hosted.match, seat, stored.answers, tried)

    async def put(self, table: Table, person: Person, seat: int, ask: str, answers: Sequence[str]) -> Open:
        """Replace a draft. Raises Problem stale-ask, not-found, or refused with the faults; then it is unchanged."""
        hosted = await self._at(table, seat, ask)
        drafted = kernel.fit(hosted.match, seat, answers)
        if drafted.faults:
            raise _faulty(hosted.match, drafted)
        given = tuple(notation.write(one) for one in drafted.given)
        try:
            async with self.database.writing() as connection:
                draft = _Stored(ask, hosted.match.given(seat), given)
                await _store(connection, (table.id, seat, person.id), draft)
        except Clash:
            raise Problem("conflict", "The draft was changed elsewhere at the same time.") from None
        await self._changed(table.id)
        if hosted.asks().get(seat) != ask:  # answered while the draft was stored
            raise _stale(hosted, seat, ask)
        return Open(seat, ask, given, hosted, drafted)

    async def commit(self, table: Table, person: Person, seat: int, ask: str, check: Callable[[Table], None]) -> None:
        """Give all answers of a draft. Raises Problem: stale-ask, not-found, refused if answers are missing.

        Each answer is stored like one given on its own.
        """
        hosted = await self._at(table, seat, ask)
        stored = await self._stored(table.id, person.id, seat)
        match = hosted.match
        drafted = fitted(match, seat, stored.answers if stored is not None and stored.ask == ask else ())
        why = kernel.unfinished(drafted)
        if why is not None:
            raise refused(why, sentence(match.rulebook, why.reason))
        opened_at, name = match.opened_at, drafted.name
        for action in drafted.played:
            await self._answer(table.id, person, seat, notation.write(action), check)
        now = (await self.host.hosted(table.id)).match
        end = kernel.closing(now, seat, name, opened_at)
        if end is None or (drafted.played and opened_at is None and undo_refusal(now, seat) is not None):
            return
        await self._answer(table.id, person, seat, notation.write(end), check)

    async def reopen(self, table: Table, person: Person, seat: int) -> bool:
        """Undo the answers of the draft committed last, which is then open again.

        Return False if there is no such draft. Raises Problem if its answers cannot be undone freely.
        """
        stored = await self._stored(table.id, person.id, seat)
        hosted = await self.host.hosted(table.id)
        more = 0 if stored is None else hosted.match.given(seat) - stored.given
        if stored is None or not 0 < more <= len(stored.answers) + 1:
            return False
        if not table.settings.undo:
            raise Problem("not-allowed", "At this table, answers cannot be undone.")
        for _ in range(more):
            await self.host.enter(table.id, lambda now: _undone(now, seat), person=person.id)
        hosted = await self.host.hosted(table.id)
        ask = hosted.asks().get(seat)
        if ask is not None and ask != stored.ask:
            async with self.database.writing() as connection:
                await _store(connection, (table.id, seat, person.id), stored._replace(ask=ask))
        await self._changed(table.id)
        return True

    async def _at(self, table: Table, seat: int, ask: str) -> Hosted:
        """Return the match if this question is open and begins a draft. Raises Problem."""
        hosted = await self.host.hosted(table.id)
        if hosted.asks().get(seat) != ask:
            raise _stale(hosted, seat, ask)
        if kernel.part_of(hosted.match, seat) is None:
            raise Problem("not-found", f"No draft is open for seat {seat}.")
        return hosted

    async def _answer(self, table: str, person: Person, seat: int, do: str, check: Callable[[Table], None]) -> None:
        ask = (await self.host.hosted(table)).asks().get(seat, "")
        await self.host.answer(table, seat, ask, do, person=person.id, check=check)

    async def _stored(self, table: str, person: str, seat: int) -> _Stored | None:
        drafts = schema.drafts.c
        where = (drafts.table_id == table, drafts.seat == seat, drafts.person_id == person)
        async with self.database.reading() as connection:
            row = (
                await connection.execute(select(drafts.ask, drafts.given, drafts.answers).where(*where))
            ).one_or_none()
        return (
            None
            if row is None
            else _Stored(row.ask, row.given, tuple(msgspec.json.decode(row.answers, type=list[str])))
        )

    async def _changed(self, table: str) -> None:
        for listener in self.listeners:
            await listener(table)


class _Stored(NamedTuple):
    """A draft as stored."""

    ask: str
    given: int
    """Number of the seat's answers before the draft."""
    answers: tuple[str, ...]


def _drafted(hosted: Hosted, seat: int) -> str | None:
    """Return the open question of a seat if it begins a draft."""
    ask = hosted.asks().get(seat)
    return None if ask is None or kernel.part_of(hosted.match, seat) is None else ask


def _stale(hosted: Hosted, seat: int, ask: str) -> Problem:
    return Problem("stale-ask", f"Question {ask} is not open for seat {seat}.", standing=hosted.asks().get(seat))


async def _store(connection: AsyncConnection, key: tuple[str, int, str], draft: _Stored) -> None:
    table, seat, person = key
    drafts = schema.drafts
    where = (drafts.c.table_id == table, drafts.c.seat == seat, drafts.c.person_id == person)
    await connection.execute(delete(drafts).where(*where))
    row = draft._asdict() | {"answers": msgspec.json.encode(draft.answers).decode()}
    await connection.execute(insert(drafts).values(table_id=table, seat=seat, person_id=person, **row))


def fitted(match: Match[Any], seat: int, answers: Sequence[str]) -> Drafted:
    """Fit a stored draft into a match, dropping answers that are no longer legal."""
    drafted = kernel.fit(match, seat, answers)
    if drafted.faults:
        drafted = kernel.fit(match, seat, drafted.given)
    return drafted


def _faulty(match: Match[Any], drafted: Drafted) -> Problem:
    """Return the problem of a draft with faults: the first one as for a single answer, and all of them as `parts`."""
    first = drafted.faults[0].refusal
    problem = refused(first, sentence(match.rulebook, first.reason))
    problem.more["parts"] = [
        {
            "at": at,
            "rule": refusal.rule,
            "reason": {"id": refusal.reason.id, "fields": refusal.reason.fields},
            "detail": sentence(match.rulebook, refusal.reason),
        }
        for at, refusal in drafted.faults
    ]
    return problem


def _undone(hosted: Hosted, seat: int) -> dict[str, Any]:  # an entry
    refusal = undo_refusal(hosted.match, seat)
    if refusal is not None:
        raise refused(refusal, sentence(hosted.match.rulebook, refusal.reason))
    return {"take_back": seat}
