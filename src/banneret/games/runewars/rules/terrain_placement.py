"""Step 5 of the setup: terrain pieces are dealt, and placed in turn."""

from __future__ import annotations

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
from banneret.plane import QUARTER, TURN, Placed, Pose, Table, is_below, place, touch
from banneret.plane.distance import is_beside
from banneret.plane.extents import DOUBT, Bounds, extent, inner_radius, is_upright, shifted
from banneret.plane.memo import Memo
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


class _Search:
    """Search for places of a piece. Bounding circles and rectangles decide most of them."""

    __slots__ = (
        "_apart",
        "_area_bounds",
        "_areas",
        "_extents",
        "_inner",
        "_outline",
        "_piece_bounds",
        "_pieces",
        "_site",
    )

    def __init__(self, side: str, site: Site) -> None:
        self._outline = outline_of(side)
        self._site = site
        self._extents = [(heading, extent(self._outline, heading)) for heading in (0, QUARTER)]
        apart = BANDS_APART * tabletop().ruler.band
        inner = max(0.0, inner_radius(self._outline) - DOUBT)
        near = [(one, inner + apart + inner_radius(one.shape)) for one in site.pieces]
        self._pieces = [(one.x, one.y, reach * reach) for one, reach in near]
        self._areas = [area.bounds for area in site.areas if is_upright(area)]
        self._apart = apart
        self._piece_bounds = [one.bounds for one in site.pieces]
        self._area_bounds = [area.bounds for area in site.areas]
        self._inner = inner * inner

    def places(self, steps: int) -> list[Pose]:
        """Return the free places of a grid with this number of steps each way, from left to right."""
        width, depth = self._site.table.width, self._site.table.depth
        return [
            pose
            for across in range(1, steps + 1)
            for along in range(1, steps + 1)
            for pose in self._free(width * across // (steps + 1), depth * along // (steps + 1))
        ]

    def _free(self, x: int, y: int) -> list[Pose]:
        """Return the poses of a piece at a point."""
        for ox, oy, square in self._pieces:
            if (ox - x) * (ox - x) + (oy - y) * (oy - y) < square:
                return []
        for left, near, right, far in self._areas:
            dx = left - x if x < left else x - right if x > right else 0.0
            dy = near - y if y < near else y - far if y > far else 0.0
            if dx * dx + dy * dy < self._inner:
                return []
        found = []
        for heading, bounds in self._extents:
            clear = self._is_clear(shifted(bounds, x, y))
            pose = Pose(x, y, heading)
            if clear or (clear is None and _forbids(self._site, place(self._outline, pose)) is None):
                found.append(pose)
        return found

    def _is_clear(self, bounds: Bounds) -> bool | None:
        """Whether a piece with these bounds is far enough from everything; None if that must be measured exactly."""
        table, apart = self._site.table, self._apart
        left, near, right, far = bounds
        gap = min(table.depth - far, table.width - right, near, left)
        if gap < apart - DOUBT:
            return False
        if gap <= apart + DOUBT:
            return None
        for piece in self._piece_bounds:  # loops without generators, as they run for every place
            if not is_beside(bounds, piece, apart + DOUBT):
                return None
        for area in self._area_bounds:
            if not is_beside(bounds, area, DOUBT):
                return None
        return True


_PLACES: Final[Memo[list[Pose]]] = Memo(1 << 10)
"""The free places of a piece by its side, and by everything that it must be kept away from."""


def _places(side: str, site: Site) -> list[Pose]:
    search = _Search(side, site)
    return search.places(_STEPS) or search.places(6 * _STEPS)  # close together only where there is little room left


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
        side, site = self.state.pieces[piece], site_of(self.state)
        key = side, site.table, tuple(site.pieces), tuple(site.areas)
        return [PlaceTerrain(side, *pose) for pose in _PLACES.get(key, lambda: _places(side, site))]

    def has_place(self, piece: int) -> bool:
        """Whether there is a suggested place for a piece."""
        return bool(self.places(piece))

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
