"""The cards of games over HTTP."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from banneret.kernel.registry import rulebooks
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio


async def test_cards_of_a_game_are_served(client: Client) -> None:
    cards = (await client.get("/api/v1/rulebooks/thrones/cards")).json()
    stannis = next(card for card in cards if card["id"] == "stannis-baratheon")
    assert stannis["faction"] == "baratheon"
    assert stannis["texts"][0]["id"] == "rule.thrones:card.stannis-baratheon"
    one = await client.get("/api/v1/rulebooks/thrones/cards/stannis-baratheon")
    assert one.json() == stannis
    assert "max-age" in one.headers["cache-control"]


async def test_unknown_card_is_not_found(client: Client) -> None:
    assert (await client.get("/api/v1/rulebooks/thrones/cards/nobody")).status_code == 404


@pytest.mark.parametrize("book", [one.id for one in rulebooks()])
async def test_a_game_has_a_picture(client: Client, book: str) -> None:
    found = await client.get(f"/api/v1/rulebooks/{book}/picture")
    assert found.status_code == 200
    assert found.headers["content-type"] == "image/svg+xml"
    assert "max-age" in found.headers["cache-control"]
    drawn = ElementTree.fromstring(found.text)  # noqa: S314  # our own drawing
    assert len(list(drawn.iter())) > 100  # a position, not an empty sheet


async def test_an_unknown_game_has_no_picture(client: Client) -> None:
    assert (await client.get("/api/v1/rulebooks/chess/picture")).status_code == 404
