"""Hard cases at the edges of rules and cards, and refusals that must name the very rule that forbids."""

from __future__ import annotations

import pytest

from tests.games.thrones.fights import cards, discards, fight, final, hand, in_hand, lost, stack, strengths
from tests.games.thrones.phase import card_of, track
from tests.games.thrones.scene import asked, holder, options, order_in, play, power_in, refused, scene, told, units

# Refusals


@pytest.mark.rule("thrones:retreat.9", "thrones:ruling.31", "thrones:ports.1", "thrones:retreat.3")
def test_a_retreat_out_of_reach_names_the_rule_that_closes_the_way() -> None:
    """Water for land units, land and foreign ports for ships, areas with a dash, and what is too far away."""
    areas = {
        "kings-landing": stack("lannister", "march-zero", knight=3),
        "kingswood": stack("stark", "raid", footman=1),
        "storms-end": {"neutral": -1},
    }
    match = fight("kings-landing", "kingswood", areas, houses=("baratheon", "lannister", "stark"))
    cards(match, "lannister: the-hound", "stark: catelyn-stark")
    closed = {"blackwater-bay": "retreat.9", "storms-end": "ruling.31", "winterfell": "retreat.3"}
    for area, rule in closed.items():
        assert refused(match, f"stark: retreat {area}").rule == f"thrones:{rule}"
    areas = {
        "lannisport-port": stack("lannister", "march-plus-one", ship=3),
        "lannisport": stack("lannister", footman=1),
        "golden-sound": stack("stark", "raid", ship=1),
    }
    match = fight("lannisport-port", "golden-sound", areas)
    cards(match, "lannister: the-hound", "stark: catelyn-stark")
    closed = {"riverrun": "retreat.9", "lannisport-port": "ports.1", "shivering-sea": "retreat.3"}
    for area, rule in closed.items():
        assert refused(match, f"stark: retreat {area}").rule == f"thrones:{rule}"


@pytest.mark.rule("thrones:cards.4", "thrones:cards.10")
def test_a_card_that_is_not_in_hand_is_refused_by_its_own_rule() -> None:
    """Own discarded cards cannot be played, and those of another house never."""
    areas = {
        "lannisport": stack("lannister", "march-zero", knight=3),
        "riverrun": stack("stark", "raid", footman=1),
    }
    match = fight("lannisport", "riverrun", areas, seats=in_hand("stark", "eddard-stark", "robb-stark"))
    assert refused(match, "stark: card catelyn-stark").rule == "thrones:cards.10"
    assert refused(match, "stark: card the-hound").rule == "thrones:cards.4"


@pytest.mark.rule("thrones:event.put-to-the-sword", "thrones:event.rains-of-autumn", "thrones:ruling.9")
@pytest.mark.parametrize("card", ["put-to-the-sword", "rains-of-autumn"])
def test_a_banned_order_is_refused_by_the_card_on_the_table(card: str) -> None:
    """March +1 is kept out by Rains of Autumn, or by Put to the Sword where its holder chose so."""
    match = card_of(3, card, areas={"winterfell": {"house": "stark", "units": {"footman": 1}}})
    if card == "put-to-the-sword":
        play(match, "baratheon: effect march-plus-one")
    refusal = refused(match, "stark: order winterfell march-plus-one")
    assert (refusal.rule, refusal.reason.id) == (f"thrones:event.{card}", "refuse.order.banned")


# Texts that meet each other


@pytest.mark.rule("thrones:card.tyrion-lannister", "thrones:cards.6", "thrones:card.queen-of-thorns")
def test_only_the_card_that_comes_after_tyrion_lannister_acts() -> None:
    """Tyrell stands first, yet Mace Tyrell, cancelled, kills nobody; the Queen of Thorns in his place acts."""
    areas = {
        "lannisport": stack("lannister", "march-zero", footman=2),
        "stoney-sept": stack("lannister", "support-zero", footman=1),
        "riverrun": stack("tyrell", "raid", footman=1),
    }
    match = fight("lannisport", "riverrun", areas, houses=("tyrell", "lannister", "stark", "greyjoy", "baratheon"))
    play(match, "lannister: support stoney-sept attacker")
    cards(match, "lannister: tyrion-lannister", "tyrell: mace-tyrell")
    play(match, "lannister: yes", "tyrell: card queen-of-thorns")
    assert lost(match, "thrones:card.mace-tyrell") == []
    assert order_in(match, "stoney-sept") is None
    assert final(match) == (3, 1)
    assert "mace-tyrell" in hand(match, "tyrell")
    assert refused(match, "tyrell: retreat lannisport").rule == "thrones:retreat.5"


@pytest.mark.rule("thrones:card.roose-bolton", "thrones:card.patchface", "thrones:ruling.39")
def test_patchface_finds_all_that_roose_bolton_took_back() -> None:
    """The seven cards are in hand again before one of them, even Roose Bolton himself, is discarded."""
    areas = {
        "dragonstone": stack("baratheon", "march-zero", knight=2),
        "shipbreaker-bay": stack("baratheon", ship=1),
        "crackclaw-point": stack("stark", "raid", footman=1),
    }
    match = fight("dragonstone", "crackclaw-point", areas, seats=in_hand("stark", "roose-bolton", "eddard-stark"))
    cards(match, "baratheon: patchface", "stark: roose-bolton")
    play(match, "stark: retreat harrenhal")
    assert len(options(match, "baratheon")) == 1 + 7
    play(match, "baratheon: card roose-bolton")
    assert discards(match, "stark") == ["roose-bolton"]
    assert len(hand(match, "stark")) == 6


@pytest.mark.rule("thrones:card.queen-of-thorns", "thrones:ports.8", "thrones:ruling.45", "thrones:result.3")
def test_the_queen_of_thorns_reaches_the_port_of_a_contested_sea() -> None:
    """Two strength of a special support from the port are gone; the tie goes to the house higher on Fiefdoms."""
    areas = {
        "ironmans-bay": stack("tyrell", "march-plus-one", ship=3),
        "golden-sound": stack("lannister", "defense-plus-one", ship=1),
        "lannisport-port": stack("lannister", "support-plus-one", ship=1),
        "lannisport": stack("lannister", "march-zero", footman=1),
    }
    match = fight("ironmans-bay", "golden-sound", areas)
    play(match, "lannister: support lannisport-port defender")
    cards(match, "tyrell: queen-of-thorns", "lannister: the-hound")
    assert strengths(match) == (4, 6)
    assert options(match, "tyrell") == ["area lannisport", "area lannisport-port"]
    play(match, "tyrell: area lannisport-port")
    assert final(match) == (4, 4)
    assert units(match, "ironmans-bay", routed=True) == {"ship": 3}


@pytest.mark.rule("thrones:card.salladhor-saan", "thrones:special.4", "thrones:support.9")
def test_salladhor_saan_leaves_of_foreign_ships_only_the_bonus_of_their_order() -> None:
    """Two ships of Tyrell on his own side count 0, their special order 1; refused, they give nothing at all."""
    areas = {
        "shipbreaker-bay": stack("baratheon", "march-zero", ship=1),
        "east-summer-sea": stack("martell", "raid", ship=2),
        "sea-of-dorne": stack("tyrell", "support-plus-one", ship=2),
        "west-summer-sea": stack("baratheon", "support-zero", ship=1),
    }
    for answer, attack in (("pass", 4), ("refuse sea-of-dorne", 3)):
        match = fight("shipbreaker-bay", "east-summer-sea", areas)
        play(match, "baratheon: support west-summer-sea attacker", "tyrell: support sea-of-dorne attacker")
        play(match, f"baratheon: {answer}")
        cards(match, "baratheon: salladhor-saan", "martell: areo-hotah")
        assert final(match) == (attack, 3)


@pytest.mark.rule("thrones:card.cersei-lannister", "thrones:march.1")
def test_a_house_whose_march_cersei_lannister_took_is_passed_over() -> None:
    """Stark is next but has no march order any more, so Tyrell acts."""
    areas = {
        "lannisport": stack("lannister", "march-zero", knight=3),
        "riverrun": stack("stark", "raid", footman=1),
        "winterfell": stack("stark", "march-zero", footman=1),
        "highgarden": stack("tyrell", "march-zero", footman=1),
    }
    match = scene("march", areas=areas, blade_used=True)
    play(match, "lannister: march lannisport: knight knight knight > riverrun")
    cards(match, "lannister: cersei-lannister", "stark: catelyn-stark")
    play(match, "lannister: area winterfell", "stark: retreat seagard")
    assert asked(match) == {"tyrell": "march"}


# Sides without units


@pytest.mark.rule("thrones:ruling.46", "thrones:retreat.1", "thrones:ruling.33")
def test_nobody_returns_when_mace_tyrell_killed_the_only_attacker() -> None:
    """The combat goes on to its result, 4 against 5; then the empty origin keeps neither order nor unit."""
    areas = {
        "lannisport": stack("lannister", "march-zero", footman=1),
        "searoad-marches": stack("tyrell", "raid", footman=1),
    }
    match = fight("lannisport", "searoad-marches", areas)
    cards(match, "lannister: tywin-lannister", "tyrell: mace-tyrell")
    assert final(match) == (4, 5)
    assert told(match, "retreated") == []
    assert (holder(match, "lannisport"), order_in(match, "lannisport")) == (None, None)


@pytest.mark.rule("thrones:ruling.46", "thrones:ruling.33", "thrones:control.1")
def test_a_defender_can_win_with_its_order_after_its_last_unit_died() -> None:
    """Defense +2 and Tywin Lannister beat Mace Tyrell; nobody holds the area then, and its order goes."""
    areas = {
        "reach": stack("tyrell", "march-minus-one", footman=1),
        "searoad-marches": stack("lannister", "defense-plus-two", footman=1),
    }
    match = fight("reach", "searoad-marches", areas)
    cards(match, "tyrell: mace-tyrell", "lannister: tywin-lannister")
    assert final(match) == (4, 6)
    assert units(match, "reach", routed=True) == {"footman": 1}
    assert (holder(match, "searoad-marches"), order_in(match, "searoad-marches")) == (None, None)


@pytest.mark.rule("thrones:tides.7", "thrones:ruling.65", "thrones:ruling.33")
def test_a_skull_that_kills_the_winning_defender_costs_the_port_too() -> None:
    """Nobody moves in, no token can be left, so nobody controls the land and the ships in its port are lost."""
    areas = {
        "three-towers": stack("tyrell", "march-zero", footman=1),
        "oldtown": stack("greyjoy", "defense-plus-two", footman=1),
        "oldtown-port": stack("greyjoy", "raid", ship=2),
    }
    match = fight("three-towers", "oldtown", areas, tides_of_battle=True, chance=["skull", "zero"])
    cards(match, "tyrell: alester-florent", "greyjoy: dagmar-cleftjaw")
    assert final(match) == (2, 4)
    assert units(match, "three-towers", routed=True) == {"footman": 1}
    assert lost(match, "thrones:tides.7") == [("oldtown", "footman")]
    assert [holder(match, area) for area in ("oldtown", "oldtown-port")] == [None, None]
    assert [order_in(match, area) for area in ("oldtown", "oldtown-port")] == [None, None]
    assert power_in(match, "oldtown") is None


# Homes and ports


@pytest.mark.rule("thrones:card.ser-loras-tyrell", "thrones:port-capture.1", "thrones:home.3", "thrones:ruling.66")
def test_the_order_of_ser_loras_tyrell_can_give_a_home_and_its_port_back() -> None:
    """He takes Lannisport with garrison and port; the order leads on, and the home falls back with its port."""
    areas = {
        "searoad-marches": stack("tyrell", "march-zero", knight=3),
        "lannisport": {"house": "lannister", "units": {"footman": 1}, "garrison": 2, "order": "defense-plus-one"},
        "lannisport-port": stack("lannister", "raid", ship=2),
    }
    match = scene("march", areas=areas, blade_used=True)
    play(match, "tyrell: march searoad-marches: knight knight knight > lannisport", "tyrell: pass")
    cards(match, "tyrell: ser-loras-tyrell", "lannister: cersei-lannister")
    assert final(match) == (9, 4)
    play(match, "lannister: retreat riverrun", "tyrell: take-port lannisport-port 1")
    assert order_in(match, "lannisport") == "march-zero"
    assert units(match, "lannisport-port") == {"ship": 1}
    play(match, "tyrell: march lannisport: knight knight knight > stoney-sept", "tyrell: pass")
    assert asked(match) == {"lannister": "take-port"}
    play(match, "lannister: take-port lannisport-port 1")
    assert (holder(match, "lannisport"), holder(match, "lannisport-port")) == (None, "lannister")


@pytest.mark.rule("thrones:card.arianne-martell", "thrones:ruling.78", "thrones:ruling.66", "thrones:ruling.28")
def test_attackers_sent_back_by_arianne_martell_hold_the_home_they_had_left() -> None:
    """Lannister had its home and port back when all marched off; the units that come back take both again, upright."""
    areas = {
        "lannisport": stack("stark", "march-plus-one", knight=3),
        "lannisport-port": stack("stark", ship=1),
        "riverrun": stack("martell", footman=1),
    }
    match = scene("march", areas=areas, blade_used=True)
    play(match, "stark: march lannisport: knight knight knight > riverrun", "stark: pass")
    play(match, "lannister: take-port lannisport-port 1")
    cards(match, "stark: eddard-stark", "martell: arianne-martell")
    play(match, "stark: take-port lannisport-port 1")
    assert units(match, "lannisport") == {"knight": 3}
    assert [holder(match, area) for area in ("lannisport", "lannisport-port", "riverrun")] == ["stark", "stark", None]


@pytest.mark.rule("thrones:garrison.3", "thrones:garrison.2", "thrones:support.4", "thrones:support.9")
def test_a_garrison_alone_is_supported_and_refuses_support_like_any_defender() -> None:
    """Its house supports it from beside and sends a third house's ships away: 2 and 1 against Stark."""
    areas = {
        "riverrun": stack("stark", "march-zero", footman=1),
        "lannisport": {"garrison": 2},
        "golden-sound": stack("greyjoy", "support-zero", ship=2),
        "searoad-marches": stack("lannister", "support-zero", footman=1),
    }
    match = scene("march", areas=areas, blade_used=True)
    play(match, "stark: march riverrun: footman > lannisport", "stark: pass")
    play(match, "lannister: support searoad-marches defender", "greyjoy: support golden-sound defender")
    play(match, "lannister: refuse golden-sound")
    (initial,) = told(match, "initial-strength")
    assert (initial.attack, initial.defense) == (1, 3)


@pytest.mark.rule("thrones:neutral.9", "thrones:ruling.72", "thrones:secure.1")
def test_the_home_of_a_house_not_in_play_is_an_area_like_any_other() -> None:
    """With four seats Sunspear holds a force of 5 and Highgarden none; both are left only with a token behind."""
    areas = {
        "yronwood": stack("baratheon", "march-plus-one", footman=1, knight=2),
        "sunspear": {"neutral": 5},
        "highgarden": stack("greyjoy", "march-zero", footman=1),
    }
    match = scene("march", houses=("baratheon", "lannister", "stark", "greyjoy"), areas=areas)
    assert refused(match, "baratheon: march yronwood: footman knight > sunspear").rule == "thrones:neutral.2"
    play(match, "baratheon: march yronwood: footman knight knight > sunspear", "baratheon: pass")
    assert holder(match, "sunspear") == "baratheon"
    play(match, "greyjoy: march highgarden: footman > reach", "greyjoy: secure highgarden")
    assert power_in(match, "highgarden") == "greyjoy"


# The course of a round


@pytest.mark.rule("thrones:march.1", "thrones:march.2", "thrones:march.3")
def test_a_chain_of_three_marches_carries_units_three_times() -> None:
    """The book's advice: the order at the beginning of the chain first, the special one as a third."""
    areas = {
        "winterfell": stack("stark", "march-minus-one", knight=1),
        "moat-cailin": stack("stark", "march-zero", footman=1),
        "twins": stack("stark", "march-plus-one", footman=1),
    }
    match = scene("march", areas=areas, seats={"stark": {"supply": 4, "available": 0}})
    play(match, "stark: start winterfell", "stark: march winterfell: knight > moat-cailin")
    play(match, "stark: start moat-cailin", "stark: march moat-cailin: footman knight > twins")
    play(match, "stark: march twins: footman footman knight > mountains-of-the-moon")
    assert units(match, "mountains-of-the-moon") == {"footman": 2, "knight": 1}
    assert told(match, "combat-began") == []


@pytest.mark.rule("thrones:clash.4", "thrones:clash.6", "thrones:iron-throne.4", "thrones:iron-throne.3")
def test_the_new_holder_of_the_throne_orders_three_tied_houses() -> None:
    """Baratheon settles the tie for the throne and loses it; Stark, the new holder, settles the next track."""
    match = card_of(2, "clash-of-kings")
    play(match, "baratheon: bid 0", "lannister: bid 2", "stark: bid 2")
    play(match, "baratheon: house stark")
    play(match, "baratheon: bid 1", "lannister: bid 1", "stark: bid 1")
    assert options(match, "stark") == ["house baratheon", "house lannister", "house stark"]
    assert refused(match, "stark: house greyjoy").rule == "thrones:iron-throne.3"
    play(match, "stark: house lannister", "stark: house baratheon")
    assert track(match, 0) == ["stark", "lannister", "baratheon"]
    assert track(match, 1) == ["lannister", "baratheon", "stark"]
