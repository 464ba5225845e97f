"""`banneret perft`, `schema` and `rulebooks`: information about the engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from banneret.cli.consoles import err, fail, out, reported
from banneret.kernel.choosers import IllegalAction
from banneret.kernel.creation import from_position, schema
from banneret.kernel.registry import faults, rulebooks
from banneret.kernel.rulebook import PositionError, Rulebook
from banneret.testing.perft import perft as count


def perft(book: Rulebook[Any], position: Path, depth: int, *, divide: bool) -> None:
    """Count the distinct states reachable from a position."""
    with reported():
        try:
            match = from_position(book.id, position, events=False)
        except PositionError as error:
            fail(str(error) if str(position) in str(error) else f"{position}: {error}")
        try:
            found = count(match, depth, divide=divide)
        except (ValueError, IllegalAction) as error:
            fail(f"{position}: {error}")
    console = out()
    for answer, states in found.divided.items():
        console.print(f"{answer}  {states}", soft_wrap=True)
    console.print(
        f"depth {found.depth}: {found.states} states, {found.ended} of them over; {found.decisions} decisions"
    )


def show_schema(book: Rulebook[Any]) -> None:
    """Print the JSON Schema of a game."""
    write_json(schema(book.id))


def show_rulebooks(*, as_json: bool) -> None:
    """List the games; report those that cannot be loaded on standard error."""
    books = rulebooks()
    for fault in faults():
        err().print(f"Not available: {fault}", style="red", markup=False, soft_wrap=True)
    if as_json:
        write_json(books)
        return
    console = out()
    for book in books:
        seats = ", ".join(map(str, book.seats))
        console.print(f"{book.id}  {book.title}; seats: {seats}; rules version {book.version}", soft_wrap=True)


def write_json(data: Any) -> None:  # anything that msgspec can encode
    """Write data as indented JSON to standard output."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
