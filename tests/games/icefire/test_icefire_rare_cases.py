"""What destroys a unit, when a target is named, and when an effect ends, in cases that seldom occur."""

from __future__ import annotations

import pytest

from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.facts import is_silenced
from banneret.games.icefire.state import Moment
from tests.games.icefire.scene import CROSSBOWMEN, GUARDSMEN, SWORDS
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = f"b {CROSSBOWMEN} 24 24.8 180"
"""Crossbowmen flush against the front of a unit at (24, 20)."""
SPARE = f"b {GUARDSMEN} 10 44 180"
"""An enemy that keeps its player in the match."""
PYROMANCERS, RAVAGERS, SHOTS, JUSTICE = "10104", "10219", "10412", "10112"
TYWIN, ROBB, FLAYER = "20104", "20201", "20408"
NO_SECRETS = "40411"


def let_happen(table: Table, moment: Moment, *answers: str, dice: tuple[int, ...] = ()) -> None:
    """Let a moment happen on a table."""
    table.run(lambda game: happen(game, moment), *answers, dice=dice)


# Who has destroyed a unit ----------------------------------------------------------------------------------------


@rule("icefire:clash-of-kings.14", "icefire:panic.2")
@pytest.mark.parametrize(
    ("card", "answers"), [(GUARDSMEN, ("order a1 order-lannister-supremacy",)), (PYROMANCERS, ())], ids=["order", "own"]
)
def test_a_panic_test_required_by_the_commanders_unit_destroys_for_it(card: str, answers: tuple[str, ...]) -> None:
    """The Order or the ability of its unit scores as its attack would: 1 for the unit, and 1 for the Commander."""
    table = Table(
        f"a {card} 24 20 0 | {TYWIN}", f"{FOE} | 1", SPARE, options={"mode": "clash-of-kings"},
        commanders=[TYWIN, ROBB], marks={"powers": [-1] * 5}, turn=1,
    )  # fmt: skip  # several to a line
    table.fight(*answers, attacker=1, defender=0, dice=[1] * (2 if card == PYROMANCERS else 10))
    assert table.state.pose[1] is None
    assert table.state.victory_points == [2, 0]


@rule("icefire:fire-and-blood.7", "icefire:panic.2")
def test_a_marked_unit_that_spreads_fear_destroys_with_an_ability() -> None:
    """1 Victory Point for the unit, and 1 since a marked unit has destroyed it."""
    table = Table(
        f"a {SWORDS} 24 20 0 | {FLAYER}", FOE, f"b {GUARDSMEN} 34 26 180 | 1", SPARE,
        options={"mode": "fire-and-blood"}, marks={"marked": [0]},
    )  # fmt: skip  # several to a line
    table.test("panic", "order a1 order-spread-fear", unit=1, dice=(1, 1, 1, 1, 1, 1))
    assert table.state.pose[2] is None
    assert table.state.victory_points == [2, 0]


# Targets ---------------------------------------------------------------------------------------------------------


@rule("icefire:timing.2")
def test_the_targets_of_sadistic_games_are_named_after_the_opponents_choice() -> None:
    table = Table(f"a {SWORDS} 24 20 0", FOE, SPARE, hands={"a": ["40410"]}, turn=1)
    let_happen(table, Moment("turn-start", 1), "card 40410", "choose weakened", "unit b2")
    prompts = [prompt for _, prompt, _ in table.asked]
    assert prompts.index("ask.choose.game") < prompts.index("ask.unit.target")
    assert [table.conditions(unit) for unit in (1, 2)] == [[], ["weakened"]]


@rule("icefire:timing.2", "icefire:ruling.58")
@pytest.mark.parametrize("canceled", [False, True])
def test_a_card_is_canceled_for_a_target_that_it_names_when_resolved(canceled: bool) -> None:
    """Wealth lets Intrigue and Subterfuge target a unit too, whose player flays a man for it."""
    table = Table(
        f"a {GUARDSMEN} 24 20 0 | vulnerable", f"b {CROSSBOWMEN} 24 30 180", ncus=["a 30102 wealth", "b 30403"],
        hands={"a": ["40101"], "b": [NO_SECRETS]}, turn=1,
    )  # fmt: skip  # several to a line
    answers = (f"card {NO_SECRETS}", "condition vulnerable") if canceled else ()
    let_happen(table, Moment("activation", 1, ncu=1), "card 40101", *answers)
    assert is_silenced(table.state, 1) != canceled
    assert table.conditions(1) == ([] if canceled else ["weakened"])


@rule("icefire:timing.2")
def test_bravado_names_its_enemy_before_the_test() -> None:
    table = Table(f"a {SWORDS} 24 20 0", FOE, SPARE, hands={"a": ["40418"]})
    let_happen(table, Moment("turn-start", 0), "card 40418", "unit a1", "unit b1", dice=(1, 1))
    assert table.conditions(1) == []


# Rounds and returns ----------------------------------------------------------------------------------------------
