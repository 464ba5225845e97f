"""Quick estimates of the choices before a skirmish: commanders, purchases, terrain and positions.

Their effects do not show by the end of a turn, so bots rely on these estimates alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias, cast

from banneret.bots.judging import Glance
from banneret.games.battles.actions import BuyUnit, LayTerrain, LeadCommander, PlaceCommander, PlaceUnit
from banneret.games.battles.bot.evaluation import Judge, row_from_own_edge
from banneret.games.battles.content.components import RANKS, Terrain, Unit
from banneret.games.battles.content.skirmish import cost
from banneret.games.battles.rules.skirmish_choosers import BuyChooser, summary_of
from banneret.games.battles.state import OFF, State
from banneret.kernel.asks import Ask

_Reader: TypeAlias = Callable[[Judge, State, Ask], Glance]

_EXCESS: Final = 2.0
"""Penalty per point of a unit's cost above its share of the points left."""
_SAME: Final = 0.7
"""Penalty per unit of the same type already bought: a mixed force is more versatile."""
_MIDDLE: Final = 0.12
"""Penalty per column of distance from the middle of the board."""
_DEPTH: Final = 0.6
"""Penalty per row of distance from the preferred row."""
_TOGETHER: Final = 1.5
"""Bonus for being adjacent to an own unit; decreases with distance."""
_LINE: Final = {"infantry": 0.3, "cavalry": 0.2, "archer": 0.1}
"""Order of placement, so that commanders are not revealed before necessary."""


def before_skirmish(judge: Judge, state: State, ask: Ask) -> Glance | None:
    """Return estimates of the options of a choice before a skirmish, or None for any other question."""
    reader = _READERS.get(ask.kind)
    return None if reader is None else reader(judge, state, ask)


def _leaders(judge: Judge, state: State, ask: Ask) -> Glance:
    """Each commander brings a unit; many orders and a wide zone are best."""
    points = []
    for option in ask.options.listed:
        if not isinstance(option, LeadCommander):
            points.append(0.0)
            continue
        commander = state.box.commander[option.commander]
        unit = state.box.units[state.box.unit_number[commander.unit]]
        worth = judge.weights.commander + force_worth(judge, unit, "blue")
        points.append(worth + 0.5 * commander.command_limit + 0.2 * commander.zone)
    return Glance(points, enough=True)


def force_worth(judge: Judge, unit: Unit, rank: str) -> float:
    """Return the worth of a unit at full strength."""
    weights = judge.weights
    return weights.banner + unit.strength * (weights.figure + weights.rank * RANKS.index(rank))


def _purchases(judge: Judge, state: State, ask: Ask) -> Glance:
    """Unspent points are lost: a unit may cost its share of them, and its cost counts in its favour."""
    chooser = cast(BuyChooser, ask.chooser)
    left = chooser.points_left()
    share = left / chooser.units_left()
    same = Counter(unit for unit, _ in chooser.bought)
    points = []
    for option in ask.options.listed:
        unit = state.box.units[state.box.unit_number[option.unit]] if isinstance(option, BuyUnit) else None
        if unit is None:
            points.append(0.0)
            continue
        price = cost(unit, option.rank)
        worth = force_worth(judge, unit, option.rank) - _SAME * same[unit.id]
        points.append(worth - _EXCESS * max(0.0, price - share))
    return Glance(points, enough=True)


def _pieces(_judge: Judge, state: State, ask: Ask) -> Glance:
    """Place shelter near the own side, obstacles near the enemy's, and both near the middle."""
    points = []
    for option in ask.options.listed:
        if not isinstance(option, LayTerrain):
            points.append(0.0)
            continue
        hex = state.field.place(option.hex)
        far = row_from_own_edge(state, ask.seat, hex) - summary_of(state).own_rows
        if not is_shelter(state.box.terrain[option.terrain]):
            far = row_from_own_edge(state, 1 - ask.seat, hex) - summary_of(state).own_rows
        points.append(-_DEPTH * far - _MIDDLE * off_middle(state, hex))
    return Glance(points, enough=True)


def is_shelter(terrain: Terrain) -> bool:
    """Return whether a kind of terrain helps units in it."""
    return bool(terrain.cover or terrain.high)


def off_middle(state: State, hex: int) -> float:
    """Return a hex's distance in columns from the middle of the board; every second row is shifted by half a hex."""
    column, row = state.field.offsets[hex]
    return abs(column + 0.5 * (row & 1) - (summary_of(state).columns - 1) / 2)


def _positions(_judge: Judge, state: State, ask: Ask) -> Glance:
    """Melee units go to the front, archers and commanders behind them, cavalry to the flanks, all close together."""
    seat, deep = ask.seat, summary_of(state).own_rows
    others = [(hex, state.seat[unit]) for unit, hex in enumerate(state.hex) if hex != OFF]
    points = []
    for option in ask.options.listed:
        match option:
            case PlaceCommander(leader, label):
                unit = state.box.units[state.box.unit_number[state.box.commander[leader].unit]]
                behind, first = True, 0.0
            case PlaceUnit(type, _, label):
                unit = state.box.units[state.box.unit_number[type]]
                behind, first = unit.ranged, _LINE[unit.class_]
            case _:
                points.append(0.0)
                continue
        hex = state.field.place(label)
        row = state.field.distances[hex]
        wanted = deep - (2 if behind else 1)
        worth = first - _DEPTH * abs(row_from_own_edge(state, seat, hex) - wanted)
        worth -= _MIDDLE * (0.5 if unit.class_ == "cavalry" else 1.0) * off_middle(state, hex)
        worth += max([_TOGETHER / row[other] for other, owner in others if owner == seat], default=0.0)
        worth += max([_TOGETHER / row[other] for other, owner in others if owner != seat], default=0.0)
        points.append(worth)
    return Glance(points, enough=True)


_READERS: Final[dict[str, _Reader]] = {"lead": _leaders, "buy": _purchases, "lay": _pieces, "line-up": _positions}
