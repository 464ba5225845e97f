"""Clash of Kings, and what the influence tracks are for."""

import pytest

from banneret.games.thrones.rules.tracks import holder, move_down, move_to_end, move_to_front, position, stars
from banneret.games.thrones.state import FIEFDOMS, IRON_THRONE, KINGS_COURT, State
from banneret.kernel.match import Match
from tests.games.thrones.phase import THREE, card_of, state_of, track
from tests.games.thrones.scene import SIX, asked, available, options, play, refused, told

FIVE = ("lannister", "baratheon", "stark", "tyrell", "greyjoy")


def bid(match: Match[State], **bids: int) -> Match[State]:
    """Let houses bid."""
    return play(match, *(f"{house}: bid {tokens}" for house, tokens in bids.items()))


@pytest.mark.rule("thrones:clash.2", "thrones:clash.3", "thrones:clash.4", "thrones:clash.5", "thrones:clash.6")
def test_the_rulebooks_example_of_bidding() -> None:
    """Lannister bids 4, Baratheon and Stark 3, Tyrell 2, Greyjoy none; Greyjoy's throne puts Baratheon before Stark."""
    tracks = {"iron-throne": ["greyjoy", "stark", "lannister", "baratheon", "tyrell"]}
    match = card_of(2, "clash-of-kings", houses=FIVE, tracks=tracks)
    bid(match, lannister=0, baratheon=0, stark=0, tyrell=0, greyjoy=1)
    play(match, "greyjoy: house stark", "greyjoy: house lannister", "greyjoy: house baratheon")
    assert track(match, IRON_THRONE) == ["greyjoy", "stark", "lannister", "baratheon", "tyrell"]
    bid(match, tyrell=2, greyjoy=0, lannister=4, baratheon=3)
    assert asked(match) == {"stark": "track-bid"}
    bid(match, stark=3)
    assert asked(match) == {"greyjoy": "tie"}
    assert options(match, "greyjoy") == ["house baratheon", "house stark"]
    assert refused(match, "greyjoy: house lannister").rule == "thrones:iron-throne.3"
    play(match, "greyjoy: house baratheon")
    assert track(match, FIEFDOMS) == ["lannister", "baratheon", "stark", "tyrell", "greyjoy"]
    assert [available(match, house) for house in FIVE] == [1, 2, 2, 3, 4]
    assert told(match, "bids-shown")[1].bids == {"lannister": 4, "baratheon": 3, "stark": 3, "tyrell": 2, "greyjoy": 0}
    assert asked(match) == dict.fromkeys(("lannister", "baratheon", "stark", "tyrell", "greyjoy"), "track-bid")


@pytest.mark.rule("thrones:iron-throne.4", "thrones:ruling.5", "thrones:iron-throne.2", "thrones:clash.4")
def test_the_old_holder_settles_ties_for_the_throne() -> None:
    """Baratheon bids nothing and loses the Iron Throne, yet orders the tied houses above; then the new holder does."""
    match = card_of(2, "clash-of-kings")
    bid(match, baratheon=0, lannister=2, stark=2)
    assert asked(match) == {"baratheon": "tie"}
    play(match, "baratheon: house stark")
    assert track(match, IRON_THRONE) == ["stark", "lannister", "baratheon"]
    bid(match, baratheon=1, lannister=1, stark=0)
    assert asked(match) == {"stark": "tie"}


@pytest.mark.rule(
    "thrones:alliances.4", "thrones:clash.2", "thrones:terms.11", "thrones:secrets.2", "thrones:secrets.4"
)
def test_bids_are_secret_and_within_the_available_tokens() -> None:
    """A house bids from nothing to all it has; the others only see that it is ready, and its tokens as before."""
    match = card_of(2, "clash-of-kings", seats={"stark": {"available": 2}, "lannister": {"available": 0}})
    assert asked(match) == {"baratheon": "track-bid", "stark": "track-bid"}  # Lannister has no choice
    assert options(match, "stark") == ["bid 0", "bid 1", "bid 2"]
    assert refused(match, "stark: bid 3").rule == "thrones:terms.11"
    before = match.view([0])
    play(match, "stark: bid 2")
    after = match.view([0])
    assert (after.game, after.sealed) == (before.game, {0: ()})
    assert after.waiting == {0: "deciding", 1: "ready", 2: "ready"}
    assert available(match, "stark") == 2
    play(match, "baratheon: bid 1")
    assert available(match, "stark") == 0
    assert track(match, IRON_THRONE) == ["stark", "baratheon", "lannister"]


@pytest.mark.rule("thrones:event.clash-of-kings", "thrones:clash.1", "thrones:clash.7", "thrones:kings-court.2")
def test_three_tracks_are_bid_for_in_their_order() -> None:
    """Iron Throne, Fiefdoms, King's Court; then the third deck follows."""
    match = card_of(2, "clash-of-kings")
    bid(match, baratheon=0, lannister=1, stark=2)
    bid(match, baratheon=2, lannister=0, stark=1)
    bid(match, baratheon=0, lannister=2, stark=1)
    assert [event.track for event in told(match, "track-settled")] == ["iron-throne", "fiefdoms", "kings-court"]
    assert track(match, IRON_THRONE) == ["stark", "lannister", "baratheon"]
    assert track(match, FIEFDOMS) == ["baratheon", "stark", "lannister"]
    assert track(match, KINGS_COURT) == ["lannister", "stark", "baratheon"]
    assert [event.deck for event in told(match, "westeros-card")] == [2, 3]


@pytest.mark.rule("thrones:clash.4")
def test_all_bids_may_be_equal() -> None:
    """Six houses without a bid are put in order one after the other; the last needs no choice."""
    match = card_of(2, "clash-of-kings", houses=SIX, seats={house: {"available": 0} for house in SIX})
    chosen = ["tyrell", "greyjoy", "martell", "stark", "lannister"]
    play(match, *(f"baratheon: house {house}" for house in chosen))
    assert track(match, IRON_THRONE) == [*chosen, "baratheon"]
    assert asked(match) == {"tyrell": "tie"}


@pytest.mark.rule("thrones:clash.6", "thrones:fiefdoms.2")
def test_a_dominance_token_changes_hands_as_it_is() -> None:
    """A blade and a raven that are used stay used with their new holders."""
    match = card_of(2, "clash-of-kings", blade_used=True, raven_used=True)
    for _ in range(3):
        bid(match, baratheon=0, lannister=0, stark=1)
        play(match, f"{next(iter(asked(match)))}: house lannister")
    assert [holder(match.state, number) for number in range(3)] == [2, 2, 2]
    assert match.state.blade_used
    assert match.state.raven_used


# Tracks


@pytest.mark.rule("thrones:tracks.1", "thrones:tracks.2", "thrones:ruling.19")
def test_the_others_close_up_or_make_room() -> None:
    """A house that moves to the front, the end or down pushes the others on, and the first has the token."""
    state = state_of({}, houses=SIX)
    assert state.tracks[FIEFDOMS] == [0, 1, 2, 3, 4, 5]
    move_to_front(state, FIEFDOMS, 3)
    assert state.tracks[FIEFDOMS] == [3, 0, 1, 2, 4, 5]
    assert holder(state, FIEFDOMS) == 3
    move_to_end(state, FIEFDOMS, 3)
    assert state.tracks[FIEFDOMS] == [0, 1, 2, 4, 5, 3]
    assert holder(state, FIEFDOMS) == 0
    move_down(state, FIEFDOMS, 1, 2)
    assert state.tracks[FIEFDOMS] == [0, 2, 4, 1, 5, 3]
    move_down(state, FIEFDOMS, 5, 2)
    assert state.tracks[FIEFDOMS] == [0, 2, 4, 1, 3, 5]
    assert position(state, FIEFDOMS, 5) == 5


@pytest.mark.rule("thrones:kings-court.1", "thrones:kings-court.3", "thrones:kings-court.4", "thrones:players.8")
def test_stars_by_position_and_number_of_houses() -> None:
    """Six houses have 3, 3, 2, 1, 0, 0 stars; three have those of the overlay."""
    six, three = state_of({}, houses=SIX), state_of({}, houses=THREE)
    assert [stars(six, seat) for seat in range(6)] == [3, 3, 2, 1, 0, 0]
    assert [stars(three, seat) for seat in range(3)] == [3, 2, 1]
    move_to_end(six, KINGS_COURT, 0)
    assert [stars(six, seat) for seat in range(6)] == [0, 3, 3, 2, 1, 0]
