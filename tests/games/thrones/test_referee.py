"""Hard cases at the edges of rules and cards, and refusals that must name the very rule that forbids."""

from __future__ import annotations

import pytest

from tests.games.thrones.fights import cards, fight, in_hand, stack
from tests.games.thrones.scene import refused

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
