"""`/api/v1/tables/{table}/chat`: the chat of a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from banneret.server.api.dependencies import Anybody, Parts, SignedIn
from banneret.server.api.matches.play import Seat, Seats, Seq, viewers_of
from banneret.server.api.tables import Invite, TableId
from banneret.server.tables.chat import PAGE, ChatOut, Reader


class ChatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to everybody, or a private one to other seats."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=16)] | None = None


class ChatController(Controller):
    """Chat."""

    path = "/api/v1/tables/{table:str}/chat"
    tags = ["chat"]  # noqa: RUF012  # declared like this by Litestar

    @get("/", operation_id="readChat", summary="Read the chat")
    async def read(
        self,
        services: Parts,
        person: Anybody,
        table: TableId,
        seats: Seats = "",
        after: Seq = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
        invite: Invite = None,
    ) -> list[ChatOut]:
        """Return the messages that these seats may read, from number `after` + 1 on."""
        found = await services.tables.visible(table, person, invite)
        viewers = viewers_of(found, person, seats)
        upto = 0
        if found.status in ("running", "finished"):
            upto = services.live.upto(await services.host.hosted(table), found, viewers)
        reader = Reader(person.id if person else None, viewers)
        return await services.chatting.read(found, reader, upto, after, limit)

    @post("/", operation_id="writeChat", summary="Write a message", status_code=204, opt={"rate": "chat"})
    async def write(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[ChatIn]) -> None:
        """Write to everybody, or privately if the game allows negotiation."""
        found = await services.tables.visible(table, signed_in)
        head = (await services.host.hosted(table)).head if found.status in ("running", "finished") else 0
        seats = None if data.seats is None else frozenset(data.seats)
        await services.chatting.write(found, signed_in, data.text, seats, head, services.now())
        await services.live.announce(table, "chat")
        await services.notices.said(found, signed_in, seats)
