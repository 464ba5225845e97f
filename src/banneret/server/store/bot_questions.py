"""A queue of questions to bots, shared by all processes.

A process that plays a table but has no free worker queues the question and waits for the result. Any process with a
free worker claims the oldest question. A claim is valid as long as its process is alive, according to the clock of the
database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, bindparam, cast, delete, exists, extract, func, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_update

from banneret.server.store import schema
from banneret.server.store.database import Database

_NOW: Final = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
_QUESTIONS: Final = schema.bot_questions
_PROCESSES: Final = schema.processes


class Question(NamedTuple):
    """A seat's open question, and the bot that is to answer it."""

    table: str
    seat: int
    ask: str
    bot: str


class Result(NamedTuple):
    """The answer of a bot, or the kind of failure."""

    answer: str | None = None
    trouble: str | None = None
    detail: str = ""


def _alive(process: ColumnElement[str]) -> ColumnElement[bool]:
    return exists().where(_PROCESSES.c.id == process, _PROCESSES.c.expires_at > _NOW)


_THIS: Final = (
    _QUESTIONS.c.table_id == bindparam("q_table"),
    _QUESTIONS.c.seat == bindparam("q_seat"),
    _QUESTIONS.c.ask == bindparam("q_ask"),
    _QUESTIONS.c.bot == bindparam("q_bot"),
)
_OPEN: Final = (_QUESTIONS.c.answer.is_(None), _QUESTIONS.c.trouble.is_(None))
_KEY: Final = tuple(_QUESTIONS.primary_key.columns)
_MINE: Final = _QUESTIONS.c.owner_id == bindparam("me")

_OFFER: Final = (
    insert_or_update(_QUESTIONS)
    .values(
        table_id=bindparam("q_table"),
        seat=bindparam("q_seat"),
        ask=bindparam("q_ask"),
        bot=bindparam("q_bot"),
        owner_id=bindparam("me"),
        asked_at=_NOW,
    )
    .on_conflict_do_update(index_elements=list(_KEY), set_={"owner_id": bindparam("me")})
)
_LONGEST: Final = (
    select(*_KEY)
    .where(*_OPEN, _alive(_QUESTIONS.c.owner_id), ~_alive(_QUESTIONS.c.process_id))
    .order_by(_QUESTIONS.c.asked_at)
    .limit(1)
    .with_for_update(skip_locked=True, of=_QUESTIONS)
    .cte("longest")
)
_CLAIM: Final = (
    update(_QUESTIONS)
    .where(*(column == _LONGEST.c[column.name] for column in _KEY))
    .values(process_id=bindparam("me"))
    .returning(*_KEY)
)
_FINISH: Final = (
    update(_QUESTIONS)
    .where(*_THIS, *_OPEN, _QUESTIONS.c.process_id == bindparam("me"))
    .values(answer=bindparam("r_answer"), trouble=bindparam("r_trouble"), detail=bindparam("r_detail"))
)
_OFFERED: Final = select(*_KEY, _QUESTIONS.c.answer, _QUESTIONS.c.trouble, _QUESTIONS.c.detail).where(_MINE)
_WITHDRAW: Final = delete(_QUESTIONS).where(*_THIS, _MINE)


class BotQuestions:
    """The queue. All methods raise Problem storage."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def offer(self, question: Question, me: str) -> None:
        """Queue a question, or adopt the same one of a dead process. Raises Clash if `me` itself is dead."""
        async with self.database.writing() as connection:
            await connection.execute(_OFFER, _row(question) | {"me": me})

    async def claim(self, me: str) -> Question | None:
        """Claim the oldest open question, if any."""
        async with self.database.writing() as connection:
            found = (await connection.execute(_CLAIM, {"me": me})).one_or_none()
        return None if found is None else Question(*found)

    async def finish(self, question: Question, me: str, result: Result) -> None:
        """Store the result of a claimed question, unless the claim was lost."""
        values = {"r_answer": result.answer, "r_trouble": result.trouble, "r_detail": result.detail}
        async with self.database.writing() as connection:
            await connection.execute(_FINISH, _row(question) | values | {"me": me})

    async def offered(self, me: str) -> dict[Question, Result | None]:
        """Return the questions queued by a process, with their results."""
        async with self.database.reading() as connection:
            rows: Sequence[Any] = (await connection.execute(_OFFERED, {"me": me})).all()
        return {
            Question(row.table_id, row.seat, row.ask, row.bot): None
            if row.answer is None and row.trouble is None
            else Result(row.answer, row.trouble, row.detail or "")
            for row in rows
        }

    async def withdraw(self, question: Question, me: str) -> None:
        """Remove a question from the queue."""
        async with self.database.writing() as connection:
            await connection.execute(_WITHDRAW, _row(question) | {"me": me})


def _row(question: Question) -> dict[str, Any]:  # parameters of a statement
    return {f"q_{name}": value for name, value in question._asdict().items()}
