"""Setup of a match: armies, game mode, tokens and terrain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.content.army_list_text import ListError
from banneret.content.army_lists import RANDOM
from banneret.games.icefire.abilities import registration as _abilities
from banneret.games.icefire.army.list_code import read_short
from banneret.games.icefire.army.lists import ArmyList, characters, check_list
from banneret.games.icefire.army.random_lists import random_list
from banneret.games.icefire.content.components import FACTIONS, components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.content.law import law_of
from banneret.games.icefire.content.tabletop import PieceId, tabletop
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import mode_of, modes
from banneret.games.icefire.modes import registration as _modes
from banneret.games.icefire.rules.battlefield import (
    TRIES,
    drawable,
    layout,
    may_lie,
    places_terrain,
    pool_size,
    rolled,
)
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, center, piece_shape, width
from banneret.games.icefire.rules.table.sides import sides_of
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.settings import WIDE, Settings
from banneret.games.icefire.state import NO_CARD, NO_UNIT, NOBODY, State
from banneret.kernel.chance import Chance
from banneret.kernel.pile import Pile
from banneret.kernel.rulebook import OptionError
from banneret.plane import TURN, Pose
from banneret.plane.pose import place_anew

LOADED: Final = (_abilities, _modes)
"""Modules that must be registered before a match starts."""


def check_settings(settings: Settings, edition: Edition) -> None:
    """Raise OptionError if a match cannot be played with the options: icefire:overview.3."""
    if settings.mode not in modes(edition):
        raise OptionError(f"mode: {settings.mode!r} cannot be played yet; there are: {', '.join(modes(edition))}")
    _check_seats(settings)
    if settings.terrain == "layout" and not law_of(edition).layouts:
        raise OptionError(
            "terrain: the edition of 2021 has no battlefield layouts; there are: chosen, pool, drawn, none"
        )
    for number, army in enumerate(settings.all_armies):
        if army not in (RANDOM, *FACTIONS):
            chosen_army(army, number, settings, edition)
    _check_teams(settings, edition)


SIEGE: Final = "storm-of-swords"
TEAMS: Final = 4
"""Number of players in two teams of two: icefire:team.2."""


def _check_seats(settings: Settings) -> None:
    """Raise OptionError for teams of the wrong size (icefire:team.2) or too many sides: icefire:free-for-all.1."""
    seats = len(settings.all_armies)
    if settings.teams and seats != TEAMS:
        raise OptionError(f"teams: two teams of two need {TEAMS} seats, not {seats}")
    if len(set(sides_of(seats, teams=settings.teams))) > 2 and settings.mode == SIEGE:  # two sides
        raise OptionError(f"mode: {SIEGE} is for two sides, by icefire:free-for-all.1")


def _check_teams(settings: Settings, edition: Edition) -> None:
    """Raise OptionError if the chosen armies of a team share a character: icefire:team.3."""
    if not settings.teams:
        return
    for number, army in enumerate(settings.all_armies[:2]):
        other = settings.all_armies[number + 2]
        if {army, other} & {RANDOM, *FACTIONS}:
            continue
        both = [characters(chosen_army(one, number, settings, edition), edition) for one in (army, other)]
        if twice := sorted(both[0] & both[1]):
            raise OptionError(f"armies[{number + 2}]: {twice[0]} is in the army of a teammate, by icefire:team.3")


def chosen_army(code: str, number: int, settings: Settings, edition: Edition) -> ArmyList:
    """Return the army that a code describes: icefire:army.1. Raises OptionError if it is not legal."""
    try:
        army = read_short(code)
    except ListError as error:
        raise OptionError(f"armies[{number}]: {error}") from None
    if army.points != settings.points:
        raise OptionError(f"armies[{number}]: is of {army.points} points; the match is of {settings.points}")
    faults = check_list(army, edition, later=settings.later_cards)  # rule icefire:ruling.78
    if faults:
        first = faults[0]
        why = f"armies[{number}]: {catalogue('en').render(first.message)} ({first.rule})"
        raise OptionError(why, first.rule, first.message)
    return army


def new_state(settings: Settings, edition: Edition, key: bytes) -> State:
    """Return the state before the choice of deployment zones: icefire:setup.2."""
    state = State()
    state.key = key
    state.drawn = 0
    chance = Chance(state, [])
    lay_out(state, _armies(settings, edition, chance), settings, edition)
    for deck in state.decks:
        chance.shuffle(deck)
    mode_of(state).set_up(state, chance)
    if state.step == "zones" and places_terrain(state):
        state.step = "terrain"
    if settings.terrain == "drawn" and mode_of(state).draws_terrain:
        draw_terrain(state, chance)
    return state


def _armies(settings: Settings, edition: Edition, chance: Chance) -> list[ArmyList]:
    """Return the chosen armies and random ones: icefire:team.1. No character is twice in a team: icefire:team.3."""
    sides = sides_of(len(settings.all_armies), teams=settings.teams)
    chosen = {
        number: chosen_army(code, number, settings, edition)
        for number, code in enumerate(settings.all_armies)
        if code not in (RANDOM, *FACTIONS)
    }
    armies: list[ArmyList] = []
    for number, code in enumerate(settings.all_armies):
        if number in chosen:
            armies.append(chosen[number])
            continue
        faction = FACTIONS[chance.pick(2)] if code == RANDOM else code
        found = next(one for one in FACTIONS if one == faction)
        mates = dict(enumerate(armies)) | chosen
        barred = {
            name for one, army in mates.items() if sides[one] == sides[number] for name in characters(army, edition)
        }
        seed, later = chance.pick(1 << 30), settings.later_cards
        armies.append(random_list(seed, edition, found, settings.points, later=later, barred=barred))
    return armies


def lay_out(state: State, armies: list[ArmyList], settings: Settings, edition: Edition) -> None:
    """Fill in the state before the first roll; nothing is drawn or shuffled yet.

    An army for each player (icefire:overview.1), and objectives if the mode has them (icefire:setup.4):
    icefire:dark-wings.2, icefire:dark-wings.3, icefire:game-of-thrones.2, icefire:clash-of-kings.2,
    icefire:clash-of-kings.3, icefire:honed-and-ready.2, icefire:banners-and-butchery.2.
    """
    state.seats = len(armies)
    state.sides = sides_of(len(armies), teams=settings.teams)
    state.settings = settings
    state.law = law_of(edition, faq=settings.faq)
    state.cards = components(edition)
    state.table = tabletop(edition)
    state.mode = state.table.mode(settings.mode, wide=settings.table == WIDE)
    registry.index(state.cards)
    state.round = 1
    state.step = "zones"
    state.first = NOBODY
    state.turn_seat = 0
    state.chooser = NOBODY
    state.far = NOBODY
    _raise_units(state, armies)
    _seat_ncus(state, armies)
    _lay_cards(state, armies)
    middle_x, middle_y = center(state)
    state.tokens = [(middle_x + round(x * INCH), middle_y + round(y * INCH)) for x, y in state.mode.tokens]
    state.token_cards = [NO_CARD] * len(state.tokens)
    state.claims = [NO_UNIT] * len(state.tokens)
    state.pieces = []
    state.piece_pose = []
    state.marks = {}
    state.missions = Pile()
    state.siege_decks = [Pile() for _ in armies]
    state.siege_hands = [Pile() for _ in armies]
    state.mission_hands = [Pile() for _ in armies]
    state.mission_decks = [Pile() for _ in armies]
    state.turn = None
    state.winner = NOBODY
    state.reason = ""
    state.forfeited = []


def _raise_units(state: State, armies: list[ArmyList]) -> None:
    """Create the combat units at full strength, with attachments: icefire:units.1, icefire:units.2, icefire:units.6.

    icefire:attachment.1.
    """
    companies = [(seat, company) for seat, army in enumerate(armies) for company in army.companies]
    count = len(companies)
    state.card = tuple([company.unit for _, company in companies])
    state.seat = [seat for seat, _ in companies]
    state.labels = labels_of(state.seat, state.law.players, "")
    state.pose = [None] * count
    state.health = [full_health(state.cards.units[company.unit]) for _, company in companies]
    state.full = state.health[:]
    state.attachments = tuple([company.attachments for _, company in companies])
    state.activated = [False] * count
    state.conditions = [0] * count
    state.counters = [{} for _ in companies]
    for unit, (_, company) in enumerate(companies):
        starting = [state.cards.units[company.unit].starts_with]
        starting += [state.cards.attachments[id].starts_with for id in company.attachments]
        for tokens in starting:
            if tokens is not None:
                there = state.counters[unit].get(tokens.token, 0)
                state.counters[unit][tokens.token] = there + tokens.number
    state.orders_used = [[] for _ in companies]
    state.contacts = []
    state.attached = ()
    state.effects = ()


def _seat_ncus(state: State, armies: list[ArmyList]) -> None:
    """Place the non-combat units beside the board and set the number of passes.

    Rules: icefire:ncu.1, icefire:deployment.7, icefire:passing.1, icefire:passing.2, icefire:passing.3. A team counts
    as one player; the side with the fewest units may pass: icefire:ruling.128.
    """
    ncus = [(seat, id) for seat, army in enumerate(armies) for id in army.ncus]
    state.ncu_card = [id for _, id in ncus]
    state.ncu_seat = [seat for seat, _ in ncus]
    state.ncu_labels = labels_of(state.ncu_seat, state.law.players, "n")
    state.ncu_zone = [""] * len(ncus)
    state.ncu_activated = [False] * len(ncus)
    state.ncu_alive = [True] * len(ncus)
    state.ncu_counters = [{} for _ in ncus]
    for ncu, (_, id) in enumerate(ncus):
        starts = state.cards.ncus[id].starts_with
        if starts is not None:
            state.ncu_counters[ncu][starts.token] = starts.number
    state.influence = [NO_UNIT] * len(ncus)
    sizes = dict.fromkeys(state.sides, 0)
    for seat in (*state.seat, *state.ncu_seat):
        sizes[state.sides[seat]] += 1
    fewest = [side for side, size in sizes.items() if size == min(sizes.values())]
    state.passes = [state.law.passes if fewest == [side] else 0 for side in state.sides]
    state.passed_in = [0] * state.seats


def _lay_cards(state: State, armies: list[ArmyList]) -> None:
    """Build the Tactics decks, one for each player: icefire:deck.1, icefire:team.4."""
    state.factions = [army.faction for army in armies]
    state.commanders = [army.commander for army in armies]
    state.points = [army.points for army in armies]
    state.enemy_cards = [list(army.enemy) for army in armies]
    state.decks = [Pile(state.cards.deck(army.faction, army.commander)) for army in armies]
    state.hands = [Pile() for _ in armies]
    state.discards = [[] for _ in armies]
    state.victory_points = [0] * state.seats
    state.once = []


def unit_labels(cards: Sequence[str], seats: list[int], players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of units, followed by those of castle walls: w1, w2, w3."""
    units = [seat for card, seat in zip(cards, seats, strict=True) if card != CASTLE_WALL]
    walls = range(1, len(cards) - len(units) + 1)
    return (*labels_of(units, players, ""), *(f"w{number}" for number in walls))


def labels_of(seats: list[int], players: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return labels numbered per seat, given the seat of each item: a1, a2, b1."""
    counts = [0] * len(players)
    found = []
    for seat in seats:
        counts[seat] += 1
        found.append(f"{players[seat]}{kind}{counts[seat]}")
    return tuple(found)


# Terrain -------------------------------------------------------------------------------------------------------------


def draw_terrain(state: State, chance: Chance) -> None:
    """Draw terrain pieces and place them at random: icefire:setup.6.

    The pieces are those of a layout (icefire:setup.14), or a random pool if the edition has no layouts:
    icefire:setup.10, icefire:setup.11, icefire:setup.12, icefire:setup-2021.1.
    """
    if state.law.layouts:
        wanted = [place[chance.pick(len(place))] for place in layout(state, chance)]
    else:
        may_be = drawable(state, [piece.id for piece in state.table.pieces])
        wanted = [rolled(state, chance) or may_be[chance.pick(len(may_be))] for _ in range(pool_size(chance))]
    for id in wanted:
        pose = _place_of(state, id, chance)
        if pose is not None:
            state.pieces.append(id)
            state.piece_pose.append(pose)


def _place_of(state: State, id: PieceId, chance: Chance) -> Pose | None:
    """Return a random legal pose for a piece, or None after `TRIES` attempts."""
    for _ in range(TRIES):
        pose = Pose(chance.pick(width(state)), chance.pick(DEPTH), chance.pick(TURN))
        if may_lie(state, id, place_anew(piece_shape(id), pose)):
            return pose
    return None
