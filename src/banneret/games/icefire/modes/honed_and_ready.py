"""Honed and Ready: five objectives between two castle walls, which shoot at units that hold the nearest objectives."""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.effects.registry import choices
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.objectives import ObjectiveMode, radius
from banneret.games.icefire.modes.siege.walls import lay_walls
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.table.choosers import choose_unit
from banneret.games.icefire.rules.table.ground import center, piece_at
from banneret.games.icefire.rules.table.units import CASTLE_WALL, enemies_on_table, units_on_table
from banneret.games.icefire.state import NOBODY, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow
from banneret.plane import disc_distance

(ARROWS,) = choices("arrows")
"""The effect that may replace a zone's."""
SHOT_AT: Final = "under-arrows"
"""Units at which the walls shoot after scoring: a key in `State.marks`."""


def beside_walls(state: State) -> list[int]:
    """List the tokens nearest to a castle wall, including ties."""
    found: set[int] = set()
    for id, pose in zip(state.pieces, state.piece_pose, strict=True):
        if id == CASTLE_WALL:
            wall = piece_at(id, pose)
            apart = [round(disc_distance(wall, token, radius(state))) for token in state.tokens]
            found |= {token for token, length in enumerate(apart) if length == min(apart)}
    return sorted(found)


@mode
class HonedAndReady(ObjectiveMode):
    """Objectives as in A Game of Thrones, without cards: icefire:honed-and-ready.2, icefire:honed-and-ready.4."""

    id = "honed-and-ready"
    claims_by: ClassVar[str] = "icefire:honed-and-ready.4"
    own_pieces = frozenset({CASTLE_WALL})
    barred = frozenset({"impassable"})
    score_rule: ClassVar[str] = "icefire:honed-and-ready.14"
    commander_rule: ClassVar[str] = "icefire:honed-and-ready-2021.3"

    def set_up(self, state: State, chance: Chance) -> None:
        """Place a castle wall at the middle of each flank edge: icefire:honed-and-ready.3, icefire:honed-and-ready.11.

        They are placed before all other terrain.
        """
        super().set_up(state, chance)
        lay_walls(state)

    def score(self, game: War) -> Flow[None]:
        """Score the objectives, then let the walls shoot: icefire:honed-and-ready.12, icefire:ruling.88.

        icefire:honed-and-ready.14, icefire:honed-and-ready-2021.3. The Hits are not an attack and belong to no player:
        icefire:ruling.98.
        """
        state = game.state
        state.marks[SHOT_AT] = []
        yield from super().score(game)
        for unit in state.marks.pop(SHOT_AT):
            yield from suffer_hits(game, unit, game.chance.pick(3) + 3, NOBODY)

    def act(self, game: War, token: int, unit: int) -> Flow[None]:
        """Record that a wall shoots at the unit that scores a token near it: icefire:honed-and-ready.12."""
        state = game.state
        yield from ()
        if token in beside_walls(state):
            state.marks[SHOT_AT].append(unit)

    def zone_choices(self, state: State, ncu: int, zone: str) -> list[str]:
        """Offer arrows instead of a zone's effect if there is a target: icefire:honed-and-ready.13."""
        return [ARROWS] if self.exposed(state) else []

    def exposed(self, state: State) -> list[int]:
        """List both players' units that control an objective other than the central one."""
        middle = state.tokens.index(center(state))
        units = units_on_table(state, 0) + enemies_on_table(state, 0)
        return [unit for unit in units if any(token != middle for token in self.controlled(state, unit))]

    def zone_effect(self, game: War, ncu: int, choice: str) -> Flow[None]:
        """Inflict D3+2 Hits on one of the exposed units: icefire:honed-and-ready.13."""
        state = game.state
        seat = state.ncu_seat[ncu]
        unit = yield from choose_unit(state, seat, self.exposed(state), "arrows", "icefire:honed-and-ready.13")
        yield from suffer_hits(game, unit, game.chance.pick(3) + 3, seat)
