"""The tool that asks matches how likely a house is to win finds what was put there, and holds on to the evaluation."""

from pathlib import Path
from random import Random

import pytest

from banneret import arena
from banneret.games.thrones.evaluation import TERMS
from tools import fit_chances as tool


def drawn(decides: str, strength: float) -> list[tool.Start]:
    """Return starts in which one term decides the more, the stronger it is."""
    random = Random(3)
    at = TERMS.index(decides)
    starts = []
    for number in range(300):
        terms = [[random.gauss(0, 10) for _ in TERMS] for _ in range(3)]
        odds = [sum(row) / 30 + strength * row[at] / 30 - random.expovariate(1) for row in terms]
        starts.append(tool.Start(terms, number % 4, max(range(3), key=odds.__getitem__), number))
    return starts


def test_what_decides_is_found() -> None:
    counts = dict(zip(TERMS, tool.fitted(drawn("tokens", 8.0)), strict=False))
    assert counts["tokens"] > 4
    assert all(0.3 < counts[term] < 2.5 for term in TERMS if term != "tokens")


def test_what_can_be_hoarded_stays_nearer_to_the_evaluation() -> None:
    counts = [dict(zip(TERMS, tool.fitted(drawn(term, 3.0)), strict=False))[term] for term in ("power", "supply")]
    assert 1 < counts[0] < counts[1]


def test_left_out_matches_are_foretold_better_than_by_equal_chances() -> None:
    assert tool.foretold(drawn("seas", 4.0)) > -1.0986


def test_matches_of_an_arena_are_read(tmp_path: Path) -> None:
    arena("thrones", bots=["random", "random", "random"], seats=3, games=3, seed=2, out=tmp_path / "arena")
    starts = tool.read(tmp_path / "arena", first=5)
    assert {one.match for one in starts} == {5, 6, 7}
    assert all(len(one.terms) == 3 and len(one.terms[0]) == len(TERMS) for one in starts)
    assert starts[0].stage == 0
    assert starts[0].terms[0][TERMS.index("castles")] == pytest.approx(11, abs=6)
