"""The end of the match: who is first, second, and so on."""

from __future__ import annotations

from banneret.games.thrones.content.components import VICTORY_AREAS
from banneret.games.thrones.rules.control import fortified, standing
from banneret.games.thrones.state import NOBODY, State
from banneret.kernel.rulebook import Outcome


def ranking(state: State) -> list[int]:
    """Return the seats, the best first: thrones:end.1, thrones:aim.1.

    A house that won at once by seven areas comes first (thrones:end.5), the others by fortified areas, then land
    areas, supply, and position on the Iron Throne track (thrones:end.3, thrones:end.4).
    """
    return sorted(range(state.seats), key=lambda seat: (seat == state.winner, standing(state, seat)), reverse=True)


def outcome(state: State) -> Outcome:
    """Return places, the numbers of castle and stronghold areas controlled, and the reason: thrones:end.2.

    A house may win in the midst of a march by an area that an enemy has left to fight elsewhere: it still has seven.
    """
    scores = [fortified(state, seat) for seat in range(state.seats)]
    if state.winner != NOBODY:
        scores[state.winner] = max(scores[state.winner], VICTORY_AREAS)
    return Outcome(tuple((seat,) for seat in ranking(state)), tuple(scores), state.reason)
