"""Estimates of actions as bots of the first release saw them, for the legacy levels.

They ignore whether a unit can reach or see an enemy, and what an action uses up.
"""

from __future__ import annotations

from math import fsum

from banneret.bots.judging import Glance
from banneret.games.battles.actions import (
    ChooseUnit,
    Commit,
    OrderPair,
    OrderUnit,
    PlayCard,
    RaiseMorale,
    RallyUnit,
    SpendCard,
)
from banneret.games.battles.bot.glance import Chances, Eye
from banneret.games.battles.content.components import TOKENS, VALOR
from banneret.games.battles.rules.field.units import card_of, controlled, unit_at, unit_of_commander
from banneret.games.battles.rules.orders.movement import steps_of
from banneret.games.battles.state import NO_UNIT, State
from banneret.kernel.asks import Ask
from banneret.kernel.questions import Pass


class FormerEye(Eye):
    """Estimates actions as in the first release."""

    __slots__ = ()

    def glance(self, state: State, ask: Ask) -> Glance | None:
        """Return estimates of the options, or None for questions that cannot be judged quickly."""
        match ask.kind:
            case "turn":
                return self._former_turn(state, ask)
            case "unit":
                return self._former_units(state, ask)
            case _:
                return Eye.glance(self, state, ask)

    def sees(self, state: State, origin: int, hex: int) -> bool:
        """Take all lines of sight for open."""
        return True

    def _former_order(self, state: State, unit: int, chances: Chances) -> float:
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

    def _former_turn(self, state: State, ask: Ask) -> Glance:
        """Any action is better than passing while something can be done."""
        worths, zones, chances = dict[int, float](), dict[str, list[float]](), Chances()

        def order(unit: int) -> float:
            if unit not in worths:
                worths[unit] = self._former_order(state, unit, chances)
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

    def _former_units(self, state: State, ask: Ask) -> Glance:
        points, chances = [], Chances()
        for option in ask.options.listed:
            unit = unit_at(state, option.hex) if isinstance(option, ChooseUnit) else NO_UNIT
            points.append(self._former_order(state, unit, chances) if unit != NO_UNIT else 0.0)
        return Glance(points)
