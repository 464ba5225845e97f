"""A question's options as a menu: long lists are grouped by what their notations begin with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from banneret.kernel import notation
from banneret.kernel.choosers import Action

SHORT = 12
"""Up to so many options are listed one by one."""
PAGE = 30
"""So many lines of a menu are shown at once."""


class Choice(NamedTuple):
    """A line of a menu: an option, or several that begin alike."""

    label: str
    actions: Sequence[Action]


def choices(actions: Sequence[Action]) -> list[Choice]:
    """Return the lines of a menu over these options."""
    flat = [Choice(notation.write(action), [action]) for action in actions]
    if len(actions) <= SHORT:
        return flat
    deepest = max(len(_fields(action)) for action in actions)
    for depth in range(1, deepest + 1):
        groups: dict[str, list[Action]] = {}
        for action in actions:
            groups.setdefault(_stem(action, depth), []).append(action)
        if 1 < len(groups) < len(actions):
            return [
                Choice(notation.write(members[0]) if len(members) == 1 else f"{stem} … ({len(members)})", members)
                for stem, members in groups.items()
            ]
    return flat


def _fields(action: Action) -> list[str]:
    return re.findall(r"\{(\w+)\}", type(action).FORM)


def _stem(action: Action, depth: int) -> str:
    """Return the notation up to its `depth`-th field."""
    parts = re.split(r"\{\w+\}", type(action).FORM)
    text = parts[0]
    for field, after in list(zip(_fields(action), parts[1:], strict=True))[:depth]:
        value = getattr(action, field)
        text += (" ".join(value) if isinstance(value, tuple) else str(value)) + after
    return text.rstrip()
