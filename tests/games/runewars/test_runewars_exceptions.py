"""Exceptions: nothing to choose, nothing to lose, or a card that changes a rule."""

from __future__ import annotations

from typing import Final

import pytest

from banneret.games.runewars.actions import Content, Reform
from banneret.games.runewars.attack_actions import RemoveDie, SpendBoon, WoundFigure, WoundUpgrade
from banneret.games.runewars.content.components import Action, ModifierSector, components
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.events.combat import AttackBegan, AttackEnded, BoonsDiscarded, MoraleTested, UnitDestroyed
from banneret.games.runewars.events.course import UnitMarked
from banneret.games.runewars.events.moves import ActionCanceled, UnitRallied
from banneret.games.runewars.match_state import NO_DIALS, NO_UNIT
from banneret.games.runewars.rules.activation import act
from banneret.games.runewars.rules.attack.attack import attack, declared
from banneret.games.runewars.rules.attack.attack_dice import remove_icon, reroll
from banneret.games.runewars.rules.attack.attack_targets import sight_from, sight_of, targets_of, trays_that_touch
from banneret.games.runewars.rules.attack.morale_cards import betrayal, discipline_breakdown, wavering_resolve
from banneret.games.runewars.rules.command import ContentChooser, choices
from banneret.games.runewars.rules.damage.attack_choosers import (
    AttackPlan,
    RemoveDieChooser,
    VitalityChooser,
    WoundChooser,
)
from banneret.games.runewars.rules.damage.terrain import meet_terrain
from banneret.games.runewars.rules.damage.wounds import suffer_damage
from banneret.games.runewars.rules.deployment import supply
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.movement.marches import march_or_shift, ways_of
from banneret.games.runewars.rules.movement.reforms import ReformChooser
from banneret.games.runewars.rules.regenerate import empty_slots
from banneret.games.runewars.rules.round import end_phase
from banneret.games.runewars.rules.scoring import army_points
from banneret.games.runewars.rules.turns import pass_on
from banneret.games.runewars.state import body_of, set_mark, set_trays
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind
from banneret.games.runewars.units.movement import Way
from banneret.kernel.questions import Pass
from banneret.plane import HALF, TURN, Side
from tests.games.runewars.field import deal, die, field, play, told

SPEARS: Final = "a spearmen 3x2 9000 9000 0"
FOES: Final = "b reanimates 3x2 9000 11000 18000"
AWAY: Final = "b reanimates 3x2 9000 13000 18000"


# Moves --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:61.0")
def test_a_reform_ends_at_any_heading_of_the_circle() -> None:
    chooser = ReformChooser(field("a spearmen 3x2 9000 5000 9000", AWAY).state, 0)
    for heading, legal in ((0, True), (TURN - 1, True), (TURN, False), (-1, False)):
        assert (chooser.refusal(Reform(heading)) is None) is legal


@pytest.mark.rule("rw:61.2", "rw:ruling.26")
def test_an_engaged_unit_may_turn_by_quarters_about_each_tray() -> None:
    """A single tray touches an enemy with any of its edges."""
    state = field("a spearmen 1x1 9000 9000 0", "b reanimates 3x2 9000 10500 18000").state
    turns = [one for one in ReformChooser(state, 0).suggest() if not isinstance(one, Pass) and one.about == "1-1"]
    assert [one.heading for one in turns] == [9000, HALF, 27000]


@pytest.mark.rule("rw:23.2", "rw:23.2a")
@pytest.mark.parametrize(("upgrades", "speed"), [("", 2), ("| trumpets", 3)])
def test_trumpets_keep_the_speed_of_turns_alone(upgrades: str, speed: int) -> None:
    state = field(f"{SPEARS} {upgrades}", AWAY).state
    slower, faster = (ModifierSector(modifier="turn", speed=by, stance="blue") for by in (-1, 1))
    assert ways_of(state, 0, "march", 3, slower) == (Way("turn", speed),)
    assert ways_of(state, 0, "march", 2, faster) == (Way("turn", 3),)
    straight = ModifierSector(modifier="charge", speed=-1, stance="blue")
    assert ways_of(state, 0, "march", 3, straight) == (Way("straight", 2),)


@pytest.mark.rule("rw:23.2")
def test_a_card_about_marches_changes_no_shift() -> None:
    state = field("a ventala-skirmishers 2x1 9000 9000 0", AWAY).state
    assert [way.speed for way in ways_of(state, 0, "march", 3, None) if way.template == "straight"] == [3, 2]
    assert [way.speed for way in ways_of(state, 0, "shift", 3, None) if way.template == "straight"] == [3]


@pytest.mark.rule("rw:52.2", "rw:52.3")
def test_a_unit_that_may_go_nowhere_stays() -> None:
    """Two enemies hold a unit between them, which may not disengage."""
    game = field("a spearmen 2x1 9000 9000 0", "b reanimates 2x1 9000 10000 18000", "b reanimates 2x1 9000 8000 0")
    assert play(game, march_or_shift(game, 0, "shift", 3, held=True, sides=(Side.FRONT,))).asked == []
    moved = play(game, march_or_shift(game, 0, "shift", 1, held=True, sides=())).result
    assert (moved.done, game.state.poses[0]) == (False, (9000, 9000, 0))
    assert told(game, ActionCanceled)[-1].rule == "rw:52.3"


@pytest.mark.rule("rw:26.0")
@pytest.mark.parametrize(("action", "charge"), [("march", True), ("shift", False)])
def test_a_card_makes_marches_charges_and_no_shifts(action: Action, charge: bool) -> None:
    game = field("a spearmen 3x2 9000 9000 0 | aggressive-cornicen", "b reanimates 3x2 9000 11500 18000")
    ahead = ["move straight 1 front ahead"] if action == "shift" else []
    moved = play(game, march_or_shift(game, 0, action, 1), *ahead).result
    assert (moved.met, moved.charge) == ((1,), charge)


@pytest.mark.rule("rw:41.9f")
@pytest.mark.parametrize("upgrades", ["", "| beastmaster-thuk-tar-cavalry-upgrade"])
def test_a_card_against_the_panic_of_enemies_does_not_prevent_that_of_terrain(upgrades: str) -> None:
    game = field(f"a flesh-rippers 2x1 9000 3000 0 {upgrades}", AWAY)
    game.state.pieces, game.state.piece_poses = ["swamp"], [(9000, 7000, 0)]
    play(game, meet_terrain(game, 0, [0]))
    assert game.state.banes[0] == ["panic"]


# Attacks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:3.0", "rw:60.0")
def test_the_action_of_a_ranged_attack_makes_one() -> None:
    game = field("a reanimate-archers 2x1 9000 9000 0", "b spearmen 2x1 9000 13000 18000")
    dice = components().units["reanimate-archers"].attacks[1].dice
    assert dice
    play(game, act(game, 0, "ranged-attack", 0, None), chance=[0] * 4)
    assert [one.kind for one in told(game, AttackBegan)] == ["ranged"]
    assert len(told(game, AttackEnded)) == 1


@pytest.mark.rule("rw:ruling.31")
def test_only_trays_that_touch_with_that_edge_count() -> None:
    """The enemy is two trays wide and stands before the first two of three trays, or beside the last column."""
    state = field(SPEARS, "b reanimates 2x1 8500 10500 18000").state
    assert trays_that_touch(state, 0, 1, Side.FRONT) == [(0, 0), (1, 0)]
    assert trays_that_touch(state, 0, 1, Side.RIGHT) == []
    state = field(SPEARS, "b reanimates 2x1 11000 9500 9000").state
    assert trays_that_touch(state, 0, 1, Side.FRONT) == []
    assert len(trays_that_touch(state, 0, 1, Side.RIGHT)) == 2


@pytest.mark.rule("rw:70.1", "rw:ruling.73")
def test_of_several_lines_of_sight_the_shortest_counts() -> None:
    """An enemy ahead and to the right is seen from both edges."""
    state = field("a deepwood-archers 3x2 9000 9000 0 | flank-fire", "b spearmen 3x1 12500 11500 18000").state
    lines = [sight_from(state, 0, 1, side) for side in (Side.FRONT, Side.RIGHT)]
    lengths = [line.length for line in lines if line is not None]
    assert len(set(lengths)) == 2
    line = sight_of(state, 0, 1)
    assert line is not None
    assert line.length == min(lengths)


@pytest.mark.rule("rw:ruling.41")
@pytest.mark.parametrize(("x", "covered"), [(11500, True), (15800, False)])
def test_a_protector_covers_nobody_far_away_from_it(x: int, covered: bool) -> None:
    state = field(
        "a reanimate-archers 2x1 9000 9000 0",
        "b reanimates 2x2 7000 13000 18000 | profane-banner-bearer",
        f"b spearmen 2x2 {x} 13000 18000",
    ).state
    state.poses[0] = ((7000 + x) // 2, 9000, 0)
    assert targets_of(state, 0, "ranged") == ([1] if covered else [1, 2])


@pytest.mark.rule("rw:66.3", "rw:66.5")
def test_a_wound_is_refused_by_the_rule_for_its_figure() -> None:
    body = body_of(field(f"{SPEARS} | lance-corporal", FOES).state, 0)
    chooser = WoundChooser("a1", body, [], "rw:66.3")
    for answer, rule, why in (
        (WoundUpgrade("lance-corporal"), "rw:66.5", "refuse.wound.upgrade"),
        (WoundFigure("1-1", "0"), "rw:66.3", "refuse.wound.tray"),
    ):
        refusal = chooser.refusal(answer)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == (rule, why)


@pytest.mark.rule("rw:20.1", "rw:39.1c")
def test_only_the_chosen_edge_decides_whether_an_attack_flanks() -> None:
    """b1 stands in the bay of an incomplete unit, its right side at the front edge of the second rank."""
    state = field(SPEARS, "b rune-golems 1x1 9000 9500 27000").state
    state.figures[0] = [one for one in state.figures[0] if one[:2] not in ((2, 0), (1, 0))]
    plan = AttackPlan(0, "melee", components().units["spearmen"].attacks[0], ())
    flanking = [declared(state, plan, 1, edge).flanking for edge in (Side.FRONT, Side.RIGHT)]
    assert flanking == [True, False]


@pytest.mark.rule("rw:56.4c", "rw:ruling.29")
def test_an_icon_is_removed_only_if_it_is_there() -> None:
    game = field(SPEARS, FOES)
    fight = Attack(0, 1, "melee", components().units["spearmen"].attacks[0])
    fight.dice, fight.faces = ["red"], [("hit",)]
    fight.icons.update(["hit"])
    assert [remove_icon(game, fight, "hit", "rw:56.4c") for _ in range(2)] == [True, False]
    assert (fight.removed, fight.icons["hit"]) == (["hit"], 0)


@pytest.mark.rule("rw:36.3")
@pytest.mark.parametrize(("kind", "upgrades", "tests"), [
    ("ranged", "", ["a2"]), ("ranged", "| warsong-herald", []), ("melee", "", []),
])  # fmt: skip  # several to a line
def test_only_a_shot_frightens_allies_beside_its_target(kind: AttackKind, upgrades: str, tests: list[str]) -> None:
    shooter = "9000 9000 0" if kind == "ranged" else "9000 11000 0"
    game = field(f"a deepwood-archers 2x1 {shooter}", f"a deepwood-archers 2x1 10500 12000 27000 {upgrades}",
                 "b rune-golems 1x1 9000 12000 18000")  # fmt: skip  # several to a line
    deal(game, "disarray", "disarray")
    game.state.poses[1] = (10000, 12000, 9000)  # beside the target; the herald has a re-roll to offer there
    assert engaged_with(game.state, 1) == [2]
    play(game, attack(game, 0, kind), *["pass"] * (2 if upgrades else 1), chance=[die("blue")] * 2)
    assert [one.unit for one in told(game, MoraleTested)] == tests


@pytest.mark.rule("rw:56.2b")
def test_a_die_that_is_not_there_is_not_removed() -> None:
    chooser = RemoveDieChooser(0, ["red", "red"])
    assert chooser.options() == [RemoveDie("red")]
    assert [chooser.refusal(RemoveDie(die)) is None for die in ("red", "blue")] == [True, False]


@pytest.mark.rule("rw:ruling.40")
def test_no_other_boon_than_vitality_prevents_a_wound() -> None:
    chooser = VitalityChooser("a1")
    assert [chooser.refusal(one) is None for one in chooser.options()] == [True, True]
    assert chooser.refusal(SpendBoon("inspiration")) is not None


def test_nobody_is_asked_to_reroll_no_dice() -> None:
    game = field(SPEARS, FOES)
    fight = Attack(0, 1, "melee", components().units["spearmen"].attacks[0])
    fight.dice, fight.faces = ["red"], [()]
    assert play(game, reroll(game, fight, 0, 0, "rw:7.4b")).result is False
    fight.dice, fight.faces = [], []
    assert play(game, reroll(game, fight, 0, 1, "rw:7.4b")).result is False


@pytest.mark.rule("rw:66.0")
def test_no_damage_and_no_figures_are_no_loss() -> None:
    game = field(SPEARS, FOES)
    before = game.state.figures[1]
    assert play(game, suffer_damage(game, 1, 0)).result == 0
    assert game.state.figures[1] == before
    set_trays(game.state, 1, ())
    assert play(game, suffer_damage(game, 1, 3)).result == 0
    assert told(game, UnitDestroyed) == []


@pytest.mark.rule("rw:58.3", "rw:ruling.62")
@pytest.mark.parametrize(("formation", "attacks"), [("1x1", 0), ("2x1", 1)])
def test_a_unit_of_two_trays_attacks_itself(formation: str, attacks: int) -> None:
    game = field(SPEARS, f"b reanimates {formation} 9000 13000 18000")
    play(game, betrayal(game, 1), chance=[die("red"), die("blue")] if attacks else [])
    assert len(told(game, AttackBegan)) == attacks


@pytest.mark.rule("rw:58.3")
def test_a_unit_without_upgrades_discards_none() -> None:
    game = field(SPEARS, FOES)
    assert play(game, discipline_breakdown(game, 1)).asked == []


@pytest.mark.rule("rw:44.3", "rw:58.3")
def test_all_boons_of_a_unit_are_discarded_at_once() -> None:
    game = field(SPEARS, FOES)
    game.state.inspiration[1], game.state.vitality[1] = 2, 1
    play(game, wavering_resolve(game, 1))
    assert [(one.unit, one.number) for one in told(game, BoonsDiscarded)] == [("b1", 3)]
    assert (game.state.inspiration[1], game.state.vitality[1], game.state.banes[1]) == (0, 0, [])


@pytest.mark.rule("rw:59.1", "rw:59.5")
@pytest.mark.parametrize(("gap", "engaged"), [(0, [1]), (2, [1]), (3, [])])
def test_units_are_engaged_at_their_corners(gap: int, engaged: list[int]) -> None:
    """Corners 2 apart in each direction are 2.8 apart, and those 3 apart 4.2."""
    state = field("a spearmen 1x1 9000 9000 0", f"b spearmen 1x1 {10000 + gap} {10000 + gap} 0").state
    assert engaged_with(state, 0) == engaged


@pytest.mark.rule("rw:3.0", "rw:65.0")
def test_only_a_rally_rallies() -> None:
    for action, rallied in (("rally", 1), ("skill", 0), ("melee-attack", 0)):
        game = field(SPEARS, AWAY)
        game.state.banes[0] = ["panic"]
        play(game, act(game, 0, action, 0, None))  # type: ignore[arg-type]  # all are actions
        assert len(told(game, UnitRallied)) == rallied


def test_dials_are_kept_without_anything_missing() -> None:
    part = ContentChooser(field(SPEARS, AWAY).state, [0]).part()
    assert (part.missing, part.closing) == (0, Content())


@pytest.mark.rule("rw:68.4b", "rw:ruling.79")
def test_figures_grow_from_the_front() -> None:
    state = field(SPEARS, AWAY).state
    state.figures[0] = [one for one in state.figures[0] if one[:2] == (0, 0)]
    state.empty_trays[0] = [(0, 1), (1, 0)]
    assert empty_slots(state, 0) == [(1, 0)] * 4 + [(0, 1)] * 4


# Rounds and points ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:54.2")
@pytest.mark.parametrize("unit", ["rune-golems", "berserkers", "obscenes", "spearmen"])
def test_identical_sectors_are_one_setting(unit: str) -> None:
    card = components().units[unit]
    shown = [(card.actions[action], card.modifiers[modifier]) for action, modifier in choices(card)]
    assert all(one not in shown[:number] for number, one in enumerate(shown))
    every = {(repr(one), repr(other)) for one in card.actions for other in card.modifiers}
    assert len(shown) == len(every)


@pytest.mark.rule("rw:64.2", "rw:92.0")
def test_a_round_leaves_no_dials_behind() -> None:
    game = field(SPEARS, AWAY)
    state = game.state
    state.objective, state.round, state.called = "bounty", 1, 5
    state.dials, state.shown, state.seen = [(1, 1), (2, 0)], [True, False], [0, 1]
    state.canceled, state.spent = [3, 0], [True, True]
    play(game, end_phase(game))
    assert state.dials == [NO_DIALS] * 2
    assert (state.shown, state.seen, state.canceled) == ([False] * 2, [0] * 2, [0] * 2)
    assert (state.called, state.spent) == (0, [False, False])


@pytest.mark.rule("rw:ruling.75")
def test_only_hidden_units_with_such_a_card_wait_for_the_next_initiative() -> None:
    raven = "| raven-pennon-bearer"
    game = field(
        f"a spearmen 2x2 5000 3000 0 {raven}", "a spearmen 2x2 9000 3000 0", f"a spearmen 2x2 13000 3000 0 {raven}",
        f"b spearmen 2x2 9000 12000 18000 {raven}",
    )  # fmt: skip  # several to a line
    state = game.state
    state.dials, state.shown, state.called = [(0, 0)] * 4, [False, False, True, False], 4
    for unit in range(4):
        set_mark(state, unit, "kept", 1)
    pass_on(game, 0)
    assert [marks.get(holding.WAITING) for marks in state.marks] == [4, None, None, None]
    assert state.spent == [True, False]


@pytest.mark.rule("rw:86.2", "rw:86.3")
def test_upgrades_count_with_their_cost() -> None:
    points = [army_points(field(f"{SPEARS} {more}", FOES).state, 0) for more in ("", "| trumpets")]
    assert points[1] - points[0] == components().upgrades["trumpets"].cost
    free = next(id for id, card in components().upgrades.items() if not card.cost)
    assert army_points(field(f"{SPEARS} | {free}", FOES).state, 0) == points[0]


@pytest.mark.rule("rw:92.0", "rw:89.2a")
def test_without_enemies_no_unit_is_marked_for_a_bounty() -> None:
    game = field(SPEARS, FOES)
    game.state.objective = "bounty"
    set_trays(game.state, 1, ())
    play(game, supply(game), chance=[0] * 5)
    assert game.state.marked == [NO_UNIT, 0]
    assert [one.player for one in told(game, UnitMarked)] == ["b"]
