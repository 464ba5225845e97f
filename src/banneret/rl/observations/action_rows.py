"""Encoding of actions as rows of integers: the type, then the fields in columns per domain."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banneret.kernel import notation
from banneret.kernel.choosers import Action
from banneret.kernel.rulebook import Rulebook
from banneret.rl.observations.vocabulary import CODES, code_of

Rows = NDArray[np.int32]

FEW: Final = 8
"""Maximum size of a domain whose tuples are encoded as counts per value; of larger ones, the first four ids are."""
_FIRST: Final = 4
_CACHED: Final = 1 << 16
"""Maximum number of cached rows, so that long training does not exhaust memory."""


class Column(NamedTuple):
    """A column of the rows: name, maximum, meaning and minimum."""

    name: str
    high: int
    about: str
    low: int = 0


class ActionRows:
    """Encodes the actions of a game as rows.

    Column 0 is the type of the action, from 1 in the order of `Rulebook.actions`; an empty row is a zero, and a page of
    a large question has the type after the last. Then come the fields: an id is its place in its domain, from 1; a
    number is the number itself. Fields of the same domain share columns: the first one of an action the first, and so
    on.
    """

    def __init__(self, book: Rulebook[Any]) -> None:
        self.columns: list[Column] = [Column("type", len(book.actions) + 1, "type of action from 1; 0: an empty row")]
        self.page_type = len(book.actions) + 1
        self._number = {action: number for number, action in enumerate(book.actions, 1)}
        self._places: dict[str, dict[Any, int]] = {
            name: {value: place for place, value in enumerate(values, 1)} for name, values in book.domains.items()
        }
        at: dict[tuple[str, str, int], int] = {}
        self._plans: dict[type[Action], list[tuple[str, str, str, int]]] = {}
        for action in book.actions:
            count: dict[tuple[str, str], int] = {}
            plan = []
            for name, (shape, domain) in notation.fields(action).items():
                key = (shape, domain or name)
                nth = count[key] = count.get(key, 0) + 1
                if (*key, nth) not in at:
                    at[*key, nth] = len(self.columns)
                    self._add(shape, domain or name, nth)
                plan.append((name, shape, domain, at[*key, nth]))
            self._plans[action] = plan
        self._endless = {
            action
            for action, plan in self._plans.items()
            if any(shape == "number" and domain not in self._places for _, shape, domain, _ in plan)
        }
        """Types with a number without a finite domain, whose actions rarely occur twice and are not cached."""
        for first in ("first", "last"):
            self.columns.append(Column(f"page-{first}", CODES, f"number of the {first} option of a page"))
        self.width = len(self.columns)
        self._known: dict[Action, int] = {}
        self._table: Rows = np.zeros((256, self.width), np.int32)
        self._arrays: list[array[int]] = []

    def _add(self, shape: str, domain: str, nth: int) -> None:
        name = domain if nth == 1 else f"{domain}-{nth}"
        values = self._places.get(domain)
        if shape == "number":
            self.columns.append(Column(name, (1 << 31) - 1, f"the number `{domain}`", -(1 << 31)))
        elif shape == "id":
            high = CODES if values is None else len(values)
            self.columns.append(Column(name, high, f"place in the domain `{domain}`, from 1"))
        elif values is not None and len(values) <= FEW:
            self.columns += [Column(f"{name}:{value}", 64, f"how often `{value}` is named") for value in values]
        else:
            high = CODES if values is None else len(values)
            self.columns += [Column(f"{name}:{n}", high, f"id {n} of `{domain}`") for n in range(1, _FIRST + 1)]
            self.columns.append(Column(f"{name}:more", CODES, "code of the ids after those, or 0"))

    def row(self, action: Action) -> list[int]:
        """Return the row of an action."""
        row = [0] * self.width
        row[0] = self._number[type(action)]
        for name, shape, domain, at in self._plans[type(action)]:
            value = getattr(action, name)
            if shape == "number":
                row[at] = value
            elif shape == "id":
                places = self._places.get(domain)
                row[at] = code_of(value) if places is None else places[value]
            else:
                self._write_ids(row, at, value, self._places.get(domain))
        return row

    def values(self, action: Action) -> array[int]:
        """Return the row of an action as an array, which must not be changed."""
        place = self._known.get(action)
        if place is None:
            place = self._learn(action)
        return self._arrays[place] if place >= 0 else array("i", self.row(action))

    def _write_ids(self, row: list[int], at: int, ids: tuple[str, ...], places: dict[Any, int] | None) -> None:
        if places is not None and len(places) <= FEW:
            for one in ids:
                row[at + places[one] - 1] += 1
            return
        for n, one in enumerate(ids[:_FIRST]):
            row[at + n] = code_of(one) if places is None else places[one]
        if len(ids) > _FIRST:
            row[at + _FIRST] = code_of(" ".join(ids[_FIRST:]))

    def write(self, actions: Sequence[Action], out: Rows) -> None:
        """Write the rows of actions into the first rows of `out`."""
        known = self._known
        places = []
        for action in actions:
            place = known.get(action)
            if place is None:
                place = self._learn(action)
                if place < 0:
                    out[: len(actions)] = [self.row(each) for each in actions]
                    return
            places.append(place)
        self._table.take(places, axis=0, out=out[: len(places)], mode="clip")

    def _learn(self, action: Action) -> int:
        """Cache the row of an action and return its index, or -1 if the cache is full or the type is not cached."""
        if len(self._known) >= _CACHED or type(action) in self._endless:
            return -1
        place = len(self._known)
        if place == len(self._table):
            self._table = np.concatenate([self._table, np.zeros_like(self._table)])
        row = self.row(action)
        self._table[place] = row
        self._arrays.append(array("i", row))
        self._known[action] = place
        return place
