"""Game modes: what each adds to the rules."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import Deploy
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.here_we_stand import holder_of, sent_to, unit_points
from banneret.games.icefire.modes.redeployment import STRIP, RedeploySpace
from banneret.games.icefire.rules.battlefield import may_lie
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.ground import INCH, piece_at, table_of
from banneret.games.icefire.rules.table.sources import shape_fight
from banneret.games.icefire.rules.table.units import ncu_card
from banneret.games.icefire.state import NO_UNIT, Fight
from banneret.kernel.chance import Chance
from banneret.kernel.creation import new_match
from banneret.kernel.game import Game
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream
from banneret.plane import QUARTER, Pose
from banneret.text.message import Message, msg
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GUARDSMEN, SWORDS, asked, offered, play, refused, scene

rule = pytest.mark.rule

ROBB, JAIME = "20201", "20115"
A1, A2 = f"a {BERSERKERS} 10 10 0 | {ROBB}", f"a {SWORDS} 20 10 0"
B1, B2 = f"b {CROSSBOWMEN} 10 40 180 | {JAIME}", f"b {GUARDSMEN} 20 40 180"
SANSA = "30202"

# A Clash of Kings

CLASH = {"mode": "clash-of-kings"}


@rule("icefire:clash-of-kings.4", "icefire:clash-of-kings.5")
def test_the_players_take_two_cards_each_who_is_not_first_first() -> None:
    match = scene(A1, B1, options=CLASH, step="first", chooser=1)
    play(match, "a: player a")
    assert asked(match) == ("b", "choose.power")
    play(match, "b: choose objective-6")
    assert refused(match, "a: choose objective-6") is not None
    play(match, "a: choose objective-7", "b: choose objective-8", "a: choose objective-9")
    assert match.state.marks["powers"] == [1, 0, 1, 0, -1]


@rule("icefire:clash-of-kings.6", "icefire:clash-of-kings.7")
def test_the_commanders_unit_uses_a_card_until_the_end_of_the_round() -> None:
    match = scene(A1, A2, B1, options=CLASH, marks={"powers": [1, 0, 1, 0, -1]})
    play(match, "a: activate a1")
    assert asked(match) == ("a", "choose.power-now")
    assert offered(match) == ["pass", "choose objective-7", "choose objective-9"]
    play(match, "a: choose objective-7")
    fight = Fight(0, 2, "melee")
    shape_fight(match.state, fight)
    assert "vicious" in fight.keywords
    assert match.state.marks["powers"] == [1, -1, 1, 0, -1]
    assert [effect.until for effect in match.state.effects if effect.name == "objective-7"] == ["round"]


@rule("icefire:clash-of-kings.14", "icefire:clash-of-kings.15", "icefire:ruling.55")
@pytest.mark.parametrize(("victim", "cause", "points"), [(3, 0, 2), (2, 0, 3), (3, 1, 1)])
def test_the_commanders_unit_scores_for_what_it_destroys(victim: int, cause: int, points: int) -> None:
    """1 for any destroyed enemy, 1 more by the Commander's unit, 2 more if it was the enemy Commander's."""
    match = scene(A1, A2, B1, B2, options=CLASH, marks={"powers": [-1] * 5})
    game = Game(match.state, Chance(match.state, []))
    for _ in suffer(game, victim, 12, 0, cause):
        raise AssertionError("nobody is asked")
    assert match.state.victory_points == [points, 0]


# Fire and Blood

BLOOD = {"mode": "fire-and-blood"}


@rule("icefire:fire-and-blood.2", "icefire:fire-and-blood.3", "icefire:fire-and-blood.4",
      "icefire:fire-and-blood-2021.1")  # fmt: skip  # several to a line
@pytest.mark.parametrize(("edition", "again"), [(SEASON_6, True), (EDITION_2021, False)])
def test_enemies_are_marked_in_turn_and_their_owners_give_them_cards(edition: Edition, again: bool) -> None:
    match = scene(A1, A2, B1, B2, options=BLOOD, step="first", chooser=1, edition=edition)
    play(match, "a: player a", "a: unit b1", "b: choose objective-6", "b: unit a2")
    assert asked(match) == ("a", "choose.power")
    assert ("choose objective-6" in offered(match)) == again
    play(match, "a: choose objective-8")
    assert match.state.marks["marked"][:2] == [2, 1]
    assert {(one.name, one.unit) for one in match.state.effects} >= {("objective-6", 2), ("objective-8", 1)}


@rule("icefire:ruling.136")
def test_of_six_units_that_three_players_mark_the_last_one_has_no_card_in_2021() -> None:
    """It is worth the points of a marked unit all the same."""
    units = (A1, A2, B1, B2, f"c {GUARDSMEN} 40 20 180", f"c {SWORDS} 40 30 180")
    game = table(*units, edition=EDITION_2021, seats=3, options=BLOOD)
    answers = ["unit b1", "choose objective-6", "unit c1", "choose objective-7", "unit a1", "choose objective-8"]
    run(game, mode_of(game.state).after_deployment(game), *answers, "unit b2", "choose objective-9", "unit c2")
    state = game.state
    assert state.marks["marked"] == [2, 4, 0, 3, 5, 1]
    assert [unit for unit in state.marks["marked"] if any(one.unit == unit for one in state.effects)] == [2, 4, 0, 3, 5]
    for _ in suffer(game, 1, 12, 1, NO_UNIT):
        raise AssertionError("nobody is asked")
    assert state.victory_points == [0, 1 + 2, 0]


@rule("icefire:fire-and-blood.6")
def test_the_commanders_unit_puts_a_token_on_an_enemy_in_long_range() -> None:
    near = f"b {GUARDSMEN} 10 24 180"
    match = scene(A1, A2, B1, near, options=BLOOD, marks={"marked": []})
    play(match, "a: activate a1")
    assert asked(match) == ("a", "unit.bounty")
    assert offered(match) == ["done", "unit b2"]
    play(match, "a: unit b2")
    assert match.state.counters[3] == {"victory-point": 1}


@rule("icefire:fire-and-blood.7", "icefire:fire-and-blood.8", "icefire:fire-and-blood.9")
def test_marked_units_and_tokens_score() -> None:
    """1 for the destroyed enemy, 1 because a marked unit did it, 2 because it was marked, 1 for its token."""
    match = scene(A1, A2, B1, B2, options=BLOOD, marks={"marked": [0, 3]})
    match.state.counters[3]["victory-point"] = 1
    game = Game(match.state, Chance(match.state, []))
    for _ in suffer(game, 3, 12, 0, 0):
        raise AssertionError("nobody is asked")
    assert match.state.victory_points == [5, 0]


@rule("icefire:fire-and-blood.5", "icefire:here-we-stand.2", "icefire:setup.8")
@pytest.mark.parametrize("mode", ["fire-and-blood", "here-we-stand"])
def test_terrain_lies_in_the_zones_too_six_inches_from_the_edges(mode: str) -> None:
    state = scene(A1, B1, options={"mode": mode}, marks={"marked": [], "quadrants": []}).state
    assert may_lie(state, "forest", piece_at("forest", Pose(24_000, 9_050, 0)))  # 6.1 deep: 6.0 inches are left
    assert not may_lie(state, "forest", piece_at("forest", Pose(24_000, 9_040, 0)))
    drawn = new_match(SEASON_6, seats=2, seed=2, options={"mode": mode}).state
    for id, pose in zip(drawn.pieces, drawn.piece_pose, strict=True):
        assert min(table_of(state).edge_gaps(piece_at(id, pose))) >= 6 * INCH


# Here We Stand

STAND = {"mode": "here-we-stand"}


@rule("icefire:here-we-stand.4", "icefire:here-we-stand.6", "icefire:here-we-stand.9", "icefire:here-we-stand.10")
def test_a_quadrant_needs_five_points_and_more_than_the_opponents() -> None:
    """Berserkers of 6 points with the Commander (3 more) hold theirs; Guardsmen of 5 hold theirs."""
    match = scene(f"{A1} activated", f"b {GUARDSMEN} 38 40 180 | activated", options=STAND, step="score", round=2,
                  marks={"quadrants": []})  # fmt: skip  # several to a line
    assert match.state.victory_points == [1, 1]
    assert (unit_points(match.state, 0), unit_points(match.state, 1)) == (9, 5)
    assert [holder_of(counts) for counts in ([4, 0], [5, 5], [5, 4], [0, 6])] == [-1, -1, 0, 1]


@rule("icefire:here-we-stand.6", "icefire:here-we-stand.7")
@pytest.mark.parametrize(("alive", "there", "points"), [(True, 2, [1, 0]), (False, 2, [0, 1]), (True, 0, [0, 1])])
def test_non_combat_units_count_in_their_quadrants(alive: bool, there: int, points: list[int]) -> None:
    """The Commander's unit is worth 9, two enemies beside it more; Sansa, if she is alive, turns the balance."""
    match = scene(f"{A1} activated", f"b {GUARDSMEN} 14 18 180 | activated", f"b {CROSSBOWMEN} 7 18 180 | activated",
                  ncus=[f"a {SANSA}"], options=STAND, marks={"quadrants": [there]})  # fmt: skip  # several to a line
    state = match.state
    own, others = unit_points(state, 0), unit_points(state, 1) + unit_points(state, 2)
    assert own < others < own + ncu_card(state, 0).cost
    state.round, state.ncu_alive[0] = 2, alive
    game = Game(state, Chance(state, []))
    run(game, mode_of(state).score(game))
    assert state.victory_points == points


@rule("icefire:here-we-stand.5")
def test_where_a_tray_lies_equally_in_quadrants_the_opponent_chooses() -> None:
    match = scene(f"a {BERSERKERS} 24 10 0 | activated", f"b {GUARDSMEN} 38 40 180 | activated", options=STAND,
                  step="score", round=2, marks={"quadrants": []})  # fmt: skip  # several to a line
    assert asked(match) == ("b", "choose.quadrant")
    assert offered(match) == ["choose quadrant-3", "choose quadrant-4"]


@rule("icefire:here-we-stand.7", "icefire:here-we-stand.8", "icefire:ruling.103", "icefire:modes.1")
def test_a_non_combat_unit_goes_into_a_quadrant_of_its_own() -> None:
    match = scene(A1, A2, B1, ncus=[f"a {SANSA}", f"a {SANSA}"], options=STAND, marks={"quadrants": [-1, 2]})
    play(match, "a: activate-ncu an1")
    assert asked(match) == ("a", "choose.elsewhere")
    assert "choose quadrant-3" not in offered(match)
    play(match, "a: choose quadrant-1")
    assert sent_to(match.state) == [0, 2]
    assert match.state.ncu_zone == ["", ""]
    mode_of(match.state).cleared(match.state)
    assert sent_to(match.state) == [-1, -1]


@rule("icefire:here-we-stand-2021.1", "icefire:here-we-stand-2021.2", "icefire:here-we-stand-2021.3",
      "icefire:ruling.81", "icefire:ruling.102")  # fmt: skip  # several to a line
def test_in_2021_a_destroyed_unit_comes_back_each_round() -> None:
    """It comes whole, with its attachments and without tokens, within 6 inches of the own or a flank edge."""
    marks = {"quadrants": [], "began-a1": [int(ROBB)]}
    match = scene(
        f"a {BERSERKERS} 10 10 0 | 0 weakened",
        A2,
        B1,
        options=STAND,
        step="round-start",
        pose=[None, [20000, 10000, 0], [8000, 40000, 18000]],
        marks=marks,
        edition=EDITION_2021,
    )
    assert asked(match) == ("a", "redeploy")
    assert refused(match, "a: deploy a2 24000 3000 0").rule == "icefire:here-we-stand-2021.2"
    assert refused(match, "a: deploy a1 24000 3601 0").rule == "icefire:here-we-stand-2021.2"
    assert refused(match, "a: deploy a1 2400 40000 27000").rule == "icefire:action.8"  # near an enemy
    assert refused(match, "a: deploy a1 24000 3600 36000").rule == "icefire:action.5"
    (ask,) = match.asking.values()
    space: Any = ask.chooser
    assert space.check(Pass()) == msg("ask.redeploy")
    assert space.check(Deploy("a2", 24_000, 3_000, 0)) == space.refusal(Deploy("a2", 24_000, 3_000, 0))
    assert isinstance(space.check(Deploy("a1", 24_000, 3_600, 0)), Message)
    play(match, "a: deploy a1 24000 3600 0")
    state = match.state
    assert (state.health[0], state.attachments[0], state.conditions[0], state.activated[0]) == (12, (ROBB,), 0, True)


def test_places_for_a_return_are_drawn_upright_and_turned() -> None:
    """All of them are legal, and some of the headings are those of the edges of the table."""
    state = scene(f"a {BERSERKERS} 10 10 0 | 0", A2, B1, options=STAND, marks={"quadrants": []},
                  pose=[None, [20000, 10000, 0], [8000, 40000, 18000]], edition=EDITION_2021).state  # fmt: skip
    space, stream = RedeploySpace(state, 0, [0], STRIP, "icefire:here-we-stand-2021.2"), Stream(bytes(16))
    drawn = [space.sample(stream) for _ in range(40)]
    assert all(space.refusal(one) is None for one in drawn)
    headings = {one.heading for one in drawn if isinstance(one, Deploy)}
    assert any(heading % QUARTER for heading in headings)
    assert sum(not heading % QUARTER for heading in headings) >= 2
