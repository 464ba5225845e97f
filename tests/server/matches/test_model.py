"""Two servers on one database against a plain match, plain clocks and a plain list of who sits where.

Answers, take-backs, requests for consent, forfeits, clocks, changes of seats, crashes and late writers come in any
order, through either server.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
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
from banneret.server.matches import takeback
from banneret.server.matches.pending import changed
from banneret.server.matches.stream import FINAL_RULES, rewinds, undo_refusal
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Clash
from banneret.server.store.entries import ask_id
from banneret.server.store.writer import Change
from banneret.server.tables import lifecycle
from banneret.server.tables.table import Clock, Table, TableSettings
from tests.server.playing import Moment, guests, table_of

SEATS = 3
CLOCKS = [Clock(kind="live", bank=600, increment=30), Clock(kind="days", bank=600, increment=60, cap=650)]
SECOND = 1000
WHICH = st.integers(0, 1)
NUMBER = st.integers(0, 1000)

R = TypeVar("R")


async def _nothing(_: Services) -> None:
    return


class Killed(Exception):
    """What ends a process while it stores an entry."""


@dataclass
class Hand:
    """The clock of a seat: milliseconds left when it was asked, and what it is asked."""

    bank: int
    ask: str = ""
    asked_at: int = 0
    deadline: int | None = None

    def turn(self, clock: Clock, ask: str, now: int) -> None:
        """Stop where the seat has answered, and start where it is asked."""
        if ask == self.ask:
            return
        if self.ask:
            left = max(0, self.bank - (now - self.asked_at)) + clock.increment * SECOND
            most = clock.cap * SECOND if clock.kind == "days" else self.bank + clock.increment * SECOND
            self.bank = min(left, most)
        self.ask, self.asked_at = ask, now
        self.deadline = now + self.bank if ask else None

    def come(self, clock: Clock, now: int) -> None:
        """Leave returning players at least the increment."""
        self.deadline = max(self.asked_at + self.bank, now + clock.increment * SECOND) if self.ask else None


@dataclass
class Request:
    """A request to take an answer back that stands, as far as the model knows."""

    id: str
    seat: int
    head: int
    agreed: set[int] = field(default_factory=set)


class Hosting(RuleBasedStateMachine):
    """The model: the match, the number of entries, the clocks, and who sits where."""

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
        self.rewinds = 0
        self.clock = CLOCKS[0]
        self.forfeits = False
        self.hands: list[Hand] = []
        self.request: Request | None = None
        self.people: list[Person] = []
        self.table: Table

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        return self.loop.run_until_complete(work)

    @initialize(clock=st.sampled_from(CLOCKS), forfeits=st.booleans())
    def begin(self, clock: Clock, forfeits: bool) -> None:
        same = SimpleNamespace(**vars(secrets) | {"token_bytes": bytes})  # histories are repeated with the same chance
        self.patch.setattr(lifecycle, "secrets", same)
        self.patch.setattr(takeback, "secrets", SimpleNamespace(token_hex=lambda length: bytes(length).hex()))
        self.patch.setattr(Services, "_make_rounds", _nothing)  # clocks are looked at when a rule says so
        self.servers = [self._server(), self._server()]
        self.people = self.run(guests(self.servers[0], SEATS))
        wanted = TableSettings(clock=clock, stand_in="random", at_zero="forfeit" if forfeits else "bot")
        self.table = self.run(table_of(self.servers[0], list(self.people), settings=wanted))
        self.match = new_match("thrones", seats=SEATS, key=self.run(self._key()))
        self.clock, self.forfeits = clock, forfeits
        self.hands = [Hand(clock.bank * SECOND) for _ in range(SEATS)]
        self._turn_hands()

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

    def _now(self) -> Table:
        return self.run(self.servers[0].tables.get(self.table.id))

    def _enter(self, entry: dict[str, Any]) -> None:
        """Enter into the plain match what a server is known to have stored."""
        before = self.match.clone()
        if "do" in entry:
            self.match.play(entry["seat"], entry["do"])
        elif "forfeit" in entry:
            self.match.forfeit(entry["forfeit"])
        elif "salt" in entry:
            self.match.undo(entry["take_back"], consent=entry["consent"], salt=bytes.fromhex(entry["salt"]))
        else:
            self.match.undo(entry["take_back"])
        self.head += 1
        self.rewinds += rewinds(before, self.match, entry)
        if "take_back" in entry:
            self.last = None
        self._turn_hands()

    def _turn_hands(self) -> None:
        for seat, hand in enumerate(self.hands):
            asked = seat in self.match.asking
            hand.turn(self.clock, ask_id(self.match, self.rewinds, seat) if asked else "", self.moment())

    def _play(self, seat: int, do: str) -> None:
        self._enter({"seat": seat, "do": do})

    def _stored(self) -> list[dict[str, Any]]:
        """Return the entries that the model does not know yet."""
        return self.run(self.servers[0].host.hosted(self.table.id)).entries[self.head :]

    def teardown(self) -> None:
        if self.servers:
            self._check_events()
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
        self._play(seat, do)
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
        self._play(seat, do)

    @precondition(lambda self: len(self.match.asking) > 1)
    @rule(number=NUMBER)
    def answer_for_two_seats_at_once(self, number: int) -> None:
        asks = [self._ask(number), self._ask(number + 1)]

        async def both() -> list[Any]:
            tries = [one.host.answer(self.table.id, *ask) for one, ask in zip(self.servers, asks, strict=True)]
            return await asyncio.gather(*tries, return_exceptions=True)

        results = self.run(both())
        entries = self._stored()
        for result, (seat, _, do) in zip(results, asks, strict=True):
            if isinstance(result, Problem):
                assert result.kind == "stale-ask"
            else:
                assert entries[result.seq - self.head - 1].items() >= {"seat": seat, "do": do}.items()
        assert len(entries) == sum(not isinstance(one, Problem) for one in results) >= 1
        for entry in entries:
            self._enter(entry)

    @precondition(lambda self: self.match.asking)
    @rule(which=WHICH, number=NUMBER, by_seat=st.booleans())
    def write_too_late(self, which: int, number: int, by_seat: bool) -> None:
        late, other = self.servers[which], self.servers[1 - which]
        seat, ask, do = self._ask(number)
        hosted = self.run(late.host.hosted(self.table.id))
        pending = changed(
            hosted, {"seat": seat, "ask": self.match.asking[seat].kind, "do": do}, self.moment(), late.host.joiners
        )
        if by_seat:
            self.change_seats(1 - which, seat)
        else:
            self.run(other.host.answer(self.table.id, seat, ask, do))
            self._play(seat, do)
        with pytest.raises(Clash):
            self.run(late.host.writer.store(pending.change))

    @precondition(lambda self: self.match.asking)
    @rule(which=WHICH, other=WHICH, number=NUMBER, stored=st.booleans())
    def be_killed_while_storing(self, which: int, other: int, number: int, stored: bool) -> None:
        """Kill a server before or after the commit; the client resends its answer."""
        host = self.servers[which].host
        store = host.writer.store
        seat, ask, do = self._ask(number)
        self.keys += 1
        key = f"key {self.keys}"

        async def killed(change: Change) -> None:
            if stored:
                await store(change)
            raise Killed

        self.patch.setattr(host.writer, "store", killed)
        with pytest.raises(Killed):
            self.run(host.answer(self.table.id, seat, ask, do, person=self.people[seat].id, idempotency=key))
        self.crash(which)
        host = self.servers[other].host
        done = self.run(host.answer(self.table.id, seat, ask, do, person=self.people[seat].id, idempotency=key))
        assert (done.seq, done.again) == (self.head + 1, stored)
        self._play(seat, do)
        self.last = (seat, ask, do, key, self.head)

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1))
    def take_back(self, which: int, seat: int) -> None:
        if undo_refusal(self.match, seat) is not None:
            return
        services = self.servers[which]
        assert self.run(services.undoing.undo(self.table, self.people[seat], seat)) is None
        self._enter({"take_back": seat})

    def _asked(self, seat: int) -> set[int]:
        """Return the seats that have to agree before an answer of this one is taken back."""
        return {one for one in range(SEATS) if self.sits[one] and one != seat and one not in self.match.forfeited}

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1))
    def ask_for_consent(self, which: int, seat: int) -> None:
        refusal = undo_refusal(self.match, seat)
        if refusal is None or refusal.rule in FINAL_RULES or not takeback.given(self.match, seat):
            return
        if not self.sits[seat]:
            return
        consent = self.run(self.servers[which].undoing.undo(self._now(), self.people[seat], seat))
        if consent is None:
            assert not self._asked(seat)
            self._taken_back(seat)
        else:
            assert set(consent.asked) == self._asked(seat)
            self.request = Request(consent.id, seat, self.head)

    @precondition(lambda self: self.request is not None)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1), agree=st.sampled_from([True, True, False]))
    def answer_request(self, which: int, seat: int, agree: bool) -> None:
        request, undoing = self.request, self.servers[which].undoing
        assert request is not None
        if seat not in self._asked(request.seat):
            return
        table = self._now()
        if request.id not in {one.id for one in self.run(undoing.standing(table))}:
            assert self.head > request.head  # somebody went on
            with pytest.raises(Problem, match="is no longer open"):
                self.run(undoing.answer(table, self.people[seat], request.id, agree=agree))
            self.request = None
            return
        self.run(undoing.answer(table, self.people[seat], request.id, agree=agree))
        request.agreed.add(seat)
        if not agree:
            self.request = None
        elif self._asked(request.seat) <= request.agreed:
            self.request = None
            self._taken_back(request.seat)

    def _taken_back(self, seat: int) -> None:
        entries = self._stored()
        assert [entry["take_back"] for entry in entries] == [seat] * len(entries)
        assert "salt" in entries[-1]
        for entry in entries:
            self._enter(entry)

    @precondition(lambda self: self.match.outcome is None and self.head > 4 and not self.match.forfeited)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1))
    def forfeit(self, which: int, seat: int) -> None:
        self.run(self.servers[which].host.enter(self.table.id, lambda _: {"forfeit": seat}))
        self._enter({"forfeit": seat})

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=WHICH, seat=st.integers(0, SEATS - 1))
    def change_seats(self, which: int, seat: int) -> None:
        services = self.servers[which]
        change = services.tables.leave if self.sits[seat] else None
        if change is not None:
            self.run(change(self.table, self.people[seat], seat))
        else:
            self.run(services.tables.take_back(self.table, self.people[seat], seat, self.moment()))
            self.hands[seat].come(self.clock, self.moment())
        self.sits[seat] = not self.sits[seat]

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=WHICH, seconds=st.sampled_from([1, 100, 700]))
    def pass_time(self, which: int, seconds: int) -> None:
        self.moment.pass_seconds(seconds)
        over = {
            seat
            for seat, hand in enumerate(self.hands)
            if self.sits[seat] and hand.deadline is not None and hand.deadline <= self.moment()
        }
        self.run(self.servers[which].clocks.due())
        entries = self._stored()
        if self.forfeits:
            assert {entry["forfeit"] for entry in entries} <= over
            for entry in entries:
                self._enter(entry)
            for seat in over & {entry["forfeit"] for entry in entries}:
                self.hands[seat].deadline = None
            assert self.match.outcome is not None or over <= set(self.match.forfeited)
        else:
            assert not entries
            for seat in over:
                self.sits[seat] = False
                self.hands[seat].deadline = None

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
            assert [(one.ask, one.bank, one.deadline) for one in stored.seats] == [
                (hand.ask, hand.bank, hand.deadline) for hand in self.hands
            ]
            assert stored.status == ("running" if self.match.outcome is None else "finished")

    def _check_events(self) -> None:
        """Compare the stored events with those of the match."""

        async def stored() -> list[int]:
            told = schema.told.c
            async with self.servers[0].database.reading() as connection:
                found = await connection.execute(
                    select(told.number).where(told.table_id == self.table.id).order_by(told.number)
                )
                return list(found.scalars())

        assert self.run(stored()) == list(range(len(self.match.events)))


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
