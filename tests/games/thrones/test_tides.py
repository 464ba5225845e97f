"""The Valyrian Steel Blade and the Tides of Battle."""

from typing import Any

import pytest

from banneret.games.thrones.events.combat import TidesDrawn
from banneret.games.thrones.state import State
from banneret.kernel.match import Match
from tests.games.thrones.fights import cards, fight, final, lost, stack
from tests.games.thrones.scene import asked, holder, options, play, seat_of, told, units

AREAS: dict[str, Any] = {
    "lannisport": stack("lannister", "march-zero", footman=1, knight=1),
    "riverrun": stack("stark", footman=2),
}
PLAYED = ("lannister: ser-kevan-lannister", "stark: catelyn-stark")
BLADE = {"fiefdoms": ["lannister", "stark", "baratheon", "martell", "greyjoy", "tyrell"]}


def tides(*drawn: str, areas: dict[str, Any] | None = None, **data: Any) -> Match[State]:
    """Begin a combat with Tides of Battle in which these cards will be drawn."""
    return fight("lannisport", "riverrun", areas or AREAS, tides_of_battle=True, chance=drawn, **data)


# The blade


@pytest.mark.rule(
    "thrones:blade-use.1", "thrones:blade-use.2", "thrones:blade.1", "thrones:blade.2", "thrones:fiefdoms.2"
)
def test_the_blade_adds_one_once_a_round() -> None:
    """A fighting holder may use the fresh blade after the cards for +1; then it is spent."""
    match = fight("lannisport", "riverrun", AREAS, blade_used=False, tracks=BLADE)
    cards(match, *PLAYED)
    assert asked(match) == {"lannister": "blade"}
    assert options(match, "lannister") == ["pass", "yes"]
    unused = play(match.clone(), "lannister: pass")
    assert final(unused) == (5, 2)
    assert not unused.state.blade_used
    play(match, "lannister: yes")
    assert final(match) == (6, 2)
    assert match.state.blade_used
    match = fight("lannisport", "riverrun", AREAS, blade_used=True, tracks=BLADE)
    cards(match, *PLAYED)
    assert "blade" not in asked(match).values()


@pytest.mark.rule("thrones:blade-use.1", "thrones:blade.1")
def test_only_a_fighter_uses_the_blade() -> None:
    """Nobody is asked while a third house holds it; a defender may use it like an attacker."""
    third = {"fiefdoms": ["tyrell", "lannister", "stark", "baratheon", "martell", "greyjoy"]}
    match = fight("lannisport", "riverrun", AREAS, blade_used=False, tracks=third)
    cards(match, *PLAYED)
    assert "blade" not in asked(match).values()
    defender = {"fiefdoms": ["stark", "lannister", "tyrell", "baratheon", "martell", "greyjoy"]}
    match = fight("lannisport", "riverrun", AREAS, blade_used=False, tracks=defender)
    cards(match, *PLAYED)
    play(match, "stark: yes")
    assert final(match) == (5, 3)


# Tides


@pytest.mark.rule("thrones:tides.1")
def test_without_the_option_nothing_is_drawn() -> None:
    """Tides of Battle are an option of the match."""
    match = fight("lannisport", "riverrun", AREAS)
    cards(match, *PLAYED)
    assert told(match, "tides-drawn") == []


@pytest.mark.rule("thrones:tides.3", "thrones:tides.5", "thrones:tides.2", "thrones:ruling.68")
def test_both_draw_and_show() -> None:
    """Each side's card adds its strength to the total once both are shown."""
    match = tides("three", "two")
    cards(match, *PLAYED)
    assert final(match) == (5 + 3, 2 + 2)
    (shown,) = told(match, "tides-shown")
    assert (shown.attacking, shown.defending) == ("three", "two")


@pytest.mark.rule("thrones:tides.3", "thrones:tides.4")
def test_a_card_is_seen_by_its_owner_alone_until_it_is_shown() -> None:
    """While the holder of the blade decides, each side sees its own card and the total does not move."""
    match = tides("three", "two", "zero", blade_used=False, tracks=BLADE)
    cards(match, *PLAYED)
    assert asked(match) == {"lannister": "redraw"}
    lannister, stark = seat_of(match, "lannister"), seat_of(match, "stark")
    for seat, attack, defense in ((lannister, "three", None), (stark, None, "two"), (None, None, None)):
        fighting = match.view(seat).game.combat
        assert (fighting.attacker.tides, fighting.defender.tides) == (attack, defense)
        assert (fighting.attacker.strength, fighting.defender.strength) == (5, 2)
        drawn = [event.card for _, event in match.events_for(seat) if isinstance(event, TidesDrawn)]
        assert drawn == [attack, defense]
    play(match, "lannister: pass")
    fighting = match.view(stark).game.combat
    assert (fighting.attacker.tides, fighting.defender.tides) == ("three", "two")


@pytest.mark.rule("thrones:tides.4", "thrones:ruling.68", "thrones:blade.2")
def test_the_blade_buys_another_card() -> None:
    """The holder discards its card for a new one, which stays; the blade is spent, and gives no +1 any more."""
    match = tides("zero", "two", "three", blade_used=False, tracks=BLADE)
    cards(match, *PLAYED)
    play(match, "lannister: yes")
    assert "blade" not in asked(match).values()
    assert final(match) == (5 + 3, 2 + 2)
    assert match.state.blade_used
    (aside,) = told(match, "tides-laid-aside")
    assert (aside.house, aside.card) == ("lannister", "zero")


@pytest.mark.rule("thrones:ruling.69", "thrones:blade-use.1")
def test_an_unspent_blade_gives_one_after_the_cards_are_shown() -> None:
    """Who did not buy a card may still use the blade for +1 when both cards are known."""
    match = tides("zero", "three", blade_used=False, tracks=BLADE)
    cards(match, *PLAYED)
    play(match, "lannister: pass")
    assert asked(match) == {"lannister": "blade"}
    play(match, "lannister: yes")
    assert final(match) == (6, 5)


@pytest.mark.rule("thrones:tides.6", "thrones:casualties.2", "thrones:casualties.3")
def test_icons_on_tides_cards_count() -> None:
    """A sword of the winner's card costs a unit, a tower of the loser's card saves one; each adds 1 strength."""
    match = tides("sword", "zero")
    cards(match, *PLAYED)
    assert final(match) == (6, 2)
    assert lost(match, "thrones:casualties.4") == [("riverrun", "footman")]
    match = tides("sword", "tower")
    cards(match, *PLAYED)
    assert lost(match, "thrones:casualties.4") == []
    match = tides("zero", "zero")
    cards(match, "lannister: the-hound", "stark: catelyn-stark")
    assert lost(match, "thrones:casualties.4") == []


@pytest.mark.rule("thrones:tides.7", "thrones:tides.8")
def test_a_skull_costs_the_opponent_a_unit_whoever_wins() -> None:
    """The loser's skull costs the winner a unit of its choice, and towers do not help."""
    match = tides("zero", "skull")
    cards(match, "lannister: the-hound", "stark: catelyn-stark")
    assert asked(match) == {"lannister": "casualty"}
    assert options(match, "lannister") == ["lose lannisport footman", "lose lannisport knight"]
    play(match, "lannister: lose lannisport footman")
    play(match, "stark: retreat seagard")
    assert units(match, "riverrun") == {"knight": 1}


@pytest.mark.rule("thrones:tides.7", "thrones:tides.8", "thrones:casualties.4")
def test_a_skull_comes_on_top_of_swords() -> None:
    """Swords first, then the skull: three footmen lose two."""
    areas = AREAS | {"riverrun": stack("stark", footman=3)}
    match = tides("skull", "zero", areas=areas)
    cards(match, "lannister: ser-jaime-lannister", "stark: catelyn-stark")
    assert [e.rule for e in told(match, "combat-unit-lost")] == ["thrones:casualties.4", "thrones:tides.7"]
    play(match, "stark: retreat seagard")
    assert units(match, "seagard", routed=True) == {"footman": 1}


@pytest.mark.rule("thrones:ruling.55", "thrones:tides.7")
def test_two_skulls_strike_the_attackers_card_first() -> None:
    """Both sides lose a unit, the defender first."""
    match = tides("skull", "skull")
    cards(match, *PLAYED)
    play(match, "lannister: lose lannisport footman")
    assert [e.house for e in told(match, "combat-unit-lost")] == ["stark", "lannister"]


@pytest.mark.rule("thrones:card.the-blackfish", "thrones:tides.7")
def test_the_blackfish_stops_a_skull() -> None:
    """He prevents the loss; his opponent loses a unit to his skull all the same."""
    match = tides("skull", "zero")
    cards(match, "lannister: ser-kevan-lannister", "stark: the-blackfish")
    assert told(match, "combat-unit-lost") == []


@pytest.mark.rule("thrones:ruling.56", "thrones:tides.8")
def test_a_skull_does_not_take_routed_units() -> None:
    """Where only routed units are left a skull takes none."""
    areas = AREAS | {"riverrun": {"house": "stark", "routed": {"footman": 2}}}
    match = tides("skull", "zero", areas=areas)
    cards(match, *PLAYED)
    assert lost(match, "thrones:tides.7") == []
    assert len(lost(match, "thrones:routed.3")) == 2


@pytest.mark.rule("thrones:ruling.70", "thrones:garrison.6")
def test_a_garrison_draws_a_card_and_is_not_hit() -> None:
    """A house with only its garrison draws like any other and loses nothing to a skull."""
    areas = {
        "moat-cailin": stack("greyjoy", "march-minus-one", footman=2),
        "winterfell": {"garrison": 2},
    }
    match = fight("moat-cailin", "winterfell", areas, tides_of_battle=True, chance=("skull", "three"))
    cards(match, "greyjoy: asha-greyjoy", "stark: eddard-stark")
    assert final(match) == (2, 9)
    assert lost(match, "thrones:tides.7") == []
    assert holder(match, "winterfell") is None
    assert match.state.garrison[36] == 2


@pytest.mark.rule("thrones:ruling.57", "thrones:tides.7")
def test_a_winner_that_dies_to_a_skull_does_not_move_in() -> None:
    """Nobody moves in: the loser's order goes, its power token stays, and the loser still retreats."""
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=1),
        "riverrun": stack("stark", "raid", footman=1) | {"power": "stark"},
        "seagard": stack("stark", footman=1),
    }
    match = fight("lannisport", "riverrun", areas, tides_of_battle=True, chance=("zero", "skull"))
    cards(match, "lannister: the-hound", "stark: catelyn-stark")
    play(match, "stark: retreat seagard")
    assert units(match, "seagard", routed=True) == {"footman": 1}
    assert holder(match, "riverrun") is None
    assert holder(match, "lannisport") is None
    assert match.state.power[23] == seat_of(match, "stark")
    (kept,) = told(match, "kept-out")
    assert kept.rule == "thrones:ruling.57"


@pytest.mark.rule("thrones:tides.2", "thrones:tides.3")
def test_an_imagined_draw_is_as_likely_as_it_is() -> None:
    """A side that holds a skull imagines the other with one of the 23 other cards; once shown, both are kept."""
    match = tides("skull", "two", "zero", blade_used=False, tracks=BLADE)
    cards(match, *PLAYED)
    lannister, stark = seat_of(match, "lannister"), seat_of(match, "stark")
    skulls = 0
    for seed in range(460):
        world = match.imagine(lannister, seed)
        assert world.state.combat is not None
        assert world.state.combat.tides[0] == "skull"
        skulls += world.state.combat.tides[1] == "skull"
    assert 5 <= skulls <= 40  # 20 expected: 1 in 23
    play(match, "lannister: yes")
    for seat in (lannister, stark, None):
        world = match.imagine(seat, 1)
        assert world.state.combat is None or world.state.combat.tides == ["zero", "two"]
        assert asked(world) == asked(match)
