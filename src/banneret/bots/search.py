"""The bot that searches: Monte-Carlo tree search over imagined worlds, with a tree of its own for every seat.

Each iteration imagines a world, in which all that the seat cannot know is dealt anew, and plays it: first down the
trees, then by first sight to the end of the round. Every seat goes down its own tree by what it has answered and what
it has seen others answer. Answers that are sealed while seats decide together are not seen, so that no tree tells
what its seat could not know. Chance and the cards differ from world to world; an answer is compared with others only
where it could be given. It begins with what the greedy bot makes of the answers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from banneret.bots.greedy import GreedyBot
from banneret.bots.playing import Sense, Stop, Weighed, number, pick, play_on
from banneret.kernel.asks import Ask
from banneret.kernel.choosing import Action
from banneret.kernel.match import Match
from banneret.kernel.player import Player

EXPLORE: Final = 0.9
"""How much is tried that looks worse so far."""
TRUST: Final = 4.0
"""So many points make an answer e times as likely at first sight."""
CLEAR: Final = 12.0
"""An advantage of so many points gained counts as about three quarters of a win."""
DEEP: Final = 12
"""A tree is walked down at most so many answers."""
WIDE: Final = 3
"""An answer is considered when a place was visited often enough: after n visits about WIDE * sqrt(n) of them."""
_NO_END: Final = 1_000_000
_ROUND: Final = Stop(turns=24, with_label=True)

_Key: TypeAlias = tuple[Any, ...]


class _Edge:
    """An answer that was given somewhere: how often, with what success for who gave it."""

    __slots__ = ("prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.total = 0.0


class _Node:
    """What a seat has answered and seen up to here."""

    __slots__ = ("after", "edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[_Key, _Edge] = {}
        self.after: dict[_Key, _Node] = {}

    def follow(self, key: _Key) -> _Node:
        """Return where an answer leads, one's own or another's that was seen."""
        node = self.after.get(key)
        if node is None:
            node = self.after[key] = _Node()
        return node


class SearchBot:
    """Searches for so many iterations (the same ones each time), or for so many seconds."""

    __slots__ = ("_asked", "_iterations", "_seconds", "_seed", "_sense")

    def __init__(
        self, seed: int, *, iterations: int | None = None, seconds: float | None = None, sense: Sense | None = None
    ) -> None:
        if (iterations is None) == (seconds is None):
            raise ValueError("a search takes a number of iterations or of seconds")
        self._seed = seed
        self._asked = 0
        self._iterations = iterations
        self._seconds = seconds
        self._sense = sense

    def choose(self, player: Player) -> Action:
        """Return the answer that was tried most often; of equal ones that of the greatest worth."""
        return max(self.weigh(player), key=lambda one: (one.tried, one.worth)).action

    def weigh(self, player: Player) -> list[Weighed]:
        """Return what each answer is worth: the success it had, between 0 and 1, and how often it was tried."""
        self._asked += 1
        seed = number("search", self._seed, self._asked)
        world = player.imagine(seed)
        search = _Search(player, world, self._sense or world.rulebook, seed)
        ends = None if self._seconds is None else perf_counter() + self._seconds
        for turn in range(_NO_END if self._iterations is None else self._iterations):
            if ends is not None and turn and perf_counter() >= ends:
                break
            search.iterate(turn)
        return search.weighed()


class _Search:
    """The search for one answer."""

    def __init__(self, player: Player, world: Match[Any], sense: Sense, seed: int) -> None:
        self.player = player
        self.sense = sense
        self.seed = seed
        self.before = sense.totals(world.state)
        self.trees = [_Node() for _ in range(world.seats)]
        self.ask = world.asking[player.seat]
        self.first = self._first(GreedyBot(seed, sense=sense).weigh(player))

    def _first(self, weighed: list[Weighed]) -> list[float]:
        """Return how likely each answer is by looking one decision ahead, with which the search begins."""
        points = {one.action: one.worth for one in weighed}
        least = min(points.values()) - TRUST
        return _likely([points.get(option, least) for option in self.ask.options.listed])

    def weighed(self) -> list[Weighed]:
        """Return the answers at the root that were looked at, in the order of the options."""
        root = self.trees[self.player.seat]
        found = []
        for option in self.ask.options.listed:
            edge = root.edges.get((self.ask.kind, option))
            if edge is not None and edge.visits:
                found.append(Weighed(option, edge.total / edge.visits, edge.visits))
        return found

    def iterate(self, turn: int) -> None:
        """Play one imagined world down the trees and on, and note how it went for each seat."""
        luck = number("world", self.seed, turn)
        match = self.player.imagine(luck)
        random = Random(luck)
        nodes = self.trees[:]
        walked: list[tuple[int, _Node, _Edge]] = []
        seat: int | None = self.player.seat  # of seats that decide together, the one that thinks comes first
        for _ in range(DEEP):
            asking = match.asking
            if not asking:
                break
            if seat is None or seat not in asking:
                seat = next(iter(asking))
            ask, node = asking[seat], nodes[seat]
            fresh = not node.visits
            action, key, edge = self._choose(match, ask, node, random)
            walked.append((seat, node, edge))
            sealed = match.together
            match.play(seat, action)
            for other in range(len(nodes)):
                if other == seat:
                    nodes[other] = node.follow(key)
                elif not sealed:
                    nodes[other] = nodes[other].follow((seat, *key))
            if fresh and len(walked) > 1:
                break
            seat = None
        play_on(match, _ROUND, self.sense, random.random)
        worth = self._worth(match)
        for seat_of, node, edge in walked:
            node.visits += 1
            edge.visits += 1
            edge.total += worth[seat_of]

    def _choose(self, match: Match[Any], ask: Ask, node: _Node, random: Random) -> tuple[Action, _Key, _Edge]:
        """Choose among the best answers at first sight, the more of them the oftener the node was visited."""
        listed: list[Action] = ask.options.listed
        if not node.visits and node is not self.trees[self.player.seat]:
            action = pick(match, ask, self.sense, random.random, 3.0)
            key = (ask.kind, action)
            return action, key, node.edges.setdefault(key, _Edge(1 / len(listed)))
        at_root = node is self.trees[self.player.seat] and ask.kind == self.ask.kind and len(listed) == len(self.first)
        priors = self.first if at_root else self._priors(match, ask, listed)
        wide = min(len(listed), 2 + int(WIDE * math.sqrt(node.visits)))
        order = sorted(range(len(listed)), key=lambda i: (-priors[i], i))[:wide]
        edges = []
        for at in order:
            key = (ask.kind, listed[at])
            edges.append(node.edges.get(key) or node.edges.setdefault(key, _Edge(priors[at])))
        tried = [edge.total / edge.visits for edge in edges if edge.visits]
        low, high = (min(tried), max(tried)) if tried else (0.0, 1.0)
        span = max(high - low, 0.05)
        reach = EXPLORE * math.sqrt(sum([edge.visits for edge in edges]) + 1)
        best, most = 0, -math.inf
        for place, (at, edge) in enumerate(zip(order, edges, strict=True)):
            mean = (edge.total / edge.visits - low) / span if edge.visits else 0.5
            score = mean + reach * (priors[at] + 0.02) / (1 + edge.visits)
            if score > most:
                best, most = place, score
        return listed[order[best]], (ask.kind, listed[order[best]]), edges[best]

    def _priors(self, match: Match[Any], ask: Ask, listed: list[Action]) -> list[float]:
        """Return how likely each answer is at first sight."""
        glance = self.sense.glance(match.state, ask)
        if glance is None:
            return [1 / len(listed)] * len(listed)
        return _likely(glance.points)

    def _worth(self, match: Match[Any]) -> list[float]:
        """Return for each seat between 0 and 1 how it went: the end, or what was gained since the question."""
        outcome = match.outcome
        if outcome is not None:
            first = outcome.places[0]
            return [1 / len(first) if seat in first else 0.0 for seat in range(match.seats)]
        gained = [now - then for now, then in zip(self.sense.totals(match.state), self.before, strict=True)]
        return [1 / (1 + math.exp(-max(-60.0, min(60.0, points / CLEAR)))) for points in gained]


def _likely(points: Sequence[float]) -> list[float]:
    """Turn points into probabilities."""
    most = max(points)
    weights = [math.exp((one - most) / TRUST) for one in points]
    total = sum(weights)
    return [weight / total for weight in weights]
