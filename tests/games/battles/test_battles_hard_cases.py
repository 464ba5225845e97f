"""Hard cases in which several rules meet: engagement, retreats without a place, counterattacks."""

from __future__ import annotations

import pytest

from banneret.games.battles.events.battle import AttackDeclared, CommanderCaptured, MoraleIgnored, UnitRetreated
from tests.games.battles.scene import (
    ANY,
    ARCHERS,
    BOWS,
    CAVALIERS,
    GUARD,
    HEAVY,
    HOST,
    RIDERS,
    asked,
    dice,
    fight,
    figures,
    offered,
    play,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule


@rule("battles:c5.4", "battles:ruling.41", "battles:move.14")
def test_a_unit_whose_enemy_was_flanked_leaves_without_a_parting_blow() -> None:
    """The token is with the flanking unit now, which alone suffers a blow when it leaves."""
    match = scene(
        f"d3 {HOST} green", f"e3 {GUARD} red", f"f3 {HOST} green", engaged=[(2, 1, "stark")], tokens=ANY,
        chance=dice("blue", "blue", "blue", "blue"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", "stark: pass")
    assert told(match, AttackDeclared)[0].flanking
    if asked(match)[1] == "may.counterattack":
        play(match, "lannister: pass")
    play(match, "lannister: pass", "stark: order valor f3", "stark: move f3 > g3")
    assert figures(match, "g3") == 4
    assert len(told(match, AttackDeclared)) == 1
    assert match.state.engaged[unit(match, "d3")] == unit(match, "e3")


@rule("battles:c4.8", "battles:ruling.49", "battles:c7.3")
def test_a_stalwart_unit_that_cannot_go_back_takes_the_hit_and_may_strike_back() -> None:
    """It ignores no result, has no free hex, and is still where it was attacked."""
    match = fight(f"{HOST} blue", f"{GUARD} blue", "morale", "red", "red", ground={"f3": "~", "e4": "~"})
    play(match, "lannister: pass")
    assert (told(match, UnitRetreated)[0].blocked, figures(match, "e3")) == (1, 3)
    assert asked(match) == ("lannister", "may.counterattack")


@rule("battles:ruling.54", "battles:c7.8", "battles:attack.3")
def test_after_a_counterattack_has_destroyed_the_attacker_the_others_still_attack() -> None:
    """The second unit of the card attacks the same target, which is no longer engaged, and does not flank."""
    match = scene(
        f"d3 {HOST} blue | 1", f"d4 {HOST} blue maege-mormont", f"e3 {GUARD} blue", hands={"stark": ["sl03"]},
        chance=dice("red", "red", "red", "blue", "red", "red"),
    )  # fmt: skip  # several to a line
    play(match, "stark: card sl03 maege-mormont", "stark: commands first", "stark: unit d3", "stark: unit d4")
    play(match, "stark: done", "stark: attack d3 > e3", "lannister: yes")
    assert figures(match, "d3") == 0
    assert asked(match) == ("stark", "attack")
    play(match, "stark: attack d4 > e3")
    assert [(event.kind, event.flanking) for event in told(match, AttackDeclared)] == [
        ("attack", False), ("counter", False), ("attack", False),
    ]  # fmt: skip  # several to a line


@rule("battles:ruling.88", "battles:c1.2", "battles:commander-card.maege-mormont-commit", "battles:c14.1")
@pytest.mark.parametrize("attacker", [GUARD, CAVALIERS])
@pytest.mark.parametrize(("symbol", "is_driven_off"), [("morale", True), ("green", False)])
def test_an_attacker_that_is_driven_off_does_not_follow(attacker: str, symbol: str, is_driven_off: bool) -> None:
    """By the original rule Maege goes back to a hex beside the attacker, from which she strikes."""
    match = scene(
        f"d2 {attacker} blue", f"d3 {HOST} blue maege-mormont", turn="lannister", tokens=ANY,
        options={"retreat_rule": "original-2010"}, chance=dice("morale", "green", "green", symbol, *["green"] * 3),
    )  # fmt: skip  # several to a line
    play(match, "lannister: order valor d2", "lannister: done", "lannister: attack d2 > d3", "stark: pass")
    play(match, "stark: yes")
    if is_driven_off and attacker == GUARD:
        play(match, "lannister: pass")
    if is_driven_off:
        play(match, "lannister: retreat e3")
    assert [event.kind for event in told(match, AttackDeclared)] == ["attack", "counter"]
    assert (asked(match)[1] in ("may.advance", "pursue")) is not is_driven_off


# Commanders


@rule("battles:c14.3")
@pytest.mark.parametrize(
    ("symbols", "left"),
    [
        pytest.param(("green", "morale", "morale", "blue"), 2, id="roll"),
        pytest.param(("morale", "morale", "morale", "blue"), 2, id="retreat"),
        pytest.param(("morale", "morale", "blue", "blue"), 1, id="alone"),
    ],
)
@pytest.mark.parametrize("excess", [True, False])
def test_hits_of_a_blocked_retreat_are_excess_hits_too(symbols: tuple[str, ...], left: int, excess: bool) -> None:
    """The last figure falls in the roll or in the retreat; without excess hits only a lone commander is captured."""
    match = fight(
        f"{HOST} red", f"{GUARD} green kevan-lannister | {left}", *symbols, ground={"f3": "~", "e4": "~"},
        options={"capture_excess": excess},
    )  # fmt: skip  # several to a line
    play(match, "lannister: pass")
    assert bool(told(match, CommanderCaptured)) is (excess or left == 1)


@rule("battles:c11.22")
@pytest.mark.parametrize("is_behind_palisade", [True, False])
def test_the_young_wolf_needs_an_enemy_that_he_can_attack(is_behind_palisade: bool) -> None:
    """One enemy is left beside him; if he could not attack it, he would turn his card over for nothing."""
    match = scene(
        f"d3 {RIDERS} blue robb-stark-young-wolf", f"e3 {ARCHERS} blue | 1", f"d4 {ARCHERS} blue", tokens=ANY,
        fields={"palisades": [{"between": ["d3", "d4"]}] if is_behind_palisade else []},
        chance=dice("blue", "red", "red"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", "stark: pass")
    assert (asked(match) == ("stark", "may.commit")) is not is_behind_palisade


@rule("battles:ruling.90", "battles:commander-card.robb-stark-king-in-the-north-commit")
@pytest.mark.parametrize("words", ["", " | inactive"])
def test_the_king_rallies_no_unit_by_changing_places_in_his_turn(words: str) -> None:
    """His ordered unit is hit in return; the unit that has his banner afterwards is as active as before."""
    match = scene(
        f"d3 {RIDERS} blue robb-stark-king-in-the-north", f"c3 {RIDERS} red{words}", f"e3 {GUARD} red | stalwart",
        tokens=ANY, chance=dice(*["blue"] * 6, "green"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", "lannister: yes", "stark: yes")
    assert match.state.commander[unit(match, "c3")] >= 0
    assert [match.state.active[unit(match, hex)] for hex in ("d3", "c3")] == [False, not words]


@rule("battles:ruling.90", "battles:commander-card.robb-stark-king-in-the-north-commit")
def test_in_the_enemys_turn_the_king_takes_his_inactive_banner_along() -> None:
    match = scene(
        f"d3 {RIDERS} blue robb-stark-king-in-the-north | inactive", f"c3 {RIDERS} red", f"e3 {GUARD} green",
        turn="lannister", tokens=ANY, chance=dice("blue", "green"),
    )  # fmt: skip  # several to a line
    play(match, "lannister: order valor e3", "lannister: done", "lannister: attack e3 > d3", "stark: yes")
    assert [match.state.active[unit(match, hex)] for hex in ("d3", "c3")] == [True, False]


# Cards


@rule("battles:leadership.winter-resolve", "battles:ruling.91", "battles:c7.4")
def test_a_card_ignores_a_morale_result_of_each_attack_of_a_turn() -> None:
    """The Young Wolf attacks twice, and each counterattack rolls a morale result."""
    match = scene(
        f"d3 {RIDERS} blue robb-stark-young-wolf", f"e3 {GUARD} green", f"a1 {HOST} green eddard-stark",
        hands={"stark": ["sl11"]}, chance=dice(*["red", "red", "red", "morale", "red"] * 2),
    )  # fmt: skip  # several to a line
    play(match, "stark: card sl11 robb-stark-young-wolf", "stark: yes", "stark: unit d3")
    play(match, "stark: done", "stark: attack d3 > e3", "lannister: yes")
    play(match, "stark: yes", "stark: attack d3 > e3", "lannister: yes")
    assert [event.number for event in told(match, MoraleIgnored)] == [1, 1]
    assert told(match, UnitRetreated) == []


@rule("battles:leadership.no-quarter", "battles:ruling.89")
@pytest.mark.parametrize(("first", "second", "morale"), [(2, 2, 1), (1, 1, 1), (1, 2, 1), (1, 0, 0)])
def test_no_quarter_counts_a_unit_once_that_retreats_twice(first: int, second: int, morale: int) -> None:
    symbols = [symbol for back in (first, second) for symbol in ["morale"] * back + ["red"] * (3 - back)]
    match = scene(
        f"d7 {ARCHERS} blue", f"f7 {ARCHERS} blue", f"e5 {BOWS} blue", f"e7 {GUARD} green gregor-clegane-the-mountain",
        turn="lannister", hands={"lannister": ["ll26"]}, tokens={"lannister": {"blue": 1}}, chance=dice(*symbols),
    )  # fmt: skip  # several to a line
    play(match, "lannister: card ll26 gregor-clegane-the-mountain", "lannister: yes", "lannister: unit d7")
    play(match, "lannister: unit f7", "lannister: done")
    target = unit(match, "e5")
    for archers in ("d7", "f7"):
        play(match, f"lannister: attack {archers} > {match.state.field.labels[match.state.hex[target]]}")
        while asked(match) == ("stark", "retreat"):
            play(match, f"stark: {min(offered(match))}")
    assert [event.hexes for event in told(match, UnitRetreated)] == [back for back in (first, second) if back]
    assert match.state.morale == morale


@rule("battles:commander-card.gregor-clegane-the-reaver-commit")
@pytest.mark.parametrize(("card", "person"), [("ll29", ""), ("ll12", f"a7 {HEAVY} green tywin-lannister")])
@pytest.mark.parametrize(("left", "is_destroyed"), [(1, True), (2, False)])
def test_an_enemy_that_the_reavers_fire_destroys_counts_for_cards(
    card: str, person: str, left: int, is_destroyed: bool
) -> None:
    """His unit has destroyed it in this turn, though not by an attack."""
    match = scene(
        f"d3 {GUARD} green gregor-clegane-the-reaver", f"e3 {BOWS} green | {left}", *([person] if person else []),
        turn="lannister", hands={"lannister": [card]}, ground={"c3": "f"}, chance=dice("green", "red"),
    )  # fmt: skip  # several to a line
    play(match, f"lannister: card {card} gregor-clegane-the-reaver", "lannister: unit d3", "lannister: done")
    play(match, "lannister: scorch d3 > c3", "lannister: yes")
    assert (figures(match, "e3") == 0) is is_destroyed
    assert (asked(match) == ("lannister", "may.tactic")) is is_destroyed
    if is_destroyed:
        morale = match.state.morale
        play(match, "lannister: yes")
        assert offered(match) == {"done", "unit d3"} if card == "ll29" else match.state.morale == morale + 1
