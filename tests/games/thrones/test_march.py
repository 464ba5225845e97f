"""March orders: moving, splitting, transport, fights, supply, securing control."""

import pytest

from banneret.games.thrones.content.board import ADJACENT_SETS, AREA
from tests.games.thrones.boards import ship, stack
from tests.games.thrones.scene import (
    asked,
    available,
    holder,
    options,
    order_in,
    play,
    power_in,
    refused,
    scene,
    seat_of,
    told,
    units,
    until,
)


@pytest.mark.rule("thrones:march.2", "thrones:march.3", "thrones:march.4", "thrones:orders.2")
def test_example_of_a_march() -> None:
    """Lannister's three footmen split to Stoney Sept and the Searoad Marches, one stays, no combat, no token."""
    match = scene(
        areas={
            "lannisport": stack("lannister", "march-zero", footman=3),
            "searoad-marches": stack("lannister", footman=1),
        },
        seats={"lannister": {"supply": 2}},
    )
    play(match, "lannister: march lannisport: footman > stoney-sept")
    play(match, "lannister: march lannisport: footman > searoad-marches", "lannister: done")
    assert [units(match, a) for a in ("lannisport", "stoney-sept", "searoad-marches")] == [
        {"footman": 1},
        {"footman": 1},
        {"footman": 2},
    ]
    assert order_in(match, "lannisport") is None
    assert [(e.units, e.area) for e in told(match, "marched")] == [
        (("footman",), "stoney-sept"),
        (("footman",), "searoad-marches"),
    ]


@pytest.mark.rule("thrones:march.1", "thrones:march.2", "thrones:iron-throne.1", "thrones:ruling.1")
def test_one_march_order_at_a_time_in_turn_order_and_nobody_need_move() -> None:
    """Houses alternate; a march of no units just removes the order."""
    match = scene(
        houses=("stark", "lannister", "greyjoy", "baratheon"),
        areas={
            "winterfell": stack("stark", "march-zero", footman=1),
            "karhold": stack("stark", "march-minus-one", footman=1),
            "riverrun": stack("greyjoy", "march-zero", footman=1),
        },
    )
    assert asked(match) == {"stark": "start-march"}
    assert options(match, "stark") == ["start karhold", "start winterfell"]
    assert refused(match, "stark: start riverrun").rule == "thrones:march.1"
    play(match, "stark: start winterfell", "stark: done")
    assert asked(match) == {"greyjoy": "march"}
    play(match, "greyjoy: done")
    assert asked(match) == {"stark": "march"}
    assert [(e.house, e.area) for e in told(match, "march-stayed")] == [
        ("stark", "winterfell"),
        ("greyjoy", "riverrun"),
    ]


@pytest.mark.rule("thrones:ruling.1")
def test_the_march_goes_on_by_position_when_the_track_changes() -> None:
    """Doran sends Stark, who has acted, to the end: Lannister slides up and is missed, Stark comes again before."""
    others = ["arianne-martell", "areo-hotah", "darkstar", "nymeria-sand", "obara-sand", "the-red-viper"]
    match = scene(
        houses=("stark", "martell", "lannister", "greyjoy"),
        areas={
            "winterfell": stack("stark", "march-zero", footman=1),
            "karhold": stack("stark", "march-minus-one", footman=1),
            "sunspear": stack("martell", "march-zero", footman=1),
            "yronwood": stack("stark", footman=1),
            "lannisport": stack("lannister", "march-zero", footman=1),
            "seagard": stack("greyjoy", "march-zero", footman=1),
        },
        seats={"martell": {"hand": ["doran-martell"], "discards": others}},
    )
    play(match, "stark: start winterfell", "stark: done")
    play(match, "martell: march sunspear: footman > yronwood")
    until(match, ["doran-martell"])
    play(match, "martell: track iron-throne")
    until(match, ["march"])
    assert match.state.tracks[0] == [seat_of(match, h) for h in ("martell", "lannister", "greyjoy", "stark")]
    acting = []
    for _ in range(3):
        ((house, _),) = asked(match).items()
        acting.append(house)
        play(match, f"{house}: {options(match, house)[0]}")
    assert acting == ["greyjoy", "stark", "lannister"]


@pytest.mark.rule("thrones:march.4", "thrones:march.5", "thrones:map.1", "thrones:map.2", "thrones:ports.2")
def test_land_units_keep_to_land_and_ships_to_water() -> None:
    """Land units reach adjacent land only, ships adjacent seas and own ports; rivers part, bridges join."""
    match = scene(
        areas={
            "moat-cailin": stack("stark", "march-zero", footman=1),
            "seagard": stack("greyjoy", footman=1),
            "narrow-sea": stack("stark", "march-minus-one", ship=1),
        },
    )
    play(match, "stark: start moat-cailin")
    targets = {line.split(" > ")[1] for line in options(match, "stark")[1:]}
    assert targets == {
        "greywater-watch", "twins", "seagard", "white-harbor", "winterfell",
        # across the own ship
        "crackclaw-point", "eyrie", "fingers", "mountains-of-the-moon", "widows-watch",
    }  # fmt: skip  # several to a line
    assert refused(match, "stark: march moat-cailin: footman > narrow-sea").rule == "thrones:march.5"
    assert refused(match, "stark: march moat-cailin: footman > flints-finger").rule == "thrones:march.4"
    assert AREA["flints-finger"] not in ADJACENT_SETS[AREA["moat-cailin"]]
    play(match, "stark: done")
    assert refused(match, "stark: march narrow-sea: ship > moat-cailin").rule == "thrones:march.5"
    assert refused(match, "stark: march narrow-sea: ship > bay-of-ice").rule == "thrones:march.4"
    assert refused(match, "stark: march narrow-sea: ship > white-harbor-port").rule == "thrones:ports.7"
    assert {line.split(" > ")[1] for line in options(match, "stark")[1:]} == {"shipbreaker-bay", "shivering-sea"}


@pytest.mark.rule(
    "thrones:transport.1", "thrones:transport.2", "thrones:transport.3", "thrones:transport.4", "thrones:transport.5",
    "thrones:map.3",
)  # fmt: skip  # several to a line
def test_example_of_ship_transport() -> None:
    """Three Tyrell ships in a row carry units from Highgarden to Sunspear; orders and routs do not matter."""
    areas = {
        "highgarden": stack("tyrell", "march-zero", footman=2),
        "redwyne-straights": ship("tyrell", "raid"),
        "west-summer-sea": {"house": "tyrell", "routed": {"ship": 1}},
        "east-summer-sea": ship("tyrell"),
    }
    match = scene(areas=areas)
    play(match, "tyrell: march highgarden: footman > sunspear", "tyrell: march highgarden: footman > arbor")
    match = scene(areas=areas | {"west-summer-sea": ship("greyjoy")})
    assert refused(match, "tyrell: march highgarden: footman > sunspear").reason.id == "refuse.march.out-of-reach"
    play(match, "tyrell: march highgarden: footman > arbor")


@pytest.mark.rule("thrones:ruling.32", "thrones:transport.1", "thrones:transport.7")
def test_ships_in_ports_are_no_bridge_and_no_cargo() -> None:
    """A ship in port carries nobody, and ships are not carried."""
    match = scene(
        areas={
            "dragonstone": stack("baratheon", "march-zero", footman=1),
            "dragonstone-port": stack("baratheon", "march-minus-one", ship=1),
            "blackwater-bay": ship("baratheon"),
        },
    )
    play(match, "baratheon: start dragonstone")
    assert options(match, "baratheon") == ["done", "march dragonstone-port: ship > shipbreaker-bay"]
    assert refused(match, "baratheon: march dragonstone-port: ship > blackwater-bay").rule == "thrones:march.4"


@pytest.mark.rule("thrones:ruling.31", "thrones:neutral.11")
def test_nobody_crosses_or_enters_an_area_with_a_dash() -> None:
    """An area closed for the whole game is no target, and no way to its neighbors."""
    match = scene(
        houses=("baratheon", "lannister", "stark"),
        areas={
            "kingswood": stack("baratheon", "march-zero", footman=1),
            "storms-end": {"neutral": -1},
            "storms-end-port": {"neutral": -1},
            "boneway": {"neutral": -1},
            "shipbreaker-bay": stack("baratheon", "march-minus-one", ship=1),
        },
    )
    play(match, "baratheon: start kingswood")
    assert refused(match, "baratheon: march kingswood: footman > storms-end").rule == "thrones:neutral.11"
    assert refused(match, "baratheon: march kingswood: footman > boneway").rule == "thrones:neutral.11"
    assert refused(match, "baratheon: march kingswood: footman > yronwood").rule == "thrones:march.4"
    play(match, "baratheon: done")
    assert refused(match, "baratheon: march shipbreaker-bay: ship > storms-end-port").rule == "thrones:neutral.11"


@pytest.mark.rule(
    "thrones:march.6", "thrones:march.7", "thrones:march.8", "thrones:transport.6", "thrones:ruling.28",
    "thrones:garrison.3", "thrones:neutral.10",
)  # fmt: skip  # several to a line
def test_one_fight_a_march_after_all_other_moves() -> None:
    """Units, a garrison and a neutral force are fights, only one is allowed; the attackers wait at home."""
    match = scene(
        areas={
            "riverrun": stack("greyjoy", "march-zero", footman=4),
            "lannisport": {"garrison": 2},
            "stoney-sept": stack("stark", footman=1),
            "harrenhal": {"neutral": 1},
        },
        seats={"greyjoy": {"supply": 6}},
    )
    play(match, "greyjoy: march riverrun: footman footman > lannisport")
    assert refused(match, "greyjoy: march riverrun: footman > stoney-sept").rule == "thrones:march.6"
    assert refused(match, "greyjoy: march riverrun: footman > harrenhal").rule == "thrones:neutral.10"
    assert refused(match, "greyjoy: march riverrun: footman > lannisport").rule == "thrones:march.3"
    play(match, "greyjoy: march riverrun: footman footman > seagard")
    assert asked(match) == {"greyjoy": "secure"}
    play(match, "greyjoy: secure riverrun")
    assert told(match, "combat-began")[0].units == ("footman", "footman")
    assert told(match, "combat-began")[0].defender == "lannister"
    assert units(match, "riverrun") == {"footman": 2}
    assert units(match, "seagard") == {"footman": 2}
    assert power_in(match, "riverrun") == "greyjoy"


@pytest.mark.rule("thrones:routed.5", "thrones:march.2")
def test_routed_units_stay() -> None:
    """Only units that stand can march; the area is not left while a routed unit is there."""
    match = scene(
        areas={"winterfell": stack("stark", "march-zero", footman=1) | {"routed": {"footman": 1, "knight": 1}}},
    )
    assert refused(match, "stark: march winterfell: knight > karhold").rule == "thrones:routed.5"
    assert refused(match, "stark: march winterfell: footman footman > karhold").rule == "thrones:routed.5"
    assert refused(match, "stark: march winterfell: siege-engine > karhold").reason.id == "refuse.march.not-there"
    play(match, "stark: march winterfell: footman > karhold")
    assert asked(match).get("stark") != "secure"
    assert holder(match, "winterfell") == "stark"


@pytest.mark.rule("thrones:march.2")
def test_groups_are_written_in_one_way() -> None:
    """A group has units, in the order of their kinds."""
    match = scene(areas={"karhold": stack("stark", "march-zero", footman=1, knight=1)})
    assert (
        refused(match, "stark: march karhold: knight footman > winterfell").reason.id == "refuse.march.order-of-units"
    )
    assert refused(match, "stark: march winterfell: footman > karhold").reason.id == "refuse.march.other-area"
    assert "march karhold: footman knight > winterfell" in options(match, "stark")


# Supply


@pytest.mark.rule("thrones:supply.7")
def test_a_single_unit_joins_no_army_at_its_limit() -> None:
    """At supply 0 armies have two units, and a third is neither offered nor allowed to join one."""
    areas = {"winterfell": stack("stark", "march-zero", footman=1), "karhold": stack("stark", footman=2)}
    match = scene(areas=areas, seats={"stark": {"supply": 0}})
    assert "march winterfell: footman > white-harbor" in options(match, "stark")
    assert "march winterfell: footman > karhold" not in options(match, "stark")
    assert refused(match, "stark: march winterfell: footman > karhold").rule == "thrones:supply.7"


@pytest.mark.rule("thrones:supply.7")
def test_as_many_units_join_an_army_as_supply_allows() -> None:
    """At supply 1 an army has three units."""
    areas = {"winterfell": stack("stark", "march-zero", footman=2), "karhold": stack("stark", footman=2)}
    match = scene(areas=areas, seats={"stark": {"supply": 1}})
    assert "march winterfell: footman > karhold" in options(match, "stark")
    assert "march winterfell: footman footman > karhold" not in options(match, "stark")


@pytest.mark.rule("thrones:ruling.27", "thrones:supply.7")
def test_supply_is_checked_group_by_group_with_the_attackers_at_home() -> None:
    """With armies of 3 and 2 allowed, four groups of one stack are judged one after another."""
    areas = {
        "winterfell": stack("stark", "march-zero", footman=3),
        "karhold": stack("stark", footman=1),
        "castle-black": stack("stark", footman=2),
    }
    match = scene(areas=areas, seats={"stark": {"supply": 1}})
    # 3, 2 allowed: one to Karhold leaves armies of 2, 2 and 2
    assert refused(match, "stark: march winterfell: footman > karhold").rule == "thrones:supply.7"
    # two there leave 3 in Karhold and 2 in Castle Black
    play(match, "stark: march winterfell: footman footman > karhold", "stark: done")
    assert units(match, "karhold") == {"footman": 3}


@pytest.mark.rule("thrones:ruling.27")
def test_supply_counts_an_attack_as_won_and_as_lost() -> None:
    """A peaceful group must fit with the attackers at home and with their attack won."""
    areas = {
        "winterfell": stack("stark", "march-zero", footman=4),
        "moat-cailin": stack("greyjoy", footman=1),
        "karhold": stack("stark", footman=1),
    }
    match = scene(areas=areas, seats={"stark": {"supply": 5}})  # armies of 4, 3, 2, 2
    play(match, "stark: march winterfell: footman footman > moat-cailin")
    play(match, "stark: march winterfell: footman > karhold")  # 3 and 2 at home; 1, 2, 2 if the attack is won
    match = scene(areas=areas, seats={"stark": {"supply": 0}})  # armies of 2, 2
    assert refused(match, "stark: march winterfell: footman footman footman > moat-cailin").rule == "thrones:supply.7"
    play(match, "stark: march winterfell: footman footman > moat-cailin")
    # 3 at home and 2 in Karhold if the attackers come back
    assert refused(match, "stark: march winterfell: footman > karhold").rule == "thrones:supply.7"
    # a footman alone in an empty area makes no army anywhere
    play(match, "stark: march winterfell: footman > stony-shore")


# Control


@pytest.mark.rule(
    "thrones:secure.1", "thrones:secure.3", "thrones:secure.8", "thrones:secure.9", "thrones:march.10",
    "thrones:control.1", "thrones:secure.10",
)  # fmt: skip  # several to a line
def test_leaving_an_area_it_can_be_secured() -> None:
    """A token keeps control; without one in hand, or with one there, nothing is asked; a token stays for good."""
    areas = {"karhold": stack("stark", "march-zero", footman=1)}
    match = scene(areas=areas)
    play(match, "stark: march karhold: footman > winterfell")
    assert options(match, "stark") == ["pass", "secure karhold"]
    assert refused(match, "stark: secure winterfell").rule == "thrones:secure.10"
    play(match, "stark: secure karhold")
    assert (power_in(match, "karhold"), available(match, "stark")) == ("stark", 4)
    with_a_token = {"karhold": areas["karhold"] | {"power": "stark"}}
    for match in (scene(areas=areas, seats={"stark": {"available": 0}}), scene(areas=with_a_token)):
        play(match, "stark: march karhold: footman > winterfell")
        assert "secure" not in asked(match).values()
        assert told(match, "control-secured") == []


@pytest.mark.rule("thrones:secure.2", "thrones:home.1")
def test_no_token_at_sea_nor_on_the_own_crest() -> None:
    """Leaving a sea or the own home area, nothing is asked."""
    match = scene(
        areas={
            "winterfell": stack("stark", "march-zero", footman=1),
            "narrow-sea": stack("stark", "march-minus-one", ship=1),
        },
    )
    play(match, "stark: start winterfell", "stark: march winterfell: footman > karhold")
    play(match, "stark: march narrow-sea: ship > shivering-sea")
    assert told(match, "control-secured") == []
    assert match.state.step != "march"


@pytest.mark.rule("thrones:secure.5", "thrones:secure.6", "thrones:home.2", "thrones:control.1")
def test_marching_on_a_token_or_crest_is_no_fight() -> None:
    """An enemy token goes back to its pool; an enemy home area with nothing but its crest is just entered."""
    match = scene(
        areas={
            "karhold": stack("stark", "march-zero", footman=2),
            "castle-black": {"power": "greyjoy"},
        },
        seats={"stark": {"supply": 6}},
    )
    play(match, "stark: march karhold: footman > castle-black", "stark: done")
    assert (holder(match, "castle-black"), power_in(match, "castle-black")) == ("stark", None)
    assert available(match, "greyjoy") == 5
    assert [(e.house, e.area) for e in told(match, "power-returned")] == [("greyjoy", "castle-black")]
    match = scene(areas={"riverrun": stack("stark", "march-zero", footman=1)})
    play(match, "stark: march riverrun: footman > lannisport", "stark: pass")
    assert told(match, "combat-began") == []
    assert holder(match, "lannisport") == "stark"


@pytest.mark.rule("thrones:home.3", "thrones:home.1")
def test_a_home_area_left_without_token_falls_back() -> None:
    """When the enemy leaves Lannisport unsecured, Lannister controls it again at once."""
    match = scene(areas={"lannisport": stack("stark", "march-zero", footman=1)})
    play(match, "stark: march lannisport: footman > riverrun")
    assert asked(match) == {"stark": "secure"}
    play(match, "stark: pass")
    assert [(e.house, e.area) for e in told(match, "home-regained")] == [("lannister", "lannisport")]
    match = scene(areas={"lannisport": stack("stark", "march-zero", footman=1)})
    play(match, "stark: march lannisport: footman > riverrun", "stark: secure lannisport")
    assert told(match, "home-regained") == []
    assert power_in(match, "lannisport") == "stark"


@pytest.mark.rule("thrones:secure.4", "thrones:march.8", "thrones:ruling.58")
def test_the_token_is_decided_before_the_combat_and_a_crest_bars_the_way_back() -> None:
    """Attackers who left an enemy home area without a token have nowhere to go when beaten."""
    match = scene(
        areas={
            "lannisport": stack("stark", "march-minus-one", footman=1),
            "riverrun": stack("greyjoy", "defense-plus-two", knight=2),
        },
    )
    play(match, "stark: march lannisport: footman > riverrun")
    assert asked(match) == {"stark": "secure"}
    assert told(match, "combat-began") == []
    play(match, "stark: pass")
    assert [e.house for e in told(match, "home-regained")] == ["lannister"]
    assert len(told(match, "combat-began")) == 1
    for _ in range(20):
        if not match.asking or "march" not in match.state.step:
            break
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[0])
    assert units(match, "lannisport") == {}
    assert units(match, "lannisport", routed=True) == {}


@pytest.mark.rule("thrones:ruling.33", "thrones:action.2")
def test_orders_of_areas_left_empty_are_removed_after_each_march() -> None:
    """The march order goes with the units; no order lies in an area without units."""
    match = scene(
        areas={
            "karhold": stack("stark", "march-zero", footman=1),
            "castle-black": stack("stark", "support-zero", footman=1),
            "winterfell": stack("greyjoy", "march-zero", footman=1),
        },
    )
    play(match, "stark: march karhold: footman > castle-black", "stark: pass")
    assert order_in(match, "karhold") is None
    assert order_in(match, "castle-black") == "support-zero"
