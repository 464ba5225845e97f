"""What the cards of the Uthuk Y'llan do."""

from __future__ import annotations

import pytest

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.effects.numbers import count, has_flag, keyword, steadfast
from banneret.games.runewars.effects.registry import Flag
from banneret.games.runewars.effects.surges import usable
from banneret.games.runewars.events.cards import MoraleOpened, MoraleSeen
from banneret.games.runewars.events.combat import AttackBegan
from banneret.games.runewars.rules.activation import act
from banneret.games.runewars.rules.attack.morale import morale_test
from banneret.games.runewars.rules.command import begin_round
from banneret.games.runewars.rules.damage.losses import Toll, destroy, lose_tray
from banneret.games.runewars.rules.damage.wounds import defense_bonus
from banneret.games.runewars.rules.ground.morale_deck import draw_morale
from banneret.games.runewars.rules.movement.marches import ways_of
from banneret.games.runewars.state import cells_of, placed_of
from banneret.games.runewars.view import view
from tests.games.runewars.cards import (
    WILD,
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
from tests.games.runewars.field import deal, play, told

RAGE = "a berserkers 2x2 9000 9000 0"
RIPPERS = "a flesh-rippers 2x1 9000 9500 0"
THRESHERS = "a spined-threshers 2x1 9000 9500 0"
RAVOS = "a ravos-the-everhungry 1x1 9000 9500 0"
KETHRA = "a kethra-alaak 1x1 9000 9500 0"
FOE = "b spearmen 2x2 9000 11000 18000"
AWAY = "b spearmen 2x2 9000 13000 18000"
NEXT = "b spearmen 2x2 11500 11000 18000"
LOST = "b spearmen 2x1 25000 3000 0"
"""Beyond every range."""


# Units ---------------------------------------------------------------------------------------------------------------


def test_berserkers_bleed_for_their_rage() -> None:
    game = field(RAGE, FOE)
    strike = assault(game)
    at(game, "attack-target", "yes", "wound 1-2 0", "yes", "wound 1-2 0", attack=strike)
    assert (keyword(game.state, 0, "lethal", strike), figures(game, "a1")) == (2, 14)


def test_rippers_rend_and_run_headlong() -> None:
    game = field(RIPPERS, FOE)
    spend(game, assault(game), "rend", *["wound 1-2 0"] * 3, surges=3)
    assert figures(game, "b1") == 13
    at(game, "before-reveal", target="")
    assert game.state.poses[0] == (9000, 9500, 0)
    free = field(RIPPERS, AWAY)
    at(free, "before-reveal", target="")
    assert free.state.poses[0] == (9000, 10500, 0)


@pytest.mark.parametrize("line", [THRESHERS, "a berserkers 3x3 9000 8500 0 | frontline-spined-thresher"])
def test_threshers_smell_fear(line: str) -> None:
    game = field(line, FOE)
    strike = rolled(assault(game), (), ())
    assert at(game, "attack-rerolls", attack=strike).asked == []
    game.state.banes[1] = ["panic"]
    at(game, "attack-rerolls", "reroll red-blank", attack=strike, chance=[die("red", "hit")])
    assert ("hit",) in strike.faces
    assert keyword(game.state, 0, "brutal", strike) == 1


@pytest.mark.parametrize("line", [THRESHERS, "a berserkers 3x3 9000 8500 0 | support-spined-thresher"])
def test_threshers_spread_panic_once_each(line: str) -> None:
    game = field(line, FOE, AWAY, LOST, runes=WILD)
    game.state.banes[1] = ["panic"]
    at(game, "after-activation", target="")
    assert [banes(game, one) for one in ("b1", "b2", "b3")] == [["panic"], ["panic"], []]
    assert steadfast(game.state, 0, "fear") >= 1


def test_ravos_gorges_and_devours() -> None:
    game = field(RAVOS, "a berserkers 2x1 7000 9500 0", FOE, NEXT)
    spend(game, assault(game), "gorge", "wound 1-2 0", "wound 1-2 0")
    assert (figures(game, "b1"), figures(game, "b2")) == (15, 15)
    at(game, "before-end-phase", "unit a2", "wound 1-1 0", unit="", target="")
    assert figures(game, "a2") == 7


@pytest.mark.parametrize("line", [RAVOS, f"{THRESHERS} | ravos-siege-upgrade"])
def test_ravos_is_dreaded(line: str) -> None:
    game = field(line, FOE, LOST)
    at(game, "after-setup", unit="", target="")
    assert (banes(game, "b1"), banes(game, "b2"), banes(game, "a1")) == (["panic"], ["panic"], [])
    at(game, "before-end-phase", "unit b1", "wound 1-2 0", unit="", target="")
    assert figures(game, "b1") == 15


def test_kethra_throws_bones() -> None:
    game = field(KETHRA, "a berserkers 2x1 6500 9500 0", FOE, LOST)
    spend(game, assault(game), "bone-spears", "wound 1-2 0", "wound 1-2 0")
    assert figures(game, "b1") == 14
    hits = ["wound 1-1 0", "wound 1-2 0"]
    use(game, "a1", "bone-storm", "unit a2", *hits, chance=[die("white", "hit")])
    assert (figures(game, "a2"), figures(game, "b1"), figures(game, "b2")) == (7, 13, 8)


@pytest.mark.parametrize("card", ["kethra-alaak-infantry-upgrade", "kethra-alaak-cavalry-upgrade"])
def test_kethra_as_a_champion(card: str) -> None:
    game = field(f"{RAGE} | {card}", "a berserkers 2x1 6500 9500 0", FOE)
    strike = assault(game)
    at(game, "attack-dice", "choose red", attack=strike)
    assert strike.dice == ["blue", "white"]
    use(game, "a1", card, "unit a2", chance=[die("white")])
    assert figures(game, "b1") == 16


def test_growths_burst_on_the_attacker() -> None:
    game = field(KETHRA, "a berserkers 2x1 6500 9500 0", FOE)
    at(game, "after-setup", "unit a2", "pass", unit="", target="")
    assert game.state.conditions == [[], ["unnatural-growths"], []]
    at(game, "attack-end", "wound 1-2 0", "wound 1-2 0", attack=assault(game, attacker="b1", defender="a2"))
    assert figures(game, "b1") == 14


# Characters as upgrades ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "card", "way", "end"),
    [
        (RIPPERS, "beastmaster-thuk-tar-cavalry-upgrade", ("shift", "move straight 1 rear ahead"), (9000, 9500, 0)),
        (THRESHERS, "thuk-tar-gorgemaw-siege-upgrade", ("reform", "reform 9000 centre"), (9000, 9500, 9000)),
    ],
)
def test_beasts_are_lashed_on(line: str, card: str, way: tuple[str, str], end: tuple[int, int, int]) -> None:
    """Flesh Rippers march by themselves too, and their player says what comes first."""
    game = field(f"{line} | {card}", AWAY.replace("13000", "13400"))
    order = [f"order a1 {card}"] if line == RIPPERS else []
    at(game, "before-reveal", *order, f"choose {way[0]}", "wound 2-1 0", *way[1:], target="")
    assert (wounds(game, "a1"), game.state.poses[0]) == (1, end)
    assert has_flag(game.state, 0, "ignores-banes-of-collision")


def test_gorgemaw_adds_a_die() -> None:
    game = field(f"{THRESHERS} | thuk-tar-gorgemaw-siege-upgrade", FOE)
    strike = assault(game)
    at(game, "attack-dice", "yes", attack=strike)
    assert strike.dice == ["red", "red", "red"]


# Heraldry ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:58.0")
def test_a_bannerscamp_trades_a_test_for_panic_and_taunts() -> None:
    game = field(f"{RAGE} | bannerscamp", FOE)
    play(game, morale_test(game, 1, 2), "yes")
    assert banes(game, "b1") == ["panic", "panic"]
    at(game, "rallied", unit="b1", target="")
    assert banes(game, "b1") == ["panic"] * 3
    game.state.banes[1] = []
    deal(game, "disarray")
    assert "a may" not in play(game, morale_test(game, 1, 1)).asked


@pytest.mark.rule("rw:63.6a", "rw:63.1")
@pytest.mark.parametrize(("beyond", "reached"), [(0, True), (1, False)])
def test_a_bannerscamp_reaches_to_the_end_of_range_five(beyond: int, reached: bool) -> None:
    """Both front edges are parallel: the first at y = 10000, the second at the end of the ruler or just beyond it."""
    ruler = tabletop().ruler
    y = 10_000 + ruler.bands * ruler.band + beyond + 1000
    game = field("a berserkers 2x2 9000 9000 0 | bannerscamp", f"b spearmen 2x2 9000 {y} 18000")
    assert ruler.bands == 5
    deal(game, "disarray")
    assert ("a may" in play(game, morale_test(game, 1, 1), *["pass"] * reached).asked) == reached
    game.state.banes[1] = []
    at(game, "rallied", unit="b1", target="")
    assert banes(game, "b1") == ["panic"] * reached


def test_a_rage_spine_shares_the_fear() -> None:
    game = field(f"{RAGE} | rage-spine", FOE, runes=WILD)
    at(game, "morale-end", "yes", unit="b1", target="", card="disarray", number=1)
    assert (banes(game, "a1"), banes(game, "b1")) == (["stun"], ["stun"])
    assert at(game, "morale-end", unit="b1", target="", card="betrayal", number=3).asked == []


def test_bloodrage_flows_from_unit_to_unit() -> None:
    game = field(f"{RAGE} | bloodrage-conduit", "a berserkers 2x1 6500 9500 0 | bloodrage-conduit", FOE)
    strike = assault(game)
    at(game, "attack-target", "order a1 blood-frenzy", "pass", "yes", attack=strike)
    assert strike.gains["lethal"] == 1
    at(game, "before-destroyed", "unit a1", unit="a2", target="")
    assert game.state.exhausted[0] == []


def test_a_warsprinter_and_allies_sprint() -> None:
    lone = field(f"{RAGE} | warsprinter", AWAY)
    assert not has_skill(lone, "a1", "warsprinter")
    game = field(
        f"{RAGE.replace('9000 9000', '9000 6000')} | warsprinter", "a berserkers 2x1 5000 6000 0", AWAY, runes=WILD
    )
    assert not has_skill(game, "a2", "warsprinter")
    game.state.shown[0] = True
    use(game, "a2", "warsprinter")
    use(game, "a1", "warsprinter", "choose speed-4")
    assert (game.state.poses[1], game.state.poses[0]) == ((5000, 7000, 0), (9000, 10000, 0))
    assert not has_skill(field(f"{RAGE} | warsprinter", FOE, runes=WILD), "a1", "warsprinter")


# Artifacts and champions ---------------------------------------------------------------------------------------------


def test_the_whip_feeds_on_panic() -> None:
    game = field(f"{RAVOS} | fearmongers-whip", FOE)
    game.state.banes[1] = ["panic", "stun", "panic"]
    assert keyword(game.state, 0, "lethal", assault(game)) == 2
    assert keyword(game.state, 0, "lethal") == 0


def test_the_dragonjaw_frightens_both() -> None:
    game = field(f"{KETHRA} | dragonjaw-focus", "a berserkers 2x1 6500 9500 0", AWAY, runes=WILD)
    deal(game, "disarray")
    use(game, "a1", "dragonjaw-focus", "yes", "yes", "unit a2", chance=["disarray", die("white")])
    assert (banes(game, "a1"), banes(game, "b1"), game.state.discard) == (["stun"], ["stun"], ["disarray"])


@pytest.mark.rule("rw:51.1")
def test_a_bloodfire_witch_casts_for_blood() -> None:
    game = field(f"{RAGE} | bloodfire-witch", FOE)
    played = at(
        game, "mana-cast", "yes", "choose mana-3", "choose mana-1", "wound 1-2 0", unit="", target="", chance=[1, 1]
    )
    assert played.options[2] == ["pass", "choose mana-1", "choose mana-2"]
    assert (game.state.mana, figures(game, "a1")) == ([1, 0, 1, 0, 0], 15)


def test_a_slasher_rolls_for_banes_and_bleeds_for_more() -> None:
    game = field(f"{RAGE} | grotesque-slasher", FOE)
    strike = assault(game)
    at(game, "attack-end", "yes", "yes", attack=strike, chance=[die("blue", "hit")])
    assert (banes(game, "b1"), game.state.exhausted[0], wounds(game, "a1")) == (["stun"], [], 1)
    at(game, "attack-end", "yes", "pass", attack=strike, chance=[die("blue", "surge")])
    assert (banes(game, "b1"), game.state.exhausted[0]) == (["stun", "immobilize"], ["grotesque-slasher"])


def test_a_mutilated_one_frightens() -> None:
    game = field(f"{RAGE} | mutilated-grotesque", FOE, AWAY)
    strike = assault(game)
    at(game, "attack-icons-added", "yes", attack=strike)
    assert strike.added == ["morale"]
    assert [count(game.state, unit, "morale-cards") for unit in (0, 1, 2)] == [0, 1, 0]


def test_a_siren_sings_loud_or_soft() -> None:
    game = field(f"{RAGE} | psychosis-siren", FOE, AWAY, runes=WILD)
    deal(game, "disarray", "frozen-with-dread")
    use(game, "a1", "psychosis-siren", "yes")
    assert (banes(game, "b1"), banes(game, "b2")) == (["stun"], ["immobilize"])
    use(game, "a1", "psychosis-siren", "unit b2")
    assert banes(game, "b2") == ["immobilize", "panic"]


# Equipment and heavy figures -----------------------------------------------------------------------------------------


def test_venom_is_brewed_once_and_spent_in_attacks() -> None:
    """Two natural runes: up to two wounds."""
    game = field(f"{RAGE} | ritual-venom", FOE)
    at(game, "before-reveal", "yes", "choose stun", "wound 1-2 0", "yes", "wound 1-2 0", target="")
    assert figures(game, "a1") == 14
    assert at(game, "before-reveal", target="").asked == []
    for _ in range(2):
        at(game, "attack-target", "order a1 ritual-venom", "yes", "pass", attack=assault(game))
    assert banes(game, "b1") == ["stun", "stun"]


def test_serrated_spines_cut_by_stable_runes() -> None:
    game = field("a berserkers 2x2 9000 9000 0 | serrated-spines", FOE, runes=WILD)
    assert keyword(game.state, 0, "lethal", assault(game)) == 2


def test_an_obscene_drags_smaller_enemies() -> None:
    game = field("a berserkers 3x3 9000 8500 0 | support-obscene", "b rune-golems 1x1 9000 10500 18000")
    played = use(game, "a1", "support-obscene", "move straight 1 rear ahead")
    assert played.asked == ["a move"]
    assert game.state.poses[1] == (9000, 11500, 18000)
    even = field(f"{RAGE} | support-obscene", FOE)
    assert not has_skill(even, "a1", "support-obscene")
    assert keyword(even.state, 0, "protected") == 1


def test_an_obscene_blights_with_an_open_wound() -> None:
    game = field("a berserkers 3x3 9000 8500 0 | front-line-obscene", FOE)
    strike = assault(game)
    strike.icons["surge"] = 1
    assert "front-line-obscene" not in usable(game.state, strike)
    game.state.figures[0] = game.state.figures[0][:-1]
    spend(game, strike, "front-line-obscene")
    assert banes(game, "b1") == ["blight"]


def test_the_serpent_changes_a_bane() -> None:
    game = field("a heavy-crossbowmen 2x1 9000 9500 0 | aim-of-the-serpent", AWAY)
    game.state.banes[1] = ["panic"]
    spend(game, assault(game, "ranged"), "aim-of-the-serpent", "choose stun")
    assert banes(game, "b1") == ["stun"]


# Characters' own -----------------------------------------------------------------------------------------------------


def test_fear_incarnate_hurts_by_the_card() -> None:
    game = field(f"{RAVOS} | fear-incarnate", FOE)
    at(game, "morale-end", "wound 1-2 0", "wound 1-2 0", unit="b1", target="", card="uncertainty", number=2)
    assert figures(game, "b1") == 14


@pytest.mark.rule("rw:68.6")
def test_fear_hurts_by_the_icons_that_a_card_has_for_its_unit() -> None:
    """Reanimates are steadfast against doubt: a card of that type has an icon more."""
    card = min((one for one in components().morale.values() if one.type == "doubt"), key=lambda one: one.icons)
    game = field(f"{RAVOS} | fear-incarnate", FOE.replace("spearmen", "reanimates"))
    at(game, "morale-end", "wound 1-2 0", "wound 1-2 0", "wound 1-2 0", unit="b1", target="", card=card.id, number=3)
    assert (card.icons, figures(game, "b1")) == (2, 13)


def test_a_viscera_goblet_fills_with_the_fallen_and_heals() -> None:
    game = field("a spined-threshers 1x1 9000 9500 0 | viscera-goblet", FOE, AWAY)
    assert components().upgrades["viscera-goblet"].cost == 7
    at(game, "after-setup", unit="", target="")
    game.state.figures[0] = [(0, 0, 2, "")]
    for unit, tokens in ((2, 1), (1, 2)):
        toll = Toll(game.state, unit)
        game.state.figures[unit] = []
        play(game, destroy(game, toll))
        assert game.state.marks[0] == {"viscera-goblet": tokens}
    at(game, "after-activation", "order a1 viscera-goblet", "yes", target="")
    assert (game.state.marks[0], wounds(game, "a1")) == ({"viscera-goblet": 1}, 1)


def test_an_insatiable_hunger_marches_on() -> None:
    game = field(f"{RAVOS} | insatiable-hunger", AWAY.replace("13000", "13400"))
    order = "order a1 devour"
    at(game, "before-end-phase", order, "choose speed-2", "pass", unit="", target="")
    assert game.state.poses[0] == (9000, 11500, 0)
    held = field(f"{RAVOS} | insatiable-hunger", FOE, NEXT)
    assert "a choose" not in at(held, "before-end-phase", order, "unit b2", "wound 1-2 0", unit="", target="").asked


def test_a_bonecaster_throws_where_others_strike() -> None:
    """The tool shows a melee attack."""
    for answers, faces in ((("yes", "pass"), [die("white")] * 2), (("pass",), [])):
        game = field(f"{KETHRA} | bonecaster", AWAY)
        play(game, act(game, 0, "melee-attack", 0, None), *answers, chance=faces)
        assert [one.kind for one in told(game, AttackBegan)] == ["ranged"] * bool(faces)
    held = field(f"{KETHRA} | bonecaster", FOE, AWAY)
    assert "a may" not in at(held, "melee-action", target="").asked


def test_kingsbone_armor_is_spiked() -> None:
    game = field(f"{KETHRA} | kingsbone-armor", FOE, AWAY)
    assert defense_bonus(game.state, 0) == 1
    two = ["wound 1-2 0", "wound 1-2 0"]
    at(game, "collision", *two)
    at(game, "collision", *two, unit="b2", target="a1")
    at(game, "reveal", *two, unit="b1", target="")
    assert (figures(game, "b1"), figures(game, "b2")) == (12, 14)
    assert at(game, "reveal", unit="b2", target="").asked == []


def test_a_feeding_frenzy_grows_by_trays() -> None:
    game = field(f"{RIPPERS} | feeding-frenzy", FOE)
    at(game, "trays-lost", unit="b1", target="", number=2, engaged=(0,))
    assert keyword(game.state, 0, "lethal") == 0
    at(game, "trays-lost", unit="b1", target="", number=1, engaged=(0,))
    at(game, "trays-lost", unit="b1", target="", number=3, engaged=())
    assert keyword(game.state, 0, "lethal") == 1


def test_a_dead_sprint_is_the_first_march() -> None:
    game = field(f"{RIPPERS} | dead-sprint", AWAY)
    first = ways_of(game.state, 0, "march", 2, None)
    assert [(way.template, way.speed) for way in first] == [("straight", 2), ("straight", 3), ("turn", 2)]
    at(game, "after-move", target="", kind="march")
    assert [(way.template, way.speed) for way in ways_of(game.state, 0, "march", 2, None)] == [("straight", 2)]


def test_devouring_maws_heal() -> None:
    game = field(f"{THRESHERS} | devouring-maws", FOE)
    game.state.figures[0] = [(0, 0, 3, ""), (1, 0, 0, "")]
    at(game, "attack-icons-added", "yes", attack=assault(game))
    assert wounds(game, "a1") == 2
    unhurt = field(f"{THRESHERS} | devouring-maws", FOE)
    assert at(unhurt, "attack-icons-added", attack=assault(unhurt)).asked == []


def test_a_scuttling_horror_sidles_and_stuns() -> None:
    game = field(f"{THRESHERS} | scuttling-horror", AWAY)
    played = at(game, "after-command", "yes", "move straight 1 left ahead", unit="", target="")
    assert len(played.options[1]) == 2
    assert game.state.poses[0] == (8000, 9500, 0)
    at(game, "attack-target", "yes", attack=assault(game))
    assert banes(game, "b1") == ["stun"]
    assert at(game, "attack-target", attack=assault(game)).asked == []


@pytest.mark.rule("rw:ruling.71")
def test_a_cacophony_reaver_has_the_top_morale_card_open() -> None:
    game = field(f"{RAGE} | cacophony-reaver", FOE)
    deal(game, "betrayal", "disarray", "loss-of-faith")
    strike = assault(game)
    assert keyword(game.state, 0, "lethal", strike) == 0
    play(game, begin_round(game))
    assert view(game.state, frozenset()).known == ("betrayal",)
    assert keyword(game.state, 0, "lethal", strike) == components().morale["betrayal"].icons == 3
    assert draw_morale(game, 1) == ["betrayal"]
    assert [one.card for one in told(game, MoraleOpened)] == ["betrayal", "disarray"]
    assert keyword(game.state, 0, "lethal", strike) == components().morale["disarray"].icons == 1
    plain = field(RAGE, FOE)
    play(plain, begin_round(plain))
    assert (view(plain.state, frozenset()).known, keyword(plain.state, 0, "lethal", strike)) == ((), 0)


@pytest.mark.rule("rw:ruling.72")
def test_a_blood_diviner_looks_at_morale_cards_and_discards_one() -> None:
    game = field(f"{RAGE} | blood-diviner", FOE, runes=WILD)
    deal(game, "betrayal", "disarray", "loss-of-faith")
    played = at(game, "round-start", "choose disarray", unit="", target="")
    assert played.options == [["pass", "choose betrayal", "choose disarray"]]
    assert (game.state.deck.cards[:2], game.state.discard) == (["betrayal", "loss-of-faith"], ["disarray"])
    assert view(game.state, frozenset({0})).known == ("betrayal",)
    assert view(game.state, frozenset({1})).known == view(game.state, frozenset()).known == ()
    log = game.log
    assert log is not None
    seen = [[one.cards for _, one in log.seen_by(frozenset({seat})) if isinstance(one, MoraleSeen)] for seat in (0, 1)]
    assert seen == [[("betrayal", "disarray")], [None]]
    assert game.state.exhausted[0] == ["blood-diviner"]
    assert at(game, "round-start", unit="", target="").asked == []
    assert view(game.state, frozenset({0})).known == ("betrayal", "loss-of-faith")
    at(game, "figures-lost", unit="b1", target="", number=1, stood=placed_of(game.state, 1))
    assert game.state.exhausted[0] == []


@pytest.mark.rule("rw:ruling.72")
@pytest.mark.rule("rw:ruling.72")
@pytest.mark.parametrize(
    ("loser", "enemy", "fed"),
    [
        (1, "b spearmen 1x1 25000 3000 0", False),
        (1, "b spearmen 1x1 9000 13000 18000", True),  # it is destroyed, at range 2
        (0, LOST, True),
    ],
)
def test_a_blood_diviner_is_fed_by_what_falls_near(loser: int, enemy: str, fed: bool) -> None:
    game = field(f"{RAGE} | blood-diviner", enemy)
    game.state.exhausted[0] = ["blood-diviner"]
    play(game, lose_tray(game, loser, max(cells_of(game.state, loser))))
    assert (game.state.exhausted[0] == []) is fed


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("tactical-shrieker", "no-panic-disengaging"),
        ("aggressive-shrieker", "marches-are-charges"),
        ("aggressive-shrieker", "no-panic-without-collision"),
    ],
)
def test_what_cards_allow(card: str, name: Flag) -> None:
    assert not has_flag(field(RAGE, FOE).state, 0, name)
    assert has_flag(field(f"{RAGE} | {card}", FOE).state, 0, name)
