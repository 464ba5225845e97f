"""Each limit of the board game on both sides of its border: the last that is allowed, the first that is not.

The numbers are those of the printed map, cards, tracks and tokens, written down here once more: a wrong one in the data
fails here, too.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from banneret.games.thrones.content.board import AREA, AREAS, LAND_AREAS, LAND_NEIGHBOURS
from banneret.games.thrones.content.components import (
    CARDS,
    ORDER,
    ORDER_COUNT,
    ORDER_MODIFIER,
    ORDER_SPECIAL,
    SETUPS,
)
from banneret.kernel.rulebook import PositionError
from tests.games.thrones.boards import stack
from tests.games.thrones.phase import attack, card_of, supply_of
from tests.games.thrones.scene import SIX, asked, available, options, play, refused, scene, told

ICONS: Final = {
    # land area: barrels, crowns, points of mustering
    "arbor": (0, 1, 0), "blackwater": (2, 0, 0), "boneway": (0, 1, 0), "castle-black": (0, 1, 0),
    "crackclaw-point": (0, 0, 1), "dornish-marches": (0, 1, 0), "dragonstone": (1, 1, 2),
    "eyrie": (1, 1, 1), "fingers": (1, 0, 0), "flints-finger": (0, 0, 1), "greywater-watch": (1, 0, 0),
    "harrenhal": (0, 1, 1), "highgarden": (2, 0, 2), "karhold": (0, 1, 0), "kings-landing": (0, 2, 2),
    "kingswood": (1, 1, 0), "lannisport": (2, 0, 2), "moat-cailin": (0, 0, 1),
    "mountains-of-the-moon": (1, 0, 0), "oldtown": (0, 0, 2), "princes-pass": (1, 1, 0), "pyke": (1, 1, 2),
    "reach": (0, 0, 1), "riverrun": (1, 1, 2), "salt-shore": (1, 0, 0), "seagard": (1, 1, 2),
    "searoad-marches": (1, 0, 0), "starfall": (1, 0, 1), "stoney-sept": (0, 1, 0),
    "stony-shore": (1, 0, 0), "storms-end": (0, 0, 1), "sunspear": (1, 1, 2), "three-towers": (1, 0, 0),
    "twins": (0, 1, 0), "white-harbor": (0, 0, 1), "widows-watch": (1, 0, 0), "winterfell": (1, 1, 2),
    "yronwood": (0, 0, 1),
}  # fmt: skip  # several to a line
HOUSE_CARDS: Final = {
    # house card: strength, swords, towers
    "eddard-stark": (4, 2, 0), "robb-stark": (3, 0, 0), "roose-bolton": (2, 0, 0),
    "greatjon-umber": (2, 1, 0), "ser-rodrick-cassel": (1, 0, 2), "the-blackfish": (1, 0, 0),
    "catelyn-stark": (0, 0, 0), "euron-crows-eye": (4, 1, 0), "victarion-greyjoy": (3, 0, 0),
    "balon-greyjoy": (2, 0, 0), "theon-greyjoy": (2, 0, 0), "dagmar-cleftjaw": (1, 1, 1),
    "asha-greyjoy": (1, 0, 0), "aeron-damphair": (0, 0, 0), "tywin-lannister": (4, 0, 0),
    "ser-gregor-clegane": (3, 3, 0), "ser-jaime-lannister": (2, 1, 0), "the-hound": (2, 0, 2),
    "ser-kevan-lannister": (1, 0, 0), "tyrion-lannister": (1, 0, 0), "cersei-lannister": (0, 0, 0),
    "the-red-viper": (4, 2, 1), "areo-hotah": (3, 0, 1), "darkstar": (2, 1, 0), "obara-sand": (2, 1, 0),
    "arianne-martell": (1, 0, 0), "nymeria-sand": (1, 0, 0), "doran-martell": (0, 0, 0),
    "mace-tyrell": (4, 0, 0), "ser-loras-tyrell": (3, 0, 0), "randyll-tarly": (2, 1, 0),
    "ser-garlan-tyrell": (2, 2, 0), "margaery-tyrell": (1, 0, 1), "alester-florent": (1, 0, 1),
    "queen-of-thorns": (0, 0, 0), "stannis-baratheon": (4, 0, 0), "renly-baratheon": (3, 0, 0),
    "ser-davos-seaworth": (2, 0, 0), "brienne-of-tarth": (2, 1, 1), "salladhor-saan": (1, 0, 0),
    "melisandre": (1, 1, 0), "patchface": (0, 0, 0),
}  # fmt: skip  # several to a line
START: Final = 5
"""Power tokens at the start."""
STARS: Final = {3: (3, 2, 1), 4: (3, 2, 1, 0), 5: (3, 3, 2, 1, 0), 6: (3, 3, 2, 1, 0, 0)}
NEUTRAL: Final = {
    3: {
        "eyrie": 6, "kings-landing": 5,
    },
    4: {
        "boneway": 3, "dornish-marches": 3, "eyrie": 6, "kings-landing": 5, "oldtown": 3,
        "princes-pass": 3, "salt-shore": 3, "starfall": 3, "storms-end": 4, "sunspear": 5,
        "three-towers": 3, "yronwood": 3,
    },
    5: {
        "boneway": 3, "eyrie": 6, "kings-landing": 5, "princes-pass": 3, "salt-shore": 3, "starfall": 3,
        "sunspear": 5, "three-towers": 3, "yronwood": 3,
    },
    6: {
        "eyrie": 6, "kings-landing": 5,
    },
}  # fmt: skip  # several to a line
PIECES: Final = {"footman": 10, "knight": 5, "ship": 6, "siege-engine": 2}
ORDERS: Final = {
    # order token: number of each house, modifier, special
    "march-minus-one": (1, -1, False),
    "march-zero": (1, 0, False),
    "march-plus-one": (1, 1, True),
    "defense-plus-one": (2, 1, False),
    "defense-plus-two": (1, 2, True),
    "support-zero": (2, 0, False),
    "support-plus-one": (1, 1, True),
    "raid": (2, 0, False),
    "special-raid": (1, 0, True),
    "consolidate-power": (2, 0, False),
    "special-consolidate-power": (1, 0, True),
}


def test_the_tables_name_every_area_card_and_token() -> None:
    assert set(ICONS) == {AREAS[area] for area in LAND_AREAS}
    assert {id: (card.strength, card.swords, card.towers) for id, card in CARDS.items()} == HOUSE_CARDS
    tokens = zip(ORDER_COUNT, ORDER_MODIFIER, ORDER_SPECIAL, strict=True)
    assert dict(zip(ORDER, tokens, strict=True)) == ORDERS
    assert {seats: {AREAS[area]: n for area, n in setup.neutral.items()} for seats, setup in SETUPS.items()} == NEUTRAL


@pytest.mark.rule("thrones:power.1", "thrones:orders.6")
@pytest.mark.parametrize("area", ICONS)
def test_an_order_brings_one_token_and_one_for_each_crown_of_its_area(area: str) -> None:
    match = scene("power", areas={area: stack("stark", "consolidate-power", footman=1)})
    assert available(match, "stark") == START + 1 + ICONS[area][1]


@pytest.mark.rule("thrones:power.1")
@pytest.mark.parametrize("before", [17, 18, 19])
def test_a_house_has_twenty_power_tokens(before: int) -> None:
    """An order in King's Landing brings three of them, or as many as are left."""
    king = {"kings-landing": stack("stark", "consolidate-power", footman=1)}
    assert available(scene("power", areas=king, seats={"stark": {"available": before}}), "stark") == 20
    with pytest.raises(PositionError, match="available"):
        scene("power", seats={"stark": {"available": 21}})


@pytest.mark.rule("thrones:supply.1", "thrones:home.1")
@pytest.mark.parametrize("area", ICONS)
def test_each_barrel_of_an_area_is_a_place_of_the_supply_track(area: str) -> None:
    """The crest holds Winterfell as well."""
    match = card_of(1, "supply", houses=SIX, areas={area: stack("stark", footman=1)})
    assert supply_of(match, "stark") == sum(ICONS[held][0] for held in {area, "winterfell"})


@pytest.mark.rule("thrones:mustering.2", "thrones:mustering.3")
@pytest.mark.parametrize("area", ICONS)
def test_an_area_musters_for_its_points_and_no_more(area: str) -> None:
    tracks = {"iron-throne": ["stark", *(house for house in SIX if house != "stark")]}
    areas = {area: stack("stark", footman=1)}
    match = card_of(1, "mustering", houses=SIX, areas=areas, tracks=tracks, seats={"stark": {"supply": 6}})
    knight, footman = f"muster {area}: knight > {area}", f"muster {area}: footman > {area}"
    points = ICONS[area][2]
    assert (footman in options(match, "stark")) is (points > 0)
    assert (knight in options(match, "stark")) is (points > 1)
    for _ in range(points):
        play(match, f"stark: {footman}")
    if asked(match).get("stark") == "muster":
        assert refused(match, f"stark: {footman}").rule == ("thrones:mustering.3" if points else "thrones:mustering.2")


@pytest.mark.rule("thrones:neutral.2", "thrones:neutral.3")
@pytest.mark.parametrize(("seats", "area"), [(seats, area) for seats, there in NEUTRAL.items() for area in there])
def test_a_neutral_force_yields_to_its_strength_and_to_no_less(seats: int, area: str) -> None:
    setup = SETUPS[seats]
    here, house = AREA[area], setup.houses[0]
    origin = next(AREAS[near] for near in LAND_NEIGHBOURS[here] if near not in setup.blocked)
    for strength in (NEUTRAL[seats][area], NEUTRAL[seats][area] - 1):
        footmen, knights = strength % 2, strength // 2
        attackers = stack(house, "march-zero", **({"footman": 1} if footmen else {}), knight=knights)
        match = scene(houses=setup.houses, areas={origin: attackers, area: {"neutral": setup.neutral[here]}})
        march = f"march {origin}: {' '.join(['footman'] * footmen + ['knight'] * knights)} > {area}"
        if strength == NEUTRAL[seats][area]:
            assert march in options(match, house)
        else:
            assert refused(match, f"{house}: {march}").rule == "thrones:neutral.2"


FIVE: Final = ("kingswood", "crackclaw-point", "dragonstone", "blackwater", "storms-end")
SPECIAL: Final = [id for id, (_, _, special) in ORDERS.items() if special]


@pytest.mark.rule("thrones:special.1", "thrones:kings-court.1", "thrones:kings-court.3", "thrones:planning.5")
@pytest.mark.parametrize(
    ("seats", "place"), [(seats, place) for seats, of in STARS.items() for place in range(len(of))]
)
def test_a_place_at_court_allows_as_many_special_orders_as_it_has_stars(seats: int, place: int) -> None:
    houses = SETUPS[seats].houses
    court = [house for house in houses if house != "baratheon"]
    court.insert(place, "baratheon")
    areas = {area: stack("baratheon", footman=1) for area in FIVE}
    match = scene("planning", houses=houses, areas=areas, tracks={"kings-court": court})
    stars = STARS[seats][place]
    for area, order in zip(FIVE[:stars], SPECIAL[:stars], strict=True):
        play(match, f"baratheon: order {area} {order}")
    assert refused(match, f"baratheon: order {FIVE[stars]} {SPECIAL[stars]}").rule == "thrones:kings-court.3"


@pytest.mark.rule("thrones:orders.8", "thrones:planning.5")
@pytest.mark.parametrize("order", ORDERS)
def test_a_house_places_as_many_orders_of_a_kind_as_it_has_tokens(order: str) -> None:
    areas = {area: stack("baratheon", footman=1) for area in FIVE}
    match = scene("planning", areas=areas, tracks={"kings-court": list(SIX)})
    number = ORDERS[order][0]
    for area in FIVE[:number]:
        play(match, f"baratheon: order {area} {order}")
    assert refused(match, f"baratheon: order {FIVE[number]} {order}").rule == "thrones:orders.8"


@pytest.mark.rule("thrones:limits.1")
@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("kind", PIECES)
def test_a_house_musters_as_many_pieces_as_the_box_has(kind: str, left: int) -> None:
    where = ("narrow-sea", "ironmans-bay", "sunset-sea") if kind == "ship" else ("karhold", "twins", "widows-watch")
    number, areas = PIECES[kind] - left, {}
    for area, size in zip((*where, "stony-shore"), (4, 3, 2, 1), strict=False):
        if here := min(number, size):
            areas[area] = stack("stark", None, **{kind.replace("-", "_"): here})
            number -= here
    tracks = {"iron-throne": ["stark", *(house for house in SIX if house != "stark")]}
    match = card_of(1, "mustering", houses=SIX, areas=areas, tracks=tracks, seats={"stark": {"supply": 6}})
    muster = f"muster winterfell: {kind} > {'bay-of-ice' if kind == 'ship' else 'winterfell'}"
    if left:
        assert muster in options(match, "stark")
    else:
        assert refused(match, f"stark: {muster}").rule == "thrones:limits.1"


CASTLES: Final = ("flints-finger", "eyrie", "seagard", "riverrun", "harrenhal")
"""Castle areas of nobody at first."""


@pytest.mark.rule("thrones:aim.2", "thrones:ruling.2")
@pytest.mark.parametrize("held", [5, 6])
def test_the_seventh_castle_or_stronghold_wins_at_once(held: int) -> None:
    """Winterfell counts for its crest, and the march takes Moat Cailin."""
    areas: dict[str, Any] = {area: {"power": "stark"} for area in CASTLES[: held - 1]}
    match = scene(areas=areas | {"greywater-watch": stack("stark", "march-zero", footman=1)})
    play(match, "stark: march greywater-watch: footman > moat-cailin", "stark: pass")
    assert (match.outcome is not None) is (held == 6)


@pytest.mark.rule("thrones:wildlings.3", "thrones:wildlings.4")
@pytest.mark.parametrize("threat", [2, 4, 6, 8, 10, 12])
@pytest.mark.parametrize("short", [0, 1])
def test_bids_as_high_as_the_threat_repel_the_wildlings(threat: int, short: int) -> None:
    bids = {"baratheon": threat // 2, "lannister": threat - threat // 2 - short, "stark": 0}
    match = attack("massing-on-the-milkwater", bids, threat=threat)
    (event,) = told(match, "wildling-bids")
    assert event.winner == ("wildlings" if short else "nights-watch")
