"""`/api/v1/tables/{table}/story`, `.../review` and `.../replay-file`: analysis, and the match as one file."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from litestar import Controller, Response, get, post

from banneret.bots.judging import judging_of
from banneret.bots.winning import judges
from banneret.server.api.dependencies import Anybody, Lang, Parts, SignedIn
from banneret.server.api.matches.play import Seats, viewers_of
from banneret.server.api.tables import Invite, TableId
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.stream import count, noticed
from banneret.server.past.replay_file import NotBuiltError, page_of
from banneret.server.past.reviews import MatchReview
from banneret.server.past.story import Begin, Story, played_story
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store.entries import Entry
from banneret.server.tables.table import Table

HTML: Final = "text/html; charset=utf-8"


class PastController(Controller):
    """Looking back at matches."""

    path = "/api/v1/tables/{table:str}"
    tags = ["records"]  # noqa: RUF012  # declared like this by Litestar

    @get("/story", operation_id="story", summary="Analysis of a finished match", opt={"rate": "replays"})
    async def story(self, services: Parts, person: Anybody, table: TableId, invite: Invite = None) -> Story:
        """Return chances by step, turning points, numbers by round and luck; only for finished matches.

        Steps are numbered as in `GET .../replay`.
        """
        found, hosted = await _finished(services, person, table, invite)
        everybody = frozenset(range(found.seat_count))
        begin, entries = _played(hosted, hosted.head)
        return await services.replays.run(played_story, begin, entries, everybody)

    @get("/review", operation_id="review", summary="Review of a finished match")
    async def review(
        self, services: Parts, person: Anybody, table: TableId, lang: Lang = "en", invite: Invite = None
    ) -> MatchReview:
        """Return the review if somebody has asked for it; only for finished matches."""
        await _finished(services, person, table, invite)
        return services.reviews.found(table, lang)

    @post(
        "/review",
        operation_id="makeReview",
        summary="Review a finished match",
        status_code=200,
        opt={"rate": "questions"},
    )
    async def make_review(
        self, services: Parts, signed_in: SignedIn, table: TableId, lang: Lang = "en", invite: Invite = None
    ) -> MatchReview:
        """Begin the review of a finished match, or return it; repeat the request until it is `ready`.

        It takes about a minute. Decisions are judged by what their seats could know, luck by what chance could have
        brought.
        """
        found, hosted = await _finished(services, signed_in, table, invite)
        if not judges(judging_of(hosted.match.rulebook)):
            raise Problem("conflict", f"The game {found.rulebook} has no evaluation of positions.")
        begin, entries = _played(hosted, hosted.head)
        everybody = frozenset(range(found.seat_count))
        first = hosted.head - len(entries)
        passed = count(hosted.steps, everybody, first)
        steps = list(accumulate((noticed(step, everybody) for step in hosted.steps[first:]), initial=passed))[1:]
        services.reviews.start(table, begin, entries, steps)
        return services.reviews.found(table, lang)

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
            page = await services.replays.run(page_of, begin, entries, viewers, lang, found.title, over=over)
        except NotBuiltError as error:
            raise Problem("not-found", str(error)) from None
        named = {"content-disposition": f'attachment; filename="{table}.html"'}
        return Response(page, media_type=HTML, headers=named)


async def _finished(services: Services, person: Person | None, table: str, invite: str | None) -> tuple[Table, Hosted]:
    """Return a table that this person may see, and its match, which is over. Raises Problem."""
    found = await services.tables.visible(table, person, invite)
    hosted = await services.host.hosted(table)
    if hosted.match.outcome is None:
        raise Problem("not-allowed", "Analysis is only available for finished matches.")
    return found, hosted


def _played(hosted: Hosted, upto: int) -> tuple[Begin, list[Entry]]:
    """Return the earliest position that can be shown, and the entries from there."""
    at, begin = hosted.replayed_from(hosted.base)
    return begin, hosted.entries[at:upto]
