"""A bot that answers at random, choosing every option with equal probability."""

from __future__ import annotations

from random import Random

from banneret.bots.player import Player
from banneret.compiled import mypyc_attr
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Space
from banneret.kernel.stream import Stream, derive_key


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled, and users' bots may inherit from it
class RandomBot:
    """Chooses a random legal answer.

    `Random.random` is the same on every build of Python, and ten times as fast as a `Stream`.
    """

    __slots__ = ("_random", "_stream")

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random
        self._stream = Stream(derive_key("random-bot", seed))

    def choose(self, player: Player) -> Action:
        """Return a random answer."""
        return self.pick(player.ask)

    def pick(self, ask: Ask) -> Action:
        """Return a random answer; a space, which has no list of options, is sampled."""
        chooser = ask.chooser
        if isinstance(chooser, Space):
            sampled: Action = chooser.sample(self._stream)
            return sampled
        listed: list[Action] = ask.options.listed
        return listed[int(self._random() * len(listed))]
