"""Invariants of positions that no match reaches."""

import msgspec
import pytest

from banneret.games.icefire.audit import audit
from banneret.games.icefire.position import decode, encode
from banneret.games.icefire.state import NO_UNIT
from banneret.kernel.rulebook import PositionError
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


@pytest.mark.parametrize("step", ["round-start", "turn", "score", "refill"])
def test_a_round_has_a_first_player(step: str) -> None:
    plain = encode(laid(A, B)) | {"step": step}
    plain = msgspec.json.decode(msgspec.json.encode(plain))
    decode(plain)
    with pytest.raises(PositionError, match="first: -1 is not within 0 to 1"):
        decode({**plain, "first": -1})


def test_there_is_no_first_player_before_deployment() -> None:
    plain = msgspec.json.decode(msgspec.json.encode(encode(laid(A, B)) | {"step": "deploy"}))
    assert decode({**plain, "first": -1}).first == -1
