"""Building of a hypothetical attack: two units on an empty battlefield, in contact or in range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.position import decode
from banneret.games.icefire.position_data import PositionData
from banneret.games.icefire.rules.table.conditions import BITS
from banneret.games.icefire.rules.table.engagement import found_contacts
from banneret.games.icefire.rules.table.ground import INCH, shape_of
from banneret.games.icefire.state import NOBODY, State
from banneret.odds import CaseError
from banneret.plane import TURN, Pose, Side

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
MIDDLE: Final = 24 * INCH
APART: Final = 5 * INCH
"""Distance of a ranged attack, which is short range for all units."""
_HEADINGS: Final = {"front": (TURN // 2, Side.FRONT), "flank": (TURN // 4, Side.LEFT), "rear": (0, Side.REAR)}
"""Heading of the defender, which is attacked from below, and the attacked side."""


def constructed(edition: Edition, given: Mapping[str, str]) -> tuple[State, Side]:
    """Return a state in which unit 0 attacks unit 1, and the attacked side. Raises CaseError for too many Wounds."""
    found = components(edition)
    cards = [given[ATTACKER], given[DEFENDER]]
    full = [full_health(found.units[card]) for card in cards]
    health = [int(given[name]) or most for name, most in zip(("attacking", "defending"), full, strict=True)]
    for name, card, left, most in zip(("attacking", "defending"), cards, health, full, strict=True):
        if left > most:
            raise CaseError(f"{name}: {card} has only {most} Wounds")
    state = decode(_position(edition, cards, health, full))
    heading, side = _HEADINGS[given["side"]]
    own, other = shape_of(state, 0), shape_of(state, 1)
    reach = other.width if side == Side.LEFT else other.depth
    gap = APART if given["kind"] == "ranged" else 0
    state.pose[0] = Pose(MIDDLE, MIDDLE, 0)
    state.pose[1] = Pose(MIDDLE, round(MIDDLE + own.depth / 2 + reach / 2 + gap), heading)
    state.contacts = sorted({one for unit in (0, 1) for one in found_contacts(state, unit)})
    for unit, names in enumerate((("weakened",), ("vulnerable", "panicked"))):
        state.conditions[unit] = sum(BITS[name] for name in names if given[name] == "yes")
    return state, side


def _position(edition: Edition, cards: list[str], health: list[int], full: list[int]) -> dict[str, Any]:
    """Return a position with two units off an empty battlefield and no cards in hand."""
    found = components(edition)
    factions = [found.faction[card] for card in cards]
    data: dict[str, Any] = {name: [] for name in PositionData.__struct_fields__ if name not in _OTHER}
    pile: dict[str, Any] = {"cards": [], "known": []}
    pair: dict[str, list[Any]] = {
        "card": cards,
        "seat": [0, 1],
        "pose": [None, None],
        "health": health,
        "full": full,
        "attachments": [[], []],
        "activated": [False, False],
        "conditions": [0, 0],
        "counters": [{}, {}],
        "orders_used": [[], []],
        "factions": factions,
        "commanders": ["", ""],
        "points": [40, 40],
        "enemy_cards": [[], []],
        "decks": [pile, pile],
        "hands": [pile, pile],
        "discards": [[], []],
        "victory_points": [0, 0],
        "passes": [0, 0],
        "passed_in": [0, 0],
    }
    course = {
        "edition": edition,
        "options": {"terrain": "none"},
        "round": 1,
        "step": "turn",
        "first": 0,
        "turn_seat": 0,
        "chooser": 0,
        "far": 1,
        "marks": {},
        "missions": pile,
        "winner": NOBODY,
        "reason": "",
        "key": "00" * 16,
        "drawn": 0,
    }
    return {**data, **pair, **course}


_OTHER: Final = ("mission_hands", "mission_decks", "siege_decks", "siege_hands")
