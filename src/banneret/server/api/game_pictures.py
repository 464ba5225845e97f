"""Pictures of games: positions of matches that bots play, drawn as a game draws its board."""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Any, Final

from banneret.bots.judging import judging_of
from banneret.bots.playouts import pick
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.show.introduction import Picture, introduction_of

ANSWERS: Final = 60
"""Number of answers before the picture of a game that does not choose a position itself."""
NOISE: Final = 0.5
"""Points within which estimates of answers are equally good."""

_ROOT: Final = re.compile(r"<svg\b[^>]*>")
_FIT: Final = 'preserveAspectRatio="xMidYMid slice"'
_FRAME: Final = re.compile(r' (?:viewBox|width|height|data-focus)="[^"]*"')


@lru_cache(maxsize=64)
def picture_of(id_: str) -> str:
    """Return the picture of a game: a position in the midst of a match."""
    told = introduction_of(rulebook(id_))
    shown = None if told is None else told.picture
    wanted = shown or Picture((0, 0, 0, 0), ANSWERS)
    match = new_match(id_, seats=rulebook(id_).seats_at_first(), seed=wanted.seed, options=wanted.options, events=False)
    judge, random = judging_of(match.rulebook), Random(wanted.seed).random
    for _ in range(wanted.answers):
        if match.outcome is not None:
            break
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, pick(match, ask, judge, random, NOISE))
    return _drawn(match) if shown is None else cropped(_drawn(match), shown.view)


@lru_cache(maxsize=128)
def option_picture(id_: str, option: str, value: str) -> str:
    """Return the board at the beginning of a match with this value of an option. Raises OptionError."""
    match = new_match(id_, seats=rulebook(id_).seats_at_first(), seed=1, options={option: value}, events=False)
    return _drawn(match)


def cropped(drawing: str, view: tuple[float, float, float, float]) -> str:
    """Return a drawing of which only this part is visible."""
    x, y, width, height = (f"{one:g}" for one in view)
    frame = (
        f' viewBox="{x} {y} {width} {height}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice">'
    )
    return _ROOT.sub(lambda root: _FRAME.sub("", root[0])[:-1] + frame, drawing, count=1)


def _drawn(match: Match[Any]) -> str:
    return GuardedShowing(match.rulebook).board(match.view(None).game)
