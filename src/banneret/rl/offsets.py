"""Continuous parameters of answers: a suggestion of a Space, and offsets to its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, Final

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Space
from banneret.kernel.rulebook import Rulebook
from banneret.rl.menu import Menu

MOST_REACH: Final = 1 << 22
"""Maximum reach for which a single-precision parameter represents offsets exactly."""
Choice = int | Mapping[str, Any]
"""An index, or for hybrid tasks a mapping with `option` and `offsets`."""


class Offsets:
    """Converts answers to and from a suggestion with parameters from -1 to 1, one for each number that can vary.

    These are the numbers without a finite domain: coordinates, distances and headings. A parameter is an offset
    relative to `reach`, in the unit of the number. Surplus parameters have no effect.
    """

    def __init__(self, book: Rulebook[Any], reach: int) -> None:
        if not 1 <= reach <= MOST_REACH:
            raise ValueError(f"reach: {reach}; it is at least 1 and at most {MOST_REACH}")
        self.reach = reach
        self._fields = {
            action: tuple(
                name
                for name, (shape, domain) in notation.fields(action).items()
                if shape == "number" and domain not in book.domains
            )
            for action in book.actions
        }
        self.width = max(map(len, self._fields.values()))
        """Number of parameters; 0 if no action of the game has any."""

    def fields(self, ask: Ask, action: Action) -> tuple[str, ...]:
        """Return the fields of an answer that the parameters apply to, in order."""
        return self._fields[type(action)] if isinstance(ask.chooser, Space) else ()

    def whole(self, given: Sequence[float], *, strict: bool) -> list[int]:
        """Convert parameters to integer offsets. Raises ValueError for a wrong number of them, or one out of range."""
        values = [float(value) for value in given]
        if len(values) != self.width or not all(map(isfinite, values)):
            raise ValueError(f"offsets: {self.width} finite numbers are needed")
        if strict and any(abs(value) > 1 for value in values):
            raise ValueError("offsets: they are at least -1 and at most 1")
        return [round(max(-1.0, min(1.0, value)) * self.reach) for value in values]

    def shifted(self, ask: Ask, action: Action, offsets: Sequence[int]) -> Action:
        """Return an answer with the offsets added to its numbers."""
        names = self.fields(ask, action)
        changes = {name: getattr(action, name) + by for name, by in zip(names, offsets, strict=False)}
        return msgspec.structs.replace(action, **changes) if names else action

    def nearest(self, ask: Ask, action: Action, offsets: Sequence[int], allowed: Callable[[Action], bool]) -> Action:
        """Return the answer with these offsets, halved as often as needed to make it legal.

        With zero offsets it is the suggestion, which is legal.
        """
        left = list(offsets[: len(self.fields(ask, action))])
        while any(left):
            found = self.shifted(ask, action, left)
            if allowed(found):
                return found
            left = [int(offset / 2) for offset in left]
        return action

    def choice(self, ask: Ask, action: Action) -> tuple[int, list[float]]:
        """Return the index of the nearest suggestion, and the parameters that turn it into the answer.

        Raises ValueError if there is no suggestion of the same type with the same ids and numbers within reach.
        """
        names = self.fields(ask, action)
        best: tuple[int, int, list[int]] | None = None
        for place, option in enumerate(ask.options.listed):
            if type(option) is not type(action):
                continue
            offsets = [getattr(action, name) - getattr(option, name) for name in names]
            if max(map(abs, offsets), default=0) > self.reach or self.shifted(ask, option, offsets) != action:
                continue
            far = sum(map(abs, offsets))
            if best is None or far < best[0]:
                best = far, place, offsets
        if best is None:
            raise ValueError(f"{notation.write(action)!r} is not near any suggestion")
        given = [offset / self.reach for offset in best[2]]
        return best[1], given + [0.0] * (self.width - len(given))


def steps_to(menu: Menu, offsets: Offsets, action: Action) -> list[dict[str, Any]]:
    """Return the hybrid choices that lead to an answer: the pages, then the suggestion. Raises ValueError."""
    place, given = offsets.choice(menu.ask, action)
    path = menu.path(menu.ask.options.listed[place])
    found: list[dict[str, Any]] = [{"option": index, "offsets": [0.0] * offsets.width} for index in path]
    found[-1]["offsets"] = given
    return found
