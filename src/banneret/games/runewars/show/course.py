"""How a match goes, in numbers."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.games.runewars.view import RunewarsView
from banneret.show.course import Measure
from banneret.text.message import Message, msg


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
