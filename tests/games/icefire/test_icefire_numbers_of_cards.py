"""Numbers of cards: what To Hit and its modifiers mean, and the rules that Condition tokens cite."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.rules.combat.attack import count_hits, hits_on
from tests.games.icefire.scene import GUARDSMEN, SWORDS, asked, die, play, scene

rule = pytest.mark.rule

FRONT, FACING = f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180"


@rule("icefire:card.5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bonus_lowers_and_a_malus_raises_the_roll_that_hits(edition: Edition) -> None:
    attack = components(edition).units[GUARDSMEN].attacks[0]
    assert [hits_on(attack, modifier) - attack.hit for modifier in (1, 0, -1)] == [-1, 0, 1]
    assert count_hits([attack.hit - 1, attack.hit], attack, 1) == 2


@pytest.mark.parametrize(
    ("condition", "cited", "dice"),
    [
        pytest.param(name, id, dice, marks=rule(id))
        for name, id, dice in (
            ("panicked", "icefire:condition.4", (4, 1, 1, 1, 1, 1, 1, 3, 5, 1)),
            ("vulnerable", "icefire:condition.5", (4, 1, 1, 1, 1, 1, 6)),
            ("weakened", "icefire:condition.6", (4, 5, 6, 4, 2, 3)),
        )
    ],
)
def test_a_re_roll_cites_the_rule_of_its_condition(condition: str, cited: str, dice: tuple[int, ...]) -> None:
    hindered = "b1" if condition == "weakened" else "a1"
    units = [f"{line} | {condition}" if name == hindered else line for name, line in (("a1", FRONT), ("b1", FACING))]
    match = scene(*units, turn="b", chance=die(*dice))
    play(match, "b: take melee", "b: align stay")
    assert asked(match)[1] == f"reroll.{condition}"
    ((_, ask),) = match.asking.items()
    assert ask.rule == cited
