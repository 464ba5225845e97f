"""What is said about an answer before it is given, and what answers are drawn: every move, and the end of a match."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import Deploy, Maneuver, March, Pivot, Place, Shift, Withdraw
from banneret.games.icefire.events.round import MatchDrawn, MatchWon
from banneret.games.icefire.rules.deployment import DeploySpace
from banneret.games.icefire.rules.movement.contacts import PartSpace
from banneret.games.icefire.rules.movement.reserve import EdgeSpace
from banneret.games.icefire.rules.movement.retreat import RetreatSpace
from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.rules.table.move_spaces import ManeuverSpace, MarchSpace, PivotSpace, ShiftSpace
from banneret.kernel.stream import Stream, derive_key
from banneret.text.message import Message
from tests.games.icefire.ability_table import FAR, B
from tests.games.icefire.scene import CROSSBOWMEN, SWORDS, laid, scene, told

rule = pytest.mark.rule

FREE = laid(f"a {SWORDS} 24 20 0", FAR)
ENGAGED = laid(f"a {SWORDS} 24 20 0", B)
TOUCHED = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 18.85 24 90")
TO_DEPLOY = laid(f"a {SWORDS} 24 20 0", FAR)
TO_DEPLOY.pose[0] = None

SHOT = ShiftSpace(FREE, 0, 2000, "shoot", "icefire:ranged.3")
PARTED = PartSpace(TOUCHED, 0, 1, tray_of(TOUCHED, 0))
SPACES: list[tuple[Any, Any, tuple[str, str, str], Any]] = [
    (ManeuverSpace(FREE, 0, 5000), Maneuver(9000, 2000, 18_000), ("22", "20", "180"), Maneuver(9000, 5001, 0)),
    (MarchSpace(FREE, 0, 10_000), March(10_000, 9000), ("24", "30", "90"), March(10_001, 0)),
    (PivotSpace(FREE, 0, "surge", "icefire:surge.4"), Pivot(4500), ("24", "20", "45"), Pivot(36_000)),
    (SHOT, Shift("left", 1500), ("22.5", "20", "0"), Shift("left", 2001)),
    (RetreatSpace(ENGAGED, 0, 9000), Withdraw("back", 6000, 9000), ("24", "14", "90"), Withdraw("back", 9001, 0)),
    (PARTED, Place(17_850, 24_000, 9000), ("17.85", "24", "90"), Place(17_800, 24_000, 9000)),
    (DeploySpace(TO_DEPLOY, 0), Deploy("a1", 10_000, 5000, 500), ("10", "5", "5"), Deploy("a1", 10_000, 9000, 0)),
]
"""Each a question, a legal answer, where it ends, and an illegal answer."""
SPACE = pytest.mark.parametrize(
    ("space", "legal", "end", "illegal"), SPACES, ids=[type(space).__name__ for space, *_ in SPACES]
)


@SPACE
def test_players_are_told_where_a_unit_would_be_or_why_it_may_not(
    space: Any, legal: Any, end: tuple[str, str, str], illegal: Any
) -> None:
    where = space.check(legal)
    assert isinstance(where, Message)
    assert where.id == "check.move"
    assert tuple(where.fields[name] for name in ("x", "y", "heading")) == end
    refusal = space.refusal(illegal)
    assert refusal is not None
    assert space.check(illegal) == refusal
    assert space.refusal(legal) is None


@SPACE
def test_legal_answers_are_drawn_and_not_only_those_that_are_suggested(
    space: Any, legal: Any, end: tuple[str, str, str], illegal: Any
) -> None:
    stream = Stream(derive_key(f"{legal}{end}{illegal}"))
    drawn = [space.sample(stream) for _ in range(40)]
    assert [one for one in drawn if space.refusal(one) is not None] == []
    assert len({*drawn} - {*space.suggest()}) > 20


def refused(space: Any, action: Any) -> str:
    """Return the rule that forbids an answer, or nothing."""
    fault = space.refusal(action)
    return "" if fault is None else str(fault.rule)


@rule("icefire:terms.21")
@pytest.mark.parametrize("own_edge", [False, True])
def test_a_unit_comes_from_reserve_wholly_within_six_inches_of_an_edge(own_edge: bool) -> None:
    """Its tray is 5.5 inches wide and 4.8 deep; from its own edge it comes only if an effect says so."""
    space = EdgeSpace(TO_DEPLOY, 0, own_edge=own_edge)
    own = "" if own_edge else space.rule
    for x, y, heading, fault in (
        (3600, 24_000, 27_000, ""), (3601, 24_000, 27_000, space.rule), (44_400, 24_000, 9000, ""),
        (44_399, 24_000, 9000, space.rule), (3250, 24_000, 0, ""), (3251, 24_000, 0, space.rule),
        (24_000, 3600, 0, own), (24_000, 3601, 0, space.rule), (24_000, 44_400, 18_000, space.rule),
    ):  # fmt: skip  # several to a line
        assert refused(space, Deploy("a1", x, y, heading)) == fault, (x, y, heading)
    assert refused(space, Deploy("a1", 2399, 24_000, 27_000))
    assert refused(space, Deploy("b1", 3600, 24_000, 27_000))


@rule("icefire:retreat.3", "icefire:retreat.4", "icefire:retreat.5", "icefire:ruling.25")
@pytest.mark.parametrize(("enemy", "forward"), [
    ("24 24.8 180", False), ("24 19.2 0", True), ("29.15 24 90", True), ("18.85 24 270", True),
])  # fmt: skip  # several to a line
def test_a_unit_retreats_forward_only_from_an_enemy_at_its_flank_or_rear(enemy: str, forward: bool) -> None:
    x, y, heading = enemy.split()
    y = "28.8" if y == "24.8" else y
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {heading}")
    space = RetreatSpace(state, 0, 9000)
    free = {"24 19.2 0": ("forward", "left", "right"), "24 24.8 180": ("back", "left", "right")}
    for bearing in free.get(enemy, ("back",)):
        assert refused(space, Withdraw(bearing, 9000, 0)) == "", bearing
        assert refused(space, Withdraw(bearing, 9001, 0)) == "icefire:retreat.3"
        assert refused(space, Withdraw(bearing, -1, 0)) == "icefire:retreat.3"
    assert (refused(space, Withdraw("forward", 9000, 0)) == "") is forward
    assert ("icefire:retreat.4" in refused(space, Withdraw("forward", 9000, 0))) is not forward
    assert {way.bearing for way in space.suggest()} >= {*free.get(enemy, ("back",))}
    assert ("forward" in {way.bearing for way in space.suggest()}) is forward
    assert max(way.distance for way in space.suggest()) == 9000


@rule("icefire:victory.2", "icefire:victory.5", "icefire:victory.7")
@pytest.mark.parametrize(("points", "number", "event"), [
    ((10, 3), 2, MatchWon(player="a", reason="points")), ((1, 3), 6, MatchWon(player="b", reason="rounds")),
    ((3, 3), 6, MatchDrawn(reason="rounds")),
])  # fmt: skip  # several to a line
def test_the_end_of_a_match_is_announced_once(points: tuple[int, int], number: int, event: Any) -> None:
    match = scene(f"a {CROSSBOWMEN} 24 20 0", FAR, step="score", victory_points=list(points), round=number)
    assert [*told(match, MatchWon), *told(match, MatchDrawn)] == [event]
    assert (match.state.step, match.state.turn, match.asking) == ("over", None, {})
    assert match.outcome is not None
