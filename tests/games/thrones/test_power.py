"""Consolidate Power orders."""

import pytest

from tests.games.thrones.boards import ship, stack
from tests.games.thrones.scene import asked, available, options, order_in, play, refused, scene, told, units


@pytest.mark.rule("thrones:power.1", "thrones:power.2", "thrones:orders.6", "thrones:secure.7")
def test_example_of_dragonstone() -> None:
    """One token for the order and one for the power icon of Dragonstone; a power token there is no icon."""
    match = scene("power", areas={"dragonstone": stack("baratheon", "consolidate-power", footman=1)})
    assert available(match, "baratheon") == 7
    assert order_in(match, "dragonstone") is None
    secured = stack("stark", "consolidate-power", footman=1) | {"power": "stark"}
    match = scene("power", areas={"stony-shore": secured})
    assert available(match, "stark") == 6


@pytest.mark.rule("thrones:orders.7", "thrones:port-orders.3", "thrones:ruling.12")
def test_seas_bring_nothing_and_ports_one_unless_an_enemy_is_outside() -> None:
    """0 at sea, 1 in a free port, 0 in a port with an enemy ship in its sea; never more than the pool has."""
    free = {"winterfell-port": stack("stark", "consolidate-power", ship=2), "winterfell": stack("stark", footman=1)}
    assert available(scene("power", areas=free), "stark") == 6
    blocked = scene("power", areas=free | {"bay-of-ice": ship("greyjoy")})
    assert available(blocked, "stark") == 5
    assert [(e.gained, e.rule) for e in told(blocked, "power-consolidated")] == [(0, "thrones:port-orders.3")]
    assert available(scene("power", areas={"bay-of-ice": ship("stark", "consolidate-power")}), "stark") == 5
    king = {"kings-landing": stack("stark", "consolidate-power", footman=1)}
    assert available(scene("power", areas=king, seats={"stark": {"available": 18}}), "stark") == 20


@pytest.mark.rule("thrones:power.1", "thrones:ruling.1")
def test_orders_alternate_between_houses() -> None:
    """Stark carries out one of two orders, then Greyjoy acts, then Stark's other one."""
    match = scene(
        "power",
        houses=("stark", "lannister", "greyjoy", "baratheon"),
        areas={
            "karhold": stack("stark", "consolidate-power", footman=1),
            "winterfell": stack("stark", "special-consolidate-power", footman=1),
            "pyke": stack("greyjoy", "special-consolidate-power", footman=1),
        },
    )
    assert options(match, "stark") == ["gain karhold", "gain winterfell", "muster-order winterfell"]
    play(match, "stark: gain karhold")
    assert asked(match) == {"greyjoy": "power"}
    play(match, "greyjoy: gain pyke", "stark: gain winterfell")
    assert [e.area for e in told(match, "power-consolidated")] == ["karhold", "pyke", "winterfell"]


@pytest.mark.rule(
    "thrones:special.6", "thrones:special.7", "thrones:special.8", "thrones:port-orders.4", "thrones:ruling.67",
)  # fmt: skip  # several to a line
def test_the_special_order_musters_in_its_own_castle_or_gives_tokens() -> None:
    """Mustering needs the special order and a castle area; mustering nothing brings the tokens instead."""
    areas = {
        "winterfell": stack("stark", "special-consolidate-power", footman=1),
        "karhold": stack("stark", "consolidate-power", footman=1),
    }
    match = scene("power", areas=areas)
    assert refused(match, "stark: muster-order karhold").rule == "thrones:special.6"
    assert refused(match, "stark: gain castle-black").rule == "thrones:power.1"
    play(match, "stark: muster-order winterfell", "stark: muster winterfell: knight > winterfell")
    assert units(match, "winterfell") == {"footman": 1, "knight": 1}
    assert (available(match, "stark"), order_in(match, "winterfell")) == (7, None)  # the other order gave 2
    assert [e.items for e in told(match, "mustered-by-order")] == [1]
    match = scene("power", areas=areas)
    play(match, "stark: muster-order winterfell", "stark: done")
    assert available(match, "stark") == 9
    for area, rule in (("karhold", "thrones:special.8"), ("winterfell-port", "thrones:port-orders.4")):
        kind = "ship" if area.endswith("port") else "footman"
        beside = {area: stack("stark", "special-consolidate-power", **{kind: 1})}
        match = scene("power", areas={"castle-black": areas["karhold"], **beside})
        assert refused(match, f"stark: muster-order {area}").rule == rule
