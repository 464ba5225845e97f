"""The bot that searches: answers race each other in imagined worlds, played on to where it shows what they are worth.

In each world all that the seat cannot know is dealt anew, and all seats answer by first sight. Of what the seat
decides in secret, answer by answer, while others do the same (its orders), whole plans race: they are made when the
first answer is due. Those that did best meet again in worlds where every seat looks one decision ahead. The answers
that follow are those of the plan that is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import Judging, judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import Stop, Weighed, best_first, is_planned, number, pick, play_on
from banneret.bots.race import Playout, Racer, race, winner
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match

CLEAR: Final = 20.0
"""An advantage of so many points gained counts as about three quarters of a win."""
OPTIONS: Final = 14
"""So many answers race at most: those that look best at first sight."""
PLANS: Final = 24
"""So many plans race at most: the one that looks best at first sight, and others that stray from it."""
NEAR: Final = 0.005
"""Successes that differ by no more than this are as good as each other: there the search ends."""
STRAY: Final = 6.0
"""How far the last of the plans strays, in points; the first ones stay near."""
RACES: Final = 2
"""So many races lead to a plan, each with the whole number of iterations: its answers are then given at once."""
FAITH: Final = 8.0
"""First sight of a plan counts as much as so many worlds."""
NOISE: Final = 0.5
"""How far answers in a playout stray from the best one at first sight, in points."""
ASTRAY: Final = 4
"""In one of so many worlds the plans that others make in secret stray from what looks best at first sight."""
FORESEEN: Final = 6
"""In so many worlds others who decide at the same time look one decision ahead; in more worlds they draw from that."""
FINALISTS: Final = 5
"""So many plans meet again at most, the best one at first sight among them, in worlds where all look ahead."""
LOOKS: Final = 4
"""There each compares so many of its answers, by what they are worth at the end of the turn."""
LOOKING: Final = 10
"""A playout in which all look ahead counts as so many."""
FIRST_FINAL: Final = 10_000
"""The number of the first of those worlds, which are others than those of the race before."""
_LONGEST: Final = 40
_ROUND: Final = Stop(turns=1000, with_label=True)
_TURN: Final = Stop(turns=1)

_Line: TypeAlias = tuple[Action, ...]


class SearchBot:
    """Searches for so many iterations (the same ones each time), or for so many seconds. An iteration is a playout."""

    __slots__ = ("_asked", "_iterations", "_judge", "_label", "_plan", "_seconds", "_seed")

    def __init__(
        self,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        judge: Judging[Any] | None = None,
    ) -> None:
        if (iterations is None) == (seconds is None):
            raise ValueError("a search takes a number of iterations or of seconds")
        self._seed = seed
        self._asked = 0
        self._iterations = iterations
        self._seconds = seconds
        self._judge = judge
        self._label = ""
        self._plan: _Line = ()

    def choose(self, player: Player) -> Action:
        """Return the first answer of the best plan, or the next one of the plan that is being carried out."""
        self._asked += 1
        search = self._search(player)
        planned = search.next_of(self._plan) if search.match.label == self._label else None
        if planned is not None:
            return planned
        best = search.best(self._budget)
        self._label, self._plan = search.match.label, search.given + best
        return best[0]

    def weigh(self, player: Player) -> list[Weighed]:
        """Return what each answer is worth: the success it had, between 0 and 1, and how often it was tried.

        Of plans that begin with the same answer the best one speaks for it.
        """
        self._asked += 1
        first: dict[Action, list[Racer[_Line]]] = {}
        for racer in self._search(player).race(self._budget()):
            if racer.tried:
                first.setdefault(racer.line[0], []).append(racer)
        return [
            Weighed(action, winner(racers).worth, max([racer.tried for racer in racers]))
            for action, racers in first.items()
        ]

    def _search(self, player: Player) -> _Search:
        return _Search(player, number("search", self._seed, self._asked), self._judge)

    def _budget(self, races: int = 1) -> Callable[[int], float]:
        """Return what says which share of a race's budget is used up after so many playouts; races share seconds."""
        if self._iterations is not None:
            iterations = self._iterations
            return lambda done: done / iterations
        seconds, begun = (self._seconds or 0.0) / races, perf_counter()
        return lambda _: (perf_counter() - begun) / seconds


class _Search:
    """The search for one answer."""

    def __init__(self, player: Player, seed: int, judge: Judging[Any] | None) -> None:
        self.player = player
        self.seat = player.seat
        self.seed = seed
        self.match = player.imagine(seed)
        self.judge: Judging[Any] = judge or judging_of(self.match.rulebook)
        self.later = Stop(turns=1000, with_label=True, answers=self.judge.foresight, at_plans=True)
        """Where a playout ends: from the end of the turn towards the end of the round, as far as the game says."""
        self.ask = self.match.asking[self.seat]
        self.glance = self.judge.glance(self.match.state, self.ask)
        self.worlds: dict[int, Playout] = {}
        """Worlds that were imagined for plans."""
        self.foreseen: dict[int, list[Action]] = {}
        """What others who decide at the same time answered when they looked ahead."""
        start = self.match.opened_at
        chances = self.judge.chances(self.match.state)
        now = 0.5 if chances is None else chances[self.seat]
        self.scale = max(0.05, 4 * now * (1 - now))
        """How far differences of success reach here: less for whoever is as good as beaten."""
        self.near = NEAR * self.scale
        own = [] if start is None else [a.action for a in self.match.answers[start:] if a.seat == self.seat]
        self.given: _Line = tuple(own)
        """What the seat has answered in secret so far."""

    def next_of(self, plan: _Line) -> Action | None:
        """Return the next answer of a plan that was followed until now, or None."""
        n = len(self.given)
        if n and len(plan) > n and plan[:n] == self.given and plan[n] in self.ask.options.listed:
            return plan[n]
        return None

    @property
    def planning(self) -> bool:
        """Whether answers are given in secret and show nothing by the end of the turn, so that whole plans race."""
        return self.match.together and self.glance is not None and self.glance.enough

    def best(self, budget: Callable[[int], Callable[[int], float]]) -> _Line:
        """Return the answer, or the plan, that wins; `budget` makes the budget of each of so many races."""
        if not self.planning:
            return winner(self.race(budget(1))).line
        racers = self._plan_race(self._plans(Random(self.seed).random), budget(RACES))
        ranked = sorted([racer for racer in racers if racer.tried], key=lambda racer: racer.place, reverse=True)
        left = list(dict.fromkeys([racers[0].line, *[racer.line for racer in ranked]]))[:FINALISTS]
        return self._final(left, budget(RACES)) if len(left) > 1 else left[0]

    def _final(self, plans: list[_Line], spent: Callable[[int], float]) -> _Line:
        """Return the best of a few plans, where every seat looks one decision ahead as it carries out its own."""

        def world(turn: int) -> Playout:
            return self._world(FIRST_FINAL + turn, _ROUND, LOOKS)

        return winner(race(plans, world, lambda done: spent(done * LOOKING))).line

    def race(self, spent: Callable[[int], float]) -> list[Racer[_Line]]:
        """Compare answers, or plans; of plans only those of the first race, which differ most."""
        random = Random(self.seed)
        if self.planning:
            return self._plan_race(self._plans(random.random), spent)
        options = best_first(self.ask.options.listed, self.glance, OPTIONS, random)
        lines: list[_Line] = [(option,) for option in options]
        return race(lines, lambda turn: self._world(turn, self.later), spent, near=self.near)

    def _plan_race(self, plans: dict[_Line, float], spent: Callable[[int], float]) -> list[Racer[_Line]]:
        def world(turn: int) -> Playout:
            made = self.worlds.get(turn)
            if made is None:
                made = self.worlds[turn] = self._world(turn, _ROUND)
            return made

        return race(list(plans), world, spent, list(plans.values()), near=self.near)

    def _plans(self, random: Callable[[], float]) -> dict[_Line, float]:
        """Make plans: answers of the seat until it is ready; the first one is the best at first sight.

        Each has its start in the race: how much less it is worth at first sight than the first one. The others stray
        from that one.
        """
        plans: dict[_Line, float] = {}
        seen: set[frozenset[Action]] = set()
        start = self.match.opened_at
        first = 0.0
        for at in range(PLANS):
            noise = STRAY * (at / PLANS) ** 1.5
            twin = self.match.clone()
            line: list[Action] = []
            worth = 0.0
            while twin.opened_at == start and self.seat in twin.asking and len(line) < _LONGEST:
                action, points = _stray(twin, twin.asking[self.seat], self.judge, random, noise)
                worth += points
                line.append(action)
                twin.play(self.seat, action)
            if not at:
                first = worth
            if frozenset(line) not in seen:
                seen.add(frozenset(line))
                plans[tuple(line)] = self.scale * FAITH * (worth - first) / (4 * CLEAR)
        return plans

    def _world(self, turn: int, stop: Stop, looks: int = 0) -> Playout:
        """Imagine a world; whoever decides at the same time as the seat has decided in it.

        With `looks` every seat compares so many answers at each question when a plan is played out.
        """
        luck = number("world", self.seed, turn)
        match = self.player.imagine(luck)
        before = self.judge.totals(match.state)[self.seat]
        if match.together:
            random = Random(luck).random
            noise = 0.0 if (turn + 1) % ASTRAY else NOISE
            for other in [seat for seat in match.asking if seat != self.seat]:
                while other in match.asking:
                    match.play(other, self._foresee(match, other, random, noise))

        def play_out(line: _Line) -> float:
            twin = match.clone()
            for action in line:
                twin.play(self.seat, action)
            random = Random(luck).random
            if stop is _ROUND:
                play_on(twin, stop, self.judge, random, NOISE, looks)
                return self._success(twin, before)
            play_on(twin, _TURN, self.judge, random, NOISE)
            soon = self._success(twin, before)
            if twin.label != match.label:
                return soon
            play_on(twin, stop, self.judge, random, NOISE)
            return 0.5 * (soon + self._success(twin, before))

        return play_out

    def _foresee(self, match: Match[Any], other: int, random: Callable[[], float], noise: float) -> Action:
        """Return an answer that somebody else may give who decides at the same time: a sealed bid, a card, an order."""
        ask = match.asking[other]
        if is_planned(match, ask, self.judge):
            return pick(match, ask, self.judge, random, noise)
        known = self.foreseen.setdefault(other, [])
        if len(known) < FORESEEN:
            bot = GreedyBot(number("foresee", self.seed, len(known)), judge=self.judge)
            known.append(bot.choose(Player(match, other, self.seed)))
            return known[-1]
        drawn = known[int(random() * len(known))]
        return drawn if drawn in ask.options.listed else pick(match, ask, self.judge, random, NOISE)

    def _success(self, match: Match[Any], before: float) -> float:
        """Return between 0 and 1 how it went: the end, or what was gained since the question."""
        outcome = match.outcome
        if outcome is not None:
            first = outcome.places[0]
            return 1 / len(first) if self.seat in first else 0.0
        chances = self.judge.chances(match.state)
        if chances is not None:
            return chances[self.seat]
        gained = self.judge.totals(match.state)[self.seat] - before
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, gained / CLEAR))))


def _stray(
    match: Match[Any], ask: Ask, judge: Judging[Any], random: Callable[[], float], noise: float
) -> tuple[Action, float]:
    """Return an answer that looks good, and what it looks worth."""
    glance = judge.glance(match.state, ask)
    listed: list[Action] = ask.options.listed
    if glance is None:
        return listed[int(random() * len(listed))], 0.0
    drawn = [points + noise * random() for points in glance.points]
    at = max(range(len(listed)), key=drawn.__getitem__)
    return listed[at], glance.points[at]
