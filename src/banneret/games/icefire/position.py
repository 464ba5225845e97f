"""Conversion of checkpoint states to JSON and back; every value read is validated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.law import law_of
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.effects import registry
from banneret.games.icefire.position_checks import check
from banneret.games.icefire.position_data import PileData, PositionData
from banneret.games.icefire.rules.table.sides import sides_of
from banneret.games.icefire.secrets import LATER_PILES, PILES
from banneret.games.icefire.settings import WIDE, settings_type
from banneret.games.icefire.setup import check_settings, labels_of, unit_labels
from banneret.games.icefire.state import State
from banneret.kernel.pile import Pile
from banneret.kernel.position_fields import key_of, pile_of
from banneret.kernel.rulebook import OptionError, PositionError

_NO_PILE: Final = PileData([], [])
_PLAIN: Final = tuple(
    name for name in PositionData.__struct_fields__ if name not in ("edition", "options", *PILES, "key")
)


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
    """Return the checkpoint state that a position describes.

    Raises PositionError for missing, unknown or inconsistent values.
    """
    try:
        given = msgspec.convert(data, PositionData)
        settings = msgspec.convert(given.options, settings_type(given.edition))
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from None
    try:
        check_settings(settings, given.edition)
    except OptionError as error:
        raise PositionError(f"options: {error}") from None
    seats = len(settings.all_armies)
    check(given, seats)
    state = State()
    state.seats = seats
    state.sides = sides_of(state.seats, teams=settings.teams)
    state.settings = settings
    state.law = law_of(given.edition, faq=settings.faq)
    state.cards = components(given.edition)
    state.table = tabletop(given.edition)
    state.mode = state.table.mode(settings.mode, wide=settings.table == WIDE)
    registry.index(state.cards)
    for name in _PLAIN:
        setattr(state, name, getattr(given, name))
    state.decks = [_pile("decks", pile, seats) for pile in given.decks]
    state.hands = [_pile("hands", pile, seats) for pile in given.hands]
    state.missions = _pile("missions", given.missions, seats)
    for name in LATER_PILES:
        setattr(state, name, [_pile(name, pile, seats) for pile in getattr(given, name) or [_NO_PILE] * seats])
    state.labels = unit_labels(given.card, given.seat, state.law.players)
    state.ncu_labels = labels_of(given.ncu_seat, state.law.players, "n")
    state.key = key_of(given.key)
    state.turn = None
    return state


def _pile(where: str, pile: PileData, seats: int) -> Pile:
    return pile_of(where, pile.cards, pile.known, seats)
