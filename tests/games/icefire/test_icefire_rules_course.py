"""What single rules of moves, retreats, the course of a round, scoring and army lists say."""

from __future__ import annotations

import pytest

from banneret.games.icefire.army.lists import ArmyList, Company, bill, check_list
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.registry import Source
from banneret.games.icefire.events.attacks import AttackBegan, AttackEnded, AttackRolled, DefenseRolled, TestRolled
from banneret.games.icefire.events.round import RoundBegan
from banneret.games.icefire.modes import objectives
from banneret.games.icefire.rules.combat.attack import count_blocked
from banneret.games.icefire.rules.movement.retreat import RetreatSpace
from banneret.games.icefire.rules.table.ground import piece_card
from banneret.games.icefire.state import NO_UNIT, Fight
from tests.games.icefire.scene import (
    BERSERKERS,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
    asked,
    die,
    laid,
    place,
    play,
    refused,
    scene,
    told,
)

rule = pytest.mark.rule

A, B = f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180"
FAR = f"b {GUARDSMEN} 40 44 180"

# Attacks and what follows them -----------------------------------------------------------------------------------


@rule("icefire:resolve.1", "icefire:terms.3", "icefire:terms.6", "icefire:resolve.18")
def test_the_steps_of_an_attack_come_in_their_order() -> None:
    match = scene(A, B, turn="b", chance=(*die(4, 1, 1, 1, 1, 1), *die(1), *die(6, 2), *die(3)))
    play(match, "b: take melee", "b: align stay")
    steps = (AttackBegan, AttackRolled, DefenseRolled, TestRolled, AttackEnded)
    assert [type(one.event) for one in match.events if isinstance(one.event, steps)] == list(steps)
    began = told(match, AttackBegan)[0]
    assert (began.attacker, began.defender, began.arc) == ("b1", "a1", "front")


@rule("icefire:ruling.29", "icefire:ruling.50", "icefire:surge.2")
def test_who_falls_in_the_panic_test_lets_the_attacker_surge_and_score() -> None:
    match = scene(f"{A} | 2", f"a {BERSERKERS} 8 8 0", B, turn="b",
                  chance=(*die(4, 1, 1, 1, 1, 1), *die(1), *die(1, 2), *die(1)))  # fmt: skip  # several to a line
    play(match, "b: take melee", "b: align stay")
    assert match.state.victory_points == [0, 1]
    assert asked(match) == ("b", "may.surge")


# Retreats --------------------------------------------------------------------------------------------------------


@rule("icefire:retreat.5", "icefire:retreat.7")
def test_a_retreat_ends_beyond_an_inch_and_turned_anyhow() -> None:
    match = play(scene(A, B, turn="b", chance=die(2)), "b: take retreat")
    assert refused(match, "b: withdraw back 999 18000").rule == "icefire:action.8"
    play(match, "b: withdraw back 5000 4500")
    assert place(match, "b1") == (24.0, 29.8, 45.0)


@rule("icefire:retreat.8", "icefire:ruling.28", "icefire:retreat-2021.1")
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_a_unit_with_enemies_on_all_sides_stays(edition: Edition) -> None:
    state = laid(A, B, f"b {HALBERDIERS} 24 15.2 0", f"b {HALBERDIERS} 18.85 20 270", f"b {HALBERDIERS} 29.15 20 90",
                 edition=edition)  # fmt: skip  # several to a line
    space = RetreatSpace(state, 0, 7000)
    (stay,) = space.suggest()
    assert stay.distance == 0
    assert space.refusal(stay) is None


# The round -------------------------------------------------------------------------------------------------------


@rule("icefire:round.12", "icefire:round.1", "icefire:terms.22", "icefire:cleanup.7", "icefire:influence.4",
      "icefire:cleanup.1")  # fmt: skip  # several to a line
def test_when_all_have_activated_the_round_is_cleaned_up_and_the_next_begins() -> None:
    match = scene(f"a {SWORDS} 10 10 0", f"{FAR} | activated", ncus=["a 30202 crown"], influence=[1])
    assert match.state.influence == [1]
    play(match, "a: take forgo")
    assert match.state.influence == [NO_UNIT]
    assert (match.state.round, match.state.first, match.state.activated) == (2, 1, [False, False])
    assert [event.round for event in told(match, RoundBegan)] == [2]


# Objectives ------------------------------------------------------------------------------------------------------


@rule("icefire:clash-of-kings.8", "icefire:clash-of-kings.9", "icefire:clash-of-kings.10", "icefire:clash-of-kings.12",
      "icefire:clash-of-kings.13")  # fmt: skip  # several to a line
@pytest.mark.parametrize(("round_", "health", "points"), [(2, 12, 1), (1, 12, 0), (2, 8, 0)])
def test_objectives_of_a_clash_of_kings(round_: int, health: int, points: int) -> None:
    match = scene(f"a {SWORDS} 24 24 0 | {health} activated", f"b {GUARDSMEN} 24 28.8 180 | activated",
                  options={"mode": "clash-of-kings"}, tokens=[(24000, 24000)], claims=[0], token_cards=[0],
                  round=round_, step="score", marks={"powers": [-1] * 5})  # fmt: skip  # several to a line
    assert match.state.victory_points == [points, 0]
    assert objectives.covers(match.state, 0, 0)
    assert objectives.controller(match.state, 0) == (0 if health == 12 else NO_UNIT)
    assert not objectives.covers(match.state, 1, 0)


@rule("icefire:objective.6", "icefire:objective.7", "icefire:objective.8", "icefire:objective.9",
      "icefire:objective.10", "icefire:objective.5")  # fmt: skip  # several to a line
def test_what_a_controlled_objective_does_to_melee_attacks_alone() -> None:
    state = laid(A, B)
    source = Source(0, 0)
    melee, shot = Fight(0, 1, "melee"), Fight(0, 1, "long")
    for fight in (melee, shot):
        for shape in (objectives._sundering, objectives._vicious, objectives._precision, objectives._weakened):
            shape(state, fight, source)
    assert (melee.keywords, melee.gives) == ({"sundering", "vicious", "precision"}, ["weakened"])
    assert (shot.keywords, shot.gives) == (set(), [])
    objectives._highest(state, shot, source)
    assert shot.highest_value
    assert objectives._hand(state, source, 0) == objectives._refill(state, source, 0) == 1


# Cards, terrain, armies ------------------------------------------------------------------------------------------


@rule("icefire:card.3")
def test_the_lower_defense_is_the_better() -> None:
    assert [count_blocked([2, 3, 4, 5], defense, 0) for defense in (3, 4, 5)] == [3, 2, 1]
    assert [count_blocked([2, 3, 4, 5], 4, bonus) for bonus in (-1, 1)] == [1, 3]


@rule("icefire:terrain.1", "icefire:piece.forest", "icefire:piece.weirwood", "icefire:piece.corpse-pile",
      "icefire:piece.palisade", "icefire:piece.bog", "icefire:piece.stakes", "icefire:piece.low-wall",
      "icefire:piece.hedge")  # fmt: skip  # several to a line
@pytest.mark.parametrize(
    ("piece", "keywords"),
    [("forest", {"cover", "fortified"}), ("weirwood", {"inspiring"}), ("corpse-pile", {"hindering", "horrific"}),
     ("palisade", {"blocks-line-of-sight", "destructible", "impassable"}), ("bog", {"hindering", "rough"}),
     ("stakes", {"dangerous", "destructible"}), ("low-wall", {"destructible", "fortified", "hindering"}),
     ("hedge", {"cover", "destructible", "rough"})],
)  # fmt: skip  # several to a line
def test_keywords_of_the_pieces(piece: str, keywords: set[str]) -> None:
    assert set(piece_card.__wrapped__(piece).keywords) == keywords  # past the cache


@rule("icefire:army.6", "icefire:army.11", "icefire:army.15", "icefire:commander.5", "icefire:army-2021.1",
      "icefire:army.8")  # fmt: skip  # several to a line
def test_neutrals_join_common_cards_come_often_and_commanders_cost_nothing() -> None:
    robb, ramsay, cutthroats = "20201", "20402", "10401"
    companies = (Company(unit=SWORDS, attachments=(robb,)), Company(unit=SWORDS), Company(unit=cutthroats))
    army = ArmyList(faction="stark", points=40, commander=robb, companies=companies)
    for edition in (SEASON_6, EDITION_2021):
        assert check_list(army, edition) == ()
        assert bill(army, edition).companies[0][1] == (0,)
    led = ArmyList(
        faction="stark", points=40, commander=ramsay, companies=(Company(unit=SWORDS, attachments=(ramsay,)),)
    )
    assert [fault.rule for fault in check_list(led, SEASON_6)] == ["icefire:army.8"]
    assert check_list(led, EDITION_2021) == ()
    assert bill(led, EDITION_2021).companies[0][1] == (0,)
