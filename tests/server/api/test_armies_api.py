"""Army lists over HTTP, built and converted without being stored."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from banneret import armies
from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook
from tests.armies.builders import GAMES, random_draft
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio
CROWD = [{"card": "x", "inside": [{"card": "y"}] * 99}] * 9
BASE = "/api/v1/rulebooks"


async def posted(client: Client, game: str, path: str, body: Any) -> Any:
    answer = await client.post(f"{BASE}/{game}/armies/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
async def test_a_list_is_built_from_what_is_offered(client: Client, game: str) -> None:
    about = (await client.get(f"{BASE}/{game}/armies")).json()
    assert len(about["starters"]) >= 9
    draft: Any = {"faction": about["factions"][0], "points": about["sizes"][-1]}
    sheet = await posted(client, game, "sheet", {"draft": draft})
    assert not sheet["legal"]
    assert sheet["options"] is None
    while sheet["faults"]:
        sheet = await posted(client, game, "sheet", {"draft": sheet["draft"], "edits": sheet["faults"][0]["fixes"][0]})
    assert sheet["legal"]
    assert sheet["options"]["armies"] == [sheet["code"], "random"]
    seats = rulebook(game).seats_at_first()
    assert new_match(game, seats=seats, seed=1, options=sheet["options"]).asking
    offered = next(one for one in sheet["additions"] if one["edits"] and not one.get("refused"))
    more = await posted(client, game, "sheet", {"draft": sheet["draft"], "edits": offered["edits"], "into": "0"})
    assert more["legal"]
    assert any(
        "into" in one["edits"][0] and one["edits"][0]["into"] == "0" for one in more["additions"] if one["edits"]
    )
    text = await posted(client, game, "export", {"draft": more["draft"], "form": "text"})
    again = await posted(client, game, "import", {"text": text["text"]})
    assert again["draft"] == more["draft"]
    by_code = await posted(client, game, "import", {"text": more["code"]})
    assert by_code["draft"]["entries"] == more["draft"]["entries"]
    picture = await client.get(f"{BASE}/{game}/armies/{more['code']}/qr")
    assert picture.headers["content-type"].startswith("image/svg+xml")


async def test_an_import_reports_what_is_not_understood(client: Client) -> None:
    pasted = "House Stark\n40/40\nStark Sworn Swords (5)\nStark Bowmn (6)\n"
    found = await posted(client, "icefire-s6", "import", {"file": base64.b64encode(pasted.encode()).decode()})
    assert [line["text"] for line in found["unread"]] == ["Stark Bowmn (6)"]
    assert found["unread"][0]["near"][0]["card"] == "10205"


async def test_a_random_army_contains_what_is_asked_for(client: Client) -> None:
    wanted = {"faction": "stark", "points": 40, "seed": 3, "including": ["10204"]}
    draft = await posted(client, "icefire-s6", "random", wanted)
    assert "10204" in [entry["card"] for entry in draft["entries"]]


@pytest.mark.parametrize(
    ("path", "body", "problem"),
    [
        ("sheet", {"draft": {"faction": "elves", "points": 40}}, "is not one of"),
        ("sheet", {"draft": {"faction": "stark", "points": 400}}, "points: 400"),
        ("sheet", {"draft": {"faction": "stark", "points": 40}, "into": "7"}, "no card at position"),
        ("sheet", {"draft": {"faction": "stark", "points": 40}, "edits": [{"do": "remove", "at": "7"}]}, "no card at"),
        ("sheet", {"draft": {"faction": "stark", "points": 40, "entries": CROWD}}, "at most 150 cards"),
        ("import", {"text": "nothing"}, "is not the name of a card"),
        ("import", {"file": "!"}, "not base64"),
        ("import", {"text": "x\n" * 500}, "the maximum is 400"),
        ("export", {"draft": {"faction": "stark", "points": 40}, "form": "runes"}, "is not one of text"),
        ("random", {"faction": "stark", "points": 2}, "too few for a Commander"),
        ("random", {"faction": "stark", "points": 40, "including": ["dragon"]}, "dragon"),
    ],
)
async def test_what_is_wrong_is_named(client: Client, path: str, body: Any, problem: str) -> None:
    answer = await client.post(f"{BASE}/icefire-s6/armies/{path}", json=body)
    assert answer.status_code == 422
    assert problem in answer.json()["detail"]


async def test_games_without_lists_have_no_armies(client: Client) -> None:
    for game in ("thrones", "nothing"):
        assert (await client.get(f"{BASE}/{game}/armies")).status_code == 404
    assert (await client.get(f"{BASE}/runewars/armies/dl200-xx/qr")).status_code == 422


@pytest.mark.slow
async def test_a_hostile_list_is_checked_in_bounded_time(client: Client) -> None:
    """The search for fixes tries a fixed number of changes, however many faults a list has."""
    builder = armies.builder("icefire-s6")
    draft = random_draft(builder, 0)
    units = [{"card": draft.entries[0].card, "section": "units"}] * 99
    crowded = {"faction": "lannister", "points": 1, "entries": units}
    sheet = await posted(client, "icefire-s6", "sheet", {"draft": crowded})
    assert not sheet["legal"]
