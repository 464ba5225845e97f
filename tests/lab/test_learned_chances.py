"""The tools behind the learned chances: samples of matches, and a network fitted to them."""

import importlib
import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from banneret.bots.network import Network
from banneret.bots.winning import learned
from tools.lab import chance_matches


@pytest.mark.slow
@pytest.mark.parametrize("game", chance_matches.KINDS)
def test_samples_have_the_features_of_each_side_and_its_share_of_the_win(game: str) -> None:
    part = importlib.import_module(f"banneret.games.{game}.bot.chances")
    judge = importlib.import_module(f"banneret.games.{game}.bot.evaluation").Judge()
    found = chance_matches.samples(game, 3, "sight", part, judge)
    assert len(found) > 3
    for sample in found:
        assert len(sample["rows"]) == len(sample["won"]) == len(sample["totals"])
        assert {len(row) for row in sample["rows"]} == {len(part.INPUTS)}
        assert sum(sample["won"]) == pytest.approx(1)


def test_a_fitted_network_finds_what_decides(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    tool = importlib.import_module("tools.lab.fit_network")
    luck = Random(1)
    lines = [json.dumps({"inputs": ["decides", "does not"]})]
    for match in range(600):
        one, other = luck.gauss(0, 1), luck.gauss(0, 1)
        won = float(luck.random() < learned(_sum(2.0), [[one, other], [-one, -other]], [0, 1])[0])
        rows = [[one, other], [-one, -other]]
        lines.append(
            json.dumps({"match": match, "kind": "drawn", "rows": rows, "won": [won, 1 - won], "totals": [0, 0]})
        )
    file = tmp_path / "samples.jsonl"
    file.write_text("\n".join(lines))
    inputs, samples = tool.read([file])
    part = tool.Part(samples)
    fitted = tool.fit(part, part, 4, 300, 1, 0.003)
    made = Network.read(msgspec.json.encode(tool.written(inputs, fitted)), "fitted.json", inputs)
    assert 0.75 < learned(made, [[0.5, 1.0], [-0.5, -1.0]], [0, 1])[0] < 0.95
    with tool.torch.no_grad():
        assert made.output([0.3, -0.7]) == pytest.approx(float(fitted(tool.torch.tensor([0.3, -0.7]))), abs=1e-3)


def _sum(weight: float) -> Network:
    raw = {"inputs": ["decides", "does not"], "layers": [{"weights": [[weight, 0]], "biases": [0]}]}
    return Network.read(msgspec.json.encode(raw), "sum.json")
