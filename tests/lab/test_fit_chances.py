"""The tool that asks matches how likely a house is to win finds what was put there, and holds on to the evaluation."""

from pathlib import Path
from random import Random

import pytest

from banneret import arena
from banneret.games.thrones.bot.evaluation import TERMS
from banneret.sim import plots
from tools.lab import fit_chances as tool


def drawn(decides: str, strength: float) -> list[tool.Look]:
    """Return looks in which one term decides the more, the stronger it is; `castle` for castles."""
    random = Random(3)
    looks = []
    for number in range(2000):  # looks at one match count for little
        castles = [float(random.randrange(7)) for _ in range(3)]
        terms = [[random.gauss(0, 10) for _ in TERMS] for _ in range(3)]
        odds = [0.3 * held + sum(row) / 30 - random.expovariate(1) for held, row in zip(castles, terms, strict=True)]
        for seat in range(3):
            odds[seat] += strength * (castles[seat] if decides == "castle" else terms[seat][TERMS.index(decides)] / 30)
        looks.append(tool.Look(castles, terms, number % 4, max(range(3), key=odds.__getitem__), number))
    return looks


def counts_of(decides: str, strength: float) -> dict[str, float]:
    return dict(zip(("castle", *TERMS), tool.fitted(drawn(decides, strength)), strict=False))


@pytest.mark.slow
@pytest.mark.parametrize(("decides", "strength", "least"), [("tokens", 8.0, 4), ("castle", 2.0, 1.5)])
def test_what_decides_is_found(decides: str, strength: float, least: float) -> None:
    counts = counts_of(decides, strength)
    assert counts[decides] > least
    assert all(0.3 < counts[term] < 2.5 for term in TERMS if term != decides)


@pytest.mark.slow
def test_what_can_be_hoarded_stays_nearer_to_the_evaluation() -> None:
    assert 1 < counts_of("power", 3.0)["power"] < counts_of("supply", 3.0)["supply"]


@pytest.mark.slow
def test_held_out_matches_are_predicted_better_than_by_equal_chances() -> None:
    assert tool.held_out(drawn("seas", 4.0)) > -1.0986


@pytest.mark.slow
def test_matches_of_an_arena_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "have_plots", lambda: False)  # they take time
    arena("thrones", bots=["random", "random", "random"], seats=3, games=3, seed=2, out=tmp_path / "arena")
    looks = tool.read(tmp_path / "arena", first=5)
    assert {one.match for one in looks} == {5, 6, 7}
    assert all(len(one.terms) == 3 and len(one.terms[0]) == len(TERMS) for one in looks)
    assert looks[0].stage == 0
    assert looks[0].castles == pytest.approx([1 / 10.05**0.5, 1 / 10.05**0.5, 2 / 10.05**0.5])
    assert looks[0].terms[0][TERMS.index("castles")] == pytest.approx(11, abs=6)
