"""The state of a match: the units on the table, and how far setup, round and activation are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from banneret.games.runewars.components import Bane
from banneret.games.runewars.state import State
from banneret.kernel.chance import KEY_BYTES
from banneret.kernel.rulebook import PositionError

PLAYERS: Final = ("a", "b")
NOBODY: Final = -1
NO_UNIT: Final = -1
NO_DIALS: Final = (-1, -1)
ROUNDS: Final = 8

Step: TypeAlias = Literal["first", "cards", "deploy", "command", "choose", "perform", "end", "over"]
Size: TypeAlias = Literal["standard", "skirmish"]
Dials: TypeAlias = tuple[int, int]


class MatchState(State):
    """The state of a match. `dials` of a unit are the sectors chosen of its action and modifier dial, from 0.

    `shown` are the units whose command tool lies open. `called` is the initiative that is called, `turn` the seat that
    activates a unit of it, and `spent` the seats that have none of it left. `active` is the unit that is activated.
    """

    __slots__ = (
        "active",
        "called",
        "deployment",
        "dials",
        "drawn",
        "first",
        "forfeited",
        "key",
        "objective",
        "offered",
        "reason",
        "red",
        "scores",
        "shown",
        "size",
        "spent",
        "step",
        "turn",
        "winner",
    )
    seats: ClassVar[int] = 2

    def __init__(self) -> None:
        super().__init__()
        self.size: Size = "standard"
        self.step: Step = "first"
        self.first = NOBODY
        self.turn = NOBODY
        self.offered: list[str] = []
        """The deployment and objective cards that lie open and may still be chosen."""
        self.deployment = ""
        self.objective = ""
        self.red = NOBODY
        """The seat that has the red areas."""
        self.dials: list[Dials] = []
        self.shown: list[bool] = []
        self.called = 0
        self.spent = [False, False]
        self.active = NO_UNIT
        self.winner = NOBODY
        self.reason = ""
        self.scores = [0, 0]
        self.forfeited: list[int] = []
        self.key = b""
        self.drawn = 0

    def copy(self) -> MatchState:
        """A state of its own, with the same content."""
        new = MatchState.__new__(MatchState)
        units = State.copy(self)
        for name in State.__slots__:
            setattr(new, name, getattr(units, name))
        for name in MatchState.__slots__:
            value = getattr(self, name)
            setattr(new, name, value.copy() if isinstance(value, list) else value)
        return new


class PositionData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A checkpoint state as plain data: the columns of the state under their own names."""

    round: int
    mana: list[int]
    seat: list[int]
    unit: list[str]
    upgrades: list[list[str]]
    figures: list[list[tuple[int, int, int, str]]]
    poses: list[tuple[int, int, int] | None]
    banes: list[list[Bane]]
    inspiration: list[int]
    vitality: list[int]
    exhausted: list[list[str]]
    conditions: list[list[str]]
    marks: list[dict[str, int]]
    size: Size
    step: Step
    first: int
    turn: int
    offered: list[str]
    deployment: str
    objective: str
    red: int
    dials: list[Dials]
    shown: list[bool]
    called: int
    spent: list[bool]
    active: int
    winner: int
    reason: str
    scores: list[int]
    forfeited: list[int]
    key: str
    drawn: int


_OF_UNITS: Final = (
    "unit", "upgrades", "figures", "poses", "banes", "inspiration", "vitality", "exhausted", "conditions",
    "marks", "dials", "shown",
)  # fmt: skip


def encode(state: MatchState) -> dict[str, Any]:
    """Return the JSON form of a checkpoint state."""
    names = (*State.__slots__, *MatchState.__slots__)
    plain: dict[str, Any] = msgspec.to_builtins({name: getattr(state, name) for name in names if name != "key"})
    plain["key"] = state.key.hex()
    return plain


def decode(data: Mapping[str, Any]) -> MatchState:
    """Read a checkpoint state from its JSON form. Raises PositionError: which field, and why."""
    try:
        plain = msgspec.convert(dict(data), PositionData)
        key = bytes.fromhex(plain.key)
    except ValueError as error:
        raise PositionError(str(error)) from None
    if len(key) != KEY_BYTES:
        raise PositionError(f"key: has {len(key)} bytes; it has {KEY_BYTES}")
    for name in _OF_UNITS:
        count = len(getattr(plain, name))
        if count != len(plain.seat):
            raise PositionError(f"{name}: there are {count} entries for {len(plain.seat)} units")
    for name in ("spent", "scores"):
        if len(getattr(plain, name)) != MatchState.seats:
            raise PositionError(f"{name}: there are {len(getattr(plain, name))} entries for {MatchState.seats} seats")
    state = MatchState()
    for name in PositionData.__struct_fields__:
        setattr(state, name, getattr(plain, name))
    state.key = key
    return state


def labels(state: State) -> tuple[str, ...]:
    """What units are called: a1, a2, b1."""
    counts = [0] * len(PLAYERS)
    found = []
    for seat in state.seat:
        counts[seat] += 1
        found.append(f"{PLAYERS[seat]}{counts[seat]}")
    return tuple(found)


def label(state: State, unit: int) -> str:
    """What a unit is called."""
    return labels(state)[unit]


def unit_of(state: State, name: str) -> int:
    """The number of a unit by its label, NO_UNIT if there is none."""
    names = labels(state)
    return names.index(name) if name in names else NO_UNIT
