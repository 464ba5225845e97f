"""Gymnasium spaces of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from banneret.rl.observations.observer import Observer
from banneret.rl.offsets import Offsets
from banneret.rl.task import Task


def observation_space(observer: Observer) -> spaces.Dict:
    """Return the space of observations, with bounds for each value of `observation` and the options."""
    low = np.concatenate([np.full(part.size, part.low, np.int32) for part in observer.parts])
    high = np.concatenate([np.full(part.size, part.high, np.int32) for part in observer.parts])
    most: Any = np.array([column.high for column in observer.actions.columns], np.int32)
    least: Any = np.array([column.low for column in observer.actions.columns], np.int32)
    rows = (observer.rows, 1)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int32),
            "options": spaces.Box(np.tile(least, rows), np.tile(most, rows), dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (observer.rows,), np.int8),
        }
    )


def action_space(task: Task, observer: Observer) -> spaces.Space[Any]:
    """Return the space of actions: indices of options, for hybrid tasks with offsets."""
    options = spaces.Discrete(observer.rows)
    if not task.hybrid:
        return options
    width = Offsets(observer.book, task.reach).width
    return HybridSpace({"option": options, "offsets": spaces.Box(-1.0, 1.0, (width,), np.float32)})


class HybridSpace(spaces.Dict):
    """An index with offsets. Samples can be restricted by an action mask, as in a Discrete space."""

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:  # as in the base class
        """Return a random choice; `mask` is an `action_mask`, or masks by name."""
        if isinstance(mask, np.ndarray):
            mask = {"option": mask, "offsets": None}
        return super().sample(mask, probability)
