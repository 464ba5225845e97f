"""`/api/v1/tables/{table}/...`: viewing a match, answering, undoing, and questions about the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
import structlog
from litestar import Controller, Response, get, post
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_302_FOUND
from msgspec import Meta

from banneret.kernel import notation
from banneret.kernel.choosers import IllegalAction, Refusal, Space
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.odds import Odds, imagined
from banneret.server.api.dependencies import Anybody, Lang, Language, Parts, SignedIn
from banneret.server.api.forwarded import at_owner
from banneret.server.api.grounds import MEDIA_TYPE, address_of
from banneret.server.api.tables import AgreeIn, Invite, TableId
from banneret.server.live.onlookers import Looking
from banneret.server.live.summaries import TableInfo
from banneret.server.matches.guarded_showing import GuardedShowing, checked
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.stream import OptionOut, count, entry_of, layer_of, option_out, panels_of, scenes_since
from banneret.server.matches.takeback import Consent
from banneret.server.past.odds import imagined_odds
from banneret.server.people.accounts import Person
from banneret.server.people.credentials import new_token
from banneret.server.problems import Problem
from banneret.server.tables.table import Table
from banneret.show.panels import TablePanel
from banneret.show.placement import Placing
from banneret.show.rosters import Roster
from banneret.show.threats import Reach
from banneret.show.threats import imagined as threats_in
from banneret.text.message import Message

log = structlog.get_logger()

SEATS = r"^(?:[0-9]{1,2}(?:,[0-9]{1,2}){0,15})?$"
Seats = Annotated[
    str,
    QueryParameter(
        pattern=SEATS,
        description="View as these of your seats, such as 0 or 0,3; empty: as a spectator.",
    ),
]
Sight = Annotated[
    int | None,
    QueryParameter(ge=0, le=15, description="For finished matches: view as this seat; by default without secrets."),
]
Thing = Annotated[
    str, QueryParameter(max_length=80, description='The thing in the form used by options, such as "unit:a3".')
]
Seq = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Key = Annotated[str | None, HeaderParameter(name="Idempotency-Key", max_length=80, required=False)]
Seat = Annotated[int, Meta(ge=0, le=15)]
KEYED: Final = {"repeatable": True}


class AnswerIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: the seat, the id of its open question, and the answer in notation."""

    seat: Seat
    ask: Annotated[str, Meta(max_length=60)]
    do: Annotated[str, Meta(max_length=2000)]


class Answered(msgspec.Struct, frozen=True):
    """A stored answer; `again` is true if an identical request had already stored it."""

    seat: int
    again: bool


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of your seats."""

    seat: Seat


class UndoOut(msgspec.Struct, frozen=True):
    """Whether the answer was undone, or else the request for consent."""

    done: bool
    consent: Consent | None


class AskIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open question of your seat."""

    seat: Seat
    ask: Annotated[str, Meta(max_length=60)]


class SampleIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open question, and the number of answers to draw."""

    seat: Seat
    ask: Annotated[str, Meta(max_length=60)]
    n: Annotated[int, Meta(ge=1, le=50)] = 1


class Checked(msgspec.Struct, frozen=True):
    """Whether an answer is legal: the reason if it is not, and its effect if it is and the game can tell."""

    allowed: bool
    refusal: Refusal | None
    effect: Message | None


class PreviewIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A possible answer, and the language of its drawing."""

    seat: Seat
    ask: Annotated[str, Meta(max_length=60)]
    do: Annotated[str, Meta(max_length=2000)]
    lang: Language = "en"


class Preview(msgspec.Struct, frozen=True):
    """The effect of an answer, as SVG to overlay on the drawing; empty if the game does not show it."""

    drawing: str
    facts: tuple[Message, ...] = ()
    """Facts about the answer: distances, odds, expected results."""


class AimIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The intended place of a thing, in the coordinates of the drawing, and the language of the drawing."""

    seat: Seat
    ask: Annotated[str, Meta(max_length=60)]
    at: Placing
    lang: Language = "en"


class Aimed(msgspec.Struct, frozen=True):
    """The legal or illegal answer nearest to an intended place, with its place and the verdict of the rules."""

    do: str
    """The answer in notation; empty if no answer to the question places anything."""
    at: Placing | None
    allowed: bool
    refusal: Refusal | None
    drawing: str
    """A ghost of the thing, as SVG to overlay on the drawing, even if the place is illegal."""
    facts: tuple[Message, ...]


class MeasureIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two things or points of the drawing, and the viewing seats as in `seats`."""

    one: Placing
    other: Placing
    seats: Annotated[str, Meta(pattern=SEATS)] = ""


class Measured(msgspec.Struct, frozen=True):
    """The measurements; empty if the game measures nothing."""

    facts: tuple[Message, ...]


class Steps(msgspec.Struct, frozen=True):
    """The range of a replay."""

    last: int
    labels: list[tuple[int, str]]
    """The first step of each round, with its label."""


class PlayController(Controller):
    """A running match."""

    path = "/api/v1/tables/{table:str}"
    tags = ["play"]  # noqa: RUF012  # declared like this by Litestar

    @get("/view", operation_id="viewMatch", summary="The state of the match")
    async def view(
        self, services: Parts, person: Anybody, table: TableId, seats: Seats = "", invite: Invite = None
    ) -> Response[bytes]:
        """Return the first message of the WebSocket: view, open questions with options, and what can be undone."""
        found, hosted, looking = await _look(services, person, table, seats, invite)
        _, message = services.live.first(hosted, looking, services.live.upto(hosted, found, looking.seats))
        return Response(message, media_type="application/json")

    @get("/events", operation_id="listEvents", summary="The events")
    async def events(
        self,
        services: Parts,
        person: Anybody,
        table: TableId,
        seats: Seats = "",
        since: Seq = 0,
        invite: Invite = None,
    ) -> Response[bytes]:
        """Return the events from a number on, as seen by these seats."""
        found, hosted, looking = await _look(services, person, table, seats, invite)
        match = await services.replays.at(hosted, services.live.upto(hosted, found, looking.seats))
        return _json(match.events_for(looking.seats, since))

    @get("/ground", operation_id="ground", summary="The ground of the drawing")
    async def ground(
        self,
        services: Parts,
        person: Anybody,
        table: TableId,
        lang: Lang = "en",
        invite: Invite = None,
    ) -> Response[str]:
        """Return the part of the drawing that never changes, as SVG; redirects if it is shared with other matches."""
        _, hosted, _ = await _look(services, person, table, "", invite)
        match = hosted.at(hosted.base)
        drawn = GuardedShowing(match.rulebook).ground(match.view(None).game, lang)
        shared = address_of(match.rulebook.id, drawn)
        if shared is not None:
            return Response("", status_code=HTTP_302_FOUND, headers={"location": shared}, media_type=MEDIA_TYPE)
        return Response(drawn, media_type=MEDIA_TYPE)

    @get("/replay", operation_id="replay", summary="The range of the replay")
    async def steps(
        self, services: Parts, person: Anybody, table: TableId, seats: Seats = "", invite: Invite = None
    ) -> Steps:
        """Return the number of the last step, as noticed by these seats, or by all if the match is finished."""
        found, hosted, looking = await _look(services, person, table, seats, invite, over="all")
        upto = services.live.upto(hosted, found, looking.seats)
        return Steps(
            count(hosted.steps, looking.seats, upto),
            [(count(hosted.steps, looking.seats, at), label) for at, label in hosted.rounds if at <= upto],
        )

    @get("/replay/{step:int}", operation_id="replayStep", summary="A step of the replay")
    async def step(
        self,
        services: Parts,
        person: Anybody,
        table: TableId,
        step: Annotated[int, PathParameter(ge=0, le=1_000_000)],
        seats: Seats = "",
        sight: Sight = None,
        lang: Lang = "en",
        invite: Invite = None,
    ) -> Response[bytes]:
        """Return view, events and drawing after a step; before the end, as seen by your own seats at that time.

        For finished matches, `sight` shows the step as one seat saw it; the numbers of steps stay the same.
        """
        found, hosted, looking = await _look(services, person, table, seats, invite, over="all")
        upto = services.live.upto(hosted, found, looking.seats)
        over = hosted.match.outcome is not None
        viewers = looking.seats if sight is None else _seen_by(found, sight, over=over)
        try:
            entry = entry_of(hosted.steps, looking.seats, step)
        except LookupError:
            entry = upto + 1
        if entry > upto:
            raise Problem("not-found", f"There is no step {step}.")
        since = hosted.steps[entry - 1].since if entry else 0
        if entry < hosted.base:  # before a change of the rules: events only
            until = hosted.steps[entry].since
            told = [one for one in hosted.at(hosted.base).events_for(viewers, since) if one[0] < until]
            nothing: dict[str, Any] = {"view": None, "drawing": None, "panels": None, "scenes": [], "odds": []}
            return _json({"step": step, "events": told, **nothing})
        known: tuple[Odds, ...] = ()
        if over and entry > hosted.base and "do" in hosted.entries[entry - 1]:
            before = await services.replays.at(hosted, entry - 1)
            known = await asyncio.to_thread(imagined_odds(before, hosted.entries[entry - 1]))
        match = await services.replays.at(hosted, entry)
        view = match.view(viewers)
        return _json(
            {
                "step": step,
                "view": view,
                "events": match.events_for(viewers, since),
                "drawing": str(layer_of(match, viewers, lang)),
                "panels": panels_of(match, viewers, view.game),
                "scenes": scenes_since(match, viewers, since, view.game),
                "odds": known,
            }
        )

    @post(
        "/answers",
        operation_id="answer",
        summary="Answer a question",
        status_code=200,
        before_request=at_owner,
        opt=KEYED,
    )
    async def answer(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AnswerIn], key: Key = None
    ) -> Answered:
        """Answer an open question. The answer is stored when this returns; with a key, the request can be repeated."""
        found = await owned(services, signed_in, table, data.seat)
        await asyncio.sleep(await services.windows.left(found, data.seat, data.ask, data.do))
        check = sits(signed_in, data.seat)
        done = await services.host.answer(
            table, data.seat, data.ask, data.do, person=signed_in.id, idempotency=key, check=check
        )
        return Answered(data.seat, done.again)

    @post("/check", operation_id="check", summary="Check an answer", status_code=200, opt={"rate": "questions"})
    async def check(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AnswerIn]) -> Checked:
        """Return why an answer is illegal, or else its effect, without giving it."""
        match = await _drafted(services, signed_in, table, data.seat, data.ask, data.do)
        refusal, action = match.judge(data.seat, data.do)
        chooser = match.asking[data.seat].chooser
        if refusal is None and isinstance(chooser, Space):
            return Checked(allowed=True, refusal=None, effect=checked(match.rulebook, chooser, action))
        return Checked(refusal is None, refusal, None)

    @post("/suggest", operation_id="suggest", summary="Good answers", status_code=200, opt={"rate": "questions"})
    async def suggest(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AskIn]
    ) -> list[OptionOut]:
        """Return all answers or, if they cannot be listed, a selection that is good enough to play well."""
        match = await _drafted(services, signed_in, table, data.seat, data.ask)
        ask = match.asking[data.seat]
        view = match.view(frozenset({data.seat})).game
        return [option_out(match, view, ask, one) for one in ask.options.listed]

    @post("/preview", operation_id="preview", summary="Preview an answer", status_code=200, opt={"rate": "questions"})
    async def preview(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[PreviewIn]) -> Preview:
        """Draw the effect of an answer without giving it; empty if the rules forbid it."""
        match = await _drafted(services, signed_in, table, data.seat, data.ask, data.do)
        refusal, action = match.judge(data.seat, data.do)
        if refusal is not None:
            return Preview("")
        showing, view = GuardedShowing(match.rulebook), match.view(frozenset({data.seat}))
        ask = match.asking[data.seat]
        drawing = str(showing.preview_of(view.game, ask, action, data.lang))
        return Preview(drawing, showing.facts(view.game, ask, action))

    @post("/odds", operation_id="odds", summary="The odds of an answer", status_code=200, opt={"rate": "questions"})
    async def odds(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AnswerIn]) -> list[Odds]:
        """Return the odds of an answer, one for each target; empty if it has none, or is illegal."""
        match = await _drafted(services, signed_in, table, data.seat, data.ask, data.do)
        try:
            compute = imagined(match, data.seat, data.do)
        except IllegalAction:
            return []
        try:
            return list(await asyncio.to_thread(compute))
        except Exception:  # odds are optional
            log.exception("odds failed", table=table, answer=data.do)
            return []

    @post("/aim", operation_id="aim", summary="The nearest answer", status_code=200, opt={"rate": "questions"})
    async def aim(self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[AimIn]) -> Aimed:
        """Return the answer nearest to an intended place of a thing, and whether it is legal, without giving it."""
        match = await _drafted(services, signed_in, table, data.seat, data.ask)
        ask = match.asking[data.seat]
        showing, view = GuardedShowing(match.rulebook), match.view(frozenset({data.seat})).game
        nearest = showing.placed(view, ask, data.at)
        if nearest is None:
            return Aimed("", None, allowed=False, refusal=None, drawing="", facts=())
        do = notation.write(nearest)
        refusal, action = match.judge(data.seat, do)
        facts = () if refusal is not None else showing.facts(view, ask, action)
        at = None if action is None else showing.placing(view, ask, action)
        drawing = "" if action is None else str(showing.preview_of(view, ask, action, data.lang))
        return Aimed(do, at, refusal is None, refusal, drawing, facts)

    @post("/measure", operation_id="measure", summary="Measure a distance", status_code=200, opt={"rate": "questions"})
    async def measure(
        self, services: Parts, person: Anybody, table: TableId, data: JSONBody[MeasureIn], invite: Invite = None
    ) -> Measured:
        """Return the measurements between two things or points of the drawing, as seen by these seats."""
        found, hosted, looking = await _look(services, person, table, data.seats, invite)
        match = await services.replays.at(hosted, services.live.upto(hosted, found, looking.seats))
        return Measured(GuardedShowing(match.rulebook).measured(match.view(looking.seats).game, data.one, data.other))

    @get("/rosters", operation_id="rosters", summary="The forces of each side")
    async def rosters(
        self, services: Parts, person: Anybody, table: TableId, seats: Seats = "", invite: Invite = None
    ) -> list[Roster]:
        """Return the forces of each side with their current numbers, as seen by these seats."""
        found, hosted, looking = await _look(services, person, table, seats, invite)
        match = await services.replays.at(hosted, services.live.upto(hosted, found, looking.seats))
        return list(GuardedShowing(match.rulebook).rosters(match.view(looking.seats).game))

    @get("/panels", operation_id="panels", summary="The panels beside the board")
    async def panels(
        self, services: Parts, person: Anybody, table: TableId, seats: Seats = "", invite: Invite = None
    ) -> list[TablePanel]:
        """Return tracks, hands, decks, counters, rosters and the legend, as seen by these seats."""
        found, hosted, looking = await _look(services, person, table, seats, invite)
        match = await services.replays.at(hosted, services.live.upto(hosted, found, looking.seats))
        return list(panels_of(match, looking.seats))

    @get("/threats", operation_id="threats", summary="Threat ranges", opt={"rate": "questions"})
    async def threats(
        self,
        services: Parts,
        person: Anybody,
        table: TableId,
        thing: Thing,
        seats: Seats = "",
        invite: Invite = None,
    ) -> list[Reach]:
        """Return where a thing can move, charge and shoot, from public information; empty if it has no such ranges."""
        found, hosted, looking = await _look(services, person, table, seats, invite)
        match = await services.replays.at(hosted, services.live.upto(hosted, found, looking.seats))
        try:
            return list(await asyncio.to_thread(threats_in(match, thing)))
        except Exception:  # threat ranges are optional
            log.exception("threats failed", table=table, thing=thing)
            return []

    @post("/sample", operation_id="sample", summary="Random answers", status_code=200, opt={"rate": "questions"})
    async def sample(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[SampleIn]
    ) -> list[OptionOut]:
        """Return random legal answers, which are independent of the random numbers of the match."""
        match = await _drafted(services, signed_in, table, data.seat, data.ask)
        ask, stream = match.asking[data.seat], Stream(derive_key("sample", new_token()))
        drawn = [ask.chooser.draw(ask.options, stream) for _ in range(data.n)]
        view = match.view(frozenset({data.seat})).game
        return [option_out(match, view, ask, one) for one in drawn]

    @post(
        "/undo",
        operation_id="undo",
        summary="Undo the last answer",
        status_code=200,
        before_request=at_owner,
        opt=KEYED,
    )
    async def undo(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[SeatIn], key: Key = None
    ) -> UndoOut:
        """Undo an answer at once if it has revealed nothing; otherwise, request the consent of the other players."""
        found = await owned(services, signed_in, table, data.seat)
        consent = await services.undoing.undo(found, signed_in, data.seat, key)
        return UndoOut(consent is None, consent)

    @post(
        "/consents/{consent:str}",
        operation_id="consent",
        summary="Answer a request for consent",
        status_code=200,
        before_request=at_owner,
    )
    async def consent(
        self,
        services: Parts,
        signed_in: SignedIn,
        table: TableId,
        consent: Annotated[str, PathParameter(max_length=16)],
        data: JSONBody[AgreeIn],
    ) -> TableInfo:
        """Agree to a request to undo, or refuse it; its author can withdraw it."""
        found = await services.tables.visible(table, signed_in)
        await services.host.hosted(table)
        await services.undoing.answer(found, signed_in, consent, agree=data.agree)
        return await services.summaries.describe_one(await services.tables.get(table), signed_in)

    @post("/forfeit", operation_id="forfeit", summary="Forfeit", status_code=200, before_request=at_owner, opt=KEYED)
    async def forfeit(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[SeatIn], key: Key = None
    ) -> Answered:
        """Forfeit the match for a seat, which places last."""
        await owned(services, signed_in, table, data.seat)
        entry = {"forfeit": data.seat}
        done = await services.host.enter(table, lambda _: entry, person=signed_in.id, idempotency=key)
        return Answered(data.seat, done.again)


def _seen_by(table: Table, seat: int, *, over: bool) -> frozenset[int]:
    """Return a seat as the viewer of a finished match. Raises Problem."""
    if not over:
        raise Problem("not-allowed", "Only finished matches can be viewed as another seat.")
    if seat >= table.seat_count:
        raise Problem("not-found", f"There is no seat {seat}.")
    return frozenset({seat})


def viewers_of(table: Table, person: Anybody, seats: str) -> frozenset[int]:
    """Return the seats of a viewer. Raises Problem not-allowed for other people's seats."""
    wanted = frozenset(int(one) for one in seats.split(",") if one)
    if not wanted <= table.of(person):
        raise Problem("not-allowed", f"Not all of the seats {seats} are yours.")
    if not wanted and not table.settings.spectators and not table.of(person):
        raise Problem("not-allowed", "This table does not allow spectators.")
    return wanted


_viewers = viewers_of


async def _look(
    services: Parts, person: Anybody, table: str, seats: str, invite: str | None, over: str = ""
) -> tuple[Table, Hosted, Looking]:
    found = await services.tables.visible(table, person, invite)
    viewers = _viewers(found, person, seats)
    hosted = await services.host.hosted(table)
    if over == "all" and hosted.match.outcome is not None:
        viewers = frozenset(range(found.seat_count))  # finished matches have no secrets
    return found, hosted, Looking(table, person.id if person else None, viewers, False, "en")


async def owned(services: Parts, person: Person, table: str, seat: int) -> Table:
    """Return a table at which the person holds the seat. Raises Problem."""
    found = await services.tables.visible(table, person)
    sits(person, seat)(found)
    return found


def sits(person: Person, seat: int) -> Callable[[Table], None]:
    """Return a check that raises Problem not-allowed unless the person holds the seat."""

    def check(table: Table) -> None:
        if seat not in table.of(person):
            raise Problem("not-allowed", f"Seat {seat} is not yours.")

    return check


async def asked_hosted(services: Parts, person: Person, table: str, seat: int, ask: str) -> Hosted:
    """Return the match if this question is open for the person's seat. Raises Problem."""
    await owned(services, person, table, seat)
    hosted = await services.host.hosted(table)
    standing = hosted.asks().get(seat)
    if standing != ask:
        raise Problem("stale-ask", f"Question {ask} is not open for seat {seat}.", standing=standing)
    return hosted


async def _drafted(
    services: Parts, person: Person, table: str, seat: int, ask: str, tried: str | None = None
) -> Match[Any]:
    """Return the match with the seat's draft applied, if this question is open. Raises Problem."""
    hosted = await asked_hosted(services, person, table, seat, ask)
    return await services.drafts.position(hosted, person.id, seat, tried)


def _json(data: Any) -> Response[bytes]:  # anything that msgspec encodes
    return Response(msgspec.json.encode(data), media_type="application/json")
