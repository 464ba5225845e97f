"""Train MaskablePPO against random play, and count its wins: `python examples/learning/ppo.py --minutes 10`.

The network scores the row of each option, so that it can play questions with any number of them.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import deque
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

from banneret.rl import LearnerEnv

ROWS = 64
MATCHES = 32
"""Matches played at once; larger batches use the processor better."""
SIZE = 32
FIELDS = 16
CODES = 1024


class RowFeatures(BaseFeaturesExtractor):
    """Returns a score for each option, and then features of the position."""

    def __init__(self, observation_space: Any) -> None:
        rows, columns = observation_space["options"].shape
        super().__init__(observation_space, features_dim=rows + SIZE)
        size = observation_space["observation"].shape[0]
        self.position = nn.Sequential(nn.Linear(size, 64), nn.ReLU(), nn.Linear(64, SIZE), nn.ReLU())
        self.fields = nn.EmbeddingBag(columns * CODES, FIELDS, mode="sum")
        self.offsets = nn.Parameter(torch.arange(columns) * CODES, requires_grad=False)
        self.score = nn.Sequential(nn.Linear(FIELDS + SIZE, SIZE), nn.ReLU(), nn.Linear(SIZE, 1))
        nn.init.normal_(self.fields.weight, std=0.1)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Score the options and describe the position."""
        seen = observations["observation"]
        position = self.position(torch.sign(seen) * torch.log1p(seen.abs()) / 3)
        codes = observations["options"].long() % CODES + self.offsets
        rows = self.fields(codes.flatten(0, 1)).unflatten(0, codes.shape[:2])
        both = torch.cat([rows, position.unsqueeze(1).expand(-1, rows.shape[1], -1)], dim=2)
        return torch.cat([self.score(both).squeeze(2), position], dim=1)


class First(nn.Module):
    """Returns the first features: the scores of the options."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return the scores."""
        return features[:, : self.count]


class RowPolicy(MaskableMultiInputActorCriticPolicy):
    """Chooses an option by its score."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings, features_extractor_class=RowFeatures, net_arch=[])

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = First(self.action_space.n)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Until(BaseCallback):
    """Stops the training after a time, and prints the share of the last 200 matches that were won."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds
        self.next = 0.0
        self.won: deque[bool] = deque(maxlen=200)

    def _on_step(self) -> bool:
        self.won.extend(info["place"] == 1 for info in self.locals["infos"] if "place" in info)
        now = time.monotonic()
        if now >= self.next and self.won:
            self.next = now + 60
            print(f"{self.num_timesteps} steps: won {np.mean(self.won):.0%} of the last {len(self.won)}", flush=True)
        return now < self.end


def wins(model: MaskablePPO, settings: dict[str, Any], games: int, seed: int) -> float:
    """Return the share of matches that the model wins, changing seats."""
    env = LearnerEnv(**{**settings, "seat": -1, "shaping": {}})
    total = 0.0
    observation, _ = env.reset(seed=seed)
    while games:
        action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
        observation, reward, over, truncated, _ = env.step(int(action))
        if over or truncated:
            total += reward
            games -= 1
            observation, _ = env.reset()
    return total


def main() -> None:
    """Train and evaluate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="battles")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    torch.manual_seed(1)
    settings: dict[str, Any] = {
        "game": given.game,
        "seats": given.seats,
        "seat": -1,
        "bots": "random",
        "rows": ROWS,
        "shaping": {"total": 0.01},
    }
    envs = DummyVecEnv([lambda: LearnerEnv(**settings) for _ in range(MATCHES)])
    model = MaskablePPO(
        RowPolicy, envs, n_steps=64, batch_size=256, n_epochs=4, learning_rate=1e-3, ent_coef=0.01, gamma=0.995, seed=1
    )
    model.learn(10**9, callback=Until(60 * given.minutes))
    trained = time.process_time()
    won = wins(model, settings, given.games, seed=10**6)
    seats = LearnerEnv(**settings).task.seat_count
    spread = 1.96 * math.sqrt(max(won, 1) * (1 - won / given.games)) / given.games
    print(
        f"{model.num_timesteps} steps in {trained:.0f} s of CPU time; {won:g} of {given.games} matches won against"
        f" random ({won / given.games:.0%} ± {spread:.0%}; {1 / seats:.0%} by chance)"
    )


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
