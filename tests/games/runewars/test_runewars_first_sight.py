"""At first sight: where wounds are assigned, moves stop and units are deployed, and who is named for a bounty."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.runewars.actions import ChooseUnit, Deploy, Move, Stop
from banneret.games.runewars.attack_actions import WoundFigure, WoundUpgrade
from banneret.games.runewars.bot.evaluation import Judge
from banneret.games.runewars.bot.glance import Eye
from banneret.games.runewars.bot.ways import barred
from banneret.games.runewars.effects.questions import UnitChooser
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rules.damage.attack_choosers import WoundChooser
from banneret.games.runewars.rules.deployment import DeployChooser
from banneret.games.runewars.rules.ground.objectives import BOUNTY
from banneret.games.runewars.rules.movement.marches import WHOLE, MoveChooser, StopSpace, Terms
from banneret.games.runewars.state import body_of
from banneret.games.runewars.units.damage import targets
from banneret.games.runewars.units.movement import Way
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser
from banneret.plane import Pose
from tests.games.runewars.field import field

NOW, FORMER = Eye(Judge()), Eye(Judge(), legacy=True)


def best(eye: Eye, state: MatchState, chooser: Chooser[Any], seat: int = 0) -> list[Action]:
    """The answers that look best at first sight."""
    ask = Ask(seat, chooser)
    found = eye.glance(state, ask)
    assert found is not None
    return [option for option, one in zip(ask.options.listed, found.points, strict=True) if one == max(found.points)]


def wounding(state: MatchState, unit: int, name: str) -> WoundChooser:
    body = body_of(state, unit)
    return WoundChooser(name, body, targets(body, {}), "rw:66.3")


def test_the_tray_with_the_fewest_figures_is_wounded() -> None:
    state = field("a spearmen 2x1 6000 6000 0", "b reanimates 2x2 6000 8000 18000").state
    chooser = wounding(state, 1, "b1")
    assert len(best(NOW, state, chooser)) == 1
    state.figures[1] = [one for one in state.figures[1] if one[:2] != (1, 1)] + [(1, 1, 0, "")]
    chooser = wounding(state, 1, "b1")
    assert best(NOW, state, chooser) == [WoundFigure("2-2", "0")]
    assert len(best(FORMER, state, chooser)) == 2  # any


def test_a_wounded_figure_is_finished_off() -> None:
    state = field("a spearmen 2x1 6000 6000 0", "b rune-golems 2x1 6000 8000 18000").state
    state.figures[1] = [(0, 0, 0, ""), (1, 0, 1, "")]
    assert best(NOW, state, wounding(state, 1, "b1")) == [WoundFigure("2-1", "1")]


def test_who_assigns_wounds_to_an_own_unit_spares_the_weakest_tray() -> None:
    state = field("a reanimates 2x1 6000 6000 0", "b spearmen 2x1 6000 8000 18000").state
    state.figures[0] = [one for one in state.figures[0] if one[0] == 0] + [(1, 0, 0, "")]
    assert best(NOW, state, wounding(state, 0, "a1")) == [WoundFigure("1-1", "0")]


def test_an_accuracy_is_used_for_an_expensive_upgrade() -> None:
    state = field(
        "a spearmen 2x1 6000 6000 0", "b reanimates 2x2 6000 8000 18000 | ardus-ixerebus-infantry-upgrade"
    ).state
    named = next(id for _, _, _, id in state.figures[1] if id)
    body = body_of(state, 1)
    chooser = WoundChooser("b1", body, targets(body, {named: 1}), "rw:77.2")
    assert WoundUpgrade(named) in chooser.options()
    assert best(NOW, state, chooser) == [WoundUpgrade(named)]
    assert WoundUpgrade(named) not in best(FORMER, state, chooser)


def test_a_march_that_may_stop_goes_on_to_a_charge() -> None:
    state = field("a spearmen 2x1 6000 6000 0 | metered-march", "b reanimates 2x1 6000 9000 18000").state
    moving = MoveChooser(state, 0, Terms("march", (Way("straight", 3),)))
    space = StopSpace(moving, Move("front", "ahead", "straight", "3"))
    assert Stop(WHOLE) in best(NOW, state, space)
    assert Stop(125) not in best(NOW, state, space)
    assert len(best(FORMER, state, space)) == 8


@pytest.mark.parametrize("enemies", [0, 1])
def test_units_are_not_deployed_behind_terrain(enemies: int) -> None:
    state = field("a spearmen 3x3 6000 6000 0", "b reanimates 2x1 6700 12000 18000").state
    state.size, state.step, state.red, state.deployer, state.turn = "skirmish", "deploy", 0, 0, 0
    state.pieces, state.piece_poses = ["spikes"], [(7200, 5400, 0)]
    state.poses = [None, (6700, 12000, 18000) if enemies else None]
    chosen = best(NOW, state, DeployChooser(state, 0))[0]
    assert isinstance(chosen, Deploy)
    assert barred(state, 0, Pose(chosen.x, chosen.y, chosen.heading), 7200) == 0


def test_the_enemy_that_is_destroyed_most_easily_is_named_for_a_bounty() -> None:
    state = field("a spearmen 3x3 6000 2000 0", "b death-knights 2x2 6000 12000 0", "b spearmen 2x1 9000 12000 0").state
    chooser = UnitChooser(state, [1, 2], BOUNTY, "rw:89.2a", may_pass=False)
    assert best(NOW, state, chooser) == [ChooseUnit("b2")]
    assert len(best(FORMER, state, chooser)) == 2
    other = UnitChooser(state, [1, 2], "trumpets", "rw:golden.2", may_pass=True)
    assert len(best(NOW, state, other)) == 2
