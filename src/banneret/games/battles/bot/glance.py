"""Quick estimates of actions, with which bots order options and play out imagined worlds."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
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
from banneret.games.battles.rules.field.terrain import burn_limit, terrain_of
from banneret.games.battles.rules.field.units import card_of, controlled, is_cavalry, unit_at, unit_of_commander
from banneret.games.battles.rules.orders.movement import steps_of
from banneret.games.battles.rules.victory.scoring import scores
from banneret.games.battles.state import NO_UNIT, OFF, State
from banneret.kernel.asks import Ask
from banneret.kernel.questions import Pass

_Reader: TypeAlias = Callable[["Eye", State, Ask], Glance]
_Chances: TypeAlias = dict[tuple[int, int], float]
"""Chance of a die of a unit type to hit a target, cached per question."""


class _Ways(NamedTuple):
    """A unit's options when it may move: its attacks, fires and range, and the worth of staying."""

    blows: list[tuple[int, float]]
    fires: dict[int, float]
    range: int
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

    def blow(self, state: State, unit: int, target: int, chances: _Chances, *, moved: bool) -> float:
        """Return the approximate worth of an attack, from figures removed, the chance to destroy, and retreats."""
        return self._blow(state, _arm_of(state, unit, moved=moved), target, chances)

    def _blow(self, state: State, arm: _Arm, target: int, chances: _Chances) -> float:
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
        worth = self.judge.figure_worth(state, target) * hits
        worth += share * share * (weights.banner + weights.point)
        return worth + 0.1 * dice

    def blows(self, state: State, unit: int, far: int, chances: _Chances, *, moved: bool) -> list[tuple[int, float]]:
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

    def order(self, state: State, unit: int, chances: _Chances) -> float:
        """Return the approximate worth of ordering a unit: an attack, with or without a move, or a move."""
        reaches = card_of(state, unit).range
        here = self.blows(state, unit, reaches, chances, moved=False)
        if here:
            return 0.5 + max([worth for _, worth in here])
        steps = steps_of(state, unit)
        near = self.blows(state, unit, steps + reaches, chances, moved=True)
        row = state.field.distances[state.hex[unit]]
        near += [(hex, worth) for hex, worth in self.fires(state, unit).items() if row[hex] <= steps + 1]
        return 0.3 + 0.7 * max([worth for _, worth in near], default=0.0)

    def _turn(self, state: State, ask: Ask) -> Glance:
        """Any action is better than passing while something can be done."""
        worths, zones, chances = dict[int, float](), dict[str, list[float]](), _Chances()

        def order(unit: int) -> float:
            if unit not in worths:
                worths[unit] = self.order(state, unit, chances)
            return worths[unit]

        def zone(commander: str) -> list[float]:
            """Return the worth of the orders in a commander's zone, the best first."""
            if commander not in zones:
                leader = unit_of_commander(state, state.box.commander_number[commander])
                found = [order(unit) for unit in controlled(state, leader) if state.active[unit]]
                zones[commander] = sorted(found, reverse=True)
            return zones[commander]

        points: list[float] = []
        for option in ask.options.listed:
            match option:
                case Pass():
                    points.append(0.0)
                case Commit():
                    points.append(0.6)
                case RaiseMorale():
                    points.append(0.5)
                case RallyUnit(hex):
                    points.append(0.6 * order(unit_at(state, hex)))
                case OrderUnit(token, hex):
                    points.append(order(unit_at(state, hex)) - (0.1 if token == TOKENS[VALOR] else 0.0))
                case OrderPair(_, hex):
                    points.append(order(unit_at(state, hex)) - 0.8)
                case PlayCard(card, commander) | SpendCard(card, commander, _):
                    orders = sum(command.order for command in state.box.card[card].commands)
                    most = 1 if isinstance(option, SpendCard) else orders
                    points.append(fsum(zone(commander)[:most]) - 0.3)
                case _:
                    points.append(0.0)
        return Glance(points)

    def _units(self, state: State, ask: Ask) -> Glance:
        points, chances = [], _Chances()
        for option in ask.options.listed:
            unit = unit_at(state, option.hex) if isinstance(option, ChooseUnit) else NO_UNIT
            points.append(self.order(state, unit, chances) if unit != NO_UNIT else 0.0)
        return Glance(points)

    def _moves(self, state: State, ask: Ask) -> Glance:
        ways: dict[str, _Ways] = {}
        look, places, chances = Look(state), dict[int, float](), _Chances()
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
                if worth > strike and row[hex] <= way.range:
                    strike = worth
            if way.fires:
                strike = max([strike, *(worth for hex, worth in way.fires.items() if row[hex] == 1)])
            points.append(places[to] + strike - way.stays)
        return Glance(points)

    def _ways(self, state: State, unit: int, look: Look, chances: _Chances) -> _Ways:
        """Return what distinguishes a unit's moves; leaving an enemy may cost a parting blow."""
        reaches, row = card_of(state, unit).range, state.field.distances[state.hex[unit]]
        near = self.blows(state, unit, steps_of(state, unit) + reaches, chances, moved=True)
        if strength_of(state, unit, "off-balance"):
            here = self.blows(state, unit, reaches, chances, moved=False)
        else:  # moving costs nothing, so `near` includes these attacks
            here = [blow for blow in near if row[blow[0]] <= reaches]
        stays = self.judge.place_worth(state, state.seat[unit], state.hex[unit], look)
        stays += max([worth for _, worth in here], default=0.0)
        stays += 1.2 if state.engaged[unit] != NO_UNIT else 0.0
        fires = self.fires(state, unit)
        stays += max([worth for hex, worth in fires.items() if row[hex] == 1], default=0.0)
        return _Ways(near, fires, reaches, stays)

    def _attacks(self, state: State, ask: Ask) -> Glance:
        points, chances = [], _Chances()
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
