"""The end of the match and the ranking of the houses."""

from __future__ import annotations

from banneret.games.thrones.content.components import VICTORY_AREAS
from banneret.games.thrones.rules.control import fortified, standing
from banneret.games.thrones.state import NOBODY, State
from banneret.kernel.rulebook import Outcome


def ranking(state: State) -> list[int]:
    """Return the seats in order of rank: thrones:end.1, thrones:aim.1.

    A house that has won with seven areas comes first (thrones:end.5); the others rank by fortified areas, land areas,
    supply, and position on the Iron Throne track (thrones:end.3, thrones:end.4).
    """
    return sorted(range(state.seats), key=lambda seat: (seat == state.winner, standing(state, seat)), reverse=True)


def outcome(state: State) -> Outcome:
    """Return places, numbers of castle and stronghold areas controlled, and the reason: thrones:end.2.

    A house may win during a march by gaining an area that an enemy has left to fight elsewhere: it still counts seven.
    """
    scores = [fortified(state, seat) for seat in range(state.seats)]
    if state.winner != NOBODY:
        scores[state.winner] = max(scores[state.winner], VICTORY_AREAS)
    return Outcome(tuple((seat,) for seat in ranking(state)), tuple(scores), state.reason)
