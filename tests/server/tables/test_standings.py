"""Results and ratings of people."""

from __future__ import annotations

from random import Random

import pytest

from banneret.server.people.accounts import Person
from tests.server.notify.test_outbox import serving, settings_for
from tests.server.playing import Moment, ended, guests, table_of

pytestmark = pytest.mark.anyio


async def test_matches_are_rated_by_game_and_listed_with_places(database_url: str, moment: Moment) -> None:
    async with serving(settings_for(database_url), moment) as services:
        ann, bea = await guests(services, 2)
        assert await services.standings.of(ann) == []
        table = await table_of(services, [ann, bea, "random"])
        await ended(services, table.id, Random(1), 3)  # all but the last seat give up
        other = await table_of(services, [bea, ann], rulebook="battles")
        await ended(services, other.id, Random(1), 3)
        rated = {one.rulebook: one for one in await services.standings.of(ann)}
        assert set(rated) == {"thrones", "battles"}
        assert rated["battles"].points > 1500 > rated["thrones"].points
        assert {one.matches for one in rated.values()} == {1}
        listed, _ = await services.tables.list(person=ann, status="finished", game="battles")
        assert [one.id for one in listed] == [other.id]
        told = await services.summaries.describe(listed, ann)
        assert {seat.place for seat in told[0].seats} == {1, 2}
        assert [seat.place for seat in told[0].seats if seat.mine] == [1]


async def test_later_matches_are_added_and_a_match_against_oneself_is_not(database_url: str, moment: Moment) -> None:
    async with serving(settings_for(database_url), moment) as services:
        ann, bea = await guests(services, 2)
        matches: list[list[Person | str]] = [[ann, bea], [ann, bea], [ann, ann]]
        for players in matches:
            table = await table_of(services, players, rulebook="battles")
            await ended(services, table.id, Random(2), 2)
            moment.pass_seconds(1)
            await services.standings.of(ann)
        (found,) = await services.standings.of(bea)
        assert found.matches == 2
        assert found.points > 1500
        (found,) = await services.standings.of(ann)
        assert found.matches == 2
