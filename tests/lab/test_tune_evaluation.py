"""The tool that tunes the evaluation: fair between equals, and its file stays what it was but for the numbers."""

import re
import tomllib
from pathlib import Path

import pytest
from msgspec import structs

from banneret.games.thrones.bot.weights import WEIGHTS
from tools.lab import tune_evaluation as tool


@pytest.mark.slow
def test_equal_weights_have_no_advantage_over_each_other() -> None:
    weights = structs.asdict(WEIGHTS)
    assert tool.advantage(weights, weights, seats=3, games=1, seed=1) == 0.0


def test_weights_are_written_and_comments_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "evaluation.toml"
    before = tool.DATA.read_text("utf-8")
    file.write_text(before, "utf-8")
    monkeypatch.setattr(tool, "DATA", file)
    tool.write({**structs.asdict(WEIGHTS), "castle": 15.0, "muster": 0.1234})
    text = file.read_text("utf-8")
    written = tomllib.loads(text)["weights"]
    assert written["castle"] == 15.0
    assert written["muster"] == 0.123
    assert {name: written[name] for name in written if name not in ("castle", "muster")} == {
        name: float(f"{value:.3g}")
        for name, value in structs.asdict(WEIGHTS).items()
        if name not in ("castle", "muster")
    }
    assert re.findall("#.*", text) == re.findall("#.*", before)
