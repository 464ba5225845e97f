"""Real parts for the tests of the server: databases and a Redis of their own, thrown away at the end."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.playing import Moment

_PG = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the server runs."""
    return "asyncio"


def missing(what: str) -> None:
    """Leave a test out for want of a program, and say so at the end; never where CI runs."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI leaves nothing out")
    pytest.skip(f"left out: {what} is not installed (apt install {what})")


def free_port() -> int:
    """Return a port of this machine that is free now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Start a PostgreSQL on loopback; return the address of its server."""
    if not _PG:
        missing("postgresql")
    folder = Path(tempfile.mkdtemp(prefix="banneret-pg-"))
    folder.chmod(0o755)
    data, port = folder / "data", free_port()
    if os.geteuid() == 0:  # PostgreSQL does not run as root
        shutil.chown(folder, "postgres", "postgres")

    def run(tool: str, *arguments: str | Path) -> None:
        user = "postgres" if os.geteuid() == 0 else None
        command = [_PG[-1].parent / tool, "-D", data, *arguments]
        subprocess.run(command, check=True, cwd=folder, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    run("initdb", "-U", "banneret", "-A", "trust", "-E", "UTF8")
    options = f"-p {port} -k {folder} -h 127.0.0.1 -c fsync=off -c max_connections=200"
    run("pg_ctl", "-o", options, "-l", folder / "log", "-w", "start")
    try:
        yield f"postgresql://banneret@127.0.0.1:{port}"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Start a Redis on loopback; return its address."""
    program = shutil.which("redis-server")
    if program is None:
        missing("redis-server")
    port = free_port()
    server = subprocess.Popen(
        [str(program), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(100):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """Return the address of a new, empty PostgreSQL database."""
    name = f"t{uuid4().hex}"
    port = postgres.rpartition(":")[2]
    create = [
        "psql",
        "-h",
        "127.0.0.1",
        "-p",
        port,
        "-U",
        "banneret",
        "-d",
        "postgres",
        "-qc",
        f"CREATE DATABASE {name}",
    ]
    subprocess.run([str(_PG[-1].parent / create[0]), *create[1:]], check=True)
    return f"{postgres}/{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new, empty database: of each kind once."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'banneret.sqlite3'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def moment() -> Moment:
    """Return a clock that a test sets."""
    return Moment()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings with an SQLite file of their own."""
    return Settings(database=f"sqlite:///{tmp_path / 'banneret.sqlite3'}", rate_signing=10_000, rate_answers=1_000_000)


@pytest.fixture
async def services(settings: Settings, moment: Moment) -> AsyncIterator[Services]:
    """Return the parts of a server that has begun, with a clock that stands still."""
    made = Services(settings, clock=moment)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()
