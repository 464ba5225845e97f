"""Two servers on one database against a plain match: answers, take-backs, seats, clocks, crashes, late writers."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.server.matches.pending import changed
from banneret.server.matches.stream import undo_refusal
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Clash
from banneret.server.tables import lifecycle
from banneret.server.tables.table import Clock, Table, TableSettings
from tests.server.playing import Moment, guests, table_of

SEATS = 3
CLOCK = Clock(kind="live", bank=600, increment=30)
WHICH = st.integers(0, 1)
NUMBER = st.integers(0, 1000)

R = TypeVar("R")


async def _nothing(_: Services) -> None:
    return


class Hosting(RuleBasedStateMachine):
    """The model: the match, the number of entries, and who sits where."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.patch = pytest.MonkeyPatch()
        self.moment = Moment()
        self.servers: list[Services] = []
        self.match: Match[Any]
        self.head = 0
        self.keys = 0
        self.sits = [True] * SEATS
        self.last: tuple[int, str, str, str, int] | None = None
        self.people: list[Person] = []
        self.table: Table

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        return self.loop.run_until_complete(work)

    @initialize()
    def begin(self) -> None:
        same = SimpleNamespace(**vars(secrets) | {"token_bytes": bytes})  # histories are repeated with the same chance
        self.patch.setattr(lifecycle, "secrets", same)
        self.patch.setattr(Services, "_make_rounds", _nothing)  # clocks are looked at when a rule says so
        self.servers = [self._server(), self._server()]
        self.people = self.run(guests(self.servers[0], SEATS))
        wanted = TableSettings(clock=CLOCK, stand_in="random")
        self.table = self.run(table_of(self.servers[0], list(self.people), settings=wanted))
        self.match = new_match("thrones", seats=SEATS, key=self.run(self._key()))

    def _server(self) -> Services:
        made = Services(Settings(database=f"sqlite:///{Path(self.folder.name) / 'b.sqlite3'}"), clock=self.moment)
        made.thinking._stopping = True  # the model answers for bots
        self.run(made.start())
        return made

    async def _key(self) -> bytes:
        async with self.servers[0].database.reading() as connection:
            key = await connection.scalar(select(schema.tables.c.key).where(schema.tables.c.id == self.table.id))
        return bytes(key or b"")

    def _ask(self, number: int) -> tuple[int, str, str]:
        """Return a seat that is asked, the id of its ask, and an answer."""
        seat = list(self.match.asking)[number % len(self.match.asking)]
        options = self.match.asking[seat].options.listed
        asks = self.run(self.servers[0].host.hosted(self.table.id)).asks()
        return seat, asks[seat], notation.write(options[number % len(options)])

    def teardown(self) -> None:
        self.patch.undo()
        for one in self.servers:
            self.run(one.stop())
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()
        self.folder.cleanup()

    # What happens

    @precondition(lambda self: self.match.asking)
    @rule(which=WHICH, number=NUMBER)
    def answer(self, which: int, number: int) -> None:
        seat, ask, do = self._ask(number)
        self.keys += 1
        key = f"key {self.keys}"
        done = self.run(
            self.servers[which].host.answer(self.table.id, seat, ask, do, person=self.people[seat].id, idempotency=key)
        )
        self.match.play(seat, do)
        self.head += 1
        assert (done.seq, done.again) == (self.head, False)
        self.last = (seat, ask, do, key, self.head)

    @precondition(lambda self: self.last is not None)
    @rule(which=WHICH)
    def send_again(self, which: int) -> None:
        assert self.last is not None
        seat, ask, do, key, seq = self.last
        host = self.servers[which].host
        done = self.run(host.answer(self.table.id, seat, ask, do, person=self.people[seat].id, idempotency=key))
        assert (done.seq, done.again) == (seq, True)
        with pytest.raises(Problem) as caught:  # without its key it is another answer
            self.run(host.answer(self.table.id, seat, ask, do))
        assert caught.value.kind == "stale-ask"

    @precondition(lambda self: len(self.match.asking) > 1)
    @rule(number=NUMBER)
    def answer_through_both_at_once(self, number: int) -> None:
        seat, ask, do = self._ask(number)

        async def both() -> list[Any]:
            tries = [one.host.answer(self.table.id, seat, ask, do) for one in self.servers]
            return await asyncio.gather(*tries, return_exceptions=True)

        results = self.run(both())
        refused = [one for one in results if isinstance(one, Problem)]
        assert [one.kind for one in refused] == ["stale-ask"]
        self.match.play(seat, do)
        self.head += 1

    @precondition(lambda self: self.match.asking)
    @rule(which=WHICH, number=NUMBER)
    def write_too_late(self, which: int, number: int) -> None:
        late, other = self.servers[which], self.servers[1 - which]
        seat, ask, do = self._ask(number)
        hosted = self.run(late.host.hosted(self.table.id))
        pending = changed(
            hosted, {"seat": seat, "ask": self.match.asking[seat].kind, "do": do}, self.moment(), late.host.joiners
        )
        self.run(other.host.answer(self.table.id, seat, ask, do))
        self.match.play(seat, do)
        self.head += 1
        with pytest.raises(Clash):
            self.run(late.host.writer.store(pending.change))

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1))
    def take_back(self, which: int, seat: int) -> None:
        if undo_refusal(self.match, seat) is not None:
            return
        services = self.servers[which]
        assert self.run(services.undoing.undo(self.table, self.people[seat], seat)) is None
        self.match.undo(seat)
        self.head += 1
        self.last = None

    @precondition(lambda self: self.match.outcome is None and self.head > 4 and not self.match.forfeited)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1))
    def forfeit(self, which: int, seat: int) -> None:
        self.run(self.servers[which].host.enter(self.table.id, lambda _: {"forfeit": seat}))
        self.match.forfeit(seat)
        self.head += 1

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1))
    def change_seats(self, which: int, seat: int) -> None:
        services = self.servers[which]
        change = services.tables.leave if self.sits[seat] else None
        if change is not None:
            self.run(change(self.table, self.people[seat], seat))
        else:
            self.run(services.tables.take_back(self.table, self.people[seat], seat, self.moment()))
        self.sits[seat] = not self.sits[seat]

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=WHICH, seconds=st.sampled_from([1, 100, 700]))
    def pass_time(self, which: int, seconds: int) -> None:
        self.moment.pass_seconds(seconds)
        seats = self.run(self.servers[which].tables.get(self.table.id)).seats
        over = {one.seat for one in seats if one.deadline is not None and one.deadline <= self.moment()}
        self.run(self.servers[which].clocks.due())
        for seat in over:
            self.sits[seat] = False

    @rule(which=WHICH)
    def crash(self, which: int) -> None:
        """Leave a server as if it had been killed, and start another one."""
        gone, self.servers[which] = self.servers[which], self._server()
        self.run(gone.stop())

    @rule(which=WHICH)
    def forget(self, which: int) -> None:
        self.servers[which].host.forget(self.table.id)

    # What always holds

    @invariant()
    def both_stand_where_the_match_stands(self) -> None:
        for services in self.servers:
            hosted = self.run(services.host.hosted(self.table.id))
            stored = self.run(services.tables.get(self.table.id))
            assert hosted.head == self.head == len(hosted.entries)
            assert hosted.match.digest() == self.match.digest()
            assert hosted.kept.table == stored
            assert {one.seat: one.ask for one in stored.seats if one.ask} == hosted.asks()
            assert [one.person_id is not None for one in stored.seats] == self.sits
            assert stored.status == ("running" if self.match.outcome is None else "finished")


LITTLE = settings(
    max_examples=6,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=[Phase.generate],
)
MUCH = settings(LITTLE, max_examples=150, stateful_step_count=60)


@pytest.mark.slow
def test_a_few_short_histories() -> None:
    run_state_machine_as_test(Hosting, settings=LITTLE)


@pytest.mark.soak
def test_many_long_histories() -> None:
    run_state_machine_as_test(Hosting, settings=MUCH)
