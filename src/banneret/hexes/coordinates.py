"""Axial coordinates of pointy-top hexes: `q` increases to the right, `r` down the board."""

from __future__ import annotations

from typing import Final, NamedTuple


class Hex(NamedTuple):
    """A hex. `s` is the third cube coordinate; the three add up to zero."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r


DIRECTIONS: Final = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""East, north-east, north-west, west, south-west, south-east: counterclockwise, with opposites three apart."""


def shifted(start: Hex, by: Hex, times: int = 1) -> Hex:
    """Return the hex reached by adding an offset `times` times."""
    return Hex(start.q + by.q * times, start.r + by.r * times)


def neighbour(of: Hex, direction: int) -> Hex:
    """Return the neighbour in one of the six directions."""
    return shifted(of, DIRECTIONS[direction])


def neighbours(of: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours, in the order of `DIRECTIONS`."""
    return tuple(shifted(of, step) for step in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes, which is the range of an attack."""
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def direction_of(a: Hex, b: Hex) -> int | None:
    """Return the direction from a to the adjacent hex b, or None if they are not adjacent."""
    step = Hex(b.q - a.q, b.r - a.r)
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at exactly the given distance, counterclockwise from the one due east."""
    if radius < 0:
        raise ValueError(f"the radius of a ring must not be negative: {radius}")
    if radius == 0:
        return (centre,)
    found = []
    at = shifted(centre, DIRECTIONS[0], radius)
    for side in range(6):
        for _ in range(radius):
            found.append(at)
            at = neighbour(at, (side + 2) % 6)
    return tuple(found)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes within the given distance, ring by ring."""
    return tuple(found for size in range(radius + 1) for found in ring(centre, size))
