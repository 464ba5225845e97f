"""Invariants of positions that no match reaches."""

from banneret.games.icefire.audit import audit
from banneret.games.icefire.state import NO_UNIT
from tests.games.icefire.scene import CROSSBOWMEN, laid

A, B = f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 30 180"


def test_a_non_combat_unit_out_of_play_has_no_zone_and_no_influence() -> None:
    state = laid(A, B, ncus=["a 30202 crown"])
    before = audit(state)
    state.ncu_alive[0] = False
    name = state.ncu_labels[0]
    fault = f"board: {name} is out of play, but has a zone or influences a unit"
    assert [one for one in audit(state) if one not in before] == [fault]
    state.ncu_zone[0] = ""
    assert audit(state) == before
    state.influence[0] = 1
    assert [one for one in audit(state) if one not in before] == [fault]
    state.influence[0] = NO_UNIT
    assert audit(state) == before
