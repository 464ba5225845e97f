"""Movement of Battles of Westeros: how far, over what, leaving an enemy, and retreats; the example of the rulebook."""

from __future__ import annotations

import pytest

from banneret.games.battles.events.battle import AttackDeclared, UnitRetreated
from tests.games.battles.scene import (
    ARCHERS,
    BOWS,
    CAVALIERS,
    DOGS,
    GUARD,
    HEAVY,
    HOST,
    RIDERS,
    asked,
    dice,
    figures,
    offered,
    play,
    refused,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule
ANY = {"stark": {"valor": 4}, "lannister": {"valor": 4}}


# Movement


@rule("battles:move.2", "battles:move.11", "battles:order.11", "battles:unit-type.infantry-blue")
@rule("battles:move.5", "battles:move.6", "battles:ruling.21", "battles:order.10")
def test_infantry_moves_two_hexes_red_one() -> None:
    reached = {}
    for rank in ("green", "blue", "red"):
        match = scene(f"e4 {HOST} {rank}", tokens=ANY)
        reached[rank] = len(offered(play(match, "stark: order valor e4"))) - 1
    assert reached == {"green": 18, "blue": 18, "red": 6}


@rule("battles:move.15", "battles:move.9", "battles:move.16", "battles:move.12", "battles:ruling.20", "battles:move.8")
@rule("battles:order.11", "battles:c11.9", "battles:order.7", "battles:move.4", "battles:order.5")
def test_the_movement_example_of_the_rulebook() -> None:
    """A green unit may enter the forest and must stop, crosses plains, and enters neither units nor mountains."""
    ground = {"e4": "f", "d3": "m", "d5": "~"}
    match = scene(f"d4 {HOST} green", f"c4 {HOST} green", f"e3 {GUARD} blue", ground=ground, tokens=ANY)
    play(match, "stark: order valor d4")
    moves = offered(match)
    assert "done" in moves
    assert "move d4 > e4" in moves
    assert "move d4 > f4" not in moves  # through the forest, which stops
    assert "move d4 > d3" not in moves
    assert "move d4 > d5" not in moves
    assert refused(match, "stark: move d4 > c4").rule == "battles:move.9"
    assert refused(match, "stark: move d4 > e3").rule == "battles:move.9"
    assert refused(match, "stark: move d4 > d3").rule == "battles:move.11"
    assert refused(match, "stark: move c4 > c5").rule == "battles:move.1"
    play(match, "stark: done")
    assert "move d4 > e4" not in offered(match)
    assert figures(match, "d4") == 4


@rule("battles:ruling.22", "battles:move.15")
def test_a_unit_leaves_forest_freely_and_stops_in_the_next() -> None:
    match = scene(f"d4 {HOST} green", f"i1 {GUARD} green", ground={"d4": "f", "e4": "f"}, tokens=ANY)
    play(match, "stark: order valor d4")
    assert {"move d4 > c4", "move d4 > b4", "move d4 > e4"} <= offered(match)
    assert "move d4 > f4" not in offered(match)


@rule("battles:ruling.23", "battles:c11.11", "battles:c11.25", "battles:c11.15")
@pytest.mark.parametrize("letter", ["=", "s", "b", "f"])
def test_some_ground_stops_who_enters_and_lets_who_starts_there_go(letter: str) -> None:
    match = scene(f"d4 {HOST} green", f"i1 {GUARD} green", ground={"d4": letter, "e4": letter}, tokens=ANY)
    play(match, "stark: order valor d4")
    assert "move d4 > b4" in offered(match)
    assert "move d4 > f4" not in offered(match)


@rule("battles:unit-type.cavalry-move", "battles:unit-type.archer-move", "battles:unit-type.kennelmaster")
@pytest.mark.parametrize(
    ("kind", "far"),
    [(RIDERS, (4, 3, 2)), (CAVALIERS, (4, 3, 2)), (BOWS, (2, 2, 1)), (DOGS, (3, 3, 2)), (HEAVY, (2, 2, 1))],
)
def test_how_far_units_move(kind: str, far: tuple[int, int, int]) -> None:
    from banneret.games.battles.rules.orders.movement import steps_of  # noqa: PLC0415  # one test alone needs it

    for rank, steps in zip(("green", "blue", "red"), far, strict=True):
        match = scene(f"d4 {kind} {rank}", f"i1 {GUARD} green", f"a7 {HOST} green")
        assert steps_of(match.state, unit(match, "d4")) == steps


@rule("battles:move.3", "battles:order.6", "battles:attack.1", "battles:ruling.19", "battles:move.2", "battles:zone.9")
@rule("battles:order.1", "battles:attack.3")
def test_all_moves_come_before_all_attacks() -> None:
    units = (f"c3 {HOST} green maege-mormont", f"c4 {HOST} green", f"e3 {GUARD} blue")
    match = scene(*units, hands={"stark": ["sl01"]})
    play(match, "stark: card sl01 maege-mormont", "stark: unit c3", "stark: unit c4")
    play(match, "stark: move c3 > d3")
    assert asked(match) == ("stark", "move")
    assert refused(match, "stark: move d3 > d2").rule == "battles:move.1"
    play(match, "stark: done")
    assert asked(match) == ("stark", "attack")


# Parting blows


@rule("battles:move.14", "battles:c8.7", "battles:c8.8", "battles:c8.9", "battles:c8.11", "battles:ruling.25")
@rule("battles:c8.10", "battles:c6.5", "battles:ruling.26")
def test_the_enemy_may_strike_as_a_unit_leaves() -> None:
    match = scene(
        f"d3 {HOST} green", f"e3 {GUARD} blue | inactive", engaged=[(0, 1, "stark")], tokens=ANY,
        chance=dice("green", "morale", "blue"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: move d3 > d4")
    assert asked(match) == ("lannister", "may.parting-blow")
    play(match, "lannister: yes")
    assert told(match, AttackDeclared)[0].kind == "parting"
    assert figures(match, "d4") == 3
    assert match.state.engaged[unit(match, "d4")] == -1
    assert not match.state.active[unit(match, "e3")]


@rule("battles:c8.12")
def test_a_unit_destroyed_by_a_parting_blow_moves_no_more() -> None:
    match = scene(
        f"d3 {HOST} green | 1", f"e3 {GUARD} blue", engaged=[(0, 1, "stark")], tokens=ANY, chance=dice(*["green"] * 3)
    )
    play(match, "stark: order valor d3", "stark: move d3 > c3", "lannister: yes")
    assert figures(match, "c3") == figures(match, "d3") == 0
    assert asked(match) == ("lannister", "turn")


@rule("battles:ruling.87", "battles:move.11", "battles:c9.11", "battles:ruling.65")
def test_a_unit_moves_as_far_as_the_banner_it_has_after_a_parting_blow() -> None:
    """Robb gives his blue banner away for a red one, with which three hexes are too far; there is no second blow."""
    match = scene(
        f"d3 {RIDERS} blue robb-stark-king-in-the-north", f"d4 {GUARD} blue", f"c3 {RIDERS} red",
        engaged=[(0, 1, "lannister")], tokens=ANY, chance=dice("blue", "green", "green"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: move d3 > g3", "lannister: yes", "stark: yes")
    assert asked(match) == ("stark", "move")
    assert match.state.engaged[unit(match, "d3")] == -1
    assert refused(match, "stark: move d3 > g3").rule == "battles:move.11"
    play(match, "stark: move d3 > f3")
    assert figures(match, "f3") == 3
    assert len(told(match, AttackDeclared)) == 1


@rule("battles:c14.5")
def test_by_option_morale_results_of_a_parting_blow_count() -> None:
    match = scene(
        f"e3 {BOWS} green", f"d3 {GUARD} blue", engaged=[(0, 1, "stark")], tokens=ANY,
        chance=dice("morale", "red", "red"), options={"parting_blow_morale": True},
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor e3", "stark: move e3 > e4", "lannister: yes")
    assert figures(match, "f3") == 4


@rule("battles:ruling.25")
def test_staying_brings_no_parting_blow() -> None:
    match = scene(f"d3 {HOST} green", f"e3 {GUARD} blue", engaged=[(0, 1, "stark")], tokens=ANY)
    play(match, "stark: order valor d3", "stark: move d3 > c3", "lannister: pass")
    assert told(match, AttackDeclared) == []
    assert (figures(match, "c3"), match.state.engaged[unit(match, "c3")]) == (4, -1)


# Retreat


@rule("battles:c4.4", "battles:ruling.48", "battles:setup.8")
@pytest.mark.parametrize(
    ("attacker", "target", "blocked", "reached"),
    [("stark", "f3 e3", "d3", "d4"), ("stark", "d3 e3", "f3", "e4"), ("lannister", "f3 e3", "d3", "d2"),
     ("lannister", "d3 e3", "f3", "e2")],
)  # fmt: skip  # two to a line
def test_each_house_goes_towards_its_edge_from_either_side(
    attacker: str, target: str, blocked: str, reached: str
) -> None:
    """Of the hexes on both sides of the blocked one, Lannister takes the southern and Stark the northern."""
    here, there = target.split()
    kinds = (HOST, ARCHERS) if attacker == "stark" else (GUARD, BOWS)
    match = scene(f"{here} {kinds[0]} blue", f"{there} {kinds[1]} blue", turn=attacker, tokens={attacker: {"valor": 1}},
                  ground={blocked: "~"}, chance=dice("morale", "red", "red"))  # fmt: skip  # several to a line
    play(match, *(f"{attacker}: {line}" for line in (f"order valor {here}", "done", f"attack {here} > {there}")))
    (retreated,) = told(match, UnitRetreated)
    assert (retreated.target, retreated.hexes, retreated.blocked) == (reached, 1, 0)
