"""Shared parts of the bots that look ahead: sorted options, playouts in imagined worlds, and their results."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from banneret.bots.deadline import Deadline
from banneret.bots.judging import Glance, Judging
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.kernel.stream import derive_key

MOST_ANSWERS: Final = 600
"""Maximum number of answers in a playout."""
NOISE: Final = 3.0
"""Random variation, in points, of playout answers from the apparently best one."""


class Weighed(NamedTuple):
    """An option with its value; `tried` is the number of playouts."""

    action: Action
    worth: float
    tried: int


class Stop(NamedTuple):
    """Where a playout ends: after some turns or answers, when the label ("round 4") changes, or at planning."""

    turns: int
    with_label: bool = False
    answers: int = MOST_ANSWERS
    at_plans: bool = False
    """Whether to stop where seats secretly decide something that shows no effect by the end of the turn."""


_TURN: Final = Stop(turns=1)
NEVER: Final = Deadline()
"""A deadline that never passes."""
NO_SEAT: Final = -1
NEAR: Final = 6.0
"""Bots that look ahead skip answers whose estimate is lower by more than this many points."""


def number(*parts: str | int) -> int:
    """Derive a seed from other values."""
    return int.from_bytes(derive_key(*parts)[:8], "little")


def play_on(
    match: Match[Any],
    stop: Stop,
    judge: Judging[Any],
    random: Callable[[], float],
    noise: float = NOISE,
    looks: int = 0,
    deadline: Deadline = NEVER,
    resolute: int = NO_SEAT,
) -> None:
    """Let every seat answer by its quick estimate until the playout ends.

    With `looks`, each seat looks one decision ahead and compares that many of the apparently best answers. Answers of
    a `resolute` seat do not vary. Raises TimeUp at the deadline.
    """
    label, mark, turns = match.label, match.mark, 0
    for _ in range(stop.answers):
        if deadline is not NEVER:
            deadline.check()
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
            match.play(seat, look(match, ask, judge, random, noise, looks, deadline))
        else:
            match.play(seat, pick(match, ask, judge, random, 0.0 if seat == resolute else noise))


def look(
    match: Match[Any],
    ask: Ask,
    judge: Judging[Any],
    random: Callable[[], float],
    noise: float,
    looks: int,
    deadline: Deadline = NEVER,
) -> Action:
    """Return the answer worth most at the end of the turn among the `looks` apparently best ones."""
    listed: list[Action] = ask.options.listed
    glance = judge.glance(match.state, ask)
    if len(listed) == 1 or glance is None or glance.enough or glance.mixed is not None:
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
        play_on(twin, _TURN, judge, Random(luck).random, noise, deadline=deadline)
        points = judge.totals(twin.state)[ask.seat]
        if points > most:
            best, most = option, points
    return best


def is_planned(match: Match[Any], ask: Ask, judge: Judging[Any]) -> bool:
    """Return whether answers to a question are given in secret and show no effect by the end of the turn."""
    glance = judge.glance(match.state, ask) if match.together else None
    return glance is not None and glance.enough


def pick(match: Match[Any], ask: Ask, judge: Judging[Any], random: Callable[[], float], noise: float) -> Action:
    """Return an answer that looks good, or any answer if there is no estimate."""
    listed: list[Action] = ask.options.listed  # for a space, its suggestions
    glance = judge.glance(match.state, ask)
    if glance is None:
        return listed[int(random() * len(listed))]
    if glance.mixed is not None:
        return drawn(listed, glance.mixed, random())
    if noise:
        noise = max(noise, glance.doubt)
    best = listed[0]
    most = float("-inf")
    for option, points in zip(listed, glance.points, strict=True):
        points += noise * random()  # noqa: PLW2901  # add the noise to this option only
        if points > most:
            best, most = option, points
    return best


def drawn(listed: Sequence[Action], shares: Sequence[float], luck: float) -> Action:
    """Return an option drawn with these probabilities by a number from 0 to 1."""
    for option, share in zip(listed, shares, strict=True):
        luck -= share
        if share and luck < 0:
            return option
    return listed[max(range(len(listed)), key=shares.__getitem__)]


def best_first(listed: Sequence[Action], glance: Glance | None, most: int, random: Random) -> list[Action]:
    """Return at most `most` options, the apparently best ones first; without an estimate, a random selection."""
    if glance is not None:
        order = sorted(range(len(listed)), key=lambda i: (-glance.points[i], i))[:most]
        return [listed[i] for i in order if i == order[0] or glance.points[i] != -math.inf]
    if len(listed) <= most:
        return list(listed)
    return [listed[i] for i in [0, *sorted(random.sample(range(1, len(listed)), most - 1))]]


def leads(
    judge: Judging[Any], listed: Sequence[Action], glance: Glance | None, options: Sequence[Action]
) -> list[float] | None:
    """Return the initial lead of each option in a race, in points, from its estimate at first sight; None if none."""
    if glance is None or not judge.faith:
        return None
    points = dict(zip(listed, glance.points, strict=True))
    best = max(points[option] for option in options)
    return [judge.faith * max(-NEAR, points[option] - best) for option in options]


def best_of(weighed: Sequence[Weighed]) -> Weighed:
    """Return the best of the options tried most often; the first on a tie."""
    return max(weighed, key=lambda one: (one.tried, one.worth))
