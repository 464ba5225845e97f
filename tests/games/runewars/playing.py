"""Players for whole matches: one that seeks battle, so that random matches see more than empty marches."""

from __future__ import annotations

from typing import Any, Final

from banneret.games.runewars.actions import Content, Deploy, Move, SetDials
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rules.ground.surroundings import split
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream

ENGAGED: Final = ("melee-attack", "rally", "skill", "shift", "reform")
MIDDLE: Final = 7200
FREE: Final = ("march", "march", "ranged-attack", "skill", "shift", "reform")


def fierce(match: Match[Any], ask: Ask, stream: Stream) -> Action:
    """Answer as one who seeks battle: marches and charges at the enemy, attacks where engaged; else at random."""
    chooser: Any = ask.chooser
    state: MatchState = match.state
    if ask.kind == "content" and stream.below(8):
        return Content()
    if ask.kind == "dials" and stream.below(6):
        return _dials(state, chooser.unit, list(ask.options), stream)
    if ask.kind == "move" and stream.below(5):
        moves: list[Move] = list(ask.options)
        return min(moves, key=lambda move: _nearest(state, chooser, move))
    if ask.kind == "deploy" and stream.below(3):
        places: list[Deploy] = list(ask.options)
        return min(places, key=lambda one: (abs(one.y - MIDDLE), stream.below(100)))
    if ask.kind in ("may", "bane", "close-in", "surges") and stream.below(4):
        options: list[Action] = list(ask.options)
        return stream.choice(options[1:] or options)
    drawn: Action = chooser.draw(ask.options, stream)
    return drawn


def _dials(state: MatchState, unit: int, options: list[SetDials], stream: Stream) -> SetDials:
    """Draw an action that suits, with a modifier that goes with it."""
    wanted = stream.choice(ENGAGED if split(state, unit)[0] else FREE)
    fitting = [one for one in options if one.action.startswith(wanted)]
    stances = [one for one in fitting if one.modifier.rpartition("-")[2] in ("white", *one.action.split("-"))]
    charges = [one for one in stances if "charge" in one.modifier]
    return stream.choice((charges if stream.below(2) else []) or stances or fitting or options)


def _nearest(state: MatchState, chooser: Any, move: Move) -> int:
    """The square of how far the nearest enemy is after a move."""
    end = chooser.judged(move)[0].pose
    enemies = [
        pose for pose, seat in zip(state.poses, state.seat, strict=True) if pose and seat != state.seat[chooser.unit]
    ]
    return min(((end.x - x) ** 2 + (end.y - y) ** 2 for x, y, _ in enemies), default=0)
