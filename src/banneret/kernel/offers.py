"""What a game offers beyond its rules, such as a drawing or a judge of positions: attributes of its rulebook.

Each optional part has a type in the package that uses it and an attribute of the rulebook that carries an object of
that type. A rulebook without the attribute, or with None, does not offer the part. `offered` is the one way to find
out; each package wraps it in a function of its own:

| attribute | type | found by |
| --- | --- | --- |
| `showing` | `show.showing.Showing`: drawing, placings, panels | `show.showing.showing_of` |
| `judging` | `bots.judging.Judging`: what positions and options are worth | `bots.judging.judging_of` |
| `terminal` | `show.terminal.Terminal`: lines and tables for a terminal | `show.terminal.terminal_of` |
| `armies` | `content.army_lists.ListMaker`: army lists | `content.army_lists.armies_of` |
| `twins` | `testing.twins.Twins`: worlds that differ in one secret | `testing.twins.twin_of` |

A part that takes long to import is a `functools.cached_property` that imports it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from banneret.kernel.rulebook import Rulebook

P = TypeVar("P")


def offered(book: Rulebook[Any], name: str, kind: type[P]) -> P | None:
    """Return the optional part of a game in the attribute `name`, or None if the game does not offer it.

    Raises TypeError if the attribute holds something that is not of the type (or runtime protocol) `kind`.
    """
    there = hasattr(type(book), name) or name in vars(book)  # what fails inside a property shall not look like nothing
    found = getattr(book, name) if there else None
    if found is None or isinstance(found, kind):
        return found
    raise TypeError(f"{book.id}: {name} is a {type(found).__name__}, not a {kind.__name__}")
