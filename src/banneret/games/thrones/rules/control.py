"""Control of areas, the units in them, and the pieces and power tokens of a house."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.games.thrones.content.board import FORTIFIED, KIND, LAND_AREAS, LAND_OF, PORT, SEA
from banneret.games.thrones.content.components import POWER_TOKENS, UNIT_LIMITS, VICTORY_AREAS
from banneret.games.thrones.events.action import MatchWon
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.state import IRON_THRONE, NO_ORDER, NOBODY, State
from banneret.kernel.flow import MatchOver

# Control


def controller(state: State, area: int) -> int:
    """Return the seat that controls an area, or NOBODY.

    Areas are land, sea (thrones:terms.4) or port. Land belongs to the owner of its units, else of its power token, else
    of its home crest (thrones:control.1, thrones:home.1, thrones:home.2, thrones:home.3). A port belongs to its land
    area's controller (thrones:ports.1), a sea to the owner of its ships (thrones:secure.2).
    """
    kind = KIND[area]
    if kind == SEA:
        return state.owner[area]
    if kind == PORT:
        area = LAND_OF[area]
    owner = state.owner[area]
    if owner == NOBODY or area == marched_off(state):
        return holder_without_units(state, area)
    return owner


def marched_off(state: State) -> int:
    """Return the area whose units have all marched off to the current combat, or NOBODY if there is none.

    They remain there until they have won, but no longer hold it: thrones:ruling.58, thrones:ruling.83.
    """
    fight = state.combat
    if fight is None or not any(fight.army) or count_units(state, fight.origin) != sum(fight.army):
        return NOBODY
    return fight.origin


def holder_without_units(state: State, area: int) -> int:
    """Return the seat that controls a land area if no unit is in it: thrones:control.1, thrones:home.1.

    A home area shows a crest (thrones:terms.7); the crest of a house not in play holds nothing (thrones:ruling.72).
    """
    token = state.power[area]
    return token if token != NOBODY else state.home_seat[area]


def fortified(state: State, seat: int) -> int:
    """Count the castle and stronghold areas a house controls: thrones:end.2."""
    return len(controlled(state, seat, FORTIFIED))


def land_areas(state: State, seat: int) -> int:
    """Count the land areas a house controls, including those held only by a token or crest."""
    return len(controlled(state, seat, LAND_AREAS))


def controlled(state: State, seat: int, areas: Iterable[int]) -> list[int]:
    """List those of some land areas that a house controls, as `controller` finds: thrones:control.1, thrones:home.1.

    A power token or crest is enough: thrones:ruling.4.
    """
    gone, found = marched_off(state), []
    owners, tokens, homes = state.owner, state.power, state.home_seat
    for area in areas:
        owner = owners[area]
        if owner == NOBODY or area == gone:  # `holder_without_units`, without a call for each area
            token = tokens[area]
            owner = token if token != NOBODY else homes[area]
        if owner == seat:
            found.append(area)
    return found


def standing(state: State, seat: int) -> tuple[int, int, int, int]:
    """Return the values houses are ranked by, higher is better: thrones:end.3, thrones:end.4."""
    position = state.tracks[IRON_THRONE].index(seat)
    return fortified(state, seat), land_areas(state, seat), state.supply[seat], -position


def turn_order(state: State) -> list[int]:
    """Return the seats in turn order: thrones:terms.12, thrones:iron-throne.1."""
    return state.tracks[IRON_THRONE][:]


def check_victory(game: Thrones, left: int = NOBODY) -> None:
    """End the match if a house controls seven castle and stronghold areas: thrones:aim.2, thrones:end.5.

    Called after every change of control (thrones:ruling.2); two houses at once: thrones:ruling.3. `left` is an area
    whose units have all marched off to a combat: they are still in it, but no longer hold it.
    """
    state = game.state
    gone = (left, marched_off(state))
    counts = [0] * (state.seats + 1)  # the last entry counts for NOBODY
    owners, tokens, homes = state.owner, state.power, state.home_seat
    for area in FORTIFIED:
        seat = owners[area]
        if seat == NOBODY or area in gone:
            token = tokens[area]
            seat = token if token != NOBODY else homes[area]
        counts[seat] += 1
    counts[NOBODY] = 0
    if max(counts) < VICTORY_AREAS:
        return
    there = [seat for seat, count in enumerate(counts) if count >= VICTORY_AREAS]
    state.winner = max(there, key=lambda seat: (counts[seat], *standing(state, seat)[1:]))
    state.reason = "seven-areas"
    game.emit(MatchWon(house=state.houses[state.winner]))
    raise MatchOver


# Units


def count_units(state: State, area: int) -> int:
    """Count the units in an area, including routed ones."""
    a, b, c, d = state.units
    e, f, g, h = state.routed
    return a[area] + b[area] + c[area] + d[area] + e[area] + f[area] + g[area] + h[area]


def stacks_of(state: State, seat: int) -> dict[int, int]:
    """Return the number of units, including routed ones, in each area where a house has any, by area number."""
    a, b, c, d = state.units
    e, f, g, h = state.routed
    return {at: a[at] + b[at] + c[at] + d[at] + e[at] + f[at] + g[at] + h[at] for at in places_of(state.owner, seat)}


def units_at(state: State, area: int) -> list[int]:
    """Count the units in an area by kind, without routed ones."""
    a, b, c, d = state.units
    return [a[area], b[area], c[area], d[area]]


def add_units(state: State, area: int, seat: int, kind: int, n: int = 1, routed: bool = False) -> None:
    """Add units to an area."""
    (state.routed if routed else state.units)[kind][area] += n
    state.owner[area] = seat


def remove_units(state: State, area: int, kind: int, n: int = 1, routed: bool = False) -> None:
    """Remove units from an area and return them to the pool of their house: thrones:terms.10, thrones:limits.2."""
    (state.routed if routed else state.units)[kind][area] -= n
    if not count_units(state, area):
        state.owner[area] = NOBODY


def pieces_left(state: State, seat: int, kind: int) -> int:
    """Return how many units of a kind a house has in its pool: thrones:limits.1."""
    return pool_of(state, seat)[kind]


def pool_of(state: State, seat: int) -> list[int]:
    """Return how many units of each kind a house has in its pool: thrones:limits.1."""
    areas = places_of(state.owner, seat)
    return [
        limit - sum([units[area] + routed[area] for area in areas])
        for limit, units, routed in zip(UNIT_LIMITS, state.units, state.routed, strict=True)
    ]


def areas_with_units(state: State, seat: int) -> list[int]:
    """List the areas in which a house has units, by area number; a garrison is not a unit: thrones:terms.3."""
    return places_of(state.owner, seat)


def places_of(column: list[int], value: int) -> list[int]:
    """List the areas where a column of the state has a value, by area number; fast if there are few."""
    at = -1
    found = []
    for _ in range(column.count(value)):
        at = column.index(value, at + 1)
        found.append(at)
    return found


# Power tokens and orders


def power_pool(state: State, seat: int) -> int:
    """Return how many power tokens a house can still gain: thrones:terms.11."""
    return POWER_TOKENS - state.available[seat] - state.power.count(seat)


def gain_power(state: State, seat: int, n: int) -> int:
    """Gain power tokens as far as the pool allows; return the number gained: thrones:terms.8, thrones:ruling.12."""
    gained = min(n, power_pool(state, seat))
    state.available[seat] += gained
    return gained


def lose_power(state: State, seat: int, n: int) -> int:
    """Return up to `n` available power tokens to the pool; return the number returned: thrones:terms.8."""
    lost = min(n, state.available[seat])
    state.available[seat] -= lost
    return lost


def remove_order(state: State, area: int) -> None:
    """Remove the order from an area and make it available again: thrones:action.2."""
    state.orders[area] = NO_ORDER
