"""What upgrades of any faction do, and how skills, surges and the order of effects work."""

from __future__ import annotations

import pytest

from banneret.games.runewars.abilities.nearby import in_sight
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.held_cards import discard, ready_all
from banneret.games.runewars.effects.numbers import count, has_flag, initiative_of, keyword, steadfast
from banneret.games.runewars.effects.registry import Flag, Moment
from banneret.games.runewars.effects.skills import SkillChooser, perform_skill
from banneret.games.runewars.effects.sources import answering, ids_of
from banneret.games.runewars.effects.surges import spend_surges
from banneret.games.runewars.events.cards import CardExhausted, SkillUsed, SurgesSpent
from banneret.games.runewars.events.combat import MoraleDrawn
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.attack.morale import morale_test
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.kernel.questions import Pass
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
)
from tests.games.runewars.field import deal, play, told

LONE = "b rune-golems 1x1 9000 10500 18000"
BOWS = "a heavy-crossbowmen 2x1 9000 9500 0"
ARCHERS = "b reanimate-archers 2x2 9000 13000 18000"


# Order, skills, surges -----------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:74.1", "rw:76.10", "rw:34.7", "rw:15.1", "rw:15.4")
def test_the_first_player_acts_first_and_each_has_the_order_of_cards() -> None:
    game = field(f"{A} | moment-of-inspiration", BESIDE, f"{B} | visored-helms")
    ids = dict.fromkeys(ids_of(game.state, 0) + ids_of(game.state, 2), None)
    assert list(ids) == ["spearmen", "inspiring-strike", "moment-of-inspiration", "reanimates", "visored-helms"]
    from banneret.games.runewars.effects.registry import HANDLERS, Handler  # noqa: PLC0415  # a table of its own

    table = {id: Handler(HANDLERS["attack-dice"]["moment-of-inspiration"].act, "any") for id in ids}
    for first, owners in ((0, [0, 0, 0, 2, 2]), (1, [2, 2, 0, 0, 0])):
        game.state.first = first
        assert [source.unit for _, source in answering(game.state, table, 0)] == owners


@pytest.mark.rule("rw:34.4", "rw:34.4a", "rw:37.0", "rw:76.4", "rw:3.4")
def test_a_skill_action_resolves_one_skill_and_simultaneous_orders_another() -> None:
    game = field(f"{A} | support-rune-golem war-crier", B)
    game.state.banes[0] = ["panic"]
    played = play(game, perform_skill(game, 0), "skill war-crier")
    assert played.options[0] == ["pass", "skill support-rune-golem", "skill war-crier"]
    assert banes(game, "b1") == ["panic"]
    two = field(f"{A} | support-rune-golem war-crier simultaneous-orders", B)
    two.state.banes[0] = ["panic"]
    play(two, perform_skill(two, 0), "skill war-crier", "yes")
    assert [one.ability for one in told(two, SkillUsed)] == ["war-crier", "support-rune-golem"]
    assert banes(two, "b1") == ["panic", "stun"]


@pytest.mark.rule("rw:3.4", "rw:76.11", "rw:ruling.91")
def test_skills_of_upgrades_are_optional_and_those_of_the_unit_are_not() -> None:
    """The golems stun the enemies engaged with them, unless no stable rune is active."""
    for stable, asked in ((False, ["a skill"]), (True, [])):
        game = field(f"a rune-golems 2x1 9000 9500 0 {'' if stable else '| uncontrolled-geomancer'}", B, runes=WILD)
        if not stable:
            game.state.poses[1] = (9000, 14_000, 18_000)
        assert play(game, perform_skill(game, 0), *["pass"] * len(asked)).asked == asked
        assert len(told(game, SkillUsed)) == stable
    refusal = SkillChooser(["stun-engaged"], may_pass=False).refusal(Pass())
    assert refusal is not None
    assert refusal.rule == "rw:3.4"


@pytest.mark.rule("rw:31.1", "rw:31.1a", "rw:31.1b", "rw:31.2a", "rw:7.6", "rw:76.3", "rw:ruling.30")
def test_surges_are_spent_while_there_are_some() -> None:
    game = field(f"{A} | tempered-steel the-dawnblade", B)
    strike = assault(game)
    strike.icons["surge"] = 4
    answers = ("surges tempered-steel 1", "surges the-dawnblade 2", *["wound 1-2 0"] * 4, "surges the-dawnblade 1")
    played = play(game, spend_surges(game, strike), *answers)
    assert [(one.ability, one.surges) for one in told(game, SurgesSpent)] == [
        ("tempered-steel", 1), ("the-dawnblade", 2), ("the-dawnblade", 1),
    ]  # fmt: skip  # several to a line
    assert "surges the-dawnblade 4" in played.options[0]
    assert "surges tempered-steel 1" not in played.options[1]
    assert (strike.icons["hit"], strike.icons["surge"], figures(game, "b1")) == (1, 0, 10)


@pytest.mark.rule("rw:1.0", "rw:32.3", "rw:15.5", "rw:15.3")
def test_a_rally_readies_cards_but_for_those_that_ready_themselves() -> None:
    game = field(f"{A} | tempered-steel packleaders-spear", B)
    game.state.exhausted[0] = ["tempered-steel", "packleaders-spear"]
    assert ready_all(game, 0) == 1
    assert game.state.exhausted[0] == ["packleaders-spear"]
    discard(game, 0, "packleaders-spear")
    assert (game.state.upgrades[0], game.state.exhausted[0]) == (["tempered-steel"], [])


@pytest.mark.rule("rw:68.6", "rw:68.7", "rw:68.8", "rw:34.0")
def test_keywords_of_cards_add_up() -> None:
    game = field("a reanimates 2x2 9000 9000 0 | lion-standard-bearer rank-discipline ancient-technique bull-pennon", B)
    assert [steadfast(game.state, 0, one) for one in ("doubt", "fear", "confusion")] == [1, 1, 0]
    assert keyword(game.state, 0, "precise") == 2
    assert keyword(game.state, 0, "impact") == 1
    assert keyword(game.state, 0, "regenerate") == 2


# Equipment -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:ruling.67")
def test_a_shield_wall_needs_more_trays() -> None:
    game = field("a rune-golems 1x1 9000 9500 0", f"{B} | shield-wall")
    strike = assault(game)
    at(game, "attack-target", "yes", attack=strike)
    assert strike.guards["defense"] == 1
    even = field(A, f"{B} | shield-wall")
    assert at(even, "attack-target", attack=assault(even)).asked == []


def test_master_crafted_weapons_hit() -> None:
    game = field(f"{A} | master-crafted-weapons", B)
    strike = assault(game)
    spend(game, strike, "master-crafted-weapons", surges=2)
    assert strike.icons["hit"] == 1


@pytest.mark.rule("rw:43.2")
def test_the_wind_rune_shifts_and_turns() -> None:
    """2 natural runes; without any the unit only turns."""
    game = field(f"{A} | wind-rune", FAR)
    use(game, "a1", "wind-rune", "move straight 2 left ahead", "reform 9000 centre")
    assert game.state.poses[0] == (7000, 9000, 9000)
    calm = field(f"{A} | wind-rune", FAR, runes=(0, 1, 0, 1, 0))
    assert use(calm, "a1", "wind-rune", "reform 9000 centre").asked == ["a reform"]
    assert calm.state.poses[0] == (9000, 9000, 9000)


def test_a_unit_that_has_fallen_is_asked_for_no_reform() -> None:
    """As when it falls to what the shift of its wind rune brings about."""
    game = field(f"{A} | wind-rune", FAR)
    game.state.figures[0], game.state.poses[0] = [], None
    play(game, reform(game, 0))
    assert game.state.poses[0] is None


@pytest.mark.rule("rw:32.0", "rw:32.4", "rw:34.6")
def test_tempered_steel_is_used_once() -> None:
    game = field(f"{A} | tempered-steel", B)
    strike = assault(game)
    spend(game, strike, "tempered-steel")
    assert (strike.icons["hit"], [one.card for one in told(game, CardExhausted)]) == (1, ["tempered-steel"])
    with pytest.raises(AssertionError, match="tempered-steel"):
        spend(game, strike, "tempered-steel")


def test_the_fire_rune_burns_by_unstable_runes() -> None:
    """A hit is 4 damage at 4 unstable runes, whatever the width of the unit."""
    game = field(f"{A} | fire-rune", FAR, runes=WILD)
    use(game, "a1", "fire-rune", "pass", *["wound 1-2 0"] * 4, chance=[die("red", "hit")])
    assert figures(game, "b1") == 12
    cold = field(f"{A} | fire-rune", FAR)
    deal(cold, "disarray")
    use(cold, "a1", "fire-rune", "pass", chance=[die("red", "hit", "morale")])
    assert (figures(cold, "b1"), banes(cold, "b1")) == (16, ["stun"])


@pytest.mark.rule("rw:ruling.67")
@pytest.mark.parametrize(
    ("card", "bane"), [("betrayal", "panic"), ("disarray", "stun"), ("rising-panic", "immobilize")]
)
def test_the_corruption_rune_does_what_the_card_shows(card: str, bane: str) -> None:
    game = field(f"{A} | corruption-rune", FAR, runes=WILD)
    deal(game, card)
    icons = components().morale[card].icons
    use(game, "a1", "corruption-rune", *["wound 1-2 0"] * icons)
    assert (figures(game, "b1"), banes(game, "b1")) == (16 - icons, [bane])
    assert game.state.discard == [card]


# Training and heraldry -----------------------------------------------------------------------------------------------


def test_moment_of_inspiration_adds_a_die() -> None:
    game = field(f"{A} | moment-of-inspiration", B)
    strike = assault(game)
    at(game, "attack-dice", "yes", attack=strike)
    assert strike.dice == ["red", "blue", "white"]


def test_column_tactics_fights_by_ranks() -> None:
    """3 ranks of 2: the threat is 3, and there is one re-roll of any dice."""
    game = field("a reanimates 2x3 9000 8500 0 | column-tactics", B)
    strike = assault(game)
    at(game, "attack-rerolls", "yes", attack=strike)
    assert (strike.strength, strike.rerolls) == (3, (1, 0))


def test_terrifying_heraldry_frightens_in_the_end_phase() -> None:
    game = field(f"{A} | terrifying-heraldry", B, "b reanimates 2x1 3000 3000 0")
    at(game, "end-phase", unit="", target="")
    assert (banes(game, "b1"), banes(game, "b2")) == (["panic"], [])


def test_heraldic_surcoats_and_a_card_less() -> None:
    """Of a severity of 2 one card is drawn, and of 1 still one."""
    game = field(f"{A} | heraldic-surcoats", B)
    assert count(game.state, 0, "morale-cards") == -1
    for severity in (2, 1):
        deal(game, "disarray")
        play(game, morale_test(game, 0, severity))
    assert [one.cards for one in told(game, MoraleDrawn)] == [("disarray",), ("disarray",)]


@pytest.mark.rule("rw:47.1")
def test_raven_tabards_hurry_blue_actions() -> None:
    game = field(f"{A} | raven-tabards", B)
    actions = components().units["spearmen"].actions
    found = [(initiative_of(game.state, 0, one), one.initiative) for one in actions]
    assert found == [(3, 4), (4, 5), (3, 3), (4, 4), (6, 6), (7, 7), (3, 3), (8, 8)]


def test_cursed_signets_take_wounds_for_banes() -> None:
    game = field(f"{A} | cursed-signets", B)
    moment = at(game, "banes-gained", "yes", "wound 1-2 0", "wound 1-2 0", number=2, kind="stun").result
    assert (moment.canceled, figures(game, "a1")) == (True, 14)
    assert not at(game, "banes-gained", "pass", number=2, kind="stun").result.canceled


def test_a_triumphant_cry_turns_after_the_fall() -> None:
    game = field(f"{A} | triumphant-cry", BESIDE, LONE)
    game.state.figures[2] = []
    game.state.poses[2] = None
    at(game, "destroyed", "reform 9000 centre", unit="b1", target="", engaged=(0,))
    assert game.state.poses[0] == (9000, 9000, 9000)


# Artifacts and champions ---------------------------------------------------------------------------------------------


def test_the_reaping_blade_cuts_with_blanks() -> None:
    game = field(f"{A} | reaping-blade", B)
    strike = rolled(assault(game), (), ("hit",), (), dice=("red", "blue", "white"))
    at(game, "attack-icons-added", attack=strike)
    assert strike.added == ["mortal-strike"] * 2


@pytest.mark.rule("rw:56.4b")
def test_fortunas_dice_turn_a_die() -> None:
    game = field(f"{A} | fortunas-dice", B)
    strike = rolled(assault(game), (), ())
    faces = components().dice["red"].faces
    at(
        game,
        "attack-dice-changed",
        "yes",
        "choose die-1",
        f"choose red-face-{faces.index(('hit',)) + 1}",
        attack=strike,
    )
    assert strike.faces == [("hit",), ()]


def test_the_shield_of_margath_strikes_back() -> None:
    game = field(A, "b rune-golems 1x1 9000 10500 18000 | shield-of-margath")
    at(game, "attack-end", *["wound 1-2 0"] * 4, attack=assault(game))
    assert figures(game, "a1") == 12


HAWTHORNE = "b lord-hawthorne 1x1 9000 10500 18000"


@pytest.mark.rule("rw:2.1", "rw:83.2")
def test_the_shield_of_margath_hurts_as_much_as_its_bearer_withstands_now() -> None:
    """Lord Hawthorne has defense 3, and Might of Daqan adds 1."""
    game = field(A, f"{HAWTHORNE} | shield-of-margath might-of-daqan")
    at(game, "attack-end", *["wound 1-2 0"] * 4, attack=assault(game))
    assert figures(game, "a1") == 12
    plain = field(A, f"{HAWTHORNE} | shield-of-margath")
    at(plain, "attack-end", *["wound 1-2 0"] * 3, attack=assault(plain))
    assert figures(plain, "a1") == 13


def test_a_dispatch_runner_lets_an_ally_strike() -> None:
    foe = "b rune-golems 1x1 11500 10500 18000"
    game = field(f"{A} | dispatch-runner", "a spearmen 2x1 11500 9500 0", foe)
    use(game, "a1", "dispatch-runner", chance=[die("red"), die("blue")])
    assert (banes(game, "a2"), game.state.exhausted[0]) == (["stun"], ["dispatch-runner"])
    assert not has_skill(game, "a1", "dispatch-runner")


@pytest.mark.rule("rw:82.3")
def test_a_war_crier_hands_a_bane_on() -> None:
    game = field(f"{A} | war-crier", FAR)
    assert not has_skill(game, "a1", "war-crier")
    game.state.banes[0] = ["stun", "blight"]
    use(game, "a1", "war-crier", "choose blight")
    assert (banes(game, "a1"), banes(game, "b1")) == (["stun"], ["blight"])


def test_a_file_leader_strikes_first_when_charged() -> None:
    """The reanimates' tool shows a melee attack."""
    game = field(A, f"{B} | file-leader")
    game.state.dials[1], game.state.shown[1] = (5, 6), True
    assert at(game, "collision").asked == []
    played = at(game, "collision", "yes", "pass", charge=True, chance=[die("red"), die("red")])
    assert played.asked == ["b may", "b reroll"]


def test_a_file_leader_strikes_nobody_but_who_charges() -> None:
    """a2 is engaged with the unit as well."""
    game = field(A, "a spearmen 2x1 10500 11000 27000", f"{B} | file-leader")
    game.state.dials[2], game.state.shown[2] = (5, 6), True
    assert targets_of(game.state, 2, "melee") == [0, 1]
    played = at(game, "collision", "yes", "pass", charge=True, chance=[die("red"), die("red")])
    assert "b target" not in played.asked


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("flank-guards", "no-flank-dice"),
        ("close-quarters-targeting", "shoots-while-engaged"),
        ("trumpets", "keeps-speed-in-turns"),
        ("metered-march", "may-stop"),
        ("heartseeker", "ignores-sight"),
    ],
)
def test_what_cards_allow(card: str, name: Flag) -> None:
    assert not has_flag(field(A, B).state, 0, name)
    assert has_flag(field(f"{A} | {card}", B).state, 0, name)


@pytest.mark.rule("rw:39.1b")
def test_flank_guards_leave_a_flanker_without_its_die() -> None:
    cavalry = "a oathsworn-cavalry 2x2 6500 9000 27000"
    game = field(cavalry, "b reanimates 3x2 9000 9000 0 | flank-guards")
    played = play(game, attack(game, 0, "melee"), "pass", chance=[die("red"), die("red"), die("blue")])
    assert "a flank-die" not in played.asked


@pytest.mark.rule("rw:36.2")
def test_close_quarters_let_archers_shoot_at_whom_they_fight() -> None:
    game = field(f"{BOWS} | close-quarters-targeting", B)
    play(game, attack(game, 0, "ranged"), chance=[die("red"), die("blue")])
    none = field(BOWS, B)
    assert play(none, attack(none, 0, "ranged")).asked == []


def test_a_moment_has_a_name_of_the_list() -> None:
    with pytest.raises(ValueError, match="unknown moment 'tea-time'"):
        Moment("tea-time")  # type: ignore[arg-type]  # that is what is tested


@pytest.mark.rule("rw:63.3a", "rw:70.0")
def test_who_stands_behind_another_unit_is_out_of_sight() -> None:
    game = field("a spearmen 2x1 9000 9000 0", "b spearmen 2x1 9000 11000 18000", "b spearmen 1x1 9000 12500 18000")
    assert in_sight(game.state, 0, [1, 2], 5) == [1]
    assert in_sight(game.state, 0, [1], 1) == [1]
    assert in_sight(game.state, 0, [1], 0) == []
