"""`/api/v1/me/blocks`: people blocked by the signed-in person."""

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
    tags = ["people"]  # noqa: RUF012  # declared like this by Litestar

    @get("/", operation_id="listBlocks", summary="List blocked people")
    async def list_blocks(self, services: Parts, signed_in: SignedIn) -> list[Blocked]:
        """Return blocked people, the most recent first."""
        return await services.blocks.list(signed_in)

    @put("/{other:str}", operation_id="block", summary="Block a person", status_code=204)
    async def block(self, services: Parts, signed_in: SignedIn, other: _Id) -> None:
        """Hide a person's messages and tables, and keep the person from joining yours.

        The person is not informed.
        """
        await services.blocks.add(signed_in, other, services.now())

    @delete("/{other:str}", operation_id="unblock", summary="Lift a block", status_code=204)
    async def unblock(self, services: Parts, signed_in: SignedIn, other: _Id) -> None:
        """Remove a block."""
        await services.blocks.remove(signed_in, other)
