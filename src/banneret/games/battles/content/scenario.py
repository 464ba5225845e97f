"""A battle plan as typed data: everything that a battle starts with, and how it is won. docs/battles-scenarios.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from banneret.games.battles.content.components import HOUSES, House, Origin, Rank
from banneret.hexes import HexBoard, board_of

Label: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][1-9][0-9]?$")]
"""A hex: a letter for the column, then the row from 1, such as g5."""
Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2000)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=99)]

Side: TypeAlias = Literal["north", "south"]
Moment: TypeAlias = Literal["immediate", "round", "end"]
PersonId: TypeAlias = Literal["catelyn", "edmure"]
TokenKind: TypeAlias = Literal["stone-bridge", "wood-bridge", "tent", "siege-tower"]
ScoringKind: TypeAlias = Literal[
    "destroyed", "captured", "control", "fire", "devastated", "intact", "burnt", "remaining", "units-in", "ground",
    "found", "person-safe", "person-taken",
]  # fmt: skip  # several to a line

TERRAIN_LETTERS: Final[Mapping[str, str]] = {
    ".": "plains",
    "f": "forest",
    "h": "hill",
    "~": "river",
    "=": "ford",
    "b": "building",
    "m": "mountain",
    "s": "marsh",
}
OUT_OF_PLAY: Final = "x"
"""A hex of the map that is no part of the board."""
NORTH: Final = "north"
SOUTH: Final = "south"


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a battle plan."""


class UnitPlan(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit as it starts: the unit type says its House, and a commander is one of its figures."""

    hex: Label
    unit: Id
    rank: Rank
    commander: Id | None = None
    scorch: Literal["all", "tent", "siege-tower"] | None = None
    """Scorch the Earth by the plan: against everything that burns, or one kind of token alone."""


class Objective(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hex that a House can control: with a marker, or only while its unit stands there."""

    id: Id
    hex: Label
    controlled_by: House | None = None
    occupied: bool = False


class TokenPlan(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A terrain token in a hex."""

    kind: TokenKind
    hex: Label


class Palisade(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A palisade on the side that two hexes share."""

    between: tuple[Label, Label]


class FirePlan(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hex that burns when the battle begins."""

    hex: Label
    level: Annotated[int, Meta(ge=1, le=4)]


class Strategy(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Face-down strategy tokens, one in each hex: some are real, the others decoys; which is which comes from the seed.

    The House that lies low knows them; an enemy unit that ends a turn on one turns it up. With `areas` that House
    chooses before the battle where in each area a token lies, and which are real.
    """

    house: House
    hexes: Annotated[tuple[Label, ...], Meta(min_length=1, max_length=13)]
    real: Positive
    person: PersonId | None = None
    """Who is found under the first real one."""
    areas: tuple[Annotated[tuple[Label, ...], Meta(min_length=1)], ...] = ()
    """For each of `hexes`: among which hexes its House chooses."""
    all_at_once: bool = False
    """Whether all are turned up with the first."""


class Person(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Catelyn Stark or Edmure Tully: led by units of a House that are ordered where the person is.

    Safe when led into one of the `safe` hexes; taken when an enemy unit ends a turn in the same hex, if the person can
    be taken.
    """

    id: PersonId
    house: House
    hex: Label | None = None
    """Where the person is; nowhere yet, if a strategy token hides the person."""
    safe: tuple[Label, ...] = ()
    can_be_taken: bool = True


class Archers(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A special archer token: shoots at the end of every round at the nearest enemy unit that it sees.

    It is gone when an enemy unit ends a turn in its hex.
    """

    house: House
    hex: Label
    dice: Positive
    range: Positive


class CatapultTarget(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A catapult target: an enemy unit of its colour that enters it is shot at."""

    hex: Label
    rank: Rank


class Catapult(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A catapult of a House, with its targets: a die that shows the colour destroys the unit."""

    house: House
    targets: Annotated[tuple[CatapultTarget, ...], Meta(min_length=1, max_length=9)]
    chosen: bool = False
    """Whether its House lays the targets before the battle: as many of each colour, in the same hexes."""


class Defence(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bidding for palisades before the battle: a House lays order tokens on them, and dice of the enemy remove some.

    A palisade that is left without tokens is removed.
    """

    house: House
    green: Count
    blue: Count
    red: Count
    dice: Positive


class Scoring(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Victory points: what for, for whom, how many, and when they are counted."""

    kind: ScoringKind
    points: Count
    when: Moment
    house: House | None = None
    """Who scores; both, if not given."""
    objectives: tuple[Id, ...] = ()
    token: TokenKind | None = None
    hexes: tuple[Label, ...] = ()
    least: Count = 0
    """For `intact`: that many must be left, and the points come once; for `ground`: that many units."""
    per: Positive = 1
    """For `units-in`: points for each so many units."""
    rows: tuple[tuple[Positive, Count], ...] = ()
    """For `ground`: rows, counted from the own edge (its first row is 1), and what each is worth."""
    person: PersonId | None = None


class Victory(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who wins after the last round: who has most points; or the House that controls enough, and else the other."""

    kind: Literal["points", "control"]
    house: House | None = None
    objectives: tuple[Id, ...] = ()
    least: Count = 0


class Immediate(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What wins at once, whenever it comes true, in the midst of a turn too; a rout goes before."""

    house: House
    kind: Literal["control", "points", "commanders", "person-safe", "person-taken"]
    objectives: tuple[Id, ...] = ()
    least: Count = 0
    person: PersonId | None = None


class MoraleSides(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which side of its morale segment each House uses: with Rout at the end, or with 11."""

    stark: Literal["rout", "no-rout"]
    lannister: Literal["rout", "no-rout"]


class Edges(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose edge of the board is whose: row 1 lies in the north."""

    stark: Side
    lannister: Side


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True, weakref=True):
    """A battle plan. What `check_scenario` finds no fault in; read by `scenario_file`."""

    id: Id
    name: Text
    about: Text
    number: Count = 0
    """Which of the printed battle plans it is rebuilt from; 0 for our own."""
    rounds: Annotated[int, Meta(ge=1, le=20)]
    order_rating: Annotated[int, Meta(ge=0, le=10)]
    leadership_rating: Annotated[int, Meta(ge=0, le=10)]
    command_tokens: Annotated[int, Meta(ge=0, le=5)]
    """So many for each House; the box has ten."""
    momentum: Literal["stark", "lannister", "random"]
    morale: MoraleSides
    edges: Edges
    map: Text
    """A line a row, a letter a hex (`TERRAIN_LETTERS`); every second row lies half a hex to the right."""
    units: tuple[UnitPlan, ...]
    """At first none in a skirmish, where the players buy and place them."""
    objectives: tuple[Objective, ...] = ()
    tokens: tuple[TokenPlan, ...] = ()
    palisades: tuple[Palisade, ...] = ()
    fires: tuple[FirePlan, ...] = ()
    roads: tuple[tuple[Label, ...], ...] = ()
    strategy: Strategy | None = None
    persons: tuple[Person, ...] = ()
    archers: tuple[Archers, ...] = ()
    catapult: Catapult | None = None
    defence: Defence | None = None
    scoring: tuple[Scoring, ...] = ()
    victory: Victory
    immediate: tuple[Immediate, ...] = ()
    provenance: dict[str, Origin] = field(default_factory=dict)
    """Where each field is from; `forces` and `hexes` are the two halves of `units`."""

    def __hash__(self) -> int:
        return hash((self.id, self.map))  # `provenance` has no hash, and what is made of a plan is kept by plan

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The letters of the map, row by row."""
        return tuple(tuple(line.split() if " " in line.strip() else line.strip()) for line in map_lines(self.map))

    @cached_property
    def board(self) -> HexBoard:
        """The board of the map."""
        without = frozenset(
            (column, row)
            for row, letters in enumerate(self.rows)
            for column, letter in enumerate(letters)
            if letter == OUT_OF_PLAY
        )
        return board_of(tuple(len(letters) for letters in self.rows), without)

    @cached_property
    def terrain(self) -> tuple[str, ...]:
        """The terrain of each place of the board."""
        return tuple(TERRAIN_LETTERS[self.rows[row][column]] for column, row in self.board.offsets)

    @cached_property
    def objective_places(self) -> tuple[int, ...]:
        """The places of the objectives."""
        return tuple(self.board.place(objective.hex) for objective in self.objectives)

    def places_of(self, scoring: Scoring) -> tuple[int, ...]:
        """Return the places that a scoring of this plan means: of the token's kind, or named, or of the objectives."""
        return self._scored_places[scoring]

    @cached_property
    def _scored_places(self) -> dict[Scoring, tuple[int, ...]]:
        return {s: tuple(self.board.place(hex) for hex in self._hexes_of(s)) for s in self.scoring}

    def _hexes_of(self, scoring: Scoring) -> list[Label]:
        if scoring.token is not None:
            return [token.hex for token in self.tokens if token.kind == scoring.token]
        if scoring.hexes:
            return [*scoring.hexes]
        return [o.hex for o in self.objectives if not scoring.objectives or o.id in scoring.objectives]

    def houses_of(self, scoring: Scoring) -> tuple[str, ...]:
        """Return who scores."""
        return HOUSES if scoring.house is None else (scoring.house,)

    def objective(self, id: str) -> Objective:
        """Return the objective of that id. Raises KeyError."""
        for objective in self.objectives:
            if objective.id == id:
                return objective
        raise KeyError(id)


def map_lines(map: str) -> list[str]:
    """Return the lines of a map that are rows."""
    return [line for line in map.splitlines() if line.strip()]
