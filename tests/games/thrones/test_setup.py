"""Setting up: houses, seats, options, and what stands where with three to six."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import banneret
from banneret.games.thrones.audit import audit
from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import HOME, SETUPS, SHIP
from banneret.games.thrones.rules.tracks import holder, move_to_end, stars
from banneret.games.thrones.state import BLOCKED, KINGS_COURT, State
from banneret.kernel.rulebook import OptionError
from tests.games.thrones.scene import SIX, scene


def begin(seats: int, **options: Any) -> State:  # options of any kind, bad ones too
    state: State = banneret.new_match("thrones", seats=seats, seed=1, options=options).state
    return state


@pytest.mark.rule("thrones:setup.1", "thrones:setup.2", "thrones:setup.3", "thrones:setup.5", "thrones:setup.7")
@pytest.mark.rule("thrones:setup.12", "thrones:setup.13", "thrones:ruling.73", "thrones:aim.3")
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


@pytest.mark.rule("thrones:setup.4", "thrones:neutral.1")
@pytest.mark.rule("thrones:players.2", "thrones:players.4", "thrones:players.7")
@pytest.mark.parametrize(("seats", "forces", "blocked"), [(3, 2, 16), (4, 12, 0), (5, 9, 0), (6, 2, 0)])
def test_neutral_forces_and_blocked_areas_by_number_of_seats(seats: int, forces: int, blocked: int) -> None:
    """With three, twelve land areas and their four ports are closed; Sunspear holds 5 with four and five."""
    state = begin(seats)
    assert sum(strength > 0 for strength in state.neutral) == forces
    assert state.neutral.count(BLOCKED) == blocked
    assert state.neutral[board.AREA["kings-landing"]] == 5
    if seats in (4, 5):
        assert state.neutral[board.AREA["sunspear"]] == 5


@pytest.mark.rule("thrones:players.1", "thrones:players.3", "thrones:players.6", "thrones:setup.6")
def test_some_houses_are_not_played_with_fewer_than_six() -> None:
    """Martell with five, Tyrell too with four, Greyjoy too with three."""
    for seats, out in ((5, {"martell"}), (4, {"martell", "tyrell"}), (3, {"martell", "tyrell", "greyjoy"})):
        assert set(SETUPS[6].houses) - set(begin(seats).houses) == out


@pytest.mark.rule("thrones:setup.8", "thrones:setup.9")
@pytest.mark.parametrize(
    ("seats", "throne", "blade", "raven", "supply"),
    [
        (3, "baratheon", "stark", "lannister", [2, 2, 1]),
        (4, "baratheon", "greyjoy", "lannister", [2, 2, 1, 2]),
        (5, "baratheon", "greyjoy", "lannister", [2, 2, 1, 2, 2]),
        (6, "baratheon", "greyjoy", "lannister", [2, 2, 1, 2, 2, 2]),
    ],
)
def test_tracks_are_closed_up_and_their_first_hold_the_tokens(
    seats: int, throne: str, blade: str, raven: str, supply: list[int]
) -> None:
    """Every track lists every house once, without gaps; the blade goes to Stark where Greyjoy is absent."""
    state = begin(seats)
    assert [state.houses[track[0]] for track in state.tracks] == [throne, blade, raven]
    assert all(sorted(track) == list(range(seats)) for track in state.tracks)
    assert state.supply == supply


@pytest.mark.rule("thrones:setup.10")
def test_the_first_of_each_track_holds_its_token_unused() -> None:
    """Baratheon has the Iron Throne, Greyjoy the blade and Lannister the raven."""
    state = begin(6)
    assert [state.houses[holder(state, track)] for track in range(3)] == ["baratheon", "greyjoy", "lannister"]
    assert (state.blade_used, state.raven_used) == (False, False)


@pytest.mark.rule("thrones:setup.11", "thrones:ruling.71")
def test_lannister_has_a_ship_in_port_but_with_three() -> None:
    """A knight and a footman at home, a footman at Stoney Sept, a ship at sea; one in port with four and more."""
    for seats in (3, 4, 5, 6):
        state = begin(seats)
        column = {name: [units[board.AREA[name]] for units in state.units] for name in ("lannisport", "stoney-sept")}
        assert column == {"lannisport": [1, 1, 0, 0], "stoney-sept": [1, 0, 0, 0]}
        assert state.units[SHIP][board.AREA["golden-sound"]] == 1
        assert state.units[SHIP][board.AREA["lannisport-port"]] == (0 if seats == 3 else 1)
        assert begin(seats, lannister_port_ship=True).units[SHIP][board.AREA["lannisport-port"]] == 1


@pytest.mark.rule("thrones:tracks.3")
def test_special_orders_on_the_board_stay_when_the_court_changes() -> None:
    """Lannister, first at court, has three special orders out; falling to the end takes none of them away."""
    areas = {
        name: {"house": "lannister", "units": {"footman": 1}, "order": order}
        for name, order in (
            ("lannisport", "march-plus-one"),
            ("riverrun", "special-raid"),
            ("reach", "defense-plus-two"),
        )
    }
    match = scene(
        step="march", areas=areas, tracks={"kings-court": ["lannister", *(h for h in SIX if h != "lannister")]}
    )
    before = match.state.orders[:]
    assert stars(match.state, 1) == 3
    move_to_end(match.state, KINGS_COURT, 1)
    assert stars(match.state, 1) == 0
    assert match.state.orders == before


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
    """The same board, regardless of who plays which house."""
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


@pytest.mark.rule("thrones:players.5", "thrones:kings-court.4")
@pytest.mark.parametrize(("seats", "by_place"), [(3, [3, 2, 1]), (4, [3, 2, 1, 0]), (5, [3, 3, 2, 1, 0])])
def test_the_overlay_gives_fewer_stars_with_three_and_four(seats: int, by_place: list[int]) -> None:
    state = begin(seats)
    assert [stars(state, seat) for seat in state.tracks[KINGS_COURT]] == by_place
