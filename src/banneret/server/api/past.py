"""`/api/v1/tables/{table}/story` and `.../replay-file`: analysis of a match, and the match as one file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from litestar import Controller, Response, get

from banneret.kernel.match import Match
from banneret.server.api.dependencies import Anybody, Lang, Parts
from banneret.server.api.play import Seats, viewers_of
from banneret.server.api.tables import Invite, TableId
from banneret.server.matches.hosted import Hosted
from banneret.server.past.replay_file import NotBuiltError, html_of, replay_file
from banneret.server.past.story import Story, moments_of, story_of
from banneret.server.problems import Problem
from banneret.server.store.entries import Entry

HTML: Final = "text/html; charset=utf-8"

Begin = Match[Any] | Callable[[], Match[Any]]


class PastController(Controller):
    """Looking back at matches."""

    path = "/api/v1/tables/{table:str}"
    tags = ["records"]  # noqa: RUF012  # declared like this by Litestar

    @get("/story", operation_id="story", summary="Analysis of a finished match", opt={"rate": "replays"})
    async def story(self, services: Parts, person: Anybody, table: TableId, invite: Invite = None) -> Story:
        """Return chances by step, turning points, numbers by round and luck; only for finished matches.

        Steps are numbered as in `GET .../replay`.
        """
        found = await services.tables.visible(table, person, invite)
        hosted = await services.host.hosted(table)
        if hosted.match.outcome is None:
            raise Problem("not-allowed", "Analysis is only available for finished matches.")
        everybody = frozenset(range(found.seat_count))
        begin, entries = _played(hosted, hosted.head)
        return await services.replays.run(_story, begin, entries, everybody)

    @get("/replay-file", operation_id="replayFile", summary="A match as one file", opt={"rate": "replays"})
    async def file(
        self,
        services: Parts,
        person: Anybody,
        table: TableId,
        seats: Seats = "",
        lang: Lang = "en",
        invite: Invite = None,
    ) -> Response[bytes]:
        """Return a page that replays the match in any browser without a network, as seen by these seats.

        A finished match is shown without secrets. `lang` is the initial language of the page, which includes all.
        """
        found = await services.tables.visible(table, person, invite)
        viewers = viewers_of(found, person, seats)
        hosted = await services.host.hosted(table)
        over = hosted.match.outcome is not None
        if over:
            viewers = frozenset(range(found.seat_count))
        begin, entries = _played(hosted, services.live.upto(hosted, found, viewers))
        try:
            page = await services.replays.run(_page, begin, entries, viewers, lang, found.title, over=over)
        except NotBuiltError as error:
            raise Problem("not-found", str(error)) from None
        named = {"content-disposition": f'attachment; filename="{table}.html"'}
        return Response(page, media_type=HTML, headers=named)


def _played(hosted: Hosted, upto: int) -> tuple[Begin, list[Entry]]:
    """Return the earliest position that can be shown, and the entries from there."""
    at, begin = hosted.replayed_from(hosted.base)
    return begin, hosted.entries[at:upto]


def _story(begin: Begin, entries: Sequence[Entry], viewers: frozenset[int]) -> Story:
    return story_of(moments_of(begin, entries), viewers)


def _page(
    begin: Begin, entries: Sequence[Entry], viewers: frozenset[int], language: str, title: str, *, over: bool
) -> bytes:
    start = begin() if callable(begin) else begin
    story = story_of(moments_of(start.clone(), entries), viewers) if over else None
    file = replay_file(moments_of(start, entries, odds=over), viewers, story, language=language, title=title)
    return html_of(file)
