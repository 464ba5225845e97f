"""What thinking bots share: options in a good order, imagined worlds played on, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from banneret.bots.judging import Glance, Judging
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.kernel.stream import derive_key

MOST_ANSWERS: Final = 600
"""A playout ends after so many answers at the latest, wherever it has come."""
NOISE: Final = 3.0
"""How far, in points, answers in a playout stray from the best one at first sight."""


class Weighed(NamedTuple):
    """An option and what it was found worth; `tried` says in how many playouts."""

    action: Action
    worth: float
    tried: int


class Stop(NamedTuple):
    """Where a playout ends: after so many turns or answers, with the label ("round 4"), or where plans are made."""

    turns: int
    with_label: bool = False
    answers: int = MOST_ANSWERS
    at_plans: bool = False
    """Whether it ends where seats begin to decide in secret what shows nothing by the end of the turn."""


_TURN: Final = Stop(turns=1)
NEAR: Final = 6.0
"""Whoever looks ahead leaves out answers that look worse by more points than these."""


def number(*parts: str | int) -> int:
    """Make a seed out of others."""
    return int.from_bytes(derive_key(*parts)[:8], "little")


def play_on(
    match: Match[Any],
    stop: Stop,
    judge: Judging[Any],
    random: Callable[[], float],
    noise: float = NOISE,
    looks: int = 0,
) -> None:
    """Let every seat answer by first sight until the playout has come to its end.

    With `looks` each looks one decision ahead: it compares that many answers that look best.
    """
    label, mark, turns = match.label, match.mark, 0
    for _ in range(stop.answers):
        if match.mark != mark:
            mark = match.mark
            turns += 1
            if turns >= stop.turns or (stop.with_label and match.label != label):
                return
        asking = match.asking
        if not asking:
            return
        seat, ask = next(iter(asking.items()))
        if stop.at_plans and match.together and is_planned(match, ask, judge):
            return
        if looks:
            match.play(seat, look(match, ask, judge, random, noise, looks))
        else:
            match.play(seat, pick(match, ask, judge, random, noise))


def look(
    match: Match[Any], ask: Ask, judge: Judging[Any], random: Callable[[], float], noise: float, looks: int
) -> Action:
    """Return the answer that is worth most at the end of the turn, of so many that look best."""
    listed: list[Action] = ask.options.listed
    glance = judge.glance(match.state, ask)
    if len(listed) == 1 or glance is None or glance.enough:
        return pick(match, ask, judge, random, noise)
    luck = random()
    least = max(glance.points) - NEAR
    near = [i for i, points in enumerate(glance.points) if points >= least]
    if len(near) == 1:
        return listed[near[0]]
    best = listed[near[0]]
    most = float("-inf")
    for at in sorted(near, key=lambda i: -glance.points[i])[:looks]:
        option = listed[at]
        twin = match.clone()
        twin.play(ask.seat, option)
        play_on(twin, _TURN, judge, Random(luck).random, noise)
        points = judge.totals(twin.state)[ask.seat]
        if points > most:
            best, most = option, points
    return best


def is_planned(match: Match[Any], ask: Ask, judge: Judging[Any]) -> bool:
    """Tell whether answers to a question are given in secret and show nothing by the end of the turn."""
    glance = judge.glance(match.state, ask) if match.together else None
    return glance is not None and glance.enough


def pick(match: Match[Any], ask: Ask, judge: Judging[Any], random: Callable[[], float], noise: float) -> Action:
    """Return an answer that looks good, or any if none does."""
    listed: list[Action] = ask.options.listed  # of a space: what it suggests
    glance = judge.glance(match.state, ask)
    if glance is None:
        return listed[int(random() * len(listed))]
    best = listed[0]
    most = float("-inf")
    for option, points in zip(listed, glance.points, strict=True):
        points += noise * random()  # noqa: PLW2901  # the noise belongs to this option
        if points > most:
            best, most = option, points
    return best


def best_first(listed: Sequence[Action], glance: Glance | None, most: int, random: Random) -> list[Action]:
    """Return at most so many options: those that look best, the best first; without a glance a draw of them."""
    if glance is not None:
        return [listed[i] for i in sorted(range(len(listed)), key=lambda i: (-glance.points[i], i))[:most]]
    if len(listed) <= most:
        return list(listed)
    return [listed[i] for i in [0, *sorted(random.sample(range(1, len(listed)), most - 1))]]


def best_of(weighed: Sequence[Weighed]) -> Weighed:
    """Return the best of the options that were tried oftenest; of equal ones the first."""
    return max(weighed, key=lambda one: (one.tried, one.worth))
