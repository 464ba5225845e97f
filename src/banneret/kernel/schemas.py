"""JSON Schemas of messages and options, with descriptions that do not depend on how docstrings are indented."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, Final

import msgspec

_VALUES: Final = frozenset({"const", "default", "enum", "examples"})
"""Keywords of a schema that contain values instead of schemas."""


def json_schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type, with its components."""
    found: dict[str, Any] = _dedented(msgspec.json.schema(kind))
    return found


def json_schemas(kinds: Iterable[Any], ref_template: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the JSON Schemas of several types, and their components by name.

    `ref_template` is the form of references to components, such as "#/$defs/{name}".
    """
    schemas, components = msgspec.json.schema_components(kinds, ref_template=ref_template)
    return [_dedented(one) for one in schemas], _dedented(components)


def _dedented(part: Any) -> Any:
    """Return a part of a schema whose descriptions are dedented: Python before 3.13 and old msgspec keep indents."""
    if isinstance(part, dict):
        return {
            name: inspect.cleandoc(inside)
            if name == "description" and isinstance(inside, str)
            else inside
            if name in _VALUES
            else _dedented(inside)
            for name, inside in part.items()
        }
    return [_dedented(inside) for inside in part] if isinstance(part, (list, tuple)) else part
