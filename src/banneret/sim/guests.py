"""Guests: third-party bots, each in a process of its own.

A guest receives what its seat may know and answers with text. The match is not in its process, so it cannot be
inspected or changed, and the process can be killed at any time. A new one is forked for every bot of every game, so
that games are independent and bots share no memory.
"""

from __future__ import annotations

import atexit
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from banneret.bots.match_runner import ILLEGAL, LATE, RAISED, BotFailed
from banneret.bots.names import bot_factory, check_style, is_own
from banneret.bots.player import Player
from banneret.bots.styles import BotError
from banneret.kernel.rulebook import Rulebook
from banneret.sim import guest_process as far
from banneret.sim.guest_process import REPLY, REQUEST, SIZE, Invitation, Reply

THINK_SECONDS: Final = 60.0
"""Default time limit of an answer."""
MEMORY_MB: Final = 2048
"""Default memory limit of a guest."""
LEAST_MB: Final = 128
"""The interpreter itself may not run with less."""
_MAKING_SECONDS: Final = 60.0
"""Minimum time for creating the bot, which includes its imports."""
_LONGEST: Final = 100_000
"""Maximum size of an answer in bytes."""


class Limits(NamedTuple):
    """Limits of a guest."""

    think: float = THINK_SECONDS
    """Seconds per answer."""
    memory_mb: int = MEMORY_MB
    """0: unlimited."""


class Guest:
    """A bot in a process of its own. Raises `BotFailed` if it fails, and must not be asked again."""

    def __init__(self, name: str, code: bytes | None, seed: int, limits: Limits) -> None:
        """Create the bot. Raises BotFailed."""
        self._limits = limits
        self._house, self._line, self._number = _started()
        wanted = msgspec.msgpack.encode(Invitation(name, code, str(seed), limits.memory_mb))
        try:
            self._ask(wanted, max(limits.think, _MAKING_SECONDS))
        except BotFailed:
            self.close()
            raise

    def choose(self, player: Player) -> str:
        """Return the bot's answer."""
        return self._ask(pickle.dumps(player, 5), self._limits.think)

    def close(self) -> int:
        """End the process; return its peak memory in KiB."""
        self._line.close()
        return self._house.end(self._number)

    def _ask(self, message: bytes, seconds: float) -> str:
        until = time.monotonic() + seconds
        try:
            self._line.settimeout(seconds)
            self._line.sendall(SIZE.pack(len(message)) + message)
            (size,) = SIZE.unpack(self._received(SIZE.size, until))
            if size > _LONGEST:
                raise BotFailed(ILLEGAL, f"the answer has {size} bytes")
            reply = msgspec.msgpack.decode(self._received(size, until), type=Reply)
        except TimeoutError:
            raise BotFailed(LATE, f"no answer within {seconds:g} seconds") from None
        except (EOFError, OSError):
            raise BotFailed(RAISED, "its process has ended") from None
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BotFailed(ILLEGAL, "the answer cannot be read") from None
        if reply.kind not in (far.READY, far.ANSWER):
            raise BotFailed(RAISED if reply.kind == far.RAISED else ILLEGAL, reply.text[:500])
        return reply.text

    def _received(self, size: int, until: float) -> bytes:
        found = bytearray()
        while len(found) < size:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._line.settimeout(left)
            more = self._line.recv(size - len(found))
            if not more:
                raise EOFError
            found += more
        return bytes(found)


def code_of(names: Mapping[str, object] | tuple[str, ...]) -> dict[str, bytes]:
    """Read the files among bot names, for processes on other machines. Raises BotError."""
    code = {}
    for name in names:
        if name.endswith(".py"):
            try:
                code[name] = Path(name).read_bytes()
            except OSError as error:
                raise BotError(f"{name}: {error.strerror}") from None
    return code


def check_bots(names: tuple[str, ...], book: Rulebook[Any], limits: Limits = Limits()) -> None:  # noqa: B008  # immutable
    """Create each bot for a game once, third-party ones in processes of their own. Raises BotError."""
    code = code_of(names)
    for name in dict.fromkeys(names):
        check_style(name, book)
        if is_own(name):
            bot_factory(name)
            continue
        try:
            Guest(name, code.get(name), 0, limits).close()
        except BotFailed as failure:
            detail = failure.detail.removeprefix("BotError: ")
            raise BotError(detail if name in detail else f"{name}: {detail}") from None


class _House:
    """The process from which guests are forked; it has imported only what they need."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair()
        self._control.settimeout(_MAKING_SECONDS)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # our own module
                [sys.executable, "-P", "-m", far.__name__, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C must not reach it
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                    "PYTHONHASHSEED": "0",  # makes guests that iterate over sets reproducible
                },
            )

    def start(self) -> tuple[socket.socket, int]:
        """Fork a guest; return its socket and process id. Raises OSError if the process is gone."""
        ours, theirs = socket.socketpair()
        try:
            with theirs, self._lock:
                socket.send_fds(self._control, [REQUEST.pack(b"S", 0)], [theirs.fileno()])
                return ours, self._reply()
        except OSError:
            ours.close()
            raise

    def end(self, number: int) -> int:
        """End a guest; return its peak memory in KiB."""
        try:
            with self._lock:
                self._control.sendall(REQUEST.pack(b"E", number))
                return self._reply()
        except OSError:
            self.kill()
            return 0

    def _reply(self) -> int:
        found = b""
        while len(found) < REPLY.size:
            more = self._control.recv(REPLY.size - len(found))
            if not more:
                raise ConnectionError("the guest process has ended")
            found += more
        return int(REPLY.unpack(found)[0])

    def kill(self) -> None:
        """Kill the process; its guests end with it."""
        self._control.close()
        self._process.kill()
        self._process.wait()

    def is_there(self) -> bool:
        """Return whether the process is still running."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process and all its guests."""
        self._control.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()


_HOUSES: dict[int, _House] = {}
"""By the process that created it: each fork needs its own."""
_OPENING = threading.Lock()


def _house() -> _House:
    with _OPENING:
        here = os.getpid()
        house = _HOUSES.get(here)
        if house is None or not house.is_there():
            if house is None:
                atexit.register(_close)
            else:
                house.kill()  # if the process has exited, only its socket is left
            house = _HOUSES[here] = _House()
        return house


def _started() -> tuple[_House, socket.socket, int]:
    """Fork a guest, restarting the process if it was killed. Raises BotFailed."""
    for _ in range(2):
        house = _house()
        try:
            return house, *house.start()
        except OSError:
            house.kill()
    raise BotFailed(RAISED, "no process could be started")


def _close() -> None:
    house = _HOUSES.pop(os.getpid(), None)
    if house is not None:
        house.close()
