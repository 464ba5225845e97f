"""Quick estimates of actions, with which bots order options and play out imagined worlds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from banneret.bots.judging import Glance
from banneret.games.battles.actions import (
    Attack,
    ChooseCommands,
    ChooseUnit,
    Commit,
    MoveUnit,
    OrderPair,
    OrderUnit,
    PlayCard,
    RaiseMorale,
    RallyUnit,
    Reroll,
    Scorch,
    SpendCard,
)
from banneret.games.battles.bot.evaluation import Judge, Look
from banneret.games.battles.bot.skirmish_glance import before_skirmish
from banneret.games.battles.content.components import RED, TOKENS, VALOR, Terrain
from banneret.games.battles.rules.combat.attack import base_dice
from banneret.games.battles.rules.field.keywords import strength_of
from banneret.games.battles.rules.field.sight import sees_hex
from banneret.games.battles.rules.field.terrain import burn_limit, terrain_of
from banneret.games.battles.rules.field.units import card_of, controlled, is_cavalry, unit_at, unit_of_commander
from banneret.games.battles.rules.leadership.leadership import CHOSEN, fits, payable
from banneret.games.battles.rules.orders.movement import reach, steps_of
from banneret.games.battles.rules.victory.scoring import scores
from banneret.games.battles.state import NO_UNIT, OFF, State
from banneret.kernel.asks import Ask
from banneret.kernel.questions import Pass

_Reader: TypeAlias = Callable[["Eye", State, Ask], Glance]
Chances: TypeAlias = dict[tuple[int, int], float]
"""Chance of a die of a unit type to hit a target, cached per question."""

SURE: Final = 0.85
"""Share of the estimated gain of an order that is realized."""
LEAVING: Final = 1.2
"""The cost of leaving an enemy, which may strike a parting blow."""
FURTHER: Final = 0.6
"""Share of the gain of each further unit that a card orders: it often wants the same target or place as the first."""
TACTIC: Final = 0.2
"""The worth of the tactic of a card."""
RALLIED: Final = 0.1
"""Share of the gain of an order that rallying a unit makes possible."""
COMMITTED: Final = 0.2
"""The cost of a commit ability, which is used up."""


class Survey:
    """What the estimates of one question share: the goals, and what has been computed for units, hexes and cards."""

    __slots__ = ("cards", "chances", "look", "orders", "places")

    def __init__(self, state: State) -> None:
        self.look = Look(state)
        self.chances = Chances()
        self.places: dict[tuple[int, int], float] = {}
        """The worth of hexes, by seat and hex."""
        self.orders: dict[int, float] = {}
        """The worth of orders, by unit."""
        self.cards: dict[tuple[str, int], float] = {}
        """The worth of playing cards, by kind of card and commander."""


class _Ways(NamedTuple):
    """A unit's options when it may move: its attacks, fires and range, and the worth of staying."""

    blows: list[tuple[int, float]]
    fires: dict[int, float]
    range: int
    ranged: bool
    stays: float


class _Arm(NamedTuple):
    """A unit's part in any attack: its dice, before the target's terrain and limits."""

    unit: int
    type: int
    melee: bool
    dice: int
    ground: Terrain


def _arm_of(state: State, unit: int, *, moved: bool) -> _Arm:
    ground = terrain_of(state, state.hex[unit])
    dice = base_dice(state, unit) - ground.leaving_die
    if moved:
        dice -= strength_of(state, unit, "off-balance")
    return _Arm(unit, state.type[unit], not card_of(state, unit).ranged, dice, ground)


class Eye:
    """Estimates actions with the weights of a judge."""

    __slots__ = ("judge",)

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def glance(self, state: State, ask: Ask) -> Glance | None:
        """Return estimates of the options, or None for questions that cannot be judged quickly."""
        reader = _READERS.get(ask.kind)
        return before_skirmish(self.judge, state, ask) if reader is None else reader(self, state, ask)

    def blow(self, state: State, unit: int, target: int, chances: Chances, *, moved: bool) -> float:
        """Return the approximate worth of an attack, from figures removed, the chance to destroy, and retreats."""
        return self._blow(state, _arm_of(state, unit, moved=moved), target, chances)

    def _blow(self, state: State, arm: _Arm, target: int, chances: Chances) -> float:
        ground = terrain_of(state, state.hex[target])
        dice = arm.dice if arm.ground.id == ground.id else arm.dice - ground.defence_die
        for cap in (arm.ground.dice_cap, ground.dice_cap):
            if cap and cap < dice:
                dice = cap
        dice = max(1, dice)
        flank = 1.25 if arm.melee and state.engaged[target] not in (NO_UNIT, arm.unit) else 1.0
        stopped = ground.cover + state.toughness[target]
        pair = arm.type, target
        chance = chances.get(pair)
        if chance is None:
            chance = chances[pair] = hit_chance(state, arm.unit, target)
        left = state.figures[target]
        hits = min(left, max(0.0, dice * chance * flank - 0.8 * stopped))
        weights = self.judge.weights
        share = hits / left
        worth = weights.prey * self.judge.figure_worth(state, target) * hits
        worth += share * share * (weights.prey * weights.banner + weights.point)
        return worth + 0.1 * dice

    def blows(self, state: State, unit: int, far: int, chances: Chances, *, moved: bool) -> list[tuple[int, float]]:
        """Return hex and worth of each enemy within a distance, assuming open lines of sight."""
        row, seat, hexes = state.field.distances[state.hex[unit]], state.seat[unit], state.hex
        targets = [
            target
            for target, owner in enumerate(state.seat)
            if owner != seat and hexes[target] != OFF and row[hexes[target]] <= far
        ]
        if not targets:
            return []
        arm = _arm_of(state, unit, moved=moved)
        return [(hexes[target], self._blow(state, arm, target, chances)) for target in targets]

    def order(self, state: State, unit: int, survey: Survey) -> float:
        """Estimate the value of an order from its best move, attack, or both; 0 if none improves the position."""
        here, reaches, steps = state.hex[unit], card_of(state, unit).range, steps_of(state, unit)
        fires = self.fires(state, unit)
        near = self.blows(state, unit, steps + reaches, survey.chances, moved=True)
        still = self.blows(state, unit, reaches, survey.chances, moved=False) if near else near
        best = self._strike(state, unit, here, still, fires)
        stays = self._place(state, unit, here, survey) + (LEAVING if state.engaged[unit] != NO_UNIT else 0.0)
        for to in reach(state, unit, steps):
            gain = self._place(state, unit, to, survey) - stays + self._strike(state, unit, to, near, fires)
            best = max(best, gain)
        return SURE * best

    def _strike(
        self, state: State, unit: int, origin: int, blows: list[tuple[int, float]], fires: dict[int, float]
    ) -> float:
        """Return the worth of the best attack or fire of a unit from a hex, 0 if there is none."""
        card, row, best = card_of(state, unit), state.field.distances[origin], 0.0
        for hex, worth in blows:
            if worth > best and row[hex] <= card.range and (not card.ranged or self.sees(state, origin, hex)):
                best = worth
        for hex, worth in fires.items():
            if worth > best and row[hex] == 1:
                best = worth
        return best

    def sees(self, state: State, origin: int, hex: int) -> bool:
        """Return whether an archer in one hex is assumed to see another."""
        return sees_hex(state, origin, hex)

    def _place(self, state: State, unit: int, hex: int, survey: Survey) -> float:
        place = state.seat[unit], hex
        worth = survey.places.get(place)
        if worth is None:
            worth = survey.places[place] = self.judge.place_worth(state, *place, survey.look)
        return worth

    def _turn(self, state: State, ask: Ask) -> Glance:
        """Estimate what the evaluation gains by the end of the turn, including what an action uses up."""
        weights, survey = self.judge.weights, Survey(state)

        def order(unit: int) -> float:
            if unit not in survey.orders:
                survey.orders[unit] = self.order(state, unit, survey)
            return survey.orders[unit] - weights.active

        points: list[float] = []
        for option in ask.options.listed:
            match option:
                case RaiseMorale():
                    points.append(weights.morale - weights.token)
                case RallyUnit(hex):
                    later = RALLIED * max(0.0, order(unit_at(state, hex)))
                    points.append(weights.active - weights.token - weights.morale + later)
                case OrderUnit(token, hex):
                    points.append(order(unit_at(state, hex)) - weights.token - (0.1 if token == TOKENS[VALOR] else 0.0))
                case OrderPair(_, hex):
                    points.append(order(unit_at(state, hex)) - 2 * weights.token)
                case PlayCard(card, commander):
                    points.append(self._card(state, ask.seat, card, commander, order, survey))
                case SpendCard(_, _, hex):
                    points.append(order(unit_at(state, hex)) - weights.card - weights.command)
                case _:
                    points.append(-self.judge.idle(state, ask.seat))
        best = max(points)
        for at, option in enumerate(ask.options.listed):
            if isinstance(option, Commit):  # another action follows in the same turn
                points[at] = best - COMMITTED
        return Glance(points)

    def _card(
        self, state: State, seat: int, name: str, commander: str, order: Callable[[int], float], survey: Survey
    ) -> float:
        """Return the approximate worth of a card played to a commander, with the best commands that can be paid for."""
        card, leader = state.box.card[name], state.box.commander_number[commander]
        known = survey.cards.get((card.kind, leader))
        if known is not None:
            return known
        weights = self.judge.weights
        zone = controlled(state, unit_of_commander(state, leader))
        ready = sorted(((order(unit), unit) for unit in zone if state.active[unit]), reverse=True)
        best = -math.inf
        for which in payable(state, seat, leader, card):
            worth, ordered = 0.0, set[int]()
            for command in [card.commands[at] for at in CHOSEN[which]]:
                worth -= weights.command * command.cost
                if command.rally_all:
                    worth += weights.active * sum([not state.active[unit] for unit in zone])
                    continue
                fit = [(gain, unit) for gain, unit in ready if unit not in ordered and fits(state, command, unit)]
                for gain, unit in fit[: command.order]:
                    if gain <= 0:
                        break
                    worth += FURTHER * gain if ordered else gain
                    ordered.add(unit)
            best = max(best, worth)
        best += (TACTIC if card.tactic is not None else 0.0) - weights.card
        survey.cards[card.kind, leader] = best
        return best

    def _units(self, state: State, ask: Ask) -> Glance:
        """Choosing a unit is better than choosing none."""
        points, survey = [], Survey(state)
        for option in ask.options.listed:
            unit = unit_at(state, option.hex) if isinstance(option, ChooseUnit) else NO_UNIT
            points.append(0.3 + self.order(state, unit, survey) if unit != NO_UNIT else 0.0)
        return Glance(points)

    def _moves(self, state: State, ask: Ask) -> Glance:
        ways: dict[str, _Ways] = {}
        look, places, chances = Look(state), dict[int, float](), Chances()
        points = []
        for option in ask.options.listed:
            if not isinstance(option, MoveUnit):
                points.append(0.0)
                continue
            if option.hex not in ways:
                ways[option.hex] = self._ways(state, unit_at(state, option.hex), look, chances)
            way = ways[option.hex]
            to = state.field.place(option.target)
            if to not in places:
                places[to] = self.judge.place_worth(state, ask.seat, to, look)
            row = state.field.distances[to]
            strike = 0.0  # an attack is worth more than none
            for hex, worth in way.blows:
                if worth > strike and row[hex] <= way.range and (not way.ranged or self.sees(state, to, hex)):
                    strike = worth
            if way.fires:
                strike = max([strike, *(worth for hex, worth in way.fires.items() if row[hex] == 1)])
            points.append(places[to] + strike - way.stays)
        return Glance(points)

    def _ways(self, state: State, unit: int, look: Look, chances: Chances) -> _Ways:
        """Return what distinguishes a unit's moves; leaving an enemy may cost a parting blow."""
        reaches, row = card_of(state, unit).range, state.field.distances[state.hex[unit]]
        near = self.blows(state, unit, steps_of(state, unit) + reaches, chances, moved=True)
        if strength_of(state, unit, "off-balance"):
            here = self.blows(state, unit, reaches, chances, moved=False)
        else:  # moving costs nothing, so `near` includes these attacks
            here = [blow for blow in near if row[blow[0]] <= reaches]
        stays = self.judge.place_worth(state, state.seat[unit], state.hex[unit], look)
        ranged, origin = card_of(state, unit).ranged, state.hex[unit]
        stays += max([worth for hex, worth in here if not ranged or self.sees(state, origin, hex)], default=0.0)
        stays += LEAVING if state.engaged[unit] != NO_UNIT else 0.0
        fires = self.fires(state, unit)
        stays += max([worth for hex, worth in fires.items() if row[hex] == 1], default=0.0)
        return _Ways(near, fires, reaches, ranged, stays)

    def _attacks(self, state: State, ask: Ask) -> Glance:
        points, chances = [], Chances()
        for option in ask.options.listed:
            match option:
                case Attack(hex, target):
                    unit = unit_at(state, hex)
                    moved = state.turn is not None and unit in state.turn.moved
                    points.append(0.3 + self.blow(state, unit, unit_at(state, target), chances, moved=moved))
                case Scorch(hex, target):
                    points.append(self.fires(state, unit_at(state, hex)).get(state.field.place(target), -1.0))
                case _:
                    points.append(0.0)
        return Glance(points)

    def fires(self, state: State, unit: int) -> dict[int, float]:
        """Return hex and worth of everything that a unit with Scorch the Earth may burn for points, wherever it is."""
        if not strength_of(state, unit, "scorch-the-earth"):
            return {}
        seat, found = state.seat[unit], dict[int, float]()
        levels = 0.4 * base_dice(state, unit)
        for scoring in state.scenario.scoring:
            if scoring.kind not in ("fire", "devastated", "burnt") or not scores(state, scoring, seat):
                continue
            for hex in state.scenario.places_of(scoring):
                limit = burn_limit(state, hex)
                if not limit or state.at[hex] != NO_UNIT or state.fire[hex] >= limit:
                    continue
                share = levels if scoring.kind == "fire" else min(1.0, levels / (limit - state.fire[hex]))
                found[hex] = found.get(hex, 0.0) + self.judge.weights.point * scoring.points * share
        return found

    def _rerolls(self, state: State, ask: Ask) -> Glance:
        """Reroll dice that do not hit, the most numerous first."""
        fight: Any = state.turn.fight if state.turn is not None else None
        points = []
        for option in ask.options.listed:
            if not isinstance(option, Reroll) or fight is None:
                points.append(0.0)
                continue
            symbol = TOKENS.index(option.token)
            count = fight.faces.count(symbol)
            chance = hit_chance(state, fight.attacker, fight.target)
            valor = symbol == VALOR and valor_hits(state, fight.attacker, fight.target)
            hits = valor or symbol == state.rank[fight.target]
            points.append(count * (chance - (1.0 if hits else 0.0)))
        return Glance(points, enough=True)

    def _may(self, _state: State, ask: Ask) -> Glance:
        """Optional effects are usually worth it."""
        return Glance([0.0 if isinstance(option, Pass) else 0.4 for option in ask.options.listed])

    def _commands(self, _state: State, ask: Ask) -> Glance:
        both = {"first": 0.5, "second": 0.4, "both": 0.8}
        listed = ask.options.listed
        return Glance([both[option.which] if isinstance(option, ChooseCommands) else 0.0 for option in listed])


def valor_hits(state: State, unit: int, target: int) -> bool:
    """Return whether a unit's valor hits another, ignoring cards."""
    if not card_of(state, unit).valor_hits and not state.settings.archers_hit_with_valor:
        return False
    if is_cavalry(state, target) and not is_cavalry(state, unit):
        return False
    return not (state.rank[target] == RED and strength_of(state, target, "heavy-armor"))


def hit_chance(state: State, unit: int, target: int) -> float:
    """Return the chance of a unit's die to hit another."""
    armored = 1 if strength_of(state, target, "heavy-armor") else 0
    rank = min(RED, state.rank[target] + armored)
    die = state.box.die
    hits = die.faces.count(TOKENS[rank])
    if valor_hits(state, unit, target):
        hits += die.faces.count("valor")
    return hits / die.sides


_READERS: Final[dict[str, _Reader]] = {
    "turn": Eye._turn,
    "unit": Eye._units,
    "move": Eye._moves,
    "attack": Eye._attacks,
    "bonus": Eye._attacks,
    "reroll": Eye._rerolls,
    "may": Eye._may,
    "commands": Eye._commands,
}
