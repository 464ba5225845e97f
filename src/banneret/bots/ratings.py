"""Ratings of players with uncertainty, from places in matches with any number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

RATED_WITH: Final = "openskill"


class Rating(msgspec.Struct, frozen=True):
    """A rating: `mu` is the estimate, `sigma` its uncertainty; ratings start at 25 and 8.33."""

    mu: float
    sigma: float


class Ratings:
    """Plackett-Luce ratings, updated match by match."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # noqa: PLC0415  # optional dependency

        self._model = PlackettLuce()
        self._ratings: dict[str, Rating] = {}

    def add(self, bots: Sequence[str], places: Sequence[int]) -> None:
        """Add a match: the bot and place of each seat (0 is first, ties share a place).

        Each seat counts as a separate player. A bot in several seats moves by the mean of their changes; a match in
        which all seats have the same bot changes nothing.
        """
        for name in bots:
            self._ratings.setdefault(name, Rating(self._model.mu, self._model.sigma))
        if len(set(bots)) < 2:
            return
        teams = [[self._model.rating(self._ratings[name].mu, self._ratings[name].sigma)] for name in bots]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for name in dict.fromkeys(bots):
            own = [team[0] for team, bot in zip(rated, bots, strict=True) if bot == name]
            mu = sum(one.mu for one in own) / len(own)
            self._ratings[name] = Rating(mu, sum(one.sigma for one in own) / len(own))

    def get(self, name: str) -> Rating | None:
        """Return the rating of a bot."""
        return self._ratings.get(name)


def ratings_or_none() -> Ratings | None:
    """Return new ratings, or None if `openskill` (extra `sim`) is not installed."""
    try:
        return Ratings()
    except ModuleNotFoundError:
        return None
