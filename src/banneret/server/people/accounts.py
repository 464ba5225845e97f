"""People: guests and accounts, their sessions and settings."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.people.addresses import check_webhook, clean_email
from banneret.server.people.attempts import Attempts
from banneret.server.people.credentials import new_id, new_token, password_fits, password_hash, token_hash
from banneret.server.people.deletion import delete_person
from banneret.server.people.export import export_of
from banneret.server.people.passwords import check_password
from banneret.server.people.security_log import SecurityLog
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.store.stamps import stamp_tables_of

DAY_MS: Final = 86_400_000
SEEN_EVERY_MS: Final = 300_000
"""Minimum interval in milliseconds between two updates of a session's last use."""
AT_ONCE: Final = 500
"""Number of sessions looked up per query."""
VACATION_DAYS: Final = 60
"""Maximum length of a vacation in days."""
LANGUAGES: Final = ("en", "de", "hu")


class Notices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a person receives notices while away, and which kinds are enabled."""

    email: Annotated[str, Meta(max_length=254)] = ""
    confirmed: bool = False
    """Whether the person has confirmed the address. No other address receives notices. Set by the server."""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    push: bool = False
    """Whether a browser of the person receives push notices. Set by the server."""
    turn: bool = True
    match: bool = True
    chat: bool = False
    consent: bool = True


Preferences = Annotated[
    dict[Annotated[str, Meta(min_length=1, max_length=40)], Annotated[str, Meta(max_length=100)]], Meta(max_length=32)
]
"""Preferences saved by a client, such as the theme of the page; the server does not interpret them."""


class Person(msgspec.Struct, frozen=True):
    """A person as known to the server."""

    id: str
    name: str
    login: str | None
    language: str
    notices: Notices
    created_at: int
    vacation_until: int | None = None
    preferences: Preferences = {}
    role: str | None = None
    muted_until: int | None = None
    mute_reason: str | None = None
    banned_until: int | None = None
    ban_reason: str | None = None

    @property
    def guest(self) -> bool:
        """Whether the person has no account."""
        return self.login is None

    @classmethod
    def of(cls, row: Any) -> Person:  # a row of the table `people`
        """Return the person of a database row."""
        notices = msgspec.json.decode(row.settings, type=Notices)
        preferences = msgspec.json.decode(row.preferences, type=dict[str, str])
        return cls(
            row.id,
            row.name,
            row.login,
            row.language,
            notices,
            row.created_at,
            row.vacation_until,
            preferences,
            row.role,
            row.muted_until,
            row.mute_reason,
            row.banned_until,
            row.ban_reason,
        )

    def muted(self, now: int) -> bool:
        """Return whether the person is muted in chat."""
        return (self.muted_until or 0) > now

    def banned(self, now: int) -> bool:
        """Return whether the person is banned from the server."""
        return (self.banned_until or 0) > now


class Session(msgspec.Struct, frozen=True):
    """A session: a device or browser on which a person is signed in."""

    id: str
    person_id: str
    agent: str
    created_at: int
    seen_at: int
    expires_at: int


class People:
    """People as stored, with their sessions."""

    def __init__(self, database: Database, session_days: int, attempts: Attempts, security_log: SecurityLog) -> None:
        self.database = database
        self.attempts = attempts
        self.security_log = security_log
        self.session_ms = session_days * DAY_MS

    # Guests, accounts and signing in

    async def add_guest(self, name: str, language: str, now: int) -> Person:
        """Add a guest. Raises Problem."""
        person = Person(new_id(), clean_name(name), None, _language(language), Notices(), now)
        async with self.database.writing() as connection:
            await connection.execute(
                insert(schema.people).values(
                    id=person.id,
                    name=person.name,
                    language=person.language,
                    settings=msgspec.json.encode(person.notices).decode(),
                    created_at=now,
                    seen_at=now,
                )
            )
        return person

    async def make_account(self, person: Person, login: str, password: str, address: str = "") -> Person:
        """Turn a guest into an account, and end the guest's sessions, as others may know their tokens.

        Raises Problem conflict if the login is taken, or the person has one, and too-many if the network has asked for
        too many taken logins.
        """
        if not person.guest:
            raise Problem("conflict", f"You already have the account {person.login!r}.")
        login = clean_login(login)
        await check_password(password, login, person.name)
        await self.attempts.may_ask_for_login(address)
        stored = await password_hash(password)
        people, sessions = schema.people, schema.sessions
        try:
            async with self.database.writing() as connection:
                await connection.execute(
                    update(people).where(people.c.id == person.id).values(login=login, password=stored)
                )
                await connection.execute(delete(sessions).where(sessions.c.person_id == person.id))
                # The address must be confirmed again too, as somebody else may have done so.
                notices = await _keep_notices(connection, person.id, person.notices, reset=True)
        except Clash:
            await self.attempts.asked_for_taken_login(address)
            self.security_log.note("login taken", account=person.id, address=address)
            raise Problem("conflict", f"The login {login!r} is taken.") from None
        return msgspec.structs.replace(person, login=login, notices=notices)

    async def sign_in(self, login: str, password: str, address: str = "") -> Person:
        """Return the person with this login and password, who signs in from this address.

        Raises Problem not-signed-in, which does not reveal which of the two is wrong, and too-many.
        """
        plain = _plain(login)
        try:
            await self.attempts.begin(plain, address)
        except Problem:
            self.security_log.note("sign-in delayed", account=await self._id_of(plain), address=address)
            raise
        row = None
        if plain.isprintable():  # databases may reject other characters, such as NUL
            async with self.database.reading() as connection:
                row = (
                    await connection.execute(select(schema.people).where(schema.people.c.login == plain))
                ).one_or_none()
        if not await password_fits(row.password if row is not None else None, password) or row is None:
            await self.attempts.failed(address)
            self.security_log.note("sign-in failed", account=row.id if row is not None else None, address=address)
            raise Problem("not-signed-in", "The login or the password is wrong.")
        await self.attempts.succeeded(plain, address)
        return Person.of(row)

    async def _id_of(self, login: str) -> str | None:
        if not login.isprintable():
            return None
        async with self.database.reading() as connection:
            people = schema.people.c
            found: str | None = await connection.scalar(select(people.id).where(people.login == login))
        return found

    async def confirm(self, person: Person, password: str, address: str = "") -> None:
        """Check a signed-in person's password again, before an irreversible action. Raises Problem."""
        if person.guest:
            raise Problem("conflict", "A guest has no password.")
        await self.sign_in(str(person.login), password, address)

    async def change_password(self, person: Person, old: str, new: str, keep: str | None, address: str = "") -> None:
        """Change the password and end all sessions but `keep`. Raises Problem."""
        if person.guest:
            raise Problem("conflict", "A guest has no password.")
        await self.sign_in(str(person.login), old, address)
        await check_password(new, str(person.login), person.name)
        stored = await password_hash(new)
        sessions = schema.sessions
        async with self.database.writing() as connection:
            await connection.execute(
                update(schema.people).where(schema.people.c.id == person.id).values(password=stored)
            )
            await connection.execute(
                delete(sessions).where(sessions.c.person_id == person.id, sessions.c.id != (keep or ""))
            )
            await connection.execute(delete(schema.mail_links).where(schema.mail_links.c.person_id == person.id))

    # Sessions

    async def open_session(self, person: Person, agent: str, now: int) -> str:
        """Open a session and return its token, which is not stored. Raises Problem not-allowed if banned."""
        if person.banned(now):
            raise Problem("not-allowed", f"This account is banned from this server: {person.ban_reason or ''}")
        token = new_token()
        async with self.database.writing() as connection:
            await connection.execute(
                insert(schema.sessions).values(
                    id=new_id(),
                    token=token_hash(token),
                    person_id=person.id,
                    agent=agent[:200],
                    created_at=now,
                    seen_at=now,
                    expires_at=now + self.session_ms,
                )
            )
            await connection.execute(delete(schema.sessions).where(schema.sessions.c.expires_at < now))
        return token

    async def renew_session(self, session: str) -> str:
        """Replace a session's token and return the new one; the old one becomes invalid."""
        token, sessions = new_token(), schema.sessions
        async with self.database.writing() as connection:
            await connection.execute(update(sessions).where(sessions.c.id == session).values(token=token_hash(token)))
        return token

    async def by_token(self, token: str, now: int) -> tuple[Person, Session] | None:
        """Return the person and session of a token, or None."""
        sessions, people = schema.sessions, schema.people
        async with self.database.reading() as connection:
            row = (
                await connection.execute(
                    select(sessions).where(sessions.c.token == token_hash(token), sessions.c.expires_at > now)
                )
            ).one_or_none()
            if row is None:
                return None
            person = (
                await connection.execute(
                    select(people).where(people.c.id == row.person_id, people.c.deleted_at.is_(None))
                )
            ).one_or_none()
        if person is None or Person.of(person).banned(now):
            return None
        if now - row.seen_at > SEEN_EVERY_MS:
            await self._seen(row.id, person.id, now)
        session = Session(row.id, person.id, row.agent, row.created_at, row.seen_at, row.expires_at)
        return Person.of(person), session

    async def _seen(self, session: str, person: str, now: int) -> None:
        sessions = schema.sessions
        try:
            async with self.database.writing() as connection:
                await connection.execute(
                    update(sessions)
                    .where(sessions.c.id == session)
                    .values(seen_at=now, expires_at=now + self.session_ms)
                )
                await connection.execute(update(schema.people).where(schema.people.c.id == person).values(seen_at=now))
        except Problem:
            return  # reading remains possible while the database is read-only

    async def still_open(self, sessions: Collection[str], now: int) -> set[str]:
        """Return those of the sessions, given by id, that are still valid."""
        table, people, ids, found = schema.sessions.c, schema.people.c, sorted(sessions), set[str]()
        async with self.database.reading() as connection:
            for first in range(0, len(ids), AT_ONCE):
                wanted = (
                    select(table.id)
                    .join(schema.people, people.id == table.person_id)
                    .where(table.id.in_(ids[first : first + AT_ONCE]), table.expires_at > now)
                    .where(people.deleted_at.is_(None), func.coalesce(people.banned_until, 0) <= now)
                )
                found.update((await connection.execute(wanted)).scalars())
        return found

    async def sessions(self, person: Person, now: int) -> list[Session]:
        """Return the sessions of a person, the most recently used first."""
        sessions = schema.sessions
        async with self.database.reading() as connection:
            rows = await connection.execute(
                select(sessions)
                .where(sessions.c.person_id == person.id, sessions.c.expires_at > now)
                .order_by(sessions.c.seen_at.desc(), sessions.c.id)
            )
            return [
                Session(row.id, row.person_id, row.agent, row.created_at, row.seen_at, row.expires_at) for row in rows
            ]

    async def close_session(self, person: Person, session: str) -> None:
        """End a session. Raises Problem not-found."""
        sessions = schema.sessions
        async with self.database.writing() as connection:
            done = await connection.execute(
                delete(sessions).where(sessions.c.person_id == person.id, sessions.c.id == session)
            )
        if not done.rowcount:
            raise Problem("not-found", f"You have no session {session!r}.")

    async def close_other_sessions(self, person: Person, keep: str) -> None:
        """End all sessions of a person but `keep`."""
        sessions = schema.sessions
        async with self.database.writing() as connection:
            await connection.execute(delete(sessions).where(sessions.c.person_id == person.id, sessions.c.id != keep))

    # Settings, export and deletion

    async def change(self, person: Person, changes: dict[str, Any]) -> Person:
        """Set `name`, `language`, `notices` or `preferences`. Raises Problem."""
        if "name" in changes:
            changes["name"] = clean_name(changes["name"])
        if "language" in changes:
            changes["language"] = _language(changes["language"])
        if "notices" in changes:
            wanted = changes["notices"]
            check_webhook(wanted.webhook, "notices.webhook")
            email = clean_email(wanted.email, "notices.email")
            changes["notices"] = msgspec.structs.replace(wanted, email=email)
        async with self.database.writing() as connection:
            if "notices" in changes:
                changes["notices"] = await _keep_notices(connection, person.id, changes["notices"])
            values: dict[str, Any] = {name: changes[name] for name in ("name", "language") if name in changes}
            if "preferences" in changes:
                values["preferences"] = msgspec.json.encode(changes["preferences"]).decode()
            if values:
                await connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(**values))
            await stamp_tables_of(connection, person.id)
        return msgspec.structs.replace(person, **changes)

    async def set_vacation(self, person: Person, until: int | None, now: int) -> Person:
        """Begin or end a vacation, which pauses clocks counted in days. Raises Problem invalid."""
        if until is not None and not now < until <= now + VACATION_DAYS * DAY_MS:
            raise Problem("invalid", f"until: a vacation must end within {VACATION_DAYS} days from now.")
        async with self.database.writing() as connection:
            await connection.execute(
                update(schema.people).where(schema.people.c.id == person.id).values(vacation_until=until)
            )
            await stamp_tables_of(connection, person.id)
        return msgspec.structs.replace(person, vacation_until=until)

    async def export(self, person: Person) -> dict[str, Any]:
        """Return all data stored about a person."""
        async with self.database.reading() as connection:
            return await export_of(connection, person.id)

    async def delete(self, person: Person, now: int) -> list[str]:
        """Delete a person, who must have left all seats; return the ids of the tables that were deleted."""
        async with self.database.writing() as connection:
            gone = await delete_person(connection, person.id, now)
        with suppress(Problem):  # it will be retried
            await self.database.purge()
        return gone


async def _keep_notices(connection: AsyncConnection, person: str, wanted: Notices, *, reset: bool = False) -> Notices:
    """Store settings for notices. A changed address, or with `reset` any address, is no longer confirmed."""
    people, links = schema.people, schema.mail_links
    settings = (await connection.execute(select(people.c.settings).where(people.c.id == person))).scalar_one()
    before = msgspec.json.decode(settings, type=Notices)
    confirmed = before.confirmed and before.email == wanted.email and not reset
    kept = msgspec.structs.replace(wanted, confirmed=confirmed, push=before.push)
    values = {"settings": msgspec.json.encode(kept).decode()} | ({} if confirmed else {"email": None})
    await connection.execute(update(people).where(people.c.id == person).values(**values))
    if before.email != wanted.email or reset:
        await connection.execute(delete(links).where(links.c.person_id == person))
    return kept


# Validation


def clean_name(name: str) -> str:
    """Return a normalized name, with 1 to 40 visible characters. Raises Problem invalid."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(shown) <= 40:
        raise Problem("invalid", f"name: {len(shown)} characters; a name has 1 to 40.")
    _visible("name", shown)
    return shown


def clean_login(login: str) -> str:
    """Return a normalized login, with 3 to 100 characters, in lower case. Raises Problem invalid."""
    plain = _plain(login)
    if not 3 <= len(plain) <= 100 or " " in plain:
        raise Problem("invalid", "login: 3 to 100 characters without spaces.")
    _visible("login", plain)
    return plain


def _plain(login: str) -> str:
    return unicodedata.normalize("NFKC", login).strip().casefold()


def _visible(field: str, text: str) -> None:
    # Characters that reverse or hide text would let a person impersonate another.
    if any(unicodedata.category(char)[0] in "CZ" and char != " " for char in text):
        raise Problem("invalid", f"{field}: it contains invisible characters.")


def _language(language: str) -> str:
    if language not in LANGUAGES:
        raise Problem("invalid", f"language: {language[:20]!r}; there are {', '.join(LANGUAGES)}.")
    return language
