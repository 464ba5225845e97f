"""The 26 differences between the editions, in the order of their numbers, each in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.army.lists import ArmyList, Company, check_list, extra_points, neutral_points
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition, changes, rule_index
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.effects.game_mode import mode_of, modes
from banneret.games.icefire.events.round import TurnBegan
from banneret.games.icefire.modes.objectives import ObjectiveMode
from banneret.games.icefire.rules.actions.charge import alignments
from banneret.games.icefire.rules.activation import may_pass, ncus_to_activate
from banneret.games.icefire.rules.combat.morale import passes
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.movement import shift
from banneret.games.icefire.rules.table.facts import NO_ABILITIES, abilities_of, put_attachments
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.units import contest_strength, unit_card
from banneret.games.icefire.settings import settings_type
from banneret.games.icefire.setup import draw_terrain, lay_out
from banneret.games.icefire.state import NO_UNIT, Effect, Moment, State, Test
from banneret.kernel.chance import Chance
from banneret.kernel.creation import new_match
from banneret.plane import Side
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GREYWIND,
    GUARDSMEN,
    PLAYERS,
    SWORDS,
    asked,
    die,
    laid,
    offered,
    place,
    play,
    refused,
    scene,
    told,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

ROBB, RAMSAY, CAPTAIN = "20201", "20402", "20204"
A, B = f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180"
FAR = f"b {CROSSBOWMEN} 42 44 180"
MISSES = die(1, 1, 1, 1, 1, 1, 1)


def new(edition: Edition) -> bool:
    """Return whether it is Season 6."""
    return edition == SEASON_6


def army(commander: str, *units: str, points: int = 40) -> ArmyList:
    """Return an army of House Stark, with its Commander in the first unit."""
    first, *others = units
    companies = (Company(unit=first, attachments=(commander,)), *(Company(unit=unit) for unit in others))
    return ArmyList(faction="stark", points=points, commander=commander, companies=companies)


def test_every_number_has_its_test() -> None:
    numbers = {int(name.split("_")[1]) for name in globals() if name.startswith("test_") and name[5].isdigit()}
    assert numbers == set(range(1, 27)) == {change.switch for change in changes() if change.switch is not None}


@rule("icefire:army.12", "icefire:army-2021.2")
@both
def test_01_neutral_units_are_three_tenths_or_half(edition: Edition) -> None:
    assert neutral_points(40, edition) == (12 if new(edition) else 20)


@rule("icefire:army.8", "icefire:army-2021.1")
@both
def test_02_a_neutral_commander_leads_any_army_in_2021(edition: Edition) -> None:
    faults = [fault.rule for fault in check_list(army(RAMSAY, SWORDS), edition)]
    assert faults == (["icefire:army.8"] if new(edition) else [])


@rule("icefire:army.5")
@both
def test_03_extra_points_for_attachments_are_of_season_six(edition: Edition) -> None:
    assert [extra_points(points, edition) for points in (30, 40, 50)] == ([3, 4, 5] if new(edition) else [0, 0, 0])


@rule("icefire:passing.1", "icefire:passing.2", "icefire:passing.4")
@both
def test_04_the_smaller_army_passes_in_season_six(edition: Edition) -> None:
    state = State()
    lay_out(state, [army(ROBB, SWORDS), army(ROBB, SWORDS, SWORDS)], settings_type(edition)(), edition)
    assert state.passes == ([2, 0] if new(edition) else [0, 0])
    assert [may_pass(state, seat) for seat in (0, 1)] == [new(edition), False]


@rule("icefire:idleness.1")
@both
def test_05_an_engaged_unit_is_not_idle_in_season_six(edition: Edition) -> None:
    match = scene(A, B, edition=edition)
    assert ("take forgo" in offered(match)) != new(edition)
    with_faq = scene(A, B, edition=EDITION_2021, options={"faq": True})
    assert refused(with_faq, "a: take forgo").rule == "icefire:idleness.1"


@rule("icefire:round.11", "icefire:round-2021.1")
@both
def test_06_who_has_nothing_left_has_a_turn_in_season_six(edition: Edition) -> None:
    match = play(scene(f"a {SWORDS} 10 10 0", FAR, f"b {GUARDSMEN} 10 44 180", edition=edition),
                 "a: take forgo", "b: activate b1", "b: take forgo")  # fmt: skip  # several to a line
    assert [event.player for event in told(match, TurnBegan)] == (
        ["a", "b", "a", "b"] if new(edition) else ["a", "b", "b"]
    )


@rule("icefire:board.7", "icefire:board-2021.1")
@both
def test_07_with_a_full_board_nobody_is_activated_in_season_six(edition: Edition) -> None:
    taken = [f"b 30105 {zone}" for zone in ("crown", "wealth", "tactics", "combat", "maneuver")]
    state = laid(A, B, ncus=[*taken, "a 30202"], edition=edition)
    assert ncus_to_activate(state, 0) == ([] if new(edition) else [5])
    with_faq = laid(A, B, ncus=[*taken, "a 30202"], edition=EDITION_2021, options={"faq": True})
    assert ncus_to_activate(with_faq, 0) == []


@rule("icefire:morale.4", "icefire:morale.5")
@both
def test_08_two_sixes_pass_and_two_ones_fail_in_season_six(edition: Edition) -> None:
    state = laid(A, B, edition=edition)
    found = []
    for dice, modifier in (([6, 6], -9), ([1, 1], 9)):
        test = Test(0, "morale", -1)
        test.dice = dice
        found.append(passes(state, test, modifier))
    assert found == ([True, False] if new(edition) else [False, True])


@rule("icefire:charge.21", "icefire:charge-2021.2")
@both
def test_09_an_enemy_at_the_flank_is_moved_off_or_aligned(edition: Edition) -> None:
    match = scene(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 22.8 180", f"b {CROSSBOWMEN} 29.5 18 180",
                  edition=edition, chance=(*die(3), *MISSES))  # fmt: skip  # several to a line
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert asked(match) == ("b", "parted" if new(edition) else "half")


@rule("icefire:deck.5", "icefire:orders.2", "icefire:terms.26")
@both
def test_10_targets_are_named_before_anything_is_resolved(edition: Edition) -> None:
    """Only Season 6 has it as a rule; the book of 2021 does not say when they are, and it is played alike."""
    assert ("icefire:timing.2" in rule_index(edition)) == new(edition)
    cried = Table("a 10214 24 20 0", f"b {GUARDSMEN} 24 32 180", f"b {CROSSBOWMEN} 32 32 180", edition=edition)
    cried.run(lambda game: happen(game, Moment("turn-start", 0)), "order a1 order-war-cry", "unit b2", dice=(6, 6))
    questions = [prompt for _, prompt, _ in cried.asked]
    assert questions[:2] == ["ask.window.turn-start", "ask.unit.target"]
    assert [unit for unit in (1, 2) if cried.conditions(unit)] == [2]


@rule("icefire:stacking.4", "icefire:stacking-2021.1")
@both
def test_11_innate_abilities_of_attachments_are_kept_in_season_six(edition: Edition) -> None:
    state = laid(A, B, edition=edition)
    innate = next(
        card for card in state.cards.attachments.values()
        if any(state.cards.abilities[id].innate for id in card.abilities)
        and not set(card.abilities) & set(unit_card(state, 0).abilities)
    )  # fmt: skip  # several to a line
    put_attachments(state, 0, [innate.id])
    state.effects = (*state.effects, Effect(NO_ABILITIES, 0, 1, "turn"))
    assert bool(set(abilities_of(state, 0)) & set(innate.abilities)) == new(edition)


@rule("icefire:action.6", "icefire:action-2021.1")
@both
def test_12_a_pivot_within_a_move_overlaps_enemies_in_season_six(edition: Edition) -> None:
    match = play(scene(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 15.9 180", edition=edition), "a: take maneuver")
    if new(edition):
        play(match, "a: maneuver 13110 3000 18000")
        assert place(match, "a1")[2] == 180.0
    else:
        assert refused(match, "a: maneuver 13110 3000 18000").rule == "icefire:action-2021.1"


@rule("icefire:terms.19", "icefire:terms-2021.1")
@both
def test_13_a_shift_is_a_move_in_season_six(edition: Edition) -> None:
    shifted = Table(f"a {SWORDS} 20 20 0", FAR, edition=edition, tokens=[(20_000, 17_000)], token_cards=[0])
    shifted.run(lambda game: shift(game, 0, 3 * INCH, "objective", "icefire:objective.2"), "shift back 3000")
    assert shifted.state.claims == [0 if new(edition) else NO_UNIT]


@rule("icefire:deployment.3", "icefire:deployment-2021.1")
@both
def test_14_who_chose_the_zone_says_who_deploys_or_deploys(edition: Edition) -> None:
    match: Any = new_match(edition, seats=2, seed=3, options={"terrain": "none"})
    ((chooser, _),) = match.asking.items()
    play(match, f"{PLAYERS[chooser]}: edge near")
    while asked(match)[1].startswith(("unit.", "choose.falls-first")):
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert asked(match) == (PLAYERS[chooser], "player.deploys" if new(edition) else "deploy")


@rule("icefire:setup-2021.1", "icefire:setup.14", "icefire:setup.10")
@both
def test_15_layouts_are_of_season_six(edition: Edition) -> None:
    """A layout has four pieces; the random pool 2 and a D3, here 5."""
    state = laid(A, B, edition=edition)
    chance = Chance(state, [])
    chance.supply([2])
    draw_terrain(state, chance)
    assert len(state.pieces) == (4 if new(edition) else 5)
    assert len(tabletop(edition).layouts) == (6 if new(edition) else 0)


SIX_MODES = (
    "game-of-thrones", "clash-of-kings", "feast-for-crows", "dance-with-dragons", "honed-and-ready", "dark-wings",
)  # fmt: skip  # several to a line


@rule("icefire:game-of-thrones-2021.2")
@both
@pytest.mark.parametrize("mode", SIX_MODES)
def test_16_objectives_of_the_commander_score_one_more_in_2021(edition: Edition, mode: str) -> None:
    game = table(
        f"a {SWORDS} 24 24 0 | {ROBB}",
        FAR,
        edition=edition,
        options={"mode": mode},
        round=2,
        tokens=[(24_000, 24_000)],
        claims=[0],
        token_cards=[0],
        marks={"piles": [0]},
    )
    run(game, ObjectiveMode.score(mode_of(game.state), game))  # type: ignore[arg-type]  # modes with objectives all
    assert game.state.victory_points == [1 if new(edition) else 2, 0]


@both
def test_17_destroyed_units_come_back_in_2021(edition: Edition) -> None:
    units = (f"a {BERSERKERS} 10 10 0 | 0", f"a {SWORDS} 20 10 0", FAR)
    poses = [None, [20_000, 10_000, 0], [42_000, 44_000, 18_000]]
    match = scene(*units, options={"mode": "here-we-stand"}, step="round-start", edition=edition, pose=poses,
                  marks={"quadrants": [], "began-a1": []})  # fmt: skip  # several to a line
    assert (asked(match)[1] == "redeploy") != new(edition)


def test_18_banners_and_butchery_is_of_season_six() -> None:
    assert (len(modes(SEASON_6)), len(modes(EDITION_2021))) == (11, 10)
    assert {*modes(SEASON_6)} - {*modes(EDITION_2021)} == {"banners-and-butchery"}


@rule("icefire:free-for-all.2", "icefire:free-for-all-2021.1")
@both
def test_19_zones_of_a_free_for_all_are_edges_or_corners(edition: Edition) -> None:
    index = rule_index(edition)
    own, other = ("icefire:free-for-all.2", "icefire:free-for-all-2021.1")[:: 1 if new(edition) else -1]
    assert own in index
    assert other not in index
    match: Any = new_match(edition, seats=3, seed=1)
    (ask,) = match.asking.values()
    edges = ["near", "far", "left", "right"]
    corners = ["near-left", "near-right", "far-left", "far-right"]
    assert [option.edge for option in ask.options] == (edges if new(edition) else corners)
    assert ask.rule == own


@rule("icefire:fire-and-blood.4", "icefire:fire-and-blood-2021.1")
@both
def test_20_each_card_of_fire_and_blood_is_given_once_in_2021(edition: Edition) -> None:
    units = (f"a {BERSERKERS} 10 10 0", f"a {SWORDS} 20 10 0", FAR, f"b {GUARDSMEN} 20 40 180")
    match = scene(*units, options={"mode": "fire-and-blood"}, step="first", chooser=1, edition=edition)
    play(match, "a: player a", "a: unit b1", "b: choose objective-6", "b: unit a2")
    assert ("choose objective-6" in offered(match)) == new(edition)


@rule("icefire:ruling.17", "icefire:charge.18")
@both
def test_21_half_is_half_of_the_chargers_edge(edition: Edition) -> None:
    """The books name different trays, and it is played alike: Grey Wind's edge is 2.76, half of it 1.38."""
    state = laid(f"a {GREYWIND} 24 10 0", f"b {CROSSBOWMEN} 24 22.8 180", edition=edition)
    ways = {way.how: way.pose.x for way in alignments(state, 0, 1, Side.FRONT)}
    assert ways == {"center": 24_000, "left": 24_000 + 2_750, "right": 24_000 - 2_750}
    assert ("icefire:charge.4" in rule_index(edition)) == new(edition)


@rule("icefire:feast-for-crows.13", "icefire:feast-for-crows-2021.4")
@both
def test_22_a_dropped_token_touches_its_pile_or_lies_on_it(edition: Edition) -> None:
    """The pile is 6.6 by 5.1 inches; its holder has left it for the other side of the table."""
    match = scene(f"a {BERSERKERS} 24 20 0 | {ROBB}", f"a {SWORDS} 8 8 0", FAR, options={"mode": "feast-for-crows"},
                  terrain=["corpse-pile 24 24 0"], tokens=[(24_000, 24_000)], token_cards=[5], claims=[0],
                  marks={"piles": [0]}, edition=edition)  # fmt: skip  # several to a line
    play(match, "a: activate a1", "a: take maneuver", "a: maneuver 18000 4000 0")
    assert asked(match) == ("b", "token.pile")
    edge = "b: token 24000 27150"  # 3.15 from the middle: partly on the pile, which ends at 2.55
    if new(edition):
        play(match, edge)
        assert match.state.tokens == [(24_000, 27_150)]
    else:
        assert refused(match, edge).rule == "icefire:feast-for-crows-2021.4"
        play(match, "b: token 24000 24000")


@rule("icefire:dance-with-dragons.5", "icefire:dance-with-dragons-2021.1")
@both
def test_23_a_carried_token_stays_with_its_tray(edition: Edition) -> None:
    match = scene(f"a {SWORDS} 24 10 0", FAR, options={"mode": "dance-with-dragons"}, edition=edition,
                  tokens=[(24_000, 15_000)], token_cards=[5])  # fmt: skip  # several to a line
    play(match, "a: take maneuver", "a: maneuver 0 3000 0")
    assert (match.state.claims, match.state.tokens) == ([0], [(24_000, 13_000)])


@both
def test_24_the_defender_wins_after_six_rounds(edition: Edition) -> None:
    """In 2021 the attacker may still have won by then."""
    state = laid(A, B, options={"mode": "storm-of-swords"}, round=6, edition=edition)
    in_time: Any = getattr(mode_of(state), "in_time")  # noqa: B009  # of this mode alone
    assert in_time(state) != new(edition)
    state.round = 5
    assert in_time(state)


@rule("icefire:game-of-thrones.7", "icefire:game-of-thrones-2021.1")
@both
def test_25_a_solo_unit_counts_its_wounds(edition: Edition) -> None:
    state = laid(f"a {GREYWIND} 24 20 0 | 3", f"a {SWORDS} 8 8 0 | 5", B, edition=edition)
    assert [contest_strength(state, unit) for unit in (0, 1)] == [3, 2]


@rule("icefire:keyword.destructible", "icefire:keyword-2021.destructible")
@both
def test_26_a_piece_is_cut_down_by_an_attack(edition: Edition) -> None:
    match = scene(A, FAR, terrain=["hedge 24 24 0"], edition=edition)
    play(match, "a: take raze")
    assert match.state.pieces == [""]
    far = refused(scene(A, FAR, terrain=["hedge 24 34 0"], edition=edition), "a: take raze")
    assert far.rule == ("icefire:keyword.destructible" if new(edition) else "icefire:keyword-2021.destructible")
    assert far.rule in rule_index(edition)
    assert components(edition).edition == edition
