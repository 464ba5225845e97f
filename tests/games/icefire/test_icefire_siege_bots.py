"""A Storm of Swords: what thinking bots see in walls and charges at them."""

from __future__ import annotations

import pytest

from banneret.bots.judging import judging_of
from banneret.games.icefire.bot.evaluation import WEIGHTS, Judge, Look
from banneret.games.icefire.bot.glance import Eye
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.rules.table.units import unit_of
from tests.games.icefire.scene import GUARDSMEN, SWORDS, offered, play
from tests.games.icefire.siege_scene import AWAY, HOME, besieged, match_of, on


def test_a_position_is_worth_more_to_the_attacker_with_walls_battered_and_near() -> None:
    judge = Judge()

    def worth(*units: str, walls: tuple[int, int, int] = (6, 6, 6)) -> float:
        return judge.evaluate(besieged(HOME, *units, AWAY, walls=walls), 1).total

    away, near = worth(f"b {GUARDSMEN} 24 40 180 |"), worth(f"b {GUARDSMEN} 24 12 180 |")
    assert near > away
    assert worth(f"b {GUARDSMEN} 24 12 180 |", walls=(6, 3, 6)) - near == pytest.approx(3 * WEIGHTS.point * 5 / 6)


def test_an_attacker_that_faces_a_wall_is_worth_more_than_one_that_faces_an_enemy_beside_it() -> None:
    """The enemy is next to the unit that descends at the middle wall, and nearer."""
    judge = Judge()
    state = besieged(HOME, f"b {GUARDSMEN} 24 14 180 |", AWAY, f"a {SWORDS} 15 14 270 |")
    unit = unit_of(state, "b1")
    at_wall, at_enemy = (
        judge.place_worth(state, unit, pose_of(state, unit).facing(heading), Look(state)) for heading in (18000, 9000)
    )
    assert at_wall - at_enemy == pytest.approx(WEIGHTS.breach - WEIGHTS.facing)
    assert at_wall > at_enemy


def test_bots_glance_at_charges_at_walls() -> None:
    match = match_of(besieged(HOME, f"b {GUARDSMEN} 24 12 180 |", AWAY))
    play(on(match, "activation"), "b: activate b1")
    on(match, "action")
    (ask,) = match.asking.values()
    glance = judging_of(match.rulebook).glance(match.state, ask)
    assert glance is not None
    points = dict(zip(offered(match), glance.points, strict=True))
    assert points["charge w2"] > points["take forgo"]


def test_a_charge_at_the_end_of_a_wall_looks_as_likely_as_one_at_its_middle() -> None:
    state = besieged(HOME, f"b {GUARDSMEN} 24 13 180 |", f"b {GUARDSMEN} 19 13 180 |", AWAY)
    middle, end = (Eye(Judge()).charge(state, unit_of(state, name), unit_of(state, "w2")) for name in ("b1", "b2"))
    assert middle == pytest.approx(end)
