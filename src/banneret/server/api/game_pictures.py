"""Pictures of games: positions of matches between bots, as drawn by the games."""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

from banneret.bots.judging import judging_of
from banneret.bots.playouts import pick
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.settings import PAGE_FOLDER
from banneret.show.introduction import Picture, introduction_of

ANSWERS: Final = 60
"""Default number of answers before the picture is drawn."""
NOISE: Final = 0.5
"""Difference within which evaluations of answers are considered equal."""

FONTS: Final = {
    "Alegreya": ("alegreya-latin-800-normal-*.woff2", "font-weight:700"),
    "EB Garamond": ("eb-garamond-600-italic-*.woff2", "font-weight:600;font-style:italic"),
    "Source Sans 3": ("source-sans-3-latin-600-normal-*.woff2", "font-weight:400 700"),
}
"""Font families of drawings, with their files among the page's assets, and their CSS properties."""

_ROOT: Final = re.compile(r"<svg\b[^>]*>")
_FIT: Final = 'preserveAspectRatio="xMidYMid slice"'
_FRAME: Final = re.compile(r' (?:viewBox|width|height|data-focus)="[^"]*"')


def picture_of(id_: str, wide: bool = False) -> str:
    """Return the picture of a game: a position from the middle of a match, as SVG."""
    shown = _chosen_by(id_)
    drawing = _position(id_)
    return drawing if shown is None else cropped(drawing, (shown.wide if wide else None) or shown.view)


def _chosen_by(id_: str) -> Picture | None:
    told = introduction_of(rulebook(id_))
    return None if told is None else told.picture


@lru_cache(maxsize=64)
def _position(id_: str) -> str:
    wanted = _chosen_by(id_) or Picture((0, 0, 0, 0), answers=ANSWERS)
    match = new_match(id_, seats=rulebook(id_).seats_at_first(), seed=wanted.seed, options=wanted.options, events=False)
    judge, random = judging_of(match.rulebook), Random(wanted.seed).random
    for _ in range(wanted.answers):
        if match.outcome is not None:
            break
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, pick(match, ask, judge, random, NOISE))
    return with_fonts(_drawn(match), PAGE_FOLDER / "assets")


@lru_cache(maxsize=128)
def option_picture(id_: str, option: str, value: str) -> str:
    """Return the initial board of a match with this value of an option, as SVG. Raises OptionError."""
    match = new_match(id_, seats=rulebook(id_).seats_at_first(), seed=1, options={option: value}, events=False)
    return _drawn(match)


def cropped(drawing: str, view: tuple[float, float, float, float]) -> str:
    """Return a drawing cropped to a view."""
    x, y, width, height = (f"{one:g}" for one in view)
    frame = (
        f' viewBox="{x} {y} {width} {height}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice">'
    )
    return _ROOT.sub(lambda root: _FRAME.sub("", root[0])[:-1] + frame, drawing, count=1)


def with_fonts(drawing: str, parts: Path) -> str:
    """Return a drawing with its fonts embedded, because as an image it cannot use those of the page."""
    faces = []
    for family, (pattern, style) in FONTS.items():
        file = next(iter(sorted(parts.glob(pattern))), None)
        if file is not None and family in drawing:
            written = base64.b64encode(file.read_bytes()).decode()
            source = f"url(data:font/woff2;base64,{written})"
            faces.append(f"@font-face{{font-family:'{family}';{style};src:{source}}}")
    if not faces:
        return drawing
    return _ROOT.sub(lambda root: f"{root[0]}<style>{''.join(faces)}</style>", drawing, count=1)


def _drawn(match: Match[Any]) -> str:
    return GuardedShowing(match.rulebook).board(match.view(None).game)
