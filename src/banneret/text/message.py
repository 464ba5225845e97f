"""Messages: what is said is an id with fields; the catalogue of a language turns it into a sentence."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Field: TypeAlias = str | int | tuple[str, ...]


class Message(msgspec.Struct, frozen=True):
    """A message id and its fields; ids of things (areas, cards, houses) stay ids until they are shown."""

    id: str
    fields: dict[str, Field] = {}


def msg(id: str, **fields: Field) -> Message:
    """Write a message: `msg("duel.order.not-yours", area="the-hill")`."""
    return Message(id, fields)
