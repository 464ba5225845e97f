"""A model of bids: what each house bids for a track or against the wildlings, as probabilities.

Predictable bids can be exploited, so bids are mixed: each house is assumed to bid an amount the more
often, the more it gains by it against the mixed bids of the others (a quantal response equilibrium). Only public
information counts, and a wildling card that the house itself has seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from banneret.games.thrones.bot.chances import WEIGHTS as CHANCES
from banneret.games.thrones.bot.evaluation import CARD_POINTS, Judge
from banneret.games.thrones.content.board import FORTIFIED
from banneret.games.thrones.content.components import FOOTMAN, KNIGHT
from banneret.games.thrones.rules.control import count_units
from banneret.games.thrones.state import FIEFDOMS, IRON_THRONE, KINGS_COURT, State
from banneret.kernel.pile import PUBLIC, knows

MOST: Final = 12
"""Higher bids are not considered."""
TEMPER: Final = 0.8
"""An amount that gains this many points more is bid 2.7 times as often."""
OWN_TEMPER: Final = 0.5
"""The same for the house that decides, which knows what it gains."""
PRICES: Final = (1.0, 1.0, 1.0, 0.8, 0.8, 0.8, 0.6, 0.6, 0.3)
"""Worth of the first, second ... token of a house relative to the evaluation's; the last one for all further ones."""
WORST: Final = 1.7
"""What the lowest bidder loses more than the others counts for this much: it can cost a house the match."""
STEPS: Final = 14
"""Steps towards the equilibrium."""
DREAD: Final = 1.35
"""The effects of wildling cards count this many times: with it, the Watch wins about half of the attacks."""
WASTE: Final = 0.4
"""An amount that returns less than this part of what it costs more than a lower one is never bid."""
RARE: Final = 0.25
"""An amount less likely than this part of the most likely one is never bid."""

_Mixture: TypeAlias = list[float]
"""Over bids: how likely a house makes it."""


class Bids(NamedTuple):
    """A house's gain by each bid, in points, and how often it should make it."""

    gains: list[float]
    mixture: list[float]


class _Stake(NamedTuple):
    """What wildlings can do to a house, in points: if it bids the least, otherwise, and if it bids the most."""

    lowest: float
    other: float
    highest: float


class Bidding:
    """Bids of all houses; results for the last few questions are cached."""

    __slots__ = ("_found", "_judge")

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._found: dict[object, list[_Mixture]] = {}

    def for_track(self, state: State, seat: int, track: int) -> Bids:
        """Return a house's bids for an influence track."""
        weights = self._judge.weights
        place = (weights.throne, weights.fiefdoms, weights.court)[track] * CHANCES.tracks
        token = weights.token * CHANCES.tokens

        def gain(_: int, bid: int, others: _Rivals) -> float:
            return token * others.first(bid) - place * others.above(bid)

        key = ("track", track, state.tracks[IRON_THRONE][0], *state.available)
        return self._solved(state, seat, gain, gain, key)

    def against_wildlings(self, state: State, seat: int, strength: int) -> Bids:
        """Return a house's bids against wildlings of a strength."""
        pile = state.wildlings
        unknown = [card for card, known in zip(pile.cards, pile.known, strict=True) if known != PUBLIC] or pile.cards
        stakes = [self._stake(state, one, unknown) for one in range(state.seats)]
        own = stakes[seat]
        if pile.cards and knows(pile.known[0], 1 << seat):
            own = self._stake(state, seat, pile.cards[:1])

        def worth(stake: _Stake, bid: int, others: _Rivals) -> float:
            won = others.together(strength - bid)
            lowest = others.last(bid)
            lost = stake.other + WORST * lowest * (stake.lowest - stake.other)
            return won * others.first(bid) * stake.highest + (1 - won) * lost

        key = ("wildlings", strength, state.tracks[IRON_THRONE][0], *state.available, *stakes)
        return self._solved(
            state,
            seat,
            lambda one, bid, others: worth(stakes[one], bid, others),
            lambda _, bid, others: worth(own, bid, others),
            key,
            [strength * tokens / max(1, sum(state.available)) for tokens in state.available],
        )

    def _solved(
        self, state: State, seat: int, gain: _Gain, own: _Gain, key: object, start: Sequence[float] = ()
    ) -> Bids:
        costs = [_costs(self._judge, tokens) for tokens in state.available]
        throne = state.tracks[IRON_THRONE][0]
        mixtures = self._found.get(key)
        if mixtures is None:
            if len(self._found) > 64:
                self._found.clear()
            mixtures = self._found[key] = _equilibrium(costs, throne, gain, start)
        others = _Rivals(mixtures, seat, throne)
        came = [own(seat, bid, others) for bid in range(len(costs[seat]))]
        gains = [value - cost for value, cost in zip(came, costs[seat], strict=True)]
        mixture = _sensible(came, costs[seat], _response(gains, OWN_TEMPER))
        more = state.available[seat] + 1 - len(gains)
        price = self._judge.weights.power * CHANCES.power
        return Bids(gains + [gains[-1] - price * (n + 1) for n in range(more)], mixture + [0.0] * more)

    def _stake(self, state: State, seat: int, cards: Sequence[str]) -> _Stake:
        found = [self._card(state, seat, card) for card in cards]
        return _Stake(*[DREAD * math.fsum(column) / len(found) for column in zip(*found, strict=True)])

    def _card(self, state: State, seat: int, card: str) -> _Stake:
        """Return what a wildling card means for a house."""
        weights = self._judge.weights
        army, cards, supply, power = CHANCES.armies, CHANCES.cards, CHANCES.supply, CHANCES.power
        areas = [area for area, owner in enumerate(state.owner) if owner == seat]
        units = sum(count_units(state, area) for area in areas)
        foot = army * weights.footman
        match card:
            case "preemptive-raid":
                return _Stake(-min(foot * min(units, 2), self._sink(state, seat)), 0.0, 0.5 * foot)
            case "crow-killers":
                better = army * (weights.knight - weights.footman)
                knights = sum(state.units[KNIGHT][area] + state.routed[KNIGHT][area] for area in areas)
                footmen = sum(state.units[FOOTMAN][area] for area in areas)
                return _Stake(-better * knights, -better * min(2, knights), better * min(2, footmen))
            case "rattleshirts-raiders":
                level = supply * weights.supply + 0.3 * foot
                down = state.supply[seat]
                return _Stake(-level * min(2, down), -level * min(1, down), supply * weights.supply)
            case "massing-on-the-milkwater":
                hand = sorted(CARD_POINTS[id] for id in state.hands[seat])
                price = weights.card * cards
                back = price * math.fsum([CARD_POINTS[id] for id in state.discards[seat]])
                return _Stake(-price * hand[-1], -price * hand[0], back) if len(hand) > 1 else _Stake(0.0, 0.0, back)
            case "a-king-beyond-the-wall":
                falls = [self._fall(state, seat, track) for track in (IRON_THRONE, FIEFDOMS, KINGS_COURT)]
                rises = [self._rise(state, seat, track) for track in (IRON_THRONE, FIEFDOMS, KINGS_COURT)]
                return _Stake(-math.fsum(falls), -min(falls[1:]), max(rises))
            case "mammoth-riders":
                back = weights.card * cards * max([CARD_POINTS[id] for id in state.discards[seat]], default=0.0)
                return _Stake(-foot * min(units, 3), -foot * min(units, 2), back)
            case "the-horde-descends":
                castle = any(self._holds(state, seat, area) for area in FORTIFIED)
                return _Stake(-foot * min(units, 2), -foot * min(units, 1), 1.5 * foot if castle else 0.0)
            case "skinchanger-scout":
                token = power * weights.power
                left = state.available[seat]
                return _Stake(-token * 0.8 * left, -token * min(2, left), 2 * token)
            case _:
                return _Stake(0.0, 0.0, 0.0)

    def _holds(self, state: State, seat: int, area: int) -> bool:
        return state.owner[area] == seat or (state.owner[area] < 0 and state.power[area] == seat)

    def _places(self, track: int) -> float:
        weights = self._judge.weights
        return (weights.throne, weights.fiefdoms, weights.court)[track] * CHANCES.tracks

    def _fall(self, state: State, seat: int, track: int) -> float:
        place = state.tracks[track].index(seat)
        token = 0.0 if place else self._judge.weights.token * CHANCES.tokens
        return token + self._places(track) * (state.seats - 1 - place)

    def _rise(self, state: State, seat: int, track: int) -> float:
        place = state.tracks[track].index(seat)
        return self._places(track) * place + (self._judge.weights.token * CHANCES.tokens if place else 0.0)

    def _sink(self, state: State, seat: int) -> float:
        """Return the cost of sinking two places on the best track."""
        best = min(range(len(state.tracks)), key=lambda track: state.tracks[track].index(seat))
        return 2 * self._places(best)


class _Rivals:
    """The mixed bids of all houses but one, as it sees them."""

    __slots__ = ("_ahead", "_mixtures", "_reach")

    def __init__(self, mixtures: Sequence[_Mixture], seat: int, throne: int) -> None:
        self._mixtures = [mixture for one, mixture in enumerate(mixtures) if one != seat]
        self._ahead = [
            0.0 if throne == seat else 1.0 if one == throne else 0.5 for one in range(len(mixtures)) if one != seat
        ]
        """How likely each of them wins a tie: the holder of the Iron Throne decides."""
        self._reach: list[float] | None = None

    def above(self, bid: int) -> float:
        """Return the expected number of houses that come before a bid."""
        return math.fsum(self._beats(bid))

    def first(self, bid: int) -> float:
        """Return how likely a bid is the highest."""
        return math.prod(1 - beaten for beaten in self._beats(bid))

    def last(self, bid: int) -> float:
        """Return how likely a bid is the lowest."""
        return math.prod(self._beats(bid))

    def together(self, tokens: int) -> float:
        """Return how likely these houses bid at least this number of tokens together."""
        if tokens <= 0:
            return 1.0
        if self._reach is None:
            sums = [1.0]
            for mixture in self._mixtures:
                more = [0.0] * (len(sums) + len(mixture) - 1)
                for at, chance in enumerate(sums):
                    for bid, share in enumerate(mixture, at):
                        more[bid] += chance * share
                sums = more
            total = 0.0
            reach = []
            for chance in reversed(sums):
                total += chance
                reach.append(total)
            self._reach = reach[::-1]
        return self._reach[tokens] if tokens < len(self._reach) else 0.0

    def _beats(self, bid: int) -> Iterator[float]:
        """Yield how likely each house comes before a bid."""
        for mixture, ahead in zip(self._mixtures, self._ahead, strict=True):
            equal = mixture[bid] if bid < len(mixture) else 0.0
            yield math.fsum(mixture[bid + 1 :]) + ahead * equal


class _Gain(Protocol):
    """What a house gains by a bid against the others, its cost excluded."""

    def __call__(self, seat: int, bid: int, others: _Rivals, /) -> float: ...


def _costs(judge: Judge, tokens: int) -> list[float]:
    """Return the cost of each bid for a house with some power tokens: the more it has, the less it misses one."""
    price = CHANCES.power * judge.weights.power
    costs = [0.0]
    for left in range(tokens, max(0, tokens - MOST), -1):
        costs.append(costs[-1] + price * PRICES[min(left, len(PRICES)) - 1])
    return costs


def _equilibrium(costs: Sequence[Sequence[float]], throne: int, gain: _Gain, start: Sequence[float]) -> list[_Mixture]:
    """Return mixed bids that are approximately responses to each other; `start` are bids expected at first, if any."""
    if start:
        mixtures = [
            _response([-abs(bid - good) for bid in range(len(own))]) for own, good in zip(costs, start, strict=True)
        ]
    else:
        mixtures = [_response([-cost for cost in own]) for own in costs]
    for step in range(STEPS):
        pace = 1 / (1 + 0.5 * step)
        answers = []
        for seat, own in enumerate(costs):
            others = _Rivals(mixtures, seat, throne)
            answers.append(_response([gain(seat, bid, others) - cost for bid, cost in enumerate(own)]))
        mixtures = [
            [(1 - pace) * old + pace * new for old, new in zip(before, after, strict=True)]
            for before, after in zip(mixtures, answers, strict=True)
        ]
    return mixtures


def _response(gains: Sequence[float], temper: float = TEMPER) -> _Mixture:
    most = max(gains)
    shares = [math.exp((gain - most) / temper) for gain in gains]
    total = math.fsum(shares)
    return [share / total for share in shares]


def _sensible(came: Sequence[float], costs: Sequence[float], mixture: _Mixture) -> _Mixture:
    """Return a mixture without bids that waste tokens, and without rare ones."""
    kept = mixture[:]
    for bid in range(len(kept)):
        for less in range(bid):
            if came[bid] - came[less] < WASTE * (costs[bid] - costs[less]):
                kept[bid] = 0.0
    least = RARE * max(kept)
    kept = [share if share >= least else 0.0 for share in kept]
    total = math.fsum(kept)
    return [share / total for share in kept]
