"""Schemas: what is described, and which values a field can have."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from banneret.kernel.creation import schema
from banneret.kernel.schemas import json_schema, json_schemas
from tests.kernel.toy_actions import EDGES, PLACES
from tests.kernel.toy_state import KINDS, PURSE

TEXT = "First.\n\n    Second.\n      Third."
PLAIN = "First.\n\nSecond.\n  Third."
Described = Annotated[
    int,
    msgspec.Meta(
        description=TEXT,
        extra_json_schema={"anyOf": [{"description": TEXT}, {"minimum": 1}], "default": {"description": TEXT}},
    ),
]


def test_descriptions_are_dedented_at_any_depth_and_values_left_alone() -> None:
    assert json_schema(Described) == {
        "type": "integer", "description": PLAIN, "anyOf": [{"description": PLAIN}, {"minimum": 1}],
        "default": {"description": TEXT},
    }  # fmt: skip  # several to a line


class Told(msgspec.Struct):
    description: Described
    examples: list[int]


def test_a_field_may_be_called_like_a_keyword() -> None:
    (reference,), components = json_schemas([Told], "#/$defs/{name}")
    assert reference == {"$ref": "#/$defs/Told"}
    fields = components["Told"]["properties"]
    assert fields["description"] == json_schema(Described)
    assert fields["examples"] == {"type": "array", "items": {"type": "integer"}}


def test_fields_of_answers_name_their_values() -> None:
    actions: dict[str, Any] = schema("skirl")["$defs"]
    assert actions["Bid"]["properties"]["coins"]["enum"] == list(range(2 * PURSE))
    assert actions["Toss"]["properties"]["cards"]["items"]["enum"] == list(KINDS)
    assert actions["Peek"]["properties"]["what"]["enum"] == list(PLACES)
    assert actions["Plant"]["properties"]["edge"]["enum"] == list(EDGES)
    assert "enum" not in actions["Plant"]["properties"]["at"]
