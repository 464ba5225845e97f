"""At first sight, actions that can do nothing are worth nothing."""

from __future__ import annotations

import pytest

from banneret.games.runewars.actions import SetDials
from banneret.games.runewars.bot.dials import FORMER_RALLY, FORMER_WAITING, SKILL, seen_by
from banneret.games.runewars.bot.evaluation import WEIGHTS, Judge
from banneret.games.runewars.bot.glance import Eye
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rules.command import DialChooser
from banneret.games.runewars.rules.damage.wounds import current_defense
from banneret.kernel.asks import Ask
from tests.games.runewars.field import field, occupy

NOW, FORMER = Eye(Judge()), Eye(Judge(), legacy=True)


def points(eye: Eye, state: MatchState, unit: int = 0) -> dict[tuple[str, str], float]:
    """The estimates of settings of a unit's dials, by action and modifier."""
    ask = Ask(state.seat[unit], DialChooser(state, unit))
    found = eye.glance(state, ask)
    assert found is not None
    rated = zip(ask.options.listed, found.points, strict=True)
    return {(option.action, option.modifier): worth for option, worth in rated if isinstance(option, SetDials)}


def best(eye: Eye, state: MatchState) -> tuple[str, str]:
    found = points(eye, state)
    return max(found, key=lambda dials: found[dials])


def test_a_charge_that_meets_nobody_costs_a_panic() -> None:
    state = field("a spearmen 2x2 4000 2000 0", "b death-knights 2x1 10000 9000 18000").state
    turn, charge = ("march-3-blue-5", "turn-minus-1-blue"), ("march-3-blue-5", "turning-charge-minus-1-blue")
    now, former = points(NOW, state), points(FORMER, state)
    assert now[charge] == pytest.approx(now[turn] - WEIGHTS.bane)
    assert former[charge] == former[turn]


def test_a_unit_that_leaves_terrain_charges_at_nobody() -> None:
    game = field("a spearmen 2x2 7200 5400 0", "b reanimate-archers 2x1 7200 8200 18000")
    occupy(game, 0, "forest")
    assert "charge" not in best(NOW, game.state)[1]
    assert "charge" in best(FORMER, game.state)[1]
    charge, march = ("march-2-blue-4", "charge-0-blue"), ("march-2-blue-4", "turn-minus-1-blue")
    now = points(NOW, game.state)
    assert now[charge] == pytest.approx(now[march] - WEIGHTS.bane)
    game.state.figures[1] = []
    game.state.poses[1] = None
    assert points(NOW, game.state)[march] < 0.1  # there is nobody to march to


def test_units_that_touch_only_since_one_lost_a_tray_are_not_engaged() -> None:
    state = field("a spearmen 2x1 4000 7000 18000", "b death-knights 1x1 5500 6000 0").state
    assert seen_by(state, 0).engaged == [1]
    state.parted = [(0, 1)]
    assert seen_by(state, 0).engaged == []
    assert seen_by(state, 0, legacy=True).engaged == [1]
    assert not best(NOW, state)[0].startswith("melee-attack")


def test_a_skill_is_worth_something_if_the_unit_can_use_it() -> None:
    """That of the golems needs an engaged enemy."""
    skill = ("skill-red-3", "charge-0-blue")
    apart = field("a rune-golems 2x2 6000 5000 0", "b reanimates 2x1 6000 12000 18000").state
    engaged = field("a rune-golems 2x2 6000 5000 0", "b reanimates 2x1 6000 6500 18000").state
    assert points(NOW, apart)[skill] < 0 < points(FORMER, apart)[skill]
    assert points(NOW, engaged)[skill] == pytest.approx(SKILL - 0.04 * 3)


def test_a_shot_at_nobody_is_worth_nothing() -> None:
    state = field("a deepwood-archers 2x1 6000 2000 0", "b spearmen 2x2 6000 13000 18000").state
    assert not best(NOW, state)[0].startswith("ranged-attack")
    assert best(FORMER, state)[0].startswith("ranged-attack")


def test_waiting_for_an_enemy_with_a_melee_attack_is_worth_little() -> None:
    state = field("a spearmen 3x3 6000 5000 0", "b berserkers 2x2 6000 9800 18000").state
    wait = ("melee-attack-red-7", "enhancement-hit-red")
    assert points(NOW, state)[wait] < 0.3 < points(FORMER, state)[wait]
    assert best(NOW, state)[0].startswith("march")


def test_rallying_without_banes_is_worth_nothing() -> None:
    state = field("a spearmen 2x1 6000 5000 0", "b berserkers 2x2 6000 12500 18000").state
    rally = ("rally-green-3", "defend-1-green")
    assert points(NOW, state)[rally] < 0 < points(FORMER, state)[rally]


def test_running_into_spikes_costs_wounds() -> None:
    state = field("a spearmen 2x1 6000 2000 0", "b berserkers 2x2 6000 12500 18000").state
    state.pieces, state.piece_poses = ["spikes"], [(6000, 4600, 0)]
    march = ("march-3-blue-5", "defend-1-blue")
    now = points(NOW, state)[march]
    state.pieces = ["rocky-outcrop"]
    assert now < points(NOW, state)[march]


def test_archers_that_see_no_target_do_not_shoot_but_march() -> None:
    """A wall of rocks hides the enemy, which is in range."""
    state = field("a deepwood-archers 2x1 6000 2000 0", "b spearmen 1x1 6000 7000 18000").state
    assert best(NOW, state)[0].startswith("ranged-attack")
    state.pieces, state.piece_poses = ["rocky-outcrop", "rocky-outcrop"], [(5600, 5600, 0), (6500, 5600, 0)]
    assert best(NOW, state)[0].startswith(("march", "shift"))
    assert best(FORMER, state)[0].startswith("ranged-attack")


def test_the_first_release_expects_nearby_enemies_as_often_as_it_did() -> None:
    """Also where more defense is rated."""
    state = field("a spearmen 2x1 6000 5000 0", "b berserkers 2x2 6000 9800 18000").state
    defense = current_defense(state, 0)
    guard = WEIGHTS.menace * FORMER.blow(state, 1, 0, "melee") * FORMER_WAITING / (defense + 1)
    found = points(FORMER, state)["rally-green-3", "defend-1-green"]
    assert found == pytest.approx(FORMER_RALLY - 0.04 * 3 * 0.5 + guard)
