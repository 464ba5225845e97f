"""Neutral forces: strength and support against them, and what happens when support falls short."""

import pytest

from tests.games.thrones.boards import ship, stack
from tests.games.thrones.scene import asked, holder, options, order_in, play, power_in, refused, scene, told, units


@pytest.mark.rule(
    "thrones:neutral.2", "thrones:neutral.3", "thrones:neutral.5", "thrones:neutral.7", "thrones:neutral.9",
    "thrones:march.9", "thrones:ruling.30", "thrones:neutral.4", "thrones:neutral.8",
)  # fmt: skip  # several to a line
def test_example_of_a_neutral_force() -> None:
    """Knight, footman, march +1 and a supporting ship make 5 against Sunspear; no card, no blade is asked for."""
    match = scene(
        houses=("baratheon", "lannister", "stark", "greyjoy", "tyrell"),
        areas={
            "yronwood": stack("tyrell", "march-plus-one", footman=1, knight=1),
            "sea-of-dorne": ship("tyrell", "support-zero"),
            "sunspear": {"neutral": 5},
        },
    )
    assert refused(match, "tyrell: march yronwood: knight > sunspear").rule == "thrones:neutral.2"
    play(match, "tyrell: march yronwood: footman knight > sunspear")
    assert asked(match) == {"tyrell": "secure"}
    play(match, "tyrell: pass")
    assert units(match, "sunspear") == {"footman": 1, "knight": 1}
    assert (units(match, "yronwood"), order_in(match, "yronwood")) == ({}, None)
    assert [(e.strength, e.neutral) for e in told(match, "neutral-beaten")] == [(5, 5)]
    assert match.view().game.areas["sunspear"].neutral == 0


@pytest.mark.rule("thrones:neutral.2", "thrones:neutral.3")
def test_a_march_too_weak_is_not_offered() -> None:
    """Siege engines count against a force in a castle area only; what cannot reach the strength is refused."""
    areas = {
        "crackclaw-point": {"house": "baratheon", "units": {"siege-engine": 1, "footman": 1}, "order": "march-zero"}
    }
    match = scene(areas=areas | {"kings-landing": {"neutral": 5}})
    assert "march crackclaw-point: footman siege-engine > kings-landing" in options(match, "baratheon")
    assert refused(match, "baratheon: march crackclaw-point: siege-engine > kings-landing").rule == "thrones:neutral.2"
    match = scene(areas=areas | {"blackwater": {"neutral": 3}})
    reason = refused(match, "baratheon: march crackclaw-point: footman siege-engine > blackwater").reason
    assert reason.id == "refuse.march.too-weak"


SHORT = {
    "reach": stack("tyrell", "march-zero", footman=2),
    "kingswood": stack("baratheon", "support-zero", knight=1),
    "kings-landing": {"neutral": 4},
}


@pytest.mark.rule("thrones:neutral.6", "thrones:neutral.7", "thrones:ruling.29", "thrones:ruling.30")
def test_foreign_support_that_is_refused_leaves_the_units_where_they_were() -> None:
    """Baratheon refuses: the force stays, the units stay, the march goes on without that area."""
    match = scene(areas=SHORT)
    play(match, "tyrell: march reach: footman footman > kings-landing")
    assert asked(match) == {"baratheon": "support"}
    assert options(match, "baratheon") == ["pass", "support kingswood attacker"]
    assert refused(match, "baratheon: support kingswood defender").rule == "thrones:neutral.6"
    play(match, "baratheon: pass")
    assert [(e.strength, e.neutral) for e in told(match, "neutral-too-strong")] == [(2, 4)]
    assert asked(match) == {"tyrell": "march"}
    assert order_in(match, "reach") == "march-zero"
    assert refused(match, "tyrell: march reach: footman footman > kings-landing").rule == "thrones:ruling.29"
    play(match, "tyrell: march reach: footman footman > blackwater", "tyrell: secure reach")
    assert (holder(match, "blackwater"), order_in(match, "reach")) == ("tyrell", None)
    assert power_in(match, "reach") == "tyrell"


@pytest.mark.rule("thrones:neutral.9", "thrones:ruling.30")
def test_foreign_support_that_is_given_counts_and_others_are_asked_only_if_needed() -> None:
    """With Baratheon's knight Tyrell beats 4; with a force of 2 nobody else is asked."""
    match = scene(areas=SHORT)
    play(match, "tyrell: march reach: footman footman > kings-landing", "baratheon: support kingswood attacker")
    play(match, "tyrell: pass")
    assert holder(match, "kings-landing") == "tyrell"
    match = scene(areas=SHORT | {"kings-landing": {"neutral": 2}})
    play(match, "tyrell: march reach: footman footman > kings-landing")
    assert asked(match) == {"tyrell": "secure"}


@pytest.mark.rule("thrones:ruling.30", "thrones:neutral.10", "thrones:march.8")
def test_units_just_marched_into_a_supporting_area_count() -> None:
    """A footman moves to the supporting stack first; then 2 attackers and 2 supporters beat 4."""
    areas = {
        "reach": stack("tyrell", "march-zero", footman=3),
        "blackwater": stack("tyrell", "support-zero", footman=1),
        "kings-landing": {"neutral": 4},
    }
    match = scene(areas=areas, seats={"tyrell": {"supply": 6}})
    assert refused(match, "tyrell: march reach: footman footman > kings-landing").rule == "thrones:neutral.2"
    play(match, "tyrell: march reach: footman > blackwater")
    play(match, "tyrell: march reach: footman footman > kings-landing", "tyrell: pass")
    assert units(match, "kings-landing") == {"footman": 2}
    assert units(match, "blackwater") == {"footman": 2}
