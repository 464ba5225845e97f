"""Views: the table as a set of seats, or a spectator, may see it; serializable as JSON."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import ORDERS, STARS, UNITS
from banneret.games.thrones.position import TRACKS
from banneret.games.thrones.rules.combat.strength import strength
from banneret.games.thrones.rules.control import controller, fortified, land_areas, power_pool
from banneret.games.thrones.state import KINGS_COURT, NO_ORDER, NO_SIDE, NOBODY, Combat, State
from banneret.kernel.pile import mask_of

FACE_DOWN = "face-down"
SIDES = ("attacker", "defender")


class AreaView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An area: owner of its units, order (`face-down` if hidden), tokens, and controlling house."""

    house: str | None = None
    units: dict[str, int] = {}
    routed: dict[str, int] = {}
    order: str | None = None
    power: str | None = None
    garrison: int = 0
    neutral: int = 0
    """Strength of a neutral force; -1 for an area that nobody can enter."""
    controller: str | None = None


class HouseView(msgspec.Struct, frozen=True, kw_only=True):
    """A house. All of this is public."""

    seat: int
    available: int
    pool: int
    """Power tokens that are neither available nor on the board."""
    supply: int
    stars: int
    fortified: int
    """Number of castles and strongholds controlled."""
    land_areas: int
    hand: tuple[str, ...]
    discards: tuple[str, ...]


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a combat; `tides` is None for other viewers until the reveal."""

    house: str | None
    strength: int
    card: str | None
    blade: bool
    tides: str | None
    supports: tuple[str, ...]
    """Areas whose support orders support this side."""


class CombatView(msgspec.Struct, frozen=True, kw_only=True):
    """A combat in progress."""

    origin: str
    target: str
    march: str
    units: dict[str, int]
    """The attacking units; they stay in `origin` until they have won."""
    attacker: SideView
    defender: SideView
    winner: str | None


class ThronesView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as some seats see it. Empty areas that no house controls are omitted."""

    round: int
    step: str
    areas: dict[str, AreaView]
    houses: dict[str, HouseView]
    tracks: dict[str, tuple[str, ...]]
    blade_used: bool
    raven_used: bool
    threat: int
    westeros: tuple[str, ...]
    used: tuple[tuple[str, ...], ...]
    decks: tuple[tuple[str | None, ...], ...]
    """Westeros decks from the top: the card where the viewers know it, else None."""
    wildlings: tuple[str | None, ...]
    banned: tuple[str, ...]
    combat: CombatView | None
    tides_of_battle: bool
    forfeited: tuple[str, ...]


def view(state: State, seats: frozenset[int]) -> ThronesView:
    """Return what these seats together may see; with no seats, what a spectator sees."""
    mask = mask_of(seats)
    names = state.houses
    areas = {board.AREAS[a]: v for a in range(len(board.AREAS)) if (v := _area(state, a, seats)) is not None}
    return ThronesView(
        round=state.round,
        step=state.step,
        areas=areas,
        houses={house: _house(state, seat) for seat, house in enumerate(names)},
        tracks={track: tuple(names[s] for s in state.tracks[i]) for i, track in enumerate(TRACKS)},
        blade_used=state.blade_used,
        raven_used=state.raven_used,
        threat=state.threat,
        westeros=tuple(state.westeros),
        used=tuple(tuple(cards) for cards in state.used),
        decks=tuple(tuple(deck.seen_by(mask)) for deck in state.decks),
        wildlings=tuple(state.wildlings.seen_by(mask)),
        banned=tuple(ORDERS[o].id for o in state.banned),
        combat=_combat(state, state.combat, seats) if state.combat is not None else None,
        tides_of_battle=state.tides,
        forfeited=tuple(names[s] for s in state.forfeited),
    )


def overlaid(state: State, public: ThronesView, seats: frozenset[int]) -> ThronesView:
    """Return the same as `view`, built from a spectator's view of the same state to save time."""
    mask = mask_of(seats)
    orders = {
        board.AREAS[a]: found
        for a, owner in enumerate(state.owner)
        if owner in seats and state.face_down[owner] and state.orders[a] != NO_ORDER
        if (found := _area(state, a, seats)) is not None
    }
    return replace(
        public,
        areas=public.areas | orders if orders else public.areas,
        decks=tuple(tuple(deck.seen_by(mask)) for deck in state.decks),
        wildlings=tuple(state.wildlings.seen_by(mask)),
        combat=_combat(state, state.combat, seats) if state.combat is not None else None,
    )


def _area(state: State, a: int, seats: frozenset[int]) -> AreaView | None:
    owner = state.owner[a]
    held = controller(state, a)
    if owner == NOBODY and held == NOBODY and not state.neutral[a]:
        return None
    order = None
    if state.orders[a] != NO_ORDER:
        hidden = owner != NOBODY and state.face_down[owner] and owner not in seats
        order = FACE_DOWN if hidden else ORDERS[state.orders[a]].id
    return AreaView(
        house=_name(state, owner),
        units={UNITS[k]: state.units[k][a] for k in range(4) if state.units[k][a]},
        routed={UNITS[k]: state.routed[k][a] for k in range(4) if state.routed[k][a]},
        order=order,
        power=_name(state, state.power[a]),
        garrison=state.garrison[a],
        neutral=state.neutral[a],
        controller=_name(state, held),
    )


def _house(state: State, seat: int) -> HouseView:
    return HouseView(
        seat=seat,
        available=state.available[seat],
        pool=power_pool(state, seat),
        supply=state.supply[seat],
        stars=STARS[state.seats][state.tracks[KINGS_COURT].index(seat)],
        fortified=fortified(state, seat),
        land_areas=land_areas(state, seat),
        hand=tuple(state.hands[seat]),
        discards=tuple(state.discards[seat]),
    )


def _combat(state: State, fight: Combat, seats: frozenset[int]) -> CombatView:
    return CombatView(
        origin=board.AREAS[fight.origin],
        target=board.AREAS[fight.target],
        march=ORDERS[fight.march].id,
        units={UNITS[k]: fight.army[k] for k in range(4) if fight.army[k]},
        attacker=_side(state, fight, 0, seats),
        defender=_side(state, fight, 1, seats),
        winner=SIDES[fight.winner] if fight.winner != NO_SIDE else None,
    )


def _side(state: State, fight: Combat, side: int, seats: frozenset[int]) -> SideView:
    seat = fight.seats[side]
    return SideView(
        house=_name(state, seat),
        strength=strength(state, fight, side),
        card=fight.cards[side],
        blade=fight.blade[side],
        tides=fight.tides[side] if fight.tides_shown or seat in seats else None,
        supports=tuple(board.AREAS[a] for a in sorted(fight.supports) if fight.supports[a] == side),
    )


def _name(state: State, seat: int) -> str | None:
    return state.houses[seat] if seat != NOBODY else None
