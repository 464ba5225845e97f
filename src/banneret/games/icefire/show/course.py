"""How a match goes, in numbers, and the luck of the players with their dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from banneret.games.icefire.events.attacks import AttackRolled, DefenseRolled
from banneret.games.icefire.events.moves import ChargeEnded
from banneret.games.icefire.events.round import MatchWon, ObjectiveClaimed, PlayerEliminated
from banneret.games.icefire.events.tokens import (
    AttachmentDestroyed,
    CardPlayed,
    PointsScored,
    UnitDestroyed,
    WallDestroyed,
    WoundsSuffered,
)
from banneret.games.icefire.view import IcefireView
from banneret.kernel.events import Event
from banneret.show.course import Luck, Measure
from banneret.text.message import msg

_FACES: Final = 6

HEADLINES: Final[tuple[type[Event], ...]] = (
    MatchWon,
    PlayerEliminated,
    UnitDestroyed,
    WallDestroyed,
    AttachmentDestroyed,
    WoundsSuffered,
    PointsScored,
    ObjectiveClaimed,
    ChargeEnded,
    CardPlayed,
)
"""Events that summarize a step of a match, most important first."""


def measures(view: IcefireView) -> tuple[Measure, ...]:
    """Return Victory Points, units on the table and the Wounds that they can still suffer."""
    players = sorted(view.players, key=lambda id: view.players[id].seat)
    units = {id: [unit for unit in view.units if unit.player == id and unit.models] for id in players}
    return (
        Measure(msg("measure.victory-points"), tuple(view.players[id].victory_points for id in players)),
        Measure(msg("measure.units"), tuple(len(units[id]) for id in players)),
        Measure(msg("measure.wounds"), tuple(sum(unit.wounds for unit in units[id]) for id in players)),
    )


def luck(view: IcefireView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
    """Return the hits and saves of rolls, before re-rolls."""
    return tuple(_luck(view, events))


def _luck(view: IcefireView, events: Sequence[tuple[int, Event]]) -> Iterator[Luck]:
    players = {unit.id: unit.player for unit in view.units} | {wall.id: wall.player for wall in view.walls}
    for _, event in events:
        match event:
            case AttackRolled(attacker=unit, dice=dice, hits_on=least):
                name = msg("luck.hits")
            case DefenseRolled(defender=unit, dice=dice, saves_on=least):
                name = msg("luck.saves")
            case _:
                continue
        if unit in players:
            seat = view.players[players[unit]].seat
            needed = min(max(least, 2), _FACES)
            expected = len(dice) * (_FACES + 1 - needed) / _FACES
            yield Luck(seat, name, float(sum(die >= needed for die in dice)), expected)
