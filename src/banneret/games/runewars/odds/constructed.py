"""A constructed case as a state: two units alone on the table, engaged or in range of each other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from banneret.games.runewars.army.lists import ArmyList, FieldedUnit
from banneret.games.runewars.content.components import FACTIONS, Unit, components
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rules.attack.attack import profiles_of
from banneret.games.runewars.rules.damage.attack_choosers import AttackPlan
from banneret.games.runewars.setup import add_armies
from banneret.games.runewars.state import cells_of, runes
from banneret.games.runewars.units.combat import AttackKind
from banneret.games.runewars.units.formation import shape_of
from banneret.kernel.pile import Pile
from banneret.odds import CaseError
from banneret.plane import TURN

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
LARGEST: Final = "largest"
"""The last formation in the cost table of a unit."""
MIDDLE: Final = 9000
RANGE: Final = 3
"""The range of a ranged attack."""
RUNES: Final = ("stable", "unstable", "natural")
_HEADINGS: Final = {"front": TURN // 2, "flank": TURN // 4, "rear": 0}
"""The heading of a defender attacked from below on each side."""


def formations() -> tuple[str, ...]:
    """Return the formations of all units, smaller ones first."""
    rows = {(row.files, row.ranks) for unit in components().units.values() for row in unit.rows}
    return tuple(f"{files}x{ranks}" for files, ranks in sorted(rows, key=lambda one: (one[0] * one[1], one)))


def pools() -> list[tuple[list[int], Mapping[str, int]]]:
    """Return every mana pool: the side of each token that is up, and the active runes."""
    state = MatchState()
    found: list[tuple[list[int], Mapping[str, int]]] = []
    for sides in product((0, 1), repeat=len(components().mana)):
        state.mana = list(sides)
        found.append((state.mana, {str(rune): number for rune, number in runes(state).items()}))
    return found


def constructed(given: Mapping[str, str]) -> tuple[MatchState, AttackPlan]:
    """Return a state in which unit 0 attacks unit 1, and the attack. Raises CaseError for impossible combinations."""
    found = components()
    kind: AttackKind = "ranged" if given["kind"] == "ranged" else "melee"
    cards = [found.units[given[name]] for name in (ATTACKER, DEFENDER)]
    fielded = [
        FieldedUnit(unit=card.id, formation=_formation(card, given[name], name))
        for card, name in zip(cards, ("attacking", "defending"), strict=True)
    ]
    state = MatchState()
    add_armies(state, [ArmyList(faction=FACTIONS[0], points=1000, units=(one,)) for one in fielded])
    state.mana = _mana(given)
    state.first, state.step, state.round = 0, "perform", 1
    state.deck = Pile(list(found.deck()))
    state.banes[1] = ["panic"] * int(given["panic"])
    own, other = shape_of(cells_of(state, 0)), shape_of(cells_of(state, 1))
    reach = other.width if given["side"] == "flank" else other.depth
    gap = round(tabletop().ruler.band * (RANGE - 0.5)) if kind == "ranged" else 0
    heading = _HEADINGS[given["side"]]
    state.poses = [(MIDDLE, MIDDLE, 0), (MIDDLE, round(MIDDLE + own.depth / 2 + reach / 2 + gap), heading)]
    profiles = profiles_of(state, 0, kind)
    if not profiles:
        raise CaseError(f"{ATTACKER}: {given[ATTACKER]} has no {kind} attack")
    return state, AttackPlan(0, kind, profiles[0])


def _formation(card: Unit, wanted: str, field: str) -> str:
    there = [row.formation for row in card.rows]
    if wanted == LARGEST:
        return there[-1]
    if wanted not in there:
        raise CaseError(f"{field}: {card.id} has no formation {wanted}; choose from {', '.join(there)}")
    return wanted


def _mana(given: Mapping[str, str]) -> list[int]:
    wanted = {rune: int(given[rune]) for rune in RUNES}
    for sides, pool in pools():
        if pool == wanted:
            return sides
    raise CaseError(f"stable, unstable, natural: no mana pool has {', '.join(given[rune] for rune in RUNES)} runes")
