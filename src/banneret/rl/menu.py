"""Menus: the options of a question by index, divided into pages if there are too many."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action

ROWS: Final = 512
"""Default of the maximum number of options in one step; up to 384 occur in random play."""


class Menu:
    """The options of a question, or a range of them, as at most `rows` choices: options, or pages of options.

    Pages are ranges of consecutive options of nearly equal length. The options of a Space are its suggestions.
    """

    __slots__ = ("_size", "ask", "first", "last", "rows")

    def __init__(self, ask: Ask, rows: int = ROWS, first: int = 0, last: int | None = None) -> None:
        self.ask = ask
        self.rows = rows
        self.first = first
        self.last = len(ask.options.listed) if last is None else last
        """Index of the last option, plus one."""
        count = self.last - first
        self._size = 1 if count <= rows else ceil(count / ceil(count / rows ** (_depth(count, rows) - 1)))

    @property
    def paged(self) -> bool:
        """Whether the choices are pages."""
        return self._size > 1

    def __len__(self) -> int:
        return ceil((self.last - self.first) / self._size)

    @property
    def actions(self) -> Sequence[Action]:
        """Options that can be chosen; empty if the choices are pages."""
        listed: list[Action] = self.ask.options.listed
        if self.paged:
            return ()
        return listed if len(listed) == self.last - self.first else listed[self.first : self.last]

    def page(self, index: int) -> tuple[int, int]:
        """Return the range of options of a page: the first index, and the last one plus one."""
        first = self.first + index * self._size
        return first, min(first + self._size, self.last)

    def choose(self, index: int) -> Action | Menu:
        """Return the action at an index, or the menu of the page. Raises IndexError."""
        if not 0 <= index < len(self):
            raise IndexError(f"there is no option {index}: there are {len(self)}")
        if self.paged:
            return Menu(self.ask, self.rows, *self.page(index))
        found: Action = self.ask.options.listed[self.first + index]
        return found

    def path(self, action: Action) -> list[int]:
        """Return the choices that lead to an option. Raises ValueError if there is no such option."""
        place = self.ask.options.listed.index(action, self.first, self.last)
        path: list[int] = []
        menu: Menu = self
        while menu.paged:
            path.append((place - menu.first) // menu._size)
            menu = Menu(menu.ask, menu.rows, *menu.page(path[-1]))
        return [*path, place - menu.first]


def _depth(count: int, rows: int) -> int:
    """Return the number of choices needed to select one of `count` options."""
    depth = 1
    while rows**depth < count:
        depth += 1
    return depth
