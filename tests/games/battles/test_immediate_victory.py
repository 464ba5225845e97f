"""Immediate victories: looked at in the midst of a turn, whenever what a plan asks for changes."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.battles.content.components import BOX
from banneret.games.battles.rules.combat.fire import burn_units, spread
from banneret.games.battles.state import LANNISTER, STARK, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import MatchOver
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from tests.games.battles.scene import (
    ARCHERS,
    GUARD,
    HOST,
    RIDERS,
    asked,
    dice,
    play,
    scene,
)

rule = pytest.mark.rule
ANY = {"stark": {"valor": 4}, "lannister": {"valor": 4}}


def wins(house: str, kind: str, least: int = 1) -> dict[str, Any]:
    return {"immediate": [{"house": house, "kind": kind, "least": least}]}


def over(match: Match[State]) -> tuple[int, str]:
    assert match.outcome is not None, asked(match)
    return match.outcome.places[0][0], match.outcome.reason


@rule("battles:regroup.10", "battles:plan.immediate-victory")
def test_points_of_the_first_attack_win_before_the_second() -> None:
    units = (f"c3 {HOST} blue maege-mormont", f"d4 {HOST} blue", f"c4 {ARCHERS} blue | 1", f"e4 {GUARD} blue")
    chance = dice("blue", "red", "red")
    match = scene(*units, hands={"stark": ["sl03"]}, fields=wins("stark", "points"), chance=chance)
    play(match, "stark: card sl03 maege-mormont", "stark: commands first", "stark: unit c3", "stark: unit d4")
    play(match, "stark: done", "stark: attack c3 > c4")
    assert over(match) == (STARK, "points")


@rule("battles:regroup.10", "battles:plan.immediate-victory")
def test_points_of_a_counterattack_win_in_the_enemys_turn() -> None:
    """The lead that Stark would win back with its next attack has been lost before."""
    units = (f"c3 {HOST} blue maege-mormont", f"d4 {RIDERS} blue | 1", f"e4 {GUARD} blue", f"c4 {ARCHERS} blue | 1")
    chance = dice("red", "red", "red", "blue", "blue", "blue")
    match = scene(*units, turn="stark", tokens=ANY, fields=wins("lannister", "points"), chance=chance)
    match.state.stalwart[2] = True
    play(match, "stark: order valor d4", "stark: done", "stark: attack d4 > e4", "lannister: yes")
    assert over(match) == (LANNISTER, "points")


@rule("battles:regroup.10", "battles:plan.immediate-victory", "battles:move.14")
def test_points_of_a_parting_blow_win() -> None:
    units = (f"d4 {HOST} blue | 1", f"e4 {GUARD} blue")
    match = scene(
        *units, tokens=ANY, fields=wins("lannister", "points"), engaged=[(0, 1, "stark")], chance=dice("blue", "blue"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d4", "stark: move d4 > c4", "lannister: yes")
    assert over(match) == (LANNISTER, "points")


@rule("battles:regroup.10", "battles:plan.immediate-victory", "battles:c4.8")
def test_a_capture_by_a_blocked_retreat_wins() -> None:
    ground = {"f3": "~", "e4": "~", "d4": "~", "e2": "~", "f4": "~", "d2": "~", "f2": "~"}
    rating = BOX.commander["kevan-lannister"].capture_rating
    match = scene(
        f"d3 {HOST} red", f"e3 {GUARD} blue kevan-lannister | 1", f"h6 {GUARD} blue", tokens=ANY, ground=ground,
        fields=wins("stark", "commanders"), chance=dice(*["morale"] * max(rating, 4)),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
    while match.outcome is None and asked(match)[1].startswith("may"):
        play(match, f"{asked(match)[0]}: pass")
    assert over(match) == (STARK, "commanders")


@rule("battles:regroup.10", "battles:plan.immediate-victory", "battles:c12.2")
def test_points_of_a_fire_win_before_the_next_attack() -> None:
    fields = {
        "tokens": [{"kind": "tent", "hex": "e3"}],
        "scoring": [{"kind": "burnt", "token": "tent", "points": 1, "when": "immediate"}],
        **wins("stark", "points"),
    }
    match = scene(f"d3 {HOST} blue all", f"e4 {GUARD} blue", tokens=ANY, fields=fields, chance=dice("green"))
    play(match, "stark: order valor d3", "stark: done", "stark: scorch d3 > e3")
    assert over(match) == (STARK, "points")


def laid(match: Match[State]) -> Game[State]:
    state = match.state.copy()
    return Game(state, Chance(state, []))


@rule("battles:regroup.15", "battles:ruling.70", "battles:c10.2")
def test_what_fire_does_to_both_at_once_is_settled_before_anybody_wins() -> None:
    """Lannister's loss brings Stark its point, but the rout of the same moment goes before it."""
    match = scene(
        f"d3 {HOST} red | 1", f"e5 {HOST} red | 1", f"c6 {HOST} red | 1", f"g3 {GUARD} green | 1", f"i1 {GUARD} green",
        ground={"d3": "f", "e5": "f", "c6": "f", "g3": "f"}, fires=dict.fromkeys(("d3", "e5", "c6", "g3"), 2),
        fields=wins("lannister", "points", 3), step="regroup", morale=10,
    )  # fmt: skip  # several to a line
    assert over(match) == (LANNISTER, "rout")


@rule("battles:ruling.81", "battles:c12.12")
@pytest.mark.parametrize("first", ["stark", "lannister"])
def test_what_a_spreading_fire_burns_scores_for_the_house_of_the_plan(first: str) -> None:
    fields = {
        "tokens": [{"kind": "tent", "hex": hex} for hex in ("d2", "e2", "d4", "e4", "e3", "c3")],
        "scoring": [{"kind": "burnt", "token": "tent", "points": 1, "when": "immediate", "house": "stark"}],
    }
    match = scene(f"a2 {HOST} blue", f"h6 {GUARD} blue", turn=first, ground={"d3": "b"}, fires={"d3": 4}, fields=fields)
    game = laid(match)
    spread(game)
    assert game.state.points == [1, 0]


@rule("battles:c10.2", "battles:c12.16")
def test_the_last_units_of_both_burn_at_once() -> None:
    match = scene(
        f"d3 {HOST} red maege-mormont | 1", f"g3 {GUARD} green kevan-lannister | 1",
        ground={"d3": "b", "g3": "b"}, fires={"d3": 4, "g3": 4},
    )  # fmt: skip  # several to a line
    game = laid(match)
    with pytest.raises(MatchOver):
        burn_units(game)
    assert game.state.figures == [0, 0]
    assert game.state.winner == LANNISTER
