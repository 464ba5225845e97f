"""Language-independent messages: an id with fields, which a catalogue renders as a sentence."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Field: TypeAlias = str | int | tuple[str, ...]


class Message(msgspec.Struct, frozen=True):
    """A message id and its fields; ids of things (areas, cards, houses) are resolved to names when rendered."""

    id: str
    fields: dict[str, Field] = {}


def msg(id: str, **fields: Field) -> Message:
    """Write a message: `msg("duel.order.not-yours", area="the-hill")`."""
    return Message(id, fields)
