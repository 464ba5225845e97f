"""`/api/v1/me/notices`: notices sent to the person, and their delivery status."""

from __future__ import annotations

from litestar import get

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.notify.outbox import Notice


@get("/api/v1/me/notices", operation_id="listNotices", summary="List your notices", tags=["people"])
async def list_notices(services: Parts, signed_in: SignedIn) -> list[Notice]:
    """Return your last hundred notices with their delivery status, the newest first."""
    return await services.notices.log(signed_in)
