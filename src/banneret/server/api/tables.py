"""`/api/v1/tables`: making tables, sitting down, and what becomes of them."""

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
SeatNo = Annotated[int, PathParameter(ge=0, le=15, description="Number of a seat, from 0 on.")]
INVITE: Final = "banneret-invite"
"""Name of the header: an address would stay in logs and histories."""
Invite = Annotated[
    str | None, HeaderParameter(name=INVITE, max_length=32, description="Invitation to a private table.")
]
After = Annotated[
    str | None,
    QueryParameter(pattern=r"^[01]\.[0-9]{1,16}\.[A-Za-z0-9_-]{1,16}$", description="The `next` of the page before."),
]


class TablePage(msgspec.Struct, frozen=True):
    """Some tables, the newest first; `next` is the `after` of the next page, null at the end."""

    tables: list[TableInfo]
    next: str | None


class JoinIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat to take (null: the first one free), and the invitation to a private table."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    invite: Annotated[str, Meta(max_length=32)] | None = None
    offer: Annotated[str, Meta(max_length=64)] = ""
    """From the link with which a seat of a running match is offered."""
    lists: Annotated[tuple[Code, ...], Meta(max_length=3)] = ()
    """One's own army lists, at a table to which players bring them."""


class ListsIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The army lists that one brings, as many as the table's settings say: codes, factions, or "random"."""

    lists: Annotated[tuple[Code, ...], Meta(min_length=1, max_length=3)]


class ChoiceIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The index of the army list that one chooses."""

    list: Annotated[int, Meta(ge=0, le=2)]


class RequestIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The invitation to a private table."""

    invite: Annotated[str, Meta(max_length=32)] | None = None


class AgreeIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one agrees."""

    agree: bool


class SeatAgreeIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one agrees that somebody takes over a seat, and the invitation to a private table."""

    agree: bool
    invite: Annotated[str, Meta(max_length=32)] | None = None


class SeatOffer(msgspec.Struct, frozen=True):
    """The secret of the link with which a seat is taken over."""

    offer: str


class BotIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot to sit in a seat; null frees it."""

    bot: Annotated[str, Meta(max_length=40)] | None


class BranchIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which step of the replay of the whole match, and who is to sit in each seat."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    places: Annotated[tuple[Place, ...], Meta(max_length=16)] = ()


class TablesController(Controller):
    """Tables."""

    path = "/api/v1/tables"
    tags = ["tables"]  # noqa: RUF012  # as Litestar reads it

    @get("/", operation_id="listTables", summary="Tables open to all, or one's own")
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
        """List tables, the newest first; of one's own those before all where it is one's turn."""
        if mine and person is None:
            raise Problem("not-signed-in", "Enter as a guest or sign in first.")
        of = person if mine else None
        wanted = None if status == "any" else status
        found, following = await services.tables.list(
            person=of, status=wanted, game=game, after=after, limit=limit, viewer=person
        )
        return TablePage(await services.summaries.describe(found, person), following)

    @post("/", operation_id="makeTable", summary="Make a table")
    async def make(self, services: Parts, signed_in: SignedIn, data: JSONBody[NewTable]) -> TableInfo:
        """Make a table of any game; its match starts as soon as every seat is taken."""
        table = await services.tables.create(signed_in, data, services.now())
        await services.changed(table)
        return await services.summaries.describe_one(table, signed_in)

    @get("/{table:str}", operation_id="showTable", summary="A table")
    async def show(self, services: Parts, person: Anybody, table: TableId, invite: Invite = None) -> TableInfo:
        """Return who sits where, and how the match stands, as far as all may know."""
        return await services.summaries.describe_one(await services.tables.visible(table, person, invite), person)

    @get("/{table:str}/troubles", operation_id="listTroubles", summary="Bots that failed")
    async def troubles(self, services: Parts, signed_in: SignedIn, table: TableId) -> list[Trouble]:
        """Return which bots failed to make a decision, to those who belong to the table."""
        found = await services.tables.visible(table, signed_in)
        if not belongs(found, signed_in):
            raise Problem("not-allowed", "This is told to those who belong to the table.")
        return await services.thinking.troubles(table)

    @post("/{table:str}/join", operation_id="joinTable", summary="Sit down", status_code=200, before_request=at_owner)
    async def join(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[JoinIn]) -> TableInfo:
        """Take a free seat."""
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
        """Leave a seat: in a match a bot plays on, until one takes the seat back."""
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
        """Bring army lists, which are locked then, and hidden from others until all players have brought theirs."""
        found = await services.tables.visible(table, signed_in)
        changed = await services.tables.bring(found, signed_in, seat, data.lists, services.now())
        await services.changed(changed)
        return await services.summaries.describe_one(changed, signed_in)

    @put(
        "/{table:str}/seats/{seat:int}/choice",
        operation_id="chooseList",
        summary="Choose one of one's army lists",
        before_request=at_owner,
    )
    async def choose_list(
        self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo, data: JSONBody[ChoiceIn]
    ) -> TableInfo:
        """Choose in secret, when all players have brought their lists; the match starts when all have chosen."""
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
        """Sit down again where one sat before."""
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
        """Return the secret of a link to a seat that its player has left, where people are invited to such seats."""
        found = await services.tables.visible(table, signed_in)
        return SeatOffer(await services.handovers.offer(found, signed_in, seat, services.now()))

    @post(
        "/{table:str}/seats/{seat:int}/request",
        operation_id="requestSeat",
        summary="Ask for a seat",
        status_code=200,
        before_request=at_owner,
    )
    async def request(
        self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo, data: JSONBody[RequestIn]
    ) -> TableInfo:
        """Ask the players for a seat that somebody has left, where they decide together."""
        found = await services.tables.visible(table, signed_in, data.invite)
        wish = await services.handovers.request(found, signed_in, seat, services.now())
        await services.changed(found)
        await services.notices.requested(found, wish)
        return await services.summaries.describe_one(found, signed_in)

    @post(
        "/{table:str}/requests/{wish:str}",
        operation_id="answerSeatRequest",
        summary="Agree that somebody takes over a seat",
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
        """Agree or refuse; the person who asks may withdraw. With the last consent that person sits down."""
        found = await services.tables.visible(table, signed_in, data.invite)
        found = await services.handovers.answer(found, signed_in, wish, agree=data.agree, now=services.now())
        await services.changed(found)
        return await services.summaries.describe_one(found, signed_in)

    @post(
        "/{table:str}/seats/{seat:int}/retry",
        operation_id="retryBot",
        summary="Try a bot again that has failed",
        status_code=200,
        before_request=at_owner,
    )
    async def retry(self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo) -> TableInfo:
        """Let a bot that failed several times in a row make its decisions again; for those who play at the table."""
        found = await services.tables.visible(table, signed_in)
        found = await services.tables.retry_bot(found, signed_in, seat)
        await services.changed(found)
        return await services.summaries.describe_one(found, signed_in)

    @put(
        "/{table:str}/seats/{seat:int}",
        operation_id="setSeat",
        summary="Put a bot in a seat, or free it",
        before_request=at_owner,
    )
    async def set_seat(
        self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatNo, data: JSONBody[BotIn]
    ) -> TableInfo:
        """For who made the table, and seats in which nobody sits."""
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
        """For who made the table."""
        closed = await services.tables.close(await services.tables.visible(table, signed_in), signed_in)
        await services.changed(closed)
        return await services.summaries.describe_one(closed, signed_in)

    @post("/{table:str}/rematch", operation_id="rematch", summary="The same table once more")
    async def rematch(self, services: Parts, signed_in: SignedIn, table: TableId) -> TableInfo:
        """Make a table like one whose match is over, or sit down at the one that another player has made."""
        found = await services.tables.visible(table, signed_in)
        made = await services.branching.rematch(found, signed_in, services.now())
        await services.changed(made)
        return await services.summaries.describe_one(made, signed_in)

    @post(
        "/{table:str}/branch",
        operation_id="branch",
        summary="Play on from a point of a match that is over",
        opt={"rate": "replays"},
    )
    async def branch(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[BranchIn]) -> TableInfo:
        """Make a table that begins where the match stood then; chance is drawn anew."""
        found = await services.tables.visible(table, signed_in)
        made = await services.branching.branch(found, signed_in, data.at, data.places, services.now())
        await services.changed(made)
        return await services.summaries.describe_one(made, signed_in)
