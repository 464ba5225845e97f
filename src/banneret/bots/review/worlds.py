"""Playouts for reviews: play an answer in an imagined world until its effect shows, within a budget."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from banneret.bots.judging import Judging
from banneret.bots.player import Player
from banneret.bots.playouts import NO_SEAT, NOISE, Stop, number, play_on
from banneret.bots.race import Playout
from banneret.bots.winning import win_chances
from banneret.kernel.match import Match

TURN: Final = Stop(turns=1)
ROUND: Final = Stop(turns=1000, with_label=True)
OVERHEAD: Final = 4
"""A copy or a new world takes about as long as this many answers."""


class Budget:
    """The number of answers that may be played in imagined worlds, and how many have been."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0

    def count(self, match: Match[Any], since: int) -> None:
        """Count a playout, which began with this many answers."""
        self.spent += OVERHEAD + len(match.answers) - since


def worlds(player: Player, judge: Judging[Any], stop: Stop, seed: int, turn: int, budget: Budget) -> Playout:
    """Imagine a world with a number and return a function that plays an answer in it.

    The function returns the seat's chance to win at the end of the turn, or of the round with `ROUND`. All answers
    meet the same world, the same dice and the same decisions of others.
    """
    luck = number("review", seed, turn)
    match = player.imagine(luck)
    seat = player.seat
    own = seat if judge.resolute else NO_SEAT
    budget.spent += OVERHEAD

    def play_out(option: Any) -> float:  # an action of the game
        twin = match.clone()
        since = len(twin.answers)
        twin.play(seat, option)
        if stop is ROUND or twin.mark == match.mark or not judge.resolute:
            play_on(twin, stop, judge, Random(luck).random, resolute=own)
        budget.count(twin, since)
        return win_chances(twin, judge)[seat]

    return play_out


def finish_turn(
    match: Match[Any], mark: int, judge: Judging[Any], luck: int, budget: Budget, noise: float = NOISE
) -> list[float]:
    """Play on to the end of the turn that began at `mark`, if it has not ended, and return everybody's chances."""
    if match.mark == mark and match.outcome is None:
        since = len(match.answers)
        play_on(match, TURN, judge, Random(luck).random, noise)
        budget.count(match, since)
    return win_chances(match, judge)
