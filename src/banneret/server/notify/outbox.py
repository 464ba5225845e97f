"""Notices to absent players about events at a table, by e-mail, webhook and web push, and their delivery log.

A notice is a row in the database. Notices of an answer are inserted in the answer's transaction, under a unique key
that prevents duplicates. They are due some seconds later. Until then, a process drops them if the person visits the
table through it. Once due, one process claims the notice, sends it and stores the result. It is retried only if it was
certainly not delivered: a notice claimed by a process that died is not sent again, as it may have arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
import structlog
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted, Turn
from banneret.server.matches.takeback import Undoing
from banneret.server.notify.delivery import NotSent, Unsure, Webhooks, send_email
from banneret.server.notify.web_push import WebPush
from banneret.server.notify.wording import Happened, texts
from banneret.server.people.accounts import DAY_MS, Person
from banneret.server.people.accounts import Notices as Wanted
from banneret.server.people.addresses import clean_email, mailbox_of
from banneret.server.people.blocks import blockers_of
from banneret.server.people.counters import Counters
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.writer import Kind, Row
from banneret.server.tables.handovers import Requested
from banneret.server.tables.lifecycle import Tables
from banneret.server.tables.rows import names_of
from banneret.server.tables.table import Table, seat_names

log = structlog.get_logger()

ROUND_SECONDS: Final = 1.0
VETO_MS: Final = 3_000
"""Milliseconds before a notice is due from which it may be dropped because its person visits the table."""
LEASE_MS: Final = 300_000
"""Milliseconds after which a notice being sent is considered abandoned by a dead process."""
BACKOFF: Final = (30, 120, 600, 3_600)
"""Seconds to wait after each failed attempt."""
AN_HOUR: Final = 60
"""Maximum number of notices per hour to one address, so that nobody is flooded on behalf of others."""
OF_PERSON: Final = 240
"""Maximum number of webhook messages per hour for one person and the person's tables, over all addresses."""
TO_HOST: Final = 3_600
"""Maximum number of webhook messages per hour to one host, for all people together."""
CHAT_MS: Final = 600_000
"""Minimum interval in milliseconds between two chat notices of a table to one person."""
AT_ONCE: Final = 8
LONGEST: Final = 1000
"""Maximum length of a push notice in characters; push services accept about 4 kB."""


class Notice(msgspec.Struct, frozen=True):
    """An entry of the delivery log."""

    id: str
    table: str | None
    kind: str
    channel: str
    target: str
    status: str
    """waiting, sending, sent, dropped (no longer relevant), or failed."""
    tries: int
    error: str | None
    created_at: int
    sent_at: int | None


class Reader(NamedTuple):
    """A recipient at a seat, with the settings for notices as JSON."""

    seat: int
    id: str
    settings: str


class Notices:
    """Stores notices, and sends them."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        host: Host,
        tables: Tables,
        undoing: Undoing,
        looks: Callable[[str, str], bool],
        counters: Counters,
        clock: Callable[[], int],
    ) -> None:
        self.settings = settings
        self.database = database
        self.host = host
        self.tables = tables
        self.undoing = undoing
        self.looks = looks
        """Whether a person currently visits a table through this process."""
        self.counters = counters
        self.clock = clock
        self.became: list[Callable[[str], None]] = []
        """Called with the new status of a notice."""
        self._webhooks = Webhooks(private=settings.webhook_private)
        self.web_push = WebPush(settings, database, self._webhooks, clock)
        self._sending: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._rounds: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        host.joiners.append(self._entered)
        undoing.listeners.append(self._consents)

    async def start(self) -> None:
        """Start sending notices."""
        self._rounds = asyncio.ensure_future(self._make_rounds())

    async def stop(self) -> None:
        """Stop sending notices, after some seconds at most."""
        self._stopping.set()
        if self._rounds is not None:
            await asyncio.wait([self._rounds], timeout=2)
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)
        if self._sending:
            await asyncio.wait(self._sending, timeout=2)
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        await self._webhooks.close()

    async def _make_rounds(self) -> None:
        while True:
            try:
                await self.due()
            except Problem as problem:  # a database may be briefly unavailable
                log.warning("notices", problem=str(problem))
            except Exception:
                log.exception("notices failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), ROUND_SECONDS)
                return

    # Storing notices

    def _entered(self, hosted: Hosted, match: Match[Any], turn: Turn, now: int) -> Iterator[tuple[Kind, Row]]:
        """Yield the notices caused by an entry: for seats with a new question, and for the end of the match."""
        asked = {seat: ask for seat, ask in turn.after.items() if turn.before.get(seat) != ask}
        happened = [Happened("turn", seat, ask, match.asking[seat].kind) for seat, ask in asked.items()]
        if turn.ended:
            happened.append(Happened("end"))
        if not happened:
            return
        people = hosted.kept.people
        sitting = [
            Reader(one.seat, one.person_id, people[one.person_id].settings)
            for one in hosted.kept.table.seats
            if one.person_id in people
        ]
        settings = msgspec.to_builtins(hosted.kept.table.settings)  # current ones: the webhook may be removed
        for row in self._rows(turn.table, settings, sitting, happened, "", now):
            yield Kind.NOTICES, row

    async def changed(self, table: Table) -> None:
        """Store notices that a match has started, and of its open questions; existing ones are not repeated."""
        if table.status != "running":
            return
        hosted = await self.host.hosted(table.id)
        asks = hosted.asks()
        happened = [Happened("turn", seat, ask, hosted.match.asking[seat].kind) for seat, ask in asks.items()]
        settings = msgspec.to_builtins(table.settings)
        async with self.database.writing() as connection:
            now = self.clock()
            if hosted.head == 0:
                await self._add(connection, table.id, settings, [Happened("start")], "", now)
            await self._add(connection, table.id, settings, happened, "", now)

    async def said(self, table: Table, person: Person, seats: frozenset[int] | None) -> None:
        """Store notices of a chat message for those who can read it: everybody, or some seats."""
        async with self.database.writing() as connection:
            now = self.clock()
            happened = Happened("chat", by=person.id, to=None if seats is None else tuple(sorted(seats)))
            settings = msgspec.to_builtins(table.settings)
            but = await blockers_of(connection, person.id)
            await self._add(connection, table.id, settings, [happened], f"{now // CHAT_MS}", now, but)

    async def requested(self, table: Table, request: Requested) -> None:
        """Store notices of a request for a seat for the people who have to agree, seated or not."""
        people = schema.people
        happened = Happened("request", request.seat, by=request.person, request=request.id)
        async with self.database.writing() as connection:
            found = await connection.execute(
                select(people.c.id, people.c.settings).where(people.c.id.in_(request.asked))
            )
            asked = [Reader(request.seat, row.id, row.settings) for row in found]
            settings = msgspec.to_builtins(table.settings)
            now = self.clock()
            once = f"{request.person}:{request.seat}:{now // DAY_MS}"  # at most one per day
            rows = self._rows(table.id, settings, asked, [happened], once, now)
            if rows:
                await connection.execute(self.database.insert_once(schema.notices), rows)

    async def _consents(self, table_id: str) -> None:
        table = await self.tables.get(table_id)
        for consent in await self.undoing.standing(table):
            happened = [
                Happened("consent", seat, to=(consent.seat,)) for seat in consent.asked if seat not in consent.agreed
            ]
            async with self.database.writing() as connection:
                now, settings = self.clock(), msgspec.to_builtins(table.settings)
                await self._add(connection, table.id, settings, happened, consent.id, now)

    async def _add(
        self,
        connection: AsyncConnection,
        table: str,
        settings: dict[str, Any],
        happened: Sequence[Happened],
        once: str,
        now: int,
        but: frozenset[str] = frozenset(),
    ) -> None:
        """Store notices to all players except `but`; existing ones are not repeated."""
        seats, people = schema.seats, schema.people
        found = (
            await connection.execute(
                select(seats.c.seat, people.c.id, people.c.settings)
                .join(people, people.c.id == seats.c.person_id)
                .where(seats.c.table_id == table)
                .order_by(seats.c.seat)
            )
        ).all()
        sitting = [Reader(row.seat, row.id, row.settings) for row in found if row.id not in but]
        rows = self._rows(table, settings, sitting, happened, once, now)
        if rows:
            await connection.execute(self.database.insert_once(schema.notices), rows)

    def _rows(
        self,
        table: str,
        settings: dict[str, Any],
        sitting: Sequence[Reader],
        happened: Sequence[Happened],
        once: str,
        now: int,
    ) -> list[Row]:
        """Return the rows of notices to the people seated at a table, and to its webhook."""
        rows: list[Row] = []

        def add(one: Happened, kind: str, target: str, about: str | None, person: str | None) -> None:
            rows.append(
                {
                    "id": new_id(),
                    "once": f"{one.kind}:{table}:{one.ask or once}:{about or ''}:{'table' if person is None else kind}",
                    "person_id": person,
                    "table_id": table,
                    "kind": one.kind,
                    "channel": kind,
                    "target": target,
                    "body": msgspec.json.encode(msgspec.structs.replace(one, about=about)).decode(),
                    "status": "waiting",
                    "next_at": now + int(self.settings.notice_seconds * 1000),
                    "created_at": now,
                }
            )

        hook, late = str(settings.get("webhook", "")), bool(settings.get("delay_rounds", 0))
        for one in happened:
            told: set[str] = set()
            for row in sitting:
                if not concerns(one, row.seat) or row.id in told or row.id == one.by:
                    continue
                told.add(row.id)
                wanted = msgspec.json.decode(row.settings, type=Wanted)
                if not wants(wanted, one.kind):
                    continue
                if wanted.email and wanted.confirmed and self.settings.smtp_host:
                    add(one, "email", wanted.email, row.id, row.id)
                if wanted.push:
                    add(one, "push", row.id, row.id, row.id)
                if wanted.webhook:
                    add(one, "webhook", wanted.webhook, row.id, row.id)
            about = next(iter(told), None) if one.seat is not None else None
            if hook and for_all(one, late=late) and (about is not None or one.seat is None):
                add(one, "webhook", hook, about, None)
        return rows

    # Sending

    async def due(self) -> int:
        """Drop irrelevant notices, and start sending those that are due; return the number of the latter."""
        now = self.clock()
        notices = schema.notices
        async with self.database.reading() as connection:
            rows = (
                await connection.execute(
                    select(notices)
                    .where(notices.c.status.in_(("waiting", "sending")), notices.c.next_at <= now + VETO_MS)
                    .order_by(notices.c.next_at)
                    .limit(200)
                )
            ).all()
        begun = 0
        for row in rows:
            if row.status == "sending":
                if row.next_at <= now:
                    await self._became(row, "sending", "failed", "the server stopped while sending it")
            elif self._looks(row):
                await self._became(row, "waiting", "dropped", "looking")
            elif row.next_at <= now and await self._became(
                row, "waiting", "sending", None, next_at=now + LEASE_MS, tries=row.tries + 1
            ):
                task = asyncio.ensure_future(self._send(row))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)
                begun += 1
        return begun

    async def idle(self) -> None:
        """Wait until no notice is being sent."""
        while self._sending:
            await asyncio.gather(*self._sending, return_exceptions=True)

    def _looks(self, row: Any) -> bool:  # a row of `notices`
        about = msgspec.json.decode(row.body, type=Happened).about
        return about is not None and self.looks(row.table_id, about)

    async def _became(self, row: Any, before: str, after: str, error: str | None, **more: Any) -> bool:
        """Update the status of a notice; return False if another process was faster."""
        notices = schema.notices
        async with self.database.writing() as connection:
            done = await connection.execute(
                update(notices)
                .where(notices.c.id == row.id, notices.c.status == before)
                .values(status=after, error=error, **more)
            )
        if done.rowcount and after != "sending":
            for became in self.became:
                became(after)
        return bool(done.rowcount)

    async def _send(self, row: Any) -> None:  # a row of `notices`
        tries = row.tries + 1
        try:
            async with self._slots:
                useless = await self._useless(row)
                if useless is not None:
                    await self._became(row, "sending", "dropped", useless)
                    return
                await self._hand_over(row)
        except NotSent as error:
            if error.again and tries <= len(BACKOFF):
                wait = max(BACKOFF[tries - 1], min(error.after or 0, 3_600))
                await self._became(row, "sending", "waiting", str(error)[:300], next_at=self.clock() + int(wait * 1000))
            else:
                await self._became(row, "sending", "failed", str(error)[:300])
            log.warning("notice not sent", kind=row.kind, channel=row.channel, tries=tries, why=str(error)[:300])
        except Unsure as error:
            await self._became(row, "sending", "failed", f"it may have arrived: {str(error)[:250]}")
        except Problem as problem:
            await self._became(row, "sending", "failed", problem.detail[:300])
        else:
            await self._became(row, "sending", "sent", None, sent_at=self.clock())

    async def _useless(self, row: Any) -> str | None:  # a row of `notices`
        """Return why a notice should not be sent after all, or None."""
        happened = msgspec.json.decode(row.body, type=Happened)
        notices = schema.notices
        table = await self.tables.get(row.table_id)
        if happened.kind == "turn":
            one = table.seats[happened.seat or 0]
            if table.status != "running" or one.ask != happened.ask or one.person_id != happened.about:
                return "it is no longer asked"
        if happened.kind == "consent":
            standing = {seat for one in await self.undoing.standing(table) for seat in set(one.asked) - set(one.agreed)}
            if happened.seat not in standing:
                return "it is no longer asked"
        if happened.kind == "request":
            async with self.database.reading() as connection:
                open_ = schema.handovers.c.id == happened.request
                if await connection.scalar(select(schema.handovers.c.id).where(open_)) is None:
                    return "it is no longer asked"
        limited = await self._limited(row, table)
        if limited is not None:
            return limited
        same = notices.c.target == row.target
        if row.channel == "email":
            name, _, host = mailbox_of(row.target).rpartition("@")
            target = func.lower(notices.c.target)
            same = target.startswith(name, autoescape=True) & target.endswith(f"@{host}", autoescape=True)
        async with self.database.reading() as connection:
            found = await connection.scalars(
                select(notices.c.target).where(
                    notices.c.channel == row.channel, same, notices.c.sent_at > self.clock() - 3_600_000
                )
            )
            lately = sum(row.channel != "email" or mailbox_of(one) == mailbox_of(row.target) for one in found)
        return f"more than {AN_HOUR} in an hour" if lately >= AN_HOUR else None

    async def _limited(self, row: Any, table: Table) -> str | None:  # a row of `notices`
        """Return why nothing may be sent to an address, or None: it is not confirmed, or a rate limit is exceeded."""
        if row.channel == "email":
            people = schema.people.c
            async with self.database.reading() as connection:
                settings = await connection.scalar(select(people.settings).where(people.id == row.person_id))
            wanted = msgspec.json.decode(settings or "{}", type=Wanted)
            return None if wanted.confirmed and wanted.email == row.target else "the address is not confirmed"
        if row.channel == "push":
            return None
        host = urlsplit(row.target).hostname or ""
        for key, most in (
            (f"webhook/person/{row.person_id or table.creator_id}", OF_PERSON),
            (f"webhook/host/{host.casefold().rstrip('.')}", TO_HOST),
        ):
            if await self.counters.add(key, 3600) > most:
                return f"more than {most} in an hour"
        return None

    async def _hand_over(self, row: Any) -> None:  # a row of `notices`
        settings = self.settings
        happened = msgspec.json.decode(row.body, type=Happened)
        table = await self.tables.get(row.table_id)
        language = await self._language(row.person_id or table.creator_id)
        ids = [
            table.creator_id,
            happened.about,
            happened.by,
            *(table.seats[seat].person_id for seat in happened.to or ()),
        ]
        names = await names_of(self.database, ids)
        until = table.seats[happened.seat].deadline if happened.kind == "turn" and happened.seat is not None else None
        said = texts(
            happened,
            table,
            rulebook(table.rulebook).catalogue(language),
            seat_names(table),
            names,
            to_all=row.person_id is None,
            quoting=row.channel != "email",
            until=None if until is None else moment(until),
        )
        link = f"{settings.url}/tables/{table.id}"
        if row.channel == "push":
            note = {"title": said.subject, "body": said.text[:LONGEST], "url": link, "tag": table.id}
            await self.web_push.send(row.target, note)
        elif row.channel == "webhook":
            await self._webhooks.send(row.target, said.subject, said.text, link)
        else:
            to = clean_email(row.target, "email")  # an address stored by an earlier version may be invalid
            text = f"{said.text}\n{link}\n\n{said.footer}\n"
            now = self.clock()
            await asyncio.to_thread(send_email, settings, to, said.subject, text, id_=row.id, now=now)

    async def _language(self, person: str) -> str:
        async with self.database.reading() as connection:
            people = schema.people.c
            return str(await connection.scalar(select(people.language).where(people.id == person)) or "en")

    # The log

    async def log(self, person: Person, limit: int = 100) -> list[Notice]:
        """Return a person's notices, the newest first."""
        notices = schema.notices
        async with self.database.reading() as connection:
            rows = await connection.execute(
                select(notices)
                .where(notices.c.person_id == person.id)
                .order_by(notices.c.created_at.desc(), notices.c.id)
                .limit(limit)
            )
            return [
                Notice(
                    id=row.id,
                    table=row.table_id,
                    kind=row.kind,
                    channel=row.channel,
                    target=row.target,
                    status=row.status,
                    tries=row.tries,
                    error=row.error,
                    created_at=row.created_at,
                    sent_at=row.sent_at,
                )
                for row in rows
            ]


def concerns(happened: Happened, seat: int) -> bool:
    """Return whether an event concerns the player of a seat."""
    if happened.kind == "chat":
        return happened.to is None or seat in happened.to
    return happened.seat is None or happened.seat == seat


def wants(wanted: Wanted, kind: str) -> bool:
    """Return whether a person has enabled notices of a kind."""
    return {"turn": wanted.turn, "chat": wanted.chat, "consent": wanted.consent, "request": wanted.consent}.get(
        kind, wanted.match
    )


def for_all(happened: Happened, *, late: bool) -> bool:
    """Return whether an event may be sent to the table's webhook: it is public, and not ahead of late spectators."""
    if happened.kind in ("turn", "chat", "consent") and late:
        return False
    return happened.kind != "request" and not (happened.kind == "chat" and happened.to is not None)


def moment(at: int) -> str:
    """Return a time (milliseconds since 1970) in the format of notices."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
