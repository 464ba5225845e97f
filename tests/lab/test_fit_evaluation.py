"""The tool that asks matches what wins: it finds what was put there."""

from random import Random

import pytest

from banneret.kernel.creation import new_match
from tools.lab import fit_evaluation as tool


def test_what_decides_is_found_and_what_does_not_is_not() -> None:
    random = Random(2)
    samples = []
    for _ in range(400):
        facts = [[random.gauss(0, 1) for _ in tool.FACTS] for _ in range(3)]
        samples.append(
            tool.Sample(facts, max(range(3), key=[2 * row[3] + random.gauss(0, 1) for row in facts].__getitem__))
        )
    worth, error = tool.fitted(samples)
    assert worth[3] > 10 * error[3]
    assert all(abs(worth[at]) < 4 * error[at] for at in range(len(worth)) if at != 3)


def test_every_seat_has_every_fact() -> None:
    state = new_match("thrones", seats=6, seed=1, events=False).state
    rows = tool.facts(state)
    assert [len(row) for row in rows] == [len(tool.FACTS)] * 6
    towards = dict(zip(tool.FACTS, rows[0], strict=True))
    assert towards["power tokens"] == pytest.approx(state.available[0])
    assert towards["footmen"] + towards["knights"] + towards["ships"] > 0
