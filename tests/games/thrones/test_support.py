"""Combat, step 1: who may support whom, from where, with what."""

import pytest

from banneret.games.thrones.actions import Support
from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.content.components import MARCH_ZERO
from banneret.games.thrones.rules.combat.support import SupportChooser, possible_support
from banneret.games.thrones.state import NOBODY, Combat
from banneret.kernel.questions import Pass
from tests.games.thrones.fights import cards, fight, stack, strengths
from tests.games.thrones.scene import asked, options, order_in, play, refused, told

ATTACK = {
    "winterfell": stack("stark", "march-zero", footman=1),
    "moat-cailin": stack("greyjoy", footman=1),
}


@pytest.mark.rule("thrones:orders.5", "thrones:support.2", "thrones:ruling.34", "thrones:support.4")
def test_each_support_order_is_decided_by_itself() -> None:
    """A third house may back the attacker with one order, the defender with another and nobody with a third."""
    match = fight(
        "winterfell",
        "moat-cailin",
        ATTACK
        | {
            "greywater-watch": stack("lannister", "support-zero", knight=1),
            "seagard": stack("lannister", "support-plus-one", footman=1),
            "twins": stack("lannister", "support-zero", footman=1),
        },
    )
    assert options(match, "lannister") == [
        "pass", "support greywater-watch attacker", "support greywater-watch defender",
    ]  # fmt: skip  # several to a line
    assert refused(match, "lannister: support seagard attacker").rule == "thrones:support.5"
    play(match, "lannister: support greywater-watch attacker", "lannister: support seagard defender", "lannister: pass")
    assert asked(match) == {"stark": "refuse-support"}
    assert strengths(match) == (3, 3)
    assert [e.area for e in told(match, "support-withheld")] == ["twins"]


@pytest.mark.rule("thrones:support.6", "thrones:support.13", "thrones:ruling.35")
def test_a_fighting_house_supports_itself_or_nobody() -> None:
    """Own support is a free decision, and nobody supports against own units."""
    match = fight(
        "winterfell",
        "moat-cailin",
        ATTACK
        | {
            "white-harbor": stack("stark", "support-zero", knight=1),
            "seagard": stack("greyjoy", "support-zero", knight=1),
        },
    )
    assert options(match, "stark") == ["pass", "support white-harbor attacker"]
    assert refused(match, "stark: support white-harbor defender").rule == "thrones:support.13"
    play(match, "stark: pass")
    assert options(match, "greyjoy") == ["pass", "support seagard defender"]
    play(match, "greyjoy: support seagard defender")
    assert strengths(match) == (1, 3)
    assert asked(match) == {"stark": "house-card", "greyjoy": "house-card"}


@pytest.mark.rule("thrones:support.5", "thrones:terms.12")
def test_support_is_declared_in_turn_order() -> None:
    """Houses declare by the Iron Throne track, a house's own areas in ascending number."""
    match = fight(
        "winterfell",
        "moat-cailin",
        ATTACK
        | {
            "white-harbor": stack("stark", "support-zero", knight=1),
            "greywater-watch": stack("tyrell", "support-zero", knight=1),
            "seagard": stack("greyjoy", "support-zero", knight=1),
            "twins": stack("tyrell", "support-zero", knight=1),
        },
        tracks={"iron-throne": ["tyrell", "greyjoy", "stark", "lannister", "baratheon", "martell"]},
    )
    order = []
    while "support" in asked(match).values():
        (house,) = asked(match)
        order.append(options(match, house)[1].split()[1])
        play(match, f"{house}: pass")
    assert order == ["greywater-watch", "twins", "seagard", "white-harbor"]


@pytest.mark.rule("thrones:support.10", "thrones:support.14", "thrones:transport.8")
def test_land_never_supports_a_combat_at_sea() -> None:
    """Only ships support a combat at sea; areas beside the origin alone do not count."""
    match = fight(
        "sunset-sea",
        "ironmans-bay",
        {
            "sunset-sea": stack("lannister", "march-zero", ship=1),
            "ironmans-bay": stack("greyjoy", ship=1),
            "seagard": stack("stark", "support-zero", knight=2),
            "golden-sound": stack("lannister", "support-zero", ship=1),
            "west-summer-sea": stack("tyrell", "support-zero", ship=2),
        },
    )
    assert asked(match) == {"lannister": "support"}
    play(match, "lannister: support golden-sound attacker")
    assert asked(match) == {"lannister": "house-card", "greyjoy": "house-card"}
    assert strengths(match) == (2, 1)


@pytest.mark.rule("thrones:support.10")
def test_ships_at_sea_support_a_combat_on_land() -> None:
    """Ships may support in an adjacent land area."""
    match = fight("winterfell", "moat-cailin", ATTACK | {"narrow-sea": stack("baratheon", "support-zero", ship=2)})
    play(match, "baratheon: support narrow-sea defender", "greyjoy: pass")
    assert strengths(match) == (1, 3)


@pytest.mark.rule("thrones:ports.8", "thrones:ports.9")
def test_ships_in_port_support_only_their_sea() -> None:
    """A port backs a combat in its sea, and neither backs nor helps one in its land area."""
    match = fight(
        "seagard",
        "riverrun",
        {
            "seagard": stack("stark", "march-zero", footman=1),
            "riverrun": stack("lannister", footman=1),
            "lannisport": stack("lannister", footman=1),
            "lannisport-port": stack("lannister", "support-zero", ship=3),
        },
    )
    assert asked(match) == {"stark": "house-card", "lannister": "house-card"}
    match = fight(
        "riverrun",
        "lannisport",
        {
            "riverrun": stack("stark", "march-zero", footman=1),
            "lannisport": stack("lannister", footman=1),
            "lannisport-port": stack("lannister", "support-zero", ship=3),
        },
    )
    assert strengths(match) == (1, 1)
    match = fight(
        "sunset-sea",
        "golden-sound",
        {
            "sunset-sea": stack("greyjoy", "march-zero", ship=2),
            "golden-sound": stack("lannister", ship=1),
            "lannisport": stack("lannister", footman=1),
            "lannisport-port": stack("lannister", "support-zero", ship=3),
        },
    )
    play(match, "lannister: support lannisport-port defender")
    assert strengths(match) == (2, 4)


@pytest.mark.rule("thrones:support.11", "thrones:combat.8")
def test_siege_engines_support_only_the_attacker_of_a_castle() -> None:
    """A foreign siege engine counts 4 for the attacker of a castle, 0 for its defender, 0 elsewhere."""
    engines = {"seagard": stack("lannister", "support-zero", engines=1)}
    match = fight("winterfell", "moat-cailin", ATTACK | engines)
    attack = play(match.clone(), "lannister: support seagard attacker", "stark: pass")
    assert strengths(attack) == (5, 1)
    defense = play(match.clone(), "lannister: support seagard defender", "greyjoy: pass")
    assert strengths(defense) == (1, 1)
    match = fight(
        "moat-cailin",
        "twins",
        {
            "moat-cailin": stack("stark", "march-zero", engines=1, footman=1),
            "twins": stack("greyjoy", footman=1),
        }
        | engines,
    )
    play(match, "lannister: support seagard attacker", "stark: pass")
    assert strengths(match) == (1, 1)


@pytest.mark.rule("thrones:routed.2", "thrones:support.12", "thrones:special.4")
def test_routed_supporters_add_nothing() -> None:
    """A supporting area gives all its upright units and the bonus of a special order, its routed units nothing."""
    area = stack("stark", "support-plus-one", footman=1) | {"routed": {"knight": 2}}
    match = fight("winterfell", "moat-cailin", ATTACK | {"white-harbor": area})
    play(match, "stark: support white-harbor attacker")
    assert strengths(match) == (3, 1)


@pytest.mark.rule("thrones:support.9", "thrones:ruling.36")
def test_foreign_support_may_be_refused() -> None:
    """Each side may refuse any of the support other houses granted it, once, before cards, in turn order."""
    match = fight(
        "winterfell",
        "moat-cailin",
        ATTACK
        | {
            "white-harbor": stack("stark", "support-zero", footman=1),
            "seagard": stack("lannister", "support-zero", footman=1),
            "greywater-watch": stack("tyrell", "support-zero", knight=1),
            "narrow-sea": stack("baratheon", "support-zero", ship=1),
        },
    )
    play(match, "baratheon: support narrow-sea defender", "lannister: support seagard attacker")
    play(match, "stark: support white-harbor attacker", "tyrell: support greywater-watch attacker")
    assert options(match, "stark") == [
        "pass", "refuse greywater-watch", "refuse seagard", "refuse greywater-watch seagard",
    ]  # fmt: skip  # several to a line
    assert refused(match, "stark: refuse white-harbor").rule == "thrones:support.9"
    assert refused(match, "stark: refuse narrow-sea").rule == "thrones:support.9"
    assert refused(match, "stark: refuse seagard greywater-watch").reason.id == "refuse.support.order-of-areas"
    play(match, "stark: refuse greywater-watch")
    assert asked(match) == {"greyjoy": "refuse-support"}
    play(match, "greyjoy: pass")
    assert strengths(match) == (3, 2)
    assert [e.area for e in told(match, "support-refused")] == ["greywater-watch"]


@pytest.mark.rule("thrones:support.7")
def test_a_support_order_stays_on_the_board() -> None:
    """Given support does not use up the order."""
    match = fight("winterfell", "moat-cailin", ATTACK | {"white-harbor": stack("stark", "support-zero", knight=1)})
    play(match, "stark: support white-harbor attacker")
    cards(match, "stark: eddard-stark", "greyjoy: balon-greyjoy")
    assert order_in(match, "white-harbor") == "support-zero"


@pytest.mark.rule("thrones:support.8")
def test_a_support_order_does_not_help_its_own_area() -> None:
    """The support order of the contested area adds nothing to its defense."""
    areas = ATTACK | {"moat-cailin": stack("greyjoy", "support-plus-one", footman=1)}
    match = fight("winterfell", "moat-cailin", areas)
    assert strengths(match) == (1, 1)


@pytest.mark.rule("thrones:neutral.6", "thrones:neutral.7", "thrones:support.13")
def test_nobody_supports_a_neutral_force() -> None:
    """Other houses may back the attack or nobody."""
    fighting = Combat(5, NOBODY, AREA["yronwood"], AREA["sunspear"], MARCH_ZERO, [2, 0, 0, 0])
    chooser = SupportChooser(fighting, 0, AREA["sea-of-dorne"])
    assert chooser.options() == [Pass(), Support("sea-of-dorne", "attacker")]
    refusal = chooser.refusal(Support("sea-of-dorne", "defender"))
    assert refusal is not None
    assert refusal.rule == "thrones:neutral.6"


@pytest.mark.rule("thrones:ruling.30")
def test_greatest_support_against_a_neutral_force() -> None:
    """All adjacent support orders together, with units the same march brings into an own supporting area."""
    match = fight(
        "yronwood",
        "boneway",
        {
            "yronwood": stack("tyrell", "march-zero", footman=2),
            "boneway": stack("baratheon", footman=1),
            "sea-of-dorne": stack("tyrell", "support-plus-one", ship=1),
            "princes-pass": stack("tyrell", "support-zero", footman=1),
            "storms-end": stack("baratheon", "support-zero", engines=1),
        },
    )
    state, seat = match.state, 5
    assert possible_support(state, seat, AREA["yronwood"], AREA["boneway"]) == 3
    assert possible_support(state, seat, AREA["yronwood"], AREA["boneway"], {AREA["princes-pass"]: [0, 1, 0, 0]}) == 5
    assert possible_support(state, seat, AREA["yronwood"], AREA["sunspear"]) == 2
