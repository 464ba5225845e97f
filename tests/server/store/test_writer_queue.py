"""The writer's queue: the number of changes per transaction, and changes whose callers have given up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import Connection

from banneret.server.problems import Problem
from banneret.server.store.database import Clash, Database
from banneret.server.store.writer import Change, Writer, answers_first
from tests.commands import PATIENCE

pytestmark = pytest.mark.anyio


class Noted(Writer):
    """A writer that notes the numbers of the changes of each transaction, and refuses some of them."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.tried: list[list[int]] = []
        self.refused: dict[int, Exception] = {}

    def _execute(self, connection: Connection, changes: list[Change]) -> None:
        numbers = [one.seq for one in changes]
        self.tried.append(numbers)
        for number in numbers:
            if number in self.refused:
                raise self.refused[number]


@pytest.fixture
async def writer() -> AsyncIterator[Noted]:
    database = Database("sqlite+aiosqlite:///:memory:")
    yield Noted(database)
    await database.close()


def change(number: int) -> Change:
    return Change("table", number, 0, {}, None, ())


async def stored(writer: Writer, count: int, given_up: int = 0) -> list[Any]:
    """Store changes that wait for the same transaction; return what each caller gets.

    The caller of the change with the number `given_up` does not wait for it.
    """
    tasks = [asyncio.ensure_future(writer.store(change(number))) for number in range(1, count + 1)]
    await asyncio.sleep(0)
    if given_up:
        tasks[given_up - 1].cancel()
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_transaction_has_at_most_64_changes_in_their_order(writer: Noted) -> None:
    committed: list[tuple[int, float]] = []
    writer.committed.append(lambda count, seconds: committed.append((count, seconds)))
    assert await stored(writer, 65) == [None] * 65
    assert writer.tried == [[*range(1, 65)], [65]]
    assert [count for count, _ in committed] == [64, 1]
    assert all(0 < seconds < PATIENCE for _, seconds in committed)
    assert writer.waiting == 0


async def test_answers_have_three_turns_of_the_loop_before_a_transaction() -> None:
    """For the match to proceed, and for the next answer to be received and checked."""
    loop, turns = asyncio.get_running_loop(), 0

    def turn() -> None:
        nonlocal turns
        turns += 1
        loop.call_soon(turn)

    loop.call_soon(turn)
    await answers_first()
    assert turns == 3


@pytest.mark.parametrize("refused", [1, 2])
async def test_one_of_two_changes_that_clashes_does_not_stop_the_other(writer: Noted, refused: int) -> None:
    writer.refused[refused] = Clash("a table has changed since it was read")
    sizes: list[int] = []
    writer.committed.append(lambda count, _: sizes.append(count))
    done = await stored(writer, 2)
    assert [type(one) for one in done] == [Clash if number == refused else type(None) for number in (1, 2)]
    assert writer.tried == [[1, 2], [1], [2]]
    assert sizes == [1]  # what fails is not counted


async def test_changes_are_not_tried_one_by_one_if_nothing_can_be_written(writer: Noted) -> None:
    writer.refused[2] = OSError("the disk is full")
    done = await stored(writer, 3)
    assert [getattr(one, "kind", one) for one in done] == ["storage"] * 3
    assert writer.tried == [[1, 2, 3]]


async def test_a_change_is_stored_though_its_caller_gave_up(writer: Noted) -> None:
    done = await stored(writer, 3, given_up=2)
    assert [type(one) for one in done] == [type(None), asyncio.CancelledError, type(None)]
    assert writer.tried == [[1, 2, 3]]


async def test_all_callers_but_one_that_gave_up_get_the_error(writer: Noted) -> None:
    writer.refused[3] = OSError("the disk is full")
    one, other, last = await stored(writer, 3, given_up=2)
    assert isinstance(other, asyncio.CancelledError)
    for problem in (one, last):
        assert isinstance(problem, Problem)
        assert "the disk is full" in str(problem)


async def test_a_writer_that_failed_unexpectedly_stores_what_is_queued(
    writer: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two transactions, the first one fails, and one of its callers has given up."""
    write, failures = writer._write, [ValueError("unexpected")]

    async def failing(batch: Any) -> None:
        if failures:
            raise failures.pop()
        await write(batch)

    monkeypatch.setattr("banneret.server.store.writer.LARGEST", 3)
    monkeypatch.setattr(writer, "_write", failing)
    done = await stored(writer, 5, given_up=1)
    assert isinstance(done[0], asyncio.CancelledError)
    assert [str(one) for one in done[1:3]] == ["The server is stopping; nothing was changed."] * 2
    assert done[3:] == [None, None]
    assert writer.tried == [[4, 5]]
    assert await stored(writer, 1) == [None]  # and it stores what comes later
