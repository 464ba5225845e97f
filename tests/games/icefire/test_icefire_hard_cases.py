"""Cases on which players often ask: free actions, Dangerous terrain, scoring, attacks out of turn."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.attacks import AttackBegan
from banneret.games.icefire.events.moves import ChargeEnded
from banneret.games.icefire.rules.actions.charge import _dash
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.board.board import zone_effect
from banneret.games.icefire.rules.combat.attack import defense_modifier
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.movement.acting import free_maneuver
from banneret.games.icefire.rules.movement.movement import pivot, shift
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.state import Fight
from banneret.kernel.flow import MatchOver
from banneret.plane import Side
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GUARDSMEN,
    HALBERDIERS,
    OUTRIDERS,
    SWORDS,
    asked,
    die,
    play,
    scene,
    told,
    wounds_left,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FAR = f"b {GUARDSMEN} 44 44 180"
HONOR_GUARD, MOUNTAINS_MEN, SPEARMEN = "10114", "10103", "10215"
JAIME, BRIENNE = "20115", "20406"
TRACKER = "20212"
"""An attachment with Overwatch."""

# Free actions are actions -----------------------------------------------------------------------------------------


@rule("icefire:terms.8", "icefire:keyword.dangerous")
@pytest.mark.parametrize("why", [
    pytest.param("zone", marks=rule("icefire:zone.maneuver")), pytest.param("surge", marks=rule("icefire:surge.1")),
    "card",
])  # fmt: skip  # several to a line
def test_a_free_maneuver_out_of_dangerous_terrain_costs_wounds_first(why: str) -> None:
    """D3+1 Wounds, as before any other action: the die shows 2."""
    table = Table(f"a {SWORDS} 24 20 0", FAR, f"b {GUARDSMEN} 40 30 180", terrain=["stakes 24 20 0"])
    if why == "zone":
        table.run(lambda game: zone_effect(game, 0, "maneuver"), "unit a1", "maneuver 0 5000 0", dice=(2,))
    elif why == "surge":
        table.state.health[1], table.state.pose[1] = 0, None
        table.run(lambda game: surge(game, Fight(0, 1, "melee"), []), "yes", "maneuver 0 5000 0", dice=(2,))
    else:
        table.run(lambda game: free_maneuver(game, 0, limit=3000), "maneuver 0 3000 0", dice=(2,))
    assert table.state.health[0] == 12 - 3


@rule("icefire:terms.8", "icefire:orders.3")
def test_overwatch_shoots_at_a_unit_that_the_maneuver_zone_moved() -> None:
    table = Table("b 10106 24 28 180", f"a 10209 24 20 0 | {TRACKER}", turn=1)
    table.run(
        lambda game: zone_effect(game, 1, "maneuver"),
        "unit b1", "maneuver 18000 0 18000", "order a1 order-overwatch", dice=[6] * 7 + [1] * 7,
    )  # fmt: skip  # several to a line
    assert table.state.health[0] < 12


@rule("icefire:ranged.3", "icefire:ruling.143")
def test_a_unit_that_shoots_out_of_turn_shifts_before() -> None:
    """The enemy ends its move 7 inches before archers that shoot at Short Range."""
    table = Table("b 10106 24 32.8 180", f"a 10209 24 20 0 | {TRACKER}", turn=1)
    table.state.orders_used[1].append("order-hidden-traps")
    before = table.state.pose[1]
    table.run(
        lambda game: perform(game, 0, "maneuver"), "maneuver 18000 1000 18000", "order a1 order-overwatch",
        "shift forward 2000", dice=[6] * 7 + [1] * 7,
    )  # fmt: skip  # several to a line
    assert before is not None
    assert table.state.pose[1] == before.moved(2000)
    assert table.state.health[0] < 12


@rule("icefire:melee.3", "icefire:ruling.39", "icefire:ruling.143")
@pytest.mark.parametrize(("turns", "arc"), [("yes", "front"), ("pass", "flank")])
def test_who_is_set_for_a_charge_in_the_flank_may_turn_to_it_first(turns: str, arc: str) -> None:
    """Its Attack action comes before that of the charger, which then attacks the side it is in contact with."""
    match = scene(f"a {SWORDS} 14 24 270", f"b {HALBERDIERS} 24 24 0", FAR, chance=(*die(6), *die(*[1] * 40)))
    play(match, "a: charge b1", "a: pivot 27000", "a: align center")
    play(match, "b: order b1 order-set-for-charge", f"b: {turns}")
    while not told(match, AttackBegan)[1:]:
        ((seat, ask),) = match.asking.items()
        match.play(seat, ask.options[0])
    assert [(one.attacker, one.arc) for one in told(match, AttackBegan)] == [("b1", "front"), ("a1", arc)]


# Dangerous terrain ------------------------------------------------------------------------------------------------


@rule("icefire:keyword.dangerous", "icefire:ruling.142")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pivot_into_dangerous_terrain_is_a_move_into_it(edition: Edition) -> None:
    """Stakes beside the front corner: only a tray that has turned reaches them. Both pivots of a Maneuver count."""
    for answer, lost in (("pivot 0", 0), ("pivot 4500", 3)):
        table = Table(f"a {SWORDS} 24 20 0", FAR, terrain=["stakes 24 24.5 0"], edition=edition)
        table.run(lambda game: pivot(game, 0, "freed", "icefire:retreat.6"), answer, dice=(2,))
        assert 12 - table.state.health[0] == lost
    table = Table(f"a {SWORDS} 24 16 0", FAR, terrain=["stakes 24 24.5 0"], edition=edition)
    table.run(lambda game: perform(game, 0, "march"), "march 4000 4500", dice=(2,))
    assert table.state.health[0] == 12 - 3


@rule("icefire:keyword.dangerous", "icefire:ruling.142", "icefire:ruling.94")
def test_a_charger_that_is_aligned_in_dangerous_terrain_suffers_once() -> None:
    """The way is clear; the place at half contact is not."""
    for how, lost in (("center", 0), ("left", 3)):
        match = scene(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 22.8 180", FAR, terrain=["stakes 30 17.5 90"],
                      chance=(*die(6), *(die(2) if lost else ()), *die(*[1] * 20)))  # fmt: skip  # several to a line
        play(match, "a: charge b1", "a: pivot 0", f"a: align {how}")
        assert told(match, ChargeEnded)[0].success
        assert wounds_left(match, "a1") == 12 - lost


@rule("icefire:keyword.dangerous")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_charge_from_one_dangerous_piece_into_another_hurts_once(edition: Edition) -> None:
    match = scene(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 22.8 180", FAR, edition=edition,
                  terrain=["stakes 24 10 0", "stakes 24 17 0"],
                  chance=(*die(2), *die(6), *die(*[1] * 20)))  # fmt: skip  # several to a line
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert wounds_left(match, "a1") == 12 - 3


@rule("icefire:keyword.dangerous", "icefire:charge.14")
def test_a_failed_charge_suffers_nothing_from_what_lies_beyond_its_end() -> None:
    """Another enemy is in its way: the charger stops an inch before it, and the stakes are farther on."""
    table = Table(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 24 180", f"b {CROSSBOWMEN} 29 17 180",
                  terrain=["stakes 24 16.2 0"])  # fmt: skip  # several to a line
    at = pose_of(table.state, 0)
    dash = table.run(lambda game: _dash(game, 0, 1, Side.FRONT, at, 11_000), dice=(2,))
    assert not dash.success
    assert pose_of(table.state, 0).y < 11_300
    assert table.state.health[0] == 12


# Objectives -------------------------------------------------------------------------------------------------------

THRONES = {"mode": "game-of-thrones"}


@rule("icefire:ruling.141", "icefire:objective.2")
def test_a_unit_that_an_objective_shifts_onto_another_scores_only_the_first() -> None:
    """All objectives score at once; only then do their cards take effect."""
    table = Table(
        f"a {SWORDS} 24 24 0", f"a {BERSERKERS} 30 24 0", FAR, round=2, options=THRONES,
        tokens=[[24_000, 24_000], [34_000, 24_000]], token_cards=[2, 6], claims=[0, -1],
    )  # fmt: skip  # several to a line
    table.run(lambda game: mode_of(game.state).score(game), "unit a2", "shift right 3000")
    assert table.state.claims == [0, 1]
    assert table.state.victory_points == [1, 0]


@rule("icefire:game-of-thrones.8", "icefire:terms-2021.1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_shift_off_an_objective_gives_it_up_in_either_edition(edition: Edition) -> None:
    """In the 2021 edition a shift is no move and claims nothing, but what is not covered is not controlled."""
    table = Table(f"a {SWORDS} 24 24 0", FAR, edition=edition, options=THRONES, tokens=[[24_000, 24_000]],
                  token_cards=[0], claims=[0])  # fmt: skip  # several to a line
    table.run(lambda game: shift(game, 0, 3000, "order", "icefire:terms.23"), "shift forward 3000")
    assert table.state.claims == [-1]
    table.run(lambda game: shift(game, 0, 3000, "order", "icefire:terms.23"), "shift back 3000")
    assert table.state.claims == [0 if edition == SEASON_6 else -1]


# Attacks and tests ------------------------------------------------------------------------------------------------


@rule("icefire:stacking.3", "icefire:bonus.3")
@pytest.mark.parametrize(("chosen", "modifier"), [("no-abilities", -1), ("vicious", 0)])
def test_a_defender_that_loses_its_abilities_before_attack_dice_has_none_in_the_attack(
    chosen: str, modifier: int
) -> None:
    """Stand Your Ground takes the Flank Bonus away; Lannister Oppression takes Stand Your Ground away."""
    table = Table(f"a {HONOR_GUARD} 24 20 0", f"b {SPEARMEN} 24 25.15 90", FAR)
    fight = table.fight(f"choose {chosen}", arc=Side.RIGHT, dice=[1] * 7)
    assert ("vicious" in fight.keywords) == (chosen == "vicious")
    assert defense_modifier(table.state, fight) == modifier


@rule("icefire:ruling.144", "icefire:panic.2")
def test_who_preys_on_fear_is_fed_by_a_test_that_destroys_its_enemy() -> None:
    """The enemy failed the test while it was engaged, so it counts; it is not engaged with the other."""
    table = Table(f"a {MOUNTAINS_MEN} 24 20 0 | 6", f"b {CROSSBOWMEN} 24 24.8 180 | 1", FAR)
    table.test("panic", unit=1, by=0, dice=(1, 2, 3))
    assert table.state.pose[1] is None
    assert table.state.health[0] == 8


@rule("icefire:reroll.1", "icefire:terms.12")
def test_a_player_who_may_re_roll_misses_re_rolls_no_hits() -> None:
    """Jaime's Precision would make it worth while: Kingslayer's Prowess allows Misses only."""
    table = Table(f"a {GUARDSMEN} 24 20 0 | {JAIME}", f"b {CROSSBOWMEN} 24 24.8 180", FAR, hands={"a": ["40109"]})
    table.fight("card 40109", dice=(1, 2, 3, 4, 5, 6))
    rerolls = next(options for _, prompt, options in table.asked if prompt == "ask.reroll.attack")
    assert {face for option in rerolls[1:] for face in option.split()[1:]} == {"1", "2", "3"}


@rule("icefire:reroll.1")
def test_two_effects_of_one_player_re_roll_a_charge_die_once() -> None:
    """Brienne has sworn at the enemy, and Devastating Impact with Maneuver would re-roll the die too."""
    match = scene(f"a {SWORDS} 24 10 0 | {BRIENNE}", f"b {CROSSBOWMEN} 24 24.8 180", FAR, ncus=["a 30202 maneuver"],
                  hands={"a": ["40203"]}, effects=[["knightly-vow-kept", 0, 0, "match", 1]],
                  chance=(*die(1, 2), *die(*[1] * 20)))  # fmt: skip  # several to a line
    play(match, "a: charge b1", "a: pivot 0", "a: reroll 1")
    play(match, "a: card 40203")
    assert asked(match)[1] != "reroll.distance"


# Cards that count the destroyed, and marches in place of other actions -----------------------------------------------


@rule("icefire:units.12")
def test_a_unit_that_is_kept_from_destruction_is_no_spoil_of_war() -> None:
    """The enemy discards Here We Stand! and stays with 1 Wound; destroyed later, it counts."""
    table = Table(
        f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180", FAR, attached=[["40407", 0, 0], ["40232", 1, 1]]
    )
    table.run(lambda game: suffer(game, 1, 12, 0), "yes")
    assert table.state.health[1] == 1
    assert not table.shaped(defender=2).highest_value
    table.run(lambda game: suffer(game, 1, 12, 0))
    assert table.shaped(defender=2).highest_value


@rule("icefire:march.2", "icefire:terms.8", "icefire:keyword.dangerous")
def test_a_ride_by_attack_is_a_march_action() -> None:
    """It begins in Dangerous terrain, and Ride Them Down! answers the end of a March."""
    table = Table(f"a {OUTRIDERS} 24 20 0", f"b {OUTRIDERS} 24 40 180", FAR, terrain=["stakes 24 20 0"],
                  hands={"a": ["40226"], "b": ["40227"]})  # fmt: skip  # several to a line
    assert table.state.turn is not None
    table.state.turn.unit = 0
    full = table.state.health[0]
    table.run(lambda game: perform(game, 0, "march"), "card 40226", "maneuver 0 8000 0", "card 40227", dice=(1, 6))
    assert table.state.health[0] < full
    assert [label for _, label, _ in table.asked].count("ask.window.action-end") == 1


@rule("icefire:objective.3", "icefire:ruling.2")
@pytest.mark.parametrize(("y", "conditions"), [(40.3, ["panicked"]), (40.9, [])])
def test_the_card_of_an_objective_reaches_12_inches_from_the_tray_over_it(y: float, conditions: list[str]) -> None:
    """The enemy's front is 11.5 or 12.1 inches before the tray, and farther from the token."""
    table = Table(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 {y} 180", round=2, options=THRONES,
                  tokens=[[24_000, 24_000]], token_cards=[3], claims=[0])  # fmt: skip  # several to a line
    table.run(lambda game: mode_of(game.state).score(game))
    assert table.conditions(1) == conditions


@rule("icefire:reroll.2", "icefire:resolve.5")
@pytest.mark.parametrize(("turn", "seats"), [(0, [0, 1]), (1, [1, 0])])
def test_rodrik_re_rolls_before_an_enemy_expends_weakened_in_his_own_turn(turn: int, seats: list[int]) -> None:
    """Both come after the roll: the player whose turn it is re-rolls first, and the other sees the result."""
    table = Table(f"a {SWORDS} 24 20 0 | weakened", f"b {CROSSBOWMEN} 24 24.8 180", FAR, turn=turn, ncus=["a 30205"])
    table.fight("yes", dice=[1] * 7)
    asked = [(seat, prompt) for seat, prompt, _ in table.asked if prompt.startswith("ask.reroll")]
    assert [seat for seat, _ in asked] == seats
    assert dict(asked) == {0: "ask.reroll.attack", 1: "ask.reroll.weakened"}


@rule("icefire:ruling.145", "icefire:victory.8", "icefire:victory.9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_with_units_in_reserve_only_is_eliminated(edition: Edition) -> None:
    table = Table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180 | 1", FAR, edition=edition)
    table.state.pose[2] = None
    with pytest.raises(MatchOver):
        table.run(lambda game: suffer(game, 1, 1, 0))
    assert (table.state.winner, table.state.reason) == (0, "elimination")


@rule("icefire:ruling.146", "icefire:charge.27")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_charge_that_hidden_traps_make_too_short_fails(edition: Edition) -> None:
    """The enemy is 10.8 inches away: within Speed 5 and a 6, but not with Speed 4."""
    table = Table(f"a {SWORDS} 24 10 0", "b 10209 24 25.6 180", FAR, edition=edition)
    answers = ("order b1 order-hidden-traps", "choose slow")
    table.run(lambda game: perform(game, 0, "charge", 1), *answers, dice=(6, 1, 2, 3))
    pose = table.state.pose[0]
    assert pose is not None
    assert (pose.x, pose.y) == (24_000, 20_000)
    assert table.state.health[0] == 12 - 3
