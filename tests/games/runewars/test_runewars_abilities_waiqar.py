"""What the cards of Waiqar the Undying do."""

from __future__ import annotations

import pytest

from banneret.games.runewars.abilities.daqan_upgrades import ARTIFACTS
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.held_cards import discard, is_ready
from banneret.games.runewars.effects.numbers import has_flag, keyword
from banneret.games.runewars.effects.registry import Flag, Source
from banneret.games.runewars.effects.surges import usable
from banneret.games.runewars.events.combat import TraysLost
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.attack.morale_cards import loss_of_faith
from banneret.games.runewars.rules.damage.losses import Toll, destroy, lose_tray
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.rules.regenerate import empty_slots
from banneret.games.runewars.rules.round import end_activations
from banneret.games.runewars.rules.scoring import army_points
from banneret.games.runewars.state import body_of, cells_of, without_one
from banneret.games.runewars.units.combat import threat
from banneret.games.runewars.units.damage import targets
from banneret.games.runewars.units.formation import formation
from banneret.games.runewars.view import view
from banneret.plane import Side
from tests.games.runewars.cards import (
    BESIDE,
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
from tests.games.runewars.field import play, standing, told

DEAD = "a reanimates 2x2 9000 9000 0"
FOE = "b spearmen 2x2 9000 11000 18000"
AWAY = "b spearmen 2x2 9000 13000 18000"
"""At range 2, in sight of what stands at 9000 9000."""
FAR_BEHIND = "b spearmen 1x1 9000 2000 0"
NATURAL = (0, 0, 0, 0, 0)
"""Two natural runes: as many reanimates come back."""
ARDUS = "a ardus-ixerebus 1x1 9000 9500 0"
ANKAUR = "a ankaur-maro 1x1 9000 9500 0"
LANCERS = "a carrion-lancers 2x1 9000 9500 0"
WRAITHS = "a wraiths 2x1 9000 9500 0"
VORUNTHUL = "a lord-vorunthul 1x1 9000 9500 0"


# Units ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:68.4", "rw:51.6")
def test_archers_blight_and_reanimates_grow_back_by_natural_runes() -> None:
    game = field("a reanimate-archers 2x1 9000 9500 0", AWAY)
    spend(game, assault(game, "ranged"), "blighting-shot", surges=2)
    assert banes(game, "b1") == ["blight"]
    assert keyword(field(DEAD, FOE).state, 0, "regenerate") == 2


@pytest.mark.parametrize(("line", "id"), [(LANCERS, "fester"), (f"{DEAD} | front-line-carrion-lancer", "")])
def test_lancers_kill_the_blighted(line: str, id: str) -> None:
    game = field(line, FOE)
    strike = assault(game)
    strike.icons["surge"] = 5
    ability = id or "front-line-carrion-lancer"
    assert ability not in usable(game.state, strike)
    game.state.banes[1] = ["blight"]
    spend(game, strike, ability)
    assert strike.icons["mortal-strike"] == 1


@pytest.mark.rule("rw:70.0")
@pytest.mark.parametrize(("line", "id"), [(LANCERS, "spread-blight"), (f"{DEAD} | support-carrion-lancer", "")])
def test_lancers_spread_blight_in_sight(line: str, id: str) -> None:
    ability = id or "support-carrion-lancer"
    game = field(line, AWAY)
    use(game, "a1", ability)
    assert banes(game, "b1") == ["blight"]
    assert not has_skill(field(line, FOE), "a1", ability)
    assert not has_skill(field(line, "b spearmen 2x2 9000 4000 0"), "a1", ability)


@pytest.mark.rule("rw:81.0")
@pytest.mark.parametrize("line", [ARDUS, f"{DEAD} | ardus-ixerebus-infantry-upgrade"])
def test_ardus_borrows_surges_of_allies(line: str) -> None:
    game = field(line, "a reanimate-archers 2x1 6500 9500 0", FOE)
    strike = assault(game)
    strike.icons["surge"] = 2
    assert "blighting-shot" not in usable(game.state, strike)
    at(game, "attack-surges", attack=strike)
    spend(game, strike, "blighting-shot", surges=2)
    assert banes(game, "b1") == ["blight"]


def test_ardus_as_a_champion_adds_a_die() -> None:
    game = field(f"{DEAD} | ardus-ixerebus-infantry-upgrade", FOE)
    strike = assault(game)
    at(game, "attack-dice", attack=strike)
    assert strike.dice == ["red", "red", "white"]


@pytest.mark.rule("rw:ruling.65", "rw:7.3")
def test_ankaur_drains_life_and_shoots_by_unstable_runes() -> None:
    game = field(ANKAUR, AWAY, runes=WILD)
    shot = assault(game, "ranged")
    assert shot.dice == ["white"] * 4
    game.state.figures[0] = [(0, 0, 2, "")]
    spend(game, shot, "drain-life", surges=2)
    assert wounds(game, "a1") == 1
    game.state.figures[0] = [(0, 0, 0, "")]
    assert "drain-life" not in usable(game.state, shot)


@pytest.mark.rule("rw:ruling.66", "rw:86.2")
@pytest.mark.parametrize(
    ("line", "id"),
    [
        (ANKAUR, "raise-trays"),
        ("a spearmen 2x1 9000 9500 0 | ankaur-maro-infantry-upgrade", "ankaur-maro-infantry-upgrade"),
        ("a death-knights 2x1 9000 9500 0 | ankaur-maro-cavalry-upgrade", "ankaur-maro-cavalry-upgrade"),
    ],
)
def test_ankaur_raises_trays_for_wounds(line: str, id: str) -> None:
    """Two stable runes: two trays behind the two that are left, which are worth no more than at the start."""
    game = field(line, "a reanimates 2x1 6000 9500 0", AWAY, runes=WILD)
    before = army_points(game.state, 0)
    use(game, "a1", id, "yes", *["wound 1-1 0"] * (2 if "spearmen" in line else 0), *_hurt(line))
    assert standing(game, "a2") == {(0, 0): 4, (1, 0): 4, (0, 1): 4, (1, 1): 4}
    assert game.state.poses[1] == (6000, 9000, 0)
    assert army_points(game.state, 0) == before


def _hurt(line: str) -> list[str]:
    return ["wound 1-1 0", "wound 2-1 0"] if "death-knights" in line else []


def test_ankaur_pays_for_help_of_others() -> None:
    game = field(ANKAUR, "a spearmen 2x1 6000 9500 0", DEAD.replace("9000 9000", "12000 9000"), AWAY)
    at(game, "after-setup", unit="", target="")
    assert [banes(game, one) for one in ("a1", "a2", "a3")] == [[], ["blight", "blight"], []]


@pytest.mark.rule("rw:56.4c", "rw:ruling.29")
def test_death_knights_turn_a_mortal_strike_aside() -> None:
    game = field(A, "b death-knights 2x1 9000 10500 18000")
    strike = rolled(assault(game), ("mortal-strike",), ())
    strike.added = ["mortal-strike"]
    at(game, "attack-icons-removed", attack=strike)
    assert strike.removed == ["mortal-strike"]


def test_wraiths_pass_through_what_is_in_their_way() -> None:
    """They end behind the unit in front of them, and turn."""
    game = field("a wraiths 2x1 9000 5500 0", "b spearmen 2x1 9000 7500 18000")
    flow = march_or_shift(game, 0, "march", 4)
    play(game, flow, "yes", "reform 9000 centre")
    assert game.state.poses[0] == (9000, 9500, 9000)
    other = field("a wraiths 2x1 9000 5500 0", "b spearmen 2x1 9000 7500 18000")
    play(other, march_or_shift(other, 0, "march", 4), "pass", "pass")
    assert other.state.poses[0] == (9000, 6500, 0)


def test_wraiths_unsettle_the_attacker() -> None:
    game = field(A, "b wraiths 2x1 9000 10500 18000", runes=WILD)
    strike = rolled(assault(game), ("hit",), ("hit",))
    at(game, "attack-rolled", "reroll red-hit blue-hit", attack=strike, chance=[die("red"), die("blue")])
    assert strike.faces == [(), ()]


@pytest.mark.rule("rw:ruling.36", "rw:ruling.68")
def test_vorunthul_stuns_but_does_not_change() -> None:
    game = field(VORUNTHUL, FOE, AWAY)
    at(game, "after-setup", "unit b2", unit="", target="")
    assert banes(game, "b2") == ["stun"]
    strike = assault(game)
    spend(game, strike, "stunning-blow", surges=2)
    assert banes(game, "b1") == ["stun"]
    strike.used["stunning-blow"] = 1
    assert "stunning-blow" not in usable(game.state, strike)
    assert not has_skill(game, "a1", "unleash-the-beast")


def test_the_cursed_one_turns_a_die_white() -> None:
    game = field("a reanimates 3x3 9000 8500 0 | vorunthul-cursed-infantry-upgrade", FOE)
    strike = assault(game)
    at(game, "attack-dice", "pass", attack=strike)
    assert strike.dice == ["red", "red"]
    at(game, "attack-dice", "choose red", attack=strike)
    assert strike.dice == ["red", "white"]


# Upgrades ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "id", "cost"),
    [("a oathsworn-cavalry 2x2 9000 9000 0 | combat-ingenuity", "inspiring-strike", 1),
     (f"{ANKAUR} | regenerative-magic", "drain-life", 1)],
)  # fmt: skip  # several to a line
def test_surge_abilities_are_cheaper(line: str, id: str, cost: int) -> None:
    game = field(line, AWAY if "ankaur" in line else FOE)
    strike = assault(game, "ranged" if "ankaur" in line else "melee")
    game.state.figures[0] = [(0, 0, 1, "")]
    strike.icons["surge"] = 1
    assert usable(game.state, strike)[id][2] == cost


def test_violent_forces_shoot_and_raise_by_other_runes() -> None:
    """1 natural rune instead of 4 unstable ones for dice, 4 unstable instead of 2 stable for trays."""
    game = field(f"{ANKAUR} | violent-forces", "a reanimates 2x1 6000 9500 0", AWAY, runes=WILD)
    shot = assault(game, "ranged")
    at(game, "attack-dice", attack=shot)
    assert shot.dice == ["white"]
    assert keyword(game.state, 0, "brutal") == 1
    use(game, "a1", "raise-trays", "yes", "yes", "pass")
    assert len(standing(game, "a2")) == 5


def test_an_executioner_beheads_the_wounded() -> None:
    game = field(f"{DEAD} | executioner", "b rune-golems 2x1 9000 10500 18000")
    assert not has_skill(game, "a1", "executioner")
    game.state.figures[1] = [(0, 0, 0, ""), (1, 0, 1, "")]
    use(game, "a1", "executioner")
    assert standing(game, "b1") == {(0, 0): 1}


def test_a_saboteur_breaks_what_is_no_figure() -> None:
    game = field(f"{DEAD} | mistlands-saboteur", f"{FOE} | tempered-steel lion-standard-bearer trumpets")
    use(game, "a1", "mistlands-saboteur", "choose trumpets")
    assert game.state.upgrades[1] == ["tempered-steel", "lion-standard-bearer"]
    bare = field(f"{DEAD} | mistlands-saboteur", f"{FOE} | lion-standard-bearer")
    assert not has_skill(bare, "a1", "mistlands-saboteur")


@pytest.mark.rule("rw:68.4a", "rw:68.4b")
def test_a_necromancer_fills_slots_from_the_front() -> None:
    game = field(f"{DEAD} | necromancer", FOE)
    game.state.figures[0] = [*[one for one in game.state.figures[0] if one[1] == 0][:-2], (0, 1, 0, "")]
    use(game, "a1", "necromancer")
    assert standing(game, "a1") == {(0, 0): 4, (1, 0): 4, (0, 1): 1}


def test_a_deathcaller_turns_blight_into_wounds() -> None:
    game = field(f"{DEAD} | deathcaller", AWAY, runes=WILD)
    assert not has_skill(game, "a1", "deathcaller")
    game.state.banes[1] = ["blight"]
    use(game, "a1", "deathcaller", *["wound 1-2 0"] * 4)
    assert (figures(game, "b1"), banes(game, "b1")) == (12, [])


@pytest.mark.parametrize("name", ["before-reveal", "after-activation"])
def test_unhallowed_wind_frightens_once(name: str) -> None:
    game = field(f"{DEAD} | unhallowed-wind", FOE, "b spearmen 2x1 3000 3000 0")
    at(game, name, "yes", target="")  # type: ignore[arg-type]  # both are moments
    assert (banes(game, "b1"), banes(game, "b2")) == (["panic"], [])
    assert not is_ready(game.state, Source(0, "unhallowed-wind"))


@pytest.mark.rule("rw:91.0")
def test_a_blighted_vexillum_taints_who_is_met() -> None:
    game = field(f"{DEAD} | blighted-vexillum-bearer", FOE, AWAY)
    at(game, "collision")
    at(game, "collision", unit="b2", target="a1")
    assert (banes(game, "b1"), banes(game, "b2"), banes(game, "a1")) == (["blight"], ["blight"], [])


def test_deathmist_banners_choke_who_is_near() -> None:
    game = field(f"{DEAD} | deathmist-banners", FOE, AWAY, runes=WILD)
    at(game, "after-activation", "wound 1-2 0", "wound 1-2 0", target="")
    assert (figures(game, "b1"), figures(game, "b2")) == (14, 16)


def test_bloodied_tatters_soak_and_frighten() -> None:
    game = field(f"{DEAD} | bloodied-tatters", FOE)
    strike = assault(game)
    at(game, "wounded", unit="b1", target="", number=1, engaged=(0,))
    at(game, "attack-icons-added", attack=strike)
    assert (game.state.marks[0], strike.added) == ({"bloodied-tatters": 1}, [])
    at(game, "wounded", unit="b1", target="", number=5, engaged=(0,))
    at(game, "attack-icons-added", attack=strike)
    assert (game.state.marks[0], strike.added) == ({"bloodied-tatters": 2}, ["morale"])


def test_ardus_fury_is_a_surge() -> None:
    game = field(f"{ARDUS} | ardus-fury", FOE)
    strike = assault(game)
    at(game, "attack-icons-added", attack=strike)
    assert strike.added == ["surge"]


def test_faces_of_the_fallen_show_once_somebody_fell() -> None:
    game = field(f"{WRAITHS} | faces-of-the-fallen", FOE, AWAY)
    strike = assault(game)
    at(game, "attack-icons-added", attack=strike)
    assert strike.added == []
    game.state.figures[2], game.state.poses[2] = [], None
    at(game, "attack-icons-added", attack=strike)
    assert strike.added == ["morale"]


def test_undying_hate_marks_and_hunts_one_enemy() -> None:
    game = field(f"{WRAITHS} | undying-hate", FOE, AWAY)
    at(game, "before-deployment", "unit b1", unit="", target="")
    assert game.state.conditions == [[], ["mark-of-vengeance"], []]
    strike = assault(game)
    at(game, "attack-dice", "choose blue", attack=strike)
    assert strike.dice == ["red", "white"]
    toll = Toll(game.state, 1)
    game.state.figures[1] = []
    play(game, destroy(game, toll))
    assert game.state.upgrades[0] == []


def test_the_thirst_of_bilehall_wants_three_wounds() -> None:
    game = field(f"{VORUNTHUL} | thirst-of-bilehall tempered-steel", FOE)
    strike = assault(game)
    strike.wounds = 2
    game.state.banes[0], game.state.exhausted[0] = ["stun"], ["tempered-steel"]
    game.state.figures[0] = [(0, 0, 2, "")]
    assert at(game, "attack-end", attack=strike).asked == []
    strike.wounds = 3
    for chosen in ("wound", "wound", "stun", "tempered-steel"):
        played = at(game, "attack-end", f"choose {chosen}", attack=strike)
        assert ("choose wound" in played.options[0]) is (chosen == "wound")
    assert (wounds(game, "a1"), banes(game, "a1"), game.state.exhausted[0]) == (0, [], [])


def test_an_entrancing_gaze_moves_an_enemy() -> None:
    """A stable rune: the enemy shifts one tray where the player of Vorun'thul wants."""
    game = field(f"{VORUNTHUL} | entrancing-gaze", AWAY)
    played = use(game, "a1", "entrancing-gaze", "move straight 1 right ahead")
    assert played.asked == ["a move"]
    assert game.state.poses[1] == (8000, 13000, 18000)


def test_the_duskblade_pierces() -> None:
    game = field(f"{ARDUS} | the-duskblade", FOE)
    strike = assault(game)
    spend(game, strike, "the-duskblade", surges=2)
    assert strike.guards["defense"] == -1


def test_dimodian_blades_lend_what_the_unit_lacks() -> None:
    game = field(f"{ARDUS} | dimodian-blades", FOE, runes=WILD)
    strike = assault(game)
    at(game, "attack-target", "yes", attack=strike)
    assert (strike.gains["precise"], strike.gains["lethal"]) == (2, 4)
    skilled = field(f"{ARDUS} | dimodian-blades ancient-technique", FOE, runes=WILD)
    strike = assault(skilled)
    at(skilled, "attack-target", "yes", attack=strike)
    assert (strike.gains["precise"], strike.gains["lethal"]) == (0, 4)


@pytest.mark.rule("rw:ruling.81")
def test_obcasiums_gauntlet_grasps_one_enemy() -> None:
    game = field("a death-knights 2x1 9000 9500 0 | obcasiums-gauntlet", FOE, AWAY)
    assert components().upgrades["obcasiums-gauntlet"].cost == 5
    at(game, "attack-target", "yes", attack=assault(game))
    assert (game.state.conditions[1], game.state.exhausted[0]) == (["deaths-grasp"], ["obcasiums-gauntlet"])
    game.state.exhausted[0] = []
    assert at(game, "attack-target", attack=assault(game, defender="b2")).asked == []


def test_deaths_grasp_wounds_before_the_end_phase() -> None:
    game = field(DEAD, FOE)
    game.state.conditions[1] = ["deaths-grasp"]
    at(game, "before-end-phase", "wound 1-2 0", unit="", target="")
    assert figures(game, "b1") == 15


@pytest.mark.parametrize("artifact", ARTIFACTS)
def test_a_fallen_bearer_drops_the_artifact(artifact: str) -> None:
    for line, left in ((DEAD, []), (ARDUS, [artifact])):
        game = field(f"{line} | fallen-hero {artifact}", FOE)
        assert at(game, "figures-lost", target="").asked == []
        game.state.upgrades[0] = without_one(game.state.upgrades[0], "fallen-hero")
        at(game, "figures-lost", target="")
        assert game.state.upgrades[0] == left


@pytest.mark.rule("rw:ruling.41")
def test_a_profane_banner_draws_attacks() -> None:
    near = "b spearmen 2x1 9500 10500 18000"
    beside = "b reanimates 2x1 7500 10500 18000 | profane-banner-bearer"
    game = field("a spearmen 3x1 9000 9500 0", beside, near)
    assert targets_of(game.state, 0, "melee") == [1]


@pytest.mark.rule("rw:ruling.41")
def test_a_profane_banner_covers_who_is_engaged_with_the_same_unit() -> None:
    """The two are four trays apart, which is range 3, on either side of the attacker."""
    right = "b spearmen 2x1 11500 9000 27000"
    for line, found in (("| profane-banner-bearer", [1]), ("", [1, 2])):
        game = field("a reanimates 4x3 9000 9000 0", f"b reanimates 2x1 6500 9000 9000 {line}", right)
        assert targets_of(game.state, 0, "melee") == found


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("tactical-drummer", "no-panic-disengaging"),
        ("captivating-hexer", "holds-shifts"),
        ("aggressive-drummer", "marches-are-charges"),
        ("aggressive-drummer", "no-panic-without-collision"),
        ("marching-drummer", "may-turn-marches"),
    ],
)
def test_what_cards_allow(card: str, name: Flag) -> None:
    assert not has_flag(field(DEAD, FOE).state, 0, name)
    assert has_flag(field(f"{DEAD} | {card}", FOE).state, 0, name)


@pytest.mark.rule("rw:golden.3")
def test_who_is_engaged_with_a_hexer_does_not_shift() -> None:
    game = field(A, "b reanimates 2x2 9000 11000 18000 | captivating-hexer", BESIDE.replace("a rune", "b rune"))
    assert play(game, march_or_shift(game, 0, "shift", 1)).asked == []
    assert game.state.poses[0] == (9000, 9000, 0)


# Lingering Dead ------------------------------------------------------------------------------------------------------

COLUMN = "a reanimates 1x2 9000 9000 0"
BEHIND = "b spearmen 1x1 9000 7500 0"
"""Its front edge touches the rear edge of COLUMN."""


@pytest.mark.rule("rw:ruling.77")
def test_empty_trays_of_the_lingering_dead_stay_until_the_end_of_the_phase() -> None:
    """Without the card the enemy that touched the tray may close in at once, with it when the phase ends."""
    plain = field(COLUMN, BEHIND)
    assert play(plain, suffer_wounds(plain, 0, 4), "pass").asked == ["b close-in"]
    assert cells_of(plain.state, 0) == {(0, 0)}
    game = field(f"{COLUMN} | lingering-dead", BEHIND)
    state = game.state
    assert play(game, suffer_wounds(game, 0, 4)).asked == []
    assert (state.empty_trays[0], state.poses[0], engaged_with(state, 0)) == ([(0, 1)], (9000, 9000, 0), [1])
    assert (cells_of(state, 0), standing(game, "a1"), told(game, TraysLost)) == (formation(1, 2), {(0, 0): 4}, [])
    assert view(state, frozenset()).units[0].empty_trays == ((0, 1),)
    state.unit[0] = "reanimate-archers"  # they do not regenerate
    played = play(game, end_activations(game), "pass")
    assert (played.asked, told(game, TraysLost)) == (["b close-in"], [TraysLost(unit="a1", trays=("1-2",))])
    assert (cells_of(state, 0), state.empty_trays[0], state.poses[0]) == (formation(1, 1), [], (9000, 9500, 0))


@pytest.mark.rule("rw:ruling.77", "rw:68.4b")
def test_the_lingering_dead_grow_back_on_empty_trays() -> None:
    """First where figures are left, then on the tray that stayed."""
    game = field(f"{COLUMN} | lingering-dead", FAR_BEHIND, runes=NATURAL)
    play(game, suffer_wounds(game, 0, 5))
    assert empty_slots(game.state, 0)[:2] == [(0, 0), (0, 1)]
    play(game, end_activations(game))
    assert standing(game, "a1") == {(0, 0): 4, (0, 1): 1}
    assert (cells_of(game.state, 0), game.state.empty_trays[0]) == (formation(1, 2), [])


@pytest.mark.rule("rw:ruling.77")
def test_damage_and_losses_pass_over_empty_trays() -> None:
    """What is behind is empty; the front rank is hit, and the last figure takes all trays with it."""
    game = field("a reanimates 2x2 9000 9000 0 | lingering-dead", FAR_BEHIND)
    state, points = game.state, army_points(game.state, 0)
    for cell in ((0, 1), (1, 1)):
        play(game, lose_tray(game, 0, cell))
    assert (state.empty_trays[0], threat(cells_of(state, 0), Side.REAR)) == ([(0, 1), (1, 1)], 2)
    assert {one.cell for one in targets(body_of(state, 0), {})} == {(0, 0), (1, 0)}
    assert play(game, loss_of_faith(game, 0), "tray 2-1").options == [["tray 1-1", "tray 2-1"]]
    assert play(game, loss_of_faith(game, 0)).asked == []
    assert army_points(state, 0) == points
    play(game, suffer_wounds(game, 0, 4))
    assert (state.figures[0], state.empty_trays[0], state.poses[0]) == ([], [], None)


@pytest.mark.rule("rw:ruling.77")
def test_without_the_card_empty_trays_go_with_the_next_loss() -> None:
    game = field("a reanimates 1x3 9000 9000 0 | lingering-dead", FAR_BEHIND)
    play(game, lose_tray(game, 0, (0, 2)))
    discard(game, 0, "lingering-dead")
    assert cells_of(game.state, 0) == formation(1, 3)
    play(game, suffer_wounds(game, 0, 1))
    assert cells_of(game.state, 0) == formation(1, 2)
