"""Battlefield Setup: terrain chosen and placed by the players, and the legal places of terrain."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from banneret.games.icefire.actions import Choose, LayPiece
from banneret.games.icefire.content.tabletop import PieceId
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.effects.registry import choices
from banneret.games.icefire.events.round import TerrainLaid
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.deployment import roll_off
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.ground import DEPTH, GIVE, INCH, center, piece_at, piece_card, table_of, width
from banneret.games.icefire.rules.table.paths import is_heading
from banneret.games.icefire.rules.table.sides import clockwise, free_for_all
from banneret.games.icefire.rules.table.zones import all_zones, meets
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import QUARTER, TURN, Placed, Pose, disc_distance, distance
from banneret.plane.distance import is_far
from banneret.plane.memo import Memo
from banneret.text.message import Message, msg

PLACED: Final = {"chosen": "icefire:setup.7", "pool": "icefire:setup.13", "layout": "icefire:setup.15"}
"""The settings in which players place terrain, the three methods of the rulebook, with the rule of each."""
PIECES: Final[tuple[PieceId, ...]] = (
    "forest", "weirwood", "corpse-pile", "palisade", "bog", "stakes", "low-wall", "hedge",
)  # fmt: skip  # several to a line
"""The pieces that players may choose, in the order of the data."""
choices(*PIECES)
BETWEEN: Final = 6 * INCH
"""Distance between pieces of terrain: icefire:setup.8."""
AROUND: Final = 1 * INCH
"""Distance of terrain from pieces that the mode places: icefire:feast-for-crows.6."""
TRIES: Final = 200
_STEPS: Final = (6 * INCH, 2 * INCH)
"""Spacing of the suggestions; the smaller one if the larger one finds no room."""
_FREE: Final[Memo[list[LayPiece]]] = Memo(1 << 10)
_ROOM: Final[Memo[bool]] = Memo()
"""The suggestions for a piece, and whether there are any, by everything that takes room or needs it."""


def drawable(state: State, pieces: Sequence[PieceId]) -> list[PieceId]:
    """Return the pieces without those that only the mode places: icefire:feast-for-crows.2, icefire:feast-for-crows.3.

    Pieces whose keywords the mode forbids are left out too: icefire:honed-and-ready.9, icefire:banners-and-butchery.4.
    """
    mode = mode_of(state)
    return [id for id in pieces if id not in mode.own_pieces and mode.barred.isdisjoint(piece_card(id).keywords)]


def may_lie(state: State, id: str, placed: Placed) -> bool:
    """Return whether a piece may be placed there."""
    return lie_fault(state, id, placed) is None


def lie_fault(state: State, id: str, placed: Placed) -> Refusal | None:
    """Return why a piece may not be placed there: outside the zones, 6 inches from others, none impassable on a token.

    icefire:setup.5, icefire:setup.8, icefire:setup.13, icefire:setup.15. In some modes it may also be in the zones:
    icefire:fire-and-blood.5, icefire:here-we-stand.2, icefire:banners-and-butchery.3. It may be near the pieces of the
    mode: icefire:feast-for-crows.6, icefire:feast-for-crows-2021.1, icefire:honed-and-ready.10,
    icefire:honed-and-ready-2021.2.
    """
    table = table_of(state)
    if not table.holds(placed):
        return Refusal("icefire:setup.8", msg("refuse.terrain.edge"))
    if mode_of(state).anywhere:
        if min(table.edge_gaps(placed)) < BETWEEN:
            return Refusal("icefire:setup.8", msg("refuse.terrain.edges"))
    elif any(meets(state, zone, placed) for zone in all_zones(state)):
        return Refusal("icefire:setup.8", msg("refuse.terrain.zone"))
    for other, pose in zip(state.pieces, state.piece_pose, strict=True):
        theirs = piece_at(other, pose)
        if is_far(placed, theirs, BETWEEN):
            continue
        apart = distance(placed, theirs)
        if apart <= AROUND or (apart < BETWEEN and other not in mode_of(state).own_pieces):
            return Refusal("icefire:setup.8", msg("refuse.terrain.near", piece=other))
    size = state.table.table.objective_diameter * INCH / 2
    if "impassable" in piece_card(id).keywords:
        for token in state.tokens:
            if disc_distance(placed, token, size) <= GIVE:
                return Refusal("icefire:setup.5", msg("refuse.terrain.token", piece=id))
    return None


class TerrainSpace(Space[LayPiece]):
    """Where is a piece of terrain placed? Suggestions: the free places of a grid, in both orientations.

    icefire:setup.8.
    """

    __slots__ = ("piece", "state")
    kind = "terrain"
    rule = "icefire:setup.8"
    answers = (LayPiece,)

    def __init__(self, state: State, piece: str) -> None:
        self.state = state
        self.piece = piece

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.terrain", piece=self.piece)

    def refusal(self, action: LayPiece) -> Refusal | None:
        """Refuse places where the piece may not be: icefire:setup.5, icefire:setup.8."""
        if action.piece != self.piece:
            return Refusal(self.rule, msg("refuse.terrain.piece", piece=action.piece))
        if not is_heading(action.heading):
            return Refusal("icefire:action.5", msg("refuse.move.heading"))
        return lie_fault(self.state, self.piece, piece_at(self.piece, Pose(action.x, action.y, action.heading)))

    def suggest(self) -> list[LayPiece]:
        """List the free places of the grid; if there are none, those of a finer one."""
        return list(_FREE.get(self._key(), self._free))

    def has_room(self) -> bool:
        """Return whether there is any free place, without listing all."""
        return _ROOM.get(
            self._key(), lambda: any(self.refusal(place) is None for step in _STEPS for place in self._lattice(step))
        )

    def _free(self) -> list[LayPiece]:
        """List the free places of the first grid that has any."""
        grids = ([place for place in self._lattice(step) if self.refusal(place) is None] for step in _STEPS)
        return next(filter(None, grids), [])

    def _key(self) -> Hashable:
        """Return everything that the free places depend on."""
        state = self.state
        here = (state.law.edition, state.mode, free_for_all(state), tuple(state.tokens))
        return self.piece, here, tuple(state.pieces), tuple(state.piece_pose)

    def sample(self, stream: Stream) -> LayPiece:
        """Draw a free place with any heading."""
        for _ in range(TRIES):
            place = LayPiece(self.piece, stream.below(width(self.state)), stream.below(DEPTH), stream.below(TURN))
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: LayPiece) -> Refusal | Message:
        """Confirm that the piece may be placed there, or return why not."""
        return self.refusal(action) or msg("check.terrain", piece=self.piece)

    def _lattice(self, step: int) -> Iterator[LayPiece]:
        middle_x, middle_y = center(self.state)
        for y in range(middle_y % step, DEPTH, step):
            for x in range(middle_x % step, width(self.state), step):
                for turn in (0, QUARTER):
                    yield LayPiece(self.piece, x, y, turn)


def places_terrain(state: State) -> bool:
    """Return whether the players place terrain in this match."""
    return state.settings.terrain in PLACED and mode_of(state).draws_terrain


def fits(pieces: Sequence[str], places: Sequence[Sequence[str]]) -> bool:
    """Return whether each piece can take a different place of a list."""
    if not pieces:
        return True
    return any(
        pieces[0] in place and fits(pieces[1:], [*places[:number], *places[number + 1 :]])
        for number, place in enumerate(places)
    )


def place_terrain(game: War) -> Flow[None]:
    """Let the players place terrain in turn, the highest roll first: icefire:setup.6, icefire:setup.7.

    icefire:setup.9, icefire:setup.13, icefire:setup.15, icefire:setup-2021.1. A piece without room is left out:
    icefire:ruling.113.
    """
    state = game.state
    rule = PLACED[state.settings.terrain]
    order = clockwise(state, roll_off(game))
    places = yield from _places(game, order)
    laid: list[str] = []
    for number in range(len(places)):
        seat = order[number % len(order)]
        left = [id for id in PIECES if fits([*laid, id], places) and TerrainSpace(state, id).has_room()]
        if not left:
            break
        chosen = yield from ask(seat, ThingChooser(left, "terrain", rule))
        if not isinstance(chosen, Choose):
            break
        place = yield from ask(seat, TerrainSpace(state, chosen.choice))
        laid.append(chosen.choice)
        state.pieces.append(chosen.choice)
        state.piece_pose.append(Pose(place.x, place.y, place.heading))
        game.emit(TerrainLaid(piece=chosen.choice, x=place.x, y=place.y, heading=place.heading, rule=rule))
    state.step = "zones"


def _places(game: War, order: Sequence[int]) -> Flow[list[list[PieceId]]]:
    """Return the candidates for each piece to be placed, according to the method of the match.

    For a random pool the players roll in turn, and a player who rolls 7 chooses: icefire:ruling.114.
    """
    state = game.state
    free = drawable(state, PIECES)
    if state.settings.terrain == "chosen":
        return [free] * state.settings.pieces
    if state.settings.terrain == "layout":
        return layout(state, game.chance)
    found: list[list[PieceId]] = []
    for number in range(pool_size(game.chance)):
        piece = rolled(state, game.chance)
        if piece is None:
            seat = order[number % len(order)]
            answer = yield from ask(seat, ThingChooser(free, "pool", "icefire:setup.12"))
            found.append([id for id in free if isinstance(answer, Choose) and id == answer.choice])
        else:
            found.append([piece])
    return found


def pool_size(chance: Chance) -> int:
    """Roll the size of the random pool: icefire:setup.10."""
    return 3 + chance.pick(3)


def rolled(state: State, chance: Chance) -> PieceId | None:
    """Roll two dice for a piece of the pool, again if it is not available; return None on a 7: a player chooses.

    icefire:setup.11, icefire:setup.12, icefire:feast-for-crows.3.
    """
    may_be = drawable(state, PIECES)
    while True:
        roll = chance.pick(6) + chance.pick(6) + 2
        found = next((piece.id for piece in state.table.pieces if roll in piece.rolls), None)
        if found is None or found in may_be:
            return found


def layout(state: State, chance: Chance) -> list[list[PieceId]]:
    """Roll a layout, and return the candidates for each of its pieces: icefire:setup.14.

    icefire:ruling.90, icefire:ruling.91.
    """
    # icefire:setup.16, icefire:setup.17, icefire:setup.18, icefire:setup.19, icefire:setup.20, icefire:setup.21
    found = state.table.layouts[chance.pick(6)]
    return [drawable(state, place) for place in found.places]
