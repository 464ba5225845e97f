"""PettingZoo AEC environment, in which one seat acts at a time."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from banneret.kernel.registry import rulebook
from banneret.rl.environments.rendering import MODES, rendered
from banneret.rl.episode import Episode
from banneret.rl.observations.observer import Observation, Observer
from banneret.rl.offsets import Choice
from banneret.rl.spaces import action_space, observation_space
from banneret.rl.task import Task, task_of


class TurnBasedEnv(AECEnv[str, Observation, Choice]):  # type: ignore[misc]  # PettingZoo is untyped
    """A match with a learner in every seat; the agents are `seat_0`, `seat_1` and so on.

    Seats that decide simultaneously act in turn, without seeing each other's answers. An agent without a question can
    only choose index 0, an empty row.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(MODES),
        "name": "banneret_v0",
        "is_parallelizable": False,
    }

    def __init__(self, game: str | Task, *, render_mode: str | None = None, **settings: Any) -> None:
        """Create the environment of a game; `settings` are fields of `Task`. Raises OptionError or LookupError."""
        super().__init__()
        self.task = task_of(game, **settings)
        self.render_mode = render_mode
        self.observer = Observer(rulebook(self.task.game), self.task.rows)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.task.seat_count)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {}
        self.action_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            self.observation_spaces[agent] = observation_space(self.observer)
            self.action_spaces[agent] = action_space(self.task, self.observer)
        self._random = np.random.default_rng()
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. A seed determines this match and the following ones until the next seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode = Episode(self.task, int(self._random.integers(1 << 62)), self.observer)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        return self._playing.observe(self._seat[agent])

    def step(self, action: Choice | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose an option")
        self._cumulative_rewards[agent] = 0.0
        found = self._playing.step(self._seat[agent], action)
        self.rewards = dict(zip(self.possible_agents, found, strict=True))
        if self._playing.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._playing.truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def notation(self, action: Choice) -> str:
        """Return the notation of an option of the selected agent."""
        return self._playing.notation(self._seat[self.agent_selection], action)

    def render(self) -> str | None:
        """Print or return the table as a spectator sees it."""
        return rendered(self._playing.match, self.render_mode, None)

    def close(self) -> None:
        """Release the match."""
        self.episode = None

    @property
    def _playing(self) -> Episode:
        if self.episode is None:
            raise RuntimeError("call reset() first")
        return self.episode

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._playing.asked[0]]


def aec_env(game: str | Task, **settings: Any) -> TurnBasedEnv:
    """Return PettingZoo's AEC environment of a game."""
    return TurnBasedEnv(game, **settings)
