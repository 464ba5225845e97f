"""Wrong inputs to our games, in numbers that take minutes; `test_conformance` has a hundred for each door."""

from __future__ import annotations

import pytest

from banneret.kernel.registry import rulebook
from banneret.testing.conformance import DOORS, check_doors
from tests.soaking import scale

INPUTS = 5000


@pytest.mark.soak
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("game", ["thrones", "battles", "icefire-s6", "icefire-2021", "runewars"])
def test_no_wrong_input_is_mishandled(game: str, door: str) -> None:
    check_doors(game, min(rulebook(game).seats), round(INPUTS * scale()), seed="soak", doors=[door])
