"""The worth of a position to a House: named terms in points, with weights in `data/evaluation.toml`.

The evaluation sees a whole state, so it applies to worlds that a player has imagined. It rates the table as it is and
plays nothing out. What is good for one House is equally bad for the other, except in a style of play.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from operator import itemgetter
from typing import Final

from msgspec import Struct

from banneret.bots.judging import Evaluation
from banneret.bots.styles import read_styles
from banneret.games.battles.content.datafile import DataFile
from banneret.games.battles.content.scenario import NORTH, Scenario, Scoring
from banneret.games.battles.content.skirmish import SUMMARIES
from banneret.games.battles.rules.field.terrain import burn_limit
from banneret.games.battles.rules.victory.scoring import COUNTED, scores, seat_of
from banneret.games.battles.rules.victory.victory import controls, standing
from banneret.games.battles.state import LANNISTER, NO_COMMANDER, NOBODY, OFF, STARK, State
from banneret.hexes import HexBoard


class Weights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights of the terms, described in the data file."""

    point: float
    prospect: float
    goal: float
    standing: float
    figure: float
    rank: float
    banner: float
    commander: float
    morale: float
    rout: float
    hold: float
    objective: float
    enemy: float
    battle: float
    shelter: float
    active: float
    token: float
    command: float
    card: float
    person: float
    prey: float
    menace: float
    win: float


_DATA: Final = DataFile.read("evaluation.toml")
WEIGHTS: Final = _DATA.table("weights", Weights)
STYLES: Final = read_styles(_DATA, WEIGHTS)
"""The weights of each style of play."""

_ROUT_DANGER: Final = 6
"""Distance from Rout, in spaces, below which it counts as a danger."""
_CLOSE: Final = tuple(1 / (1 + distance) for distance in range(40))
"""The worth of proximity, by distance."""


class Judge:
    """Evaluates states with one set of weights."""

    __slots__ = ("_even", "legacy", "weights")

    def __init__(self, weights: Weights = WEIGHTS, *, legacy: bool = False) -> None:
        """With `legacy`, judge as in the first release, which counted tokens and units of a House that has passed."""
        self.weights = weights
        self.legacy = legacy
        self._even = weights.prey == weights.menace == 1
        """Whether what is good for one House is equally bad for the other."""

    def evaluate(self, state: State, seat: int) -> Evaluation:
        """Return the worth of a state to a seat, term by term."""
        sign = 1.0 if seat == STARK else -1.0
        terms = {name: sign * worth for name, worth in self._terms(state, seat).items()}
        return Evaluation(fsum(terms.values()), terms)

    def totals(self, state: State) -> list[float]:
        """Return the worth of a state to each seat."""
        total = fsum(self._terms(state, STARK).values())
        return [total, -total if self._even else -fsum(self._terms(state, LANNISTER).values())]

    def unit_worth(self, state: State, unit: int) -> float:
        """Return the current worth of a unit."""
        weights = self.weights
        return weights.banner + self.figure_worth(state, unit) * state.figures[unit]

    def figure_worth(self, state: State, unit: int) -> float:
        """Return the worth of one figure of a unit."""
        return self.weights.figure + self.weights.rank * state.rank[unit]

    def _terms(self, state: State, own: int) -> dict[str, float]:
        """Return each term as Stark's value minus Lannister's, as one of them sees it."""
        weights, plan = self.weights, state.scenario
        late = state.round / plan.rounds
        terms = {
            "points": weights.point * (state.points[STARK] - state.points[LANNISTER]) if plan.scoring else 0.0,
            "prospects": self._prospects(state),
            "goal": self._goal(state),
            "standing": weights.standing * late * late * (1 if standing(state)[0] == STARK else -1),
            "morale": self._morale(state),
            "persons": self._persons(state),
            "resources": self._resources(state, STARK) - self._resources(state, LANNISTER),
        }
        terms.update(self._units(state, own))
        winner = state.winner
        terms["end"] = 0.0 if winner == NOBODY else weights.win * (1 if winner == STARK else -1)
        return terms

    def _prospects(self, state: State) -> float:
        """Return the worth of scores still to come if nothing changes; distant ones count for less."""
        plan = state.scenario
        left = plan.rounds - state.round + 1
        total = 0.0
        for scoring in plan.scoring:
            if scoring.kind == "devastated":
                total += self._burning(state, scoring)
            if scoring.when == "immediate":
                continue
            times = min(left, 3) if scoring.when == "round" else 1.0 / left**0.5
            for seat, sign in ((STARK, 1), (LANNISTER, -1)):
                if scores(state, scoring, seat):
                    total += sign * times * scoring.points * COUNTED[scoring.kind](state, scoring, seat)
        return self.weights.prospect * total

    def _burning(self, state: State, scoring: Scoring) -> float:
        """Return part of the points for hexes that burn but have not burnt down."""
        share = 0.0
        for hex in state.scenario.places_of(scoring):
            if state.fire[hex] and (limit := burn_limit(state, hex)):
                share += min(1.0, state.fire[hex] / limit)
        signs = [sign for seat, sign in ((STARK, 1), (LANNISTER, -1)) if scores(state, scoring, seat)]
        return 0.6 * share * scoring.points * sum(signs)

    def _goal(self, state: State) -> float:
        """Return the fulfilled share of a victory by control."""
        victory = state.scenario.victory
        if victory.kind != "control" or victory.house is None:
            return 0.0
        seat = seat_of(victory.house)
        share = min(1.0, controls(state, seat, victory.objectives) / victory.least)
        return self.weights.goal * (share if seat == STARK else -share)

    def _morale(self, state: State) -> float:
        """Return the worth of the higher morale, and the danger of Rout."""
        weights, morale = self.weights, state.morale
        total = -weights.morale * morale
        side = state.scenario.morale.stark if morale > 0 else state.scenario.morale.lannister
        if morale and side == "rout":
            near = max(0, _ROUT_DANGER - (state.box.track.rout - abs(morale))) / _ROUT_DANGER
            total -= weights.rout * near * near * (1 if morale > 0 else -1)
        return total

    def _persons(self, state: State) -> float:
        """Return the worth of persons on their way to safety, arrived, or taken."""
        total = 0.0
        for number, person in enumerate(state.scenario.persons):
            sign = 1 if seat_of(person.house) == STARK else -1
            status, here = state.persons[number], state.person_hex[number]
            if status in ("safe", "taken"):
                total += sign * self.weights.person * (1 if status == "safe" else -1)
            elif here != OFF and person.safe:
                far = min(state.field.distances[here][state.field.place(hex)] for hex in person.safe)
                total += sign * self.weights.person * max(0.0, 1 - far / len(state.scenario.rows))
        return total

    def usable(self, state: State, seat: int) -> bool:
        """Return whether a House can still use its tokens and active units in this round."""
        return self.legacy or not state.passed[seat]

    def idle(self, state: State, seat: int) -> float:
        """Return the worth of tokens and active units, which a House gives up by passing."""
        weights = self.weights
        columns = zip(state.figures, state.seat, state.active, strict=True)
        ready = sum([1 for figures, owner, active in columns if figures and active and owner == seat])
        return self._tokens(state, seat) + weights.active * ready

    def _tokens(self, state: State, seat: int) -> float:
        """Return the worth of order tokens and command tokens."""
        return self.weights.token * sum(state.pool[seat]) + self.weights.command * state.board_tokens[seat]

    def _resources(self, state: State, seat: int) -> float:
        """Return the worth of order tokens, command tokens and cards, which are best used at once."""
        cards = self.weights.card * len(state.hands[seat])
        return self._tokens(state, seat) + cards if self.usable(state, seat) else cards

    def _units(self, state: State, own: int) -> dict[str, float]:
        """Return the worth of units and commanders, and of their positions."""
        weights = self.weights
        forces, leaders, places, ready = 0.0, 0.0, 0.0, 0.0
        look = Look(state)
        usable = [self.usable(state, seat) for seat in (STARK, LANNISTER)]
        columns = zip(state.figures, state.seat, state.hex, state.commander, state.active, strict=True)
        for unit, (figures, seat, hex, commander, active) in enumerate(columns):
            if not figures:
                continue
            sign = 1 if seat == STARK else -1
            forces += sign * self.unit_worth(state, unit) * (1.0 if seat == own else weights.prey)
            if commander != NO_COMMANDER:
                leaders += sign * weights.commander
            if active and usable[seat]:
                ready += sign * weights.active
            places += sign * self.place_worth(state, seat, hex, look) * (1.0 if seat == own else weights.menace)
        return {"forces": forces, "commanders": leaders, "places": places, "ready": ready}

    def place_worth(self, state: State, seat: int, hex: int, look: Look) -> float:
        """Return the worth to a seat of having a unit in a hex."""
        weights = self.weights
        total = weights.hold if hex in look.objectives else 0.0
        if (wanted := look.wanted[seat]) is not None:
            total += weights.objective * _CLOSE[wanted[hex]]
        if (enemies := look.rows[1 - seat]) is not None:
            total += weights.enemy * _CLOSE[min(enemies(state.field.distances[hex]))]
        if look.skirmish:
            total += weights.battle * min(row_from_own_edge(state, seat, hex), len(state.scenario.rows) // 2)
        terrain = state.box.terrains[state.terrain[hex]]
        if terrain.cover or terrain.high:
            total += weights.shelter
        return total


def row_from_own_edge(state: State, seat: int, hex: int) -> int:
    """Return how many rows a hex is from the edge of a House."""
    edges, row = state.scenario.edges, state.field.row(hex)
    edge = edges.stark if seat == STARK else edges.lannister
    return row if edge == NORTH else len(state.scenario.rows) - 1 - row


class Look:
    """The goals of the units and the positions of both Houses, extracted once per state."""

    __slots__ = ("objectives", "rows", "skirmish", "wanted")

    def __init__(self, state: State) -> None:
        seats = state.seat
        occupied: tuple[list[int], list[int]] = ([], [])
        for unit, hex in enumerate(state.hex):
            if hex != OFF:
                occupied[seats[unit]].append(hex)
        self.rows = [itemgetter(*hexes, hexes[0]) if hexes else None for hexes in occupied]
        """By seat: picks the distances to all its units from a row of distances; None if it has no units."""
        self.objectives = state.scenario.objective_places
        self.skirmish = state.scenario.id in SUMMARIES
        """Whether there are no objectives to approach, so that units meet the enemy in the middle."""
        self.wanted = [_nearest(state.field, tuple(hexes)) if hexes else None for hexes in goals(state)]
        """By seat: the distance of each hex from the nearest goal of its units; None if there are no goals."""


@lru_cache(maxsize=1024)
def _nearest(field: HexBoard, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the distance of each place on a board from the nearest of some hexes."""
    return tuple(min(map(row.__getitem__, hexes)) for row in field.distances)


def goals(state: State) -> list[list[int]]:
    """Return the goals, as hexes, of Stark's and Lannister's units."""
    plan = state.scenario
    found: list[list[int]] = []
    for seat in (STARK, LANNISTER):
        hexes = [hex for hex, owner in zip(plan.objective_places, state.control, strict=True) if owner != seat]
        for number, person in enumerate(plan.persons):
            if state.persons[number] == "open" and state.person_hex[number] != OFF:
                hexes.append(state.person_hex[number])
            elif state.persons[number] == "hidden" and seat_of(person.house) == seat:
                hexes += state.strategy_hexes
        for scoring in plan.scoring:
            if scoring.kind == "burnt" and scores(state, scoring, seat):
                hexes += [hex for hex, token in enumerate(state.overlay) if token and token == scoring.token]
            elif scoring.kind == "ground":
                hexes += _far_row(plan, scoring, seat)
        found.append(hexes)
    return found


def _far_row(plan: Scenario, scoring: Scoring, seat: int) -> list[int]:
    """Return the hexes of the most valuable row to reach."""
    edge = plan.edges.stark if seat == STARK else plan.edges.lannister
    last = len(plan.rows) - 1
    row = min(scoring.rows[-1][0] - 1, last)
    wanted = row if edge == "north" else last - row
    return [hex for hex in range(len(plan.board)) if plan.board.row(hex) == wanted]
