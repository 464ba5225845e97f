"""The journal, which holds every answer of a match since its origin, in replay order."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from operator import itemgetter
from typing import Any, Final, NamedTuple

from banneret.kernel import notation

GIVEN: Final = 0
FORCED: Final = 1
FORFEIT: Final = 2
SALT: Final = 3


class Answer(NamedTuple):
    """An answer in the journal: given by the seat, or forced (the only option, or a forfeited seat's default).

    Two other kinds of entry are needed for replaying: a forfeit, and a salt of chance.
    """

    seat: int
    action: Any  # an Action; the salt's bytes; None for a forfeit
    how: int
    kind: str = ""
    """The kind of question answered."""


class Origin(NamedTuple):
    """What a match started from: its options and key, or a position. `state` is never changed."""

    seats: int
    options: Mapping[str, Any]
    key: bytes | None
    state: Any  # the rulebook's own state


_seat: Final = itemgetter(0)
"""The seat of an answer, its first field."""


def in_order(answers: list[Answer], *, closed: bool = True) -> list[Answer]:
    """Sort the answers of a `together` into their canonical order, in which they can be replayed.

    Salts come first; then for each forfeit, in their order, the seat's answers before it, the forfeit, and the answers
    made for the seat after it; then the other seats' answers in seat order. If the last forfeit ended the match before
    the `together` was closed, everything before a seat's forfeit comes before all forfeits.
    """
    if max([answer.how for answer in answers], default=GIVEN) <= FORCED:
        return sorted(answers, key=_seat)
    given_up = [a.seat for a in answers if a.how == FORFEIT]
    groups: dict[int, list[Answer]] = {seat: [] for seat in given_up}
    salts: list[Answer] = []
    others: list[Answer] = []
    gone: set[int] = set()
    for answer in answers:
        if answer.how == SALT:
            salts.append(answer)
            continue
        if answer.how == FORFEIT:
            gone.add(answer.seat)
        with_group = answer.seat in (groups if closed else gone)
        (groups[answer.seat] if with_group else others).append(answer)
    forfeits = [answer for group in groups.values() for answer in group]
    others.sort(key=_seat)
    return salts + (forfeits + others if closed else others + forfeits)


def written(answer: Answer) -> Any:  # [seat, notation], {"forfeit": seat} or {"salt": hex}; None if forced
    """Return a journal entry in the form used by positions."""
    if answer.how == GIVEN:
        return [answer.seat, notation.write(answer.action)]
    if answer.how == FORFEIT:
        return {"forfeit": answer.seat}
    return {"salt": answer.action.hex()} if answer.how == SALT else None


def copied(answer: Answer) -> Answer:
    """Return an equal answer that shares no objects with this one, as it may be passed to a bot."""
    return answer._replace(action=copy(answer.action))


def is_given(answer: Answer, seat: int) -> bool:
    """Return whether a seat gave this answer itself."""
    return answer.how == GIVEN and answer.seat == seat
