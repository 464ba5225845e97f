"""Ladders: every pair meets with exchanged seats; files continue; bad arguments are explained."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from banneret.sim.ladder import Ladder, climb, ladder_of, ladder_plan
from banneret.sim.ladder_file import LadderError, LadderGame
from banneret.sim.ladder_plan import LadderPlan
from tests.commands import run

BOTS = ("random", "legacy-easy", "beginner")
ARGUMENTS = ("ladder", "thrones", "--seats", 3, "--jobs", 1, "--bots", "random,legacy-easy", "--games", 2)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_pair_meets_twice_in_each_deal_with_exchanged_seats(seats: int) -> None:
    plan = LadderPlan("thrones", seats, BOTS, seed=5)
    met: Counter[tuple[str, ...]] = Counter()
    for game in range(0, 24, 2):
        first, second = plan.line_up(game), plan.line_up(game + 1)
        assert plan.deal(game) == plan.deal(game + 1)
        assert len(set(first)) == 2
        assert all(one != other for one, other in zip(first, second, strict=True))
        met[tuple(sorted(set(first)))] += 1
    assert set(met.values()) == {4}
    assert len(met) == 3
    assert [plan.deal(game) for game in (0, 5, 6, 12)] == [0, 0, 1, 2]


def test_a_deal_draws_the_sides_of_a_large_table() -> None:
    plan = LadderPlan("thrones", 6, ("a", "b"), seed=1)
    assert len({plan.line_up(2 * deal) for deal in range(12)}) > 4
    assert all(plan.line_up(2 * deal).count("a") == 3 for deal in range(12))


def _found(plan: LadderPlan, *places: tuple[int, ...]) -> Ladder:
    games = [
        LadderGame(game=number, bots=plan.line_up(number), day=f"2026-11-{number + 10}", places=one)
        for number, one in enumerate(places)
    ]
    return ladder_of(plan, games)


def test_the_result_of_a_pair_is_that_of_its_games() -> None:
    plan = LadderPlan("battles", 2, ("one", "two"), seed=1)
    wins = [(0, 1) if plan.line_up(game)[0] == "two" else (1, 0) for game in range(8)]
    shown = _found(plan, *wins, (0, 0), (1, 0))
    assert [rung.bot for rung in shown.rungs] == ["two", "one"]
    (meeting,) = shown.meetings
    won = 8.5 + (plan.line_up(9)[1] == "two")
    assert (meeting.bot, meeting.other, meeting.games) == ("two", "one", 10)
    assert meeting.share == pytest.approx(won / 10)
    assert meeting.low < meeting.share < meeting.high
    assert meeting.places == pytest.approx((8 + (1 if won > 9 else -1)) / 10)
    assert meeting.places_low is not None
    assert meeting.places_low < meeting.places
    assert (shown.first_day, shown.last_day, shown.games) == ("2026-11-10", "2026-11-19", 10)
    better, worse = shown.rungs
    assert better.mu is not None
    assert worse.mu is not None
    assert better.mu > worse.mu


def test_a_file_is_continued_and_not_mixed_up(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    plan = ladder_plan("thrones", bots=["random", "legacy-easy"], seats=3, seed=3)
    whole = list(climb(plan, 2))[-1]
    going = climb(plan, 2, out=file)
    assert [next(going).games for _ in range(3)] == [0, 1, 2]
    going.close()
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    file.write_bytes(b"".join(lines[:2]) + lines[2][:9])  # a line that was cut off
    steps = list(climb(plan, 2, out=file))
    assert [shown.games for shown in steps] == [1, 2, 3, 4]
    assert steps[-1].rungs == whole.rungs
    assert steps[-1].meetings == whole.meetings
    assert list(climb(plan, 1, out=file))[-1].games == 2  # fewer games than there are
    assert len(file.read_bytes().splitlines()) == 5
    with pytest.raises(LadderError, match=r"ladder\.jsonl holds another ladder: it differs in bots, seed;"):
        list(climb(LadderPlan("thrones", 3, ("greedy", "random"), seed=4), 1, out=file))
    file.write_bytes(file.read_bytes().replace(b'"game":1', b'"game":7'))
    with pytest.raises(LadderError, match="line 3: expected game 1 of this ladder"):
        list(climb(plan, 2, out=file))
    for content in (b"a letter\n", b"a letter", b"[]\n"):
        file.write_bytes(content)
        with pytest.raises(LadderError, match="line 1: not the file of a ladder"):
            list(climb(plan, 2, out=file))
        assert file.read_bytes() == content
    with pytest.raises(LadderError, match="is a folder"):
        list(climb(plan, 1, out=tmp_path))


def test_the_command_prints_tables(tmp_path: Path) -> None:
    done = run(*ARGUMENTS, "--out", tmp_path / "l.jsonl")
    assert (done.code, done.err) == (0, "")
    assert "random" in done.out
    assert "places better" in done.out
    assert "thrones, 3 seats, from seed 1: 2 games, 20" in done.out
    again = run(*ARGUMENTS, "--out", tmp_path / "l.jsonl", "--json")
    found = json.loads(again.out)
    assert found["games"] == 2
    assert {rung["bot"] for rung in found["rungs"]} == {"random", "legacy-easy"}
    table = run(*ARGUMENTS, "--out", tmp_path / "l.jsonl", "--markdown").out.splitlines()
    assert table[0].startswith("| bot | rating | 95% interval | games |")
    assert {line.split(" | ")[0] for line in table[2:4]} == {"| `random`", "| `legacy-easy`"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--bots", "genius,random"), "--bots: unknown bot 'genius'; choose from beginner, casual, skilled"),
        (("--bots", "random"), "--bots: a ladder needs at least two bots, not only random"),
        (("--bots", "random,random"), "--bots: random is named more than once"),
        (("--games", 3), "--games: 3 is odd; a pair plays each deal twice"),
        (("--seats", 9), "--seats: 9 is not supported"),
        (("--option", "nothing=1"), "--option: "),
        (("--json", "--markdown"), "--markdown: cannot be combined with --json"),
    ],
)
def test_bad_arguments_are_explained(given: tuple[object, ...], said: str) -> None:
    done = run(*ARGUMENTS, *given)
    assert done.code == 2
    assert said in " ".join(done.err.split()).replace("Invalid value for ", "")
