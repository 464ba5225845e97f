"""Hosted matches: each is kept in memory while in use, and is fully determined by its stored entries.

An answer is checked and applied on a copy of the match; its entry is committed under the key (table, seq); only then
does the copy replace the match, and only then is anybody notified. If another process was faster, its entries are read,
and the answer is retried as long as its question is open.

With several processes, only the one that holds the lease of a table adds entries to its match; the others follow it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn

import msgspec
import structlog
from sqlalchemy import select, update

from banneret.kernel import notation
from banneret.kernel.choosers import IllegalAction
from banneret.kernel.events import LoggedEvent
from banneret.kernel.registry import rulebook
from banneret.kernel.rule_error import RuleError
from banneret.kernel.wording import sentence
from banneret.server.matches.hosted import Hosted, Turn
from banneret.server.matches.kept import Kept, read_head, read_kept
from banneret.server.matches.pending import Joiner, Pending, change_of, changed
from banneret.server.matches.revival import Earlier, Stored, is_older, read_told, restore, revive, upgraded, went_on
from banneret.server.matches.stream import Before, step_of, written_step
from banneret.server.problems import Problem, refused
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.store.entries import Divergence, Entry, answered, chained, enter_again
from banneret.server.store.leases import Elsewhere, Lease, Leases
from banneret.server.store.positions import checkpointed
from banneret.server.store.snapshots import read_snapshot
from banneret.server.store.writer import Change, Kind, Writer
from banneret.server.tables.table import Table
from banneret.server.traces import span

log = structlog.get_logger()

TRIES: Final = 50
"""Maximum number of attempts to store an answer when other processes are faster."""
IDLE_SECONDS: Final = 900.0
"""Seconds after which a match that is neither used nor open in a page is dropped from memory."""
UNUSED_SECONDS: Final = 60.0
"""Seconds for which the lease of a table whose match is not in memory is kept."""
KEPT: Final = 1500
"""Maximum number of matches in memory; the least recently used are dropped, and loaded again when needed."""
RULE_FAILED: Final = "a rule failed:"
"""Prefix of the reason of tables that are resumed when a server starts."""
BREATH: Final = 16
"""Number of entries replayed before yielding to other tasks."""


class Accepted(NamedTuple):
    """A stored entry: its number, and whether it had already been stored (by an earlier identical request)."""

    seq: int
    again: bool = False


Listener = Callable[[Hosted, Turn], Awaitable[None]]


class Host:
    """The matches of this process."""

    def __init__(self, database: Database, clock: Callable[[], int], leases: Leases | None = None) -> None:
        self.database = database
        self.writer = Writer(database)
        self.leases = leases or Leases(database, None)
        self.clock = clock
        self.listeners: list[Listener] = []
        """Called after an entry was committed, or entries of another process were read."""
        self.joiners: list[Joiner] = []
        """Called with a new entry; the rows that they return are committed with it."""
        self.revived: list[Callable[[], None]] = []
        """Called after a match was loaded into memory."""
        self.clashed: list[Callable[[], None]] = []
        """Called after another process was faster."""
        self.failed: list[Callable[[str], None]] = []
        """Called with the id of the game after one of its rules has failed."""
        self.halted: list[Callable[[str], Awaitable[None]]] = []
        """Called after a table was halted."""
        self._hosted: OrderedDict[str, Hosted] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._entering: set[asyncio.Task[None]] = set()

    async def hosted(self, table: str, *, reload: bool = False) -> Hosted:
        """Return a table's match with all stored entries. Raises Problem not-found, halted, conflict.

        With `reload`, the table and its seats are read again, even if they are not known to have changed.
        """
        hosted = await self.present(table)
        async with hosted.lock:
            await self._catch_up(hosted, reload=reload)
        return hosted

    def standing(self, table: str) -> Hosted | None:
        """Return a table's match if it is in memory, as last seen by this process."""
        return self._hosted.get(table)

    async def wake(self, table: str) -> None:
        """Notify listeners of a change of players, so that bots and notices follow, although nothing was answered."""
        hosted = await self.hosted(table, reload=True)
        await self.leases.take(table)
        asks = hosted.asks()
        turn = Turn(table, hosted.head, {}, asks, asks, hosted.match.outcome is not None)
        await self._notify(hosted, turn)

    def rest(self, looked_at: Collection[str]) -> None:
        """Drop idle matches from memory, except those that are open in some page."""
        before, looked = time.monotonic() - IDLE_SECONDS, set(looked_at)
        self.leases.release_idle(self._hosted, UNUSED_SECONDS)
        for table, hosted in list(self._hosted.items()):
            if hosted.used_at >= before:
                return  # sorted by last use
            if table not in looked and not hosted.lock.locked():
                self.forget(table)

    def plays(self, table: str) -> bool:
        """Return whether this process adds entries to a table's match, as far as it knows."""
        return not self.leases.used or self.leases.lease(table) is not None

    async def adopt(self) -> int:
        """Take over tables that no process plays, such as those of a dead process; return their number."""
        found = 0
        for table in await self.leases.waiting():
            try:
                if await self.leases.take(table) is None:
                    await self.wake(table)
                    found += 1
            except Problem as problem:
                self.leases.release(table)
                log.warning("table cannot be played", table=table, problem=str(problem))
        return found

    def count(self) -> int:
        """Return the number of matches in memory."""
        return len(self._hosted)

    def forget(self, table: str) -> None:
        """Drop a match from memory; it is loaded again when needed."""
        self._hosted.pop(table, None)
        self.leases.release(table)

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
        check: Callable[[Table], None] | None = None,
    ) -> Accepted:
        """Accept a seat's answer to the question with id `ask`; it is stored when this returns.

        Raises Problem: stale-ask if that question is no longer open, refused if the rules forbid the answer, storage if
        it cannot be stored, halted if the table is. `check` raises Problem if the answer is not permitted; it receives
        the table as it is when the answer is stored. With an idempotency key, the same answer to the same question
        may be repeated; another answer raises conflict.
        """

        def entry(hosted: Hosted) -> Entry:
            if check is not None:
                check(hosted.kept.table)
            standing = hosted.asks().get(seat)
            if standing != ask:
                why = "no question is open" if standing is None else f"its open question is {standing}"
                raise Problem("stale-ask", f"Seat {seat} is no longer asked {ask}: {why}.", standing=standing)
            refusal, read = hosted.match.judge(seat, action)
            if refusal is not None:
                raise refused(refusal, sentence(hosted.match.rulebook, refusal.reason))
            return answered(hosted.match, seat, read) | (note or {})

        # A client that restarts its counter, or uses its key for another question, means another answer.
        key = None if idempotency is None else hashlib.sha256(f"{ask} {idempotency}".encode()).hexdigest()
        done = await self.enter(table, entry, person=person, idempotency=key)
        if done.again and not _is_answer(await self.present(table), done.seq, action):
            raise Problem("conflict", f"Ask {ask} was answered differently with this key: use a new one for each.")
        return done

    async def enter(
        self,
        table: str,
        make: Callable[[Hosted], Entry],
        *,
        person: str | None = None,
        idempotency: str | None = None,
    ) -> Accepted:
        """Store the entry that `make` returns for the current match; called again if another process was faster.

        `make` may raise Problem. Raises Problem refused if the match does not accept the entry.
        """
        # The request may be cancelled meanwhile: an entry in progress is stored and published all the same.
        stored: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        with span("entry", table=table):
            task = asyncio.ensure_future(self._enter(table, make, stored, person, idempotency))
            self._entering.add(task)
            task.add_done_callback(partial(self._entered, stored))
            return await stored

    def _entered(self, stored: asyncio.Future[Accepted], task: asyncio.Task[None]) -> None:
        self._entering.discard(task)
        error = None if task.cancelled() else task.exception()
        if stored.done():
            return
        if error is None:
            stored.cancel()
        else:
            stored.set_exception(error)

    async def settle(self) -> None:
        """Wait until all entries in progress are stored."""
        while self._entering:
            await asyncio.wait(self._entering)

    async def _enter(
        self,
        table: str,
        make: Callable[[Hosted], Entry],
        stored: asyncio.Future[Accepted],
        person: str | None,
        idempotency: str | None,
    ) -> None:
        """Store an entry, acknowledge it through `stored`, and only then notify listeners."""
        checked = False  # whether to read new entries first
        for _ in range(TRIES):
            hosted = await self.present(table)
            async with hosted.lock:
                lease = await self._lease(table)
                if checked or lease != hosted.lease:
                    await self._catch_up(hosted)
                    hosted.lease = lease
                if idempotency is not None:
                    done = hosted.keys.get((person, idempotency))
                    if done is not None:
                        _acknowledge(stored, Accepted(done, again=True))
                        return
                try:
                    with span("judge", game=hosted.match.rulebook.id):
                        pending = changed(hosted, make(hosted), self.clock(), self.joiners, person, idempotency, lease)
                except (IllegalAction, Problem, RuleError) as error:
                    if not checked:  # the match may be outdated: retry with the stored entries
                        checked = True
                        continue
                    if isinstance(error, IllegalAction):
                        raise refused(error.refusal, error.why) from None
                    if isinstance(error, RuleError):
                        await self._fail(hosted, error)
                    raise
                try:
                    await self._write(hosted, pending)
                except Clash:
                    checked = True
                    self.leases.doubt(table)
                    for clashed in self.clashed:
                        clashed()
                    continue  # retry with the entries of the faster process
                if idempotency is not None:
                    hosted.keys[person, idempotency] = pending.turn.seq
                _acknowledge(stored, Accepted(pending.turn.seq))
                await self._notify(hosted, pending.turn)
                return
        raise Problem("conflict", f"Table {table} is too busy: the answer was not accepted.")

    async def _lease(self, table: str) -> Lease | None:
        """Return the lease of a table, taking it if it is free. Raises Elsewhere."""
        if await self.leases.take(table) is not None:
            raise Elsewhere(table)
        lease = self.leases.lease(table)
        if lease is None and self.leases.used:
            raise Elsewhere(table)
        return lease

    async def _notify(self, hosted: Hosted, turn: Turn) -> None:
        """Notify all listeners. The entry is already stored, so their exceptions are only logged."""
        with span("publish"):
            for listener in self.listeners:
                try:
                    await listener(hosted, turn)
                except Exception:
                    log.exception("listener failed", table=turn.table)

    # Storing and reading

    async def _write(self, hosted: Hosted, pending: Pending) -> None:
        """Store an entry; once it is on disk, its match becomes the current one. Raises Clash, Problem storage."""
        turn, hash_ = pending.turn, pending.change.head["hash"]
        try:
            with span("commit"):
                await self.writer.store(pending.change)
        except Problem:
            if not await self._is_stored(pending.change):  # the connection may have broken just after the commit
                raise
        hosted.follow(pending.match, turn.seq, turn.entry, hash_, pending.step)
        hosted.keep(pending.change, pending.seats)

    async def _is_stored(self, change: Change) -> bool:
        """Return whether an entry is on disk as written by this process, and not a similar one by another."""
        entry = next(row for kind, row in change.rows if kind == Kind.ENTRY)
        entries = schema.entries.c
        alike = (entries[name] == entry[name] for name in ("hash", "person_id", "idempotency"))
        try:
            async with self.database.reading() as connection:
                found = await connection.scalar(
                    select(entries.seq).where(entries.table_id == change.table, entries.seq == change.seq, *alike)
                )
        except Problem:
            return False
        return found is not None

    async def present(self, table: str) -> Hosted:
        """Return a table's match as last seen by this process; it is loaded if it is not in memory.

        Raises Problem not-found, halted, conflict.
        """
        hosted = self._hosted.get(table)
        if hosted is not None:
            self._hosted.move_to_end(table)
            hosted.used_at = time.monotonic()
            return hosted
        lock = self._opening.setdefault(table, asyncio.Lock())
        async with lock:
            hosted = self._hosted.get(table)
            if hosted is None:
                with span("revive"):
                    try:
                        hosted = await self._revive(table)
                    except Clash:  # another process has just upgraded the match
                        hosted = await self._revive(table)
                    finally:
                        self._opening.pop(table, None)
                    await self._catch_up(hosted, reviving=True)
                hosted.used_at = time.monotonic()
                self._hosted[table] = hosted
                for revived in self.revived:
                    revived()
                for old in list(self._hosted)[: max(0, len(self._hosted) - KEPT)]:
                    if not self._hosted[old].lock.locked() and old != table:
                        self.forget(old)
        return hosted

    async def _revive(self, table: str) -> Hosted:
        async with self.database.reading() as connection:
            found = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table))).one_or_none()
            if found is None:
                raise Problem("not-found", f"There is no table {table!r}.")
            kept = await read_kept(connection, table, found.stamp)
        if found.status == "closed":
            raise Problem("conflict", f"Table {table} is closed.")
        if found.status == "open":
            raise Problem("conflict", f"The match of table {table} has not started.")
        if found.status == "halted":
            raise Problem("halted", f"Table {table} is halted: {found.halted}")
        stored = Stored.of(found)
        try:
            book = rulebook(stored.rulebook)
            if stored.version == book.version:
                return await self._begin(stored, kept)
            if is_older(book.version, stored.version):
                self.leases.release(table)
                raise Problem("conflict", f"Table {table} is played under newer rules than this server has.")
            if found.status == "finished":
                return self._host(stored, kept)  # shown under the current rules if possible, but not upgraded
            return await self._upgrade(stored, kept, found)
        except (Problem, Clash):
            raise
        except Exception as error:
            await self._halt(table, f"it cannot be set up: {error}")
            raise Problem("halted", f"Table {table} is halted: it cannot be set up: {error}") from error

    def _host(self, stored: Stored, kept: Kept, earlier: Earlier | None = None) -> Hosted:
        begin = partial(revive, stored, earlier)  # picklable, for workers
        hosted = Hosted(stored, begin(), earlier, begin)
        hosted.kept = kept
        return hosted

    async def _begin(self, stored: Stored, kept: Kept) -> Hosted:
        """Return a match from its snapshot, upgrade or beginning; later entries are read next."""
        saved = await self._snapshot(stored.id)
        rows = await self._rows(stored.id, 0)
        entries = [msgspec.json.decode(row.body) for row in rows]
        base = went_on(entries)
        if not base and saved is None:
            return self._host(stored, kept)
        told = await self._told_rows(stored.id)
        earlier = None
        if base:
            events = read_told(rulebook(stored.rulebook), told, stored.version)
            earlier = Earlier(entries[:base], events, rows[base - 1].hash)
        if saved is not None and saved.seq > base:
            try:
                hosted = _restored(stored, earlier, saved, rows, entries, told)
            except Exception:  # the entries suffice
                log.exception("snapshot not used", table=stored.id, entry=saved.seq)
            else:
                hosted.kept = kept
                return hosted
        hosted = self._host(stored, kept, earlier)
        hosted.remember(rows[:base])
        return hosted

    async def _upgrade(self, stored: Stored, kept: Kept, found: Any) -> Hosted:  # a row of `tables`
        """Upgrade a match of older rules, and store that. Raises Clash if another process plays it."""
        rows = await self._rows(stored.id, 0)
        last = ""
        for number, row in enumerate(rows, 1):
            if row.seq != number or row.hash != chained(last, row.body):
                raise Divergence(number, "its hash does not match its content and the preceding entries")
            last = row.hash
        if found.head != len(rows):
            raise Clash("a server with older rules is playing it")
        entries = [msgspec.json.decode(row.body) for row in rows]
        told = await self._told(stored)
        checkpoint = None if found.checkpoint is None else msgspec.json.decode(found.checkpoint)
        entry, match = upgraded(stored, checkpoint, found.checkpoint_seq or 0, entries, told)
        seq = len(rows) + 1
        entry["step"] = written_step(step_of(match, match, entry), match.label)
        body = msgspec.json.encode(entry)
        hash_ = chained(last, body)
        newer = msgspec.structs.replace(stored, version=entry["version"])
        earlier = Earlier([*entries, entry], told, hash_)
        hosted = Hosted(newer, match, earlier)
        hosted.kept = kept
        hosted.remember(rows)
        turn = Turn(stored.id, seq, entry, {}, hosted.asks(), match.outcome is not None)
        row = {"body": body, "hash": hash_, "person_id": None, "idempotency": None}
        change, seats = change_of(hosted, match, turn, row, checkpointed(match, seq), self.clock(), self.joiners)
        await self.writer.store(change)
        hosted.keep(change, seats)
        log.info("match upgraded", table=stored.id, old=stored.version, new=newer.version, kept=entry["kept"])
        return hosted

    async def _rows(self, table: str, after: int) -> Sequence[Any]:
        entries = schema.entries.c
        async with self.database.reading() as connection:
            return (
                await connection.execute(
                    select(entries.seq, entries.body, entries.hash, entries.person_id, entries.idempotency)
                    .where(entries.table_id == table, entries.seq > after)
                    .order_by(entries.seq)
                )
            ).all()

    async def _told(self, stored: Stored) -> list[LoggedEvent]:
        return read_told(rulebook(stored.rulebook), await self._told_rows(stored.id), stored.version)

    async def _told_rows(self, table: str) -> Sequence[Any]:
        told = schema.told
        async with self.database.reading() as connection:
            return (
                await connection.execute(select(told).where(told.c.table_id == table).order_by(told.c.number))
            ).all()

    async def _snapshot(self, table: str) -> Any:  # a row of `snapshots`, or None
        async with self.database.reading() as connection:
            found = await connection.execute(select(schema.snapshots).where(schema.snapshots.c.table_id == table))
            return found.one_or_none()

    async def _catch_up(self, hosted: Hosted, *, reload: bool = False, reviving: bool = False) -> None:
        """Read and replay entries stored by other processes, or by this one before it was last stopped.

        While a match is being loaded, nobody else uses it: entries are applied in place, and no listener is called.
        """
        table = hosted.stored.id
        async with self.database.reading() as connection:
            head = await read_head(connection, table)
            if head.status == "closed":
                self.forget(table)
                raise Problem("conflict", f"Table {table} is closed.")
            if head.status == "halted":
                self.forget(table)
                raise Problem("halted", f"Table {table} is halted: {head.halted}")
            behind = head.head > hosted.head
            if reload or behind or (head.stamp, head.status) != (hosted.kept.stamp, hosted.kept.table.status):
                kept = await read_kept(connection, table, head.stamp)
            else:
                kept = hosted.kept
        rows = await self._rows(table, hosted.head) if behind else ()
        if not rows:
            hosted.kept = kept
            return
        before = hosted.asks()
        for number, row in enumerate(rows, 1):
            if number % BREATH == 0:
                await asyncio.sleep(0)
            entry = msgspec.json.decode(row.body)
            if "version" in entry:
                self.forget(hosted.stored.id)
                raise Problem("conflict", f"Table {hosted.stored.id} continues under newer rules than this server has.")
            try:
                if row.hash != chained(hosted.hash, row.body):
                    raise Divergence(row.seq, "its hash does not match its content and the preceding entries")
                match = hosted.match if reviving else hosted.match.clone()
                was = Before(match.opened_at, dict(match.asking), match.events)
                enter_again(match, row.seq, entry)
                step = step_of(was, match, entry)
            except Divergence as error:
                if hosted.match.rulebook.version == hosted.stored.version:
                    await self._halt(hosted.stored.id, str(error))
                raise Problem("halted", f"Table {hosted.stored.id} is halted: {error}") from None
            hosted.follow(match, row.seq, entry, row.hash, step, was)
        hosted.remember(rows)
        hosted.kept = kept
        if not reviving:
            turn = Turn(hosted.stored.id, hosted.head, {}, before, hosted.asks(), hosted.match.outcome is not None)
            await self._notify(hosted, turn)

    async def _fail(self, hosted: Hosted, error: RuleError) -> NoReturn:
        """Halt a table at which a rule failed: the answer is not stored, and earlier entries are unaffected.

        The published reason contains neither the answer nor the exception, which may be secret; the log has both.
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
        raise Problem("halted", f"Table {table} is halted: {why}. The answer was not accepted; nothing else is lost.")

    async def resume(self) -> int:
        """Resume tables that were halted because a rule failed, as the rule may have been fixed; return their number.

        If it has not, the same answer halts the table again.
        """
        tables = schema.tables
        there = (tables.c.status == "halted") & tables.c.halted.startswith(RULE_FAILED, autoescape=True)
        async with self.database.writing() as connection:
            done = await connection.execute(update(tables).where(there).values(status="running", halted=None))
        if done.rowcount:
            log.info("halted tables resumed", tables=done.rowcount)
        return int(done.rowcount)

    async def _halt(self, table: str, why: str) -> None:
        self.forget(table)
        async with self.database.writing() as connection:
            await connection.execute(
                update(schema.tables).where(schema.tables.c.id == table).values(status="halted", halted=why)
            )
        for told in self.halted:
            await told(table)


def _restored(
    stored: Stored,
    earlier: Earlier | None,
    saved: Any,  # a row of `snapshots`
    rows: Sequence[Any],
    entries: Sequence[Entry],
    told: Sequence[Any],
) -> Hosted:
    """Return a match as of its snapshot. Raises Divergence, PositionError, ValueError."""
    upto, last = saved.seq, ""
    for number, row in enumerate(rows[:upto], 1):
        if row.seq != number or row.hash != chained(last, row.body):
            raise Divergence(number, "its hash does not match its content and the preceding entries")
        last = row.hash
    first, snapshot = read_snapshot(saved.body, last)
    before = told[: snapshot.events]
    if any(row.seq > upto for row in before):
        raise ValueError("events before the checkpoint of the snapshot have changed")
    events = read_told(rulebook(stored.rulebook), before, stored.version)
    match = restore(stored, earlier, entries[:upto], snapshot, events)
    hosted = Hosted(stored, match, earlier, partial(revive, stored, earlier))
    hosted.restored(entries[:upto], last, first)
    hosted.remember(rows[:upto])
    return hosted


def _acknowledge(stored: asyncio.Future[Accepted], accepted: Accepted) -> None:
    if not stored.done():  # the request may have been cancelled
        stored.set_result(accepted)


def _is_answer(hosted: Hosted, seq: int, action: str | dict[str, Any]) -> bool:
    """Return whether a stored entry contains this answer."""
    if isinstance(action, dict):
        return True  # only internal answers are dicts; stored entries contain notations
    try:
        read = notation.read(action, hosted.match.rulebook.actions)
    except notation.NotationError:
        return False
    return bool(hosted.entries[seq - 1].get("do") == notation.write(read))
