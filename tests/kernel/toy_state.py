"""The state of skirl, the small game of the kernel's tests, and its positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.kernel.pile import Pile
from banneret.kernel.position_fields import all_within, key_of, pile_of, same_length
from banneret.kernel.rulebook import PositionError

KINDS = ("axe", "bow", "cup", "drum", "elk")
COPIES = 5
HAND = 2
PURSE = 5
LINE = 1000
GAP = 60
STEPS = ("muster", "scout", "reveal", "plant", "over")
NOBODY = -1


class State:
    """The table of skirl."""

    __slots__ = (
        "banners",
        "bids",
        "coins",
        "deck",
        "discard",
        "drawn",
        "forfeited",
        "goal",
        "hands",
        "key",
        "round",
        "rounds",
        "scores",
        "seats",
        "stakes",
        "step",
        "weather",
        "winner",
    )

    def __init__(self, seats: int, rounds: int, goal: int, key: bytes) -> None:
        self.seats = seats
        self.rounds = rounds
        self.goal = goal
        self.key = key
        self.drawn = 0
        self.forfeited: list[int] = []
        self.round = 1
        self.step = "muster"
        self.weather = 0
        self.winner = NOBODY
        self.deck = Pile()
        self.hands: list[Pile] = [Pile() for _ in range(seats)]
        self.stakes: list[Pile] = [Pile() for _ in range(seats)]  # face down, across the checkpoint of scout
        self.bids = [NOBODY] * seats  # the same
        self.discard: list[str] = []
        self.coins = [PURSE] * seats
        self.banners: list[list[int]] = []  # [seat, place]
        self.scores = [0] * seats

    def copy(self) -> State:
        new = State.__new__(State)
        new.seats = self.seats
        new.rounds = self.rounds
        new.goal = self.goal
        new.key = self.key
        new.drawn = self.drawn
        new.forfeited = self.forfeited[:]
        new.round = self.round
        new.step = self.step
        new.weather = self.weather
        new.winner = self.winner
        new.deck = self.deck.copy()
        new.hands = [pile.copy() for pile in self.hands]
        new.stakes = [pile.copy() for pile in self.stakes]
        new.bids = self.bids[:]
        new.discard = self.discard[:]
        new.coins = self.coins[:]
        new.banners = [banner[:] for banner in self.banners]
        new.scores = self.scores[:]
        return new


Kind = Literal["axe", "bow", "cup", "drum", "elk"]


class PileData(msgspec.Struct, forbid_unknown_fields=True):
    cards: list[Kind]
    known: list[int]


class PositionData(msgspec.Struct, forbid_unknown_fields=True):
    """A position: the fields of `State`."""

    banners: list[tuple[int, Annotated[int, Meta(ge=0, le=LINE)]]]
    bids: list[int]
    coins: list[int]
    deck: PileData
    discard: list[Kind]
    drawn: Annotated[int, Meta(ge=0, le=1 << 62)]
    forfeited: list[int]
    goal: Annotated[int, Meta(ge=1, le=100_000)]
    hands: list[PileData]
    key: str
    round: Annotated[int, Meta(ge=1, le=100)]
    rounds: Annotated[int, Meta(ge=1, le=100)]
    scores: list[int]
    seats: Annotated[int, Meta(ge=2, le=4)]
    stakes: list[PileData]
    step: Literal["muster", "scout", "reveal", "plant", "over"]
    weather: Annotated[int, Meta(ge=0, le=6)]
    winner: int


def encode(state: State) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(state, name) for name in State.__slots__}
    data["key"] = state.key.hex()
    data["deck"] = _encode_pile(state.deck)
    data["hands"] = [_encode_pile(pile) for pile in state.hands]
    data["stakes"] = [_encode_pile(pile) for pile in state.stakes]
    return msgspec.json.decode(msgspec.json.encode(data))  # type: ignore[no-any-return]  # the same type as came in


def decode(data: Mapping[str, Any]) -> State:
    """Read a position. Raises PositionError."""
    try:
        given = msgspec.convert(msgspec.json.decode(msgspec.json.encode(data)), PositionData)
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from None
    seats = given.seats
    same_length({name: getattr(given, name) for name in ("bids", "coins", "hands", "scores", "stakes")}, seats, "seats")
    all_within("forfeited", given.forfeited, 0, seats - 1)
    all_within("banners", [seat for seat, _ in given.banners], 0, seats - 1)
    all_within("winner", [given.winner], NOBODY, seats - 1)
    all_within("bids", given.bids, NOBODY, LINE)
    all_within("scores", given.scores, 0, 100 * LINE)
    state = State.__new__(State)
    for name in State.__slots__:
        setattr(state, name, getattr(given, name))
    state.banners = [list(banner) for banner in given.banners]
    state.key = key_of(given.key)
    state.deck = _pile("deck", given.deck, seats)
    state.hands = [_pile("hands", pile, seats) for pile in given.hands]
    state.stakes = [_pile("stakes", pile, seats) for pile in given.stakes]
    return state


def _encode_pile(pile: Pile) -> dict[str, Any]:
    return {"cards": pile.cards, "known": pile.known}


def _pile(where: str, pile: PileData, seats: int) -> Pile:
    return pile_of(where, [*pile.cards], pile.known, seats)
