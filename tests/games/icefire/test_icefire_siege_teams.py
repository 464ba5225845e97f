"""A Storm of Swords of two teams: what the team does together, and what each of its players does alone."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.siege.cards import is_afraid
from banneret.games.icefire.modes.siege.walls import attacks, besieger
from banneret.games.icefire.modes.siege.walls import besieged as defender_of
from banneret.games.icefire.rules.activation import turn, units_to_activate
from banneret.games.icefire.rules.moments import answering
from banneret.games.icefire.rules.round import begin_round
from banneret.games.icefire.rules.table.lasting_effects import in_reserve
from banneret.games.icefire.rules.table.sides import side
from banneret.games.icefire.rules.table.units import unit_of, walls, walls_against
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.rules.victory import check_points, needed, outcome, score
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State
from banneret.kernel.creation import new_match
from banneret.kernel.flow import MatchOver
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import lock_imagine, lock_redeal, lock_twins
from tests.games.icefire.ability_table import run
from tests.games.icefire.scene import GUARDSMEN, SWORDS, asked, offered, play
from tests.games.icefire.siege_scene import AT_WALL, AWAY, HOME, besieged, war_of
from tests.games.icefire.test_icefire_random_play import demand_sound
from tests.games.icefire.test_icefire_siege import stormy

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)
TEAMS: dict[str, Any] = {"mode": "storm-of-swords", "teams": True}
MATE = f"c {SWORDS} 6 9 0 |"
"""A unit of the defender's teammate."""
BESIDE = f"d {GUARDSMEN} 6 44 180 |"
"""A unit of the attacker's teammate."""


def begun(edition: Edition, role: str, seed: int = 3) -> tuple[Match[Any], list[int], list[int]]:
    """Begin a siege of teams; return it with the seats that attack and defend."""
    match: Match[Any] = new_match(edition, seats=4, seed=seed, options=TEAMS)
    chooser, prompt = asked(match)
    assert prompt == "choose.role"
    play(match, f"{chooser}: choose {role}")
    own = side(match.state, "abcd".index(chooser))
    while asked(match)[1] in ("unit.infiltrate", "choose.falls-first"):
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    others = [seat for seat in range(4) if seat not in own]
    return (match, own, others) if role == "attacker" else (match, others, own)


def names(seats: list[int]) -> list[str]:
    return ["abcd"[seat] for seat in seats]


@rule("icefire:team.5", "icefire:storm-of-swords.3", "icefire:storm-of-swords.4", "icefire:ruling.133")
@both
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_a_team_attacks_and_a_team_defends(edition: Edition, role: str) -> None:
    match, attackers, defenders = begun(edition, role)
    state = match.state
    assert [attacks(state, seat) for seat in range(4)] == [seat in attackers for seat in range(4)]
    assert (besieger(state), defender_of(state)) == (min(attackers), min(defenders))
    assert [zone_depth(state, seat) // 1000 for seat in (*attackers, *defenders)] == [18, 18, 12, 12]
    assert [state.seat[wall] for wall in walls(state)] == [min(defenders)] * 3
    assert [len(walls_against(state, seat)) for seat in (*attackers, *defenders)] == [3, 3, 0, 0]


@rule("icefire:storm-of-swords.6", "icefire:ruling.135")
@both
def test_the_defenders_lay_terrain_in_turn_and_who_passes_is_out_of_it(edition: Edition) -> None:
    match, _, defenders = begun(edition, "defender")
    one, two = names(defenders)
    for seat, place in ((one, "8000 24000"), (two, "24000 24000")):
        assert asked(match) == (seat, "choose.siege-terrain")
        play(match, f"{seat}: choose stakes", f"{seat}: lay stakes {place} 0")
    play(match, f"{one}: pass")
    for place in ("40000 24000", "8000 40000"):
        assert asked(match) == (two, "choose.siege-terrain")
        play(match, f"{two}: choose stakes", f"{two}: lay stakes {place} 0")
    assert len(match.state.pieces) == 4
    assert asked(match)[1] != "choose.siege-terrain"


@rule("icefire:storm-of-swords.10", "icefire:ruling.134", "icefire:ruling.130")
@both
def test_each_of_a_team_draws_three_cards_that_the_teammate_does_not_see(edition: Edition) -> None:
    match, _, defenders = begun(edition, "attacker")
    for _ in defenders:
        play(match, f"{asked(match)[0]}: pass")
    state = match.state
    decks = [sorted([*state.siege_decks[seat].cards, *state.siege_hands[seat].cards]) for seat in range(4)]
    assert decks[0] == decks[2] != decks[1] == decks[3]
    for seat in range(4):
        assert len(state.siege_hands[seat]) == 3
        seen = match.view([seat]).game.players
        assert None not in seen["abcd"[seat]].siege
        assert all(seen[name].siege == (None,) * 3 for name in "abcd" if name != "abcd"[seat])


@rule("icefire:storm-of-swords.14", "icefire:ruling.135")
@both
def test_half_of_the_units_of_a_team_stay_in_reserve(edition: Edition) -> None:
    match, _, defenders = begun(edition, "attacker")
    for _ in defenders:
        play(match, f"{asked(match)[0]}: pass")
    state = match.state
    own = [unit for unit, seat in enumerate(state.seat) if seat in defenders and unit not in walls(state)]
    kept = 0
    while asked(match)[1].endswith("siege-reserve"):
        assert asked(match)[0] == names(defenders)[kept % 2]
        assert {option.split()[1] for option in offered(match)} == {
            state.labels[unit] for unit in own if not in_reserve(state, unit)
        }
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
        kept += 1
    assert kept == (len(own) + 1) // 2
    assert sum(in_reserve(state, unit) for unit in own) == (len(own) + 1) // 2


@rule("icefire:castle-wall.10", "icefire:team.7", "icefire:ruling.133")
@both
def test_either_of_a_team_activates_the_walls(edition: Edition) -> None:
    state = besieged(HOME, MATE, AWAY, BESIDE, teams=True, edition=edition, turn="c")
    both_walls = [state.labels[unit] for unit in units_to_activate(state, 2)]
    assert both_walls == [state.labels[unit] for unit in units_to_activate(state, 0)] == ["a1", "c1", "w1", "w2", "w3"]
    assert not {*units_to_activate(state, 1)} & {*walls(state)}
    game = war_of(state, turn=2)
    state.turn = None
    run(game, turn(game), "activate w2")
    assert state.activated[unit_of(state, "w2")]
    assert state.turn_seat == 3


@rule("icefire:storm-of-swords.15", "icefire:team.7")
def test_the_reserve_of_a_teammate_comes_too() -> None:
    state = besieged(HOME, MATE, AWAY, teams=True, turn="a", round=3)
    unit = unit_of(state, "c1")
    state.pose[unit] = None
    state.effects = tuple([Effect(name, unit, 2, "match") for name in ("reserve", "siege-reserve")])
    assert unit in units_to_activate(state, 0)
    game = war_of(state, turn=0)
    state.turn = None
    run(game, turn(game), "activate c1", "deploy c1 2401 24000 27000", "take forgo")
    assert not in_reserve(state, unit)
    assert state.pose[unit] is not None


@rule("icefire:storm-of-swords.12", "icefire:team.9")
@both
def test_each_attacker_brings_the_own_units_back(edition: Edition) -> None:
    state = besieged(HOME, MATE, AWAY, BESIDE, teams=True, edition=edition, turn="a", round=2)
    for name in ("b1", "c1", "d1"):
        state.health[unit_of(state, name)] = 0
        state.pose[unit_of(state, name)] = None
    state.step = "round-start"
    assert [mode_of(state).returns(state, unit_of(state, name)) for name in ("b1", "c1", "d1")] == [True, False, True]
    game = war_of(state, turn=0)
    state.turn = None
    run(game, begin_round(game), "deploy b1 24000 33000 18000", "deploy d1 36000 33000 18000")
    assert [state.health[unit_of(state, name)] > 0 for name in ("b1", "c1", "d1")] == [True, False, True]


@rule("icefire:siege.11", "icefire:ruling.134", "icefire:team.9")
@both
def test_a_teammate_may_pour_boiling_oil_but_only_one_does(edition: Edition) -> None:
    oil = ["boiling-oil"]
    for answers, left in ((("choose boiling-oil",), (0, 1)), (("pass", "choose boiling-oil"), (1, 0))):
        state = besieged(HOME, AT_WALL, teams=True, edition=edition, siege=(oil, [], oil, []))
        game = war_of(state, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
        fight = Fight(unit_of(state, "b1"), unit_of(state, "w2"), "melee", charge=True)
        run(game, mode_of(state).attacked(game, fight), *answers)
        assert (len(state.siege_hands[0]), len(state.siege_hands[2])) == left


@rule("icefire:siege.9", "icefire:team.9")
def test_fear_of_the_sack_is_the_whole_teams() -> None:
    state = besieged(HOME, MATE, AWAY, BESIDE, teams=True)
    state.effects = (Effect("fear-of-the-sack", NO_UNIT, 3, "round"),)
    assert [is_afraid(state, unit_of(state, name)) for name in ("a1", "c1", "b1", "d1")] == [True, True, False, False]


@rule("icefire:castle-wall.1", "icefire:team.9")
def test_no_effect_of_the_whole_team_touches_its_walls() -> None:
    state = besieged(HOME, MATE, AT_WALL, BESIDE, teams=True)
    moment = Moment("attack-dice", 1, unit=unit_of(state, "b1"), target=unit_of(state, "w2"))
    assert set(answering(state, moment)) == {1, 3}


@rule("icefire:storm-of-swords.7", "icefire:storm-of-swords.8", "icefire:storm-of-swords.9", "icefire:team.8")
@both
def test_the_points_of_a_team_win_and_time_wins_for_the_other(edition: Edition) -> None:
    state = besieged(HOME, MATE, AWAY, BESIDE, teams=True, edition=edition, points=[20] * 4, round=5)
    assert [mode_of(state).may_score(state, seat) for seat in range(4)] == [False, True, False, True]
    assert needed(state) == 10
    game = war_of(state)
    score(game, 0, 9, "icefire:victory.1")
    score(game, 3, 9, "icefire:victory.1")
    assert state.victory_points == [0, 9, 0, 9]
    check_points(game)
    for round, points, won, places in ((5, 10, 1, ((1, 3), (0, 2))), (6, 9, 0, ((0, 2), (1, 3)))):
        state.round, state.victory_points = round, [0, points, 0, points]
        with pytest.raises(MatchOver):
            check_points(game)
        assert (state.winner, outcome(state).places) == (won, places)


@pytest.mark.slow
@pytest.mark.no_cover
@both
def test_sieges_of_teams_at_random_end_and_keep_every_invariant(edition: Edition) -> None:
    match: Match[State] = new_match(edition, seats=4, seed=1, options=TEAMS)
    stream = Stream(derive_key("stormy teams", edition))
    while match.asking:
        seat = min(match.asking)
        match.play(seat, stormy(match, match.asking[seat], stream))
        demand_sound(match)
    state = match.state
    assert match.outcome is not None
    assert all(state.victory_points[seat] == 0 for seat in range(4) if not attacks(state, seat))
    played = len(state.marks["siege-played"])
    assert sum(len(pile) for pile in (*state.siege_decks, *state.siege_hands)) + played == 48


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("edition", "viewer"), [(SEASON_6, 0), (EDITION_2021, 1), (SEASON_6, None)])
def test_the_locks_hold_for_a_siege_of_teams(edition: Edition, viewer: int | None) -> None:
    match: Match[State] = new_match(edition, seats=4, seed=2, options={**TEAMS, "terrain": "none"})
    stream = Stream(derive_key("siege of teams"))
    for _ in range(60):
        seat = min(match.asking)
        match.play(seat, match.asking[seat].chooser.draw(match.asking[seat].options, stream))
    lock_redeal(match, viewer, stream=stream, worlds=1, drawing=False)
    lock_imagine(match, viewer, stream=stream)
    lock_twins(match, viewer, stream=stream, most=6)
