"""The cards of games over HTTP."""

from __future__ import annotations

import pytest

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
