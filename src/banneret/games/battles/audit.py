"""Invariants: what holds in every valid state, checked after every answer in the tests."""

from __future__ import annotations

from banneret.games.battles.content.components import HOUSES, TOKENS, deck_of
from banneret.games.battles.rules.field.terrain import effective_terrain
from banneret.games.battles.rules.victory.morale import has_rout
from banneret.games.battles.state import LANNISTER, NO_COMMANDER, NO_UNIT, NOBODY, OFF, STARK, State


def audit(state: State) -> list[str]:
    """Return every broken invariant as a sentence that begins with its topic."""
    return [*_units(state), *_engagement(state), *_board(state), *_tokens(state), *_cards(state), *_morale(state)]


def _units(state: State) -> list[str]:
    wrong: list[str] = []
    for unit, hex in enumerate(state.hex):
        figures = state.figures[unit]
        if (hex == OFF) != (figures == 0):
            wrong.append(f"units: unit {unit} has {figures} figures in hex {hex}")
        if figures > state.box.units[state.type[unit]].strength:
            wrong.append(f"units: unit {unit} has {figures} figures, more than its strength")
        if hex != OFF and state.at[hex] != unit:
            wrong.append(f"units: unit {unit} is missing from its hex {state.field.labels[hex]}")
    occupied = sum(1 for unit in state.at if unit != NO_UNIT)
    if occupied != sum(1 for hex in state.hex if hex != OFF):
        wrong.append(f"units: {occupied} hexes hold a unit, which differs from the number of units")
    leading = [number for unit, number in enumerate(state.commander) if number != NO_COMMANDER]
    if len(leading) != len(set(leading)):
        wrong.append("units: a commander is in two units")
    return wrong


def _engagement(state: State) -> list[str]:
    wrong: list[str] = []
    for unit, other in enumerate(state.engaged):
        if other == NO_UNIT:
            if state.shown[unit] != NOBODY:
                wrong.append(f"engagement: unit {unit} has an engagement token without an engagement")
            continue
        if state.engaged[other] != unit or state.shown[other] != state.shown[unit]:
            wrong.append(f"engagement: units {unit} and {other} are not engaged with each other")
        elif state.seat[unit] == state.seat[other]:
            wrong.append(f"engagement: units {unit} and {other} belong to the same House")
        elif OFF in (state.hex[unit], state.hex[other]):
            wrong.append(f"engagement: unit {unit} or {other} is no longer in play")
        elif state.field.distances[state.hex[unit]][state.hex[other]] != 1:
            wrong.append(f"engagement: units {unit} and {other} are not adjacent")
    return wrong


def _board(state: State) -> list[str]:
    wrong: list[str] = []
    for hex, level in enumerate(state.fire):
        if not 0 <= level <= state.box.fire.spread_level:
            wrong.append(f"fire: {state.field.labels[hex]} burns at level {level}")
    if any(state.terrain[hex] != effective_terrain(state, hex) for hex, token in enumerate(state.overlay) if token):
        wrong.append("terrain: a hex with a token does not have the terrain of the token")
    if any(state.terrain[hex] for hex, burnt in enumerate(state.devastated) if burnt):
        wrong.append("terrain: a devastated hex is not plains")
    if len(state.palisades) != len(state.palisade_fire):
        wrong.append("palisades: the number of fire levels differs")
    if len(state.strategy) != len(state.strategy_hexes):
        wrong.append("strategy: the number of tokens differs from the number of hexes")
    return wrong


def _tokens(state: State) -> list[str]:
    wrong: list[str] = []
    for kind, token in enumerate(TOKENS):
        if min(pool[kind] for pool in state.pool) < 0 or sum(pool[kind] for pool in state.pool) > state.box.supply.each:
            wrong.append(f"tokens: the pools hold {[pool[kind] for pool in state.pool]} {token} order tokens")
    for seat, house in enumerate(HOUSES):
        own = sum(n for n, c in zip(state.held, state.box.commanders, strict=True) if c.house == house)
        if state.board_tokens[seat] < 0 or state.board_tokens[seat] + own != state.scenario.command_tokens:
            wrong.append(f"tokens: {house} has {state.board_tokens[seat]} command tokens and {own} on commanders")
        over = any(not 0 <= n <= have for n, have in zip(state.accounted[seat], state.pool[seat], strict=True))
        if over and not state.settings.tokens_account_once_a_card:
            wrong.append(f"tokens: {house} has accounted for tokens it does not have")
    for number, commander in enumerate(state.box.commanders):
        if state.held[number] > commander.command_limit:
            wrong.append(f"tokens: {commander.id} holds {state.held[number]} command tokens")
    return wrong


def _cards(state: State) -> list[str]:
    wrong: list[str] = []
    plan = state.scenario
    leading = tuple(unit.commander for unit in plan.units if unit.commander is not None)
    for seat, house in enumerate(HOUSES):
        own = tuple(commander for commander in leading if state.box.commander[commander].house == house)
        cards = [*state.decks[seat].cards, *state.hands[seat].cards, *state.discards[seat]]
        if state.turn is not None and state.turn.seat == seat and state.turn.card is not None:
            cards = [*(card for card in cards if card != state.turn.card), state.turn.card]
        if sorted(cards) != sorted(deck_of(state.box, house, own)):
            wrong.append(f"cards: deck, hand and discard pile of {house} do not add up to its cards")
    return wrong


def _morale(state: State) -> list[str]:
    low, high = (
        -(state.box.track.rout if has_rout(state, LANNISTER) else state.box.track.end),
        state.box.track.rout if has_rout(state, STARK) else state.box.track.end,
    )
    return [] if low <= state.morale <= high else [f"morale: the marker is at {state.morale}"]
