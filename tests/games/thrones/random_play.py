"""Random matches, and invariants checked after every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from banneret.games.thrones.content.components import UNIT
from banneret.games.thrones.events import westeros as westeros_events
from banneret.games.thrones.events.action import (
    Pillaged,
    PortCaptured,
    PortLost,
    PowerConsolidated,
    PowerReturned,
)
from banneret.games.thrones.events.combat import CombatUnitLost, FootmanPromoted, PaidForCard, PowerWon
from banneret.games.thrones.rules.control import turn_order
from banneret.games.thrones.state import NO_ORDER, NOBODY, State
from banneret.kernel.asks import Ask
from banneret.kernel.creation import from_position
from banneret.kernel.events import Event
from banneret.kernel.match import Match
from banneret.testing.conformance import random_match

Check = Callable[[Match[State]], None]

TIDES: Final[dict[str, Any]] = {"tides_of_battle": True}
SETTINGS: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "six": (6, {}),
    "five": (5, {}),
    "four": (4, {}),
    "three": (3, {}),
    "tides": (6, TIDES),
}
"""Number of seats and options of each setting."""
MOST: Final = 3000
"""Maximum number of answers in a match, which takes about 750 with six houses, and never 1500."""


def play_random(
    setting: str, seed: int | str, *checks: Check, events: bool = False, **options: Any
) -> Match[State]:  # options of the match beyond those of the setting
    """Play a random match to its end, running every check before each answer and after the last one."""

    def look(match: Match[State]) -> None:
        for check in checks:
            check(match)

    seats, usual = SETTINGS[setting]
    match = random_match("thrones", seats, seed, usual | options, on_question=look, events=events, most=MOST)
    look(match)
    return match


# Invariants


def demand_sound(match: Match[State]) -> None:
    """Check the invariants in the current state of a match."""
    wrong = unsound(match)
    assert not wrong, f"{match.label}, after {len(match.answers)} answers: {wrong}"


def unsound(match: Match[State]) -> list[str]:
    """Return the findings of the audit, except those that the current rule is about to fix.

    - `supply`, for a house that has to choose units to lose, and after a Supply card for houses later in turn order:
      all supply tokens move before the armies are reduced in turn order (thrones:event.supply).
    - `port`, during the decision about a captured port, the loss of several units, or a combat: areas are settled one
      by one afterwards (thrones:ruling.24, thrones:ruling.65).
    """
    found = match.rulebook.audit(match.state)
    return [line for line in found if not _is_pending(match, line)] if found else found


def _is_pending(match: Match[State], line: str) -> bool:
    topic = line.partition(":")[0]
    kinds = {ask.kind for ask in match.asking.values()}
    if topic == "supply":
        return "supply-loss" in kinds and any(f" of {house} are" in line for house in _still_to_fit(match))
    return topic == "port" and (bool(kinds & {"take-port", "loss"}) or match.state.combat is not None)


def _still_to_fit(match: Match[State]) -> list[str]:
    """Return the houses that may be over their supply limits now."""
    state = match.state
    (asked,) = match.asking
    after = turn_order(state)[turn_order(state).index(asked) :] if state.step == "westeros-1" else [asked]
    return [state.houses[seat] for seat in after]


def demand_orders(match: Match[State]) -> None:
    """Check that there are no orders on the board in the Westeros phase, and that only its last card bans orders.

    The audit checks that orders are only in areas with units, and that their numbers are within limits. The state
    cannot represent two orders in an area.
    """
    state = match.state
    if state.step.startswith("westeros") or state.step in ("mustering", "clash"):
        assert all(order == NO_ORDER for order in state.orders), match.label
        assert not state.banned, match.label


# Pieces, power tokens and cards


class Ledger:
    """Counts pieces and power tokens from the events only, for comparison with the board.

    Pieces and tokens appear and disappear only with an event.
    """

    def __init__(self) -> None:
        self.seen = 0
        self.units: dict[tuple[str, int], int] = {}
        self.power: dict[str, int] = {}

    def __call__(self, match: Match[State]) -> None:
        """Process the new events, and compare."""
        if not self.power:
            self.units, self.power = _units(match.origin.state), _power(match.origin.state)
        told = match.events_for(range(match.seats), self.seen)
        self.seen += len(told)
        for _, event in told:
            self._read(event)
        if all(ask.kind != "take-port" for ask in match.asking.values()):  # the fate of its ships is logged at once
            assert self.units == _units(match.state), f"{match.label}: {told}"
        assert self.power == _power(match.state), f"{match.label}: {told}"

    def _read(self, event: Event) -> None:
        entry = _ENTRIES.get(type(event))
        if entry is not None:
            entry(self, event)

    def unit(self, house: str, unit: str, n: int) -> None:
        """Add units of a house to those on the board."""
        key = house, UNIT[unit]
        self.units[key] = self.units.get(key, 0) + n
        if not self.units[key]:
            del self.units[key]

    def tokens(self, house: str, n: int) -> None:
        """Add power tokens, available or on the board, of a house."""
        self.power[house] += n


def _exchanged(ledger: Ledger, house: str, old: str, new: str) -> None:
    ledger.unit(house, old, -1)
    ledger.unit(house, new, 1)


def _pillaged(ledger: Ledger, event: Pillaged) -> None:
    ledger.tokens(event.house, event.gained)
    ledger.tokens(event.victim, -event.lost)


def _captured(ledger: Ledger, event: PortCaptured) -> None:
    ledger.unit(event.victim, "ship", -event.removed)
    ledger.unit(event.house, "ship", event.ships)


def _bids(ledger: Ledger, event: westeros_events.BidsShown | westeros_events.WildlingBids) -> None:
    for house, tokens in event.bids.items():
        ledger.tokens(house, -tokens)


_W = westeros_events
_ENTRIES: Final[dict[type[Event], Callable[[Ledger, Any], None]]] = {
    _W.UnitMustered: lambda ledger, e: ledger.unit(e.house, e.unit, 1),
    _W.UnitUpgraded: lambda ledger, e: _exchanged(ledger, e.house, "footman", e.unit),
    _W.UnitExchanged: lambda ledger, e: _exchanged(ledger, e.house, e.old, e.new),
    _W.UnitLost: lambda ledger, e: ledger.unit(e.house, e.unit, -1),
    CombatUnitLost: lambda ledger, e: ledger.unit(e.house, e.unit, -1),
    FootmanPromoted: lambda ledger, e: _exchanged(ledger, e.house, "footman", "knight"),
    PortCaptured: _captured,
    PortLost: lambda ledger, e: ledger.unit(e.house, "ship", -e.ships),
    _W.PowerCollected: lambda ledger, e: ledger.tokens(e.house, e.gained),
    _W.BidReturned: lambda ledger, e: ledger.tokens(e.house, e.tokens),
    _W.PowerLost: lambda ledger, e: ledger.tokens(e.house, -e.tokens),
    _W.BidsShown: _bids,
    _W.WildlingBids: _bids,
    PowerConsolidated: lambda ledger, e: ledger.tokens(e.house, e.gained),
    PowerWon: lambda ledger, e: ledger.tokens(e.house, e.tokens),
    PaidForCard: lambda ledger, e: ledger.tokens(e.house, -e.tokens),
    PowerReturned: lambda ledger, e: ledger.tokens(e.house, -1),
    Pillaged: _pillaged,
}
"""Changes of pieces and tokens by type of event; other events change neither."""


def _units(state: State) -> dict[tuple[str, int], int]:
    count: dict[tuple[str, int], int] = {}
    for column in (state.units, state.routed):
        for kind, numbers in enumerate(column):
            for seat, n in zip(state.owner, numbers, strict=True):
                if n and seat != NOBODY:
                    key = state.houses[seat], kind
                    count[key] = count.get(key, 0) + n
    return count


def _power(state: State) -> dict[str, int]:
    return {h: state.available[s] + state.power.count(s) for s, h in enumerate(state.houses)}


# Restarting


class Restarts:
    """Restarts from the JSON form of each checkpoint and checks that the questions are the same."""

    def __init__(self) -> None:
        self.mark = -1
        self.made = 0

    def __call__(self, match: Match[State]) -> None:
        """Compare the questions if a checkpoint was passed since the last call."""
        if match.mark == self.mark:
            return
        self.mark = match.mark
        self.made += 1
        state = match.position()["state"]
        again = from_position("thrones", msgspec.json.decode(msgspec.json.encode(state)), events=False)
        assert same_questions(match, again), match.label
        assert again.position()["state"] == state
        assert again.outcome == match.outcome


def same_questions(one: Match[State], other: Match[State]) -> bool:
    """Return whether the same seats have the same questions with the same options."""
    mine, others = one.asking, other.asking
    return mine.keys() == others.keys() and all(_same_question(mine[seat], others[seat]) for seat in mine)


def _same_question(one: Ask, other: Ask) -> bool:
    return one.kind == other.kind and one.prompt == other.prompt and [*one.options] == [*other.options]


def chunks(name: str, number: int, size: int) -> Iterable[tuple[str, range]]:
    """Return (setting, seeds) in chunks, for tests that are spread over processes."""
    return [(name, range(at, min(at + size, number))) for at in range(0, number, size)]


__all__ = [
    "SETTINGS",
    "Check",
    "Ledger",
    "Restarts",
    "chunks",
    "demand_orders",
    "demand_sound",
    "play_random",
    "unsound",
]
