"""`/api/v1/tables`: creating tables, taking seats, and the life of a table."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, get, post, put
from litestar.params import FromQuery, HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from banneret.server.api.dependencies import Anybody, Parts, SignedIn
from banneret.server.api.forwarded import at_owner
from banneret.server.live.summaries import TableInfo, belongs
from banneret.server.matches.bots import Trouble
from banneret.server.problems import Problem
from banneret.server.tables.lifecycle import PAGE
from banneret.server.tables.table import Code, NewTable, Place

TableId = Annotated[
    str, PathParameter(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$", description="Id of a table.")
]
SeatNo = Annotated[int, PathParameter(ge=0, le=15, description="Number of a seat, from 0.")]
INVITE: Final = "banneret-invite"
"""Name of the header; a URL would be kept in logs and histories."""
Invite = Annotated[
    str | None, HeaderParameter(name=INVITE, max_length=32, description="Invitation to a private table.")
]
After = Annotated[
    str | None,
    QueryParameter(pattern=r"^[01]\.[0-9]{1,16}\.[A-Za-z0-9_-]{1,16}$", description="The `next` of the previous page."),
]


class TablePage(msgspec.Struct, frozen=True):
    """A page of tables, the newest first; `next` is the `after` of the next page, null at the end."""

    tables: list[TableInfo]
    next: str | None


class JoinIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to take (null for the first free one), and the invitation to a private table."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    invite: Annotated[str, Meta(max_length=32)] | None = None
    offer: Annotated[str, Meta(max_length=64)] = ""
    """Secret from the link that offers a seat of a running match."""
    lists: Annotated[tuple[Code, ...], Meta(max_length=3)] = ()
    """The player's army lists, at a table to which players bring them."""


class ListsIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The army lists to bring, in the number required by the table: codes, factions, or "random"."""

    lists: Annotated[tuple[Code, ...], Meta(min_length=1, max_length=3)]


class ChoiceIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Index of the chosen army list."""

    list: Annotated[int, Meta(ge=0, le=2)]


class RequestIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The invitation to a private table."""

    invite: Annotated[str, Meta(max_length=32)] | None = None


class AgreeIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player agrees."""

    agree: bool


class SeatAgreeIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player agrees that a person takes over a seat, and the invitation to a private table."""

    agree: bool
    invite: Annotated[str, Meta(max_length=32)] | None = None


class SeatOffer(msgspec.Struct, frozen=True):
    """The secret of a link that offers a seat."""

    offer: str


class BotIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot to put in a seat; null removes it."""

    bot: Annotated[str, Meta(max_length=40)] | None


class BranchIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The step of the replay from which to branch, and the player of each seat."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    places: Annotated[tuple[Place, ...], Meta(max_length=16)] = ()


class TablesController(Controller):
    """Tables."""

    path = "/api/v1/tables"
    tags = ["tables"]  # noqa: RUF012  # declared like this by Litestar

    @get("/", operation_id="listTables", summary="Public tables, or your own")
    async def list_tables(
        self,
        services: Parts,
        person: Anybody,
        mine: FromQuery[bool] = False,
        status: FromQuery[Literal["any", "open", "running", "finished", "halted"]] = "any",
        game: Annotated[str | None, QueryParameter(max_length=40, description="Only tables of this game.")] = None,
        after: After = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> TablePage:
        """Return a page of tables, the newest first; among your own, those where it is your turn come first."""
        if mine and person is None:
            raise Problem("not-signed-in", "Enter as a guest or sign in first.")
        of = person if mine else None
        wanted = None if status == "any" else status
        found, following = await services.tables.list(
            person=of, status=wanted, game=game, after=after, limit=limit, viewer=person
        )
        return TablePage(await services.summaries.describe(found, person), following)

    @post("/", operation_id="makeTable", summary="Create a table")
    async def make(self, services: Parts, signed_in: SignedIn, data: JSONBody[NewTable]) -> TableInfo:
        """Create a table for any game; its match starts as soon as every seat is taken."""
        table = await services.tables.create(signed_in, data, services.now())
        await services.changed(table)
        return await services.summaries.describe_one(table, signed_in)

    @get("/{table:str}", operation_id="showTable", summary="A table")
    async def show(self, services: Parts, person: Anybody, table: TableId, invite: Invite = None) -> TableInfo:
        """Return the players and the public state of a table."""
        return await services.summaries.describe_one(await services.tables.visible(table, person, invite), person)

    @get("/{table:str}/troubles", operation_id="listTroubles", summary="Bots that failed")
    async def troubles(self, services: Parts, signed_in: SignedIn, table: TableId) -> list[Trouble]:
        """Return the failed decisions of bots, to members of the table."""
        found = await services.tables.visible(table, signed_in)
        if not belongs(found, signed_in):
            raise Problem("not-allowed", "Only members of the table can see this.")
        return await services.thinking.troubles(table)

    @post(
        "/{table:str}/join", operation_id="joinTable", summary="Take a seat", status_code=200, before_request=at_owner
    )
    async def join(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[JoinIn]) -> TableInfo:
        """Take a free seat, or one that was offered."""
        found = await services.tables.visible(table, signed_in, data.invite)
        joined = await services.tables.join(found, signed_in, data.seat, services.now(), data.offer, data.lists)
        await services.changed(joined)
        return await services.summaries.describe_one(joined, signed_in)

    @post(
        "/{table:str}/seats/{seat:int}/leave",
        operation_id="leaveSeat",
        summary="Leave a seat",
        status_code=200,
        before_request=at_owner,
    )
    async def leave(self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo) -> TableInfo:
        """Leave a seat. In a running match, a bot plays until the player takes the seat back."""
        left = await services.tables.leave(await services.tables.visible(table, signed_in), signed_in, seat)
        await services.changed(left)
        return await services.summaries.describe_one(left, signed_in)

    @put(
        "/{table:str}/seats/{seat:int}/lists",
        operation_id="bringLists",
        summary="Bring army lists to a seat",
        before_request=at_owner,
    )
    async def bring_lists(
        self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo, data: JSONBody[ListsIn]
    ) -> TableInfo:
        """Bring army lists, which are locked, and hidden from others until all players have brought theirs."""
        found = await services.tables.visible(table, signed_in)
        changed = await services.tables.bring(found, signed_in, seat, data.lists, services.now())
        await services.changed(changed)
        return await services.summaries.describe_one(changed, signed_in)

    @put(
        "/{table:str}/seats/{seat:int}/choice",
        operation_id="chooseList",
        summary="Choose an army list",
        before_request=at_owner,
    )
    async def choose_list(
        self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo, data: JSONBody[ChoiceIn]
    ) -> TableInfo:
        """Choose a list secretly, after all players have brought theirs; the match starts when all have chosen."""
        found = await services.tables.visible(table, signed_in)
        changed = await services.tables.choose(found, signed_in, seat, data.list, services.now())
        await services.changed(changed)
        return await services.summaries.describe_one(changed, signed_in)

    @post(
        "/{table:str}/seats/{seat:int}/take-back",
        operation_id="takeSeatBack",
        summary="Take a seat back",
        status_code=200,
        before_request=at_owner,
    )
    async def take_back(self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo) -> TableInfo:
        """Take back a seat that you have left."""
        found = await services.tables.visible(table, signed_in)
        found = await services.tables.take_back(found, signed_in, seat, services.now())
        await services.changed(found)
        return await services.summaries.describe_one(found, signed_in)

    @post(
        "/{table:str}/seats/{seat:int}/offer",
        operation_id="offerSeat",
        summary="Offer a seat by link",
        status_code=200,
        before_request=at_owner,
    )
    async def offer(self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo) -> SeatOffer:
        """Return the secret of a link to a vacated seat, at a table where such seats are offered."""
        found = await services.tables.visible(table, signed_in)
        return SeatOffer(await services.handovers.offer(found, signed_in, seat, services.now()))

    @post(
        "/{table:str}/seats/{seat:int}/request",
        operation_id="requestSeat",
        summary="Request a seat",
        status_code=200,
        before_request=at_owner,
    )
    async def request(
        self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo, data: JSONBody[RequestIn]
    ) -> TableInfo:
        """Request a vacated seat, at a table where its players decide."""
        found = await services.tables.visible(table, signed_in, data.invite)
        wish = await services.handovers.request(found, signed_in, seat, services.now())
        await services.changed(found)
        await services.notices.requested(found, wish)
        return await services.summaries.describe_one(found, signed_in)

    @post(
        "/{table:str}/requests/{wish:str}",
        operation_id="answerSeatRequest",
        summary="Answer a request for a seat",
        status_code=200,
        before_request=at_owner,
    )
    async def answer_request(
        self,
        services: Parts,
        signed_in: SignedIn,
        table: TableId,
        wish: Annotated[str, PathParameter(max_length=16)],
        data: JSONBody[SeatAgreeIn],
    ) -> TableInfo:
        """Agree or refuse; the author of the request can withdraw it, and takes the seat with the last consent."""
        found = await services.tables.visible(table, signed_in, data.invite)
        found = await services.handovers.answer(found, signed_in, wish, agree=data.agree, now=services.now())
        await services.changed(found)
        return await services.summaries.describe_one(found, signed_in)

    @post(
        "/{table:str}/seats/{seat:int}/retry",
        operation_id="retryBot",
        summary="Retry a bot",
        status_code=200,
        before_request=at_owner,
    )
    async def retry(self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo) -> TableInfo:
        """Try a bot again that has failed several times in a row. Only players can do this."""
        found = await services.tables.visible(table, signed_in)
        found = await services.tables.retry_bot(found, signed_in, seat)
        await services.changed(found)
        return await services.summaries.describe_one(found, signed_in)

    @put(
        "/{table:str}/seats/{seat:int}",
        operation_id="setSeat",
        summary="Put a bot in a seat, or remove it",
        before_request=at_owner,
    )
    async def set_seat(
        self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo, data: JSONBody[BotIn]
    ) -> TableInfo:
        """Put a bot in an unoccupied seat, or remove it. Only the table's creator can do this."""
        found = await services.tables.visible(table, signed_in)
        changed = await services.tables.seat(found, signed_in, seat, bot=data.bot, now=services.now())
        await services.changed(changed)
        return await services.summaries.describe_one(changed, signed_in)

    @post(
        "/{table:str}/close",
        operation_id="closeTable",
        summary="Close a table before its match",
        status_code=200,
        before_request=at_owner,
    )
    async def close(self, services: Parts, signed_in: SignedIn, table: TableId) -> TableInfo:
        """Close a table before its match. Only its creator can do this."""
        closed = await services.tables.close(await services.tables.visible(table, signed_in), signed_in)
        await services.changed(closed)
        return await services.summaries.describe_one(closed, signed_in)

    @post("/{table:str}/rematch", operation_id="rematch", summary="Rematch")
    async def rematch(self, services: Parts, signed_in: SignedIn, table: TableId) -> TableInfo:
        """Create a table with the same settings as a finished match, or join the one created by another player."""
        found = await services.tables.visible(table, signed_in)
        made = await services.branching.rematch(found, signed_in, services.now())
        await services.changed(made)
        return await services.summaries.describe_one(made, signed_in)

    @post(
        "/{table:str}/branch",
        operation_id="branch",
        summary="Branch a finished match",
        opt={"rate": "replays"},
    )
    async def branch(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[BranchIn]) -> TableInfo:
        """Create a table that continues a match from a step, with new random results."""
        found = await services.tables.visible(table, signed_in)
        made = await services.branching.branch(found, signed_in, data.at, data.places, services.now())
        await services.changed(made)
        return await services.summaries.describe_one(made, signed_in)
