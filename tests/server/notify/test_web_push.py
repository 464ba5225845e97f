"""Notices to browsers, delivered to a push service on loopback and decrypted as a browser does."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import http_ece  # type: ignore[import-untyped]  # it has no types
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from banneret.server.notify.web_push import MOST, Subscription
from tests.server.conftest import Client
from tests.server.notify.test_outbox import serving, settings_for, told
from tests.server.playing import Moment, guests, table_of
from tests.server.servers import free_port

pytestmark = pytest.mark.anyio


class Browser:
    """A browser with its push service: what was sent to it, and how it answers the next requests."""

    def __init__(self, port: int) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = secrets.token_bytes(16)
        self.endpoint = f"http://127.0.0.1:{port}/{secrets.token_urlsafe(8)}"
        self.heads: list[str] = []
        self.came: list[dict[str, str]] = []
        self.answers: list[int] = []

    @property
    def subscription(self) -> Subscription:
        """What the browser hands to the page."""
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Subscription(self.endpoint, _written(public), _written(self.secret))

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read requests and answer them."""
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                length = next(
                    int(line[15:]) for line in head.lower().splitlines() if line.startswith("content-length:")
                )
                body = await reader.readexactly(length)
                status = self.answers.pop(0) if self.answers else 201
                if status < 300:
                    self.heads.append(head)
                    read = http_ece.decrypt(
                        body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
                    )
                    self.came.append(msgspec.json.decode(read))
                writer.write(b"HTTP/1.1 %d x\r\nContent-Length: 0\r\n\r\n" % status)
                await writer.drain()
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()


def _written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@asynccontextmanager
async def pushed_to() -> AsyncIterator[Browser]:
    """Run the push service of a browser."""
    port = free_port()
    browser = Browser(port)
    async with await asyncio.start_server(browser.answer, "127.0.0.1", port):
        yield browser


async def test_a_browser_is_told_of_a_turn_and_forgotten_when_it_is_gone(database_url: str, moment: Moment) -> None:
    async with pushed_to() as browser, serving(settings_for(database_url), moment) as services:
        ann, *_ = await guests(services, 1)
        await services.web_push.subscribe(ann, browser.subscription)
        table = await table_of(services, [ann, "random", "random"])
        await told(services, moment)
        assert {one["tag"] for one in browser.came} == {table.id}
        assert {one["url"] for one in browser.came} == {f"https://play.example.org/tables/{table.id}"}
        assert any("turn" in one["title"].lower() or "asked" in one["title"].lower() for one in browser.came)
        assert f"k={await services.web_push.public_key()}" in browser.heads[0]
        assert "ttl: 86400" in browser.heads[0].lower()
        before = len(browser.came)
        browser.answers = [410] * 10
        await table_of(services, [ann, "random", "random"])
        await told(services, moment)
        assert len(browser.came) == before
        await table_of(services, [ann, "random", "random"])
        assert await told(services, moment) == 0


async def test_a_browser_that_unsubscribes_is_told_nothing(database_url: str, moment: Moment) -> None:
    async with pushed_to() as browser, serving(settings_for(database_url), moment) as services:
        ann, *_ = await guests(services, 1)
        await services.web_push.subscribe(ann, browser.subscription)
        await services.web_push.unsubscribe(ann, browser.endpoint)
        await table_of(services, [ann, "random", "random"])
        assert await told(services, moment) == 0
        assert browser.came == []


async def test_subscriptions_are_exported_limited_and_deleted(database_url: str, moment: Moment) -> None:
    async with pushed_to() as browser, serving(settings_for(database_url), moment) as services:
        ann, *_ = await guests(services, 1)
        for number in range(MOST + 2):
            moment.pass_seconds(1)
            one = msgspec.structs.replace(browser.subscription, endpoint=f"{browser.endpoint}/{number}")
            await services.web_push.subscribe(ann, one)
        kept = (await services.people.export(ann))["subscriptions"]
        assert len(kept) == MOST
        assert not any("auth" in one or "p256dh" in one for one in kept)
        await services.delete_person(ann)
        assert (await services.people.export(ann))["subscriptions"] == []


async def test_keys_that_are_none_are_refused(client: Client) -> None:
    token = (await client.post("/api/v1/guests?token=true", json={"name": "Ann"})).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    wrong = {"endpoint": "https://push.example.org/1", "p256dh": "A" * 87, "auth": "A" * 22}
    for given in (wrong, wrong | {"endpoint": "ftp://push.example.org"}):
        found = await client.post("/api/v1/push/subscriptions", json=given, headers=headers)
        assert found.status_code == 422, found.text
    assert len((await client.get("/api/v1/push/key")).json()["key"]) == 87
