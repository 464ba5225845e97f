"""Legal targets: enemies a unit is engaged with, or those it sees at range 1-5; and the threat to a target."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.effects.numbers import has_flag, keyword
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.ground.surroundings import engaged_with, is_enemy, obstacles_of, piece_met
from banneret.games.runewars.rules.ground.terrain_keywords import keyword_of, occupied
from banneret.games.runewars.state import NO_PIECE, cells_of, is_inside, other_units, placed_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind, forbids_melee, threat
from banneret.games.runewars.units.engagement import Contact, contacts
from banneret.games.runewars.units.formation import Cell, centre_of, shape_of
from banneret.games.runewars.units.movement import Obstacle
from banneret.games.runewars.units.ranges import in_firing_arc, line_of_sight, range_between, range_of_sight, seams
from banneret.plane import Placed, Side, SightLine
from banneret.plane.distance import is_far
from banneret.plane.extents import DOUBT
from banneret.plane.sight import blockers_of, shortest_line

PROTECTED_TO = 2
"""The maximum range at which a protector draws attacks away from its allies."""
SHORT_SIGHT = 3
"""The maximum range of a unit that a card makes short-sighted."""

ARCS = (Side.FRONT, Side.LEFT, Side.RIGHT)
"""The arcs from which units shoot: only the first, unless a card allows more."""


def targets_of(state: MatchState, unit: int, kind: AttackKind) -> list[int]:
    """Return the enemies that a unit may attack, by number."""
    # rules rw:7.2, rw:7.2a, rw:7.2b, rw:36.0, rw:36.2, rw:60.0
    engaged = engaged_with(state, unit)
    if kind == "melee":
        near = engaged + _within_reach(state, unit, engaged)
        found = [enemy for enemy in near if forbids_melee(edges_to(state, unit, enemy)) is None]
    else:
        held = bool(engaged) and not has_flag(state, unit, "shoots-while-engaged")
        found = [
            enemy
            for enemy, seat in enumerate(state.seat)
            if seat != state.seat[unit]
            and state.figures[enemy]
            and not held
            and (not engaged or enemy in engaged)
            and not has_flag(state, enemy, "no-ranged-target")
            and _may_shoot(state, unit, enemy)
        ]
    return [enemy for enemy in sorted(found) if not _is_covered(state, enemy, found)]


def _may_shoot(state: MatchState, unit: int, enemy: int) -> bool:
    """Whether an enemy is in sight at range 1-5, or within the range a card allows."""
    # rules rw:7.2b, rw:36.0, rw:golden.2
    own, there, ruler = placed_of(state, unit), placed_of(state, enemy), tabletop().ruler
    if own is None or there is None or is_far(own, there, ruler.band * ruler.bands + DOUBT):
        return False
    return is_shot(state, unit, sight_of(state, unit, enemy))


def is_shot(state: MatchState, unit: int, line: SightLine | None) -> bool:
    """Whether a unit may shoot along a line of sight."""
    # rules rw:7.2b, rw:36.0, rw:golden.2
    band = None if line is None else range_of_sight(line)
    return band is not None and (band <= SHORT_SIGHT or not has_flag(state, unit, "short-sighted"))


def contacts_of(state: MatchState, unit: int, enemy: int) -> tuple[Contact, ...]:
    """Return the edges with which two units are engaged; empty if they are not."""
    # rules rw:41.8, rw:59.0, rw:59.1, rw:59.3, rw:59.5
    own, there = placed_of(state, unit), placed_of(state, enemy)
    if own is None or there is None or enemy not in engaged_with(state, unit):
        return ()
    return contacts(own, there)


def edges_to(state: MatchState, unit: int, enemy: int) -> tuple[Contact, ...]:
    """Return the edges for a unit's melee attack against an enemy.

    A card may let it reach enemies it does not touch.
    """
    # rules rw:golden.2, rw:20.1
    touching = contacts_of(state, unit, enemy)
    if not touching and enemy in _within_reach(state, unit, ()):
        return (Contact(Side.FRONT, Side.FRONT, 0.0),)
    return touching


def trays_that_touch(state: MatchState, unit: int, enemy: int, edge: Side | None) -> list[Cell]:
    """Return the trays of a unit that touch an enemy with their edge on that side."""
    # rule rw:ruling.31
    own, there = placed_of(state, unit), placed_of(state, enemy)
    if own is None or there is None or is_inside(state, unit):
        return []
    cells, tray = cells_of(state, unit), shape_of(frozenset({(0, 0)}))
    found = []
    for cell in sorted(cells):
        at = Placed(tray, *own.to_world(centre_of(cell, cells)), own.c, own.s)
        if any(one.own == edge and one.length > 0 for one in contacts(at, there)):
            found.append(cell)
    return found


def threat_of(state: MatchState, fight: Attack) -> int:
    """Return the threat that the attacker has now, when it may have lost trays since it declared the attack."""
    # rules rw:20.0, rw:20.1, rw:20.2, rw:20.3, rw:68.1, rw:ruling.31, rw:ruling.92
    unit, strength = fight.attacker, fight.strength
    cells = cells_of(state, unit)
    if strength is None and cells:
        touching = trays_that_touch(state, unit, fight.defender, fight.edge) if state.threat_erratum else None
        strength = threat(cells, fight.edge, touching=touching)
    return (strength or 0) + keyword(state, unit, "brutal", fight)


def _within_reach(state: MatchState, unit: int, engaged: Sequence[int]) -> list[int]:
    """Return unengaged enemies at range 1 that a card lets the unit's front edge reach: all, or those in its arc."""
    # rules rw:41.6, rw:63.3b, rw:69.0, rw:golden.2
    own = placed_of(state, unit)
    around = has_flag(state, unit, "melee-at-range")
    if own is None or not (around or has_flag(state, unit, "melee-in-arc")):
        return []
    around = around or is_inside(state, unit)
    return [
        one.number
        for one in other_units(state, unit)
        if is_enemy(state, unit, one.number)
        and one.number not in engaged
        and range_between(own, one.placed) == 1
        and (around or in_firing_arc(own, one.placed))
    ]


def sight_of(state: MatchState, unit: int, enemy: int) -> SightLine | None:
    """Return the shortest line of sight from a unit to an enemy past everything in the way, or None.

    A unit that occupies terrain sees from any point of the terrain's edge, in all directions.
    """
    # rules rw:41.6, rw:41.7, rw:41.9c, rw:41.9e, rw:45.2, rw:69.3, rw:70.0, rw:70.1
    sides = ARCS if has_flag(state, unit, "shoots-sideways") else ARCS[:1]
    found = [line for side in sides if (line := sight_from(state, unit, enemy, side)) is not None]
    return min(found, key=lambda line: line.length, default=None)


def sight_from(state: MatchState, unit: int, enemy: int, side: Side) -> SightLine | None:
    """Return the shortest line of sight of a ranged attack from an edge of a unit, in the arc of that edge.

    A card may let it pass everything in the way.
    """
    # rules rw:70.0, rw:ruling.73, rw:golden.2
    return line_to(state, unit, enemy, side, past_all=has_flag(state, unit, "ignores-sight"))


def line_to(
    state: MatchState, unit: int, other: int, side: Side = Side.FRONT, *, past_all: bool = False
) -> SightLine | None:
    """Return the shortest line of sight from an edge of a unit to another unit, in the arc of that edge.

    From terrain, from any point.
    """
    # rules rw:41.6, rw:41.9c, rw:69.3, rw:70.0, rw:70.1, rw:ruling.85
    own, there = placed_of(state, unit), placed_of(state, other)
    if own is None or there is None:
        return None
    between: list[Placed] = []
    if not past_all and not occupied(state, unit, "elevated"):
        between = [one.placed for one in obstacles_of(state, unit) if one.number != other and hides(state, one)]
    closed: list[Placed] = []
    while True:
        around = [*between, *closed]
        line = _all_round(own, there, around) if is_inside(state, unit) else line_of_sight(own, there, around, side)
        new = [] if line is None else [seam for seam in seams(line, between) if seam not in closed]
        if not new:
            return line
        closed += new


def hides(state: MatchState, obstacle: Obstacle) -> bool:
    """Whether an obstacle blocks lines of sight: units and terrain do, except exposed terrain."""
    # rules rw:41.9e, rw:45.2
    piece = piece_met(state, obstacle.number)
    return obstacle.number != NO_UNIT and (piece == NO_PIECE or not keyword_of(state, piece, "exposed"))


def _all_round(own: Placed, there: Placed, others: Sequence[Placed]) -> SightLine | None:
    # rule rw:41.6
    blockers = [piece for one in others for piece in blockers_of(one, 0.0)]
    found = [
        line
        for edge in own.edges
        for piece in there.pieces
        if (line := shortest_line((edge.start, edge.end), piece.corners, blockers)) is not None
    ]
    return min(found, key=lambda line: line.length, default=None)


def _is_covered(state: MatchState, enemy: int, others: list[int]) -> bool:
    """Whether another legal target protects this enemy: one near it, or engaged with the same unit."""
    # rule rw:ruling.41
    if has_flag(state, enemy, "protector"):
        return False
    placed = placed_of(state, enemy)
    for one in others:
        if one == enemy or not has_flag(state, one, "protector"):
            continue
        beside = placed_of(state, one)
        if placed is not None and beside is not None:
            band = range_between(placed, beside)
            if band is not None and band <= PROTECTED_TO:
                return True
        shared = set(engaged_with(state, one)).intersection(engaged_with(state, enemy))
        if any(is_enemy(state, enemy, foe) for foe in shared):
            return True
    return False
