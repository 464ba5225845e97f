"""Creating matches, new ones and from positions, and the schema of their messages."""

from __future__ import annotations

import secrets  # noqa: TID251  # a match opened without a seed gets a key nobody can guess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import AskView, MatchView
from banneret.kernel.chance import Result
from banneret.kernel.choosers import IllegalAction, Refusal
from banneret.kernel.events import LoggedEvent
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.position_fields import as_object
from banneret.kernel.registry import rulebook
from banneret.kernel.rule_error import RuleError
from banneret.kernel.rulebook import OptionError, PositionError
from banneret.kernel.schemas import json_schemas
from banneret.kernel.stream import KEY_BYTES, derive_key


def new_match(
    rulebook_id: str,
    *,
    seats: int,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    key: bytes | None = None,
    events: bool = True,
) -> Match[Any]:
    """Create a new match.

    The same seed gives the same match; without a seed or a key of 16 bytes, chance is unpredictable. With
    `events=False` no events are logged; everything else is the same. Raises LookupError for an unknown rulebook,
    OptionError for invalid options.
    """
    if key is None:
        key = secrets.token_bytes(KEY_BYTES) if seed is None else derive_key("seed", seed)
    return Match(rulebook(rulebook_id), new_origin(rulebook_id, seats, options or {}, key), events=events)


def new_origin(rulebook_id: str, seats: int, options: Mapping[str, Any], key: bytes) -> Origin:
    """Return the origin of a new match. Raises LookupError for an unknown rulebook, OptionError for invalid options."""
    book = rulebook(rulebook_id)
    if seats not in book.seats:
        raise OptionError(f"seats: {seats!r}; {book.id} is played with {', '.join(map(str, book.seats))}")
    if len(key) != KEY_BYTES:
        raise OptionError(f"key: {len(key)} bytes; a key has {KEY_BYTES}")
    given = dict(options)
    return Origin(seats, given, key, book.setup(seats, book.options(given, seats), key))


def from_position(
    rulebook_id: str,
    position: str | Path | Mapping[str, Any],
    *,
    events: bool = True,
    chance: Sequence[Result] = (),
    history: Sequence[LoggedEvent] = (),
) -> Match[Any]:
    """Create a match from a position: a checkpoint state, or one with the answers since (see `Match.position`).

    `position` is a dict or the path of a JSON file. `chance` supplies the first results of chance; `history` contains
    the earlier events, whose numbers the match continues. Raises PositionError, which names the fault.
    """
    book = rulebook(rulebook_id)
    data = _read(position) if isinstance(position, str | Path) else as_object("position", position)
    answers = data.get("answers", [])
    if not isinstance(answers, list | tuple):
        raise PositionError("answers: not a list")
    if data.get("rulebook", book.id) != book.id:
        raise PositionError(f"rulebook: the position belongs to {data['rulebook']!r}, not to {book.id!r}")
    written = as_object("state", data.get("state", data))
    if data.get("version", book.version) != book.version:
        written = book.migrate(written, str(data["version"]))
    state = book.decode(written)
    if wrong := book.check(state):
        raise PositionError(wrong[0])
    own = _results(data) if "state" in data else []
    script = (*own, *chance)
    try:
        match = Match(book, Origin(state.seats, {}, None, state), events=events, chance=script, history=history)
    except (RuleError, ValueError) as error:  # only the results of chance remain unchecked
        raise PositionError(f"chance: {error}") from None
    for number, answer in enumerate(answers):
        try:
            _enter(match, answer)
        except IllegalAction as error:
            why = f"not allowed: {error.why} ({error.refusal.rule})"
            raise PositionError(f"answers[{number}]: {error.tried!r} of seat {error.seat} is {why}") from None
        except (RuleError, TypeError, ValueError) as error:
            raise PositionError(f"answers[{number}]: {error}") from None
    used = sum(draw.result is not None for draw in match.draws)
    if used < len(own):
        raise PositionError(f"chance: {len(own)} results, of which {used} are used")
    return match


def _enter(match: Match[Any], answer: Any) -> None:  # any value of a JSON file
    if isinstance(answer, Mapping):
        ((kind, value),) = answer.items()
        if kind == "forfeit":
            match.forfeit(value)
        elif kind == "salt":
            match.add_salt(bytes.fromhex(value))
        else:
            raise ValueError(f"{kind!r} is neither forfeit nor salt")
    else:
        seat, action = answer
        match.play(seat, action)


def _results(data: Mapping[str, Any]) -> list[Result]:
    results = data.get("chance", [])
    if not isinstance(results, list) or not all(type(r) in (int, str) for r in results):
        raise PositionError("chance: not a list of whole numbers and ids")
    return results


def _read(path: str | Path) -> Mapping[str, Any]:
    try:
        data = msgspec.json.decode(Path(path).read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PositionError(f"{path}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise PositionError(f"{path}: not a JSON object")
    return data


def schema(rulebook_id: str) -> dict[str, Any]:
    """Return the JSON Schema of everything sent over a wire: view, ask, action, event, refusal, options."""
    book = rulebook(rulebook_id)
    action: Any = _union(book.actions)
    event: Any = _union(book.events)
    parts: dict[str, Any] = {
        "view": MatchView[book.View],  # type: ignore[name-defined]  # the rulebook's own view struct
        "ask": AskView,
        "action": action,
        "event": event,
        "refusal": Refusal,
        "options": book.Options,
    }
    schemas, components = json_schemas(parts.values(), "#/$defs/{name}")
    for kind in book.actions:
        _name_values(components[kind.__name__]["properties"], notation.domains_of(kind), book.domains)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"banneret {book.id} {book.version}",
        "properties": dict(zip(parts, schemas, strict=True)),
        "$defs": dict(sorted(components.items())),
    }


def _name_values(fields: dict[str, Any], domains: Mapping[str, str], values: Mapping[str, tuple[Any, ...]]) -> None:
    """Write the finite domain of each field of an action into its schema."""
    for name, domain in domains.items():
        if domain in values:
            field = fields[name].get("items", fields[name])
            field["enum"] = list(values[domain])


def _union(types: tuple[Any, ...]) -> Any:  # a union type, which has no type of its own
    union = types[0]
    for type_ in types[1:]:
        union = union | type_
    return union
