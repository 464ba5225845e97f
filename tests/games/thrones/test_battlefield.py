"""Clearing the battlefield: orders, tokens, garrisons, moving in, Arianne Martell and Ser Loras Tyrell."""

from typing import Any

import pytest

from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.rules.control import controller
from tests.games.thrones.fights import cards, fight, stack
from tests.games.thrones.scene import SIX, asked, holder, order_in, play, power_in, scene, seat_of, told, units

ATTACK: dict[str, Any] = {
    "highgarden": stack("tyrell", "march-plus-one", footman=2, knight=2),
    "reach": stack("baratheon", "raid", footman=1) | {"power": "baratheon"},
    "kingswood": stack("baratheon", footman=1),
}


@pytest.mark.rule("thrones:battlefield.1", "thrones:battlefield.2", "thrones:battlefield.3", "thrones:secure.5")
def test_a_victorious_attacker_takes_the_area() -> None:
    """March order, the loser's order and its power token go; the army moves in upright."""
    match = fight("highgarden", "reach", ATTACK, army={"footman": 1, "knight": 2})
    cards(match, "tyrell: margaery-tyrell", "baratheon: stannis-baratheon")
    play(match, "baratheon: retreat kingswood")
    assert order_in(match, "highgarden") is None
    assert order_in(match, "reach") is None
    assert power_in(match, "reach") is None
    assert holder(match, "reach") == "tyrell"
    assert units(match, "reach") == {"footman": 1, "knight": 2}
    assert units(match, "highgarden") == {"footman": 1}


@pytest.mark.rule("thrones:battlefield.4", "thrones:battlefield.1", "thrones:orders.4")
def test_a_victorious_defender_keeps_everything() -> None:
    """Order, token and garrison of the contested area stay; the march order goes."""
    areas = {
        "moat-cailin": stack("greyjoy", "march-zero", footman=1),
        "winterfell": stack("stark", "defense-plus-one", footman=1) | {"garrison": 2},
    }
    match = fight("moat-cailin", "winterfell", areas)
    cards(match, "greyjoy: asha-greyjoy", "stark: eddard-stark")
    assert order_in(match, "moat-cailin") is None
    assert order_in(match, "winterfell") == "defense-plus-one"
    assert match.state.garrison[AREA["winterfell"]] == 2


@pytest.mark.rule("thrones:garrison.4")
@pytest.mark.parametrize("defenders", [0, 1])
def test_a_beaten_garrison_leaves_the_game(defenders: int) -> None:
    """Alone or with units, whatever the icons say."""
    winterfell = stack("stark", footman=1) if defenders else {}
    areas = {
        "moat-cailin": stack("greyjoy", "march-zero", knight=3),
        "winterfell": winterfell | {"garrison": 2},
    }
    match = fight("moat-cailin", "winterfell", areas)
    cards(match, "greyjoy: euron-crows-eye", "stark: ser-rodrick-cassel")
    if defenders:
        play(match, "stark: retreat karhold")
    assert match.state.garrison[AREA["winterfell"]] == 0
    assert holder(match, "winterfell") == "greyjoy"
    assert len(told(match, "garrison-beaten")) == 1


@pytest.mark.rule("thrones:battlefield.2")
def test_the_losers_order_goes_though_the_area_is_the_winners_home() -> None:
    """Highgarden, held by an enemy, falls back to Tyrell when the last defender dies; the order goes all the same."""
    areas = {
        "reach": stack("tyrell", "march-zero", knight=3),
        "highgarden": stack("baratheon", "defense-plus-one", footman=1),
    }
    match = fight("reach", "highgarden", areas)
    cards(match, "tyrell: ser-garlan-tyrell", "baratheon: melisandre")
    assert asked(match) == {}
    assert order_in(match, "highgarden") is None
    assert units(match, "highgarden") == {"knight": 3}


@pytest.mark.rule("thrones:battlefield.6", "thrones:ruling.33")
def test_orders_in_areas_without_units_go() -> None:
    """Also the order of a victorious defender whose last unit died."""
    areas = {
        "lannisport": stack("lannister", "march-zero", footman=1),
        "riverrun": stack("stark", "defense-plus-two", footman=1),
    }
    match = fight("lannisport", "riverrun", areas, tides_of_battle=True, chance=("skull", "three"))
    cards(match, "lannister: ser-kevan-lannister", "stark: catelyn-stark")
    (won,) = told(match, "combat-won")
    assert won.winner == "stark"
    assert holder(match, "riverrun") is None
    assert order_in(match, "riverrun") is None


# Arianne Martell


DORNE: dict[str, Any] = {
    "princes-pass": stack("tyrell", "march-plus-one", knight=3),
    "yronwood": stack("martell", "raid", footman=1) | {"power": "martell"},
    "sunspear": stack("martell", footman=1),
}


@pytest.mark.rule("thrones:card.arianne-martell", "thrones:ruling.62", "thrones:ruling.78")
def test_arianne_martell_keeps_the_attacker_out() -> None:
    """The attackers go back upright, both orders go, the defenders still retreat, the power token stays."""
    match = fight("princes-pass", "yronwood", DORNE)
    cards(match, "martell: arianne-martell", "tyrell: margaery-tyrell")
    play(match, "martell: retreat sunspear")
    assert units(match, "princes-pass") == {"knight": 3}
    assert units(match, "sunspear", routed=True) == {"footman": 1}
    assert holder(match, "yronwood") is None
    assert power_in(match, "yronwood") == "martell"
    assert order_in(match, "yronwood") is None
    assert order_in(match, "princes-pass") is None


@pytest.mark.rule("thrones:card.arianne-martell", "thrones:garrison.4")
def test_arianne_martell_does_not_save_the_garrison() -> None:
    """A garrison is beaten with the combat."""
    areas = {
        "yronwood": stack("tyrell", "march-plus-one", knight=3),
        "sunspear": stack("martell", footman=1) | {"garrison": 2},
    }
    match = fight("yronwood", "sunspear", areas)
    cards(match, "martell: arianne-martell", "tyrell: ser-loras-tyrell")
    assert units(match, "salt-shore", routed=True) == {"footman": 1}
    assert match.state.garrison[AREA["sunspear"]] == 0
    assert holder(match, "sunspear") is None


@pytest.mark.rule("thrones:card.arianne-martell", "thrones:ruling.65")
def test_ships_in_port_are_lost_when_arianne_martell_leaves_the_area_empty() -> None:
    """Without token or crest the area is uncontrolled, and the ships in its port are gone."""
    areas = {
        "boneway": stack("baratheon", "march-plus-one", knight=3),
        "storms-end": stack("martell", "raid", footman=1),
        "storms-end-port": stack("martell", "raid", ship=2),
        "sunspear": stack("martell", footman=1),
    }
    match = fight("boneway", "storms-end", areas)
    cards(match, "martell: arianne-martell", "baratheon: melisandre")
    assert holder(match, "storms-end") is None
    assert units(match, "storms-end-port") == {}
    assert order_in(match, "storms-end-port") is None


@pytest.mark.rule("thrones:ruling.83", "thrones:card.arianne-martell", "thrones:home.3")
def test_who_is_sent_back_to_an_enemy_home_takes_it_again() -> None:
    """Lannisport falls back to Lannister when Tyrell marches off, as all see, and is Tyrell's again afterwards."""
    match = scene(
        areas={
            "lannisport": stack("tyrell", "march-plus-one", knight=3),
            "stoney-sept": stack("martell", "raid", footman=1),
            "sunspear": stack("martell", footman=1),
        },
        houses=SIX,
    )
    play(match, "tyrell: march lannisport: knight knight knight > stoney-sept", "tyrell: pass")
    assert [e.house for e in told(match, "home-regained")] == ["lannister"]
    assert match.view().game.areas["lannisport"].controller == "lannister"
    assert match.view().game.areas["lannisport"].house == "tyrell"
    assert controller(match.state, AREA["lannisport"]) == match.state.houses.index("lannister")
    cards(match, "martell: arianne-martell", "tyrell: margaery-tyrell")
    while match.state.combat is not None:
        ((seat, ask),) = match.asking.items()
        match.play(seat, ask.options[0])
    assert units(match, "lannisport") == {"knight": 3}
    assert match.view().game.areas["lannisport"].controller == "tyrell"


@pytest.mark.rule("thrones:ruling.83", "thrones:ruling.66", "thrones:card.arianne-martell")
def test_a_single_unit_sent_back_takes_the_port_again() -> None:
    """Lannister takes the port as the knight marches off, and Tyrell takes it when the knight is back."""
    areas = {
        "lannisport": stack("tyrell", "march-plus-one", knight=1),
        "lannisport-port": stack("tyrell", ship=1),
        "stoney-sept": stack("martell", "raid", footman=1),
    }
    match = scene(areas=areas, houses=SIX)
    play(match, "tyrell: march lannisport: knight > stoney-sept", "tyrell: pass")
    play(match, "lannister: take-port lannisport-port 1")
    cards(match, "martell: arianne-martell", "tyrell: margaery-tyrell")
    play(match, "martell: retreat harrenhal", "tyrell: take-port lannisport-port 1")
    assert holder(match, "lannisport-port") == "tyrell"


@pytest.mark.rule("thrones:card.arianne-martell")
def test_arianne_martell_acts_only_for_a_beaten_defender() -> None:
    """Attacking, or winning, she does nothing."""
    areas = {
        "sunspear": stack("martell", "march-zero", footman=1),
        "yronwood": stack("tyrell", knight=2),
    }
    match = fight("sunspear", "yronwood", areas)
    cards(match, "martell: arianne-martell", "tyrell: margaery-tyrell")
    assert told(match, "kept-out") == []
    assert units(match, "sunspear", routed=True) == {"footman": 1}


# Ser Loras Tyrell


@pytest.mark.rule("thrones:card.ser-loras-tyrell", "thrones:ruling.63")
def test_ser_loras_tyrell_takes_the_march_order_along() -> None:
    """The march order lies in the conquered area, in place of the loser's, and can be used again."""
    match = fight("highgarden", "reach", ATTACK, army={"knight": 2})
    cards(match, "tyrell: ser-loras-tyrell", "baratheon: melisandre")
    play(match, "baratheon: retreat kingswood")
    assert order_in(match, "reach") == "march-plus-one"
    assert order_in(match, "highgarden") is None
    assert units(match, "reach") == {"knight": 2}


@pytest.mark.rule("thrones:card.ser-loras-tyrell", "thrones:card.arianne-martell", "thrones:ruling.63")
def test_ser_loras_tyrell_against_arianne_martell() -> None:
    """Kept out, his side loses the march order like any other."""
    match = fight("princes-pass", "yronwood", DORNE)
    cards(match, "martell: arianne-martell", "tyrell: ser-loras-tyrell")
    play(match, "martell: retreat sunspear")
    assert order_in(match, "yronwood") is None
    assert order_in(match, "princes-pass") is None


@pytest.mark.rule("thrones:card.ser-loras-tyrell", "thrones:ruling.57")
def test_ser_loras_tyrell_without_a_living_unit() -> None:
    """If a skull kills the last attacker there is nobody to take the order along."""
    areas = ATTACK | {"highgarden": stack("tyrell", "march-plus-one", knight=1)}
    match = fight("highgarden", "reach", areas, tides_of_battle=True, chance=("three", "skull"))
    cards(match, "tyrell: ser-loras-tyrell", "baratheon: melisandre")
    play(match, "baratheon: retreat kingswood")
    assert order_in(match, "reach") is None
    assert power_in(match, "reach") == "baratheon"


@pytest.mark.rule("thrones:card.ser-loras-tyrell")
@pytest.mark.parametrize("defends", [True, False])
def test_ser_loras_tyrell_needs_an_attack_and_a_win(defends: bool) -> None:
    """Defending or beaten he does nothing."""
    if defends:
        areas = {
            "reach": stack("baratheon", "march-zero", footman=1),
            "highgarden": stack("tyrell", "raid", knight=2),
        }
        match = fight("reach", "highgarden", areas)
        cards(match, "tyrell: ser-loras-tyrell", "baratheon: melisandre")
        assert order_in(match, "highgarden") == "raid"
    else:
        areas = {
            "highgarden": stack("tyrell", "march-zero", footman=1),
            "reach": stack("baratheon", "raid", knight=3),
        }
        match = fight("highgarden", "reach", areas)
        cards(match, "tyrell: ser-loras-tyrell", "baratheon: melisandre")
        assert order_in(match, "reach") == "raid"
    assert told(match, "order-kept") == []


# Ports and the end of the match


@pytest.mark.rule("thrones:port-capture.1", "thrones:port-capture.2")
def test_a_conquered_port_changes_hands_at_once() -> None:
    """The new holder is asked how many of the ships it replaces."""
    areas = {
        "boneway": stack("baratheon", "march-plus-one", knight=3),
        "storms-end": stack("martell", "raid", footman=1),
        "storms-end-port": stack("martell", "raid", ship=2),
        "sunspear": stack("martell", footman=1),
    }
    match = fight("boneway", "storms-end", areas)
    cards(match, "martell: darkstar", "baratheon: melisandre")
    assert asked(match) == {"baratheon": "take-port"}
    play(match, "baratheon: take-port storms-end-port 2")
    assert units(match, "storms-end-port") == {"ship": 2}
    assert holder(match, "storms-end-port") == "baratheon"


@pytest.mark.rule("thrones:end.5", "thrones:combat.1")
def test_the_seventh_castle_ends_the_match_in_the_combat() -> None:
    """The match is over at once; the cards are discarded and the combat is cleared."""
    castles = ("kings-landing", "crackclaw-point", "harrenhal", "eyrie", "storms-end")
    areas = {castle: {"power": "baratheon"} for castle in castles}
    areas |= {
        "boneway": stack("baratheon", "march-zero", knight=3),
        "yronwood": stack("martell", footman=1),
    }
    match = fight("boneway", "yronwood", areas)
    cards(match, "martell: darkstar", "baratheon: patchface")
    if asked(match):
        play(match, "martell: retreat princes-pass")
    assert match.state.winner == seat_of(match, "baratheon")
    assert match.state.combat is None
    assert match.state.discards[seat_of(match, "martell")] == ["darkstar"]
    assert match.state.discards[seat_of(match, "baratheon")] == ["patchface"]
