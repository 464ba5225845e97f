"""Casualties: swords, towers, what may be lost and who chooses."""

import pytest

from tests.games.thrones.fights import cards, fight, lost, stack
from tests.games.thrones.scene import asked, options, play, refused, told, units


@pytest.mark.rule("thrones:casualties.4", "thrones:casualties.5", "thrones:casualties.1", "thrones:icons.1")
def test_the_loser_chooses_a_unit_for_each_sword() -> None:
    """Two swords and no tower cost the loser two units of its choice; the winner loses none."""
    areas = {
        "winterfell": stack("stark", "march-plus-one", knight=3),
        "moat-cailin": stack("greyjoy", footman=1, knight=2),
    }
    match = fight("winterfell", "moat-cailin", areas)
    cards(match, "stark: eddard-stark", "greyjoy: aeron-damphair")
    play(match, "greyjoy: pass")
    assert options(match, "greyjoy") == ["lose moat-cailin footman", "lose moat-cailin knight"]
    play(match, "greyjoy: lose moat-cailin knight", "greyjoy: lose moat-cailin footman")
    assert lost(match, "thrones:casualties.4") == [("moat-cailin", "knight"), ("moat-cailin", "footman")]
    assert {event.house for event in told(match, "combat-unit-lost")} == {"greyjoy"}


@pytest.mark.rule("thrones:casualties.4", "thrones:icons.2", "thrones:casualties.3")
def test_towers_are_subtracted_and_more_swords_than_units_kill_all() -> None:
    """Three swords against two towers cost one; three swords against two units cost both, without a question."""
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("stark", footman=2),
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: ser-gregor-clegane", "stark: ser-rodrick-cassel")
    assert lost(match, "thrones:casualties.4") == [("riverrun", "footman")]
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: ser-gregor-clegane", "stark: catelyn-stark")
    assert len(lost(match, "thrones:casualties.4")) == 2
    assert asked(match) == {}
    assert units(match, "riverrun") == {"knight": 3}


@pytest.mark.rule("thrones:casualties.1", "thrones:ruling.28")
def test_a_beaten_attacker_loses_attacking_units_only() -> None:
    """Its casualties come from the army, not from the units that stayed at home."""
    areas = {
        "riverrun": stack("stark", "march-zero", footman=3),
        "lannisport": stack("lannister", knight=3),
    }
    match = fight("riverrun", "lannisport", areas, army={"footman": 2})
    cards(match, "lannister: ser-gregor-clegane", "stark: catelyn-stark")
    assert units(match, "riverrun") == {"footman": 1}
    assert units(match, "riverrun", routed=True) == {}


@pytest.mark.rule("thrones:casualties.6", "thrones:casualties.7", "thrones:ruling.54", "thrones:combat.5")
def test_supporting_units_are_safe_and_a_siege_engine_may_be_offered() -> None:
    """Only fighting units can be chosen; a siege engine counts as one unit, before it would die in the retreat."""
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("stark", footman=1, knight=1, engines=1),
        "seagard": stack("stark", "support-zero", footman=1),
    }
    match = fight("lannisport", "riverrun", areas)
    play(match, "stark: support seagard defender")
    cards(match, "lannister: ser-jaime-lannister", "stark: catelyn-stark")
    assert options(match, "stark") == [
        "lose riverrun footman", "lose riverrun knight", "lose riverrun siege-engine",
    ]  # fmt: skip  # several to a line
    assert refused(match, "stark: lose seagard footman").rule == "thrones:casualties.6"
    assert refused(match, "stark: lose riverrun ship").reason.id == "refuse.casualty.no-such-unit"
    play(match, "stark: lose riverrun siege-engine", "stark: retreat seagard")
    assert units(match, "seagard", routed=True) == {"footman": 1, "knight": 1}
    assert lost(match, "thrones:retreat.11") == []


@pytest.mark.rule("thrones:routed.4", "thrones:routed.3")
def test_routed_units_are_no_casualties() -> None:
    """Swords take upright units even if there are routed ones, which die in the retreat anyway."""
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("stark", footman=2) | {"routed": {"knight": 1}},
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: ser-jaime-lannister", "stark: catelyn-stark")
    assert lost(match, "thrones:casualties.4") == [("riverrun", "footman")]
    assert lost(match, "thrones:routed.3") == [("riverrun", "knight")]


@pytest.mark.rule("thrones:routed.4")
def test_a_routed_unit_cannot_be_chosen() -> None:
    """The refusal names the rule that protects it."""
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("stark", footman=1, engines=1) | {"routed": {"knight": 1}},
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: ser-jaime-lannister", "stark: catelyn-stark")
    assert refused(match, "stark: lose riverrun knight").rule == "thrones:routed.4"


@pytest.mark.rule("thrones:card.the-blackfish", "thrones:ruling.48", "thrones:retreat.11", "thrones:routed.3")
def test_the_blackfish_prevents_losses_by_swords_only() -> None:
    """No sword harms his side; siege engines and routed units still die in the retreat, and the combat goes on."""
    areas = {
        "lannisport": stack("lannister", "march-plus-one", knight=3),
        "riverrun": stack("stark", footman=2, engines=1) | {"routed": {"knight": 1}},
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, "lannister: ser-gregor-clegane", "stark: the-blackfish")
    assert lost(match, "thrones:casualties.4") == []
    assert lost(match, "thrones:retreat.11") == [("riverrun", "siege-engine")]
    assert lost(match, "thrones:routed.3") == [("riverrun", "knight")]
    assert len(told(match, "loss-prevented")) == 1
    assert asked(match) == {"stark": "retreat"}
