"""Drafts on the server: kept for a person, committed as answers, and shown to nobody else."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from banneret.kernel import notation
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.tables.table import Table
from tests.commands import PATIENCE
from tests.server.api.test_live import looking, receive, token
from tests.server.playing import guests, table_of

pytestmark = pytest.mark.anyio


async def planning(services: Services) -> tuple[Table, list[Person]]:
    people = await guests(services, 3)
    return await table_of(services, [*people]), people


async def asked(services: Services, table: Table, seat: int) -> str:
    return (await services.host.hosted(table.id)).asks()[seat]


async def plan(services: Services, table: Table, person: Person, seat: int) -> list[str]:
    """Put one order after the other into the draft of a seat, the last area first, and return them."""
    ask, answers = await asked(services, table, seat), list[str]()
    while True:
        draft = await services.drafts.put(table, person, seat, ask, answers)
        if draft.drafted.whole:
            return answers
        (question,) = draft.drafted.asks
        answers.append(notation.write(question.options[-1]))


async def test_a_draft_is_changed_kept_and_committed_as_a_whole(services: Services) -> None:
    table, (ann, *_) = await planning(services)
    first, head = await asked(services, table, 0), (await services.host.hosted(table.id)).head
    answers = await plan(services, table, ann, 0)
    assert (await services.host.hosted(table.id)).head == head
    changed = answers[::-1]
    kept = await services.drafts.put(table, ann, 0, first, changed)
    assert list(kept.answers) == changed
    services.host.forget(table.id)
    hosted = await services.host.hosted(table.id)
    found = await services.drafts.open(hosted, ann.id, 0)
    assert found is not None
    assert (list(found.answers), found.drafted.whole) == (changed, True)
    await services.drafts.commit(table, ann, 0, first, lambda _: None)
    assert 0 not in (await services.host.hosted(table.id)).match.asking
    assert await services.drafts.reopen(table, ann, 0)
    assert await asked(services, table, 0) == first
    again = await services.drafts.open(await services.host.hosted(table.id), ann.id, 0)
    assert again is not None
    assert list(again.answers) == changed


async def test_what_is_missing_or_refused_commits_nothing(services: Services) -> None:
    table, (ann, bea, _) = await planning(services)
    ask = await asked(services, table, 0)
    answers = await plan(services, table, ann, 0)
    await services.drafts.put(table, ann, 0, ask, answers[:2])
    with pytest.raises(Problem, match="still missing") as missing:
        await services.drafts.commit(table, ann, 0, ask, lambda _: None)
    assert missing.value.more["rule"] == "kernel:draft"
    with pytest.raises(Problem) as refused:
        await services.drafts.put(table, ann, 0, ask, [answers[0], answers[0], "order nowhere raid"])
    assert [(one["at"], one["rule"]) for one in refused.value.more["parts"]] == [
        (1, "thrones:planning.3"),
        (2, "kernel:domain"),
    ]
    hosted = await services.host.hosted(table.id)
    kept = await services.drafts.open(hosted, ann.id, 0)
    assert kept is not None
    assert list(kept.answers) == answers[:2]
    other = await services.drafts.open(hosted, bea.id, 0)  # as after a handover of the seat
    assert other is not None
    assert other.answers == ()
    await services.host.answer(table.id, 0, ask, answers[0])
    with pytest.raises(Problem) as stale:
        await services.drafts.put(table, ann, 0, ask, answers)
    assert stale.value.kind == "stale-ask"


async def test_a_draft_whose_question_is_answered_meanwhile_is_not_open(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, *_) = await planning(services)
    ask, hosted, drafts = await asked(services, table, 0), await services.host.hosted(table.id), services.drafts
    answers, stored = await plan(services, table, ann, 0), drafts._stored

    async def answer(*_: object) -> None:
        while 0 in (asks := hosted.asks()):
            option = hosted.match.asking[0].options.listed[0]
            await services.host.answer(table.id, 0, asks[0], notation.write(option))

    async def read_late(*of: Any) -> Any:
        await answer()
        return await stored(*of)

    drafts.listeners.append(answer)
    with pytest.raises(Problem) as stale:
        await drafts.put(table, ann, 0, ask, answers)
    assert stale.value.kind == "stale-ask"
    drafts.listeners.remove(answer)
    for read in (drafts.position, drafts.open):
        assert await drafts.reopen(table, ann, 0)
        assert await drafts.open(hosted, ann.id, 0) is not None
        with monkeypatch.context() as patch:
            patch.setattr(drafts, "_stored", read_late)
            found = await read(hosted, ann.id, 0)
        assert found is (hosted.match if read == drafts.position else None)


@pytest.mark.slow
async def test_only_the_seat_itself_learns_of_a_draft(services: Services, server: str) -> None:
    table, (ann, bea, _) = await planning(services)
    ask = await asked(services, table, 0)
    answers = await plan(services, table, ann, 0)
    bearers = {one.id: await token(services, one) for one in (ann, bea)}
    sockets = {
        "ann": looking(server, table.id, bearers[ann.id], "seats=0&drawing=true"),
        "bea": looking(server, table.id, bearers[bea.id], "seats=1&drawing=true"),
        "nobody": looking(server, table.id, None, "drawing=true"),
    }
    async with sockets["ann"] as own, sockets["bea"] as other, sockets["nobody"] as spectator:
        known = await receive(own, "draft")
        assert [one["do"] for one in known["draft"]["answers"]] == answers
        assert known["draft"]["drawing"]
        for socket in (other, spectator):
            await receive(socket, "state")
        async with httpx.AsyncClient(base_url=f"{server}/api/v1/tables/{table.id}", timeout=PATIENCE) as client:
            client.headers["authorization"] = f"Bearer {bearers[ann.id]}"
            body = {"seat": 0, "ask": ask, "answers": answers[:1]}
            put = await client.put("/draft", json=body)
            assert put.status_code == 200, put.text
            assert put.json()["missing"] == len(answers) - 1
            assert put.json()["asks"][0]["options"]
            assert (await client.get("/draft?seat=0")).json()["answers"] == put.json()["answers"]
            client.headers["authorization"] = f"Bearer {bearers[bea.id]}"
            assert (await client.get("/draft?seat=0")).status_code == 403
            assert (await client.get("/draft?seat=1")).json()["answers"] == []
        assert len((await receive(own, "draft"))["draft"]["answers"]) == 1
        await own.send(json.dumps({"type": "draft", "id": "a", "seat": 0, "ask": ask, "answers": answers}))
        assert (await receive(own, "answered"))["id"] == "a"
        await own.send(json.dumps({"type": "draft", "id": "b", "seat": 0, "ask": ask, "answers": answers * 2}))
        assert len((await receive(own, "problem"))["parts"]) == len(answers)
        for socket in (other, spectator):  # the answer to a ping is all that they get
            await socket.send(json.dumps({"type": "ping"}))
            told: list[dict[str, Any]] = []
            while not told or told[-1]["type"] != "pong":
                told.append(json.loads(await socket.recv()))
            assert {one["type"] for one in told} <= {"table", "pong"}
