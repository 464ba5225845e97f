"""Hosted matches: each lives in memory as long as it is in use, and is nothing but what its stored entries lead to.

An answer is judged and carried out on a copy of the match; its entry is committed under the key (table, seq); only
then does the copy become the match, and only then is anybody told. Where another process was first, its entries are
read, and the answer is tried again as long as the ask that it answers stands.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple, NoReturn

import msgspec
import structlog
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel import notation
from banneret.kernel.choosers import IllegalAction
from banneret.kernel.events import LoggedEvent
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.rule_error import RuleError
from banneret.kernel.wording import sentence
from banneret.server.matches.revival import Earlier, Stored, is_older, read_told, revive, upgraded, went_on
from banneret.server.matches.stream import Step, first_new, read_step, step_of, written_step
from banneret.server.problems import Problem, refused
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.store.entries import Divergence, Entry, answered, chained, enter, enter_again
from banneret.server.store.positions import ask_id, checkpointed, rewrite_events, write_events

log = structlog.get_logger()

TRIES: Final = 50
"""How often an answer is tried again when other processes are quicker."""
KEPT: Final = 500
"""Matches kept in memory; those used longest ago are dropped and revived when they are wanted."""
RULE_FAILED: Final = "a rule failed:"
"""How the reason begins for which a table is halted until a server starts anew."""
BREATH: Final = 16
"""After so many stored entries were entered, others have their turn."""


class Gone(Problem, LookupError):
    """A moment of a match that cannot be shown any more: the rules have changed since."""

    def __init__(self, table: str) -> None:
        super().__init__("conflict", f"Table {table} goes on under newer rules: what was before is told, not shown.")


class Accepted(NamedTuple):
    """An entry that is stored: its number, and whether it had been stored before (a request made twice)."""

    seq: int
    again: bool = False


class Turn(NamedTuple):
    """What a new entry changed: for those who tell, think and keep time."""

    table: str
    seq: int
    entry: Entry
    before: dict[int, str]
    """Seat -> ask that stood before."""
    after: dict[int, str]
    """Seat -> ask that stands now."""
    ended: bool


class Hosted:
    """A match in memory and where it stands in the database."""

    __slots__ = (
        "_behind",
        "base",
        "earlier",
        "entries",
        "hash",
        "head",
        "lock",
        "match",
        "rewinds",
        "rewound",
        "rounds",
        "steps",
        "stored",
    )

    def __init__(self, stored: Stored, match: Match[Any], earlier: Earlier | None = None) -> None:
        self.stored = stored
        self.match = match
        self.earlier = earlier
        self.base = 0
        """The entry with which it went on under newer rules: where it stood before cannot be shown; 0: none."""
        self.head = 0
        self.hash = ""
        self.rewinds = 0
        self.entries: list[Entry] = []
        """All entries, from the first one; entry `seq` is at `seq - 1`."""
        self.steps: list[Step] = []
        """What each entry changed, as far as all may know."""
        self.rewound: list[int] = [0]
        """How often the match had been taken back after each entry; the first is before all."""
        self._behind: tuple[int, Match[Any]] | None = None
        self.rounds: list[tuple[int, str]] = [(0, match.label)]
        """The entry with which each new label (a round) was reached, and the label."""
        self.lock = asyncio.Lock()
        if earlier is not None:
            self._skip(earlier)

    def _skip(self, earlier: Earlier) -> None:
        """Stand after the entries that are not played again; each says what it changed."""
        self.rounds.clear()
        for seq, entry in enumerate(earlier.entries, 1):
            step, label = read_step(entry)
            self.steps.append(step)
            self.rewinds += "version" in entry or ("take_back" in entry and not step.sealed)
            self.rewound.append(self.rewinds)
            if not self.rounds or label != self.rounds[-1][1]:
                self.rounds.append((seq if self.rounds else 0, label))
        self.entries = earlier.entries[:]
        self.base = self.head = len(self.entries)
        self.hash = earlier.hash

    def asks(self) -> dict[int, str]:
        """Return the ask that stands for each seat: its id changes when, and only when, that seat is asked anew."""
        return {seat: ask_id(self.match, self.rewinds, seat) for seat in self.match.asking}

    def at(self, entry: int) -> Match[Any]:
        """Return the match as it stood after an entry; it is not to be played. Going forward is cheap. Raises Gone."""
        if entry == self.head:
            return self.match
        if entry < self.base:
            raise Gone(self.stored.id)
        if self._behind is None or self._behind[0] > entry:
            self._behind = (self.base, revive(self.stored, self.earlier))
        at, match = self._behind
        for done in self.entries[at:entry]:
            enter(match, done)
        self._behind = (entry, match)
        return match

    def follow(self, match: Match[Any], seq: int, entry: Entry, hash_: str, step: Step) -> None:
        """Take over a match into which an entry was entered."""
        if rewinds(self.match, match, entry):
            self.rewinds += 1
        self.rewound.append(self.rewinds)
        self.steps.append(step)
        self.match = match
        self.head = seq
        self.hash = hash_
        self.entries.append(entry)
        if match.label != self.rounds[-1][1]:
            self.rounds.append((seq, match.label))


def rewinds(before: Match[Any], after: Match[Any], entry: Entry) -> bool:
    """Tell whether an entry took the match back for all: not so where a seat changed its own sealed answer.

    Where a match goes on under newer rules, all are asked anew too.
    """
    if "version" in entry:
        return True
    sealed = before.opened_at is not None and before.opened_at == after.opened_at
    return "take_back" in entry and not sealed


Listener = Callable[[Hosted, Turn], Awaitable[None]]
Joiner = Callable[[AsyncConnection, Hosted, Match[Any], Turn, int], Awaitable[None]]


class Host:
    """All matches of this process."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self.database = database
        self.clock = clock
        self.listeners: list[Listener] = []
        """Called after an entry was committed, or when those of another process were read."""
        self.joiners: list[Joiner] = []
        """Called inside the transaction of an entry: what they write is committed with it or not at all."""
        self.clashed: list[Callable[[], None]] = []
        """Called when another process was quicker."""
        self.failed: list[Callable[[str], None]] = []
        """Called with the id of the game when one of its rules failed."""
        self.halted: list[Callable[[str], Awaitable[None]]] = []
        """Called when a table was halted."""
        self._hosted: OrderedDict[str, Hosted] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._entering: set[asyncio.Task[Accepted]] = set()

    async def hosted(self, table: str) -> Hosted:
        """Return a table's match with every entry that is stored by now. Raises Problem not-found, halted, conflict."""
        hosted = await self._open(table)
        async with hosted.lock:
            await self._catch_up(hosted)
        return hosted

    def standing(self, table: str) -> Hosted | None:
        """Return a table's match if it is in memory, as this process last saw it."""
        return self._hosted.get(table)

    async def wake(self, table: str) -> None:
        """Let those who tell and think look at a table at which somebody else sits now, though nothing was answered."""
        hosted = await self.hosted(table)
        asks = hosted.asks()
        turn = Turn(table, hosted.head, {}, asks, asks, hosted.match.outcome is not None)
        await self._tell_all(hosted, turn)

    def forget(self, table: str) -> None:
        """Drop a match from memory; it is revived when it is wanted."""
        self._hosted.pop(table, None)

    async def answer(
        self,
        table: str,
        seat: int,
        ask: str,
        action: str | dict[str, Any],
        *,
        person: str | None = None,
        idempotency: str | None = None,
        note: dict[str, Any] | None = None,
    ) -> Accepted:
        """Take an answer of a seat to the ask of this id: stored when this returns.

        Raises Problem: stale-ask if that ask no longer stands, refused if the rules do not allow it, storage if it
        cannot be stored, halted if the table is. With a key the same answer to the same ask may come again; conflict
        if it is another one.
        """

        def entry(hosted: Hosted) -> Entry:
            standing = hosted.asks().get(seat)
            if standing != ask:
                why = "it is asked nothing" if standing is None else f"it is asked {standing} now"
                raise Problem("stale-ask", f"Seat {seat} is no longer asked {ask}: {why}.", standing=standing)
            refusal, read = hosted.match.judge(seat, action)
            if refusal is not None:
                raise refused(refusal, sentence(hosted.match.rulebook, refusal.reason))
            return answered(hosted.match, seat, read) | (note or {})

        # A client that begins to count anew, or uses its key for another ask, means another answer.
        key = None if idempotency is None else hashlib.sha256(f"{ask} {idempotency}".encode()).hexdigest()
        done = await self.enter(table, entry, person=person, idempotency=key)
        if done.again and not _says(await self.hosted(table), done.seq, action):
            raise Problem("conflict", f"Ask {ask} was answered otherwise with this key: each answer has a new one.")
        return done

    async def enter(
        self,
        table: str,
        make: Callable[[Hosted], Entry],
        *,
        person: str | None = None,
        idempotency: str | None = None,
    ) -> Accepted:
        """Store the entry that `make` returns for the match as it stands; made anew where another was first.

        `make` may raise a Problem. Raises Problem refused where the match does not take the entry.
        """
        # Whoever asked may go away meanwhile: what is begun is stored and told all the same.
        task = asyncio.ensure_future(self._enter(table, make, person, idempotency))
        self._entering.add(task)
        task.add_done_callback(self._entered)
        await asyncio.wait([task])
        return task.result()

    def _entered(self, task: asyncio.Task[Accepted]) -> None:
        self._entering.discard(task)
        if not task.cancelled():
            task.exception()  # where nobody waits any longer, nobody is to be told

    async def settle(self) -> None:
        """Wait until all that is being stored is stored."""
        while self._entering:
            await asyncio.wait(self._entering)

    async def _enter(
        self, table: str, make: Callable[[Hosted], Entry], person: str | None, idempotency: str | None
    ) -> Accepted:
        for _ in range(TRIES):
            hosted = await self._open(table)
            async with hosted.lock:
                await self._catch_up(hosted)
                if idempotency is not None:
                    done = await self.done(table, person, idempotency)
                    if done is not None:
                        return Accepted(done, again=True)
                try:
                    turn = await self._store(hosted, make(hosted), person, idempotency)
                except Clash:
                    for clashed in self.clashed:
                        clashed()
                    continue  # others were quicker: read what they did, and see whether it can still be answered
                except IllegalAction as error:
                    raise refused(error.refusal, error.why) from None
                except RuleError as error:
                    await self._fail(hosted, error)
                await self._tell_all(hosted, turn)
                return Accepted(turn.seq)
        raise Problem("conflict", f"Table {table} is too busy: the answer was not taken.")

    async def _tell_all(self, hosted: Hosted, turn: Turn) -> None:
        """Tell all who listen; it is stored already, so whatever goes wrong there is no matter of who answered."""
        for listener in self.listeners:
            try:
                await listener(hosted, turn)
            except Exception:
                log.exception("telling failed", table=turn.table)

    # Storing and reading

    async def _store(self, hosted: Hosted, entry: Entry, person: str | None, idempotency: str | None) -> Turn:
        match = hosted.match.clone()
        mark = match.mark
        entry = enter(match, entry)
        step = step_of(hosted.match, match, entry)
        entry["step"] = written_step(step, match.label)
        seq = hosted.head + 1
        body = msgspec.json.encode(entry)
        hash_ = chained(hosted.hash, body)
        again = hosted.rewinds + rewinds(hosted.match, match, entry)
        after = {seat: ask_id(match, again, seat) for seat in match.asking}
        turn = Turn(hosted.stored.id, seq, entry, hosted.asks(), after, match.outcome is not None)
        more = checkpointed(match, seq) if match.mark != mark or "take_back" in entry else {}
        row = {"body": body, "hash": hash_, "person_id": person, "idempotency": idempotency}
        try:
            await self._write(hosted, match, turn, row, more)
        except Problem:
            if not await self._is_stored(turn, hash_):  # the connection may have broken just after the commit
                raise
        hosted.follow(match, seq, entry, hash_, step)
        return turn

    async def _write(
        self, hosted: Hosted, match: Match[Any], turn: Turn, row: dict[str, Any], more: dict[str, Any]
    ) -> None:
        """Commit an entry and all that goes with it."""
        now = self.clock()
        changed: dict[str, Any] = {"head": turn.seq, "hash": row["hash"], "label": match.label, "touched_at": now}
        if turn.ended:
            changed |= {"status": "finished", "ended_at": now}
        since = turn.entry["told"] if "version" in turn.entry else first_new(hosted.match, match)
        tables = schema.tables
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.entries).values(table_id=turn.table, seq=turn.seq, at=now, **row))
            await connection.execute(update(tables).where(tables.c.id == turn.table).values(**changed, **more))
            again = "version" in turn.entry
            if again:
                await rewrite_events(connection, turn.table, match, since)
            again = again or since < len(hosted.match.events)
            await write_events(connection, turn.table, turn.seq, match, since, again=again)
            for joiner in self.joiners:
                await joiner(connection, hosted, match, turn, now)

    async def _is_stored(self, turn: Turn, hash_: str) -> bool:
        try:
            async with self.database.reading() as connection:
                entries = schema.entries.c
                found = await connection.scalar(
                    select(entries.hash).where(entries.table_id == turn.table, entries.seq == turn.seq)
                )
        except Problem:
            return False
        return bool(found == hash_)

    async def _open(self, table: str) -> Hosted:
        hosted = self._hosted.get(table)
        if hosted is not None:
            self._hosted.move_to_end(table)
            return hosted
        lock = self._opening.setdefault(table, asyncio.Lock())
        async with lock:
            hosted = self._hosted.get(table)
            if hosted is None:
                try:
                    hosted = self._hosted[table] = await self._revive(table)
                except Clash:  # another process lets it go on under these rules: read what it did
                    hosted = self._hosted[table] = await self._revive(table)
                finally:
                    self._opening.pop(table, None)
                for old in list(self._hosted)[: max(0, len(self._hosted) - KEPT)]:
                    if not self._hosted[old].lock.locked() and old != table:
                        del self._hosted[old]
        return hosted

    async def _revive(self, table: str) -> Hosted:
        async with self.database.reading() as connection:
            found = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table))).one_or_none()
        if found is None:
            raise Problem("not-found", f"There is no table {table!r}.")
        if found.status in ("open", "closed"):
            raise Problem("conflict", f"The match of table {table} has not begun.")
        if found.status == "halted":
            raise Problem("halted", f"Table {table} is halted: {found.halted}")
        stored = Stored.of(found)
        try:
            book = rulebook(stored.rulebook)
            if stored.version == book.version:
                return await self._begin(stored)
            if is_older(book.version, stored.version):
                raise Problem("conflict", f"Table {table} is played under newer rules than this server has.")
            if found.status == "finished":
                return Hosted(stored, revive(stored))  # if these rules take it; if not, it stays as it is
            return await self._upgrade(stored, found)
        except (Problem, Clash):
            raise
        except Exception as error:
            await self._halt(table, f"it cannot be set up: {error}")
            raise Problem("halted", f"Table {table} is halted: it cannot be set up: {error}") from error

    async def _begin(self, stored: Stored) -> Hosted:
        """Return a match as it begins under the rules of today; its entries since are read next."""
        rows = await self._rows(stored.id, 0)
        entries = [msgspec.json.decode(row.body) for row in rows]
        base = went_on(entries)
        if not base:
            return Hosted(stored, revive(stored))
        earlier = Earlier(entries[:base], await self._told(stored), rows[base - 1].hash)
        return Hosted(stored, revive(stored, earlier), earlier)

    async def _upgrade(self, stored: Stored, found: Any) -> Hosted:  # a row of `tables`
        """Let a match of older rules go on under these, and store that it does. Raises Clash where another does."""
        rows = await self._rows(stored.id, 0)
        last = ""
        for number, row in enumerate(rows, 1):
            if row.seq != number or row.hash != chained(last, row.body):
                raise Divergence(number, "its hash does not fit it and the entries before: it was changed")
            last = row.hash
        if found.head != len(rows):
            raise Clash("it is being played by a server of older rules")
        entries = [msgspec.json.decode(row.body) for row in rows]
        told = await self._told(stored)
        checkpoint = None if found.checkpoint is None else msgspec.json.decode(found.checkpoint)
        entry, match = upgraded(stored, checkpoint, found.checkpoint_seq or 0, entries, told)
        seq = len(rows) + 1
        entry["step"] = written_step(step_of(match, match, entry), match.label)
        body = msgspec.json.encode(entry)
        hash_ = chained(last, body)
        newer = msgspec.structs.replace(stored, version=entry["version"])
        hosted = Hosted(newer, match, Earlier([*entries, entry], told, hash_))
        turn = Turn(stored.id, seq, entry, {}, hosted.asks(), match.outcome is not None)
        more = {"version": newer.version, **checkpointed(match, seq)}
        row = {"body": body, "hash": hash_, "person_id": None, "idempotency": None}
        await self._write(hosted, match, turn, row, more)
        log.info("rules changed", table=stored.id, old=stored.version, new=newer.version, kept=entry["kept"])
        return hosted

    async def _rows(self, table: str, after: int) -> Sequence[Any]:
        async with self.database.reading() as connection:
            return (
                await connection.execute(
                    select(schema.entries.c.seq, schema.entries.c.body, schema.entries.c.hash)
                    .where(schema.entries.c.table_id == table, schema.entries.c.seq > after)
                    .order_by(schema.entries.c.seq)
                )
            ).all()

    async def _told(self, stored: Stored) -> list[LoggedEvent]:
        told = schema.told
        async with self.database.reading() as connection:
            rows = (
                await connection.execute(select(told).where(told.c.table_id == stored.id).order_by(told.c.number))
            ).all()
        return read_told(rulebook(stored.rulebook), rows, stored.version)

    async def _catch_up(self, hosted: Hosted) -> None:
        """Read and enter what other processes, or this one before it was last stopped, have stored."""
        rows = await self._rows(hosted.stored.id, hosted.head)
        if not rows:
            return
        first = hosted.head == hosted.base
        before = hosted.asks()
        for number, row in enumerate(rows, 1):
            if number % BREATH == 0:
                await asyncio.sleep(0)
            entry = msgspec.json.decode(row.body)
            if "version" in entry:
                self.forget(hosted.stored.id)
                raise Problem("conflict", f"Table {hosted.stored.id} goes on under newer rules than this server has.")
            try:
                if row.hash != chained(hosted.hash, row.body):
                    raise Divergence(row.seq, "its hash does not fit it and the entries before: it was changed")
                match = hosted.match.clone()
                enter_again(match, row.seq, entry)
                step = step_of(hosted.match, match, entry)
            except Divergence as error:
                if hosted.match.rulebook.version == hosted.stored.version:
                    await self._halt(hosted.stored.id, str(error))
                raise Problem("halted", f"Table {hosted.stored.id} is halted: {error}") from None
            hosted.follow(match, row.seq, entry, row.hash, step)
        if not first:
            turn = Turn(hosted.stored.id, hosted.head, {}, before, hosted.asks(), hosted.match.outcome is not None)
            await self._tell_all(hosted, turn)

    async def done(self, table: str, person: str | None, idempotency: str) -> int | None:
        """Return the number of the entry that somebody stored with this key, or None."""
        async with self.database.reading() as connection:
            entries = schema.entries.c
            seq: int | None = await connection.scalar(
                select(entries.seq).where(
                    entries.table_id == table, entries.person_id == person, entries.idempotency == idempotency
                )
            )
        return seq

    async def _fail(self, hosted: Hosted, error: RuleError) -> NoReturn:
        """Halt a table at which a rule failed: the answer is not stored, and what was stored before stays as it is.

        What everybody is told names neither the answer nor the fault, for both may be secret; the log has them.
        """
        table, book = hosted.stored.id, hosted.match.rulebook
        seat, tried, fault = error.seat, error.tried, error.fault
        log.error(
            "rule failed", table=table, rulebook=book.id, entry=hosted.head, seat=seat, tried=tried, fault=fault,
            exc_info=error,
        )  # fmt: skip  # several to a line
        for failed in self.failed:
            failed(book.id)
        why = f"{RULE_FAILED} {book.id} at an answer of seat {seat}, after entry {hosted.head}"
        await self._halt(table, why)
        raise Problem("halted", f"Table {table} is halted: {why}. The answer was not taken; nothing else is lost.")

    async def resume(self) -> int:
        """Let tables go on that were halted because a rule failed: a server that starts anew may have it mended.

        Where it is not, the same answer halts the table again. Returns how many there are.
        """
        tables = schema.tables
        there = (tables.c.status == "halted") & tables.c.halted.startswith(RULE_FAILED, autoescape=True)
        async with self.database.writing() as connection:
            done = await connection.execute(update(tables).where(there).values(status="running", halted=None))
        if done.rowcount:
            log.info("halted tables go on", tables=done.rowcount)
        return int(done.rowcount)

    async def _halt(self, table: str, why: str) -> None:
        self.forget(table)
        async with self.database.writing() as connection:
            await connection.execute(
                update(schema.tables).where(schema.tables.c.id == table).values(status="halted", halted=why)
            )
        for told in self.halted:
            await told(table)


def _says(hosted: Hosted, seq: int, action: str | dict[str, Any]) -> bool:
    """Tell whether a stored entry is this answer."""
    if isinstance(action, dict):
        return True  # nothing that is sent is of this form; its notation is what is stored
    try:
        read = notation.read(action, hosted.match.rulebook.actions)
    except notation.NotationError:
        return False
    return bool(hosted.entries[seq - 1].get("do") == notation.write(read))
