"""The areas of a unit are the hexes it can move to, and those it can attack from there."""

from __future__ import annotations

from banneret.games.battles.rules.field.sight import targets_of
from banneret.games.battles.rules.field.units import place
from banneret.games.battles.rules.orders.movement import reach, steps_of
from banneret.games.battles.show.drawing.layout import places_of
from banneret.show.threats import threats
from tests.games.battles.scene import BOWS, GUARD, HOST, scene, unit


def test_a_unit_threatens_what_it_can_attack_after_a_move() -> None:
    match = scene(f"e3 {HOST} green", f"e5 {GUARD} green", f"a2 {GUARD} green", f"c2 {BOWS} green")
    state, places = match.state, places_of(match.state.scenario)
    for label, way in (("e3", "strike"), ("c2", "shoot")):
        found: dict[str, str] = {one.way: one.area for one in threats(match, f"hex:{label}")}
        mover = unit(match, label)
        moves = reach(state, mover, steps_of(state, mover))
        assert found["move"] == "".join(places.outline(hex) for hex in moves)
        attacked = set()
        for hex in [state.hex[mover], *moves]:
            there = state.copy()
            place(there, mover, hex)
            attacked |= set(targets_of(there, mover))
        assert attacked
        for other, seat in enumerate(state.seat):
            if seat != state.seat[mover]:
                assert (places.outline(state.hex[other]) in found[way]) == (other in attacked)


def test_an_empty_hex_threatens_nothing() -> None:
    match = scene(f"e3 {HOST} green", f"e5 {GUARD} green")
    assert threats(match, "hex:c5") == ()
