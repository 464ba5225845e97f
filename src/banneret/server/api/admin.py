"""`/api/v1/admin` for administrators and moderators, and `/api/v1/reports` for everybody."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from banneret.server.admin.audit import AuditEntry, entries
from banneret.server.admin.reports import FiledReport
from banneret.server.admin.rights import Actor, PersonAct, TableAct, acts_at, acts_on, demand
from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.api.matches.play import Seat, viewers_of
from banneret.server.api.tables import TableId
from banneret.server.live.summaries import Who
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.tables.chat import Reader
from banneret.server.tables.rows import names_of
from banneret.server.tables.table import Table

Id = Annotated[str, PathParameter(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$")]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Hours = Annotated[int, Meta(ge=1, le=8760)]


class AdminPerson(msgspec.Struct, frozen=True):
    """A person as shown to moderators, with the acts that the viewer may carry out."""

    id: str
    name: str
    login: str | None
    role: str | None
    created_at: int
    muted_until: int | None
    banned_until: int | None
    acts: tuple[PersonAct, ...]


class AdminTable(msgspec.Struct, frozen=True):
    """A table as shown to moderators, without its match, with the acts that the viewer may carry out."""

    id: str
    title: str
    rulebook: str
    status: str
    visibility: str
    people: tuple[Who, ...]
    """The players."""
    halted: str | None
    created_at: int
    acts: tuple[TableAct, ...]


class PersonActIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act on a person; `hours` limits a mute or ban, which otherwise lasts until it is lifted."""

    act: PersonAct
    reason: Reason
    hours: Hours | None = None


class PersonActOut(msgspec.Struct, frozen=True):
    """The person after an act, and the link to set a new password after a reset."""

    person: AdminPerson
    link: str
    """Link with which the person sets a new password within 24 hours; it is not shown again."""
    mailed: bool
    """Whether the link was mailed to the account's confirmed address instead."""


class TableActIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act on a table; `hours` is the extension of its clocks."""

    act: TableAct
    reason: Reason
    hours: Hours | None = None


class ResolveIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decision about a report."""

    reason: Reason


class ReportIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report on a message of a chat, or on the person in a seat."""

    table: Annotated[str, Meta(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$")]
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    message: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """Number `n` of the message as read with `seats`."""
    seats: Annotated[tuple[Seat, ...], Meta(max_length=16)] | None = None
    """Null for all of the reporter's seats."""
    seat: Seat | None = None


class ReportOut(msgspec.Struct, frozen=True):
    """The id of a report."""

    id: str


class AdminController(Controller):
    """Administration."""

    path = "/api/v1/admin"
    tags = ["admin"]  # noqa: RUF012  # declared like this by Litestar

    @get("/people", operation_id="adminPeople", summary="People")
    async def people(
        self, services: Parts, signed_in: SignedIn, search: Annotated[str, QueryParameter(max_length=100)] = ""
    ) -> list[AdminPerson]:
        """Return people by part of the name or login, or by id, the most recently seen first."""
        actor = _reader(signed_in)
        return [_person(actor, one, services.now()) for one in await services.admin_people.search(_plain(search))]

    @post("/people/{person_id:str}/acts", operation_id="adminPerson", summary="Act on a person", status_code=200)
    async def act_on_person(
        self, services: Parts, signed_in: SignedIn, person_id: Id, data: JSONBody[PersonActIn]
    ) -> PersonActOut:
        """Mute, ban, end sessions, or reset a password; the act and its reason are added to the audit log.

        A reset invalidates the password. The person sets a new one with a link that works once.
        """
        actor = _reader(signed_in)
        found = await services.admin_people.by_id(person_id)
        made = await services.admin_people.act(actor, data.act, found, _plain(data.reason), services.now(), data.hours)
        await services.end_sockets()
        link = "" if made is None else services.account_mail.hand_over(made)
        after = _person(actor, await services.admin_people.by_id(person_id), services.now())
        return PersonActOut(after, link, mailed=made is not None and not link)

    @get("/tables", operation_id="adminTables", summary="All tables")
    async def tables(
        self,
        services: Parts,
        signed_in: SignedIn,
        status: FromQuery[Literal["any", "open", "running", "finished", "halted", "closed"]] = "any",
        search: Annotated[str, QueryParameter(max_length=100)] = "",
    ) -> list[AdminTable]:
        """Return tables, even private ones, by part of the title or by id, the most recently used first."""
        actor = _reader(signed_in)
        found = await services.admin_tables.list(None if status == "any" else status, _plain(search))
        names = await names_of(services.database, [seat.person_id for one in found for seat in one.seats])
        return [_table(actor, one, names) for one in found]

    @post("/tables/{table:str}/acts", operation_id="adminTable", summary="Act on a table", status_code=200)
    async def act_on_table(
        self, services: Parts, signed_in: SignedIn, table: TableId, data: JSONBody[TableActIn]
    ) -> AdminTable:
        """Close a table, resume a halted one, or extend its clocks; the act is added to the audit log."""
        actor = _reader(signed_in)
        found = await services.admin_tables.act(actor, data.act, table, _plain(data.reason), services.now(), data.hours)
        await _noticed(services, found)
        after = await services.tables.get(table)
        return _table(actor, after, await names_of(services.database, [seat.person_id for seat in after.seats]))

    @get("/reports", operation_id="adminReports", summary="Reports")
    async def reports(
        self, services: Parts, signed_in: SignedIn, status: FromQuery[Literal["any", "open", "resolved"]] = "open"
    ) -> list[FiledReport]:
        """Return reports, the newest first."""
        _reader(signed_in)
        return await services.reports.list(None if status == "any" else status)

    @post("/reports/{report:str}/resolve", operation_id="adminResolve", summary="Resolve a report", status_code=204)
    async def resolve(self, services: Parts, signed_in: SignedIn, report: Id, data: JSONBody[ResolveIn]) -> None:
        """Mark a report as resolved."""
        await services.reports.resolve(_reader(signed_in), report, _plain(data.reason), services.now())

    @get("/audit", operation_id="adminAudit", summary="The audit log")
    async def audit(self, services: Parts, signed_in: SignedIn) -> list[AuditEntry]:
        """Return the latest entries of the audit log, the newest first."""
        demand(Actor.of(signed_in), "read-audit")
        return await entries(services.database)


@post("/api/v1/reports", operation_id="report", summary="Report a message or a person", tags=["people"],
      opt={"rate": "chat"})  # fmt: skip  # a call to a line
async def report(services: Parts, signed_in: SignedIn, data: JSONBody[ReportIn]) -> ReportOut:
    """Report a chat message, or the person in a seat, to the moderators."""
    found = await services.tables.visible(data.table, signed_in)
    said = None
    if data.message is not None:
        seats = found.of(signed_in) if data.seats is None else data.seats
        viewers = viewers_of(found, signed_in, ",".join(map(str, seats)))
        upto = 0
        if found.status in ("running", "finished"):
            upto = services.live.upto(await services.host.hosted(found.id), found, viewers)
        read = await services.chatting.read(found, Reader(signed_in.id, viewers), upto, data.message - 1, 1)
        said = next((one for one in read if one.n == data.message), None)
        if said is None:
            raise Problem("not-found", f"There is no message {data.message}.")
    elif data.seat is None:
        raise Problem("invalid", "message or seat: one of them is required.")
    return ReportOut(await services.reports.add(signed_in, found, said, data.seat, _plain(data.text), services.now()))


async def _noticed(services: Services, table: Table) -> None:
    if table.status != "running":
        services.host.forget(table.id)
    await services.changed(table)


def _reader(person: Person) -> Actor:
    actor = Actor.of(person)
    demand(actor, "read")
    return actor


def _plain(text: str) -> str:
    return "".join(char for char in text if char.isprintable() or char == "\n").strip()


def _person(actor: Actor, one: Person, now: int) -> AdminPerson:
    return AdminPerson(
        one.id,
        one.name,
        one.login,
        one.role,
        one.created_at,
        one.muted_until,
        one.banned_until,
        acts_on(actor, one, now),
    )


def _table(actor: Actor, one: Table, names: dict[str, str]) -> AdminTable:
    sitting = dict.fromkeys(seat.person_id for seat in one.seats if seat.person_id is not None)
    return AdminTable(
        one.id,
        one.title,
        one.rulebook,
        one.status,
        one.visibility,
        tuple(Who(person, names.get(person, "")) for person in sitting),
        one.halted,
        one.created_at,
        acts_at(actor, one),
    )
