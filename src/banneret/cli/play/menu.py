"""A question's options as a menu; long lists are grouped by the beginning of their notation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from banneret.kernel import notation
from banneret.kernel.choosers import Action

SHORT = 12
"""Maximum number of options listed individually."""
PAGE = 30
"""Maximum number of menu lines shown at once."""


class Choice(NamedTuple):
    """A menu line: an option, or several that begin the same."""

    label: str
    actions: Sequence[Action]


def choices(actions: Sequence[Action]) -> list[Choice]:
    """Return the menu lines for options."""
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
