"""Ratings of people by game, from the places in all finished matches. Bots are rated under their names.

Ratings are computed from stored matches, in the order in which they ended, and cached in memory.
"""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import Final

import msgspec
from sqlalchemy import and_, or_, select

from banneret.bots.ratings import Ratings
from banneret.server.people.accounts import Person
from banneret.server.store import schema
from banneret.server.store.database import Database

POINTS: Final = 60
"""Points per unit of the rating model; players begin with 1500."""


class GameRating(msgspec.Struct, frozen=True):
    """A rating in one game. With a probability of about two thirds, the true strength is within `margin` points."""

    rulebook: str
    points: int
    margin: int
    matches: int


class Standings:
    """The ratings in all games."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._ratings: dict[str, Ratings] = {}
        self._played: dict[tuple[str, str], int] = {}
        """Number of rated matches by game and name."""
        self._upto: tuple[int, str] = (0, "")
        """End time and id of the last rated match."""
        self._lock = asyncio.Lock()

    async def of(self, person: Person) -> list[GameRating]:
        """Return a person's ratings, the most played game first."""
        async with self._lock:
            await self._catch_up()
        found = []
        for game, ratings in self._ratings.items():
            rating, played = ratings.get(person.id), self._played.get((game, person.id), 0)
            if rating is not None and played:
                points, margin = round(rating.mu * POINTS), round(rating.sigma * POINTS)
                found.append(GameRating(game, points, margin, played))
        return sorted(found, key=lambda one: (-one.matches, one.rulebook))

    async def _catch_up(self) -> None:
        """Rate the matches that have ended since the last call."""
        tables, seats = schema.tables.c, schema.seats.c
        at, id_ = self._upto
        later = or_(tables.ended_at > at, and_(tables.ended_at == at, tables.id > id_))
        wanted = (
            select(tables.id, tables.rulebook, tables.ended_at, seats.person_id, seats.bot, seats.place)
            .join(schema.seats, seats.table_id == tables.id)
            .where(tables.status == "finished", later, seats.place.is_not(None))
            .order_by(tables.ended_at, tables.id, seats.seat)
        )
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted)).all()
        for (ended, table), match in groupby(rows, key=lambda row: (row.ended_at, row.id)):
            players = [(row.person_id or row.bot, row.place, row.rulebook) for row in match]
            self._upto = (ended, table)
            if all(name for name, _, _ in players):
                await asyncio.to_thread(self._rate, players)

    def _rate(self, players: list[tuple[str, int, str]]) -> None:
        names, game = [name for name, _, _ in players], players[0][2]
        if len(set(names)) < 2:
            return
        self._ratings.setdefault(game, Ratings()).add(names, [place - 1 for _, place, _ in players])
        for name in set(names):
            self._played[game, name] = self._played.get((game, name), 0) + 1
