"""Two processes on a PostgreSQL and a Redis; each of the four is killed or restarted while matches are played."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from banneret.client import Client
from banneret.server.ops.doctor import verify_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.conftest import new_database
from tests.server.servers import Restarted, restarted_postgres, restarted_redis
from tests.server.test_takeover import LONGEST, Pair, Player, goes_on

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

log = logging.getLogger(__name__)

TROUBLES = ("database", "redis", "process 0", "crash of the database", "process 1")


class Setup(NamedTuple):
    """What can be restarted."""

    pair: Pair
    postgres: Restarted
    redis: Restarted

    def trouble(self, what: str) -> None:
        """Kill or restart one of them; it answers again when this returns."""
        if what == "redis":
            self.redis.restart()
        elif what.startswith("process"):
            which = int(what[-1])
            self.pair.kill(which)
            self.pair.begin_again(which)
        else:
            self.postgres.restart(crash=what.startswith("crash"))


@pytest.fixture
def setup(tmp_path: Path) -> Iterator[Setup]:
    with ExitStack() as stack:
        postgres = stack.enter_context(restarted_postgres())
        redis = stack.enter_context(restarted_redis())
        pair = Pair(tmp_path, new_database(postgres.address), redis.address)
        stack.callback(pair.close)
        pair.begin()
        yield Setup(pair, postgres, redis)


async def played(setup: Setup, troubles: Iterable[str], seed: int, tables: int) -> list[float]:
    """Let people play through all troubles; return how long it took after each until all matches went on."""
    random, seconds, pair = Random(seed), list[float](), setup.pair
    async with Client(pair.urls[0]) as ann:
        await ann.enter("Ann")
        players = [Player(pair, str(ann.token), number) for number in range(tables)]
    tasks = [asyncio.ensure_future(one.play()) for one in players]
    try:
        for trouble in troubles:
            await goes_on(players, tasks)
            await asyncio.sleep(random.random() * LONGEST)
            setup.trouble(trouble)
            begun = time.monotonic()
            for which in range(2):
                await goes_on(players, tasks, which)
            seconds.append(time.monotonic() - begun)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in players:
            await one.close()
    services = Services(Settings(database=pair.database))
    try:
        for one in players:
            await one.check(services)
    finally:
        await services.database.close()
    checked, faults = await verify_all(Settings(database=pair.database), replay=True)
    assert faults == []
    assert checked >= tables
    return seconds


@pytest.mark.soak
async def test_matches_go_on_when_the_database_and_redis_were_restarted(setup: Setup) -> None:
    assert len(await played(setup, TROUBLES[:2], seed=1, tables=1)) == 2


@pytest.mark.soak
async def test_restarted_and_killed_120_times_nothing_acknowledged_is_lost_or_doubled(setup: Setup) -> None:
    seconds = await played(setup, (TROUBLES[number % len(TROUBLES)] for number in range(120)), seed=2, tables=3)
    log.info("until all tables went on: at most %.1f s, on average %.1f s", max(seconds), sum(seconds) / len(seconds))
    assert len(seconds) == 120
