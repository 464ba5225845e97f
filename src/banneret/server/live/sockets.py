"""Live updates: the connections at each table, and the messages sent to them.

A change is announced to the other processes: the table, and whether its match, its seats or its chat has changed. A
process follows the tables at which it has connections. Each connection then computes what is new to its viewer. There
are no message queues for slow clients to fill: a message is created when the client can receive it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from banneret.kernel.match import Match
from banneret.server.live.announcements import AGAIN_SECONDS
from banneret.server.live.bus import bus_of
from banneret.server.live.onlookers import Looking, Onlookers
from banneret.server.live.patches import changed_panels, marks_of, panel_marks, parts_of, patches
from banneret.server.live.summaries import Facts, Summaries
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted, Turn
from banneret.server.matches.stream import (
    count,
    delayed,
    entry_of,
    layer_of,
    noticed,
    panels_of,
    scenes_since,
    snapshot,
    update,
)
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.tables.table import Table

log = structlog.get_logger()

ALL: Final = ("match", "table", "chat", "draft")
KEPT: Final = 64
"""Number of recent messages cached per table."""
READING: Final = 8
"""Maximum number of tables whose changes by other processes are read concurrently."""


class _Marks(NamedTuple):
    """Digests of the last drawing and panels sent."""

    parts: dict[str, bytes]
    panels: dict[str, bytes]


class Live:
    """Announces changes, and creates the messages for every viewer."""

    def __init__(self, settings: Settings, host: Host, onlookers: Onlookers, summaries: Summaries) -> None:
        self.host = host
        self.onlookers = onlookers
        self.summaries = summaries
        self.bus = bus_of(settings)
        self.bus.heard = self._begin_to_learn
        self._sent: dict[str, OrderedDict[tuple[Any, ...], bytes]] = {}
        self._public: dict[str, tuple[Hosted, int, Any]] = {}
        """Match, entry, and the spectators' view after it, by table."""
        self._marks: dict[tuple[str, frozenset[int], str], tuple[int, _Marks]] = {}
        self._facts: dict[str, asyncio.Task[tuple[Table, Facts]]] = {}
        self._behind: dict[str, set[str]] = {}
        """Changes by other processes that have not been read yet."""
        self._learning: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(READING)
        self.closing = False
        host.listeners.append(self._heard)

    async def start(self) -> None:
        """Start listening to other processes."""
        await self.bus.start()

    async def stop(self) -> None:
        """Stop listening."""
        await self.bus.stop()
        learning = list(self._learning.values())
        for task in learning:
            task.cancel()
        await asyncio.gather(*learning, return_exceptions=True)

    def _begin_to_learn(self, table: str, what: str | None) -> None:
        """Read changes of another process; several announcements of a table are merged."""
        self._behind.setdefault(table, set()).update(ALL if what is None else (what,))
        if table not in self._learning:
            self._start_learning(table)

    def _start_learning(self, table: str) -> None:
        task = self._learning[table] = asyncio.ensure_future(self._learn(table))
        task.add_done_callback(lambda done: self._learned(table, done))

    def _learned(self, table: str, task: asyncio.Task[None]) -> None:
        del self._learning[table]
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            log.error("cannot follow", table=table, exc_info=error)
        if table in self._behind:  # announced between the end of the task and this call
            self._start_learning(table)

    async def _learn(self, table: str) -> None:
        while what := self._behind.pop(table, None):
            async with self._turn:
                read = "match" not in what or await self._follow(table)
            for one in what:
                self._notify(table, one)
            if not read and self.onlookers.at(table):
                self._behind.setdefault(table, set()).update(what)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _follow(self, table: str) -> bool:
        """Read the entries stored by another process; return False to retry later."""
        if self.host.standing(table) is None:
            return True
        try:
            await self.host.hosted(table)  # which calls `_heard` for new entries
        except Problem as problem:
            log.warning("cannot follow", table=table, problem=str(problem))
            return problem.kind != "storage"
        return True

    async def learn(self, table: str, *what: str) -> None:
        """Read changes that another process has stored for a forwarded request, before they are announced."""
        await self._follow(table)
        for one in what:
            self._notify(table, one)

    async def _heard(self, hosted: Hosted, turn: Turn) -> None:
        if turn.entry:
            await self.announce(turn.table, "match")
        else:  # from another process, which has announced it
            self._notify(turn.table, "match")

    async def announce(self, table: str, what: str) -> None:
        """Announce a change, to the connections of this process and to other processes."""
        self._notify(table, what)
        self.bus.announce(table, what)

    def _notify(self, table: str, what: str) -> None:
        if what not in ("match", "draft"):  # these do not affect the cached facts
            self._facts.pop(table, None)
        for looking in self.onlookers.at(table):
            looking.notify(what)

    # Connections

    def enter(self, looking: Looking) -> None:
        """Register a connection."""
        if not self.onlookers.at(looking.table):
            self.bus.follow(looking.table)
        self.onlookers.enter(looking)

    def leave(self, looking: Looking) -> None:
        """Remove a connection; the last one of a table clears its caches."""
        if self.onlookers.leave(looking):
            self.bus.leave(looking.table)
            self._sent.pop(looking.table, None)
            self._public.pop(looking.table, None)
            self._facts.pop(looking.table, None)
            for key in [key for key in self._marks if key[0] == looking.table]:
                del self._marks[key]

    async def close_all(self, seconds: float) -> None:
        """Close all connections once their requests in progress are stored; wait at most `seconds`."""
        self.closing = True
        for looking in self.onlookers.everybody():
            looking.notify("table")
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.onlookers.count():
                    await asyncio.sleep(0.02)

    # Messages

    async def facts(self, table: str) -> tuple[Table, Facts]:
        """Return a table and its facts, which are read once per change for all connections."""
        while True:
            reading = self._facts.get(table)
            if reading is None:
                reading = self._facts[table] = asyncio.ensure_future(self._read_facts(table))
            read, facts = await asyncio.shield(reading)
            hosted = self.host.standing(table)
            now = await self.summaries.tables.get(table) if hosted is None else hosted.kept.table
            ended = facts.consents and hosted is not None and not hosted.kept.consents
            if now.status == read.status and not ended:
                return now, facts
            if self._facts.get(table) is reading:
                del self._facts[table]

    async def _read_facts(self, id_: str) -> tuple[Table, Facts]:
        try:
            if self.host.standing(id_) is not None:
                with suppress(Problem):  # a halted table is shown as stored
                    await self.host.hosted(id_)
            return await self.summaries.read(id_)
        except BaseException:
            self._facts.pop(id_, None)
            raise

    def upto(self, hosted: Hosted, table: Table, seats: frozenset[int]) -> int:
        """Return the last entry that these seats see; spectators may see the match late."""
        late = 0 if seats else table.settings.delay_rounds
        over = hosted.match.outcome is not None
        return delayed(hosted.rounds, late, hosted.head, over=over, rewound=hosted.rewound)

    def first(self, hosted: Hosted, looking: Looking, upto: int) -> tuple[int, bytes]:
        """Return number and text of a connection's first message, with the state of the match."""
        seq = count(hosted.steps, looking.seats, upto)
        match = hosted.at(upto)
        public = self._seen(hosted, match, upto)
        message = snapshot(match, hosted.rewound[upto], looking.seats, seq, public)
        if looking.drawn:
            game = match.view(looking.seats, public=public).game
            layer, panels = (
                layer_of(match, looking.seats, looking.language, game),
                panels_of(match, looking.seats, game),
            )
            message["drawing"] = str(layer)
            message["panels"] = panels
            marks = _Marks(marks_of(parts_of(layer)), panel_marks(panels))
            self._marks[looking.table, looking.seats, looking.language] = (seq, marks)
        return seq, msgspec.json.encode(message)

    def after(self, hosted: Hosted, looking: Looking, seq: int, upto: int) -> list[tuple[int, bytes]]:
        """Return number and text of all messages after `seq`. Repeated calls return equal bytes. Raises LookupError."""
        entry = looking.reached[1] if looking.reached[0] == seq else entry_of(hosted.steps, looking.seats, seq)
        found = []
        for number in range(entry + 1, upto + 1):
            if noticed(hosted.steps[number - 1], looking.seats):
                seq += 1
                found.append((seq, self._message(hosted, looking, seq, number)))
                looking.reached = (seq, number)
        return found

    def _message(self, hosted: Hosted, looking: Looking, seq: int, entry: int) -> bytes:
        key = (looking.seats, looking.language if looking.drawn else None, seq, entry)
        kept = self._sent.setdefault(looking.table, OrderedDict())
        if key in kept:
            return kept[key]
        step = hosted.steps[entry - 1]
        before = None
        if looking.drawn:
            before = self._before(hosted, looking, seq)
        match = hosted.at(entry)
        public = self._seen(hosted, match, entry)
        message = update(match, hosted.rewound[entry], looking.seats, seq, step.since, public)
        if before is not None:
            game = match.view(looking.seats, public=public).game
            parts = parts_of(layer_of(match, looking.seats, looking.language, game))
            panels = panels_of(match, looking.seats, game)
            message["drawing"] = patches(before.parts, parts)
            message["panels"], message["panel_order"] = changed_panels(before.panels, panels)
            message["scenes"] = scenes_since(match, looking.seats, step.since, game)
            marks = _Marks(marks_of(parts), panel_marks(panels))
            self._marks[looking.table, looking.seats, looking.language] = (seq, marks)
        kept[key] = msgspec.json.encode(message)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return kept[key]

    def _before(self, hosted: Hosted, looking: Looking, seq: int) -> _Marks:
        """Return the digests of the drawing and panels of the message before `seq`."""
        marked = self._marks.get((looking.table, looking.seats, looking.language))
        if marked is not None and marked[0] == seq - 1:
            return marked[1]
        entry = entry_of(hosted.steps, looking.seats, seq - 1)
        match = hosted.at(entry)
        parts = parts_of(layer_of(match, looking.seats, looking.language))
        return _Marks(marks_of(parts), panel_marks(panels_of(match, looking.seats)))

    def _seen(self, hosted: Hosted, match: Match[Any], entry: int) -> Any:  # the game's own view
        """Return the spectators' view of the game after an entry, cached for all connections."""
        table = hosted.stored.id
        made = self._public.get(table)
        if made is None or made[0] is not hosted or made[1] != entry:
            made = self._public[table] = (hosted, entry, match.view().game)
        return made[2]
