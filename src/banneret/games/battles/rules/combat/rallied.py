"""Rallying single units, through a morale token, a card or an ability."""

from __future__ import annotations

from banneret.games.battles.events.round import UnitRallied
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.field.units import label, name_of


def rally_unit(game: Battle, unit: int, rule: str) -> None:
    """Make a unit active, so that it can be ordered again: battles:order.9, battles:ruling.18.

    Rallying through a card or an ability costs no morale and orders nothing: battles:c10.3, battles:ruling.16.
    """
    state = game.state
    if not state.active[unit]:
        state.active[unit] = True
        house = state.houses[state.seat[unit]]
        game.emit(UnitRallied(house=house, unit=name_of(state, unit), hex=label(state, unit), rule=rule))
