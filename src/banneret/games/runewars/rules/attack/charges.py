"""Marches that may be charges: an attack at their end, also of a unit that flees in terror."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.content.components import Icon, ModifierSector
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.morale_cards import MORALE
from banneret.games.runewars.rules.command import modifier_of
from banneret.games.runewars.rules.movement.marches import Moved, march_or_shift
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.kernel.flow import Flow

FLIGHT: Final = 2
"""The speed of a unit that flees in terror."""


def enhancement(state: MatchState, unit: int) -> tuple[Icon, ...]:
    """Return the enhancement icons of the activated unit, which apply to every attack of the activation."""
    # rules rw:80.0, rw:ruling.33
    modifier = modifier_of(state, unit) if state.active == unit and state.shown[unit] else None
    return () if modifier is None else modifier.icons


def charge_attack(game: Runewars, unit: int, moved: Moved, icons: tuple[Icon, ...]) -> Flow[None]:
    """Let a unit that has charged attack an enemy it has collided with; `icons` are those of its enhancement."""
    # rules rw:75.0, rw:75.3, rw:75.3a
    if moved.charge and moved.met and game.state.figures[unit]:
        yield from attack(game, unit, "melee", icons, moved.met)


def march_of_card(
    game: Runewars,
    unit: int,
    speed: int,
    modifier: ModifierSector | None = None,
    *,
    engaged: bool = False,
    by: int | None = None,
) -> Flow[None]:
    """Let a unit march because of a card; if another card makes the march a charge, the unit attacks after it.

    `engaged`: an engaged unit may also march; `by` is the seat that chooses the destination if not the unit's own.
    """
    # rules rw:53.0, rw:75.3
    moved = yield from march_or_shift(game, unit, "march", speed, modifier, engaged=engaged, by=by)
    yield from charge_attack(game, unit, moved, enhancement(game.state, unit))


def flee_in_terror(game: Runewars, unit: int) -> Flow[None]:
    """The unit reforms as the opponent chooses, then marches at speed 2, even while engaged."""
    # rules rw:58.3, rw:75.3, rw:ruling.63
    yield from reform(game, unit, by=1 - game.state.seat[unit])
    if game.state.figures[unit]:
        yield from march_of_card(game, unit, FLIGHT, engaged=True)


MORALE["flee-in-terror"] = flee_in_terror
