"""Retreat: where beaten units may go, what dies on the way, and Robb Stark."""

from typing import Any

import pytest

from tests.games.thrones.fights import cards, fight, lost, stack
from tests.games.thrones.scene import asked, holder, options, play, refused, told, units

ATTACK: dict[str, Any] = {
    "lannisport": stack("lannister", "march-plus-one", knight=3),
    "riverrun": stack("stark", footman=2),
}
WIN = ("lannister: tywin-lannister", "stark: catelyn-stark")


# The defender


@pytest.mark.rule("thrones:retreat.3", "thrones:retreat.5", "thrones:home.4", "thrones:retreat.9", "thrones:neutral.2")
def test_a_defender_retreats_to_empty_or_own_areas() -> None:
    """Never to enemy units, tokens or homes, neutral forces, the attacker's origin, seas, or out of reach."""
    areas = ATTACK | {
        "seagard": stack("greyjoy", footman=1),
        "harrenhal": {"power": "baratheon"},
        "stoney-sept": {"power": "stark"},
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, *WIN)
    # stoney-sept is the only one open, so nobody was asked
    assert units(match, "stoney-sept", routed=True) == {"footman": 2}
    del areas["stoney-sept"], areas["seagard"]
    match = fight("lannisport", "riverrun", areas)
    cards(match, *WIN)
    assert options(match, "stark") == ["retreat seagard", "retreat stoney-sept"]
    reasons = {
        "lannisport": ("thrones:retreat.5", "refuse.retreat.attackers-origin"),
        "harrenhal": ("thrones:retreat.3", "refuse.retreat.enemy-token"),
        "winterfell": ("thrones:retreat.3", "refuse.retreat.out-of-reach"),
        "golden-sound": ("thrones:retreat.9", "refuse.retreat.out-of-reach"),
    }
    for area, (rule, reason) in reasons.items():
        refusal = refused(match, f"stark: retreat {area}")
        assert (refusal.rule, refusal.reason.id) == (rule, reason)
    areas |= {"seagard": {"power": "stark"}, "stoney-sept": {"power": "stark"}, "harrenhal": {"neutral": 5}}
    match = fight("lannisport", "riverrun", areas)
    cards(match, *WIN)
    assert options(match, "stark") == ["retreat seagard", "retreat stoney-sept"]
    assert refused(match, "stark: retreat harrenhal").rule == "thrones:neutral.2"


@pytest.mark.rule("thrones:retreat.5")
def test_the_attackers_origin_is_closed_even_if_empty() -> None:
    """Also when all attackers have died or nobody stayed there, and also when it was reached by ship."""
    areas = {
        "flints-finger": stack("greyjoy", "march-plus-one", knight=3),
        "ironmans-bay": stack("greyjoy", ship=1),
        "seagard": stack("stark", footman=1),
        "riverrun": stack("lannister", footman=1),
        "greywater-watch": {"power": "greyjoy"},
        "moat-cailin": {"power": "greyjoy"},
        "bay-of-ice": stack("stark", ship=1),
    }
    match = fight("flints-finger", "seagard", areas, army={"knight": 3})
    cards(match, "greyjoy: balon-greyjoy", "stark: catelyn-stark")
    assert units(match, "twins", routed=True) == {"footman": 1}


@pytest.mark.rule("thrones:home.4", "thrones:retreat.3")
def test_no_retreat_to_an_enemy_home() -> None:
    """An empty enemy home area is closed; one held by own units or token is open."""
    areas = {
        "searoad-marches": stack("tyrell", "march-plus-one", knight=3),
        "stoney-sept": stack("stark", footman=1),
        "blackwater": {"power": "tyrell"},
        "harrenhal": {"power": "tyrell"},
        "riverrun": {"power": "tyrell"},
    }
    match = fight("searoad-marches", "stoney-sept", areas)
    cards(match, "tyrell: margaery-tyrell", "stark: catelyn-stark")
    assert lost(match, "thrones:retreat.8") == [("stoney-sept", "footman")]
    areas |= {"lannisport": {"power": "stark"}}
    match = fight("searoad-marches", "stoney-sept", areas)
    cards(match, "tyrell: margaery-tyrell", "stark: catelyn-stark")
    assert units(match, "lannisport", routed=True) == {"footman": 1}
    areas |= {"lannisport": {}, "riverrun": {}}
    match = fight("searoad-marches", "stoney-sept", areas)
    cards(match, "tyrell: margaery-tyrell", "stark: catelyn-stark")
    assert units(match, "riverrun", routed=True) == {"footman": 1}


@pytest.mark.rule("thrones:retreat.8")
def test_without_any_area_all_are_destroyed() -> None:
    """Surrounded units die."""
    areas = ATTACK | {area: {"power": "greyjoy"} for area in ("seagard", "harrenhal", "stoney-sept")}
    match = fight("lannisport", "riverrun", areas)
    cards(match, *WIN)
    assert lost(match, "thrones:retreat.8") == [("riverrun", "footman")] * 2
    assert holder(match, "riverrun") == "lannister"


@pytest.mark.rule("thrones:retreat.10", "thrones:transport.1", "thrones:transport.5")
def test_retreat_across_own_ships() -> None:
    """Own ships, also routed ones, carry the retreat; enemy ships do not."""
    areas = ATTACK | {
        "ironmans-bay": {"house": "stark", "routed": {"ship": 1}},
        "sunset-sea": stack("stark", ship=1),
        "golden-sound": stack("lannister", ship=1),
        "bay-of-ice": stack("greyjoy", ship=1),
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, *WIN)
    assert options(match, "stark") == [
        f"retreat {area}"
        for area in ("flints-finger", "greywater-watch", "harrenhal", "seagard", "searoad-marches", "stoney-sept")
    ]


@pytest.mark.rule("thrones:retreat.11", "thrones:retreat.4")
def test_siege_engines_cannot_retreat() -> None:
    """They die, attacking or defending; the others go to one area together."""
    areas = ATTACK | {"riverrun": stack("stark", footman=1, knight=1, engines=1)}
    match = fight("lannisport", "riverrun", areas)
    cards(match, *WIN)
    assert lost(match, "thrones:retreat.11") == [("riverrun", "siege-engine")]
    play(match, "stark: retreat seagard")
    assert units(match, "seagard", routed=True) == {"footman": 1, "knight": 1}
    areas = {
        "riverrun": stack("stark", "march-zero", footman=1, engines=1),
        "lannisport": stack("lannister", knight=3),
    }
    match = fight("riverrun", "lannisport", areas)
    cards(match, "lannister: tywin-lannister", "stark: catelyn-stark")
    assert units(match, "riverrun") == {}
    assert units(match, "riverrun", routed=True) == {"footman": 1}


@pytest.mark.rule("thrones:retreat.6", "thrones:supply.7")
def test_an_area_that_breaks_supply_is_closed_while_there_is_another() -> None:
    """With two armies of two allowed, three units cannot join one; they go where they fit."""
    areas = ATTACK | {"seagard": stack("stark", footman=1), "winterfell": stack("stark", footman=2)}
    match = fight("lannisport", "riverrun", areas, seats={"stark": {"supply": 0}})
    cards(match, *WIN)
    assert options(match, "stark") == ["retreat harrenhal", "retreat stoney-sept"]
    refusal = refused(match, "stark: retreat seagard")
    assert (refusal.rule, refusal.reason.id) == ("thrones:retreat.6", "refuse.retreat.supply")


@pytest.mark.rule("thrones:retreat.7", "thrones:ruling.59", "thrones:retreat.6")
def test_units_die_until_supply_allows_the_retreat() -> None:
    """Where every area breaks supply, the loser picks any and destroys units of its choice until it fits."""
    areas = ATTACK | {
        "riverrun": stack("stark", footman=1, knight=1),
        "seagard": stack("stark", footman=1),
        "harrenhal": stack("stark", footman=2),
        "stoney-sept": {"power": "greyjoy"},
        "winterfell": stack("stark", footman=2),
    }
    match = fight("lannisport", "riverrun", areas, seats={"stark": {"supply": 1}})
    cards(match, *WIN)
    # seagard would make a third army; harrenhal may grow to three, so one of the two must die
    assert asked(match) == {"stark": "retreat-loss"}
    assert options(match, "stark") == ["lose riverrun footman", "lose riverrun knight"]
    play(match, "stark: lose riverrun footman")
    assert lost(match, "thrones:retreat.7") == [("riverrun", "footman")]
    assert units(match, "harrenhal", routed=True) == {"knight": 1}


@pytest.mark.rule("thrones:ruling.60", "thrones:ports.4", "thrones:retreat.9", "thrones:ports.7")
def test_beaten_ships_go_to_seas_and_own_ports() -> None:
    """Ships retreat to an adjacent sea without enemies or an own port with room, never to land."""
    areas = {
        "sunset-sea": stack("greyjoy", "march-plus-one", ship=4),
        "golden-sound": stack("lannister", ship=1),
        "lannisport": stack("lannister", footman=1),
        "lannisport-port": stack("lannister", ship=2),
    }
    match = fight("sunset-sea", "golden-sound", areas)
    cards(match, "greyjoy: balon-greyjoy", "lannister: the-hound")
    assert options(match, "lannister") == ["retreat ironmans-bay", "retreat lannisport-port"]
    assert refused(match, "lannister: retreat riverrun").rule == "thrones:retreat.9"
    play(match, "lannister: retreat lannisport-port")
    assert units(match, "lannisport-port", routed=True) == {"ship": 1}
    areas["lannisport-port"] = stack("lannister", ship=3)
    match = fight("sunset-sea", "golden-sound", areas)
    cards(match, "greyjoy: balon-greyjoy", "lannister: the-hound")
    assert units(match, "ironmans-bay", routed=True) == {"ship": 1}
    areas |= {"ironmans-bay": stack("greyjoy", ship=1), "lannisport-port": stack("lannister", ship=2)}
    areas["golden-sound"] = stack("lannister", ship=2)
    match = fight("sunset-sea", "golden-sound", areas)
    cards(match, "greyjoy: balon-greyjoy", "lannister: the-hound")
    assert lost(match, "thrones:retreat.7") == [("golden-sound", "ship")]
    assert units(match, "lannisport-port", routed=True) == {"ship": 1}


# The attacker


@pytest.mark.rule("thrones:retreat.2", "thrones:routed.1", "thrones:ruling.28")
def test_a_beaten_attacker_goes_home_routed() -> None:
    """The army returns routed, without any loss for supply; units that stayed are not routed."""
    areas = {
        "riverrun": stack("stark", "march-zero", footman=3),
        "lannisport": stack("lannister", knight=3),
        "winterfell": stack("stark", footman=2),
    }
    match = fight("riverrun", "lannisport", areas, army={"footman": 2})
    cards(match, "lannister: tywin-lannister", "stark: catelyn-stark")
    assert units(match, "riverrun") == {"footman": 1}
    assert units(match, "riverrun", routed=True) == {"footman": 2}


@pytest.mark.rule("thrones:ruling.58", "thrones:home.4")
@pytest.mark.parametrize(("home", "survives"), [({}, False), ({"power": "stark"}, True)])
def test_no_way_back_to_an_enemy_home_left_empty(home: dict[str, Any], survives: bool) -> None:
    """From an enemy home left without token and unit there is no return; a token keeps the way open."""
    areas = {
        "pyke": stack("stark", "march-zero", footman=2) | home,
        "ironmans-bay": stack("stark", ship=1),
        "riverrun": stack("lannister", knight=2),
    }
    match = fight("pyke", "riverrun", areas)
    cards(match, "lannister: tywin-lannister", "stark: catelyn-stark")
    assert units(match, "pyke", routed=True) == ({"footman": 2} if survives else {})
    assert len(lost(match, "thrones:home.4")) == (0 if survives else 2)


@pytest.mark.rule("thrones:ruling.58")
def test_a_unit_that_stayed_keeps_the_way_back_open() -> None:
    """With one unit still in the enemy home the beaten attackers return."""
    areas = {
        "pyke": stack("stark", "march-zero", footman=2),
        "ironmans-bay": stack("stark", ship=1),
        "riverrun": stack("lannister", knight=2),
    }
    match = fight("pyke", "riverrun", areas, army={"footman": 1})
    cards(match, "lannister: tywin-lannister", "stark: catelyn-stark")
    assert units(match, "pyke") == {"footman": 1}
    assert units(match, "pyke", routed=True) == {"footman": 1}


@pytest.mark.rule("thrones:ruling.58", "thrones:battlefield.3")
def test_as_many_routed_units_as_moved_in_keep_the_area_and_its_port() -> None:
    """An enemy home is not left while a routed unit stays, even if the victors are as many as those who stayed."""
    areas = {
        "winterfell": stack("baratheon", "march-plus-one", footman=1) | {"routed": {"knight": 1}},
        "winterfell-port": stack("baratheon", ship=2),
        "castle-black": stack("stark", footman=1),
    }
    match = fight("winterfell", "castle-black", areas, army={"footman": 1})
    cards(match, "baratheon: stannis-baratheon", "stark: catelyn-stark")
    assert units(match, "castle-black") == {"footman": 1}
    assert units(match, "winterfell", routed=True) == {"knight": 1}
    assert units(match, "winterfell-port") == {"ship": 2}
    assert told(match, "port-captured") == told(match, "port-lost") == []


# Robb Stark


NORTH: dict[str, Any] = {
    "winterfell": stack("stark", "march-plus-one", knight=3),
    "moat-cailin": stack("greyjoy", footman=1),
}


@pytest.mark.rule("thrones:card.robb-stark", "thrones:ruling.61")
def test_robb_stark_chooses_the_retreat() -> None:
    """The winner may name the area; if he passes, the loser does."""
    match = fight("winterfell", "moat-cailin", NORTH)
    cards(match, "stark: robb-stark", "greyjoy: dagmar-cleftjaw")
    around = ["greywater-watch", "seagard", "twins", "white-harbor"]
    assert options(match, "stark") == ["pass", *(f"retreat {area}" for area in around)]
    assert refused(match, "stark: retreat winterfell").rule == "thrones:retreat.5"
    chosen = play(match.clone(), "stark: retreat white-harbor")
    assert units(chosen, "white-harbor", routed=True) == {"footman": 1}
    play(match, "stark: pass")
    assert asked(match) == {"greyjoy": "retreat"}
    play(match, "greyjoy: retreat seagard")
    assert units(match, "seagard", routed=True) == {"footman": 1}


@pytest.mark.rule("thrones:card.robb-stark")
def test_robb_stark_has_nothing_to_choose_from_one_area() -> None:
    """With a single area open nobody is asked; beaten he does nothing."""
    areas = NORTH | {area: {"power": "stark"} for area in ("greywater-watch", "seagard", "twins")}
    match = fight("winterfell", "moat-cailin", areas)
    cards(match, "stark: robb-stark", "greyjoy: dagmar-cleftjaw")
    assert units(match, "white-harbor", routed=True) == {"footman": 1}
    areas = NORTH | {"moat-cailin": stack("greyjoy", "defense-plus-two", knight=4)}
    match = fight("winterfell", "moat-cailin", areas)
    cards(match, "stark: robb-stark", "greyjoy: euron-crows-eye")
    assert "robb-stark" not in asked(match).values()


@pytest.mark.rule("thrones:card.robb-stark", "thrones:ruling.61", "thrones:ruling.77")
def test_robb_stark_must_take_the_fewest_losses() -> None:
    """Where supply costs units he may choose only among the cheapest areas; the loser picks which units die."""
    areas = {
        "winterfell": stack("stark", "march-plus-one", knight=3),
        "moat-cailin": stack("greyjoy", footman=2, knight=1),
        "seagard": stack("greyjoy", footman=1),
        "twins": stack("greyjoy", footman=2),
        "greywater-watch": {"power": "stark"},
        "white-harbor": {"power": "stark"},
        "pyke": stack("greyjoy", footman=2),
    }
    match = fight("winterfell", "moat-cailin", areas, seats={"greyjoy": {"supply": 1}})
    cards(match, "stark: robb-stark", "greyjoy: asha-greyjoy")
    # twins can grow to three (two die), seagard would be a third army (all die)
    assert asked(match) == {"greyjoy": "retreat-loss"}
    areas |= {"twins": stack("greyjoy", footman=1), "pyke": stack("greyjoy", footman=1)}
    areas |= {"flints-finger": stack("greyjoy", footman=3), "white-harbor": stack("greyjoy", footman=2)}
    match = fight("winterfell", "moat-cailin", areas, seats={"greyjoy": {"supply": 2}})
    cards(match, "stark: robb-stark", "greyjoy: asha-greyjoy")
    assert options(match, "stark") == ["pass", "retreat seagard", "retreat twins"]
    assert refused(match, "stark: retreat white-harbor").rule == "thrones:card.robb-stark"
    play(match, "stark: retreat twins")
    assert options(match, "greyjoy") == ["lose moat-cailin footman", "lose moat-cailin knight"]


@pytest.mark.rule("thrones:card.robb-stark", "thrones:ruling.61")
def test_robb_stark_sends_a_beaten_attacker_elsewhere() -> None:
    """As a winning defender he may send the attackers home or to a legal area around the contested one."""
    areas = {
        "moat-cailin": stack("greyjoy", "march-zero", footman=2),
        "winterfell": stack("stark", knight=3),
        "karhold": {"power": "stark"},
    }
    match = fight("moat-cailin", "winterfell", areas)
    cards(match, "stark: robb-stark", "greyjoy: dagmar-cleftjaw")
    assert options(match, "stark") == [
        "pass", "retreat castle-black", "retreat moat-cailin", "retreat stony-shore", "retreat white-harbor",
    ]  # fmt: skip  # several to a line
    home = play(match.clone(), "stark: pass")
    assert units(home, "moat-cailin", routed=True) == {"footman": 2}
    play(match, "stark: retreat stony-shore")
    assert units(match, "stony-shore", routed=True) == {"footman": 2}
    assert [told(m, "retreated")[0].rule for m in (home, match)] == ["thrones:retreat.2", "thrones:card.robb-stark"]
    assert holder(match, "moat-cailin") is None


@pytest.mark.rule("thrones:card.robb-stark", "thrones:ruling.61", "thrones:ruling.58")
def test_robb_stark_and_a_lost_way_home() -> None:
    """Where the way home is barred, he may still spare the attackers by naming another area."""
    areas = {
        "lannisport": stack("greyjoy", "march-zero", footman=2),
        "riverrun": stack("stark", knight=3),
    }
    match = fight("lannisport", "riverrun", areas)
    cards(match, "stark: robb-stark", "greyjoy: dagmar-cleftjaw")
    assert options(match, "stark") == ["pass", "retreat harrenhal", "retreat seagard", "retreat stoney-sept"]
    assert refused(match, "stark: retreat lannisport").rule == "thrones:ruling.58"
    dead = play(match.clone(), "stark: pass")
    assert len(lost(dead, "thrones:home.4")) == 2
    play(match, "stark: retreat seagard")
    assert units(match, "seagard", routed=True) == {"footman": 2}
