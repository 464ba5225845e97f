"""`/api/v1/tables/{table}/draft`: several answers of a seat as one whole, changed until they are committed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.api.forwarded import at_owner
from banneret.server.api.play import AskIn, Seat, SeatIn, owned, sits
from banneret.server.api.tables import TableId
from banneret.server.live.draft_messages import SeatDraft, draft_out
from banneret.server.matches.drafts import MOST
from banneret.server.problems import Problem


class DraftIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complete replacement for a seat's draft: answers in notation, in any order."""

    seat: Seat
    ask: Annotated[str, Meta(max_length=60)]
    answers: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=MOST)]


class Committed(msgspec.Struct, frozen=True):
    """A draft whose answers have been given."""

    seat: int


class Reopened(msgspec.Struct, frozen=True):
    """Whether the answers of a draft have been taken back."""

    done: bool


class DraftController(Controller):
    """Drafts of one's own seats. Nobody else learns anything of them."""

    path = "/api/v1/tables/{table:str}/draft"
    tags = ["play"]  # noqa: RUF012  # as Litestar reads it

    @get("/", operation_id="draft", summary="The draft of a seat")
    async def draft(
        self,
        services: Parts,
        signed_in: SignedIn,
        table: TableId,
        seat: Annotated[int, QueryParameter(ge=0, le=15, description="One of your seats.")],
    ) -> SeatDraft:
        """Return the draft that is open for a seat, empty if nothing has been put into it."""
        await owned(services, signed_in, table, seat)
        hosted = await services.host.hosted(table)
        found = await services.drafts.open(hosted, signed_in.id, seat)
        if found is None:
            raise Problem("not-found", f"No draft is open for seat {seat}.")
        return draft_out(found)

    @put("/", operation_id="putDraft", summary="Replace the draft", opt={"rate": "questions"})
    async def put(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[DraftIn]) -> SeatDraft:
        """Replace the answers of a draft. If the rules refuse any of them, the draft remains as it was.

        The problem then has the rule and reason of the first, and of each in `parts`, by its place in `answers`.
        """
        found = await owned(services, signed_in, table, data.seat)
        return draft_out(await services.drafts.put(found, signed_in, data.seat, data.ask, data.answers))

    @post("/commit", operation_id="commitDraft", summary="Done", status_code=200, before_request=at_owner)
    async def commit(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AskIn]) -> Committed:
        """Give all answers of a draft, and the answer that ends it if the rules ask for one."""
        found = await owned(services, signed_in, table, data.seat)
        await services.drafts.commit(found, signed_in, data.seat, data.ask, sits(signed_in, data.seat))
        return Committed(data.seat)

    @post("/reopen", operation_id="reopenDraft", summary="Not done yet", status_code=200, before_request=at_owner)
    async def reopen(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[SeatIn]) -> Reopened:
        """Take back the answers of the last committed draft, which is open again; only while this is free."""
        found = await owned(services, signed_in, table, data.seat)
        return Reopened(await services.drafts.reopen(found, signed_in, data.seat))
