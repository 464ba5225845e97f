"""Addresses outside the API: browsers get the page, programs get a problem."""

from __future__ import annotations

import pytest

from tests.server.conftest import Client

pytestmark = pytest.mark.anyio

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


async def test_a_browser_at_an_unknown_address_gets_the_page(client: Client) -> None:
    known, unknown = await client.get("/", headers=BROWSER), await client.get("/no/such/place", headers=BROWSER)
    assert (known.status_code, unknown.status_code) == (200, 404)
    assert unknown.headers["content-type"].startswith("text/html")
    assert unknown.text == known.text


@pytest.mark.parametrize("path", ["/api/v1/nowhere", "/assets/nothing.js"])
async def test_below_the_api_a_browser_gets_a_problem(client: Client, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert "html" not in answer.headers["content-type"]


async def test_a_program_at_an_unknown_address_gets_a_problem(client: Client) -> None:
    answer = await client.get("/no/such/place", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["title"]) == (404, "not-found")
