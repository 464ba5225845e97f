"""Real parts for the tests of the server: databases and a Redis of their own, thrown away at the end."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]  # it has no types
import httpx
import pytest
import structlog
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar

from banneret.server import services as services_module
from banneret.server.live.compression import SparingSocket
from banneret.server.notify import outbox as notices
from banneret.server.people import credentials
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import leases
from banneret.server.tables import lifecycle as tables
from tests.commands import PATIENCE
from tests.server import applications, servers
from tests.server.applications import application
from tests.server.playing import Moment


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """A test that sets up logs writes to what it captures, which is closed when the next one logs."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def _alike_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same keys of matches in every run, do what is due when a test says so, and create databases quickly."""
    numbers = count()

    def token_bytes(length: int) -> bytes:
        return hashlib.shake_128(f"{next(numbers)}".encode()).digest(length)

    counted = SimpleNamespace(**vars(secrets) | {"token_bytes": token_bytes})
    monkeypatch.setattr(tables, "secrets", counted)
    monkeypatch.setattr(services_module, "migrate", applications.migrate)
    for rounds in (services_module, notices):
        monkeypatch.setattr(rounds, "ROUND_SECONDS", 3600.0)


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords quickly: with the costs of a server, each hash takes as long as many a test."""
    monkeypatch.setattr(credentials, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    monkeypatch.setattr(credentials, "_NOBODY", credentials._nobody())


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the server runs."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Run a PostgreSQL on loopback, one for each test process; return the address of its server."""
    with servers.running_postgres() as address:
        yield address


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Run a Redis on loopback, one for each test process; return its address."""
    with servers.running_redis() as address:
        yield address


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """Return the address of a new, empty PostgreSQL database."""
    return new_database(postgres)


def new_database(server: str) -> str:
    """Make a database on a PostgreSQL server; return its address."""
    name = f"t{uuid4().hex}"

    async def create() -> None:
        connection = await _connected(server)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return f"{server}/{name}"


async def _connected(server: str) -> Any:  # a connection of asyncpg
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await asyncpg.connect(f"{server}/postgres", timeout=PATIENCE)
        except (asyncpg.CannotConnectNowError, OSError):  # it listens before it is ready
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new, empty database: of each kind once."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'banneret.sqlite3'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def steady_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases neither expire nor are renewed by themselves, on however slow a machine."""
    monkeypatch.setattr(leases, "LEASE_SECONDS", 3600.0)
    monkeypatch.setattr(leases, "RENEW_SECONDS", 3600.0)


@pytest.fixture
def moment() -> Moment:
    """Return a clock that a test sets."""
    return Moment()


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Return settings with an SQLite file of their own; a test can change some (`parametrize`, indirect)."""
    usual = {"rate_signing": 10_000, "rate_answers": 1_000_000}
    changed = getattr(request, "param", {})
    return Settings(database=f"sqlite:///{tmp_path / 'banneret.sqlite3'}", **(usual | changed))


@pytest.fixture
async def services(settings: Settings, moment: Moment) -> AsyncIterator[Services]:
    """Return the parts of a server that has begun, with a clock that stands still."""
    made = Services(settings, clock=moment)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


@pytest.fixture
async def both_services(database_url: str, moment: Moment) -> AsyncIterator[Services]:
    """Return the same on each kind of database."""
    made = Services(Settings(database=database_url, rate_signing=10_000, rate_answers=1_000_000), clock=moment)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


class Client(httpx.AsyncClient):
    """A client of an application in the same process and on the same loop, so that a test may reach into its parts."""

    def __init__(self, app: Litestar, base_url: str) -> None:
        transport = httpx.ASGITransport(app)  # type: ignore[arg-type]  # Litestar types what it takes more narrowly
        super().__init__(transport=transport, base_url=base_url, headers={"user-agent": "test"}, follow_redirects=True)
        self.app = app


@asynccontextmanager
async def in_process(parts: Services, base_url: str = "http://testserver.local") -> AsyncIterator[Client]:
    """Start the parts of a server; yield a client of its application."""
    await parts.start()
    try:
        with application(parts) as app:
            async with Client(app, base_url) as made:
                yield made
    finally:
        await parts.stop()


@pytest.fixture
async def client(settings: Settings, moment: Moment) -> AsyncIterator[Client]:
    """Return a client of a server in the same process."""
    async with in_process(Services(settings, clock=moment)) as made:
        yield made


@pytest.fixture
async def server(services: Services) -> AsyncIterator[str]:
    """Serve these parts on loopback over real HTTP and WebSocket; return the address."""
    with application(services) as app:
        # no pings: client and server share one loop, which work keeps from answering on a slow machine
        config = uvicorn.Config(
            app,
            port=servers.free_port(),
            log_config=None,
            lifespan="off",
            ws=SparingSocket,
            ws_max_size=2**20,
            ws_ping_interval=None,
        )
        running = uvicorn.Server(config)
        task = asyncio.ensure_future(running.serve())
        while not running.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{config.port}"
        finally:
            running.should_exit = True
            await task
