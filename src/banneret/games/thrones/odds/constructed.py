"""Building of a hypothetical combat from form fields: area, armies, supporting footmen, house cards and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.games.thrones.content.board import AREA, AREAS, LAND_AREAS
from banneret.games.thrones.content.components import CARDS_OF, HOME, HOUSES, ORDER, ORDERS
from banneret.games.thrones.position import TRACKS, decode
from banneret.games.thrones.rules.control import units_at
from banneret.games.thrones.state import ATTACKER, DEFENDER, Combat, State
from banneret.odds import CaseError, Field
from banneret.odds.cases import Side
from banneret.text.message import msg

SIDES: Final = ("attacker", "defender")
KINDS: Final = ("footman", "knight", "siege-engine")
MOST: Final = 5
ANY: Final = "any"
"""Value of a card field: any card of the house, all equally likely."""
_SIDES: Final[tuple[Side, Side]] = ("attacker", "defender")
NONE: Final = "none"
NO_YES: Final = ("no", "yes")
MARCHES: Final = tuple(order.id for order in ORDERS if order.id.startswith("march"))
DEFENSES: Final = (NONE, *(order.id for order in ORDERS if order.id.startswith("defense")))
PLACES: Final = tuple(AREAS[area] for area in LAND_AREAS if area not in HOME.values())
"""Areas in which the combat may take place."""


def fields() -> tuple[Field, ...]:
    """Return the form fields of a case."""
    cards = (ANY, *(card for house in HOUSES for card in CARDS_OF[house]))
    return (
        *(_choice(side, HOUSES, HOUSES[number], side) for number, side in enumerate(_SIDES)),
        *(_choice(f"{side}-card", cards, ANY, side) for side in _SIDES),
        *(
            Field(
                id=f"{side}-{kind}",
                label=msg(f"odds.field.{side}-{kind}"),
                least=0,
                most=MOST,
                initial=initial,
                side=side,
            )
            for side in _SIDES
            for kind, initial in zip((*KINDS, "support"), ("1", "1", "0", "0"), strict=True)
        ),
        _choice("march", MARCHES, "march-zero", _SIDES[0]),
        _choice("defense", DEFENSES, NONE, _SIDES[1]),
        _choice("area", PLACES, PLACES[0]),
        _choice("blade", (NONE, *SIDES), NONE),
        _choice("tides", NO_YES, NO_YES[0]),
    )


def _choice(id: str, choices: tuple[str, ...], initial: str, side: Side = "") -> Field:
    return Field(id=id, label=msg(f"odds.field.{id}"), choices=choices, initial=initial, side=side)


def constructed(given: Mapping[str, str]) -> tuple[State, Combat]:
    """Return a state and its combat before cards are revealed. Raises CaseError for impossible combinations."""
    houses = [given[side] for side in SIDES]
    if houses[0] == houses[1]:
        raise CaseError(f"defender: {houses[0]} does not fight itself")
    cards = [_card(given, side) for side in SIDES]
    armies = [{kind: number for kind in KINDS if (number := int(given[f"{side}-{kind}"]))} for side in SIDES]
    for side, army in zip(SIDES, armies, strict=True):
        if not army:
            raise CaseError(f"{side}-footman: the {side} has no units")
    origin, *supporting = (place for place in PLACES if place != given["area"])
    areas: dict[str, Any] = {
        origin: {"house": houses[0], "units": armies[0], "order": given["march"]},
        given["area"]: {"house": houses[1], "units": armies[1]},
    }
    if given["defense"] != NONE:
        areas[given["area"]]["order"] = given["defense"]
    supports: dict[int, int] = {}
    for number, side, area in zip((ATTACKER, DEFENDER), SIDES, supporting, strict=False):
        if footmen := int(given[f"{side}-support"]):
            areas[area] = {"house": houses[number], "units": {"footman": footmen}, "order": "support-zero"}
            supports[AREA[area]] = number
    state = decode(_position(given, houses, areas))
    marching = units_at(state, AREA[origin])
    fight = Combat(ATTACKER, DEFENDER, AREA[origin], AREA[given["area"]], ORDER[given["march"]], marching)
    fight.supports = supports
    fight.cards[:] = cards
    state.combat = fight
    return state, fight


def _card(given: Mapping[str, str], side: str) -> str | None:
    card = given[f"{side}-card"]
    if card == ANY:
        return None
    if card not in CARDS_OF[given[side]]:
        raise CaseError(f"{side}-card: {card} is no card of {given[side]}")
    return card


def _position(given: Mapping[str, str], houses: list[str], areas: dict[str, Any]) -> dict[str, Any]:
    """Return the position: the two houses in seats 0 and 1, the holder of the blade first on the Fiefdoms track."""
    others = [house for house in HOUSES if house not in houses]
    holder = given["blade"]
    first = [given[holder]] if holder != NONE else others[:1]
    seated = [*houses, *others]
    fiefdoms = [*first, *(house for house in seated if house not in first)]
    tracks = dict.fromkeys(TRACKS, seated) | {"fiefdoms": fiefdoms}
    return {
        "houses": seated,
        "step": "march",
        "areas": areas,
        "tracks": tracks,
        "tides_of_battle": given["tides"] == "yes",
        "blade_used": holder == NONE,
    }
