"""The tool that counts what bots do in A Game of Thrones."""

import pytest

from tools.lab import thrones_habits as tool


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
