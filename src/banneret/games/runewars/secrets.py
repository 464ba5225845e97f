"""Who may know what: every column of the state classified, and the redeal of what a viewer cannot know."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.components import components
from banneret.games.runewars.match_state import Dials, MatchState
from banneret.games.runewars.rules.command import choices
from banneret.games.runewars.rules.turns import hidden, initiative
from banneret.games.runewars.state import State
from banneret.kernel.chance import Stream, derive_key

PUBLIC: Final = "public"
OWNED: Final = "owned"
"""Known to the seat it belongs to; to others only in part."""
HIDDEN: Final = "hidden"
"""Known to nobody."""

FIELDS: Final[dict[str, str]] = {
    name: OWNED if name == "dials" else HIDDEN if name in ("key", "drawn") else PUBLIC
    for name in (*State.__slots__, *MatchState.__slots__)
}
"""Dials are secret until `shown`; that a command tool stands there is public."""


def redeal(state: MatchState, mask: int, stream: Stream) -> None:
    """Turn, in place, the dials that the seats of `mask` cannot see, to anything that fits what they saw.

    The initiative that is called says that no unit has a lower one; who has none of it left, that all have higher ones;
    and who is to activate a unit of it has one at least. All that fits is equally likely.
    """
    for seat in range(state.seats):
        units = [unit for unit in hidden(state) if state.seat[unit] == seat]
        if mask >> seat & 1 or not units:
            continue
        least = state.called + state.spent[seat]
        free = [_from(state, unit, least) for unit in units]
        due = state.step == "choose" and state.turn == seat
        while True:
            drawn = [stream.choice(dials) for dials in free]
            found = [initiative(state, unit, dials) for unit, dials in zip(units, drawn, strict=True)]
            if not due or state.called in found:
                break
        for unit, dials in zip(units, drawn, strict=True):
            state.dials[unit] = dials


def _from(state: MatchState, unit: int, least: int) -> list[Dials]:
    card = components().units[state.unit[unit]]
    return [dials for dials in choices(card) if initiative(state, unit, dials) >= least]


def twin(state: MatchState, mask: int, stream: Stream) -> MatchState:
    """Return a checkpoint state that differs in one thing the seats of `mask` cannot know, and in the key.

    Written without `redeal`, so that a test of twin worlds does not rest on what it tests: the dials of one unit are
    turned on, with the initiative as it is if it is the one that is called, else to any later one.
    """
    other = state.copy()
    other.key = derive_key(state.key, "twin")
    changes = []
    for unit, dials in enumerate(state.dials):
        if dials[0] < 0 or state.shown[unit] or mask >> state.seat[unit] & 1 or not state.figures[unit]:
            continue
        now = initiative(state, unit, dials)
        for wanted in choices(components().units[state.unit[unit]]):
            then = initiative(state, unit, wanted)
            if wanted != dials and (then == now if now == state.called else then > state.called):
                changes.append((unit, wanted))
    if changes:
        unit, wanted = stream.choice(changes)
        other.dials[unit] = wanted
    return other
