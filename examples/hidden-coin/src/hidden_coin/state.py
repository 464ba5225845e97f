"""The state of a match: plain data without behaviour."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

NUMBERS = tomllib.loads(files(__package__).joinpath("numbers.toml").read_text("utf-8"))
HANDS = ("left", "right")
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=1)]


class CoinOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match, with their defaults."""

    rounds: Annotated[int, Meta(ge=1, le=100)] = NUMBERS["rounds"]


class State(msgspec.Struct, kw_only=True):
    """A match between two seats. banneret requires `seats`, `key`, `drawn`, `forfeited` and `copy`.

    The types are also what a position from outside is checked against.
    """

    seats: Annotated[int, Meta(ge=2, le=2)]
    key: Annotated[bytes, Meta(min_length=16, max_length=16)]
    drawn: Annotated[int, Meta(ge=0, le=2**62)] = 0
    forfeited: list[Seat] = []
    rounds: Count
    round: Count = 1
    step: Literal["hide", "guess", "over"] = "hide"
    prize: Count = 0
    hand: Literal["", "left", "right"] = ""
    """The hand with the coin; known only to the hider until the round ends."""
    scores: Annotated[list[Count], Meta(min_length=2, max_length=2)]

    @property
    def hider(self) -> int:
        """The seat that hides the coin in this round."""
        return self.round % 2

    def copy(self) -> State:
        """Return an independent copy."""
        return msgspec.structs.replace(self, forfeited=self.forfeited[:], scores=self.scores[:])


class CoinView(msgspec.Struct, frozen=True, kw_only=True):
    """A state as seen by some seats; `hand` is None if they do not know it."""

    round: int
    rounds: int
    hider: int
    prize: int
    hand: str | None
    scores: tuple[int, ...]
