"""Describing: a table as a lobby and its page show it to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.server.people import Person
from banneret.server.stream import delayed
from banneret.server.tables import Sitting, Table, TableSettings, names_of
from banneret.server.undoing import Consent

if TYPE_CHECKING:
    from banneret.server.services import Services


class Who(msgspec.Struct, frozen=True):
    """Somebody, by id and name."""

    id: str
    name: str


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as others see it."""

    seat: int
    name: str
    """The id the seat goes by in the game (its house, its side)."""
    person: Who | None
    bot: str | None
    owner: Who | None
    """Who may take the seat back."""
    mine: bool
    asked: bool
    deadline: int | None
    """When its clock runs out (milliseconds since 1970); null: it does not run."""
    bank: int | None
    """Milliseconds on its clock when it was asked last."""
    looking: bool


class TableInfo(msgspec.Struct, frozen=True):
    """A table."""

    id: str
    title: str
    rulebook: str
    version: str
    status: str
    visibility: str
    invite: str | None
    """For the link to the table: shown to those who sit at it or made it."""
    label: str
    options: dict[str, Any]
    settings: TableSettings
    seats: tuple[SeatInfo, ...]
    creator: Who
    mine: bool
    consents: tuple[Consent, ...]
    origin: dict[str, Any] | None
    commitment: str | None
    key: str | None
    """The key of chance, when the match is over: sha256(salt + key) is the commitment."""
    salt: str | None
    halted: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None


async def describe(services: Services, tables: list[Table], person: Person | None) -> list[TableInfo]:
    """Return tables as this person may see them; a spectator sees late whatever is shown late."""
    ids = [one.creator_id for one in tables]
    ids += [id_ for one in tables for seat in one.seats for id_ in (seat.person_id, seat.owner_id) if id_ is not None]
    names = await names_of(services.database, ids)
    return [await _describe(services, one, person, names) for one in tables]


async def describe_one(services: Services, table: Table, person: Person | None) -> TableInfo:
    """Return a table as this person may see it."""
    return (await describe(services, [table], person))[0]


async def _describe(services: Services, table: Table, person: Person | None, names: dict[str, str]) -> TableInfo:
    mine = table.of(person)
    member = bool(mine) or (person is not None and _belongs(table, person))
    late = table.settings.delay_rounds > 0 and not mine and table.status == "running"
    label, asked = table.label, {one.seat for one in table.seats if one.ask}
    if table.status == "running" and (late or not label):
        hosted = await services.host.hosted(table.id)
        delay = table.settings.delay_rounds if late else 0
        upto = delayed(hosted.rounds, delay, hosted.head, over=False, rewound=hosted.rewound)
        match = hosted.at(upto)
        label, asked = match.label, set(match.asking)
    sealed = False
    if table.status == "running" and table.settings.clock.kind != "none":
        # While seats decide at the same time, a clock would count the answers that others give in secret.
        sealed = (await services.host.hosted(table.id)).match.opened_at is not None
    consents = () if late or table.status != "running" else tuple(await services.undoing.standing(table))
    key, salt = await services.tables.secrets(table)
    return TableInfo(
        id=table.id,
        title=table.title,
        rulebook=table.rulebook,
        version=table.version,
        status=table.status,
        visibility=table.visibility,
        invite=table.invite if member else None,
        label=label,
        options=table.options,
        settings=table.settings if member else msgspec.structs.replace(table.settings, webhook=""),
        seats=tuple(_seat(services, table, one, mine, asked, names, late=late, sealed=sealed) for one in table.seats),
        creator=Who(table.creator_id, names.get(table.creator_id, "")),
        mine=member,
        consents=consents,
        origin=table.origin,
        commitment=table.commitment,
        key=key,
        salt=salt,
        halted=table.halted,
        created_at=table.created_at,
        started_at=table.started_at,
        ended_at=table.ended_at,
    )


def _seat(
    services: Services,
    table: Table,
    one: Sitting,
    mine: frozenset[int],
    asked: set[int],
    names: dict[str, str],
    *,
    late: bool,
    sealed: bool,
) -> SeatInfo:
    hidden = late or (sealed and one.seat not in mine)
    return SeatInfo(
        seat=one.seat,
        name=services.seat_names(table)[one.seat],
        person=_who(one.person_id, names),
        bot=one.bot,
        owner=_who(one.owner_id, names),
        mine=one.seat in mine,
        asked=one.seat in asked and table.status == "running",
        deadline=None if hidden else one.deadline,
        bank=None if hidden else one.bank,
        looking=one.person_id is not None and services.live.looks(table.id, one.person_id),
    )


def _who(id_: str | None, names: dict[str, str]) -> Who | None:
    return None if id_ is None else Who(id_, names.get(id_, ""))


def _belongs(table: Table, person: Person) -> bool:
    return table.creator_id == person.id or any(person.id in (one.person_id, one.owner_id) for one in table.seats)
