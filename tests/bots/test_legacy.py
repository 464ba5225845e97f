"""The levels of the first release play as they did, whatever else changes."""

import pytest

from banneret.bots import make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.kernel.record import Record
from tests.bots.matches import middle, play


@pytest.mark.slow
def test_legacy_fair_plays_the_match_of_the_first_release() -> None:
    match, troubles = play("thrones", ["legacy-fair"] * 3, seed=9, most=130)
    assert troubles == []
    assert Record.of(match).hash() == "4cd6b261f94545ec41acde4e0e88f568"


def test_the_legacy_levels_do_not_mix_their_bids() -> None:
    match = middle("thrones", 3, 1, 0)
    while not any(ask.kind.endswith("-bid") for ask in match.asking.values()):
        seat = min(match.asking)
        match.play(seat, make_bot("random", len(match.answers)).choose(Player(match, seat, 1)))
    seat = min(match.asking)
    now, former = (
        judging_of(match.rulebook, legacy=legacy).glance(match.state, match.asking[seat]) for legacy in (False, True)
    )
    assert now is not None
    assert former is not None
    assert now.mixed is not None
    assert former.mixed is None
