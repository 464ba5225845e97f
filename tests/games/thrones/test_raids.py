"""Raid orders: the rulebook's five raids, who can raid what, pillaging."""

import pytest

from banneret.games.thrones.content.board import AREA, AREAS, KIND, LAND, PORT, SEA, SEA_OF
from banneret.games.thrones.rules.action.raids import REACH
from tests.games.thrones.scene import asked, available, options, order_in, play, refused, scene, told

FIVE = ("greyjoy", "stark", "lannister", "baratheon", "tyrell")


def one(house: str, order: str | None = None, unit: str = "footman") -> dict[str, object]:
    """A single unit with an order."""
    return {"house": house, "units": {unit: 1}, "order": order}


@pytest.mark.rule(
    "thrones:raid.1", "thrones:raid.2", "thrones:raid.3", "thrones:raid.6", "thrones:raid.8", "thrones:raid.9",
    "thrones:special.5", "thrones:orders.1", "thrones:action.1", "thrones:action.2",
)  # fmt: skip  # several to a line
def test_example_of_five_raids() -> None:
    """Five raids in turn order: a pillage, a raided raid, a defense order, and one without a target."""
    match = scene(
        "raid",
        houses=FIVE,
        areas={
            "reach": one("lannister", "raid"),
            "sunset-sea": one("lannister", "raid", "ship"),
            "west-summer-sea": one("greyjoy", "raid", "ship"),
            "dornish-marches": one("tyrell", "raid"),
            "highgarden": one("tyrell", "consolidate-power"),
            "stoney-sept": one("baratheon", "special-raid"),
            "lannisport": one("lannister", "defense-plus-one"),
        },
    )
    play(match, "greyjoy: raid west-summer-sea > highgarden")
    assert (available(match, "greyjoy"), available(match, "tyrell")) == (6, 4)
    assert asked(match) == {"lannister": "raid"}
    play(match, "lannister: raid reach > dornish-marches")
    play(match, "baratheon: raid stoney-sept > lannisport")
    assert [order_in(match, area) for area in AREAS] == [None] * len(AREAS)
    assert [(e.house, e.area, e.rule) for e in told(match, "raid-dropped")] == [
        ("lannister", "sunset-sea", "thrones:raid.9")
    ]
    assert [e.rule for e in told(match, "raided")] == ["thrones:raid.2", "thrones:raid.2", "thrones:special.5"]
    assert match.state.step != "raid"


@pytest.mark.rule("thrones:action.1")
def test_raids_marches_and_power_orders_follow_each_other() -> None:
    """Every step begins with the first house on the Iron Throne track that has such an order."""
    match = scene(
        "raid",
        houses=FIVE,
        areas={
            "west-summer-sea": one("greyjoy", "raid", "ship"),
            "highgarden": one("tyrell", "consolidate-power"),
            "seagard": one("greyjoy", "march-zero"),
            "karhold": one("baratheon", "march-zero"),
            "pyke": one("greyjoy", "special-consolidate-power"),
            "winterfell": one("baratheon", "special-consolidate-power"),
        },
    )
    play(match, "greyjoy: raid west-summer-sea > highgarden")
    assert asked(match) == {"greyjoy": "march"}
    play(match, "greyjoy: march seagard: footman > riverrun", "greyjoy: pass")
    play(match, "baratheon: march karhold: footman > castle-black", "baratheon: pass")
    assert asked(match) == {"greyjoy": "power"}
    play(match, "greyjoy: gain pyke", "baratheon: gain winterfell")
    assert told(match, "orders-cleared") != []


@pytest.mark.rule("thrones:raid.4", "thrones:raid.7", "thrones:ruling.12", "thrones:terms.8")
def test_pillaging_gives_even_if_there_is_nothing_to_take() -> None:
    """The pillager gains one also from a house without tokens, at sea too; without a pool it gains nothing."""
    areas = {"sunset-sea": one("stark", "raid", "ship"), "golden-sound": one("lannister", "consolidate-power", "ship")}
    match = scene("raid", areas=areas, seats={"lannister": {"available": 0}})
    play(match, "stark: raid sunset-sea > golden-sound")
    assert (available(match, "stark"), available(match, "lannister")) == (6, 0)
    match = scene("raid", areas=areas, seats={"stark": {"available": 20}})
    play(match, "stark: raid sunset-sea > golden-sound")
    assert (available(match, "stark"), available(match, "lannister")) == (20, 4)
    assert [(e.gained, e.lost) for e in told(match, "pillaged")] == [(0, 1)]


@pytest.mark.rule("thrones:raid.10", "thrones:raid.2", "thrones:special.5")
def test_raiding_is_voluntary_and_never_touches_marches_or_own_orders() -> None:
    """A raid may be dropped; marches, own orders and (for a normal raid) defense orders are no targets."""
    match = scene(
        "raid",
        areas={
            "winterfell": one("stark", "raid"),
            "karhold": one("stark", "support-zero"),
            "castle-black": one("greyjoy", "march-zero"),
            "moat-cailin": one("greyjoy", "defense-plus-two"),
            "white-harbor": one("greyjoy", "support-plus-one"),
        },
    )
    assert options(match, "stark") == ["drop-raid winterfell", "raid winterfell > white-harbor"]
    assert refused(match, "stark: raid winterfell > karhold").reason.id == "refuse.raid.own-order"
    assert refused(match, "stark: raid winterfell > castle-black").reason.id == "refuse.raid.march"
    assert refused(match, "stark: raid winterfell > moat-cailin").rule == "thrones:special.5"
    assert refused(match, "stark: raid winterfell > stony-shore").reason.id == "refuse.raid.no-order"
    assert refused(match, "stark: raid winterfell > seagard").reason.id == "refuse.raid.not-adjacent"
    assert refused(match, "stark: drop-raid karhold").rule == "thrones:raid.1"
    play(match, "stark: drop-raid winterfell")
    assert order_in(match, "white-harbor") == "support-plus-one"
    assert [e.rule for e in told(match, "raid-dropped")] == ["thrones:raid.10"]


@pytest.mark.rule("thrones:raid.9", "thrones:raid.1")
def test_a_house_chooses_which_raid_without_a_target_goes_first() -> None:
    """What is left on the board can still be raided, so the order is the house's."""
    areas = {"winterfell": one("stark", "raid"), "karhold": one("stark", "raid"), "seagard": one("greyjoy", "raid")}
    match = scene("raid", areas=areas)
    assert options(match, "stark") == ["drop-raid karhold", "drop-raid winterfell"]
    play(match, "stark: drop-raid winterfell")
    assert (order_in(match, "winterfell"), match.state.step != "raid") == (None, True)
    assert {e.rule for e in told(match, "raid-dropped")} == {"thrones:raid.9"}
    assert next(e.area for e in told(match, "raid-dropped")) == "winterfell"


@pytest.mark.rule("thrones:raid.5", "thrones:ports.10", "thrones:ports.11")
def test_land_raids_land_and_a_port_raids_its_sea() -> None:
    """Land raids neither sea nor port, a port only its sea, the sea everything beside it."""
    for area, reach in enumerate(REACH):
        kinds = {KIND[target] for target in reach}
        if KIND[area] == LAND:
            assert kinds <= {LAND}
        elif KIND[area] == PORT:
            assert reach == (SEA_OF[area],)
        else:
            assert {LAND, SEA} <= kinds
    assert AREA["winterfell-port"] in REACH[AREA["bay-of-ice"]]
    match = scene(
        "raid",
        areas={
            "winterfell": one("stark", "special-raid"),
            "winterfell-port": one("stark", "raid", "ship"),
            "bay-of-ice": one("greyjoy", "support-zero", "ship"),
        },
    )
    assert options(match, "stark")[2:] == ["raid winterfell-port > bay-of-ice"]
    assert refused(match, "stark: raid winterfell > bay-of-ice").rule == "thrones:raid.5"
    assert refused(match, "stark: raid winterfell > winterfell-port").rule == "thrones:ports.11"
    assert refused(match, "stark: raid winterfell-port > winterfell").rule == "thrones:ports.10"


@pytest.mark.rule("thrones:raid.2", "thrones:transport.8")
def test_ships_make_no_area_adjacent_for_raids() -> None:
    """Own ships between two coasts do not let a raid cross the sea."""
    match = scene(
        "raid",
        areas={
            "winterfell": one("stark", "raid"),
            "karhold": one("greyjoy", "support-zero"),
            "bay-of-ice": one("stark", None, "ship"),
            "flints-finger": one("greyjoy", "support-zero"),
        },
    )
    assert options(match, "stark")[1:] == ["raid winterfell > karhold"]


@pytest.mark.rule("thrones:ports.11", "thrones:ports.10")
def test_example_of_ports() -> None:
    """Martell's ship in the port of Sunspear raids the support order in the East Summer Sea; the sea could raid it."""
    match = scene(
        "raid",
        areas={
            "sunspear": one("martell"),
            "sunspear-port": one("martell", "raid", "ship"),
            "east-summer-sea": one("baratheon", "support-zero", "ship"),
        },
    )
    play(match, "martell: raid sunspear-port > east-summer-sea")
    assert (order_in(match, "sunspear-port"), order_in(match, "east-summer-sea")) == (None, None)
    match = scene(
        "raid",
        areas={
            "sunspear": one("martell"),
            "sunspear-port": one("martell", "support-zero", "ship"),
            "east-summer-sea": one("baratheon", "raid", "ship"),
        },
    )
    play(match, "baratheon: raid east-summer-sea > sunspear-port")
    assert order_in(match, "sunspear-port") is None


@pytest.mark.rule("thrones:raid.1", "thrones:ruling.1")
def test_houses_take_turns_one_raid_at_a_time() -> None:
    """Stark (first) raids, then Greyjoy, then Stark again."""
    match = scene(
        "raid",
        houses=("stark", "lannister", "greyjoy", "baratheon"),
        areas={
            "winterfell": one("stark", "raid"),
            "karhold": one("stark", "raid"),
            "moat-cailin": one("greyjoy", "special-raid"),
            "castle-black": one("greyjoy", "support-zero"),
            "white-harbor": one("stark", "support-zero"),
        },
    )
    turns = []
    for _ in range(3):
        ((house, _),) = asked(match).items()
        turns.append(house)
        play(match, f"{house}: {options(match, house)[0]}")
    assert turns == ["stark", "greyjoy", "stark"]
