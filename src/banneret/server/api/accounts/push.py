"""`/api/v1/push`: notices to browsers, even if the page is closed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.notify.web_push import Subscription


class PushKey(msgspec.Struct, frozen=True):
    """The server's public key for subscriptions, in base64url."""

    key: str


class EndpointIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """URL of a browser's push subscription."""

    endpoint: Annotated[str, Meta(max_length=500)]


class PushController(Controller):
    """Notices to browsers."""

    path = "/api/v1/push"
    tags = ["people"]  # noqa: RUF012  # declared like this by Litestar

    @get("/key", operation_id="pushKey", summary="The key for subscriptions")
    async def key(self, services: Parts) -> PushKey:
        """Return the server's public key for subscriptions."""
        return PushKey(await services.web_push.public_key())

    @post("/subscriptions", operation_id="subscribe", summary="Receive notices in a browser", status_code=204)
    async def subscribe(self, services: Parts, signed_in: SignedIn, data: JSONBody[Subscription]) -> None:
        """Subscribe a browser to your notices."""
        await services.web_push.subscribe(signed_in, data)

    @post("/subscriptions/end", operation_id="unsubscribe", summary="Stop notices in a browser", status_code=204)
    async def unsubscribe(self, services: Parts, signed_in: SignedIn, data: JSONBody[EndpointIn]) -> None:
        """Unsubscribe a browser."""
        await services.web_push.unsubscribe(signed_in, data.endpoint)
