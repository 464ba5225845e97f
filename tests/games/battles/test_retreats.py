"""Losses, morale and retreats."""

from __future__ import annotations

import pytest

from banneret.games.battles.events.battle import (
    FiguresLost,
    HitsIgnored,
    HitsScored,
    MoraleIgnored,
    MoraleMoved,
    UnitDestroyed,
    UnitRetreated,
)
from banneret.games.battles.rules.field.keywords import KEYWORDS, strength_of
from banneret.games.battles.state import State
from banneret.kernel.match import Match
from tests.games.battles.scene import (
    ANY,
    ARCHERS,
    BOWS,
    GUARD,
    HOST,
    asked,
    dice,
    fight,
    figures,
    offered,
    play,
    refused,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule

# Losses and morale


@rule("battles:result.8", "battles:result.9", "battles:unit.6", "battles:c10.1", "battles:c14.2", "battles:result.10")
@rule("battles:ruling.82", "battles:unit.3")
@pytest.mark.parametrize(
    ("rank", "flat", "lost"), [("green", False, 1), ("blue", False, 2), ("red", False, 3), ("red", True, 1)]
)
def test_a_destroyed_unit_costs_morale_by_its_rank(rank: str, flat: bool, lost: int) -> None:
    match = fight(f"{HOST} green", f"{GUARD} {rank} | 1", "valor", "morale", options={"flat_morale_loss": flat})
    assert told(match, UnitDestroyed)[0].rank == rank
    assert match.state.morale == -lost
    assert told(match, UnitRetreated) == []
    assert [event.by for event in told(match, MoraleMoved)] == [-lost]


@rule("battles:result.2", "battles:ruling.44", "battles:c12.15", "battles:c12.14", "battles:pieces.15")
def test_a_destroyed_unit_does_not_retreat_and_scores() -> None:
    match = fight(f"{HOST} green", f"{ARCHERS} blue | 1", "valor", "morale")
    assert told(match, UnitRetreated) == []
    assert match.state.points == [1, 0]


@rule("battles:ruling.45", "battles:c4.1")
def test_three_hits_and_one_morale_result_leave_one_figure_one_hex_back() -> None:
    match = fight(f"{HOST} red", f"{ARCHERS} blue", "blue", "blue", "valor", "morale")
    assert figures(match, "f3") == 1
    assert told(match, FiguresLost)[0].lost == 3


@rule("battles:c12.16")
def test_who_has_no_unit_left_has_lost() -> None:
    match = scene(f"h7 {HOST} green", f"i7 {GUARD} green kevan-lannister | 1", tokens=ANY, chance=dice(*["valor"] * 2))
    play(match, "stark: order valor h7", "stark: done", "stark: attack h7 > i7")
    assert match.outcome is not None
    assert (match.outcome.places[0], match.outcome.reason) == ((0,), "destruction")


# Retreat


@rule("battles:c4.3", "battles:c4.5", "battles:c4.6", "battles:c14.1", "battles:c4.16", "battles:c4.17", "battles:c5.6")
def test_a_unit_driven_back_goes_straight_away_and_loses_its_token() -> None:
    match = fight(f"{HOST} blue", f"{ARCHERS} blue", "morale", "morale", "red")
    assert figures(match, "g3") == 4
    assert match.state.engaged == [-1] * len(match.state.engaged)
    assert match.state.active[unit(match, "g3")]


@rule("battles:c4.8", "battles:ruling.47", "battles:c4.12")
def test_the_primary_direction_free_for_one_of_two_hexes() -> None:
    match = fight(f"{HOST} blue", f"{ARCHERS} blue", "morale", "morale", "red", ground={"g3": "~"})
    (retreated,) = told(match, UnitRetreated)
    assert (retreated.target, retreated.hexes, retreated.blocked) == ("f3", 1, 1)
    assert figures(match, "f3") == 3


@rule("battles:c4.4", "battles:c4.6", "battles:ruling.48", "battles:setup.8")
def test_with_the_primary_hex_blocked_it_goes_towards_its_edge() -> None:
    """Lannister's edge is in the south: from e3, east of d3, blocked at f3, it is e4 and then f5."""
    match = fight(f"{HOST} blue", f"{ARCHERS} blue", "morale", "morale", "red", ground={"f3": "~"})
    (retreated,) = told(match, UnitRetreated)
    assert (retreated.target, retreated.hexes, retreated.blocked) == ("f5", 2, 0)


@rule("battles:ruling.49", "battles:ruling.51", "battles:c4.15")
def test_with_both_directions_blocked_each_result_is_a_hit() -> None:
    ground = {"f3": "~", "e4": "~"}
    match = fight(f"{HOST} blue", f"{ARCHERS} blue | 2", "morale", "morale", "red", ground=ground)
    assert figures(match, "e3") == 0
    assert match.state.morale == -2
    assert match.state.points == [1, 0]


BLOCKED = {"f3": "~", "e4": "~", "d4": "~", "e2": "~", "f4": "~", "d2": "~", "f2": "~"}


def hit_in_a_corner(attacker: str, target: str, *symbols: str, hex: str = ".") -> Match[State]:
    """A unit of Lannister at d3 attacks one of Stark at e3 that can retreat nowhere."""
    ground = {**BLOCKED, "e3": hex}
    units = (f"d3 {attacker}", f"e3 {target}")
    match = scene(*units, turn="lannister", tokens=ANY, ground=ground, chance=dice(*symbols))
    play(match, "lannister: order valor d3", "lannister: done", "lannister: attack d3 > e3")
    while asked(match) == ("stark", "may.stalwart"):
        play(match, "stark: pass")
    return match


@rule("battles:c3.6", "battles:c3.8", "battles:ruling.52")
@pytest.mark.parametrize(
    ("target", "hex", "symbols", "lost"),
    [
        (f"{HOST} green eddard-stark", ".", ("morale", "red"), 0),
        (f"{HOST} green eddard-stark", ".", ("morale", "morale"), 1),
        (f"{HOST} green eddard-stark", ".", ("morale", "green"), 1),
        (f"{HOST} green eddard-stark", "b", ("morale", "green"), 0),
        (f"{HOST} green eddard-stark", "b", ("morale", "morale"), 0),
        (f"{HOST} green", "b", ("morale", "red"), 0),
        (f"{HOST} green", "b", ("morale", "green"), 1),
        (f"{HOST} green", ".", ("morale", "red"), 1),
    ],
)
def test_what_ignored_no_hit_of_the_roll_ignores_one_of_a_blocked_retreat(
    target: str, hex: str, symbols: tuple[str, ...], lost: int
) -> None:
    match = hit_in_a_corner(f"{GUARD} green", target, *symbols, hex=hex)
    assert figures(match, "e3") == 4 - lost
    ignored = sum(event.ignored for event in told(match, HitsScored))
    ignored += sum(event.number for event in told(match, HitsIgnored))
    hits = sum(event.hits for event in told(match, HitsScored)) + told(match, UnitRetreated)[0].blocked
    assert hits - ignored == lost


@rule("battles:c4.13")
def test_no_unit_retreats_into_fire() -> None:
    match = fight(f"{HOST} green", f"{ARCHERS} blue", "morale", "red", ground={"f3": "f"}, fires={"f3": 1})
    assert told(match, UnitRetreated)[0].target == "e4"


@rule("battles:c4.4", "battles:c4.6", "battles:ruling.48")
@pytest.mark.parametrize(
    ("attacker", "blocked", "to"),
    [
        ("e3", "f5", "f4"),
        ("f3", "e5", "d4"),
        ("f4", "d4", "e3"),
        ("f5", "e3", "f3"),
        ("e5", "f3", "e3"),
        ("d4", "f4", "f3"),
    ],
)
def test_beside_a_blocked_hex_the_one_nearer_to_the_own_edge_is_taken(attacker: str, blocked: str, to: str) -> None:
    """The edge of Stark is in the north; e3 and f3 are north of e4."""
    units = (f"e4 {BOWS} blue", f"{attacker} {GUARD} blue")
    match = scene(*units, turn="lannister", ground={blocked: "~"}, tokens=ANY, chance=dice("morale", "red", "red"))
    play(match, f"lannister: order valor {attacker}", "lannister: done", f"lannister: attack {attacker} > e4")
    assert [event.target for event in told(match, UnitRetreated)] == [to]


@rule("battles:c4.14")
def test_terrain_does_not_end_a_retreat() -> None:
    match = fight(f"{HOST} blue", f"{ARCHERS} blue", "morale", "morale", "red", ground={"f3": "f"})
    (retreat,) = told(match, UnitRetreated)
    assert (retreat.target, retreat.hexes, retreat.blocked) == ("g3", 2, 0)
    assert figures(match, "g3") == 4


@rule("battles:c4.7", "battles:c4.11", "battles:ruling.50")
def test_from_a_ranged_attack_a_unit_goes_towards_its_edge() -> None:
    """Also towards the shooter; where both hexes are free its owner chooses."""
    match = scene(f"d6 {BOWS} green", f"d4 {ARCHERS} blue", tokens=ANY, chance=dice("morale", "red"))
    play(match, "stark: order valor d6", "stark: done", "stark: attack d6 > d4")
    assert asked(match) == ("lannister", "retreat")
    assert offered(match) == {"retreat d5", "retreat e5"}
    assert refused(match, "lannister: retreat c4").rule == "battles:c4.11"
    play(match, "lannister: retreat e5")
    assert figures(match, "e5") == 4


@rule("battles:c4.10", "battles:c14.1")
def test_by_the_original_rule_every_retreat_is_towards_the_own_edge() -> None:
    match = fight(f"{HOST} green", f"{ARCHERS} blue", "morale", "red", options={"retreat_rule": "original-2010"})
    assert offered(match) == {"retreat d4", "retreat e4"}


@rule("battles:c4.2", "battles:keyword.stalwart", "battles:ruling.46", "battles:c7.1", "battles:c7.2", "battles:c7.3")
def test_a_stalwart_unit_may_ignore_one_morale_result() -> None:
    match = fight(f"{HOST} blue", f"{GUARD} blue", "morale", "red", "red")
    assert asked(match) == ("lannister", "may.stalwart")
    gone = play(match.clone(), "lannister: pass")
    assert figures(gone, "f3") == 4
    play(match, "lannister: yes")
    assert asked(match) == ("lannister", "may.counterattack")
    assert told(match, MoraleIgnored)[0].number == 1
    two = play(fight(f"{HOST} blue", f"{GUARD} blue", "morale", "morale", "red"), "lannister: yes")
    assert figures(two, "f3") == 4
    assert asked(two)[1] != "may.counterattack"


@rule("battles:keyword.stalwart", "battles:c4.2", "battles:c7.1")
@pytest.mark.parametrize("stalwart", [False, True])
def test_a_card_makes_a_unit_stalwart_and_nothing_else(stalwart: bool) -> None:
    """Archers are not Stalwart by themselves: they can neither ignore morale nor counterattack."""
    match = scene(f"d3 {HOST} blue", f"e3 {ARCHERS} blue", tokens=ANY, chance=dice("morale", "green", "green"))
    match.state.stalwart[unit(match, "e3")] = stalwart
    archers = unit(match, "e3")
    assert {name for name in KEYWORDS if strength_of(match.state, archers, name)} == (
        {"stalwart"} if stalwart else set()
    )
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
    assert (asked(match) == ("lannister", "may.stalwart")) == stalwart
    assert (len(told(match, UnitRetreated)) == 0) == stalwart
    if stalwart:
        play(match, "lannister: yes")
        assert asked(match) == ("lannister", "may.counterattack")


@rule("battles:keyword.stalwart", "battles:c4.2", "battles:leadership.winter-resolve")
@pytest.mark.parametrize(("results", "asks"), [(1, False), (2, True)])
def test_a_stalwart_unit_is_asked_only_about_results_that_no_card_ignores(results: int, asks: bool) -> None:
    """The attacker's card ignores one morale result of the counterattack; only a second one is left to ignore."""
    rolled = dice("red", "red", "red", *["morale"] * results, *["green"] * (2 - results))
    match = scene(f"d3 {HOST} blue | stalwart", f"e3 {GUARD} blue", tokens=ANY, chance=rolled)
    play(match, "stark: order valor d3", "stark: done")
    assert match.state.turn is not None
    match.state.turn.ignored_morale[unit(match, "d3")] = 1
    play(match, "stark: attack d3 > e3", "lannister: yes")
    assert (asked(match) == ("stark", "may.stalwart")) == asks
    if asks:
        play(match, "stark: yes")
    assert told(match, UnitRetreated) == []
    ignored = [(event.number, event.rule) for event in told(match, MoraleIgnored)]
    assert ignored == [*([(1, "battles:c4.2")] if asks else []), (1, "battles:leadership.winter-resolve")]


@rule("battles:keyword.stalwart")
def test_a_stalwart_unit_without_a_morale_result_has_nothing_to_ignore() -> None:
    match = fight(f"{HOST} blue", f"{GUARD} blue", "green", "green", "green")
    assert asked(match) == ("lannister", "may.counterattack")
    assert told(match, MoraleIgnored) == []
