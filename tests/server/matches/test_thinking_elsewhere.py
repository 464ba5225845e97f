"""While a bot thinks, the event loop is free: no bot is even made in the process that serves."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from banneret.kernel import notation
from banneret.server.matches import bot_answers
from banneret.server.services import Services
from banneret.server.store import schema
from tests.server.playing import guests, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BLOCKS = """
import os, pathlib, time

def choose(player):
    here = pathlib.Path({folder!r})
    (here / "begun.tmp").write_text(str(os.getpid()))
    (here / "begun.tmp").rename(here / "begun")
    for _ in range(6000):  # not for ever, in case it holds up everything
        if (here / "go").exists():
            break
        time.sleep(0.01)
    return next(iter(player.ask.options.listed))
"""


async def test_others_are_served_while_a_bot_blocks_its_process(services: Services, tmp_path: Path) -> None:
    file, begun, go = tmp_path / "b.py", tmp_path / "begun", tmp_path / "go"
    file.write_text(BLOCKS.format(folder=str(tmp_path)), encoding="utf-8")
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, bea, "random"])
    seats = schema.seats
    async with services.database.writing() as connection:
        where = (seats.c.table_id == table.id) & (seats.c.seat == 1)
        await connection.execute(update(seats).where(where).values(bot=str(file), person_id=None))
    await services.host.wake(table.id)
    try:
        while not begun.exists():
            assert services.thinking.count()
            await asyncio.sleep(0.01)
        assert int(begun.read_text()) != os.getpid()
        hosted = await services.host.hosted(table.id)
        ask = hosted.asks()[1]
        while 0 in hosted.match.asking:  # all of her orders
            do = notation.write(hosted.match.asking[0].options.listed[0])
            await services.host.answer(table.id, 0, hosted.asks()[0], do, person=ann.id)
        assert hosted.asks()[1] == ask  # the bot thinks to this moment
    finally:
        go.touch()
    while hosted.asks().get(1) == ask:
        assert services.thinking.count()
        await asyncio.sleep(0.01)


async def test_no_bot_is_made_in_the_process_that_serves(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(name: str, *_: Any) -> None:
        made.append(name)
        raise AssertionError(f"{name} thinks here")

    monkeypatch.setattr(bot_answers, "make_bot", make)  # not in the bot processes, which are spawned
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, "greedy", "random"])
    hosted = await services.host.hosted(table.id)
    while {1, 2} & hosted.match.asking.keys():
        assert services.thinking.count()
        await asyncio.sleep(0.01)
    assert not made
    assert await services.thinking.troubles(table.id) == []
