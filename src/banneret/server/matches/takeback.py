"""Undo: immediate while nothing new was revealed, or else with the consent of all players concerned."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel.journal import is_given
from banneret.kernel.match import Match
from banneret.kernel.wording import sentence
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted, Turn
from banneret.server.matches.stream import FINAL_RULES, Step, read_step, undo_refusal
from banneret.server.people.accounts import Person
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem, refused
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.entries import Entry
from banneret.server.store.stamps import stamp_table
from banneret.server.store.writer import Kind, Row
from banneret.server.tables.lifecycle import Tables
from banneret.server.tables.table import Table


class Consent(msgspec.Struct, frozen=True):
    """A request to undo an answer: the seat that asks, and the seats that have agreed."""

    id: str
    seat: int
    agreed: tuple[int, ...]
    asked: tuple[int, ...]
    """The seats whose players must agree."""


Listener = Callable[[str], Awaitable[None]]


class Undoing:
    """Undoes answers, and handles requests for consent."""

    def __init__(self, database: Database, host: Host, tables: Tables, clock: Callable[[], int]) -> None:
        self.database = database
        self.host = host
        self.tables = tables
        self.clock = clock
        self.listeners: list[Listener] = []
        """Called with a table's id after a request was made, answered or ended."""
        host.joiners.append(_ended)

    async def undo(self, table: Table, person: Person, seat: int, key: str | None = None) -> Consent | None:
        """Undo the last answer of a seat, or return a new request if that requires consent. Raises Problem.

        Calls with the same key undo only once.
        """
        if not table.settings.undo:
            raise Problem("not-allowed", "At this table, answers cannot be undone.")
        hosted = await self.host.hosted(table.id)
        if key is not None and (person.id, key) in hosted.keys:
            return None
        refusal = undo_refusal(hosted.match, seat)
        if refusal is None:
            await self.host.enter(table.id, lambda now: _free(now, seat), person=person.id, idempotency=key)
            return None
        if refusal.rule in FINAL_RULES or not any(a.seat == seat for a in hosted.match.answers):
            raise refused(refusal, sentence(hosted.match.rulebook, refusal.reason))
        asked = _asked(table, hosted.match, seat)
        if not asked:
            await self._take_back(table, seat, person.id, key=key)
            return None
        consent = Consent(new_id(), seat, (), asked)
        async with self.database.writing() as connection:
            await stamp_table(connection, table.id)
            await _end_all(connection, table.id)
            await connection.execute(
                insert(schema.consents).values(
                    id=consent.id,
                    table_id=table.id,
                    seat=seat,
                    seq=hosted.head,
                    status="asked",
                    created_at=self.clock(),
                )
            )
        await self._notify(table.id)
        return consent

    async def answer(self, table: Table, person: Person, id_: str, *, agree: bool) -> None:
        """Agree to a request, or refuse it, for all of the person's seats. Raises Problem."""
        mine = table.of(person)
        async with self.database.writing() as connection:
            await stamp_table(connection, table.id)
            row = (
                await connection.execute(
                    select(schema.consents).where(schema.consents.c.id == id_, schema.consents.c.table_id == table.id)
                )
            ).one_or_none()
            if row is None or row.status != "asked":
                raise Problem("not-found", "This request is no longer open.")
            hosted = self.host.standing(table.id)
            asked = _asked(table, hosted.match, row.seat) if hosted is not None else ()
            if row.seat in mine and not agree:
                status, agreed = "over", []  # withdrawn by the seat that asked
            elif not mine & set(asked):
                raise Problem("not-allowed", "You are not asked for consent.")
            else:
                agreed = sorted({*msgspec.json.decode(row.agreed), *(mine & set(asked))}) if agree else []
                status = "refused" if not agree else "given" if set(asked) <= set(agreed) else "asked"
            if status != "given":  # the undo itself ends the request, in the same transaction
                await connection.execute(
                    update(schema.consents)
                    .where(schema.consents.c.id == id_)
                    .values(status=status, agreed=msgspec.json.encode(agreed).decode())
                )
        if status == "given":
            await self._take_back(table, row.seat, person.id, row.seq)
        await self._notify(table.id)

    async def standing(self, table: Table) -> list[Consent]:
        """Return the open requests of a table."""
        hosted = self.host.standing(table.id)
        if hosted is None:
            return []
        async with self.database.reading() as connection:
            rows = (
                await connection.execute(
                    select(schema.consents).where(
                        schema.consents.c.table_id == table.id, schema.consents.c.status == "asked"
                    )
                )
            ).all()
        return [
            Consent(row.id, row.seat, tuple(msgspec.json.decode(row.agreed)), _asked(table, hosted.match, row.seat))
            for row in rows
        ]

    async def _take_back(
        self, table: Table, seat: int, person: str, seq: int | None = None, key: str | None = None
    ) -> None:
        """Undo the last answer of a seat, or the one that was its last at entry `seq`."""
        if seq is not None:
            then = given((await self.host.hosted(table.id)).at(seq), seat)
            while given((await self.host.hosted(table.id)).match, seat) > then:
                await self.host.enter(table.id, lambda now: _free(_unseen(now, seq), seat), person=person)
        salt = secrets.token_hex(16)

        def entry(hosted: Hosted) -> Entry:
            others = [one for one in range(_unseen(hosted, seq).match.seats) if one != seat]
            return {"take_back": seat, "consent": others, "salt": salt}

        await self.host.enter(table.id, entry, person=person, idempotency=key)

    async def _notify(self, table: str) -> None:
        for listener in self.listeners:
            await listener(table)


def given(match: Match[Any], seat: int) -> int:
    """Return the number of a seat's answers that have not been undone."""
    return sum(is_given(answer, seat) for answer in match.answers)


def _unseen(hosted: Hosted, seq: int | None) -> Hosted:
    """Return the match unless something new was revealed since entry `seq`. Raises Problem conflict."""
    if seq is not None and any(_shows(step) for step in hosted.steps[seq:]):
        raise Problem("conflict", "The match has continued since the request.")
    return hosted


def _shows(step: Step) -> bool:
    return not step.sealed or step.shown


def _free(hosted: Hosted, seat: int) -> Entry:
    refusal = undo_refusal(hosted.match, seat)
    if refusal is not None:
        raise refused(refusal, sentence(hosted.match.rulebook, refusal.reason))
    return {"take_back": seat}


def _asked(table: Table, match: Match[Any], seat: int) -> tuple[int, ...]:
    """Return the other players' seats; bots always agree, and seats that have forfeited are not asked."""
    gone = match.forfeited
    mine = table.seats[seat].person_id
    return tuple(
        one.seat for one in table.seats if one.person_id is not None and one.person_id != mine and one.seat not in gone
    )


def _ended(hosted: Hosted, _match: Match[Any], turn: Turn, _now: int) -> Iterator[tuple[Kind, Row]]:
    """End open requests with any publicly visible entry (a joiner), but not with secret ones, to not reveal them."""
    if hosted.kept.consents and _shows(read_step(turn.entry)[0]):
        yield Kind.CONSENTS, {"g_table": turn.table}


async def _end_all(connection: AsyncConnection, table: str) -> None:
    consents = schema.consents
    await connection.execute(
        update(consents).where(consents.c.table_id == table, consents.c.status == "asked").values(status="over")
    )
