"""`/api/v1/me/blocks`: the people whom one has blocked."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, put
from litestar.params import PathParameter

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.people.blocks import Blocked

_Id = Annotated[
    str, PathParameter(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$", description="Id of a person.")
]


class BlocksController(Controller):
    """Blocks."""

    path = "/api/v1/me/blocks"
    tags = ["people"]  # noqa: RUF012  # as Litestar reads it

    @get("/", operation_id="listBlocks", summary="The people one has blocked")
    async def list_blocks(self, services: Parts, signed_in: SignedIn) -> list[Blocked]:
        """Return whom one has blocked, the last first."""
        return await services.blocks.list(signed_in)

    @put("/{other:str}", operation_id="block", summary="Block somebody", status_code=204)
    async def block(self, services: Parts, signed_in: SignedIn, other: _Id) -> None:
        """Hide what a person writes and the tables that the person makes, and keep the person from one's tables.

        The person is not informed.
        """
        await services.blocks.add(signed_in, other, services.now())

    @delete("/{other:str}", operation_id="unblock", summary="Lift a block", status_code=204)
    async def unblock(self, services: Parts, signed_in: SignedIn, other: _Id) -> None:
        """Show again what a person writes."""
        await services.blocks.remove(signed_in, other)
