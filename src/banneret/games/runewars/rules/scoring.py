"""The final points of armies and objectives, and the winner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.events.course import MatchDrawn, MatchWon
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, NOBODY, PLAYERS, SIDES, MatchState
from banneret.games.runewars.rules.ground.areas import areas_of, table_of_match
from banneret.games.runewars.rules.ground.teams import seats_of
from banneret.games.runewars.state import cells_of, is_inside, placed_of
from banneret.games.runewars.units.formation import centre_of, shape_of
from banneret.games.runewars.units.score import worth
from banneret.kernel.rulebook import Outcome
from banneret.plane import Placed, distance, is_below, point_distance


def army_points(state: MatchState, seat: int) -> int:
    """Return the points of what is left of an army; a unit that has grown counts no more than at the start."""
    # rules rw:army.9, rw:army.10, rw:86.2, rw:86.3, rw:ruling.66
    found = components()
    total = 0
    for unit, owner in enumerate(state.seat):
        cells = cells_of(state, unit)
        if owner == seat and cells:
            total += worth(found.units[state.unit[unit]], min(len(cells), state.trays[unit]))
            total += sum(found.upgrades[id].cost or 0 for id in state.upgrades[unit])
    return total


def _at_enemy_areas(state: MatchState) -> list[int]:
    """Return the tokens of each seat: one for each of its units at range 1 of the enemy's deployment area."""
    tokens, reach = [0] * SIDES, tabletop().ruler.band
    for unit, seat in enumerate(state.seat):
        placed = placed_of(state, unit)
        if placed is None:
            continue
        far = min(distance(placed, area) for area in areas_of(state, 1 - seat))
        tokens[seat] += not is_below(reach, far)
    return tokens


def _at_the_crossroads(state: MatchState) -> list[int]:
    """Return the tokens of each seat: one for more trays than the enemy at range 1-2 of the table's centre."""
    table = table_of_match(state)
    reach, tray = 2 * tabletop().ruler.band, shape_of(frozenset({(0, 0)}))
    middle = (table.width / 2, table.depth / 2)
    trays = [0] * SIDES
    for unit, seat in enumerate(state.seat):
        placed, cells = placed_of(state, unit), cells_of(state, unit)
        if placed is None:
            continue
        if is_inside(state, unit):  # all its trays are where the terrain is
            trays[seat] += len(cells) * (not is_below(reach, point_distance(placed, middle)))
            continue
        for cell in cells:
            at = Placed(tray, *placed.to_world(centre_of(cell, cells)), placed.c, placed.s)
            trays[seat] += not is_below(reach, point_distance(at, middle))
    return [int(trays[seat] > trays[1 - seat]) for seat in range(SIDES)]


def _carried(state: MatchState) -> list[int]:
    """Return the tokens of each seat: those that its units carry."""
    return [sum(unit != NO_UNIT and state.seat[unit] == seat for unit in state.token_units) for seat in (0, 1)]


COUNTED: Final[Mapping[str, Callable[[MatchState], list[int]]]] = {
    "break-their-defenses": _at_enemy_areas,
    "hold-the-crossroads": _at_the_crossroads,
    "supply-raid": _carried,
}
"""The functions that count the tokens of objectives scored at the end of the match."""


def objective_points(state: MatchState) -> list[int]:
    """Return the points of the objective tokens of each seat."""
    # rules rw:86.5, rw:89.2c, rw:89.4, rw:skirmish.2
    if not state.objective:
        return [0] * SIDES
    points = tabletop().objectives[state.objective].points
    if state.size == "skirmish":
        points = (points + 1) // 2
    count = COUNTED.get(state.objective)
    at_end = [0] * SIDES if count is None else count(state)
    return [(scored + more) * points for scored, more in zip(state.scored, at_end, strict=True)]


def eliminated(state: MatchState) -> list[int]:
    """Return the seats that have no units left."""
    # rule rw:29.0
    left = {owner for figures, owner in zip(state.figures, state.seat, strict=True) if figures}
    return [seat for seat in range(SIDES) if seat not in left]


def end_match(game: Runewars) -> None:
    """End the match after the last round, or when a player is eliminated and the other wins.

    In all other cases, including the elimination of both at once, the higher score wins.
    """
    # rules rw:29.1, rw:64.3, rw:71.0, rw:71.1, rw:71.2, rw:71.3, rw:71.4, rw:86.0, rw:86.1, rw:86.1a
    state = game.state
    tokens = objective_points(state)
    state.scores = [army_points(state, seat) + tokens[seat] for seat in range(SIDES)]
    a, b = state.scores
    gone = eliminated(state)
    state.reason = "eliminated" if gone else "rounds"
    state.winner = 1 - gone[0] if len(gone) == 1 else NOBODY if a == b else int(b > a)
    state.step = "over"
    if state.winner == NOBODY:
        game.emit(MatchDrawn(scores=(a, b)))
    else:
        game.emit(MatchWon(player=PLAYERS[state.winner], scores=(a, b)))


def outcome(state: MatchState) -> Outcome:
    """Return places, scores and reason: the winner first; without a winner both share first place."""
    # rule rw:team.5
    scores = tuple(state.scores[side] for side in state.teams)
    if state.winner == NOBODY:
        return Outcome((tuple(range(state.seats)),), scores, state.reason or "open")
    places = tuple(tuple(seats_of(state, side)) for side in (state.winner, 1 - state.winner))
    return Outcome(places, scores, state.reason)
