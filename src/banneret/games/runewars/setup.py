"""Setting up a match from its seed: armies, and the face-up cards."""

from __future__ import annotations

from banneret.content.army_list_text import ListError
from banneret.content.army_lists import RANDOM
from banneret.content.datafile import DataError
from banneret.content.datapack import DataPackError
from banneret.games.runewars.army.list_code import read_short
from banneret.games.runewars.army.list_text import read_faction
from banneret.games.runewars.army.lists import ArmyList, check_list
from banneret.games.runewars.army.random_lists import random_list
from banneret.games.runewars.content.components import FACTIONS, components
from banneret.games.runewars.content.tabletop import packed, tabletop
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.match_state import NO_DIALS, SIDES, MatchState
from banneret.games.runewars.settings import Settings
from banneret.games.runewars.state import COLUMNS
from banneret.games.runewars.state import new_state as units_of
from banneret.kernel.chance import Chance
from banneret.kernel.pile import Pile
from banneret.kernel.rulebook import OptionError

OPEN_CARDS = 3
"""The number of face-up cards of each kind."""


def new_state(settings: Settings, key: bytes, seats: int = SIDES) -> MatchState:
    """Set up a match up to the choice of the first player; more than two seats play in teams."""
    # rules rw:setup.1, rw:setup.2, rw:setup.4, rw:setup.8, rw:skirmish.1, rw:skirmish.3
    state = MatchState()
    state.key = key
    state.data_pack = chosen_pack(settings)
    chance = Chance(state, [])
    points = tabletop().sizes[settings.size].points
    state.teams = [seat % SIDES for seat in range(seats)]
    armies = []
    for side, wanted in enumerate(settings.armies):
        if wanted not in (RANDOM, *FACTIONS):
            armies.append(chosen_army(wanted, side, settings, players=state.teams.count(side)))
            continue
        faction = FACTIONS[chance.pick(len(FACTIONS))] if wanted == RANDOM else read_faction(0, wanted)
        army = random_list(chance.pick(1 << 30), faction, points, assumed=settings.assumed_cards)
        while len(army.units) < state.teams.count(side):
            army = random_list(chance.pick(1 << 30), faction, points, assumed=settings.assumed_cards)
        armies.append(army)
    add_armies(state, armies)
    distribute_units(state)
    state.step = "first" if seats == SIDES else "commanders"
    state.size = settings.size
    state.free_templates = settings.free_templates
    state.threat_erratum = settings.threat_erratum
    state.offered = _drawn(chance, sorted(tabletop().objectives))
    if settings.size == "standard":
        state.offered += _drawn(chance, sorted(tabletop().deployments))
    state.deck = Pile(components().deck())
    chance.shuffle(state.deck)
    return state


def check_armies(settings: Settings, seats: int) -> None:
    """Refuse chosen armies that cannot be played. Raise OptionError."""
    for side, wanted in enumerate(settings.armies):
        if wanted not in (RANDOM, *FACTIONS):
            chosen_army(wanted, side, settings, players=len(range(side, seats, SIDES)))


def chosen_army(code: str, side: int, settings: Settings, players: int) -> ArmyList:
    """Read the army of a side and refuse an illegal one: rw:setup.1. Raise OptionError."""
    try:
        army = read_short(code)
    except ListError as error:
        raise OptionError(f"armies[{side}]: {error}") from None
    points = tabletop().sizes[settings.size].points
    if army.points != points:
        raise OptionError(f"armies[{side}]: is of {army.points} points; the match is of {points}")
    if army.assumed and not settings.assumed_cards:
        raise OptionError(f"armies[{side}]: contains cards with assumed values; the option assumed_cards allows them")
    faults = check_list(army)
    if faults:
        first = faults[0]
        why = f"armies[{side}]: {catalogue('en').render(first.message)} ({first.rule})"
        raise OptionError(why, first.rule, first.message)
    if len(army.units) < players:
        raise OptionError(f"armies[{side}]: has {len(army.units)} units for {players} players")
    return army


def chosen_pack(settings: Settings) -> str:
    """Return the data pack of a match in its stored format, or "". Raises OptionError."""
    if settings.data_pack is None:
        return ""
    try:
        pack = packed(settings.data_pack)
        tabletop(pack)
    except (DataPackError, DataError) as error:
        raise OptionError(f"data_pack: {error}") from None
    return pack


def add_armies(state: MatchState, armies: list[ArmyList]) -> None:
    """Add the units of two armies to a state, beside the table."""
    units = units_of(armies)
    for name in COLUMNS:
        setattr(state, name, getattr(units, name))
    state.mana = [0] * len(components().mana)
    state.dials = [NO_DIALS] * len(state.unit)
    state.shown = [False] * len(state.unit)
    state.seen = [0] * len(state.unit)
    state.canceled = [0] * len(state.unit)
    state.controller = state.seat.copy()


def distribute_units(state: MatchState) -> None:
    """Distribute the units of each side to its seats in turn, until the players of a team choose."""
    # rules rw:team.1, rw:team.2, rw:team.3
    given = [0] * SIDES
    for unit, side in enumerate(state.seat):
        seats = [seat for seat, team in enumerate(state.teams) if team == side]
        state.controller[unit] = seats[given[side] % len(seats)]
        given[side] += 1


def _drawn(chance: Chance, cards: list[str]) -> list[str]:
    left = cards.copy()
    return [left.pop(chance.pick(len(left))) for _ in range(min(OPEN_CARDS, len(cards)))]
