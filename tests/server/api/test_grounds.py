"""Grounds of drawings: shared by matches, at an address with the hash of their content."""

from __future__ import annotations

import gzip

import pytest

from banneret.kernel.registry import rulebook, rulebooks
from banneret.server.api.grounds import address_of
from banneret.show.showing import showing_of
from tests.server.api.test_placing import Player
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio

LARGEST = 250 * 1024
"""The most bytes of a ground over the wire."""


async def test_matches_share_a_ground_that_is_kept_for_a_year(client: Client) -> None:
    ann = await Player.come(client, "Ann")
    made = await ann.post("/tables", rulebook="thrones", seats=3, places=[{"me": True}] * 3)
    address = f"/api/v1/tables/{made.json()['id']}/ground"
    found = await client.get(address, headers=ann.headers, follow_redirects=False)
    assert found.status_code == 302
    ground = await client.get(found.headers["location"])
    assert "immutable" in ground.headers["cache-control"]
    assert ground.headers["content-encoding"] == "gzip"
    assert ground.text.startswith("<svg")
    assert found.headers["location"] == address_of("thrones", ground.text)
    plain = await client.get(found.headers["location"], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == ground.text


@pytest.mark.parametrize("address", ["thrones/grounds/0", "no-game/grounds/0"])
async def test_an_unknown_ground_is_not_found(client: Client, address: str) -> None:
    assert (await client.get(f"/api/v1/rulebooks/{address}")).status_code == 404


@pytest.mark.parametrize("book", [one.id for one in rulebooks()])
def test_grounds_are_small_enough(book: str) -> None:
    for ground in showing_of(rulebook(book)).grounds():
        assert len(gzip.compress(ground.encode(), 9)) <= LARGEST
