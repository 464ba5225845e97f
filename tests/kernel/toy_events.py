"""Events of the toy game Skirl."""

from __future__ import annotations

from typing import ClassVar

from banneret.kernel.events import Event


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    weather: int
    rule: str = "skirl:round"


class Drew(Event, frozen=True, tag="drew"):
    PRIVATE: ClassVar[tuple[str, ...]] = ("card",)
    seat: int
    card: str | None
    rule: str = "skirl:draw"


class Peeked(Event, frozen=True, tag="peeked"):
    PRIVATE: ClassVar[tuple[str, ...]] = ("card",)
    seat: int
    what: str
    card: str | None
    rule: str = "skirl:scout"


class Revealed(Event, frozen=True, tag="revealed"):
    bids: tuple[int, ...]
    stakes: tuple[str, ...]
    winner: int
    rule: str = "skirl:reveal"


class Planted(Event, frozen=True, tag="planted"):
    seat: int
    at: int
    rule: str = "skirl:plant"


class Tossed(Event, frozen=True, tag="tossed"):
    seat: int
    cards: tuple[str, ...]
    rule: str = "skirl:toss"
