"""The example of a game from outside, installed from its wheel beside that of banneret, can do all that ours can."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.commands import PATIENCE
from tests.outside.environment import EXAMPLE, Environment
from tests.server.processes import serving

pytestmark = pytest.mark.slow


def test_both_are_installed_and_the_game_is_listed(outside: Environment) -> None:
    where = outside.run("-c", "import banneret, hidden_coin; print(banneret.__file__, hidden_coin.__file__)")
    assert where.out.count(str(outside.folder)) == 2, where
    listed = outside.banneret("rulebooks")
    assert (listed.code, listed.err) == (0, "")
    ids = [line.partition(" ")[0] for line in listed.out.splitlines()]
    assert ids == ["battles", "hidden-coin", "icefire-2021", "icefire-s6", "runewars", "thrones"]
    rules = outside.banneret("rules", "hidden-coin")
    assert "nobody else sees which one" in " ".join(rules.out.split())


def test_it_is_played_in_the_terminal(outside: Environment, tmp_path: Path) -> None:
    options = ("--you", "gold,silver", "--seed", "3", "--option", "rounds=1", "--save", tmp_path / "one.jsonl")
    done = outside.banneret("play", "hidden-coin", *options, stdin="hide left\nguess left\n", cwd=tmp_path)
    assert done.code == 0, done
    assert "The coin was in this hand: left." in done.out
    record = tmp_path / "one.jsonl"
    replayed = outside.banneret("replay", record)
    assert replayed.code == 0, replayed
    assert "Round 1" in replayed.out
    german = outside.banneret("replay", record, "--language", "de")
    assert "Die Münze war in dieser Hand: links." in german.out


def test_bots_play_it_many_times_and_in_an_arena(outside: Environment, tmp_path: Path) -> None:
    done = outside.banneret("simulate", "hidden-coin", "--games", 20, "--jobs", 1, "--out", tmp_path / "games.jsonl")
    assert done.code == 0, done
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 20
    arena = ("--bots", "random,greedy", "--games", 4, "--jobs", 2, "--out", tmp_path / "arena", "--json")
    done = outside.banneret("arena", "hidden-coin", *arena)
    assert done.code == 0, done
    assert {"random", "greedy"} <= set(json.dumps(json.loads(done.out)).replace('"', " ").split())


def test_its_own_tests_and_the_conformance_suite_pass(outside: Environment, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    done = outside.run("-m", "pytest", "-v", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path, cwd=tmp_path)
    assert done.code == 0, done.out
    assert "TestConformance::test_offers_equal_refusals[2 seats, seed 0] PASSED" in done.out
    assert "skipped" not in done.out
    assert "failed" not in done.out


def test_it_is_served_at_a_table(outside: Environment, tmp_path: Path) -> None:
    with serving(tmp_path, python=outside.python) as served, httpx.Client(
        base_url=f"{served.url.rstrip('/')}/api/v1", trust_env=False, timeout=PATIENCE
    ) as client:  # fmt: skip  # the two belong together
        token = client.post("/guests?token=true", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        assert "hidden-coin" in [book["id"] for book in client.get("/rulebooks").json()]
        assert client.get("/rulebooks/hidden-coin/texts/hu").json()["ask.guess"] == "Hol van az érme?"
        wanted = {"rulebook": "hidden-coin", "seats": 2, "places": [{"me": True}, {"bot": "beginner"}]}
        table = client.post("/tables", json=wanted).json()["id"]
        assert client.get(f"/tables/{table}/ground").text.startswith("<svg")
        page = served.get(f"/tables/{table}")
        assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (200, "text/html")
        while not (state := _state(client, table))["view"]["outcome"]:
            for ask in state["asks"]:
                answer = {"seat": ask["seat"], "ask": ask["id"], "do": ask["options"][0]["do"]}
                assert client.post(f"/tables/{table}/answers", json=answer).is_success
        assert sorted(seat for place in state["view"]["outcome"]["places"] for seat in place) == [0, 1]
    assert "game not available" not in served.log.read_text()


def _state(client: httpx.Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/tables/{table}/view", params={"seats": "0"}).json()["state"]
    return found
