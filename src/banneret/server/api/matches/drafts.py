"""`/api/v1/tables/{table}/draft`: several answers of a seat, which can be changed until they are committed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.api.forwarded import at_owner
from banneret.server.api.matches.play import AskIn, Seat, SeatIn, owned, sits
from banneret.server.api.tables import TableId
from banneret.server.live.draft_messages import SeatDraft, draft_out
from banneret.server.matches.drafts import MOST
from banneret.server.problems import Problem


class DraftIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new content of a seat's draft: answers in notation, in any order."""

    seat: Seat
    ask: Annotated[str, Meta(max_length=60)]
    answers: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=MOST)]


class Committed(msgspec.Struct, frozen=True):
    """A committed draft."""

    seat: int


class Reopened(msgspec.Struct, frozen=True):
    """Whether the answers of a draft have been undone."""

    done: bool


class DraftController(Controller):
    """Drafts of the player's own seats, shown to nobody else."""

    path = "/api/v1/tables/{table:str}/draft"
    tags = ["play"]  # noqa: RUF012  # declared like this by Litestar

    @get("/", operation_id="draft", summary="The draft of a seat")
    async def draft(
        self,
        services: Parts,
        signed_in: SignedIn,
        table: TableId,
        seat: Annotated[int, QueryParameter(ge=0, le=15, description="One of your seats.")],
    ) -> SeatDraft:
        """Return the open draft of a seat, which may be empty."""
        await owned(services, signed_in, table, seat)
        hosted = await services.host.hosted(table)
        found = await services.drafts.open(hosted, signed_in.id, seat)
        if found is None:
            raise Problem("not-found", f"No draft is open for seat {seat}.")
        return draft_out(found)

    @put("/", operation_id="putDraft", summary="Replace the draft", opt={"rate": "questions"})
    async def put(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[DraftIn]) -> SeatDraft:
        """Replace the answers of a draft. If the rules refuse any of them, the draft is unchanged.

        The problem then contains rule and reason of the first one, and of each in `parts`, by index in `answers`.
        """
        found = await owned(services, signed_in, table, data.seat)
        return draft_out(await services.drafts.put(found, signed_in, data.seat, data.ask, data.answers))

    @post("/commit", operation_id="commitDraft", summary="Commit the draft", status_code=200, before_request=at_owner)
    async def commit(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AskIn]) -> Committed:
        """Give all answers of a draft, and the answer that closes it if the rules require one."""
        found = await owned(services, signed_in, table, data.seat)
        await services.drafts.commit(found, signed_in, data.seat, data.ask, sits(signed_in, data.seat))
        return Committed(data.seat)

    @post("/reopen", operation_id="reopenDraft", summary="Reopen the draft", status_code=200, before_request=at_owner)
    async def reopen(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[SeatIn]) -> Reopened:
        """Undo the answers of the last committed draft, which is then open again. Fails if that requires consent."""
        found = await owned(services, signed_in, table, data.seat)
        return Reopened(await services.drafts.reopen(found, signed_in, data.seat))
