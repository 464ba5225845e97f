"""Mustering: points, places, upgrades, pieces, supply, ships and ports."""

from typing import Any

import pytest

from banneret.games.thrones.rules.supply import army_sizes
from banneret.kernel.drafts import closing, fit
from tests.games.thrones.phase import card_of, stack
from tests.games.thrones.scene import SIX, asked, options, play, refused, scene, seat_of, told, units

FIVE = ("lannister", "greyjoy", "stark", "baratheon", "tyrell")


def winterfell(supply: int = 2, **more: Any) -> Any:
    """Begin with Stark mustering: a footman in Winterfell, with what else is given."""
    areas = {"winterfell": stack("stark", footman=1)} | more.pop("areas", {})
    return card_of(1, "mustering", areas=areas, tracks=STARK_FIRST, seats={"stark": {"supply": supply}}, **more)


STARK_FIRST = {"iron-throne": ["stark", "baratheon", "lannister"]}


@pytest.mark.rule("thrones:mustering.1", "thrones:mustering.2", "thrones:mustering.3", "thrones:mustering.5")
def test_the_rulebooks_example_of_mustering() -> None:
    """Lannister musters a footman and two ships, upgrades one at Harrenhal, and has to let one point lapse."""
    areas = {
        "lannisport": stack("lannister", footman=1),
        "harrenhal": stack("lannister", footman=2),
        "riverrun": stack("lannister", knight=3),
        "stoney-sept": stack("lannister", footman=1),
        "ironmans-bay": stack("greyjoy", ship=1),
    }
    match = card_of(1, "mustering", houses=FIVE, areas=areas, seats={"lannister": {"supply": 3}})
    assert refused(match, "lannister: muster stoney-sept: footman > stoney-sept").rule == "thrones:mustering.2"
    play(match, "lannister: muster lannisport: footman > lannisport")
    play(match, "lannister: muster lannisport: ship > golden-sound")
    play(match, "lannister: upgrade harrenhal: knight")
    assert refused(match, "lannister: muster riverrun: footman > riverrun").rule == "thrones:mustering.6"
    assert refused(match, "lannister: muster riverrun: ship > ironmans-bay").rule == "thrones:muster-ships.2"
    play(match, "lannister: muster riverrun: ship > golden-sound")
    # The second point of Riverrun is lost: nothing is left to muster, and Greyjoy is next.
    assert asked(match) == {"greyjoy": "muster"}
    assert units(match, "lannisport") == {"footman": 2}
    assert units(match, "golden-sound") == {"ship": 2}
    assert units(match, "harrenhal") == {"footman": 1, "knight": 1}
    assert army_sizes(match.state, seat_of(match, "lannister")) == [3, 2, 2, 2]


@pytest.mark.rule("thrones:ports.5", "thrones:ports.6", "thrones:muster-ships.1", "thrones:muster-ships.2")
def test_the_rulebooks_example_of_ports() -> None:
    """Martell musters a footman and a ship at Sunspear; the ship may go into port, but to no sea of an enemy."""
    areas = {"east-summer-sea": stack("tyrell", ship=1)}
    tracks = {"iron-throne": ["martell", *(house for house in SIX if house != "martell")]}
    match = card_of(1, "mustering", houses=SIX, areas=areas, tracks=tracks)
    assert [o for o in options(match, "martell") if "ship" in o] == [
        "muster sunspear: ship > sunspear-port",
        "muster sunspear: ship > sea-of-dorne",
    ]
    closed = refused(match, "martell: muster sunspear: ship > east-summer-sea")
    assert (closed.rule, closed.reason.id) == ("thrones:muster-ships.2", "refuse.muster.enemy-ships")
    play(match, "martell: muster sunspear: footman > sunspear", "martell: muster sunspear: ship > sunspear-port")
    assert units(match, "sunspear-port") == {"ship": 1}
    assert "martell" not in asked(match)
    assert [(e.area, e.unit, e.place) for e in told(match, "unit-mustered")] == [
        ("sunspear", "footman", "sunspear"),
        ("sunspear", "ship", "sunspear-port"),
    ]


@pytest.mark.rule("thrones:mustering.2", "thrones:mustering.3", "thrones:mustering.7", "thrones:mustering.4")
def test_points_belong_to_one_area() -> None:
    """Winterfell has two points and White Harbor one, which cannot buy a knight nor be spent in Winterfell."""
    match = winterfell(areas={"white-harbor": stack("stark", footman=1)})
    assert refused(match, "stark: muster white-harbor: knight > white-harbor").rule == "thrones:mustering.3"
    assert refused(match, "stark: muster white-harbor: footman > winterfell").rule == "thrones:mustering.4"
    assert refused(match, "stark: muster karhold: footman > karhold").rule == "thrones:mustering.2"
    assert refused(match, "stark: muster lannisport: footman > lannisport").rule == "thrones:mustering.1"
    play(match, "stark: muster winterfell: siege-engine > winterfell")
    assert refused(match, "stark: upgrade winterfell: knight").rule == "thrones:mustering.3"
    assert units(match, "winterfell") == {"footman": 1, "siege-engine": 1}
    play(match, "stark: upgrade white-harbor: siege-engine")
    assert units(match, "white-harbor") == {"siege-engine": 1}
    assert "stark" not in asked(match)


@pytest.mark.rule("thrones:mustering.1", "thrones:mustering.8", "thrones:event.mustering")
def test_houses_muster_one_after_the_other() -> None:
    """The house first in turn order finishes before the next begins; each may stop at any time."""
    match = winterfell(areas={"dragonstone": stack("baratheon", footman=1), "lannisport": stack("stark", knight=1)})
    assert asked(match) == {"stark": "muster"}
    play(match, "stark: upgrade winterfell: knight", "stark: done")
    assert asked(match) == {"baratheon": "muster"}
    play(match, "baratheon: done")
    assert asked(match) == {"stark": "order", "baratheon": "order"}  # Lannister controls no castle
    assert match.state.step == "planning"


@pytest.mark.rule("thrones:mustering.1", "thrones:home.1")
def test_areas_without_units_muster_too() -> None:
    """A home area and one held by a power token muster like any other."""
    match = card_of(1, "mustering", areas={"seagard": {"power": "stark"}}, tracks=STARK_FIRST)
    play(match, "stark: muster seagard: knight > seagard", "stark: muster winterfell: footman > winterfell")
    assert units(match, "seagard") == {"knight": 1}
    assert units(match, "winterfell") == {"footman": 1}


@pytest.mark.rule("thrones:mustering.5", "thrones:ruling.10")
def test_only_a_footman_that_was_there_is_upgraded() -> None:
    """Each footman of before is upgraded once; one just mustered is not."""
    match = winterfell()
    play(match, "stark: upgrade winterfell: knight")
    assert refused(match, "stark: upgrade winterfell: knight").rule == "thrones:ruling.10"
    match = winterfell()
    play(match, "stark: muster winterfell: footman > winterfell")
    assert units(match, "winterfell") == {"footman": 2}
    play(match, "stark: upgrade winterfell: siege-engine")
    assert units(match, "winterfell") == {"footman": 1, "siege-engine": 1}
    home = card_of(1, "mustering", tracks=STARK_FIRST)
    play(home, "stark: muster winterfell: footman > winterfell")
    assert refused(home, "stark: upgrade winterfell: knight").reason.id == "refuse.muster.no-footman"
    assert refused(home, "stark: upgrade winterfell: footman").rule == "thrones:mustering.5"
    assert refused(home, "stark: upgrade winterfell: ship").rule == "thrones:mustering.5"


@pytest.mark.rule("thrones:limits.1", "thrones:ruling.11", "thrones:limits.2")
def test_pieces_run_out_and_are_free_again_after_an_upgrade() -> None:
    """With all ten footmen on the board none can be mustered until one is upgraded, in the same mustering."""
    areas = {
        "winterfell": stack("stark", footman=2),
        "karhold": stack("stark", footman=4),
        "moat-cailin": stack("stark", footman=2),
        "twins": stack("stark", footman=2),
    }
    match = winterfell(6, areas=areas)
    assert refused(match, "stark: muster winterfell: footman > winterfell").rule == "thrones:limits.1"
    play(match, "stark: upgrade moat-cailin: knight")
    play(match, "stark: muster winterfell: footman > winterfell")
    assert units(match, "winterfell") == {"footman": 3}
    assert refused(match, "stark: muster winterfell: footman > winterfell").rule == "thrones:limits.1"


@pytest.mark.rule("thrones:limits.1")
def test_no_third_siege_engine_and_no_sixth_knight() -> None:
    """Two siege engines and five knights are all a house has, also for upgrades."""
    areas = {
        "winterfell": stack("stark", footman=2),
        "karhold": stack("stark", engines=2, knight=2),
        "twins": stack("stark", knight=3),
    }
    match = winterfell(6, areas=areas)
    for line in (
        "muster winterfell: siege-engine > winterfell",
        "muster winterfell: knight > winterfell",
        "upgrade winterfell: siege-engine",
        "upgrade winterfell: knight",
    ):
        assert refused(match, f"stark: {line}").rule == "thrones:limits.1"
        assert line not in options(match, "stark")
    match = winterfell(6, areas=areas | {"karhold": stack("stark", engines=1, knight=2)})
    assert "upgrade winterfell: siege-engine" in options(match, "stark")


@pytest.mark.rule("thrones:mustering.6", "thrones:supply.7", "thrones:supply.5")
def test_supply_stops_new_units_but_no_upgrade() -> None:
    """At supply 0 two armies of two are the limit: what is mustered counts at once, an upgrade changes nothing."""
    areas = {"winterfell": stack("stark", footman=2), "white-harbor": stack("stark", footman=1)}
    match = winterfell(0, areas=areas)
    assert refused(match, "stark: muster winterfell: footman > winterfell").rule == "thrones:mustering.6"
    play(match, "stark: muster white-harbor: footman > white-harbor")
    assert refused(match, "stark: muster winterfell: knight > winterfell").rule == "thrones:mustering.6"
    assert refused(match, "stark: muster white-harbor: footman > white-harbor").rule == "thrones:mustering.3"
    play(match, "stark: upgrade winterfell: knight", "stark: upgrade winterfell: siege-engine")
    assert units(match, "winterfell") == {"knight": 1, "siege-engine": 1}


@pytest.mark.rule("thrones:muster-ships.4", "thrones:ports.3", "thrones:mustering.6")
def test_a_second_ship_makes_an_army() -> None:
    """At supply 0 with two armies a ship goes only where none is yet."""
    areas = {
        "karhold": stack("stark", footman=2),
        "twins": stack("stark", footman=2),
        "bay-of-ice": stack("stark", ship=1),
        "winterfell-port": stack("stark", ship=1),
    }
    match = winterfell(0, areas=areas)
    assert [o for o in options(match, "stark") if "ship" in o] == ["muster winterfell: ship > shivering-sea"]
    assert refused(match, "stark: muster winterfell: ship > winterfell-port").rule == "thrones:mustering.6"


@pytest.mark.rule("thrones:ports.4", "thrones:ports.6")
def test_a_port_takes_three_ships_even_with_an_enemy_at_sea() -> None:
    """A third ship goes into port past an enemy fleet, a fourth does not fit."""
    areas = {"winterfell-port": stack("stark", ship=2), "bay-of-ice": stack("lannister", ship=1)}
    match = winterfell(6, areas=areas)
    assert refused(match, "stark: muster winterfell: ship > bay-of-ice").rule == "thrones:muster-ships.2"
    play(match, "stark: muster winterfell: ship > winterfell-port")
    assert refused(match, "stark: muster winterfell: ship > winterfell-port").rule == "thrones:ports.4"


@pytest.mark.rule("thrones:muster-ships.1", "thrones:muster-ships.3", "thrones:muster-ships.5", "thrones:ports.2")
def test_where_ships_and_land_units_are_mustered() -> None:
    """Ships into the own port and adjacent seas, land units on land; an area inland musters no ships."""
    match = winterfell(6, areas={"harrenhal": stack("stark", footman=1), "white-harbor": stack("stark", footman=1)})
    reasons = {
        "muster winterfell: footman > winterfell-port": "thrones:muster-ships.5",
        "muster winterfell: siege-engine > bay-of-ice": "thrones:muster-ships.5",
        "muster winterfell: ship > winterfell": "thrones:muster-ships.1",
        "muster winterfell: ship > white-harbor-port": "thrones:muster-ships.1",
        "muster winterfell: ship > narrow-sea": "thrones:muster-ships.1",
        "muster harrenhal: ship > golden-sound": "thrones:muster-ships.3",
    }
    assert {line: refused(match, f"stark: {line}").rule for line in reasons} == reasons
    assert [o for o in options(match, "stark") if "ship" in o] == [
        "muster white-harbor: ship > white-harbor-port",
        "muster white-harbor: ship > narrow-sea",
        "muster white-harbor: ship > shivering-sea",
        "muster winterfell: ship > winterfell-port",
        "muster winterfell: ship > bay-of-ice",
        "muster winterfell: ship > shivering-sea",
    ]


@pytest.mark.rule("thrones:special.7", "thrones:special.6", "thrones:mustering.5")
def test_the_special_order_musters_in_its_area_only() -> None:
    """A starred Consolidate Power order offers the points of its own area and no others."""
    areas = {
        "winterfell": stack("stark", footman=1) | {"order": "special-consolidate-power"},
        "white-harbor": stack("stark", footman=1) | {"order": "support-zero"},
    }
    match = scene("power", houses=("stark", "baratheon", "lannister"), areas=areas)
    play(match, "stark: muster-order winterfell")
    assert refused(match, "stark: upgrade white-harbor: knight").rule == "thrones:special.7"
    play(match, "stark: upgrade winterfell: knight")
    assert units(match, "winterfell") == {"knight": 1}


@pytest.mark.rule("thrones:ruling.80")
def test_a_routed_footman_becomes_a_routed_knight() -> None:
    """In the action phase an upright footman is upgraded first; a routed one stays routed as a knight."""
    winterfell_ = {"house": "stark", "units": {"footman": 1}, "routed": {"footman": 1}}
    areas = {"winterfell": winterfell_ | {"order": "special-consolidate-power"}}
    match = scene("power", houses=("stark", "baratheon", "lannister"), areas=areas)
    play(match, "stark: muster-order winterfell", "stark: upgrade winterfell: knight")
    assert units(match, "winterfell") == {"knight": 1}
    assert units(match, "winterfell", routed=True) == {"footman": 1}
    match.play(seat_of(match, "stark"), "upgrade winterfell: siege-engine")
    upgraded = [(e.area, e.unit) for e in told(match, "unit-upgraded")]
    assert upgraded == [("winterfell", "knight"), ("winterfell", "siege-engine")]


def test_mustering_is_a_draft_that_shows_its_units() -> None:
    match = winterfell()
    seat = seat_of(match, "stark")
    before = match.digest()
    draft = fit(match, seat, ["upgrade winterfell: knight", "muster winterfell: footman > winterfell"])
    assert (draft.missing, draft.whole) == (0, True)
    assert units(fit(match, seat, ["upgrade winterfell: knight"]).shown, "winterfell") == {"knight": 1}
    assert match.digest() == before
    end = closing(match, seat, "muster", None)
    assert end is not None
    match.play(seat, end)
    assert closing(match, seat, "muster", None) is None
