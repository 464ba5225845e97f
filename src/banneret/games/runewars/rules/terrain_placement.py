"""Step 5 of the setup: terrain pieces are dealt, and placed in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from banneret.games.runewars.actions import PlaceTerrain
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.events.course import TerrainDealt, TerrainLeftOut, TerrainPlaced
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import SIDES, MatchState
from banneret.games.runewars.rules.ground.areas import areas_of, table_of_match
from banneret.games.runewars.rules.ground.surroundings import outline_of, terrain
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import QUARTER, TURN, Placed, Pose, Shape, Table, is_below, place, touch
from banneret.plane.distance import is_beside
from banneret.plane.extents import DOUBT, Bounds, extent, inner_radius, is_met, shifted
from banneret.text.message import Message, msg

BANDS_APART: Final = 2
"""The range within which a piece may not be of table edges and other pieces."""
_STEPS: Final = 7
"""The number of suggestions across the free ground, in each direction."""
_TRIES: Final = 60


def deal_terrain(game: Runewars) -> None:
    """Deal the number of pieces of each type given by the deployment card; each piece is dealt at most once."""
    # rules rw:setup.5, rw:14.0, rw:14.2, rw:41.10, rw:skirmish.3, rw:ruling.57
    state = game.state
    found = tabletop(state.data_pack)
    wanted = found.deployments[state.deployment] if state.deployment else found.skirmish
    left = list(found.pieces.values())
    for number, defensive in ((wanted.defensive, True), (wanted.dangerous, False)):
        for _ in range(number):
            piece = left.pop(game.chance.pick(len(left)))
            state.pieces.append(piece.defensive.id if defensive else piece.dangerous.id)
            state.piece_poses.append(None)
    game.emit(TerrainDealt(pieces=tuple(state.pieces)))


def waiting(state: MatchState) -> list[int]:
    """Return the pieces still to be placed."""
    return [piece for piece, pose in enumerate(state.piece_poses) if pose is None]


class Site(NamedTuple):
    """What the places of terrain depend on, collected once for all places examined."""

    table: Table
    pieces: list[Placed]
    areas: list[Placed]


def site_of(state: MatchState) -> Site:
    """Return what the places of terrain depend on now."""
    areas = [area for seat in range(SIDES) for area in areas_of(state, seat)]
    return Site(table_of_match(state), [placed for _, placed in terrain(state)], areas)


def _forbids(site: Site, placed: Placed) -> str | None:
    """Return why a piece may not be placed there, as the end of a message id, or None."""
    apart = BANDS_APART * tabletop().ruler.band
    if not is_below(apart, min(site.table.edge_gaps(placed))):
        return "edge"
    if any(touch(placed, other, apart) for other in site.pieces):
        return "near"
    return "area" if any(touch(placed, area, 0.0) for area in site.areas) else None


def _is_clear_of_edges(table: Table, bounds: Bounds) -> bool | None:
    """Whether a piece with these bounds is far enough from the edges of the table; None if only just, or just not."""
    apart = BANDS_APART * tabletop().ruler.band
    left, near, right, far = bounds
    gap = min(table.depth - far, table.width - right, near, left)
    return None if abs(gap - apart) <= DOUBT else gap > apart


def _is_clear(site: Site, bounds: Bounds) -> bool:
    """Whether a piece with these bounds is certainly far enough from the edges, the other pieces and the areas."""
    apart = BANDS_APART * tabletop().ruler.band + DOUBT
    return (
        bool(_is_clear_of_edges(site.table, bounds))
        and all(is_beside(bounds, other.bounds, apart) for other in site.pieces)
        and all(is_beside(bounds, area.bounds, DOUBT) for area in site.areas)
    )


def _is_barred(site: Site, shape: Shape, x: float, y: float) -> bool:
    """Whether a piece at a place is certainly too near to another piece, or in an area."""
    inner = inner_radius(shape)
    apart = BANDS_APART * tabletop().ruler.band + inner - DOUBT
    for other in site.pieces:
        dx, dy, reach = other.x - x, other.y - y, apart + inner_radius(other.shape)
        if dx * dx + dy * dy < reach * reach:
            return True
    return any(is_met(area, x, y, inner) for area in site.areas)


class TerrainSpace(Space[PlaceTerrain]):
    """Which piece is placed where? Suggested: places in rows across the free ground, along and across the table."""

    __slots__ = ("state",)
    kind = "terrain"
    rule = "rw:setup.5a"
    answers = (PlaceTerrain,)

    def __init__(self, state: MatchState) -> None:
        self.state = state

    def refusal(self, action: PlaceTerrain) -> Refusal | None:
        """Refuse pieces that are not waiting, and places too near a table edge, other terrain or deployment areas."""
        # rules rw:setup.5a, rw:63.5
        state = self.state
        if all(state.pieces[piece] != action.piece for piece in waiting(state)):
            return Refusal("rw:setup.5", msg("refuse.terrain.piece", piece=action.piece))
        if not 0 <= action.heading < TURN:
            return Refusal("rw:setup.5a", msg("refuse.heading", heading=action.heading))
        reason = _forbids(site_of(state), place(outline_of(action.piece), Pose(action.x, action.y, action.heading)))
        return None if reason is None else Refusal("rw:setup.5a", msg(f"refuse.terrain.{reason}", piece=action.piece))

    def suggest(self) -> list[PlaceTerrain]:
        """List the places piece by piece, from the left of the table to the right."""
        return [found for piece in waiting(self.state) for found in self.places(piece)]

    def places(self, piece: int) -> list[PlaceTerrain]:
        """Return places that suit a piece; if empty, it cannot be placed anywhere."""
        for steps in (_STEPS, 6 * _STEPS):  # close together only where there is little room left
            found = list(self._free(piece, steps))
            if found:
                return found
        return []

    def has_place(self, piece: int) -> bool:
        """Whether there is a suggested place for a piece."""
        return any(True for steps in (_STEPS, 6 * _STEPS) for _ in self._free(piece, steps))

    def _free(self, piece: int, steps: int) -> Iterator[PlaceTerrain]:
        side, site = self.state.pieces[piece], site_of(self.state)
        table, outline = site.table, outline_of(side)
        for across in range(1, steps + 1):
            for along in range(1, steps + 1):
                x, y = table.width * across // (steps + 1), table.depth * along // (steps + 1)
                if _is_barred(site, outline, x, y):
                    continue
                for heading in (0, QUARTER):
                    bounds = shifted(extent(outline, heading), x, y)
                    if _is_clear_of_edges(table, bounds) is False:
                        continue
                    if _is_clear(site, bounds) or _forbids(site, place(outline, Pose(x, y, heading))) is None:
                        yield PlaceTerrain(side, x, y, heading)

    def sample(self, stream: Stream) -> PlaceTerrain:
        """Draw a piece and any allowed place with any heading."""
        table = table_of_match(self.state)
        sides = [self.state.pieces[piece] for piece in waiting(self.state)]
        for _ in range(_TRIES):
            x, y = stream.below(table.width), stream.below(table.depth)
            drawn = PlaceTerrain(stream.choice(sides), x, y, stream.below(TURN))
            if self.refusal(drawn) is None:
                return drawn
        return stream.choice(self.suggest())

    def check(self, action: PlaceTerrain) -> Refusal | Message:
        """Return a message that the piece can be placed there, or the refusal."""
        return self.refusal(action) or msg("check.terrain", piece=action.piece, x=action.x, y=action.y)


def place_terrain(game: Runewars) -> Flow[None]:
    """Let a player place one piece; the deployment's chooser begins. Pieces that do not fit anywhere are left out."""
    # rules rw:setup.5, rw:setup.5a, rw:ruling.43
    state = game.state
    space = TerrainSpace(state)
    for piece in reversed(waiting(state)):
        if not space.has_place(piece):
            game.emit(TerrainLeftOut(piece=state.pieces[piece]))
            del state.pieces[piece], state.piece_poses[piece]
    if waiting(state):
        answer = yield from ask(state.turn, space)
        piece = next(one for one in waiting(state) if state.pieces[one] == answer.piece)
        state.piece_poses[piece] = (answer.x, answer.y, answer.heading)
        game.emit(TerrainPlaced(piece=answer.piece, x=answer.x, y=answer.y, heading=answer.heading))
        state.turn = 1 - state.turn
    if not waiting(state):
        state.turn = state.deployer  # the player who did not choose the objective places its tokens first
        state.step = "tokens"
