"""Invariants of every valid state, checked after every answer in the tests."""

from __future__ import annotations

from collections import Counter

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import side_of
from banneret.games.runewars.match_state import NO_DIALS, NO_UNIT, PLAYERS, ROUNDS, MatchState, label
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.rules.ground.surroundings import terrain
from banneret.games.runewars.rules.turns import fits, hidden, is_due, ready
from banneret.games.runewars.state import NO_PIECE, cells_of, is_inside, placed_of, standing_cells
from banneret.games.runewars.units.engagement import GIVE
from banneret.games.runewars.units.formation import is_joined
from banneret.plane import overlaps


def audit(state: MatchState) -> list[str]:
    """Return every broken invariant, each as a sentence that begins with its topic."""
    # rules rw:27.2, rw:ruling.35, rw:ruling.66
    return [*_course(state), *_units(state), *_places(state), *_terrain(state), *_tokens(state), *_dials(state)]


def _course(state: MatchState) -> list[str]:
    wrong = [] if 1 <= state.round <= ROUNDS else [f"round: it is round {state.round} of {ROUNDS}"]
    if Counter(state.deck.cards) + Counter(state.discard) != Counter(components().deck()) and state.active == NO_UNIT:
        wrong.append("deck: deck and discarded cards are not the morale deck")
    return wrong


def _units(state: MatchState) -> list[str]:
    wrong = []
    for unit, figures in enumerate(state.figures):
        name, card = label(state, unit), components().units[state.unit[unit]]
        if not is_joined(cells_of(state, unit)):
            wrong.append(f"units: {name} is split")
        standing = standing_cells(state, unit)
        if state.active == NO_UNIT and not is_joined(standing):  # during an attack, slots may be about to be filled
            wrong.append(f"units: {name} would be split without its empty trays")
        if state.empty_trays[unit] and (not figures or standing & set(state.empty_trays[unit])):
            wrong.append(f"units: {name} keeps empty trays where it has figures, or has none")
        there = Counter((column, row) for column, row, _, _ in figures)
        if any(number > card.figures for number in there.values()):
            wrong.append(f"units: a tray of {name} has too many figures")
        if any(not upgrade and wounds >= card.wounds for _, _, wounds, upgrade in figures):
            wrong.append(f"units: a figure of {name} should have fallen")
        left = [upgrade for _, _, _, upgrade in figures if upgrade and upgrade not in state.upgrades[unit]]
        if left:
            wrong.append(f"units: {name} has the figures of discarded upgrades: {', '.join(left)}")
        # Effects of its last losses precede its destruction, while the unit that caused them is active.
        banes = state.banes[unit] and state.active == NO_UNIT
        if not figures and (state.poses[unit] or banes or is_inside(state, unit)):
            wrong.append(f"units: {name} is destroyed, and something is left of it")
    return wrong


def _terrain(state: MatchState) -> list[str]:
    wrong = []
    for unit, piece in enumerate(state.inside):
        if piece == NO_PIECE:
            continue
        name, side = label(state, unit), state.pieces[piece]
        if state.poses[unit] is None or state.poses[unit] != state.piece_poses[piece]:
            wrong.append(f"terrain: {name} occupies {side}, and is elsewhere")
        if state.inside.count(piece) > 1 or len(cells_of(state, unit)) > side_of(side).capacity:
            wrong.append(f"terrain: {side} is too small for {name}")
    return wrong


def _tokens(state: MatchState) -> list[str]:
    return [
        f"tokens: token {token} is both on the table and carried"
        for token, place in enumerate(state.token_places)
        if place is not None and state.token_units[token] != NO_UNIT
    ]


def _places(state: MatchState) -> list[str]:
    wrong = []
    placed = [(unit, there) for unit in range(len(state.unit)) if (there := placed_of(state, unit)) is not None]
    table = table_of_match(state)
    pieces = [(state.pieces[piece], there) for piece, there in terrain(state) if piece not in state.inside]
    for place, (unit, there) in enumerate(placed):
        for side, piece in pieces:
            if overlaps(there, piece, 2 * GIVE):
                wrong.append(f"places: {label(state, unit)} overlaps {side}")
        if not table.holds(there, 2 * GIVE):
            wrong.append(f"places: {label(state, unit)} is beyond the table edge")
        for other, beside in placed[place + 1 :]:
            if overlaps(there, beside, 2 * GIVE):
                wrong.append(f"places: {label(state, unit)} and {label(state, other)} overlap")
    return wrong


def _dials(state: MatchState) -> list[str]:
    wrong = []
    turned = hidden(state)
    for unit in turned:
        if not fits(state, unit, state.dials[unit]):
            wrong.append(f"dials: those of {label(state, unit)} contradict what is known at initiative {state.called}")
    if turned and state.step == "command":
        wrong.append("dials: some are turned before the command phase")
    if is_due(state, state.turn) and not ready(state, state.turn):
        wrong.append(f"dials: {PLAYERS[state.turn]} has no unit of initiative {state.called}")
    for unit, shown in enumerate(state.shown):
        if shown and state.dials[unit] == NO_DIALS:
            wrong.append(f"dials: {label(state, unit)} shows a command tool that it has not")
    return wrong
