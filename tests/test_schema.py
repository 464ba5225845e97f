"""The JSON Schema of everything that goes over a wire: golden, and every message of a match fits it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import banneret
from banneret.kernel.asks import MatchView
from banneret.kernel.registry import rulebook

GOLDEN = Path(__file__).parent / "golden"


def _part(schema: dict[str, Any], name: str) -> Any:  # jsonschema's own validator type
    return jsonschema.Draft202012Validator({**schema["properties"][name], "$defs": schema["$defs"]})


@pytest.mark.parametrize("game", ["battles", "icefire-2021", "icefire-s6", "runewars", "thrones"])
def test_the_schema_is_the_golden_one(game: str) -> None:
    """Update this file deliberately when a message changes: `banneret schema GAME > tests/golden/...`."""
    golden = json.loads((GOLDEN / f"schema-{game}.json").read_text("utf-8"))
    assert json.loads(json.dumps(banneret.schema(game))) == golden


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_message_of_a_match_fits_the_schema(seed: int) -> None:
    schema = banneret.schema("thrones")
    view, ask, action, event = (_part(schema, name) for name in ("view", "ask", "action", "event"))
    whole: Any = MatchView[rulebook("thrones").View]  # type: ignore[misc]  # the rulebook's own view struct
    rng = random.Random(seed)
    match = banneret.new_match("thrones", seats=6, seed=seed, options={"tides_of_battle": seed == 2})
    count = 0
    while match.outcome is None:
        seat, standing = rng.choice(sorted(match.asking.items()))
        chosen = rng.choice(standing.options.listed)
        if count % 40 == 0:
            seen = match.view({seat})
            wire = msgspec.json.encode(seen)
            message = json.loads(wire)
            view.validate(message)
            for own in message["asks"]:
                ask.validate(own)
            assert msgspec.json.decode(wire, type=whole) == seen
            for option in rng.sample(standing.options.listed, min(5, len(standing.options))):
                action.validate(json.loads(msgspec.json.encode(option)))
        match.play(seat, json.loads(msgspec.json.encode(chosen)) if count % 7 == 0 else chosen)
        count += 1
    for _, told in match.events_for(0):
        event.validate(json.loads(msgspec.json.encode(told)))
    assert len(match.events) > 100


def test_an_action_that_names_no_area_does_not_fit() -> None:
    action = _part(banneret.schema("thrones"), "action")
    action.validate({"do": "retreat", "area": "winterfell"})
    with pytest.raises(jsonschema.ValidationError):
        action.validate({"do": "retreat", "area": "nowhere"})
    with pytest.raises(jsonschema.ValidationError):
        action.validate({"do": "fly"})
