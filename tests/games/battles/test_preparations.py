"""Before the battle: order tokens bid for palisades, catapult targets, Edmure's hidden tokens."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from banneret.games.battles.actions import HideReal
from banneret.games.battles.content.scenario_checks import faults_of
from banneret.games.battles.content.scenario_file import scenario, scenario_of
from banneret.games.battles.events.battle import DiceRolled
from banneret.games.battles.events.plan import (
    CatapultShot,
    PalisadeHeld,
    PalisadeRemoved,
    StrategyLaid,
    TargetsLaid,
    TokenBroken,
)
from banneret.games.battles.rules.preparations import HideChooser, can_complete
from banneret.games.battles.rules.setup import first_step, next_step
from banneret.games.battles.state import State
from banneret.kernel.choosers import Part
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import lock_imagine, lock_redeal, lock_twins
from tests.games.battles.scene import GUARD, HOST, asked, dice, offered, plan, play, refused, told

rule = pytest.mark.rule

WALL = [{"between": ["c3", "c4"]}, {"between": ["e3", "e4"]}]
DEFENCE = {"house": "lannister", "red": 1, "blue": 1, "green": 1, "dice": 2}
UNITS = (f"a1 {HOST} green maege-mormont", f"i7 {GUARD} green kevan-lannister")


def before(**fields: Any) -> Match[State]:
    """A plan with these fields, at the first question before its battle."""
    match: Match[State] = new_match("battles", seats=2, seed=1, options={"scenario": plan(UNITS, **fields)})
    return match


def bid(*faces: str) -> Match[State]:
    """On one palisade lie a red and a green token, on the other a blue one; Stark's dice show these."""
    match = before(palisades=WALL, defence=DEFENCE)
    match.supply(dice(*faces))
    return play(match, "lannister: fortify c3 > c4", "lannister: fortify e3 > e4", "lannister: fortify c3 > c4")


# Palisades


@rule("battles:plan.wolf-raiders-palisades")
def test_a_house_lays_order_tokens_on_its_palisades_at_least_one_on_each() -> None:
    match = before(palisades=WALL, defence=DEFENCE | {"green": 0})
    assert asked(match) == ("lannister", "fortify")
    assert offered(match) == {"fortify c3 > c4", "fortify e3 > e4"}
    none = refused(match, "lannister: fortify d3 > d4")
    assert (none.rule, none.reason.id) == ("battles:plan.wolf-raiders-palisades", "refuse.fortify.none")
    match.supply(dice("valor", "valor"))
    play(match, "lannister: fortify c3 > c4")
    # The second token goes to the other palisade without being asked for: each has at least one.
    held = [(event.hex, event.green, event.blue, event.red) for event in told(match, PalisadeHeld)]
    assert held == [("c3", 0, 0, 1), ("e3", 0, 1, 0)]


@rule("battles:plan.wolf-raiders-palisades")
def test_the_last_tokens_go_where_there_is_none() -> None:
    match = play(before(palisades=WALL, defence=DEFENCE), "lannister: fortify c3 > c4", "lannister: fortify c3 > c4")
    assert [(event.red, event.blue, event.green) for event in told(match, PalisadeHeld)] == [(1, 1, 0), (0, 0, 1)]


@rule("battles:plan.wolf-raiders-palisades")
def test_dice_remove_matching_tokens_and_a_palisade_without_any_goes() -> None:
    match = bid("blue", "green")
    assert asked(match) == ("stark", "dice")
    assert offered(match) == {"dice green", "dice blue", "dice green-blue"}
    red = refused(match, "stark: dice red")
    assert (red.rule, red.reason.id) == ("battles:plan.wolf-raiders-palisades", "refuse.dice.not-rolled")
    play(match, "stark: dice blue")
    broken = [(event.token, event.hex, event.dice) for event in told(match, TokenBroken)]
    assert broken == [("blue", "e3", ("blue",)), ("green", "c3", ("green",))]
    assert [(event.hex, event.other) for event in told(match, PalisadeRemoved)] == [("e3", "e4")]
    labels = match.state.field.labels
    assert [(labels[a], labels[b]) for a, b in match.state.palisades] == [("c3", "c4")]
    assert len(match.state.palisade_fire) == 1
    assert match.state.guards == []
    assert match.state.step == "command"


@rule("battles:plan.wolf-raiders-palisades")
def test_any_two_dice_remove_any_token() -> None:
    match = play(bid("green", "green"), "stark: dice green-green")
    assert offered(match) == {"break red c3 > c4", "break green c3 > c4", "break blue e3 > e4"}
    assert refused(match, "stark: break red e3 > e4").reason.id == "refuse.break.not-there"
    play(match, "stark: break red c3 > c4")
    assert [event.token for event in told(match, TokenBroken)] == ["red"]
    assert told(match, PalisadeRemoved) == []


@rule("battles:plan.wolf-raiders-palisades")
def test_valor_removes_any_token_and_morale_is_rolled_again() -> None:
    match = bid("morale", "valor", "morale", "valor")
    rolls = [(event.faces, event.again) for event in told(match, DiceRolled)]
    assert rolls == [(("morale", "valor"), False), (("morale",), True), (("valor",), True)]
    assert offered(match) == {"dice valor", "dice valor-valor"}
    play(match, "stark: dice valor", "stark: break green c3 > c4", "stark: break red c3 > c4")
    assert [(event.hex, event.other) for event in told(match, PalisadeRemoved)] == [("c3", "c4")]


@rule("battles:plan.wolf-raiders-palisades")
def test_a_die_of_one_color_removes_no_other_token() -> None:
    match = play(bid("green", "valor"), "stark: dice green")
    # The green token was the only one that the die could remove; valor is left, for the others.
    assert [event.token for event in told(match, TokenBroken)] == ["green"]
    assert offered(match) == {"break red c3 > c4", "break blue e3 > e4"}
    gone = bid("red", "red")
    assert offered(gone) == {"dice red", "dice red-red"}
    play(gone, "stark: dice red")
    # The second red die finds no red token, and alone it removes no other.
    assert [event.token for event in told(gone, TokenBroken)] == ["red"]
    assert gone.state.step == "command"


def test_the_tokens_are_seen_by_everybody_while_they_lie_there() -> None:
    match = bid("green", "green")
    shown = {one.between: one.tokens for one in match.view([]).game.palisades}
    assert shown == {("c3", "c4"): ("green", "red"), ("e3", "e4"): ("blue",)}


# Catapult targets


@rule("battles:plan.wolf-raiders-targets")
def test_targets_are_laid_each_beside_both_other_colors() -> None:
    row = [(f"{column}4", rank) for column, rank in zip("abcdef", ["red", "blue", "green"] * 2, strict=True)]
    catapult = {"house": "stark", "chosen": True, "targets": [{"hex": hex, "rank": rank} for hex, rank in row]}
    match = before(catapult=catapult)
    assert asked(match) == ("stark", "target")
    assert offered(match) == {"target green a4", "target blue a4", "target red a4"}
    assert refused(match, "stark: target red b4").reason.id == "refuse.target.other-hex"
    play(match, "stark: target green a4")
    same = refused(match, "stark: target green b4")
    assert (same.rule, same.reason.id) == ("battles:plan.wolf-raiders-targets", "refuse.target.beside")
    play(match, "stark: target red b4")
    laid = {"a4": "green", "b4": "red", "c4": "blue", "d4": "green", "e4": "red", "f4": "blue"}
    assert [event.targets for event in told(match, TargetsLaid)] == [laid]
    assert match.state.scenario.catapult is not None
    assert {target.hex: target.rank for target in match.state.scenario.catapult.targets} == laid
    again: Match[State] = from_position("battles", match.position()["state"])
    assert again.state.scenario.catapult == match.state.scenario.catapult


@rule("battles:plan.wolf-raiders-targets")
def test_where_the_hexes_do_not_allow_it_only_the_numbers_bind() -> None:
    """Three hexes in a row with two targets of one color have no order that fits them all."""
    row = [{"hex": "a4", "rank": "red"}, {"hex": "b4", "rank": "red"}, {"hex": "c4", "rank": "red"}]
    match = before(catapult={"house": "stark", "chosen": True, "targets": row})
    assert match.state.step == "command"
    mixed = [{"hex": "a4", "rank": "red"}, {"hex": "b4", "rank": "red"}, {"hex": "c4", "rank": "blue"}]
    match = before(catapult={"house": "stark", "chosen": True, "targets": mixed})
    play(match, "stark: target blue a4")
    assert [*told(match, TargetsLaid)[0].targets.values()] == ["blue", "red", "red"]


@rule("battles:plan.wolf-raiders-targets", "battles:plan.wolf-raiders-catapults")
def test_the_catapult_shoots_where_its_targets_were_laid() -> None:
    targets = [{"hex": "h6", "rank": "blue"}, {"hex": "g6", "rank": "red"}, {"hex": "h7", "rank": "green"}]
    match = before(catapult={"house": "stark", "chosen": True, "targets": targets})
    play(match, "stark: target green h6", "stark: target red g6")
    state = match.position()["state"]
    state["houses"]["lannister"]["pool"], state["turn"] = {"green": 1}, "lannister"
    match = from_position("battles", state)
    match.supply(dice("blue"))
    play(match, "lannister: order green i7", "lannister: move i7 > h6")
    assert [event.hex for event in told(match, CatapultShot)] == ["h6"]


# Hidden tokens


def hiding() -> Match[State]:
    match: Match[State] = new_match("battles", seats=2, seed=1, options={"scenario": "breaking-the-siege"})
    return match


@rule("battles:plan.breaking-the-siege-edmure")
def test_lannister_hides_two_tokens_and_stark_sees_only_where() -> None:
    match = hiding()
    assert asked(match) == ("lannister", "hide")
    assert match.view([]).game.strategy == {}
    outside = refused(match, "lannister: hide a1")
    assert (outside.rule, outside.reason.id) == ("battles:plan.breaking-the-siege-edmure", "refuse.hide.elsewhere")
    play(match, "lannister: hide c6")
    assert match.asking[1].chooser.part() == Part("strategy", 2)  # a hex and a real token
    early = play(match.clone(), "lannister: real c6")
    assert early.asking[1].chooser.part() == Part("strategy", 1)
    areas = scenario("breaking-the-siege").strategy.areas  # type: ignore[union-attr]  # the plan hides tokens
    (done,) = (area for area in areas if "c6" in area)
    assert len(done) > 1
    for hex in done:  # one token in each area
        assert refused(match, f"lannister: hide {hex}").reason.id == "refuse.hide.elsewhere"
    play(match, "lannister: hide i6")
    assert offered(match) == {"real c6", "real i6"}
    assert refused(match, "lannister: real j7").reason.id == "refuse.real.none"
    play(match, "lannister: real i6")
    assert match.view([1]).game.strategy == {"c6": "decoy", "i6": "real"}
    assert match.view([0]).game.strategy == {"c6": "face-down", "i6": "face-down"}
    assert [event.hexes for event in told(match, StrategyLaid)] == [("c6", "i6")]


def test_no_more_tokens_are_real_than_the_plan_says() -> None:
    open_ = HideChooser([["a1"]], ["c6", "i6"], [], 1)
    assert [option.hex for option in open_.options() if isinstance(option, HideReal)] == ["c6", "i6"]
    again = HideChooser([["a1"]], ["c6", "i6"], ["c6"], 2)
    assert [option.hex for option in again.options() if isinstance(option, HideReal)] == ["i6"]
    full = HideChooser([["a1"]], ["c6", "i6"], ["c6"], 1)
    assert [option for option in full.options() if isinstance(option, HideReal)] == []
    refusal = full.refusal(HideReal("i6"))
    assert refusal is not None
    assert refusal.reason.id == "refuse.real.none"


@pytest.mark.parametrize("answers", [0, 2, 3])
def test_what_is_hidden_shuts_the_locks(answers: int) -> None:
    match = play(hiding(), *["lannister: hide c6", "lannister: hide i6", "lannister: real i6"][:answers])
    for seats in (None, 0, 1):
        stream = Stream(derive_key("hiding", answers))
        lock_redeal(match, seats, stream=stream, worlds=2)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=8)
    if answers == 3:
        faces = {tuple(match.imagine(0, number).state.strategy.cards) for number in range(12)}
        assert faces == {("real", "decoy"), ("decoy", "real")}
        assert {tuple(match.imagine(1, number).state.strategy.cards) for number in range(4)} == {("decoy", "real")}


# The plans of the game, drawn setups, and mistakes in a plan


def test_the_wolf_raiders_are_prepared_as_the_plan_has_it() -> None:
    plan = scenario("wolf-raiders")
    assert plan.defence is not None
    assert (plan.defence.red, plan.defence.blue, plan.defence.green, plan.defence.dice) == (4, 5, 6, 5)
    assert plan.catapult is not None
    assert Counter(target.rank for target in plan.catapult.targets) == {"red": 3, "blue": 3, "green": 3}
    board, hexes = plan.board, [plan.board.place(target.hex) for target in plan.catapult.targets]
    assert can_complete(board, hexes, {"red": 3, "blue": 3, "green": 3}, {})
    three = hexes[:3]
    assert all(to in board.neighbours[three[1]] for to in (three[0], three[2]))
    for red, enough in ((1, True), (0, False)):
        assert can_complete(board, three, {"red": red, "blue": 1, "green": 1}, {}) is enough


@pytest.mark.parametrize("id", ["wolf-raiders", "breaking-the-siege"])
def test_a_drawn_setup_asks_nothing_before_the_battle(id: str) -> None:
    drawn = set()
    for seed in range(12):
        options = {"scenario": id, "drawn_setup": True}
        match: Match[State] = new_match("battles", seats=2, seed=seed, options=options)
        assert (match.state.step, asked(match)[1]) == ("command", "turn")
        assert faults_of(match.state.scenario) == []
        drawn.add((tuple(match.state.palisades), tuple(match.state.strategy_hexes), tuple(match.state.strategy.cards)))
    assert len(drawn) > 4


SIEGE = {"house": "lannister", "hexes": ["e3", "g3"], "real": 1}


@pytest.mark.parametrize(("fields", "where", "text"), [
    ({"palisades": WALL, "defence": DEFENCE | {"red": 0, "blue": 0}}, ("defence",), "1 order tokens for 2 palisades"),
    ({"defence": DEFENCE}, ("defence",), "3 order tokens for 0 palisades"),
    ({"strategy": SIEGE | {"areas": [["e3"]]}}, ("strategy", "areas"), "1 areas for 2 hexes"),
    ({"strategy": SIEGE | {"areas": [["e3"], ["h3"]]}}, ("strategy", "areas", 1), "does not contain g3"),
    ({"strategy": SIEGE | {"areas": [["e3", "f3"], ["f3", "g3"]]}}, ("strategy", "areas"), "a hex occurs twice"),
    ({"strategy": SIEGE | {"areas": [["e3"], ["g3", "o9"]]}}, ("strategy", "areas", 1), "o9"),
])  # fmt: skip  # several to a line
def test_faults_of_preparations_are_found(fields: dict[str, Any], where: tuple[Any, ...], text: str) -> None:
    from banneret.games.battles.content.scenario_file import _convert  # noqa: PLC0415  # faults with their paths

    assert [problem for path, problem in _convert(plan(UNITS, **fields))[1] if path == where and text in problem]
    assert scenario_of(plan(UNITS, palisades=WALL, defence=DEFENCE)).defence is not None


def test_no_preparation_is_skipped() -> None:
    raiders = scenario("wolf-raiders")
    steps = [first_step(raiders)]
    while steps[-1] != "rally":
        steps.append(next_step(raiders, steps[-1]))
    assert steps == ["palisades", "targets", "rally"]


def test_a_plan_may_leave_momentum_to_chance() -> None:
    options = {"scenario": plan(UNITS, momentum="random")}
    assert {new_match("battles", seats=2, seed=seed, options=options).state.momentum for seed in range(8)} == {0, 1}


def test_after_the_preparations_the_first_round_begins_with_the_rally_phase() -> None:
    assert first_step(scenario("clash-on-the-kingsroad")) == "rally"
    assert first_step(scenario("breaking-the-siege")) == "hiding"
    assert next_step(scenario("breaking-the-siege"), "hiding") == "rally"
