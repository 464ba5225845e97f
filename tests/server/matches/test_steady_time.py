"""Jumps of the machine's clock, sleep and restarts take no time from anybody's clock, and forfeit no seat."""

from __future__ import annotations

from asyncio import gather, sleep
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from banneret.server.matches.clocks import GAP_MS
from banneret.server.matches.steady_time import SteadyTime
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.tables.table import Clock, Sitting, TableSettings
from tests.server.playing import Moment, guests, table_of

pytestmark = pytest.mark.anyio

HOUR = 3_600_000
LIVE = TableSettings(clock=Clock(kind="live", bank=600, increment=30), at_zero="forfeit")
DAYS = TableSettings(clock=Clock(kind="days", bank=86_400, increment=7200, cap=90_000), at_zero="forfeit")


class Machine:
    """A machine whose clock can be set; its monotonic clock goes on evenly."""

    def __init__(self) -> None:
        self.monotonic = 1000.0
        self.wall = 1_800_000_000_000

    def pass_seconds(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += int(seconds * 1000)

    def time(self) -> SteadyTime:
        return SteadyTime(lambda: self.wall, lambda: self.monotonic)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def served_on(machine: Machine, settings: Settings) -> Services:
    services = Services(settings)
    services.time = services.clocks.time = machine.time()
    services.clocks.clock = services.time.now
    return services


def left(services: Services, seat: Sitting) -> int:
    """Return how many milliseconds a seat has left."""
    assert seat.deadline is not None
    assert seat.asked_at is not None
    assert seat.bank is not None
    assert seat.deadline == seat.asked_at + seat.bank
    return seat.deadline - services.now()


async def begun(services: Services, settings: TableSettings = LIVE) -> str:
    return (await table_of(services, list(await guests(services, 3)), settings=settings)).id


async def seat_of(services: Services, table: str) -> Sitting:
    return (await services.tables.get(table)).seats[0]


def test_time_goes_on_evenly_when_the_clock_is_set(machine: Machine) -> None:
    time = machine.time()
    machine.pass_seconds(10)
    machine.wall += HOUR
    assert (time.now(), time.jump()) == (1_800_000_010_000, HOUR)
    machine.wall -= 2 * HOUR
    assert (time.now(), time.jump()) == (1_800_000_010_000, -HOUR)
    time.move(5000)
    assert time.now() == 1_800_000_015_000


@pytest.mark.parametrize("jump", [HOUR, 2400 * HOUR, -HOUR, GAP_MS // 2])
async def test_a_clock_that_is_set_forfeits_nobody(settings: Settings, machine: Machine, jump: int) -> None:
    services = served_on(machine, settings)
    await services.start()
    try:
        table = await begun(services)
        await services.host.hosted(table)
        machine.pass_seconds(100)
        machine.wall += jump
        assert await services.clocks.due() == 0
        await services.clocks.beat()
        assert await services.clocks.due() == 0
        assert left(services, await seat_of(services, table)) == 500_000
        assert services.now() == machine.wall or jump < GAP_MS  # put forward, it is followed
        hosted = await services.host.hosted(table)  # what is kept in memory has been read again
        assert hosted.kept.table.seats[0].deadline == (await seat_of(services, table)).deadline
        machine.pass_seconds(499)
        assert await services.clocks.due() == 0
        machine.pass_seconds(2)
        assert await services.clocks.due() > 0 or (await services.tables.get(table)).status == "finished"
    finally:
        await services.stop()


async def test_heartbeats_that_overlap_follow_a_clock_that_is_set_only_once(
    settings: Settings, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = served_on(machine, settings)
    shift = services.clocks._shift

    async def slowly(*given: Any) -> Any:
        await sleep(0.2)  # the other heartbeat reads meanwhile
        return await shift(*given)

    await services.start()
    try:
        table = await begun(services)
        monkeypatch.setattr(services.clocks, "_shift", slowly)
        machine.wall += HOUR
        await gather(services.clocks.beat(), services.clocks.beat())
        assert services.now() == machine.wall
        assert left(services, await seat_of(services, table)) == 600_000
    finally:
        await services.stop()


@pytest.mark.parametrize("away", [48 * HOUR, -HOUR])
async def test_clocks_go_on_after_a_restart_from_what_was_left(settings: Settings, machine: Machine, away: int) -> None:
    services = served_on(machine, settings)
    await services.start()
    try:
        table = await begun(services)
        machine.pass_seconds(100)
        await services.clocks.beat()
    finally:
        await services.stop()
    machine.wall += away  # the server was away, or the clock was set meanwhile
    services = served_on(machine, settings)
    await services.start()
    try:
        assert services.now() == machine.wall
        assert await services.clocks.due() == 0
        assert left(services, await seat_of(services, table)) == 500_000
    finally:
        await services.stop()


async def test_who_was_asked_after_the_last_heartbeat_loses_nothing(settings: Settings, machine: Machine) -> None:
    services = served_on(machine, settings)
    await services.start()
    try:
        await begun(services)
        await services.clocks.beat()
        machine.pass_seconds(3)
        late = await begun(services)
    finally:
        await services.stop()
    machine.pass_seconds(HOUR / 1000)
    services = served_on(machine, settings)
    await services.start()
    try:
        assert left(services, await seat_of(services, late)) == 600_000
    finally:
        await services.stop()


async def test_a_vacation_ends_when_it_ends(settings: Settings, machine: Machine) -> None:
    services = served_on(machine, settings)
    await services.start()
    try:
        table = await begun(services, DAYS)
        ann = await services.admin_people.by_id(str((await seat_of(services, table)).person_id))
        until = services.now() + 48 * HOUR
        await services.clocks.vacation(await services.people.set_vacation(ann, until, services.now()), until)
        await services.clocks.beat()
        machine.wall += HOUR
        await services.clocks.beat()
        assert (await seat_of(services, table)).deadline == until + 24 * HOUR
    finally:
        await services.stop()


async def test_another_process_follows_and_moves_nothing_again(settings: Settings, machine: Machine) -> None:
    one, two = served_on(machine, settings), served_on(machine, settings)
    await one.start()
    await two.start()
    try:
        table = await begun(one)
        machine.wall += HOUR
        await one.clocks.beat()
        await two.clocks.beat()
        assert one.now() == two.now() == machine.wall
        assert left(two, await seat_of(two, table)) == 600_000
    finally:
        await one.stop()
        await two.stop()


async def test_an_idle_server_writes_no_heartbeat(services: Services, moment: Moment, tmp_path: Path) -> None:
    log = tmp_path / "banneret.sqlite3-wal"
    await services.clocks.beat()
    before = log.read_bytes()
    moment.pass_seconds(5)
    await services.clocks.beat()
    assert log.read_bytes() == before


@pytest.mark.parametrize(("jump", "lines"), [(7, 0), (GAP_MS, 0), (-HOUR, 0), (HOUR, 1)])
async def test_only_a_clock_that_was_put_forward_is_logged(
    settings: Settings, machine: Machine, jump: int, lines: int
) -> None:
    services = served_on(machine, settings)
    await services.start()
    try:
        machine.wall += jump
        with capture_logs() as logged:
            await services.clocks.beat()
        assert [one["event"] for one in logged] == ["system clock set forward"] * lines
        assert services.time.jump() == (0 if lines else jump)
    finally:
        await services.stop()
