"""Castle walls as pieces of terrain: where a game mode lays them."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.games.icefire.rules.ground import CASTLE_WALL, SIZE, inches
from banneret.games.icefire.state import State
from banneret.plane import TURN, Pose


def wall_places(state: State) -> Iterator[Pose]:
    """Yield where the castle walls of the mode stand."""
    middle = SIZE // 2
    for x, y, degrees in state.mode.walls:
        yield Pose(middle + inches(x), middle + inches(y), round(degrees * 100) % TURN)


def lay_walls(state: State) -> None:
    """Lay the castle walls of the mode as terrain: icefire:honed-and-ready.3."""
    for pose in wall_places(state):
        state.pieces.append(CASTLE_WALL)
        state.piece_pose.append(pose)
