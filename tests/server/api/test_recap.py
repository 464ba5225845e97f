"""What happened since somebody last looked."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest

from banneret.server.services import Services
from tests.commands import PATIENCE
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio


async def test_a_recap_begins_where_one_last_looked(services: Services, server: str, moment: Moment) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    token = await services.people.open_session(ann, "", services.now())
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(
        base_url=f"{server}/api/v1/tables/{table.id}", headers=headers, trust_env=False, timeout=PATIENCE
    ) as http:

        async def recap() -> Any:
            answer = await http.get("/recap", params={"seats": "0"})
            assert answer.status_code == 200
            return answer.json()

        random = Random(1)
        await play_on(services, table.id, random, answers=40)
        first = await recap()
        told = (await services.host.hosted(table.id)).match.events_for(0)
        assert (first["since"], len(first["events"])) == (0, len(told))
        assert (await http.post("/seen", params={"seats": "0"})).status_code == 204
        assert (await recap())["events"] == []
        seen_at = moment.now
        moment.pass_seconds(60)
        await play_on(services, table.id, random, answers=40)
        await services.chatting.write(
            table, bea, "hello", None, (await services.host.hosted(table.id)).head, moment.now
        )
        later = await recap()
        now = (await services.host.hosted(table.id)).match.events_for(0)
        assert [number for number, _ in later["events"]] == [number for number, _ in now[len(told) :]]
        assert (later["since"], later["chat"]) == (seen_at, 1)
        assert (await http.get("/recap", params={"seats": "1"})).status_code == 403


async def test_a_recap_is_nobodys_who_is_not_signed_in(services: Services, server: str) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as http:
        assert (await http.get(f"{server}/api/v1/tables/{table.id}/recap")).status_code == 401
        assert (await http.post(f"{server}/api/v1/tables/{table.id}/seen")).status_code == 401
