"""The queue of questions to bots: an open question is claimed by one process, and its result goes to who asked."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store.bot_questions import BotQuestions, Question, Result
from banneret.server.store.database import Clash
from tests.server.playing import Moment, guests, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady_leases")]


@pytest.fixture
async def asked(postgres_url: str, moment: Moment) -> AsyncIterator[tuple[Services, BotQuestions, list[Question]]]:
    """Return the parts of a server whose own claims have ended, its queue, and some questions at one table."""
    services = Services(Settings(database=postgres_url), clock=moment, address="http://here.test")
    await services.start()
    try:
        await services.thinking.queue.stop()
        table = await table_of(services, list(await guests(services, 3)))
        yield services, BotQuestions(services.database), [Question(table.id, seat, "1", "hard") for seat in range(4)]
    finally:
        await services.stop()


async def test_a_question_is_claimed_answered_and_withdrawn(
    asked: tuple[Services, BotQuestions, list[Question]],
) -> None:
    services, questions, (question, failed, *_) = asked
    me = services.leases.me.id
    assert await questions.claim(me) is None
    await questions.offer(question, me)
    assert await questions.offered(me) == {question: None}
    assert await questions.claim(me) == question
    assert await questions.claim(me) is None
    await questions.offer(failed, me)
    assert await questions.claim(me) == failed
    await questions.finish(question, me, Result("do this"))
    await questions.finish(failed, me, Result(trouble="storage", detail="full"))
    results = {question: Result("do this"), failed: Result(None, "storage", "full")}
    assert await questions.offered(me) == results
    await questions.withdraw(question, "another")
    assert await questions.offered(me) == results
    await questions.withdraw(question, me)
    assert set(await questions.offered(me)) == {failed}
    with pytest.raises(Clash):
        await questions.offer(question, "nobody")


async def add_process(services: Services, name: str, seconds: int) -> None:
    """Add another process, which is alive for some seconds."""
    expires = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + :more"
    row = f"INSERT INTO processes (id, address, secret, expires_at) VALUES (:id, '', '', {expires})"  # noqa: S608  # constant
    async with services.database.writing() as connection:
        await connection.execute(text(row), {"id": name, "more": 1000 * seconds})


async def set_expired(services: Services, name: str) -> None:
    async with services.database.writing() as connection:
        await connection.execute(text("UPDATE processes SET expires_at = 0 WHERE id = :id"), {"id": name})


async def test_the_oldest_question_of_a_living_process_is_claimed_first(
    asked: tuple[Services, BotQuestions, list[Question]],
) -> None:
    """By one process at a time, and by another if that one dies."""
    services, queue, (one, two, three, four) = asked
    me = services.leases.me.id
    for name, seconds in (("helper", 3600), ("dead", -1)):
        await add_process(services, name, seconds)
    for question, at in ((one, 30), (two, 10), (three, 20)):
        await queue.offer(question, me)
        async with services.database.writing() as connection:
            seat = {"seat": question.seat, "at": at}
            await connection.execute(text("UPDATE bot_questions SET asked_at = :at WHERE seat = :seat"), seat)
    await queue.offer(four, "dead")
    assert [await queue.claim("helper") for _ in range(2)] == [two, three]
    await set_expired(services, "helper")
    assert [await queue.claim(me) for _ in range(4)] == [two, three, one, None]
    await queue.offer(four, me)  # adopted from the dead process
    assert await queue.claim(me) == four
    assert set(await queue.offered(me)) == {one, two, three, four}
    assert await queue.offered("dead") == {}


async def test_only_who_claimed_a_question_answers_it_and_once(
    asked: tuple[Services, BotQuestions, list[Question]],
) -> None:
    services, queue, (question, other, *_) = asked
    me = services.leases.me.id
    await add_process(services, "helper", 3600)
    await queue.offer(question, me)
    await queue.offer(other, me)
    await queue.finish(question, me, Result("nobody claimed it"))
    assert await queue.claim("helper") == question
    await queue.finish(question, me, Result("another claimed it"))
    assert await queue.offered(me) == {question: None, other: None}
    await queue.finish(question, "helper", Result("this"))
    await queue.finish(question, "helper", Result("that"))
    assert await queue.offered(me) == {question: Result("this"), other: None}
    await queue.offer(question, me)  # once more: the result is kept
    assert await queue.offered(me) == {question: Result("this"), other: None}
    assert [await queue.claim(me), await queue.claim(me)] == [other, None]
    await queue.finish(other, me, Result(trouble="late"))
    assert (await queue.offered(me))[other] == Result(None, "late", "")
