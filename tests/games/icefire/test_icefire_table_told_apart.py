"""Turns, setup, victory and moves in small scenes that tell each condition from its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from banneret.games.icefire.actions import Maneuver, March
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.registry import FLAGS
from banneret.games.icefire.events.tokens import PointsScored
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.actions.melee import realignments
from banneret.games.icefire.rules.actions.ranged import shift_space, shoot
from banneret.games.icefire.rules.activation import activate_unit, may_pass, ncus_to_activate, units_to_activate
from banneret.games.icefire.rules.battlefield import rolled
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.deployment import name_first_player, put_enemy_cards, roll_off, take_zones
from banneret.games.icefire.rules.movement.contacts import PartSpace
from banneret.games.icefire.rules.movement.movement import terrain_entered
from banneret.games.icefire.rules.table.engagement import sides_in_contact
from banneret.games.icefire.rules.table.ground import pose_of, tray_at, tray_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.move_spaces import Aims, ManeuverSpace, MarchSpace, facing_of_interest
from banneret.games.icefire.rules.table.sides import next_player, opponent, opponents, side
from banneret.games.icefire.rules.table.units import (
    contest_strength,
    enemies_on_table,
    models_left,
    ranks_left,
    ranks_lost,
    units_on_table,
)
from banneret.games.icefire.rules.table.zones import Zone, all_zones, ground_of, meets, reaches
from banneret.games.icefire.rules.victory import (
    check_elimination,
    check_points,
    credited,
    destroyed_scores,
    points_left,
    standing,
)
from banneret.games.icefire.state import NO_UNIT, NOBODY, Attached, Effect, Turn
from banneret.kernel.chance import Chance
from banneret.kernel.events import Log
from banneret.kernel.flow import MatchOver
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose, Side, Straight, heading_towards, place, rectangle
from tests.games.icefire.ability_table import FAR, FIELD, heard, run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GREYWIND, OUTRIDERS, SWORDS, laid, scene

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)


# Turns ---------------------------------------------------------------------------------------------------------------


@rule("icefire:passing.4", "icefire:passing.5", "icefire:round.10")
def test_a_player_passes_once_a_round_while_passes_are_left() -> None:
    state = laid(*FIELD, round=2)
    for left, last, may in ((0, 0, False), (1, 0, True), (2, 1, True), (1, 2, False), (2, 2, False)):
        state.passes, state.passed_in = [left, 0], [last, 0]
        assert may_pass(state, 0) is may
        assert not may_pass(state, 1)


@rule("icefire:round.5", "icefire:terms.1", "icefire:board.7")
def test_units_that_have_not_activated_are_activated_and_ncus_while_there_is_a_zone() -> None:
    state = laid(*FIELD, ncus=["a 30202", "b 30105 crown", "a 30210", "a 30404"])
    assert (units_to_activate(state, 0), units_to_activate(state, 1)) == ([0, 2, 4], [1, 3])
    assert (ncus_to_activate(state, 0), ncus_to_activate(state, 1)) == ([0, 2], [])
    state.activated[2], state.ncu_alive[0] = True, False
    assert (units_to_activate(state, 0), ncus_to_activate(state, 0)) == ([0, 4], [2])
    state.ncu_activated[2] = True
    assert ncus_to_activate(state, 0) == []


@rule("icefire:action.3", "icefire:terms.1")
def test_the_unit_that_is_activated_is_the_one_of_the_turn_and_has_activated_then() -> None:
    game = table(*FIELD)
    moments = heard(game, "activation")
    run(game, activate_unit(game, 3))
    assert game.state.turn is not None
    assert game.state.turn.unit == 3
    assert [(one.unit, one.seat) for one in moments] == [(3, 1)]
    assert game.state.activated == [False, False, False, True, False]


# Setup ---------------------------------------------------------------------------------------------------------------


@rule("icefire:deployment.8", "icefire:deck.4")
@both
def test_after_deployment_hands_are_drawn_and_infiltrators_placed(edition: Edition) -> None:
    """Each hand has three cards."""
    card = next(
        one
        for one in components(edition).attachments.values()
        if one.enemy == "after-deployment" and one.type == "infantry"
    )
    decks = {"a": ["40201"] * 5, "b": ["40202"] * 2}
    game = table(*FIELD, edition=edition, enemy_cards=[[], [card.id]], decks=decks, chooser=1, first=1)
    run(game, name_first_player(game), "unit a3", "player b")
    state = game.state
    assert [len(hand) for hand in state.hands] == [3, 2]
    assert (state.attachments[4], state.enemy_cards) == ((card.id,), [[], []])
    assert (state.first, state.turn_seat, state.step) == (1, 1, "round-start")


@rule("icefire:ruling.76")
def test_a_card_for_an_enemy_unit_that_is_not_there_goes_nowhere() -> None:
    cards = components(SEASON_6).attachments.values()
    card = next(one for one in cards if one.enemy == "after-deployment" and one.type == "infantry")
    game = table(f"a {OUTRIDERS} 8 8 0", FAR, enemy_cards=[[], [card.id]], chooser=1)
    run(game, put_enemy_cards(game, "after-deployment"))
    assert (game.state.attachments, game.state.enemy_cards) == (((), ()), [[], []])


@pytest.mark.usefixtures("interpreted")  # chance is replaced by chosen faces
@rule("icefire:setup.11", "icefire:setup.12")
def test_terrain_is_rolled_with_two_dice() -> None:
    """Faces are numbered from 0 there; a 7 is for a player to choose."""
    state = laid(*FIELD)
    by_roll = {roll: piece.id for piece in state.table.pieces for roll in piece.rolls}
    assert set(by_roll) == set(range(2, 13)) - {7}
    for first in range(6):
        for second in range(6):
            faces: list[int] = [second, first]
            sides: list[int] = []

            def pick(number: int, faces: list[int] = faces, sides: list[int] = sides) -> int:
                sides.append(number)
                return faces.pop()

            found = rolled(state, cast("Chance", SimpleNamespace(pick=pick)))
            assert (found, sides) == (by_roll.get(first + second + 2), [6, 6])


def test_the_place_in_a_match_is_named_by_its_round() -> None:
    assert scene(*FIELD, round=3).label == "round 3"
    assert scene(*FIELD, round=1).label == "round 1"


@rule("icefire:deployment.1", "icefire:deployment.3", "icefire:deployment-2021.1")
@both
@pytest.mark.parametrize(("edge", "far"), [("near", 1), ("far", 0)])
def test_the_winner_of_the_roll_takes_a_zone_and_says_who_deploys_first(edition: Edition, edge: str, far: int) -> None:
    """A tie is rolled again; in 2021 the winner deploys first."""
    game = table(*FIELD, edition=edition, step="zones", chooser=-1, far=-1, dice=(3, 3, 5, 2))
    run(game, take_zones(game), f"edge {edge}", *(["player b"] if edition == SEASON_6 else []))
    state = game.state
    assert (state.chooser, state.far, state.step) == (0, far, "deploy")
    assert state.turn_seat == (1 if edition == SEASON_6 else 0)


@rule("icefire:deployment.1")
@pytest.mark.parametrize(("edge", "far"), [("near", 0), ("far", 1)])
def test_the_winner_of_the_roll_may_leave_the_zone_to_the_other(edge: str, far: int) -> None:
    game = table(*FIELD, step="zones", chooser=-1, far=-1, dice=(5, 2))
    run(game, take_zones(game), "edge leave", f"edge {edge}", "player a")
    assert (game.state.chooser, game.state.far, game.state.turn_seat) == (1, far, 0)


@rule("icefire:free-for-all.3")
@pytest.mark.parametrize(("dice", "winner"), [
    ((1, 2, 3), 2), ((4, 2, 3), 0), ((4, 4, 3, 1, 5, 2), 1), ((6, 2, 6, 6, 6, 6, 1, 1, 2), 2),
])  # fmt: skip  # several to a line
def test_the_highest_roll_wins_and_ties_are_rolled_again(dice: Sequence[int], winner: int) -> None:
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", f"c {SWORDS} 4 4 0", seats=3, dice=dice)
    assert roll_off(game) == winner


# Sides and units -----------------------------------------------------------------------------------------------------


@rule("icefire:free-for-all.4", "icefire:team.7", "icefire:ruling.118")
def test_players_follow_each_other_to_the_left() -> None:
    units = [f"{player} {GREYWIND} {8 + 8 * number} 20 0" for number, player in enumerate("abcd")]
    teams, free = laid(*units, seats=4, options={"teams": True}), laid(*units, seats=4)
    assert [next_player(free, seat) for seat in range(4)] == [1, 2, 3, 0]
    assert [opponents(free, seat) for seat in (0, 2)] == [[1, 2, 3], [3, 0, 1]]
    assert [opponents(teams, seat) for seat in (0, 3)] == [[1, 3], [0, 2]]
    assert [side(teams, seat) for seat in range(4)] == [[0, 2], [1, 3], [2, 0], [3, 1]]
    free.marks["out"] = [1]
    assert [next_player(free, seat) for seat in (0, 2, 3)] == [2, 3, 0]
    assert opponents(free, 0) == [2, 3]
    free.turn = Turn(3)
    assert [opponent(free, seat) for seat in (0, 2, 3)] == [3, 3, 0]
    free.turn = Turn(1)  # out of the match
    assert opponent(free, 0) == 2


@rule("icefire:units.17", "icefire:units.18", "icefire:wounds.1", "icefire:game-of-thrones.7")
def test_models_and_ranks_left() -> None:
    """Infantry has 3 ranks of 4 models, cavalry 2 ranks of 2 with 3 Wounds each, a solo unit its Wounds."""
    state = laid(f"a {SWORDS} 24 20 0", FAR, f"a {OUTRIDERS} 8 8 0", f"a {GREYWIND} 40 8 0")
    for unit, wounds, models, ranks, lost, contest in (
        (0, 12, 12, 3, 0, 3), (0, 9, 9, 3, 0, 3), (0, 8, 8, 2, 1, 2), (0, 1, 1, 1, 2, 1), (2, 12, 4, 2, 0, 2),
        (2, 7, 3, 2, 0, 2), (2, 6, 2, 1, 1, 1), (2, 1, 1, 1, 1, 1), (3, 4, 1, 1, 0, 4), (3, 1, 1, 1, 0, 1),
    ):  # fmt: skip  # several to a line
        state.health[unit] = wounds
        assert (models_left(state, unit), ranks_left(state, unit)) == (models, ranks), (unit, wounds)
        assert (ranks_lost(state, unit), contest_strength(state, unit)) == (lost, contest), (unit, wounds)


@pytest.mark.parametrize(("gap", "along", "turn", "touching"), [
    (0, 0, 0, True), (5, 0, 0, True), (6, 0, 0, False), (0, 5480, 0, True), (0, 5481, 0, False), (0, 0, 2, True),
    (0, 0, 3, False), (-5, 0, 0, True),
])  # fmt: skip  # several to a line
def test_trays_touch_along_an_edge(gap: int, along: int, turn: int, touching: bool) -> None:
    """They share at least 0.02 inches of it, less than 0.005 apart and 0.02 degrees askew."""
    tray = rectangle(5500, 4800)
    one = place(tray, Pose(24_000, 20_000, 0))
    other = place(tray, Pose(24_000 + along, 24_800 + gap, 18_000 + turn))
    assert sides_in_contact(one, other) == ((Side.FRONT, Side.FRONT) if touching else None)


# Zones ---------------------------------------------------------------------------------------------------------------


@rule("icefire:ruling.111")
def test_each_side_has_its_half_of_the_battlefield() -> None:
    state = laid(*FIELD)
    grounds = [ground_of(state, 24_000, y) for y in (0, 23_999, 24_000, 24_001, 48_000)]
    assert grounds == [0, 0, NOBODY, 1, 1]
    state.far = 0
    assert [ground_of(state, 24_000, y) for y in (23_999, 24_000, 24_001)] == [1, NOBODY, 0]
    state.far = NOBODY
    assert ground_of(state, 24_000, 100) == NOBODY


def test_what_lies_partly_in_a_zone_meets_it() -> None:
    state = laid(*FIELD)
    assert all_zones(state) == [Zone(0, 0, 48_000, 10_000), Zone(0, 38_000, 48_000, 48_000)]
    zone, shape = Zone(10_000, 10_000, 30_000, 20_000), rectangle(2000, 2000)
    for x, y, met in (
        (20_000, 15_000, True), (9001, 15_000, True), (9000, 15_000, False), (30_999, 15_000, True),
        (31_000, 15_000, False), (20_000, 9001, True), (20_000, 9000, False), (20_000, 20_999, True),
        (20_000, 21_000, False), (9000, 9000, False), (5000, 15_000, False), (20_000, 30_000, False),
    ):  # fmt: skip  # several to a line
        assert meets(state, zone, place(shape, Pose(x, y, 0))) is met, (x, y)


def test_the_farthest_point_of_a_tray_from_each_edge() -> None:
    state = laid(*FIELD)
    tray = place(rectangle(2000, 1000), Pose(10_000, 30_000, 0))
    far = reaches(state, tray)
    assert far == {"near": 30_500, "far": 18_500, "left": 11_000, "right": 39_000}


# Victory -------------------------------------------------------------------------------------------------------------


@rule("icefire:victory.10", "icefire:victory.11")
def test_who_destroys_an_enemy_scores_and_else_every_opponent() -> None:
    units = [f"{player} {GREYWIND} {8 + 8 * number} 20 0" for number, player in enumerate("abcd")]
    free, teams = laid(*units, seats=4), laid(*units, seats=4, options={"teams": True})
    assert [credited(free, 0, by) for by in (0, 1, 3, NOBODY)] == [[1, 2, 3], [1], [3], [1, 2, 3]]
    assert [credited(teams, 0, by) for by in (0, 1, 2, 3, NOBODY)] == [[1], [1], [1], [3], [1]]


@rule("icefire:victory.10", "icefire:victory.11")
@pytest.mark.parametrize(("by", "points", "number"), [(1, [0, 1, 0], 10), (0, [0, 1, 1], 11), (NOBODY, [0, 1, 1], 11)])
def test_points_for_a_destroyed_unit_cite_their_rule(by: int, points: list[int], number: int) -> None:
    units = [f"{player} {GREYWIND} {8 + 8 * number} 20 0" for number, player in enumerate("abc")]
    game = table(*units, seats=3)
    game.log = Log()
    destroyed_scores(game, 0, by)
    assert game.state.victory_points == points
    scored = [one.event for one in game.log.events if isinstance(one.event, PointsScored)]
    assert [(one.points, one.rule) for one in scored] == [(1, f"icefire:victory.{number}")] * sum(points)


@rule("icefire:victory.2", "icefire:victory.3", "icefire:victory.5", "icefire:victory.6", "icefire:victory.7")
@pytest.mark.parametrize(("points", "number", "winner", "reason"), [
    ((10, 9), 2, 0, "points"), ((9, 8), 2, NOBODY, ""), ((10, 10), 2, NOBODY, ""), ((10, 11), 2, 1, "points"),
    ((3, 2), 6, 0, "rounds"), ((3, 4), 6, 1, "rounds"), ((3, 2), 5, NOBODY, ""), ((3, 3), 6, 0, "rounds"),
])  # fmt: skip  # several to a line
def test_points_decide_a_match_when_there_are_enough_or_after_the_last_round(
    points: tuple[int, int], number: int, winner: int, reason: str
) -> None:
    """Forty points of army need 10. At the end the points on the battlefield break a tie, here for player a."""
    game = table(f"a {SWORDS} 24 20 0", FAR, f"a {BERSERKERS} 4 4 0", round=number, victory_points=list(points))
    if reason:
        with pytest.raises(MatchOver):
            check_points(game)
    else:
        check_points(game)
    assert (game.state.winner, game.state.reason) == (winner, reason)


@rule("icefire:free-for-all.7", "icefire:ruling.120")
def test_a_player_without_units_leaves_with_all_cards_and_effects_and_nobody_else_does() -> None:
    units = [f"{player} {GREYWIND} {8 + 8 * number} 20 0" for number, player in enumerate("abc")]
    game = table(*units, seats=3, ncus=["a 30202 crown", "b 30105 wealth", "c 30210 combat"])
    state = game.state
    state.influence = [1, 2, 0]
    state.attached = tuple(Attached(f"4020{seat + 1}", (seat + 1) % 3, seat) for seat in range(3))
    state.effects = tuple(Effect("inspired", (seat + 1) % 3, seat, "round") for seat in range(3))
    state.health[1], state.pose[1] = 0, None
    check_elimination(game)
    assert state.marks["out"] == [1]
    assert (state.ncu_alive, state.ncu_zone) == ([True, False, True], ["crown", "", "combat"])
    assert state.influence == [1, NO_UNIT, 0]
    assert [one.seat for one in state.attached] == [one.seat for one in state.effects] == [0, 2]
    assert state.discards[:3] == [[], ["40202"], []]
    check_elimination(game)
    assert state.marks["out"] == [1]


@rule("icefire:ruling.52")
def test_points_left_are_those_of_survivors_with_their_attachments() -> None:
    state = laid(f"a {SWORDS} 24 20 0", FAR, f"a {OUTRIDERS} 8 8 0", f"a {BERSERKERS} 40 8 0")
    cost = {unit: state.cards.units[state.card[unit]].cost for unit in range(4)}
    assert points_left(state, 0) == cost[0] + cost[2] + cost[3]
    card = next(one for one in state.cards.attachments.values() if one.cost)
    state.attachments = ((), (), (card.id,), ())
    assert points_left(state, 0) == cost[0] + cost[2] + cost[3] + card.cost
    state.health[2] = 0
    assert (points_left(state, 0), points_left(state, 1)) == (cost[0] + cost[3], cost[1])
    assert standing(state, 0) == (0, cost[0] + cost[3])


# Moves ---------------------------------------------------------------------------------------------------------------


@rule("icefire:ruling.14")
@both
def test_a_unit_within_an_inch_of_an_enemy_may_be_shown_how_to_turn(edition: Edition) -> None:
    """It comes no nearer if it turns about."""
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 29.3 180", edition=edition)
    assert March(0, 18_000) in MarchSpace(state, 0, 10_000).suggest()
    assert Maneuver(18_000, 0, 18_000) in ManeuverSpace(state, 0, 0).suggest()
    assert all(ManeuverSpace(state, 0, 5000).refusal(one) is None for one in ManeuverSpace(state, 0, 5000).suggest())


@rule("icefire:keyword.dangerous")
def test_a_unit_that_ignores_dangerous_terrain_enters_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FLAGS, "ignores-dangerous", {"sure-footed"})
    for sure, entered in ((False, [0, 2]), (True, [])):
        pieces = ["stakes 24 26 0", "bog 24 27 0", "stakes 24 30 0", "stakes 24 20 0"]
        state = laid(f"a {SWORDS} 24 20 0", FAR, terrain=pieces)
        if sure:
            add_effect(state, Effect("sure-footed", 0, 0, "turn"))
        at = pose_of(state, 0)
        assert terrain_entered(state, 0, at, at, Straight(9000), at.moved(9000)) == entered
        game = table(f"a {SWORDS} 24 20 0", FAR, terrain=pieces, dice=(2,))
        if sure:
            add_effect(game.state, Effect("sure-footed", 0, 0, "turn"))
        run(game, perform(game, 0, "march"))
        assert game.state.full[0] - game.state.health[0] == (0 if sure else 3)


def test_maneuvers_are_drawn_with_and_without_a_turn_at_the_end() -> None:
    state = laid(f"a {SWORDS} 24 20 0", FAR)
    space, stream = ManeuverSpace(state, 0, 3), Stream(derive_key("maneuvers"))
    drawn = [space.sample(stream) for _ in range(400)]
    assert 160 < sum(one.facing == one.heading for one in drawn) < 240
    assert {one.distance for one in drawn} == {0, 1, 2, 3}
    crowded = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 29.3 180", f"b {CROSSBOWMEN} 24 18.7 0")
    space = ManeuverSpace(crowded, 0, 0)
    drawn = [space.sample(stream) for _ in range(5)]
    assert Maneuver(0, 0, 0) in drawn
    assert [one for one in drawn if space.refusal(one) is not None] == []
    march = MarchSpace(crowded, 0, 0)
    assert {march.sample(stream) for _ in range(5)} == {March(0, 0)}


def test_of_equally_near_enemies_a_unit_faces_the_first() -> None:
    assert facing_of_interest(Aims([(0, 10), (10, 0), (0, -10)], []), 0, 0, 77) == heading_towards(0, 10)
    assert facing_of_interest(Aims([(10, 0), (0, 10)], []), 0, 0, 77) == heading_towards(10, 0)


@rule("icefire:ranged.3", "icefire:keyword.dangerous")
def test_a_unit_that_falls_as_it_shifts_shoots_at_nobody() -> None:
    game = table(
        f"a {CROSSBOWMEN} 24 20 0 | 2", f"b {CROSSBOWMEN} 24 32 180", f"a {BERSERKERS} 4 4 0",
        terrain=["stakes 24 24.5 0"], dice=(1,),
    )  # fmt: skip  # several to a line
    shots = heard(game, "attack-dice")
    run(game, shoot(game, 0), "shift forward 1200")
    assert (game.state.health[0], shots) == (0, [])


@rule("icefire:ranged.3")
@pytest.mark.parametrize("side", [0, 9000, 27_000])
def test_a_shot_is_ruled_out_where_no_enemy_is_in_range_or_in_sight(side: int) -> None:
    """The enemy is 12.5 inches before the arrow of Crossbowmen, who reach 12; nobody is on the other sides."""
    state = laid(f"a {CROSSBOWMEN} 24 10 0", f"b {CROSSBOWMEN} 24 27.3 180", f"b {GREYWIND} 24 46 0")
    weapon = attack_of(state, 0, "ranged")
    assert weapon is not None
    refuses = shift_space(state, 0, weapon).refuses
    assert refuses is not None
    tray = tray_at(state, 0, Pose(24_000, 10_000, side))
    found = [refuses(tray, off) for off in (0, 490, 510, 3000)]
    assert found == ([True, True, False, False] if side == 0 else [True] * 4)


@rule("icefire:ranged.3", "icefire:ruling.9")
@pytest.mark.parametrize("others", [(), (FAR,), (f"b {GREYWIND} 24 4 0",), (FAR, f"b {GREYWIND} 4 10 0")])
def test_a_shift_is_found_that_brings_any_of_the_enemies_into_range(others: Sequence[str]) -> None:
    """The nearest is 13.2 inches before the arrow, and a palisade bars the way after 1.3 inches."""
    state = laid(f"a {CROSSBOWMEN} 24 10 0", *others, f"b {CROSSBOWMEN} 24 28 180", terrain=["palisade 27.6 17.45 90"])
    weapon = attack_of(state, 0, "ranged")
    assert weapon is not None
    ways = [way for way in shift_space(state, 0, weapon).suggest() if way.bearing == "forward"]
    assert [1200 <= way.distance <= 1305 for way in ways] == [True]


@rule("icefire:ruling.139")
@pytest.mark.parametrize(("unit", "end"), [
    ("22 29.15 90", Pose(22_000, 28_800, 18_000)), ("25.5 29.15 270", Pose(25_500, 28_800, 18_000)),
    ("29.15 23 0", Pose(29_150, 23_000, 9000)), ("18.85 25.5 0", Pose(18_850, 25_500, 27_000)),
    ("23 18.85 90", Pose(23_000, 19_200, 0)),
])  # fmt: skip  # several to a line
def test_a_unit_that_turns_to_its_enemy_stays_where_it_was_along_the_edge(unit: str, end: Pose) -> None:
    """The enemy is in the middle of the table; trays are 5.5 inches wide and 4.8 deep."""
    x, y, heading = unit.split()
    flank = heading in ("90", "270")
    if not flank:  # its flank touches a flank of the enemy
        x = "29.5" if float(x) > 24 else "18.5"
        end = Pose(24_000 + (5150 if end.x > 24_000 else -5150), end.y, end.heading)
    state = laid(f"a {SWORDS} {x} {y} {heading}", f"b {CROSSBOWMEN} 24 24 0")
    places = realignments(state, 0, Side.FRONT)
    assert (places[0].how, places[0].pose) == ("stay", end)
    assert len({place.pose for place in places}) == len(places)


@rule("icefire:charge.21")
def test_places_for_a_touched_enemy_are_drawn_in_all_directions_away_from_the_charger() -> None:
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 18.85 24 90")
    space, stream = PartSpace(state, 0, 1, tray_of(state, 0)), Stream(derive_key("parted"))
    drawn = [space.sample(stream) for _ in range(40)]
    assert [one for one in drawn if space.refusal(one) is not None] == []
    assert len({*drawn} - {*space.suggest()}) > 10
    assert {one.heading for one in drawn} == {pose_of(state, 1).heading}


@rule("icefire:terms.4", "icefire:terms.10")
@pytest.mark.parametrize(("seat", "friends", "enemies"), [(0, [0, 2], [1]), (1, [1], [0, 2]), (NOBODY, [], [0, 1, 2])])
def test_units_on_the_table_are_friends_or_enemies(seat: int, friends: list[int], enemies: list[int]) -> None:
    """Nobody has no friends; a unit in reserve is neither."""
    state = laid(f"a {SWORDS} 24 20 0", f"b {SWORDS} 24 40 180", f"a {SWORDS} 8 8 0", f"b {SWORDS} 40 40 180")
    state.pose[3] = None
    assert (units_on_table(state, seat), enemies_on_table(state, seat)) == (friends, enemies)
