"""Control of the zones of the Tactics Board."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.rules.table.sides import allied, opponents
from banneret.games.icefire.state import NO_NCU, State

ZONES: Final = ("crown", "wealth", "tactics", "combat", "maneuver")
"""The five zones: icefire:board.1, icefire:board.2."""


def controls(state: State, seat: int, zone: str) -> bool:
    """Return whether a player controls a zone through a non-combat unit on it: icefire:board.5, icefire:ruling.68.

    A `controls-ZONE` effect of the player counts too; some characters' cards give it. A team controls the zones of all
    its players: icefire:ruling.121.
    """
    for ncu, at in enumerate(state.ncu_zone):  # without a generator, as it runs for each zone of a position evaluated
        if at == zone and state.ncu_alive[ncu] and allied(state, state.ncu_seat[ncu], seat):
            return True
    effect = f"controls-{zone}"
    for one in state.effects:  # noqa: SIM110  # as above
        if one.name == effect and allied(state, one.seat, seat):
            return True
    return False


def enemy_controls(state: State, seat: int, zone: str) -> bool:
    """Return whether any opponent of a player controls a zone: icefire:ruling.118."""
    return any(controls(state, one, zone) for one in opponents(state, seat))


def ncu_on(state: State, zone: str) -> int:
    """Return the non-combat unit on a zone, or NO_NCU."""
    return next((ncu for ncu, at in enumerate(state.ncu_zone) if at == zone and state.ncu_alive[ncu]), NO_NCU)


def free_zones(state: State) -> list[str]:
    """List the zones without a non-combat unit: icefire:board.3, icefire:board.2."""
    taken = {zone for zone, alive in zip(state.ncu_zone, state.ncu_alive, strict=True) if alive}
    return [zone for zone in ZONES if zone not in taken]
