"""Cards that are played with values of this project, where a list or a match says so."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.content.army_list_text import ListError
from banneret.games.runewars.abilities import registration as loading
from banneret.games.runewars.army.list_code import read_short, write_short
from banneret.games.runewars.army.list_text import read_list, write_list
from banneret.games.runewars.army.lists import ArmyList, FieldedUnit, check_list
from banneret.games.runewars.army.random_lists import random_list
from banneret.games.runewars.content.components import FACTIONS, components
from banneret.games.runewars.effects.numbers import has_flag, initiative_of, keyword
from banneret.games.runewars.effects.surges import usable
from banneret.games.runewars.match_state import NO_MODIFIER, NO_UNIT
from banneret.games.runewars.rules.attack.attack_dice import spend_blights
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.attack.morale_cards import uncertainty
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.games.runewars.state import placed_of
from banneret.games.runewars.units.ranges import range_between
from banneret.kernel.creation import new_match
from tests.games.runewars.cards import WILD, assault, at, banes, figures, has_skill, rolled, spend, use, wounds
from tests.games.runewars.field import die, field, play

assert loading.LOADED
ENEMY = "b spearmen 2x2 9000 11000 18000"
AFAR = "b spearmen 2x2 9000 13000 18000"
AWAY = "b spearmen 2x2 19000 13000 18000"
FAOLAN = "a prince-faolan 1x1 9000 9500 0"
GORGEMAW = "a thuk-tar-and-gorgemaw 1x1 9000 9500 0"
BEASTMASTER = "a beastmaster-thuk-tar 1x1 9000 9500 0"
OBSCENES = "a obscenes 2x1 9000 9500 0"
FRIEND = "a spearmen 2x1 6500 9500 0"


# Lists and matches ---------------------------------------------------------------------------------------------------


def army(*units: str, faction: Any, assumed: bool) -> ArmyList:
    """An army of units with their upgrades: "reanimates 2x2 raven-standard-bearer"."""
    written = []
    for unit in units:
        id, formation, *upgrades = unit.split()
        written.append(FieldedUnit(unit=id, formation=formation, upgrades=tuple(upgrades)))
    return ArmyList(faction=faction, points=200, units=tuple(written), assumed=assumed)


@pytest.mark.rule("rw:ruling.47", "rw:ruling.82")
@pytest.mark.parametrize(
    ("faction", "unit"),
    [
        ("waiqar-the-undying", "reanimates 2x2 raven-standard-bearer"),
        ("waiqar-the-undying", "vorunthul-the-cursed 1x1"),
        ("latari-elves", "prince-faolan 1x1 valor-of-the-fallen"),
        ("uthuk-yllan", "obscenes 2x1 odious-appetite"),
    ],
)
def test_a_list_says_that_it_fields_cards_with_values_of_ours(faction: Any, unit: str) -> None:
    assert {fault.rule for fault in check_list(army(unit, faction=faction, assumed=False))} == {"rw:ruling.47"}
    allowed = army(unit, faction=faction, assumed=True)
    assert check_list(allowed) == ()
    assert read_list(write_list(allowed)) == allowed
    assert read_short(write_short(allowed)) == allowed
    with pytest.raises(ListError, match="neither 'yes' nor 'no'"):
        read_list(write_list(allowed).replace("yes", "perhaps"))


def test_what_is_still_not_known_is_not_fielded_with_them() -> None:
    traps = army("viper-legion-archers 2x2 viper-trapmaster", faction="uthuk-yllan", assumed=True)
    assert [fault.message.id for fault in check_list(traps)] == ["fault.unplayed.units"]


def test_all_that_is_assumed_is_marked_and_does_something() -> None:
    found = components()
    assert {unit.id for unit in found.units.values() if unit.assumed} == {
        id for id, unit in found.units.items() if not unit.has_dials
    }
    assert len(found.fielded(assumed=True)) == len(found.fielded()) + 7
    upgrades = [found.upgrades[id] for id in found.assumed if id in found.upgrades]
    assert all(found.playable(card, assumed=True) for card in upgrades)


@pytest.mark.slow
@pytest.mark.rule("rw:ruling.82")
def test_random_armies_have_them_if_a_match_says_so() -> None:
    found = components()
    for assumed in (False, True):
        fielded = {
            id
            for faction in FACTIONS
            for seed in range(12)
            for unit in random_list(seed, faction, 200, assumed=assumed).units
            for id in (unit.unit, *unit.upgrades)
        }
        assert bool(fielded & found.assumed) == assumed
    options = {"assumed_cards": True, "size": "skirmish"}
    match = new_match("runewars", seats=2, seed=1, options=options)
    assert match.asking


@pytest.mark.rule("rw:47.1")
def test_a_raven_standard_bearer_lowers_the_initiative_of_red_actions() -> None:
    game = field("a reanimates 2x2 9000 9000 0 | raven-standard-bearer", "a reanimates 2x2 5000 9000 0")
    for sector in components().units["reanimates"].actions:
        lower = int(sector.stance == "red")
        assert initiative_of(game.state, 0, sector) == initiative_of(game.state, 1, sector) - lower


# Ventala Skirmishers -------------------------------------------------------------------------------------------------


def test_skirmishers_shoot_better_when_near_and_march_as_they_like() -> None:
    game = field("a ventala-skirmishers 2x1 9000 9500 0", AFAR, "b spearmen 2x2 9000 17500 18000")
    strike = assault(game, "ranged")
    at(game, "attack-dice", attack=strike)
    assert strike.dice == ["red", "blue"]
    far = assault(game, "ranged", defender="b2")
    at(game, "attack-dice", attack=far)
    assert far.dice == ["red"]
    game = field("a ventala-skirmishers 2x1 9000 9500 0", AWAY)
    options = play(game, march_or_shift(game, 0, "march", 2), "move turn 2 front left").options[0]
    assert {"move straight 1 front ahead", "move straight 2 front ahead", "move turn 2 front right"} <= set(options)


def test_a_warden_blows_the_horn_for_other_ventala() -> None:
    warden = "a ventala-skirmishers 2x1 9000 9500 0 | warden-of-horn-and-branch"
    assert not has_skill(field(warden, AFAR), "a1", "warden-of-horn-and-branch")
    game = field(warden, "a ventala-skirmishers 2x1 11500 9500 4000", AFAR)
    use(game, "a1", "warden-of-horn-and-branch", "wound 1-2 0", "wound 1-2 0", chance=[die("blue", "hit", "surge")])
    assert figures(game, "b1") == 14


# Prince Faolan -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:81.1", "rw:ruling.69")
def test_prince_faolan_inspires_his_allies() -> None:
    """He is one of them."""
    far = "a spearmen 2x2 25000 4000 0"
    game = field(FAOLAN, FRIEND, far, f"{far.replace('4000', '2000')} | lance-corporal", AWAY)
    at(game, "after-setup", unit="", target="")
    assert game.state.inspiration == [1, 1, 0, 1, 0]


def test_faolans_dance_adds_dice_and_ends_with_one_less() -> None:
    game = field(FAOLAN, "b spearmen 2x2 9000 11000 18000", runes=WILD)
    strike = assault(game)
    at(game, "attack-dice", attack=strike)
    assert strike.dice == ["white", "blue", "blue", "blue"]
    rolled(strike, (), ("hit",), dice=("white", "blue"))
    at(game, "attack-rerolled", "choose die-1", attack=strike)
    assert strike.faces == [("hit",)]


def test_faolans_march_may_be_a_charge_or_three_marches() -> None:
    game = field(FAOLAN, AWAY)
    order = "order a1 free-march"
    asked = play(game, march_or_shift(game, 0, "march", 2), order, "choose turn", "move turn 2 front left").asked
    assert asked == ["a order", "a choose", "a move"]
    game = field(FAOLAN, AWAY)
    answers = ["order a1 three-marches", "yes", *[order, "pass"] * 3]
    play(game, march_or_shift(game, 0, "march", 3), *answers)
    assert game.state.poses[0] == (9000, 12500, 0)
    assert game.state.canceled[0] & NO_MODIFIER


@pytest.mark.rule("rw:81.1", "rw:ruling.69")
@pytest.mark.parametrize(
    ("what", "answers", "end"),
    [
        ("reform", ["reform 9000 centre"], (6500, 9500, 9000)),
        ("shift", ["pass", "move straight 1 front ahead"], (6500, 10500, 0)),
        ("shift", ["choose turn", "move turn 1 front right"], (6812, 11253, 31500)),
    ],
)
def test_etharyon_moves_an_ally(what: str, answers: list[str], end: tuple[int, int, int]) -> None:
    game = field(f"{FAOLAN} | etharyon-of-the-ailatar", FRIEND, AWAY)
    use(game, "a1", "etharyon-of-the-ailatar", "unit a2", f"choose {what}", *answers)
    assert game.state.poses[1] == end
    use(game, "a1", "etharyon-of-the-ailatar", "unit a1", "choose reform", "reform 9000 centre")
    assert game.state.poses[0] == (9000, 9500, 9000)


def test_legendary_prowess_is_for_duels() -> None:
    game = field(f"{FAOLAN} | legendary-prowess", "b spearmen 1x1 9000 10500 18000")
    strike = assault(game)
    order = "order a1 legendary-prowess"
    options = at(game, "attack-dice", order, "pass", attack=strike).options
    assert len(options) == 2
    assert has_flag(game.state, 0, "no-flank-dice")


@pytest.mark.rule("rw:81.1", "rw:ruling.69")
def test_valor_of_the_fallen_passes_inspiration_on() -> None:
    game = field(f"{FAOLAN} | valor-of-the-fallen", FRIEND, AWAY)
    assert not has_skill(game, "a1", "valor-of-the-fallen")
    game.state.inspiration[0] = 1
    use(game, "a1", "valor-of-the-fallen", "unit a2")
    use(game, "a1", "valor-of-the-fallen", "unit a1")
    assert game.state.inspiration[:2] == [2, 1]


# Obscenes and Viper Legion Archers -----------------------------------------------------------------------------------


def test_obscenes_drag_what_is_not_too_large() -> None:
    game = field(OBSCENES, ENEMY)
    use(game, "a1", "drag", "move straight 1 rear ahead")
    assert game.state.poses[1] == (9000, 12000, 18000)
    large = field("a obscenes 1x1 9000 9500 0", ENEMY)
    assert not has_skill(large, "a1", "drag")


def test_ynfernael_blood_boils_instead_of_losing_dice() -> None:
    game = field(f"{OBSCENES} | ynfernael-blood", ENEMY)
    game.state.banes[0] = ["blight"]
    strike = rolled(assault(game), (), (), ())
    assert play(game, spend_blights(game, strike)).asked == []
    at(game, "attack-rerolled", "reroll red-blank", attack=strike, chance=[die("red", "hit")])
    assert banes(game, "a1") == []
    assert ("hit",) in strike.faces


def test_an_odious_appetite_feeds_on_wounds_nearby() -> None:
    game = field(f"{OBSCENES} | odious-appetite", ENEMY)
    game.state.figures[0] = [(0, 0, 2, ""), (1, 0, 0, "")]
    play(game, suffer_wounds(game, 1, 1), "wound 1-2 0", "yes")
    assert (wounds(game, "a1"), game.state.exhausted[0]) == (1, ["odious-appetite"])


def test_vipers_poison_who_has_a_bane_already() -> None:
    game = field("a viper-legion-archers 2x2 9000 9000 0", AFAR, runes=WILD)
    strike = assault(game, "ranged")
    spend(game, strike, "venom-of-fear")
    assert banes(game, "b1") == ["panic"]
    strike.icons.clear()
    strike.icons["surge"] = 1
    assert set(usable(game.state, strike)) == {"gain-lethal", "venom-of-fear"}


# Th'Uk Tar -----------------------------------------------------------------------------------------------------------


def test_gorgemaw_reaches_far_and_moves_about() -> None:
    game = field(GORGEMAW, "b spearmen 2x2 9000 12000 18000")
    assert targets_of(game.state, 0, "melee") == [1]
    marching = field(GORGEMAW, AWAY)
    marches = play(marching, march_or_shift(marching, 0, "march", 1), "move straight 2 front ahead")
    assert "move straight 1 front ahead" in marches.options[0]
    shifting = field(GORGEMAW, AWAY)
    shifts = play(shifting, march_or_shift(shifting, 0, "shift", 1), "move turn 1 front left")
    assert "move straight 1 left ahead" in shifts.options[0]


@pytest.mark.rule("rw:81.1", "rw:ruling.69")
def test_gorgemaw_goads_allies_to_inspiration() -> None:
    game = field(GORGEMAW, FRIEND, AWAY)
    at(game, "after-setup", "yes", "yes", "wound 1-1 0", unit="", target="")
    assert (figures(game, "a2"), game.state.inspiration[:2]) == (7, [1, 1])
    assert [wounds for _, _, wounds, _ in game.state.figures[0]] == [1]


@pytest.mark.parametrize(("line", "id"), [(BEASTMASTER, "drive-on"), (f"{GORGEMAW} | cruel-master", "cruel-master")])
def test_a_master_beats_an_ally_on(line: str, id: str) -> None:
    game = field(line, "a spearmen 2x1 7000 9500 0", AWAY)
    use(game, "a1", id, "wound 1-1 0", "choose shift", "move straight 1 front ahead")
    assert (figures(game, "a2"), game.state.poses[1]) == (7, (7000, 10500, 0))


def test_crushing_jaws_close_the_second_time() -> None:
    game = field(f"{GORGEMAW} | crushing-jaws", ENEMY)
    game.state.active = 0
    for again in (False, True):
        strike = assault(game)
        at(game, "attack-target", attack=strike)
        if again:
            spend(game, strike, "crushing-jaws")
            assert strike.gains["brutal"] == 1


def test_grasping_coils_hold_who_is_engaged_and_activated() -> None:
    game = field(f"{GORGEMAW} | grasping-coils", ENEMY)
    game.state.active = 1
    assert not play(game, march_or_shift(game, 1, "shift", 1)).result.done
    assert play(game, reform(game, 1)).asked == []


@pytest.mark.parametrize("active", [NO_UNIT, 0])
def test_grasping_coils_let_others_turn_or_move_the_unit(active: int) -> None:
    """The card refers to the activation of the engaged unit: Uncertainty turns it in that of Gorgemaw."""
    game = field(f"{GORGEMAW} | grasping-coils", ENEMY)
    game.state.active = active
    assert play(game, uncertainty(game, 1), "pass").asked == ["a reform"]
    assert play(game, march_or_shift(game, 1, "shift", 1), "move straight 1 rear ahead").result.done


def test_lunging_terror_has_an_impact() -> None:
    game = field(f"{GORGEMAW} | lunging-terror", ENEMY, runes=WILD)
    assert keyword(game.state, 0, "impact") == 2


def test_a_thrashing_tail_sweeps_after_a_reform() -> None:
    game = field(f"{GORGEMAW} | thrashing-tail", "b spearmen 2x2 9000 11500 18000")
    at(game, "after-reform", "yes", "wound 1-2 0", "wound 1-2 0", target="")
    assert (figures(game, "b1"), game.state.exhausted[0]) == (14, ["thrashing-tail"])


def test_whirling_sinew_turns_after_an_attack_from_afar() -> None:
    for place, asked in (("9000 12000", ["a reform"]), ("9000 11000", [])):
        game = field(f"{GORGEMAW} | whirling-sinew", f"b spearmen 2x2 {place} 18000")
        strike = assault(game)
        at(game, "attack-target", attack=strike)
        assert at(game, "attack-end", *(["pass"] if asked else []), attack=strike).asked == asked


def test_the_beastmaster_whistles_an_ally_to_his_side() -> None:
    game = field("a beastmaster-thuk-tar 1x1 9000 2000 0", "a spearmen 2x1 16000 1500 0", AWAY)
    game.state.red, game.state.deployment = 0, "battle-lines"
    at(game, "after-setup", "unit a2", unit="", target="")
    one, two = (placed_of(game.state, unit) for unit in (0, 1))
    assert one is not None
    assert two is not None
    assert range_between(one, two) == 1


# Vorun'thul the Cursed -----------------------------------------------------------------------------------------------


def test_the_cursed_is_brutal_and_returns_to_form() -> None:
    game = field("a vorunthul-the-cursed 1x1 9000 9500 0", ENEMY)
    strike = assault(game)
    spend(game, strike, "gain-brutal")
    assert strike.gains["brutal"] == 1
    places = use(game, "a1", "return-to-form", "place 9000 6138 0")
    assert places.asked == ["a place"]
    assert (game.state.unit[0], banes(game, "a1")) == ("lord-vorunthul", ["stun"])
