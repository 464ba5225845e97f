"""How a match goes, in numbers, and the luck of the players with their dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from banneret.games.runewars.attack_actions import shown
from banneret.games.runewars.content.components import components
from banneret.games.runewars.events.combat import (
    AttackEnded,
    DiceRolled,
    MoraleResolved,
    TraysLost,
    UnitClosedIn,
    UnitDestroyed,
)
from banneret.games.runewars.events.course import MatchWon, TokenScored
from banneret.games.runewars.events.moves import UnitsCollided
from banneret.games.runewars.view import RunewarsView
from banneret.kernel.events import Event
from banneret.show.course import Luck, Measure
from banneret.text.message import Message, msg

_HITS: Final = ("hit", "mortal-strike")
"""The icons that wound."""

HEADLINES: Final[tuple[type[Event], ...]] = (
    MatchWon,
    UnitDestroyed,
    TokenScored,
    AttackEnded,
    TraysLost,
    MoraleResolved,
    UnitClosedIn,
    UnitsCollided,
)
"""Events that summarize a step of a match, most important first."""


def measures(view: RunewarsView) -> tuple[Measure, ...]:
    """Return points of the army left, units on the table and their figures, by seat."""
    players = {seat: player for player in view.players.values() for seat in player.seats or (player.seat,)}
    seats = sorted(players)
    units = {seat: [unit for unit in view.units if unit.seat == seat and unit.figures] for seat in seats}

    def found() -> Iterator[tuple[Message, list[int]]]:
        yield msg("measure.points"), [players[seat].points for seat in seats]
        yield msg("measure.units"), [len(units[seat]) for seat in seats]
        yield msg("measure.figures"), [sum(len(unit.figures) for unit in units[seat]) for seat in seats]

    return tuple(Measure(name, tuple(values)) for name, values in found())


def luck(view: RunewarsView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
    """Return the hits and mortal strikes that the dice of attacks show, before re-rolls."""
    return tuple(_luck(view, events))


def _luck(view: RunewarsView, events: Sequence[tuple[int, Event]]) -> Iterator[Luck]:
    seats = {unit.id: unit.seat for unit in view.units}
    faces = _faces()
    for _, event in events:
        if isinstance(event, DiceRolled) and event.unit in seats:
            shown = [faces[face] for face in event.dice if face in faces]
            got, expected = sum(hits for hits, _ in shown), sum(mean for _, mean in shown)
            yield Luck(seats[event.unit], msg("luck.hits"), float(got), expected)


@cache
def _faces() -> dict[str, tuple[int, float]]:
    """Return the hits of each face of a die, and the mean of its die."""
    found: dict[str, tuple[int, float]] = {}
    for die in components().dice.values():
        hits = [sum(icon in _HITS for icon in face) for face in die.faces]
        mean = sum(hits) / len(hits)
        found |= {shown(die.id, face): (one, mean) for face, one in zip(die.faces, hits, strict=True)}
    return found
