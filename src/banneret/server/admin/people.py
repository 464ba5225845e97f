"""Administrative actions on people."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, or_, select, update

from banneret.server.admin.audit import note
from banneret.server.admin.rights import ROLES, Act, Actor, PersonAct, demand
from banneret.server.people.accounts import Person
from banneret.server.people.mail_links import HOURS_OF_ADMIN, Link, add_link
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database

HOUR_MS: Final = 3_600_000
FOREVER: Final = 2**52
"""End of a ban or mute without a time limit."""
PAGE: Final = 100
"""Maximum number of people per response."""


class PeopleAdministration:
    """Finds people, and carries out acts on them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def search(self, text: str = "", limit: int = PAGE) -> list[Person]:
        """Return people by part of the name or login, or by id: those with roles first, then the most recently seen."""
        people = schema.people
        wanted = select(people).where(people.c.deleted_at.is_(None))
        if text:
            low = text.lower()
            wanted = wanted.where(
                or_(
                    people.c.name.icontains(text, autoescape=True),
                    people.c.login.contains(low, autoescape=True),
                    people.c.id == text,
                )
            )
        wanted = wanted.order_by(people.c.role.is_(None), people.c.seen_at.desc(), people.c.id).limit(limit)
        async with self.database.reading() as connection:
            return [Person.of(row) for row in await connection.execute(wanted)]

    async def find(self, who: str) -> Person:
        """Return the person with a login or id. Raises Problem not-found."""
        people = schema.people
        wanted = select(people).where(
            or_(people.c.login == who.strip().casefold(), people.c.id == who), people.c.deleted_at.is_(None)
        )
        async with self.database.reading() as connection:
            row = (await connection.execute(wanted)).first()
        if row is None:
            raise Problem("not-found", f"There is no person with the login or id {who!r}.")
        return Person.of(row)

    async def by_id(self, person: str) -> Person:
        """Return the person with an id. Raises Problem not-found."""
        people = schema.people
        async with self.database.reading() as connection:
            wanted = select(people).where(people.c.id == person, people.c.deleted_at.is_(None))
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise Problem("not-found", f"There is no person {person!r}.")
        return Person.of(row)

    async def act(
        self, actor: Actor, act: PersonAct, person: Person, reason: str, now: int, hours: int | None = None
    ) -> Link | None:
        """Carry out an act. Return the link to set a new password after `reset-password`, else None. Raises Problem.

        `hours` limits a mute or ban, which otherwise lasts until it is lifted.
        """
        demand(actor, act, person, now)
        until = FOREVER if hours is None else now + hours * HOUR_MS
        values: dict[PersonAct, dict[str, Any]] = {
            "mute": {"muted_until": until, "mute_reason": reason},
            "unmute": {"muted_until": None, "mute_reason": None},
            "ban": {"banned_until": until, "ban_reason": reason},
            "unban": {"banned_until": None, "ban_reason": None},
            "reset-password": {"password": None},  # only the owner can set a new one, unknown to administrators
        }
        limited = f"{hours} h" if hours is not None and act in ("mute", "ban") else ""
        ends = act in ("ban", "end-sessions", "reset-password")
        return await self._change(actor, act, person, reason, now, values.get(act, {}), limited, ends=ends)

    async def grant(self, actor: Actor, person: Person, role: str | None, reason: str, now: int) -> None:
        """Grant a person a role, or revoke it (None). Raises Problem."""
        demand(actor, "grant", person)
        if role not in ROLES:
            raise Problem("invalid", f"role: there is no role {role!r}; choose from admin, moderator, none.")
        if person.guest and role is not None:
            raise Problem("invalid", f"{person.name} is a guest; roles require an account.")
        await self._change(actor, "grant", person, reason, now, {"role": role}, role or "none", ends=False)

    async def _change(
        self,
        actor: Actor,
        act: Act,
        person: Person,
        reason: str,
        now: int,
        values: dict[str, Any],
        detail: str,
        *,
        ends: bool,
    ) -> Link | None:
        people, sessions, links = schema.people, schema.sessions, schema.mail_links
        async with self.database.writing() as connection:
            if values:
                await connection.execute(update(people).where(people.c.id == person.id).values(**values))
            if ends:
                await connection.execute(delete(sessions).where(sessions.c.person_id == person.id))
            await note(connection, actor, act, now, reason, person=person.id, detail=detail)
            if act != "reset-password":
                return None
            await connection.execute(delete(links).where(links.c.person_id == person.id, links.c.kind == "reset"))
            email = person.notices.email if person.notices.confirmed else ""
            return await add_link(connection, "reset", person, email, now, HOURS_OF_ADMIN)
