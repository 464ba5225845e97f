"""The tools that play many battles: they go on where they were, and compare the same games."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import get_args, get_type_hints
from unittest.mock import Mock

import pytest

from banneret.bots.greedy import GreedyBot
from banneret.games.battles.content.scenario import Immediate
from tools.lab.balance_battles import ending, line, named
from tools.lab.battle_matches import DATA, SIGHT, Case, Tally, mark_of, play
from tools.lab.battle_results import ENDINGS, BadLine, Key, Result, Results, read_word
from tools.lab.sensitivity_battles import AS_IS, GUESSES, print_table, shift

PLAN = "wolf-raiders"
CASE = Case(PLAN, PLAN, {}, (SIGHT, SIGHT))
MARK = "0123456789abcdef"
LINE = f"greedy\t{PLAN}\t{MARK}\t1\tSp5 Lm4"
"""A line of a file of results."""


def tally(won: str, round: int = 4) -> Tally:
    """Make a tally of games that ended in a round: `S` where Stark won."""
    return Tally(Result("stark" if winner == "S" else "lannister", "points", round) for winner in won)


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same(tmp_path: Path) -> None:
    out = tmp_path / "games.tsv"
    play([CASE], 1, seed=3, jobs=1, minutes=None, out=out)
    first = Results(out).of(CASE.key(3), CASE.mark)
    both = play([CASE], 2, seed=3, jobs=1, minutes=None, out=out)[PLAN]
    kept = Results(out).of(CASE.key(3), CASE.mark)
    assert kept[:1] == first
    assert len(kept) == both.games == 2
    whole = play([CASE], 2, seed=3, jobs=1, minutes=None, out=None)[PLAN]
    assert (whole.won, whole.ends) == (both.won, both.ends)


def test_a_match_in_which_a_bot_failed_is_told_and_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(GreedyBot, "choose", Mock(side_effect=ZeroDivisionError("it counted wrong")))
    case = Case(PLAN, PLAN, {}, ("greedy", "greedy"))
    with pytest.raises(RuntimeError, match=f"{PLAN}, seed 3: .*it counted wrong"):
        play([case], 1, seed=3, jobs=1, minutes=None, out=tmp_path / "games.tsv")
    assert Results(tmp_path / "games.tsv").of(case.key(3), case.mark) == []


def test_what_is_kept_is_not_played_again_and_no_more_of_it_counted_than_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "games.tsv"
    out.write_text(f"{SIGHT}\t{PLAN}\t{CASE.mark}\t3\t{'Sd1 ' * 3}\n")
    assert play([CASE], 2, seed=3, jobs=1, minutes=None, out=out)[PLAN].ends == {("destruction", 1): 2}
    assert len(Results(out).of(CASE.key(3), CASE.mark)) == 3


def test_a_case_whose_mark_has_changed_begins_anew_and_the_other_lines_stay(tmp_path: Path) -> None:
    out = tmp_path / "games.tsv"
    out.write_text(f"{LINE}\n{LINE.replace(PLAN, 'waystone')}\n")
    results, key, mark = Results(out), Key("greedy", PLAN, 1), MARK[::-1]
    assert len(results.of(key, MARK)) == 2
    assert results.of(key, mark) == []
    results.add(key, mark, Result("lannister", "control", 6))
    told = [line for line in out.read_text().splitlines() if not line.startswith("#")]
    assert told == [LINE.replace(PLAN, "waystone"), f"greedy\t{PLAN}\t{mark}\t1\tLc6"]
    assert [file.name for file in tmp_path.iterdir()] == ["games.tsv"]


def test_seeds_and_bots_have_lines_of_their_own(tmp_path: Path) -> None:
    results = Results(tmp_path / "games.tsv")
    keys = [Key("greedy", PLAN, 1), Key("greedy", PLAN, 2), Key("search:400,greedy", PLAN, 1)]
    for round, key in enumerate(keys, 1):
        results.add(key, MARK, Result("stark", "rout", round))
    again = Results(tmp_path / "games.tsv")
    assert [again.of(key, MARK) for key in keys] == [[Result("stark", "rout", round)] for round in (1, 2, 3)]


@pytest.mark.parametrize("reason", ENDINGS.values())
def test_a_word_says_all_of_a_result(reason: str) -> None:
    for result in (Result("stark", reason, 1), Result("lannister", reason, 20)):
        assert read_word(result.word) == result
        assert len(result.word) <= 4


def test_every_ending_of_the_rules_has_a_letter() -> None:
    code = "".join((DATA.parent / f"rules/victory/{name}.py").read_text() for name in ("victory", "morale"))
    reasons = set(re.findall(r'(?:win\(game, .+?, |state\.reason = |return .+?, )"([a-z-]+)"', code))
    at_once = set(get_args(get_type_hints(Immediate)["kind"]))
    assert reasons | at_once == set(ENDINGS.values())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (LINE.replace("\t1\t", " 1 "), "has 3 tab-separated columns instead of 5"),
        (LINE.replace(MARK, MARK[:-1]), "is not 16 hexadecimal digits"),
        (LINE.replace("\t1\t", "\tone\t"), "the seed 'one' is not a number"),
        (LINE.replace("Lm4", "Lx4"), "'Lx4' is not a result such as Sp5"),
        (LINE.replace("Lm4", "L"), "'L' is not a result"),
        (LINE.replace("Lm4", "Lm0"), "'Lm0' is not a result"),
        (f"# told\n\n{LINE}\n{LINE}", "with seed 1 already has a line"),
    ],
)
def test_a_broken_line_is_told_with_its_number_and_the_reason(line: str, why: str, tmp_path: Path) -> None:
    out = tmp_path / "games.tsv"
    out.write_text(f"# a head\n{line}\n")
    with pytest.raises(BadLine, match=re.escape(why)) as raised:
        Results(out)
    assert str(raised.value).startswith(f"{out}:{1 + len(line.splitlines())}: ")


def test_a_file_that_is_no_text_is_told_with_the_line(tmp_path: Path) -> None:
    out = tmp_path / "games.tsv"
    out.write_bytes(LINE.encode() + b"\n\xff\n")
    with pytest.raises(BadLine, match=re.escape(f"{out}:2: is not UTF-8")):
        Results(out)


def test_games_of_other_options_are_not_taken_for_these() -> None:
    assert CASE.mark != CASE._replace(options={"fire_hits_one": True}).mark
    assert CASE.mark != CASE._replace(plan="waystone").mark
    assert CASE.mark == CASE._replace(name="another name").mark
    assert named(PLAN, {}) == PLAN
    assert named(PLAN, {"fire_hits_one": True}) == f"{PLAN} fire_hits_one=true"


@pytest.mark.parametrize(
    ("file", "old", "new", "changes"),
    [
        (f"scenarios/{PLAN}.toml", "rounds = ", "rounds = 1", True),
        (f"scenarios/{PLAN}.toml", 'about = "', 'about = "In short: ', False),
        (f"scenarios/{PLAN}.toml", 'rounds = "sourced"', 'rounds = "project"', False),
        ("scenarios/waystone.toml", "rounds = ", "rounds = 1", False),
        ("terrain.toml", "dice_cap = 2", "dice_cap = 3", True),
        ("terrain.toml", 'dice_cap = "sourced"', 'dice_cap = "project"', False),
        ("terrain.toml", "# The effects of terrain.", "# Effects.", False),
        ("evaluation.toml", "point = ", "point = 1", True),
        ("skirmish.toml", "rounds = ", "rounds = 1", False),
        ("rules.toml", "id = ", "id  = ", False),
    ],
)
def test_the_mark_changes_with_what_changes_a_match_and_with_nothing_else(
    file: str, old: str, new: str, changes: bool, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    before = mark_of(CASE, data)
    assert before == CASE.mark
    text = (data / file).read_text("utf-8")
    assert old in text
    (data / file).write_text(text.replace(old, new, 1), "utf-8")
    assert (mark_of(CASE, data) != before) == changes


@pytest.mark.parametrize(
    ("plan", "old", "changes"),
    [
        ("raid-in-the-riverlands", "rounds = ", True),
        ("raid-in-the-riverlands", 'units = [["', True),
        ("raid-in-the-riverlands", "cavalry = ", False),
        ("open-field", 'units = [["', False),
        ("open-field", "cavalry = ", True),
        ("open-field", "rounds = ", False),
        ("open-field", "unit_points = ", True),
    ],
)
def test_a_skirmish_depends_on_its_summary_and_its_cards_or_costs_and_on_no_plan(
    plan: str, old: str, changes: bool, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    skirmish = CASE._replace(plan=plan)
    (data / "scenarios/waystone.toml").unlink()
    assert mark_of(skirmish, data) == skirmish.mark
    cards = data / "skirmish.toml"
    text = cards.read_text("utf-8")
    new = old + "other-" if old.endswith('"') else old + "1"
    assert old in text
    cards.write_text(text.replace(old, new, 1), "utf-8")  # the raid stands first in the file
    assert (mark_of(skirmish, data) != skirmish.mark) == changes


def test_shift_compares_game_by_game() -> None:
    move, half = shift(tally("SSLL" * 25), tally("SSSL" * 25))
    assert move == 0.25
    assert half < 0.1
    move, wider = shift(tally("SSLL" * 25), tally("LLSS" * 25))
    assert move == 0
    assert wider > 0.15


def test_what_surely_moves_by_more_than_five_points_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    tallies = {f"{PLAN}: {guess.name}": tally("SL" * 50) for guess in GUESSES}
    tallies[f"{PLAN}: {AS_IS}"] = tally("SL" * 50)
    print_table([PLAN], tallies)
    assert "sensitive: none" in capsys.readouterr().out
    tallies[f"{PLAN}: {GUESSES[-1].name}"] = tally("SS" * 50)
    print_table([PLAN], tallies)
    assert f"sensitive: {GUESSES[-1].rule}" in capsys.readouterr().out


def test_a_plan_that_is_not_even_is_marked() -> None:
    assert "!" in line(PLAN, tally("S" * 90 + "L" * 10))
    assert "?" in line(PLAN, tally("SSL"))
    assert "!" not in line(PLAN, tally("SL" * 50))


def test_an_ending_that_nearly_all_matches_have_is_marked() -> None:
    assert ending("points", 100, 100) == "points 100% (96-100, nearly all)"
    assert ending("points", 10, 10) == "points 100% (72-100, perhaps nearly all)"
    assert ending("rout", 50, 100) == "rout 50% (40-60)"


@pytest.mark.parametrize(("round", "told"), [(4, "points 100% ("), (3, "points before 100% (")])
def test_an_ending_before_the_last_round_is_told_apart(round: int, told: str) -> None:
    assert told in line(PLAN, tally("SL", round))
