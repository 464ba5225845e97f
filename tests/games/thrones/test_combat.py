"""Combat as a whole: the worked examples of the rulebook, the order of the steps, the end of a match in a combat."""

import pytest

from tests.games.thrones.fights import cards, fight, stack, strengths
from tests.games.thrones.scene import asked, holder, options, order_in, play, refused, scene, told, units

FIVE = ("greyjoy", "stark", "lannister", "baratheon", "tyrell")


@pytest.mark.rule(
    "thrones:support.1", "thrones:support.2", "thrones:support.3", "thrones:support.4", "thrones:support.5",
    "thrones:support.6", "thrones:support.12", "thrones:strength.1", "thrones:strength.3", "thrones:strength.4",
    "thrones:strength.6", "thrones:special.3", "thrones:combat.3", "thrones:combat.7", "thrones:terms.12",
)  # fmt: skip  # several to a line
def test_example_of_support() -> None:
    """Tyrell attacks Blackwater with 7 against 6, three support orders given in turn order."""
    match = fight(
        "reach",
        "blackwater",
        {
            "reach": stack("tyrell", "march-plus-one", knight=2),
            "blackwater": stack("lannister", "march-minus-one", footman=1),
            "kings-landing": stack("tyrell", "support-zero", knight=1),
            "stoney-sept": stack("lannister", "support-zero", footman=1, knight=1),
            "harrenhal": stack("baratheon", "support-zero", knight=1),
        },
        houses=FIVE,
    )
    play(match, "lannister: support stoney-sept defender")
    assert asked(match) == {"baratheon": "support"}
    play(match, "baratheon: support harrenhal defender")
    play(match, "tyrell: support kings-landing attacker", "lannister: pass")
    assert strengths(match) == (7, 6)
    (initial,) = told(match, "initial-strength")
    assert (initial.attack, initial.defense) == (7, 6)
    assert [e.strength for e in told(match, "support-given")] == [3, 2, 2]


@pytest.mark.rule(
    "thrones:combat.1", "thrones:combat.2", "thrones:combat.4", "thrones:combat.6", "thrones:result.1",
    "thrones:result.3", "thrones:fiefdoms.1", "thrones:icons.1", "thrones:icons.2", "thrones:casualties.1",
    "thrones:casualties.2", "thrones:casualties.3", "thrones:retreat.1", "thrones:retreat.2", "thrones:routed.1",
    "thrones:final-strength.1", "thrones:battlefield.1", "thrones:battlefield.4",
)  # fmt: skip  # several to a line
def test_example_of_a_combat() -> None:
    """Tied at 4, Lannister wins Kingswood on the Fiefdoms track; a tower stops the sword; Tyrell goes home routed."""
    match = fight(
        "kings-landing",
        "kingswood",
        {
            "kings-landing": stack("tyrell", "march-zero", footman=1, knight=1),
            "kingswood": stack("lannister", "defense-plus-one", footman=2) | {"order": "support-zero"},
        },
        houses=FIVE,
    )
    assert strengths(match) == (3, 2)
    cards(match, "lannister: ser-jaime-lannister", "tyrell: alester-florent")
    (won,) = told(match, "combat-won")
    assert (won.attack, won.defense, won.winner, won.rule) == (4, 4, "lannister", "thrones:result.3")
    assert units(match, "kings-landing") == {}
    assert units(match, "kings-landing", routed=True) == {"footman": 1, "knight": 1}
    assert units(match, "kingswood") == {"footman": 2}
    assert order_in(match, "kings-landing") is None
    assert order_in(match, "kingswood") == "support-zero"


@pytest.mark.rule(
    "thrones:retreat.1", "thrones:retreat.3", "thrones:retreat.4", "thrones:routed.1", "thrones:casualties.4",
    "thrones:battlefield.2",
)  # fmt: skip  # several to a line
def test_example_of_a_retreat() -> None:
    """Beaten in Kingswood, Tyrell's knight retreats to Storm's End and is laid down."""
    match = fight(
        "kings-landing",
        "kingswood",
        {
            "kings-landing": stack("baratheon", "march-zero", knight=2),
            "kingswood": stack("tyrell", "raid", knight=1),
            "storms-end": stack("tyrell", "defense-plus-one", footman=1),
        },
        houses=FIVE,
    )
    cards(match, "baratheon: ser-davos-seaworth", "tyrell: ser-garlan-tyrell")
    play(match, "tyrell: retreat storms-end")
    assert units(match, "storms-end") == {"footman": 1}
    assert units(match, "storms-end", routed=True) == {"knight": 1}
    assert units(match, "kingswood") == {"knight": 2}
    assert order_in(match, "kingswood") is None


@pytest.mark.rule("thrones:routed.2", "thrones:routed.3", "thrones:ruling.48")
def test_example_of_a_routed_knight() -> None:
    """In Storm's End the routed knight adds nothing, and dies when it would have to retreat again."""
    match = fight(
        "boneway",
        "storms-end",
        {
            "boneway": stack("baratheon", "march-zero", knight=2),
            "storms-end": stack("tyrell", "support-zero", footman=1) | {"routed": {"knight": 1}},
        },
        houses=FIVE,
    )
    assert strengths(match) == (4, 1)
    cards(match, "baratheon: patchface", "tyrell: queen-of-thorns")
    (lost,) = told(match, "combat-unit-lost")
    assert (lost.unit, lost.state, lost.rule) == ("knight", "routed", "thrones:routed.3")
    assert units(match, "kingswood", routed=True) == {"footman": 1}
    assert holder(match, "storms-end") == "baratheon"


@pytest.mark.rule("thrones:result.2", "thrones:combat.2")
def test_the_greater_strength_wins() -> None:
    """The attacker with the greater total wins, whatever the Fiefdoms track says."""
    areas = {"winterfell": stack("stark", "march-zero", knight=1), "moat-cailin": stack("greyjoy", footman=1)}
    match = fight("winterfell", "moat-cailin", areas, houses=FIVE)
    cards(match, "stark: greatjon-umber", "greyjoy: balon-greyjoy")
    (won,) = told(match, "combat-won")
    assert (won.attack, won.defense, won.winner, won.rule) == (2, 3, "greyjoy", "thrones:result.2")


# Through the march step


@pytest.mark.rule("thrones:routed.3", "thrones:routed.5", "thrones:ruling.48")
def test_example_of_a_retreat_in_one_round() -> None:
    """Kingswood, then Storm's End: the knight routed by the first combat dies in the second."""
    match = scene(
        houses=FIVE,
        areas={
            "kings-landing": stack("baratheon", "march-zero", knight=1, footman=1),
            "kingswood": stack("tyrell", knight=1),
            "storms-end": stack("tyrell", "march-zero", footman=1),
            "boneway": stack("baratheon", "march-plus-one", knight=2),
        },
        tracks={"iron-throne": ["baratheon", "tyrell", "greyjoy", "stark", "lannister"]},
    )
    play(match, "baratheon: start kings-landing", "baratheon: march kings-landing: footman knight > kingswood")
    play(match, "baratheon: pass", "baratheon: card ser-davos-seaworth", "tyrell: card margaery-tyrell")
    play(match, "tyrell: retreat storms-end")
    assert units(match, "storms-end", routed=True) == {"knight": 1}
    assert options(match, "tyrell")[1:] == [
        "march storms-end: footman > boneway", "march storms-end: footman > kingswood",
    ]  # fmt: skip  # several to a line
    assert refused(match, "tyrell: march storms-end: knight > kingswood").rule == "thrones:routed.5"
    play(match, "tyrell: done", "baratheon: march boneway: knight knight > storms-end", "baratheon: pass")
    assert strengths(match) == (5, 1)
    play(match, "baratheon: card melisandre", "tyrell: card alester-florent")
    (dead,) = (event for event in told(match, "combat-unit-lost") if event.rule == "thrones:routed.3")
    assert (dead.area, dead.unit) == ("storms-end", "knight")


@pytest.mark.rule("thrones:card.ser-loras-tyrell", "thrones:ruling.63")
def test_the_order_ser_loras_tyrell_took_along_is_used_again() -> None:
    """The army that took the Reach marches on in the same round."""
    match = scene(
        houses=FIVE,
        areas={
            "highgarden": stack("tyrell", "march-plus-one", knight=2),
            "reach": stack("baratheon", "raid", footman=1),
        },
    )
    play(match, "tyrell: march highgarden: knight knight > reach")
    play(match, "tyrell: card ser-loras-tyrell", "baratheon: card melisandre", "baratheon: retreat kingswood")
    assert order_in(match, "reach") == "march-plus-one"
    play(match, "tyrell: march reach: knight > blackwater", "tyrell: done")
    assert units(match, "blackwater") == {"knight": 1}
    assert units(match, "reach") == {"knight": 1}
    assert order_in(match, "reach") is None


@pytest.mark.rule("thrones:garrison.3", "thrones:cards.2")
def test_a_march_against_a_garrison_alone_is_a_combat() -> None:
    """Winterfell without units still fights."""
    match = scene(
        areas={
            "moat-cailin": stack("greyjoy", "march-zero", knight=3),
            "winterfell": {"garrison": 2},
        },
    )
    play(match, "greyjoy: march moat-cailin: knight knight knight > winterfell", "greyjoy: pass")
    assert asked(match) == {"stark": "house-card", "greyjoy": "house-card"}
    assert strengths(match) == (6, 2)
