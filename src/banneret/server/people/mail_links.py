"""Links in e-mails: with one, a person confirms an address, or sets a new password for an account.

Administrators give such links too, to people whose password they reset.

A link works once and for a limited time. Its token is in the e-mail alone; what is stored is a hash. It ends with the
address: if the person enters another one, earlier links are void.
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
"""Kind of link -> hours for which it is valid."""
PATHS: Final = {"confirm": "/confirm", "reset": "/new-password"}
"""Kind of link -> the page that it opens."""
HOURS_OF_ADMIN: Final = 24
"""Hours for which a link for a new password is valid that an administrator has asked for."""
TO_MAILBOX: Final = 3
"""E-mails of a kind that a mailbox is sent in an hour, whoever asks for them."""
OF_PERSON: Final = 5
"""Confirmations that a person may ask for in an hour."""
OF_NETWORK: Final = 10
"""E-mails of a kind that a network may ask for in an hour."""
ACCOUNTS: Final = 5
"""Accounts with one address to which a new password is offered."""


class Link(NamedTuple):
    """A link that is to be mailed. The token is behind the `#`, which browsers send to no server."""

    kind: str
    token: str
    person: Person
    email: str
    hours: int
    """For how many hours it is valid."""

    def url(self, server: str) -> str:
        """Return the address at a server."""
        return f"{server}{PATHS[self.kind]}#{self.token}"


class MailLinks:
    """Makes links and follows them."""

    def __init__(self, database: Database, attempts: Attempts, counters: Counters) -> None:
        self.database = database
        self.attempts = attempts
        self.counters = counters

    # Limits

    async def allow_confirmation(self, person: Person, email: str, address: str) -> None:
        """Count a request for a confirmation. Raises Problem too-many."""
        for key, most in (
            (f"confirm/person/{person.id}", OF_PERSON),
            (f"confirm/network/{network_of(address)}", OF_NETWORK),
            (f"confirm/mailbox/{mailbox_of(email)}", TO_MAILBOX),
        ):
            await self._allow(key, most)

    async def allow_reset(self, email: str, address: str) -> bool:
        """Count a request for a new password; return whether the mailbox may be sent one more e-mail.

        Raises Problem too-many if the network has asked too often: that says nothing about the address.
        """
        await self._allow(f"reset/network/{network_of(address)}", OF_NETWORK)
        return await self.counters.add(f"reset/mailbox/{mailbox_of(email)}", HOUR) <= TO_MAILBOX

    async def _allow(self, key: str, most: int) -> None:
        if await self.counters.add(key, HOUR) > most:
            wait = await self.counters.left_ms(key)
            raise Problem("too-many", "Too many e-mails were asked for; try again later.", retry_ms=wait)

    # Confirming an address

    async def confirmation(self, person: Person, now: int) -> Link:
        """Make a link that confirms the address that a person has entered; earlier ones are void."""
        async with self.database.writing() as connection:
            await _drop(connection, person.id, "confirm")
            return await add_link(connection, "confirm", person, person.notices.email, now)

    async def confirm(self, token: str, now: int) -> str:
        """Confirm an address; return the id of the person. Raises Problem not-found."""
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
        """Make links for a new password: one for each account whose confirmed address this is."""
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

        A password that is refused does not use up the link.
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
    """Store a new link, which is valid for some hours, and return it."""
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
    """Use a link up. Raises Problem not-found."""
    found = await _find(connection, kind, token, now)
    links = schema.mail_links
    done = await connection.execute(delete(links).where(links.c.token == found.token))
    if not done.rowcount:  # somebody has used it at the same time
        raise Problem("not-found", "This link is no longer valid. Ask for a new one.")
    return found
