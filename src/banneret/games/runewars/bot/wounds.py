"""What a wound takes from a unit, by the figure to which it is assigned."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.attack_actions import WoundFigure, WoundUpgrade
from banneret.games.runewars.bot.evaluation import Weights, cost_of, health_of
from banneret.games.runewars.content.components import components
from banneret.games.runewars.match_state import MatchState, unit_of
from banneret.games.runewars.rules.damage.attack_choosers import WoundChooser
from banneret.games.runewars.rules.damage.wounds import current_defense
from banneret.games.runewars.units.damage import Body, Target
from banneret.games.runewars.units.score import worth

DAMAGE: Final = "rw:66.3"
"""The rule by which damage is assigned: enough to wound one figure, then the next."""


def taken(weights: Weights, state: MatchState, chooser: WoundChooser, option: WoundFigure | WoundUpgrade) -> float:
    """Return what a wound on a figure takes from its unit, in points, for each damage that it costs.

    A tray or a figure upgrade is lost with its last wound, and each wound before counts for its share: so a tray with
    few figures left is wounded before a full one.
    """
    unit, body = unit_of(state, chooser.unit), chooser.body
    target = chooser.figures[option]
    figure = body.figures[target.cell][target.place]
    strength = body.strength(figure)
    more = current_defense(state, unit) - body.common.printed_defense
    damage = max(1, strength.printed_defense + more) if chooser.rule == DAMAGE else 1
    if figure.upgrade:
        cost, left = components().upgrades[figure.upgrade].cost or 0, strength.threshold - figure.wounds
        return (weights.strength + weights.score) * cost / (left * damage)
    health = weights.strength * cost_of(state, unit) / health_of(state, unit)
    return (health + weights.score * _share_of_tray(state, unit, body, target)) / damage


def _share_of_tray(state: MatchState, unit: int, body: Body, target: Target) -> float:
    """Return a wound's share in the points of its tray: what the score loses, and as much again for its threat."""
    card, trays = components().units[state.unit[unit]], len(body.cells)
    left = sum([body.strength(one).threshold - one.wounds for one in body.figures[target.cell]])
    score = worth(card, trays) - worth(card, trays - 1)
    return (score + worth(card, trays) / trays) / left
