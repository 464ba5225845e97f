"""House card texts about winning and losing, and those that act after the combat."""

import pytest

from banneret.games.thrones.content.components import CARDS_OF
from tests.games.thrones.fights import cards, discards, fight, final, hand, in_hand, lost, stack
from tests.games.thrones.scene import asked, available, holder, options, order_in, play, refused, told, units

ROCK = {
    "lannisport": stack("lannister", "march-zero", footman=2),
    "riverrun": stack("stark", "raid", footman=2),
}

# Tywin Lannister


@pytest.mark.rule("thrones:card.tywin-lannister", "thrones:terms.8", "thrones:cards.8", "thrones:ruling.51")
def test_tywin_lannister_gains_two_tokens() -> None:
    """A win earns two power tokens, a defeat none."""
    match = fight("lannisport", "riverrun", ROCK)
    cards(match, "lannister: tywin-lannister", "stark: ser-rodrick-cassel")
    assert available(match, "lannister") == 7
    areas = ROCK | {"riverrun": stack("stark", "defense-plus-two", knight=3)}
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: tywin-lannister", "stark: ser-rodrick-cassel")
    assert available(match, "lannister") == 5


@pytest.mark.rule("thrones:card.tywin-lannister", "thrones:ruling.12")
def test_tywin_lannister_gains_no_more_than_the_pool_has() -> None:
    """With 18 tokens in hand and one on the board a single one is left to gain."""
    areas = ROCK | {"stoney-sept": {"power": "lannister"}}
    match = fight("lannisport", "riverrun", areas, seats={"lannister": {"available": 18}})
    cards(match, "lannister: tywin-lannister", "stark: ser-rodrick-cassel")
    assert available(match, "lannister") == 19


# Cersei Lannister


CERSEI = {
    "lannisport": stack("lannister", "march-plus-one", knight=3),
    "riverrun": stack("stark", "raid", footman=1),
    "winterfell": stack("stark", "march-plus-one", knight=1),
    "shivering-sea": stack("stark", "raid", ship=1),
    "seagard": stack("greyjoy", "raid", footman=1),
}


@pytest.mark.rule("thrones:card.cersei-lannister", "thrones:ruling.76", "thrones:cards.8")
def test_cersei_lannister_removes_an_order_anywhere() -> None:
    """On a win any one order of the loser may go, but for those of the combat itself."""
    match = fight("lannisport", "riverrun", CERSEI)
    cards(match, "lannister: cersei-lannister", "stark: robb-stark")
    assert options(match, "lannister") == ["pass", "area winterfell", "area shivering-sea"]
    assert refused(match, "lannister: area riverrun").rule == "thrones:ruling.76"
    assert refused(match, "lannister: area seagard").rule == "thrones:card.cersei-lannister"
    assert refused(match, "lannister: area lannisport").rule == "thrones:card.cersei-lannister"
    left = play(match.clone(), "lannister: pass")
    assert order_in(left, "winterfell") == "march-plus-one"
    play(match, "lannister: area winterfell")
    assert order_in(match, "winterfell") is None
    assert order_in(match, "shivering-sea") == "raid"


@pytest.mark.rule("thrones:card.cersei-lannister", "thrones:ruling.76")
def test_cersei_lannister_never_removes_the_march_of_the_combat() -> None:
    """In defense the beaten attacker's march order is left out; without another order nobody is asked."""
    areas = {
        "riverrun": stack("stark", "march-zero", footman=1),
        "lannisport": stack("lannister", knight=3),
        "winterfell": stack("stark", "raid", footman=1),
    }
    match = fight("riverrun", "lannisport", areas)
    cards(match, "lannister: cersei-lannister", "stark: robb-stark")
    assert options(match, "lannister") == ["pass", "area winterfell"]
    assert refused(match, "lannister: area riverrun").rule == "thrones:ruling.76"
    del areas["winterfell"]
    match = fight("riverrun", "lannisport", areas)
    cards(match, "lannister: cersei-lannister", "stark: robb-stark")
    assert asked(match) == {}


@pytest.mark.rule("thrones:card.cersei-lannister")
def test_cersei_lannister_needs_a_win() -> None:
    """Beaten she does nothing."""
    areas = CERSEI | {"riverrun": stack("stark", "defense-plus-two", knight=3)}
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: cersei-lannister", "stark: eddard-stark")
    assert "cersei-lannister" not in asked(match).values()


@pytest.mark.rule("thrones:card.cersei-lannister", "thrones:card.asha-greyjoy", "thrones:ruling.49")
def test_cersei_lannister_takes_support_from_asha_greyjoy() -> None:
    """An order removed after the result supports no more when towers are counted."""
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("greyjoy", footman=2),
        "ironmans-bay": stack("greyjoy", "support-zero", ship=1),
    }
    match = fight("lannisport", "riverrun", areas)
    play(match, "greyjoy: support ironmans-bay defender")
    cards(match, "lannister: cersei-lannister", "greyjoy: asha-greyjoy")
    play(match, "lannister: area ironmans-bay")
    assert match.state.combat is not None
    assert match.state.combat.supports == {}


# Renly Baratheon


STORM = {
    "storms-end": stack("baratheon", "march-zero", footman=2, knight=1),
    "boneway": stack("martell", footman=1),
    "sunspear": stack("martell", footman=1),
    "kingswood": stack("baratheon", "support-zero", footman=1),
    "reach": stack("tyrell", "support-zero", footman=1),
    "blackwater": stack("baratheon", footman=1),
}


@pytest.mark.rule("thrones:card.renly-baratheon", "thrones:ruling.50", "thrones:cards.8")
def test_renly_baratheon_promotes_a_footman_that_took_part() -> None:
    """A winner may turn an attacking footman, or one of own support given, into a knight; no others."""
    match = fight("storms-end", "boneway", STORM, army={"footman": 1, "knight": 1})
    play(match, "baratheon: support kingswood attacker", "tyrell: support reach attacker", "baratheon: pass")
    cards(match, "baratheon: renly-baratheon", "martell: darkstar")
    assert options(match, "baratheon") == ["pass", "knight kingswood", "knight storms-end"]
    assert refused(match, "baratheon: knight reach").reason.id == "refuse.renly-baratheon.took-no-part"
    assert refused(match, "baratheon: knight blackwater").rule == "thrones:ruling.50"
    attack = play(match.clone(), "baratheon: knight storms-end", "martell: retreat yronwood")
    assert units(attack, "boneway") == {"knight": 2}
    assert units(attack, "storms-end") == {"footman": 1}
    support = play(match.clone(), "baratheon: knight kingswood")
    assert units(support, "kingswood") == {"knight": 1}
    assert order_in(support, "kingswood") == "support-zero"
    nobody = play(match, "baratheon: pass", "martell: retreat yronwood")
    assert units(nobody, "boneway") == {"footman": 1, "knight": 1}


@pytest.mark.rule("thrones:card.renly-baratheon", "thrones:ruling.50")
def test_renly_baratheon_needs_support_that_was_given() -> None:
    """Footmen whose support was withheld took no part."""
    match = fight("storms-end", "boneway", STORM, army={"knight": 1})
    play(match, "baratheon: pass", "tyrell: support reach attacker", "baratheon: pass")
    cards(match, "baratheon: renly-baratheon", "martell: doran-martell")
    play(match, "martell: track kings-court")
    assert "renly-baratheon" not in asked(match).values()


@pytest.mark.rule("thrones:card.renly-baratheon", "thrones:limits.1")
def test_renly_baratheon_needs_a_knight_in_the_pool() -> None:
    """With all five knights on the board there is nothing to promote to."""
    areas = STORM | {"dragonstone": stack("baratheon", knight=2), "kings-landing": stack("baratheon", knight=2)}
    match = fight("storms-end", "boneway", areas, army={"footman": 2, "knight": 1})
    play(match, "baratheon: pass", "tyrell: pass")
    cards(match, "baratheon: renly-baratheon", "martell: darkstar")
    assert "renly-baratheon" not in asked(match).values()


@pytest.mark.rule("thrones:card.renly-baratheon")
def test_renly_baratheon_needs_a_win() -> None:
    """Beaten he does nothing."""
    areas = STORM | {"boneway": stack("martell", "defense-plus-two", knight=3)}
    match = fight("storms-end", "boneway", areas, army={"footman": 2})
    play(match, "baratheon: pass", "tyrell: pass")
    cards(match, "baratheon: renly-baratheon", "martell: areo-hotah")
    assert asked(match) == {}


@pytest.mark.rule("thrones:card.renly-baratheon", "thrones:ruling.50")
def test_a_promoted_routed_footman_stays_routed() -> None:
    """A defender may promote a routed footman, which stays routed, or an upright one."""
    areas = {
        "boneway": stack("martell", "march-zero", footman=1),
        "storms-end": stack("baratheon", footman=1) | {"routed": {"footman": 1}},
    }
    match = fight("boneway", "storms-end", areas)
    cards(match, "baratheon: renly-baratheon", "martell: darkstar")
    play(match, "baratheon: knight storms-end")
    assert options(match, "baratheon") == ["effect upright", "effect routed"]
    play(match, "baratheon: effect routed")
    assert units(match, "storms-end", routed=True) == {"knight": 1}
    assert units(match, "storms-end") == {"footman": 1}


# Roose Bolton


@pytest.mark.rule("thrones:card.roose-bolton", "thrones:ruling.52")
def test_roose_bolton_takes_everything_back() -> None:
    """Beaten he brings the whole discard pile and himself back to hand."""
    areas = ROCK | {"lannisport": stack("lannister", "march-plus-one", knight=3)}
    seats = {"stark": {"discards": ["eddard-stark", "greatjon-umber"]}}
    match = fight("lannisport", "riverrun", areas, seats=seats)
    cards(match, "lannister: ser-kevan-lannister", "stark: roose-bolton")
    play(match, "stark: retreat seagard")
    assert hand(match, "stark") == list(CARDS_OF["stark"])
    assert discards(match, "stark") == []


@pytest.mark.rule("thrones:card.roose-bolton", "thrones:cards.11")
def test_roose_bolton_needs_a_defeat() -> None:
    """As a winner he is discarded like any card; as the last card he stays out."""
    areas = ROCK | {"riverrun": stack("stark", knight=3)}
    match = fight("lannisport", "riverrun", areas, seats=in_hand("stark", "roose-bolton"))
    cards(match, "lannister: ser-kevan-lannister")
    assert discards(match, "stark") == ["roose-bolton"]
    assert len(hand(match, "stark")) == 6


@pytest.mark.rule("thrones:card.roose-bolton", "thrones:card.cersei-lannister", "thrones:cards.8", "thrones:cards.9")
def test_roose_bolton_acts_though_the_other_text_does_nothing() -> None:
    """Texts of the result act one after the other in turn order, also when the first has nothing to do."""
    areas = ROCK | {"lannisport": stack("lannister", "march-plus-one", knight=3)}
    match = fight("lannisport", "riverrun", areas, seats=in_hand("stark", "roose-bolton"))
    cards(match, "lannister: cersei-lannister")
    play(match, "stark: retreat seagard")
    assert len(hand(match, "stark")) == 7


# Patchface


@pytest.mark.rule("thrones:card.patchface")
@pytest.mark.parametrize("wins", [True, False])
def test_patchface_discards_a_card_of_the_opponent(wins: bool) -> None:
    """Won or lost, one card of the opponent's hand may be discarded after the combat."""
    areas = {
        "storms-end": stack("baratheon", "march-zero", knight=3 if wins else 1),
        "boneway": stack("martell", footman=1),
    }
    match = fight("storms-end", "boneway", areas)
    cards(match, "baratheon: patchface", "martell: darkstar")
    if wins:
        play(match, "martell: retreat yronwood")
    left = [card for card in CARDS_OF["martell"] if card != "darkstar"]
    assert holder(match, "boneway") == ("baratheon" if wins else "martell")
    assert options(match, "baratheon") == ["pass", *(f"card {card}" for card in left)]
    assert refused(match, "baratheon: card darkstar").rule == "thrones:card.patchface"
    unused = play(match.clone(), "baratheon: pass")
    assert hand(unused, "martell") == left
    play(match, "baratheon: card the-red-viper")
    assert discards(match, "martell") == ["darkstar", "the-red-viper"]


@pytest.mark.rule("thrones:card.patchface", "thrones:ruling.53")
def test_patchface_empties_a_hand() -> None:
    """Taking the last card brings all others back; the card he discarded stays."""
    areas = {
        "storms-end": stack("baratheon", "march-zero", knight=3),
        "boneway": stack("martell", footman=1),
    }
    match = fight("storms-end", "boneway", areas, seats=in_hand("martell", "darkstar", "obara-sand"))
    cards(match, "baratheon: patchface", "martell: darkstar")
    play(match, "martell: retreat yronwood", "baratheon: card obara-sand")
    assert discards(match, "martell") == ["obara-sand"]
    assert hand(match, "martell") == [card for card in CARDS_OF["martell"] if card != "obara-sand"]


@pytest.mark.rule("thrones:card.patchface", "thrones:cards.11")
def test_patchface_comes_after_the_refill() -> None:
    """A hand emptied by the combat is refilled before he looks at it."""
    areas = {
        "storms-end": stack("baratheon", "march-zero", knight=3),
        "boneway": stack("martell", footman=1),
    }
    match = fight("storms-end", "boneway", areas, seats=in_hand("martell", "darkstar"))
    cards(match, "baratheon: patchface")
    play(match, "martell: retreat yronwood")
    assert "card the-red-viper" in options(match, "baratheon")
    play(match, "baratheon: card the-red-viper")
    assert discards(match, "martell") == ["darkstar", "the-red-viper"]
    assert final(match)[0] > 0
    assert lost(match, "thrones:casualties.4") == []
    assert [event.rule for event in told(match, "cards-taken-back")] == ["thrones:cards.11"]


# Theon Greyjoy


@pytest.mark.rule("thrones:card.theon-greyjoy", "thrones:casualties.2")
def test_theon_greyjoy_strikes_only_in_defense_of_a_castle() -> None:
    """Pyke is a stronghold: there he has +1 and a sword, but no tower; attacking he has neither."""
    areas = {
        "ironmans-bay": stack("stark", ship=1),
        "greywater-watch": stack("stark", "march-zero", footman=2),
        "pyke": stack("greyjoy", footman=2),
    }
    match = fight("greywater-watch", "pyke", areas)
    cards(match, "stark: catelyn-stark", "greyjoy: theon-greyjoy")
    assert final(match) == (2, 5)
    assert len(lost(match, "thrones:casualties.4")) == 1
    areas = {"pyke": stack("greyjoy", "march-zero", footman=3), "moat-cailin": stack("stark", footman=1)}
    match = fight("pyke", "moat-cailin", areas)
    cards(match, "stark: catelyn-stark", "greyjoy: theon-greyjoy")
    assert final(match) == (5, 1)
    assert lost(match, "thrones:casualties.4") == []
