"""Combat strength: units, orders, garrison, routed units, siege engines, and the house cards that change them."""

import pytest

from tests.games.thrones.fights import cards, fight, final, stack, strengths
from tests.games.thrones.scene import asked, play, told

HOME = {"winterfell": stack("stark", "march-zero", footman=2), "moat-cailin": stack("greyjoy", footman=1)}


@pytest.mark.rule(
    "thrones:orders.3",
    "thrones:strength.2",
    "thrones:special.2",
    "thrones:combat.3",
    "thrones:strength.5",
    "thrones:garrison.2",
)
def test_defense_order_and_garrison_count_for_the_defender() -> None:
    """Winterfell with one footman, a garrison of 2 and Defense +2 stands at 5."""
    areas = {
        "moat-cailin": stack("greyjoy", "march-minus-one", knight=2),
        "winterfell": stack("stark", "defense-plus-two", footman=1) | {"garrison": 2},
    }
    assert strengths(fight("moat-cailin", "winterfell", areas)) == (3, 5)


@pytest.mark.rule("thrones:orders.9", "thrones:strength.2", "thrones:strength.3")
@pytest.mark.parametrize(("march", "attack"), [("march-zero", 4), ("march-minus-one", 3)])
def test_normal_marches_and_defenses_have_their_modifiers(march: str, attack: int) -> None:
    """Two knights march with +0 or -1; a footman with a normal Defense order stands at 2."""
    areas = {
        "winterfell": stack("stark", march, knight=2),
        "moat-cailin": stack("greyjoy", "defense-plus-one", footman=1),
    }
    assert strengths(fight("winterfell", "moat-cailin", areas)) == (attack, 2)


@pytest.mark.rule("thrones:combat.8", "thrones:strength.1")
@pytest.mark.parametrize(("target", "expected"), [("moat-cailin", 5), ("karhold", 1)])
def test_siege_engines_count_four_against_a_castle_only(target: str, expected: int) -> None:
    """A siege engine adds 4 in the attack on a castle, nothing elsewhere, and nothing in defense."""
    areas = {
        "winterfell": stack("stark", "march-zero", footman=1, engines=1),
        target: stack("greyjoy", engines=1, knight=1),
    }
    assert strengths(fight("winterfell", target, areas)) == (expected, 2)


@pytest.mark.rule("thrones:ruling.38", "thrones:combat.8")
def test_a_negative_total_counts_as_zero() -> None:
    """A siege engine with March -1 against an open area is worth 0, not -1."""
    areas = {
        "winterfell": stack("stark", "march-minus-one", engines=1),
        "karhold": stack("greyjoy", footman=1),
    }
    match = fight("winterfell", "karhold", areas)
    assert strengths(match) == (0, 1)
    cards(match, "stark: catelyn-stark", "greyjoy: asha-greyjoy")
    assert final(match) == (0, 2)


@pytest.mark.rule("thrones:ruling.28", "thrones:strength.1")
def test_only_the_marching_units_attack() -> None:
    """Units that stayed in the area of the march order add nothing."""
    areas = HOME | {"winterfell": stack("stark", "march-plus-one", footman=2, knight=2)}
    assert strengths(fight("winterfell", "moat-cailin", areas, army={"footman": 1})) == (2, 1)


@pytest.mark.rule("thrones:card.catelyn-stark")
def test_catelyn_stark_doubles_her_own_defense_order() -> None:
    """Defense +2 counts 4 with her, and the opponent's order is not touched."""
    areas = {
        "moat-cailin": stack("greyjoy", "march-zero", knight=2),
        "winterfell": stack("stark", "defense-plus-two", footman=1),
    }
    match = fight("moat-cailin", "winterfell", areas)
    cards(match, "stark: catelyn-stark", "greyjoy: dagmar-cleftjaw")
    assert final(match) == (5, 5)
    areas = HOME | {"moat-cailin": stack("greyjoy", "defense-plus-one", footman=1)}
    match = fight("winterfell", "moat-cailin", areas)
    cards(match, "stark: catelyn-stark", "greyjoy: dagmar-cleftjaw")
    assert final(match) == (2, 3)


@pytest.mark.rule("thrones:card.victarion-greyjoy", "thrones:ruling.37")
def test_victarion_greyjoy_counts_ships_twice_in_the_attack() -> None:
    """His attacking ships and his ships supporting the attack count 2 each, routed and foreign ones do not."""
    areas = {
        "sunset-sea": stack("greyjoy", "march-zero", ship=2),
        "golden-sound": stack("lannister", ship=2),
        "ironmans-bay": stack("greyjoy", "support-zero", ship=1) | {"routed": {"ship": 1}},
    }
    match = fight("sunset-sea", "golden-sound", areas)
    play(match, "greyjoy: support ironmans-bay attacker")
    assert strengths(match) == (3, 2)
    cards(match, "greyjoy: victarion-greyjoy", "lannister: the-hound")
    assert final(match) == (2 * 2 + 2 + 3, 2 + 2)


@pytest.mark.rule("thrones:card.victarion-greyjoy")
def test_victarion_greyjoy_does_nothing_in_defense() -> None:
    """A defender's ships count 1 with him."""
    areas = {
        "golden-sound": stack("lannister", "march-zero", ship=1),
        "sunset-sea": stack("greyjoy", ship=2),
    }
    match = fight("golden-sound", "sunset-sea", areas)
    cards(match, "greyjoy: victarion-greyjoy", "lannister: the-hound")
    assert final(match) == (3, 5)


@pytest.mark.rule("thrones:card.ser-kevan-lannister")
@pytest.mark.parametrize(("attacks", "expected"), [(True, (2 * 2 + 2 * 1 + 1, 2)), (False, (3, 3))])
def test_ser_kevan_lannister_counts_footmen_twice_in_the_attack(attacks: bool, expected: tuple[int, int]) -> None:
    """His attacking footmen and those of his own support count 2 each; those of others and his defenders count 1."""
    if attacks:
        areas = {
            "lannisport": stack("lannister", "march-zero", footman=2),
            "riverrun": stack("stark", footman=1),
            "stoney-sept": stack("lannister", "support-zero", footman=1),
        }
        match = fight("lannisport", "riverrun", areas)
        play(match, "lannister: support stoney-sept attacker")
    else:
        areas = {
            "riverrun": stack("stark", "march-zero", footman=2),
            "lannisport": stack("lannister", footman=2),
        }
        match = fight("riverrun", "lannisport", areas)
    cards(match, "lannister: ser-kevan-lannister", "stark: ser-rodrick-cassel")
    assert final(match) == expected


@pytest.mark.rule("thrones:card.balon-greyjoy", "thrones:ruling.75")
def test_balon_greyjoy_takes_only_the_printed_strength() -> None:
    """Against him Stannis Baratheon has 0, but keeps the 1 of his own text."""
    areas = {
        "dragonstone": stack("baratheon", "march-zero", footman=1),
        "kingswood": stack("greyjoy", footman=1),
    }
    throne = ["greyjoy", "lannister", "stark", "martell", "baratheon", "tyrell"]
    match = fight("dragonstone", "kingswood", areas, tracks={"iron-throne": throne})
    cards(match, "greyjoy: balon-greyjoy", "baratheon: stannis-baratheon")
    assert final(match) == (2, 3)
    match = fight("dragonstone", "kingswood", areas)
    cards(match, "greyjoy: balon-greyjoy", "baratheon: stannis-baratheon")
    assert final(match) == (1, 3)


@pytest.mark.rule("thrones:card.stannis-baratheon")
@pytest.mark.parametrize(("throne", "expected"), [("lannister", 6), ("baratheon", 5)])
def test_stannis_baratheon_is_stronger_below_his_opponent(throne: str, expected: int) -> None:
    """+1 only while the opponent stands higher on the Iron Throne track."""
    areas = {
        "kings-landing": stack("baratheon", "march-zero", footman=1),
        "blackwater": stack("lannister", footman=1),
    }
    other = "lannister" if throne == "baratheon" else "baratheon"
    track = [throne, other, "stark", "martell", "greyjoy", "tyrell"]
    match = fight("kings-landing", "blackwater", areas, tracks={"iron-throne": track})
    cards(match, "baratheon: stannis-baratheon", "lannister: the-hound")
    assert final(match) == (expected, 3)


@pytest.mark.rule("thrones:card.theon-greyjoy", "thrones:casualties.2")
@pytest.mark.parametrize(("area", "strength", "losses"), [("moat-cailin", 4, 1), ("twins", 3, 0)])
def test_theon_greyjoy_defends_castles(area: str, strength: int, losses: int) -> None:
    """Defending a castle he has +1 strength and a sword, elsewhere neither."""
    areas = {
        "seagard": stack("stark", "march-zero", footman=2),
        area: stack("greyjoy", footman=1),
    }
    match = fight("seagard", area, areas)
    cards(match, "greyjoy: theon-greyjoy", "stark: catelyn-stark")
    assert final(match) == (2, strength)
    assert len(told(match, "combat-unit-lost")) == losses


@pytest.mark.rule("thrones:card.theon-greyjoy")
def test_theon_greyjoy_does_nothing_in_the_attack() -> None:
    """Attacking a castle he has his printed strength and no sword."""
    areas = {
        "seagard": stack("greyjoy", "march-zero", footman=2),
        "moat-cailin": stack("stark", footman=2),
        "winterfell": stack("stark", footman=1),
    }
    match = fight("seagard", "moat-cailin", areas)
    cards(match, "greyjoy: theon-greyjoy", "stark: catelyn-stark")
    assert final(match) == (4, 2)
    assert told(match, "combat-unit-lost") == []


@pytest.mark.rule("thrones:card.asha-greyjoy", "thrones:ruling.49")
@pytest.mark.parametrize("supported", [True, False])
def test_asha_greyjoy_needs_to_be_alone(supported: bool) -> None:
    """Unsupported she has two swords and a tower; own support takes them away."""
    areas = {
        "seagard": stack("greyjoy", "march-zero", knight=2),
        "moat-cailin": stack("stark", footman=3),
        "ironmans-bay": stack("greyjoy", "support-zero", ship=1),
    }
    match = fight("seagard", "greywater-watch", areas | {"greywater-watch": stack("stark", footman=3)})
    play(match, "greyjoy: support ironmans-bay attacker" if supported else "greyjoy: pass")
    cards(match, "greyjoy: asha-greyjoy", "stark: catelyn-stark")
    losses = [e.rule for e in told(match, "combat-unit-lost") if e.rule == "thrones:casualties.4"]
    assert len(losses) == (0 if supported else 2)


@pytest.mark.rule("thrones:card.asha-greyjoy")
def test_asha_greyjoy_has_a_tower() -> None:
    """Beaten alone she stops one sword."""
    areas = {
        "winterfell": stack("stark", "march-zero", knight=3),
        "moat-cailin": stack("greyjoy", footman=3),
    }
    match = fight("winterfell", "moat-cailin", areas)
    cards(match, "greyjoy: asha-greyjoy", "stark: eddard-stark")
    assert len(told(match, "combat-unit-lost")) == 1


@pytest.mark.rule("thrones:card.nymeria-sand", "thrones:casualties.3")
def test_nymeria_sand_attacks_with_a_sword_and_defends_with_a_tower() -> None:
    """Attacking and winning she kills one; defending and losing she stops one sword."""
    areas = {
        "sunspear": stack("martell", "march-zero", knight=2),
        "yronwood": stack("tyrell", footman=2),
    }
    match = fight("sunspear", "yronwood", areas)
    cards(match, "martell: nymeria-sand", "tyrell: queen-of-thorns")
    assert len(told(match, "combat-unit-lost")) == 1
    areas = {
        "yronwood": stack("tyrell", "march-zero", knight=2),
        "sunspear": stack("martell", footman=2),
    }
    match = fight("yronwood", "sunspear", areas)
    cards(match, "martell: nymeria-sand", "tyrell: ser-garlan-tyrell")
    assert len(told(match, "combat-unit-lost")) == 1


@pytest.mark.rule("thrones:card.ser-davos-seaworth")
@pytest.mark.parametrize("discarded", [True, False])
def test_ser_davos_seaworth_follows_stannis(discarded: bool) -> None:
    """With Stannis Baratheon among the discards he has +1 strength and a sword."""
    areas = {
        "kings-landing": stack("baratheon", "march-zero", footman=2),
        "blackwater": stack("lannister", footman=2),
    }
    hand = {"baratheon": {"discards": ["stannis-baratheon"] if discarded else []}}
    match = fight("kings-landing", "blackwater", areas, seats=hand)
    cards(match, "baratheon: ser-davos-seaworth", "lannister: ser-kevan-lannister")
    assert final(match) == (5 if discarded else 4, 3)
    assert len(told(match, "combat-unit-lost")) == (1 if discarded else 0)


@pytest.mark.rule("thrones:card.salladhor-saan", "thrones:ruling.49")
@pytest.mark.parametrize("supported", [True, False])
def test_salladhor_saan_sinks_the_ships_of_others(supported: bool) -> None:
    """Supported, every ship that is not his counts 0 on both sides; a special order keeps its 1."""
    areas = {
        "shipbreaker-bay": stack("baratheon", "march-zero", ship=1),
        "east-summer-sea": stack("martell", ship=3),
        "sea-of-dorne": stack("martell", "support-plus-one", ship=1),
        "west-summer-sea": stack("tyrell", "support-zero", ship=2),
    }
    match = fight("shipbreaker-bay", "east-summer-sea", areas)
    play(match, "martell: support sea-of-dorne defender")
    play(match, "tyrell: support west-summer-sea attacker" if supported else "tyrell: pass")
    if supported:
        play(match, "baratheon: pass")
    cards(match, "baratheon: salladhor-saan", "martell: darkstar")
    assert final(match) == ((1 + 0 + 1, 0 + 1 + 2) if supported else (1 + 1, 3 + 2 + 2))


@pytest.mark.rule(
    "thrones:ruling.40", "thrones:cards.7", "thrones:card.salladhor-saan", "thrones:card.victarion-greyjoy"
)
@pytest.mark.parametrize(("first", "ship"), [("baratheon", 1), ("greyjoy", 0)])
def test_salladhor_saan_against_victarion_greyjoy(first: str, ship: int) -> None:
    """The text of the house higher on the Iron Throne track applies first: a ship is worth 1 or 0."""
    other = "greyjoy" if first == "baratheon" else "baratheon"
    areas = {
        "ironmans-bay": stack("greyjoy", "march-zero", ship=2),
        "sunset-sea": stack("baratheon", ship=1),
        "west-summer-sea": stack("baratheon", "support-zero", ship=1),
    }
    tracks = {"iron-throne": [first, other, "stark", "lannister", "martell", "tyrell"]}
    match = fight("ironmans-bay", "sunset-sea", areas, tracks=tracks)
    play(match, "baratheon: support west-summer-sea defender")
    cards(match, "greyjoy: victarion-greyjoy", "baratheon: salladhor-saan")
    assert final(match) == (2 * ship + 3, 3)


@pytest.mark.rule("thrones:ruling.37", "thrones:routed.2")
def test_no_card_raises_routed_units() -> None:
    """Routed defenders are worth nothing whatever the cards say."""
    areas = {
        "riverrun": stack("stark", "march-zero", footman=1),
        "lannisport": {"house": "lannister", "routed": {"footman": 3}},
    }
    match = fight("riverrun", "lannisport", areas)
    assert strengths(match) == (1, 0)
    cards(match, "lannister: ser-kevan-lannister", "stark: greatjon-umber")
    assert final(match) == (3, 1)
    assert asked(match) == {}
