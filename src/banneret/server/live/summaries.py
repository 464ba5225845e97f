"""Summaries of tables, for the lobby and the page of a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from banneret.kernel.registry import rulebook
from banneret.server.live.onlookers import Onlookers
from banneret.server.matches.bots import GIVEN_UP
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Gone
from banneret.server.matches.stream import delayed
from banneret.server.matches.takeback import Consent, Undoing
from banneret.server.people.accounts import Person
from banneret.server.store.database import Database
from banneret.server.tables.brought_lists import bringing, brought
from banneret.server.tables.handovers import Handovers
from banneret.server.tables.lifecycle import Tables
from banneret.server.tables.rows import names_of
from banneret.server.tables.table import Sitting, Table, TableSettings, seat_names, untitled


class Who(msgspec.Struct, frozen=True):
    """A person's id and name."""

    id: str
    name: str


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat of a table."""

    seat: int
    name: str
    """Id of the seat in the game."""
    person: Who | None
    bot: str | None
    failures: int
    """Number of consecutive decisions that the bot failed to make and others made for it; only shown to members."""
    given_up: bool
    """Whether the bot has failed so often that it is only tried again on request; only shown to members."""
    owner: Who | None
    """The person who can take the seat back."""
    mine: bool
    asked: bool
    deadline: int | None
    """When the seat's clock runs out (milliseconds since 1970); null if it is not running."""
    bank: int | None
    """Milliseconds on the seat's clock when it was last asked."""
    place: int | None
    """Final place of the seat, from 1; ties share a place. Null during a match, and for matches of old versions."""
    looking: bool


class SeatRequest(msgspec.Struct, frozen=True):
    """A request to take over a seat, with the ids of the people who have not agreed yet."""

    id: str
    seat: int
    person: Who
    asked: tuple[str, ...]


class SeatLists(msgspec.Struct, frozen=True):
    """The army lists of a seat.

    `brought` is true once the player has submitted lists, `chosen` once the player has locked in a choice. `lists`
    holds the list codes, visible to the player, and to everyone once all players have submitted theirs. `choice` is
    the index of the chosen list, visible only to the player.
    """

    seat: int
    brought: bool
    chosen: bool
    lists: tuple[str, ...] | None
    choice: int | None


class TableInfo(msgspec.Struct, frozen=True):
    """A table."""

    id: str
    title: str
    titled: bool
    """Whether the title was given by a person; else it consists of the game's English title and the creator's name."""
    rulebook: str
    version: str
    status: str
    visibility: str
    invite: str | None
    """Secret in the link to the table; only shown to members."""
    label: str
    options: dict[str, Any]
    settings: TableSettings
    lists: tuple[SeatLists, ...]
    """The army lists of the seats that bring some; only before the match, if players bring lists."""
    seats: tuple[SeatInfo, ...]
    creator: Who
    mine: bool
    consents: tuple[Consent, ...]
    requests: tuple[SeatRequest, ...]
    """Requests for vacated seats; only shown to members, and to the person who requests the seat."""
    origin: dict[str, Any] | None
    commitment: str | None
    key: str | None
    """The random key, once the match is over: sha256(salt + key) is the commitment."""
    salt: str | None
    halted: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None


class Facts(NamedTuple):
    """Facts about a table that are the same for all viewers, and read once."""

    names: dict[str, str]
    consents: tuple[Consent, ...]
    requests: tuple[SeatRequest, ...]
    secrets: tuple[str | None, str | None]


class _Shown(NamedTuple):
    """Facts about a table that depend on the viewer."""

    mine: frozenset[int]
    """The person's seats."""
    member: bool
    """Whether the person is a member of the table."""
    asked: Collection[int]
    names: dict[str, str]
    seat_names: Sequence[str]
    looking: Collection[str | None]
    late: bool
    """Whether the viewer sees the match some rounds late."""
    sealed: bool
    """Whether several seats decide simultaneously."""


class Summaries:
    """Creates summaries of tables."""

    def __init__(
        self,
        database: Database,
        host: Host,
        tables: Tables,
        undoing: Undoing,
        handovers: Handovers,
        onlookers: Onlookers,
    ) -> None:
        self.database = database
        self.host = host
        self.tables = tables
        self.undoing = undoing
        self.handovers = handovers
        self.onlookers = onlookers

    async def read(self, id_: str) -> tuple[Table, Facts]:
        """Return a table and its facts."""
        table = await self.tables.get(id_)
        return table, await self._facts(table, await names_of(self.database, _people(table)))

    async def _facts(self, table: Table, names: dict[str, str]) -> Facts:
        consents = tuple(await self.undoing.standing(table)) if table.status == "running" else ()
        return Facts(names, consents, await self._requests(table), await self.tables.secrets(table))

    async def _requests(self, table: Table) -> tuple[SeatRequest, ...]:
        left = any(one.person_id is None and one.owner_id is not None for one in table.seats)
        if table.status != "running" or not left:
            return ()
        found = await self.handovers.open(table)
        names = await names_of(self.database, [one.person for one in found])
        return tuple(SeatRequest(r.id, r.seat, Who(r.person, names.get(r.person, "")), r.asked) for r in found)

    async def describe(self, tables: list[Table], person: Person | None) -> list[TableInfo]:
        """Return the summaries of tables for a person; spectators of delayed tables see them late."""
        ids = [id_ for one in tables for id_ in _people(one)]
        names = await names_of(self.database, ids)
        return [await self.describe_to(one, person, await self._facts(one, names)) for one in tables]

    async def describe_one(self, table: Table, person: Person | None) -> TableInfo:
        """Return the summary of a table for a person."""
        return (await self.describe([table], person))[0]

    async def describe_to(self, table: Table, person: Person | None, facts: Facts) -> TableInfo:
        """Return the summary of a table for a person, given the table's facts."""
        mine = table.of(person)
        member = bool(mine) or (person is not None and belongs(table, person))
        late = table.settings.delay_rounds > 0 and not mine and table.status == "running"
        label, asked = table.label, {one.seat for one in table.seats if one.ask}
        if table.status == "running" and (late or not label):
            hosted = self.host.standing(table.id) or await self.host.hosted(table.id)
            delay = table.settings.delay_rounds if late else 0
            upto = delayed(hosted.rounds, delay, hosted.head, over=False, rewound=hosted.rewound)
            try:
                match = hosted.at(upto)
                label, asked = match.label, set(match.asking)
            except Gone:  # under newer rules, delayed spectators see only the round until they catch up
                label, asked = next(name for at, name in reversed(hosted.rounds) if at <= upto), set()
        sealed = False
        if table.status == "running" and table.settings.clock.kind != "none":
            # While several seats decide simultaneously, clocks would reveal the secret answers of others.
            hosted = self.host.standing(table.id) or await self.host.hosted(table.id)
            sealed = hosted.match.opened_at is not None
        names, consents, requests, (key, salt) = facts
        shown = _Shown(mine, member, asked, names, seat_names(table), self.onlookers.people(table.id), late, sealed)
        maker = person is not None and person.id == table.creator_id  # a webhook is secret, as its owners can post
        return TableInfo(
            id=table.id,
            title=table.title or untitled(rulebook(table.rulebook).title, names.get(table.creator_id, "")),
            titled=bool(table.title),
            rulebook=table.rulebook,
            version=table.version,
            status=table.status,
            visibility=table.visibility,
            invite=table.invite if member else None,
            label=label,
            options=table.options,
            settings=table.settings if maker else msgspec.structs.replace(table.settings, webhook=""),
            lists=_lists(table, mine),
            seats=tuple(self._seat(table, one, shown) for one in table.seats),
            creator=Who(table.creator_id, names.get(table.creator_id, "")),
            mine=member,
            consents=() if late else consents,
            requests=tuple(one for one in requests if member or (person is not None and one.person.id == person.id)),
            origin=table.origin,
            commitment=table.commitment,
            key=key,
            salt=salt,
            halted=table.halted,
            created_at=table.created_at,
            started_at=table.started_at,
            ended_at=table.ended_at,
        )

    def _seat(self, table: Table, one: Sitting, shown: _Shown) -> SeatInfo:
        hidden = shown.late or (shown.sealed and one.seat not in shown.mine)
        return SeatInfo(
            seat=one.seat,
            name=shown.seat_names[one.seat],
            person=_who(one.person_id, shown.names),
            bot=one.bot,
            failures=one.failures if shown.member else 0,
            given_up=shown.member and one.failures >= GIVEN_UP,
            owner=_who(one.owner_id, shown.names),
            mine=one.seat in shown.mine,
            asked=one.seat in shown.asked and table.status == "running",
            deadline=None if hidden else one.deadline,
            bank=None if hidden else one.bank,
            place=one.place if table.status == "finished" else None,
            looking=one.person_id is not None and one.person_id in shown.looking,
        )


def _lists(table: Table, mine: frozenset[int]) -> tuple[SeatLists, ...]:
    """Return the army lists that players have brought, as far as a person with these seats may see them."""
    if table.status != "open" or not table.settings.lists:
        return ()
    shown = brought(table)
    return tuple(
        SeatLists(
            seat,
            one.lists is not None,
            one.chosen is not None,
            one.lists if shown or seat in mine else None,
            one.chosen if seat in mine else None,
        )
        for seat, one in ((seat, table.seats[seat]) for seat in bringing(table))
        if one.bot is None
    )


def _people(table: Table) -> list[str]:
    sitting = (id_ for seat in table.seats for id_ in (seat.person_id, seat.owner_id))
    return [table.creator_id, *(id_ for id_ in sitting if id_ is not None)]


def _who(id_: str | None, names: dict[str, str]) -> Who | None:
    return None if id_ is None else Who(id_, names.get(id_, ""))


def belongs(table: Table, person: Person) -> bool:
    """Return whether a person is a member of a table: its creator, a player, or a player who can return."""
    return table.creator_id == person.id or any(person.id in (one.person_id, one.owner_id) for one in table.seats)
