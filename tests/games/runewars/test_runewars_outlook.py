"""What a position is worth by the attacks that units can still make."""

from __future__ import annotations

import msgspec
import pytest

from banneret.bots.judging import judging_of
from banneret.games.runewars.bot.evaluation import WEIGHTS, Judge
from banneret.games.runewars.bot.glance import Eye
from banneret.games.runewars.bot.judging import RunewarsJudging
from banneret.games.runewars.bot.outlook import PATIENCE, Outlook, pace_of
from banneret.games.runewars.bot.outlook_weights import OUTLOOK
from banneret.games.runewars.match_state import ROUNDS, MatchState
from banneret.kernel.registry import rulebook
from tests.games.runewars.field import field, occupy


def laid(*lines: str, round: int = 3) -> MatchState:
    state = field(*lines).state
    state.round = round
    return state


def term(state: MatchState, name: str, seat: int = 0) -> float:
    return RunewarsJudging().evaluate(state, seat).terms[name]


def test_a_strong_unit_near_an_enemy_is_worth_more_than_several_weak_ones() -> None:
    strong = "a spearmen 3x3 9000 5000 0"
    weak = "a spearmen 2x1 5000 5000 0"
    state = laid(strong, weak, "b reanimates 2x2 9000 9000 18000")
    alone = laid(strong, "b reanimates 2x2 9000 9000 18000")
    other = laid(weak, "b reanimates 2x2 9000 9000 18000")
    assert term(alone, "attacks") > term(other, "attacks")
    assert term(state, "attacks") > term(alone, "attacks")


def test_attacks_are_worth_less_the_longer_they_take() -> None:
    """Spearmen march at most four trays in a round."""
    state = laid("a spearmen 3x2 9000 2000 0", "b reanimate-archers 2x1 9000 10000 0")
    eye = Eye(Judge())
    found = Outlook(Judge(), eye)._units(state, 0)["attacks"]
    wait = (8000 - 2000) / pace_of("spearmen")
    assert wait == 1.5
    blow = eye.blow(state, 0, 1, "melee")
    shot = eye.blow(state, 1, 0, "ranged")  # it has turned its back, and is in range
    later = PATIENCE ** ((180 - 45) / 60)
    near = max(0.0, 8000 - 7875) / pace_of("reanimate-archers")
    assert found == pytest.approx(OUTLOOK.reach * blow * PATIENCE**wait - OUTLOOK.shot * shot * later * PATIENCE**near)


def test_attacks_for_which_no_rounds_are_left_are_worth_nothing() -> None:
    state = laid("a spearmen 3x2 9000 2000 0", "b reanimates 2x1 9000 10000 0", round=ROUNDS)
    assert term(state, "attacks") == 0  # a march of two rounds
    fighting = laid("a spearmen 2x1 9000 9000 0", "b reanimates 1x2 9000 10500 9000", round=ROUNDS)
    assert term(fighting, "attacks") != 0
    fighting.shown = [True, True]
    assert term(fighting, "attacks") == 0


def test_tokens_count_less_towards_the_end() -> None:
    state = laid("a spearmen 2x1 9000 9000 0", "b reanimates 2x1 9000 12000 18000")
    state.banes[1], state.inspiration[0] = ["panic", "stun"], 1
    assert term(state, "tokens") == pytest.approx(2 * OUTLOOK.bane + OUTLOOK.boon)
    assert term(state, "tokens", seat=1) == -term(state, "tokens")
    state.round = ROUNDS
    assert 0 < term(state, "tokens") < OUTLOOK.bane + OUTLOOK.boon
    state.shown = [True, True]
    assert term(state, "tokens") == 0


def test_fronts_at_flanks_count_for_the_unit_that_flanks() -> None:
    state = laid("a spearmen 2x1 9000 9000 0", "b reanimates 1x2 9000 10000 9000")
    assert term(state, "contacts") == pytest.approx(OUTLOOK.flank)


def test_units_in_terrain_can_attack_in_any_direction() -> None:
    game = field("a spearmen 2x2 7200 5400 0", "b reanimate-archers 2x1 7200 9000 0")
    game.state.round = 3
    before = term(game.state, "attacks")
    occupy(game, 0, "forest")
    assert term(game.state, "attacks") == pytest.approx(before, abs=1.0)


def test_the_former_judgement_keeps_the_former_terms() -> None:
    state = laid("a spearmen 2x1 9000 9000 0", "b reanimates 1x2 9000 10000 9000")
    former = judging_of(rulebook("runewars"), legacy=True)
    assert former.evaluate(state, 0) == Judge().evaluate(state, 0)
    assert former.totals(state) == Judge().totals(state)


def test_a_style_sees_own_and_other_units_differently() -> None:
    state = laid("a spearmen 2x1 9000 9000 0", "b reanimates 2x1 9000 11000 18000")
    bold = RunewarsJudging(msgspec.structs.replace(WEIGHTS, menace=0.0, prey=2.0))
    one, other = bold.totals(state)
    assert one > RunewarsJudging().totals(state)[0]
    assert one + other != pytest.approx(0)
