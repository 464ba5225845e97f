"""The journal of a match: every answer since its origin, in the order in which it can be played again."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, Final, NamedTuple

from banneret.kernel import notation

GIVEN: Final = 0
FORCED: Final = 1
FORFEIT: Final = 2
SALT: Final = 3


class Answer(NamedTuple):
    """An answer in the journal: given by the seat, or forced (the only one there was, or a forfeited seat's default).

    Two other entries stand between answers because replaying needs them there: a forfeit, and a salt of chance.
    """

    seat: int
    action: Any  # an Action; the salt's bytes; None for a forfeit
    how: int
    kind: str = ""
    """The kind of question that was answered."""


class Origin(NamedTuple):
    """What a match began from: its options and key, or a position. `state` is never changed."""

    seats: int
    options: Mapping[str, Any]
    key: bytes | None
    state: Any  # the rulebook's own state


def _seat(answer: Answer) -> int:
    return answer.seat


def in_order(answers: list[Answer], *, closed: bool = True) -> list[Answer]:
    """Put what came in during a `together` into its one order, in which it can be played again.

    First salts; then for each forfeit, in their order, the seat's answers before it, the forfeit, and what answered
    for the seat after it; then the other seats' answers in seat order. Where the last forfeit ended the match
    while it was not closed, all that came before a seat's forfeit stands before all forfeits.
    """
    if all(a.how <= FORCED for a in answers):
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
    """Write an entry of the journal as positions hold it."""
    if answer.how == GIVEN:
        return [answer.seat, notation.write(answer.action)]
    if answer.how == FORFEIT:
        return {"forfeit": answer.seat}
    return {"salt": answer.action.hex()} if answer.how == SALT else None


def copied(answer: Answer) -> Answer:
    """Return an equal answer that shares no object with this one: it may end up in a bot's hands."""
    return answer._replace(action=copy(answer.action))


def is_given(answer: Answer, seat: int) -> bool:
    """Tell whether a seat gave this answer itself."""
    return answer.how == GIVEN and answer.seat == seat
