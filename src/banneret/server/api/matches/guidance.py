"""`/api/v1/tables/{table}/guide` and `.../advice`: guidance for beginners, and a bot's advice."""

from __future__ import annotations

import msgspec
import structlog
from litestar import Controller, post
from litestar.params import JSONBody

from banneret.bots.advice import Advice
from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.api.matches.play import AskIn, asked_hosted
from banneret.server.api.tables import TableId
from banneret.server.problems import Problem
from banneret.show.guide import guide_of, recommended, said
from banneret.text.message import Message

log = structlog.get_logger()


class Guidance(msgspec.Struct, frozen=True):
    """Guidance of the game's guide for a question."""

    words: tuple[Message, ...]
    """Texts in reading order; empty if the guide has nothing to say."""
    points: tuple[str, ...]
    """Things to highlight, in the form used by options."""
    do: str
    """The recommended answer in notation; empty if there is none."""
    over: bool
    """Whether the guided part of the match has ended."""


class GuidanceController(Controller):
    """Guidance and advice."""

    path = "/api/v1/tables/{table:str}"
    tags = ["play"]  # noqa: RUF012  # declared like this by Litestar

    @post("/guide", operation_id="guide", summary="Guidance for a question", status_code=200, opt={"rate": "questions"})
    async def guide(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AskIn]) -> Guidance:
        """Return the guidance of the game's guide for a question."""
        hosted = await asked_hosted(services, signed_in, table, data.seat, data.ask)
        match = await services.drafts.position(hosted, signed_in.id, data.seat)
        guide = guide_of(match.rulebook)
        if guide is None:
            raise Problem("not-found", f"The game {match.rulebook.id} has no guide.")
        if guide.over(match):
            return Guidance((said(match.rulebook, "end"),), (), "", over=True)
        step = guide.step(match, data.seat)
        begins = not any(one.seat == data.seat and one.kind for one in match.answers)
        texts = (*(("begin",) if begins else ()), *(() if step is None else (step.text,)))
        words = tuple(said(match.rulebook, one) for one in texts)
        return Guidance(words, () if step is None else step.points, recommended(match, data.seat, step), over=False)

    @post(
        "/advice",
        operation_id="advise",
        summary="Advice for a question",
        status_code=200,
        opt={"rate": "questions"},
    )
    async def advise(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AskIn]) -> Advice:
        """Return the answer of a bot with the seat's knowledge, and why; only in matches without other people."""
        found = await services.tables.visible(table, signed_in)
        if any(one not in (None, signed_in.id) for seat in found.seats for one in (seat.person_id, seat.owner_id)):
            raise Problem("not-allowed", "Advice is only available in matches without other people.")
        hosted = await asked_hosted(services, signed_in, table, data.seat, data.ask)
        try:
            match = await services.drafts.position(hosted, signed_in.id, data.seat)
            return await services.thinking.advise(hosted, match, data.seat)
        except Exception as error:  # advice is optional
            log.exception("advice failed", table=table)
            raise Problem("conflict", "The bot has no advice here.") from error
