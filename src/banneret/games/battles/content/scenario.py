"""A battle plan as typed data: the starting position and how to win. Described in docs/battles-scenarios.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct, field

from banneret.games.battles.content.components import HOUSES, House, Origin, Rank
from banneret.hexes import HexBoard, board_of

Label: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][1-9][0-9]?$")]
"""A hex: the letter of the column and the number of the row, counted from 1, such as g5."""
Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2000)]
_T = TypeVar("_T")
Few: TypeAlias = Annotated[tuple[_T, ...], Meta(max_length=40)]
"""A list of a plan; a plan can be anybody's option of a match, so each has a limit."""
Many: TypeAlias = Annotated[tuple[_T, ...], Meta(max_length=180)]
"""A list with at most one entry for each hex of the largest board."""
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
"""A hex of the map that is not part of the board."""
NORTH: Final = "north"
SOUTH: Final = "south"


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a battle plan."""


class UnitPlan(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit at the start. Its type determines the House; a commander is one of its figures."""

    hex: Label
    unit: Id
    rank: Rank
    commander: Id | None = None
    scorch: Literal["all", "tent", "siege-tower"] | None = None
    """The targets of Scorch the Earth if the plan grants it: everything that burns, or only one kind of token."""


class Objective(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hex that a House can control: with a control marker, or only while its unit is there."""

    id: Id
    hex: Label
    controlled_by: House | None = None
    occupied: bool = False


class TokenPlan(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A terrain token in a hex."""

    kind: TokenKind
    hex: Label


class Palisade(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A palisade on the border of two hexes."""

    between: tuple[Label, Label]


class FirePlan(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hex that is on fire when the battle begins."""

    hex: Label
    level: Annotated[int, Meta(ge=1, le=4)]


class Strategy(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Face-down strategy tokens, one per hex: some are real, the rest are decoys; the seed decides which.

    Only the hidden House knows which are real; an enemy unit that ends a turn on a token reveals it. With `areas`, that
    House chooses before the battle where in each area the token is, and which tokens are real.
    """

    house: House
    hexes: Annotated[tuple[Label, ...], Meta(min_length=1, max_length=13)]
    real: Positive
    person: PersonId | None = None
    """The person found under the first real token."""
    areas: Few[Annotated[tuple[Label, ...], Meta(min_length=1, max_length=180)]] = ()
    """For each entry of `hexes`, the hexes that its House chooses from."""
    all_at_once: bool = False
    """Whether all tokens are revealed with the first one."""


class Person(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Catelyn Stark or Edmure Tully: led by units of a House that are ordered in the person's hex.

    The person is safe when led into one of the `safe` hexes, and taken when an enemy unit ends a turn in the same hex,
    provided that `can_be_taken` is set.
    """

    id: PersonId
    house: House
    hex: Label | None = None
    """The person's hex; None while the person is hidden under a strategy token."""
    safe: Many[Label] = ()
    can_be_taken: bool = True


class Archers(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A special archer token: at the end of every round, it shoots at the nearest visible enemy unit.

    It is removed when an enemy unit ends a turn in its hex.
    """

    house: House
    hex: Label
    dice: Positive
    range: Positive


class CatapultTarget(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A catapult target: it is shot at when an enemy unit of its colour enters."""

    hex: Label
    rank: Rank


class Catapult(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A House's catapult and its targets: a die that shows the target's colour destroys the unit."""

    house: House
    targets: Annotated[tuple[CatapultTarget, ...], Meta(min_length=1, max_length=9)]
    chosen: bool = False
    """Whether the House places the targets before the battle: the same number of each colour, in the same hexes."""


class Defence(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contest for the palisades before the battle: a House places order tokens on them, and enemy dice remove some.

    A palisade without tokens is removed.
    """

    house: House
    green: Count
    blue: Count
    red: Count
    dice: Positive


class Scoring(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A source of victory points: what scores, for which House, how many points, and when they are counted."""

    kind: ScoringKind
    points: Count
    when: Moment
    house: House | None = None
    """The House that scores; None means both."""
    objectives: Few[Id] = ()
    token: TokenKind | None = None
    hexes: Many[Label] = ()
    least: Count = 0
    """For `intact`: the number that must be left to score, once; for `ground`: the number of units needed."""
    per: Positive = 1
    """For `units-in`: the number of units that score the points once."""
    rows: Few[tuple[Positive, Count]] = ()
    """For `ground`: pairs of a row, counted from 1 at the House's own edge, and its points."""
    person: PersonId | None = None


class Victory(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The winner after the last round: the House with most points, or `house` if it controls enough, else the other."""

    kind: Literal["points", "control"]
    house: House | None = None
    objectives: Few[Id] = ()
    least: Count = 0


class Immediate(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition that wins as soon as it holds, even in the middle of a turn. A rout takes precedence."""

    house: House
    kind: Literal["control", "points", "commanders", "person-safe", "person-taken"]
    objectives: Few[Id] = ()
    least: Count = 0
    person: PersonId | None = None


class MoraleSides(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The side of each House's morale segment in use: with Rout at the end, or with space 11."""

    stark: Literal["rout", "no-rout"]
    lannister: Literal["rout", "no-rout"]


class Edges(_Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board edge of each House; row 1 is the northernmost."""

    stark: Side
    lannister: Side


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True, weakref=True):
    """A battle plan. Read by `scenario_file` and validated by `check_scenario`."""

    id: Id
    name: Text
    about: Text
    number: Count = 0
    """The number of the printed battle plan it is rebuilt from; 0 for original plans."""
    rounds: Annotated[int, Meta(ge=1, le=20)]
    order_rating: Annotated[int, Meta(ge=0, le=10)]
    leadership_rating: Annotated[int, Meta(ge=0, le=10)]
    command_tokens: Annotated[int, Meta(ge=0, le=5)]
    """Number for each House; the box has ten in total."""
    momentum: Literal["stark", "lannister", "random"]
    morale: MoraleSides
    edges: Edges
    map: Text
    """One line per row, one letter per hex (`TERRAIN_LETTERS`); every second row is shifted right by half a hex."""
    units: Many[UnitPlan]
    """Empty at the start of a skirmish, where players buy and place the units."""
    objectives: Few[Objective] = ()
    tokens: Many[TokenPlan] = ()
    palisades: Annotated[tuple[Palisade, ...], Meta(max_length=540)] = ()
    fires: Many[FirePlan] = ()
    roads: Few[Many[Label]] = ()
    strategy: Strategy | None = None
    persons: Few[Person] = ()
    archers: Few[Archers] = ()
    catapult: Catapult | None = None
    defence: Defence | None = None
    scoring: Few[Scoring] = ()
    victory: Victory
    immediate: Few[Immediate] = ()
    provenance: Annotated[dict[str, Origin], Meta(max_length=40)] = field(default_factory=dict)
    """The origin of each field; `forces` and `hexes` are the two halves of `units`."""

    def __hash__(self) -> int:
        return hash((self.id, self.map))  # `provenance` is not hashable, and the plan is the key of caches

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
        """The terrain of each place on the board."""
        return tuple(TERRAIN_LETTERS[self.rows[row][column]] for column, row in self.board.offsets)

    @cached_property
    def objective_places(self) -> tuple[int, ...]:
        """The places of the objectives."""
        return tuple(self.board.place(objective.hex) for objective in self.objectives)

    def places_of(self, scoring: Scoring) -> tuple[int, ...]:
        """Return the places that count for a scoring: of its kind of token, its hexes, or its objectives."""
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
        """Return the Houses that score."""
        return HOUSES if scoring.house is None else (scoring.house,)

    def objective(self, id: str) -> Objective:
        """Return the objective with this id. Raises KeyError."""
        for objective in self.objectives:
            if objective.id == id:
                return objective
        raise KeyError(id)


def map_lines(map: str) -> list[str]:
    """Return the non-blank lines of a map, which are its rows."""
    return [line for line in map.splitlines() if line.strip()]
