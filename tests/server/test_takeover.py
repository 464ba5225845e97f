"""Two processes, one of which dies or is suspended at any moment: the other one goes on, and nothing is done twice."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from banneret.client import Client
from banneret.server.ops.doctor import verify_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.commands import PATIENCE
from tests.server.conftest import new_database
from tests.server.processes import Serving, serving
from tests.server.servers import free_port

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

log = logging.getLogger(__name__)

LONGEST = 0.3
"""Seconds that pass at most before a process is killed in the middle of something."""
HUNG_SECONDS = 1.0
"""After this time without a response, a player turns to the other process."""


class Pair:
    """Two processes on one database, each of which can be started again at the same address."""

    def __init__(self, folder: Path, database: str, live: str = "postgresql") -> None:
        self.database = database
        self.live = live
        self._folders = [folder / "0", folder / "1"]
        self._stacks = [ExitStack(), ExitStack()]
        self._ports = [free_port(), free_port()]
        self.urls = [f"http://127.0.0.1:{port}" for port in self._ports]
        self.servers: list[Serving] = []

    def begin(self) -> None:
        """Start both."""
        for which, one in enumerate(self._folders):
            one.mkdir()
            self.servers.append(self._begun(which))

    def _begun(self, which: int) -> Serving:
        free = {f"BANNERET_RATE_{name}": "1000000" for name in ("ANSWERS", "READS", "SIGNING")}
        env = {"BANNERET_DATABASE": self.database, "BANNERET_LIVE": self.live} | free
        server = serving(self._folders[which], "--port", str(self._ports[which]), env=env)
        return self._stacks[which].enter_context(server)

    def kill(self, which: int) -> None:
        """Kill one of them."""
        self.servers[which].process.kill()

    def begin_again(self, which: int) -> None:
        """Start one that was killed."""
        self._stacks[which].close()
        self.servers[which] = self._begun(which)

    def close(self) -> None:
        """Stop both."""
        for stack in self._stacks:
            stack.close()


@pytest.fixture(scope="module")
def both(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    made = Pair(tmp_path_factory.mktemp("both"), new_database(postgres))
    try:
        made.begin()
        yield made
    finally:
        made.close()


@pytest.fixture
def pair(both: Pair) -> Pair:
    """Return two processes that are running."""
    for which, server in enumerate(both.servers):
        if server.process.poll() is not None:
            both.begin_again(which)
    return both


class Player:
    """Plays alone at one table after another through whichever process responds; notes what was acknowledged."""

    def __init__(self, pair: Pair, token: str, seed: int) -> None:
        self.random = Random(seed)
        self.acknowledged: dict[str, list[tuple[str, str]]] = {}
        self.by = [0, 0]
        """The number of answers that each process has acknowledged."""
        timeout = httpx.Timeout(PATIENCE, connect=HUNG_SECONDS)
        headers = {"authorization": f"Bearer {token}"}
        self._http = [
            httpx.AsyncClient(base_url=f"{url}/api/v1", headers=headers, timeout=timeout, trust_env=False)
            for url in pair.urls
        ]

    async def play(self) -> None:
        """Answer for all seats, at a new table when a match is over."""
        number, table = 0, ""
        while True:
            which = self.random.randrange(2)
            if not table:
                new = {"rulebook": "thrones", "seats": 3, "places": [{"me": True}] * 3}
                made = await self._ask(which, "POST", "/tables", new)
                table = "" if made is None else made.json()["id"]
                continue
            found = await self._ask(which, "GET", f"/tables/{table}/view?seats=0,1,2")
            if found is None:
                continue
            asks = found.json()["state"]["asks"]
            if not asks:
                table = ""
                continue
            ask = self.random.choice(asks)
            body = {"seat": ask["seat"], "ask": ask["id"], "do": self.random.choice(ask["options"])["do"]}
            number += 1
            answer = None
            while answer is None:  # as long as nobody knows, the same answer is sent again, to either of them
                which = self.random.randrange(2)
                answer = await self._ask(which, "POST", f"/tables/{table}/answers", body, f"{number}")
            if answer.status_code == 200:
                self.acknowledged.setdefault(table, []).append((body["ask"], body["do"]))
                self.by[which] += 1
            else:
                assert answer.json()["title"] == "stale-ask", answer.text

    async def _ask(
        self, which: int, method: str, path: str, body: object = None, key: str = ""
    ) -> httpx.Response | None:
        headers = {"idempotency-key": key} if key else {}
        try:
            async with asyncio.timeout(HUNG_SECONDS):
                answer = await self._http[which].request(method, path, json=body, headers=headers)
        except (httpx.TransportError, TimeoutError):
            await asyncio.sleep(0.05)
            return None
        return None if answer.status_code == 503 else answer

    async def check(self, services: Services) -> None:
        """Check that everything that was acknowledged is stored once, as it was given."""
        for table, answers in self.acknowledged.items():
            entries = (await services.host.hosted(table)).entries
            for ask, do in answers:  # an ask names the seat, and how many answers of that seat were before it
                seat, given, *_ = ask.split("-")
                assert [entry["do"] for entry in entries if entry.get("seat") == int(seat)][int(given)] == do
            assert len(set(answers)) == len(answers) <= len(entries)

    async def close(self) -> None:
        """Close the connections."""
        for one in self._http:
            await one.aclose()


async def goes_on(players: list[Player], tasks: list[asyncio.Task[None]], which: int | None = None) -> None:
    """Wait until every player has had another answer acknowledged, by one of the processes if it matters."""

    def counts() -> list[int]:
        return [sum(one.by) if which is None else one.by[which] for one in players]

    before = counts()
    async with asyncio.timeout(PATIENCE):
        while any(now == then for now, then in zip(counts(), before, strict=True)):
            for task in tasks:
                assert not task.done(), task.exception()
            await asyncio.sleep(0.02)


async def troubled(pair: Pair, troubles: Iterable[int], seed: int, tables: int) -> list[float]:
    """Kill or suspend the processes while matches are played; return how long it took until all went on.

    Of four troubles in turn, the first one kills the first process, the second one suspends the other, then vice versa.
    """
    random, seconds = Random(seed), list[float]()
    async with Client(pair.urls[0]) as ann:
        await ann.enter("Ann")
        players = [Player(pair, str(ann.token), number) for number in range(tables)]
    tasks = [asyncio.ensure_future(one.play()) for one in players]
    try:
        for number in troubles:
            await goes_on(players, tasks)
            which = number % 2
            await asyncio.sleep(random.random() * LONGEST)
            process = pair.servers[which].process
            suspended = (number + number // 2) % 2 == 1
            if suspended:
                process.send_signal(signal.SIGSTOP)
            else:
                pair.kill(which)
            begun = time.monotonic()
            await goes_on(players, tasks, 1 - which)
            seconds.append(time.monotonic() - begun)
            if suspended:
                process.send_signal(signal.SIGCONT)
            else:
                await asyncio.to_thread(pair.begin_again, which)
            await goes_on(players, tasks, which)
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
    assert all(one.acknowledged for one in players)
    return seconds


async def test_when_one_is_suspended_the_other_goes_on(pair: Pair) -> None:
    assert len(await troubled(pair, troubles=[1], seed=1, tables=2)) == 1


@pytest.mark.soak
async def test_killed_and_suspended_a_hundred_times(pair: Pair) -> None:
    seconds = await troubled(pair, troubles=range(100), seed=2, tables=4)
    log.info("until all tables went on: at most %.1f s, on average %.1f s", max(seconds), sum(seconds) / len(seconds))
    assert len(seconds) == 100


async def test_bots_of_a_killed_process_go_on_in_the_other(pair: Pair) -> None:
    async with Client(pair.urls[0]) as ann, Client(pair.urls[1]) as same:
        await ann.enter("Ann")
        same.token = ann.token
        table = await ann.make_table("thrones", ["random", "random", "random"])

        async def head() -> int:
            return int((await same.get(f"/tables/{table.id}/replay"))["last"])

        async def grown(than: int) -> None:
            async with asyncio.timeout(PATIENCE):
                while await head() <= than:
                    await asyncio.sleep(0.05)

        await grown(5)
        pair.kill(0)
        begun, before = time.monotonic(), await head()
        await grown(before)
        log.info("bots went on after %.1f s", time.monotonic() - begun)
