"""Advice on a question: the choice of a bot, and the evaluation terms in favor of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any, Final

import msgspec

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import Judging, judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import Stop, Weighed, best_of, number, play_on
from banneret.kernel import notation
from banneret.kernel.choosers import Action

WORLDS: Final = 3
"""Number of imagined worlds in which the terms are compared."""
OTHERS: Final = 4
"""Number of other answers with which the best is compared."""
LEAST: Final = 0.3
"""Points below which a difference is not worth a mention."""
SHOWN: Final = 3
_TURN: Final = Stop(turns=1)


class Reason(msgspec.Struct, frozen=True):
    """A term of the game's evaluation, and how many points the advised answer is better in it, or worse if negative."""

    term: str
    points: float


class Advice(msgspec.Struct, frozen=True):
    """An answer in notation, how many points it is better than the average of others, and why."""

    do: str
    lead: float
    reasons: tuple[Reason, ...]


def advise(player: Player, seed: int) -> Advice:
    """Return the answer of a bot that looks one decision ahead, with reasons.

    The reasons compare the evaluation at the end of the turn with that after some of the other answers, in the same
    imagined worlds; they are based on what the player knows. The strongest reasons come first.
    """
    weighed = GreedyBot(seed).weigh(player)
    best = best_of(weighed)
    others = _others(weighed, best)
    if not others:
        return Advice(notation.write(best.action), 0.0, ())
    lead = best.worth - fmean(one.worth for one in others)
    return Advice(notation.write(best.action), round(lead, 1), _reasons(player, seed, best.action, others))


def _others(weighed: Sequence[Weighed], best: Weighed) -> list[Weighed]:
    """Return some other answers, evenly spread from good to bad."""
    rest = sorted((one for one in weighed if one is not best), key=lambda one: -one.worth)
    step = max(1, -(-len(rest) // OTHERS))
    return rest[::step]


def _reasons(player: Player, seed: int, best: Action, others: Sequence[Weighed]) -> tuple[Reason, ...]:
    sums: dict[str, float] = {}
    for world in range(WORLDS):
        luck = number("advice", seed, world)
        judge = judging_of(player.imagine(luck).rulebook)
        mine = _terms(player, luck, judge, best)
        for other in others:
            theirs = _terms(player, luck, judge, other.action)
            for term, points in mine.items():
                sums[term] = sums.get(term, 0.0) + points - theirs.get(term, 0.0)
    count = WORLDS * len(others)
    found = [Reason(term, round(points / count, 1)) for term, points in sums.items()]
    found.sort(key=lambda one: -abs(one.points))
    return tuple(one for one in found if abs(one.points) >= LEAST)[:SHOWN]


def _terms(player: Player, luck: int, judge: Judging[Any], action: Action) -> dict[str, float]:
    """Return the terms at the end of the turn after an answer, in the world with this number."""
    match = player.imagine(luck)
    match.play(player.seat, action)
    play_on(match, _TURN, judge, Random(luck).random)
    return judge.evaluate(match.state, player.seat).terms
