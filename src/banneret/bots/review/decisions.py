"""What a decision cost: the chance to win after the best answer minus that after the one given.

Both are compared in the same imagined worlds, which contain only what the seat could know, with the same luck. A first
look at every decision finds those that may have cost something; these are then examined in more worlds. The better
answer is chosen in some worlds and compared in others, so that its advantage is not just luck in the selection.
"""

from __future__ import annotations

import math
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from banneret.bots.judging import Glance, Judging
from banneret.bots.player import Player
from banneret.bots.playouts import Stop, best_first
from banneret.bots.race import race, winner
from banneret.bots.review.worlds import ROUND, TURN, Budget, worlds
from banneret.bots.winning import POINTS, win_chances
from banneret.kernel.choosers import Action

FIRST_OPTIONS: Final = 4
"""Number of answers with which the given one is compared at first."""
FIRST_WORLDS: Final = 2
OPTIONS: Final = 8
"""Number of answers with which the given one is compared when a decision is examined."""
TRIES: Final = 5
"""Mean number of worlds in which each of them is tried."""
WORLDS: Final = 24
"""Number of further worlds in which the best one and the given one are compared."""
EARLY: Final = (6, 12)
"""Numbers of worlds after which a decision is dropped if the other answer is worse by then."""
FRESH: Final = 10_000
"""Number of the first of these worlds."""
HOPELESS: Final = 3.0
"""Multiple of a clear advantage that is given up by an answer that bots never choose."""


class Decision(NamedTuple):
    """A decision as its seat saw it, and what it seems to have cost at first sight."""

    entry: int
    """Number of the entry with the answer, from 1."""
    label: str
    player: Player
    done: Action
    answer: object
    """The answer in the journal, by which it is recognized if it is undone later."""
    seems: float
    seed: int

    @property
    def seat(self) -> int:
        """Whose decision it was."""
        return self.player.seat


class Mistake(NamedTuple):
    """A decision that cost something: the better answer, and the chances to win after both."""

    decision: Decision
    better: Action
    chance: float
    best: float

    @property
    def cost(self) -> float:
        """How much lower the chance to win is after the answer given."""
        return self.best - self.chance


def first_look(player: Player, done: Action, judge: Judging[Any], seed: int, budget: Budget) -> float:
    """Return what an answer seems to have cost, from the glance or a few playouts."""
    match = player.imagine(seed)
    ask = match.asking[player.seat]
    listed = ask.options.listed
    glance = judge.glance(match.state, ask)
    if glance is not None and (glance.enough or glance.mixed is not None) and done in listed:
        at = listed.index(done)
        gap = _gap(glance, at)
        now = win_chances(match, judge)[player.seat]
        return now * (1 - now) * gap / POINTS
    options = _options(listed, glance, done, FIRST_OPTIONS, seed)
    stop = _stop(glance)
    sums = [0.0] * len(options)
    for turn in range(FIRST_WORLDS):
        play_out = worlds(player, judge, stop, seed, turn, budget)
        sums = [total + play_out(option) for total, option in zip(sums, options, strict=True)]
    return (max(sums) - sums[0]) / FIRST_WORLDS


def examine(decision: Decision, judge: Judging[Any], budget: Budget) -> Mistake | None:
    """Compare the answer given with others in many worlds; None if no other is clearly better."""
    player, done, seed = decision.player, decision.done, decision.seed
    match = player.imagine(seed)
    ask = match.asking[player.seat]
    glance = judge.glance(match.state, ask)
    options = _options(ask.options.listed, glance, done, OPTIONS, seed)
    if len(options) == 1:
        return None
    stop, most = _stop(glance), TRIES * len(options)
    racers = race(options, lambda turn: worlds(player, judge, stop, seed, turn, budget), lambda tries: tries / most)
    better = winner(racers).line
    if better == done:
        return None
    mine, theirs, behind = [], [], []
    for turn in range(WORLDS):
        play_out = worlds(player, judge, stop, seed, FRESH + turn, budget)
        mine.append(play_out(done))
        theirs.append(play_out(better))
        behind.append(theirs[-1] - mine[-1])
        if turn + 1 in EARLY and fmean(behind) < 0:
            return None
    if fmean(behind) <= stdev(behind) / math.sqrt(WORLDS):
        return None
    return Mistake(decision, better, fmean(mine), fmean(theirs))


def _gap(glance: Glance, at: int) -> float:
    """Return how many points an answer is behind the apparently best one; none if bots choose it at times."""
    if glance.mixed is not None and glance.mixed[at]:
        return 0.0
    return min(max(glance.points) - glance.points[at], HOPELESS * POINTS)


def _stop(glance: Glance | None) -> Stop:
    """Return when the effect of an answer shows: an order is carried out later in the round."""
    return ROUND if glance is not None and glance.enough else TURN


def _options(listed: list[Action], glance: Glance | None, done: Action, most: int, seed: int) -> list[Action]:
    """Return the answer given, and at most `most` others, the apparently best ones first."""
    return [done, *[option for option in best_first(listed, glance, most + 1, Random(seed)) if option != done][:most]]
