"""Terrain: its effects on units that stop in a hex, move through it, see past it or attack out of it."""

from __future__ import annotations

from banneret.games.battles.content.components import Terrain
from banneret.games.battles.rules.field.units import card_of
from banneret.games.battles.state import State

PLAINS = 0
"""The number of plains among the terrains of the box."""


def effective_terrain(state: State, hex: int) -> int:
    """Return the number of the terrain currently in effect in a hex.

    A terrain token replaces the effects of its hex (battles:c11.1): a bridge turns a river into plains (battles:c11.16,
    battles:c11.17), and a tent in forest leaves nothing of the forest (battles:c11.20). A devastated hex is plains
    (battles:pieces.21), which have no effect (battles:c11.2).
    """
    if state.devastated[hex] or state.overlay[hex]:
        return PLAINS
    return state.box.terrain_number[state.scenario.terrain[hex]]


def terrain_of(state: State, hex: int) -> Terrain:
    """Return the effects of the terrain in a hex: battles:c11.1."""
    return state.box.terrains[state.terrain[hex]]


def is_stop(state: State, hex: int) -> bool:
    """Return whether a unit that enters a hex must stop there.

    Forest (battles:move.15), ford (battles:c11.11), building (battles:c11.15) and marsh (battles:c11.25); roads have no
    effect (battles:c11.23).
    """
    return state.box.terrains[state.terrain[hex]].stops  # `terrain_of`, without a call for each hex on the way


def is_barred(state: State, a: int, b: int) -> bool:
    """Return whether there is a palisade on the border of two hexes: battles:c11.21, battles:c11.22."""
    return bool(state.palisades) and ((a, b) if a < b else (b, a)) in state.palisades


def blocks_sight(state: State, hex: int) -> bool:
    """Return whether the terrain of a hex blocks lines of sight through it.

    Forest (battles:c11.3), hill (battles:c11.6), building (battles:c11.15) and mountain (battles:c11.24) do. Rivers do
    not (battles:c11.10), nor do bridges, fords, tents, palisades or fire (battles:c2.3).
    """
    return terrain_of(state, hex).blocks_sight


def cover(state: State, hex: int) -> int:
    """Return the Cover of a hex: battles:c11.13."""
    return terrain_of(state, hex).cover


def range_of(state: State, unit: int) -> int:
    """Return the range of a unit: battles:range.2, battles:range.3, battles:range.4.

    A ranged unit on a hill reaches one hex further: battles:c11.8, battles:unit-type.archer-range.
    """
    card = card_of(state, unit)
    return card.range + (terrain_of(state, state.hex[unit]).range_bonus if card.ranged else 0)


def dice_for_ground(state: State, attacker: int, target: int) -> int:
    """Return the number of dice that the terrain adds to an attack, which is never positive.

    Up a hill (battles:c11.7), out of a ford (battles:c11.12), out of marsh (battles:c11.25): battles:dice.2.
    """
    own, other = terrain_of(state, state.hex[attacker]), terrain_of(state, state.hex[target])
    return -own.leaving_die - (other.defence_die if own.id != other.id else 0)


def dice_limit(state: State, attacker: int, target: int) -> int | None:
    """Return the maximum number of dice, or None: into forest and out of it (battles:c11.4)."""
    caps = [terrain_of(state, state.hex[unit]).dice_cap for unit in (attacker, target)]
    return min((cap for cap in caps if cap), default=None)


def burn_limit(state: State, hex: int) -> int:
    """Return the fire level at which the contents of a hex burn down, or 0 if nothing there burns.

    The token in the hex counts, or else the terrain: battles:c11.5, battles:c11.14, battles:c11.18, battles:c11.20. A
    devastated hex does not burn down again (battles:ruling.78).
    """
    if state.overlay[hex]:
        return state.box.overlay[state.overlay[hex]].burn_limit
    return terrain_of(state, hex).burn_limit


def open_beside(state: State, origin: int) -> list[int]:
    """Return the neighbours of a hex that a unit can enter from it: on the board, empty, passable, not burning.

    Only whole hexes count, half hexes are not part of the board (battles:move.5, battles:move.6, battles:ruling.21). No
    unit leaves it (battles:move.7); one unit per hex (battles:move.8), and never through another (battles:move.9,
    battles:ruling.20); no impassable terrain (battles:move.16, battles:c11.9, battles:c11.24) and no fire
    (battles:c12.8, battles:ruling.27).
    """
    at, fire, terrain, terrains = state.at, state.fire, state.terrain, state.box.terrains
    found = [
        to
        for to in state.field.neighbours[origin]
        if at[to] < 0 and not fire[to] and not terrains[terrain[to]].impassable
    ]
    return [to for to in found if not is_barred(state, origin, to)] if state.palisades else found


def is_open(state: State, origin: int, hex: int) -> bool:
    """Return whether a unit can move from a hex into an adjacent one."""
    return hex in open_beside(state, origin)
