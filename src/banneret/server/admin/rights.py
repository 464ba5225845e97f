"""Rights: which role may perform which action on whom. All permissions are decided here."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal, get_args

import msgspec

from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.tables.table import Table

TableAct = Literal["close", "unhalt", "extend"]
PersonAct = Literal["mute", "unmute", "ban", "unban", "end-sessions", "reset-password"]
Act = Literal[TableAct, PersonAct, "resolve", "read", "read-audit", "grant"]


class Rank(IntEnum):
    """Ranks in ascending order; `HOST` is the command line of the server's machine."""

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
"""Lowest rank required for each act."""


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


def refusal(actor: Actor, act: Act, target: Person | Table | None = None, now: int = 0) -> Problem | None:
    """Return why an actor may not carry out an act (on a person or table), or None if allowed."""
    needed = NEEDED[act]
    if actor.rank < needed:
        why = f"{act}: this requires the role {needed.name.lower()}; yours is {actor.rank.name.lower()}."
        return Problem("not-allowed", why)
    if isinstance(target, Person) and rank_of(target) >= actor.rank:
        why = f"{act}: {target.name} has the role {rank_of(target).name.lower()}, which is not below yours."
        return Problem("not-allowed", why)
    if isinstance(target, Person):
        conflict = _pointless_on(target, act, now)
    else:
        conflict = None if target is None else _pointless_at(target, act)
    return None if conflict is None else Problem("conflict", conflict)


def _pointless_on(person: Person, act: Act, now: int) -> str | None:
    if act in ("mute", "unmute") and person.muted(now) == (act == "mute"):
        return f"{person.name} is already muted." if act == "mute" else f"{person.name} is not muted."
    if act in ("ban", "unban") and person.banned(now) == (act == "ban"):
        return f"{person.name} is already banned." if act == "ban" else f"{person.name} is not banned."
    if act == "reset-password" and person.guest:
        return "A guest has no password."
    return None


def _pointless_at(table: Table, act: Act) -> str | None:
    if act == "close" and table.status not in ("open", "running", "halted"):
        return f"Table {table.id} is {table.status}."
    if act == "unhalt" and table.status != "halted":
        return f"Table {table.id} is not halted."
    if act == "extend" and (table.status != "running" or table.settings.clock.kind == "none"):
        return f"No clock runs at table {table.id}."
    return None


def demand(actor: Actor, act: Act, target: Person | Table | None = None, now: int = 0) -> None:
    """Raise Problem unless an actor may carry out an act."""
    problem = refusal(actor, act, target, now)
    if problem is not None:
        raise problem


def acts_on(actor: Actor, person: Person, now: int) -> tuple[PersonAct, ...]:
    """Return the acts that an actor may currently carry out on a person."""
    return tuple(one for one in get_args(PersonAct) if refusal(actor, one, person, now) is None)


def acts_at(actor: Actor, table: Table) -> tuple[TableAct, ...]:
    """Return the acts that an actor may currently carry out on a table."""
    return tuple(one for one in get_args(TableAct) if refusal(actor, one, table) is None)
