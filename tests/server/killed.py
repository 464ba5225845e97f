"""A server process that plays many tables as hard as it can, says which answers are acknowledged, and gets killed.

    python -m tests.server.killed DATABASE SEED PEOPLE TABLE...

It writes a line for every answer that the host has acknowledged: table, entry, seat, ask and answer, in JSON. Nothing
is buffered: what was said before the kill is in the pipe.
"""

from __future__ import annotations

import asyncio
import os
import sys
from random import Random

import msgspec

from banneret.kernel import notation
from banneret.server.ops.logs import set_up_logs
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings

AGAIN = 0.3
"""So much of what is answered is sent twice."""


async def play(services: Services, table: str, random: Random) -> None:
    """Answer at random for every seat of a table, until the match is over; some answers are sent twice."""
    number = 0
    while True:
        hosted = await services.host.hosted(table)
        if not hosted.match.asking:
            return
        seat = random.choice(list(hosted.match.asking))
        ask = hosted.asks()[seat]
        do = notation.write(random.choice(hosted.match.asking[seat].options.listed))
        number += 1
        key = f"{os.getpid()}-{number}"
        for again in range(1 + (random.random() < AGAIN)):
            try:
                done = await services.host.answer(table, seat, ask, do, person="driver", idempotency=key)
            except Problem as problem:
                if again or problem.kind not in ("stale-ask", "conflict"):
                    raise
                break
            if done.again != bool(again):
                raise AssertionError(f"{table}: entry {done.seq} was stored {'once' if again else 'before'}")
            if not again:
                os.write(1, msgspec.json.encode([table, done.seq, seat, ask, do]) + b"\n")


async def main(database: str, seed: int, tables: list[str]) -> None:
    """Play at all tables at once."""
    settings = Settings(database=database)
    set_up_logs(settings)
    services = Services(settings)
    await services.start()
    random = Random(seed)
    os.write(1, b"[]\n")  # it has begun
    await asyncio.gather(*(play(services, table, Random(random.random())) for table in tables))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
