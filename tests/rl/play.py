"""Random matches for tests of learning interfaces."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from banneret.kernel.choosers import Space
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.rl import Task

GAMES = ("thrones", "battles", "icefire-s6", "icefire-2021", "runewars")


def positions(task: Task, seed: int, most: int) -> Iterator[Match[Any]]:
    """Play at random and yield the match at its first questions, `most` at the most."""
    match = task.new_match(seed)
    random, stream = Random(seed), Stream(derive_key("test", seed))
    for _ in range(most):
        if not match.asking:
            return
        yield match
        seat = random.choice(list(match.asking))
        ask = match.asking[seat]
        if isinstance(ask.chooser, Space) and random.random() < 0.5:
            match.play(seat, ask.chooser.sample(stream))
        else:
            match.play(seat, random.choice(ask.options.listed))
