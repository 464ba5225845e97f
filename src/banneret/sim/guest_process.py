"""The child side of `guests`: a process that forks once per guest, and the guest in its fork.

Started as `python -m banneret.sim.guest_process FD`. It has no access to the match: a guest is sent only what its seat
may know. It answers with text, so that its callers never unpickle anything it produced.
"""

from __future__ import annotations

import ctypes
import gc
import io
import os
import pickle
import random
import resource
import signal
import socket
import struct
import sys
import traceback
from typing import Any, Final

import msgspec

from banneret.bots.names import bot_factory, bot_of_code
from banneret.bots.player import Bot, Player
from banneret.kernel import notation
from banneret.kernel.choosers import Action

REQUEST: Final = struct.Struct("!cq")
"""To the process: b"S" starts a guest on the accompanying socket, b"E" ends the guest with a process id."""
REPLY: Final = struct.Struct("!q")
"""From the process: the id of the new process, or the peak memory of the ended one in KiB."""
SIZE: Final = struct.Struct("!I")
"""The length of a message, sent before each message to or from a guest."""

READY: Final = "ready"
ANSWER: Final = "answer"
RAISED: Final = "raised"
ILLEGAL: Final = "illegal"

_DIE_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of Linux prctl."""


class Invitation(msgspec.Struct, frozen=True):
    """Parameters for creating a guest."""

    name: str
    code: bytes | None
    """The content of a bot file (a name ending in `.py`), which may not exist here."""
    seed: str
    """An integer as text, as it can be too large for a message."""
    memory_mb: int


class Reply(msgspec.Struct, frozen=True):
    """A guest's reply."""

    kind: str
    text: str = ""


def main() -> None:
    """Fork a guest for each request, end it on request, and exit with the parent."""
    control = socket.socket(fileno=int(sys.argv[1]))
    os.dup2(2, 1)  # output of bots is not output of the command
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # guests are killed, which would lose what is in the buffer
    gc.collect()
    gc.freeze()
    guests: set[int] = set()
    try:
        while True:
            request, passed, _, _ = socket.recv_fds(control, REQUEST.size, 1)
            if len(request) < REQUEST.size:
                return
            wanted, number = REQUEST.unpack(request)
            if wanted == b"S":
                ours = socket.socket(fileno=passed[0])
                pid = os.fork()
                if not pid:
                    control.close()
                    _attend(ours)
                ours.close()
                guests.add(pid)
                control.sendall(REPLY.pack(pid))
            elif number in guests:
                guests.discard(number)
                control.sendall(REPLY.pack(_ended(number)))
            else:
                control.sendall(REPLY.pack(0))
    except OSError:
        return
    finally:
        for pid in guests:
            _ended(pid)


def _ended(pid: int) -> int:
    """End a guest and all its child processes; return its peak memory in KiB."""
    for kill in (os.killpg, os.kill):  # right after the fork it has no process group yet
        try:
            kill(pid, signal.SIGKILL)
        except OSError:
            continue
    most = os.wait4(pid, 0)[2].ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def _attend(line: socket.socket) -> None:
    """Run as a guest until the process ends."""
    try:
        os.setsid()
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        serve_guest(line)
    except BaseException:  # errors of bots are reported elsewhere; this one is ours
        traceback.print_exc()
    finally:
        os._exit(0)


def serve_guest(line: socket.socket) -> None:
    """Create the requested bot and let it answer until the connection closes."""
    wanted = msgspec.msgpack.decode(received(line), type=Invitation)
    seed = int(wanted.seed)
    random.seed(seed)  # makes bots that use the global generator reproducible
    bot: Bot | None = None
    try:
        if wanted.memory_mb:
            limit = wanted.memory_mb * 1024 * 1024
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        make = bot_factory(wanted.name) if wanted.code is None else bot_of_code(wanted.name, wanted.code)
        bot = make(seed)
        reply = Reply(READY)
    except BaseException as error:  # third-party code can raise anything
        reply = _raised(error)
    _send(line, reply)
    while bot is not None:
        try:
            message = received(line)
        except (OSError, EOFError):
            return
        player: Player = pickle.loads(message)  # noqa: S301  # sent by the arena, never by a guest
        _send(line, _chosen(bot, player))


def received(line: socket.socket) -> bytes:
    """Return the next message. Raises EOFError when the connection is closed."""
    (size,) = SIZE.unpack(_exactly(line, SIZE.size))
    return _exactly(line, size)


def _exactly(line: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        more = line.recv(size - len(found))
        if not more:
            raise EOFError
        found += more
    return bytes(found)


def _send(line: socket.socket, reply: Reply) -> None:
    message = msgspec.msgpack.encode(reply)
    line.sendall(SIZE.pack(len(message)) + message)


def _chosen(bot: Bot, player: Player) -> Reply:
    try:
        answer: Any = bot.choose(player)
        if type(answer) is str:
            return Reply(ANSWER, answer[:10_000])
        if not isinstance(answer, Action):
            return Reply(ILLEGAL, f"{type(answer).__name__} is not an action")
        return Reply(ANSWER, notation.write(answer))
    except BaseException as error:  # as above
        return _raised(error)


def _raised(error: BaseException) -> Reply:
    try:
        text = f"{type(error).__name__}: {error}"
    except BaseException:  # even the message cannot be produced
        text = type(error).__name__
    return Reply(RAISED, text[:500].encode("utf-8", "replace").decode())


if __name__ == "__main__":
    main()
