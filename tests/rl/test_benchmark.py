"""The benchmark: its tasks, agents, results and leaderboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from banneret.bots.benchmark_tasks import BenchmarkTask, all_tasks, tasks_of
from banneret.bots.match_runner import ILLEGAL, LATE, RAISED
from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.rl import Observer
from banneret.rl.agents import AgentError, agent_factory
from banneret.rl.benchmark import Played, play_match, play_task, result_of
from banneret.rl.leaderboard import Leaderboard
from tests.commands import run

ROOT = Path(__file__).parents[2]
AGENTS = "tests.rl.bench_agents"
TASK = "thrones-three-random"
COIN = BenchmarkTask(id="coin", game="hidden-coin", opponents="random", seeds=4)


def played(agent: str, task: BenchmarkTask = COIN, **changes: Any) -> list[Played]:
    return list(play_task(agent, msgspec.structs.replace(task, **changes)))


def test_every_game_has_tasks_whose_matches_can_be_created() -> None:
    tasks = all_tasks()
    assert {task.game for task in tasks.values()} == set(rulebook_ids())
    assert {task.opponents for task in tasks.values()} == {"random", "greedy"}
    for id, task in tasks.items():
        assert id == task.id
        assert task.games >= 60
        (match,) = [rulebook(task.game).options(task.options, task.seat_count)]
        assert match is not None
    seeds = {(task.game, seed) for task in tasks.values() for seed in range(task.first_seed, task.first_seed + 50)}
    assert len(seeds) >= 400


def test_each_seed_is_played_from_each_seat() -> None:
    task = all_tasks()[TASK]
    assert [task.match(number) for number in (0, 1, 2, 3)] == [(31001, 0), (31001, 1), (31001, 2), (31002, 0)]
    assert task.games == 120


def test_a_game_of_another_package_has_tasks_too(hidden_coin: str) -> None:
    random, greedy = tasks_of(rulebook(hidden_coin))
    assert (random.id, random.games, greedy.opponents) == ("hidden-coin-random", 100, "greedy")


@pytest.mark.usefixtures("hidden_coin")
@pytest.mark.parametrize("agent", ["random", f"{AGENTS}:Indexed", f"{AGENTS}:Choosing"])
def test_agents_of_every_kind_play_the_same_whenever_they_are_measured(agent: str) -> None:
    found = [result_of(agent, COIN, played(agent)) for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0].games, found[0].replaced, found[0].chance) == (8, 0, 0.5)


@pytest.mark.slow
def test_a_player_equal_to_its_opponents_wins_exactly_its_share() -> None:
    task = msgspec.structs.replace(all_tasks()[TASK], seeds=2)
    result = result_of("random", task, played("random", task))
    assert result.share == pytest.approx(1 / 3, abs=1e-4)
    assert result.place == 2
    assert result.low < 1 / 3 < result.high


def test_an_index_is_one_of_the_page_that_the_agent_has_seen() -> None:
    task = BenchmarkTask(id="siege", game="thrones", seats=3, seeds=1)
    match = play_match(task, 1, agent_factory(f"{AGENTS}:Indexed"), Observer(rulebook("thrones")))
    assert match.trouble is None
    assert match.decisions > 20


@pytest.mark.usefixtures("hidden_coin")
@pytest.mark.parametrize(
    ("agent", "kind", "detail"),
    [
        ("Raising", RAISED, "OSError: no model"),
        ("OutOfRange", ILLEGAL, "act returned 512, but there are"),
        ("Worded", ILLEGAL, "act returned 'left', not an index"),
        ("Illegal", ILLEGAL, "'castle kingside' is not allowed"),
    ],
)
def test_an_agent_that_fails_is_replaced(agent: str, kind: str, detail: str) -> None:
    matches = played(f"{AGENTS}:{agent}")
    troubles = [one.trouble for one in matches if one.trouble is not None]
    assert troubles
    assert troubles[0].kind == kind
    assert detail in troubles[0].detail
    assert result_of(agent, COIN, matches).replaced == len(troubles)


@pytest.mark.usefixtures("hidden_coin")
def test_an_agent_that_needs_too_much_time_is_replaced() -> None:
    for one in played(f"{AGENTS}:Indexed", seconds=0.0):
        assert one.trouble is None or one.trouble.kind == LATE
        assert one.decisions == 1


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("nobody", "unknown bot 'nobody'.*module:Agent"),
        ("no.such:Agent", "ModuleNotFoundError"),
        (f"{AGENTS}:Missing", "AttributeError"),
        (f"{AGENTS}:NUMBER", "int is not callable"),
        (f"{AGENTS}:broken", "ValueError: weights are missing"),
        (f"{AGENTS}:Silent", "Silent has neither act"),
        ("search:0", "no valid budget"),
    ],
)
def test_a_bad_agent_is_reported_before_any_match(agent: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        agent_factory(agent)


@pytest.mark.slow
def test_the_command_writes_a_leaderboard_that_is_the_same_when_played_again(tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    arguments = ("benchmark", TASK, "--games", 3, "--leaderboard", board)
    for agent in ("random", f"{AGENTS}:Indexed"):
        done = run(*arguments, "--agent", agent, "--json")
        assert done.code == 0, done.err
        assert [one["agent"] for one in json.loads(done.out)] == [agent]
    written = board.read_bytes()
    again = run("benchmark", "--again", "--leaderboard", board)
    assert (again.code, board.read_bytes()) == (0, written)
    assert "2 results played again; none changed." in again.err
    changed = json.loads(written)
    changed["results"][0]["share"] = 0.9
    board.write_text(json.dumps(changed))
    again = run("benchmark", "--again", "--leaderboard", board)
    assert board.read_bytes() == written
    assert "1 changed" in again.err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("chess", "--agent", "random"), 2, "unknown task 'chess'"),
        ((), 2, "give an agent"),
        (("--again",), 2, "requires the leaderboard"),
        ((TASK, "--agent", "no.such:Agent"), 1, "Error: no.such:Agent: ModuleNotFoundError"),
        (("--again", "--leaderboard", "other.json"), 1, "is not a leaderboard"),
        (("--again", "--leaderboard", "old.json"), 1, "results of version 0"),
        (("--again", "--leaderboard", "missing.json"), 1, "No such file"),
    ],
)
def test_wrong_arguments_are_reported(
    arguments: tuple[str, ...], code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.json").write_text('{"results": 3}')
    Path("old.json").write_text('{"version": 0, "results": []}')
    done = run("benchmark", *arguments)
    assert done.code == code
    assert message in " ".join(done.err.replace("│", " ").split())


def test_a_result_that_has_not_changed_keeps_its_date(tmp_path: Path) -> None:
    first = result_of("random", all_tasks()[TASK], [Played(place=1, win=1.0, decisions=3, seconds=0.1)] * 4)
    board, file = Leaderboard(), tmp_path / "board.json"
    assert board.add(first, "2026-01-01")
    assert not board.add(first, "2026-02-02")
    board.write(file)
    again = Leaderboard.read(file)
    assert [one.date for one in again.results] == ["2026-01-01"]
    assert again.add(msgspec.structs.replace(first, share=0.5), "2026-03-03")
    assert [one.date for one in again.results] == ["2026-03-03"]
    assert "| 2026-03-03 |" in again.table()


def test_the_tasks_are_listed() -> None:
    done = run("benchmark", "battles", "--list")
    assert done.code == 0
    assert "battles-kingsroad-random" in done.out
    assert "scenario=clash-on-the-kingsroad" in done.out


def test_the_page_shows_the_leaderboard() -> None:
    board = Leaderboard.read(ROOT / "docs" / "measured" / "benchmark.json", must_exist=True)
    page = (ROOT / "docs" / "benchmark.md").read_text("utf-8")
    assert board.table() in page
    known = all_tasks()
    assert {one.task for one in board.results} <= set(known)
    rows = set(re.findall(r"^\| `([a-z0-9-]+)` \| [A-Z]", page, flags=re.MULTILINE))
    assert rows == set(known)
