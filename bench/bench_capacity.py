"""Measure how a server copes with many stored tables, many open tables and many idle connections.

`banneret serve` runs in its own process on a new SQLite file. One table is created and played for a moment through the
API; the others are copies of its rows.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.bench_server import Player, Server, idle, quantile, raise_limit

FILE = "banneret-data/banneret.sqlite3"
COPIED = {"tables": "id", "seats": "table_id", "tenures": "table_id", "entries": "table_id", "told": "table_id"}
"""Tables of the database of which rows are copied, and the column with the id of the table."""
SEATS = 3


async def template(server: Server, answers: int) -> tuple[Player, str]:
    """Return the only player of a table that has been played for a moment."""
    player = Player(server.url, 0, drawing=False)
    await player.enter()
    table = {"rulebook": "thrones", "seats": SEATS, "places": [{"me": True}] * SEATS, "visibility": "open"}
    made = (await player.http.post("/tables", json=table)).raise_for_status()
    player.table = made.json()["id"]
    await Active(player, player.table, pause=0).play(time.perf_counter() + 300, answers)
    return player, player.table


def copy(file: Path, table: str, number: int) -> list[str]:
    """Copy a table within the database; return the ids of the copies."""
    ids = [f"copy{one}" for one in range(number)]
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TEMP TABLE copies (id TEXT)")
        database.executemany("INSERT INTO copies VALUES (?)", [(id_,) for id_ in ids])
        for name, key in COPIED.items():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            given = {key: "copies.id", "invite": "copies.id"}
            values = ", ".join(given.get(column, f'old."{column}"') for column in columns)
            database.execute(
                f"INSERT INTO {name} SELECT {values} FROM {name} AS old, copies WHERE old.{key} = ?",  # noqa: S608
                (table,),
            )
    return ids


class Active:
    """A table at which one person plays all seats."""

    def __init__(self, player: Player, table: str, pause: float) -> None:
        seats = ",".join(map(str, range(SEATS)))
        self.address = f"ws{player.url.removeprefix('http')}/api/v1/tables/{table}/live?seats={seats}"
        self.headers = {"Authorization": f"Bearer {player.token}"}
        self.pause = pause
        self.random = random.Random(table)
        self.seen = asyncio.Event()
        self.latencies: list[float] = []
        self._sent_at: dict[str, float] = {}
        self._answering: asyncio.Task[None] | None = None

    async def play(self, until: float, answers: int = 1_000_000) -> None:
        """Play until the given time, or for a number of answers."""
        async with connect(
            self.address, additional_headers=self.headers, proxy=None, max_size=2**23, open_timeout=300
        ) as socket:
            try:
                while (left := until - time.perf_counter()) > 0 and len(self.latencies) < answers:
                    self._read(socket, msgspec.json.decode(await asyncio.wait_for(socket.recv(), left)))
            except TimeoutError:
                return
            finally:
                if self._answering is not None:
                    self._answering.cancel()

    def _read(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if message["type"] == "answered":
            self.latencies.append(time.perf_counter() - self._sent_at.pop(message["id"]))
        elif message["type"] in ("state", "update"):
            self.seen.set()
            if message["state"]["asks"]:
                self._answering = asyncio.ensure_future(
                    self._answer(socket, self.random.choice(message["state"]["asks"]))
                )

    async def _answer(self, socket: ClientConnection, ask: dict[str, Any]) -> None:
        await asyncio.sleep(self.random.uniform(0, 2 * self.pause))
        do = self.random.choice(ask["options"])["do"]
        answer = {"type": "answer", "id": ask["id"], "seat": ask["seat"], "ask": ask["id"], "do": do}
        self._sent_at[ask["id"]] = time.perf_counter()
        await socket.send(msgspec.json.encode(answer).decode())


async def revived(player: Player) -> int:
    """Return the number of matches that the server has read into memory since its start."""
    text = (await player.http.get(f"{player.url}/metrics")).raise_for_status().text
    found = re.search(r"^banneret_matches_revived_total (\S+)", text, re.MULTILINE)
    return int(float(found[1])) if found is not None else 0


async def measure_start(folder: Path, player: Player, ids: list[str]) -> None:
    """Start with many stored tables."""
    server = Server(folder)
    used = server.seconds()
    try:
        player.http.base_url = f"{server.url}/api/v1"
        begun = time.perf_counter()
        (await player.http.get("/tables?status=running")).raise_for_status()
        listed = time.perf_counter() - begun
        print(f"start with {len(ids)} stored tables  {server.start_seconds:.2f} s ({used:.2f} s of processor time)")
        print(f"first list of tables            {listed:.2f} s")
        print(f"memory after the start          {server.memory():.0f} MiB")
    finally:
        server.stop()


async def measure_active(
    folder: Path, player: Player, ids: list[str], active: int, seconds: float, pause: float
) -> None:
    """Play at some of the tables, while the others are visited now and then."""
    server = Server(folder)
    try:
        player.url, player.http.base_url = server.url, f"{server.url}/api/v1"
        empty = server.memory()
        playing = [Active(player, id_, pause) for id_ in ids[:active]]
        tasks = []
        for some in range(0, active, 20):
            tasks += [asyncio.ensure_future(one.play(time.perf_counter() + 3600)) for one in playing[some : some + 20]]
            await asyncio.gather(*(one.seen.wait() for one in playing[some : some + 20]))
        opened, at_first, used = server.memory(), await revived(player), server.seconds()
        for one in playing:
            one.latencies.clear()
        begun, visits = time.perf_counter(), 0
        while time.perf_counter() < begun + seconds:
            visited = random.choice(ids[active:])
            (await player.http.get(f"/tables/{visited}/view")).raise_for_status()
            visits += 1
            await asyncio.sleep(0.1)
        took, used = time.perf_counter() - begun, server.seconds() - used
        again = await revived(player) - at_first
        latencies = [value for one in playing for value in one.latencies]
        print(f"{len(ids)} tables, {active} of them active, {visits} others visited in {took:.0f} s")
        each, now = (opened - empty) * 1024 / active, server.memory()
        print(f"memory per active table         {each:.0f} KiB (server {now:.0f} MiB)")
        print(f"answers acknowledged per second {len(latencies) / took:.1f} ({used / took:.0%} of one core)")
        print(f"latency p50 / p99               {quantile(latencies, 0.5):.3f} s / {quantile(latencies, 0.99):.3f} s")
        print(f"revived for the active tables   {at_first}, then {again} for {visits} visits")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.stop()


async def measure_idle(folder: Path, player: Player, sockets: int) -> None:
    """Hold idle sockets."""
    server = Server(folder)
    try:
        player.url, player.http.base_url = server.url, f"{server.url}/api/v1"
        await idle(server, player, sockets)
    finally:
        server.stop()


async def main() -> None:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--stored", type=int, default=100_000, help="tables to start with")
    options.add_argument("--tables", type=int, default=10_000, help="tables that are open")
    options.add_argument("--active", type=int, default=1000, help="tables at which somebody plays")
    options.add_argument("--seconds", type=float, default=60, help="how long they are played at")
    options.add_argument(
        "--pause", type=float, default=10, help="mean pause between two answers at a table, in seconds"
    )
    options.add_argument("--sockets", type=int, default=5000, help="idle sockets")
    given = options.parse_args()
    raise_limit()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        try:
            player, table = await template(server, answers=12)
        finally:
            server.stop()
        await measure_idle(folder, player, given.sockets)
        ids = copy(folder / FILE, table, max(given.stored, given.tables))
        await measure_start(folder, player, ids)
        await measure_active(folder, player, ids[: given.tables], given.active, given.seconds, given.pause)


if __name__ == "__main__":
    asyncio.run(main())
