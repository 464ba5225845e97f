"""Limits of requests: counted in memory or in Redis, for all processes; without Redis the server goes on."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
import structlog

from banneret.server.people import counters as counters_module
from banneret.server.people.counters import Counters
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.conftest import in_process
from tests.server.playing import Moment
from tests.server.servers import free_port

pytestmark = pytest.mark.anyio


def counters_at(moment: Moment) -> Counters:
    return Counters("", lambda: moment() / 1000)


async def test_a_limit_holds_for_any_minute_and_ends_with_time() -> None:
    moment = Moment()
    counters = counters_at(moment)
    assert [await counters.take("ann", "answers", 2) for _ in range(3)] == [0, 0, 60_000]
    assert await counters.take("bea", "answers", 2) == 0
    assert await counters.take("ann", "reads", 2) == 0
    moment.pass_seconds(59)
    assert await counters.take("ann", "answers", 2) == 1000
    moment.pass_seconds(1)
    assert [await counters.take("ann", "answers", 2) for _ in range(3)] == [0, 0, 60_000]


async def test_a_count_expires_after_its_first_increment() -> None:
    moment = Moment()
    counters = counters_at(moment)
    assert await counters.add("a", 10) == 1
    moment.pass_seconds(9)
    assert await counters.add("a", 10) == 2
    assert (await counters.count("a"), await counters.left_ms("a")) == (2, 1000)
    moment.pass_seconds(1)
    assert await counters.count("a") == 0
    assert await counters.add("a", 10) == 1
    await counters.forget("a")
    assert await counters.count("a") == 0


async def test_memory_holds_a_bounded_number_of_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters_module, "COUNTED", 10)
    counters = counters_at(Moment())
    for number in range(30):
        await counters.take(str(number), "reads", 1)
        await counters.add(str(number), 60)
    assert (len(counters.memory.windows), len(counters.memory.counts)) == (10, 10)
    assert await counters.take("29", "reads", 1) > 0


async def test_processes_with_one_redis_share_a_limit(redis_url: str) -> None:
    one, two = Counters(redis_url), Counters(redis_url)
    who = secrets.token_hex(8)
    try:
        waits = [await each.take(who, "answers", 3) for each in (one, two, one, two, one)]
        assert waits[:3] == [0, 0, 0]
        assert all(0 < wait <= 60_000 for wait in waits[3:])
        assert [await one.add(who, 60), await two.add(who, 60), await one.count(who)] == [1, 2, 2]
        assert 0 < await two.left_ms(who) <= 60_000
        await one.forget(who)
        assert await two.count(who) == 0
    finally:
        await one.close()
        await two.close()


async def test_without_redis_the_server_counts_for_itself_and_warns_once(tmp_path: Path) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path}/a.sqlite3", live=f"redis://127.0.0.1:{free_port()}/0", rate_signing=3
    )
    with structlog.testing.capture_logs() as logged:
        async with in_process(Services(settings, clock=Moment())) as client:
            codes = [(await client.post("/api/v1/guests", json={"name": "Ann"})).status_code for _ in range(5)]
    assert codes == [201] * 3 + [429] * 2
    assert sum("this process only" in one["event"] for one in logged) == 1
