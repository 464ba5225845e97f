"""Westeros phases: scenes at the card of a deck, and attacks of the wildlings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.games.thrones.position import TRACKS, decode
from banneret.games.thrones.state import State
from banneret.kernel.match import Match
from tests.games.thrones.scene import play, scene, seat_of

THREE = ("baratheon", "lannister", "stark")
QUIET = ("last-days-of-summer", "last-days-of-summer", "sea-of-storms")
"""Cards that ask nothing, one for each deck."""


def card_of(
    deck: int,
    card: str,
    *,
    houses: Sequence[str] = THREE,
    areas: Mapping[str, Mapping[str, Any]] | None = None,
    chance: Sequence[int | str] = (),
    **data: Any,  # any other field of a position
) -> Match[State]:
    """Begin where the card of deck 1, 2 or 3 is carried out; the decks after it are quiet."""
    cards = [card if i + 1 == deck else quiet for i, quiet in enumerate(QUIET)]
    used = data.pop("used", [[c] for c in cards])
    more = {"round": 2, "westeros": cards, "used": used, **data}
    return scene(f"westeros-{deck}", houses=houses, areas=areas, chance=chance, **more)


def attack(
    card: str,
    bids: Mapping[str, int],
    *,
    threat: int = 6,
    houses: Sequence[str] = THREE,
    seats: Mapping[str, Mapping[str, Any]] | None = None,
    chance: Sequence[int | str] = (),
    **data: Any,  # any other field of a position
) -> Match[State]:
    """Let the wildlings attack, turn up `card`, and let the houses bid; who is not in `bids` has nothing to bid.

    A house of `bids` has just what it bids, unless `seats` says that it has more available.
    """
    rich = {house: {"available": bids.get(house, 0)} | dict((seats or {}).get(house, {})) for house in houses}
    match = card_of(3, "wildlings-attack", houses=houses, threat=threat, seats=rich, chance=[card, *chance], **data)
    for house, tokens in bids.items():
        if seat_of(match, house) in match.asking:
            play(match, f"{house}: bid {tokens}")
    return match


def state_of(areas: Mapping[str, Mapping[str, Any]], *, houses: Sequence[str] = THREE, **data: Any) -> State:
    """Return a state by itself, without a match."""
    tracks = {name: list(houses) for name in TRACKS}
    return decode({"houses": list(houses), "areas": areas, "tracks": tracks, **data})


def supply_of(match: Match[State], house: str) -> int:
    """Return the place of a house on the supply track."""
    return match.state.supply[seat_of(match, house)]


def track(match: Match[State], number: int) -> list[str]:
    """Return the houses of an influence track from the first position down."""
    return [match.state.houses[seat] for seat in match.state.tracks[number]]


def stack(house: str, *, engines: int = 0, **units: int) -> dict[str, Any]:
    """Describe an area: `stack("stark", footman=2)`."""
    return {"house": house, "units": {**units, **({"siege-engine": engines} if engines else {})}}
