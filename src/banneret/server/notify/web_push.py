"""Web push: notices to browsers, even if the page is closed, through the push services of browser vendors.

Messages are signed with the server's own key (VAPID). It is created when first needed, and stored in the database,
because subscriptions are bound to it.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
import structlog
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Meta
from py_vapid import Vapid02  # type: ignore[import-untyped]  # it has no types
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.notify.delivery import NotSent, Webhooks
from banneret.server.people.accounts import Notices, Person
from banneret.server.people.addresses import check_webhook
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Database

log = structlog.get_logger()

KEY: Final = "vapid"
MOST: Final = 20
"""Maximum number of subscribed browsers per person; further ones replace the oldest."""
GONE: Final = frozenset({404, 410})
"""Statuses with which a push service reports that a subscription has ended."""
HOURS: Final = 12
"""Validity of a signature in hours."""
KEPT_SECONDS: Final = 86_400
"""Seconds for which a push service keeps a notice while the browser is offline."""


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription: the URL of its push service, and its keys."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=500)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{80,100}={0,2}$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,32}={0,2}$")]


class WebPush:
    """Stores push subscriptions, and sends notices to them."""

    def __init__(self, settings: Settings, database: Database, webhooks: Webhooks, clock: Callable[[], int]) -> None:
        self.settings = settings
        self.database = database
        self.webhooks = webhooks
        self.clock = clock
        self._vapid: Vapid02 | None = None

    async def public_key(self) -> str:
        """Return the public key for subscriptions, in base64url."""
        vapid = await self._key()
        return _base64url(vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def subscribe(self, person: Person, new: Subscription) -> None:
        """Subscribe a browser to a person's notices. Raises Problem invalid."""
        check_webhook(new.endpoint, "endpoint")
        _coded(new, b"{}")  # rejects invalid keys
        kept = schema.subscriptions
        async with self.database.writing() as connection:
            await connection.execute(delete(kept).where(kept.c.endpoint == new.endpoint))
            row = {"id": new_id(), "person_id": person.id, "created_at": self.clock(), **msgspec.structs.asdict(new)}
            await connection.execute(kept.insert().values(row))
            mine = select(kept.c.id).where(kept.c.person_id == person.id)
            old = (await connection.scalars(mine.order_by(kept.c.created_at.desc(), kept.c.id).offset(MOST))).all()
            await connection.execute(delete(kept).where(kept.c.id.in_(old)))
            await _wanted(connection, person.id)

    async def unsubscribe(self, person: Person, endpoint: str) -> None:
        """Unsubscribe a browser from a person's notices."""
        kept = schema.subscriptions
        async with self.database.writing() as connection:
            mine = kept.c.person_id == person.id
            await connection.execute(delete(kept).where(mine, kept.c.endpoint == endpoint))
            await _wanted(connection, person.id)

    async def send(self, person: str, note: dict[str, str]) -> None:
        """Send a notice to all browsers of a person. Raises NotSent, Unsure if no push service has accepted it."""
        kept = schema.subscriptions
        async with self.database.reading() as connection:
            rows = (await connection.execute(select(kept).where(kept.c.person_id == person))).all()
        failure = NotSent("no browser is subscribed", again=False)
        taken = 0
        for row in rows:
            try:
                await self._send(Subscription(row.endpoint, row.p256dh, row.auth), msgspec.json.encode(note))
                taken += 1
            except NotSent as error:
                failure = error
                if error.status in GONE:
                    await self._end(row.id, person)
        if not taken:
            raise failure

    async def _send(self, to: Subscription, body: bytes) -> None:
        coded = _coded(to, body)
        vapid = await self._key()
        parts = urlsplit(to.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": str(self.clock() // 1000 + HOURS * 3600),
            "sub": self.settings.push_contact or self.settings.url,
        }
        headers = {
            **vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "normal",
        }
        await self.webhooks.deliver(to.endpoint, coded, headers)

    async def _end(self, id_: str, person: str) -> None:
        """Delete a subscription that its browser has ended."""
        kept = schema.subscriptions
        async with self.database.writing() as connection:
            await connection.execute(delete(kept).where(kept.c.id == id_))
            await _wanted(connection, person)

    async def _key(self) -> Vapid02:
        """Return the server's key; the first process that needs it creates it."""
        if self._vapid is None:
            keys = schema.server_keys
            made = Vapid02()
            made.generate_keys()
            async with self.database.writing() as connection:
                row = {"once": KEY, "secret": made.private_pem()}
                await connection.execute(self.database.insert_once(keys).values(row))
                secret = await connection.scalar(select(keys.c.secret).where(keys.c.once == KEY))
            self._vapid = Vapid02.from_pem(secret)
        return self._vapid


async def _wanted(connection: AsyncConnection, person: str) -> None:
    """Store with the person whether a browser is subscribed, which saves a query when notices are created."""
    people, kept = schema.people, schema.subscriptions
    some = await connection.scalar(select(kept.c.id).where(kept.c.person_id == person).limit(1)) is not None
    settings = await connection.scalar(select(people.c.settings).where(people.c.id == person))
    notices = msgspec.structs.replace(msgspec.json.decode(settings or "{}", type=Notices), push=some)
    written = msgspec.json.encode(notices).decode()
    await connection.execute(update(people).where(people.c.id == person).values(settings=written))


def _coded(to: Subscription, body: bytes) -> bytes:
    """Return a message encrypted for a browser. Raises Problem invalid if its keys are invalid."""
    # It loads two HTTP clients, which takes a tenth of the time in which a server starts.
    from pywebpush import WebPusher  # type: ignore[import-untyped]  # noqa: PLC0415

    try:
        pusher = WebPusher({"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}})
        coded: bytes = pusher.encode(body, content_encoding="aes128gcm")["body"]
        return coded
    except Exception as error:  # the library's exceptions have no common type
        raise Problem("invalid", f"The keys of the browser are invalid: {error}") from None


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
