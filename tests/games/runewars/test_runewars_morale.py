"""Morale tests: severity, panic, the cards and what each of them does."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec
import pytest

from banneret.games.runewars.attack_actions import SpendPanic
from banneret.games.runewars.content.components import KeywordOf, components
from banneret.games.runewars.events.combat import (
    BaneSpent,
    HitsSpent,
    MoraleDrawn,
    MoraleResolved,
    MoraleShuffled,
    MoraleTested,
)
from banneret.games.runewars.events.moves import UnitMoved, UnitReformed
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.morale import PanicChooser, icons_of_card, morale_test
from banneret.games.runewars.rules.attack.morale_cards import MORALE
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.kernel.pile import Pile
from banneret.text.catalogue import LANGUAGES
from tests.games.runewars.field import deal, die, field, play, standing, told

SPEARS: Final = "a spearmen 3x2 9000 9000 0"
FOES: Final = "b spearmen 3x2 9000 11000 18000"
"""Front against front."""
FAR: Final = "b spearmen 3x2 9000 5000 18000"
BLANK: Final = die("blue")
MORALE_ICON: Final = die("red", "morale")


# Severity ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rw:7.11", "rw:57.0", "rw:57.1", "rw:58.0", "rw:58.1", "rw:58.2", "rw:58.2a", "rw:82.1c", "rw:ruling.61"
)
def test_morale_icons_and_panic_spent_are_the_severity() -> None:
    """1 icon and 2 of 3 panic: 3 cards are drawn, and one of up to 3 icons is resolved by the attacker."""
    game = field(SPEARS, FOES)
    game.state.banes[1] = ["panic"] * 3
    deal(game, "betrayal", "disarray", "uncertainty")
    flow = attack(game, 0, "melee")
    played = play(game, flow, "pass", "panic 2", "resolve disarray", chance=[MORALE_ICON, BLANK])
    assert played.asked == ["a reroll", "a panic", "a morale"]
    assert played.options[1] == ["pass", "panic 1", "panic 2", "panic 3"]
    assert played.options[2] == ["resolve betrayal", "resolve disarray", "resolve uncertainty"]
    assert told(game, MoraleTested)[0].severity == 3
    assert told(game, BaneSpent)[0].number == 2
    assert Counter(game.state.banes[1]) == {"panic": 1, "stun": 1}


@pytest.mark.rule("rw:58.0", "rw:58.6")
def test_cards_act_after_a_morale_test_with_its_card() -> None:
    """Fear Incarnate of Ravos, beside the tested unit, deals damage for the icon of the card."""
    game = field("a ravos-the-everhungry 1x1 9000 9500 0 | fear-incarnate", FOES)
    deal(game, "frozen-with-dread")
    before = len(game.state.figures[1])
    play(game, morale_test(game, 1, 1), "wound 1-2 0")
    assert before - len(game.state.figures[1]) == 1


@pytest.mark.rule("rw:82.1c")
def test_no_more_panic_is_spent_than_a_unit_has() -> None:
    chooser = PanicChooser("b1", 2, 3)
    assert chooser.refusal(SpendPanic("2")) is None
    beyond = chooser.refusal(SpendPanic("3"))
    assert beyond is not None
    assert beyond.rule == "rw:82.1c"


@pytest.mark.rule("rw:7.11", "rw:82.1c")
def test_panic_alone_causes_a_test_in_an_attack_and_nowhere_else() -> None:
    game = field(SPEARS, FOES)
    game.state.banes[1] = ["panic"]
    deal(game, "frozen-with-dread")
    play(game, attack(game, 0, "melee"), "pass", "panic 1", chance=[die("red"), BLANK])
    assert game.state.banes[1] == ["immobilize"]
    game.state.banes[1] = ["panic"]
    assert play(game, morale_test(game, 1, 0)).asked == []
    assert play(game, attack(game, 0, "melee"), "pass", "pass", chance=[die("red"), BLANK]).asked[-1] == "a panic"
    assert len(told(game, MoraleTested)) == 1


@pytest.mark.rule("rw:7.11")
def test_without_icons_and_panic_there_is_no_test() -> None:
    game = field(SPEARS, FOES)
    play(game, attack(game, 0, "melee"), "pass", chance=[die("red"), BLANK])
    assert told(game, MoraleTested) == []
    assert len(game.state.deck) == 0


@pytest.mark.rule("rw:36.3")
def test_a_shot_into_a_melee_tests_the_allies_of_the_shooter() -> None:
    """The spearmen engaged with the target take a test of severity 1; their opponent has drawn the card."""
    game = field(
        "a reanimate-archers 2x1 9000 4000 0", "a spearmen 3x1 9000 9500 0", "b berserkers 3x2 9000 11000 18000"
    )
    state = game.state
    state.poses[0] = (6000, 11000, 27000)
    deal(game, "disarray")
    played = play(game, attack(game, 0, "ranged"), chance=[die("red"), BLANK])
    assert played.asked == []
    assert (told(game, MoraleTested)[0].unit, told(game, MoraleTested)[0].severity) == ("a2", 1)
    assert (state.banes[1], state.discard) == (["stun"], ["disarray"])


# Cards ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:58.3", "rw:58.4", "rw:58.6", "rw:1.2")
def test_only_cards_with_no_more_icons_than_the_severity_are_resolved_and_all_are_discarded() -> None:
    game = field(SPEARS, FOES)
    deal(game, "betrayal", "flee-in-terror")
    assert play(game, morale_test(game, 1, 2)).asked == []
    assert told(game, MoraleDrawn)[0].cards == ("betrayal", "flee-in-terror")
    assert told(game, MoraleResolved)[0].card is None
    for language in LANGUAGES:
        sentence = catalogue(language).render_event(told(game, MoraleResolved)[0])
        assert "hidden" not in sentence
        assert "b1" in sentence
    assert game.state.discard == ["betrayal", "flee-in-terror"]
    assert len(game.state.deck) == 28


@pytest.mark.rule("rw:58.4", "rw:58.4a", "rw:68.6")
def test_steadfast_gives_cards_of_a_type_an_icon_more() -> None:
    """Reanimates are steadfast against doubt."""
    game = field(SPEARS, "b reanimates 3x2 9000 11000 18000")
    found = {card: icons_of_card(game.state, 1, card) for card in components().morale}
    assert found == {card.id: card.icons + (card.type == "doubt") for card in components().morale.values()}
    assert (found["loss-of-faith"], found["betrayal"], found["disarray"]) == (3, 4, 1)
    deal(game, "loss-of-faith", "betrayal")
    assert play(game, morale_test(game, 1, 2)).asked == []
    assert told(game, MoraleResolved)[0].card is None


@pytest.mark.rule("rw:ruling.38", "rw:ruling.39", "rw:58.1")
def test_an_empty_deck_is_made_of_the_discarded_cards() -> None:
    game = field(SPEARS, FOES)
    game.state.deck = Pile(["disarray"])
    game.state.discard = ["rising-panic"] * 4
    play(game, morale_test(game, 1, 3), "resolve disarray")
    assert len(told(game, MoraleShuffled)) == 1
    assert len(game.state.deck) == 2
    assert Counter(game.state.discard) == {"disarray": 1, "rising-panic": 2}


def test_every_kind_of_card_does_something() -> None:
    assert set(MORALE) == set(components().morale)


@pytest.mark.rule("rw:58.3", "rw:58.5", "rw:ruling.62")
def test_betrayal_is_an_attack_on_oneself_with_hits_alone() -> None:
    """3 trays of front, 1 hit: 3 damage to the own back rank, which the own player assigns; no re-rolls."""
    game = field(SPEARS, FAR)
    deal(game, "betrayal", "flee-in-terror", "betrayal")
    answers = ("resolve betrayal", *["wound 1-2 0"] * 3)
    drawn: list[int | str] = [
        "betrayal",
        "flee-in-terror",
        "betrayal",
        die("red", "hit", "morale"),
        die("blue", "accuracy"),
    ]
    played = play(game, morale_test(game, 1, 3), *answers, chance=drawn)
    assert played.asked == ["a morale", "b wound", "b wound", "b wound"]
    assert standing(game, "b1")[0, 1] == 1
    assert told(game, HitsSpent)[0].damage == 3
    assert len(told(game, MoraleTested)) == 1


@pytest.mark.rule("rw:58.3")
def test_betrayal_spares_a_unit_of_one_tray() -> None:
    game = field(SPEARS, "b spearmen 1x1 9000 5000 18000")
    deal(game, "betrayal", "betrayal", "betrayal")
    assert play(game, morale_test(game, 1, 3)).asked == []
    assert standing(game, "b1") == {(0, 0): 4}


@pytest.mark.rule("rw:58.3", "rw:58.5", "rw:44.0")
def test_communications_breakdown_inspires_the_enemies_at_range_1_to_2() -> None:
    near, far = "a spearmen 2x1 9000 2000 0", "a spearmen 2x1 20000 12000 0"
    game = field(SPEARS, near, far, FAR)
    deal(game, "communications-breakdown", "betrayal")
    play(game, morale_test(game, 3, 2))
    assert game.state.inspiration == [1, 1, 0, 0]


@pytest.mark.rule("rw:58.3", "rw:82.0")
@pytest.mark.parametrize(
    ("card", "banes"),
    [("disarray", ["stun"]), ("frozen-with-dread", ["immobilize"]), ("rising-panic", ["panic", "panic"])],
)
def test_cards_that_give_banes(card: str, banes: list[str]) -> None:
    game = field(SPEARS, FAR)
    deal(game, card)
    play(game, morale_test(game, 1, 1))
    assert game.state.banes[1] == banes


@pytest.mark.rule("rw:68.5", "rw:68.8")
def test_who_is_resilient_against_a_bane_does_not_gain_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice is as good as once; against other banes it is none."""
    resilient = KeywordOf(keyword="resilient", banes=("stun",))
    spearmen = components().units["spearmen"]
    hardy = msgspec.structs.replace(spearmen, keywords=(resilient, resilient))
    monkeypatch.setitem(components().units, "spearmen", hardy)
    game = field(SPEARS, FAR)
    play(game, gain_banes(game, 1, "stun", 2, "rw:82.0"))
    assert game.state.banes[1] == []
    play(game, gain_banes(game, 1, "blight", 1, "rw:82.0"))
    assert game.state.banes[1] == ["blight"]


@pytest.mark.rule("rw:58.3", "rw:44.3")
def test_wavering_resolve_takes_all_boons_or_gives_a_panic() -> None:
    game = field(SPEARS, FAR)
    deal(game, "wavering-resolve", "wavering-resolve")
    game.state.inspiration[1], game.state.vitality[1] = 2, 1
    play(game, morale_test(game, 1, 1))
    assert (game.state.inspiration[1], game.state.vitality[1], game.state.banes[1]) == (0, 0, [])
    play(game, morale_test(game, 1, 1))
    assert game.state.banes[1] == ["panic"]


@pytest.mark.rule("rw:1.1", "rw:15.3", "rw:38.7", "rw:58.5")
def test_discipline_breakdown_discards_an_upgrade_that_the_opponent_chooses() -> None:
    game = field(SPEARS, f"{FAR} | raven-pennon-bearer tempered-steel")
    deal(game, "discipline-breakdown", "discipline-breakdown", "betrayal")
    flow = morale_test(game, 1, 3)
    played = play(game, flow, "resolve discipline-breakdown", "discard raven-pennon-bearer", "take 3-2 0")
    assert played.asked == ["a morale", "a discard", "b figure"]
    assert game.state.upgrades[1] == ["tempered-steel"]
    assert standing(game, "b1") == {(0, 0): 4, (1, 0): 4, (2, 0): 4, (0, 1): 4, (1, 1): 4, (2, 1): 3}


@pytest.mark.rule("rw:1.1", "rw:15.3")
def test_a_discarded_upgrade_without_a_figure_costs_no_figure() -> None:
    game = field(SPEARS, f"{FAR} | raven-pennon-bearer tempered-steel")
    before = game.state.figures[1]
    deal(game, "discipline-breakdown", "discipline-breakdown", "betrayal")
    play(game, morale_test(game, 1, 3), "resolve discipline-breakdown", "discard tempered-steel")
    assert (game.state.upgrades[1], game.state.figures[1]) == (["raven-pennon-bearer"], before)


@pytest.mark.rule("rw:58.3", "rw:66.4", "rw:88.0")
def test_loss_of_faith_costs_a_tray_that_the_own_player_chooses() -> None:
    game = field(SPEARS, FAR)
    deal(game, "loss-of-faith", "loss-of-faith")
    played = play(game, morale_test(game, 1, 2), "tray 3-2")
    assert played.asked == ["b tray"]
    assert played.options == [["tray 1-2", "tray 2-2", "tray 3-2"]]
    assert (2, 1) not in standing(game, "b1")


@pytest.mark.rule("rw:58.3", "rw:58.5", "rw:61.0")
def test_uncertainty_lets_the_opponent_turn_the_unit() -> None:
    game = field(SPEARS, FAR)
    deal(game, "uncertainty", "uncertainty")
    played = play(game, morale_test(game, 1, 2), "reform 9000 centre")
    assert played.asked == ["a reform"]
    assert game.state.poses[1] == (9000, 5000, 9000)
    assert len(told(game, UnitReformed)) == 1


@pytest.mark.rule("rw:58.3", "rw:58.5", "rw:ruling.63")
def test_who_flees_in_terror_turns_as_the_opponent_wants_and_marches_at_speed_2() -> None:
    """Engaged with nobody it turns away; engaged it marches all the same, without panic for leaving."""
    game = field(SPEARS, FAR)
    deal(game, "flee-in-terror", "flee-in-terror", "betrayal")
    play(game, morale_test(game, 1, 3), "resolve flee-in-terror", "reform 9000 centre")
    assert game.state.poses[1] == (7000, 5000, 9000)
    engaged = field(SPEARS, "b spearmen 2x1 9000 10500 0")
    deal(engaged, "flee-in-terror", "flee-in-terror", "betrayal")
    play(engaged, morale_test(engaged, 1, 3), "resolve flee-in-terror", "pass")
    assert engaged.state.poses[1] == (9000, 12500, 0)
    assert engaged.state.banes[1] == []
    assert len(told(engaged, UnitMoved)) == 1
