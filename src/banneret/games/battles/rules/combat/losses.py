"""Losses: removed figures, destroyed units and captured commanders, and their effect on morale and points."""

from __future__ import annotations

from banneret.games.battles.content.components import RANKS
from banneret.games.battles.events.battle import CommanderCaptured, CommanderUnhurt, FiguresLost, UnitDestroyed
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.field.engagement import release
from banneret.games.battles.rules.field.units import commander_in, label, name_of, ordinary_figures, place
from banneret.games.battles.rules.victory.morale import change_morale, loss_of
from banneret.games.battles.rules.victory.scoring import score_destroyed
from banneret.games.battles.rules.victory.victory import check_immediate, check_wiped_out
from banneret.games.battles.state import OFF, Fight, turn_of


def suffer(
    game: Battle, unit: int, hits: int, fight: Fight | None, *, by_retreat: bool = False, net: list[int] | None = None
) -> None:
    """Remove a figure per hit (battles:unit.5, battles:result.7), the banner bearer last (battles:unit.6).

    A unit without figures is destroyed: battles:result.8, battles:result.9, battles:ruling.82. A commander is not
    wounded but may be captured: battles:unit.7, battles:result.11. By an option, no hits of an attack on a unit that
    still had other figures count towards it, not even those of a blocked retreat: battles:c14.3.
    """
    state = game.state
    ordinary = ordinary_figures(state, unit)
    lost = min(hits, ordinary)
    guarded = ordinary > 0
    if fight is not None and unit == fight.target:
        guarded = fight.guarded = fight.guarded or guarded
    if lost:
        _take(game, unit, lost)
    commander = commander_in(state, unit)
    if commander is None:
        if not state.figures[unit]:
            destroy(game, unit, fight, net=net)
        return
    if guarded and not state.settings.capture_excess:
        return
    if by_retreat and not state.settings.retreat_hits_capture:
        return  # battles:c14.4
    strike_commander(game, unit, hits - lost, fight, net)


def _take(game: Battle, unit: int, lost: int) -> None:
    """Remove ordinary figures from the game: battles:result.10."""
    state = game.state
    state.figures[unit] -= lost
    house = state.houses[state.seat[unit]]
    hex, left = label(state, unit), state.figures[unit]
    game.emit(FiguresLost(house=house, unit=name_of(state, unit), hex=hex, lost=lost, left=left))


def strike_commander(game: Battle, unit: int, hits: int, fight: Fight | None, net: list[int] | None = None) -> None:
    """Capture a commander without other figures, if one attack scores enough hits on him.

    His capture rating is required (battles:c9.1). Excess hits count (battles:c9.3, battles:ruling.59), as do those of a
    blocked retreat (battles:c4.18, battles:ruling.61); fewer hits have no effect and are not kept (battles:c9.2,
    battles:ruling.60).
    """
    state = game.state
    commander = commander_in(state, unit)
    if commander is None or hits <= 0 or ordinary_figures(state, unit):
        return
    if fight is not None and unit == fight.target:
        fight.capture_hits += hits
        hits = fight.capture_hits
    if hits < commander.capture_rating:
        game.emit(CommanderUnhurt(commander=commander.id, hits=hits, rating=commander.capture_rating))
        return
    house = state.houses[state.seat[unit]]
    game.emit(CommanderCaptured(house=house, commander=commander.id, hex=label(state, unit)))
    destroy(game, unit, fight, captured=True, net=net)


def destroy(
    game: Battle, unit: int, fight: Fight | None, *, captured: bool = False, net: list[int] | None = None
) -> None:
    """Remove a unit: its House loses morale for its rank (battles:c10.1), and the enemy may score (battles:c12.15).

    A captured commander's unit counts as destroyed (battles:c9.4) and costs no additional morale (battles:c9.7,
    battles:ruling.62). His zone is gone (battles:c9.5), his House keeps its command tokens (battles:c9.6,
    battles:ruling.63), including those on his card until the next refresh (battles:c9.9), and his cards remain in the
    deck (battles:c9.8). The engagement token is removed (battles:c5.6). Simultaneous losses of both Houses are added up
    in `net`, by seat, and victory is checked after all of them. The attacker is the destroyer, even if the unit was
    destroyed by a blocked retreat: battles:ruling.51.
    """
    state = game.state
    seat, rank = state.seat[unit], state.rank[unit]
    hex, house = label(state, unit), state.houses[seat]
    release(game, unit, "battles:c5.6")
    state.figures[unit] = 0
    place(state, unit, OFF)
    state.destroyed[seat] += 1
    game.emit(UnitDestroyed(house=house, unit=name_of(state, unit), rank=RANKS[rank], hex=hex))
    if fight is not None and unit == fight.target:
        fight.destroyed = True
        turn = turn_of(state)
        if state.seat[fight.attacker] == turn.seat:
            turn.destroyers.append(fight.attacker)
    if net is None:
        change_morale(game, seat, -loss_of(state, rank), "battles:c10.1")
    else:
        net[seat] += loss_of(state, rank)
    score_destroyed(game, unit, captured=captured)
    if net is None:
        check_wiped_out(game, seat)
        check_immediate(game)
