"""Live: who looks at which table, and what is sent to them when something happens.

A change is announced on one channel, which all processes read: which table, and whether its match moved, its seats or
its chat changed. Every connection then works out what is new to it. There is no queue of messages that a slow client
could fill: what it has not been sent yet is made when it can take it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend

from banneret.server.live.bus import steady_backend
from banneret.server.live.patches import Parts, marks_of, parts_of, patches
from banneret.server.matches.host import Hosted, Turn
from banneret.server.matches.stream import count, delayed, entry_of, layer_of, noticed, snapshot, update
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.tables.summaries import Facts, facts_of

if TYPE_CHECKING:
    from banneret.server.services import Services
    from banneret.server.tables.lifecycle import Table

log = structlog.get_logger()

CHANNEL: Final = "banneret"
ALL: Final = frozenset({"match", "table", "chat"})
KEPT: Final = 64
"""So many of the last messages of a table are kept as they were sent."""


class Announced(msgspec.Struct, frozen=True):
    """Something that changed: at a table, by which process, and what: its `match`, its `table` or its `chat`.

    Without a table: announcements were lost, so all may have changed.
    """

    table: str
    by: str
    what: str


class Looking:
    """One connection that looks at a table: as whom, whether it is drawn to, and in which language."""

    __slots__ = ("changed", "drawn", "language", "person", "resting", "seats", "table", "what", "who")

    def __init__(
        self, table: str, person: str | None, seats: frozenset[int], drawn: bool, language: str, who: str = ""
    ) -> None:
        self.table = table
        self.person = person
        self.seats = seats
        self.drawn = drawn
        self.language = language
        self.who = who
        """By whom connections are counted: a person, or an address."""
        self.resting = False
        """Everything has been sent so far."""
        self.changed = asyncio.Event()
        self.what: set[str] = set()

    def tell(self, what: str) -> None:
        """Say that something changed; it is looked at when the connection has time."""
        self.what.add(what)
        self.changed.set()


class Live:
    """Announces what changes, and makes the messages of every viewer."""

    def __init__(self, services: Services, backend: ChannelsBackend | None = None) -> None:
        self.services = services
        self.name = new_id()
        self.plugin = ChannelsPlugin(
            backend=backend or steady_backend(services.settings, msgspec.json.encode(Announced("", "", "match"))),
            channels=[CHANNEL],
            subscriber_max_backlog=10_000,
        )
        self._looking: dict[str, set[Looking]] = {}
        self._sent: dict[str, OrderedDict[tuple[Any, ...], bytes]] = {}
        self._marks: dict[tuple[str, frozenset[int], str], tuple[int, dict[str, bytes]]] = {}
        self._facts: dict[str, asyncio.Task[tuple[Table, Facts]]] = {}
        self._reader: asyncio.Task[None] | None = None
        self.closing = False
        services.host.listeners.append(self._heard)
        for told in (services.undoing.told, services.clocks.told):
            told.append(lambda table: self.announce(table, "table"))

    async def start(self) -> None:
        """Begin to listen to what other processes announce."""
        await self.plugin.__aenter__()
        self._reader = asyncio.ensure_future(self._read())

    async def stop(self) -> None:
        """Stop listening."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
            await self.plugin.__aexit__(None, None, None)

    async def _read(self) -> None:
        async with self.plugin.start_subscription([CHANNEL]) as subscriber:
            async for raw in subscriber.iter_events():
                try:
                    announced = msgspec.json.decode(raw, type=Announced)
                except msgspec.DecodeError:
                    continue
                if not announced.table:  # announcements were lost: whatever there is may have changed
                    for table in list(self._looking):
                        await self._learn(table, "match")
                        self._tell(table, "chat")
                elif announced.by != self.name:
                    await self._learn(announced.table, announced.what)

    async def _learn(self, table: str, what: str) -> None:
        """Read what another process has stored, if anybody here wants to know."""
        if what == "match" and self.services.host.standing(table) is not None:
            try:
                await self.services.host.hosted(table)  # what is new is told by `_heard`
            except Problem as problem:
                log.warning("cannot follow", table=table, problem=problem.detail)
        self._tell(table, what)

    async def _heard(self, hosted: Hosted, turn: Turn) -> None:
        if turn.entry:
            await self.announce(turn.table, "match")
        else:  # of another process, which has announced it
            self._tell(turn.table, "match")

    async def announce(self, table: str, what: str) -> None:
        """Say that something changed, here and to all processes."""
        self._tell(table, what)
        self.plugin.publish(msgspec.json.encode(Announced(table, self.name, what)), [CHANNEL])

    def _tell(self, table: str, what: str) -> None:
        self._facts.pop(table, None)
        for looking in self._looking.get(table, ()):
            looking.tell(what)

    # Who looks

    def enter(self, looking: Looking) -> None:
        """Somebody looks at a table from now on."""
        self._looking.setdefault(looking.table, set()).add(looking)

    def leave(self, looking: Looking) -> None:
        """Somebody looks no longer; what was kept for a table goes with the last one."""
        left = self._looking.get(looking.table)
        if left is None:
            return
        left.discard(looking)
        if not left:
            del self._looking[looking.table]
            self._sent.pop(looking.table, None)
            self._facts.pop(looking.table, None)
            for key in [key for key in self._marks if key[0] == looking.table]:
                del self._marks[key]

    def looks(self, table: str, person: str) -> bool:
        """Tell whether a person looks at a table now, through this process."""
        return any(one.person == person for one in self._looking.get(table, ()))

    def sockets_of(self, who: str) -> int:
        """Return how many connections a person, or an address, has to this process."""
        return sum(one.who == who for ones in self._looking.values() for one in ones)

    def sockets(self) -> int:
        """Return how many connections there are."""
        return sum(map(len, self._looking.values()))

    async def close_all(self, seconds: float) -> None:
        """Let every connection end, when what it is answering is stored; wait for that so long."""
        self.closing = True
        for looking in [one for ones in self._looking.values() for one in ones]:
            looking.tell("table")
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.sockets():
                    await asyncio.sleep(0.02)

    # What is sent

    async def facts(self, table: str) -> tuple[Table, Facts]:
        """Return a table and what all are told of it: read once for all who look, whenever something changed."""
        reading = self._facts.get(table)
        if reading is None:
            reading = self._facts[table] = asyncio.ensure_future(self._read_facts(table))
        return await asyncio.shield(reading)

    async def _read_facts(self, id_: str) -> tuple[Table, Facts]:
        try:
            table = await self.services.tables.get(id_)
            return table, await facts_of(self.services, table)
        except BaseException:
            self._facts.pop(id_, None)
            raise

    def upto(self, hosted: Hosted, table: Table, seats: frozenset[int]) -> int:
        """Return the entry up to which these seats see the match: spectators may see it late."""
        late = 0 if seats else table.settings.delay_rounds
        over = hosted.match.outcome is not None
        return delayed(hosted.rounds, late, hosted.head, over=over, rewound=hosted.rewound)

    def first(self, hosted: Hosted, looking: Looking, upto: int) -> tuple[int, bytes]:
        """Return number and text of the message that begins a connection: where the match stands."""
        seq = count(hosted.steps, looking.seats, upto)
        match = hosted.at(upto)
        message = snapshot(match, hosted.rewound[upto], looking.seats, seq)
        if looking.drawn:
            layer = layer_of(match, looking.seats, looking.language)
            message["drawing"] = layer
            self._marks[looking.table, looking.seats, looking.language] = (seq, marks_of(parts_of(layer)))
        return seq, msgspec.json.encode(message)

    def after(self, hosted: Hosted, looking: Looking, seq: int, upto: int) -> list[tuple[int, bytes]]:
        """Return number and text of every message after `seq`: the same bytes whenever. Raises LookupError."""
        entry = entry_of(hosted.steps, looking.seats, seq)
        found = []
        for number in range(entry + 1, upto + 1):
            if noticed(hosted.steps[number - 1], looking.seats):
                seq += 1
                found.append((seq, self._message(hosted, looking, seq, number)))
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
        message = update(match, hosted.rewound[entry], looking.seats, seq, step.since)
        if before is not None:
            parts = self._parts(hosted, entry, looking)
            message["drawing"] = patches(before, parts)
            self._marks[looking.table, looking.seats, looking.language] = (seq, marks_of(parts))
        kept[key] = msgspec.json.encode(message)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return kept[key]

    def _before(self, hosted: Hosted, looking: Looking, seq: int) -> dict[str, bytes]:
        """Return the marks of the drawing as it was with the message before `seq`."""
        marked = self._marks.get((looking.table, looking.seats, looking.language))
        if marked is not None and marked[0] == seq - 1:
            return marked[1]
        return marks_of(self._parts(hosted, entry_of(hosted.steps, looking.seats, seq - 1), looking))

    def _parts(self, hosted: Hosted, entry: int, looking: Looking) -> Parts:
        match = hosted.at(entry)
        return parts_of(layer_of(match, looking.seats, looking.language))
