"""Ports: who enters, how many, taking them, losing them."""

import pytest

from tests.games.thrones.boards import ship, stack
from tests.games.thrones.scene import asked, holder, options, order_in, play, refused, scene, told, units, until


@pytest.mark.rule("thrones:ports.1", "thrones:ports.4", "thrones:ports.7")
def test_ships_enter_own_ports_three_at_most() -> None:
    """An empty own port is entered, a full one and an enemy's are not."""
    match = scene(
        areas={
            "shipbreaker-bay": stack("baratheon", "march-zero", ship=3),
            "dragonstone-port": stack("baratheon", ship=1),
            "storms-end": {"power": "stark"},
        },
        seats={"baratheon": {"supply": 6}},
    )
    line = "baratheon: march shipbreaker-bay: ship ship ship > dragonstone-port"
    assert refused(match, line).rule == "thrones:ports.4"
    assert refused(match, "baratheon: march shipbreaker-bay: ship > storms-end-port").rule == "thrones:ports.7"
    play(match, "baratheon: march shipbreaker-bay: ship ship > dragonstone-port", "baratheon: done")
    assert units(match, "dragonstone-port") == {"ship": 3}
    match = scene(areas={"bay-of-ice": ship("stark", "march-zero")})
    play(match, "stark: march bay-of-ice: ship > winterfell-port")  # empty, held by the crest alone
    assert holder(match, "winterfell-port") == "stark"


CAPTURE = {
    "riverrun": stack("greyjoy", "march-zero", footman=1),
    "lannisport-port": stack("lannister", "raid", ship=3),
}


@pytest.mark.rule(
    "thrones:port-capture.1", "thrones:port-capture.2", "thrones:ruling.64", "thrones:limits.1", "thrones:limits.2",
    "thrones:ruling.24", "thrones:ports.3",
)  # fmt: skip  # several to a line
def test_a_captured_port_gives_ships_as_pieces_and_supply_allow() -> None:
    """Greyjoy takes up to three ships, fewer by supply or pieces; the old ones and their order go anyway."""
    match = scene(areas=CAPTURE, seats={"greyjoy": {"supply": 6}})
    play(match, "greyjoy: march riverrun: footman > lannisport", "greyjoy: pass")
    assert options(match, "greyjoy") == [f"take-port lannisport-port {n}" for n in range(4)]
    assert order_in(match, "lannisport-port") is None
    assert refused(match, "greyjoy: take-port lannisport-port 4").rule == "thrones:ruling.64"
    assert refused(match, "greyjoy: take-port pyke-port 1").rule == "thrones:port-capture.1"
    play(match, "greyjoy: take-port lannisport-port 2")
    assert (holder(match, "lannisport-port"), units(match, "lannisport-port")) == ("greyjoy", {"ship": 2})
    assert [(e.removed, e.ships) for e in told(match, "port-captured")] == [(3, 2)]
    armies = {"seagard": stack("greyjoy", footman=3), "twins": stack("greyjoy", footman=2)}
    match = scene(areas=CAPTURE | armies, seats={"greyjoy": {"supply": 1}})
    play(match, "greyjoy: march riverrun: footman > lannisport", "greyjoy: pass")
    assert options(match, "greyjoy")[-1] == "take-port lannisport-port 1"
    ships = {"sunset-sea": stack("greyjoy", ship=3), "golden-sound": stack("greyjoy", ship=3)}
    match = scene(areas=CAPTURE | ships, seats={"greyjoy": {"supply": 6}})
    play(match, "greyjoy: march riverrun: footman > lannisport", "greyjoy: pass")
    assert [(e.removed, e.ships) for e in told(match, "port-captured")] == [(3, 0)]
    assert holder(match, "lannisport-port") is None


@pytest.mark.rule("thrones:ruling.65", "thrones:secure.4")
def test_ships_are_lost_at_once_when_the_land_is_left_without_control() -> None:
    """All march off White Harbor to a fight: its ships go before the combat, unless a token secures it."""
    areas = {
        "white-harbor": stack("stark", "march-zero", footman=1),
        "white-harbor-port": stack("stark", "raid", ship=2),
        "moat-cailin": stack("greyjoy", knight=1),
    }
    match = scene(areas=areas)
    play(match, "stark: march white-harbor: footman > moat-cailin", "stark: pass")
    assert [(e.house, e.ships) for e in told(match, "port-lost")] == [("stark", 2)]
    tags = [type(t.event).__name__ for t in match.events]
    assert tags.index("PortLost") < tags.index("CombatBegan")
    assert (units(match, "white-harbor-port"), order_in(match, "white-harbor-port")) == ({}, None)
    match = scene(areas=areas)
    play(match, "stark: march white-harbor: footman > moat-cailin", "stark: secure white-harbor")
    assert units(match, "white-harbor-port") == {"ship": 2}


@pytest.mark.rule("thrones:ruling.66", "thrones:home.3", "thrones:ruling.65")
def test_a_house_that_has_its_home_back_takes_the_port() -> None:
    """Stark leaves Lannisport to a fight: before the combat Lannister decides about the ships in its port."""
    match = scene(
        areas={
            "lannisport": stack("stark", "march-zero", knight=1),
            "lannisport-port": stack("stark", ship=2),
            "riverrun": stack("greyjoy", footman=1),
        },
    )
    play(match, "stark: march lannisport: knight > riverrun", "stark: pass")
    assert asked(match) == {"lannister": "take-port"}
    assert told(match, "combat-began") == []
    play(match, "lannister: take-port lannisport-port 2")
    assert len(told(match, "combat-began")) == 1
    until(match, ["order"])
    assert holder(match, "lannisport-port") == "lannister"


@pytest.mark.rule("thrones:port-orders.2", "thrones:ports.7")
def test_nobody_attacks_a_port() -> None:
    """Enemy ships beside a port never march into it, whatever order lies there."""
    match = scene(
        areas={
            "bay-of-ice": stack("greyjoy", "march-zero", ship=2),
            "winterfell": stack("stark", footman=1),
            "winterfell-port": stack("stark", "defense-plus-two", ship=1),
        },
    )
    assert refused(match, "greyjoy: march bay-of-ice: ship > winterfell-port").rule == "thrones:ports.7"
