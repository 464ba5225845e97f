"""The spaces of Gymnasium for observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from banneret.rl.observer import Observer


def observation_space(observer: Observer) -> spaces.Dict:
    """Return the space of observations: bounds for each value of `observation`, and those of the options."""
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


def action_space(observer: Observer) -> spaces.Discrete:
    """Return the space of actions: indices of options."""
    return spaces.Discrete(observer.rows)
