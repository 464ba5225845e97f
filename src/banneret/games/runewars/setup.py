"""Setting a match up from its seed: armies, and the cards that lie open."""

from __future__ import annotations

from banneret.games.runewars.components import FACTIONS, components
from banneret.games.runewars.lists import ArmyList
from banneret.games.runewars.match_state import NO_DIALS, MatchState
from banneret.games.runewars.random_lists import random_list
from banneret.games.runewars.settings import RANDOM, Settings
from banneret.games.runewars.state import State
from banneret.games.runewars.state import new_state as units_of
from banneret.games.runewars.tabletop import tabletop
from banneret.kernel.chance import Chance
from banneret.kernel.pile import Pile

OPEN_CARDS = 3
"""How many cards of each kind lie open."""


def new_state(settings: Settings, key: bytes) -> MatchState:
    """Set everything up to the choice of the first player."""
    # rules rw:setup.1, rw:setup.2, rw:setup.4, rw:setup.8, rw:skirmish.1, rw:skirmish.3
    state = MatchState()
    state.key = key
    chance = Chance(state, [])
    points = tabletop().sizes[settings.size].points
    armies = []
    for wanted in settings.armies:
        faction = FACTIONS[chance.pick(len(FACTIONS))] if wanted == RANDOM else wanted
        armies.append(random_list(chance.pick(1 << 30), faction, points))
    raise_armies(state, armies)
    state.size = settings.size
    state.free_templates = settings.free_templates
    state.offered = _drawn(chance, sorted(tabletop().objectives))
    if settings.size == "standard":
        state.offered += _drawn(chance, sorted(tabletop().deployments))
    state.deck = Pile(components().deck())
    chance.shuffle(state.deck)
    return state


def raise_armies(state: MatchState, armies: list[ArmyList]) -> None:
    """Give a state the units of two armies, beside the table."""
    units = units_of(armies)
    for name in State.__slots__:
        setattr(state, name, getattr(units, name))
    state.mana = [0] * len(components().mana)
    state.dials = [NO_DIALS] * len(state.unit)
    state.shown = [False] * len(state.unit)
    state.canceled = [0] * len(state.unit)


def _drawn(chance: Chance, cards: list[str]) -> list[str]:
    left = cards.copy()
    return [left.pop(chance.pick(len(left))) for _ in range(min(OPEN_CARDS, len(cards)))]
