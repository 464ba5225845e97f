"""Positions: a checkpoint state as JSON, read back with every value checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.law import law_of
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.effects import registry
from banneret.games.icefire.modes.missions import ALL_MISSIONS, MISSIONS
from banneret.games.icefire.modes.siege.cards import STRATEGIES
from banneret.games.icefire.rules.table.sides import sides_of
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.secrets import LATER_PILES, PILES
from banneret.games.icefire.settings import WIDE, settings_type
from banneret.games.icefire.setup import check_settings, labels_of, unit_labels
from banneret.games.icefire.state import Attached, Contact, Effect, State
from banneret.games.icefire.steps import STEPS
from banneret.kernel.pile import Pile
from banneret.kernel.rulebook import OptionError, PositionError
from banneret.kernel.stream import KEY_BYTES
from banneret.plane import Pose


class PileData(msgspec.Struct, forbid_unknown_fields=True):
    """A face-down pile, top card first; `known` is, for each card, the mask of seats that know it."""

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
    card: list[str]
    seat: list[int]
    pose: list[Pose | None]
    health: list[int]
    full: list[int]
    attachments: list[list[str]]
    activated: list[bool]
    conditions: list[int]
    counters: list[dict[str, int]]
    orders_used: list[list[str]]
    contacts: list[Contact]
    attached: list[Attached]
    effects: list[Effect]
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
    """Missing if no hand has missions."""
    mission_decks: list[PileData] = []
    siege_decks: list[PileData] = []
    siege_hands: list[PileData] = []
    winner: int
    reason: str
    forfeited: list[int]
    key: str
    drawn: int


_NO_PILE: Final = PileData([], [])
_PLAIN: Final = tuple(
    name for name in PositionData.__struct_fields__ if name not in ("edition", "options", *PILES, "key")
)
_OF_UNITS: Final = (
    "seat", "pose", "health", "full", "attachments", "activated", "conditions", "counters", "orders_used",
)  # fmt: skip  # several to a line
_OF_NCUS: Final = ("ncu_seat", "ncu_zone", "ncu_activated", "ncu_alive", "ncu_counters", "influence")
_OF_SEATS: Final = (
    "commanders", "points", "enemy_cards", "decks", "hands", "discards", "victory_points", "passes", "passed_in",
)  # fmt: skip  # several to a line


def encode(state: State) -> dict[str, Any]:
    """Return the JSON form of a checkpoint state."""
    data: dict[str, Any] = {name: msgspec.to_builtins(getattr(state, name)) for name in _PLAIN}
    data["edition"] = state.law.edition
    usual = msgspec.structs.asdict(type(state.settings)())
    chosen = msgspec.structs.asdict(state.settings)
    data["options"] = {name: msgspec.to_builtins(value) for name, value in chosen.items() if value != usual[name]}
    for name in PILES:
        if name != "missions":
            data[name] = [{"cards": pile.cards[:], "known": pile.known[:]} for pile in getattr(state, name)]
    data["missions"] = {"cards": state.missions.cards[:], "known": state.missions.known[:]}
    data["key"] = state.key.hex()
    return data


def decode(data: Mapping[str, Any]) -> State:
    """Read a checkpoint state. Raise PositionError for missing, unknown or inconsistent values."""
    try:
        given = msgspec.convert(dict(data), PositionData)
        settings = msgspec.convert(given.options, settings_type(given.edition))
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from None
    try:
        check_settings(settings, given.edition)
    except OptionError as error:
        raise PositionError(f"options: {error}") from None
    _check(given, len(settings.all_armies))
    state = State()
    state.seats = len(given.commanders)
    state.sides = sides_of(state.seats, teams=settings.teams)
    state.settings = settings
    state.law = law_of(given.edition, faq=settings.faq)
    state.cards = components(given.edition)
    state.table = tabletop(given.edition)
    state.mode = state.table.mode(settings.mode, wide=settings.table == WIDE)
    registry.index(state.cards)
    for name in _PLAIN:
        setattr(state, name, getattr(given, name))
    state.decks = [_pile(pile, "decks") for pile in given.decks]
    state.hands = [_pile(pile, "hands") for pile in given.hands]
    state.missions = _pile(given.missions, "missions")
    for name in LATER_PILES:
        setattr(state, name, [_pile(pile, name) for pile in getattr(given, name) or [_NO_PILE] * state.seats])
    state.labels = unit_labels(given.card, given.seat, state.law.players)
    state.ncu_labels = labels_of(given.ncu_seat, state.law.players, "n")
    try:
        state.key = bytes.fromhex(given.key)
    except ValueError:
        raise PositionError("key: no hexadecimal number") from None
    if len(state.key) != KEY_BYTES:
        raise PositionError(f"key: {len(state.key)} bytes; a key has {KEY_BYTES}")
    state.turn = None
    return state


def _pile(pile: PileData, name: str) -> Pile:
    if len(pile.cards) != len(pile.known):
        raise PositionError(f"{name}: {len(pile.cards)} cards with {len(pile.known)} marks")
    return Pile(pile.cards, pile.known)


def _check(given: PositionData, seats: int) -> None:
    """Refuse columns of different lengths, and unknown cards and steps."""
    found = components(given.edition)
    for names, size in ((_OF_UNITS, len(given.card)), (_OF_NCUS, len(given.ncu_card)), (_OF_SEATS, seats)):
        for name in names:
            if len(getattr(given, name)) != size:
                raise PositionError(f"{name}: {len(getattr(given, name))} entries for {size}")
    if given.step not in STEPS:
        raise PositionError(f"step: {given.step!r} is none; there are: {', '.join(STEPS)}")
    for name, cards, known in (
        ("card", given.card, (*found.units, CASTLE_WALL)),
        ("ncu_card", given.ncu_card, found.ncus),
        ("attachments", [id for inside in given.attachments for id in inside], found.attachments),
        ("decks", [id for pile in (*given.decks, *given.hands) for id in pile.cards], found.tactics),
        ("missions", given.missions.cards, MISSIONS),
        ("mission_hands", [id for pile in given.mission_hands for id in pile.cards], ALL_MISSIONS),
        ("mission_decks", [id for pile in given.mission_decks for id in pile.cards], ALL_MISSIONS),
        ("siege_decks", [id for pile in (*given.siege_decks, *given.siege_hands) for id in pile.cards], STRATEGIES),
    ):
        for id in cards:
            if id not in known:
                raise PositionError(f"{name}: there is no card {id!r} in {given.edition}")
    for name in LATER_PILES:
        if len(getattr(given, name)) not in (0, seats):
            raise PositionError(f"{name}: {len(getattr(given, name))} entries for {seats}")
    if any(seat not in range(seats) for seat in (*given.seat, *given.ncu_seat)):
        raise PositionError(f"seat: there are seats 0 to {seats - 1}")
    for name in ("piece_pose", "token_cards", "claims"):
        base = given.pieces if name == "piece_pose" else given.tokens
        if len(getattr(given, name)) != len(base):
            raise PositionError(f"{name}: {len(getattr(given, name))} entries for {len(base)}")
