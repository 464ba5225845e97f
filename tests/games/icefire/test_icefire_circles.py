"""What circles decide about moves, and prices about random armies, is what the rules decide."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import banneret
from banneret.games.icefire.army.lists import is_legal, look_up
from banneret.games.icefire.army.random_lists import _affordable, _offer, _with, random_list
from banneret.games.icefire.content.components import Faction, components
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.rules.table.ground import pose_of, tray_at
from banneret.games.icefire.rules.table.paths import end_fault, speed_of, stride_fault
from banneret.games.icefire.rules.table.strides import CROWDED, Ends, Strides
from banneret.games.icefire.rules.table.surroundings import nearby
from banneret.games.icefire.rules.table.units import on_table
from banneret.games.icefire.state import State


def positions(game: str, seed: int) -> list[State]:
    """Return copies of the state of a random match, all through it."""
    match = banneret.new_match(game, seats=2, seed=seed, events=False)
    pick = random.Random(seed).random
    found = []
    for number in range(360):
        if match.outcome is not None:
            break
        if number % 30 == 29:
            found.append(match.state.copy())
        seat, ask = next(iter(match.asking.items()))
        options = ask.options.listed
        match.play(seat, options[int(pick() * len(options))])
    return found


@pytest.mark.parametrize("game", ["icefire-s6", "icefire-2021"])
def test_strides_and_ends_decided_by_circles_are_measured_alike(game: str) -> None:
    rng = random.Random(3)
    strides_open = strides_left = free = crowded = doubtful = turned_on = turned_off = 0
    for state in positions(game, 5):
        for unit in on_table(state):
            limit = 2 * speed_of(state, unit)
            at, around = pose_of(state, unit), nearby(state, unit, limit)
            strides, ends = Strides(state, unit, around), Ends(state, unit, around)
            for _ in range(12):
                heading, length = rng.randrange(36_000), rng.randrange(1, limit + 1)
                start = tray_at(state, unit, at.facing(heading))
                fault = stride_fault(state, unit, start, heading, length, limit, around)
                if strides.are_legal(heading, length):
                    strides_open += 1
                    assert fault is None
                else:
                    strides_left += fault is None
                end = at.facing(heading).moved(length)
                beside = ends.beside(end.x, end.y)
                for facing in (heading, rng.randrange(36_000)):
                    fault = end_fault(state, unit, end.facing(facing), around=around)
                    if beside is None:
                        free += 1
                        assert fault is None
                    elif beside is CROWDED:
                        crowded += 1
                        assert fault is not None
                    else:
                        doubtful += 1
                        assert end_fault(state, unit, end.facing(facing), around=beside) == fault
                        assert ends.is_legal(end.facing(facing), beside) == (fault is None)
                turned = at.facing(rng.randrange(36_000))
                fault = end_fault(state, unit, turned, before=at, around=around)
                assert ends.is_legal(turned, around, at) == (fault is None)
                turned_on += fault is None
                turned_off += fault is not None
    assert min(strides_open, free, crowded, doubtful, turned_on, turned_off) > 50
    assert strides_left < strides_open  # most legal moves need no exact measurement


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_left_out_for_their_price_are_in_no_legal_army(edition: Edition) -> None:
    found = components(edition)
    cards = [model for model in found.models() if not model.commander and (model.cost or model.id not in found.ncus)]
    kept = dropped = 0
    factions: tuple[Faction, ...] = ("stark", "lannister", "stark", "neutral")
    for seed, faction in enumerate(factions):
        whole = random_list(seed, edition, faction, 40)
        for army in (whole, replace(whole, ncus=whole.ncus[1:]), replace(whole, companies=whole.companies[:2])):
            offers = [_offer(army, card, found) for card in cards]
            affordable = {card.id for card in _affordable(look_up(army, found), offers, edition)[0]}
            for card in cards:
                if card.id in affordable:
                    kept += 1
                else:
                    dropped += 1
                    assert not any(is_legal(one, edition) for one in _with(army, card, found))
    assert min(kept, dropped) > 50
