"""Victory Points, and who has won."""

from __future__ import annotations

from banneret.games.icefire.events.round import MatchDrawn, MatchWon
from banneret.games.icefire.events.tokens import PointsScored
from banneret.games.icefire.game import War
from banneret.games.icefire.lists import SIZES
from banneret.games.icefire.modes.game_mode import mode_of
from banneret.games.icefire.rules.units import is_wall, opponent, unit_card
from banneret.games.icefire.state import NOBODY, State
from banneret.kernel.flow import MatchOver
from banneret.kernel.rulebook import Outcome


def score(game: War, seat: int, points: int, rule: str) -> None:
    """Give a player Victory Points: icefire:overview.6, icefire:victory.1."""
    state = game.state
    if points and mode_of(state).may_score(state, seat):
        state.victory_points[seat] += points
        player = state.law.players[seat]
        game.tell(PointsScored(player=player, points=points, total=state.victory_points[seat], rule=rule))


def destroyed_scores(game: War, unit: int, by: int) -> None:
    """Score for a destroyed combat unit: icefire:victory.10, icefire:ruling.50.

    If its owner's effect did it, or nobody's, each opponent scores: icefire:victory.11, icefire:ruling.49. With two
    players that is the same one.
    """
    state = game.state
    owner = state.seat[unit]
    rule = "icefire:victory.10" if by == opponent(owner) else "icefire:victory.11"
    score(game, opponent(owner), mode_of(state).destroyed_points, rule)


def needed_points(points: int) -> int:
    """Return the Victory Points that win at a size of armies: icefire:victory.4, icefire:ruling.53."""
    return 8 + 2 * ((points - SIZES[0]) // 10)


def check_elimination(game: War) -> None:
    """End the match at once if a player has no combat unit left: icefire:victory.8, icefire:victory.9.

    icefire:ruling.98. If both have none it is drawn: icefire:ruling.51. Before everybody has deployed nobody is out.
    """
    state = game.state
    gone = [
        seat for seat in range(state.seats) if not any(_stands(state, unit, seat) for unit in range(len(state.card)))
    ]
    if not gone:
        return
    state.reason = "elimination"
    state.winner = opponent(gone[0]) if len(gone) == 1 else NOBODY
    raise MatchOver


def _stands(state: State, unit: int, seat: int) -> bool:
    if state.seat[unit] != seat or is_wall(state, unit):
        return False
    return state.health[unit] > 0 or mode_of(state).returns(state, unit)


def check_points(game: War) -> None:
    """End the match if a player has the needed points and the lead: icefire:victory.2, icefire:victory.3.

    icefire:overview.7, icefire:cleanup.4. After the last round the most points win (icefire:victory.5), then the points
    left on the battlefield (icefire:victory.6); else it is drawn: icefire:victory.7.
    """
    state = game.state
    if mode_of(state).decide(game):
        raise MatchOver
    a, b = state.victory_points
    needed = needed_points(min(state.points))
    if a != b and max(a, b) >= needed:
        state.winner, state.reason = (0 if a > b else 1), "points"
        raise MatchOver
    if state.round < state.table.table.rounds:
        return
    left = [points_left(state, seat) for seat in range(state.seats)]
    best = max((a, left[0]), (b, left[1]))
    state.reason = "rounds"
    if (a, left[0]) == (b, left[1]):
        state.winner = NOBODY
    else:
        state.winner = 0 if (a, left[0]) == best else 1
    raise MatchOver


def points_left(state: State, seat: int) -> int:
    """Return the points of a player's living combat units with their attachments: icefire:ruling.52."""
    total = 0
    for unit, owner in enumerate(state.seat):
        if owner == seat and state.health[unit] and not is_wall(state, unit):
            total += unit_card(state, unit).cost
            total += sum(state.cards.attachments[id].cost for id in state.attachments[unit])
    return total


def outcome(state: State) -> Outcome:
    """Return places, scores and reason: the winner first; without one both share the first place."""
    scores = tuple(state.victory_points)
    if state.winner == NOBODY:
        return Outcome((tuple(range(state.seats)),), scores, state.reason or "open")
    return Outcome(((state.winner,), (opponent(state.winner),)), scores, state.reason)


def tell_outcome(game: War) -> None:
    """Tell how the match has ended."""
    state = game.state
    if state.winner == NOBODY:
        game.tell(MatchDrawn(reason=state.reason))
    else:
        game.tell(MatchWon(player=state.law.players[state.winner], reason=state.reason))
