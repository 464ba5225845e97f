"""Fixtures for tests of the server: people, tables and answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from sqlalchemy import event

from banneret.kernel import notation
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store.database import Database
from banneret.server.tables.table import NewTable, Place, Table, TableSettings


class Moment:
    """A manually advanced clock in milliseconds."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        """Advance the clock."""
        self.now += int(seconds * 1000)


async def guests(services: Services, count: int) -> list[Person]:
    """Return some guests."""
    return [await services.people.add_guest(f"Guest {n}", "en", services.now()) for n in range(count)]


async def table_of(
    services: Services,
    people: list[Person | str],
    *,
    rulebook: str = "thrones",
    settings: TableSettings | None = None,
    options: dict[str, Any] | None = None,
    title: str = "",
) -> Table:
    """Return a running table with a person or a bot in each seat, created by the first person."""
    first = next(one for one in people if isinstance(one, Person))
    places = tuple(Place(bot=one) if isinstance(one, str) else Place(me=one is first) for one in people)
    table = await services.tables.create(
        first,
        NewTable(
            rulebook=rulebook,
            seats=len(people),
            places=places,
            settings=settings or TableSettings(),
            visibility="open",
            title=title,
            options=options or {},
        ),
        services.now(),
    )
    for seat, one in enumerate(people):
        if isinstance(one, Person) and one is not first:
            table = await services.tables.join(table, one, seat, services.now())
    await services.changed(table)
    return table


async def play_on(
    services: Services, table: str, random: Random, answers: int = 100_000, seats: set[int] | None = None
) -> int:
    """Answer at random for seats, up to a number of times or to the end. Return the number of answers given."""
    for given in range(answers):
        hosted = await services.host.hosted(table)
        asking = [seat for seat in hosted.match.asking if seats is None or seat in seats]
        if not asking:
            return given
        seat = random.choice(asking)
        action = random.choice(hosted.match.asking[seat].options.listed)
        try:
            await services.host.answer(table, seat, hosted.asks()[seat], notation.write(action))
        except Problem as problem:
            if problem.kind != "stale-ask":
                raise
    return answers


async def ended(services: Services, table: str, random: Random, answers: int = 20) -> None:
    """End a match quickly: some random answers, then all but the last seat forfeit."""
    await play_on(services, table, random, answers)
    seats = (await services.host.hosted(table)).match.seats
    for seat in range(seats - 1):
        await services.host.enter(table, lambda _, seat=seat: {"forfeit": seat})  # type: ignore[misc]  # a default
    assert (await services.tables.get(table)).status == "finished"


@contextmanager
def pragma(database: Database, limit: str, no_limit: str) -> Iterator[None]:
    """Set a pragma on every connection of an SQLite database on its next use, and another one afterwards.

    Pooled connections that are in use at this moment are returned as usual.
    """
    value = limit

    def set_value(connection: Any, *_: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA {value}")
        cursor.close()

    for engine in database.engines:
        event.listen(engine, "checkout", set_value)
    try:
        yield
    finally:
        value = no_limit
