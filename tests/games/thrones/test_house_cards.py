"""House cards: chosen in secret, revealed together, discarded, taken back; the texts that act at once."""

import pytest

from banneret.games.thrones.content.components import CARDS_OF
from banneret.kernel.match import Match
from tests.games.thrones.fights import cards, discards, fight, final, hand, in_hand, lost, stack, strengths
from tests.games.thrones.scene import (
    asked,
    available,
    holder,
    options,
    order_in,
    play,
    refused,
    seat_of,
    told,
    units,
)

NORTH = {"winterfell": stack("stark", "march-zero", footman=2), "moat-cailin": stack("greyjoy", footman=2)}
WEST = {"lannisport": stack("lannister", "march-zero", footman=2), "riverrun": stack("greyjoy", footman=2)}


# Playing


@pytest.mark.rule("thrones:cards.1", "thrones:cards.2", "thrones:secrets.5", "thrones:cards.12", "thrones:cards.4")
def test_cards_are_chosen_in_secret_and_shown_together() -> None:
    """Until both have chosen, nobody sees the other's card and both hands look whole."""
    match = fight("winterfell", "moat-cailin", NORTH)
    assert asked(match) == {"stark": "house-card", "greyjoy": "house-card"}
    assert options(match, "stark") == [f"card {card}" for card in CARDS_OF["stark"]]
    before = match.view(seat_of(match, "greyjoy")).game
    play(match, "stark: card eddard-stark")
    assert match.view(seat_of(match, "greyjoy")).game == before
    assert told(match, "cards-revealed") == []
    play(match, "greyjoy: card balon-greyjoy")
    (shown,) = told(match, "cards-revealed")
    assert (shown.attacking, shown.defending) == ("eddard-stark", "balon-greyjoy")
    assert "eddard-stark" not in hand(match, "stark")
    seen = match.view(seat_of(match, "lannister")).game.houses
    assert [seen[house].discards for house in ("stark", "greyjoy")] == [("eddard-stark",), ("balon-greyjoy",)]


@pytest.mark.rule("thrones:cards.2", "thrones:garrison.2")
def test_a_garrison_alone_plays_a_card() -> None:
    """A house defending with nothing but its garrison must play a card like any other."""
    areas = {"moat-cailin": stack("greyjoy", "march-zero", knight=2), "winterfell": {"garrison": 2}}
    match = fight("moat-cailin", "winterfell", areas)
    assert strengths(match) == (4, 2)
    assert asked(match) == {"stark": "house-card", "greyjoy": "house-card"}
    cards(match, "stark: robb-stark", "greyjoy: theon-greyjoy")
    assert final(match) == (6, 5)


@pytest.mark.rule("thrones:cards.10", "thrones:battlefield.5", "thrones:cards.4")
def test_played_cards_are_discarded() -> None:
    """Both cards go to their discard piles and cannot be played from there."""
    match = fight("winterfell", "moat-cailin", NORTH)
    cards(match, "stark: eddard-stark", "greyjoy: balon-greyjoy")
    assert discards(match, "stark") == ["eddard-stark"]
    assert discards(match, "greyjoy") == ["balon-greyjoy"]
    assert "eddard-stark" not in hand(match, "stark")
    match = fight("winterfell", "moat-cailin", NORTH, seats={"stark": {"discards": ["eddard-stark"]}})
    assert refused(match, "stark: card eddard-stark").rule == "thrones:cards.10"
    assert refused(match, "stark: card balon-greyjoy").rule == "thrones:cards.4"


@pytest.mark.rule("thrones:cards.11", "thrones:ruling.52")
def test_the_last_card_brings_the_others_back() -> None:
    """After the seventh card the other six come back; the last one played stays out."""
    match = fight("winterfell", "moat-cailin", NORTH, seats=in_hand("stark", "greatjon-umber"))
    cards(match, "greyjoy: balon-greyjoy")
    assert discards(match, "stark") == ["greatjon-umber"]
    assert hand(match, "stark") == [c for c in CARDS_OF["stark"] if c != "greatjon-umber"]


@pytest.mark.rule("thrones:ruling.52", "thrones:card.ser-davos-seaworth")
def test_ser_davos_as_the_last_card_keeps_his_bonus() -> None:
    """The hand is refilled only after casualties: Stannis still lies in the discard pile when swords are counted."""
    areas = {
        "kings-landing": stack("baratheon", "march-zero", footman=3),
        "blackwater": stack("lannister", footman=2),
    }
    match = fight("kings-landing", "blackwater", areas, seats=in_hand("baratheon", "ser-davos-seaworth"))
    cards(match, "lannister: ser-kevan-lannister")
    play(match, "lannister: retreat reach")
    assert final(match) == (6, 3)
    assert lost(match, "thrones:casualties.4") == [("blackwater", "footman")]
    assert discards(match, "baratheon") == ["ser-davos-seaworth"]


# Tyrion Lannister


@pytest.mark.rule("thrones:card.tyrion-lannister", "thrones:cards.5", "thrones:cards.6", "thrones:cards.9")
def test_tyrion_lannister_cancels_a_card() -> None:
    """The cancelled card goes back to hand, another one is chosen in view of Tyrion; its text never acts."""
    match = fight("lannisport", "riverrun", WEST)
    cards(match, "lannister: tyrion-lannister", "greyjoy: balon-greyjoy")
    assert options(match, "lannister") == ["pass", "yes"]
    play(match, "lannister: yes")
    assert "balon-greyjoy" in hand(match, "greyjoy")
    assert "card balon-greyjoy" not in options(match, "greyjoy")
    assert refused(match, "greyjoy: card balon-greyjoy").rule == "thrones:card.tyrion-lannister"
    play(match, "greyjoy: card euron-crows-eye")
    assert final(match) == (3, 6)
    assert discards(match, "greyjoy") == ["euron-crows-eye"]
    assert discards(match, "lannister") == ["tyrion-lannister"]


@pytest.mark.rule("thrones:card.tyrion-lannister", "thrones:cards.9")
def test_tyrion_lannister_cancels_the_card_of_an_attacker() -> None:
    areas = {"riverrun": stack("greyjoy", "march-zero", footman=2), "lannisport": stack("lannister", footman=2)}
    match = fight("riverrun", "lannisport", areas)
    cards(match, "greyjoy: balon-greyjoy", "lannister: tyrion-lannister")
    play(match, "lannister: yes")
    assert "balon-greyjoy" in hand(match, "greyjoy")
    assert asked(match) == {"greyjoy": "house-card"}


@pytest.mark.rule("thrones:card.tyrion-lannister")
def test_tyrion_lannister_may_let_a_card_stand() -> None:
    """His text is a choice."""
    match = fight("lannisport", "riverrun", WEST)
    cards(match, "lannister: tyrion-lannister", "greyjoy: balon-greyjoy")
    play(match, "lannister: pass")
    assert final(match) == (2, 4)


@pytest.mark.rule("thrones:ruling.41", "thrones:card.tyrion-lannister")
def test_tyrion_lannister_cancels_the_last_card() -> None:
    """Without another card the side fights with strength 0 and no icons, and keeps the cancelled card."""
    match = fight("lannisport", "riverrun", WEST, seats=in_hand("greyjoy", "euron-crows-eye"))
    cards(match, "lannister: tyrion-lannister")
    play(match, "lannister: yes")
    assert final(match) == (3, 2)
    assert hand(match, "greyjoy") == ["euron-crows-eye"]
    assert "euron-crows-eye" not in discards(match, "greyjoy")
    assert len(told(match, "no-card-left")) == 1


@pytest.mark.rule("thrones:ruling.42", "thrones:card.tyrion-lannister", "thrones:card.aeron-damphair")
def test_tyrion_lannister_before_aeron_damphair() -> None:
    """Cancelling comes first; as the new card Aeron may still be used."""
    match = fight("lannisport", "riverrun", WEST)
    cards(match, "lannister: tyrion-lannister", "greyjoy: aeron-damphair")
    assert asked(match) == {"lannister": "tyrion-lannister"}
    play(match, "lannister: yes", "greyjoy: card balon-greyjoy")
    assert available(match, "greyjoy") == 5
    match = fight("lannisport", "riverrun", WEST)
    cards(match, "lannister: tyrion-lannister", "greyjoy: balon-greyjoy")
    play(match, "lannister: yes", "greyjoy: card aeron-damphair")
    assert asked(match) == {"greyjoy": "aeron-damphair"}
    play(match, "greyjoy: card euron-crows-eye")
    assert final(match) == (3, 6)


# Aeron Damphair


@pytest.mark.rule("thrones:card.aeron-damphair", "thrones:ruling.43", "thrones:terms.8")
def test_aeron_damphair_buys_another_card() -> None:
    """For two tokens another card is played; Aeron is discarded, and so is the new card in the end."""
    match = fight("winterfell", "moat-cailin", NORTH)
    cards(match, "stark: eddard-stark", "greyjoy: aeron-damphair")
    assert options(match, "greyjoy") == ["pass", *(f"card {c}" for c in CARDS_OF["greyjoy"] if c != "aeron-damphair")]
    assert refused(match, "greyjoy: card aeron-damphair").rule == "thrones:card.aeron-damphair"
    play(match, "greyjoy: card balon-greyjoy")
    assert final(match) == (2, 4)
    assert available(match, "greyjoy") == 3
    assert discards(match, "greyjoy") == ["aeron-damphair", "balon-greyjoy"]


@pytest.mark.rule("thrones:card.aeron-damphair")
def test_aeron_damphair_may_be_left_alone() -> None:
    """His text is a choice; unused he is worth 0."""
    match = fight("winterfell", "moat-cailin", NORTH)
    cards(match, "stark: eddard-stark", "greyjoy: aeron-damphair")
    play(match, "greyjoy: pass")
    assert final(match) == (6, 2)
    assert available(match, "greyjoy") == 5


@pytest.mark.rule("thrones:card.aeron-damphair")
@pytest.mark.parametrize("lacking", ["tokens", "cards"])
def test_aeron_damphair_needs_tokens_and_a_card(lacking: str) -> None:
    """With one token, or without another card, nobody is asked."""
    seat = {"greyjoy": {"available": 1}} if lacking == "tokens" else in_hand("greyjoy", "aeron-damphair")
    match = fight("winterfell", "moat-cailin", NORTH, seats=seat)
    cards(match, "stark: eddard-stark", *(["greyjoy: aeron-damphair"] if lacking == "tokens" else []))
    assert "aeron-damphair" not in asked(match).values()
    assert final(match) == (6, 2)


@pytest.mark.rule("thrones:card.aeron-damphair", "thrones:cards.11")
def test_aeron_damphair_with_the_last_card() -> None:
    """The card played in his place is the last one: it stays out, Aeron comes back with the others."""
    match = fight("winterfell", "moat-cailin", NORTH, seats=in_hand("greyjoy", "aeron-damphair", "balon-greyjoy"))
    cards(match, "stark: eddard-stark", "greyjoy: aeron-damphair")
    play(match, "greyjoy: card balon-greyjoy")
    assert discards(match, "greyjoy") == ["balon-greyjoy"]
    assert hand(match, "greyjoy") == [c for c in CARDS_OF["greyjoy"] if c != "balon-greyjoy"]


@pytest.mark.rule("thrones:ruling.43")
def test_an_immediate_text_of_the_new_card_acts_at_once() -> None:
    """Were it in Greyjoy's hand, Mace Tyrell brought in by Aeron would act like any card just shown."""
    match = fight("winterfell", "moat-cailin", NORTH)
    match.origin.state.hands[4][:] = ["mace-tyrell", "aeron-damphair"]
    match = Match(match.rulebook, match.origin)
    cards(match, "stark: eddard-stark", "greyjoy: aeron-damphair")
    play(match, "greyjoy: card mace-tyrell")
    assert lost(match, "thrones:card.mace-tyrell") == [("winterfell", "footman")]
    assert final(match) == (5, 6)


# Doran Martell


DORNE = {"sunspear": stack("martell", "march-zero", footman=2), "yronwood": stack("baratheon", footman=2)}


@pytest.mark.rule("thrones:card.doran-martell", "thrones:ruling.44", "thrones:card.stannis-baratheon")
def test_doran_martell_moves_the_opponent_before_strength_is_counted() -> None:
    """The opponent goes to the end of a track; Stannis Baratheon reads the new order."""
    match = fight("sunspear", "yronwood", DORNE)
    cards(match, "martell: doran-martell", "baratheon: stannis-baratheon")
    assert options(match, "martell") == ["track iron-throne", "track fiefdoms", "track kings-court"]
    play(match, "martell: track iron-throne")
    assert [match.state.houses[s] for s in match.state.tracks[0]] == [
        "lannister", "stark", "martell", "greyjoy", "tyrell", "baratheon",
    ]  # fmt: skip  # several to a line
    assert final(match) == (2, 7)


@pytest.mark.rule("thrones:ruling.44", "thrones:fiefdoms.1", "thrones:fiefdoms.2", "thrones:card.doran-martell")
def test_doran_martell_changes_ties_and_the_blade() -> None:
    """After a move on the Fiefdoms track the tie goes to Martell and the blade is gone at once."""
    areas = DORNE | {"sunspear": stack("martell", "march-plus-one", footman=2)}
    match = fight("sunspear", "yronwood", areas, blade_used=False)
    cards(match, "martell: doran-martell", "baratheon: melisandre")
    play(match, "martell: track fiefdoms")
    assert "blade" not in asked(match).values()
    (won,) = told(match, "combat-won")
    assert (won.attack, won.defense, won.winner) == (3, 3, "martell")


# Mace Tyrell


REACH = {"highgarden": stack("tyrell", "march-zero", knight=2)}


@pytest.mark.rule("thrones:card.mace-tyrell", "thrones:final-strength.2", "thrones:terms.10")
def test_mace_tyrell_destroys_a_footman_at_once() -> None:
    """The footman dies before strength is counted."""
    match = fight("highgarden", "reach", REACH | {"reach": stack("lannister", footman=1, knight=1)})
    cards(match, "tyrell: mace-tyrell", "lannister: the-hound")
    assert final(match) == (8, 4)
    assert lost(match, "thrones:card.mace-tyrell") == [("reach", "footman")]


@pytest.mark.rule("thrones:card.mace-tyrell", "thrones:ruling.28")
def test_mace_tyrell_destroys_an_attacking_footman() -> None:
    """In defense he kills an attacker, who stands in the area of the march; one that stayed there is safe."""
    areas = {
        "reach": stack("lannister", "march-zero", footman=2, knight=1),
        "highgarden": stack("tyrell", footman=1),
    }
    match = fight("reach", "highgarden", areas, army={"footman": 1, "knight": 1})
    cards(match, "tyrell: mace-tyrell", "lannister: the-hound")
    assert final(match) == (4, 5)
    match = fight("reach", "highgarden", areas, army={"knight": 1})
    cards(match, "tyrell: mace-tyrell", "lannister: the-hound")
    assert lost(match, "thrones:card.mace-tyrell") == []


@pytest.mark.rule("thrones:card.mace-tyrell", "thrones:ruling.46")
def test_mace_tyrell_kills_the_last_unit() -> None:
    """The combat goes on to its result though a side has no unit left."""
    areas = REACH | {"reach": stack("lannister", "defense-plus-two", footman=1)}
    match = fight("highgarden", "reach", areas)
    cards(match, "tyrell: mace-tyrell", "lannister: tywin-lannister")
    assert final(match) == (8, 6)
    assert holder(match, "reach") == "tyrell"
    areas = {
        "reach": stack("lannister", "march-zero", footman=1),
        "highgarden": stack("tyrell", footman=1),
    }
    match = fight("reach", "highgarden", areas)
    cards(match, "tyrell: mace-tyrell", "lannister: tywin-lannister")
    assert final(match) == (4, 5)
    assert holder(match, "reach") is None
    assert holder(match, "highgarden") == "tyrell"


@pytest.mark.rule("thrones:ruling.47", "thrones:card.mace-tyrell")
def test_mace_tyrell_may_pick_a_routed_footman() -> None:
    """With upright and routed footmen there, his owner chooses which kind dies."""
    areas = REACH | {"reach": stack("lannister", footman=1) | {"routed": {"footman": 1}}}
    match = fight("highgarden", "reach", areas)
    cards(match, "tyrell: mace-tyrell", "lannister: the-hound")
    assert asked(match) == {"tyrell": "which-footman"}
    assert options(match, "tyrell") == ["effect upright", "effect routed"]
    assert refused(match, "tyrell: effect units").rule == "thrones:ruling.47"
    play(match, "tyrell: effect routed")
    assert final(match) == (8, 3)


@pytest.mark.rule("thrones:card.the-blackfish", "thrones:card.mace-tyrell")
def test_the_blackfish_stops_mace_tyrell() -> None:
    """No footman is lost to his text."""
    match = fight("highgarden", "reach", REACH | {"reach": stack("stark", footman=2)})
    cards(match, "tyrell: mace-tyrell", "stark: the-blackfish")
    assert final(match) == (8, 3)
    assert lost(match, "thrones:card.mace-tyrell") == []
    assert len(told(match, "loss-prevented")) == 1


# Queen of Thorns


@pytest.mark.rule("thrones:card.queen-of-thorns", "thrones:ruling.45", "thrones:ruling.49", "thrones:card.asha-greyjoy")
def test_queen_of_thorns_takes_support_away() -> None:
    """The removed order supports no more: strength falls, and Asha Greyjoy is unsupported again."""
    areas = REACH | {
        "searoad-marches": stack("greyjoy", footman=2),
        "sunset-sea": stack("greyjoy", "support-plus-one", ship=1),
        "lannisport": stack("greyjoy", "defense-plus-one", footman=1),
        "west-summer-sea": stack("greyjoy", "raid", ship=1),
        "oldtown": stack("greyjoy", "raid", footman=1),
    }
    match = fight("highgarden", "searoad-marches", areas)
    play(match, "greyjoy: support sunset-sea defender")
    assert strengths(match) == (4, 4)
    cards(match, "tyrell: queen-of-thorns", "greyjoy: asha-greyjoy")
    assert options(match, "tyrell") == ["area lannisport", "area sunset-sea", "area west-summer-sea"]
    assert refused(match, "tyrell: area oldtown").reason.id == "refuse.queen-of-thorns.not-adjacent"
    assert refused(match, "tyrell: area reach").reason.id == "refuse.queen-of-thorns.no-order"
    play(match, "tyrell: area sunset-sea")
    assert final(match) == (4, 3)
    assert order_in(match, "sunset-sea") is None


@pytest.mark.rule("thrones:card.queen-of-thorns", "thrones:ruling.45")
def test_queen_of_thorns_never_takes_the_march_of_the_combat() -> None:
    """The march order that began the combat is no legal order; without another nothing happens."""
    areas = {
        "searoad-marches": stack("lannister", "march-zero", footman=2),
        "highgarden": stack("tyrell", footman=1),
        "reach": stack("lannister", "march-plus-one", footman=1),
        "oldtown": stack("lannister", "raid", footman=1),
    }
    match = fight("searoad-marches", "highgarden", areas)
    cards(match, "tyrell: queen-of-thorns", "lannister: the-hound")
    assert options(match, "tyrell") == ["area oldtown", "area reach"]
    assert refused(match, "tyrell: area searoad-marches").reason.id == "refuse.queen-of-thorns.this-march"
    del areas["reach"], areas["oldtown"]
    match = fight("searoad-marches", "highgarden", areas)
    cards(match, "tyrell: queen-of-thorns", "lannister: the-hound")
    assert told(match, "combat-order-removed") == []


@pytest.mark.rule("thrones:card.queen-of-thorns", "thrones:card.salladhor-saan", "thrones:ruling.49")
def test_queen_of_thorns_against_salladhor_saan() -> None:
    """When the only support is gone, his text is off."""
    areas = {
        "redwyne-straights": stack("tyrell", "march-zero", ship=3),
        "west-summer-sea": stack("baratheon", ship=1),
        "east-summer-sea": stack("baratheon", "support-zero", ship=1),
    }
    match = fight("redwyne-straights", "west-summer-sea", areas)
    play(match, "baratheon: support east-summer-sea defender")
    cards(match, "tyrell: queen-of-thorns", "baratheon: salladhor-saan")
    assert final(match) == (3, 2)


@pytest.mark.rule("thrones:cards.7", "thrones:cards.9", "thrones:ruling.39")
def test_immediate_texts_go_by_turn_order() -> None:
    """Of two immediate texts the one of the house higher on the Iron Throne track is finished first."""
    areas = REACH | {
        "dornish-marches": stack("martell", "defense-plus-one", footman=2),
        "princes-pass": stack("martell", "raid", footman=1),
        "three-towers": stack("martell", "raid", footman=1),
    }
    match = fight("highgarden", "dornish-marches", areas)
    cards(match, "tyrell: queen-of-thorns", "martell: doran-martell")
    assert asked(match) == {"martell": "doran-martell"}
    play(match, "martell: track iron-throne")
    assert asked(match) == {"tyrell": "queen-of-thorns"}
    throne = ["tyrell", "martell", "stark", "lannister", "baratheon", "greyjoy"]
    match = fight("highgarden", "dornish-marches", areas, tracks={"iron-throne": throne})
    cards(match, "tyrell: queen-of-thorns", "martell: doran-martell")
    assert asked(match) == {"tyrell": "queen-of-thorns"}
    play(match, "tyrell: area princes-pass")
    assert asked(match) == {"martell": "doran-martell"}
    assert units(match, "princes-pass") == {"footman": 1}
