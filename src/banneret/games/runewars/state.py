"""The table: plain columns with one entry per unit, and the values that move and attack rules derive from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from banneret.compiled import mypyc_attr
from banneret.games.runewars.army.lists import ArmyList
from banneret.games.runewars.content.components import Amount, Bane, Rune, components
from banneret.games.runewars.content.tabletop import piece_of
from banneret.games.runewars.plain_state import PlainState
from banneret.games.runewars.units.damage import Body, Standing, Strength
from banneret.games.runewars.units.formation import Cell, Cells, formation, is_joined, recentred, rows_of, shape_of
from banneret.games.runewars.units.ground import Ground
from banneret.games.runewars.units.mana import amount
from banneret.games.runewars.units.movement import Obstacle
from banneret.plane import Edge, Placed, Pose, Shape, Side, place, polygon

Trio: TypeAlias = tuple[int, int, int]
"""A pose as plain data."""
FigureOnTray: TypeAlias = tuple[int, int, int, str]
"""Column, row, wounds, and the upgrade if the figure is one, or ""."""

_T = TypeVar("_T")

COLUMNS: Final = (
    "banes", "conditions", "empty_trays", "exhausted", "figures", "inside", "inspiration", "mana", "marks",
    "piece_poses", "pieces", "poses", "round", "seat", "trays", "unit", "upgrades", "vitality",
)  # fmt: skip  # several to a line
"""The columns of a `State`: compiled classes that inherit have no `__slots__`."""
NO_PIECE = -1
"""The value of `inside` for a unit that occupies no terrain."""


_Kept: TypeAlias = tuple[Sequence[FigureOnTray], Sequence[Cell], Cells, Trio | None, Placed | None]
"""The figures and empty trays of a unit, its trays; its pose and the unit in its place, if that was needed."""
Held: TypeAlias = tuple[
    list[str], list[Sequence[str]], list[Sequence[str]], frozenset[str], tuple[tuple[int, str], ...]
]
"""Three columns of a state, the ids of cards that follow from them, and the same by unit."""
_ABSENT: Final[_Kept] = ((), (), frozenset(), None, None)


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class _Derived:
    """What is derived from the rows of a state, with the rows that it is derived from: see `cells_of`."""

    __slots__ = ("derived", "ground", "held")

    def __init__(self) -> None:
        self.derived: dict[int, _Kept] = {}
        self.held: Held | None = None
        """The ids of all cards in play: see `sources.held_by_all`."""
        self.ground: Ground | None = None
        """Facts cached for the arrangement of the table; see `match_state.ground_of`."""

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is derived, which is found again when it is needed."""
        return {name: getattr(self, name) for name in self.columns()}

    def __setstate__(self, columns: dict[str, Any]) -> None:
        """Take over columns; what is derived will be found again."""
        _Derived.__init__(self)
        for name, column in columns.items():
            setattr(self, name, column)

    def columns(self) -> tuple[str, ...]:
        """Return the names of what is not derived."""
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class State(_Derived):
    """The state of a match. Units are numbered, all of seat 0 before those of seat 1.

    `figures` of a unit are lists of (column, row, wounds, upgrade or ""). A tray without figures is not part of the
    unit, except for `empty_trays`, which a card keeps until the end of the phase. `poses` are (x, y, heading), or None
    for a unit that is not on the table. `mana` is the side of each token that is up. `pieces` are the ids of the sides
    of terrain that are up, with a pose or, before they are placed, None. `inside` is the piece that a unit occupies;
    the unit then has the pose of that piece.

    `exhausted` are the ids of upgrades, `conditions` those of condition cards. `marks` are counts for cards of a unit:
    tokens on a card by its id, and uses under "once:", "round:" or "activation:". `trays` are those that units began
    with.

    The rows of columns are never changed, only replaced: copies share them, and what is derived from a row can be kept
    as long as it is there.
    """

    __slots__ = COLUMNS

    def __init__(self) -> None:
        super().__init__()
        self.round = 1
        self.mana: list[int] = []
        self.seat: list[int] = []
        self.unit: list[str] = []
        self.upgrades: list[Sequence[str]] = []
        self.figures: list[Sequence[FigureOnTray]] = []
        self.empty_trays: list[Sequence[Cell]] = []
        self.poses: list[tuple[int, int, int] | None] = []
        self.banes: list[Sequence[Bane]] = []
        self.inspiration: list[int] = []
        self.vitality: list[int] = []
        self.pieces: list[str] = []
        self.piece_poses: list[tuple[int, int, int] | None] = []
        self.inside: list[int] = []
        self.exhausted: list[Sequence[str]] = []
        self.conditions: list[Sequence[str]] = []
        self.marks: list[Mapping[str, int]] = []
        self.trays: list[int] = []

    def columns(self) -> tuple[str, ...]:
        """Return the names of what is not derived."""
        return COLUMNS

    def copy(self) -> State:
        """Return an independent copy of the state."""
        new = State.__new__(State)
        self.copy_units(new)
        return new

    def copy_units(self, new: State) -> None:
        """Copy the columns of this class into another state."""
        new.derived = self.derived.copy()
        new.ground = self.ground
        new.held = self.held
        new.round = self.round
        new.mana = self.mana.copy()
        new.seat = self.seat.copy()
        new.unit = self.unit.copy()
        new.upgrades = self.upgrades.copy()
        new.figures = self.figures.copy()
        new.empty_trays = self.empty_trays.copy()
        new.poses = self.poses.copy()
        new.banes = self.banes.copy()
        new.inspiration = self.inspiration.copy()
        new.vitality = self.vitality.copy()
        new.pieces = self.pieces.copy()
        new.piece_poses = self.piece_poses.copy()
        new.inside = self.inside.copy()
        new.exhausted = self.exhausted.copy()
        new.conditions = self.conditions.copy()
        new.marks = self.marks.copy()
        new.trays = self.trays.copy()

    def to_json(self) -> dict[str, Any]:  # plain data
        """Return the state as plain data, which `from_json` reads."""
        plain: dict[str, Any] = msgspec.to_builtins({name: getattr(self, name) for name in COLUMNS})
        return plain


_NO_UNITS = ("round", "mana", "pieces", "piece_poses")
"""The columns that do not have one entry per unit."""


def from_json(raw: object) -> State:
    """Read a state from plain data. Raises ValueError with the field and the problem."""
    plain = msgspec.convert(raw, PlainState)
    counts = {name: len(getattr(plain, name)) for name in PlainState.__struct_fields__ if name not in _NO_UNITS}
    for name, count in counts.items():
        if count != counts["seat"]:
            raise ValueError(f"{name}: there are {count} entries for {counts['seat']} units")
    if len(plain.piece_poses) != len(plain.pieces):
        raise ValueError(f"piece_poses: there are {len(plain.piece_poses)} entries for {len(plain.pieces)} pieces")
    state = State()
    for name in PlainState.__struct_fields__:
        setattr(state, name, getattr(plain, name))
    return state


def new_state(armies: Sequence[ArmyList]) -> State:
    """Return the state of two armies before deployment, with every mana token on its first side."""
    # rules rw:38.1, rw:38.3, rw:golden.2: the figure of an upgrade is in the front rank, unless its card differs
    state = State()
    found = components()
    state.mana = [0] * len(found.mana)
    for seat, army in enumerate(armies):
        for fielded in army.units:
            files, ranks = (int(part) for part in fielded.formation.split("x"))
            state.seat.append(seat)
            state.unit.append(fielded.unit)
            state.upgrades.append(list(fielded.upgrades))
            state.figures.append(_figures(formation(files, ranks), fielded.unit, fielded.upgrades))
            state.empty_trays.append([])
            state.poses.append(None)
            state.banes.append([])
            state.inspiration.append(0)
            state.vitality.append(0)
            state.inside.append(NO_PIECE)
            state.exhausted.append([])
            state.conditions.append([])
            state.marks.append({})
            state.trays.append(files * ranks)
    return state


def _figures(cells: Cells, unit: str, upgrades: Sequence[str]) -> list[tuple[int, int, int, str]]:
    # rules rw:38.1, rw:ruling.87
    found = components()
    standing = {cell: [""] * found.units[unit].figures for cell in sorted(cells, key=lambda one: (one[1], one[0]))}
    front, back = (rows_of(cells)[place] for place in (0, -1))
    for id in upgrades:
        figure = found.upgrades[id].figure
        if figure is None:
            continue
        if figure.heavy:  # it fills a tray
            standing[next(cell for cell in (back if figure.behind else front) if not any(standing[cell]))] = [id]
        else:
            tray = next(cell for cell in front if "" in standing[cell])
            standing[tray][standing[tray].index("")] = id
    return [(*cell, 0, id) for cell, ids in standing.items() for id in ids]


def rearrange(state: State, unit: int, cells: Cells) -> None:
    """Rearrange a unit that is not on the table into a formation with the same number of trays."""
    # rules rw:27.0, rw:38.1
    set_trays(state, unit, _figures(cells, state.unit[unit], state.upgrades[unit]))


def set_trays(state: State, unit: int, figures: Iterable[FigureOnTray], empty: Iterable[Cell] = ()) -> None:
    """Give a unit these figures and empty trays. All changes to the trays of a unit go through this function.

    The trays keep their places on the table, so the pose of the unit changes to that of the new centre. A unit without
    figures has no trays and leaves the table. Raises ValueError for trays that are not connected.
    """
    # rules rw:27.2, rw:61.1a, rw:88.0, rw:ruling.4, rw:ruling.35, rw:ruling.66
    before, pose = cells_of(state, unit), state.poses[unit]
    standing = sorted(figures, key=lambda one: (one[1], one[0]))
    bare = sorted(empty) if standing else []
    cells = frozenset((column, row) for column, row, _, _ in standing).union(bare)
    if not is_joined(cells):
        raise ValueError(f"the trays {sorted(cells)} of unit {unit} are not connected")
    state.figures[unit], state.empty_trays[unit] = standing, bare
    if not cells:
        state.poses[unit] = None
    elif pose is not None and not is_inside(state, unit):  # inside terrain, the pose is that of the piece
        moved = recentred(before, Pose(*pose), cells)
        state.poses[unit] = (moved.x, moved.y, moved.heading)


def without_one(row: Sequence[_T], one: object) -> list[_T]:
    """Return a row minus the first of its entries that is equal to `one`. Raises ValueError if there is none."""
    place = next((place for place, there in enumerate(row) if there == one), None)
    if place is None:
        raise ValueError(f"there is no {one!r} in {row!r}")
    return [*row[:place], *row[place + 1 :]]


def set_mark(state: State, unit: int, name: str, number: int) -> None:
    """Set a count for a card of a unit."""
    state.marks[unit] = {**state.marks[unit], name: number}


def unmark(state: State, unit: int, name: str) -> None:
    """Remove a count for a card of a unit, if there is one."""
    if name in state.marks[unit]:
        state.marks[unit] = {one: number for one, number in state.marks[unit].items() if one != name}


# Derived values -----------------------------------------------------------------------------------------------------


def runes(state: State) -> Mapping[Rune, int]:
    """Return the number of active runes of each kind."""
    return active_runes(state.mana)


def active_runes(mana: Iterable[int]) -> Mapping[Rune, int]:
    """Return the number of active runes of each kind, given the side of each mana token that is up."""
    # rules rw:51.3, rw:51.5, rw:51.6
    return _runes(tuple(mana))


@lru_cache(maxsize=1 << 10)
def _runes(mana: tuple[int, ...]) -> Mapping[Rune, int]:
    count: dict[Rune, int] = {"stable": 0, "unstable": 0, "natural": 0}
    for side, token in zip(mana, components().mana.values(), strict=True):
        for rune in token.sides[side]:
            count[rune] += 1
    return MappingProxyType(count)


def cells_of(state: State, unit: int) -> Cells:
    """Return the trays of a unit; if empty, the unit is destroyed."""
    # rules rw:27.0, rw:88.0, rw:ruling.77
    figures, empty = state.figures[unit], state.empty_trays[unit]
    there, bare, cells, _, _ = state.derived.get(unit, _ABSENT)
    if there is not figures or bare is not empty:
        cells = _cells(tuple(figures), tuple(empty))
        state.derived[unit] = figures, empty, cells, None, None
    return cells


def standing_cells(state: State, unit: int) -> Cells:
    """Return the trays of a unit that have figures."""
    # rules rw:88.0, rw:ruling.77
    return _cells(tuple(state.figures[unit]), ())


@lru_cache(maxsize=1 << 12)
def _cells(figures: tuple[FigureOnTray, ...], empty: tuple[Cell, ...]) -> Cells:
    cells = frozenset([(column, row) for column, row, _, _ in figures])
    return cells.union(empty) if empty else cells


def body_of(state: State, unit: int) -> Body:
    """Return the figures of a unit with their strength for the current mana pool."""
    # rules rw:38.2, rw:83.3
    card = components().units[state.unit[unit]]
    return _body(card.defense, card.wounds, tuple(state.figures[unit]), tuple(state.mana))


@lru_cache(maxsize=1 << 12)
def _body(defense: Amount, wounds: int, standing: tuple[FigureOnTray, ...], mana: tuple[int, ...]) -> Body:
    found, pool = components(), active_runes(mana)
    figures: dict[Cell, tuple[Standing, ...]] = {}
    upgrades: dict[str, Strength] = {}
    for column, row, suffered, id in standing:
        figures[column, row] = (*figures.get((column, row), ()), Standing(suffered, id))
        figure = found.upgrades[id].figure if id else None
        if figure is not None:
            upgrades[id] = Strength(amount(figure.defense, pool), figure.wounds)
    common = Strength(amount(defense, pool), wounds)
    return Body(MappingProxyType(figures), common, MappingProxyType(upgrades))


def placed_of(state: State, unit: int) -> Placed | None:
    """Return a unit in its place, or None if it is not on the table.

    A unit that occupies terrain has the outline of that terrain, and each of its edges counts as its front edge.
    """
    # rules rw:41.6, rw:41.7, rw:41.8
    pose, piece = state.poses[unit], state.inside[unit]
    if pose is None:
        return None
    if piece != NO_PIECE:
        return place(shape_of_occupied(state.pieces[piece]), Pose(*pose))
    figures, empty = state.figures[unit], state.empty_trays[unit]
    there, bare, _, stood, placed = state.derived.get(unit, _ABSENT)
    if stood is not pose or there is not figures or bare is not empty:
        cells = cells_of(state, unit)
        placed = place(shape_of(cells), Pose(*pose))
        state.derived[unit] = figures, empty, cells, pose, placed
    return placed


@cache
def shape_of_occupied(side: str) -> Shape:
    """Return the outline of a terrain piece, given by a side of it, as the shape of a unit that occupies it."""
    shape = polygon(piece_of(side).outline)
    edges = [Edge(Side.FRONT, edge.start, edge.end) for edge in shape.edges]
    return Shape(shape.pieces, shape.tiles, edges)  # in one expression, mypyc 2.4 would free the shape too soon


def is_inside(state: State, unit: int) -> bool:
    """Whether a unit occupies terrain."""
    # rule rw:41.2
    return state.inside[unit] != NO_PIECE


_new: Final = tuple.__new__  # quicker than a call of `Obstacle`, which checks its arguments


def other_units(state: State, unit: int) -> list[Obstacle]:
    """Return all other units on the table as obstacles of a unit, by their numbers; its allies may be crossed."""
    # rules rw:35.0, rw:45.1a, rw:81.0
    found = []
    for number, seat in enumerate(state.seat):
        placed = None if number == unit else placed_of(state, number)
        if placed is not None:
            ally = seat == state.seat[unit] and state.inside[number] == NO_PIECE
            found.append(_new(Obstacle, (number, placed, ally)))
    return found
