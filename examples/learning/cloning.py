"""Learn to answer as a bot does, from exported matches: `python examples/learning/cloning.py decisions`.

The folder comes from `banneret export`. A network scores the row of each option of a decision.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from ppo import RowFeatures
from torch import nn

from banneret.kernel.registry import rulebook
from banneret.rl import Observer
from banneret.rl.dataset import Decisions
from banneret.rl.spaces import observation_space

ROWS = 96


def main() -> None:
    """Train on four fifths of the decisions, and report how often the network agrees on the rest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--passes", type=int, default=3)
    given = parser.parse_args()
    torch.manual_seed(1)
    decisions = Decisions(given.folder)
    network = RowFeatures(observation_space(Observer(rulebook(decisions.game), ROWS)))
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    loss_of = nn.CrossEntropyLoss()
    held = []
    for number in range(given.passes):
        losses = []
        for place, batch in enumerate(decisions.batches(64, ROWS)):
            if place % 5 == 4:
                held += [batch] if number == 0 else []
                continue
            tensors = {name: torch.as_tensor(batch[name]).float() for name in ("observation", "options")}
            mask = torch.as_tensor(batch["action_mask"] == 0)
            scores = network(tensors)[:, :ROWS].masked_fill(mask, -1e9)
            loss = loss_of(scores, torch.as_tensor(batch["choice"]).long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"pass {number + 1}: loss {np.mean(losses):.3f}")
    same = total = chance = 0.0
    with torch.no_grad():
        for batch in held:
            tensors = {name: torch.as_tensor(batch[name]).float() for name in ("observation", "options")}
            scores = network(tensors)[:, :ROWS].masked_fill(torch.as_tensor(batch["action_mask"] == 0), -1e9)
            same += float((scores.argmax(1).numpy() == batch["choice"]).sum())
            chance += float((1 / batch["action_mask"].sum(1)).sum())
            total += len(batch["choice"])
    print(f"{same / total:.0%} of {total:.0f} other decisions are the same; {chance / total:.0%} by chance")


if __name__ == "__main__":
    main()
