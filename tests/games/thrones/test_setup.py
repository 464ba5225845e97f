"""Setting up: houses, seats, options, and what stands where with three to six."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import banneret
from banneret.games.thrones import board
from banneret.games.thrones.audit import audit
from banneret.games.thrones.components import HOME, SETUPS
from banneret.games.thrones.state import BLOCKED, State
from banneret.kernel.rulebook import OptionError


def begin(seats: int, **options: Any) -> State:  # options of any kind, bad ones too
    state: State = banneret.new_match("thrones", seats=seats, seed=1, options=options).state
    return state


@pytest.mark.rule("thrones:setup.1", "thrones:setup.2", "thrones:setup.3")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_match_is_set_up_as_the_book_lists_it(seats: int) -> None:
    """Round 1 begins with planning; five tokens, seven cards, threat 2, ten cards a deck, a garrison at home."""
    state = begin(seats)
    assert (state.round, state.step, state.threat) == (1, "planning", 2)
    assert state.available == [5] * seats
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert [len(deck) for deck in state.decks] == [10, 10, 10]
    assert len(state.wildlings) == 9
    assert all(state.garrison[HOME[house]] == 2 for house in state.houses)
    assert audit(state) == []


@pytest.mark.parametrize(("seats", "forces", "blocked"), [(3, 2, 16), (4, 12, 0), (5, 9, 0), (6, 2, 0)])
def test_neutral_forces_and_blocked_areas_by_number_of_seats(seats: int, forces: int, blocked: int) -> None:
    """With three, twelve land areas and their four ports are closed; Sunspear holds 5 with four and five."""
    state = begin(seats)
    assert sum(strength > 0 for strength in state.neutral) == forces
    assert state.neutral.count(BLOCKED) == blocked
    assert state.neutral[board.AREA["kings-landing"]] == 5
    if seats in (4, 5):
        assert state.neutral[board.AREA["sunspear"]] == 5


def test_houses_are_those_of_the_setup_in_order_unless_chosen() -> None:
    assert begin(4).houses == ("baratheon", "lannister", "stark", "greyjoy")
    assert begin(3, houses={"0": "stark"}).houses == ("stark", "baratheon", "lannister")
    assert begin(3, houses=["lannister", "stark", "baratheon"]).houses == ("lannister", "stark", "baratheon")


def test_drawn_houses_come_from_the_seed_and_reach_every_seat() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        match = banneret.new_match("thrones", seats=6, seed=seed, options={"houses": "drawn"})
        assert sorted(match.state.houses) == sorted(SETUPS[6].houses)
        seen[match.state.houses[0]] += 1
    assert set(seen) == set(SETUPS[6].houses)


def test_units_stand_by_house_wherever_it_sits() -> None:
    """The same board, whoever plays which house."""
    usual, other = begin(6), begin(6, houses={"0": "tyrell", "5": "baratheon"})
    for area in range(len(board.AREAS)):
        assert (usual.owner[area] == -1) == (other.owner[area] == -1)
        if usual.owner[area] != -1:
            assert usual.houses[usual.owner[area]] == other.houses[other.owner[area]]
    assert usual.units == other.units


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"houses": {"0": "martell"}}, "not played with this number"),
        ({"houses": {"0": "targaryen"}}, "is no house"),
        ({"houses": {"7": "stark"}}, "seat '7' does not exist"),
        ({"houses": {"-1": "stark"}}, "seat '-1' does not exist"),
        ({"houses": {"0": "stark", "1": "stark"}}, "given to two seats"),
        ({"houses": "whatever"}, "drawn"),
        ({"houses": 3}, "houses"),
        ({"tides_of_battle": "yes"}, "tides_of_battle"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_bad_option_is_refused_with_its_name_and_why(options: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        banneret.new_match("thrones", seats=4, seed=1, options=options)


def test_a_number_of_seats_that_is_not_played_is_refused() -> None:
    with pytest.raises(OptionError, match="3, 4, 5, 6"):
        banneret.new_match("thrones", seats=7, seed=1)


def test_without_a_seed_no_two_matches_are_dealt_alike() -> None:
    first, second = (banneret.new_match("thrones", seats=6).state for _ in range(2))
    assert first.key != second.key
    assert [d.cards for d in first.decks] != [d.cards for d in second.decks]


def test_the_rulebook_is_listed_with_its_options() -> None:
    info = next(book for book in banneret.rulebooks() if book.id == "thrones")
    assert info.seats == (3, 4, 5, 6)
    assert "tides_of_battle" in str(info.options)
