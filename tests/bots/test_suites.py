"""Tactical suites: every problem is sound, and bots are scored."""

from __future__ import annotations

import json
from collections import Counter
from fnmatch import fnmatchcase

import pytest

from banneret.bots.suites import Problem, attempts, read_suite, scores, suite_of
from banneret.content.datafile import DataError, DataFile
from banneret.kernel import notation
from banneret.kernel.registry import rulebook, rulebook_ids
from tests.commands import run

SUITES = [game for game in rulebook_ids() if suite_of(rulebook(game))]
PROBLEMS = [(game, problem) for game in SUITES for problem in suite_of(rulebook(game))]


@pytest.mark.parametrize(("game", "problem"), PROBLEMS, ids=[f"{game}:{problem.id}" for game, problem in PROBLEMS])
def test_a_problem_has_legal_answers_of_both_kinds(game: str, problem: Problem) -> None:
    match = problem.match(rulebook(game))
    options = [notation.write(option) for option in match.asking[problem.seat].options]
    for pattern in (*problem.find, *problem.avoid):
        assert any(fnmatchcase(option, pattern) for option in options), pattern
    assert 0 < sum(map(problem.solved_by, options)) < len(options)
    assert problem.why.endswith(".")


def test_a_suite_has_many_problems_and_holds_a_third_back() -> None:
    assert {"battles", "icefire-2021", "icefire-s6", "runewars", "thrones"} <= set(SUITES)
    for game in SUITES:
        problems = suite_of(rulebook(game))
        assert len(problems) >= 60
        assert min(Counter(problem.theme for problem in problems).values()) >= 4
        assert 0.25 < sum(problem.held_out for problem in problems) / len(problems) < 0.42


def test_the_shared_table_completes_positions_and_unknown_tables_are_refused() -> None:
    one = {"id": "a", "theme": "b", "seat": 0, "find": ["pass"], "why": "c."}
    content = {"shared": {"step": "x", "plan": {"rounds": 5, "map": "m"}}}
    own = one | {"position": {"plan": {"map": "n"}, "turn": "y"}}
    (problem,) = read_suite(DataFile("suite.toml", content | {"problem": [own]}))
    assert problem.position == {"step": "x", "plan": {"rounds": 5, "map": "n"}, "turn": "y"}
    with pytest.raises(DataError, match=r"suite\.toml: whole file: sharde: is unknown"):
        read_suite(DataFile("suite.toml", {"sharde": {}, "problem": [own]}))


def test_an_answer_is_good_if_it_is_to_be_found_and_not_to_be_avoided() -> None:
    both = Problem(id="a", theme="b", seat=0, position={}, find=("bid *",), avoid=("bid 3",), why="c.")
    only = Problem(id="a", theme="b", seat=0, position={}, avoid=("bid 3",), why="c.")
    assert [both.solved_by(answer) for answer in ("bid 2", "bid 3", "pass")] == [True, False, False]
    assert [only.solved_by(answer) for answer in ("bid 3", "pass")] == [False, True]


def test_scores_are_counted_by_theme() -> None:
    book = rulebook("thrones")
    problems = [problem for problem in suite_of(book) if problem.theme in ("wildlings", "tracks")][::4]
    found = list(attempts(book, problems, "random"))
    assert found == list(attempts(book, problems, "random"))
    by_theme = {score.theme: score for score in scores(found)}
    assert list(by_theme) == ["wildlings", "tracks", ""]
    assert by_theme[""].problems == len(problems)
    assert (
        by_theme[""].solved == sum(one.solved for one in found) == sum(by_theme[t].solved for t in list(by_theme)[:2])
    )


@pytest.mark.slow
def test_the_command_shows_scores() -> None:
    done = run("suite", "thrones", "--bot", "legacy-easy", "--unsolved")
    assert done.code == 0
    assert "held out" in done.out
    assert "seventh castle" in done.out
    assert "which wins at once" in done.out
    rows = json.loads(run("suite", "thrones", "--bot", "random", "--json").out)
    assert len(rows) == len(suite_of(rulebook("thrones")))
    assert run("suite", "thrones", "--bot", "nobody").code == 1


def test_a_game_without_problems_has_no_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(rulebook("runewars")), "suite", ())
    assert run("suite", "runewars").err.strip() == "Error: runewars has no suite"


def test_fields_of_the_caller_complete_positions() -> None:
    one = {"id": "a", "theme": "b", "seat": 0, "find": ["pass"], "why": "c.", "position": {"turn": "y"}}
    (problem,) = read_suite(DataFile("suite.toml", {"shared": {"step": "x"}, "problem": [one]}), edition="new")
    assert problem.position == {"step": "x", "edition": "new", "turn": "y"}
