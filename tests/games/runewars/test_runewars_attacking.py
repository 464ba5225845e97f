"""Attacks as they are carried out, step by step."""

from __future__ import annotations

from typing import Final

import pytest

from banneret.games.runewars.events.combat import (
    AttackEnded,
    DiceRolled,
    HitsSpent,
)
from banneret.games.runewars.rules.attacking import attack
from tests.games.runewars.field import die, field, play, standing, told

SPEARS: Final = "a spearmen 3x2 9000 9000 0"
"""Its front edge lies at y = 10000; red and blue die, 4 figures of defense 1 a tray."""
FOES: Final = "b reanimates 3x2 9000 11000 18000"
"""Front against front."""
HIT: Final = die("red", "hit")
BLANK: Final = die("blue")


@pytest.mark.rule("rw:7.0", "rw:7.1", "rw:7.2", "rw:7.3", "rw:7.9", "rw:7.12", "rw:20.3", "rw:78.1")
def test_a_melee_attack_goes_from_profile_to_wounds() -> None:
    """3 trays of front: a hit is 3 damage, which fells 3 figures of defense 1."""
    game = field(SPEARS, FOES)
    played = play(
        game, attack(game, 0, "melee"), "pass", "wound 1-2 0", "wound 2-2 0", "wound 2-2 0", chance=[HIT, BLANK]
    )
    assert played.asked == ["a reroll", "a wound", "a wound", "a wound"]
    assert standing(game, "b1") == {(0, 0): 4, (1, 0): 4, (2, 0): 4, (0, 1): 3, (1, 1): 2, (2, 1): 4}
    assert told(game, DiceRolled)[0].dice == ("red-hit", "blue-blank")
    assert [(one.hits, one.threat, one.damage) for one in told(game, HitsSpent)] == [(1, 3, 3)]
    assert told(game, AttackEnded)[0].wounds == 3
