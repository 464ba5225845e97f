"""What is known of an answer before it is given: places on the sheet, odds of charges, Wounds of attacks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from banneret.bots.judging import judging_of
from banneret.games.icefire.actions import (
    Charge,
    ChooseUnit,
    Deploy,
    Maneuver,
    March,
    Pivot,
    Shift,
    TakeAction,
    Withdraw,
)
from banneret.games.icefire.odds.attack import prospect
from banneret.games.icefire.odds.charge import least_roll
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.rules.table.units import unit_of
from banneret.games.icefire.show.drawing.layout import spot
from banneret.games.icefire.show.facts import facts
from banneret.games.icefire.show.placement import describe, measured, moving, placed, placing
from banneret.games.icefire.state import State
from banneret.kernel.asks import Ask
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Side
from banneret.show.placement import Placing
from tests.games.icefire.scene import BOOKS, BOWMEN, GUARDSMEN, SWORDS, asked, die, offered, play, scene, wounds_left


def only(match: Match[State]) -> Ask:
    """Return the question that stands."""
    (ask,) = match.asking.values()
    return ask


def told(match: Match[State], action: Any) -> dict[str, dict[str, Any]]:
    """Return what is known of an answer, by the ids of the messages."""
    return {one.id: one.fields for one in facts(only(match), action)}


def go(match: Match[State], *lines: str) -> Match[State]:
    """Answer line by line, and use nothing in the windows that come before."""
    for line in lines:
        while only(match).kind == "window":
            match.play(only(match).seat, "pass")
        play(match, line)
    while match.asking and only(match).kind == "window":
        match.play(only(match).seat, "pass")
    return match


# Odds


def test_an_attack_brings_what_its_dice_bring_on_average() -> None:
    """Each die hits and is not blocked by itself; no more Wounds count than the unit has left."""
    match = scene(f"a {GUARDSMEN} 24 20 0", f"b {SWORDS} 24 24.8 180")
    found = prospect(match.state, 0, 1, "melee", Side.FRONT)
    assert found is not None
    hits, through = Fraction(7 - found.hits_on, 6), Fraction(found.saves_on - 1, 6)
    assert found.expected == found.dice * hits * through
    assert found.wounds.chance(lambda _: True) == 1
    assert set(found.wounds) == set(range(found.dice + 1))
    nearly = scene(f"a {GUARDSMEN} 24 20 0", f"b {SWORDS} 24 24.8 180 | 1")
    capped = prospect(nearly.state, 0, 1, "melee", Side.FRONT)
    assert capped is not None
    assert set(capped.wounds) == {0, 1}
    assert capped.wounds[0] == found.wounds[0]


def test_a_charge_rolls_its_misses_again_and_a_flank_is_worse_off() -> None:
    match = scene(f"a {GUARDSMEN} 24 20 0", f"b {SWORDS} 24 30 180")
    plain = prospect(match.state, 0, 1, "melee", Side.FRONT)
    charge = prospect(match.state, 0, 1, "melee", Side.FRONT, charge=True)
    flank = prospect(match.state, 0, 1, "melee", Side.LEFT)
    assert plain is not None
    assert charge is not None
    assert flank is not None
    hit = Fraction(7 - plain.hits_on, 6)
    assert charge.expected == plain.expected * (2 - hit)
    assert flank.saves_on == plain.saves_on + 1
    assert flank.expected > plain.expected


@pytest.mark.slow
def test_attacks_that_are_rolled_agree_with_what_was_told() -> None:
    """The rules themselves roll the attack; the mean of many is within four standard errors of the exact one."""
    match = scene(f"a {GUARDSMEN} 24 20 0", f"b {SWORDS} 24 24.8 180", hands={"a": (), "b": ()})
    go(match, "a: take melee")
    found = prospect(match.state, 0, 1, "melee", Side.FRONT)
    assert found is not None
    stream, total, many = Stream(derive_key("odds", 1)), 0, 400
    for _ in range(many):
        twin = match.clone()
        twin.add_salt(stream.below(1 << 62).to_bytes(16, "big"))
        before = wounds_left(twin, "b1")
        while twin.asking:
            ((seat, ask),) = twin.asking.items()
            rolled = [one.event for one in twin.events if type(one.event).__name__ == "TestRolled"]
            if rolled or twin.state.turn is None:
                break
            twin.play(seat, ask.options[0])
        ended = [one.event for one in twin.events if type(one.event).__name__ == "AttackEnded"]
        suffered = [one.event for one in twin.events if type(one.event).__name__ == "WoundsSuffered"]
        assert ended
        assert before >= wounds_left(twin, "b1")
        total += suffered[0].wounds if suffered else 0  # type: ignore[attr-defined]  # of this kind
    variance = sum((number - float(found.expected)) ** 2 * float(chance) for number, chance in found.wounds.items())
    assert abs(total / many - float(found.expected)) <= 4 * (variance / many) ** 0.5


def test_a_charge_needs_what_the_distance_asks_for() -> None:
    """Speed 5; the trays are 8 inches apart: 3 or more, as in the book's example."""
    match = scene(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 {10 + 3.8 + 8} 180")
    apart = told(go(match), Charge("b1"))["fact.charge"]
    state = match.state
    gap = float(apart["distance"])
    needed = next(roll for roll in range(1, 7) if 5 + roll >= gap)
    assert least_roll(state, 0, 1, pose_of(state, 0)) == needed
    assert (apart["roll"], apart["percent"]) == (needed, round(100 * (7 - needed) / 6))


def test_the_pivot_of_a_charge_and_the_target_of_an_attack_are_told_too() -> None:
    match = go(scene(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 20 180"), "a: charge b1")
    assert isinstance(only(match).options[0], Pivot)
    assert {"fact.charge", "fact.dice", "fact.wounds"} <= set(told(match, only(match).options[0]))
    two = scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 21.2 24.8 180", f"b {SWORDS} 27 24.8 180")
    go(two, "a: take melee")
    assert [told(two, ChooseUnit(name))["fact.wounds"]["unit"] for name in ("b1", "b2")] == ["b1", "b2"]
    shot = go(scene(f"a {BOWMEN} 24 20 0", f"b {GUARDSMEN} 24 30 180"))
    assert told(shot, TakeAction("ranged"))["fact.dice"]["unit"] == "b1"
    assert told(shot, TakeAction("forgo")) == {}


def asks_target_out_of_turn() -> Match[State]:
    """Let a unit that is not active choose between two enemies: Fury for the Fallen, in the enemy's turn."""
    units = (f"b {GUARDSMEN} 24 20 0", "a 10203 24 24.8 180 | 1", "a 10203 36 24.8 270 | 20210")
    foes = (f"b {GUARDSMEN} 31.2 24.8 270", f"b {SWORDS} 40.8 24.8 90")
    match = scene(*units, *foes, turn="b", hands={"a": ["40219"]}, chance=die(*[6] * 5, *[1] * 5, 1, 6))
    play(match, "b: activate b1", "b: take melee", "b: align stay")
    while only(match).kind == "window":
        play(match, "a: card 40219" if "card 40219" in offered(match) else f"{asked(match)[0]}: pass")
    return match


def test_what_is_known_is_of_the_unit_that_strikes_active_or_not() -> None:
    match = asks_target_out_of_turn()
    assert asked(match) == ("a", "unit.fight")
    for answer, arc in ((ChooseUnit("b2"), "front"), (ChooseUnit("b3"), "front")):
        fields = told(match, answer)["fact.dice"]
        assert (fields["unit"], fields["arc"]) == (answer.unit, arc)
    glance = judging_of(match.rulebook).glance(match.state, only(match))
    assert glance is not None
    assert all(worth > 0 for worth in glance.points)
    assert BOOKS["icefire-s6"].showing.facts(match.view(0).game, only(match), ChooseUnit("b2"))


# Places


@pytest.mark.parametrize(
    "answer",
    [Maneuver(3000, 4000, 1200), Maneuver(0, 0, 9000), March(7000, 4500)],
)
def test_an_answer_and_its_place_on_the_sheet_are_the_same(answer: Any) -> None:
    kind = "maneuver" if isinstance(answer, Maneuver) else "march"
    match = go(scene(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 40 180"), f"a: take {kind}")
    ask = only(match)
    assert moving(ask) == "unit:a1"
    there = placing(ask, answer)
    assert there is not None
    assert there.thing == "unit:a1"
    back = placed(ask, there)
    assert back is not None
    assert type(back) is type(answer)
    again = placing(ask, back)
    assert again is not None
    assert (again.x, again.y, again.turn) == pytest.approx((there.x, there.y, there.turn), abs=0.03)


def test_what_is_too_far_comes_as_near_as_the_unit_may_go() -> None:
    match = go(scene(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 40 180"), "a: take maneuver")
    x, y = spot(24000, 40000)
    assert placed(only(match), Placing(x, y)) == Maneuver(0, 5000, 0)
    aside = spot(4000, 10000)
    assert placed(only(match), Placing(*aside, 90)) == Maneuver(9000, 5000, 27000)


def test_shifts_and_retreats_go_along_the_edges() -> None:
    match = go(scene(f"a {BOWMEN} 24 20 0", f"b {GUARDSMEN} 24 30 180"), "a: take ranged")
    assert placed(only(match), Placing(*spot(25500, 20300))) == Shift("right", 1500)
    engaged = scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180", chance=die(3))
    go(engaged, "a: take retreat")
    wanted = placed(only(engaged), Placing(*spot(24200, 17000), 180))
    assert isinstance(wanted, Withdraw)
    assert (wanted.bearing, wanted.distance, wanted.facing) == ("back", 3000, 18000)


def test_a_unit_is_deployed_where_the_hand_puts_it() -> None:
    match = scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 44 180", step="deploy", pose=[None, None])
    ask = only(match)
    x, y = spot(20000, 4000)
    assert placed(ask, Placing(x, y, 0, "unit:a1")) == Deploy("a1", 20000, 4000, 0)
    assert placing(ask, Deploy("a1", 20000, 4000, 0)) == Placing(x, y, 0, "unit:a1")
    heard = describe(ask, Deploy("a1", 20000, 4000, 0))
    assert heard is not None
    assert heard.fields == {"x": "20", "y": "4", "facing": "↑"}


def test_the_ruler_measures_from_edge_to_edge() -> None:
    match = scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 30 180")
    view = match.view(frozenset()).game
    one, other = Placing(0, 0, 0, "unit:a1"), Placing(0, 0, 0, "unit:b1")
    (fact,) = measured(view, one, other)
    assert fact.id == "fact.apart-things"
    assert float(str(fact.fields["distance"])) == pytest.approx(10 - 3.8 / 2 - 3.8 / 2, abs=1.2)
    (plain,) = measured(view, Placing(*spot(1000, 1000)), Placing(*spot(4000, 5000)))
    assert plain.fields == {"distance": "5"}
    (near,) = measured(view, one, Placing(*spot(24000, 30000)))
    assert unit_of(match.state, "a1") == 0
    assert float(str(near.fields["distance"])) < 10
