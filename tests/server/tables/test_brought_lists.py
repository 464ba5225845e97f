"""Army lists that players bring to a table: hidden, locked, revealed, chosen, and the results with them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection, connect

from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.tables.table import NewTable, Place, Table, TableSettings
from tests.armies.builders import GAMES, built
from tests.commands import PATIENCE
from tests.server.playing import guests

pytestmark = pytest.mark.anyio

S6 = "icefire-s6"


def codes(game: str, points: int, count: int, seed: int = 1) -> list[str]:
    """Return codes of random legal armies."""
    maker = built(game).maker
    factions = maker.factions
    return [maker.write(maker.random(seed + n, factions[n % 2], points), "short").strip() for n in range(count)]


def illegal() -> str:
    """Return the code of an army that is one point too large."""
    building, maker = built(S6).building, built(S6).maker
    draft = building.draft(maker.random(3, "stark", 41))
    return maker.write(building.army(msgspec.structs.replace(draft, points=40)), "short").strip()


def size_of(game: str) -> int:
    return {"runewars": 200}.get(game, 40)


async def table_with(
    services: Services, person: Person, lists: int, game: str = S6, mine: tuple[str, ...] = (), **more: Any
) -> Table:
    """Return an open table for two to which each player brings some lists."""
    places = (Place(me=True, lists=mine), Place())
    new = NewTable(rulebook=game, seats=2, settings=TableSettings(lists=lists), places=places, **more)
    return await services.tables.create(person, new, services.now())


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_begins_with_the_lists_that_players_bring(services: Services, game: str) -> None:
    ann, bea = await guests(services, 2)
    first, second = codes(game, size_of(game), 2)
    table = await table_with(services, ann, 1, game, (first,))
    joined = await services.tables.join(table, bea, 1, services.now())
    assert joined.status == "open"
    begun = await services.tables.bring(joined, bea, 1, [second], services.now())
    assert begun.status == "running"
    assert list(begun.options["armies"]) == [first, second]
    assert [one.lists for one in begun.seats] == [None, None]


async def test_each_chooses_one_of_two_lists_in_secret(services: Services) -> None:
    ann, bea = await guests(services, 2)
    brought = codes(S6, 40, 4)
    table = await table_with(services, ann, 2, mine=(brought[0], brought[1]))
    with pytest.raises(Problem, match="Choose a list after all players have brought theirs"):
        await services.tables.choose(table, ann, 0, 0, services.now())
    table = await services.tables.join(table, bea, 1, services.now(), lists=brought[2:])
    info = await services.summaries.describe_one(table, bea)
    assert [one.lists for one in info.lists] == [tuple(brought[:2]), tuple(brought[2:])]
    with pytest.raises(Problem, match="Your lists are locked"):
        await services.tables.bring(table, bea, 1, brought[:2], services.now())
    with pytest.raises(Problem, match="list: 2; must be from 0 to 1"):
        await services.tables.choose(table, ann, 0, 2, services.now())
    table = await services.tables.choose(table, ann, 0, 1, services.now())
    with pytest.raises(Problem, match="Your choice is locked"):
        await services.tables.choose(table, ann, 0, 0, services.now())
    seen = (await services.summaries.describe_one(table, bea)).lists[0]
    assert (seen.chosen, seen.choice) == (True, None)
    table = await services.tables.choose(table, bea, 1, 0, services.now())
    assert (table.status, list(table.options["armies"])) == ("running", [brought[1], brought[2]])


async def test_lists_that_were_shown_are_brought_anew_when_a_player_leaves(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    brought = codes(S6, 40, 4)
    table = await table_with(services, ann, 2, mine=(brought[0], brought[1]))
    table = await services.tables.leave(await services.tables.join(table, bea, 1, services.now()), bea, 1)
    assert table.seats[0].lists is not None  # they were not shown
    table = await services.tables.join(table, bea, 1, services.now(), lists=brought[2:])
    table = await services.tables.leave(table, bea, 1)
    assert [one.lists for one in table.seats] == [None, None]
    table = await services.tables.join(table, cid, 1, services.now(), lists=brought[2:])
    assert (await services.summaries.describe_one(table, cid)).lists[0].lists is None


async def test_bots_play_with_the_armies_of_the_options(services: Services) -> None:
    (ann,) = await guests(services, 1)
    (mine,) = codes(S6, 40, 1)
    places = (Place(me=True, lists=(mine,)), Place(bot="random"))
    new = NewTable(
        rulebook=S6,
        seats=2,
        settings=TableSettings(lists=1),
        places=places,
        options={"armies": ["random", "lannister"]},
    )
    table = await services.tables.create(ann, new, services.now())
    assert (table.status, list(table.options["armies"])) == ("running", [mine, "lannister"])
    async with services.database.reading() as connection:
        seats = schema.seats.c
        kept = await connection.scalars(select(seats.army).where(seats.table_id == table.id).order_by(seats.seat))
        assert list(kept) == [mine, None]


@pytest.mark.parametrize(
    ("game", "options", "lists", "problem", "rule"),
    [
        (S6, {}, codes(S6, 50, 1), "is of 50 points; the match is of 40", ""),
        (S6, {}, codes("runewars", 200, 1), "is not an army list code", ""),
        (S6, {}, [illegal()], "The army costs 45 points; the limit is 40", "icefire:army.2"),
        (S6, {}, [], "0; each player brings 1", ""),
        ("runewars", {"size": "skirmish"}, codes("runewars", 200, 1), "is of 200 points; the match is of 100", ""),
    ],
)
async def test_a_list_that_does_not_fit_is_refused_with_the_reason(
    services: Services, game: str, options: dict[str, Any], lists: list[str], problem: str, rule: str
) -> None:
    ann, bea = await guests(services, 2)
    table = await table_with(services, ann, 1, game, options=options)
    seated = await services.tables.join(table, bea, 1, services.now())
    with pytest.raises(Problem, match=problem) as caught:
        await services.tables.bring(seated, bea, 1, lists, services.now())
    assert caught.value.more.get("rule", "") == rule
    assert ("reason" in caught.value.more) == bool(rule)


async def test_tables_to_which_no_lists_can_be_brought(services: Services) -> None:
    (ann,) = await guests(services, 1)
    teams = {"teams": True, "points": 20}
    for book, seats, options, problem in (
        ("thrones", 3, {}, "thrones has no army lists"),
        (S6, 4, teams, "the armies of a team depend on each other"),
    ):
        new = NewTable(rulebook=book, seats=seats, settings=TableSettings(lists=1), options=options)
        with pytest.raises(Problem, match=problem):
            await services.tables.create(ann, new, services.now())
    with pytest.raises(Problem, match="the armies of this table are among its options"):
        await table_with(services, ann, 0, mine=tuple(codes(S6, 40, 1)))


async def test_results_by_list(services: Services) -> None:
    ann, bea = await guests(services, 2)
    first, second = codes(S6, 40, 2)
    for loser in (0, 1, 1):
        table = await table_with(services, ann, 1, mine=(first,))
        table = await services.tables.join(table, bea, 1, services.now(), lists=[second])
        await services.host.enter(table.id, lambda _, seat=loser: {"forfeit": seat})  # type: ignore[misc]  # a default
    (found,) = await services.list_results.of(ann, S6)
    assert (found.code, found.played, found.won, found.drawn, found.lost) == (first, 3, 2, 0, 1)
    (found,) = await services.list_results.of(bea, None)
    assert (found.code, found.won, found.lost) == (second, 1, 2)
    assert await services.list_results.of(bea, "runewars") == []


# Secrecy


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Let the watchers ask for everything as often as they have to."""
    return msgspec.structs.replace(settings, rate_replays=1000)


WATCHERS = 2
"""Number of connections to a table: the other player's and a spectator's."""


class Watcher:
    """Somebody who looks at a table and receives everything: over the socket, and from every endpoint."""

    def __init__(self, services: Services, table: Table, socket: ClientConnection, http: httpx.AsyncClient) -> None:
        self.services = services
        self.table = table
        self.socket = socket
        self.http = http

    async def receives(self, paths: list[str]) -> list[str]:
        """Return what has come since, without what differs between any two tables."""
        came: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while not self._rests():
                await asyncio.sleep(0.002)
        await self.socket.send(json.dumps({"type": "ping"}))
        async with asyncio.timeout(PATIENCE):
            while (message := json.loads(await self.socket.recv()))["type"] != "pong":
                if came[-1:] != [text := json.dumps(message)]:  # a table that changes fast is sent once or twice
                    came.append(text)
        for path in paths:
            answer = await self.http.get(path.replace("{table}", self.table.id))
            came.append(f"{path} {answer.status_code} {answer.text}")
        return [one.replace(self.table.id, "TABLE").replace(self.table.invite, "INVITE") for one in came]

    def _rests(self) -> bool:
        looking = self.services.onlookers.at(self.table.id)
        return len(looking) == WATCHERS and all(one.resting and not one.changed.is_set() for one in looking)


@asynccontextmanager
async def watching(services: Services, url: str, table: Table, person: Person | None) -> AsyncIterator[Watcher]:
    headers = {"banneret-invite": table.invite}
    if person is not None:
        headers["authorization"] = f"Bearer {await services.people.open_session(person, '', services.now())}"
    address = f"ws{url.removeprefix('http')}/api/v1/tables/{table.id}/live"
    async with (
        connect(address, additional_headers=headers, proxy=None, ping_interval=None) as socket,
        httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=PATIENCE) as http,
    ):
        yield Watcher(services, table, socket, http)


@pytest.mark.slow
async def test_nobody_receives_what_others_have_brought_or_chosen(services: Services, server: str) -> None:
    """Twin worlds: tables that differ in one secret are the same to the other player and to spectators."""
    ann, bea = await guests(services, 2)
    described = (await _described(server))["paths"]
    paths = [
        path
        for path, operations in described.items()
        if "get" in operations and path.count("{") == path.count("{table}") and "{table}" in path
    ]
    paths += ["/api/v1/lists?public=true", "/api/v1/lists/results"]
    assert len(paths) > 10
    a, b, c, *others = codes(S6, 40, 5)
    for worlds in ([((a, b), 0), ((c, "random"), 0)], [((a, b), 0), ((a, b), 1)]):
        before = worlds[0][0] != worlds[1][0]
        received = []
        for lists, choice in worlds:
            table = await table_with(services, ann, 2)
            async with AsyncExitStack() as stack:
                people = (bea, None)
                watchers = [await stack.enter_async_context(watching(services, server, table, one)) for one in people]
                for one in watchers:
                    await one.receives([])  # the table as it is before the first step
                steps: list[Any] = []

                async def step(doing: Any, steps: list[Any], watchers: list[Watcher]) -> Table:
                    changed: Table = await doing
                    await services.changed(changed)
                    steps.append([await one.receives(paths) for one in watchers])
                    return changed

                table = await step(services.tables.bring(table, ann, 0, lists, services.now()), steps, watchers)
                table = await step(services.tables.join(table, bea, 1, services.now()), steps, watchers)
                if not before:
                    bringing = services.tables.bring(table, bea, 1, others, services.now())
                    table = await step(bringing, steps, watchers)
                    choosing = services.tables.choose(table, ann, 0, choice, services.now())
                    table = await step(choosing, steps, watchers)
                received.append(steps)
        assert received[0] == received[1]
        assert (a in json.dumps(received[0])) == (not before)


async def _described(url: str) -> Any:
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        return (await http.get("/api/v1/openapi.json")).json()
