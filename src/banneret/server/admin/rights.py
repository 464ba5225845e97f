"""Rights: which role may carry out which act, and on whom. This is the only place that decides it."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal

import msgspec

from banneret.server.people.accounts import Person
from banneret.server.problems import Problem

TableAct = Literal["close", "unhalt", "extend"]
PersonAct = Literal["mute", "unmute", "ban", "unban", "end-sessions", "reset-password"]
Act = Literal[TableAct, PersonAct, "resolve", "read", "read-audit", "grant"]


class Rank(IntEnum):
    """Ranks, in ascending order; `HOST` is the command line of the machine that the server runs on."""

    PLAYER = 0
    MODERATOR = 1
    ADMIN = 2
    HOST = 3


ROLES: Final = {None: Rank.PLAYER, "moderator": Rank.MODERATOR, "admin": Rank.ADMIN}

NEEDED: Final[dict[Act, Rank]] = {
    "read": Rank.MODERATOR,
    "resolve": Rank.MODERATOR,
    "mute": Rank.MODERATOR,
    "unmute": Rank.MODERATOR,
    "end-sessions": Rank.MODERATOR,
    "ban": Rank.ADMIN,
    "unban": Rank.ADMIN,
    "reset-password": Rank.ADMIN,
    "close": Rank.ADMIN,
    "unhalt": Rank.ADMIN,
    "extend": Rank.ADMIN,
    "read-audit": Rank.ADMIN,
    "grant": Rank.HOST,
}
"""Act -> the lowest rank that may carry it out."""


class Actor(msgspec.Struct, frozen=True):
    """The person or command line that carries out an act."""

    id: str | None
    name: str
    rank: Rank

    @classmethod
    def of(cls, person: Person) -> Actor:
        """Return a person as an actor."""
        return cls(person.id, person.name, rank_of(person))


COMMAND_LINE: Final = Actor(None, "command line", Rank.HOST)


def rank_of(person: Person) -> Rank:
    """Return the rank of a person."""
    return ROLES.get(person.role, Rank.PLAYER)


def refusal(actor: Actor, act: Act, person: Person | None = None) -> str | None:
    """Return why an actor may not carry out an act (on a person), or None if it is allowed."""
    needed = NEEDED[act]
    if actor.rank < needed:
        return f"{act}: this requires the role {needed.name.lower()}; yours is {actor.rank.name.lower()}."
    if person is not None and rank_of(person) >= actor.rank:
        return f"{act}: {person.name} has the role {rank_of(person).name.lower()}, which is not below yours."
    return None


def demand(actor: Actor, act: Act, person: Person | None = None) -> None:
    """Raise Problem not-allowed unless an actor may carry out an act."""
    why = refusal(actor, act, person)
    if why is not None:
        raise Problem("not-allowed", why)


def acts_on(actor: Actor, person: Person) -> tuple[PersonAct, ...]:
    """Return the acts that an actor may carry out on a person as things stand."""
    acts: list[PersonAct] = ["unmute" if person.muted_until else "mute"]
    acts += ["unban" if person.banned_until else "ban", "end-sessions"]
    if not person.guest:
        acts.append("reset-password")
    return tuple(one for one in acts if refusal(actor, one, person) is None)


def acts_at(actor: Actor, status: str, *, clock: bool) -> tuple[TableAct, ...]:
    """Return the acts that an actor may carry out on a table of this status as things stand."""
    acts: list[TableAct] = []
    if status == "halted":
        acts.append("unhalt")
    if status in ("open", "running", "halted"):
        acts.append("close")
    if status == "running" and clock:
        acts.append("extend")
    return tuple(one for one in acts if refusal(actor, one) is None)
