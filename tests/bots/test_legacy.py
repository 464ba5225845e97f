"""The levels of the first release play as they did, whatever else changes."""

import pytest

from banneret.bots import make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.kernel.record import Record
from tests.bots.matches import middle, play


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "seats", "seed", "most", "hash"),
    [
        ("thrones", 3, 9, 130, "4cd6b261f94545ec41acde4e0e88f568"),
        ("battles", 2, 6, 60, "38457e9e6fd5b9739411a61a4d290339"),
        ("icefire-s6", 2, 6, 100, "395da30f42244bbcb449c1a638384453"),
        ("icefire-2021", 2, 6, 100, "0d528ecc722fa5d60f76ca9adf19de62"),
        ("runewars", 2, 6, 150, "7de1b1d660d4a05e6fb18e6dd9d53967"),
    ],
)
def test_legacy_fair_plays_the_match_of_the_first_release(
    book: str, seats: int, seed: int, most: int, hash: str
) -> None:
    match, troubles = play(book, ["legacy-fair"] * seats, seed=seed, most=most)
    assert troubles == []
    assert Record.of(match).hash() == hash  # a corrected rule may change it, better judgement may not


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
