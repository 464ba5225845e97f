"""Attacks as they are carried out, step by step."""

from __future__ import annotations

from typing import Final

import pytest

from banneret.games.runewars.content.components import Icon
from banneret.games.runewars.events.combat import (
    AttackBegan,
    AttackCanceled,
    AttackEnded,
    DamageLost,
    DiceRerolled,
    DiceRolled,
    FigureWounded,
    HitsSpent,
    IconsCounted,
    SlotFilled,
    TraysLost,
    UnitDestroyed,
    WoundIgnored,
)
from banneret.games.runewars.events.moves import ActionCanceled
from banneret.games.runewars.rules.activation import act
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.attack_targets import hides, is_shot, targets_of
from banneret.games.runewars.rules.damage.losses import discard_upgrade
from banneret.games.runewars.rules.damage.wounds import suffer_damage, suffer_wounds
from banneret.games.runewars.rules.ground.surroundings import as_obstacle, placed_piece
from banneret.games.runewars.state import without_one
from banneret.games.runewars.units.movement import Obstacle
from banneret.plane import SightLine
from tests.games.runewars.field import die, field, occupy, play, standing, told

SPEARS: Final = "a spearmen 3x2 9000 9000 0"
"""Its front edge lies at y = 10000; red and blue die, 4 figures of defense 1 a tray."""
FOES: Final = "b reanimates 3x2 9000 11000 18000"
"""Front against front."""
HIT: Final = die("red", "hit")
BLANK: Final = die("blue")


# Profile and target --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:7.0", "rw:7.1", "rw:7.2", "rw:7.3", "rw:7.9", "rw:7.12", "rw:20.3", "rw:78.0", "rw:78.1")
def test_a_melee_attack_goes_from_profile_to_wounds() -> None:
    """3 trays of front: a hit is 3 damage, which fells 3 figures of defense 1."""
    game = field(SPEARS, FOES)
    wounds = ("wound 1-2 0", "wound 2-2 0", "wound 2-2 0")
    played = play(game, attack(game, 0, "melee"), "pass", *wounds, chance=[HIT, BLANK])
    assert played.asked == ["a reroll", "a wound", "a wound", "a wound"]
    assert standing(game, "b1") == {(0, 0): 4, (1, 0): 4, (2, 0): 4, (0, 1): 3, (1, 1): 2, (2, 1): 4}
    assert told(game, DiceRolled)[0].dice == ("red-hit", "blue-blank")
    assert [(one.hits, one.threat, one.damage) for one in told(game, HitsSpent)] == [(1, 3, 3)]
    assert told(game, AttackEnded)[0].wounds == 3


@pytest.mark.rule("rw:3.0", "rw:7.0")
def test_the_action_of_a_melee_attack_makes_one() -> None:
    game = field(SPEARS, FOES)
    play(game, act(game, 0, "melee-attack", 0, None), "pass", chance=[die("red"), BLANK])
    assert [(one.kind, one.defender) for one in told(game, AttackBegan)] == [("melee", "b1")]


@pytest.mark.rule("rw:7.8", "rw:7.9", "rw:7.10")
def test_trays_that_are_lost_are_counted() -> None:
    """Of three wounds one takes the only figure of a tray."""
    game = field(SPEARS, "b reanimates 3x1 9000 10500 18000")
    game.state.figures[1] = tuple((column, 0, 0, "") for column in (0, 1, 1, 1, 1, 2, 2, 2, 2))
    play(game, attack(game, 0, "melee"), "pass", *["wound 1-1 0", "wound 3-1 0", "wound 3-1 0"], chance=[HIT, BLANK])
    assert (told(game, AttackEnded)[0].wounds, told(game, AttackEnded)[0].trays) == (3, 1)


@pytest.mark.rule("rw:7.2", "rw:7.2a", "rw:7.2b", "rw:59.5")
def test_without_a_target_there_is_no_attack() -> None:
    game = field(SPEARS, "b reanimates 3x2 9000 11500 18000")
    assert play(game, attack(game, 0, "melee")).asked == []
    assert play(game, attack(game, 0, "ranged")).asked == []
    assert [one.rule for one in told(game, ActionCanceled)] == ["rw:7.2a", "rw:7.1"]


@pytest.mark.rule("rw:7.2")
def test_a_card_lets_a_melee_attack_reach_enemies_at_range_1() -> None:
    """b1 is at range 1 and b2 at range 2; a2 is no enemy."""
    foes = ("b spearmen 2x1 9000 11000 18000", "b spearmen 2x1 12500 11800 18000")
    game = field("a spearmen 2x1 9000 9000 0 | sweeping-strikes", "a spearmen 2x1 6500 9500 0", *foes)
    assert targets_of(game.state, 0, "melee") == [2]
    assert targets_of(field("a spearmen 2x1 9000 9000 0", *foes).state, 0, "melee") == []


@pytest.mark.rule("rw:7.2", "rw:7.12", "rw:59.1")
def test_the_attacker_chooses_among_those_engaged_with_it() -> None:
    game = field(SPEARS, "b reanimates 2x1 8000 10500 18000", "b reanimates 2x1 10000 10500 18000")
    played = play(game, attack(game, 0, "melee"), "target b2", "pass", chance=[die("red"), BLANK])
    assert played.options[0] == ["target b1", "target b2"]
    assert told(game, AttackBegan)[0].defender == "b2"
    only = field(SPEARS, "b reanimates 2x1 8000 10500 18000", "b reanimates 2x1 10000 10500 18000")
    assert play(only, attack(only, 0, "melee", among=(2,)), "pass", chance=[die("red"), BLANK]).asked == ["a reroll"]
    assert told(only, AttackBegan)[0].defender == "b2"


@pytest.mark.rule("rw:36.0", "rw:36.1", "rw:20.2", "rw:7.2b")
def test_archers_shoot_at_what_they_see_at_range_1_to_5() -> None:
    """Front of 2 trays: the threat of a shot is 2. b2 is beyond range 5, b3 behind b1."""
    archers = "a reanimate-archers 2x1 9000 9000 0"
    game = field(
        archers,
        "b spearmen 2x1 9000 14000 18000",
        "b spearmen 2x1 5000 18000 18000",
        "b spearmen 1x1 9000 15100 18000",
    )
    played = play(game, attack(game, 0, "ranged"), "wound 1-1 0", "wound 1-1 0", chance=[HIT, BLANK])
    assert played.asked == ["a wound", "a wound"]
    assert (told(game, AttackBegan)[0].defender, told(game, AttackBegan)[0].edge) == ("b1", None)
    assert told(game, HitsSpent)[0].threat == 2


@pytest.mark.rule("rw:7.2b", "rw:36.0")
def test_a_shot_needs_sight_at_range_1_to_5() -> None:
    """A range is 1,575 long."""
    game = field("a reanimate-archers 2x1 9000 9000 0")
    lines = [SightLine((0.0, 0.0), (0.0, 7875.0 + beyond)) for beyond in (0, 1)]
    assert [is_shot(game.state, 0, line) for line in (*lines, None)] == [True, False, False]


@pytest.mark.rule("rw:36.2")
def test_engaged_archers_do_not_shoot() -> None:
    game = field(
        "a reanimate-archers 2x1 9000 9000 0", "b spearmen 2x1 9000 10000 18000", "b spearmen 2x1 9000 14000 0"
    )
    assert play(game, attack(game, 0, "ranged")).asked == []
    assert told(game, ActionCanceled)[0].rule == "rw:7.2b"


@pytest.mark.rule("rw:20.1a", "rw:39.1", "rw:39.1b", "rw:39.1c", "rw:ruling.32")
def test_a_flanker_adds_a_die_and_the_flanked_one_has_no_rerolls() -> None:
    cavalry = "a oathsworn-cavalry 2x2 6500 9000 27000"  # its front edge lies along the left side of b1
    foe = "b reanimates 3x2 9000 9000 0"
    game = field(cavalry, foe)
    played = play(game, attack(game, 0, "melee"), "add red", "pass", chance=[die("red")] * 3 + [BLANK])
    assert played.asked == ["a flank-die", "a reroll"]
    assert told(game, AttackBegan)[0].flanking
    assert told(game, DiceRolled)[0].dice == ("red-blank", "red-blank", "blue-blank", "red-blank")
    assert play(game, attack(game, 1, "melee"), chance=[die("red"), die("red")]).asked == []
    assert not told(game, AttackBegan)[1].flanking


@pytest.mark.rule("rw:20.1", "rw:20.1a")
def test_with_two_contacted_edges_the_attacker_chooses() -> None:
    """b1 lies in the bay of an incomplete unit: its front and its right side touch."""
    game = field(SPEARS, "b rune-golems 1x1 9000 9500 18000")
    state = game.state
    state.figures[0] = [one for one in state.figures[0] if (one[0], one[1]) not in ((2, 0), (1, 0))]
    played = play(game, attack(game, 0, "melee"), "edge right", "pass", chance=[die("red"), BLANK])
    assert played.options[0] == ["edge front", "edge right"]
    assert told(game, AttackBegan)[0].edge == "right"


@pytest.mark.rule("rw:ruling.31", "rw:20.1")
@pytest.mark.parametrize(("erratum", "threat"), [(False, 2), (True, 1)])
def test_the_erratum_on_threat_is_an_option(erratum: bool, threat: int) -> None:
    """b1 touches the right side of the front rank alone; the second rank is partial and ends before it."""
    game = field("a spearmen 3x2 9000 9000 0", "b reanimates 1x1 11000 9500 0")
    state = game.state
    state.threat_erratum = erratum
    state.figures[0] = [one for one in state.figures[0] if one[:2] != (2, 1)]
    play(game, attack(game, 0, "melee"), "pass", chance=[HIT, BLANK])
    assert told(game, HitsSpent)[0].threat == threat


# Dice ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:1.3", "rw:18.0", "rw:56.0", "rw:56.2b", "rw:7.3a", "rw:82.1", "rw:82.1a", "rw:82.2")
def test_each_blight_takes_a_die_and_without_dice_the_attack_is_over() -> None:
    game = field(SPEARS, FOES)
    game.state.banes[0] = ["blight", "panic", "blight"]
    played = play(game, attack(game, 0, "melee"), "spend blight", "remove red", "spend blight")
    assert played.asked == ["b bane", "a remove-die", "b bane"]
    assert game.state.banes[0] == ["panic"]
    assert len(told(game, AttackCanceled)) == 1
    assert told(game, DiceRolled) == []
    assert told(game, AttackEnded)[0].wounds == 0


@pytest.mark.rule("rw:82.1a")
def test_the_opponent_may_keep_a_blight() -> None:
    game = field(SPEARS, FOES)
    game.state.banes[0] = ["blight"]
    play(game, attack(game, 0, "melee"), "pass", "pass", chance=[die("red"), BLANK])
    assert game.state.banes[0] == ["blight"]
    assert told(game, DiceRolled)[0].dice == ("red-blank", "blue-blank")


@pytest.mark.rule("rw:7.4", "rw:7.4a", "rw:7.4b", "rw:ruling.27")
def test_full_ranks_reroll_any_dice_and_a_partial_one_a_single_die() -> None:
    """3 ranks of which the last is partial: any dice once, then one die; dice may be rolled again twice."""
    game = field("a spearmen 3x3 9000 8500 0", FOES)
    state = game.state
    state.figures[0] = [one for one in state.figures[0] if (one[0], one[1]) != (0, 2)]
    flow = attack(game, 0, "melee")
    blank, morale = die("red"), die("red", "morale")
    rerolls = ("reroll red-blank blue-blank", "reroll red-blank")
    played = play(game, flow, *rerolls, chance=[blank, BLANK, blank, die("blue", "accuracy"), morale, "rising-panic"])
    assert played.asked[:2] == ["a reroll", "a reroll"]
    assert played.options[0] == [
        "pass",
        "reroll blue-blank",
        "reroll red-blank",
        "reroll red-blank blue-blank",
    ]
    assert played.options[1] == ["pass", "reroll blue-accuracy", "reroll red-blank"]
    assert [one.dice for one in told(game, DiceRerolled)] == [
        ("red-blank", "blue-accuracy"),
        ("red-morale", "blue-accuracy"),
    ]
    assert [one.rule for one in told(game, DiceRerolled)] == ["rw:7.4a", "rw:7.4b"]


@pytest.mark.rule("rw:80.0", "rw:56.4a", "rw:7.5", "rw:76.2")
def test_an_enhancement_adds_its_icons() -> None:
    game = field(SPEARS, FOES)
    icons: tuple[Icon, ...] = ("hit",)
    play(game, attack(game, 0, "melee", icons), "pass", *["wound 1-2 0"] * 3, chance=[die("red"), BLANK])
    assert told(game, IconsCounted)[0].icons == {"hit": 1}
    assert told(game, AttackEnded)[0].wounds == 3


# Wounds --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:7.8", "rw:77.0", "rw:77.1", "rw:77.2", "rw:7.13", "rw:68.1")
def test_mortal_strikes_wound_before_hits_and_whatever_the_defense() -> None:
    """Hawthorne, brutal 1: a hit is 2 damage, too little for a golem of defense 4; a mortal strike wounds it."""
    game = field("a lord-hawthorne 1x1 9000 9000 0", "b rune-golems 1x1 9000 10000 18000")
    strike = die("white", "mortal-strike")
    play(game, attack(game, 0, "melee"), chance=[strike, HIT])
    assert game.state.figures[1] == [(0, 0, 1, "")]
    assert told(game, HitsSpent)[0].damage == 2
    assert told(game, DamageLost)[0].damage == 2
    play(game, attack(game, 0, "melee"), chance=[strike, HIT])
    assert game.state.figures[1] == []
    assert game.state.poses[1] is None
    assert [one.unit for one in told(game, UnitDestroyed)] == ["b1"]


@pytest.mark.rule("rw:7.7", "rw:38.0", "rw:42.0", "rw:42.1", "rw:42.2", "rw:42.5", "rw:38.2", "rw:38.6", "rw:66.5")
def test_accuracy_reaches_a_captain_in_the_front_rank() -> None:
    """The fallen hero has defense 3 and 2 wounds: one wound by 3 damage; the accuracy is spent by it."""
    game = field(SPEARS, f"{FOES} | fallen-hero")
    hero = die("blue", "hit", "accuracy")
    play(game, attack(game, 0, "melee"), "pass", "wound fallen-hero", chance=[die("red"), hero])
    assert (0, 0, 1, "fallen-hero") in game.state.figures[1]
    assert told(game, AttackEnded)[0].wounds == 1


@pytest.mark.rule("rw:7.7c", "rw:42.3")
def test_accuracy_is_ignored_without_figure_upgrades() -> None:
    game = field(SPEARS, FOES)
    played = play(game, attack(game, 0, "melee"), "pass", chance=[die("red"), die("blue", "accuracy")])
    assert played.asked == ["a reroll"]


@pytest.mark.rule("rw:7.7d", "rw:42.1")
def test_the_attacker_assigns_each_accuracy() -> None:
    game = field(SPEARS, f"{FOES} | fallen-hero marching-drummer")
    icons: tuple[Icon, ...] = ("accuracy",)
    shot = die("blue", "accuracy")
    played = play(
        game,
        attack(game, 0, "melee", icons),
        "pass", "accuracy fallen-hero", "accuracy marching-drummer",
        chance=[die("red"), shot],
    )  # fmt: skip  # several to a line
    assert played.options[1] == ["accuracy fallen-hero", "accuracy marching-drummer"]


@pytest.mark.rule("rw:38.7", "rw:66.4")
def test_the_last_figure_of_a_tray_takes_no_slot_where_the_unit_would_split() -> None:
    """Of a drummer and two last figures in a row, the one at the far end takes his slot."""
    game = field("a reanimates 3x1 9000 3000 0 | marching-drummer")
    game.state.figures[0] = [(0, 0, 0, "marching-drummer"), (1, 0, 0, ""), (2, 0, 0, "")]
    assert play(game, discard_upgrade(game, 0, "marching-drummer")).asked == []
    assert standing(game, "a1") == {(0, 0): 1, (1, 0): 1}


@pytest.mark.rule("rw:38.7b")
def test_no_tray_takes_the_place_of_a_heavy_figure_where_the_unit_would_split() -> None:
    """Of three trays in a row the heavy one falls: the far one takes its place, not the middle one."""
    game = field("a darnati-warriors 3x1 9000 3000 0 | frontline-aymhelin-scion")
    figures = [(column, 0, 0, "") for column in (1, 2) for _ in range(4)]
    game.state.figures[0] = [(0, 0, 0, "frontline-aymhelin-scion"), *figures]
    assert play(game, discard_upgrade(game, 0, "frontline-aymhelin-scion")).asked == []
    assert standing(game, "a1") == {(0, 0): 4, (1, 0): 4}


@pytest.mark.rule("rw:7.10", "rw:38.7", "rw:38.4", "rw:15.3", "rw:ruling.60")
def test_a_figure_takes_the_slot_of_a_drummer_that_falls_and_his_card_is_discarded() -> None:
    game = field(SPEARS, f"{FOES} | marching-drummer")
    icons: tuple[Icon, ...] = ("accuracy",)
    wounds = ("wound marching-drummer", "wound 1-2 0")
    played = play(game, attack(game, 0, "melee", icons), "pass", *wounds, "take 2-2 0", chance=[HIT, BLANK])
    assert played.asked[-1] == "b figure"
    assert played.options[-1] == ["take 1-2 0", "take 2-2 0", "take 3-2 0"]
    assert standing(game, "b1") == {(0, 0): 4, (1, 0): 4, (2, 0): 4, (0, 1): 3, (1, 1): 3, (2, 1): 4}
    assert game.state.upgrades[1] == []
    assert [(one.tray, one.taken) for one in told(game, SlotFilled)] == [("1-1", "2-2")]


@pytest.mark.rule("rw:38.7b")
def test_a_full_tray_of_the_back_rank_takes_the_place_of_a_heavy_figure() -> None:
    game = field(SPEARS, "b reanimates 3x3 9000 11500 18000 | front-line-carrion-lancer")
    state = game.state
    state.figures[1] = without_one(state.figures[1], (1, 2, 0, ""))
    played = play(game, discard_upgrade(game, 1, "front-line-carrion-lancer"), "tray 3-3")
    assert played.options == [["tray 1-3", "tray 3-3"]]
    there = standing(game, "b1")
    assert (2, 2) not in there
    assert (there[0, 0], there[1, 2]) == (4, 3)
    assert [one.trays for one in told(game, TraysLost)] == [("3-3",)]


@pytest.mark.rule("rw:38.7a")
def test_without_another_figure_the_slot_stays_empty() -> None:
    game = field(SPEARS, "b reanimates 1x1 9000 10500 18000 | marching-drummer")
    play(game, discard_upgrade(game, 1, "marching-drummer"))
    assert standing(game, "b1") == {(0, 0): 3}
    assert told(game, SlotFilled) == []


@pytest.mark.rule("rw:66.4", "rw:87.6", "rw:7.10", "rw:88.0", "rw:61.1a")
def test_an_emptied_tray_leaves_the_unit_which_stays_where_it_is() -> None:
    """In a single rank only the ends are hit; the left end of b1 is at the greater x, for it looks down."""
    game = field("a spearmen 3x2 9000 9000 0", "b reanimates 3x1 9000 10500 18000")
    play(game, suffer_wounds(game, 1, 4), *["wound 1-1 0"] * 4)
    assert standing(game, "b1") == {(1, 0): 4, (2, 0): 4}
    assert game.state.poses[1] == (8500, 10500, 18000)
    assert [one.trays for one in told(game, TraysLost)] == [("1-1",)]


@pytest.mark.rule("rw:66.0", "rw:66.6", "rw:66.1", "rw:66.2", "rw:83.1", "rw:87.0")
def test_damage_of_effects_is_assigned_by_the_opponent_and_what_is_too_little_is_lost() -> None:
    game = field(SPEARS, "b oathsworn-cavalry 2x1 9000 10500 18000")
    played = play(game, suffer_damage(game, 1, 5), "wound 1-1 0", "wound 2-1 0")
    assert played.asked == ["a wound", "a wound"]
    assert standing(game, "b1") == {(0, 0): 1, (1, 0): 1}
    assert told(game, DamageLost)[0].damage == 1


@pytest.mark.rule("rw:88.1", "rw:88.2")
def test_a_destroyed_unit_loses_cards_and_tokens() -> None:
    game = field(SPEARS, "b reanimates 1x1 9000 10500 18000 | marching-drummer")
    state = game.state
    state.banes[1], state.inspiration[1] = ["panic"], 2
    wounds = ["wound 1-1 0"] * 3
    play(game, suffer_wounds(game, 1, 9), *wounds)
    assert (state.figures[1], state.upgrades[1], state.banes[1], state.inspiration[1]) == ([], [], [], 0)
    assert state.poses[1] is None
    assert len(told(game, FigureWounded)) == 4
    assert play(game, attack(game, 0, "melee")).asked == []


@pytest.mark.rule("rw:ruling.40", "rw:44.1", "rw:44.2")
def test_vitality_is_spent_before_a_wound_is_taken() -> None:
    game = field(SPEARS, "b lord-vorunthul 1x1 9000 10500 18000")
    game.state.vitality[1] = 2
    played = play(game, suffer_wounds(game, 1, 3), "use vitality", "pass", "use vitality")
    assert played.asked == ["b vitality"] * 3
    assert game.state.vitality[1] == 0
    assert game.state.figures[1] == [(0, 0, 1, "")]
    assert len(told(game, WoundIgnored)) == 2


@pytest.mark.rule("rw:2.0", "rw:2.1", "rw:2.2", "rw:83.4")
def test_a_defend_modifier_that_is_revealed_makes_all_figures_harder_to_wound() -> None:
    """Spearmen with defend 1 of the first stance: defense 2."""
    game = field("a reanimates 3x2 9000 9000 0", "b spearmen 3x2 9000 11000 18000")
    state = game.state
    state.dials[1] = (0, 4)
    play(game, suffer_damage(game, 1, 2), *["wound 1-2 0"] * 2)
    assert standing(game, "b1")[0, 1] == 2
    state.shown[1] = True
    play(game, suffer_damage(game, 1, 3), "wound 1-2 0")
    assert standing(game, "b1")[0, 1] == 1
    assert told(game, DamageLost)[0].damage == 1


@pytest.mark.rule("rw:68.0", "rw:ruling.41")
def test_lethal_adds_to_the_damage_and_protected_takes_from_it() -> None:
    """Maegan is lethal by the natural runes, of which there are 2; the crossbowmen are protected 1."""
    game = field("a maegan-cyndewin 1x1 9000 9000 0", "b heavy-crossbowmen 2x1 9000 10000 18000")
    blanks = [die("white"), die("red"), die("red"), BLANK]
    play(game, attack(game, 0, "melee"), "wound 1-1 0", chance=blanks)
    assert [(one.hits, one.damage) for one in told(game, HitsSpent)] == [(0, 1)]
    assert standing(game, "b1") == {(0, 0): 3, (1, 0): 4}


# Terrain -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.7", "rw:41.9a", "rw:83.2")
def test_cover_makes_who_occupies_a_forest_harder_to_shoot() -> None:
    """Defense 1 and cover 1: a hit at threat 2 is 2 damage, which is one wound."""
    game = field("a reanimate-archers 2x1 9000 4000 0", "b spearmen 2x1 9000 9000 18000")
    occupy(game, 1, "forest")
    play(game, attack(game, 0, "ranged"), "wound 1-1 0", chance=[HIT, BLANK])
    assert told(game, AttackEnded)[0].wounds == 1
    assert game.state.poses[1] == (9000, 9000, 18000)


@pytest.mark.rule("rw:41.8", "rw:41.8a", "rw:41.9d")
def test_fortified_terrain_protects_in_melee_and_nobody_flanks_there() -> None:
    """Defense 1 and fortified 1: a hit at threat 2 is one wound. The wall lies across the front of the cavalry."""
    game = field("a spearmen 2x1 9000 9000 0", "b spearmen 2x1 9000 9000 0")
    occupy(game, 1, "crumbling-wall")
    wall = placed_piece(game.state, 0)
    assert wall is not None
    game.state.poses[0] = (9000, round(min(y for piece in wall.pieces for _, y in piece.corners)) - 500, 0)
    play(game, attack(game, 0, "melee"), "wound 1-1 0", chance=[HIT, BLANK])
    assert not told(game, AttackBegan)[0].flanking
    assert told(game, AttackEnded)[0].wounds == 1


@pytest.mark.rule("rw:41.6", "rw:41.9c")
def test_who_occupies_a_stronghold_shoots_over_others_in_every_direction() -> None:
    around = ("b spearmen 6x1 9000 5500 0", "b spearmen 2x1 9000 3500 0", "b spearmen 2x1 20000 12000 0")
    game = field("a reanimate-archers 2x1 9000 9000 0", *around)
    occupy(game, 0, "stronghold")
    assert targets_of(game.state, 0, "ranged") == [1, 2]
    occupy(game, 0, "forest")
    assert targets_of(game.state, 0, "ranged") == [1]


@pytest.mark.rule("rw:45.2", "rw:70.1", "rw:41.9e")
def test_terrain_hides_what_is_behind_it() -> None:
    game = field("a reanimate-archers 2x1 9000 4000 0", "b spearmen 2x1 9000 10000 18000")
    state = game.state
    state.pieces, state.piece_poses = ["rocky-outcrop"], [(9000, 7000, 0)]
    rock = placed_piece(state, 0)
    assert rock is not None
    assert (targets_of(state, 0, "ranged"), hides(state, Obstacle(as_obstacle(0), rock))) == ([], True)
    state.piece_poses = [None]
    assert targets_of(state, 0, "ranged") == [1]
