"""Non-combat units of House Stark, and Influence: each is seen to do what it does."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.rules.board.board import activate_ncu, claim
from banneret.games.icefire.rules.board.influence import open_to_influence
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.state import NO_UNIT, Moment
from tests.games.icefire.scene import BERSERKERS
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = "b 10106 24 24.8 180"
FAR = "b 10106 24 40 180"


def at(card: str, more: str = "") -> str:
    """Return a unit of the first player in the middle of the table."""
    return f"a {card} 24 20 0 | {more}"


def council(card: str, *units: str, **more: Any) -> Table:
    """Return a table on which the first player has one non-combat unit."""
    return Table(*(units or (at(BERSERKERS), FOE)), ncus=[f"a {card}"], **more)


@rule("icefire:influence.1", "icefire:influence.2", "icefire:influence.3", "icefire:ruling.67")
def test_catelyn_influences_before_or_after_the_zone() -> None:
    table = council("30201", at(BERSERKERS, "weakened"), FOE)
    table.run(lambda game: claim(game, 0, "crown"), "unit a1")
    assert table.state.influence == [0]
    assert table.conditions(0) == []
    assert table.shaped().highest_value
    later = council("30201")
    later.run(lambda game: claim(game, 0, "crown"), "done", "unit b1", "unit b1")
    assert later.state.influence == [1]
    assert [id for _, id, _ in later.asked][:3] == ["ask.unit.influence", "ask.unit.crown", "ask.unit.influence"]


@rule("icefire:influence.2")
def test_one_side_influences_a_unit_once() -> None:
    table = Table(at(BERSERKERS), FOE, ncus=["a 30201", "a 30209", "b 30101"])
    table.state.influence = [0, NO_UNIT, NO_UNIT]
    assert open_to_influence(table.state, 1) == [1]
    assert open_to_influence(table.state, 2) == [1, 0]


@rule("icefire:deck.7", "icefire:board.4")
def test_sansa_takes_cards_back() -> None:
    table = council("30202")
    table.state.discards[0] = ["40201", "40202"]
    table.run(lambda game: activate_ncu(game, 0), "yes", "choose-card 40202", "claim crown", "yes", "choose-card 40201")
    assert table.state.hands[0].cards == ["40202", "40201"]
    assert not table.was_asked("unit.crown")
    assert table.state.once == ["0:30202"]


@rule("icefire:reroll.1", "icefire:wounds.3")
def test_the_warden_buys_rerolls_and_wounds_of_panic_tests() -> None:
    table = council("30204", at(BERSERKERS, "8"), FOE)
    test = table.test("panic", "yes", "reroll 1 2", "yes", dice=(1, 2, 3, 6, 5))
    assert test.passed
    assert table.state.health[0] == 8 + 3
    assert table.state.ncu_counters[0]["order"] == 2


@rule("icefire:condition.1", "icefire:reroll.1")
def test_rodrik_drills_and_exposes() -> None:
    table = council("30205")
    fight = table.fight("yes", "reroll 1", dice=[1] * 7 + [6, 1])
    assert fight.hits == 1
    assert table.state.ncu_counters[0]["order"] == 1
    table.run(lambda game: claim(game, 0, "combat"))
    assert table.conditions(1) == ["vulnerable"]


@rule("icefire:terms.8")
def test_arya_moves_infantry_in_an_enemy_turn() -> None:
    table = council("30206", at(BERSERKERS), FAR)
    table.run(lambda game: happen(game, Moment("turn-start", 0)))
    assert table.asked == []
    table.run(lambda game: happen(game, Moment("turn-start", 1)), "yes", "maneuver 0 4000 0")
    assert table.state.ncu_counters[0]["order"] == 1
    pose = table.state.pose[0]
    assert pose is not None
    assert pose.y == 24000


@rule("icefire:keyword.hindering", "icefire:influence.1")
def test_howland_hinders_and_spoils_a_blow() -> None:
    table = council("30207", FOE, at(BERSERKERS))
    table.run(lambda game: claim(game, 0, "tactics"), "unit b1")
    assert has_flag(table.state, 0, "all-hinders")
    fight = table.fight("yes", dice=[1] * 5)
    assert fight.hit_modifier == -1
    assert table.state.influence == [NO_UNIT]
    assert not has_flag(table.state, 0, "all-hinders")


@rule("icefire:round.5")
def test_the_hand_pays_with_his_head() -> None:
    table = Table(at(BERSERKERS), FOE, ncus=["a 30208", "b 30101"])
    table.run(lambda game: happen(game, Moment("turn-start", 0)), "choose bn1")
    assert table.state.ncu_alive == [False, True]
    assert table.state.ncu_activated == [False, True]
    assert any(one.name == "no-abilities-ncu" and one.value == 1 for one in table.state.effects)


@rule("icefire:timing.2")
def test_the_hand_cancels_zones() -> None:
    table = Table(at(BERSERKERS), FOE, ncus=["a 30208", "b 30104"])
    table.state.influence = [0, NO_UNIT]
    table.run(lambda game: claim(game, 1, "crown"), "unit a1", "yes")
    assert table.state.health[0] == 12
    assert table.was_asked("may.cancel")


@rule("icefire:panic.1")
def test_lyanna_avenges_the_north() -> None:
    table = council("30209", at(BERSERKERS), FOE, "a 10203 5 5 0", "a 10203 15 5 0", "a 10203 35 5 0")
    table.state.influence = [0]
    assert table.number("morale") == 1
    assert table.shaped().keywords == set()
    for fallen, unit in enumerate((2, 3, 4), start=1):
        table.state.health[unit] = 0
        table.state.pose[unit] = None
        fight = table.shaped()
        assert fight.keywords == {"critical-blow"}
        assert ((0, "attack") in fight.rerolls) == (fallen >= 3)
        assert table.test("panic", dice=(1, 2, 1)).passed == (fallen >= 2)
    table.state.influence = [1]
    assert table.number("morale", 1) == 0, "an enemy is not avenged"


@rule("icefire:card.1")
def test_robb_is_swift() -> None:
    table = council("30210")
    table.state.influence = [0]
    assert table.number("speed") == 1
