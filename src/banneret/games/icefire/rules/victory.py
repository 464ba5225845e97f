"""Victory Points and the winner."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.games.icefire.army.lists import SIZES
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import MatchDrawn, MatchWon, PlayerEliminated
from banneret.games.icefire.events.tokens import PointsScored
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.lasting_effects import reserve
from banneret.games.icefire.rules.table.sides import OUT, clockwise, free_for_all, hostile, opponents, out, side
from banneret.games.icefire.rules.table.units import is_wall, unit_card
from banneret.games.icefire.state import NO_UNIT, NOBODY, State
from banneret.kernel.flow import MatchOver
from banneret.kernel.rulebook import Outcome


def score(game: War, seat: int, points: int, rule: str) -> None:
    """Give a player, and thus its team, Victory Points: icefire:overview.6, icefire:victory.1, icefire:team.8."""
    state = game.state
    if points and mode_of(state).may_score(state, seat):
        for one in side(state, seat):
            state.victory_points[one] += points
        player = state.law.players[seat]
        game.emit(PointsScored(player=player, points=points, total=state.victory_points[seat], rule=rule))


def destroyed_scores(game: War, unit: int, by: int) -> None:
    """Score for a destroyed combat unit: icefire:victory.10, icefire:ruling.50.

    If its owner's side destroyed it, or nobody, each opponent scores: icefire:victory.11, icefire:ruling.49.
    """
    state = game.state
    rule = "icefire:victory.10" if hostile(state, by, state.seat[unit]) else "icefire:victory.11"
    for seat in credited(state, unit, by):
        score(game, seat, mode_of(state).destroyed_points, rule)


def credited(state: State, unit: int, by: int) -> list[int]:
    """List the players who score for a destroyed unit, one per side.

    The opponent who destroyed it, or all of them: icefire:victory.10, icefire:victory.11.
    """
    owner = state.seat[unit]
    return [by] if hostile(state, by, owner) else one_a_side(state, opponents(state, owner))


def one_a_side(state: State, seats: Iterable[int]) -> list[int]:
    """Return the first of these players of each side, for what a team gains or does only once."""
    return list({state.sides[seat]: seat for seat in reversed([*seats])}.values())[::-1]


def needed_points(points: int) -> int:
    """Return the Victory Points needed to win at an army size: icefire:victory.4, icefire:ruling.53."""
    return 8 + 2 * ((points - SIZES[0]) // 10)


def needed(state: State) -> int:
    """Return the Victory Points needed to win the match; a team's armies count together.

    icefire:victory.4, icefire:ruling.54.
    """
    return needed_points(min(sum(state.points[one] for one in side(state, seat)) for seat in range(state.seats)))


def check_elimination(game: War) -> None:
    """End the match at once if only one side has combat units left: icefire:victory.8, icefire:victory.9.

    icefire:ruling.98. If no side has any, it is a draw: icefire:ruling.51. A team is out when none of its players has
    any: icefire:team.8, icefire:ruling.131. If more than one side remains, they continue: icefire:free-for-all.7.
    """
    state = game.state
    standing = {state.sides[state.seat[unit]] for unit in range(len(state.card)) if _stands(state, unit)}
    playing = [seat for seat in range(state.seats) if seat not in out(state)]
    gone = [seat for seat in playing if state.sides[seat] not in standing]
    if not gone:
        return
    if len(standing) > 1:
        for seat in gone:
            _leave(game, seat)
        return
    state.reason = "elimination"
    state.winner = next((seat for seat in playing if seat not in gone), NOBODY)
    raise MatchOver


def _leave(game: War, seat: int) -> None:
    """Remove a player without combat units from the match, with everything left: icefire:free-for-all.7.

    Non-combat units, cards on units and effects are removed too: icefire:ruling.120.
    """
    state = game.state
    state.marks.setdefault(OUT, []).append(seat)
    for ncu, owner in enumerate(state.ncu_seat):
        if owner == seat:
            state.ncu_alive[ncu] = False
            state.ncu_zone[ncu] = ""
            state.influence[ncu] = NO_UNIT
    state.discards[seat] += [one.card for one in state.attached if one.seat == seat]
    state.attached = tuple([one for one in state.attached if one.seat != seat])
    state.effects = tuple([one for one in state.effects if one.seat != seat])
    game.emit(PlayerEliminated(player=state.law.players[seat]))


def _stands(state: State, unit: int) -> bool:
    """Return whether a unit is on the table, and not in reserve (icefire:ruling.145), or returns to it."""
    if is_wall(state, unit):
        return False
    return (state.health[unit] > 0 and state.pose[unit] is not None) or mode_of(state).returns(state, unit)


def check_points(game: War) -> None:
    """End the match if a player has the needed points and the lead: icefire:victory.2, icefire:victory.3.

    icefire:overview.7, icefire:cleanup.4. After the last round the most points win (icefire:victory.5), then the points
    left on the battlefield (icefire:victory.6); else it is a draw: icefire:victory.7. All sides continue until then:
    icefire:free-for-all.6.
    """
    state = game.state
    if mode_of(state).decide(game):
        raise MatchOver
    sides = one_a_side(state, clockwise(state, 0))
    points = {seat: state.victory_points[seat] for seat in sides}
    most = max(points.values())
    ahead = [seat for seat in sides if points[seat] == most]
    if len(ahead) == 1 and most >= needed(state):
        state.winner, state.reason = ahead[0], "points"
        raise MatchOver
    if state.round < state.table.table.rounds:
        return
    stands = {seat: standing(state, seat) for seat in sides}
    best = [seat for seat in sides if stands[seat] == max(stands.values())]
    state.reason = "rounds"
    state.winner = best[0] if len(best) == 1 else NOBODY
    raise MatchOver


def standing(state: State, seat: int) -> tuple[int, int]:
    """Return a side's tiebreakers after the last round: Victory Points, then points left on the battlefield."""
    return state.victory_points[seat], sum(points_left(state, one) for one in side(state, seat))


def points_left(state: State, seat: int) -> int:
    """Return the points of a player's surviving combat units with their attachments: icefire:ruling.52.

    Those in reserve are not on the battlefield: icefire:ruling.145.
    """
    total, waiting = 0, reserve(state)
    for unit, owner in enumerate(state.seat):
        if owner == seat and state.health[unit] and unit not in waiting and not is_wall(state, unit):
            total += unit_card(state, unit).cost
            total += sum(state.cards.attachments[id].cost for id in state.attachments[unit])
    return total


def outcome(state: State) -> Outcome:
    """Return places, scores and reason: the winner's side first; a team shares its place.

    Without a winner, tied players share the first place; the others follow by standing, the first eliminated last.
    """
    scores = tuple(state.victory_points)
    if not state.reason or not free_for_all(state):
        won = [] if state.winner == NOBODY else side(state, state.winner)
        places = [sorted(won), [seat for seat in range(state.seats) if seat not in won]]
        return Outcome(tuple(tuple(place) for place in places if place), scores, state.reason or "open")
    ranks = {seat: _rank(state, seat) for seat in range(state.seats)}
    order = sorted(set(ranks.values()), reverse=True)
    shared = tuple(tuple(seat for seat, rank in ranks.items() if rank == one) for one in order)
    return Outcome(shared, scores, state.reason)


def _rank(state: State, seat: int) -> tuple[int, int, int]:
    """Return the sort key of the places in a free-for-all, the highest first."""
    gone = out(state)
    if seat in gone:
        return (gone.index(seat) - len(gone), 0, 0)
    if state.reason == "elimination":
        return (int(seat == state.winner), 0, 0)
    return (int(seat == state.winner), *standing(state, seat))


def announce_outcome(game: War) -> None:
    """Announce the result of the match."""
    state = game.state
    if state.winner == NOBODY:
        game.emit(MatchDrawn(reason=state.reason))
    else:
        game.emit(MatchWon(player=state.law.players[state.winner], reason=state.reason))
