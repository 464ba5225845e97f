"""A bot that searches: actions race in imagined worlds, played on until their value shows.

In each world everything the seat cannot know is redealt, and all seats answer by quick estimates. Where the seat makes
several secret decisions while others do the same (its orders), complete plans race; they are made when the first answer
is due. The best ones meet again in worlds where every seat looks one decision ahead. The following answers are those
of the winning plan.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from banneret.bots.deadline import Deadline
from banneret.bots.greedy import VARIETY, GreedyBot
from banneret.bots.judging import Judging, judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import NEVER, NO_SEAT, Stop, Weighed, best_first, drawn, leads, number, pick, play_on
from banneret.bots.race import Playout, Racer, race, trusted, winner
from banneret.bots.winning import judges
from banneret.compiled import mypyc_attr
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match

CLEAR: Final = 20.0
"""Gaining this many points counts as about three quarters of a win."""
OPTIONS: Final = 14
"""Maximum number of actions in a race: those that look best."""
NEAR: Final = 0.005
"""Success rates that differ by no more than this are equivalent; the search can end."""
RACES: Final = 2
"""Number of races per plan, each with the full number of iterations, as its answers then need no more search."""
PREPARED: Final = 0.25
"""Share of the time for a decision in which plans are made."""
FAITH: Final = 8.0
"""The estimate of a plan counts as much as this many worlds."""
NOISE: Final = 0.5
"""Random variation, in points, of playout answers from the apparently best one."""
ASTRAY: Final = 4
"""In one out of this many worlds the secret plans of others vary from the apparently best one."""
FORESEEN: Final = 6
"""Number of worlds in which others deciding simultaneously look one decision ahead; later worlds reuse the answers."""
FINALISTS: Final = 5
"""Maximum number of plans in the final, including the apparently best one, in worlds where all seats look ahead."""
LOOKS: Final = 4
"""Number of answers each seat compares in the final, by their value at the end of the turn."""
LOOKING: Final = 10
"""A playout in which all seats look ahead counts as this many."""
FEWEST: Final = 3 * FINALISTS
"""A final needs this many playouts; with fewer, its budget goes to the race before it."""
FIRST_FINAL: Final = 10_000
"""The number of the first world of the final; its worlds differ from those of the race."""
_LONGEST: Final = 40
_ROUND: Final = Stop(turns=1000, with_label=True)
_TURN: Final = Stop(turns=1)
_END: Final = Stop(turns=1_000_000)

_Line: TypeAlias = tuple[Action, ...]


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled, and users' bots may inherit from it
class SearchBot:
    """Searches for a number of iterations, or for seconds, or for whichever ends first. An iteration is a playout.

    Seconds are CPU time for one decision, including everything that is prepared for it. When they are over, the best
    answer so far is given. A search that does not reach its deadline is reproducible.
    """

    __slots__ = ("_asked", "_iterations", "_judge", "_label", "_legacy", "_plan", "_planned", "_seconds", "_seed")

    def __init__(
        self,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        planned: int | Callable[[Any], int] | None = None,
        judge: Judging[Any] | None = None,
        legacy: bool = False,
    ) -> None:
        """Search for `iterations` or `seconds`, for each race of plans for `planned` iterations if given.

        `planned` may depend on the state. With `legacy`, judge as in the first release.
        """
        if iterations is None and seconds is None:
            raise ValueError("a search needs iterations or seconds")
        self._seed = seed
        self._asked = 0
        self._iterations = iterations
        self._planned = iterations if planned is None else planned
        self._seconds = seconds
        self._judge = judge
        self._legacy = legacy
        self._label = ""
        self._plan: _Line = ()

    def choose(self, player: Player) -> Action:
        """Return the first answer of the best plan, or the next one of the current plan."""
        self._asked += 1
        deadline = NEVER if self._seconds is None else Deadline(self._seconds)
        search = self._search(player, deadline)
        mixed = search.glance.mixed if search.glance is not None else None
        if mixed is not None:
            return drawn(search.ask.options.listed, mixed, Random(search.seed).random())
        planned = search.next_of(self._plan) if search.match.label == self._label else None
        if planned is not None:
            return planned
        best = search.best(lambda until, times: self._budget(until, search, times=times))
        self._label, self._plan = search.match.label, search.given + best
        return best[0]

    def weigh(self, player: Player) -> list[Weighed]:
        """Return the value of each action: its success rate between 0 and 1, and the number of trials.

        Among plans that start with the same action, the best one determines its value.
        """
        self._asked += 1
        deadline = NEVER if self._seconds is None else Deadline(self._seconds)
        first: dict[Action, list[Racer[_Line]]] = {}
        search = self._search(player, deadline)
        racers = search.race(self._budget(1.0, search))
        for racer in racers:
            if racer.tried:
                first.setdefault(racer.line[0], []).append(racer)
        if not first:  # no time for a single playout
            return [Weighed(racers[0].line[0], 0.5, 0)]
        return [
            Weighed(action, winner(racers).worth, max([racer.tried for racer in racers]))
            for action, racers in first.items()
        ]

    def _search(self, player: Player, deadline: Deadline) -> _Search:
        seed = number("search", self._seed, self._asked)
        return _Search(player, seed, self._judge, deadline, legacy=self._legacy)

    def _budget(self, until: float, search: _Search, *, times: int = 1) -> Callable[[int], float]:
        """Return a function from the number of playouts to the used share of the budget of a race.

        `until` is the share of the seconds for the decision that may be used when the race ends. A race may use the
        iterations of several `times`.
        """
        iterations, deadline = self._iterations, search.deadline
        if search.planning:
            planned = self._planned
            iterations = planned(search.match.state) if callable(planned) else planned
        if iterations is not None:
            iterations *= times
        if self._seconds is None:
            return lambda done: done / (iterations or 1)
        end = self._seconds * until
        start = deadline.used
        wide = max(1e-9, end - start)
        if iterations is None:
            return lambda _: (deadline.used - start) / wide
        return lambda done: max(done / iterations, 1.0 if deadline.used >= end else 0.0)


class _Search:
    """The search for one answer."""

    def __init__(
        self,
        player: Player,
        seed: int,
        judge: Judging[Any] | None,
        deadline: Deadline = NEVER,
        *,
        legacy: bool = False,
    ) -> None:
        self.player = player
        self.deadline = deadline
        self.seat = player.seat
        self.seed = seed
        self.match = player.imagine(seed)
        self.judge: Judging[Any] = judge or judging_of(self.match.rulebook, legacy=legacy)
        self.legacy = legacy
        self.favourite: _Line | None = None
        """The answer of a race that is given unless another one is clearly better."""
        self.blind = not legacy and not judges(self.judge)
        """Whether only the end of a match has a value, so that playouts go on to it."""
        self.later = Stop(turns=1000, with_label=True, answers=self.judge.foresight, at_plans=True)
        """Where a playout ends: from the end of the turn to the end of the round, limited by the game's foresight."""
        self.ask = self.match.asking[self.seat]
        self.glance = self.judge.glance(self.match.state, self.ask)
        self.own = self.seat if self.judge.resolute else NO_SEAT
        """The seat whose answers do not vary until the end of the turn."""
        self.worlds: dict[int, Playout] = {}
        """Worlds imagined for plans."""
        self.foreseen: dict[int, list[Action]] = {}
        """The answers that others deciding at the same time gave when they looked ahead."""
        start = self.match.opened_at
        chances = self._chances(self.match)
        now = 0.5 if chances is None else chances[self.seat]
        self.scale = max(0.05, 4 * now * (1 - now))
        """Range of differences in success here: smaller if the outcome is nearly decided."""
        self.near = NEAR * self.scale
        own = [] if start is None else [a.action for a in self.match.answers[start:] if a.seat == self.seat]
        self.given: _Line = tuple(own)
        """The seat's secret answers so far."""

    def next_of(self, plan: _Line) -> Action | None:
        """Return the next answer of a plan that has been followed until now, or None."""
        n = len(self.given)
        if n and len(plan) > n and plan[:n] == self.given and plan[n] in self.ask.options.listed:
            return plan[n]
        return None

    @property
    def planning(self) -> bool:
        """Whether answers are secret and show no effect by the end of the turn, so that complete plans race."""
        return self.match.together and self.glance is not None and self.glance.enough

    def best(self, budget: Callable[[float, int], Callable[[int], float]]) -> _Line:
        """Return the winning answer or plan.

        `budget` creates the budget of a race that ends at a share of the time, of one or several times the iterations.
        """
        if not self.planning:
            return self._won(self.race(budget(1.0, 1)))
        plans = self._plans(Random(self.seed).random, budget(PREPARED, 1))
        if not self.legacy and budget(1.0, 1)(LOOKING * FEWEST) > 1:  # too few playouts for a final
            return self._won(self._plan_race(plans, budget(1.0, RACES)))
        racers = self._plan_race(plans, budget(1 / RACES, 1))
        ranked = sorted([racer for racer in racers if racer.tried], key=lambda racer: racer.place, reverse=True)
        left = list(dict.fromkeys([racers[0].line, *[racer.line for racer in ranked]]))[:FINALISTS]
        final = self._final(left, budget(1.0, 1)) if len(left) > 1 else None
        return final or (ranked[0].line if ranked else left[0])

    def _won(self, racers: list[Racer[_Line]]) -> _Line:
        """Return the line of the winner, which must clearly improve on the favourite if there is one."""
        if self.favourite is None:
            return winner(racers).line
        return trusted(racers, self.favourite, self.judge.trust).line

    def _final(self, plans: list[_Line], spent: Callable[[int], float]) -> _Line | None:
        """Return the best of a few plans in worlds where every seat looks one decision ahead in its own plan.

        None if there was no time to compare them.
        """

        def world(turn: int) -> Playout:
            return self._world(FIRST_FINAL + turn, _ROUND, LOOKS)

        racers = race(plans, world, lambda done: spent(done * LOOKING), favourite=self.favourite)
        return self._won(racers) if racers[-1].tried or not self.deadline.is_over else None

    def race(self, spent: Callable[[int], float]) -> list[Racer[_Line]]:
        """Race answers or plans against each other; for plans, only the first race, in which they differ most."""
        random = Random(self.seed)
        if self.planning:
            return self._plan_race(self._plans(random.random, spent), spent)
        options = best_first(self.ask.options.listed, self.glance, OPTIONS, random)
        if self.blind:  # answers that are worth the same are equally likely
            options.sort(key=lambda _: random.random())
        lines: list[_Line] = [(option,) for option in options]
        self.favourite = self._at_first(lines)
        return race(
            lines,
            lambda turn: self._world(turn, self.later),
            spent,
            self._leads(lines),
            near=self.near,
            favourite=self.favourite,
        )

    def _leads(self, lines: list[_Line]) -> list[float] | None:
        """Return the initial leads of answers, from their estimates at first sight."""
        points = leads(self.judge, self.ask.options.listed, self.glance, [line[0] for line in lines])
        return None if points is None else [self.scale * lead / (4 * CLEAR) for lead in points]

    def _at_first(self, lines: list[_Line]) -> _Line | None:
        """Return the answer of a bot that looks one decision ahead, which the search must clearly improve on."""
        if self.legacy or self.blind or len(lines) == 1:
            return None
        if self.glance is not None and self.glance.enough:
            return lines[0]
        bot = GreedyBot(number("first", self.seed), most_options=OPTIONS, judge=self.judge)
        first = (bot.choose(self.player, self.deadline),)
        if first not in lines:
            lines.append(first)
        return first

    def _plan_race(self, plans: dict[_Line, float], spent: Callable[[int], float]) -> list[Racer[_Line]]:
        def world(turn: int) -> Playout:
            made = self.worlds.get(turn)
            if made is None:
                made = self.worlds[turn] = self._world(turn, _ROUND)
            return made

        lines = list(plans)
        self.favourite = None if self.legacy else lines[0]
        return race(lines, world, spent, list(plans.values()), near=self.near, favourite=self.favourite)

    def _plans(self, random: Callable[[], float], spent: Callable[[int], float]) -> dict[_Line, float]:
        """Generate plans: answers of the seat until it is ready; the first one is the apparently best.

        The first plan varies among nearly equal orders. The value is the start in the race: the estimated difference
        from the first plan, of which the others are variations. There are fewer if the time is spent.
        """
        plans: dict[_Line, float] = {}
        seen: set[frozenset[Action]] = set()
        start = self.match.opened_at
        first = 0.0
        most = self.judge.plans
        for at in range(most):
            noise = 0.0 if self.legacy else VARIETY
            if at:
                noise = self.judge.stray * (at / most) ** 1.5
            twin = self.match.clone()
            line: list[Action] = []
            worth = 0.0
            while twin.opened_at == start and self.seat in twin.asking and len(line) < _LONGEST:
                if plans and self.deadline.is_over:
                    return plans
                action, points = _stray(twin, twin.asking[self.seat], self.judge, random, noise)
                worth += points
                line.append(action)
                twin.play(self.seat, action)
            if not at:
                first = worth
            if at and spent(0) >= 1:
                break
            if frozenset(line) not in seen:
                seen.add(frozenset(line))
                plans[tuple(line)] = self.scale * FAITH * (worth - first) / (4 * CLEAR)
        return plans

    def _world(self, turn: int, stop: Stop, looks: int = 0) -> Playout:
        """Imagine a world in which the seats deciding at the same time have decided.

        With `looks`, every seat compares that many answers at each question when a plan is played.
        """
        luck = number("world", self.seed, turn)
        self.deadline.check()
        match = self.player.imagine(luck)
        before = self.judge.totals(match.state)[self.seat]
        if match.together:
            random = Random(luck).random
            noise = 0.0 if (turn + 1) % ASTRAY else NOISE
            for other in [seat for seat in match.asking if seat != self.seat]:
                while other in match.asking:
                    self.deadline.check()
                    match.play(other, self._foresee(match, other, random, noise))

        def play_out(line: _Line) -> float:
            twin = match.clone()
            for action in line:
                twin.play(self.seat, action)
                self.deadline.check()
            random = Random(luck).random
            if stop is _ROUND:
                play_on(twin, stop, self.judge, random, NOISE, looks, self.deadline)
                return self._success(twin, before)
            if self.blind:
                play_on(twin, _END, self.judge, random, deadline=self.deadline)
                return self._success(twin, before)
            if twin.mark == match.mark or not self.judge.resolute:
                play_on(twin, _TURN, self.judge, random, NOISE, deadline=self.deadline, resolute=self.own)
            soon = self._success(twin, before)
            if twin.label != match.label:
                return soon
            play_on(twin, stop, self.judge, random, NOISE, deadline=self.deadline)
            return 0.5 * (soon + self._success(twin, before))

        return play_out

    def _foresee(self, match: Match[Any], other: int, random: Callable[[], float], noise: float) -> Action:
        """Return a possible answer of another seat that decides at the same time: a sealed bid, a card, an order."""
        ask = match.asking[other]
        glance = self.judge.glance(match.state, ask)
        if glance is not None and (glance.enough or glance.mixed is not None):
            return pick(match, ask, self.judge, random, noise)
        known = self.foreseen.setdefault(other, [])
        if len(known) < FORESEEN:
            bot = GreedyBot(number("foresee", self.seed, len(known)), judge=self.judge)
            known.append(bot.choose(Player(match, other, self.seed), self.deadline))
            return known[-1]
        seen = known[int(random() * len(known))]
        return seen if seen in ask.options.listed else pick(match, ask, self.judge, random, NOISE)

    def _chances(self, match: Match[Any]) -> list[float] | None:
        """Return each seat's chance to win, or None if points gained are compared instead."""
        return self.judge.chances(match.state) if self.judge.by_chances else None

    def _success(self, match: Match[Any], before: float) -> float:
        """Return the success between 0 and 1: from the outcome, or from the points gained since the question."""
        outcome = match.outcome
        if outcome is not None:
            first = outcome.places[0]
            return 1 / len(first) if self.seat in first else 0.0
        chances = self._chances(match)
        if chances is not None:
            return chances[self.seat]
        gained = self.judge.totals(match.state)[self.seat] - before
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, gained / CLEAR))))


def _stray(
    match: Match[Any], ask: Ask, judge: Judging[Any], random: Callable[[], float], noise: float
) -> tuple[Action, float]:
    """Return an answer that looks good, and its estimated value."""
    glance = judge.glance(match.state, ask)
    listed: list[Action] = ask.options.listed
    if glance is None:
        return listed[int(random() * len(listed))], 0.0
    noisy = [points + noise * random() for points in glance.points]
    at = max(range(len(listed)), key=noisy.__getitem__)
    return listed[at], glance.points[at]
