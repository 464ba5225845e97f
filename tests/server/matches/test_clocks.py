"""Clocks: what they take, give and cap; vacations; what happens at zero, by whichever process comes first."""

from __future__ import annotations

from random import Random

import pytest

from banneret.kernel import notation
from banneret.server.matches.host import Accepted
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.tables.table import Clock, Sitting, Table, TableSettings
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio

LIVE = Clock(kind="live", bank=600, increment=30)
DAYS = Clock(kind="days", bank=86_400, increment=7200, cap=90_000)


async def begun(services: Services, clock: Clock, at_zero: str = "bot") -> tuple[Table, list[Person]]:
    people = await guests(services, 3)
    settings = TableSettings(clock=clock, at_zero="forfeit" if at_zero == "forfeit" else "bot", stand_in="random")
    return await table_of(services, list(people), settings=settings), people


async def answer(services: Services, table: str, seat: int, number: int = 0) -> Accepted:
    hosted = await services.host.hosted(table)
    do = notation.write(hosted.match.asking[seat].options.listed[number])
    return await services.host.answer(table, seat, hosted.asks()[seat], do)


async def seat_of(services: Services, table: str, seat: int) -> Sitting:
    return (await services.tables.get(table)).seats[seat]


async def test_each_clock_runs_from_its_own_ask_on(services: Services, moment: Moment) -> None:
    table, _ = await begun(services, LIVE)
    start = moment.now
    assert {one.deadline for one in table.seats} == {start + 600_000}
    moment.pass_seconds(100)
    await answer(services, table.id, 0)
    mine, other = await seat_of(services, table.id, 0), await seat_of(services, table.id, 1)
    assert (mine.bank, mine.asked_at, mine.deadline) == (530_000, moment.now, moment.now + 530_000)
    assert (other.bank, other.asked_at, other.deadline) == (600_000, start, start + 600_000)


async def test_a_seat_that_is_asked_nothing_spends_nothing(services: Services, moment: Moment) -> None:
    table, _ = await begun(services, LIVE)
    while 0 in (await services.host.hosted(table.id)).match.asking:
        await answer(services, table.id, 0)
    ready = await seat_of(services, table.id, 0)
    assert (ready.ask, ready.deadline) == ("", None)
    moment.pass_seconds(400)
    await services.clocks.due()
    assert (await seat_of(services, table.id, 0)).bank == ready.bank
    assert (await seat_of(services, table.id, 1)).person_id is not None


async def test_a_bank_over_days_is_capped(services: Services, moment: Moment) -> None:
    table, _ = await begun(services, DAYS)
    moment.pass_seconds(600)
    await answer(services, table.id, 0)
    assert (await seat_of(services, table.id, 0)).bank == 90_000_000
    moment.pass_seconds(50_000)
    await answer(services, table.id, 0)
    assert (await seat_of(services, table.id, 0)).bank == 47_200_000


async def test_at_zero_a_bot_takes_over_and_the_seat_can_be_taken_back(services: Services, moment: Moment) -> None:
    table, people = await begun(services, LIVE)
    await answer(services, table.id, 1)
    moment.pass_seconds(600)
    assert await services.clocks.due() == 2
    assert await services.clocks.due() == 0
    seats = (await services.tables.get(table.id)).seats
    assert [one.bot for one in seats] == ["random", None, "random"]
    assert [one.owner_id for one in seats] == [one.id for one in people]
    back = await services.tables.take_back(await services.tables.get(table.id), people[0], 0, moment.now)
    assert (back.seats[0].person_id, back.seats[0].bot) == (people[0].id, None)


async def test_at_zero_a_seat_forfeits_once_though_two_servers_look(database_url: str) -> None:
    moment = Moment()
    both = [Services(Settings(database=database_url), clock=moment) for _ in range(2)]
    for one in both:
        await one.start()
    try:
        here, there = both
        table, _ = await begun(here, LIVE, "forfeit")
        await answer(here, table.id, 1)
        await answer(here, table.id, 2)
        moment.pass_seconds(601)
        done = await here.clocks.due() + await there.clocks.due()
        hosted = await there.host.hosted(table.id)
        assert hosted.match.forfeited[:1] == (0,)
        assert sum("forfeit" in entry for entry in hosted.entries) == done <= 2
        assert (await seat_of(here, table.id, 0)).deadline is None
    finally:
        for one in both:
            await one.stop()


async def test_an_answer_in_time_keeps_the_seat_though_its_deadline_was_read(
    services: Services, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, people = await begun(services, LIVE, "forfeit")
    over = services.clocks._over

    async def late(row: object, settings: TableSettings) -> int:
        await answer(services, table.id, 0)
        return await over(row, settings)

    for seat in (1, 2):
        await services.tables.leave(table, people[seat], seat)
    moment.pass_seconds(600)
    monkeypatch.setattr(services.clocks, "_over", late)
    assert await services.clocks.due() == 0
    hosted = await services.host.hosted(table.id)
    assert hosted.match.forfeited == ()
    one = await seat_of(services, table.id, 0)
    assert one.deadline == moment.now + 30_000  # the increment is what is left


async def test_a_vacation_stops_the_clocks_over_days_alone(services: Services, moment: Moment) -> None:
    table, people = await begun(services, DAYS)
    live, _ = await begun(services, LIVE)
    until = moment.now + 7 * 86_400_000
    ann = await services.people.set_vacation(people[0], until, moment.now)
    await services.clocks.vacation(ann, until)
    assert (await seat_of(services, table.id, 0)).deadline == until + 86_400_000
    assert (await seat_of(services, live.id, 0)).deadline == moment.now + 600_000
    moment.pass_seconds(86_400)
    await services.clocks.due()
    seats = (await services.tables.get(table.id)).seats
    assert [one.person_id is None for one in seats] == [False, True, True]


@pytest.mark.slow
async def test_clocks_go_on_after_a_restart(settings: Settings) -> None:
    moment = Moment()
    first = Services(settings, clock=moment)
    await first.start()
    table, _ = await begun(first, LIVE)
    await play_on(first, table.id, Random(1), answers=2)
    await first.clocks.beat()  # or it depends on the first round whether there is a heartbeat
    await first.stop()
    moment.pass_seconds(700)  # which is nobody's time
    second = Services(settings, clock=moment)
    await second.start()
    try:
        assert await second.clocks.due() == 0
        moment.pass_seconds(700)
        await second.clocks.due()
        assert all(one.bot == "random" or not one.ask for one in (await second.tables.get(table.id)).seats)
    finally:
        await second.stop()
