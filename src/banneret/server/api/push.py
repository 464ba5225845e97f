"""`/api/v1/push`: notices to this browser, also while it is closed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.notify.web_push import Subscription


class PushKey(msgspec.Struct, frozen=True):
    """The public key of the server, in base64url, with which a browser subscribes."""

    key: str


class EndpointIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser received notices."""

    endpoint: Annotated[str, Meta(max_length=500)]


class PushController(Controller):
    """Notices to browsers."""

    path = "/api/v1/push"
    tags = ["people"]  # noqa: RUF012  # as Litestar reads it

    @get("/key", operation_id="pushKey", summary="The key for subscriptions")
    async def key(self, services: Parts) -> PushKey:
        """Return the key that browsers subscribe with."""
        return PushKey(await services.web_push.public_key())

    @post("/subscriptions", operation_id="subscribe", summary="Receive notices in a browser", status_code=204)
    async def subscribe(self, services: Parts, signed_in: SignedIn, data: JSONBody[Subscription]) -> None:
        """Send one's notices to a browser from now on."""
        await services.web_push.subscribe(signed_in, data)

    @post("/subscriptions/end", operation_id="unsubscribe", summary="End notices in a browser", status_code=204)
    async def unsubscribe(self, services: Parts, signed_in: SignedIn, data: JSONBody[EndpointIn]) -> None:
        """Send no more notices to a browser."""
        await services.web_push.unsubscribe(signed_in, data.endpoint)
