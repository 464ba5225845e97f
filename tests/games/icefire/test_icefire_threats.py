"""What a unit can charge or shoot lies in the areas that are shown for it."""

from __future__ import annotations

from banneret.games.icefire.rules.actions.charge import charge_targets
from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.show.drawing.layout import spot
from banneret.games.icefire.state import State
from banneret.plane import Point
from banneret.show.threats import threats
from tests.games.icefire.scene import GUARDSMEN, SWORDS, scene
from tests.show.areas import contains, grid

FAR = (f"b {SWORDS} 24 34 180", f"b {SWORDS} 33 32 180", f"b {SWORDS} 12 24 180", f"b {SWORDS} 24 40 180")


def test_what_can_be_charged_lies_in_the_area_of_charges() -> None:
    """Every target that the rules allow overlaps the area; one out of its arc does not."""
    match = scene(f"a {GUARDSMEN} 24 24 0", *FAR)
    state = match.state
    (charge,) = [one for one in threats(match, "unit:a1") if one.way == "charge"]
    seen = {foe: any(contains(charge.area, spot(*point)) for point in grid(tray(state, foe))) for foe in range(1, 5)}
    allowed = charge_targets(state, 0)
    assert allowed
    assert all(seen[foe] for foe in allowed)
    assert not seen[3]


def test_an_engaged_unit_threatens_nothing_farther_away() -> None:
    match = scene(f"a {GUARDSMEN} 24 20 0", f"b {SWORDS} 24 24.8 180")
    assert threats(match, "unit:a1") == ()
    assert threats(match, "unit:x9") == ()


def tray(state: State, unit: int) -> tuple[Point, ...]:
    return tray_of(state, unit).tiles[0].corners
