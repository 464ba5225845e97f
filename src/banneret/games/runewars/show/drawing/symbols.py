"""Tokens and symbols, drawn around their centre."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.runewars.content.components import Amount
from banneret.games.runewars.show.drawing.layout import MARKS, STANCES, TOKENS, Point
from banneret.games.runewars.show.drawing.style import ROOT
from banneret.show.svg import box, circle, group, path, text
from banneret.show.tabletop.trays import LEAST_SIZE

SWORDS: Final = "M-8 -8L8 8M8 -8L-8 8M-8 3L-3 8M8 3L3 8"
DIAMOND: Final = "M0 -5L5 0L0 5L-5 0Z"


def mark(id: str, at: Point, classes: str = "s-print", scale: float = 1.0) -> str:
    """Return the symbol of an action, a modifier, an icon or a rune."""
    return group(path(MARKS[id], f"line {classes}", stroke_width=1.7), at=at, scale=scale)


def stance(id: str, at: Point, scale: float = 1.0) -> str:
    """Return a stance: its colour and its outline."""
    return group(path(STANCES[id].outline, f"stance-{id} token"), at=at, scale=scale)


def amount(value: Amount, at: Point, size: float = 13) -> str:
    """Return a number, or the symbol of the rune that counts with any number added to it."""
    if isinstance(value, int):
        return text(*at, str(value), size, "print strong")
    more, plus, rune = value.rpartition("+")
    if rune not in MARKS:
        return text(*at, "?", size, "print strong")
    shift = size * 0.55 if plus else 0.0
    added = text(at[0] - shift, at[1], more + plus, size * 0.85, "print strong") if plus else ""
    return added + mark(rune, (at[0] + shift, at[1]), scale=size / 20)


def die(colour: str, icons: Sequence[str] = ()) -> str:
    """Return a die of a colour with the icons of its face."""
    marked = "s-print" if colour == "white" else "s-paper"
    places = ((0.0, 0.0),) if len(icons) == 1 else ((-6.0, 0.0), (6.0, 0.0))
    scale = 1.0 if len(icons) == 1 else 0.7
    signs = "".join(mark(icon, at, marked, scale) for icon, at in zip(icons, places, strict=False))
    return box(-13, -13, 26, 26, f"die-{colour} token", r=5) + signs


def token(id: str, number: int, at: Point, scale: float = 1.0) -> str:
    """Return a boon (light and round) or a bane (dark and square) with its number."""
    sign = TOKENS[id]
    if sign.kind == "boon":
        face = circle(0, 0, 9.5, "boon token") + group(path(sign.path, "line s-print", stroke_width=1.4), scale=0.95)
    else:
        face = box(-9, -9, 18, 18, "bane token", r=3)
        face += group(path(sign.path, "line s-bane", stroke_width=2), scale=0.9)
    if number > 1:
        face += circle(9, -9, 7.5, "paper token") + text(9, -9, str(number), LEAST_SIZE, "print strong")
    return group(face, at=at, scale=scale)


def rune(id: str, number: int, at: Point) -> str:
    """Return the number of active runes of a kind."""
    return group(
        circle(0, 0, 14, "paper token"),
        mark(id, (0, 0)),
        text(24, 0, str(number), 17, "ink strong"),
        at=at,
        class_=None if number else "faint",
    )


def back(player: str, at: Point, width: float, height: float) -> str:
    """Return a face-down dial."""
    shape = (-width / 2, -height / 2, width, height)
    return group(
        box(*shape, f"p-{player} token", r=4),
        box(*shape, "weave", r=4, fill=f"url(#{ROOT}-weave-{player})"),
        text(0, 0, "?", height * 0.6, f"pi-{player} strong"),
        at=at,
    )
