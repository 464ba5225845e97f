"""Gymnasium environment: one learner, with bots in the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from banneret.bots.names import bot_factory, check_style, make_bot
from banneret.bots.player import Bot
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import derive_key
from banneret.rl.environments.rendering import MODES, rendered
from banneret.rl.episode import Episode
from banneret.rl.observations.observer import Observation, Observer
from banneret.rl.offsets import Choice
from banneret.rl.spaces import action_space, observation_space
from banneret.rl.task import Task, task_of

EVERY = -1
"""Seat argument for a learner that changes seats from match to match."""


class LearnerEnv(gymnasium.Env[Any, Any]):
    """A match in which a learner plays one seat and bots play the others.

    `action_masks` is the method that MaskablePPO from sb3-contrib expects.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as in the base class

    def __init__(
        self,
        game: str | Task,
        *,
        seat: int = 0,
        bots: str | list[str] = "random",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """Create the environment of a game; `settings` are fields of `Task`.

        `seat` is that of the learner, or -1 for a different one in each match; `bots` is the name of a bot, or a list
        of one for each of the other seats. Raises OptionError, BotError, LookupError, or ValueError for a wrong seat or
        number of bots.
        """
        self.task = task_of(game, **settings)
        seats = self.task.seat_count
        if not EVERY <= seat < seats:
            raise ValueError(
                f"seat: {seat!r}; a match has seats 0 to {seats - 1}, and -1 means a different one each time"
            )
        self._bots = [bots] * (seats - 1) if isinstance(bots, str) else list(bots)
        if len(self._bots) != seats - 1:
            raise ValueError(f"bots: {len(self._bots)} names for {seats - 1} other seats")
        for name in self._bots:
            bot_factory(name)
            check_style(name, rulebook(self.task.game))
        self.render_mode = render_mode
        self.observer = Observer(rulebook(self.task.game), self.task.rows)
        self.observation_space = observation_space(self.observer)
        self.action_space = action_space(self.task, self.observer)
        self._wanted = seat
        self.seat = max(seat, 0)
        self.episode: Episode | None = None
        self._seated: dict[int, Bot] = {}
        self._seed = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a match. A seed determines this match, its bots, and the following ones until the next seed."""
        super().reset(seed=seed)
        self.begin()
        return self.playing.observe(self.seat), self.info()

    def begin(self) -> None:
        """Start the next match without returning an observation."""
        while True:
            self._seed = int(self.np_random.integers(1 << 62))
            if self._wanted == EVERY:
                self.seat = int(self.np_random.integers(self.task.seat_count))
            self.episode = Episode(self.task, self._seed, self.observer)
            self._seated = {
                one: make_bot(name, int.from_bytes(derive_key("bot", self._seed, one)[:7], "little"))
                for one, name in zip(self._others(), self._bots, strict=True)
            }
            if self._seated:
                self.episode.play_bots(self._seated, self._seed)
            if not self.episode.over:  # else the match ended before the learner was asked
                return

    def _others(self) -> list[int]:
        return [one for one in range(self.task.seat_count) if one != self.seat]

    def step(self, action: Choice) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        reward, over, truncated = self.advance(action)
        if self.render_mode == "human":
            self.render()
        return self.playing.observe(self.seat), reward, over, truncated, self.info()

    def advance(self, action: Choice) -> tuple[float, bool, bool]:
        """Choose an option and return reward, terminated and truncated, without an observation."""
        episode = self.playing
        reward = episode.step(self.seat, action)[self.seat]
        reward += episode.play_bots(self._seated, self._seed)[self.seat]
        return reward, episode.over, episode.truncated

    def info(self) -> dict[str, Any]:
        """Return the learner's seat and, after the match, its place and the reason for the end."""
        outcome = self.playing.match.outcome
        info: dict[str, Any] = {"seat": self.seat}
        if outcome is not None:
            info["place"] = next(n for n, place in enumerate(outcome.places, 1) if self.seat in place)
            info["reason"] = outcome.reason
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of valid indices."""
        menu = self.playing.menu(self.seat)
        mask = np.zeros(self.task.rows, np.bool_)
        mask[: 1 if menu is None else len(menu)] = True
        return mask

    def notation(self, action: Choice) -> str:
        """Return the notation of an option."""
        return self.playing.notation(self.seat, action)

    def render(self) -> str | None:
        """Print or return the table as the learner sees it."""
        return rendered(self.playing.match, self.render_mode, self.seat)

    def close(self) -> None:
        """Release the match."""
        self.episode = None

    @property
    def playing(self) -> Episode:
        """The current match."""
        if self.episode is None:
            raise RuntimeError("call reset() first")
        return self.episode
