"""Consequences of lost figures: slots filled, empty trays removed, cards discarded, units destroyed.

They are step 10 of an attack, and follow any other effect that removes figures.
"""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.attack_actions import tray_name
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.effects.sources import in_order
from banneret.games.runewars.events.combat import SlotFilled, TraysLost, UnitDestroyed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.damage.attack_choosers import FigureChooser, TrayChooser
from banneret.games.runewars.rules.damage.close_in import close_in_on
from banneret.games.runewars.rules.ground.objectives import unit_destroyed
from banneret.games.runewars.rules.ground.surroundings import split
from banneret.games.runewars.state import NO_PIECE, body_of, cells_of, placed_of, set_trays
from banneret.games.runewars.units.damage import Body, filled_up, substitutes
from banneret.games.runewars.units.engagement import contacts
from banneret.games.runewars.units.formation import Cell, Cells, removable
from banneret.kernel.flow import Flow, ask
from banneret.plane import Pose


class Toll:
    """The state of a unit before it lost figures, and its losses since."""

    __slots__ = ("cells", "engaged", "fallen", "placed", "pose", "unit", "upgrades", "wounds")

    def __init__(self, state: MatchState, unit: int) -> None:
        self.unit: Final = unit
        self.cells: Final[Cells] = cells_of(state, unit)
        pose = state.poses[unit]
        self.pose: Final = None if pose is None else Pose(*pose)
        self.upgrades: Final = figure_upgrades(state, unit)
        """The trays of its figure upgrades."""
        own = placed_of(state, unit) if self.cells else None
        self.placed: Final = own
        self.engaged: Final = {
            enemy.number: own is not None and any(one.length > 0 for one in contacts(enemy.placed, own))
            for enemy in split(state, unit)[0]
        }
        """The enemies it was engaged with, and whether with an edge rather than only at a corner."""
        self.wounds = 0
        self.fallen = 0
        """The number of fallen figures."""


def figure_upgrades(state: MatchState, unit: int) -> dict[str, Cell]:
    """Return the figure upgrades in a unit with their trays, in the order of the trays."""
    # rule rw:38.0
    return {id: (column, row) for column, row, _, id in state.figures[unit] if id}


def set_body(state: MatchState, toll: Toll, body: Body) -> None:
    """Give a unit these figures. Trays that become empty are removed by `reconfigure`."""
    # rules rw:7.10, rw:88.0
    figures = [(*cell, figure.wounds, figure.upgrade) for cell, standing in body.figures.items() for figure in standing]
    set_trays(state, toll.unit, figures, toll.cells - body.cells)


# Step 10 -----------------------------------------------------------------------------------------------------------


def reconfigure(game: Runewars, toll: Toll, *, phase_ends: bool = False) -> Flow[int]:
    """Fill the slots of fallen figure upgrades, remove empty trays, discard cards; return the number of lost trays.

    A card may keep empty trays until the end of the phase. After that, enemies no longer engaged may close in.
    """
    # rules rw:7.10, rw:12.0, rw:38.7, rw:87.6, rw:88.0, rw:ruling.77
    state = game.state
    unit = toll.unit
    standing = figure_upgrades(state, unit)
    for upgrade, cell in toll.upgrades.items():
        if upgrade in standing:
            continue
        figure = components().upgrades[upgrade].figure
        if figure is not None and figure.heavy:
            yield from _replace_tray(game, toll, cell)
        else:
            yield from _fill_slot(game, toll, cell, upgrade)
        if upgrade in state.upgrades[unit]:
            holding.discard(game, unit, upgrade)
    if phase_ends or not has_flag(state, unit, "keeps-empty-trays"):
        set_trays(state, unit, state.figures[unit])
    engaged = tuple(toll.engaged)
    lost = sorted(toll.cells - cells_of(state, unit), key=lambda one: (one[1], one[0]))
    if toll.wounds:
        yield from happen(game, Moment("wounded", unit, number=toll.wounds, engaged=engaged, stood=toll.placed))
    if toll.fallen:
        yield from happen(game, Moment("figures-lost", unit, number=toll.fallen, engaged=engaged, stood=toll.placed))
    if lost:
        game.emit(TraysLost(unit=label(state, unit), trays=tuple(tray_name(cell) for cell in lost)))
        yield from happen(game, Moment("trays-lost", unit, number=len(lost), engaged=engaged))
    if not state.figures[unit]:
        yield from destroy(game, toll)
    elif lost:
        yield from close_in_on(game, unit, toll.engaged)
    return len(lost)


def _fill_slot(game: Runewars, toll: Toll, cell: Cell, upgrade: str) -> Flow[None]:
    """Move a common figure chosen by its player into the slot of a fallen figure upgrade."""
    # rules rw:38.7, rw:38.7a, rw:66.4, rw:ruling.60, rw:ruling.88
    state = game.state
    body = body_of(state, toll.unit)
    movable = substitutes(body, cell)
    if not movable:
        return
    chooser = FigureChooser(toll.unit, upgrade, body, movable)
    taken = chooser.figures[(yield from ask(state.seat[toll.unit], chooser))]
    if taken.cell == cell:
        return
    set_body(state, toll, filled_up(body, cell, taken))
    name = label(state, toll.unit)
    game.emit(SlotFilled(unit=name, tray=tray_name(cell), taken=tray_name(taken.cell)))


def _replace_tray(game: Runewars, toll: Toll, cell: Cell) -> Flow[None]:
    """Replace a fallen heavy figure with a tray of the back rank, a full one if there is any."""
    # rules rw:38.7b, rw:ruling.60
    state = game.state
    unit = toll.unit
    body = body_of(state, unit)
    if not body.cells:
        return
    trays = [one for one in removable(body.cells | {cell}) if one != cell]
    full = [one for one in trays if len(body.figures[one]) >= components().units[state.unit[unit]].figures]
    if not (full or trays):
        return
    chooser = TrayChooser(label(state, unit), full or trays, "rw:38.7b")
    taken = chooser.trays[(yield from ask(state.seat[unit], chooser))]
    set_body(state, toll, body._replace(figures={**body.figures, cell: body.figures[taken], taken: ()}))
    game.emit(SlotFilled(unit=label(state, unit), tray=tray_name(cell), taken=tray_name(taken), rule="rw:38.7b"))


def destroy(game: Runewars, toll: Toll) -> Flow[None]:
    """Remove a unit that has lost its last tray from the match, with all its cards and tokens."""
    # rules rw:88.0, rw:88.1, rw:88.2
    state = game.state
    unit = toll.unit
    moment = yield from happen(game, Moment("before-destroyed", unit, engaged=tuple(toll.engaged)))
    if moment.canceled and state.figures[unit]:
        return
    if toll.pose is not None:
        unit_destroyed(game, unit, toll.pose.x, toll.pose.y)
    set_trays(state, unit, ())
    state.inside[unit] = NO_PIECE
    state.upgrades[unit] = []
    state.exhausted[unit] = []
    state.conditions[unit] = []
    state.marks[unit] = {}
    state.banes[unit] = []
    state.inspiration[unit] = state.vitality[unit] = 0
    game.emit(UnitDestroyed(unit=label(state, unit)))
    yield from happen(game, Moment("destroyed", unit, engaged=tuple(toll.engaged), stood=toll.placed))


# Losses other than wounds --------------------------------------------------------------------------------------------


def lose_tray(game: Runewars, unit: int, cell: Cell) -> Flow[None]:
    """Remove a tray of a unit with all its figures."""
    # rules rw:38.7, rw:66.4, rw:88.0
    state = game.state
    toll = Toll(state, unit)
    body = body_of(state, unit)
    toll.fallen = len(body.figures[cell])
    set_body(state, toll, body._replace(figures={**body.figures, cell: ()}))
    yield from reconfigure(game, toll)


def remove_empty_trays(game: Runewars) -> Flow[None]:
    """Remove the trays that a card kept until the end of the phase, the first player's first."""
    # rules rw:12.0, rw:74.1, rw:88.0, rw:ruling.77
    state = game.state
    for seat in in_order(state):
        for unit, owner in enumerate(state.seat):
            if owner == seat and state.empty_trays[unit]:
                yield from reconfigure(game, Toll(state, unit), phase_ends=True)


def discard_upgrade(game: Runewars, unit: int, upgrade: str) -> Flow[None]:
    """Discard an upgrade of a unit; a figure upgrade is removed with its figure, and its slot is filled."""
    # rules rw:1.1, rw:15.3, rw:38.7
    state = game.state
    if upgrade not in figure_upgrades(state, unit):
        holding.discard(game, unit, upgrade)
        return
    toll = Toll(state, unit)
    body = body_of(state, unit)
    left = {
        cell: tuple(figure for figure in standing if figure.upgrade != upgrade)
        for cell, standing in body.figures.items()
    }
    toll.fallen = 1
    set_body(state, toll, body._replace(figures=left))
    yield from reconfigure(game, toll)
