"""Gymnasium environment for self-play: one learner plays every seat."""

from __future__ import annotations

from typing import Any

from banneret.rl.environments.single import LearnerEnv
from banneret.rl.observations.observer import Observation
from banneret.rl.offsets import Choice
from banneret.rl.task import Task


class SelfPlayEnv(LearnerEnv):
    """A match in which the same learner plays every seat.

    Each observation is that of `info["seat"]`, the seat to answer; seats that decide simultaneously answer in seat
    order. The reward of a step is that of the seat that answered; `info["rewards"]` holds those of all seats.
    """

    def __init__(self, game: str | Task, *, render_mode: str | None = None, **settings: Any) -> None:
        """Create the environment of a game; `settings` are fields of `Task`. Raises OptionError or LookupError."""
        super().__init__(game, render_mode=render_mode, **settings)
        self._bots = []
        self._rewards: list[float] = []

    def _others(self) -> list[int]:
        return []

    def begin(self) -> None:
        super().begin()
        self.seat = self.playing.asked[0]

    def advance(self, action: Choice) -> tuple[float, bool, bool]:
        episode = self.playing
        self._rewards = episode.step(self.seat, action)
        reward = self._rewards[self.seat]
        if not episode.over:
            self.seat = episode.asked[0]
        return reward, episode.over, episode.truncated

    def step(self, action: Choice) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        observation, reward, over, truncated, info = super().step(action)
        info["rewards"] = self._rewards
        return observation, reward, over, truncated, info
