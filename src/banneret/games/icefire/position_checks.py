"""Validation of a position before it becomes a state: known ids, numbers in range."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, get_args

from banneret.games.icefire.content.components import Components, Faction, components
from banneret.games.icefire.content.law import law_of
from banneret.games.icefire.content.tabletop import pieces
from banneret.games.icefire.modes.missions import ALL_MISSIONS, MISSIONS
from banneret.games.icefire.modes.siege.cards import STRATEGIES
from banneret.games.icefire.position_data import PositionData
from banneret.games.icefire.rules.table.control import ZONES
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.sides import OUT
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.rules.table.zones import PLACES
from banneret.games.icefire.secrets import LATER_PILES
from banneret.games.icefire.state import NO_CARD, NO_UNIT, NOBODY, PANICKED, VULNERABLE, WEAKENED
from banneret.games.icefire.steps import STEPS
from banneret.kernel.position_fields import MOST_DRAWN, all_known, all_within, known, same_length, within
from banneret.plane import TURN, Pose, Side

_OF_UNITS: Final = (
    "seat", "pose", "health", "full", "attachments", "activated", "conditions", "counters", "orders_used",
)  # fmt: skip  # several to a line
_OF_NCUS: Final = ("ncu_seat", "ncu_zone", "ncu_activated", "ncu_alive", "ncu_counters", "influence")
_OF_SEATS: Final = (
    "factions", "commanders", "points", "enemy_cards", "decks", "hands", "discards", "victory_points", "passes",
    "passed_in",
)  # fmt: skip  # several to a line
MOST: Final = 1000
"""Upper bound of Wounds, points, tokens and passes."""
FARTHEST: Final = 200 * INCH
"""Upper bound of coordinates; the longest side of a battlefield is 72 inches."""
MOST_VALUE: Final = 1 << 31
"""Upper bound of the values of effects, some of which store a position as a single number."""
LASTING: Final = ("turn", "round", "match")


def check(given: PositionData, seats: int) -> None:
    """Check all fields of a position. Raises PositionError naming the first invalid one."""
    _lengths(given, seats)
    _ids(given, components(given.edition))
    _numbers(given, seats)
    _relations(given, seats)


def _lengths(given: PositionData, seats: int) -> None:
    for names, size, of in (
        (_OF_UNITS, len(given.card), "units"),
        (_OF_NCUS, len(given.ncu_card), "non-combat units"),
        (_OF_SEATS, seats, "seats"),
        (("piece_pose",), len(given.pieces), "pieces"),
        (("token_cards", "claims"), len(given.tokens), "tokens"),
    ):
        same_length({name: getattr(given, name) for name in names}, size, of)
    for name in LATER_PILES:
        if getattr(given, name):
            same_length({name: getattr(given, name)}, seats, "seats")


def _ids(given: PositionData, found: Components) -> None:
    tactics = found.tactics
    known("step", given.step, STEPS)
    all_known("card", given.card, (*found.units, CASTLE_WALL))
    all_known("ncu_card", given.ncu_card, found.ncus)
    all_known("ncu_zone", given.ncu_zone, ("", *ZONES))
    all_known("factions", given.factions, get_args(Faction))
    all_known("commanders", given.commanders, ("", *(model.id for model in found.models() if model.commander)))
    all_known("pieces", given.pieces, ("", CASTLE_WALL, *(piece.id for piece in pieces().pieces)))
    all_known("effects.until", [effect.until for effect in given.effects], LASTING)
    all_known("attached.card", [one.card for one in given.attached], tactics)
    all_known("missions.cards", given.missions.cards, MISSIONS)
    for number, inside in enumerate(given.attachments):
        all_known(f"attachments[{number}]", inside, found.attachments)
    for number, ids in enumerate(given.enemy_cards):
        all_known(f"enemy_cards[{number}]", ids, found.attachments)
    for number, ids in enumerate(given.discards):
        all_known(f"discards[{number}]", ids, tactics)
    for name, piles, allowed in (
        ("decks", given.decks, tactics),
        ("hands", given.hands, tactics),
        ("mission_hands", given.mission_hands, ALL_MISSIONS),
        ("mission_decks", given.mission_decks, ALL_MISSIONS),
        ("siege_decks", given.siege_decks, STRATEGIES),
        ("siege_hands", given.siege_hands, STRATEGIES),
    ):
        for number, pile in enumerate(piles):
            all_known(f"{name}[{number}].cards", pile.cards, allowed)


_NOBODY_FIRST: Final = ("missions", "terrain", "zones", "deploy", "first", "over")
"""Steps in which the First Player may be missing."""


def _numbers(given: PositionData, seats: int) -> None:
    units = len(given.card)
    within("round", given.round, 0, MOST)
    within("drawn", given.drawn, 0, MOST_DRAWN)
    within("turn_seat", given.turn_seat, 0, seats - 1)
    within("first", given.first, NOBODY if given.step in _NOBODY_FIRST else 0, seats - 1)
    for name in ("chooser", "far", "winner"):
        within(name, getattr(given, name), NOBODY, seats - 1)
    for name in ("seat", "ncu_seat", "forfeited"):
        all_within(name, getattr(given, name), 0, seats - 1)
    for name in ("influence", "claims"):
        all_within(name, getattr(given, name), NO_UNIT, units - 1)
    for name in ("health", "full", "points", "passes"):
        all_within(name, getattr(given, name), 0, MOST)
    for name in ("victory_points", "passed_in"):
        all_within(name, getattr(given, name), -MOST, MOST)
    all_within("conditions", given.conditions, 0, PANICKED | VULNERABLE | WEAKENED)
    all_within("token_cards", given.token_cards, NO_CARD, MOST)
    for name, counters in (("counters", given.counters), ("ncu_counters", given.ncu_counters)):
        for number, entries in enumerate(counters):
            _all_small(f"{name}[{number}]", entries)
    for name, marks in given.marks.items():
        all_within(f"marks.{name}", marks, -FARTHEST, FARTHEST)
    if PLACES in given.marks:
        same_length({f"marks.{PLACES}": given.marks[PLACES]}, seats, "seats")
        zones = law_of(given.edition, faq=False).free_zones
        all_within(f"marks.{PLACES}", given.marks[PLACES], NOBODY, len(zones) - 1)
    all_within(f"marks.{OUT}", given.marks.get(OUT, []), 0, seats - 1)
    _poses("pose", given.pose)
    _poses("piece_pose", given.piece_pose)
    for number, place in enumerate(given.tokens):
        all_within(f"tokens[{number}]", place, -FARTHEST, FARTHEST)


def _relations(given: PositionData, seats: int) -> None:
    last = len(given.card) - 1
    for number, contact in enumerate(given.contacts):
        within(f"contacts[{number}].one", contact.one, 0, last)
        within(f"contacts[{number}].other", contact.other, contact.one + 1, last)
        for side in (contact.side_of_one, contact.side_of_other):
            known(f"contacts[{number}]", side, [int(one) for one in Side])
    for number, one in enumerate(given.attached):
        within(f"attached[{number}].unit", one.unit, 0, last)
        within(f"attached[{number}].seat", one.seat, 0, seats - 1)
    for number, effect in enumerate(given.effects):
        within(f"effects[{number}].unit", effect.unit, NO_UNIT, last)
        within(f"effects[{number}].seat", effect.seat, NOBODY, seats - 1)
        within(f"effects[{number}].value", effect.value, -MOST_VALUE, MOST_VALUE)


def _all_small(where: str, numbers: Mapping[str, int]) -> None:
    for name, number in numbers.items():
        within(f"{where}.{name}", number, -MOST, MOST)


def _poses(where: str, poses: Iterable[Pose | None]) -> None:
    for number, pose in enumerate(poses):
        if pose is not None:
            all_within(f"{where}[{number}]", (pose.x, pose.y), -FARTHEST, FARTHEST)
            within(f"{where}[{number}].heading", pose.heading, 0, TURN - 1)
