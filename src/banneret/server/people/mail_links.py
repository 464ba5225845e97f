"""Links in e-mails, which confirm an address or set a new password.

Administrators can create such links too, to reset a person's password.

A link works once and for a limited time. Its token is only in the e-mail, and its hash is stored. Changing the
address invalidates earlier links.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.people.accounts import Notices, Person
from banneret.server.people.addresses import mailbox_of
from banneret.server.people.attempts import Attempts
from banneret.server.people.counters import Counters
from banneret.server.people.credentials import new_token, password_hash, token_hash
from banneret.server.people.networks import network_of
from banneret.server.people.passwords import check_password
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.stamps import stamp_tables_of

HOUR: Final = 3600
HOURS: Final = {"confirm": 24, "reset": 1}
"""Validity in hours by kind of link."""
PATHS: Final = {"confirm": "/confirm", "reset": "/new-password"}
"""Page opened by each kind of link."""
HOURS_OF_ADMIN: Final = 24
"""Validity in hours of a link created by an administrator."""
TO_MAILBOX: Final = 3
"""Maximum number of e-mails of one kind to a mailbox per hour, from all requests together."""
OF_PERSON: Final = 5
"""Maximum number of confirmations requested by a person per hour."""
OF_NETWORK: Final = 10
"""Maximum number of e-mails of one kind requested by a network per hour."""
ACCOUNTS: Final = 5
"""Maximum number of accounts with the same address for which links are sent."""


class Link(NamedTuple):
    """A link to be mailed. The token is in the fragment (`#`), which browsers do not send to servers."""

    kind: str
    token: str
    person: Person
    email: str
    hours: int
    """Validity in hours."""

    def url(self, server: str) -> str:
        """Return the URL of the link on a server."""
        return f"{server}{PATHS[self.kind]}#{self.token}"


class MailLinks:
    """Creates and redeems links."""

    def __init__(self, database: Database, attempts: Attempts, counters: Counters) -> None:
        self.database = database
        self.attempts = attempts
        self.counters = counters

    # Limits

    async def allow_confirmation(self, person: Person, email: str, address: str) -> None:
        """Count a request for a confirmation. Raises Problem too-many if there were too many."""
        for key, most in (
            (f"confirm/person/{person.id}", OF_PERSON),
            (f"confirm/network/{network_of(address)}", OF_NETWORK),
            (f"confirm/mailbox/{mailbox_of(email)}", TO_MAILBOX),
        ):
            await self._allow(key, most)

    async def allow_reset(self, email: str, address: str) -> bool:
        """Count a request for a new password; return whether the mailbox may be sent another e-mail.

        Raises Problem too-many if the network has asked too often, which reveals nothing about the address.
        """
        await self._allow(f"reset/network/{network_of(address)}", OF_NETWORK)
        return await self.counters.add(f"reset/mailbox/{mailbox_of(email)}", HOUR) <= TO_MAILBOX

    async def _allow(self, key: str, most: int) -> None:
        if await self.counters.add(key, HOUR) > most:
            wait = await self.counters.left_ms(key)
            raise Problem("too-many", "Too many e-mails were requested; try again later.", retry_ms=wait)

    # Confirming an address

    async def confirmation(self, person: Person, now: int) -> Link:
        """Create a link that confirms the person's current address, and invalidate earlier ones."""
        async with self.database.writing() as connection:
            await _drop(connection, person.id, "confirm")
            return await add_link(connection, "confirm", person, person.notices.email, now)

    async def confirm(self, token: str, now: int) -> str:
        """Confirm an address; return the person's id. Raises Problem not-found."""
        people = schema.people
        async with self.database.writing() as connection:
            link = await _follow(connection, "confirm", token, now)
            row = (await connection.execute(select(people).where(people.c.id == link.person_id))).one()
            notices = msgspec.json.decode(row.settings, type=Notices)
            confirmed = msgspec.structs.replace(notices, confirmed=True)
            await connection.execute(
                update(people)
                .where(people.c.id == row.id)
                .values(email=link.email.casefold(), settings=msgspec.json.encode(confirmed).decode())
            )
            await stamp_tables_of(connection, row.id)
        return str(row.id)

    # Setting a new password

    async def resets(self, email: str, now: int) -> list[Link]:
        """Create links for a new password, one for each account with this confirmed address."""
        people = schema.people
        async with self.database.writing() as connection:
            found = await connection.execute(
                select(people)
                .where(people.c.email == email.casefold(), people.c.login.is_not(None), people.c.deleted_at.is_(None))
                .order_by(people.c.created_at)
                .limit(ACCOUNTS)
            )
            persons = [Person.of(row) for row in found.all()]
            return [await add_link(connection, "reset", one, one.notices.email, now) for one in persons]

    async def reset(self, token: str, password: str, address: str, now: int) -> str:
        """Set a new password and end all sessions of the account; return its id. Raises Problem.

        The link remains valid if the password is rejected.
        """
        people = schema.people
        async with self.database.reading() as connection:
            link = await _find(connection, "reset", token, now)
            row = (await connection.execute(select(people).where(people.c.id == link.person_id))).one()
        await check_password(password, row.login, row.name)
        stored = await password_hash(password)
        async with self.database.writing() as connection:
            await _follow(connection, "reset", token, now)
            await _drop(connection, row.id, "reset")
            await connection.execute(update(people).where(people.c.id == row.id).values(password=stored))
            await connection.execute(delete(schema.sessions).where(schema.sessions.c.person_id == row.id))
        await self.attempts.succeeded(row.login, address)
        return str(row.id)


async def add_link(
    connection: AsyncConnection, kind: str, person: Person, email: str, now: int, hours: int | None = None
) -> Link:
    """Store a new link and return it. `hours` defaults to the validity of its kind."""
    token, links, hours = new_token(), schema.mail_links, hours or HOURS[kind]
    await connection.execute(delete(links).where(links.c.expires_at <= now))
    await connection.execute(
        insert(links).values(
            token=token_hash(token),
            person_id=person.id,
            kind=kind,
            email=email,
            expires_at=now + hours * HOUR * 1000,
        )
    )
    return Link(kind, token, person, email, hours)


async def _drop(connection: AsyncConnection, person: str, kind: str) -> None:
    links = schema.mail_links.c
    await connection.execute(delete(schema.mail_links).where(links.person_id == person, links.kind == kind))


async def _find(connection: AsyncConnection, kind: str, token: str, now: int) -> Any:  # a row of `mail_links`
    links = schema.mail_links
    wanted = select(links).where(links.c.token == token_hash(token), links.c.kind == kind, links.c.expires_at > now)
    found = (await connection.execute(wanted)).one_or_none()
    if found is None:
        raise Problem("not-found", "This link is no longer valid. Ask for a new one.")
    return found


async def _follow(connection: AsyncConnection, kind: str, token: str, now: int) -> Any:  # a row of `mail_links`
    """Redeem a link, which deletes it. Raises Problem not-found."""
    found = await _find(connection, kind, token, now)
    links = schema.mail_links
    done = await connection.execute(delete(links).where(links.c.token == found.token))
    if not done.rowcount:  # it was redeemed at the same time
        raise Problem("not-found", "This link is no longer valid. Ask for a new one.")
    return found
