"""Distances and adjacency on the map, as the evaluation needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.thrones.content.board import ADJACENT, FORTIFIED, KIND, LAND, LAND_NEIGHBOURS, PORT, SEA

FAR: Final = 3
"""Units this many moves away still threaten a castle that nobody guards."""
FARTHER: Final = 0.35
"""Factor of that threat for each move after the first."""


def _steps(start: int, neighbours: Sequence[Sequence[int]], most: int | None = None) -> dict[int, int]:
    """Return the number of steps from an area to each area in reach of `most` steps, itself included."""
    steps = {start: 0}
    frontier = [start]
    for area in frontier:  # grows during the iteration
        for other in neighbours[area]:
            if other not in steps and (most is None or steps[area] < most):
                steps[other] = steps[area] + 1
                frontier.append(other)
    return steps


def _distances() -> tuple[tuple[float, ...], ...]:
    """Return, for each land area, its proximity to each fortified one: 1, 1/2, 1/4 ... per march over land."""
    near = []
    for start in range(len(LAND_NEIGHBOURS)):
        steps = _steps(start, LAND_NEIGHBOURS)
        near.append(tuple(0.5 ** steps[area] if area in steps else 0.0 for area in FORTIFIED))
    return tuple(near)


NEAR: Final = _distances()
"""For each land area, its proximity to each fortified one."""

BESIDE: Final = tuple(
    tuple(b for b in others if KIND[b] != PORT and not (KIND[a] == SEA and KIND[b] == LAND)) if KIND[a] != PORT else ()
    for a, others in enumerate(ADJACENT)
)
"""For each area, the areas (ports excluded) from which a support order reaches it."""
HELPED: Final = tuple(tuple(a for a, others in enumerate(BESIDE) if b in others) for b in range(len(ADJACENT)))
"""For each area, the areas that a support order there reaches."""


def _ranges() -> tuple[tuple[tuple[int, float], ...], ...]:
    """Return, for each area, the areas from which it can be reached within three moves, and the risk from each."""
    without_ports = [[other for other in others if KIND[other] != PORT] for others in ADJACENT]
    found = []
    for start in range(len(ADJACENT)):
        steps = _steps(start, without_ports, FAR)
        found.append(tuple((area, FARTHER ** (step - 1)) for area, step in steps.items() if step))
    return tuple(found)


RANGES: Final = _ranges()
"""For each area, the areas from which units threaten it when nobody guards it, and the risk from each."""
