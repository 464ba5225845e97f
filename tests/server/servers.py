"""PostgreSQL and Redis, started on loopback for the tests and thrown away at their end."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from tests.commands import PATIENCE

_held: list[socket.socket] = []


def missing(package: str) -> NoReturn:
    """Leave a test out for want of a program; where CI runs, nothing is left out."""
    if os.environ.get("CI"):
        pytest.fail(f"{package} is not installed, and CI leaves nothing out")
    pytest.skip(f"left out: {package} is not installed (apt install {package})")


def free_port() -> int:
    """Return a port of this machine at which nobody listens, and which nobody else is given until the tests end.

    A socket that is bound to it without listening holds it. Servers reuse addresses: they may take it all the same,
    also again after they were killed.
    """
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.bind(("127.0.0.1", 0))
    _held.append(one)
    return int(one.getsockname()[1])


@atexit.register
def _give_back() -> None:
    for one in _held:
        one.close()


def postgres_tools() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


class Restarted:
    """A server that can be stopped, orderly or not, and started again on what it has stored."""

    def __init__(self, address: str, command: list[object], folder: Path, port: int) -> None:
        self.address = address
        self._command, self._folder, self._port = command, folder, port
        self._stack = ExitStack()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> bool:
        """Start it; return whether it answers."""
        self._process = self._stack.enter_context(_running(self._command, self._folder / "log", self._folder))
        return _answers(self._process, self._port)

    def restart(self, *, crash: bool = False) -> None:
        """Stop it, with SIGQUIT for a crash, and start it again."""
        if crash and self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
        self.stop()
        assert self.start()

    def stop(self) -> None:
        """Stop it."""
        self._stack.close()


@contextmanager
def running_postgres() -> Iterator[str]:
    """Run a PostgreSQL; yield the address of the server, without a database."""
    with restarted_postgres() as made:
        yield made.address


@contextmanager
def restarted_postgres() -> Iterator[Restarted]:
    """Run a PostgreSQL that can be restarted."""
    tools = postgres_tools()
    if tools is None:
        missing("postgresql")
    folder = Path(tempfile.mkdtemp(prefix="banneret-pg-"))
    folder.chmod(0o755)
    user = "postgres" if os.geteuid() == 0 else None  # it does not run as root
    if user is not None:
        shutil.chown(folder, user, user)
    data = folder / "data"
    try:
        subprocess.run(
            [tools / "initdb", "-D", data, "-U", "banneret", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale"],
            check=True,
            cwd=folder,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            capture_output=True,
        )
        port = free_port()
        command = [tools / "postgres", "-D", data, "-h", "127.0.0.1", "-p", port, "-k", ""]
        for option in ("fsync=off", "full_page_writes=off", "max_connections=200", "shared_buffers=32MB"):
            command += ["-c", option]
        if user is not None:
            command = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", *command]
        made = Restarted(f"postgresql://banneret@127.0.0.1:{port}", command, folder, port)
        try:
            if made.start():
                yield made
                return
        finally:
            made.stop()
        pytest.fail(f"PostgreSQL does not start: {(folder / 'log').read_text()[-2000:]}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_redis(port: int | None = None) -> Iterator[str]:
    """Run a Redis that keeps nothing, on a free port unless one is given; yield its address."""
    with restarted_redis(port) as made:
        yield made.address


@contextmanager
def restarted_redis(port: int | None = None) -> Iterator[Restarted]:
    """Run a Redis that keeps nothing and can be restarted."""
    program = shutil.which("redis-server")
    if program is None:
        missing("redis-server")
    folder = Path(tempfile.mkdtemp(prefix="banneret-redis-"))
    try:
        port = port or free_port()
        command = [program, "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        made = Restarted(f"redis://127.0.0.1:{port}/0", command, folder, port)
        try:
            if made.start():
                yield made
                return
        finally:
            made.stop()
        pytest.fail(f"Redis does not start: {(folder / 'log').read_text()[-2000:]}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(command: list[object], log: Path, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    words = [str(word) for word in command]
    if shutil.which("setpriv"):
        # Whatever becomes of the tests, even kill -9: the server ends with them.
        at = words.index("--clear-groups") + 1 if words[0] == "setpriv" else 0
        words = [*(words[:at] or ["setpriv"]), "--pdeathsig", "INT", *words[at:]]
    with log.open("ab") as output:
        server = subprocess.Popen(words, cwd=folder, stdout=output, stderr=output, stdin=subprocess.DEVNULL)
    try:
        yield server
    finally:
        server.send_signal(2)  # both end at once, and orderly
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.02)
    return False
