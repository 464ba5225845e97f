"""A Storm of Swords: the walls, and what is done before, at and after them."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from banneret.games.icefire.actions import Deploy, LayPiece
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.tokens import WallDestroyed
from banneret.games.icefire.modes.siege.spaces import ReturnSpace, SiegeTerrainSpace
from banneret.games.icefire.modes.siege.storm_of_swords import WAITING
from banneret.games.icefire.modes.siege.walls import besieged as defender_of
from banneret.games.icefire.modes.siege.walls import besieger, in_bowshot
from banneret.games.icefire.rules.actions.charge import alignments, charge_targets
from banneret.games.icefire.rules.combat.attack import attack, suffer_hits
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import remove, suffer
from banneret.games.icefire.rules.moments import answering
from banneret.games.icefire.rules.movement.reserve import OUTFLANKING
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.answers import end_of
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import enemies_of, foes_of, is_engaged
from banneret.games.icefire.rules.table.facts import put_attachments
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, pose_of, table_of, tray_of
from banneret.games.icefire.rules.table.paths import end_fault, way_fault
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.rules.table.units import (
    enemies_on_table,
    unit_of,
    units_alive,
    units_on_table,
    walls,
    walls_against,
)
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.rules.victory import points_left, score
from banneret.games.icefire.state import Effect, Fight, Moment, State
from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose, Side, Straight
from banneret.testing.conformance import check_match
from banneret.text.message import Message
from tests.games.icefire.ability_table import run
from tests.games.icefire.scene import (
    BERSERKERS,
    GREYWIND,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
    asked,
    offered,
    play,
    refused,
    told,
)
from tests.games.icefire.siege_scene import AT_WALL, AWAY, HOME, ROBB, besieged, match_of, on, war_of
from tests.games.icefire.test_icefire_random_play import OFTEN, demand_sound, fierce

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)
STORM = {"mode": "storm-of-swords", "points": 30}


def begun(edition: Edition, role: str = "defender", **more: Any) -> tuple[Match[Any], str, str]:  # options
    """Begin a siege; return it with the players who attack and defend."""
    match: Match[Any] = new_match(edition, seats=2, seed=3, options={**STORM, **more})
    chooser, prompt = asked(match)
    assert prompt == "choose.role"
    assert offered(match) == ["choose attacker", "choose defender"]
    play(match, f"{chooser}: choose {role}")
    other = "ab".replace(chooser, "")
    return (match, chooser, other) if role == "attacker" else (match, other, chooser)


def wall_of(state: State, number: int) -> int:
    return unit_of(state, f"w{number}")


# Setup


@rule("icefire:storm-of-swords.2", "icefire:storm-of-swords.3")
@both
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_who_rolls_higher_chooses_a_role_and_the_zones_follow(edition: Edition, role: str) -> None:
    match, attacker, defender = begun(edition, role)
    state = match.state
    assert ("ab"[besieger(state)], "ab"[defender_of(state)]) == (attacker, defender)
    assert zone_depth(state, besieger(state)) == 18 * INCH
    assert zone_depth(state, defender_of(state)) == 12 * INCH
    assert state.far == besieger(state)


@rule("icefire:storm-of-swords.4", "icefire:castle-wall.1", "icefire:ruling.96")
def test_three_walls_stand_three_inches_from_the_defenders_edge() -> None:
    state = begun(SEASON_6)[0].state
    there = walls(state)
    assert [state.labels[wall] for wall in there] == ["w1", "w2", "w3"]
    assert {state.seat[wall] for wall in there} == {defender_of(state)}
    gaps = [table_of(state).edge_gaps(tray_of(state, wall)) for wall in there]
    for front, _, rear, _ in gaps:
        assert round(DEPTH - front) == round(3 * INCH + 1_746)
        assert round(DEPTH - rear) == round(DEPTH - 3 * INCH)
    assert round(gaps[1][1]) == round(gaps[1][3])
    assert round(gaps[0][1] - (DEPTH - gaps[1][3])) == 4 * INCH
    assert not set(there) & {*units_on_table(state, 0), *units_on_table(state, 1), *units_alive(state, 0)}


@rule("icefire:storm-of-swords.5", "icefire:storm-of-swords.6")
@both
def test_the_defender_lays_up_to_four_pieces(edition: Edition) -> None:
    match, _, defender = begun(edition)
    on(match, "choose.siege-terrain")
    assert match.state.pieces == []
    for count, (x, y) in enumerate(((8, 24), (24, 24), (40, 24), (8, 40)), 1):
        assert asked(match) == (defender, "choose.siege-terrain")
        play(match, f"{defender}: choose stakes")
        if count == 2:
            assert refused(match, f"{defender}: lay stakes 24000 19000 0").reason.id == "refuse.siege-terrain.zone"
            assert refused(match, f"{defender}: lay stakes 17000 24000 0").reason.id == "refuse.siege-terrain.near"
            assert refused(match, f"{defender}: lay stakes 24000 47500 0").reason.id == "refuse.siege-terrain.edge"
        play(match, f"{defender}: lay stakes {x * 1000} {y * 1000} 0")
        assert len(match.state.pieces) == count
    assert asked(match)[1] != "choose.siege-terrain"


@rule("icefire:storm-of-swords.6")
def test_places_for_terrain_are_found() -> None:
    space = SiegeTerrainSpace(besieged(HOME, AWAY), 0, "forest")
    places = space.suggest()
    assert len(places) > 20
    assert min(place.y for place in places) > 18 * INCH
    stream = Stream(derive_key("terrain", 0))
    assert all(space.refusal(space.sample(stream)) is None for _ in range(20))
    turned = space.refusal(LayPiece("forest", 24_000, 30_000, 36_000))
    assert turned is not None
    assert turned.rule == "icefire:action.5"
    there = space.check(places[0])
    assert isinstance(there, Message)
    assert there.id == "check.siege-terrain"


def test_nothing_more_is_laid_where_a_piece_has_no_room() -> None:
    """Three forests across the field leave room for stakes, but not for another forest."""
    state = besieged(HOME, AWAY, terrain=["forest 8 34 90", "forest 24 34 90", "forest 40 34 90"])
    assert not SiegeTerrainSpace(state, 0, "forest").has_room()
    assert SiegeTerrainSpace(state, 0, "stakes").has_room()
    state.settings = replace(state.settings, terrain="drawn")
    game = war_of(state)
    mode: Any = mode_of(state)
    run(game, mode.lay_terrain(game), "choose forest")
    assert state.pieces == ["forest"] * 3


def test_an_empty_field_has_no_terrain() -> None:
    assert on(begun(SEASON_6, terrain="none")[0], "unit.siege-reserve").state.pieces == []


@rule("icefire:storm-of-swords.10", "icefire:siege.4")
@both
def test_each_player_draws_three_of_twelve_cards_unseen_by_the_other(edition: Edition) -> None:
    match = on(begun(edition, terrain="none")[0], "unit.siege-reserve")
    state = match.state
    for seat in range(2):
        assert (len(state.siege_hands[seat]), len(state.siege_decks[seat])) == (3, 9)
        both_piles = [*state.siege_hands[seat].cards, *state.siege_decks[seat].cards]
        assert all(both_piles.count(card) == 2 for card in both_piles)
        player = "ab"[seat]
        assert match.view([seat]).game.players[player].siege == tuple(sorted(state.siege_hands[seat].cards))
        assert match.view([1 - seat]).game.players[player].siege == (None, None, None)


@rule("icefire:storm-of-swords.14", "icefire:ruling.11")
@both
def test_half_of_the_defenders_units_stay_in_reserve(edition: Edition) -> None:
    match, _, defender = begun(edition, terrain="none")
    seat = "ab".index(defender)
    mine = units_alive(match.state, seat)
    on(match, "deploy")
    kept = [one.unit for one in match.state.effects if one.name == "reserve"]
    assert len(kept) == (len(mine) + 1) // 2
    on(match, "activation")
    assert all(match.state.pose[unit] is None for unit in kept)
    assert len(units_on_table(match.state, seat)) == len(mine) - len(kept)


def reserve(edition: Edition, round: int) -> State:
    state = besieged(HOME, f"a {SWORDS} 5 20 0 |", AWAY, edition=edition, turn="a", first=0, round=round)
    state.pose[1] = None
    for name in ("reserve", "siege-reserve"):
        state.effects = (*state.effects, Effect(name, 1, 0, "match"))
    return state


@rule("icefire:storm-of-swords.15", "icefire:storm-of-swords.16")
@both
def test_the_reserve_comes_from_a_flank_in_round_three_and_acts(edition: Edition) -> None:
    assert "activate a2" not in offered(match_of(reserve(edition, 2)))
    match = play(match_of(reserve(edition, 3)), "a: activate a2")
    assert asked(match) == ("a", "outflank")
    assert refused(match, "a: deploy a2 24000 20000 0").rule == "icefire:storm-of-swords.15"
    assert refused(match, "a: deploy a2 3610 20000 27000").rule == "icefire:storm-of-swords.15"
    play(match, "a: deploy a2 3000 20000 27000")
    on(match, "action")
    assert asked(match) == ("a", "action")
    assert not match.state.activated[1]
    assert [one for one in match.state.effects if one.unit == 1] == []


@rule("icefire:ruling.137")
@both
def test_who_waits_to_outflank_does_not_come_with_the_reserve(edition: Edition) -> None:
    state = reserve(edition, 3)
    state.effects = tuple([one._replace(name=OUTFLANKING) if one.name == WAITING else one for one in state.effects])
    assert "activate a2" not in offered(match_of(state))


# Walls


@rule("icefire:castle-wall.2", "icefire:ruling.23", "icefire:castle-wall.9")
def test_a_wall_is_charged_anywhere_along_its_outer_face() -> None:
    """The charger is 1.2 inches right of the middle as the wall sees it; half of its tray may be beside the wall."""
    state = besieged(HOME, f"b {GUARDSMEN} 25.2 12 180 |", AWAY)
    assert wall_of(state, 2) in charge_targets(state, 1)
    assert charge_targets(state, 0) == []
    places = {place.how: place.pose for place in alignments(state, 1, wall_of(state, 2), Side.FRONT)}
    assert places["near"] == Pose(25_200, 7_146, 18_000)
    assert places["center"] == Pose(24_000, 7_146, 18_000)
    assert places["left"].x == 24_000 - 5_480


@rule("icefire:castle-wall.2", "icefire:siege.1", "icefire:castle-wall.4", "icefire:castle-wall.5")
@both
def test_a_charge_costs_a_wall_a_wound_for_two_hits(edition: Edition) -> None:
    """Guardsmen roll 6 dice: five Hits are 2 Wounds; nobody rolls saves or tests, but for the tar and pitch."""
    state = besieged(HOME, f"b {GUARDSMEN} 24 12 180 |", AWAY, edition=edition)
    match = match_of(state, 5, 4, 4, 5, 5, 6, 1)
    play(on(match, "activation"), "b: activate b1")
    play(on(match, "action"), "b: charge w2")
    on(match, "align")
    play(match, "b: align near")
    on(match, "activation")
    wall = wall_of(match.state, 2)
    assert match.state.health[wall] == 4
    assert foes_of(match.state, 1) == [wall]


@rule("icefire:castle-wall.1", "icefire:surge.4")
def test_a_wall_does_not_pivot_when_the_enemy_that_attacked_it_is_destroyed() -> None:
    state = besieged(f"a {GUARDSMEN} 40 8 0", AT_WALL, f"a {GUARDSMEN} 8 8 0")
    remove(state, 1)
    fight = Fight(0, 1, "melee")
    fight.freed = [0, wall_of(state, 2), 2]
    asked: list[str] = []
    flow = surge(war_of(state), fight, [])
    request: Any = next(flow, None)
    while request is not None:
        asked.append(str(request.chooser.prompt().fields.get("unit")))
        try:
            request = flow.send(Pass())
        except StopIteration:
            break
    assert asked == ["a1", "a2"]


@rule("icefire:castle-wall.6", "icefire:castle-wall.7")
def test_a_fallen_wall_gives_five_points_and_stays() -> None:
    state = besieged(HOME, AT_WALL, AWAY, walls=(6, 1, 6))
    game = war_of(state, 6, 6, 6, 6, 6, 6, 6)
    run(game, attack(game, Fight(1, wall_of(state, 2), "melee"), Side.FRONT))
    assert state.victory_points == [0, 5]
    assert not is_engaged(state, 1)
    assert len(mode_of(state).barriers(state)) == 4
    assert way_fault(state, 1, Pose(24_000, 7_146, 18_000), Straight(1_000)) is not None


@rule("icefire:castle-wall.2", "icefire:ruling.109")
@both
def test_a_unit_at_a_standing_wall_is_engaged(edition: Edition) -> None:
    match = match_of(besieged(HOME, AT_WALL, AWAY, edition=edition))
    assert is_engaged(match.state, 1)
    assert enemies_of(match.state, 1) == []
    play(on(match, "activation"), "b: activate b1")
    on(match, "action")
    assert "take melee" in offered(match)
    assert "take march" not in offered(match)
    fallen = match_of(besieged(HOME, AT_WALL, AWAY, edition=edition, walls=(6, 0, 6)))
    assert not is_engaged(fallen.state, 1)


@rule("icefire:castle-wall.3", "icefire:castle-wall.5", "icefire:castle-wall.1")
def test_nothing_but_melee_touches_a_wall() -> None:
    state = besieged(HOME, AT_WALL, AWAY)
    wall = wall_of(state, 2)
    game = war_of(state)
    run(game, suffer(game, wall, 3, 1, 1))
    run(game, suffer_hits(game, wall, 9, 1))
    give_condition(game, wall, "weakened")
    test = run(game, panic_test(game, wall, 1))
    assert test.passed
    assert (state.health[wall], state.conditions[wall]) == (6, 0)
    assert number_of(state, "hit", wall) == 0
    assert wall not in enemies_on_table(state, 1)
    assert answering(state, Moment("attack-dice", 0, unit=wall, target=1)) == [1]
    assert points_left(state, 0) == points_left(besieged(HOME, AWAY), 0)


@rule("icefire:castle-wall.8", "icefire:castle-wall-2021.1")
@pytest.mark.parametrize("health", [6, 0])
@pytest.mark.parametrize(
    ("edition", "by"), [(SEASON_6, "icefire:castle-wall.8"), (EDITION_2021, "icefire:castle-wall-2021.1")]
)
def test_nobody_moves_through_walls_standing_or_not(edition: Edition, by: str, health: int) -> None:
    """The solo tray goes into a gap, 4 inches wide, but not against a wall."""
    state = besieged(HOME, f"b {GREYWIND} 24 9 180 |", AWAY, walls=[health] * 3, edition=edition)
    assert way_fault(state, 1, Pose(24_000, 9_000, 18_000), Straight(4_000)) is not None
    fault = end_fault(state, 1, Pose(24_000, 5_000, 18_000))
    assert fault is not None
    assert fault.rule == by


@rule("icefire:castle-wall.9", "icefire:ruling.107")
def test_nobody_goes_or_is_deployed_behind_the_walls() -> None:
    state = besieged(f"a {GREYWIND} 31.5 9 0 |", AWAY)
    assert end_fault(state, 0, Pose(31_480, 4_500, 0)) is None
    assert end_fault(state, 0, Pose(31_480, 4_300, 0)) is not None
    match: Any = match_of(besieged(HOME, AWAY, step="deploy", turn="a", pose=[None, [42_000, 44_000, 18_000]]))
    assert asked(match) == ("a", "deploy")
    assert refused(match, "a: deploy a1 24000 2400 0").rule == "icefire:castle-wall.8"
    play(match, "a: deploy a1 24000 7200 0")


@rule("icefire:ruling.106")
def test_no_move_but_a_charge_ends_near_a_standing_wall() -> None:
    state = besieged(HOME, f"b {GUARDSMEN} 24 12 180 |", AWAY)
    near, far = Pose(24_000, 8_100, 18_000), Pose(24_000, 8_150, 18_000)
    fault = end_fault(state, 1, near)
    assert fault is not None
    assert fault.rule == "icefire:ruling.106"
    assert end_fault(state, 1, far) is None
    assert end_fault(besieged(HOME, AT_WALL, AWAY, walls=(6, 0, 6)), 1, near) is None
    assert end_fault(besieged(HOME, AWAY), 0, Pose(24_000, 8_100, 0)) is None  # the defender's own


@rule("icefire:ruling.106", "icefire:ruling.14")
def test_a_unit_near_a_standing_wall_may_stay_or_turn_if_it_comes_no_nearer() -> None:
    """It came there as another wall before it fell, say."""
    there = Pose(24_000, 8_100, 18_000)
    state = besieged(HOME, f"b {GUARDSMEN} 24 8.1 180 |", AWAY)
    assert end_fault(state, 1, there, before=there) is None
    nearer = end_fault(state, 1, Pose(24_000, 8_050, 18_000), before=there)
    assert nearer is not None
    assert nearer.rule == "icefire:ruling.106"


# Arrows, tar and pitch


@rule("icefire:castle-wall.10", "icefire:castle-wall.11", "icefire:castle-wall.12", "icefire:siege.2")
@both
def test_the_defender_activates_a_wall_and_it_shoots_or_passes(edition: Edition) -> None:
    """Eight dice that hit on 4; the target's save is 4. It stays activated."""
    target = f"b {HALBERDIERS} 24 16 180 |"
    state = besieged(HOME, target, AWAY, edition=edition, turn="a", first=0)
    match = match_of(state, 4, 4, 4, 4, 3, 3, 3, 3, 1, 1, 1, 1)
    assert [option for option in offered(match) if option.startswith("activate w")] == [
        "activate w1", "activate w2", "activate w3",
    ]  # fmt: skip  # several to a line
    play(match, "a: activate w2")
    assert asked(match) == ("a", "unit.bowshot")
    assert offered(match) == ["done", "unit b1"]
    passed = play(match.clone(), "a: done")
    assert passed.state.activated[wall_of(passed.state, 2)]
    play(match, "a: unit b1")
    on(match, "activation")
    assert match.state.health[1] < 12 - 3
    assert match.state.activated[wall_of(match.state, 2)]
    gone = match_of(besieged(HOME, target, AWAY, walls=(6, 0, 6), turn="a", first=0))
    assert "activate w2" not in offered(gone)


@rule("icefire:siege.2")
@pytest.mark.parametrize(
    ("place", "seen"),
    [("24 19.1", True), ("24 19.2", False), ("31.5 18", True), ("10 7.5", False)],
)
def test_a_wall_shoots_from_any_point_of_its_face(place: str, seen: bool) -> None:
    """12 inches from its face, which is at 4.746; and nothing that is beside it."""
    state = besieged(HOME, f"b {GUARDSMEN} {place} 180 |", AWAY)
    assert (1 in in_bowshot(state, wall_of(state, 2))) == seen


@rule("icefire:siege.2")
@pytest.mark.parametrize(("piece", "seen"), [("", True), ("forest", False), ("corpse-pile", True), ("low-wall", True)])
def test_cover_hides_from_the_arrows_of_a_wall(piece: str, seen: bool) -> None:
    """A piece across the line between them."""
    state = besieged(HOME, f"b {GUARDSMEN} 24 18 180 |", AWAY, terrain=[f"{piece} 24 12 0"] if piece else [])
    assert (1 in in_bowshot(state, wall_of(state, 2))) == seen


@rule("icefire:ranged.11")
def test_friends_engaged_with_the_target_take_a_panic_test() -> None:
    """The wall misses; two 1 fail the test of the Sworn Swords, which costs 3 Wounds."""
    state = besieged(f"a {SWORDS} 33 9 0 | {ROBB}", f"b {GUARDSMEN} 33 13.8 180 |", AWAY, turn="a", first=0)
    game = war_of(state, *[1] * 8, 1, 1, 3, turn=0)
    mode: Any = mode_of(state)
    run(game, mode.shoot(game, wall_of(state, 2)), "unit b1")
    assert (state.health[0], state.health[1]) == (9, 12)


@rule("icefire:siege.3")
@both
def test_tar_and_pitch_fall_on_who_attacks_a_wall_that_stands(edition: Edition) -> None:
    """D3+1 Hits: with a 2 there are 3, and saves of 1 block none."""
    state = besieged(HOME, AT_WALL, AWAY, edition=edition)
    game = war_of(state, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1)
    run(game, attack(game, Fight(1, wall_of(state, 2), "melee"), Side.FRONT))
    assert state.health[1] == 12 - 3
    state = besieged(HOME, AT_WALL, AWAY, edition=edition, walls=(6, 1, 6))
    game = war_of(state, 6, 6, 6, 6, 6, 6, 2, 1, 1, 1)
    run(game, attack(game, Fight(1, wall_of(state, 2), "melee"), Side.FRONT))
    assert state.health[1] == 12


# Rounds and victory


def back(*units: str, edition: Edition = SEASON_6, **more: Any) -> Match[State]:
    state = besieged(HOME, *units, AWAY, edition=edition, step="round-start", round=2, **more)
    state.health[1], state.pose[1] = 0, None
    put_attachments(state, 1, ())
    return match_of(state)


@rule("icefire:storm-of-swords.12", "icefire:storm-of-swords.13", "icefire:ruling.81")
@both
def test_destroyed_attackers_come_back_without_their_characters(edition: Edition) -> None:
    match = back(
        f"b {GUARDSMEN} 10 40 180 | weakened", edition=edition, marks={"siege-played": [], "began-b1": [20115]}
    )
    assert asked(match) == ("b", "redeploy")
    assert refused(match, "b: deploy b1 10000 29000 18000").rule == "icefire:deployment.5"
    assert refused(match, "b: deploy b2 10000 40000 18000").rule == "icefire:storm-of-swords.12"
    (ask,) = match.asking.values()
    space: Any = ask.chooser
    stream = Stream(derive_key("return", 0))
    assert all(space.refusal(space.sample(stream)) is None for _ in range(10))
    assert play(match.clone(), "b: pass").state.health[1] == 0
    play(match, "b: deploy b1 10000 40000 18000")
    assert (match.state.health[1], match.state.attachments[1], match.state.conditions[1]) == (12, (), 0)
    assert not match.state.activated[1]


@rule("icefire:storm-of-swords.12")
def test_places_to_come_back_to_are_suggested_along_the_own_zone() -> None:
    """At the front and at the back of it, for a player at either edge, facing the enemy."""
    state = besieged(f"a {BERSERKERS} 42 9 0 | 0 {ROBB}", f"b {GUARDSMEN} 10 40 180 | 0", AWAY)
    for unit in (0, 1):
        state.health[unit], state.pose[unit] = 0, None
    state.contacts = []
    found = {}
    for seat, unit in ((0, 0), (1, 1)):
        space = ReturnSpace(state, seat, [unit])
        first, *places = space.suggest()
        assert first == Pass()
        assert all(space.refusal(place) is None for place in places)
        found[seat] = {(place.y, place.heading) for place in places if isinstance(place, Deploy)}
    deep, far = zone_depth(state, 0), DEPTH - zone_depth(state, 1)
    assert found[1] == {(far + 3 * INCH, 18_000), (DEPTH - 3 * INCH, 18_000)}
    assert found[0] <= {(deep - 3 * INCH, 0), (3 * INCH, 0)}
    assert found[0]


@rule("icefire:storm-of-swords.13", "icefire:ruling.108")
def test_units_that_are_characters_do_not_come_back() -> None:
    match = back(f"b {GREYWIND} 10 40 180 |")
    assert asked(match)[1] != "redeploy"
    mode = mode_of(match.state)
    assert not mode.returns(match.state, 1)
    assert mode.returns(match.state, 2)
    assert not mode.returns(match.state, 0)


@rule("icefire:ruling.108", "icefire:victory.9")
def test_the_attacker_is_not_out_while_units_can_come_back() -> None:
    state = besieged(HOME, f"b {GUARDSMEN} 24 20 180 |")
    game = war_of(state)
    run(game, suffer(game, 1, 12, 0, 0))
    assert state.winner == -1
    assert state.victory_points == [0, 0]


@rule("icefire:storm-of-swords.8")
def test_the_defender_gains_no_points() -> None:
    state = besieged(HOME, AWAY)
    game = war_of(state)
    score(game, 0, 3, "icefire:victory.10")
    score(game, 1, 3, "icefire:victory.10")
    assert state.victory_points == [0, 3]


def ended(edition: Edition, round: int, points: int) -> Match[State]:
    return match_of(besieged(f"{HOME} activated", f"{AWAY} activated", edition=edition, step="score", round=round,
                             victory_points=[0, points]))  # fmt: skip  # several to a line


@rule("icefire:storm-of-swords.7")
@both
def test_points_win_for_the_attacker_and_time_for_the_defender(edition: Edition) -> None:
    """At 40 points 10 Victory Points win."""
    assert ended(edition, 3, 9).outcome is None
    won = ended(edition, 3, 10).outcome
    assert won is not None
    assert (won.places, won.reason) == (((1,), (0,)), "points")
    held = ended(edition, 6, 9).outcome
    assert held is not None
    assert (held.places, held.reason) == (((0,), (1,)), "siege")


@rule("icefire:storm-of-swords.9")
def test_in_season_6_points_of_the_last_round_come_too_late() -> None:
    late = ended(SEASON_6, 6, 10).outcome
    assert late is not None
    assert late.places == ((0,), (1,))


@rule("icefire:storm-of-swords-2021.1")
def test_in_2021_points_of_the_last_round_win() -> None:
    late = ended(EDITION_2021, 6, 10).outcome
    assert late is not None
    assert late.places == ((1,), (0,))


def test_a_fallen_wall_is_told() -> None:
    match = match_of(besieged(HOME, AT_WALL, AWAY, walls=(6, 1, 6)), 6, 6, 6, 6, 6, 6, 6)
    play(on(match, "activation"), "b: activate b1")
    play(on(match, "action"), "b: take melee")
    while not told(match, WallDestroyed):
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert match.state.victory_points == [0, 5]


# Whole sieges


def stormy(match: Match[Any], ask: Any, stream: Stream) -> Any:  # answers of any question
    """Answer as one who storms the walls: charges and attacks at them where they can be, then what seeks battle."""
    for wanted in ("charge w", "take melee", "unit w", "choose attacker"):
        for option in ask.options:
            if notation.write(option).startswith(wanted) and stream.below(4):
                return option
    state: State = match.state
    goals = [pose_of(state, wall) for wall in walls_against(state, ask.seat)]
    if ask.kind in ("maneuver", "march") and goals and stream.below(4):
        return min(ask.options, key=lambda move: _nearest(state, ask, move, goals))
    if ask.kind in ("maneuver", "march") and not enemies_on_table(state, ask.seat):
        return ask.chooser.draw(ask.options, stream)
    return fierce(match, ask, stream)


def _nearest(state: State, ask: Any, move: Any, goals: Sequence[Pose]) -> float:  # of a question for a move
    """Return how far the nearest of some places is after a move."""
    end = end_of(state, ask.chooser.unit, move)
    assert end is not None
    return min(hypot(end.x - goal.x, end.y - goal.y) for goal in goals)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("edition", "seed"), [(SEASON_6, 0), (SEASON_6, 1), (EDITION_2021, 2), (EDITION_2021, 3)])
def test_sieges_at_random_end_and_keep_every_invariant(edition: Edition, seed: int) -> None:
    match: Match[Any] = new_match(edition, seats=2, seed=seed, options=STORM)
    stream = Stream(derive_key("stormy", seed))
    while match.asking:
        ((seat, ask),) = match.asking.items()
        match.play(seat, stormy(match, ask, stream))
        demand_sound(match)
    state = match.state
    assert match.outcome is not None
    assert state.victory_points[defender_of(state)] == 0
    assert state.reason in ("points", "siege", "elimination")
    played = len(state.marks["siege-played"])
    assert sum(len(pile) for pile in (*state.siege_decks, *state.siege_hands)) + played == 24


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_suite_of_the_kernel_holds_for_a_siege() -> None:
    check_match(EDITION_2021, 2, 1, STORM, checks=OFTEN)
