"""JSON schema of positions, that is, of checkpoint states."""

from __future__ import annotations

from typing import Any

import msgspec

from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.state import Attached, Contact, Effect
from banneret.plane import Pose


class PileData(msgspec.Struct, forbid_unknown_fields=True):
    """A face-down pile, top card first; `known` holds, for each card, the bit mask of the seats that know it."""

    cards: list[str]
    known: list[int]


class PositionData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A checkpoint state: the columns of `State` by name."""

    edition: Edition
    options: dict[str, Any] = {}
    round: int
    step: str
    first: int
    turn_seat: int
    chooser: int
    far: int
    card: tuple[str, ...]
    seat: list[int]
    pose: list[Pose | None]
    health: list[int]
    full: list[int]
    attachments: tuple[tuple[str, ...], ...]
    activated: list[bool]
    conditions: list[int]
    counters: list[dict[str, int]]
    orders_used: list[list[str]]
    contacts: list[Contact]
    attached: tuple[Attached, ...]
    effects: tuple[Effect, ...]
    ncu_card: list[str]
    ncu_seat: list[int]
    ncu_zone: list[str]
    ncu_activated: list[bool]
    ncu_alive: list[bool]
    ncu_counters: list[dict[str, int]]
    influence: list[int]
    factions: list[str]
    commanders: list[str]
    points: list[int]
    enemy_cards: list[list[str]]
    decks: list[PileData]
    hands: list[PileData]
    discards: list[list[str]]
    victory_points: list[int]
    passes: list[int]
    passed_in: list[int]
    once: list[str]
    pieces: list[str]
    piece_pose: list[Pose]
    tokens: list[tuple[int, int]]
    token_cards: list[int]
    claims: list[int]
    marks: dict[str, list[int]]
    missions: PileData
    mission_hands: list[PileData] = []
    """Empty if no hand has missions."""
    mission_decks: list[PileData] = []
    siege_decks: list[PileData] = []
    siege_hands: list[PileData] = []
    winner: int
    reason: str
    forfeited: list[int]
    key: str
    drawn: int
