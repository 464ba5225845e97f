"""Passkeys: sign in with a key on a device instead of a password (WebAuthn).

Challenges are stored here, are valid for one attempt, and expire. Passkeys are discoverable: the device knows the
account, so that no login has to be entered; and the device verifies its user, by PIN or fingerprint.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
import webauthn
from msgspec import Meta
from sqlalchemy import delete, func, insert, or_, select, update
from webauthn.helpers import (
    options_to_json_dict,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from banneret.server.people.accounts import Person
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database

CHALLENGE_MS: Final = 300_000
"""Validity of a challenge in milliseconds."""
MOST: Final = 20
"""Maximum number of passkeys per account."""
LOCAL: Final = "localhost"
"""Domain of passkeys without `public_url`; browsers do not accept IP addresses."""

Label = Annotated[str, Meta(min_length=1, max_length=60)]
Credential = dict[str, Any]  # from `PublicKeyCredential.toJSON` in the browser


class Passkey(msgspec.Struct, frozen=True):
    """A passkey, with the name given by its owner."""

    id: str
    name: str
    created_at: int
    used_at: int | None


class Site(NamedTuple):
    """The site for which passkeys are valid: its domain, and the origin of its pages."""

    domain: str
    origin: str


def site_of(settings: Settings, host: str) -> Site:
    """Return the site for a `Host` header. Raises Problem not-allowed if browsers do not allow passkeys there."""
    if settings.public_url:
        parts = urlsplit(settings.url)
        return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")
    if urlsplit(f"//{host}").hostname != LOCAL:
        raise Problem("not-allowed", f"Passkeys need public_url, or the address http://{LOCAL}.")
    return Site(LOCAL, f"http://{host}")


class Passkeys:
    """The passkeys of all accounts, and their challenges."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def registration(self, person: Person, site: Site, now: int) -> dict[str, Any]:  # JSON for the browser
        """Return the options with which a browser creates a passkey. Raises Problem."""
        if person.guest:
            raise Problem("conflict", "Passkeys require an account, and you are a guest.")
        passkeys = schema.passkeys
        async with self.database.reading() as connection:
            known = list(
                await connection.scalars(select(passkeys.c.credential).where(passkeys.c.person_id == person.id))
            )
        if len(known) >= MOST:
            raise Problem("conflict", f"An account has at most {MOST} passkeys.")
        options = webauthn.generate_registration_options(
            rp_id=site.domain,
            rp_name="banneret",
            user_id=person.id.encode(),
            user_name=str(person.login),
            user_display_name=person.name,
            timeout=CHALLENGE_MS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
        )
        await self._remember(options.challenge, person.id, now)
        return options_to_json_dict(options)

    async def add(self, person: Person, site: Site, credential: Credential, name: str, now: int) -> Passkey:
        """Store a passkey created by a browser. Raises Problem."""
        try:
            given = parse_registration_credential_json(credential)
            challenge = parse_client_data_json(given.response.client_data_json).challenge
        except Exception as error:  # the library raises various types for invalid input
            raise Problem("invalid", "credential: it cannot be read.") from error
        await self._use(challenge, person.id, now)
        try:
            verified = webauthn.verify_registration_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as error:
            raise Problem("invalid", f"credential: it is not accepted ({str(error)[:120]}).") from error
        passkeys, id_ = schema.passkeys, new_id()
        mine = passkeys.c.person_id == person.id
        try:
            async with self.database.writing() as connection:
                if (await connection.scalar(select(func.count()).where(mine)) or 0) >= MOST:
                    raise Problem("conflict", f"An account has at most {MOST} passkeys.")
                await connection.execute(
                    insert(passkeys).values(
                        id=id_,
                        person_id=person.id,
                        credential=verified.credential_id,
                        public_key=verified.credential_public_key,
                        uses=verified.sign_count,
                        name=_clean(name),
                        created_at=now,
                    )
                )
        except Clash:
            raise Problem("conflict", "This passkey is already registered.") from None
        return Passkey(id_, _clean(name), now, None)

    async def sign_in_options(self, site: Site, now: int) -> dict[str, Any]:  # JSON for the browser
        """Return the options with which a browser offers the passkeys of the device."""
        options = webauthn.generate_authentication_options(
            rp_id=site.domain, timeout=CHALLENGE_MS, user_verification=UserVerificationRequirement.REQUIRED
        )
        await self._remember(options.challenge, None, now)
        return options_to_json_dict(options)

    async def sign_in(self, site: Site, credential: Credential, now: int) -> Person:
        """Verify a passkey and return its owner. Raises Problem."""
        try:
            given = parse_authentication_credential_json(credential)
            challenge = parse_client_data_json(given.response.client_data_json).challenge
        except Exception as error:  # as above
            raise Problem("invalid", "credential: it cannot be read.") from error
        await self._use(challenge, None, now)
        passkeys, people = schema.passkeys, schema.people
        async with self.database.reading() as connection:
            row = (
                await connection.execute(select(passkeys).where(passkeys.c.credential == given.raw_id))
            ).one_or_none()
            known = row is not None and given.response.user_handle in (None, row.person_id.encode())
            if row is None or not known:
                raise Problem("not-signed-in", "This passkey is not registered on this server.")
            person = (await connection.execute(select(people).where(people.c.id == row.person_id))).one()
        try:
            verified = webauthn.verify_authentication_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.uses,
                require_user_verification=True,
            )
        except Exception as error:
            raise Problem("not-signed-in", f"The passkey is not accepted ({str(error)[:120]}).") from error
        async with self.database.writing() as connection:
            await connection.execute(
                update(passkeys).where(passkeys.c.id == row.id).values(uses=verified.new_sign_count, used_at=now)
            )
        return Person.of(person)

    async def list(self, person: Person) -> list[Passkey]:
        """Return a person's passkeys, the oldest first."""
        passkeys = schema.passkeys
        wanted = select(passkeys).where(passkeys.c.person_id == person.id)
        async with self.database.reading() as connection:
            rows = await connection.execute(wanted.order_by(passkeys.c.created_at, passkeys.c.id))
            return [Passkey(row.id, row.name, row.created_at, row.used_at) for row in rows]

    async def rename(self, person: Person, id_: str, name: str) -> None:
        """Rename a passkey. Raises Problem not-found."""
        await self._change(person, id_, update(schema.passkeys).values(name=_clean(name)))

    async def remove(self, person: Person, id_: str) -> None:
        """Remove a passkey. Raises Problem not-found."""
        await self._change(person, id_, delete(schema.passkeys))

    async def _change(self, person: Person, id_: str, statement: Any) -> None:  # an update or a delete
        passkeys = schema.passkeys
        async with self.database.writing() as connection:
            done = await connection.execute(statement.where(passkeys.c.person_id == person.id, passkeys.c.id == id_))
        if not done.rowcount:
            raise Problem("not-found", f"You have no passkey {id_!r}.")

    async def _remember(self, challenge: bytes, person: str | None, now: int) -> None:
        challenges = schema.challenges
        async with self.database.writing() as connection:
            old = challenges.c.expires_at <= now
            # A person creates one passkey at a time.
            await connection.execute(delete(challenges).where(old if person is None else or_(old, _of(person))))
            await connection.execute(
                insert(challenges).values(id=_hash(challenge), person_id=person, expires_at=now + CHALLENGE_MS)
            )

    async def _use(self, challenge: bytes, person: str | None, now: int) -> None:
        """Delete a challenge before it is checked. Raises Problem conflict if it is unknown, used or expired."""
        challenges = schema.challenges
        async with self.database.writing() as connection:
            done = await connection.execute(
                delete(challenges).where(
                    challenges.c.id == _hash(challenge), challenges.c.expires_at > now, _of(person)
                )
            )
        if not done.rowcount:
            raise Problem("conflict", "The request has expired or was already used; try again.")


def _of(person: str | None) -> Any:  # a condition
    whose = schema.challenges.c.person_id
    return whose.is_(None) if person is None else whose == person


def _hash(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def _clean(name: str) -> str:
    shown = " ".join("".join(char for char in name if char.isprintable()).split())
    if not 1 <= len(shown) <= 60:
        raise Problem("invalid", "name: 1 to 60 characters.")
    return shown
