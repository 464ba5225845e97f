"""Vorun'thul the Cursed, with a command tool assumed by this project."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.abilities.deeds import CARD
from banneret.games.runewars.abilities.moves import put
from banneret.games.runewars.actions import Place
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.effects.registry import Source, skill, surge
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.rules.ground.squaring_up import PlaceChooser
from banneret.games.runewars.rules.ground.surroundings import obstacles_of
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.state import cells_of, placed_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.engagement import GIVE, touches
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.ranges import range_between
from banneret.kernel.flow import Flow, ask
from banneret.plane import TURN, Pose, overlaps, place

_WAYS: Final = 16
"""The number of directions in which the unit may move away."""
_FAR: Final = 2


@surge("gain-brutal")
def _gain_brutal(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Gain brutal 1 for this attack."""
    yield from ()
    attack.gains["brutal"] += 1


def _places_away(state: MatchState, source: Source) -> list[Place]:
    """Return places in all directions at range 2 of the unit's current place where it touches nothing."""
    pose, own, shape = state.poses[source.unit], placed_of(state, source.unit), shape_of(cells_of(state, source.unit))
    if pose is None or own is None:
        return []
    around = [one.placed for one in obstacles_of(state, source.unit)]
    away = TRAY + tabletop().ruler.band * 3 // 2
    found = []
    for way in range(_WAYS):
        x, y = Pose(pose[0], pose[1], (pose[2] + way * TURN // _WAYS) % TURN).to_world((0.0, float(away)))
        spot = Pose(round(x), round(y), pose[2])
        there = place(shape, spot)
        free = not any(overlaps(there, one, GIVE) or touches(there, one) for one in around)
        if free and table_of_match(state).holds(there) and range_between(own, there) == _FAR:
            found.append(Place(spot.x, spot.y, spot.heading))
    return found


def _can_return(state: MatchState, source: Source) -> bool:
    return bool(_places_away(state, source))


@skill("return-to-form", can=_can_return)
def _return_to_form(game: Runewars, source: Source) -> Flow[None]:
    """Move away from all enemies, become Lord Vorun'thul again, and be stunned."""
    state = game.state
    name = label(state, source.unit)
    chosen = yield from ask(state.seat[source.unit], PlaceChooser(name, _places_away(state, source)))
    put(game, source.unit, Pose(chosen.x, chosen.y, chosen.heading))
    cards = components().units
    state.unit[source.unit] = next(one.id for one in cards.values() if one.other_side == state.unit[source.unit])
    yield from gain_banes(game, source.unit, "stun", 1, CARD)
