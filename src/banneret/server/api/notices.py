"""`/api/v1/me/notices`: what one was told by e-mail and webhook, and what became of it."""

from __future__ import annotations

from litestar import get

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.notify.outbox import Notice


@get("/api/v1/me/notices", operation_id="listNotices", summary="The notices one was sent", tags=["people"])
async def list_notices(services: Parts, signed_in: SignedIn) -> list[Notice]:
    """Return the last hundred notices to oneself, the newest first, and what became of each."""
    return await services.notices.log(signed_in)
