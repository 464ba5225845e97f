"""Attacks of several units: what is asked of each of them, and what the leading unit alone decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from banneret.games.battles.events.battle import AttackDeclared
from banneret.games.battles.rules.combat.attack import judge, shares
from banneret.games.battles.rules.orders.aftermath import can_counterattack
from banneret.games.battles.state import Fight, State, Turn
from tests.games.battles.scene import (
    ARCHERS,
    CAVALIERS,
    GUARD,
    HOST,
    RIDERS,
    asked,
    dice,
    play,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule
TOGETHER = {"coordinated_attacks": True}
SYMBOLS = ("green", "blue", "red", "valor", "morale")


def of_two(leader: str, other: str, target: str, *, turn: str = "stark", **more: Any) -> tuple[State, Fight]:
    """Two units attack a third at d4: the leading one at c4, the other at e4."""
    options = {**TOGETHER, **more.pop("options", {})}
    match = scene(f"c4 {leader}", f"e4 {other}", f"d4 {target}", turn=turn, options=options, **more)
    state = match.state
    fight = Fight("attack", unit(match, "c4"), unit(match, "d4"), True, state.hex[unit(match, "d4")])
    fight.supporters = (unit(match, "e4"),)
    state.turn = Turn(state.seat[fight.attacker])
    return state, fight


def roll(state: State, fight: Fight, *symbols: str) -> None:
    """Let the dice of a fight show these, the leading unit's first."""
    fight.shares = shares(state, fight)
    assert sum(fight.shares) == len(symbols)
    fight.faces = [SYMBOLS.index(symbol) for symbol in symbols]
    judge(state, fight)


@rule("battles:c13.1", "battles:c13.4", "battles:ruling.85")
def test_each_unit_of_a_coordinated_attack_has_its_own_strength() -> None:
    units = (f"c3 {HOST} blue maege-mormont", f"d4 {HOST} blue | 2", f"c4 {ARCHERS} blue")
    options = {**TOGETHER, "reduced_strength": True}
    match = scene(*units, hands={"stark": ["sl03"]}, options=options)
    play(match, "stark: card sl03 maege-mormont", "stark: commands first", "stark: unit c3", "stark: unit d4")
    play(match, "stark: done", "stark: attack c3 > c4", "stark: unit d4")
    assert told(match, AttackDeclared)[0].dice == 4


@rule("battles:c13.1")
@pytest.mark.parametrize("joins", [True, False])
def test_a_unit_that_has_joined_an_attack_makes_none_of_its_own(joins: bool) -> None:
    units = (f"c3 {HOST} blue maege-mormont", f"d4 {HOST} blue", f"c4 {ARCHERS} blue", f"d5 {ARCHERS} blue")
    match = scene(*units, hands={"stark": ["sl03"]}, options=TOGETHER, chance=dice(*["red"] * 5))
    play(match, "stark: card sl03 maege-mormont", "stark: commands first", "stark: unit c3", "stark: unit d4")
    play(match, "stark: done", "stark: attack c3 > c4", f"stark: {'unit d4' if joins else 'done'}")
    assert (asked(match) == ("stark", "attack")) is not joins


@rule("battles:c13.1", "battles:c11.4", "battles:c11.7", "battles:c11.12", "battles:ruling.85")
@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        ({}, [3, 2]),
        ({"e4": "="}, [3, 1]),
        ({"c4": "="}, [2, 2]),
        ({"d4": "h"}, [2, 1]),
        ({"d4": "h", "e4": "h"}, [2, 2]),
        ({"e4": "f"}, [3, 1]),
        ({"c4": "f"}, [2, 2]),
        ({"d4": "f"}, [2, 0]),
    ],
)
def test_the_ground_counts_for_each_unit(ground: Mapping[str, str], expected: Sequence[int]) -> None:
    assert shares(*of_two(f"{HOST} blue", f"{HOST} blue", f"{GUARD} blue", ground=ground)) == expected


@rule("battles:c13.1", "battles:c13.2", "battles:ruling.85")
def test_dice_of_a_card_count_for_the_unit_that_has_them() -> None:
    state, fight = of_two(f"{HOST} blue", f"{HOST} blue", f"{GUARD} blue")
    assert state.turn is not None
    state.turn.bonus_dice[fight.supporters[0]] = 1
    assert shares(state, fight) == [3, 3]


@rule("battles:c13.1", "battles:c3.4", "battles:ruling.85")
def test_a_unit_that_supports_takes_no_die_away() -> None:
    state, fight = of_two(f"{HOST} blue", f"{HOST} green | 1", f"{GUARD} blue", options={"reduced_strength": True})
    assert state.box.dice[state.type[fight.supporters[0]]][0] == 2
    assert shares(state, fight) == [3, 0]


@rule("battles:c13.2", "battles:commander-card.jaime-lannister-kingslayer-unit")
def test_the_commander_of_a_supporting_unit_adds_nothing() -> None:
    target = f"{HOST} blue maege-mormont"
    led = of_two(f"{CAVALIERS} blue jaime-lannister-kingslayer", f"{GUARD} blue", target, turn="lannister")
    supported = of_two(f"{GUARD} blue", f"{CAVALIERS} blue jaime-lannister-kingslayer", target, turn="lannister")
    base = led[0].box.dice
    cavaliers, guard = (base[led[0].type[number]][1] for number in led[1].attackers)
    assert shares(*led) == [cavaliers + 1, guard - 1]
    assert shares(*supported) == [guard, cavaliers - 1]


@rule("battles:c13.2", "battles:c6.1", "battles:leadership.press-the-gap")
def test_press_the_gap_lets_its_own_unit_flank_and_no_other() -> None:
    units = (f"c3 {CAVALIERS} blue jaime-lannister-kingslayer", f"d4 {GUARD} blue", f"c4 {HOST} blue")
    match = scene(*units, turn="lannister", hands={"lannister": ["ll20"]}, options=TOGETHER, morale=5)
    play(match, "lannister: card ll20 jaime-lannister-kingslayer", "lannister: yes")
    play(match, "lannister: unit c3", "lannister: unit d4", "lannister: unit c3", "lannister: done")
    alone = match.clone()
    play(match, "lannister: attack c3 > c4", "lannister: unit d4", "lannister: pass")
    assert not told(match, AttackDeclared)[0].flanking
    assert asked(match)[1] != "reroll"
    play(alone, "lannister: attack c3 > c4", "lannister: done", "lannister: pass")
    assert told(alone, AttackDeclared)[0].flanking


@rule("battles:c13.2", "battles:c6.1")
@pytest.mark.parametrize(("engaged", "flanks"), [([(2, 3, "stark")], True), ([(2, 0, "stark")], False), ([], False)])
def test_flanking_needs_every_unit_to_flank(engaged: Any, flanks: bool) -> None:
    units = (f"c3 {HOST} blue maege-mormont", f"d4 {HOST} blue", f"c4 {ARCHERS} blue", f"b4 {HOST} green")
    match = scene(*units, hands={"stark": ["sl03"]}, options=TOGETHER, engaged=engaged)
    play(match, "stark: card sl03 maege-mormont", "stark: commands first", "stark: unit c3", "stark: unit d4")
    for leader, other in (("c3", "d4"), ("d4", "c3")):
        twin = play(match.clone(), "stark: done", f"stark: attack {leader} > c4", f"stark: unit {other}")
        assert told(twin, AttackDeclared)[0].flanking == flanks


@rule("battles:result.5", "battles:ruling.34", "battles:ruling.85")
def test_valor_of_infantry_hits_no_cavalry_whoever_leads() -> None:
    state, fight = of_two(f"{RIDERS} blue", f"{HOST} blue", f"{CAVALIERS} red")
    roll(state, fight, *["valor"] * sum(shares(state, fight)))
    assert fight.hits == fight.shares[0]
    state, fight = of_two(f"{HOST} blue", f"{RIDERS} blue", f"{CAVALIERS} red")
    roll(state, fight, *["valor"] * sum(shares(state, fight)))
    assert fight.hits == fight.shares[1]


@rule("battles:c7.9", "battles:ruling.85")
@pytest.mark.parametrize("silenced", [0, 1])
def test_a_card_that_silences_one_of_them_silences_the_target(silenced: int) -> None:
    state, fight = of_two(f"{HOST} blue", f"{HOST} blue", f"{GUARD} red")
    state.stalwart[fight.target] = True
    assert can_counterattack(state, fight)
    assert state.turn is not None
    state.turn.silenced.add(fight.attackers[silenced])
    assert not can_counterattack(state, fight)


@rule("battles:ruling.85")
@pytest.mark.parametrize(("mine", "again"), [("c3", 3), ("d4", 2)])
def test_misses_are_rolled_again_by_the_unit_that_may(mine: str, again: int) -> None:
    units = (f"c3 {HOST} blue maege-mormont", f"d4 {HOST} blue", f"c4 {ARCHERS} blue")
    match = scene(*units, hands={"stark": ["sl03"]}, options=TOGETHER, chance=dice(*["red"] * 5))
    play(match, "stark: card sl03 maege-mormont", "stark: commands first", "stark: unit c3", "stark: unit d4")
    play(match, "stark: done")
    assert match.state.turn is not None
    match.state.turn.rerolls.add(unit(match, mine))
    play(match, "stark: attack c3 > c4", "stark: unit d4")
    (ask,) = match.asking.values()
    assert (ask.prompt.id, ask.prompt.fields["number"]) == ("ask.may.reroll-misses", again)


def test_the_dice_of_one_unit_are_judged_as_ever() -> None:
    state, fight = of_two(f"{HOST} blue", f"{HOST} blue", f"{GUARD} blue")
    fight.supporters = ()
    roll(state, fight, "blue", "valor", "morale")
    assert (fight.hits, fight.morale) == (2, 1)
