"""The tool that counts what bots do in A Game of Thrones."""

from typing import Final

import pytest

import banneret
from banneret.games.thrones.rules.planning.planning import OrderHand
from banneret.games.thrones.rules.tracks import stars
from tools.lab import thrones_habits as tool

HOMES: Final = {"dragonstone": "baratheon", "lannisport": "lannister"}


@pytest.mark.slow
def test_parts_are_no_more_than_wholes_and_the_same_seed_counts_the_same() -> None:
    job = tool.Job(("random",) * 3, 4)
    found = tool.played(job)
    assert found == tool.played(job)
    assert found["matches"] == 1
    assert found["march orders"] > found["marches that move nobody"] > 0
    assert all(found[part] <= found[whole] for part, whole in tool.SHARES)
    assert found["wildling bids"] > 0
    assert found["track bids"] > 0
    shown = "\n".join(tool.lines(found))
    assert f"{found['wildling bids of 0']:6} of {found['wildling bids']:5} wildling bids" in shown


def test_marches_are_for_want_of_other_orders_beyond_the_number_of_other_tokens() -> None:
    names = ("winterfell", "karhold", "widows-watch", "moat-cailin", "twins", "fingers", "greywater-watch", "seagard")
    areas = {name: {"house": "stark", "units": {"footman": 1}} for name in names}
    areas |= {name: {"house": "stark", "units": {"knight": 1}} for name in ("riverrun", "harrenhal", "white-harbor")}
    homes = {home: {"house": house, "units": {"footman": 2}} for home, house in HOMES.items()}
    state = {"houses": ["baratheon", "lannister", "stark"], "step": "planning", "areas": areas | homes}
    match = banneret.from_position("thrones", {"state": state}, events=False)
    found = tool.forced(OrderHand(match.state, 2))
    assert found == 11 - 8 - min(4, stars(match.state, 2))
    assert tool.forced(OrderHand(match.state, 0)) == 0
