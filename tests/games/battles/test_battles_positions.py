"""Positions that no battle reaches are refused with the field that is wrong."""

import pytest

import banneret
from banneret.kernel.rulebook import PositionError


@pytest.mark.parametrize("step", ["rally", "marshal", "command", "regroup"])
def test_the_last_round_is_played_to_its_regroup_phase(step: str) -> None:
    match = banneret.new_match("battles", seats=2, seed=1, options={"scenario": "ambush-in-the-wolfswood"})
    last = match.state.scenario.rounds
    plain = match.position()["state"]
    banneret.from_position("battles", {**plain, "step": step, "round": last})
    with pytest.raises(PositionError, match=f"round: {last + 1} is not within 1 to {last}"):
        banneret.from_position("battles", {**plain, "step": step, "round": last + 1})


@pytest.mark.parametrize("step", ["discard", "recover"])
def test_nothing_is_discarded_after_the_last_round(step: str) -> None:
    match = banneret.new_match("battles", seats=2, seed=1, options={"scenario": "ambush-in-the-wolfswood"})
    last = match.state.scenario.rounds
    plain = {**match.position()["state"], "step": step}
    banneret.from_position("battles", {**plain, "round": last - 1})
    with pytest.raises(PositionError, match=f"round: {last} is not within 1 to {last - 1}"):
        banneret.from_position("battles", {**plain, "round": last})
