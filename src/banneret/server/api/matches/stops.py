"""`/api/v1/tables/{table}/stops` and `/standing`: stops in reaction windows, and answers given in advance."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from banneret.kernel import notation
from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.api.forwarded import at_owner
from banneret.server.api.matches.play import Seat, owned
from banneret.server.api.tables import TableId
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.stream import OptionOut
from banneret.server.matches.unasked import DEFAULT, MOST, How, foreseen_in
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.text.message import Message

SeatOf = Annotated[int, QueryParameter(ge=0, le=15, description="One of your seats.")]


class Stop(msgspec.Struct, frozen=True):
    """A reaction window, and when a seat is asked in it."""

    name: str
    label: Message
    """Description of the window, from the texts of the game."""
    how: How


class StopIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When to ask a seat in a reaction window for the rest of the match: always, never, or if it can react."""

    seat: Seat
    name: Annotated[str, Meta(max_length=60)]
    how: How


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """Prepared answers to a kind of question, of which the first legal one is given automatically."""

    kind: str
    label: Message | None
    """Description of the question, from the texts of the game; null if the game does not list it."""
    answers: tuple[OptionOut, ...]
    choices: tuple[OptionOut, ...]
    """Answers that are known in advance; others can be set as well."""


class ForeseenIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answers in notation to a kind of question, the preferred one first; without answers, the seat is asked again."""

    seat: Seat
    kind: Annotated[str, Meta(max_length=60)]
    answers: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=MOST)]


class StopsController(Controller):
    """Stops and prepared answers of the player's own seats, shown to nobody else."""

    path = "/api/v1/tables/{table:str}"
    tags = ["play"]  # noqa: RUF012  # declared like this by Litestar

    @get("/stops", operation_id="stops", summary="The stops of a seat")
    async def stops(self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatOf) -> list[Stop]:
        """Return all reaction windows of the game, with the stops of the seat."""
        await owned(services, signed_in, table, seat)
        hosted = await services.host.hosted(table)
        mine = await services.unasked.stops(table, signed_in.id, seat)
        return [Stop(name, label, mine.get(name, DEFAULT)) for name, label in hosted.match.rulebook.windows.items()]

    @put("/stops", operation_id="setStop", summary="Set a stop", before_request=at_owner, opt={"rate": "questions"})
    async def set_stop(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[StopIn]
    ) -> list[Stop]:
        """Set for the rest of the match when the seat is asked in a reaction window."""
        await owned(services, signed_in, table, data.seat)
        hosted = await services.host.hosted(table)
        await services.unasked.set_stop(hosted, signed_in.id, data.seat, data.name, data.how)
        services.thinking.look(hosted, hosted.kept.table)
        mine = await services.unasked.stops(table, signed_in.id, data.seat)
        return [Stop(name, label, mine.get(name, DEFAULT)) for name, label in hosted.match.rulebook.windows.items()]

    @get("/standing", operation_id="standing", summary="Prepared answers of a seat")
    async def standing(self, services: Parts, signed_in: SignedIn, table: TableId, seat: SeatOf) -> list[Foreseen]:
        """Return the questions that a seat can answer in advance, with its valid standing answers."""
        await owned(services, signed_in, table, seat)
        return await _foreseen(services, await services.host.hosted(table), signed_in, seat)

    @put(
        "/standing",
        operation_id="setStanding",
        summary="Answer in advance",
        before_request=at_owner,
        opt={"rate": "questions"},
    )
    async def set_standing(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[ForeseenIn]
    ) -> list[Foreseen]:
        """Answer a kind of question in advance, for this round and until something is undone.

        When the question is asked, the first legal answer is given; if there is none, the player is asked.
        """
        await owned(services, signed_in, table, data.seat)
        hosted = await services.host.hosted(table)
        await services.unasked.set_standing(hosted, signed_in.id, data.seat, data.kind, data.answers)
        services.thinking.look(hosted, hosted.kept.table)
        return await _foreseen(services, hosted, signed_in, data.seat)


async def _foreseen(services: Services, hosted: Hosted, person: Person, seat: int) -> list[Foreseen]:
    match = hosted.match
    mine = await services.unasked.standing(hosted, person.id, seat)
    return [
        Foreseen(
            kind=one.kind,
            label=None if kind is None else kind.label,
            answers=tuple(OptionOut.of(notation.read(do, match.rulebook.actions)) for do in one.answers),
            choices=() if kind is None else tuple(OptionOut.of(a) for a in kind.answers),
        )
        for one, kind in foreseen_in(match, mine)
    ]
