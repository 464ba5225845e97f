"""Positions: a checkpoint state as JSON, read back with every value checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

import msgspec

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.match_state import (
    MATCH_COLUMNS,
    NO_ACTION,
    NO_BONUS,
    NO_DIALS,
    NO_MODIFIER,
    NO_UNIT,
    NOBODY,
    PLAYERS,
    ROUNDS,
    SIDES,
    Dials,
    MatchState,
    Size,
    Step,
)
from banneret.games.runewars.plain_state import PlainState
from banneret.games.runewars.state import COLUMNS, NO_PIECE
from banneret.games.runewars.units.formation import is_joined
from banneret.kernel.position_fields import (
    MOST_DRAWN,
    all_known,
    all_within,
    key_of,
    known,
    pile_of,
    same_length,
    within,
)
from banneret.kernel.rulebook import PositionError
from banneret.plane import TURN


class PileData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A face-down pile, top card first; `known` is for each place the mask of seats that know it."""

    cards: list[str]
    known: list[int]


class PositionData(PlainState, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A checkpoint state as plain data: the columns of the table and of the match under their own names."""

    size: Size
    step: Step
    first: int
    turn: int
    offered: list[str]
    deployment: str
    objective: str
    deployer: int
    red: int
    data_pack: str = ""
    free_templates: bool
    threat_erratum: bool
    token_places: list[tuple[int, int] | None]
    token_units: list[int]
    token_seat: list[int]
    scored: list[int]
    scored_in: list[int]
    marked: list[int]
    parted: list[tuple[int, int]]
    deck: PileData
    discard: list[str]
    canceled: list[int]
    teams: list[int]
    controller: list[int]
    dials: list[Dials]
    shown: list[bool]
    seen: list[int]
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
    "unit", "upgrades", "figures", "empty_trays", "poses", "banes", "inspiration", "vitality", "exhausted",
    "conditions", "marks", "trays", "inside", "dials", "shown", "seen", "canceled", "controller",
)  # fmt: skip  # several to a line


_OF_SIDES: Final = ("spent", "scores", "scored", "scored_in", "marked")
MOST: Final = 1000
"""More than any number of tokens, points or wounds in a match."""
FARTHEST: Final = 100_000
"""In thousandths of a tray. Nothing is farther from the corner of a table."""
MOST_SEATS: Final = 8


def encode(state: MatchState) -> dict[str, Any]:
    """Return the JSON form of a checkpoint state."""
    names = (*COLUMNS, *MATCH_COLUMNS)
    bare = {name: getattr(state, name) for name in names if name not in ("key", "deck", "fighting")}
    plain: dict[str, Any] = msgspec.to_builtins(bare)
    plain["key"] = state.key.hex()
    if not state.data_pack:  # omitted if empty, as in records from before data packs
        del plain["data_pack"]
    plain["deck"] = {"cards": state.deck.cards[:], "known": state.deck.known[:]}
    return plain


def decode(data: Mapping[str, Any]) -> MatchState:
    """Read a checkpoint state from its JSON form. Raises PositionError with the field and the problem."""
    try:
        plain = msgspec.convert(data, PositionData)
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from None
    _check_lengths(plain)
    _check_ids(plain)
    _check_numbers(plain)
    _check_units(plain)
    state = MatchState()
    for name in PositionData.__struct_fields__:
        if name not in ("key", "deck"):
            setattr(state, name, getattr(plain, name))
    state.key = key_of(plain.key)
    state.deck = pile_of("deck", plain.deck.cards, plain.deck.known, len(plain.teams))
    return state


def _check_lengths(plain: PositionData) -> None:
    for names, count, of in (
        (_OF_UNITS, len(plain.seat), "units"),
        (("piece_poses",), len(plain.pieces), "pieces"),
        (("token_units", "token_seat"), len(plain.token_places), "tokens"),
        (_OF_SIDES, SIDES, "sides"),
        (("mana",), len(components().mana), "mana tokens"),
    ):
        same_length({name: getattr(plain, name) for name in names}, count, of)


def _check_ids(plain: PositionData) -> None:
    found, table = components(), tabletop()
    sides = [side.id for piece in table.pieces.values() for side in (piece.defensive, piece.dangerous)]
    for name, ids, allowed in (
        ("unit", plain.unit, found.units),
        ("pieces", plain.pieces, sides),
        ("offered", plain.offered, (*table.deployments, *table.objectives)),
        ("discard", plain.discard, found.morale),
        ("deck.cards", plain.deck.cards, found.morale),
    ):
        all_known(name, ids, allowed)
    if sorted([*plain.deck.cards, *plain.discard]) != sorted(found.deck()):  # cards are drawn between checkpoints only
        raise PositionError("deck: deck and discarded cards are not the morale deck")
    known("deployment", plain.deployment, ("", *table.deployments))
    known("objective", plain.objective, ("", *table.objectives))
    for number, upgrades in enumerate(plain.upgrades):
        all_known(f"upgrades[{number}]", upgrades, found.upgrades)
        all_known(f"exhausted[{number}]", plain.exhausted[number], found.upgrades)
        all_known(f"conditions[{number}]", plain.conditions[number], found.conditions)


_UNTIL_FIRST: Final = ("commanders", "first", "over")
_SETUP: Final = ("terrain", "tokens", "deploy")
_NAMED_IN: Final[Mapping[str, tuple[str, ...]]] = {
    "first": tuple(step for step in get_args(Step) if step not in _UNTIL_FIRST),
    "turn": ("cards", *_SETUP, "ordered", "choose", "reveal", "revealed", "perform"),
    "deployer": ("terrain",),
    "red": _SETUP,
    "winner": (),
}
"""Fields that name a side, with the steps in which they have to."""


def _check_numbers(plain: PositionData) -> None:
    seats, units, pieces = len(plain.teams), len(plain.seat), len(plain.pieces)
    within("teams", seats, SIDES, MOST_SEATS)
    if set(plain.teams) != set(range(SIDES)):
        raise PositionError(f"teams: {plain.teams} does not have seats on both of {SIDES} sides")
    within("round", plain.round, 1, ROUNDS)
    within("called", plain.called, 0, MOST)
    within("drawn", plain.drawn, 0, MOST_DRAWN)
    within("active", plain.active, NO_UNIT, units - 1)
    for name, steps in _NAMED_IN.items():
        within(name, getattr(plain, name), 0 if plain.step in steps else NOBODY, SIDES - 1)
    for name, low, high in (
        ("seat", 0, len(PLAYERS) - 1),
        ("controller", 0, seats - 1),
        ("forfeited", 0, seats - 1),
        ("token_seat", NOBODY, SIDES - 1),
        ("token_units", NO_UNIT, units - 1),
        ("marked", NO_UNIT, units - 1),
        ("inside", NO_PIECE, pieces - 1),
        ("seen", 0, (1 << seats) - 1),
        ("canceled", 0, NO_ACTION | NO_MODIFIER | NO_BONUS),
        ("mana", 0, 1),
        *((name, 0, MOST) for name in ("inspiration", "vitality", "trays", "scored", "scored_in")),
        ("scores", -MOST, MOST),
    ):
        all_within(name, getattr(plain, name), low, high)
    for number, pair in enumerate(plain.parted):
        all_within(f"parted[{number}]", pair, 0, units - 1)
    for name, places in (
        ("poses", plain.poses),
        ("piece_poses", plain.piece_poses),
        ("token_places", plain.token_places),
    ):
        _check_places(name, places)


def _check_places(where: str, places: Iterable[Sequence[int] | None]) -> None:
    for number, place in enumerate(places):
        if place is not None:
            all_within(f"{where}[{number}]", place[:2], -FARTHEST, FARTHEST)
            all_within(f"{where}[{number}].heading", place[2:], 0, TURN - 1)


def _check_units(plain: PositionData) -> None:
    """Check trays, figures, marks and dials, whose bounds depend on the unit."""
    for unit, id in enumerate(plain.unit):
        card, where = components().units[id], f"[{unit}]"
        for column, row, wounds, upgrade in plain.figures[unit]:
            all_within(f"figures{where}", (column, row), -MOST, MOST)
            within(f"figures{where}.wounds", wounds, 0, MOST)
            known(f"figures{where}.upgrade", upgrade, ("", *components().upgrades))
        for cell in plain.empty_trays[unit]:
            all_within(f"empty_trays{where}", cell, -MOST, MOST)
        cells = frozenset([(column, row) for column, row, _, _ in plain.figures[unit]]).union(plain.empty_trays[unit])
        if not is_joined(cells):
            raise PositionError(f"figures{where}: the trays {sorted(cells)} are not connected")
        if not cells and plain.poses[unit] is not None:
            raise PositionError(f"poses{where}: a unit without trays is on the table")
        all_within(f"marks{where}", plain.marks[unit].values(), -MOST, MOST)
        if plain.dials[unit] != NO_DIALS:
            within(f"dials{where}[0]", plain.dials[unit][0], 0, len(card.actions) - 1)
            within(f"dials{where}[1]", plain.dials[unit][1], 0, len(card.modifiers) - 1)
