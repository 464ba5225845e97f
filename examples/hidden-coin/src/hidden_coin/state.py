"""The state of a match: plain data without behaviour."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec

NUMBERS = tomllib.loads(files(__package__).joinpath("numbers.toml").read_text("utf-8"))
HANDS = ("left", "right")


class CoinOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match, with their defaults."""

    rounds: int = NUMBERS["rounds"]


class State(msgspec.Struct, kw_only=True):
    """A match between two seats. banneret requires `seats`, `key`, `drawn`, `forfeited` and `copy`."""

    seats: int
    key: bytes
    drawn: int = 0
    forfeited: list[int] = []
    rounds: int
    round: int = 1
    step: str = "hide"
    prize: int = 0
    hand: str = ""
    """The hand with the coin; known only to the hider until the round ends."""
    scores: list[int]

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
