"""Scenes: every game shows what happens on its board, by parts of its drawing, and reveals nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from banneret.games.thrones.events.action import Marched, OrdersRevealed
from banneret.games.thrones.show.drawing.pieces import middle
from banneret.games.thrones.show.scenes import scenes as thrones_scenes
from banneret.kernel.creation import new_match
from banneret.kernel.events import Event
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.show.placement import Placing
from banneret.show.scenes import DURATIONS, Drawer, Scene, scene, scenes_of
from banneret.show.showing import showing_of

GAMES = {"battles": 2, "icefire-2021": 2, "icefire-s6": 2, "runewars": 2, "thrones": 3}
PART = re.compile(r' id="([^"]*)"')
ANSWERS = 200


class Fell(Event, frozen=True, tag="fell"):
    """Something fell."""

    thing: str


class Rose(Event, frozen=True, tag="rose"):
    """Something rose."""


def scenes(match: Match[Any], seats: frozenset[int], since: int) -> tuple[Scene, ...]:
    """Return the scenes of the latest events as some seats see them."""
    return showing_of(match.rulebook).scenes(match.view(seats).game, match.events_for(seats, since))


def parts(match: Match[Any], seats: frozenset[int]) -> set[str]:
    """Return the ids of everything on the board."""
    return set(PART.findall(showing_of(match.rulebook).things(match.view(seats).game)))


@pytest.mark.parametrize("game", GAMES)
def test_scenes_name_parts_of_the_drawing_and_reveal_nothing(game: str) -> None:
    """Whatever a scene moves or redraws is on the board before or after it, and the same in a redealt world."""
    match, stream = new_match(game, seats=GAMES[game], seed=2), Stream(derive_key("scenes", game))
    spectator: frozenset[int] = frozenset()
    kinds, since, before = set[str](), 0, parts(match, spectator)
    for number in range(ANSWERS):
        if not match.asking:
            break
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
        found = scenes(match, spectator, since)
        if found:
            after = parts(match, spectator)
            kinds |= {one.kind for one in found}
            assert all(one.thing in before | after for one in found if one.thing and one.kind != "vanish"), found
            assert [one.event for one in found] == sorted(one.event for one in found)
            assert min(one.event for one in found) >= since
            assert all(one.ms > 0 for one in found)
            before = after
        if number % 40 == 39:
            for viewers in (spectator, frozenset({seat})):
                world = match.imagine(viewers, number)
                told = match.events_for(viewers, max(0, len(match.events) - 200))
                showing = showing_of(match.rulebook)
                assert showing.scenes(world.view(viewers).game, told) == showing.scenes(match.view(viewers).game, told)
        since = len(match.events)
    assert "move" in kinds, kinds


def test_events_are_drawn_in_order_and_those_without_a_drawer_look_like_nothing() -> None:
    drawers: dict[type[Event], Drawer[int]] = {
        Fell: lambda event, view: [scene("vanish", thing=event.thing), scene("gain", amount=view)]
    }
    found = scenes_of(drawers, 3, [(4, Fell("a")), (5, Rose()), (6, Fell("b"))])
    assert [(one.event, one.kind, one.thing, one.amount) for one in found] == [
        (4, "vanish", "a", 0),
        (4, "gain", "", 3),
        (6, "vanish", "b", 0),
        (6, "gain", "", 3),
    ]
    assert {one.ms for one in found} == {DURATIONS["vanish"], DURATIONS["gain"]}


def test_a_march_travels_between_areas_with_its_units() -> None:
    view = new_match("thrones", seats=3, seed=1).view().game
    events = [(7, Marched(house="stark", origin="winterfell", units=("knight", "footman"), area="moat-cailin"))]
    (found,) = thrones_scenes(view, events)
    assert (found.kind, found.origin, found.to) == ("move", "pieces:winterfell", "pieces:moat-cailin")
    assert found.path == (Placing(*middle("winterfell")), Placing(*middle("moat-cailin")))
    assert found.drawing.index("figure:unit:footman") < found.drawing.index("figure:unit:knight")


def test_orders_are_turned_over_together() -> None:
    view = new_match("thrones", seats=3, seed=1).view().game
    events = [(3, OrdersRevealed(orders={"winterfell": "march-0", "the-reach": "march-0"}))]
    found = thrones_scenes(view, events)
    assert [(one.kind, one.together) for one in found] == [("flip", False), ("flip", True)]
