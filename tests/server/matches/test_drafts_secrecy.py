"""Nobody notices what others have drafted.

Twin worlds are two tables with the same match, which differ only in what one seat has prepared.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from types import SimpleNamespace

import httpx
import msgspec
import pytest

from banneret.kernel import notation
from banneret.kernel.drafts import fit
from banneret.server.matches.hosted import Hosted
from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.tables import lifecycle
from banneret.server.tables.table import Table
from tests.server.playing import guests, table_of
from tests.server.tables.test_brought_lists import Watcher, watching

pytestmark = pytest.mark.anyio

Prepare = Callable[[Table], Awaitable[object]]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Let the watchers ask for everything as often as they have to."""
    return msgspec.structs.replace(settings, rate_replays=10_000, rate_questions=10_000)


@pytest.fixture(autouse=True)
def one_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all tables the same match."""
    same = SimpleNamespace(token_bytes=lambda length: b"\7" * length, compare_digest=secrets.compare_digest)
    monkeypatch.setattr(lifecycle, "secrets", same)


class Twins:
    """What two onlookers receive at one table after the other: one who plays, and one who does not."""

    def __init__(self, services: Services, url: str, people: list[Person], book: str, **options: object) -> None:
        self.services = services
        self.url = url
        self.people = people
        self.book = book
        self.options = options
        self.looker = 1
        """The seat of the onlooker who plays."""
        self.without: tuple[str, ...] = ()
        """Parts of paths that are not read."""
        self._paths: list[str] = []

    async def receive(self, *steps: Prepare, before: Prepare | None = None) -> list[list[list[str]]]:
        """Return what they receive at a new table first and after each step; `before` they come, something happens."""
        table = await table_of(self.services, [*self.people], rulebook=self.book, options=self.options)
        if before is not None:
            await before(table)
        paths = self._paths = self._paths or await self._all_paths()
        async with AsyncExitStack() as stack:
            there: list[Watcher] = []
            for person in (self.people[self.looker], None):
                watcher = watching(self.services, self.url, table, person)
                there.append(await stack.enter_async_context(watcher))
            received = [[arrived(await one.receives(paths)) for one in there]]
            for step in steps:
                await step(table)
                await self.services.host.settle()
                received.append([await one.receives(paths) for one in there])
        return received

    async def _all_paths(self) -> list[str]:
        """Return the answers of all GET endpoints of a table, including those for seats of others."""
        async with httpx.AsyncClient(base_url=self.url, trust_env=False) as http:
            described = (await http.get("/api/v1/openapi.json")).json()["paths"]
        found = [
            path.replace("{step}", "1")
            for path, operations in described.items()
            if "get" in operations
            and "{table}" in path
            and path.replace("{step}", "").count("{") == 1
            and not any(part in path for part in self.without)
        ]
        found += [
            f"/api/v1/tables/{{table}}/{what}?seat={seat}"
            for what in ("draft", "stops", "standing")
            for seat in range(3)
            if seat != self.looker
        ]
        assert len(found) > 12
        return found


def arrived(came: list[str]) -> list[str]:
    """Keep only the last table message, since their number while onlookers connect depends on timing."""
    tables = [at for at, one in enumerate(came) if '"type": "table"' in one]
    return [one for at, one in enumerate(came) if at not in tables[:-1]]


async def nothing(_table: Table) -> None:
    """Prepare nothing."""


async def hosted_at(services: Services, table: Table) -> Hosted:
    return await services.host.hosted(table.id)


@pytest.mark.slow
async def test_what_a_draft_contains_is_noticed_by_nobody(services: Services, server: str) -> None:
    people = await guests(services, 3)
    ann = people[0]
    twins = Twins(services, server, people, "thrones")

    def drafting(number: int, choice: int) -> Prepare:
        async def draft(table: Table) -> None:
            hosted = await hosted_at(services, table)
            answers: list[str] = []
            while len(answers) < number and (asks := fit(hosted.match, 0, answers).asks):
                answers.append(notation.write(asks[0].options[choice]))
            await services.drafts.put(table, ann, 0, hosted.asks()[0], answers)

        return draft

    async def commit(table: Table) -> None:
        ask = (await hosted_at(services, table)).asks()[0]
        await services.drafts.commit(table, ann, 0, ask, lambda _: None)

    unseen = [await twins.receive(one) for one in (nothing, drafting(1, 0), drafting(2, -1))]
    assert unseen[0] == unseen[1] == unseen[2]
    whole = [await twins.receive(drafting(9, choice), commit) for choice in (0, -1)]
    assert whole[0] == whole[1]
    assert whole[0][2] != whole[0][1], "that somebody is ready is seen"
