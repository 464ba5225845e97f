"""Fit a small network to positions of finished matches, and report how well it predicts other matches.

    python tools/lab/fit_network.py battles.jsonl greedy.jsonl --test battles-greedy.jsonl --out chances.json

The files are those of `chance_matches.py`; each match of a later file counts as several of the first one. The network
rates the features of each side; the ratings are the logarithms of the odds to win. A fifth of the matches is held out:
fitting stops when their prediction no longer improves. Another fifth, not used for that either, gives the figures: the
mean negative logarithm of the winner's chance (less is better) for the network, for equal chances, and for a softmax of
the total evaluations, and how often sides won by their predicted chance. Requires `torch` (extra `learn`); it does not
import the games.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

POINTS: Final = 10.0
"""Temperature of the softmax of totals; the same as in `banneret.bots.winning`."""
DIGITS: Final = 5
"""Weights are written with this many significant digits."""
DECAYS: Final = (0.003, 0.02, 0.1)
"""Weight decays that are tried; the best one on the held-out matches is kept."""


def main() -> None:
    """Read, fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="+", type=Path, help="files of samples")
    parser.add_argument("--test", nargs="*", default=[], type=Path, help="files of samples that are only predicted")
    parser.add_argument("--counts", type=float, default=8, help="weight of the matches of later files (8)")
    parser.add_argument("--hidden", type=int, default=8, help="cells of the hidden layer (8)")
    parser.add_argument("--epochs", type=int, default=60, help="most passes through the samples (60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first weights and the order (1)")
    parser.add_argument("--out", type=Path, help="the data file to write")
    given = parser.parse_args()
    torch.set_num_threads(1)
    inputs, samples = read(given.samples, given.counts)
    parts = [Part([one for one in samples if _fifth(one) in fifths]) for fifths in ((0, 1, 2), (3,), (4,))]
    fitted = [fit(parts[0], parts[1], given.hidden, given.epochs, given.seed, decay) for decay in DECAYS]
    network = min(fitted, key=lambda one: loss(one, parts[1]))
    print(f"{len({one['match'] for one in samples})} matches, {len(samples)} samples, {len(inputs)} inputs")
    report("all", network, parts[2])
    for kind in sorted({one["kind"] for one in samples}):
        inside = [one for one in samples if _fifth(one) == 4 and one["kind"] == kind]
        if inside:
            report(kind, network, Part(inside))
    calibration(network, parts[2])
    for file in given.test:
        part = Part(read([file])[1])
        report(file.stem, network, part)
        calibration(network, part)
    if given.out is not None:
        given.out.write_text(json.dumps(written(inputs, network), separators=(",", ":")) + "\n")


class Part:
    """Samples as arrays: features and shares of the win of all sides, with a mask of the sides that there are."""

    def __init__(self, samples: Sequence[dict[str, Any]]) -> None:
        most = max(len(one["won"]) for one in samples)
        width = len(samples[0]["rows"][0])
        empty = [0.0] * width
        spare = [most - len(one["won"]) for one in samples]
        self.rows = torch.tensor([one["rows"] + [empty] * n for one, n in zip(samples, spare, strict=True)])
        self.won = torch.tensor([one["won"] + [0.0] * n for one, n in zip(samples, spare, strict=True)])
        self.totals = torch.tensor([one["totals"] + [0.0] * n for one, n in zip(samples, spare, strict=True)])
        self.there = torch.tensor([[1.0] * len(one["won"]) + [0.0] * n for one, n in zip(samples, spare, strict=True)])
        counts: dict[tuple[int, str], int] = {}
        for one in samples:
            key = one["match"], one["kind"]
            counts[key] = counts.get(key, 0) + 1
        self.weight = torch.tensor([one.get("counts", 1.0) / counts[one["match"], one["kind"]] for one in samples])
        """Each match of a file counts the same, however many samples it has."""

    def chances(self, odds: Tensor) -> Tensor:
        """Return the logarithms of the chances with these odds."""
        return torch.log_softmax(odds.masked_fill(self.there == 0, -1e9), dim=1)


def read(files: Sequence[Path], counts: float = 1.0) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the names of the features, and the samples of all files; those of later files have a weight."""
    inputs: list[str] = []
    samples: list[dict[str, Any]] = []
    for file in files:
        lines = file.read_text().splitlines()
        inputs = json.loads(lines[0])["inputs"]
        found = [json.loads(line) for line in lines[1:]]
        samples += found if file == files[0] else [{**one, "counts": counts} for one in found]
    return inputs, samples


def _fifth(sample: dict[str, Any]) -> int:
    return int(sample["match"]) % 5


def loss(network: nn.Sequential, part: Part) -> float:
    """Return the mean negative logarithm of the winner's chance."""
    with torch.no_grad():
        return _mean(part, part.chances(network(part.rows).squeeze(2)))


def _mean(part: Part, logarithms: Tensor) -> float:
    each = -(part.won * logarithms.masked_fill(part.there == 0, 0.0)).sum(1)
    return float((each * part.weight).sum() / part.weight.sum())


def fit(part: Part, held: Part, hidden: int, epochs: int, seed: int, decay: float) -> nn.Sequential:
    """Return the network of the pass after which it predicts the held-out matches best."""
    torch.manual_seed(seed)
    width = part.rows.shape[2]
    there = part.rows[part.there > 0]
    scale = there.std(0).clamp_min(0.02)
    network = nn.Sequential(nn.Linear(width, hidden), nn.Tanh(), nn.Linear(hidden, 1))
    with torch.no_grad():
        first: Any = network[0]
        first.weight /= scale  # as if the inputs were standardized
    groups = [
        {"params": [first.weight], "weight_decay": 0.0},
        {"params": [p for p in network.parameters() if p is not first.weight]},
    ]
    optimizer = torch.optim.Adam(groups, lr=0.003)
    best, kept, worse = math.inf, {}, 0
    for _ in range(epochs):
        for batch in torch.randperm(len(part.rows)).split(512):
            odds = network(part.rows[batch]).squeeze(2).masked_fill(part.there[batch] == 0, -1e9)
            logarithms = torch.log_softmax(odds, dim=1).masked_fill(part.there[batch] == 0, 0.0)
            error = (-(part.won[batch] * logarithms).sum(1) * part.weight[batch]).sum() / part.weight[batch].sum()
            error = error + decay * ((first.weight * scale) ** 2).mean()
            optimizer.zero_grad()
            error.backward()
            optimizer.step()
        now = loss(network, held)
        worse = 0 if now < best else worse + 1
        if now < best:
            best, kept = now, {name: one.clone() for name, one in network.state_dict().items()}
        if worse >= 8:
            break
    network.load_state_dict(kept)
    return network


def report(name: str, network: nn.Sequential, part: Part) -> None:
    """Print the log loss of the network, of equal chances, and of a softmax of the totals, as it is and best scaled."""
    equal = _mean(part, part.chances(torch.zeros_like(part.totals)))
    total = _mean(part, part.chances(part.totals / POINTS))
    scaled = min((_mean(part, part.chances(part.totals / points)), points) for points in (5, 7, 10, 14, 20, 28, 40, 60))
    print(
        f"{name:<18} matches {part.weight.sum():6.0f}   network {loss(network, part):.3f}   equal {equal:.3f}   "
        f"totals {total:.3f}   totals with {scaled[1]} points {scaled[0]:.3f}"
    )


def calibration(network: nn.Sequential, part: Part) -> None:
    """Print how often sides won, by their predicted chance."""
    with torch.no_grad():
        chance = part.chances(network(part.rows).squeeze(2)).exp()
    for tenth in range(10):
        inside = (chance >= tenth / 10) & (chance < (tenth + 1) / 10) & (part.there > 0)
        if int(inside.sum()):
            weight = (part.weight[:, None] * inside).sum()
            mean = float((chance * part.weight[:, None] * inside).sum() / weight)
            won = float((part.won * part.weight[:, None] * inside).sum() / weight)
            print(f"predicted {mean:.2f}   won {won:.2f}   ({int(inside.sum())} samples)")


def written(inputs: Sequence[str], network: nn.Sequential) -> dict[str, Any]:
    """Return the content of the data file."""
    layers = [one for one in network if isinstance(one, nn.Linear)]
    return {
        "inputs": list(inputs),
        "layers": [
            {
                "weights": [[_short(one) for one in row] for row in layer.weight.tolist()],
                "biases": [_short(one) for one in layer.bias.tolist()],
            }
            for layer in layers
        ],
    }


def _short(one: float) -> float:
    return float(f"{one:.{DIGITS}g}")


if __name__ == "__main__":
    main()
