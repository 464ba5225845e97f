"""What the cards of the Latari Elves do."""

from __future__ import annotations

import pytest

from banneret.games.runewars.content.components import ModifierSector
from banneret.games.runewars.effects.held_cards import HELD
from banneret.games.runewars.effects.numbers import has_flag, keyword
from banneret.games.runewars.effects.registry import Flag
from banneret.games.runewars.effects.surges import usable
from banneret.games.runewars.events.combat import AttackBegan
from banneret.games.runewars.events.course import ToolRevealed
from banneret.games.runewars.rules.activation import act, perform
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.attack.morale import morale_of_allies
from banneret.games.runewars.rules.damage.wounds import defense_bonus
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.rules.turns import initiative
from banneret.games.runewars.units.combat import Rerolls
from tests.games.runewars.cards import (
    WILD,
    A,
    assault,
    at,
    banes,
    die,
    field,
    figures,
    has_skill,
    rolled,
    spend,
    use,
    wounds,
)
from tests.games.runewars.field import occupy, play, standing, told

ARCHERS = "a deepwood-archers 2x2 9000 9000 0"
DARNATI = "a darnati-warriors 2x2 9000 9000 0"
SCIONS = "a aymhelin-scions 2x1 9000 9500 0"
ALIANA = "a aliana-of-summersong 1x1 9000 9500 0"
MAEGAN = "a maegan-cyndewin 1x1 9000 9500 0"
FOE = "b spearmen 2x2 9000 11000 18000"
AWAY = "b spearmen 2x2 9000 13000 18000"
NEXT = "b spearmen 2x2 11500 11000 18000"
"""At range 1 of FOE, touching nobody."""


# Units ---------------------------------------------------------------------------------------------------------------


def test_archers_fade_away_after_the_shot() -> None:
    game = field(ARCHERS, AWAY)
    shot = assault(game, "ranged")
    assert at(game, "attack-end", attack=shot).asked == []
    spend(game, shot, "fade-away", surges=2)
    at(game, "attack-end", "move straight 1 left ahead", attack=shot)
    assert game.state.poses[0] == (8000, 9000, 0)


@pytest.mark.rule("rw:56.2b", "rw:ruling.41")
def test_darnati_sift_their_dice_and_are_lethal() -> None:
    game = field(DARNATI, FOE)
    strike = rolled(assault(game), ("hit",), (), ("surge",))
    played = at(game, "attack-rerolled", "choose die-2", attack=strike)
    assert (len(played.asked), strike.faces) == (1, [("hit",), ("surge",)])
    spend(game, strike, "gain-lethal")
    spend(game, strike, "gain-lethal")
    assert keyword(game.state, 0, "lethal", strike) == 2


def test_riders_hit_and_kill_with_surges() -> None:
    game = field("a leonx-riders 2x1 9000 9500 0", FOE)
    strike = assault(game)
    spend(game, strike, "add-hit", surges=2)
    spend(game, strike, "add-mortal-strike", surges=2)
    assert (strike.icons["hit"], strike.icons["mortal-strike"]) == (1, 1)
    strike.used["add-mortal-strike"] = 1
    assert "add-mortal-strike" not in usable(game.state, strike)


@pytest.mark.parametrize("kind", ["melee", "ranged"])
def test_scions_stun_in_both_attacks(kind: str) -> None:
    game = field(SCIONS, FOE)
    strike = assault(game, "melee" if kind == "melee" else "ranged")
    spend(game, strike, "stunning-blow", surges=2)
    assert banes(game, "b1") == ["stun"]


@pytest.mark.rule("rw:91.0")
def test_scions_entangle_who_is_met() -> None:
    game = field(SCIONS, FOE, NEXT)
    at(game, "collision")
    at(game, "collision", unit="b2", target="a1")
    assert (banes(game, "b1"), banes(game, "b2"), banes(game, "a1")) == (["immobilize"], ["immobilize"], [])


def test_aliana_kills_and_lets_riders_be_deployed_again() -> None:
    game = field(ALIANA, "a leonx-riders 2x1 9000 2000 0", FOE)
    strike = assault(game)
    at(game, "attack-icons-added", attack=strike)
    assert strike.added == ["mortal-strike"]
    spend(game, strike, "add-hit")
    game.state.red, game.state.deployment = 0, "standoff"
    at(game, "after-setup", "unit a2", "deploy a2 5725 2650 0", unit="", target="")
    assert game.state.poses[1] == (5725, 2650, 0)


@pytest.mark.rule("rw:ruling.69")
def test_maegan_blasts_the_defender_and_who_is_near_it() -> None:
    game = field(MAEGAN, FOE, NEXT, runes=WILD)
    spend(game, assault(game), "wild-blast", *["wound 1-2 0"] * 4, surges=2)
    assert (figures(game, "b1"), figures(game, "b2")) == (14, 14)
    assert (keyword(game.state, 0, "lethal"), keyword(game.state, 0, "protected")) == (1, 2)


@pytest.mark.parametrize("card", ["maegan-cyndewin-infantry-upgrade", "maegan-cyndewin-cavalry-upgrade"])
def test_maegan_as_a_champion_blasts_or_is_lethal(card: str) -> None:
    game = field(f"{DARNATI} | {card}", FOE, NEXT, runes=WILD)
    strike = assault(game)
    at(game, "attack-target", "choose surge", attack=strike)
    assert keyword(game.state, 0, "lethal", strike) == 0
    spend(game, strike, card, "wound 1-2 0", "wound 1-2 0")
    assert (figures(game, "b1"), figures(game, "b2")) == (15, 15)
    other = assault(game)
    at(game, "attack-target", "choose hit", attack=other)
    other.icons["surge"] = 1
    assert keyword(game.state, 0, "lethal", other) == 1
    assert card not in usable(game.state, other)


# Training, music, heraldry -------------------------------------------------------------------------------------------


def test_the_lay_of_the_land_is_one_shift_a_round() -> None:
    game = field(f"{ARCHERS} | lay-of-the-land", AWAY)
    assert at(game, "after-move", target="", kind="march").asked == []
    at(game, "after-move", "yes", "move straight 1 rear ahead", target="", kind="shift")
    assert game.state.poses[0] == (9000, 8000, 0)
    assert at(game, "after-move", target="", kind="shift").asked == []


@pytest.mark.parametrize(("unit", "target"), [("a1", "b1"), ("b1", "a1")])
def test_a_twisting_gale_turns_who_collides(unit: str, target: str) -> None:
    game = field(f"{ARCHERS} | herald-of-the-twisting-gale", AWAY)
    at(game, "collision", "yes", "reform 9000 centre", unit=unit, target=target)
    assert game.state.poses[0] == (9000, 9000, 9000)


def test_a_twisting_gale_turns_an_ally() -> None:
    game = field(f"{ARCHERS} | herald-of-the-twisting-gale", "a leonx-riders 2x1 5500 9000 0", AWAY)
    use(game, "a1", "herald-of-the-twisting-gale", "reform 9000 centre")
    assert game.state.poses[1] == (5500, 9000, 9000)
    assert not has_skill(game, "a1", "herald-of-the-twisting-gale")


@pytest.mark.rule("rw:36.3")
def test_a_warsong_helps_allies_and_knows_no_fear_of_arrows() -> None:
    game = field(DARNATI, f"{ARCHERS.replace('9000 9000', '5000 9000')} | warsong-herald", FOE)
    strike = rolled(assault(game), ("hit",), (), ())
    assert at(game, "attack-rerolls", attack=strike).asked == []
    beside = field(DARNATI, "a deepwood-archers 2x1 11500 11000 9000 | warsong-herald", FOE)
    beside.state.poses[1] = (10500, 11000, 9000)
    strike = rolled(assault(beside), ("hit",), (), ())
    at(beside, "attack-rerolls", "reroll blue-blank", attack=strike, chance=[die("blue", "hit")])
    assert strike.faces == [("hit",), ("hit",), ()]
    beside.state.banes[0] = []
    play(beside, morale_of_allies(beside, strike, [1]))
    assert banes(beside, "a2") == []


# Champions -----------------------------------------------------------------------------------------------------------


def test_the_firstblade_makes_an_enemy_march() -> None:
    card = "firstblade-of-lord-aenoth"
    game = field(f"{DARNATI} | {card}", AWAY)
    use(game, "a1", card)
    assert game.state.poses[1] == (9000, 12000, 18000)
    assert not has_skill(field(f"{DARNATI} | {card}", "b spearmen 2x2 9000 5000 0"), "a1", card)


def test_an_assassin_has_three_doses() -> None:
    game = field(f"{DARNATI} | blackthorn-assassin", FOE)
    at(game, "after-setup", unit="", target="")
    assert game.state.marks[0] == {"blackthorn-assassin": 3}
    for _ in range(3):
        at(game, "attack-target", "yes", attack=assault(game))
    assert banes(game, "b1") == ["blight"] * 3
    assert at(game, "attack-target", attack=assault(game)).asked == []


def test_a_storm_strikes_for_surges() -> None:
    game = field(f"{DARNATI} | storm-sorceress", FOE, runes=WILD)
    use(game, "a1", "storm-sorceress", *["wound 1-2 0"] * 4, chance=[die("blue", "surge")])
    assert figures(game, "b1") == 12
    assert not has_skill(field(f"{DARNATI} | storm-sorceress", FOE), "a1", "storm-sorceress")


def test_a_dreamweaver_stuns_once() -> None:
    game = field(f"{DARNATI} | dreamweaver-sorceress", AWAY)
    use(game, "a1", "dreamweaver-sorceress")
    assert banes(game, "b1") == ["stun"]
    assert not has_skill(game, "a1", "dreamweaver-sorceress")


# Artifacts -----------------------------------------------------------------------------------------------------------


def test_the_packleaders_spear_is_readied_by_blood() -> None:
    game = field(f"{ALIANA} | packleaders-spear", FOE, NEXT)
    strike = assault(game)
    at(game, "attack-target", "yes", attack=strike)
    assert strike.gains["lethal"] == 3
    at(game, "destroyed", unit="b2", target="", engaged=())
    assert game.state.exhausted[0] == ["packleaders-spear"]
    at(game, "destroyed", unit="b2", target="", engaged=(0,))
    assert game.state.exhausted[0] == []


@pytest.mark.rule("rw:51.1")
def test_malcornes_bequest_casts_wild_tokens_and_one_more() -> None:
    game = field(f"{ALIANA} | malcornes-bequest", FOE)
    played = at(game, "mana-cast", "choose mana-2", "yes", "choose mana-3", unit="", target="", chance=[1, 1])
    assert played.options[0] == ["pass", "choose mana-1", "choose mana-2"]
    assert game.state.mana == [0, 1, 1, 0, 0]


def test_the_spirit_sword_inspires_and_parries() -> None:
    game = field(A, "b aliana-of-summersong 1x1 9500 10500 18000 | the-spirit-sword")
    blow = assault(game, attacker="b1", defender="a1")
    spend(game, blow, "the-spirit-sword", surges=2)
    assert game.state.inspiration[1] == 1
    strike = rolled(assault(game), ("hit",), ("surge",))
    at(game, "attack-icons-removed", "choose hit", attack=strike)
    assert (strike.removed, game.state.inspiration[1]) == (["hit"], 0)


# Characters' own -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:ruling.65")
def test_fertile_soil_heals_the_worst_wounded() -> None:
    game = field(f"{SCIONS} | fertile-soil", FOE)
    game.state.figures[0] = [(0, 0, 1, ""), (1, 0, 2, "")]
    at(game, "before-end-phase", "yes", unit="", target="")
    assert [one[2] for one in game.state.figures[0]] == [1, 1]
    game.state.mana = [0, 1, 0, 1, 0]
    assert at(game, "before-end-phase", unit="", target="").asked == []


def test_vicious_roots_hold_both() -> None:
    game = field(f"{SCIONS} | vicious-roots", FOE)
    game.state.inspiration[1] = 2
    at(game, "attack-target", "yes", attack=assault(game))
    assert (banes(game, "a1"), banes(game, "b1"), game.state.inspiration[1]) == (["immobilize"], ["immobilize"], 0)
    assert game.state.upgrades[0] == []


def test_an_ambush_predator_is_deadly_once_and_no_target_before() -> None:
    game = field("a heavy-crossbowmen 2x1 9000 9500 0", "b aliana-of-summersong 1x1 9000 13000 18000 | ambush-predator")
    assert targets_of(game.state, 0, "ranged") == []
    game.state.round = 5
    strike = assault(game, attacker="b1", defender="a1")
    at(game, "attack-target", attack=strike)
    assert (strike.gains["lethal"], game.state.upgrades[1]) == (5, [])
    assert targets_of(game.state, 0, "ranged") == [1]


@pytest.mark.rule("rw:7.2b")
def test_martial_magic_guards_and_sees_less_far() -> None:
    far = "b spearmen 2x2 9000 17000 18000"
    game = field(f"{MAEGAN} | martial-magic", far)
    assert (targets_of(game.state, 0, "ranged"), defense_bonus(game.state, 0)) == ([], 1)
    assert targets_of(field(MAEGAN, far).state, 0, "ranged") == [1]
    assert targets_of(field(f"{MAEGAN} | martial-magic", AWAY).state, 0, "ranged") == [1]


def test_arcane_mastery_does_three_things() -> None:
    """Two stable, four unstable runes and a natural one: the spearmen are at range 1, the golems at range 2."""
    game = field(f"{MAEGAN} | arcane-mastery", FOE, "b rune-golems 1x1 11500 12500 18000", runes=WILD)
    game.state.inspiration[1], game.state.vitality[1] = 1, 1
    use(game, "a1", "arcane-mastery", "unit b2", "choose vitality", "unit b1")
    assert (banes(game, "b2"), banes(game, "b1")) == (["panic"], ["stun"])
    assert (game.state.inspiration[1], game.state.vitality[1]) == (1, 0)


# Equipment and heavy figures -----------------------------------------------------------------------------------------


def test_an_amulet_protects_once() -> None:
    game = field(A, "b deepwood-archers 2x2 9000 11000 18000 | pathwalkers-amulet")
    strike = assault(game)
    at(game, "attack-target", "yes", attack=strike)
    assert (keyword(game.state, 1, "protected", strike), game.state.upgrades[1]) == (2, [])


def test_bolo_nets_are_thrown_once() -> None:
    game = field(f"{ARCHERS} | bolo-nets", AWAY)
    use(game, "a1", "bolo-nets")
    assert (banes(game, "b1"), game.state.upgrades[0]) == (["immobilize"], [])
    assert not has_skill(field(f"{ARCHERS} | bolo-nets", FOE), "a1", "bolo-nets")


def test_a_front_line_scion_stuns_and_is_readied_by_a_surge() -> None:
    game = field("a darnati-warriors 3x3 9000 8500 0 | frontline-aymhelin-scion", FOE)
    strike = assault(game)
    strike.icons["surge"] = 1
    assert "frontline-aymhelin-scion" not in usable(game.state, strike)
    at(game, "attack-target", "yes", attack=strike)
    assert (banes(game, "b1"), game.state.exhausted[0]) == (["stun"], ["frontline-aymhelin-scion"])
    spend(game, strike, "frontline-aymhelin-scion")
    assert game.state.exhausted[0] == []


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("tactical-starling", "no-panic-disengaging"),
        ("wildcalls-instinct", "may-turn"),
        ("ambush-predator", "no-ranged-target"),
        ("warsong-herald", "ignores-ally-test"),
        ("martial-magic", "short-sighted"),
    ],
)
def test_what_cards_allow(card: str, name: Flag) -> None:
    assert not has_flag(field(ARCHERS, FOE).state, 0, name)
    assert has_flag(field(f"{ARCHERS} | {card}", FOE).state, 0, name)


def test_a_whole_shot_of_archers_that_fade_away() -> None:
    """From the dice to the shift: two surges, one hit."""
    game = field(ARCHERS, AWAY)
    dice = [die("blue", "surge"), die("blue", "surge")]
    play(
        game,
        attack(game, 0, "ranged"),
        "pass",
        "move straight 1 right ahead",
        chance=dice,
    )
    assert game.state.poses[0] == (10000, 9000, 0)
    assert (standing(game, "b1")[0, 0], wounds(game, "b1")) == (4, 0)


# Prince Faolan among others ------------------------------------------------------------------------------------------

FAOLAN = [
    ("a deepwood-archers 3x2 9000 5000 0", "prince-faolan-infantry-upgrade"),
    ("a leonx-riders 2x2 9000 5000 0", "prince-faolan-cavalry-upgrade"),
]


@pytest.mark.parametrize(("line", "card"), FAOLAN)
def test_faolan_adds_a_die_and_leads_the_first_march(line: str, card: str) -> None:
    """It wheels; the second march of the activation goes as its dial says."""
    game = field(f"{line} | {card}", AWAY)
    strike = assault(game)
    old = strike.dice[0]
    at(game, "attack-dice", f"choose {old}", attack=strike)
    assert strike.dice.count("white") == 1
    play(game, act(game, 0, "march", 1, None), "choose wheel", "move wheel 1 front left")
    pose = game.state.poses[0]
    assert pose is not None
    assert pose[2] == 9000
    play(game, act(game, 0, "march", 1, None))
    assert game.state.poses[0] == (pose[0] - 1000, pose[1], 9000)


@pytest.mark.parametrize(("line", "card"), FAOLAN)
def test_a_unit_that_faolan_has_led_to_a_charge_does_not_disengage(line: str, card: str) -> None:
    """The enemy's front edge is a tray away; without the mark the unit could shift back."""
    back = "move straight 1 rear ahead"
    game = field(f"{line} | {card}", f"b spearmen {line.split()[2][0]}x1 9000 7500 18000")
    moved = play(game, march_or_shift(game, 0, "march", 2), "choose charge").result
    assert (moved.charge, moved.met, banes(game, "a1")) == (True, (1,), [])
    assert back not in play(game, march_or_shift(game, 0, "shift", 1), "move straight 1 front ahead").options[0]
    game.state.marks[0] = {}
    play(game, march_or_shift(game, 0, "shift", 1), back)
    assert game.state.poses[0] == (9000, 5000, 0)


@pytest.mark.parametrize(("line", "card"), FAOLAN)
def test_a_march_that_faolan_does_not_lead_goes_straight(line: str, card: str) -> None:
    game = field(f"{line} | {card}", AWAY)
    play(game, march_or_shift(game, 0, "march", 1), "pass")
    assert game.state.poses[0] == (9000, 6000, 0)
    assert HELD not in game.state.marks[0]


@pytest.mark.parametrize(("line", "card"), FAOLAN)
def test_a_first_march_that_dials_modify_is_not_led_nor_is_the_second(line: str, card: str) -> None:
    game = field(f"{line} | {card}", AWAY)
    dials = ModifierSector(modifier="turn")
    assert not play(game, march_or_shift(game, 0, "march", 1, dials), "move turn 1 front left").options[1:]
    assert not play(game, march_or_shift(game, 0, "march", 1)).options
    assert HELD not in game.state.marks[0]


@pytest.mark.rule("rw:ruling.73")
def test_flank_fire_shoots_to_the_side_with_its_ranks() -> None:
    aside = "b spearmen 1x1 12000 9000 18000"
    assert targets_of(field("a deepwood-archers 3x2 9000 9000 0", aside).state, 0, "ranged") == []
    game = field("a deepwood-archers 3x2 9000 9000 0 | flank-fire", aside)
    assert targets_of(game.state, 0, "ranged") == [1]
    shot = assault(game, "ranged")
    assert (at(game, "attack-target", attack=shot).asked, shot.strength) == ([], 2)
    shot.rerolls = Rerolls(1, 0)
    at(game, "attack-rerolls", attack=shot)
    assert shot.rerolls == Rerolls(3, 0)


@pytest.mark.rule("rw:ruling.73")
def test_flank_fire_straight_ahead_is_a_common_shot() -> None:
    game = field("a deepwood-archers 3x2 9000 9000 0 | flank-fire", AWAY)
    shot = assault(game, "ranged")
    assert (at(game, "attack-target", attack=shot).asked, shot.strength) == ([], 3)
    at(game, "attack-rerolls", attack=shot)
    assert shot.rerolls == Rerolls(0, 0)
    occupy(game, 0, "forest")
    at(game, "attack-target", "yes", attack=shot)
    assert shot.strength == 2


@pytest.mark.rule("rw:ruling.74")
def test_an_avenger_strikes_back_instead_of_acting() -> None:
    game = field(FOE.replace("b ", "a "), "b deepwood-archers 2x2 9000 9000 0 | avenger-of-latariana")
    state = game.state
    state.dials, state.shown, state.active = [(0, 0), (0, 0)], [True, False], 0
    state.called = initiative(state, 1, (0, 0))
    at(game, "attack-end", "yes", "pass", attack=assault(game), chance=[0])
    assert told(game, AttackBegan)[-1].attacker == "b1"
    assert (state.exhausted[1], state.shown[1]) == (["avenger-of-latariana"], True)
    kinds = [type(one.event) for one in game.log.events] if game.log is not None else []
    assert kinds.index(AttackBegan) < kinds.index(ToolRevealed)
    play(game, perform(game))
    assert state.step == "regenerate"
    assert at(game, "attack-end", attack=assault(game)).asked == []
