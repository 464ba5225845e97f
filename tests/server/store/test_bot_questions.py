"""The queue of questions to bots: an open question is claimed by one process, and its result goes to who asked."""

from __future__ import annotations

import pytest

from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store.bot_questions import BotQuestions, Question, Result
from banneret.server.store.database import Clash
from tests.server.playing import Moment, guests, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady_leases")]


async def test_a_question_is_claimed_answered_and_withdrawn(postgres_url: str, moment: Moment) -> None:
    services = Services(Settings(database=postgres_url), clock=moment, address="http://here.test")
    await services.start()
    try:
        await services.thinking.queue.stop()
        table = await table_of(services, list(await guests(services, 3)))
        me, questions = services.leases.me.id, BotQuestions(services.database)
        question, failed = (Question(table.id, seat, "1", "hard") for seat in (0, 1))
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
    finally:
        await services.stop()
