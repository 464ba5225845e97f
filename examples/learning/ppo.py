"""Train MaskablePPO against random play, and count its wins: `python examples/learning/ppo.py`.

The network scores the row of each option, so that it can play questions with any number of them. With one thread, the
same number of steps has the same result on the same version of torch.
"""

from __future__ import annotations

import argparse
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

from banneret.bots.intervals import mean_within
from banneret.rl import LearnerEnv

STEPS = 200_000
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


class Progress(BaseCallback):
    """Prints the share of the last 200 matches that were won, after each part of the training."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every = every
        self.next = every
        self.won: deque[bool] = deque(maxlen=200)

    def _on_step(self) -> bool:
        self.won.extend(info["place"] == 1 for info in self.locals["infos"] if "place" in info)
        if self.num_timesteps >= self.next and self.won:
            self.next = self.num_timesteps + self.every
            used = time.process_time()
            print(
                f"{self.num_timesteps:,} steps in {used:.0f} s of CPU time:"
                f" won {np.mean(self.won):.0%} of the last {len(self.won)}",
                flush=True,
            )
        return True


def wins(model: MaskablePPO, settings: dict[str, Any], games: int, seed: int) -> list[float]:
    """Return the reward of each match that the model plays: 1 if it wins, less if it shares the win."""
    env = LearnerEnv(**{**settings, "shaping": {}})
    found: list[float] = []
    observation, _ = env.reset(seed=seed)
    while len(found) < games:
        action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
        observation, reward, over, truncated, _ = env.step(int(action))
        if over or truncated:
            found.append(reward)
            observation, _ = env.reset()
    return found


def main() -> None:
    """Train and evaluate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="thrones")
    parser.add_argument("--seats", type=int, default=3, help="number of seats; 0 for the usual one")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)  # the network is so small that threads would only wait for each other
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
    model.learn(given.steps, callback=Progress(max(given.steps // 10, 1)))
    trained = time.process_time()
    chance = 1 / LearnerEnv(**settings).task.seat_count
    share, low, high = mean_within(wins(model, settings, given.games, seed=10**6), 0.0, 1.0)
    print(
        f"{model.num_timesteps:,} steps in {trained:.0f} s of CPU time; won {share:.0%} of {given.games} matches"
        f" against random (95 % interval {low:.0%} to {high:.0%}; {chance:.0%} by chance)"
    )


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
