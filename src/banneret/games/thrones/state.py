"""The state of a match: columns of plain data, with areas and seats as numbers. It contains no rules."""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.compiled import mypyc_attr
from banneret.kernel.pile import Pile

NOBODY: Final = -1
NO_ORDER: Final = -1
BLOCKED: Final = -1
"""In place of a neutral force's strength: the area can never be entered."""

_copied: Final = list.copy

IRON_THRONE: Final = 0
FIEFDOMS: Final = 1
KINGS_COURT: Final = 2

ATTACKER: Final = 0
DEFENDER: Final = 1
NO_SIDE: Final = -1


class Combat:
    """A combat in progress; it ends before the next checkpoint. Pairs are [attacker, defender]."""

    __slots__: ClassVar[tuple[str, ...]] = (
        "army",
        "blade",
        "cards",
        "march",
        "origin",
        "seats",
        "supports",
        "target",
        "tides",
        "tides_shown",
        "winner",
    )

    def __init__(self, attacker: int, defender: int, origin: int, target: int, march: int, army: list[int]) -> None:
        self.seats = [attacker, defender]
        self.origin = origin
        """Number of the area with the march order; the attacking units stay there until they have won."""
        self.target = target
        """Number of the contested area."""
        self.march = march
        """Number of the march order."""
        self.army = army
        """Attacking units by kind (footmen, knights, ships, siege engines), none of them routed."""
        self.supports: dict[int, int] = {}
        """Area number of a support order -> the side it supports (`NO_SIDE` if refused)."""
        self.cards: list[str | None] = [None, None]
        """House cards in play; None before the reveal and for a side without a card."""
        self.blade = [False, False]
        """Whether the Valyrian Steel Blade adds 1 to this side."""
        self.tides: list[str | None] = [None, None]
        """Tides of Battle cards drawn."""
        self.tides_shown = False
        self.winner = NO_SIDE


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class State:
    """The state of a match. Lists over areas have one entry per area (58), lists over seats one per seat.

    `secrets.py` classifies every column as public, owned, hidden or pile; a test checks that the table is complete.
    """

    __slots__: ClassVar[tuple[str, ...]] = (
        "available",
        "banned",
        "blade_used",
        "combat",
        "confirm_orders",
        "decks",
        "discards",
        "drawn",
        "face_down",
        "forfeited",
        "garrison",
        "hands",
        "home_seat",
        "houses",
        "key",
        "neutral",
        "orders",
        "owner",
        "power",
        "raven_used",
        "reason",
        "round",
        "routed",
        "seats",
        "step",
        "supply",
        "threat",
        "tides",
        "tracks",
        "turn",
        "units",
        "used",
        "westeros",
        "wildlings",
        "winner",
    )

    seats: int
    houses: tuple[str, ...]
    """House id of each seat; never changes."""
    home_seat: tuple[int, ...]
    """Over areas: the seat whose home crest is printed there, or NOBODY; never changes."""
    tides: bool
    """Option: Tides of Battle."""
    confirm_orders: bool
    """Option: orders count only after the house confirms them."""

    round: int
    step: str
    """Step of the next turn; see `rules/round.py`."""
    turn: int
    """Position on the Iron Throne track (0 = first) from which the step continues."""

    owner: list[int]
    """Over areas: the seat whose units are there, or NOBODY."""
    units: list[list[int]]
    """By kind of unit, over areas: number of units that are not routed."""
    routed: list[list[int]]
    """By kind of unit, over areas: number of routed units."""
    orders: list[int]
    """Over areas: the order number, or NO_ORDER."""
    face_down: list[bool]
    """Over seats: whether the seat's orders on the board are still face down (only during a shortage of orders)."""
    power: list[int]
    """Over areas: the seat whose power token is there, or NOBODY."""
    garrison: list[int]
    """Over areas: strength of the garrison, 0 for none; it belongs to the home house."""
    neutral: list[int]
    """Over areas: strength of the neutral force, 0 for none, BLOCKED for an area that nobody can enter."""

    available: list[int]
    """Over seats: available power tokens."""
    supply: list[int]
    """Over seats: place on the supply track, 0 to 6."""
    tracks: list[list[int]]
    """The three influence tracks: seats from position 1 down. The first seat of each holds its dominance token."""
    blade_used: bool
    raven_used: bool
    hands: list[list[str]]
    """Over seats: house cards in hand, in the fixed order of the house's cards."""
    discards: list[list[str]]
    """Over seats: house cards in the discard pile, oldest first."""

    threat: int
    """Number on the wildling track, 0 to 12."""
    decks: list[Pile]
    """The three Westeros decks, face down."""
    used: list[list[str]]
    """Westeros cards already used, a list per deck, oldest first."""
    westeros: list[str]
    """The three Westeros cards revealed this round (empty in round 1)."""
    wildlings: Pile
    """The wildling deck."""
    banned: list[int]
    """Order numbers that are not allowed in this planning phase."""

    combat: Combat | None
    winner: int
    """Seat that won immediately with seven areas, or NOBODY."""
    reason: str
    """Reason for the end of the match: "" while it runs, "seven-areas" or "ten-rounds"."""
    forfeited: list[int]
    """Seats that forfeited, in order."""
    key: bytes
    drawn: int

    def copy(self) -> State:
        """Return an independent copy. Call it only at a checkpoint: a combat in progress is not copied."""
        new = State.__new__(State)
        new.seats = self.seats
        new.houses = self.houses
        new.home_seat = self.home_seat
        new.tides = self.tides
        new.confirm_orders = self.confirm_orders
        new.round = self.round
        new.step = self.step
        new.turn = self.turn
        new.owner = self.owner[:]
        a, b, c, d = self.units
        new.units = [a[:], b[:], c[:], d[:]]
        a, b, c, d = self.routed
        new.routed = [a[:], b[:], c[:], d[:]]
        new.orders = self.orders[:]
        new.face_down = self.face_down[:]
        new.power = self.power[:]
        new.garrison = self.garrison[:]
        new.neutral = self.neutral[:]
        new.available = self.available[:]
        new.supply = self.supply[:]
        throne, fiefdoms, court = self.tracks
        new.tracks = [throne[:], fiefdoms[:], court[:]]
        new.blade_used = self.blade_used
        new.raven_used = self.raven_used
        new.hands = list(map(_copied, self.hands))
        new.discards = list(map(_copied, self.discards))
        new.threat = self.threat
        new.decks = [deck.copy() for deck in self.decks]
        new.used = list(map(_copied, self.used))
        new.westeros = self.westeros[:]
        new.wildlings = self.wildlings.copy()
        new.banned = self.banned[:]
        new.combat = None
        new.winner = self.winner
        new.reason = self.reason
        new.forfeited = self.forfeited[:]
        new.key = self.key
        new.drawn = self.drawn
        return new
