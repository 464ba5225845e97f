"""`/api/v1/records` and `/api/v1/tables/{table}/record`: finished matches as files."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Controller, Request, Response, get, post
from litestar.params import QueryParameter

from banneret.kernel.record import Record
from banneret.server.api.dependencies import Anybody, Parts, SignedIn
from banneret.server.api.tables import Invite, TableId
from banneret.server.live.summaries import TableInfo
from banneret.server.problems import Problem

RECORD_TYPE: Final = "application/jsonl"


class RecordsController(Controller):
    """Records."""

    path = "/api/v1"
    tags = ["records"]  # noqa: RUF012  # declared like this by Litestar

    @get("/tables/{table:str}/record", operation_id="record", summary="The record of a finished match")
    async def show(self, services: Parts, person: Anybody, table: TableId, invite: Invite = None) -> Response[bytes]:
        """Return the record as a JSON Lines file, which `banneret replay` can replay anywhere."""
        found = await services.tables.visible(table, person, invite)
        if found.status != "finished":
            raise Problem("not-allowed", "The record contains all secrets; it is available when the match is over.")
        hosted = await services.host.hosted(table)
        return Response(
            b"".join(Record.of(hosted.match).lines()),
            media_type=RECORD_TYPE,
            headers={"content-disposition": f'attachment; filename="{table}.record"'},
        )

    @post("/records", operation_id="loadRecord", summary="Create a table from a record", opt={"rate": "replays"})
    async def load(
        self,
        services: Parts,
        signed_in: SignedIn,
        request: Request[Any, Any, Any],
        title: Annotated[str, QueryParameter(max_length=80)] = "",
    ) -> TableInfo:
        """Replay and check the record of a finished match, and create a table that can be viewed and branched."""
        made = await services.branching.load(signed_in, await request.body(), services.now(), title)
        return await services.summaries.describe_one(made, signed_in)
