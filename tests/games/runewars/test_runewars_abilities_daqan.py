"""What the cards of the Daqan Lords do."""

from __future__ import annotations

import pytest

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import action_id
from banneret.games.runewars.effects.numbers import has_flag, keyword
from banneret.games.runewars.effects.registry import Flag
from banneret.games.runewars.events.cards import ToolSeen
from banneret.games.runewars.events.combat import AttackBegan
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.activation import choose
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.command import action_of, after_command, amend, modifier_of
from banneret.games.runewars.rules.damage.wounds import defense_bonus
from banneret.games.runewars.rules.turns import initiative, next_turn
from banneret.games.runewars.view import view
from tests.games.runewars.cards import (
    BESIDE,
    FAR,
    WILD,
    A,
    B,
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
from tests.games.runewars.field import deal, play, standing, told

KARI = "a kari-wraithstalker 1x1 9000 9500 0"
HAWTHORNE = "a lord-hawthorne 1x1 9000 9500 0"
ZACHARETH = "a baron-zachareth 1x1 9000 9500 0"
THIRD = "b reanimates 2x2 11500 11000 18000"
"""An enemy beside B that touches nobody."""


# Units ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:7.6", "rw:7.13", "rw:31.0", "rw:76.3", "rw:34.0")
def test_surges_inspire_spearmen_as_often_as_there_are_some() -> None:
    """A blue surge and one in the enhancement: 2 surges, which must be spent on the one ability there is."""
    game = field(A, B)
    played = play(
        game, attack(game, 0, "melee", ("surge",)), "pass",
        chance=[die("red"), die("blue", "surge")],
    )  # fmt: skip  # several to a line
    assert "a surges" not in played.asked
    assert game.state.inspiration[0] == 1


def test_crossbows_kill_at_range_3_and_scouts_hit_harder() -> None:
    bows = "a heavy-crossbowmen 2x1 9000 9500 0"
    game = field(bows, FAR)
    shot = assault(game, "ranged")
    spend(game, shot, "close-volley", surges=2)
    assert shot.icons["mortal-strike"] == 1
    far = field(bows, "b reanimates 2x2 9000 17500 18000")
    with pytest.raises(AssertionError, match="close-volley"):
        spend(far, assault(far, "ranged"), "close-volley", surges=2)
    scouts = field("a outland-scouts 2x1 9000 9500 0", B)
    strike = assault(scouts)
    spend(scouts, strike, "add-hit", surges=2)
    assert strike.icons["hit"] == 1


@pytest.mark.rule("rw:34.4")
def test_golems_stun_who_is_engaged_with_them() -> None:
    game = field("a rune-golems 2x1 9000 9500 0", B, THIRD, runes=WILD)
    use(game, "a1", "stun-engaged")
    assert (banes(game, "b1"), banes(game, "b2")) == (["stun", "stun"], [])
    assert not has_skill(field("a rune-golems 2x1 9000 9500 0", FAR), "a1", "stun-engaged")


def test_kari_strikes_others_for_2_damage_a_surge() -> None:
    game = field(KARI, B, THIRD)
    spend(game, assault(game), "distant-strikes", *["wound 1-2 0"] * 4, surges=2)
    assert (figures(game, "b1"), figures(game, "b2")) == (16, 12)


@pytest.mark.rule("rw:ruling.33")
def test_hawthorne_attacks_again_but_another_enemy() -> None:
    """Both enemies touch his front edge."""
    foes = ("b rune-golems 1x1 8500 10500 18000", "b rune-golems 1x1 9500 10500 18000")
    game = field(HAWTHORNE, *foes)
    blank = [die("white"), die("red")]
    played = play(game, attack(game, 0, "melee"), "target b1", "yes", chance=[*blank, *blank])
    assert played.asked == ["a target", "a may"]
    assert [one.defender for one in told_attacks(game)] == ["b1", "b2"]
    again = play(game, attack(game, 0, "melee"), "target b1", chance=blank)
    assert again.asked == ["a target"]


def told_attacks(game: Runewars) -> list[AttackBegan]:
    """The logged attacks."""
    return told(game, AttackBegan)


def test_hawthorne_inspires_allies_near() -> None:
    game = field(HAWTHORNE, "a spearmen 2x1 6500 9500 0", "a spearmen 2x1 18000 9500 0", FAR)
    use(game, "a1", "inspire-allies")
    assert game.state.inspiration == [0, 1, 0, 0]


def test_hawthorne_rearranges_units_before_deployment() -> None:
    game = field(HAWTHORNE, A, B)
    at(game, "before-deployment", "choose 4x1", unit="", target="")
    assert set(standing(game, "a2")) == {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert len(standing(game, "b1")) == 4


def test_zachareth_invigorates_three_allies() -> None:
    game = field(ZACHARETH, A, BESIDE, "a spearmen 2x1 3000 3000 0", "a spearmen 2x1 6000 3000 0", FAR)
    at(game, "after-setup", "unit a2", "unit a3", "unit a4", unit="", target="")
    assert game.state.vitality == [0, 1, 1, 1, 0, 0]


@pytest.mark.rule("rw:81.0", "rw:81.1", "rw:ruling.69")
def test_zachareth_is_his_own_ally() -> None:
    """He rallies and invigorates himself, for his cards do not speak of others."""
    game = field(ZACHARETH, FAR)
    at(game, "after-setup", "unit a1", unit="", target="")
    game.state.banes[0] = ["stun"]
    at(game, "before-reveal", "choose savior-of-carthridge", "yes")
    assert (banes(game, "a1"), game.state.vitality[0]) == ([], 1)
    use(game, "a1", "savior-of-carthridge")
    assert (banes(game, "a1"), game.state.vitality[0]) == (["stun"], 2)


def test_zachareth_chooses_his_allegiance_once() -> None:
    game = field(ZACHARETH, BESIDE, FAR)
    game.state.banes[1] = ["stun"]
    at(game, "before-reveal", "choose savior-of-carthridge", "pass", "yes")
    assert game.state.conditions[0] == ["savior-of-carthridge"]
    assert banes(game, "a2") == []
    assert at(game, "before-reveal").asked == []
    use(game, "a1", "savior-of-carthridge", "unit a2")
    assert (game.state.vitality[1], banes(game, "a1")) == (1, ["stun"])


def test_a_betrayer_stuns_allies_for_a_die() -> None:
    game = field(ZACHARETH, BESIDE, FAR)
    game.state.conditions[0] = ["betrayer-of-carthridge"]
    strike = assault(game)
    at(game, "attack-dice", "unit a2", "choose blue", attack=strike)
    assert (strike.dice, banes(game, "a2")) == (["white", "red", "blue"], ["stun"])
    use(game, "a1", "betrayer-of-carthridge")
    assert (game.state.vitality[0], banes(game, "a2")) == (1, ["stun", "stun"])


# Characters as upgrades ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "card", "dice"),
    [
        ("a spearmen 2x2 9000 9000 0", "kari-wraithstalker-infantry-upgrade", ["red", "blue", "blue"]),
        ("a spearmen 2x2 9000 9000 0", "lord-hawthorne-infantry-upgrade", ["red", "blue", "white"]),
        ("a oathsworn-cavalry 2x2 9000 9000 0", "lord-hawthorne-cavalry-upgrade", ["red", "red", "blue", "white"]),
        ("a spearmen 2x2 9000 9000 0", "citadel-weapons-master", ["red", "blue", "red"]),
    ],
)
def test_champions_add_a_die_in_melee(line: str, card: str, dice: list[str]) -> None:
    game = field(f"{line} | {card}", B)
    strike = assault(game)
    at(game, "attack-dice", attack=strike)
    assert strike.dice == dice


@pytest.mark.parametrize("card", ["baron-zachareth-infantry-upgrade", "baron-zachareth-cavalry-upgrade"])
def test_zachareth_as_a_champion(card: str) -> None:
    game = field(f"{A} | {card}", B)
    strike = assault(game)
    at(game, "attack-dice", "choose blue", attack=strike)
    assert strike.dice == ["red", "white"]
    at(game, "before-reveal", "choose betrayer-of-carthridge")
    assert game.state.conditions[0] == ["betrayer-of-carthridge"]


def test_kari_as_a_champion_strikes_others() -> None:
    game = field(f"{A} | kari-wraithstalker-infantry-upgrade", B, THIRD)
    spend(game, assault(game), "kari-wraithstalker-infantry-upgrade", "wound 1-2 0", "wound 1-2 0", surges=1)
    assert figures(game, "b2") == 14


@pytest.mark.parametrize("card", ["lord-hawthorne-infantry-upgrade", "lord-hawthorne-cavalry-upgrade"])
def test_hawthorne_as_a_champion_attacks_again(card: str) -> None:
    foes = ("b rune-golems 1x1 8500 10500 18000", "b rune-golems 1x1 9500 10500 18000")
    game = field(f"{A} | {card}", *foes)
    strike = assault(game)
    blank = [die("red"), die("blue"), die("white")]
    at(game, "attack-end", "yes", "pass", attack=strike, chance=blank)
    assert [one.defender for one in told_attacks(game)] == ["b2"]


# Characters' own -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", [18000, 0, 9000, 27000])
def test_wraith_step_leads_behind_the_enemy(heading: int) -> None:
    """Kari may face in any direction."""
    game = field(f"{KARI} | wraith-step", "b reanimates 2x1 9500 10500 18000")
    played = use(game, "a1", "wraith-step", f"place 9000 11500 {heading}")
    assert played.asked == ["a place"]
    assert game.state.poses[0] == (9000, 11500, heading)


def test_latari_training_moves_after_the_shot() -> None:
    game = field(f"{KARI} | latari-training", "b reanimates 2x2 9000 14500 18000")
    shot = assault(game, "ranged")
    spend(game, shot, "latari-training", surges=2)
    at(game, "attack-end", "pass", attack=shot)
    assert game.state.poses[0] == (9000, 11500, 0)


@pytest.mark.rule("rw:83.2")
def test_might_of_daqan_raises_the_defense() -> None:
    assert defense_bonus(field(f"{HAWTHORNE} | might-of-daqan", B).state, 0) == 1


def test_nerekhall_training_trades_dice_and_gives_a_bane() -> None:
    game = field(f"{ZACHARETH} | nerekhall-training", "b reanimates 2x2 9000 14500 18000")
    shot, strike = assault(game, "ranged"), assault(game)
    at(game, "attack-dice", attack=shot)
    at(game, "attack-dice", attack=strike)
    assert (shot.dice, strike.dice) == (["white"], ["red", "red"])
    spend(game, shot, "nerekhall-training", "choose immobilize")
    assert banes(game, "b1") == ["immobilize"]


@pytest.mark.rule("rw:68.2", "rw:68.7")
def test_greyhaven_runelore_pierces_and_gives_impact() -> None:
    game = field(f"{ZACHARETH} | greyhaven-runelore", B, runes=WILD)
    strike = assault(game)
    spend(game, strike, "greyhaven-runelore")
    assert (strike.guards["defense"], keyword(game.state, 0, "impact")) == (-1, 2)
    strike.used["greyhaven-runelore"] = 1
    with pytest.raises(AssertionError, match="greyhaven"):
        spend(game, strike, "greyhaven-runelore")


@pytest.mark.rule("rw:ruling.76")
def test_a_lord_of_subterfuge_looks_at_tools_and_turns_an_ally_anew() -> None:
    """With two stable runes he sees two tools of three that are in sight, and no farther than range 5."""
    lord = f"{ZACHARETH} | lord-of-subterfuge"
    near, away = (f"b reanimates 2x1 {{}} {y} 18000" for y in (13000, 18500))
    game = field(lord, BESIDE, near.format(5500), near.format(9000), near.format(12500), away.format(11000), runes=WILD)
    state = game.state
    state.dials, state.turn = [(0, 0), (1, 1), (2, 2), (0, 3), (1, 0), (0, 0)], 0
    played = play(game, after_command(game), "yes", "unit b1", "unit b3", "unit a2")
    assert played.options == [
        ["pass", "yes"],
        ["pass", "unit b1", "unit b2", "unit b3"],
        ["pass", "unit b2", "unit b3"],
        ["pass", "unit a1", "unit a2"],
    ]
    assert (state.exhausted[0], state.seen) == (["lord-of-subterfuge"], [0, 0, 1, 0, 1, 0])
    shown = [[unit.dials is not None for unit in view(state, frozenset(seats)).units] for seats in ([0], [1], [])]
    assert shown == [
        [True, True, True, False, True, False],
        [False, False, True, True, True, True],
        [False] * 6,
    ]
    log = game.log
    assert log is not None
    seen = [[one.action for _, one in log.seen_by(frozenset({seat})) if isinstance(one, ToolSeen)] for seat in (0, 1)]
    assert seen == [[action_id(components().units["reanimates"].actions[at]) for at in (2, 1)], [None, None]]
    state.seen[1] = 2
    played = play(game, amend(game), "dials a2 skill-red-3 blank")
    assert (played.asked, state.step, state.turn) == (["a dials"], "ordered", 1)
    assert (action_of(state, 1).action, state.seen[1]) == ("skill", 0)
    play(game, after_command(game))
    play(game, amend(game))
    assert (state.step, state.turn) == ("choose", 0)
    assert at(game, "after-command", unit="", target="").asked == []


# Equipment and training ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:32.0", "rw:34.6")
def test_visored_helms_guard_who_has_not_been_revealed() -> None:
    game = field(A, f"{B} | visored-helms")
    assert at(game, "attack-target", attack=assault(game)).asked == []
    game.state.dials[1] = (0, 0)
    strike = assault(game)
    at(game, "attack-target", "yes", attack=strike)
    assert strike.guards["defense"] == 1
    assert game.state.exhausted[1] == ["visored-helms"]
    assert at(game, "attack-target", attack=assault(game)).asked == []


@pytest.mark.rule("rw:15.3")
def test_piercing_strike_pierces_or_is_given_away() -> None:
    game = field(f"{A} | piercing-strike", "b carrion-lancers 2x1 9000 10500 18000")
    strike = assault(game)
    at(game, "attack-icons-added", "choose ready", attack=strike)
    assert (strike.guards["defense"], game.state.exhausted[0]) == (-1, ["piercing-strike"])
    at(game, "attack-icons-added", "choose mortal-strike", attack=strike)
    assert (strike.added, game.state.upgrades[0]) == (["mortal-strike"], [])


@pytest.mark.rule("rw:2.1", "rw:83.2")
def test_piercing_strike_pierces_a_defense_above_2_as_it_is_now() -> None:
    """Reanimates have defense 1; an effect of the attack adds 2."""
    game = field(f"{A} | piercing-strike", B)
    strike = assault(game)
    assert at(game, "attack-icons-added", "pass", attack=strike).options == [["pass", "choose mortal-strike"]]
    strike.guards["defense"] = 2
    options = at(game, "attack-icons-added", "pass", attack=strike).options
    assert options == [["pass", "choose ready", "choose mortal-strike"]]


def test_know_your_enemy_turns_inspiration_into_a_reroll_and_back() -> None:
    game = field(f"{A} | know-your-enemy", B)
    strike = rolled(assault(game), (), ())
    assert at(game, "attack-rerolls", attack=strike).asked == []
    game.state.inspiration[0] = 1
    at(game, "attack-rerolls", "reroll red-blank", attack=strike, chance=[die("red", "hit")])
    assert (strike.faces, game.state.inspiration[0]) == ([("hit",), ()], 0)
    spend(game, strike, "know-your-enemy")
    assert game.state.inspiration[0] == 1


def test_coiled_stance_knows_who_waits() -> None:
    game = field(f"{A} | coiled-stance", B)
    strike = assault(game)
    assert (keyword(game.state, 0, "lethal", strike), keyword(game.state, 0, "protected")) == (0, 0)
    game.state.dials = [(0, 0), (0, 0)]
    assert (keyword(game.state, 0, "lethal", strike), keyword(game.state, 0, "protected")) == (1, 1)


def test_forged_in_battle_grows_with_the_rounds() -> None:
    game = field(f"{A} | forged-in-battle", B)
    found = []
    for game.state.round in (3, 4, 6):
        found.append((keyword(game.state, 0, "precise"), keyword(game.state, 0, "brutal")))
    assert found == [(0, 0), (1, 0), (1, 1)]


# Figures -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:48.0")
def test_a_lance_corporal_makes_the_modifier_white() -> None:
    """A march in blue with the green defend."""
    game = field(f"{A} | lance-corporal", B)
    game.state.dials[0] = (0, 5)
    game.state.shown[0] = True
    assert modifier_of(game.state, 0) is None
    at(game, "reveal", "yes")
    assert modifier_of(game.state, 0) is not None


def test_a_geomancer_shakes_everybody() -> None:
    """Four unstable runes; a unit of 4 trays suffers 4 damage, the golem 1, which is too little."""
    game = field(f"{A} | uncontrolled-geomancer", BESIDE, B, runes=WILD)
    use(game, "a1", "uncontrolled-geomancer", *["wound 1-2 0"] * 3, "wound 1-2 0", *["wound 1-2 0"] * 4)
    assert (figures(game, "a1"), figures(game, "a2"), figures(game, "b1")) == (12, 1, 12)
    assert not has_skill(field(f"{A} | uncontrolled-geomancer", B), "a1", "uncontrolled-geomancer")


@pytest.mark.rule("rw:51.1")
def test_a_channeler_casts_two_tokens_again() -> None:
    game = field(f"{A} | greyhaven-channeler", B)
    at(game, "mana-cast", "yes", "choose mana-1", "choose mana-3", unit="", target="", chance=[1, 1])
    assert game.state.mana == [1, 0, 1, 0, 0]
    assert at(game, "mana-cast", unit="", target="").asked == []


@pytest.mark.rule("rw:58.0")
def test_a_hexer_frightens_who_is_in_sight() -> None:
    game = field(f"{A} | nerekhall-hexer", FAR)
    deal(game, "disarray", "betrayal")
    use(game, "a1", "nerekhall-hexer")
    assert banes(game, "b1") == ["stun"]
    assert not has_skill(field(f"{A} | nerekhall-hexer", "b reanimates 2x2 9000 5000 0"), "a1", "nerekhall-hexer")


@pytest.mark.parametrize("card", ["rallying-cornicen", "rallying-shrieker", "rallying-starling"])
def test_a_call_rallies_allies(card: str) -> None:
    game = field(f"{A} | {card}", "a spearmen 2x1 6500 9500 0 | tempered-steel", BESIDE.replace("7000", "11000"), FAR)
    game.state.exhausted[1] = ["tempered-steel"]
    game.state.banes[2] = ["stun", "panic"]
    use(game, "a1", card, "choose tempered-steel", "choose panic")
    assert (game.state.exhausted[1], banes(game, "a3")) == ([], ["stun"])


@pytest.mark.rule("rw:ruling.75")
def test_a_raven_pennon_shifts_the_initiative() -> None:
    """One earlier at the cost of the card; without the card ready only its own value is called."""
    game = field("a spearmen 2x2 9000 9000 0 | raven-pennon-bearer", FAR)
    state = game.state
    state.dials[0] = (0, 0)
    assert initiative(state, 0, (0, 0)) == 4
    for called in (2, 3):
        next_turn(game)
        assert state.called == called
        play(game, choose(game), "pass" if called == 2 else "activate a1")
    assert (state.active, state.exhausted[0]) == (0, ["raven-pennon-bearer"])
    state.called = state.active = 0
    next_turn(game)
    assert state.called == 4


def test_an_eagle_banner_turns_inspiration_into_mortal_strikes() -> None:
    game = field(f"{A} | eagle-banner-bearer", B)
    game.state.inspiration[0] = 3
    strike = assault(game)
    at(game, "attack-icons-added", "yes", "yes", "pass", attack=strike)
    assert (strike.added, game.state.inspiration[0]) == (["mortal-strike"] * 2, 1)


@pytest.mark.rule("rw:68.1")
def test_a_front_line_golem_is_brutal_in_melee_alone() -> None:
    game = field("a heavy-crossbowmen 3x2 9000 9000 0 | front-line-rune-golem", B)
    assert keyword(game.state, 0, "brutal", assault(game)) == 1
    assert keyword(game.state, 0, "brutal", assault(game, "ranged")) == 0


def test_a_support_golem_stuns() -> None:
    game = field("a spearmen 3x2 9000 9000 0 | support-rune-golem", B)
    use(game, "a1", "support-rune-golem")
    assert banes(game, "b1") == ["stun"]


# Artifacts and flags -------------------------------------------------------------------------------------------------


def test_the_dawnblade_deals_the_threat_a_surge() -> None:
    """Hawthorne's threat is 1 and brutal 1: 2 damage for each of 2 surges."""
    game = field(f"{HAWTHORNE} | the-dawnblade", "b reanimates 2x2 9500 11000 18000")
    spend(game, assault(game), "the-dawnblade", *["wound 1-2 0"] * 4, surges=2)
    assert figures(game, "b1") == 12


def test_the_shadow_rune_feeds_on_trays() -> None:
    game = field(f"{HAWTHORNE} | shard-of-the-shadow-rune", B)
    strike = assault(game)
    own = "order a1 second-attack"
    assert at(game, "attack-end", own, attack=strike).asked == ["a order"]
    strike.trays = 1
    game.state.banes[0] = ["stun"]
    game.state.figures[0] = [(0, 0, 2, "")]
    at(game, "attack-end", own, "choose rally", attack=strike)
    assert (banes(game, "a1"), game.state.exhausted[0]) == ([], ["shard-of-the-shadow-rune"])
    assert at(game, "attack-end", own, attack=strike).asked == ["a order"]
    game.state.exhausted[0] = []
    at(game, "attack-end", own, "choose wound", attack=strike)
    assert wounds(game, "a1") == 1


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("aggressive-cornicen", "marches-are-charges"),
        ("aggressive-cornicen", "no-panic-without-collision"),
        ("marching-cornicen", "may-turn-marches"),
        ("sweeping-strikes", "melee-at-range"),
    ],
)
def test_what_cards_allow(card: str, name: Flag) -> None:
    assert not has_flag(field(A, B).state, 0, name)
    assert has_flag(field(f"{A} | {card}", B).state, 0, name)


def test_outland_scouts_are_scouts() -> None:
    assert has_flag(field("a outland-scouts 2x1 9000 9500 0", B).state, 0, "scout")
    assert not has_flag(field(A, B).state, 0, "scout")
