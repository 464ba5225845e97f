"""Everything in force on the table: abilities, Influence, attached cards, effects and objectives, by id."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypeVar

from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.effects.registry import Source
from banneret.games.icefire.rules.table.facts import facts_of, is_silenced
from banneret.games.icefire.rules.table.units import is_wall
from banneret.games.icefire.state import NO_UNIT, Fight, State

T = TypeVar("T")
ROLES: Final = ("any", "attacker", "striker", "defender")
"""The roles of whatever modifies attacks: see `registry.Shaper`."""


def in_force(state: State, table: Mapping[str, T], only: int = NO_UNIT) -> Iterator[tuple[T, Source]]:
    """Yield the entries of a table by id that are in force, with their sources, each name once per unit.

    With `only`, return only the abilities of that unit. icefire:stacking.1, icefire:stacking.2, icefire:stacking.5,
    icefire:influence.5.
    """
    facts = facts_of(state)
    there = facts.sources(state, table)
    pose = state.pose
    if only == NO_UNIT:
        for unit, found in there.of_units.items():
            if pose[unit] is not None:
                yield from found
    elif pose[only] is not None:
        yield from there.of_units.get(only, ())
    for entry, ncu in there.of_ncus:
        if state.ncu_alive[ncu]:
            yield entry, Source(state.influence[ncu], state.ncu_seat[ncu], ncu)
    yield from there.of_cards
    if there.has_objectives:
        yield from _objectives(state, table)


def _objectives(state: State, table: Mapping[str, T]) -> Iterator[tuple[T, Source]]:
    """Yield the entries of the objectives that units control."""
    for token, unit in enumerate(state.claims):
        if unit == NO_UNIT:
            continue
        name = f"objective-{state.token_cards[token]}"
        if name in table and token in mode_of(state).controlled(state, unit):
            yield table[name], Source(unit, state.seat[unit])


def any_claimed(state: State) -> bool:
    """Return whether a unit has claimed an objective with a card."""
    for token, unit in enumerate(state.claims):  # noqa: SIM110  # it runs for every number of a unit
        if unit != NO_UNIT and state.token_cards[token]:
            return True
    return False


def number_of(state: State, what: str, unit: int) -> int:
    """Return the sum that everything in force adds to a number of a unit."""
    if is_wall(state, unit):  # icefire:castle-wall.1
        return 0
    table = registry.NUMBER_OF[what]
    if not table:
        return 0
    only = NO_UNIT if what in registry.REACHING else unit
    there = facts_of(state).sources(state, table)
    if (
        not there.of_ncus
        and not there.of_cards
        and (not there.of_units if only == NO_UNIT else only not in there.of_units)
        and not (there.has_objectives and any_claimed(state))
    ):
        return 0
    total = 0
    counted: set[registry.Number] = set()
    for count, source in in_force(state, table, only):
        if (count.role != "any" and source.unit != unit) or count.add in counted:
            continue
        added = count.add(state, source, unit)
        if added and count.role == "any":  # several units with the same ability are not cumulative: icefire:stacking.1
            counted.add(count.add)
        total += added
    return total


def has_flag(state: State, unit: int, name: str) -> bool:
    """Return whether an ability, a card, an effect or Influence gives a unit a flag that a rule asks for."""
    ids = registry.FLAGS.get(name)
    if not ids:
        return False
    if unit in facts_of(state).flagged(name):
        return True
    return unit in state.influence and any(
        on == unit and state.ncu_card[ncu] in ids and state.ncu_alive[ncu] and not is_silenced(state, ncu)
        for ncu, on in enumerate(state.influence)
    )


def seat_number(state: State, what: str, seat: int) -> int:
    """Return the modifier of a number of a player, such as the cards in hand."""
    return sum(
        count.add(state, source, NO_UNIT)
        for count, source in in_force(state, registry.NUMBER_OF[what])
        if source.seat == seat
    )


def shape_fight(state: State, fight: Fight, roles: Collection[str] = ROLES) -> None:
    """Let everything in force that has one of some roles modify an attack before its dice are counted.

    What depends on the attacker's ranks or Wounds does so when the dice are rolled: icefire:ruling.147.

    icefire:card.9, icefire:card.12.
    """
    arrows = is_wall(state, fight.attacker)
    for shaper, source in in_force(state, registry.SHAPERS):
        if arrows and shaper.role != "defender":  # icefire:castle-wall.1
            continue
        if shaper.role in roles and (
            shaper.role == "any" or source.unit == (fight.defender if shaper.role == "defender" else fight.attacker)
        ):
            shaper.shape(state, fight, source)
