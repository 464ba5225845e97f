"""The tools that play many battles: they go on where they were, and compare the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.balance_battles import ending, line
from tools.battle_matches import SIGHT, Case, Result, Tally, play
from tools.sensitivity_battles import AS_IS, GUESSES, print_table, shift

PLAN = "wolf-raiders"


def tally(won: str, round: int = 4) -> Tally:
    """Make a tally of games that ended in a round: `S` where Stark won."""
    made = Tally()
    for game, winner in enumerate(won):
        house = "stark" if winner == "S" else "lannister"
        result = Result(
            mark="", case="", game=game, winner=house, reason="points", round=round, points=(1, 0), decisions=100
        )
        made.add(result)
    return made


def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same(tmp_path: Path) -> None:
    case = Case(PLAN, PLAN, {}, (SIGHT, SIGHT))
    out = tmp_path / "games.jsonl"
    play([case], 1, seed=3, jobs=1, minutes=None, out=out)
    first = out.read_bytes()
    both = play([case], 2, seed=3, jobs=1, minutes=None, out=out)[PLAN]
    assert out.read_bytes().startswith(first)
    assert out.read_bytes().count(b"\n") == both.games == 2
    whole = play([case], 2, seed=3, jobs=1, minutes=None, out=None)[PLAN]
    assert (whole.won, whole.reasons, whole.decisions) == (both.won, both.reasons, both.decisions)


def test_games_of_other_options_are_not_taken_for_these() -> None:
    case = Case(PLAN, PLAN, {}, (SIGHT, SIGHT))
    assert case.mark != case._replace(options={"fire_hits_one": True}).mark
    assert case.mark != case._replace(plan="waystone").mark
    assert case.mark == case._replace(name="another name").mark


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


@pytest.mark.parametrize(("round", "told"), [(4, "100% in the last round"), (3, "0% in the last round")])
def test_it_is_told_how_many_matches_reach_the_last_round(round: int, told: str) -> None:
    assert told in line(PLAN, tally("SL", round))
