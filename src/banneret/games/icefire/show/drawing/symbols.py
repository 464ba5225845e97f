"""Tokens and signs, drawn around their center."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.show.drawing.layout import CONDITIONS, ZONES
from banneret.show.svg import box, circle, group, path, text
from banneret.show.tabletop.trays import LEAST_SIZE

DROP: Final = "M0 -7C4 -2 6 0 6 3A6 6 0 0 1 -6 3C-6 0 -4 -2 0 -7Z"
SWORDS: Final = "M-8 -8L8 8M8 -8L-8 8M-8 3L-3 8M8 3L3 8"
STAR: Final = "M0 -6L1.6 -1.9L6 -1.9L2.4 0.8L3.7 5L0 2.4L-3.7 5L-2.4 0.8L-6 -1.9L-1.6 -1.9Z"
DIAMOND: Final = "M0 -5L5 0L0 5L-5 0Z"
_PIPS: Final = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip  # several to a line


def condition(id: str, at: tuple[float, float], scale: float = 1.0) -> str:
    """Return a Condition token."""
    mark = CONDITIONS[id]
    outline = path(mark.outline, "lift") + path(mark.outline, "paper token")
    return group(group(outline, scale=1.35), text(0, 1, mark.letter, LEAST_SIZE, "print strong"), at=at, scale=scale)


def wounds(left: int, at: tuple[float, float]) -> str:
    """Return a drop with the remaining Wounds of a unit."""
    drop = path(DROP, "lift") + path(DROP, "wound token")
    return group(group(drop, scale=1.5), text(0, 2.5, str(left), LEAST_SIZE, "paper strong"), at=at)


def zone_sign(zone: str, at: tuple[float, float], classes: str, scale: float = 1.0) -> str:
    """Return the sign of a zone of the Tactics Board."""
    return group(path(ZONES[zone].mark, f"line {classes}", stroke_width=2), at=at, scale=scale)


def counter(name: str, number: int, at: tuple[float, float]) -> str:
    """Return a counter token: the first letter of its name and the number."""
    shown = name[:1].upper() + (str(number) if number > 1 else "")
    return group(box(-12, -8, 24, 16, "coin token", r=4), text(0, 0, shown, LEAST_SIZE, "paper strong"), at=at)


def die(face: int, at: tuple[float, float]) -> str:
    """Return a die."""
    pips = "".join(circle(x * 5, y * 5, 1.9, "print") for x, y in _PIPS[face])
    return group(box(-10, -10, 20, 20, "paper token", r=4), pips, at=at)


def cost(number: int) -> str:
    """Return a die with three sides: the cost in Wounds of a failed Panic Test."""
    return group(path("M0 -13L13 10H-13Z", "paper token"), text(0, 3, str(number), LEAST_SIZE, "print strong"))
