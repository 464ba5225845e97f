"""Records: of a match that is over, to be replayed anywhere; of one that runs, for nobody."""

from __future__ import annotations

import asyncio
import hashlib
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.stream import KEY_BYTES
from banneret.server.matches import replays
from banneret.server.matches.replay_work import replayed_record
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.commands import run
from tests.server.conftest import Client, in_process
from tests.server.playing import Moment, ended, guests, play_on, table_of

pytestmark = pytest.mark.anyio

TABLES = "/api/v1/tables"


async def record_of(services: Services, table: str) -> bytes:
    return b"".join(Record.of((await services.host.hosted(table)).match).lines())


async def guest(client: Client, name: str = "Ann") -> dict[str, str]:
    made = await client.post("/api/v1/guests?token=true", json={"name": name})
    client.cookies.clear()
    return {"authorization": f"Bearer {made.json()['token']}"}


async def test_nobody_gets_the_record_or_the_key_before_the_end(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    await play_on(services, table.id, Random(1), answers=5)
    token = await services.people.open_session(ann, "", services.now())
    for headers in ({}, {"authorization": f"Bearer {token}"}):
        answer = await client.get(f"{TABLES}/{table.id}/record", headers=headers)
        assert answer.status_code == 403
        info = (await client.get(f"{TABLES}/{table.id}", headers=headers)).json()
        assert (info["key"], info["salt"]) == (None, None)
        assert len(info["commitment"]) == 64


async def test_at_the_end_all_get_the_record_and_the_key_that_was_committed_to(client: Client, tmp_path: Path) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    told = (await client.get(f"{TABLES}/{table.id}")).json()["commitment"]
    await ended(services, table.id, Random(1))
    answer = await client.get(f"{TABLES}/{table.id}/record")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/jsonl")
    record = Record.parse(answer.content)
    assert record.closed
    info = (await client.get(f"{TABLES}/{table.id}")).json()
    assert info["key"] == record.setup["key"]
    assert hashlib.sha256(bytes.fromhex(info["salt"] + info["key"])).hexdigest() == told == info["commitment"]

    file = tmp_path / "match.record"
    file.write_bytes(answer.content)
    done = run("replay", file)
    assert done.code == 0, done.err


async def test_a_record_makes_a_table_on_another_server(client: Client, tmp_path: Path, moment: Moment) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    await ended(services, table.id, Random(2))
    raw = await record_of(services, table.id)
    settings = Settings(database=f"sqlite:///{tmp_path / 'other.sqlite3'}", rate_signing=1000)
    async with in_process(Services(settings, clock=moment), "http://other.local") as there:
        me = await guest(there)
        answer = await there.post("/api/v1/records?title=Kept", content=raw, headers=me)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        assert (made["title"], made["status"], made["origin"]) == (
            "Kept",
            "finished",
            {"record": Record.parse(raw).hash()},
        )
        assert (await there.get(f"{TABLES}/{made['id']}/record", headers=me)).content == raw
        last = (await there.get(f"{TABLES}/{made['id']}/replay", headers=me)).json()["last"]
        step = await there.get(f"{TABLES}/{made['id']}/replay/{last}", headers=me)
        assert step.json()["view"]["outcome"] is not None
        branched = await there.post(f"{TABLES}/{made['id']}/branch", json={"at": 5}, headers=me)
        assert branched.json()["status"] == "running", branched.text
        assert (await there.get(f"{TABLES}/{made['id']}")).status_code == 404  # it is private


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda _: b"", "line 1: the setup line is missing"),
        (lambda _: b"\xff\xfe{}\n", "line 1"),
        (lambda raw: raw[:-200] + b"\n", "damaged"),
        (lambda raw: raw[: raw.rindex(b'{"end"')], "the match is not over"),
        (lambda raw: rehashed(raw, lambda data: data.update(key="00" * 16), 0), "chance gave"),
        (lambda raw: rehashed(raw, lambda data: data.update(key=17), 0), "bad setup"),
        (lambda raw: rehashed(raw, lambda data: data.update(rulebook=["thrones"]), 0), "bad setup"),
        (lambda raw: rehashed(raw, lambda data: data.update(supplied=True), 0), "with supplied dice"),
        (lambda raw: rehashed(raw, lambda data: data.update(seat="one"), 1), "line 2"),
        (lambda raw: rehashed(raw, lambda data: data.update(do="no such thing"), 1), "line 2"),
        (lambda raw: rehashed(raw, lambda data: data.update(digest="0"), -1), "ends in a different state"),
    ],
)
async def test_a_record_that_is_not_whole_and_true_is_refused(
    services: Services, record: bytes, change: object, why: str
) -> None:
    (ann,) = await guests(services, 1)
    assert callable(change)
    with pytest.raises(Problem) as caught:
        await services.branching.load(ann, change(record), services.now())
    assert caught.value.kind == "invalid"
    assert why in caught.value.detail
    assert await services.tables.list(person=ann) == ([], None)


@pytest.fixture(scope="module")
def record() -> bytes:
    """The record of a short match."""
    from banneret.kernel.creation import new_match  # noqa: PLC0415  # no server is needed

    match, random = new_match("thrones", seats=3, seed=5), Random(5)
    for _ in range(40):
        seat = random.choice(list(match.asking))
        match.play(seat, random.choice(match.asking[seat].options.listed))
    match.forfeit(0)
    match.forfeit(1)
    assert match.outcome is not None
    return b"".join(Record.of(match).lines())


def rehashed(raw: bytes, change: object, line: int) -> bytes:
    """Change a line of a record, and rebuild the hash chain, as a cheater would."""
    record = Record.parse(raw)
    assert record.end is not None
    datas = [record.setup, *record.entries, record.end]
    datas[line] = msgspec.json.decode(msgspec.json.encode(datas[line]))
    assert callable(change)
    change(datas[line])
    return b"".join(Record(datas[0], datas[1:-1], datas[-1]).lines())


def salted(salts: int) -> bytes:
    """The record of a match that is over, with a number of salts, none of which passes a checkpoint."""
    match = new_match("thrones", seats=3, options={}, key=b"k" * KEY_BYTES)
    for number in range(salts):
        match.add_salt(number.to_bytes(8, "big"))
    match.forfeit(0)
    match.forfeit(1)
    return b"".join(Record.of(match).lines())


async def test_a_record_of_many_entries_is_replayed_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    applied: list[int] = []
    apply = Match._apply_mark

    def counted(self: Match[Any], *args: Any) -> Any:
        applied.append(1)
        return apply(self, *args)

    monkeypatch.setattr(Match, "_apply_mark", counted)
    counts = []
    for salts in (100, 200, 400):
        raw = salted(salts)
        applied.clear()
        replayed_record(raw)
        counts.append(len(applied))
    assert counts[2] - counts[1] == 2 * (counts[1] - counts[0])


@pytest.mark.slow
async def test_a_record_that_takes_too_long_or_too_much_is_refused_and_others_are_served(settings: Settings) -> None:
    services = Services(msgspec.structs.replace(settings, replay_seconds=0.2), clock=Moment())
    await services.start()
    try:
        (ann,) = await guests(services, 1)
        with pytest.raises(Problem, match=r"takes more than 0\.2 seconds") as caught:
            await services.replays.run(time.sleep, 60)
        assert caught.value.kind == "invalid"
    finally:
        await services.stop()
    services = Services(msgspec.structs.replace(settings, replay_mebibytes=512), clock=Moment())
    await services.start()
    try:
        with pytest.raises(Problem, match="takes more than 512 MiB") as caught:
            await services.replays.run(bytearray, 1 << 30)
        assert caught.value.kind == "invalid"
        (ann,) = await guests(services, 1)
        loading = asyncio.ensure_future(services.branching.load(ann, salted(2900), services.now()))
        beats = 0
        while not loading.done():
            await asyncio.sleep(0.001)  # the loop runs on while the worker replays
            beats += 1
        assert beats > 10
        made = await loading
        hosted = await services.host.hosted(made.id)
        past = await services.replays.at(hosted, 2800)
        assert len(past.answers) == 2800
        assert await services.replays.at(hosted, 2800) is past  # kept for the next step
    finally:
        await services.stop()


async def test_replays_have_a_rate_of_their_own(settings: Settings) -> None:
    async with in_process(Services(msgspec.structs.replace(settings, rate_replays=2))) as client:
        headers = await guest(client)
        answers = [await client.post("/api/v1/records", content=b"?", headers=headers) for _ in range(3)]
        assert [one.status_code for one in answers] == [422, 422, 429]
        assert "2 a minute" in answers[2].json()["detail"]
        assert (await client.get(TABLES, headers=headers)).status_code == 200


async def test_many_guests_of_a_network_share_a_limit_of_replays(settings: Settings) -> None:
    async with in_process(Services(msgspec.structs.replace(settings, rate_replays=1))) as client:
        codes = []
        for _ in range(5):
            headers = await guest(client)
            codes.append((await client.post("/api/v1/records", content=b"?", headers=headers)).status_code)
    assert codes == [422, 422, 422, 429, 429]


async def test_few_replays_wait_for_their_turn(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "WAITING", 2)
    running = [asyncio.ensure_future(services.replays.run(time.sleep, 0.2)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Problem, match="Too many matches") as caught:
        await services.replays.run(time.sleep, 0)
    assert caught.value.kind == "too-many"
    await asyncio.gather(*running)
    await services.replays.run(time.sleep, 0)
