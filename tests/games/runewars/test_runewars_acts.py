"""What an action does step by step: who is asked, what stops it, and what is left after it."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.runewars.actions import Content, Reform, SetDials
from banneret.games.runewars.attack_actions import UseEdge
from banneret.games.runewars.content.components import ModifierSector, components
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.registry import HANDLERS, Handler, Moment, Source, When
from banneret.games.runewars.events.cards import MoraleOpened, SkillUsed
from banneret.games.runewars.events.combat import (
    AttackCanceled,
    BaneSpent,
    BoonGained,
    DiceRolled,
    IconsAdded,
    UnitDestroyed,
)
from banneret.games.runewars.events.course import TokenDropped, ToolRevealed
from banneret.games.runewars.events.moves import UnitMoved
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_ACTION, NO_DIALS, NO_MODIFIER, NO_UNIT
from banneret.games.runewars.rules.activation import act, perform, reveal, revealed, spend_banes_at_reveal
from banneret.games.runewars.rules.attack.attack import declared
from banneret.games.runewars.rules.attack.attack_dice import reroll_dice
from banneret.games.runewars.rules.attack.attack_targets import sight_of
from banneret.games.runewars.rules.attack.charges import flee_in_terror
from banneret.games.runewars.rules.attack.morale_cards import betrayal, communications_breakdown
from banneret.games.runewars.rules.command import ContentChooser, DialChooser, after_command, amend, command, show_tool
from banneret.games.runewars.rules.damage.attack_choosers import AttackPlan, EdgeChooser
from banneret.games.runewars.rules.damage.close_in import close_in_on
from banneret.games.runewars.rules.damage.losses import lose_tray
from banneret.games.runewars.rules.ground.areas import areas_of
from banneret.games.runewars.rules.ground.directions import pose_of
from banneret.games.runewars.rules.ground.morale_deck import open_top
from banneret.games.runewars.rules.ground.objectives import set_up_objective, unit_destroyed
from banneret.games.runewars.rules.ground.tokens import gain_banes, gain_inspiration, gain_vitality, spend_banes
from banneret.games.runewars.rules.movement.marches import MoveChooser, Terms, _square_up, march_or_shift, meet_enemies
from banneret.games.runewars.rules.movement.reforms import ReformChooser
from banneret.games.runewars.rules.round import end_phase
from banneret.games.runewars.rules.scoring import objective_points
from banneret.games.runewars.rules.turns import fits, initiative
from banneret.games.runewars.state import placed_of, set_mark, set_trays
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Rerolls
from banneret.games.runewars.units.movement import Way
from banneret.kernel.choosers import Options
from banneret.kernel.flow import Flow, MatchOver, Together
from banneret.kernel.pile import PUBLIC, Pile
from banneret.kernel.questions import Pass
from banneret.plane import Side, distance
from banneret.text.message import Message
from tests.games.runewars.field import deal, die, field, occupy, play, told
from tests.games.runewars.test_runewars_grounds import aside

SPEARS = "a spearmen 2x1 9000 3000 0"
FOES = "b spearmen 2x1 9000 13000 18000"


def handling(monkeypatch: pytest.MonkeyPatch, moment: When, does: str = "") -> list[str]:
    """Let spearmen answer a moment, and destroy themselves if `does` is "die"; return the list of who has answered."""
    seen: list[str] = []

    def answer(game: Runewars, _: Moment, source: Source) -> Flow[None]:
        seen.append(source.id)
        if does == "die":
            set_trays(game.state, source.unit, ())
        yield from ()

    monkeypatch.setitem(HANDLERS, moment, {"spearmen": Handler(answer, "unit")})
    return seen


# Command and reveal ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:50.0", "rw:3.2")
def test_dials_are_those_of_the_unit_that_is_asked_for() -> None:
    game = field(SPEARS, "a spearmen 2x1 15000 3000 0", FOES)
    chooser, card = DialChooser(game.state, 0), components().units["spearmen"]
    sectors = action_id(card.actions[0]), modifier_id(card.modifiers[0])
    assert chooser.refusal(SetDials("a1", *sectors)) is None
    refusal = chooser.refusal(SetDials("a2", *sectors))
    assert refusal is not None
    assert (refusal.rule, refusal.reason.id) == ("rw:50.0", "refuse.dials.unit")


@pytest.mark.rule("rw:50.0", "rw:50.1")
def test_a_new_command_phase_hides_all_dials_and_calls_no_initiative() -> None:
    game = field(SPEARS)
    state = game.state
    state.shown, state.seen, state.canceled = [True], [3], [1]
    state.called, state.active, state.spent, state.turn = 6, 0, [True, True], 1
    setting = DialChooser(state, 0).options()[3]
    flow = command(game)
    asked = next(flow)
    assert isinstance(asked, Together)
    own = play(game, asked.flows[0], f"dials a1 {setting.action} {setting.modifier}", "content")
    with pytest.raises(StopIteration):
        flow.send({0: own.result, 1: {}})
    assert (state.shown, state.seen, state.canceled) == ([False], [0], [0])
    assert (state.called, state.active, state.spent, state.turn) == (0, NO_UNIT, [False, False], state.first)
    steps = [state.step]
    play(game, after_command(game))
    assert [*steps, state.step] == ["ordered", "amended"]


def test_only_a_seat_without_units_is_not_asked_whether_it_is_content() -> None:
    game = field(SPEARS, FOES)
    for units, only in (([0], None), ([], Content())):
        chooser = ContentChooser(game.state, units)
        assert chooser.only(Options(chooser)) == only
    dials = DialChooser(game.state, 0)
    assert (dials.part().assumed, dials.part().things) == (dials.options()[0], ("unit:a1",))


@pytest.mark.rule("rw:ruling.76", "rw:50.1a")
def test_each_seat_of_a_side_sets_the_dials_of_its_own_units_again() -> None:
    """Seats a and c are of one side; a1 and a2 are amended by one each."""
    game = field(SPEARS, "a spearmen 2x1 15000 3000 0", FOES)
    state = game.state
    state.teams, state.controller, state.dials = [0, 1, 0, 1], [0, 2, 1], [(0, 0), (0, 0), (0, 0)]
    state.seen = [3, 3, 3]
    for unit in (0, 1):
        set_mark(state, unit, holding.TO_AMEND, 1)
    flow = amend(game)
    asked = next(flow)
    assert isinstance(asked, Together)
    assert set(asked.flows) == {0, 2}
    turned: dict[int, Any] = {}
    for seat, unit in ((0, 0), (2, 1)):
        setting = DialChooser(state, unit).options()[3]
        own = play(game, asked.flows[seat], f"dials {setting.unit} {setting.action} {setting.modifier}")
        assert len(own.asked) == 1
        turned[seat] = own.result
    with pytest.raises(StopIteration):
        flow.send(turned)
    assert (state.dials[0], state.dials[2]) == (state.dials[1], (0, 0))
    assert state.dials[0] != (0, 0)
    assert state.seen == [0, 0, 3]


@pytest.mark.rule("rw:5.1")
def test_to_show_a_tool_is_final() -> None:
    game = field(SPEARS, FOES)
    game.state.dials = [(0, 0), (0, 0)]
    show_tool(game, 0)
    assert game.state.shown == [True, False]
    assert [draw.seen for draw in game.chance.draws] == [PUBLIC]


@pytest.mark.rule("rw:5.1")
def test_the_tool_of_a_unit_destroyed_before_that_is_not_revealed(monkeypatch: pytest.MonkeyPatch) -> None:
    for does, shown in (("", True), ("die", False)):
        game = field(SPEARS, FOES)
        game.state.active, game.state.dials = 0, [(0, 0), (0, 0)]
        assert handling(monkeypatch, "before-reveal", does) == []
        play(game, reveal(game))
        assert (game.state.shown[0], bool(told(game, ToolRevealed))) == (shown, shown)


@pytest.mark.rule("rw:5.1", "rw:82.1b")
@pytest.mark.parametrize("gone", [False, True])
def test_no_card_responds_to_the_tool_of_a_unit_that_was_destroyed(monkeypatch: pytest.MonkeyPatch, gone: bool) -> None:
    game = field(SPEARS, "a spearmen 2x1 15000 3000 0", FOES)
    game.state.active = 0
    if gone:
        set_trays(game.state, 0, ())
    seen = handling(monkeypatch, "reveal")
    play(game, revealed(game))
    assert (seen, game.state.step) == ([] if gone else ["spearmen"], "perform")


@pytest.mark.rule("rw:64.3", "rw:92.0")
def test_what_lasts_a_round_ends_with_it() -> None:
    game = field(SPEARS, FOES)
    state = game.state
    for name in (holding.TO_AMEND, holding.HELD, f"{holding.ONCE}used"):
        set_mark(state, 0, name, 1)
    state.dials, state.shown, state.seen, state.canceled = [(1, 1)] * 2, [True] * 2, [3, 3], [1, 1]
    state.called, state.spent, state.round, state.first = 7, [True, True], 2, 0
    play(game, end_phase(game), chance=[0] * 5)
    assert set(state.marks[0]) == {holding.HELD, f"{holding.ONCE}used"}
    assert (state.dials, state.shown, state.seen, state.canceled) == ([NO_DIALS] * 2, [False] * 2, [0, 0], [0, 0])
    assert (state.called, state.spent, state.round, state.first, state.turn) == (0, [False, False], 3, 1, 1)
    assert state.step == "round"


@pytest.mark.rule("rw:ruling.75", "rw:6.1")
def test_a_card_that_shifts_the_initiative_tells_that_the_dials_are_one_off() -> None:
    game = field(SPEARS, FOES)
    state = game.state
    state.active, state.called = 0, 5
    state.marks[0] = {holding.SHIFTED: 1, holding.WAITING: 4}
    sectors = range(len(components().units["spearmen"].actions))
    values = {initiative(state, 0, (one, 0)) for one in sectors if fits(state, 0, (one, 0))}
    assert values == {4, 6}


@pytest.mark.rule("rw:82.1d", "rw:82.1b", "rw:82.2")
@pytest.mark.parametrize(("answers", "canceled", "left"), [
    (["pass", "pass"], 0, ["stun", "immobilize"]),
    (["spend stun", "pass"], NO_MODIFIER, ["immobilize"]),
    (["pass", "spend immobilize"], NO_ACTION, ["stun"]),
    (["spend stun", "spend immobilize"], NO_MODIFIER | NO_ACTION, []),
])  # fmt: skip  # several to a line
def test_a_bane_that_the_opponent_keeps_cancels_nothing(answers: list[str], canceled: int, left: list[str]) -> None:
    """Spearmen march, with a modifier that is no march."""
    game = field(SPEARS, FOES)
    state = game.state
    state.dials, state.shown, state.banes[0] = [(1, 4), (0, 0)], [True, False], ["stun", "immobilize"]
    assert play(game, spend_banes_at_reveal(game, 0), *answers).asked == ["b bane"] * 2
    assert (state.canceled[0], state.banes[0]) == (canceled, left)


# Actions ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:3.0", "rw:37.0")
def test_a_skill_action_resolves_a_skill() -> None:
    game = field("a spearmen 3x2 9000 9000 0 | support-rune-golem war-crier", "b spearmen 3x2 9000 11000 18000")
    game.state.banes[0] = ["panic"]
    assert play(game, act(game, 0, "skill", 0, None), "skill war-crier").result is False
    assert [one.ability for one in told(game, SkillUsed)] == ["war-crier"]


@pytest.mark.rule("rw:68.2", "rw:75.1", "rw:91.1")
@pytest.mark.parametrize(("charge", "banes"), [(True, [0, 1]), (False, [1, 0])])
def test_only_a_charge_has_an_impact(charge: bool, banes: list[int]) -> None:
    """Oathsworn cavalry has impact 1."""
    game = field("a oathsworn-cavalry 2x1 5000 3000 0", "b spearmen 2x1 5000 4500 18000")
    play(game, meet_enemies(game, 0, [1], charge=charge))
    assert [one.count("panic") for one in game.state.banes] == banes


@pytest.mark.rule("rw:75.2")
@pytest.mark.parametrize(("more", "banes"), [("", ["panic"]), (" | aggressive-drummer", [])])
def test_a_charge_at_nobody_gives_a_panic_unless_a_card_prevents_it(more: str, banes: list[str]) -> None:
    game = field(SPEARS + more, FOES)
    modifier = ModifierSector(modifier="charge", speed=0, stance="blue")
    play(game, march_or_shift(game, 0, "march", 2, modifier))
    assert game.state.banes[0] == banes


@pytest.mark.rule("rw:82.0", "rw:68.8")
def test_a_card_prevents_banes_or_changes_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, canceled, left in ((2, False, 2), (0, False, 0), (2, True, 0), (0, True, 0)):

        def change(_: Runewars, moment: Moment, __: Source, to: int = number, stop: bool = canceled) -> Flow[None]:
            moment.number, moment.canceled = to, stop
            yield from ()

        monkeypatch.setitem(HANDLERS, "banes-gained", {"spearmen": Handler(change, "unit")})
        game = field(SPEARS, FOES)
        play(game, gain_banes(game, 0, "panic", 1, "rw:82.0"))
        assert game.state.banes[0] == ["panic"] * left


@pytest.mark.rule("rw:80.0", "rw:56.4")
@pytest.mark.parametrize(("modifier", "added"), [
    (None, []),
    (ModifierSector(modifier="enhancement", icons=("hit", "surge"), stance="red"), [("hit", "surge")]),
])  # fmt: skip  # several to a line
def test_the_icons_of_an_enhancement_are_added_to_the_dice(
    modifier: ModifierSector | None, added: list[tuple[str, ...]]
) -> None:
    """One hit of spearmen with two trays in front wounds two figures of defense 1."""
    game = field(SPEARS, "b spearmen 2x2 9000 4500 18000")
    answers = [] if modifier is None else ["wound 1-2 0", "wound 1-2 0"]
    play(game, act(game, 0, "melee-attack", 0, modifier), *answers, chance=[die("red"), die("blue")])
    assert [one.icons for one in told(game, IconsAdded)] == added


@pytest.mark.rule("rw:19.4", "rw:88.0")
def test_a_unit_destroyed_by_its_collisions_squares_up_with_nobody() -> None:
    game = field("a spearmen 2x1 9000 9000 0", "b spearmen 1x1 8300 10000 0", "b spearmen 1x1 9700 10000 0")
    set_trays(game.state, 0, ())
    assert play(game, _square_up(game, 0, [1, 2], Side.FRONT)).asked == []


@pytest.mark.rule("rw:golden.2", "rw:53.0")
def test_a_unit_with_a_metered_march_stops_on_its_way() -> None:
    game = field("a spearmen 2x1 9000 3000 0 | metered-march", FOES)
    assert play(game, march_or_shift(game, 0, "march", 2), "stop 250").asked == ["a stop"]
    assert game.state.poses[0] == (9000, 3500, 0)


def test_a_unit_stops_on_its_way_along_a_wheel_to_either_side() -> None:
    """The ends mirror each other, and the unit has turned towards the side to which it wheels."""
    ends = {}
    for hand in ("left", "right"):
        game = field("a spearmen 2x1 9000 3000 0", FOES)
        chooser = MoveChooser(game.state, 0, Terms("march", (Way("wheel", 3),)))
        move = next(one for one in chooser.options() if one.hand == hand)
        ends[hand] = chooser.judged(move, 500)[0].pose
    left, right = ends["left"], ends["right"]
    assert (left.x + right.x, left.y) == (18_000, right.y)
    assert left.x < 9000 < right.x
    assert (left.heading + right.heading) % 36_000 == 0
    assert 0 < left.heading < 9000


@pytest.mark.rule("rw:53.0", "rw:53.1")
def test_cards_answer_moves_of_their_own_player_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = handling(monkeypatch, "before-move")
    for by, answered in ((1, []), (None, ["spearmen"])):
        game = field(SPEARS, FOES)
        play(game, march_or_shift(game, 0, "march", 2, by=by))
        assert seen == answered
        assert game.state.poses[0] == (9000, 5000, 0)


@pytest.mark.rule("rw:61.0")
def test_a_free_unit_turns_by_sixteenths_or_stays() -> None:
    game = field(SPEARS, FOES)
    chooser = ReformChooser(game.state, 0)
    sixteenths = [Reform(2250 * number) for number in range(1, 16)]
    assert chooser.suggest() == [Pass(), *sixteenths]
    for action, message in ((Pass(), "check.stay"), (Reform(4500), "check.reform")):
        checked = chooser.check(action)
        assert isinstance(checked, Message)
        assert (checked.id, checked.fields["unit"]) == (message, "a1")
    assert chooser.check(Reform(-1)) == chooser.refusal(Reform(-1)) is not None


# Attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:39.0", "rw:39.1")
def test_only_a_melee_attack_has_an_edge_and_flanks() -> None:
    """The attacker touches the left edge of the target."""
    game = field("a spearmen 2x1 9000 9000 0", "b spearmen 2x2 9000 10500 9000")
    profile = components().units["spearmen"].attacks[0]
    melee = declared(game.state, AttackPlan(0, "melee", profile), 1, Side.FRONT)
    assert (melee.edge, melee.flanking, melee.flanked) == (Side.FRONT, True, False)
    back = declared(game.state, AttackPlan(1, "melee", profile), 0, Side.RIGHT)
    assert (back.flanking, back.flanked) == (False, True)
    ranged = declared(game.state, AttackPlan(1, "ranged", profile), 0, None)
    assert (ranged.edge, ranged.flanking, ranged.flanked) == (None, False, False)


@pytest.mark.rule("rw:7.4", "rw:7.4a", "rw:7.4b")
def test_every_reroll_is_offered_until_one_is_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    def count(_: Runewars, moment: Moment, __: Source) -> Flow[None]:
        assert moment.attack is not None
        moment.attack.rerolls = Rerolls(any=2, one=3)
        yield from ()

    monkeypatch.setitem(HANDLERS, "attack-rerolls", {"spearmen": Handler(count, "unit")})
    for answers, asked in (
        (["pass", "pass"], 2),
        (["reroll red-hit", "pass", "pass"], 3),
        (["reroll red-hit", "reroll red-hit", "reroll red-hit", "pass"], 4),
        (["reroll red-hit", "reroll red-hit", "reroll red-hit", "reroll red-hit", "reroll red-hit"], 5),
    ):
        game = field(SPEARS, FOES)
        fight = Attack(0, 1, "melee", components().units["spearmen"].attacks[0])
        fight.dice, fight.faces = ["red"], [("hit",)]
        rolls = [die("red", "hit")] * (len(answers))
        played = play(game, reroll_dice(game, fight), *answers, chance=rolls)
        assert played.asked == ["a reroll"] * asked


@pytest.mark.rule("rw:82.1", "rw:82.2")
def test_no_bane_is_spent_for_nothing() -> None:
    game = field(SPEARS, FOES)
    game.state.banes[0] = ["panic", "stun", "panic", "panic"]
    spend_banes(game, 0, "panic", 0)
    assert (len(game.state.banes[0]), told(game, BaneSpent)) == (4, [])
    spend_banes(game, 0, "panic", 2)
    assert game.state.banes[0] == ["stun", "panic"]
    assert [(one.bane, one.number) for one in told(game, BaneSpent)] == [("panic", 2)]


@pytest.mark.rule("rw:20.1a")
def test_a_unit_attacks_with_an_edge_that_touches() -> None:
    profile = components().units["spearmen"].attacks[0]
    chooser = EdgeChooser(AttackPlan(0, "melee", profile), 1, [Side.FRONT, Side.LEFT])
    assert chooser.options() == [UseEdge("front"), UseEdge("left")]
    refusals = {edge: chooser.refusal(UseEdge(edge)) for edge in ("front", "right", "rear", "left")}
    assert {edge: None if one is None else one.rule for edge, one in refusals.items()} == {
        "front": None, "right": "rw:20.1a", "rear": "rw:20.1a", "left": None,
    }  # fmt: skip  # several to a line


@pytest.mark.rule("rw:12.0", "rw:88.0")
@pytest.mark.parametrize("gone", [0, 1])
def test_nobody_closes_in_on_a_destroyed_unit_nor_a_destroyed_one(gone: int) -> None:
    game = field(SPEARS, "b spearmen 2x1 9000 4500 18000")
    game.state.poses[gone] = None
    assert play(game, close_in_on(game, 0, {1: True})).asked == []


@pytest.mark.rule("rw:88.0", "rw:88.1")
@pytest.mark.parametrize(("cancels", "returns", "stands"), [
    (False, False, False), (False, True, False), (True, False, False), (True, True, True),
])  # fmt: skip  # several to a line
def test_a_unit_is_saved_only_by_a_card_that_gives_it_figures(
    monkeypatch: pytest.MonkeyPatch, cancels: bool, returns: bool, stands: bool
) -> None:
    def save(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
        moment.canceled = cancels
        if returns:
            set_trays(game.state, source.unit, [(0, 0, 0, "")])
        yield from ()

    monkeypatch.setitem(HANDLERS, "before-destroyed", {"spearmen": Handler(save, "unit")})
    game = field("a spearmen 1x1 9000 3000 0", FOES)
    play(game, lose_tray(game, 0, (0, 0)))
    assert bool(game.state.figures[0]) is stands
    assert bool(told(game, UnitDestroyed)) is not stands


@pytest.mark.rule("rw:29.1", "rw:71.1", "rw:5.3")
def test_a_match_is_over_before_a_bonus_action_if_the_action_has_destroyed_the_last_enemy() -> None:
    """Outland scouts kill the last spearman, and would shift as their bonus action."""
    game = field("a outland-scouts 2x1 9000 3000 0", "b spearmen 1x1 8500 4000 18000")
    state = game.state
    set_trays(state, 1, [(0, 0, 0, "")])
    card = components().units["outland-scouts"]
    attack = next(number for number, one in enumerate(card.actions) if one.action == "melee-attack")
    bonus = next(number for number, one in enumerate(card.modifiers) if one.action == "shift")
    state.dials, state.shown, state.active = [(attack, bonus), (0, 0)], [True, False], 0
    with pytest.raises(MatchOver):
        play(game, perform(game), chance=[die(one, "hit") for one in card.attacks[0].dice])
    assert state.figures[1] == []
    assert told(game, UnitMoved) == []


@pytest.mark.rule("rw:41.6", "rw:69.3")
def test_the_shortest_line_of_sight_from_terrain_is_from_the_edge_that_faces_the_enemy() -> None:
    """The keep reaches to y = 7100, and its enemy from y = 9500."""
    game = field("a spearmen 2x1 5000 6000 0", "b spearmen 2x1 5000 10000 18000")
    occupy(game, 0, "stronghold")
    line = sight_of(game.state, 0, 1)
    assert line is not None
    assert line.length == 2400


@pytest.mark.rule("rw:44.0")
def test_boons_are_for_units_that_stand_and_none_is_gained_by_nothing() -> None:
    game = field(SPEARS, FOES)
    state = game.state
    set_trays(state, 1, ())
    for gain in (gain_inspiration, gain_vitality):
        for unit, number in ((0, 0), (0, -1), (1, 1), (0, 2)):
            gain(game, unit, number, "rw:44.0")
    assert (state.inspiration, state.vitality) == ([2, 0], [2, 0])
    assert [(one.unit, one.boon, one.number) for one in told(game, BoonGained)] == [
        ("a1", "inspiration", 2),
        ("a1", "vitality", 2),
    ]


@pytest.mark.rule("rw:ruling.71")
def test_the_top_of_the_deck_is_opened_once_and_only_if_there_is_a_card() -> None:
    game = field("a spearmen 2x1 9000 3000 0 | cacophony-reaver", FOES)
    deal(game, "betrayal")
    for _ in range(2):
        open_top(game)
        assert [one.card for one in told(game, MoraleOpened)] == ["betrayal"]
    game.state.deck = Pile([])
    open_top(game)
    assert len(told(game, MoraleOpened)) == 1


# Objectives ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:89.2a", "rw:ruling.45")
def test_a_token_for_which_there_is_no_place_is_left_out() -> None:
    game = aside("a spearmen 2x1 0 0 0", "b spearmen 2x1 0 0 0")
    state = game.state
    state.token_places = [(x, y) for x in range(800, 30_000, 1500) for y in range(6000, 13_000, 1500)]
    before = len(state.token_places)
    assert play(game, set_up_objective(game)).asked == []
    assert state.token_places[before:] == [None]
    assert (state.token_seat, state.turn) == ([0], 1)


@pytest.mark.rule("rw:89.2b")
def test_a_destroyed_unit_drops_its_own_tokens_only() -> None:
    game = field(SPEARS, "a spearmen 2x1 15000 3000 0", FOES)
    state = game.state
    state.token_places, state.token_units, state.token_seat = [None, None, (1, 2)], [0, 1, NO_UNIT], [0, 0, 1]
    unit_destroyed(game, 1, 15000, 3000)
    assert state.token_places == [None, (15000, 3000), (1, 2)]
    assert state.token_units == [0, NO_UNIT, NO_UNIT]
    assert [one.unit for one in told(game, TokenDropped)] == ["a2"]


@pytest.mark.rule("rw:89.2c", "rw:89.4", "rw:86.5")
@pytest.mark.parametrize(("x", "points"), [(3000, True), (26_000, True), (14_400, False)])
def test_a_unit_breaks_the_defenses_at_any_of_the_enemy_areas(x: int, points: bool) -> None:
    """On Maelstrom, red has an area at each flank, and none between."""
    game = field(f"a spearmen 2x1 {x} 6000 0", "b spearmen 2x1 14400 7200 18000")
    state = game.state
    state.deployment, state.red, state.objective = "maelstrom", 1, "break-their-defenses"
    reach = min(distance(tray, area) for area in areas_of(state, 1) if (tray := placed_of(state, 0)))
    assert (reach <= 1575) is points
    assert (objective_points(state)[0] > 0) is points


def test_a_unit_beside_the_table_has_no_pose() -> None:
    game = aside("a spearmen 2x1 0 0 0", "b spearmen 2x1 0 0 0")
    with pytest.raises(ValueError, match="a1"):
        pose_of(game.state, 0)


# Morale ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:58.3", "rw:ruling.63")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_enemy_turns_a_unit_that_flees_and_its_own_player_marches(seat: int) -> None:
    game = field(SPEARS, FOES)
    played = play(game, flee_in_terror(game, seat), "reform 9000 centre")
    assert played.asked == [f"{'ba'[seat]} reform"]
    pose = game.state.poses[seat]
    assert pose == ((7000, 3000, 9000) if seat == 0 else (7000, 13000, 9000))


@pytest.mark.rule("rw:58.3", "rw:63.3b", "rw:44.0")
@pytest.mark.parametrize(("gap", "inspired"), [(3149, 1), (3153, 0)])
def test_a_breakdown_inspires_enemies_up_to_two_bands_away(gap: int, inspired: int) -> None:
    """Two bands are 3150; each unit is one tray deep."""
    game = field(SPEARS, f"b spearmen 2x1 9000 {4000 + gap} 18000")
    play(game, communications_breakdown(game, 0))
    assert game.state.inspiration == [0, inspired]


@pytest.mark.rule("rw:58.3", "rw:82.1", "rw:56.2b")
def test_blights_take_dice_from_a_betrayal_too() -> None:
    """Spearmen attack with a red and a blue die; their own player chooses which one to remove."""
    game = field(SPEARS, FOES)
    game.state.banes[1] = ["blight", "blight"]
    played = play(game, betrayal(game, 1), "spend blight", "remove red", "spend blight")
    assert played.asked == ["a bane", "b remove-die", "a bane"]
    assert [one.attacker for one in told(game, AttackCanceled)] == ["b1"]
    assert told(game, DiceRolled) == []
