"""Bots expect house cards that are good against what their own house probably plays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from banneret.games.thrones.bot.fights import Side, came, expected
from banneret.games.thrones.content.components import CARDS, HouseCard

STRONG, MEDIUM, WEAK = CARDS["tywin-lannister"], CARDS["the-hound"], CARDS["cersei-lannister"]
THEIRS = [CARDS["stannis-baratheon"], CARDS["ser-davos-seaworth"], CARDS["patchface"]]


def _side(cards: Sequence[HouseCard], *, gain: float = 10.0, loss: float = 10.0) -> Side:
    return Side(tuple(card.id for card in cards), gain, loss, 0.5)


def test_the_gain_counts_the_result_and_icons_without_fortifications() -> None:
    side = _side([STRONG])
    gregor = CARDS["ser-gregor-clegane"]
    assert came(side, STRONG, WEAK, won=True) == 10
    assert came(side, gregor, WEAK, won=True) == 10 + 2.5 * gregor.swords
    assert came(side, WEAK, gregor, won=False) == -10 - 2.5 * gregor.swords


def test_a_house_that_wins_or_loses_anyway_is_expected_to_keep_its_strong_cards() -> None:
    for edge in (-9, 9):
        odds = expected(_side([STRONG, WEAK]), _side(THEIRS), edge, 0)
        assert sum(odds) == pytest.approx(1)
        assert odds[0] == min(odds)


def test_a_card_that_decides_a_combat_is_expected() -> None:
    """With a lead of 2, the own house wins unless the other one plays its only card of 4 against a weak one."""
    odds = expected(_side([WEAK]), _side(THEIRS), 2, 0)
    assert odds[0] > 0.9


def test_nobody_plays_for_certain_what_the_other_house_could_answer() -> None:
    """Each house wants to play its strong card only if the other one does not meet it with its own."""
    odds = expected(_side([STRONG, WEAK]), _side(THEIRS), 0, 0)
    assert max(odds) < 0.9
