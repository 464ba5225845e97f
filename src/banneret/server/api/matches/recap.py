"""`/api/v1/tables/{table}/recap`: news since the last visit."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.api.matches.play import Seats, viewers_of
from banneret.server.api.tables import TableId
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.stream import GameEvent, count
from banneret.server.problems import Problem
from banneret.server.tables.chat import Reader
from banneret.server.tables.read_marks import Read


class Recap(msgspec.Struct, frozen=True):
    """The time of the last visit, numbered events since then, and the number of new chat messages.

    `step` is the last step of the replay that these seats have seen.
    """

    since: int
    """Time of the last visit (milliseconds since 1970); 0 if there was none."""
    events: list[tuple[int, Annotated[Any, Meta(extra={"of": GameEvent})]]]
    chat: int
    step: int = 0


class RecapController(Controller):
    """News since the last visit."""

    path = "/api/v1/tables/{table:str}"
    tags = ["play"]  # noqa: RUF012  # declared like this by Litestar

    @get("/recap", operation_id="recap", summary="News since the last visit")
    async def recap(self, services: Parts, signed_in: SignedIn, table: TableId, seats: Seats = "") -> Response[Recap]:
        """Return new events, and the number of new messages, as seen by these seats."""
        found = await services.tables.visible(table, signed_in)
        viewers = viewers_of(found, signed_in, seats)
        if found.status not in ("running", "finished"):
            raise Problem("conflict", f"The match of table {table} has not started.")
        hosted = await services.host.hosted(table)
        upto = services.live.upto(hosted, found, viewers)
        read = await services.reading.last(table, signed_in.id)
        seen = min(read.seq, upto)
        events = hosted.at(upto).events_for(viewers, _since(hosted, seen))
        unread = await services.chatting.unread(found, Reader(signed_in.id, viewers), upto, read.at)
        return Response(Recap(read.at, list(events), unread, count(hosted.steps, viewers, seen)))

    @post("/seen", operation_id="seen", summary="Mark everything as seen", status_code=204, opt={"rate": "reads"})
    async def seen(self, services: Parts, signed_in: SignedIn, table: TableId, seats: Seats = "") -> None:
        """Mark everything so far as seen; the next recap begins here."""
        found = await services.tables.visible(table, signed_in)
        viewers = viewers_of(found, signed_in, seats)
        if found.status in ("running", "finished"):
            hosted = await services.host.hosted(table)
            upto = services.live.upto(hosted, found, viewers)
            await services.reading.seen(table, signed_in.id, Read(upto, 0, services.now()))


def _since(hosted: Hosted, entry: int) -> int:
    """Return the number of the first event after an entry."""
    later = hosted.steps[entry:]
    return min((step.since for step in later), default=len(hosted.match.events))
