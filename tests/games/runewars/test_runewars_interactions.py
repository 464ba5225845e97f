"""Cases in which a rule meets cards of both players."""

from __future__ import annotations

import pytest

from banneret.games.runewars.abilities.moves import shift
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.combat import AttackBegan, HitsSpent, SlotFilled, UnitClosedIn
from banneret.games.runewars.events.moves import BaneGained
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.charges import flee_in_terror
from banneret.games.runewars.rules.attack.morale_cards import betrayal
from banneret.games.runewars.rules.damage.losses import discard_upgrade
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.state import cells_of, set_trays
from tests.games.runewars.cards import WILD, assault, at, spend, wounds
from tests.games.runewars.field import die, field, occupy, play, standing, told
from tests.games.runewars.test_runewars_closing import FALL, REANIMATES
from tests.games.runewars.test_runewars_terrain import with_terrain

AWAY = "b reanimates 2x1 3000 3000 0"
BLUE = die("blue", "hit")
AHEAD = "move straight 1 front ahead"


# Moves because of cards ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:75.3", "rw:58.3")
@pytest.mark.parametrize("card", ["", "| aggressive-cornicen"])
def test_a_unit_whose_marches_are_charges_attacks_when_it_flees_in_terror(card: str) -> None:
    game = field(f"a spearmen 2x1 9000 9000 0 {card}", "b reanimates 2x1 9000 12000 18000")
    dice = [die("red"), die("blue")] if card else []
    assert play(game, flee_in_terror(game, 0), "pass", chance=dice).asked == ["b reform"]
    assert [(one.attacker, one.defender) for one in told(game, AttackBegan)] == [("a1", "b1")] * bool(card)
    assert [(one.unit, one.bane) for one in told(game, BaneGained)] == [("a1", "panic")] * (not card)


@pytest.mark.rule("rw:34.7", "rw:76.11", "rw:ruling.89")
@pytest.mark.parametrize(("answer", "template"), [("yes", "turn"), ("pass", "straight")])
def test_a_unit_that_an_enemy_moves_turns_by_its_own_card_if_its_player_wants(answer: str, template: str) -> None:
    game = field("a aliana-of-summersong 1x1 9000 9000 0 | wildcalls-instinct", AWAY)
    move = f"move {template} 1 left {'left' if template == 'turn' else 'ahead'}"
    played = play(game, shift(game, 0, 1, seat=1), answer, move)
    assert played.asked == ["a may", "b move"]
    assert all(one.split()[1] == template for one in played.options[1])


@pytest.mark.rule("rw:34.7", "rw:ruling.89")
def test_a_unit_that_an_enemy_moves_stops_by_its_own_card_where_its_player_wants() -> None:
    game = field("a spearmen 2x1 9000 9000 0 | metered-march", AWAY)
    played = play(game, shift(game, 0, 1, seat=1), "move straight 1 left ahead", "stop 500")
    assert played.asked == ["b move", "a stop"]
    assert game.state.poses[0] == (8500, 9000, 0)


# Attacks -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:20.3", "rw:ruling.92")
def test_berserkers_that_lose_a_tray_by_their_frenzy_lose_its_threat() -> None:
    """One figure is left on the left one of two trays."""
    game = field("a berserkers 2x1 9000 9000 0", "b rune-golems 2x1 9000 10000 18000")
    game.state.figures[0] = game.state.figures[0][3:]
    flow = attack(game, 0, "melee")
    assert play(game, flow, "yes", "wound 1-1 0", "pass", chance=[die("red", "hit"), BLUE]).asked[-1] == "a may"
    assert [(one.hits, one.threat, one.damage) for one in told(game, HitsSpent)] == [(2, 1, 3)]


@pytest.mark.rule("rw:83.2", "rw:76.6")
@pytest.mark.parametrize("guard", [0, 1])
@pytest.mark.parametrize(
    ("attacker", "surge"),
    [
        ("kethra-alaak", "bone-spears"),
        ("flesh-rippers", "rend"),
        ("spearmen", "the-dawnblade"),
        ("maegan-cyndewin", "wild-blast"),
    ],
)
def test_surges_meet_the_defense_that_a_unit_has_against_the_attack(attacker: str, surge: str, guard: int) -> None:
    """They deal 2 damage. The defense of 1 may be raised by 1, for example by a shield wall."""
    game = field(f"a {attacker} 1x1 9000 9500 0 | the-dawnblade", "b spearmen 2x1 9000 10500 18000", runes=WILD)
    strike = assault(game)
    strike.guards["defense"] = guard
    hurt = ["wound 1-1 0"] * (2 - guard)
    assert spend(game, strike, surge, *hurt, surges=2).asked == ["a wound"] * len(hurt)


@pytest.mark.rule("rw:41.9d", "rw:83.2")
def test_walls_protect_from_surges_and_from_fear_in_an_attack_but_not_after_it() -> None:
    """Spearmen have defense 1, and the wall adds 1 in melee; each effect deals 2 damage."""
    game = field("a kethra-alaak 1x1 9000 9500 0 | fear-incarnate", "b spearmen 2x1 9000 10500 18000")
    occupy(game, 1, "crumbling-wall")
    strike = assault(game)
    assert spend(game, strike, "bone-spears", "wound 1-1 0").asked == ["a wound"]
    for fight, hurt in ((strike, 1), (None, 2)):
        fear = happen(game, Moment("morale-end", 1, number=2, card="uncertainty", attack=fight))
        assert play(game, fear, *["wound 1-1 0"] * hurt).asked == ["a wound"] * hurt


# Closing in ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:12.0", "rw:76.9")
def test_units_close_in_in_the_order_that_their_player_wants() -> None:
    """Both touched the tray that falls, and there is room for one of them in the gap."""
    for first, end in (("a1", (9500, 10000, 0)), ("a2", (9500, 10000, 27000))):
        game = field("a rune-golems 1x1 9500 9000 0", "a rune-golems 1x1 8500 10000 27000", REANIMATES)
        played = play(game, suffer_wounds(game, 2, 4), *FALL, f"unit {first}", AHEAD, "pass")
        assert played.asked[4:6] == ["a unit", "a close-in"]
        assert game.state.poses[("a1", "a2").index(first)] == end


@pytest.mark.rule("rw:12.1", "rw:ruling.90")
def test_closing_in_is_a_shift_after_which_wraiths_reform() -> None:
    game = field("a wraiths 2x1 9000 9000 0", REANIMATES)
    played = play(game, suffer_wounds(game, 1, 4), *FALL, AHEAD, "pass")
    assert played.asked[-2:] == ["a close-in", "a reform"]
    assert len(told(game, UnitClosedIn)) == 1
    assert told(game, BaneGained) == []


# Losses --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:38.7", "rw:ruling.60", "rw:ruling.88")
@pytest.mark.parametrize(("taken", "left"), [("1-1", {(0, 0): 3, (1, 0): 1}), ("2-1", {(0, 0): 4})])
def test_a_figure_of_the_same_tray_may_take_a_slot_in_a_single_rank(
    taken: str, left: dict[tuple[int, int], int]
) -> None:
    """The last figure of the other tray need not leave it."""
    game = field("a spearmen 2x1 9000 9000 0 | raven-pennon-bearer", AWAY)
    set_trays(game.state, 0, [(0, 0, 0, "raven-pennon-bearer"), *[(0, 0, 0, "")] * 3, (1, 0, 0, "")])
    played = play(game, discard_upgrade(game, 0, "raven-pennon-bearer"), f"take {taken} 0")
    assert (played.asked, played.options) == (["a figure"], [["take 1-1 0", "take 2-1 0"]])
    assert standing(game, "a1") == left
    assert [one.taken for one in told(game, SlotFilled)] == [taken] * (taken == "2-1")


@pytest.mark.rule("rw:76.5")
def test_an_odious_appetite_feeds_on_a_wound_that_destroys_a_unit() -> None:
    game = field("a obscenes 2x1 9000 9000 0 | odious-appetite", "b spearmen 1x1 9000 10000 18000", AWAY)
    game.state.figures[0] = [(0, 0, 2, ""), (1, 0, 0, "")]
    set_trays(game.state, 1, [(0, 0, 0, "")])
    play(game, suffer_wounds(game, 1, 1), "yes")
    assert (cells_of(game.state, 1), wounds(game, "a1")) == (frozenset(), 1)


@pytest.mark.rule("rw:66.4", "rw:ruling.79")
@pytest.mark.parametrize(("place", "asked"), [(0, ["a may"]), (1, [])])
def test_a_slasher_that_holds_the_unit_together_cannot_pay_with_a_wound(place: int, asked: list[str]) -> None:
    """In a single rank, the one in the middle does."""
    game = field("a berserkers 3x1 9000 9000 0 | grotesque-slasher", "b spearmen 2x2 9000 10500 18000")
    set_trays(game.state, 0, [(column, 0, 0, "grotesque-slasher" * (column == place)) for column in range(3)])
    played = at(game, "attack-end", "yes", *["pass"] * len(asked), attack=assault(game), chance=[die("blue")])
    assert played.asked == ["a may", *asked]
    assert game.state.exhausted[0] == ["grotesque-slasher"]


# A unit that attacks itself ------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:58.3", "rw:34.1", "rw:ruling.62")
def test_darnati_warriors_remove_a_die_from_a_betrayal() -> None:
    game = field("a darnati-warriors 2x2 9000 9000 0", AWAY)
    played = play(game, betrayal(game, 0), "choose die-3", *["wound 1-2 0"] * 4, chance=[BLUE, BLUE, BLUE])
    assert played.asked == ["a choose", *["a wound"] * 4]
    assert told(game, HitsSpent)[0].hits == 2


@pytest.mark.rule("rw:58.3", "rw:ruling.62")
def test_a_betrayed_unit_defends_itself_with_its_cards() -> None:
    """Helms against the hit; and growths burst after the attack."""
    game = field("a heavy-crossbowmen 3x2 9000 9000 0 | visored-helms", AWAY)
    state = game.state
    state.dials[0], state.shown[0] = (0, 0), False
    state.conditions[0] = ["unnatural-growths"]
    played = play(game, betrayal(game, 0), "yes", "wound 1-2 0", "wound 1-2 0", "wound 1-2 0", chance=[BLUE])
    assert played.asked == ["a may", "a wound", "b wound", "b wound"]
    assert state.exhausted[0] == ["visored-helms"]


# Terrain -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.2b")
def test_three_marches_end_in_the_terrain_that_they_enter() -> None:
    game = with_terrain("a prince-faolan 1x1 9000 6500 0", AWAY, forest=(9000, 9000, 0))
    state = game.state
    state.active, state.shown[0], state.dials[0] = 0, True, (0, 0)
    answers = ["order a1 three-marches", "yes", "order a1 free-march", "pass", "yes"]
    asked = play(game, march_or_shift(game, 0, "march", 3), *answers).asked
    assert asked == ["a order", "a may", "a order", "a choose", "a may"]
    assert state.inside[0] == 0
