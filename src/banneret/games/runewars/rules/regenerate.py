"""Regenerate: at the end of the activation phase units place figures in their empty slots."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.numbers import keyword
from banneret.games.runewars.events.course import FiguresRegrown
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.state import set_trays, standing_cells
from banneret.games.runewars.units.formation import Cell, Cells, is_joined


def empty_slots(state: MatchState, unit: int) -> list[Cell]:
    """Return the trays with empty slots, each once per slot, the frontmost with figures first.

    Of the empty trays kept by a card, each follows once it is adjacent to one with figures, so that these are
    connected.
    """
    # rules rw:27.2, rw:68.4, rw:68.4b, rw:ruling.77, rw:ruling.79
    full = components().units[state.unit[unit]].figures
    found: list[Cell] = []
    for cell in _in_turn(standing_cells(state, unit), state.empty_trays[unit]):
        there = [id for column, row, _, id in state.figures[unit] if (column, row) == cell]
        if not any(is_heavy(id) for id in there):
            found += [cell] * (full - len(there))
    return found


def _in_turn(standing: Cells, bare: Iterable[Cell]) -> list[Cell]:
    turn, left = sorted(standing, key=lambda one: (one[1], one[0])), set(bare)
    while left:
        beside = [cell for cell in left if is_joined({*turn, cell})]
        turn.append(min(beside, key=lambda one: (one[1], one[0])))
        left.remove(turn[-1])
    return turn


def is_heavy(upgrade: str) -> bool:
    """Whether the figure of an upgrade fills a tray."""
    figure = components().upgrades[upgrade].figure if upgrade else None
    return figure is not None and figure.heavy


def regenerate(game: Runewars, unit: int, number: int) -> int:
    """Place up to a number of figures in the empty slots of a unit, from the front; return how many were placed."""
    # rules rw:68.4, rw:68.4a, rw:68.4b
    state = game.state
    slots = empty_slots(state, unit)[: max(0, number)]
    if slots:
        grown = [*state.figures[unit], *((*cell, 0, "") for cell in slots)]
        set_trays(state, unit, grown, (cell for cell in state.empty_trays[unit] if cell not in slots))
        game.emit(FiguresRegrown(unit=label(state, unit), figures=len(slots)))
    return len(slots)


def regenerate_units(game: Runewars) -> None:
    """Let every unit with the keyword regenerate."""
    # rule rw:68.4
    for unit in range(len(game.state.unit)):
        if game.state.figures[unit]:
            regenerate(game, unit, keyword(game.state, unit, "regenerate"))
