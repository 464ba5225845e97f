"""Attacks with query parameters and bodies: unknown values are refused and kept nowhere, deep nesting is a 4xx."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
import structlog
from sqlalchemy import update

import banneret.server
from banneret.games.battles.content.scenario_file import scenario
from banneret.kernel.record import Record, RecordError
from banneret.server.api.bodies import DEEPEST, has_nul, is_deeper
from banneret.server.problems import LONGEST
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.tables.lifecycle import OPTIONS_BYTES
from tests.server.conftest import Client, in_process
from tests.server.playing import Moment, guests, pragma, table_of

pytestmark = pytest.mark.anyio

DEEP = 100_000
GAMES = ("battles", "icefire", "runewars", "thrones")


async def in_seat(client: Client, services: Services) -> str:
    """Sign in as the only person at a table of bots; return the path of the table."""
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, "random", "random"])
    token = await services.people.open_session(ann, "test", services.now())
    client.headers["authorization"] = f"Bearer {token}"
    return f"/api/v1/tables/{table.id}"


@pytest.mark.parametrize("lang", ["xx", "../../..", "en\n", "EN", "%00", "", "d" * 5000])
async def test_an_unknown_language_is_refused_wherever_one_is_named(client: Client, lang: str) -> None:
    path = await in_seat(client, client.app.state.services)
    for read in ("ground", "replay/0"):
        assert (await client.get(f"{path}/{read}", params={"lang": lang})).status_code == 400
    question = {"seat": 0, "ask": "a", "lang": lang}
    at = {"x": 1.0, "y": 1.0, "turn": 0.0}
    assert (await client.post(f"{path}/preview", json=question | {"do": "b"})).status_code == 400
    assert (await client.post(f"{path}/aim", json=question | {"at": at})).status_code == 400
    for read in ("texts", "rulebooks/thrones/texts"):
        assert (await client.get(f"/api/v1/{read}/{quote(lang or 'xx', safe='')}")).status_code in (400, 404)


@pytest.mark.parametrize("query", [{"after": "1.1.\0"}, {"after": "1. 1.x"}, {"after": "x"}, {"status": "x"}])
async def test_a_list_of_tables_is_refused_for_parameters_of_another_form(
    client: Client, query: dict[str, str]
) -> None:
    assert (await client.get("/api/v1/tables", params=query)).status_code == 400


@pytest.mark.parametrize("seats", ["\u0663", "0,", "x", "-1"])
async def test_seats_of_another_form_are_refused(client: Client, seats: str) -> None:
    path = await in_seat(client, client.app.state.services)
    for read in ("view", "events", "replay", "recap", "chat"):
        assert (await client.get(f"{path}/{read}", params={"seats": seats})).status_code == 400


@pytest.mark.parametrize("game", GAMES)
def test_words_of_unknown_languages_are_not_kept(game: str) -> None:
    words = import_module(f"banneret.games.{game}.show.drawing.words")
    for number in range(40):
        words.words_in(f"x{number}")
    assert words.words_in.cache_info().currsize <= 8
    words.words_in.cache_clear()


@pytest.mark.parametrize(
    ("module", "function"),
    [
        ("games.battles.show.drawing.ground", "ground"),
        ("games.battles.show.drawing.layout", "places_of"),
        ("games.battles.rules.field.abilities", "_granting"),
        ("hexes.board", "board_of"),
        ("hexes.lines", "hexes_between"),
        ("server.api.rulebooks", "page_texts"),
        ("server.notify.wording", "server_texts"),
    ],
)
def test_a_cache_with_keys_from_outside_has_a_bound(module: str, function: str) -> None:
    cached = getattr(import_module(f"banneret.{module}"), function)
    assert cached.cache_parameters()["maxsize"] is not None


@pytest.mark.slow
@pytest.mark.parametrize("nested", [b"[" * DEEP, b"[" * DEEP + b"]" * DEEP, b'{"a":' * DEEP + b"1" + b"}" * DEEP])
async def test_a_deeply_nested_body_is_refused_by_every_route(client: Client, nested: bytes) -> None:
    path = await in_seat(client, client.app.state.services)
    routes = [
        *(("POST", f"/api/v1/{one}") for one in ("guests", "accounts", "sign-in", "records", "tables")),
        *(("PUT", f"/api/v1/me/{one}") for one in ("password", "vacation")),
        ("PATCH", "/api/v1/me"),
        *(("POST", f"{path}/{one}") for one in ("join", "branch", "answers", "check", "suggest", "sample", "undo")),
        *(("POST", f"{path}/{one}") for one in ("preview", "aim", "measure", "forfeit", "chat", "consents/x")),
        ("PUT", f"{path}/seats/1"),
    ]
    for method, route in routes:
        answer = await client.request(method, route, content=nested, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (method, route, answer.text[:200])
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("levels", [DEEPEST + 1, 500, 900])
async def test_options_nested_less_deeply_are_refused_before_any_game_reads_them(client: Client, levels: int) -> None:
    await in_seat(client, client.app.state.services)
    nested = b'{"a":' * levels + b"1" + b"}" * levels
    body = b'{"rulebook": "thrones", "seats": 3, "options": ' + nested + b"}"
    answer = await client.post("/api/v1/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["title"]) == (400, "bad-request")


def test_levels_of_json_are_counted() -> None:
    assert not is_deeper([{"a": [1, "[[[["]}], 3)
    assert is_deeper([{"a": [1]}], 2)
    assert not is_deeper("x", 0)


@pytest.mark.parametrize("raw", [b"[" * DEEP, b'{"setup":' * DEEP])
def test_a_deeply_nested_record_is_a_record_error(raw: bytes) -> None:
    with pytest.raises(RecordError):
        Record.parse(raw)
    with pytest.raises(RecordError):
        Record.unpack(raw)


async def test_an_invitation_of_other_characters_opens_nothing(client: Client) -> None:
    services: Services = client.app.state.services
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, "random", "random"])
    async with services.database.writing() as connection:
        await connection.execute(update(schema.tables).values(visibility="private"))
    for invite in (b"\xc3\xa9", b"\xe2\x98\x83" * 10, b"%"):
        for read in ("", "/view", "/events", "/ground", "/record", "/replay", "/chat"):
            answer = await client.get(f"/api/v1/tables/{table.id}{read}", headers={b"banneret-invite": invite})
            assert answer.status_code == 404, (read, answer.text)


@pytest.mark.slow
async def test_nul_is_refused_wherever_it_is_said(database_url: str, moment: Moment) -> None:
    """PostgreSQL takes no NUL in a text: that is the fault of the request, not of the database."""
    settings = Settings(database=database_url, rate_signing=10_000)
    async with in_process(Services(settings, clock=moment)) as client:
        path = await in_seat(client, client.app.state.services)
        asked = (await client.get(f"{path}/view", params={"seats": "0"})).json()["state"]["asks"][0]
        answer = {"seat": 0, "ask": asked["id"], "do": asked["options"][0]["do"]}
        for method, route, body in (
            ("POST", f"{path}/consents/a%00b", {"agree": True}),
            ("POST", f"{path}/requests/a%00b", {"agree": True}),
            ("GET", f"{path}/view?seats=%00", None),
            ("GET", "/api/v1/rulebooks/thrones/cards?words=%00", None),
            ("POST", f"{path}/chat", {"text": "a\0b"}),
            ("POST", f"{path}/answers", answer | {"ask": "\0"}),
            ("POST", "/api/v1/tables", {"rulebook": "thrones", "seats": 3, "title": "a\0b"}),
            ("PATCH", "/api/v1/me", {"preferences": {"a\0": "b"}}),
            ("POST", "/api/v1/guests", {"name": "a\0b"}),
        ):
            said = await client.request(method, route, json=body)
            assert (said.status_code, said.json()["title"]) == (400, "bad-request"), (route, said.text)
        assert (await client.post(f"{path}/chat", json={"text": "\\u0000 is NUL"})).status_code == 204


def test_nul_is_found_in_json() -> None:
    assert has_nul(["a", {"b": "\0"}])
    assert has_nul({"\0": 1})
    assert not has_nul({"a": ["\\u0000", 0, None]})


async def test_what_a_database_reports_is_for_the_log_alone(client: Client) -> None:
    path = await in_seat(client, client.app.state.services)
    services: Services = client.app.state.services
    with structlog.testing.capture_logs() as logged, pragma(services.database, "query_only=ON", "query_only=OFF"):
        answer = await client.post(f"{path}/chat", json={"text": "hello"})
    assert (answer.status_code, answer.json()["title"]) == (503, "storage")
    assert "readonly" not in answer.text
    assert any("readonly" in str(one.get("why")) for one in logged)
    assert (await client.post(f"{path}/chat", json={"text": "hello"})).status_code == 204


def test_every_cache_of_the_server_has_a_bound_or_no_keys_from_outside() -> None:
    without = r"@(?:functools\.)?(?:cache|lru_cache\((?:maxsize=)?None\))\n(?:async )?def (\w+)\((.*?)\)"
    unbounded: set[tuple[str, str]] = set()
    for file in Path(banneret.server.__path__[0]).rglob("*.py"):
        unbounded |= {(one[1], one[2]) for one in re.finditer(without, file.read_text(encoding="utf-8"))}
    assert unbounded == {("page_text", ""), ("_trusted", ""), ("_kept", "app: Litestar")}


@pytest.mark.parametrize(
    "body", [b'{"name": "\xff\xfe"}', b"\xff", b'{"name": "\\ud800"}', b"1" * 100_000, b'{"name": 1e999}', b'"\xc3"']
)
async def test_a_body_of_no_characters_or_of_huge_numbers_is_refused(client: Client, body: bytes) -> None:
    path = await in_seat(client, client.app.state.services)
    for method, route in (("POST", "/api/v1/guests"), ("PATCH", "/api/v1/me"), ("POST", f"{path}/chat")):
        answer = await client.request(method, route, content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["title"]) == (400, "bad-request"), (route, answer.text[:200])


@pytest.mark.parametrize("part", ["roads", "scoring", "immediate", "units", "objectives"])
async def test_a_battle_plan_of_any_length_is_refused_at_once(client: Client, part: str) -> None:
    """A plan with 10,000 roads was read for four seconds, and sent in each list of tables."""
    await in_seat(client, client.app.state.services)
    plan = msgspec.to_builtins(scenario("waystone"))
    for times in (200, 1000):
        body = {"rulebook": "battles", "seats": 2, "options": {"scenario": plan | {part: list(plan[part]) * times}}}
        answer = await client.post("/api/v1/tables", json=body)
        if answer.status_code != 413:
            assert (answer.status_code, answer.json()["title"]) == (422, "invalid")
            assert len(answer.text) < 3 * LONGEST


async def test_options_have_a_limit_before_any_game_reads_them(client: Client) -> None:
    await in_seat(client, client.app.state.services)
    body = {"rulebook": "thrones", "seats": 3, "options": {"houses": ["stark"] * (OPTIONS_BYTES // 7)}}
    answer = await client.post("/api/v1/tables", json=body)
    assert answer.status_code == 422
    assert f"at most {OPTIONS_BYTES}" in answer.json()["detail"]
