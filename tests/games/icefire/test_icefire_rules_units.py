"""What single rules of units, sight, Wounds and attacks say, each on the smallest table that shows it."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.content.full_units import full_health, models_at_start, ranks_at_start
from banneret.games.icefire.rules.combat.attack import (
    attack,
    attack_of,
    defense_modifier,
    dice_of,
    panic_modifier,
    suffer_hits,
)
from banneret.games.icefire.rules.combat.morale import passes, terrain_modifier
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.facts import NO_ABILITIES, abilities_of, put_attachments
from banneret.games.icefire.rules.table.ground import is_inside, piece_at, range_of, tray_of, within
from banneret.games.icefire.rules.table.sight import arcs, sees
from banneret.games.icefire.rules.table.units import contest_strength, is_solo, models_left, ranks_left, unit_card
from banneret.games.icefire.state import NOBODY, Effect, Fight, Test
from banneret.plane import Pose, Side
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GREYWIND, GUARDSMEN, OUTRIDERS, SWORDS, laid

rule = pytest.mark.rule

A, A2 = f"a {SWORDS} 24 20 0", f"a {BERSERKERS} 8 8 0"
B, B2 = f"b {GUARDSMEN} 24 24.8 180", f"b {GUARDSMEN} 40 40 180"
ROBB, CAPTAIN = "20201", "20204"

# Units -----------------------------------------------------------------------------------------------------------


@rule("icefire:units.4", "icefire:units.5", "icefire:units.7", "icefire:units.8", "icefire:units.9", "icefire:units.16",
      "icefire:units.11")  # fmt: skip  # several to a line
def test_models_ranks_and_wounds_of_full_trays() -> None:
    state = laid(A, f"a {OUTRIDERS} 8 8 0", f"a {GREYWIND} 40 8 0", B2)
    cards = [unit_card(state, unit) for unit in range(3)]
    assert [models_at_start(card) for card in cards] == [12, 4, 1]
    assert [ranks_at_start(card) for card in cards] == [3, 2, 1]
    assert [full_health(card) for card in cards[:2]] == [12, 12]
    assert full_health(cards[2]) == cards[2].wounds
    assert [is_solo(state, unit) for unit in range(3)] == [False, False, True]


@rule("icefire:game-of-thrones-2021.1", "icefire:game-of-thrones.7")
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_a_solo_unit_contests_with_its_wounds(edition: Edition) -> None:
    state = laid(A, f"a {GREYWIND} 40 8 0 | 3", B2, edition=edition)
    assert (ranks_left(state, 1), contest_strength(state, 1)) == (1, 3)
    assert contest_strength(state, 0) == 3


@rule("icefire:terms.5", "icefire:terms.31")
def test_contact_with_an_enemy_engages_and_nearness_does_not() -> None:
    state = laid(A, A2, B, B2)
    assert [is_engaged(state, unit) for unit in range(4)] == [True, False, True, False]
    assert not is_engaged(laid(A, f"b {GUARDSMEN} 24 24.9 180"), 0)
    assert not is_engaged(laid(A, f"a {GUARDSMEN} 24 24.8 180", B2), 0)


@rule("icefire:terms.16", "icefire:ruling.2", "icefire:ranged.6", "icefire:terms.17")
def test_range_is_measured_between_the_nearest_points() -> None:
    """Trays are 4.8 inches deep: with centers 10.8 apart, 6 inches lie between them."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 20.8 180")
    assert range_of(state, "short") == 6000
    assert within(state, 0, 1, 6000)
    assert within(state, 0, 0, 0)
    assert not within(laid(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 20.9 180"), 0, 1, 6000)


@rule("icefire:attachment.11", "icefire:attachment.12", "icefire:stacking.4", "icefire:stacking-2021.1",
      "icefire:ruling.48")  # fmt: skip  # several to a line
@pytest.mark.parametrize(("edition", "keeps"), [(SEASON_6, True), (EDITION_2021, False)])
def test_innate_abilities_of_attachments_stay_in_season_six(edition: Edition, keeps: bool) -> None:
    state = laid(A, B2, edition=edition)
    inside = next(
        card for card in state.cards.attachments.values()
        if card.type == "infantry" and {state.cards.abilities[id].innate for id in card.abilities} == {True, False}
        and not set(card.abilities) & set(unit_card(state, 0).abilities)
    )  # fmt: skip  # several to a line
    put_attachments(state, 0, [inside.id])
    assert set(inside.abilities) <= set(abilities_of(state, 0))
    state.effects = (*state.effects, Effect(NO_ABILITIES, 0, 1, "turn"))
    left = set(abilities_of(state, 0))
    innate = {id for id in inside.abilities if state.cards.abilities[id].innate}
    assert left & set(inside.abilities) == (innate if keeps else set())


# Sight -----------------------------------------------------------------------------------------------------------

LOOKING, SEEN = f"a {SWORDS} 24 8 0", f"b {GUARDSMEN} 24 32 180"


@rule("icefire:sight.3", "icefire:sight.4", "icefire:ruling.5", "icefire:ruling.6", "icefire:ruling.100")
def test_trays_of_friends_and_enemies_block_sight() -> None:
    assert sees(laid(LOOKING, SEEN), 0, 1)
    assert not sees(laid(f"a {SWORDS} 24 8 180", SEEN), 0, 1)
    for other in (f"a {BERSERKERS} 24 20 0", f"b {GUARDSMEN} 24 20 0", f"a {BERSERKERS} 24 27.2 0"):
        assert not sees(laid(LOOKING, SEEN, other), 0, 1)


@rule("icefire:keyword.blocks-line-of-sight", "icefire:keyword.cover", "icefire:ruling.8")
@pytest.mark.parametrize(
    ("piece", "seen", "shot"),
    [("palisade 24 20 0", False, False), ("hedge 24 20 0", True, False), ("bog 24 20 0", True, True),
     ("hedge 24 29 0", True, True), ("hedge 24 11 0", True, True)],
)  # fmt: skip  # several to a line
def test_terrain_blocks_sight_for_units_outside_it(piece: str, seen: bool, shot: bool) -> None:
    """A hedge before either tray, overlapping it, hides nothing."""
    state = laid(LOOKING, SEEN, terrain=[piece])
    assert (sees(state, 0, 1), sees(state, 0, 1, ranged=True)) == (seen, shot)


@rule("icefire:ruling.7")
@pytest.mark.parametrize(("y", "inside"), [(24.0, True), (27.0, True), (27.4, True), (27.6, False)])
def test_a_tray_that_overlaps_terrain_at_all_is_in_it(y: float, inside: bool) -> None:
    """A hedge is 2.2 deep and a tray 4.8: their edges meet with 3.5 between the centers."""
    piece = piece_at("hedge", Pose(24_000, round(y * 1000), 0))
    assert is_inside(tray_of(laid(f"a {SWORDS} 24 24 0", B2), 0), piece) == inside


@rule("icefire:sight.2", "icefire:sight.6", "icefire:sight.7", "icefire:units.13", "icefire:arc.lines",
      "icefire:ruling.3", "icefire:ruling.4")  # fmt: skip  # several to a line
@pytest.mark.parametrize(
    ("other", "found"),
    [("24 40 0", {Side.FRONT}), ("24 8 90", {Side.REAR}), ("10 24 0", {Side.LEFT}), ("38 24 45", {Side.RIGHT}),
     ("32.75 32.4 135", {Side.FRONT, Side.RIGHT}), ("33.75 32.4 135", {Side.RIGHT})],
)  # fmt: skip  # several to a line
def test_the_arc_that_holds_most_of_a_tray(other: str, found: set[Side]) -> None:
    """A tray whose middle lies on the line at 45 degrees from the corner is in two arcs alike."""
    state = laid(f"a {SWORDS} 24 24 0", f"b {GUARDSMEN} {other}")
    assert set(arcs(state, 0, 1)) == found


# Wounds ----------------------------------------------------------------------------------------------------------


@rule("icefire:terms.13", "icefire:terms.14")
def test_automatic_hits_are_saved_and_followed_by_no_test() -> None:
    game = table(A, B, dice=(1, 2, 6))
    assert run(game, suffer_hits(game, 1, 3, 0)) == 2
    assert game.state.health[1] == 10


@rule("icefire:terms.33", "icefire:ruling.31", "icefire:terms.32")
def test_wounds_allow_no_save_and_count_if_no_model_leaves() -> None:
    game = table(f"a {OUTRIDERS} 24 8 0", B2)
    assert run(game, suffer(game, 0, 1, 1)) == 1
    assert (game.state.health[0], models_left(game.state, 0)) == (11, 4)
    assert run(game, suffer(game, 1, 2, 0)) == 2
    assert models_left(game.state, 1) == 10
    assert game.state.drawn == 0


@rule("icefire:wounds.3", "icefire:wounds.4", "icefire:ruling.43", "icefire:ruling.97")
def test_healing_fills_the_wounded_model_before_one_returns_with_its_rank() -> None:
    game = table(f"a {OUTRIDERS} 24 8 0 | 4", B2)
    state = game.state
    assert (models_left(state, 0), ranks_left(state, 0)) == (2, 1)
    assert restore(game, 0, 2) == 2
    assert (models_left(state, 0), ranks_left(state, 0)) == (2, 1)
    assert restore(game, 0, 2) == 2
    assert (state.health[0], models_left(state, 0), ranks_left(state, 0)) == (8, 3, 2)


@rule("icefire:attachment.7", "icefire:attachment.9", "icefire:attachment.10", "icefire:ruling.44", "icefire:ruling.45")
def test_attachments_fall_last_in_their_order_and_never_return() -> None:
    game = table(f"{A} | 3 {ROBB} {CAPTAIN}", A2, B2)
    state = game.state
    run(game, suffer(game, 0, 1, 1))
    assert list(state.attachments[0]) == [ROBB, CAPTAIN]
    run(game, suffer(game, 0, 1, 1))
    assert list(state.attachments[0]) == [CAPTAIN]
    restore(game, 0, 20)
    assert state.health[0] == 11


@rule("icefire:victory.11", "icefire:victory.10", "icefire:units-2021.1")
@pytest.mark.parametrize("by", [0, 1, NOBODY])
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_a_destroyed_unit_scores_for_the_opponent_whoever_did_it(by: int, edition: Edition) -> None:
    game = table(A, A2, B2, edition=edition)
    run(game, suffer(game, 0, 12, by))
    assert game.state.pose[0] is None
    assert game.state.victory_points == [0, 1]


# Attacks ---------------------------------------------------------------------------------------------------------


@rule("icefire:attack-ability.critical-blow", "icefire:attack-ability.precision", "icefire:ruling.32")
@pytest.mark.parametrize(
    ("keywords", "hits", "wounds"),
    [([], 2, 0), (["critical-blow"], 4, 0), (["precision"], 0, 2), (["critical-blow", "precision"], 2, 2)],
)
def test_what_two_sixes_do(keywords: list[str], hits: int, wounds: int) -> None:
    """All that can be saved is saved."""
    game = table(f"a {CROSSBOWMEN} 24 20 0", B)
    weapon = attack_of(game.state, 0, "melee")
    assert weapon is not None
    dice = [6, 6, *[1] * (weapon.dice[0] - 2), *[6] * hits, 6, 6, 1]
    game.chance.supply([face - 1 for face in dice])
    fight = Fight(0, 1, "melee")
    fight.keywords |= set(keywords)
    run(game, attack(game, fight, Side.FRONT))
    assert (fight.hits, fight.wounds) == (hits, wounds)
    assert game.state.health[1] == 12 - wounds


@rule("icefire:attack-ability.sundering", "icefire:attack-ability.vicious", "icefire:keyword.fortified")
def test_sundering_vicious_and_fortified() -> None:
    state = laid(A, f"b {CROSSBOWMEN} 24 24.8 180")
    fight = Fight(0, 1, "melee")
    fight.arc = int(Side.FRONT)
    assert (defense_modifier(state, fight), panic_modifier(fight)) == (0, 0)
    fight.keywords |= {"sundering", "vicious"}
    assert (defense_modifier(state, fight), panic_modifier(fight)) == (-1, -2)
    fight.charge_through = frozenset({"fortified"})
    assert defense_modifier(state, fight) == -1
    fight.charge = True
    assert defense_modifier(state, fight) == 0


@rule("icefire:ruling.38", "icefire:card.6")
def test_ranks_more_or_less_never_leave_the_values_of_the_dice() -> None:
    state = laid(f"{A} | 8", B)
    weapon = attack_of(state, 0, "melee")
    assert weapon is not None
    fight = Fight(0, 1, "melee")
    found = []
    for shift in (0, 1, 5, -1, -5):
        fight.rank_shift = shift
        found.append(dice_of(state, fight, weapon))
    most, middle, least = weapon.dice
    assert found == [middle, most, most, least, least]


@rule("icefire:modifier.3", "icefire:resolve.2")
@pytest.mark.parametrize(
    ("lowest", "highest", "value"), [(False, False, 1), (False, True, 0), (True, False, 2), (True, True, 2)]
)
def test_the_lowest_value_takes_precedence_over_the_highest(lowest: bool, highest: bool, value: int) -> None:
    state = laid(f"{A} | 8", B)
    weapon = attack_of(state, 0, "melee")
    assert weapon is not None
    assert len({*weapon.dice}) == 3
    fight = Fight(0, 1, "melee")
    fight.lowest_value, fight.highest_value = lowest, highest
    assert dice_of(state, fight, weapon) == weapon.dice[value]


@rule("icefire:card.2", "icefire:morale.2")
def test_the_lower_morale_is_the_better() -> None:
    state = laid(A, B)
    assert [unit_card(state, unit).morale for unit in (0, 1)] == [6, 7]
    for unit, passed in ((0, True), (1, False)):
        test = Test(unit, "morale", -1)
        test.dice = [2, 4]
        assert passes(state, test, 0) == passed


@rule("icefire:keyword.horrific", "icefire:keyword.inspiring", "icefire:stacking.1")
@pytest.mark.parametrize(
    ("terrain", "modifier"),
    [(["weirwood 24 31.8 0"], 1), (["weirwood 24 31.9 0"], 0), (["corpse-pile 24 30.9 0"], -1),
     (["corpse-pile 24 31 0"], 0), (["corpse-pile 24 30.9 0", "corpse-pile 24 10 0"], -1),
     (["weirwood 24 31.8 0", "corpse-pile 24 10 0"], 0)],
)  # fmt: skip  # several to a line
def test_terrain_in_short_range_sways_tests(terrain: list[str], modifier: int) -> None:
    assert terrain_modifier(laid(A, B2, terrain=terrain), 0) == modifier
