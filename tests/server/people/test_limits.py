"""Who may ask, from where and how often; and what every answer says to a browser."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from banneret.server.people.limits import CSP
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.conftest import Client, in_process
from tests.server.playing import Moment

pytestmark = pytest.mark.anyio


async def test_who_is_nobody_is_refused_and_told_how_to_come_in(client: Client) -> None:
    answer = await client.get("/api/v1/me")
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"] == "urn:banneret:problem:not-signed-in"


async def test_a_cookie_is_out_of_reach_of_scripts_and_other_sites(client: Client) -> None:
    answer = await client.post("/api/v1/guests", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert answer.json()["token"] is None
    assert (await client.get("/api/v1/me")).json()["name"] == "Ann"


@pytest.mark.parametrize("token", ["x" * 43, "x", "é" * 43, "x" * 5000])
async def test_a_forged_cookie_or_token_is_nobody(client: Client, token: str) -> None:
    answer = await client.get("/api/v1/me", headers={b"Authorization": f"Bearer {token}".encode()})
    assert answer.status_code == 401
    client.cookies.set("banneret", token.encode("ascii", "replace").decode())
    assert (await client.get("/api/v1/me")).status_code == 401


async def test_nothing_is_changed_from_a_page_of_another_site(client: Client) -> None:
    for origin in ("https://elsewhere.example", "null", "http://testserver.local.evil.example"):
        answer = await client.post("/api/v1/guests", json={"name": "Ann"}, headers={"Origin": origin})
        assert answer.status_code == 403
        assert answer.json()["title"] == "not-allowed"
    ours = await client.post("/api/v1/guests", json={"name": "Ann"}, headers={"Origin": "http://testserver.local"})
    assert ours.status_code == 201
    assert (await client.get("/api/v1/rulebooks", headers={"Origin": "https://elsewhere.example"})).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "elsewhere"])
async def test_nothing_is_changed_from_another_site_that_sends_no_origin(client: Client, site: str) -> None:
    answer = await client.post("/api/v1/guests", json={"name": "Ann"}, headers={"Sec-Fetch-Site": site})
    assert (answer.status_code, answer.json()["title"]) == (403, "not-allowed")


@pytest.mark.parametrize("site", ["same-origin", "none"])
async def test_a_browser_on_our_own_page_may_leave_the_origin_out(client: Client, site: str) -> None:
    answer = await client.post("/api/v1/guests", json={"name": "Ann"}, headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 201


async def test_every_answer_has_the_headers_that_hold_a_browser_back(client: Client) -> None:
    for path in ("/", "/api/v1/rulebooks", "/api/v1/me", "/api/v1/nowhere", "/livez"):
        answer = await client.get(path)
        assert answer.headers["content-security-policy"] == CSP
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
    assert "unsafe" not in CSP
    assert "http" not in CSP


async def test_every_text_names_its_characters(client: Client) -> None:
    paths = ["/", "/banneret.svg", "/livez", "/metrics", "/api/v1/rulebooks/battles/cards?words=a"]
    page = (await client.get("/")).text
    paths += re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
    for path in paths:
        kind = (await client.get(path)).headers["content-type"]
        if kind.startswith("text/") or kind.endswith("xml"):
            assert "charset=utf-8" in kind, path
    assert (await client.get("/banneret.svg")).headers["content-type"] == "image/svg+xml; charset=utf-8"


async def test_what_is_no_json_or_of_another_form_is_said_where_and_why(client: Client) -> None:
    for body, told in ((b"{", "truncated"), (b'{"nam": 1}', "unknown field"), (b'{"name": 1}', "Expected `str`")):
        answer = await client.post("/api/v1/guests", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert told in answer.text


async def test_a_body_that_is_too_large_is_refused(client: Client, settings: Settings) -> None:
    answer = await client.post("/api/v1/guests", json={"name": "x" * (settings.body_limit + 1)})
    assert answer.status_code == 413


async def test_too_many_attempts_to_sign_in_are_refused_for_a_while(tmp_path: Path, moment: Moment) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/rate.sqlite3", rate_signing=5)
    async with in_process(Services(settings, clock=moment)) as client:
        body = {"login": "nobody", "password": "wrong horse"}
        answers = [(await client.post("/api/v1/sign-in", json=body)).status_code for _ in range(7)]
        assert answers == [401] * 5 + [429] * 2
        late = await client.post("/api/v1/sign-in", json=body)
        assert 0 < late.json()["retry_ms"] <= 60_000
        moment.pass_seconds(60)
        assert (await client.post("/api/v1/sign-in", json=body)).status_code == 401


async def test_an_account_is_made_signed_out_of_and_into_again(client: Client) -> None:
    await client.post("/api/v1/guests", json={"name": "Ann"})
    account = {"login": "ann", "password": "correct horse"}
    assert (await client.post("/api/v1/accounts", json=account)).status_code == 201
    assert (await client.post("/api/v1/sign-out")).status_code == 204
    assert (await client.get("/api/v1/me")).status_code == 401
    again = await client.post("/api/v1/sign-in", json=account)
    assert again.json()["name"] == "Ann"
    sessions = (await client.get("/api/v1/sessions")).json()
    assert [one["current"] for one in sessions] == [True]
    assert (await client.get("/api/v1/me/export")).json()["person"]["login"] == "ann"
    changed = await client.patch("/api/v1/me", json={"name": "Anna", "language": "de"})
    assert (changed.json()["name"], changed.json()["language"]) == ("Anna", "de")
    assert (await client.patch("/api/v1/me", json={"language": "xx"})).status_code == 422
    assert (await client.post("/api/v1/me/deletion", json={"password": "correct horse"})).status_code == 204
    assert (await client.get("/api/v1/me")).status_code == 401


@pytest.mark.parametrize(
    ("rate", "method", "path", "body"),
    [
        ("rate_reads", "GET", "/api/v1/bots", None),
        ("rate_reads", "GET", "/api/v1/tables/nothing/view", None),
        ("rate_answers", "POST", "/api/v1/tables/nothing/answers", {"seat": 0, "ask": "a", "do": "b"}),
        ("rate_answers", "POST", "/api/v1/tables/nothing/undo", {"seat": 0}),
        ("rate_answers", "POST", "/api/v1/tables", {"rulebook": "nothing", "seats": 3}),
        ("rate_answers", "PATCH", "/api/v1/me", {"name": "Bea"}),
        ("rate_questions", "POST", "/api/v1/tables/nothing/check", {"seat": 0, "ask": "a", "do": "b"}),
        ("rate_questions", "POST", "/api/v1/tables/nothing/suggest", {"seat": 0, "ask": "a"}),
        ("rate_questions", "POST", "/api/v1/tables/nothing/preview", {"seat": 0, "ask": "a"}),
        ("rate_questions", "POST", "/api/v1/tables/nothing/sample", {"seat": 0, "ask": "a"}),
        ("rate_chat", "POST", "/api/v1/tables/nothing/chat", {"text": "hello"}),
        ("rate_signing", "POST", "/api/v1/guests", {"name": "Ann"}),
        ("rate_signing", "POST", "/api/v1/sign-in", {"login": "nobody", "password": "wrong horse"}),
        ("rate_signing", "POST", "/api/v1/accounts", {"login": "ann", "password": "short"}),
        ("rate_signing", "PUT", "/api/v1/me/password", {"old": "one", "new": "other"}),
    ],
)
async def test_each_rate_counts_what_it_is_for(
    tmp_path: Path, moment: Moment, rate: str, method: str, path: str, body: object
) -> None:
    settings = msgspec.structs.replace(Settings(database=f"sqlite:///{tmp_path}/rate.sqlite3"), **{rate: 3})
    async with in_process(Services(settings, clock=moment)) as client:
        await client.post("/api/v1/guests", json={"name": "Ann"})
        before = 1 if rate == "rate_signing" else 0
        answers = [await client.request(method, path, json=body) for _ in range(4 - before)]
        assert [one.status_code == 429 for one in answers] == [False] * (3 - before) + [True]
        assert answers[-1].json()["title"] == "too-many"
        assert 0 < answers[-1].json()["retry_ms"] <= 60_000
        moment.pass_seconds(60)
        assert (await client.request(method, path, json=body)).status_code != 429
