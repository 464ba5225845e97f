"""Snapshots: a match as plain data, from which it continues without replaying its earlier answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from banneret.kernel import notation
from banneret.kernel.chance import Draw, Result
from banneret.kernel.choosers import Action
from banneret.kernel.journal import FORCED, SALT, Answer


class WrittenAnswer(msgspec.Struct, frozen=True, array_like=True):
    """A journal entry as plain data."""

    seat: int
    how: int
    kind: str
    action: str | None
    """The notation of an action, the hex form of a salt, None for a forfeit."""


class WrittenDraw(msgspec.Struct, frozen=True, array_like=True):
    """A result of chance as plain data."""

    after: int
    result: Result | None
    seen: int


class Snapshot(msgspec.Struct, frozen=True):
    """A match without its origin and its events. It contains all secrets."""

    version: str
    """The version of the rules, which must be the same when the match is restored."""
    state: dict[str, Any]
    """The state at the last checkpoint."""
    label: str
    answers: list[WrittenAnswer]
    draws: list[WrittenDraw]
    mark: int
    """Number of answers before the last checkpoint."""
    draw_mark: int
    events: int
    """Number of events before the last checkpoint."""
    earlier: int
    """Number of events before the origin."""
    barrier: int
    """Number of answers that cannot be undone freely."""


def write_answers(answers: Iterable[Answer]) -> list[WrittenAnswer]:
    """Return journal entries as plain data."""
    return [WrittenAnswer(a.seat, a.how, a.kind, _write_action(a)) for a in answers]


def read_answers(written: Iterable[WrittenAnswer], actions: tuple[type[Action], ...]) -> list[Answer]:
    """Return journal entries from plain data. Raises NotationError, ValueError."""
    return [Answer(w.seat, _read_action(w, actions), w.how, w.kind) for w in written]


def _write_action(answer: Answer) -> str | None:
    if answer.how <= FORCED:
        return notation.write(answer.action)
    written: str | None = answer.action.hex() if answer.how == SALT else None
    return written


def _read_action(written: WrittenAnswer, actions: tuple[type[Action], ...]) -> Any:  # as in `Answer`
    if written.action is None:
        return None
    if written.how == SALT:
        return bytes.fromhex(written.action)
    return notation.read(written.action, actions)


def write_draws(draws: Iterable[Draw]) -> list[WrittenDraw]:
    """Return results of chance as plain data."""
    return [WrittenDraw(d.after, d.result, d.seen) for d in draws]


def read_draws(written: Iterable[WrittenDraw]) -> list[Draw]:
    """Return results of chance from plain data."""
    return [Draw(w.after, w.result, w.seen) for w in written]
