"""Hard cases in which several rules meet: support, retreats, ports and penalties that find nothing to take."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.thrones.fights import cards, fight, final, hand, in_hand, lost, stack, strengths
from tests.games.thrones.phase import attack
from tests.games.thrones.scene import asked, holder, options, order_in, play, power_in, refused, scene, told, units

# Support


@pytest.mark.rule("thrones:support.9", "thrones:ruling.49", "thrones:card.asha-greyjoy")
@pytest.mark.parametrize(("answer", "attack", "losses"), [("refuse sunset-sea", 3, 1), ("pass", 4, 0)])
def test_asha_greyjoy_may_refuse_the_support_that_would_cost_her_icons(answer: str, attack: int, losses: int) -> None:
    """Refused support supports nobody, so that she has her two swords."""
    areas = {
        "ironmans-bay": stack("greyjoy", "march-zero", ship=2),
        "golden-sound": stack("lannister", "raid", ship=1),
        "sunset-sea": stack("stark", "support-zero", ship=1),
    }
    match = fight("ironmans-bay", "golden-sound", areas)
    play(match, "stark: support sunset-sea attacker", f"greyjoy: {answer}")
    cards(match, "greyjoy: asha-greyjoy", "lannister: cersei-lannister")
    assert final(match) == (attack, 1)
    assert len(lost(match, "thrones:casualties.4")) == losses


@pytest.mark.rule("thrones:orders.4", "thrones:support.7", "thrones:retreat.2")
def test_a_defense_order_and_a_support_order_count_in_every_combat_of_the_round() -> None:
    """Stark repels Lannister and then Greyjoy from Riverrun with the same two orders."""
    areas = {
        "riverrun": stack("stark", "defense-plus-two", footman=1),
        "harrenhal": stack("stark", "support-plus-one", knight=1),
        "lannisport": stack("lannister", "march-zero", footman=1),
        "seagard": stack("greyjoy", "march-zero", footman=1),
    }
    match = scene(areas=areas, blade_used=True)
    for house, area, card, other in (
        ("lannister", "lannisport", "the-hound", "ser-rodrick-cassel"),
        ("greyjoy", "seagard", "balon-greyjoy", "the-blackfish"),
    ):
        play(match, f"{house}: march {area}: footman > riverrun")
        if asked(match).get(house) == "secure":
            play(match, f"{house}: pass")
        play(match, "stark: support harrenhal defender")
        cards(match, f"{house}: {card}", f"stark: {other}")
    assert [(event.house, event.area) for event in told(match, "retreated")] == [
        ("lannister", "lannisport"),
        ("greyjoy", "seagard"),
    ]
    assert [(won.attack, won.defense) for won in told(match, "combat-won")] == [(3, 7), (3, 6)]


# Texts


@pytest.mark.rule("thrones:card.tyrion-lannister", "thrones:card.arianne-martell", "thrones:card.doran-martell")
def test_arianne_martell_cancelled_keeps_nobody_out() -> None:
    """Doran Martell in her place acts at once; Lannister moves in."""
    areas = {
        "lannisport": stack("lannister", "march-zero", knight=3),
        "riverrun": stack("martell", "raid", footman=1),
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: tyrion-lannister", "martell: arianne-martell")
    play(match, "lannister: yes", "martell: card doran-martell", "martell: track kings-court")
    assert "arianne-martell" in hand(match, "martell")
    play(match, "martell: retreat seagard")
    assert holder(match, "riverrun") == "lannister"


@pytest.mark.rule("thrones:card.patchface", "thrones:cards.11", "thrones:ruling.52")
def test_patchface_finds_the_hand_that_the_last_card_has_refilled() -> None:
    """Lannister plays its last card: Patchface chooses among the six that are back, not the one just played."""
    areas = {
        "lannisport": stack("lannister", "march-zero", knight=3),
        "riverrun": stack("baratheon", "raid", footman=1),
    }
    match = fight("lannisport", "riverrun", areas, seats=in_hand("lannister", "the-hound"))
    cards(match, "baratheon: patchface")
    play(match, "baratheon: retreat seagard")
    assert len(options(match, "baratheon")) == 1 + 6
    assert refused(match, "baratheon: card the-hound").rule == "thrones:card.patchface"


@pytest.mark.rule("thrones:tides.7", "thrones:ruling.57", "thrones:battlefield.2", "thrones:secure.5")
def test_two_skulls_that_kill_both_last_units_leave_the_area_to_its_token() -> None:
    """The attacker has won: the order goes, nobody moves in, and Stark's token holds the area."""
    areas = {
        "lannisport": stack("lannister", "march-zero", knight=1),
        "riverrun": stack("stark", "defense-plus-one", footman=1) | {"power": "stark"},
    }
    match = fight("lannisport", "riverrun", areas, tides_of_battle=True, chance=["skull", "skull"])
    cards(match, "lannister: tywin-lannister", "stark: catelyn-stark")
    assert holder(match, "riverrun") is None
    assert holder(match, "lannisport") is None
    assert order_in(match, "riverrun") is None
    assert power_in(match, "riverrun") == "stark"
    assert [event.winner for event in told(match, "combat-won")] == ["lannister"]


# Retreats


@pytest.mark.rule("thrones:end.5", "thrones:ruling.2", "thrones:retreat.3")
@pytest.mark.parametrize(("area", "winner"), [("seagard", ["stark"]), ("stoney-sept", [])])
def test_a_retreat_into_a_seventh_castle_wins(area: str, winner: list[str]) -> None:
    """Stark loses Riverrun and has six castles left; the empty castle that its beaten units enter is the seventh."""
    held = ("white-harbor", "moat-cailin", "flints-finger", "crackclaw-point", "eyrie")
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("stark", "raid", footman=1),
        **{name: {"power": "stark"} for name in held},
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: the-hound", "stark: catelyn-stark")
    play(match, f"stark: retreat {area}")
    assert [event.house for event in told(match, "match-won")] == winner


@pytest.mark.rule("thrones:retreat.6", "thrones:routed.2", "thrones:supply.7")
def test_routed_units_count_for_supply_in_a_retreat() -> None:
    """With two armies of two, two beaten units cannot join a routed one."""
    areas: dict[str, Any] = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("stark", "raid", footman=2),
        "seagard": {"house": "stark", "units": {}, "routed": {"footman": 1}},
        "winterfell": stack("stark", footman=2),
    }
    match = fight("lannisport", "riverrun", areas, seats={"stark": {"supply": 0}})
    cards(match, "lannister: the-hound", "stark: catelyn-stark")
    assert options(match, "stark") == ["retreat harrenhal", "retreat stoney-sept"]
    assert refused(match, "stark: retreat seagard").rule == "thrones:retreat.6"


# Ports


@pytest.mark.rule("thrones:port-capture.1", "thrones:port-capture.2", "thrones:ruling.64")
def test_captured_ships_are_new_pieces_even_if_the_old_ones_were_routed() -> None:
    """The ships of the port are replaced, not taken over: one upright ship for a routed and an upright one."""
    areas: dict[str, Any] = {
        "riverrun": stack("stark", "march-zero", knight=2),
        "lannisport": {"power": "greyjoy"},
        "lannisport-port": {"house": "greyjoy", "units": {"ship": 1}, "routed": {"ship": 1}, "order": "raid"},
    }
    match = scene(areas=areas)
    play(match, "stark: march riverrun: knight > lannisport", "stark: done")
    play(match, "stark: take-port lannisport-port 1")
    assert units(match, "lannisport-port") == {"ship": 1}
    assert units(match, "lannisport-port", routed=True) == {}
    assert order_in(match, "lannisport-port") is None


# Wildlings


@pytest.mark.rule("thrones:wildling-results.3", "thrones:ruling.13")
@pytest.mark.parametrize("card", ["mammoth-riders", "the-horde-descends", "crow-killers", "skinchanger-scout"])
def test_a_penalty_that_finds_nothing_to_take_asks_nobody(card: str) -> None:
    """Nobody has units, knights or tokens left, so the phase simply goes on to the raven."""
    match = attack(card, {"baratheon": 1, "lannister": 1}, areas={})
    assert asked(match) == {"baratheon": "raven"}


@pytest.mark.rule("thrones:wildling.mammoth-riders", "thrones:wildling-results.3", "thrones:ruling.81")
def test_a_house_with_fewer_units_than_a_penalty_takes_loses_all() -> None:
    """Three units are to die and there are two, one of them at sea; the home area stays with its house."""
    areas = {
        "winterfell": {"house": "stark", "units": {"knight": 1}},
        "bay-of-ice": {"house": "stark", "units": {"ship": 1}},
    }
    match = attack("mammoth-riders", {"baratheon": 1, "lannister": 1}, areas=areas)
    play(match, "stark: lose bay-of-ice ship")
    assert (holder(match, "winterfell"), holder(match, "bay-of-ice")) == (None, None)
    assert asked(match) == {"baratheon": "raven"}


# Strength


@pytest.mark.rule("thrones:ruling.38", "thrones:result.3", "thrones:fiefdoms.1", "thrones:routed.2")
def test_zero_against_zero_goes_to_the_higher_house_on_fiefdoms() -> None:
    """A siege engine on march -1 against routed units and two cards of strength 0: nobody is below 0."""
    areas: dict[str, Any] = {
        "lannisport": stack("lannister", "march-minus-one", engines=1),
        "stoney-sept": {"house": "stark", "units": {}, "routed": {"footman": 1}},
    }
    for first, winner in (("lannister", "lannister"), ("stark", "stark")):
        order = [first, *(house for house in ("lannister", "stark") if house != first)]
        others = ["baratheon", "martell", "greyjoy", "tyrell"]
        match = fight("lannisport", "stoney-sept", areas, tracks={"fiefdoms": [*order, *others]})
        assert strengths(match) == (0, 0)
        cards(match, "lannister: cersei-lannister", "stark: catelyn-stark")
        assert final(match) == (0, 0)
        assert holder(match, "stoney-sept") == winner
        assert units(match, "lannisport") == {}
