"""Notation: actions as short lines, and parsing them. The form is declared once, on the action's class."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from banneret.kernel.choosers import Action, Domain, Refusal
from banneret.text.message import msg

_ID = r"[a-z0-9][a-z0-9'+_-]*"
_PATTERNS = {"id": f"({_ID})", "number": r"(-?[0-9]{1,18})", "ids": rf"((?:{_ID})(?: {_ID})*)"}


class NotationError(ValueError):
    """Raised for a line that is not an action of this game; `refusal` gives the reason."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(f"{text!r} is not an action")
        self.refusal = refusal


@cache
def fields(action: type[Action]) -> dict[str, tuple[str, str]]:
    """Return (shape, domain name) for each field; shape is "id", "number" or "ids"."""
    hints = typing.get_type_hints(action, include_extras=True)
    found: dict[str, tuple[str, str]] = {}
    for field in msgspec.structs.fields(action):
        hint = hints[field.name]
        base, *extra = typing.get_args(hint) if typing.get_origin(hint) is typing.Annotated else (hint,)
        domain = next((x.name for x in extra if isinstance(x, Domain)), "")
        shape = "number" if base is int else "id" if base is str else "ids"
        found[field.name] = (shape, domain)
    return found


def domains_of(action: type[Action]) -> dict[str, str]:
    """Return the name of the domain of each field of an action type."""
    return {name: domain for name, (_, domain) in fields(action).items()}


@cache
def _pattern(action: type[Action]) -> re.Pattern[str]:
    shapes = fields(action)
    parts = re.split(r"\{(\w+)\}", action.FORM)
    text = "".join(_PATTERNS[shapes[p][0]] if i % 2 else re.escape(p) for i, p in enumerate(parts))
    return re.compile(text)


@cache
def order(action: type[Action]) -> tuple[str, ...]:
    """Return the fields of an action type in notation order."""
    return tuple(re.findall(r"\{(\w+)\}", action.FORM))


@cache
def _blanks(action: type[Action]) -> tuple[str, tuple[tuple[str, bool, str], ...]]:
    """Return the text before the first field, and for each field its name, whether it is a list, and the text after."""
    first, *rest = re.split(r"\{(\w+)\}", action.FORM)
    shapes = fields(action)
    return first, tuple((name, shapes[name][0] == "ids", rest[2 * i + 1]) for i, name in enumerate(rest[::2]))


def write(action: Action) -> str:
    """Return the notation of an action."""
    written, blanks = _blanks(type(action))
    for name, is_list, after in blanks:
        value = getattr(action, name)
        written += f"{' '.join(value) if is_list else value}{after}"
    return written


def read(text: str, actions: Iterable[type[Action]]) -> Action:
    """Parse an action of one of these types. Raises NotationError if no form matches."""
    line = " ".join(text.split())
    for action in actions:
        match = _pattern(action).fullmatch(line)
        if match:
            shapes = fields(action)
            values: dict[str, Any] = {}
            for name, raw in zip(order(action), match.groups(), strict=True):
                shape = shapes[name][0]
                values[name] = int(raw) if shape == "number" else tuple(raw.split(" ")) if shape == "ids" else raw
            return action(**values)
    raise NotationError(text, Refusal("kernel:notation", msg("refuse.kernel.notation", text=line[:80])))


def check_domains(action: Action, domains: dict[str, frozenset[Any]]) -> Refusal | None:
    """Return why a field holds a value that does not exist in this game, or None."""
    for name, (shape, domain) in fields(type(action)).items():
        value = getattr(action, name)
        allowed = domains.get(domain)
        kind = {"id": str, "number": int, "ids": tuple}[shape]
        if type(value) is not kind or (allowed is not None and not _within(value, shape, allowed)):
            shown = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            return Refusal(
                "kernel:domain",
                msg("refuse.kernel.domain", field=name, value=shown[:80], domain=domain or kind.__name__),
            )
    return None


def _within(value: Any, shape: str, allowed: frozenset[Any]) -> bool:  # a field's value: any of the three shapes
    if shape == "ids":
        return bool(value) and all(type(v) is str and v in allowed for v in value)
    return value in allowed
