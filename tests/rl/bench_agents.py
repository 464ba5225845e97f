"""Agents for tests of the benchmark: a good one of each kind, and bad ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from banneret.bots.player import Player
from banneret.bots.random_bot import RandomBot
from banneret.rl import Task


class Indexed:
    """Chooses an index at random."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.seat = -1

    def begin(self, task: Task, seat: int) -> None:
        self.seat = seat

    def act(self, observation: dict[str, Any], info: dict[str, Any]) -> np.int64:
        assert info["seat"] == self.seat
        offered: np.int64 = self.random.choice(np.flatnonzero(observation["action_mask"]))
        return offered


class Choosing:
    """Answers as a bot does."""

    def __init__(self, seed: int) -> None:
        self.bot = RandomBot(seed)

    def choose(self, player: Player) -> Any:
        return self.bot.choose(player)


class Raising(Indexed):
    """Raises an error at its third decision."""

    count = 0

    def act(self, observation: dict[str, Any], info: dict[str, Any]) -> np.int64:
        self.count += 1
        if self.count == 3:
            raise OSError("no model")
        return super().act(observation, info)


class OutOfRange(Indexed):
    """Returns an index that is not offered."""

    def act(self, observation: dict[str, Any], info: dict[str, Any]) -> Any:
        return len(observation["action_mask"])


class Worded(Indexed):
    """Returns no index at all."""

    def act(self, observation: dict[str, Any], info: dict[str, Any]) -> Any:
        return "left"


class Illegal(Choosing):
    """Answers with an action that does not exist."""

    def choose(self, player: Player) -> Any:
        return "castle kingside"


class Silent:
    """Can neither act nor choose."""

    def __init__(self, seed: int) -> None:
        self.seed = seed


def broken(seed: int) -> Any:
    raise ValueError(f"weights are missing for {seed}")


NUMBER = 3
