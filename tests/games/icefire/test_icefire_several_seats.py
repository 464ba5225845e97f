"""More than two players: free-for-alls of three and four, and two teams of two."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.bots.judging import judging_of
from banneret.games.icefire.abilities.targets import enemies, friends
from banneret.games.icefire.army.list_code import write_short
from banneret.games.icefire.army.lists import ArmyList, Company, characters
from banneret.games.icefire.army.random_lists import random_list
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.clash_of_kings import owners, take_cards
from banneret.games.icefire.modes.missions import ALL_MISSIONS
from banneret.games.icefire.rules.actions.melee import fight_at
from banneret.games.icefire.rules.activation import may_pass, turn, units_to_activate
from banneret.games.icefire.rules.battlefield import lie_fault
from banneret.games.icefire.rules.cleanup import refill
from banneret.games.icefire.rules.deployment import deploy_fault, name_first, take_zones
from banneret.games.icefire.rules.moments import in_order
from banneret.games.icefire.rules.movement import surge_forth
from banneret.games.icefire.rules.table.control import controls, enemy_controls
from banneret.games.icefire.rules.table.engagement import are_engaged, is_engaged, write_contacts
from banneret.games.icefire.rules.table.ground import INCH, piece_at, width
from banneret.games.icefire.rules.table.sides import opponent, opponents, out
from banneret.games.icefire.rules.table.units import unit_of
from banneret.games.icefire.rules.table.zones import flanks, ground_of, own_edge, zone_of
from banneret.games.icefire.rules.victory import check_elimination, check_points, destroyed_scores, needed, outcome
from banneret.games.icefire.rules.victory import score as scores
from banneret.games.icefire.setup import lay_out
from banneret.games.icefire.state import NO_UNIT, NOBODY, Effect, Moment, State, Turn, Use
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.flow import Flow, MatchOver
from banneret.kernel.match import Match
from banneret.kernel.rulebook import OptionError
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose
from banneret.testing.conformance import lock_imagine, lock_redeal, lock_twins
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import BOOKS, CROSSBOWMEN, GREYWIND, GUARDSMEN, SWORDS, asked, die, laid, play, scene

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

ALONE = (f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 38 180", f"c {SWORDS} 8 24 270")
"""One unit each, far from one another."""
FOUR = (*ALONE, f"d {GUARDSMEN} 40 24 90")
TEAMS: dict[str, Any] = {"seats": 4, "options": {"teams": True}}


def three(edition: Edition = SEASON_6, **more: Any) -> War:
    """Return a free-for-all of three in the midst of a turn of the first, with places near, far and left."""
    places = [0, 1, 2] if edition == SEASON_6 else [0, 3, 1]
    return table(*ALONE, edition=edition, seats=3, far=NOBODY, marks={"places": places}, **more)


def fallen(game: War, *units: int) -> War:
    """Let units have been destroyed."""
    for unit in units:
        game.state.health[unit] = 0
        game.state.pose[unit] = None
    return game


# Free-for-all --------------------------------------------------------------------------------------------------------


@rule("icefire:free-for-all.1")
@both
def test_every_mode_but_the_siege_is_for_all_against_all(edition: Edition) -> None:
    for seats in (3, 4):
        for mode in modes(edition):
            if mode != "storm-of-swords":
                settings: Any = BOOKS[edition].options({"mode": mode}, seats)
                assert len(settings.all_armies) == seats
        with pytest.raises(OptionError, match=r"free-for-all\.1"):
            BOOKS[edition].options({"mode": "storm-of-swords"}, seats)


@rule("icefire:free-for-all.2", "icefire:free-for-all-2021.1", "icefire:ruling.82", "icefire:ruling.126")
@both
def test_zones_are_chosen_from_the_highest_roll_to_the_left(edition: Edition) -> None:
    game = table(*ALONE, edition=edition, seats=3, far=NOBODY, dice=(2, 6, 3), step="zones")
    answers = ("edge left", "edge far", "edge right") if edition == SEASON_6 else (
        "edge far-left", "edge near-left", "edge near-right"
    )  # fmt: skip  # several to a line
    game.state.turn = None
    run(game, take_zones(game), *answers, *(("player b",) if edition == SEASON_6 else ()))
    state = game.state
    assert (state.chooser, state.turn_seat, state.step) == (1, 1, "deploy")
    found = [tuple(value // INCH for value in zone_of(state, seat)) for seat in (1, 2, 0)]
    if edition == SEASON_6:
        assert found == [(0, 0, 12, 48), (0, 36, 48, 48), (36, 0, 48, 48)]
    else:
        assert found == [(0, 36, 12, 48), (0, 0, 12, 12), (36, 0, 48, 12)]


@rule("icefire:ruling.124", "icefire:free-for-all.2")
@both
def test_units_are_deployed_in_the_own_edge_or_corner(edition: Edition) -> None:
    game = three(edition)
    state = game.state
    state.pose[2] = None
    assert (own_edge(state, 2), flanks(state, 2)) == (
        ("left", ("near", "far")) if edition == SEASON_6 else ("near", ("left", "right"))
    )
    state.marks["places"] = [0, 1, 2] if edition == SEASON_6 else [0, 3, 2]
    inside = Pose(6 * INCH, 20 * INCH if edition == SEASON_6 else 42 * INCH, 27000)
    assert deploy_fault(state, 2, inside) is None
    fault = deploy_fault(state, 2, Pose(11 * INCH, inside.y, 27000))
    assert fault is not None
    assert fault.rule == "icefire:deployment.5"


@rule("icefire:ruling.127")
def test_where_zones_meet_no_unit_is_deployed_beside_an_enemy() -> None:
    state = three().state
    state.pose[0] = Pose(4 * INCH, 8 * INCH, 0)
    beside = Pose(4 * INCH, round(13.3 * INCH), 0)
    fault = deploy_fault(state, 2, beside)
    assert fault is not None
    assert fault.rule == "icefire:ruling.127"
    state.pose[0] = Pose(4 * INCH, 6 * INCH, 0)
    assert deploy_fault(state, 2, beside) is None


@rule("icefire:free-for-all.3")
def test_all_roll_for_first_player_and_ties_roll_again() -> None:
    game = three(dice=(5, 5, 2, 1, 3, 6))
    run(game, name_first(game))
    assert game.state.first == 2


@rule("icefire:free-for-all.4", "icefire:free-for-all.5")
def test_turns_and_the_token_go_to_the_left() -> None:
    game = three()
    state = game.state
    for seat, then in ((0, 1), (1, 2), (2, 0)):
        state.turn_seat = seat
        run(game, turn(game))
        assert state.turn_seat == then
        assert state.activated[seat]
    for first, then in ((0, 1), (1, 2), (2, 0)):
        state.first = first
        run(game, refill(game))
        assert (state.first, state.turn_seat) == (then, then)


@rule("icefire:free-for-all.6")
def test_a_free_for_all_goes_on_until_one_alone_has_the_points() -> None:
    game = three()
    state = game.state
    state.victory_points = [10, 10, 3]
    check_points(game)
    state.victory_points = [10, 9, 3]
    with pytest.raises(MatchOver):
        check_points(game)
    assert (state.winner, state.reason) == (0, "points")
    assert outcome(state).places == ((0,), (1,), (2,))


def test_after_the_last_round_those_who_are_tied_share_the_first_place() -> None:
    game = three(round=6)
    state = game.state
    state.victory_points = [4, 1, 4]
    with pytest.raises(MatchOver):
        check_points(game)
    assert (state.winner, outcome(state).places) == (NOBODY, ((0, 2), (1,)))
    game = fallen(game, 0)
    state.reason = ""
    with pytest.raises(MatchOver):
        check_points(game)
    assert (state.winner, outcome(state).places) == (2, ((2,), (0,), (1,)))


@rule("icefire:free-for-all.7", "icefire:ruling.120", "icefire:victory.8")
def test_who_has_no_combat_unit_left_is_out_and_the_others_play_on() -> None:
    game = fallen(three(ncus=["b 30101 crown"]), 1)
    state = game.state
    state.effects = (*state.effects, Effect("no-orders", 0, 1, "round"))
    check_elimination(game)
    assert (out(state), state.winner) == ([1], NOBODY)
    assert (state.ncu_alive, state.ncu_zone, state.effects) == ([False], [""], ())
    assert [in_order(state), opponents(state, 0)] == [(0, 2), [2]]
    state.turn_seat, state.turn = 0, None
    run(game, turn(game))
    assert state.turn_seat == 2
    fallen(game, 0)
    with pytest.raises(MatchOver):
        check_elimination(game)
    assert (state.winner, outcome(state).places) == (2, ((2,), (0,), (1,)))


@rule("icefire:victory.10", "icefire:victory.11", "icefire:ruling.49")
def test_each_opponent_scores_for_what_its_owner_or_nobody_destroys() -> None:
    for by, wanted in ((1, [0, 1, 0]), (2, [0, 0, 1]), (0, [0, 1, 1]), (NOBODY, [0, 1, 1])):
        game = three()
        destroyed_scores(game, 0, by)
        assert game.state.victory_points == wanted


@rule("icefire:ruling.118")
def test_the_opponent_who_decides_is_whose_turn_it_is_or_the_next_to_the_left() -> None:
    game = three(ncus=["c 30101 crown"])
    state = game.state
    for seat, decides in ((0, 1), (1, 0), (2, 0)):
        assert opponent(state, seat) == decides
    state.turn = Turn(2)
    assert [opponent(state, seat) for seat in range(3)] == [2, 2, 0]
    assert enemy_controls(state, 0, "crown")
    assert not enemy_controls(state, 2, "crown")


@rule("icefire:ruling.122")
def test_with_three_players_each_takes_one_card_of_five() -> None:
    game = three(options={"mode": "clash-of-kings"})
    game.state.first = 1
    run(game, take_cards(game, "icefire:clash-of-kings.5"), "choose objective-6", "choose objective-8")
    assert owners(game.state) == [2, 1, 0, NOBODY, NOBODY]


@rule("icefire:ruling.123")
def test_terrain_stays_out_of_every_zone_that_can_be_chosen() -> None:
    state = three().state
    fault = lie_fault(state, "forest", piece_at("forest", Pose(width(state) - 6 * INCH, 24 * INCH, 0)))
    assert fault is not None
    assert fault.rule == "icefire:setup.8"
    assert lie_fault(state, "forest", piece_at("forest", Pose(24 * INCH, 24 * INCH, 0))) is None


@rule("icefire:ruling.125")
def test_a_point_is_on_the_side_of_the_nearest_zone() -> None:
    state = three().state
    assert ground_of(state, 24 * INCH, 14 * INCH) == 0
    assert ground_of(state, 30 * INCH, 30 * INCH) == 1
    assert ground_of(state, 16 * INCH, 24 * INCH) == 2
    assert ground_of(state, 24 * INCH, 24 * INCH) == NOBODY


@rule("icefire:ruling.128", "icefire:passing.1")
def test_of_several_sides_only_one_that_alone_has_the_fewest_units_may_pass() -> None:
    def passes(sizes: tuple[int, ...], *, teams: bool) -> list[int]:
        armies = [
            ArmyList(faction="stark", points=20, commander="20201", companies=(Company(unit=SWORDS),) * size)
            for size in sizes
        ]
        match: Any = new_match(SEASON_6, seats=len(sizes), seed=1, options={"teams": teams, "terrain": "none"})
        state = State()
        lay_out(state, armies, match.state.settings, SEASON_6)
        return state.passes

    assert passes((2, 1, 3), teams=False) == [0, 2, 0]
    assert passes((1, 1, 3), teams=False) == [0, 0, 0]
    assert passes((1, 3, 3, 2), teams=True) == [2, 0, 2, 0]
    assert passes((3, 3, 2, 2), teams=True) == [0, 0, 0, 0]


# Teams ---------------------------------------------------------------------------------------------------------------


@rule("icefire:team.1", "icefire:team.2", "icefire:team.4")
@both
def test_each_of_a_team_has_an_army_and_a_deck_of_its_own(edition: Edition) -> None:
    match: Any = new_match(edition, seats=4, seed=3, options={"teams": True})
    state = match.state
    assert state.points == [20] * 4
    assert len(state.decks) == len(set(map(tuple, (deck.cards for deck in state.decks)))) == 4
    for seats, options in ((2, {"teams": True}), (3, {"teams": True})):
        with pytest.raises(OptionError, match="teams: two teams of two need 4 seats"):
            BOOKS[edition].options(options, seats)
    with pytest.raises(OptionError, match="more_armies: 1 besides the first two, for 2 seats"):
        BOOKS[edition].options({"more_armies": ["random"]}, 2)


@rule("icefire:team.3")
def test_a_character_is_once_in_a_team() -> None:
    for seed in range(3):
        first = random_list(seed, SEASON_6, "stark", 20)
        barred = characters(first, SEASON_6)
        second = random_list(seed, SEASON_6, "stark", 20, barred=barred)
        assert not barred & characters(second, SEASON_6)
    army = write_short(random_list(1, SEASON_6, "stark", 20))
    options = {"teams": True, "points": 20, "armies": [army, "random"], "more_armies": [army]}
    with pytest.raises(OptionError, match=r"armies\[2\]: .* is in the army of a teammate"):
        BOOKS[SEASON_6].options(options, 4)
    options |= {"armies": [army, army], "more_armies": []}
    settings: Any = BOOKS[SEASON_6].options(options, 4)
    assert settings.armies[1] == army


@rule("icefire:team.5")
def test_a_team_shares_its_edge() -> None:
    game = table(*FOUR, **TEAMS, dice=(2, 6), step="zones")
    game.state.turn = None
    run(game, take_zones(game), "edge near", "player d")
    state = game.state
    assert [zone_of(state, seat).bottom > 0 for seat in range(4)] == [True, False, True, False]
    assert state.turn_seat == 3


@rule("icefire:team.6")
def test_the_token_passes_between_the_teams() -> None:
    game = table(*FOUR, **TEAMS)
    for first in range(4):
        game.state.first = first
        run(game, refill(game))
        assert game.state.sides[game.state.first] != game.state.sides[first]


@rule("icefire:team.7", "icefire:ruling.129")
def test_a_team_decides_between_all_its_units() -> None:
    game = table(*FOUR, **TEAMS)
    state = game.state
    assert units_to_activate(state, 0) == units_to_activate(state, 2) == [0, 2]
    state.turn_seat, state.turn = 0, None
    run(game, turn(game), "activate c1")
    assert (state.activated, state.turn_seat) == ([False, False, True, False], 1)
    run(game, turn(game))
    assert state.turn_seat == 2  # now the other of the first team decides
    run(game, turn(game))
    assert state.activated[0]


@rule("icefire:ruling.128")
def test_a_team_passes_together() -> None:
    game = table(*FOUR, **TEAMS, passes=[2, 0, 2, 0])
    state = game.state
    assert may_pass(state, 2)
    state.turn_seat, state.turn = 0, None
    run(game, turn(game), "pass")
    assert state.passes == [1, 0, 1, 0]
    assert not may_pass(state, 2)


@rule("icefire:team.8", "icefire:ruling.54", "icefire:ruling.131")
def test_points_and_defeat_are_those_of_the_team() -> None:
    game = table(*FOUR, **TEAMS, points=[20] * 4)
    state = game.state
    assert needed(state) == 10
    scores(game, 2, 3, "icefire:victory.1")
    destroyed_scores(game, 0, NOBODY)
    assert state.victory_points == [3, 1, 3, 1]
    fallen(game, 1)
    check_elimination(game)
    assert out(state) == []
    fallen(game, 3)
    with pytest.raises(MatchOver):
        check_elimination(game)
    assert outcome(state).places == ((0, 2), (1, 3))
    assert outcome(state).scores == (3, 1, 3, 1)


@rule("icefire:team.9", "icefire:terms.10")
def test_units_of_teammates_are_friendly() -> None:
    state = table(*FOUR, **TEAMS).state
    use = Use(0, NO_UNIT, "40201", Moment("turn-start", 0))
    assert friends()(state, use) == [0, 2]
    assert enemies()(state, use) == [1, 3]


@rule("icefire:surge.4", "icefire:ruling.129")
@both
@pytest.mark.parametrize("owner", ["a", "c"])
def test_the_owner_of_a_unit_says_whether_it_pivots_as_another_surges(edition: Edition, owner: str) -> None:
    units = [f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180 | 1", f"{owner} {SWORDS} 24 29.6 180 | activated"]
    match = scene(*units, *(FOUR[3:]), f"c {SWORDS} 6 6 0", edition=edition, chance=die(5, 1, 1, 1, 1, 1), **TEAMS)
    play(match, "a: activate a1", "a: take melee", "a: align stay")
    assert asked(match) == ("a", "may.surge")
    play(match, "a: pass")
    assert asked(match) == (owner, "may.pivot")
    play(match, f"{owner}: yes")
    assert asked(match) == (owner, "pivot.surge")


@rule("icefire:surge.4")
@pytest.mark.usefixtures("interpreted")
def test_who_was_engaged_as_the_defender_fell_may_pivot_if_it_is_free_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of three friends one had left before the defender fell, and one is engaged by what follows from the attack."""
    game = table(
        f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180 | 1",
        f"a {GREYWIND} 28.13 24.8 90", f"a {GREYWIND} 19.87 24.8 270", f"a {GREYWIND} 24 28.58 180",
        f"b {GUARDSMEN} 24 40 180", dice=(5, 5, 5, 5, 5, 5, 5, 5, *(1,) * 8),
    )  # fmt: skip  # several to a line
    state = game.state
    assert [friend for friend in (2, 3, 4) if are_engaged(state, friend, 1)] == [2, 3, 4]
    asked_of: list[int] = []

    def asks(_: int, what: str, *_rule: str, **fields: Any) -> Flow[bool]:
        asked_of.extend([unit_of(state, fields["unit"])] if what == "pivot" else [])
        yield from ()
        return False

    def leaves(_: War, moment: Moment) -> Flow[None]:
        yield from ()
        if moment.event == "attack-rolled":
            state.pose[2] = Pose(40_000, 10_000, 0)
            write_contacts(state, 2)
        if moment.event == "attack-end":
            state.pose[5] = Pose(16_090, 24_800, 27_000)
            write_contacts(state, 5)

    monkeypatch.setattr(surge_forth, "may", asks)
    assert state.turn is not None
    state.turn.later = [(event, leaves) for event in ("attack-rolled", "attack-end")]
    run(game, fight_at(game, 0, 1))
    assert state.health[1] == 0
    assert is_engaged(state, 3)
    assert asked_of == [4]


@rule("icefire:ruling.119")
def test_the_side_at_turn_decides_first() -> None:
    assert in_order(table(*FOUR, **TEAMS, turn="c").state) == (2, 0, 3, 1)
    assert in_order(table(*FOUR, seats=4, turn="c").state) == (2, 3, 0, 1)


@rule("icefire:ruling.121")
def test_a_team_controls_zones_together() -> None:
    state = table(*FOUR, **TEAMS, ncus=["c 30202 combat"]).state
    assert [controls(state, seat, "combat") for seat in range(4)] == [True, False, True, False]
    assert [enemy_controls(state, seat, "combat") for seat in range(4)] == [False, True, False, True]


@rule("icefire:ruling.132")
def test_of_a_team_the_first_player_has_the_missions() -> None:
    match: Match[State] = new_match(SEASON_6, seats=4, seed=2, options={"teams": True, "mode": "winds-of-winter"})
    assert [len(match.state.mission_decks[seat]) > 0 for seat in range(4)] == [True, True, False, False]
    for seat in (0, 1):
        given, others = match.state.mission_hands[seat].cards, match.state.mission_decks[seat].cards
        assert sorted((*given, *others)) == sorted(ALL_MISSIONS)


@rule("icefire:ruling.130")
def test_hands_are_secret_from_teammates_too() -> None:
    hands = {"a": ["40201", "40206"], "c": ["40202", "40203"], "b": ["40102"], "d": ["40105"]}
    decks = {"a": ["40204"], "c": ["40201", "40204"], "b": ["40101", "40106"], "d": ["40101", "40106"]}
    state = laid(*FOUR, **TEAMS, hands=hands, decks=decks)
    view = BOOKS[SEASON_6].view(state, frozenset({0}))
    assert set(view.players["a"].hand) == {"40201", "40206"}
    assert view.players["c"].hand == (None, None)
    assert view.players["a"].allies == ("c",)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "seats", "teams", "viewer"),
    [(SEASON_6, 3, False, 1), (EDITION_2021, 4, False, None), (SEASON_6, 4, True, 0)],
)
def test_the_locks_hold_for_several(edition: Edition, seats: int, teams: bool, viewer: int | None) -> None:
    match: Match[State] = new_match(edition, seats=seats, seed=2, options={"teams": teams, "terrain": "none"})
    stream = Stream(derive_key("several", seats))
    for _ in range(90):
        seat = min(match.asking)
        match.play(seat, match.asking[seat].chooser.draw(match.asking[seat].options, stream))
    lock_redeal(match, viewer, stream=stream, worlds=1, drawing=False)
    lock_imagine(match, viewer, stream=stream)
    lock_twins(match, viewer, stream=stream, most=6)


def test_a_position_of_several_is_read_back() -> None:
    match: Any = new_match(EDITION_2021, seats=4, seed=5, options={"teams": True})
    stream = Stream(derive_key("read back"))
    for _ in range(60):
        seat = min(match.asking)
        match.play(seat, match.asking[seat].chooser.draw(match.asking[seat].options, stream))
    again = from_position(EDITION_2021, match.position())
    assert again.state.sides == (0, 1, 0, 1)
    assert again.view([0]).game == match.view([0]).game


def test_evaluation_sets_a_side_against_the_others() -> None:
    book = BOOKS[SEASON_6]
    state = three().state
    before = judging_of(book).totals(state)
    state.victory_points[1] += 2
    after = judging_of(book).totals(state)
    assert after[1] > before[1]
    assert after[0] < before[0]
    assert [judging_of(book).evaluate(state, seat).total for seat in range(3)] == pytest.approx(after)
    team = table(*FOUR, **TEAMS).state
    totals = judging_of(book).totals(team)
    assert totals[0] == totals[2] == -totals[1] == -totals[3]
