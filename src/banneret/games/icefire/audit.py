"""Invariants of a valid state; the tests check them after every answer."""

from __future__ import annotations

from collections import Counter

from banneret.games.icefire.modes.missions import ACTIVE, ALL_MISSIONS, GONE, names
from banneret.games.icefire.rules.combat.wounds import FALLING
from banneret.games.icefire.rules.table.engagement import found_contacts
from banneret.games.icefire.rules.table.facts import facts_of
from banneret.games.icefire.rules.table.ground import GIVE, tray_of
from banneret.games.icefire.rules.table.units import models_left, on_table
from banneret.games.icefire.state import NO_UNIT, State
from banneret.plane import overlaps

DECK = 20


def audit(state: State) -> list[str]:
    """Return a message for every violated invariant, decks included. Each begins with its topic."""
    return [*check(state), *_cards(state), *facts_of(state).faults(state)]


def check(state: State) -> list[str]:
    """Return a message for every violated invariant that a match cannot continue without.

    The cards are not among them: a hand-written position may omit Commanders and Tactics cards.
    """
    return [*_units(state), *_trays(state), *_board(state)]


def _units(state: State) -> list[str]:
    problems = []
    for unit, name in enumerate(state.labels):
        if not 0 <= state.health[unit] <= state.full[unit]:
            problems.append(f"units: {name} has {state.health[unit]} of {state.full[unit]} Wounds left")
        falls = unit in state.marks.get(FALLING, [])  # all of it remains until a question is answered
        if not state.health[unit] and state.pose[unit] is not None and not falls:
            problems.append(f"units: {name} is destroyed and on the table")
        if state.health[unit] and not falls and len(state.attachments[unit]) > models_left(state, unit):
            problems.append(f"units: {name} has more attachments than models")
    return problems


def _trays(state: State) -> list[str]:
    """Check that trays do not overlap and that contacts match the positions of the trays."""
    problems = []
    there = on_table(state)
    for place, unit in enumerate(there):
        for other in there[place + 1 :]:
            if overlaps(tray_of(state, unit), tray_of(state, other), GIVE):
                problems.append(f"trays: {state.labels[unit]} and {state.labels[other]} overlap")
    found = sorted({one for unit in there for one in found_contacts(state, unit)})
    if found != state.contacts:
        problems.append(f"contacts: {state.contacts} are recorded, {found} are on the table")
    for token, unit in enumerate(state.claims):
        if unit != NO_UNIT and state.pose[unit] is None:
            problems.append(f"objectives: {token} is claimed by a unit that is not there")
    return problems


def _board(state: State) -> list[str]:
    zones = Counter(zone for zone in state.ncu_zone if zone)
    left = [f"board: {number} non-combat units on {zone}" for zone, number in zones.items() if number > 1]
    for ncu, alive in enumerate(state.ncu_alive):
        if not alive and (state.ncu_zone[ncu] or state.influence[ncu] != NO_UNIT):
            left.append(f"board: {state.ncu_labels[ncu]} is out of play, but has a zone or influences a unit")
    return left


def _cards(state: State) -> list[str]:
    problems = []
    for seat in range(state.seats):
        mine = [one.card for one in state.attached if one.seat == seat]
        there = [*state.decks[seat].cards, *state.hands[seat].cards, *state.discards[seat], *mine]
        if len(there) != DECK:
            problems.append(f"cards: seat {seat} has {len(there)} of {DECK} Tactics cards")
    hidden = [name for pile in (*state.mission_hands, *state.mission_decks) for name in pile.cards]
    if hidden:
        there = [*hidden, *names(state, ACTIVE), *names(state, GONE)]
        if sorted(there) != sorted(ALL_MISSIONS * len(set(state.sides))):
            problems.append(f"missions: there are {sorted(there)}")
    return problems
