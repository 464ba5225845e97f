"""Stops and prepared answers: which questions a seat is asked, and its answers in advance.

A *stop* determines for a reaction window whether its seat is asked always, never, or only if it has something to react
with. A *standing answer* lists answers to a kind of question, of which the first legal one is given. It is valid for
the round in which it was made, and until something is undone.

Both belong to the player of the seat, and are shown to nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select

from banneret.kernel import notation
from banneret.kernel.choosers import Space
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Foreseeable
from banneret.server.matches.hosted import Hosted
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database

How = Literal["always", "holding", "never"]
DEFAULT: Final[How] = "holding"
"""Default: a seat is asked only if it has a choice, as otherwise most answers would be passes."""
MOST: Final = 20
"""Maximum number of answers in a standing answer."""


class StandingAnswer(NamedTuple):
    """Prepared answers to a kind of question, the preferred one first."""

    kind: str
    answers: tuple[str, ...]


def foreseen_in(match: Match[Any], mine: Sequence[StandingAnswer]) -> list[tuple[StandingAnswer, Foreseeable | None]]:
    """Return the kinds of questions that can be answered in advance, each with a seat's standing answer."""
    given = {one.kind: one for one in mine}
    kinds = match.rulebook.foreseeable
    listed = [(given.get(kind, StandingAnswer(kind, ())), one) for kind, one in kinds.items()]
    return [*listed, *((one, None) for one in mine if one.kind not in kinds)]


class Unasked:
    """Stores stops and standing answers."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.prepared: set[str] = set()
        """Ids of tables that may have standing answers."""

    async def answer(self, hosted: Hosted, seat: int) -> str | None:
        """Return the answer that a seat gives without being asked, or None."""
        ask, person = hosted.match.asked(seat), hosted.kept.table.seats[seat].person_id
        if ask is None or person is None:
            return None
        for one in await self.standing(hosted, person, seat):
            if one.kind == ask.kind:
                allowed = (do for do in one.answers if hosted.match.refusal(seat, do) is None)
                if (do := next(allowed, None)) is not None:
                    return do
        name = ask.chooser.window()
        if not name or isinstance(ask.chooser, Space):
            return None
        how = await self.stop(hosted.stored.id, person, seat, name)
        listed = ask.options.listed
        return notation.write(listed[0]) if how == "never" or (how == "holding" and len(listed) == 1) else None

    def may_answer(self, hosted: Hosted, seat: int) -> bool:
        """Return whether the seat may have such an answer, without a query."""
        ask = hosted.match.asked(seat)
        return ask is not None and (bool(ask.chooser.window()) or hosted.stored.id in self.prepared)

    # Stops

    async def stop(self, table: str, person: str, seat: int, name: str) -> How:
        """Return the stop of a seat for a window."""
        return (await self.stops(table, person, seat)).get(name, DEFAULT)

    async def stops(self, table: str, person: str, seat: int) -> dict[str, How]:
        """Return the stops set by a seat, by the names of the windows."""
        stops = schema.stops.c
        where = (stops.table_id == table, stops.seat == seat, stops.person_id == person)
        async with self.database.reading() as connection:
            return {row.name: row.how for row in await connection.execute(select(stops.name, stops.how).where(*where))}

    async def set_stop(self, hosted: Hosted, person: str, seat: int, name: str, how: How) -> None:
        """Set a stop for the match. Raises Problem invalid for a window that the game does not have."""
        if name not in hosted.match.rulebook.windows:
            raise Problem("invalid", f"The game has no window {name[:40]!r}.")
        stops, key = schema.stops, {"table_id": hosted.stored.id, "seat": seat, "person_id": person, "name": name}
        await self._replace(stops, key, {"how": how})

    # Standing answers

    async def standing(self, hosted: Hosted, person: str, seat: int) -> list[StandingAnswer]:
        """Return the valid standing answers of a seat."""
        answers = schema.standing_answers.c
        where = (answers.table_id == hosted.stored.id, answers.seat == seat, answers.person_id == person)
        holds = answers.depends == _depends(hosted)
        async with self.database.reading() as connection:
            rows = await connection.execute(select(answers.kind, answers.answers).where(*where, holds))
            return [StandingAnswer(row.kind, tuple(msgspec.json.decode(row.answers, type=list[str]))) for row in rows]

    async def set_standing(self, hosted: Hosted, person: str, seat: int, kind: str, given: Sequence[str]) -> None:
        """Set the standing answer to a kind of question, or remove it if empty. Raises Problem."""
        for do in given:
            try:
                notation.read(do, hosted.match.rulebook.actions)
            except notation.NotationError:
                raise Problem("invalid", f"{do[:80]!r} is not an action of this game.") from None
        key = {"table_id": hosted.stored.id, "seat": seat, "person_id": person, "kind": kind}
        answers = msgspec.json.encode(list(given)).decode()
        row = {"depends": _depends(hosted), "answers": answers} if given else None
        await self._replace(schema.standing_answers, key, row)
        self.prepared.add(hosted.stored.id)

    async def look(self) -> None:
        """Update the set of tables that may have standing answers."""
        async with self.database.reading() as connection:
            found = await connection.scalars(select(schema.standing_answers.c.table_id).distinct())
            self.prepared = set(found)

    async def _replace(self, table: Any, key: dict[str, Any], row: dict[str, Any] | None) -> None:  # a schema's table
        try:
            async with self.database.writing() as connection:
                await connection.execute(delete(table).where(*(table.c[name] == value for name, value in key.items())))
                if row is not None:
                    await connection.execute(insert(table).values(**key, **row))
        except Clash:
            raise Problem("conflict", "This was set elsewhere at the same time.") from None


def _depends(hosted: Hosted) -> str:
    """Return a key of the current round and number of rewinds, on which standing answers depend."""
    return f"{hosted.rewinds} {hosted.match.label}"[:80]
