"""PettingZoo parallel environment, in which all seats act in each step."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from banneret.kernel.registry import rulebook
from banneret.rl.environments.rendering import MODES, rendered
from banneret.rl.episode import Episode
from banneret.rl.observations.observer import Observation, Observer
from banneret.rl.offsets import Choice
from banneret.rl.spaces import action_space, observation_space
from banneret.rl.task import Task, task_of


class SimultaneousEnv(ParallelEnv[str, Observation, Choice]):  # type: ignore[misc]  # PettingZoo is untyped
    """A match with a learner in every seat, all of which act in every step.

    In a step every seat with an open question answers it; the others may only choose index 0, an empty row, which has
    no effect. Several seats have questions at the same time only if they decide simultaneously.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "name": "banneret_v0"}

    def __init__(
        self, game: str | Task, *, max_cycles: int = 0, render_mode: str | None = None, **settings: Any
    ) -> None:
        """Create the environment of a game; `settings` are fields of `Task`. Raises OptionError or LookupError.

        A match is truncated after `max_cycles` steps; 0 means never.
        """
        self.task = task_of(game, **settings)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.observer = Observer(rulebook(self.task.game), self.task.rows)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.task.seat_count)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, spaces.Space[Any]] = {}
        self.action_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            self.observation_spaces[agent] = observation_space(self.observer)
            self.action_spaces[agent] = action_space(self.task, self.observer)
        self._random = np.random.default_rng()
        self._cycles = 0
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a match. A seed determines this match and the following ones until the next seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode = Episode(self.task, int(self._random.integers(1 << 62)), self.observer)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observed(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Choice]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        episode, agents = self._playing, self.agents
        total = [0.0] * len(self.possible_agents)
        for seat in episode.asked:
            found = episode.step(seat, actions[self.possible_agents[seat]])
            total = [before + new for before, new in zip(total, found, strict=True)]
        self._cycles += 1
        stopped = episode.truncated or (0 < self.max_cycles <= self._cycles and not episode.over)
        if episode.over or stopped:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observed(agents),
            {agent: total[seat] for seat, agent in enumerate(self.possible_agents) if agent in agents},
            dict.fromkeys(agents, episode.over),
            dict.fromkeys(agents, stopped),
            {agent: {} for agent in agents},
        )

    def _observed(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: self._playing.observe(self.possible_agents.index(agent)) for agent in agents}

    def notation(self, agent: str, action: Choice) -> str:
        """Return the notation of an option of an agent with an open question."""
        return self._playing.notation(self.possible_agents.index(agent), action)

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


def parallel_env(game: str | Task, **settings: Any) -> SimultaneousEnv:
    """Return PettingZoo's parallel environment of a game."""
    return SimultaneousEnv(game, **settings)
