"""The cards of games over HTTP."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from banneret.kernel.registry import rulebooks
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio


async def test_cards_of_a_game_are_served(client: Client) -> None:
    page = (await client.get("/api/v1/rulebooks/thrones/cards")).json()
    assert page["total"] == len(page["cards"])
    assert page["next"] is None
    stannis = next(card for card in page["cards"] if card["id"] == "stannis-baratheon")
    assert stannis["faction"] == "baratheon"
    assert stannis["texts"][0]["id"] == "rule.thrones:card.stannis-baratheon"
    one = await client.get("/api/v1/rulebooks/thrones/cards/stannis-baratheon")
    assert one.json() == stannis
    assert "max-age" in one.headers["cache-control"]


async def test_cards_are_selected_by_all_filters(client: Client) -> None:
    address = "/api/v1/rulebooks/thrones/cards"
    units = (await client.get(address, params={"kind": "unit", "cost_from": 2})).json()["cards"]
    assert {card["kind"] for card in units} == {"unit"}
    assert all(card["cost"] >= 2 for card in units)
    found = (await client.get(address, params={"faction": "stark", "words": "ROBB"})).json()["cards"]
    assert [card["id"] for card in found] == ["robb-stark"]
    german = {"words": "winterfell heimatgebiet", "kind": "house", "lang": "de"}
    assert [card["id"] for card in (await client.get(address, params=german)).json()["cards"]] == ["stark"]
    assert (await client.get(address, params={"kind": "nothing"})).json() == {"cards": [], "total": 0, "next": None}


async def test_cards_are_served_in_pages(client: Client) -> None:
    address = "/api/v1/rulebooks/thrones/cards"
    whole = (await client.get(address)).json()["cards"]
    found: list[Any] = []
    offset: int | None = 0
    while offset is not None:
        page = (await client.get(address, params={"offset": offset, "limit": 40})).json()
        assert page["total"] == len(whole)
        found += page["cards"]
        offset = page["next"]
    assert found == whole


@pytest.mark.parametrize("path", ["", "/stannis-baratheon"])
async def test_known_cards_are_not_sent_again(client: Client, path: str) -> None:
    address = f"/api/v1/rulebooks/thrones/cards{path}"
    tag = (await client.get(address)).headers["etag"]
    again = await client.get(address, headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    assert (await client.get(address, headers={"if-none-match": '"other"'})).status_code == 200


async def test_unknown_card_is_not_found(client: Client) -> None:
    for path in ("nobody", "nobody/picture"):
        assert (await client.get(f"/api/v1/rulebooks/thrones/cards/{path}")).status_code == 404


async def test_picture_of_a_card_is_served(client: Client) -> None:
    found = await client.get("/api/v1/rulebooks/thrones/cards/march-zero/picture")
    assert found.status_code == 200
    assert found.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert ElementTree.fromstring(found.text).tag.endswith("svg")  # noqa: S314  # our own drawing


@pytest.mark.parametrize("book", [one.id for one in rulebooks()])
async def test_a_game_has_a_picture(client: Client, book: str) -> None:
    found = await client.get(f"/api/v1/rulebooks/{book}/picture")
    assert found.status_code == 200
    assert found.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert "max-age" in found.headers["cache-control"]
    drawn = ElementTree.fromstring(found.text)  # noqa: S314  # our own drawing
    assert len(list(drawn.iter())) > 100  # a position, not an empty sheet
    wide = await client.get(f"/api/v1/rulebooks/{book}/picture?wide=true")
    assert wide.status_code == 200


async def test_the_picture_of_a_game_refuses_a_wrong_width(client: Client) -> None:
    assert (await client.get("/api/v1/rulebooks/thrones/picture?wide=perhaps")).status_code == 400


async def test_an_unknown_game_has_no_picture(client: Client) -> None:
    assert (await client.get("/api/v1/rulebooks/chess/picture")).status_code == 404
