"""Speed of a server: WebSocket clients that answer at random, and idle connections.

`banneret serve` runs in its own process on a new SQLite file.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

FREE = {"BANNERET_RATE_" + name: "1000000" for name in ("ANSWERS", "READS", "QUESTIONS", "SIGNING")} | {
    "BANNERET_QUOTA_TABLES": "1000000",
    "BANNERET_QUOTA_MEGABYTES": "1000000",
}


class Server:
    """A server process."""

    def __init__(self, folder: Path) -> None:
        env = os.environ | FREE | {"BANNERET_SOCKETS_PER_PERSON": "100000", "BANNERET_LOG_LEVEL": "warning"}
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "banneret", "serve", "--port", "0"],
            cwd=folder,
            env=env,
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stdout or ():
            found = re.search(r"http://\S+", line)
            if found is not None:
                self.url = found.group()
                break
        self.start_seconds = time.perf_counter() - begun

    def memory(self) -> float:
        """Return the memory of the process in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def seconds(self) -> float:
        """Return the processor time used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> float:
        """Stop the server; return the seconds that took."""
        begun = time.perf_counter()
        self.process.terminate()
        self.process.wait(30)
        return time.perf_counter() - begun


class Player:
    """A client that answers every question at random, as fast as possible."""

    def __init__(self, url: str, seat: int, drawing: bool) -> None:
        self.url = url
        self.seat = seat
        self.drawing = drawing
        self.http = httpx.AsyncClient(base_url=f"{url}/api/v1", trust_env=False, timeout=60)
        self.latencies: list[float] = []
        self.sizes: list[int] = []
        self.random = random.Random(seat)
        self.table = ""
        self.token = ""

    async def enter(self) -> None:
        """Enter as a guest."""
        made = await self.http.post("/guests?token=true", json={"name": f"Client {self.seat}", "language": "en"})
        self.token = made.raise_for_status().json()["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    async def play(self, ready: asyncio.Barrier, seconds: float) -> None:
        """Connect and, when all have, play for a time or to the end of the match."""
        address = f"ws{self.url.removeprefix('http')}/api/v1/tables/{self.table}/live?seats={self.seat}"
        address += "&drawing=true" if self.drawing else ""
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(address, additional_headers=headers, proxy=None, max_size=2**23) as socket:
            await ready.wait()
            await self._answer(socket, time.perf_counter() + seconds)

    async def _answer(self, socket: ClientConnection, until: float) -> None:
        asked, sent_at = "", dict[str, float]()
        while (left := until - time.perf_counter()) > 0:
            try:
                raw = await asyncio.wait_for(socket.recv(), left)
            except TimeoutError:
                return
            message: dict[str, Any] = msgspec.json.decode(raw)
            if message["type"] == "answered":
                self.latencies.append(time.perf_counter() - sent_at.pop(message["id"]))
            elif message["type"] in ("state", "update"):
                if message["type"] == "update":
                    self.sizes.append(len(raw))
                if message["state"]["view"]["outcome"] is not None:
                    return
                for ask in message["state"]["asks"]:
                    if ask["id"] != asked:
                        asked = ask["id"]
                        sent_at[asked] = time.perf_counter()
                        do = self.random.choice(ask["options"])["do"]
                        answer = {"type": "answer", "id": asked, "seat": self.seat, "ask": asked, "do": do}
                        await socket.send(msgspec.json.encode(answer).decode())


async def seated(url: str, seats: int, drawing: bool) -> list[Player]:
    """Return clients at a table whose match has begun."""
    players = [Player(url, seat, drawing) for seat in range(seats)]
    for one in players:
        await one.enter()
    places = [{"me": True}, *({} for _ in players[1:])]
    made = await players[0].http.post(
        "/tables", json={"rulebook": "thrones", "seats": seats, "places": places, "visibility": "open"}
    )
    table = made.raise_for_status().json()["id"]
    for one in players[1:]:
        (await one.http.post(f"/tables/{table}/join", json={"seat": one.seat})).raise_for_status()
    for one in players:
        one.table = table
    return players


def quantile(values: list[float], part: float) -> float:
    """Return the value below which the given part of the values is."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


async def measure(server: Server, tables: int, seats: int, seconds: float, sockets: int, drawing: bool) -> None:
    """Play, then hold idle sockets; print the figures."""
    empty = server.memory()
    players = [one for _ in range(tables) for one in await seated(server.url, seats, drawing)]
    ready = asyncio.Barrier(len(players) + 1)
    playing = [asyncio.ensure_future(one.play(ready, seconds)) for one in players]
    await ready.wait()
    begun, used = time.perf_counter(), server.seconds()
    await asyncio.gather(*playing)
    took = time.perf_counter() - begun
    used = server.seconds() - used
    latencies = [value for one in players for value in one.latencies]
    sizes = [float(size) for one in players for size in one.sizes]
    print(f"{len(players)} clients on {tables} tables, {took:.0f} s, drawings {'on' if drawing else 'off'}")
    print(f"answers acknowledged per second {len(latencies) / took:.1f} ({used / took:.0%} of one core)")
    print(f"processor time per answer       {1000 * used / max(1, len(latencies)):.2f} ms")
    print(f"latency p50 / p99               {quantile(latencies, 0.5):.3f} s / {quantile(latencies, 0.99):.3f} s")
    print(f"update p50 / p99                {quantile(sizes, 0.5) / 1024:.1f} / {quantile(sizes, 0.99) / 1024:.1f} KiB")
    played = server.memory()
    print(f"memory per table played         {(played - empty) / tables:.2f} MiB (server {played:.0f} MiB)")
    await idle(server, players[0], sockets)


async def idle(server: Server, player: Player, sockets: int) -> None:
    """Hold idle sockets."""
    # A match without players: all clients are spectators.
    made = await player.http.post(
        "/tables", json={"rulebook": "thrones", "seats": 3, "visibility": "open", "places": [{"me": True}, {}, {}]}
    )
    table = made.raise_for_status().json()["id"]
    address = f"ws{server.url.removeprefix('http')}/api/v1/tables/{table}/live"
    before, opened = server.memory(), []
    begun = time.perf_counter()
    for _ in range(sockets // 20):
        opened += await asyncio.gather(*(_opened(address) for _ in range(20)))
    took = time.perf_counter() - begun
    await asyncio.sleep(5)
    used = server.seconds()
    await asyncio.sleep(5)
    used = server.seconds() - used
    begun = time.perf_counter()
    await asyncio.gather(*(_pong(one) for one in opened))
    print(f"idle sockets held               {len(opened)}, opened in {took:.1f} s, all answer in ", end="")
    print(f"{time.perf_counter() - begun:.2f} s; {used / 5:.0%} of one core")
    print(f"memory per connection           {(server.memory() - before) * 1024 / max(1, len(opened)):.0f} KiB")
    await asyncio.gather(*(one.close() for one in opened))


async def _opened(address: str) -> ClientConnection:
    socket = await connect(address, proxy=None, open_timeout=60)
    await socket.recv()  # where the match stands
    return socket


async def _pong(socket: ClientConnection) -> None:
    await socket.send('{"type":"ping"}')
    async for raw in socket:
        if msgspec.json.decode(raw)["type"] == "pong":
            return


def raise_limit() -> None:
    """Allow this process and the server as many open sockets as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    """Measure a server."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=10)
    options.add_argument("--seats", type=int, default=4)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--sockets", type=int, default=1000)
    options.add_argument("--drawing", action="store_true", help="send drawings to every client")
    given = options.parse_args()
    raise_limit()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        print(f"start to first page ready       {server.start_seconds:.2f} s")
        try:
            asyncio.run(measure(server, given.tables, given.seats, given.seconds, given.sockets, drawing=given.drawing))
        finally:
            print(f"stopped in                      {server.stop():.2f} s")


if __name__ == "__main__":
    main()
