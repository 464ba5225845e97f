"""Army lists that players bring to a table: hidden until all have been brought, then chosen from in secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import and_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.content.army_lists import RANDOM, ListMaker, armies_of
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import OptionError
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.tables.table import NewTable, Sitting, Table


def lists_of(table: Table | NewTable) -> ListMaker[Any] | None:
    """Return the army lists of a table's game, or None if it has none."""
    return armies_of(rulebook(table.rulebook))


def _seats(table: Table | NewTable) -> int:
    return table.seats if isinstance(table, NewTable) else table.seat_count


def bringing(table: Table | NewTable) -> range:
    """Return the seats that bring an army to a table's match."""
    maker = lists_of(table)
    return range(0 if maker is None else len(maker.armies_in(table.options, _seats(table))))


def check_brought(new: NewTable) -> None:
    """Check whether players can bring lists to a new table, and the lists of its creator. Raises Problem invalid."""
    if new.settings.lists:
        maker = lists_of(new)
        if maker is None or not bringing(new):
            raise Problem("invalid", f"settings.lists: {new.rulebook} has no army lists.")
        if not maker.independent(new.options, new.seats):
            raise Problem("invalid", "settings.lists: the armies of a team depend on each other; name them as options.")
    for seat, place in enumerate(new.places):
        if place.lists and not place.me:
            raise Problem("invalid", f"places[{seat}].lists: only for your own seats.")
        if place.lists:
            check_lists(new, seat, place.lists, f"places[{seat}].lists")


def check_lists(table: Table | NewTable, seat: int, lists: Sequence[str], where: str = "lists") -> None:
    """Check the lists that a seat brings. Raises Problem invalid, with the rule if there is one."""
    wanted = table.settings.lists
    if not wanted:
        raise Problem("invalid", f"{where}: the armies of this table are among its options.")
    if seat not in bringing(table):
        raise Problem("invalid", f"{where}: seat {seat} fights with the army of another seat.")
    if len(lists) != wanted:
        raise Problem("invalid", f"{where}: {len(lists)}; each player brings {wanted}.")
    for number, code in enumerate(lists):
        if (why := refusal(table.rulebook, table.options, _seats(table), seat, code)) is not None:
            raise option_problem(f"{where}[{number}]", why)


def option_problem(where: str, error: OptionError) -> Problem:
    """Return the problem for an invalid option, with the rule that forbids it if there is one."""
    more: dict[str, Any] = {"rule": error.rule} if error.rule else {}
    if error.message is not None:
        more["reason"] = msgspec.to_builtins(error.message)
    return Problem("invalid", f"{where}: {error}", **more)


def refusal(book: str, options: Mapping[str, Any], seats: int, seat: int, code: str) -> OptionError | None:
    """Return why a seat cannot bring an army to a match, or None if the setup of the match accepts it."""
    maker = armies_of(rulebook(book))
    if maker is None:
        return OptionError(f"{book} has no army lists")
    try:
        rulebook(book).options(maker.with_armies(options, seats, {seat: code}), seats)
    except OptionError as error:
        return error
    return None


def brought(table: Table) -> bool:
    """Return whether every player of a full table has brought lists."""
    return table.full and all(one.lists is not None for one in _awaited(table))


def ready(table: Table) -> bool:
    """Return whether a full table has all required lists and choices."""
    several = table.settings.lists > 1
    return brought(table) and all(one.chosen is not None for one in _awaited(table) if several)


def _awaited(table: Table) -> list[Sitting]:
    """Return the seats whose players must bring lists."""
    return [table.seats[seat] for seat in bringing(table) if table.settings.lists and table.seats[seat].bot is None]


def with_lists(table: Table) -> dict[str, Any]:
    """Return the options of a table's match, including the armies that its players have brought and chosen."""
    maker = lists_of(table)
    if maker is None or not table.settings.lists:
        return table.options
    armies = {one.seat: one.lists[one.chosen or 0] for one in _awaited(table) if one.lists is not None}
    return maker.with_armies(table.options, table.seat_count, armies)


async def store_armies(connection: AsyncConnection, table: Table, options: dict[str, Any]) -> None:
    """Store the armies with which a table's match begins. Random armies are not stored for their seats."""
    maker = lists_of(table)
    if maker is None:
        return
    if options != table.options:
        written = msgspec.json.encode(options).decode()
        changed = update(schema.tables).where(schema.tables.c.id == table.id).values(options=written)
        await connection.execute(changed)
    for one in table.seats:
        if one.lists is not None:  # lists that were not chosen are deleted
            await _store(connection, table.id, one.seat, lists=None, chosen=None)
    for seat, code in enumerate(maker.armies_in(options, table.seat_count)):
        if code not in (RANDOM, *maker.factions):
            await _store(connection, table.id, seat, army=code)


async def bring(connection: AsyncConnection, table: Table, seat: int, lists: Sequence[str]) -> None:
    """Store the lists of a seat, which locks them. Raises Problem."""
    if table.status != "open":
        raise Problem("conflict", f"Table {table.id} is {table.status}.")
    if table.seats[seat].lists is not None:
        raise Problem("conflict", "Your lists are locked. To bring others, leave the seat and take it again.")
    check_lists(table, seat, lists)
    await _store(connection, table.id, seat, lists=msgspec.json.encode(tuple(lists)).decode(), chosen=None)


async def choose(connection: AsyncConnection, table: Table, seat: int, number: int) -> None:
    """Store which of its lists a seat has chosen, which locks the choice. Raises Problem."""
    if table.status != "open" or not brought(table):
        raise Problem("conflict", "Choose a list after all players have brought theirs and before the match begins.")
    one = table.seats[seat]
    if one.lists is None or table.settings.lists < 2:
        raise Problem("conflict", "There is nothing to choose from.")
    if one.chosen is not None:
        raise Problem("conflict", "Your choice is locked.")
    if not 0 <= number < len(one.lists):
        raise Problem("invalid", f"list: {number}; must be from 0 to {len(one.lists) - 1}.")
    await _store(connection, table.id, seat, chosen=number)


async def withdraw(connection: AsyncConnection, table: Table, seat: int) -> None:
    """Remove the lists of a vacated seat. Once all lists have been shown, remove all: they are no longer secret."""
    shown = brought(table) and table.settings.lists > 1
    for one in table.seats if shown else (table.seats[seat],):
        if one.lists is not None:
            await _store(connection, table.id, one.seat, lists=None, chosen=None)


async def _store(connection: AsyncConnection, table: str, seat: int, **values: Any) -> None:  # columns of `seats`
    seats = schema.seats
    await connection.execute(
        update(seats).where(and_(seats.c.table_id == table, seats.c.seat == seat)).values(**values)
    )
