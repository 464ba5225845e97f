"""Skirmish: the players choose commanders and forces, place terrain, and line up."""

from __future__ import annotations

import msgspec

from banneret.games.battles.actions import LayTerrain, PlaceCommander
from banneret.games.battles.content.components import RANKS, Rank
from banneret.games.battles.content.scenario import UnitPlan
from banneret.games.battles.content.skirmish import ANY, CARDS, map_of
from banneret.games.battles.events.plan import (
    CommandersChosen,
    MomentumDrawn,
    PiecesDrawn,
    TerrainLaid,
    UnitPlaced,
    UnitRaised,
)
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.field.choosers import decide, decide_together
from banneret.games.battles.rules.setup import grow
from banneret.games.battles.rules.skirmish_choosers import (
    BuyChooser,
    LeadChooser,
    LineUpChooser,
    TerrainChooser,
    fits,
    muster_of,
    summary_of,
)
from banneret.games.battles.steps import ROUND
from banneret.kernel.flow import Flow
from banneret.kernel.questions import Done


def choose_commanders(game: Battle) -> Flow[None]:
    """Let both players choose commanders in secret and reveal them together: battles:c15.3, battles:c15.11.

    Then Momentum goes to a random House: battles:c15.6, battles:c15.16.
    """
    state = game.state
    muster = muster_of(state)
    chosen = yield from decide_together(game, {seat: _lead(game, seat) for seat in range(state.seats)})
    for seat, leaders in chosen.items():
        muster.leaders[seat] = leaders
        game.emit(CommandersChosen(house=state.houses[seat], commanders=tuple(leaders)))
    state.momentum = game.chance.pick(state.seats)
    game.emit(MomentumDrawn(house=state.houses[state.momentum]))
    state.step = "forces"


def _lead(game: Battle, seat: int) -> Flow[list[str]]:
    leaders: list[str] = []
    while len(leaders) < summary_of(game.state).commanders:
        answer = yield from decide(game, seat, LeadChooser(game.state, seat, leaders))
        if isinstance(answer, Done):
            break
        leaders.append(answer.commander)
    return leaders


def raise_forces(game: Battle) -> Flow[None]:
    """Draw units and terrain from the setup cards, or let the players buy units simultaneously.

    battles:c15.7, battles:c15.8; battles:c15.12. The units of the commanders are blue.
    """
    state = game.state
    muster, summary = muster_of(state), summary_of(state)
    bought: dict[int, list[tuple[str, Rank]]] = {}
    if not summary.unit_cards:
        bought = yield from decide_together(game, {seat: _buy(game, seat) for seat in range(state.seats)})
    for seat, house in enumerate(state.houses):
        leaders = muster.leaders[seat]
        force = muster.force[seat]
        force += [(state.box.commander[leader].unit, "blue", leader) for leader in leaders]
        if summary.unit_cards:
            units, pieces = _draw_cards(game, seat)
        else:
            units, pieces = bought[seat], [ANY] * summary.terrain_pieces
        for unit, rank in units:
            if fits(state, force, unit):
                force.append((unit, rank, ""))
                game.emit(UnitRaised(house=house, unit=unit, rank=rank))
        muster.pieces[seat] = pieces
    state.turn_seat = state.momentum
    state.step = "strew"


def _draw_cards(game: Battle, seat: int) -> tuple[list[tuple[str, Rank]], list[str]]:
    """Draw setup cards of the House, first for units, then for terrain: battles:c15.2, battles:c15.7, battles:c15.8.

    The chosen commanders' own setup cards are left out: battles:c15.4.
    """
    state = game.state
    house, summary = state.houses[seat], summary_of(state)
    leaders = muster_of(state).leaders[seat]
    left = [card for card in CARDS if card.house == house and card.commander not in leaders]
    for_units = [left.pop(game.chance.pick(len(left))) for _ in range(summary.unit_cards)]
    for_terrain = [left.pop(game.chance.pick(len(left))) for _ in range(summary.terrain_cards)]
    pieces = [piece for card in for_terrain for piece in card.terrain]
    game.emit(PiecesDrawn(house=house, pieces=tuple(pieces)))
    return [unit for card in for_units for unit in card.units], pieces


def _buy(game: Battle, seat: int) -> Flow[list[tuple[str, Rank]]]:
    bought: list[tuple[str, Rank]] = []
    while len(bought) < summary_of(game.state).units:
        answer = yield from decide(game, seat, BuyChooser(game.state, seat, bought))
        bought.append((answer.unit, RANKS[RANKS.index(answer.rank)]))
    return bought


def strew(game: Battle) -> Flow[None]:
    """Let the current player place a piece of terrain: battles:c15.9, battles:c15.13, battles:c15.17.

    Pieces without room stay off the board.
    """
    state = game.state
    muster, seat = muster_of(state), state.turn_seat
    if muster.pieces[seat]:
        chooser = TerrainChooser(state, seat)
        if not chooser.options():
            muster.pieces[seat] = []
        else:
            answer = yield from decide(game, seat, chooser)
            _lay(game, seat, answer)
    state.turn_seat = 1 - seat
    if not any(muster.pieces):
        state.turn_seat = state.momentum
        state.step = "line-up"


def _lay(game: Battle, seat: int, answer: LayTerrain) -> None:
    state = game.state
    pieces = muster_of(state).pieces[seat]
    pieces.remove(answer.terrain if answer.terrain in pieces else ANY)
    plan, board = state.scenario, state.field
    terrain = list(plan.terrain)
    terrain[board.place(answer.hex)] = answer.terrain
    rows: list[list[str]] = [[] for _ in plan.rows]
    for place, name in enumerate(terrain):
        rows[board.row(place)].append(name)
    grow(state, msgspec.structs.replace(plan, map=map_of(rows)))
    game.emit(TerrainLaid(house=state.houses[seat], terrain=answer.terrain, hex=answer.hex))


def line_up(game: Battle) -> Flow[None]:
    """Let the current player place a unit: battles:c15.9, battles:c15.14, battles:c15.17."""
    state = game.state
    muster, seat = muster_of(state), state.turn_seat
    force = muster.force[seat]
    if force:
        answer = yield from decide(game, seat, LineUpChooser(state, seat))
        if isinstance(answer, PlaceCommander):
            one = next(entry for entry in force if entry[2] == answer.commander)
        else:
            one = (answer.unit, RANKS[RANKS.index(answer.rank)], "")
        force.remove(one)
        unit, rank, leader = one
        placed = UnitPlan(hex=answer.hex, unit=unit, rank=rank, commander=leader or None)
        grow(state, msgspec.structs.replace(state.scenario, units=(*state.scenario.units, placed)))
        game.emit(UnitPlaced(house=state.houses[seat], unit=unit, rank=rank, hex=answer.hex))
    state.turn_seat = 1 - seat
    if not any(muster.force):
        _begin(game)


def _begin(game: Battle) -> None:
    """Prepare decks, tracks and tokens as in other battles: battles:c15.5."""
    state = game.state
    for deck in state.decks:
        game.chance.shuffle(deck)
    state.muster = None
    state.turn_seat = 0
    state.step = ROUND[0]
