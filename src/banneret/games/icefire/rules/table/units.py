"""Units: their owners, composition and losses."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.icefire.content.components import Attachment, Attack, NonCombatUnit, Unit
from banneret.games.icefire.content.full_units import models_at_start, ranks_at_start
from banneret.games.icefire.content.tabletop import pieces
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.state import NO_UNIT, NOBODY, State

CASTLE_WALL: Final = "castle-wall"
"""The card of a castle wall, and its id as a piece of terrain."""


def unit_card(state: State, unit: int) -> Unit:
    """Return the card of a combat unit, or its substitute for a castle wall.

    Its numbers are the printed ones. For the current ones, with all modifiers, see `paths.speed_of`, `attack.hits_on`,
    `attack.defense_modifier`, `morale.morale_modifier`.
    """
    card = state.card[unit]
    return wall_card() if card == CASTLE_WALL else state.cards.units[card]


@cache
def wall_card() -> Unit:
    """Return a castle wall as a card: its Wounds and its arrows: icefire:siege.1, icefire:siege.2."""
    wall = pieces().wall
    arrows = Attack(name="Arrows", kind="long", hit=wall.hit, dice=(wall.dice,))
    return Unit(
        id=CASTLE_WALL, name="Castle Wall", type="war-machine", tray="solo-large", speed=1, defense=6, morale=2,
        wounds=wall.wounds, cost=1, attacks=(arrows,),
    )  # fmt: skip  # several to a line


def is_wall(state: State, unit: int) -> bool:
    """Return whether a unit number is that of a castle wall; these follow all others."""
    return state.card[unit] == CASTLE_WALL


def walls(state: State) -> list[int]:
    """List the castle walls that count as units, intact or destroyed: icefire:castle-wall.7."""
    if not state.card or state.card[-1] != CASTLE_WALL:
        return []
    return [unit for unit, card in enumerate(state.card) if card == CASTLE_WALL]


def walls_against(state: State, seat: int) -> list[int]:
    """List the intact castle walls of a player's enemy, which only charges and melee attacks treat as units.

    icefire:castle-wall.1, icefire:castle-wall.2.
    """
    return [unit for unit in walls(state) if state.health[unit] and not friendly(state, unit, seat)]


def ncu_card(state: State, ncu: int) -> NonCombatUnit:
    """Return the card of a non-combat unit."""
    return state.cards.ncus[state.ncu_card[ncu]]


def attachment_cards(state: State, unit: int) -> list[Attachment]:
    """Return the cards of the attachments that are still in a unit: icefire:attachment.2."""
    return [state.cards.attachments[id] for id in state.attachments[unit]]


def label(state: State, unit: int) -> str:
    """Return the label of a unit."""
    return state.labels[unit]


def unit_of(state: State, name: str) -> int:
    """Return the unit with a label, or NO_UNIT."""
    return state.labels.index(name) if name in state.labels else NO_UNIT


def ncu_of(state: State, name: str) -> int:
    """Return the non-combat unit with a label, or -1."""
    return state.ncu_labels.index(name) if name in state.ncu_labels else -1


def alive(state: State, unit: int) -> bool:
    """Return whether a unit has not been destroyed: icefire:units.12."""
    return state.health[unit] > 0


def on_table(state: State) -> list[int]:
    """List the units whose trays are on the battlefield."""
    return [unit for unit, pose in enumerate(state.pose) if pose is not None]


def units_on_table(state: State, seat: int) -> list[int]:
    """List the friendly units on the battlefield, including teammates': icefire:terms.10, icefire:team.9."""
    sides, owners = state.sides, state.seat
    own = NOBODY if seat == NOBODY else sides[seat]
    return [unit for unit, pose in enumerate(state.pose) if pose is not None and sides[owners[unit]] == own]


def enemies_on_table(state: State, seat: int) -> list[int]:
    """List the enemy units on the battlefield: icefire:terms.4."""
    sides, owners = state.sides, state.seat
    own = NOBODY if seat == NOBODY else sides[seat]
    return [unit for unit, pose in enumerate(state.pose) if pose is not None and sides[owners[unit]] != own]


def units_alive(state: State, seat: int) -> list[int]:
    """List the units of a seat that are not destroyed, on the battlefield or not, without castle walls."""
    return [
        unit
        for unit, owner in enumerate(state.seat)
        if owner == seat and state.health[unit] > 0 and not is_wall(state, unit)
    ]


def is_solo(state: State, unit: int) -> bool:
    """Return whether a unit has a solo tray: icefire:units.9."""
    return unit_card(state, unit).solo


def wounds_of_model(state: State, unit: int) -> int:
    """Return the number of Wounds that remove a model: icefire:wounds.1, icefire:terms.32.

    A solo unit is one model with all its Wounds. Wounds on an infantry card are those of the whole unit.
    """
    card = unit_card(state, unit)
    if card.wounds is None or card.type == "infantry":
        return 1
    return card.wounds


def models_left(state: State, unit: int) -> int:
    """Return the number of remaining models, including a wounded one: icefire:wounds.1, icefire:wounds.2."""
    each = wounds_of_model(state, unit)
    return (state.health[unit] + each - 1) // each


def ranks_left(state: State, unit: int) -> int:
    """Return the remaining ranks; one model keeps a rank: icefire:units.17, icefire:units.18, icefire:ruling.97.

    Most effects use this number: icefire:units.14.
    """
    card = unit_card(state, unit)
    ranks = ranks_at_start(card)
    files = models_at_start(card) // ranks
    return (models_left(state, unit) + files - 1) // files


def ranks_lost(state: State, unit: int) -> int:
    """Return the number of destroyed ranks of a unit."""
    return ranks_at_start(unit_card(state, unit)) - ranks_left(state, unit)


def contest_strength(state: State, unit: int) -> int:
    """Return the ranks that count for objectives; for a solo unit its Wounds: icefire:game-of-thrones.7.

    icefire:game-of-thrones-2021.1, icefire:dark-wings.15, icefire:dark-wings-2021.1, icefire:clash-of-kings.11,
    icefire:clash-of-kings-2021.5, icefire:winds-of-winter.10, icefire:winds-of-winter-2021.1,
    icefire:honed-and-ready.7, icefire:honed-and-ready-2021.1, icefire:banners-and-butchery.9.
    """
    return state.health[unit] if is_solo(state, unit) else ranks_left(state, unit)


def commander_unit(state: State, seat: int) -> int:
    """Return the unit that contains the Commander of a seat now, or NO_UNIT: icefire:ruling.80."""
    leader = state.commanders[seat]
    for unit, inside in enumerate(state.attachments):
        if state.seat[unit] == seat and state.health[unit] and (leader in inside or state.card[unit] == leader):
            return unit
    return NO_UNIT
