"""The houses or companies that units count as, and the units a person is in."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.effects.registry import flag
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.units import unit_card
from banneret.games.icefire.state import State

AFFILIATIONS: Final = {
    "Bloody Mummer": "affiliation-bloody-mummers",
    "Crannogman": "affiliation-crannogman",
    "Golden Company": "affiliation-golden-company",
    "House Bolton": "affiliation-house-bolton",
    "House Clegane": "affiliation-house-clegane",
    "House Karstark": "affiliation-house-karstark",
    "House Mormont": "affiliation-house-mormont",
    "House Tully": "affiliation-house-tully",
    "House Umber": "affiliation-house-umber",
    "Stormcrow": "affiliation-stormcrows",
}
"""Abilities by which a unit counts as one of a group, by the words in the names of the group's units."""
VASSALS: Final = {"Jaime Lannister": "jaimes-vassal", "Jokin": "jokins-vassal"}
"""Abilities by which a model counts as another person."""

for _name, _id in (*AFFILIATIONS.items(), *VASSALS.items()):
    flag(f"counts-as-{_name}", _id)


def counts_as(state: State, unit: int, name: str) -> bool:
    """Return whether a unit belongs to a house or company, by its own name or by an ability: icefire:card.13."""
    return name in unit_card(state, unit).name or has_flag(state, unit, f"counts-as-{name}")


def units_of_person(state: State, seat: int, name: str) -> list[int]:
    """List a seat's units that contain a person of that name, or a model that counts as that person.

    icefire:attachment.2, icefire:ruling.74.
    """
    return [
        unit
        for unit, inside in enumerate(state.attachments)
        if friendly(state, unit, seat)
        and state.health[unit]
        and (
            unit_card(state, unit).name == name
            or any(state.cards.attachments[id].is_person(name) for id in inside)
            or has_flag(state, unit, f"counts-as-{name}")
        )
    ]
