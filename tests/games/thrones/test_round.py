"""The round as a whole: control, clean-up, the win with seven areas, the end after ten rounds."""

from typing import Any

import pytest

from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.rules.control import (
    add_units,
    areas_with_units,
    controller,
    count_units,
    gain_power,
    land_areas,
    lose_power,
    pieces_left,
    power_pool,
    remove_units,
    turn_order,
    units_at,
)
from banneret.games.thrones.rules.ending import ranking
from banneret.kernel.creation import new_match
from tests.games.thrones.boards import ship, stack
from tests.games.thrones.scene import (
    asked,
    holder,
    order_in,
    play,
    power_in,
    scene,
    seat_of,
    told,
    units,
    until,
)

SIX_CASTLES = ("winterfell", "white-harbor", "moat-cailin", "flints-finger", "seagard", "riverrun")


def held(house: str, *areas: str) -> dict[str, dict[str, Any]]:
    """Areas held by power tokens."""
    return {area: {"power": house} for area in areas}


# Control


@pytest.mark.rule(
    "thrones:control.1", "thrones:home.1", "thrones:home.2", "thrones:ports.1", "thrones:secure.2", "thrones:terms.4",
    "thrones:terms.7", "thrones:ruling.72",
)  # fmt: skip  # several to a line
def test_who_controls_an_area() -> None:
    """Units before token before crest; a port goes with its land; a sea with ships; an absent house holds nothing."""
    match = scene(
        houses=("baratheon", "lannister", "stark"),
        areas={
            "dragonstone": stack("stark", footman=1),
            "lannisport": {"power": "stark"},
            "karhold": {"power": "stark"},
            "narrow-sea": ship("stark"),
        },
    )
    state = match.state

    def who(area: str) -> str | None:
        seat = controller(state, AREA[area])
        return state.houses[seat] if seat >= 0 else None

    assert [who(a) for a in ("dragonstone", "dragonstone-port", "lannisport", "lannisport-port", "karhold")] == [
        "stark"
    ] * 5
    assert [who(a) for a in ("winterfell", "winterfell-port", "narrow-sea")] == ["stark"] * 3
    assert [who(a) for a in ("pyke", "sunspear", "highgarden", "bay-of-ice", "moat-cailin")] == [None] * 5


@pytest.mark.rule("thrones:limits.1", "thrones:limits.2", "thrones:terms.3", "thrones:terms.10")
def test_pieces_go_back_to_their_pool() -> None:
    """Units on the board, routed ones too, count against the pieces; removed ones are free again."""
    match = scene(areas={"karhold": stack("stark", "march-zero", knight=2) | {"routed": {"knight": 1}}})
    state, stark, karhold = match.state, seat_of(match, "stark"), AREA["karhold"]
    assert pieces_left(state, stark, 1) == 2
    assert (count_units(state, karhold), units_at(state, karhold)) == (3, [0, 2, 0, 0])
    assert areas_with_units(state, stark) == [karhold]
    remove_units(state, karhold, 1, 2)
    assert (pieces_left(state, stark, 1), state.owner[karhold]) == (4, stark)
    remove_units(state, karhold, 1, routed=True)
    assert (pieces_left(state, stark, 1), state.owner[karhold]) == (5, -1)
    add_units(state, karhold, stark, 3)
    assert (state.owner[karhold], state.units[3][karhold]) == (stark, 1)


@pytest.mark.rule("thrones:terms.8", "thrones:terms.11", "thrones:ruling.12", "thrones:terms.12")
def test_power_tokens_on_the_board_and_in_hand_never_pass_twenty() -> None:
    """The pool is what is neither in hand nor on the board; more is lost, and less than nothing is not."""
    match = scene(areas=held("stark", "karhold", "castle-black"), seats={"stark": {"available": 15}})
    state, stark = match.state, seat_of(match, "stark")
    assert power_pool(state, stark) == 3
    assert gain_power(state, stark, 5) == 3
    assert (state.available[stark], power_pool(state, stark)) == (18, 0)
    assert lose_power(state, stark, 19) == 18
    assert state.available[stark] == 0
    assert [state.houses[seat] for seat in turn_order(state)][:2] == ["baratheon", "lannister"]


# Clean-up


@pytest.mark.rule(
    "thrones:cleanup.1", "thrones:cleanup.2", "thrones:cleanup.3", "thrones:cleanup.4", "thrones:raven.5",
    "thrones:round.1", "thrones:round.3", "thrones:action.1", "thrones:westeros.1", "thrones:blade.2",
)  # fmt: skip  # several to a line
def test_clean_up_clears_the_board_and_the_next_round_begins() -> None:
    """Support and defense go, routed units stand up, raven and blade are fresh, the round marker advances."""
    match = scene(
        "clean-up",
        areas={
            "karhold": stack("stark", "support-zero", footman=1) | {"routed": {"footman": 1, "knight": 1}},
            "pyke": stack("greyjoy", "defense-plus-two", footman=1),
        },
        blade_used=True,
        raven_used=True,
        round=3,
    )
    assert [(e.areas, e.routed) for e in told(match, "orders-cleared")] == [(("karhold", "pyke"), ("karhold",))]
    assert [e.round for e in told(match, "round-began")] == [4]
    assert match.label == "round 4"
    assert (match.state.blade_used, match.state.raven_used) == (False, False)
    assert (order_in(match, "karhold"), order_in(match, "pyke")) == (None, None)
    assert units(match, "karhold", routed=True) == {}


@pytest.mark.rule("thrones:round.2", "thrones:planning.1", "thrones:action.1")
def test_the_first_round_begins_with_planning_and_goes_through_all_steps() -> None:
    """No Westeros card in round 1; then planning, raven, raids, marches, power, clean-up, Westeros."""
    match = new_match("thrones", seats=6, seed=1)
    assert set(asked(match).values()) == {"order"}
    assert match.label == "round 1"
    seen = [match.state.step]
    while match.label == "round 1":
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[0])
        if match.state.step != seen[-1]:
            seen.append(match.state.step)
    steps = ["planning", "raven", "raid", "march", "power", "clean-up"]
    assert [step for step in seen if step in steps] == [step for step in steps if step in seen]
    assert told(match, "round-began")[0].round == 2


# The end


@pytest.mark.rule("thrones:aim.2", "thrones:end.5", "thrones:ruling.2", "thrones:end.1", "thrones:end.2")
def test_seven_areas_win_at_once() -> None:
    """Stark enters its seventh castle in the middle of a march order and wins before its combat."""
    match = scene(
        areas=held("stark", *SIX_CASTLES[1:])
        | {
            "riverrun": stack("stark", "march-zero", footman=3),
            "harrenhal": {"power": "greyjoy"},
            "stoney-sept": stack("lannister", footman=1),
        },
        seats={"stark": {"supply": 6}},
    )
    play(match, "stark: march riverrun: footman > stoney-sept", "stark: march riverrun: footman > harrenhal")
    play(match, "stark: done")
    assert match.outcome is not None
    assert match.outcome.reason == "seven-areas"
    assert match.outcome.places[0] == (seat_of(match, "stark"),)
    assert match.outcome.scores[seat_of(match, "stark")] == 7
    assert told(match, "combat-began") == []
    assert match.rulebook.audit(match.state) == []


@pytest.mark.rule("thrones:ruling.2", "thrones:home.3")
def test_an_area_left_to_a_fight_counts_no_more() -> None:
    """Leaving Riverrun unsecured for a fight while entering Harrenhal is no seventh area; securing it is."""
    areas = held("stark", *SIX_CASTLES[1:]) | {
        "riverrun": stack("stark", "march-zero", footman=2),
        "stoney-sept": stack("lannister", footman=1),
    }
    moves = ("stark: march riverrun: footman > stoney-sept", "stark: march riverrun: footman > harrenhal")
    match = play(scene(areas=areas), *moves, "stark: pass")
    assert match.outcome is None
    match = play(scene(areas=areas), *moves, "stark: secure riverrun")
    assert match.outcome is not None


@pytest.mark.rule("thrones:ruling.2", "thrones:home.3", "thrones:end.2")
def test_a_home_area_that_falls_back_before_a_fight_can_win() -> None:
    """Stark leaves Lannisport unsecured to attack: Lannister has its seventh area back and wins before the combat."""
    six = ("harrenhal", "seagard", "crackclaw-point", "eyrie", "kings-landing", "reach")
    match = scene(
        areas=held("lannister", *six)
        | {"lannisport": stack("stark", "march-zero", footman=1), "riverrun": stack("greyjoy", footman=1)},
    )
    play(match, "stark: march lannisport: footman > riverrun", "stark: pass")
    assert match.outcome is not None
    assert match.outcome.places[0] == (seat_of(match, "lannister"),)
    assert match.outcome.scores[seat_of(match, "lannister")] == 7
    assert told(match, "combat-began") == []


@pytest.mark.rule("thrones:ruling.3", "thrones:ruling.2", "thrones:end.4")
def test_two_houses_with_seven_are_ranked_by_areas_and_tie_breakers() -> None:
    """Stark enters its seventh area and gives Lannister its own back: Lannister has eight, and wins."""
    lannister = ("harrenhal", "stoney-sept", "seagard", "crackclaw-point", "eyrie", "kings-landing", "reach", "oldtown")
    stark = ("white-harbor", "moat-cailin", "flints-finger", "pyke", "starfall")
    match = scene(
        areas=held("lannister", *lannister) | held("stark", *stark)
        | {"lannisport": stack("stark", "march-zero", footman=1)},
    )  # fmt: skip  # several to a line
    play(match, "stark: march lannisport: footman > riverrun", "stark: pass")
    assert match.outcome is not None
    assert match.outcome.places[0] == (seat_of(match, "lannister"),)
    assert match.outcome.scores[seat_of(match, "stark")] == 7


@pytest.mark.rule("thrones:end.1", "thrones:end.3", "thrones:aim.1", "thrones:cleanup.4", "thrones:round.1")
def test_after_ten_rounds_most_fortified_areas_win() -> None:
    """The match ends with the tenth round; castles and strongholds rank the houses."""
    match = scene("clean-up", round=10, areas=held("greyjoy", "seagard", "riverrun"))
    assert match.outcome is not None
    assert match.outcome.reason == "ten-rounds"
    assert match.outcome.places[0] == (seat_of(match, "greyjoy"),)
    assert [e.winner for e in told(match, "ten-rounds-played")] == ["greyjoy"]


@pytest.mark.rule("thrones:end.4", "thrones:ruling.4", "thrones:aim.1")
def test_ties_are_broken_by_land_areas_supply_and_the_throne() -> None:
    """All have one stronghold: three land areas before two, then supply, then the Iron Throne track."""
    match = scene(
        "clean-up",
        round=10,
        areas=held("tyrell", "stony-shore", "karhold") | held("greyjoy", "twins"),
        seats={"martell": {"supply": 5}},
    )
    state = match.state
    assert land_areas(state, seat_of(match, "tyrell")) == 3
    assert [state.houses[seat] for seat in ranking(state)] == [
        "tyrell", "greyjoy", "martell", "baratheon", "lannister", "stark",
    ]  # fmt: skip  # several to a line


@pytest.mark.rule("thrones:ruling.24")
def test_no_token_is_placed_in_an_area_emptied_by_a_fight() -> None:
    """Beaten defenders leave Moat Cailin without being asked for a token."""
    match = scene(
        areas={
            "winterfell": stack("stark", "march-plus-one", knight=3),
            "moat-cailin": stack("greyjoy", footman=1),
        },
        seats={"stark": {"supply": 6}},
    )
    play(match, "stark: march winterfell: knight knight knight > moat-cailin")
    kinds = set()
    while match.state.step == "march":
        kinds |= set(asked(match).values())
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[0])
    assert "secure" not in kinds
    assert (holder(match, "moat-cailin"), power_in(match, "moat-cailin")) == ("stark", None)
    until(match, ["order"])
