"""The other side of `guests`: a process that is forked for every guest, and the guest in its fork.

Started as `python -m banneret.sim.guest_process FD`. It knows no match: a guest is sent what its seat may know. What
it answers is text, so that nothing of its making is ever unpickled by those who asked it.
"""

from __future__ import annotations

import ctypes
import gc
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
"""To the process: b"S" starts a guest on the socket that comes along, b"E" ends the one of a process number."""
REPLY: Final = struct.Struct("!q")
"""From it: the number of the new process, or the most memory that the ended one has held, in KiB."""
SIZE: Final = struct.Struct("!I")
"""Before each message to or from a guest: how long it is."""

READY: Final = "ready"
ANSWER: Final = "answer"
RAISED: Final = "raised"
ILLEGAL: Final = "illegal"

_DIE_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of Linux' prctl."""


class Invitation(msgspec.Struct, frozen=True):
    """What a guest is made of."""

    name: str
    code: bytes | None
    """The file of a name that ends in `.py`, for it may not be found here."""
    seed: str
    """A number, too large for some messages."""
    memory_mb: int


class Said(msgspec.Struct, frozen=True):
    """What a guest says."""

    kind: str
    text: str = ""


def main() -> None:
    """Fork a guest for each request, end it when told to, and end with whoever asked."""
    control = socket.socket(fileno=int(sys.argv[1]))
    os.dup2(2, 1)  # what a bot prints is no result of the command
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
    """End a guest with all it has started; return the most memory it has held, in KiB."""
    for kill in (os.killpg, os.kill):  # at its very beginning it has no group yet
        try:
            kill(pid, signal.SIGKILL)
        except OSError:
            continue
    most = os.wait4(pid, 0)[2].ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def _attend(line: socket.socket) -> None:
    """Be a guest to the end of the process."""
    try:
        os.setsid()
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        serve_guest(line)
    except BaseException:  # what a bot raises is told elsewhere: this is ours
        traceback.print_exc()
    finally:
        os._exit(0)


def serve_guest(line: socket.socket) -> None:
    """Make the bot that is asked for, and let it answer until nobody asks."""
    wanted = msgspec.msgpack.decode(received(line), type=Invitation)
    seed = int(wanted.seed)
    random.seed(seed)  # a bot that draws from the common numbers plays alike too
    bot: Bot | None = None
    try:
        if wanted.memory_mb:
            limit = wanted.memory_mb * 1024 * 1024
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        make = bot_factory(wanted.name) if wanted.code is None else bot_of_code(wanted.name, wanted.code)
        bot = make(seed)
        said = Said(READY)
    except BaseException as error:  # somebody else's code: whatever it raises is its own trouble
        said = _raised(error)
    _send(line, said)
    while bot is not None:
        try:
            message = received(line)
        except (OSError, EOFError):
            return
        player: Player = pickle.loads(message)  # noqa: S301  # from the arena, never from a guest
        _send(line, _chosen(bot, player))


def received(line: socket.socket) -> bytes:
    """Return the next message. Raises EOFError when there is nobody any more."""
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


def _send(line: socket.socket, said: Said) -> None:
    message = msgspec.msgpack.encode(said)
    line.sendall(SIZE.pack(len(message)) + message)


def _chosen(bot: Bot, player: Player) -> Said:
    try:
        answer: Any = bot.choose(player)
        if type(answer) is str:
            return Said(ANSWER, answer[:10_000])
        if not isinstance(answer, Action):
            return Said(ILLEGAL, f"{type(answer).__name__} is no action")
        return Said(ANSWER, notation.write(answer))
    except BaseException as error:  # as above
        return _raised(error)


def _raised(error: BaseException) -> Said:
    try:
        told = f"{type(error).__name__}: {error}"
    except BaseException:  # it cannot even be told
        told = type(error).__name__
    return Said(RAISED, told[:500].encode("utf-8", "replace").decode())


if __name__ == "__main__":
    main()
