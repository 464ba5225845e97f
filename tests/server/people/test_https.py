"""Over HTTPS: the cookie is out of reach of sibling domains and of plain HTTP, which browsers do not use again."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from banneret.server.people.credentials import PLAIN_UNTIL_MS
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.conftest import Client, in_process
from tests.server.playing import Moment

pytestmark = pytest.mark.anyio

URL = "https://play.example.org"
HOST = "__Host-banneret"


@pytest.fixture
async def secure(settings: Settings, moment: Moment) -> AsyncIterator[Client]:
    """Return a client of a server with an https address, whose host has not set `secure_cookies`."""
    settings = replace(settings, public_url=URL)
    assert not settings.secure_cookies
    async with in_process(Services(settings, clock=moment), URL) as made:
        yield made


async def test_the_cookie_is_for_https_and_this_host_alone(secure: Client) -> None:
    answer = await secure.post("/api/v1/guests", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{HOST}=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie
    assert (await secure.get("/api/v1/me")).status_code == 200
    gone = await secure.post("/api/v1/sign-out")
    assert gone.headers["set-cookie"].startswith(f'{HOST}=""; ')
    assert "Secure" in gone.headers["set-cookie"]


async def test_a_cookie_planted_by_a_sibling_domain_is_nobody(secure: Client, moment: Moment) -> None:
    moment.now = PLAIN_UNTIL_MS
    made = await secure.post("/api/v1/guests?token=true", json={"name": "Eve"})
    planted = {"Cookie": f"banneret={made.json()['token']}"}
    assert (await secure.get("/api/v1/me", headers=planted)).status_code == 401
    moment.now = PLAIN_UNTIL_MS - 1
    made = await secure.post("/api/v1/guests?token=true", json={"name": "Ann"})
    kept = {"Cookie": f"banneret={made.json()['token']}"}  # a guest of an earlier version keeps its seats
    assert (await secure.get("/api/v1/me", headers=kept)).status_code == 200
    both = {"Cookie": f"banneret={made.json()['token']}; {HOST}=x"}
    assert (await secure.get("/api/v1/me", headers=both)).status_code == 401


async def test_browsers_come_back_over_https_only(secure: Client, client: Client) -> None:
    for path in ("/", "/api/v1/me", "/api/v1/nowhere", "/livez"):
        assert (await secure.get(path)).headers["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in (await client.get("/")).headers
