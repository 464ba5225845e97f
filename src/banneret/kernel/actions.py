"""Actions that answer questions, and refusals. Messages are not compiled: mypyc drops the options of their classes."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from banneret.text.message import Message


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """An answer of a seat. Subclasses set `tag=...` and `FORM`, the notation with a placeholder for each field.

    `FORM = "raid {area} > {target}"` writes and reads `raid sunset-sea > lannisport`. Fields are ids, integers, or
    tuples of ids; each has a finite `Domain` in its annotation, or belongs to a `Space`.
    """

    FORM: ClassVar[str] = ""


class Domain(msgspec.Struct, frozen=True):
    """The name of a field's finite set of values; the rulebook lists the sets in `Rulebook.domains`."""

    name: str


class Refusal(msgspec.Struct, frozen=True):
    """Why an answer is not allowed: the rule that forbids it and the reason."""

    rule: str
    reason: Message


class Part(msgspec.Struct, frozen=True):
    """How a question belongs to a draft: several questions to a seat that it answers as one whole.

    A draft consists of the questions to a seat, one after the other, that have the same `draft`. See `kernel.drafts`.
    """

    draft: str
    """The name of the draft ("orders")."""
    missing: int = 1
    """The number of answers still required by this question and those that follow without an `assumed` answer."""
    things: tuple[str, ...] = ()
    """The things that can be answered for, such as "area:hill"."""
    closing: Action | None = None
    """The answer that ends the draft. Without `things`, the question only asks whether to end it."""
    assumed: Action | None = None
    """The answer assumed while there is none, so that later questions can be answered first. Only used while answers
    are sealed; answers to later questions must not depend on it."""
