"""Scenes: a position from a readable dict, answers by house and notation, and what is on the board afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import ORDERS, UNIT
from banneret.games.thrones.position import TRACKS
from banneret.games.thrones.state import NO_ORDER, NOBODY, State
from banneret.kernel import notation
from banneret.kernel.choosers import IllegalAction, Refusal
from banneret.kernel.creation import from_position
from banneret.kernel.match import Match

SIX = ("baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell")


def scene(
    step: str = "march",
    *,
    houses: Sequence[str] = SIX,
    areas: Mapping[str, Mapping[str, Any]] | None = None,
    chance: Sequence[int | str] = (),
    **data: Any,  # any other field of a position
) -> Match[State]:
    """Begin at a step of round 1 with only what is given on the board; tracks default to the order of `houses`.

    An area reads `{"house": "stark", "units": {"footman": 2}, "order": "march-zero"}`. `chance` supplies the
    first results of chance that the match will draw.
    """
    tracks = {track: list(houses) for track in TRACKS} | dict(data.pop("tracks", {}))
    position = {"houses": list(houses), "step": step, "areas": areas or {}, "tracks": tracks, **data}
    return from_position("thrones", position, chance=chance)


def seat_of(match: Match[State], house: str) -> int:
    """Return the seat of a house."""
    return match.state.houses.index(house)


def play(match: Match[State], *lines: str) -> Match[State]:
    """Answer line by line: "stark: march winterfell: footman > karhold". Returns the match."""
    for line in lines:
        house, _, action = line.partition(": ")
        match.play(seat_of(match, house), action)
    return match


def refused(match: Match[State], line: str) -> Refusal:
    """Return why an answer is refused; fails if it is allowed. The match is unchanged."""
    house, _, action = line.partition(": ")
    before = match.digest()
    try:
        match.clone().play(seat_of(match, house), action)
    except IllegalAction as error:
        assert match.digest() == before
        return error.refusal
    raise AssertionError(f"{line!r} is allowed")


def asked(match: Match[State]) -> dict[str, str]:
    """Return who is asked what: house -> kind of question."""
    return {match.state.houses[seat]: ask.kind for seat, ask in match.asking.items()}


def options(match: Match[State], house: str) -> list[str]:
    """Return the options of a house in notation."""
    return [notation.write(option) for option in match.asking[seat_of(match, house)].options]


def units(match: Match[State], area: str, *, routed: bool = False) -> dict[str, int]:
    """Return the units in an area by kind, those that stand or those that are routed."""
    a = board.AREA[area]
    columns = match.state.routed if routed else match.state.units
    return {unit: columns[kind][a] for unit, kind in UNIT.items() if columns[kind][a]}


def holder(match: Match[State], area: str) -> str | None:
    """Return the house whose units stand in an area."""
    seat = match.state.owner[board.AREA[area]]
    return match.state.houses[seat] if seat != NOBODY else None


def order_in(match: Match[State], area: str) -> str | None:
    """Return the order in an area."""
    order = match.state.orders[board.AREA[area]]
    return ORDERS[order].id if order != NO_ORDER else None


def power_in(match: Match[State], area: str) -> str | None:
    """Return whose power token lies in an area."""
    seat = match.state.power[board.AREA[area]]
    return match.state.houses[seat] if seat != NOBODY else None


def available(match: Match[State], house: str) -> int:
    """Return the available power tokens of a house."""
    return match.state.available[seat_of(match, house)]


def told(match: Match[State], tag: str) -> list[Any]:
    """Return the events of a kind, oldest first."""
    return [t.event for t in match.events if type(t.event).__struct_config__.tag == tag]


def until(match: Match[State], kinds: Iterable[str], most: int = 500) -> Match[State]:
    """Answer with the first option until one of these kinds of question is asked or the match is over."""
    stop = set(kinds)
    for _ in range(most):
        if match.outcome is not None or any(ask.kind in stop for ask in match.asking.values()):
            return match
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[0])
    raise AssertionError(f"none of {sorted(stop)} was asked within {most} answers")
