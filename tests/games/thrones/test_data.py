"""The data files hold what is in the box, and the loader says where a file is wrong."""

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from banneret.games.thrones.content import board, components
from banneret.games.thrones.content.board import AREA, AREAS, KIND, LAND, PORT, SEA
from banneret.games.thrones.content.components import CARDS, CARDS_OF, HOUSES, SETUPS, WESTEROS
from banneret.games.thrones.content.datafile import DataError, DataFile

PAIRS = [(one, two) for one, others in enumerate(board.ADJACENT) for two in others if one < two]


# The map


def test_the_map_has_58_areas() -> None:
    assert len(AREAS) == len(AREA) == len(board.NAMES) == 58
    assert (len(board.LAND_AREAS), len(board.SEA_AREAS), len(board.PORT_AREAS)) == (38, 12, 8)
    assert list(AREAS[:38]) == sorted(AREAS[:38])
    assert len(board.ISLANDS) == 3


def test_fortifications_and_icons() -> None:
    assert Counter(board.MUSTER_POINTS) == {0: 38, 1: 10, 2: 10}
    assert board.FORTIFIED == tuple(area for area in range(58) if board.MUSTER_POINTS[area])
    assert sum(board.SUPPLY) == 24
    assert sum(board.POWER) == 19


def test_adjacency_is_symmetric_and_of_the_right_size() -> None:
    assert all(one in board.ADJACENT_SETS[two] and two in board.ADJACENT_SETS[one] for one, two in PAIRS)
    assert len(PAIRS) == 143 == sum(map(len, board.ADJACENT)) // 2
    assert Counter(tuple(sorted((KIND[one], KIND[two]))) for one, two in PAIRS) == {
        (LAND, LAND): 63,
        (LAND, SEA): 52,
        (SEA, SEA): 12,
        (LAND, PORT): 8,
        (SEA, PORT): 8,
    }
    assert all(list(others) == sorted(others) for others in board.ADJACENT)


def test_the_map_is_connected() -> None:
    reached, frontier = {0}, [0]
    while frontier:
        new = board.ADJACENT_SETS[frontier.pop()] - reached
        reached |= new
        frontier += new
    assert len(reached) == 58


def test_neighbours_by_kind_add_up() -> None:
    assert sum(map(len, board.LAND_NEIGHBOURS)) == 2 * 63
    assert sum(map(len, board.SEA_NEIGHBOURS)) == 2 * 12
    assert sum(map(len, board.COASTS)) == 2 * 52
    assert sum(1 for area in board.LAND_AREAS if not board.COASTS[area]) == 6
    assert all(board.COASTS[port] == () for port in board.PORT_AREAS)


def test_a_port_links_a_land_area_with_a_sea() -> None:
    for area in range(58):
        if KIND[area] == PORT:
            land, sea = board.LAND_OF[area], board.SEA_OF[area]
            assert (KIND[land], KIND[sea]) == (LAND, SEA)
            assert board.PORT_OF[land] == area
            assert sea in board.COASTS[land]
        else:
            assert (board.LAND_OF[area], board.SEA_OF[area]) == (-1, -1)
    assert sum(port != -1 for port in board.PORT_OF) == 8


def test_areas_parted_by_water_do_not_touch() -> None:
    assert AREA["seagard"] in board.ADJACENT_SETS[AREA["riverrun"]]
    assert AREA["twins"] not in board.ADJACENT_SETS[AREA["riverrun"]]


# Houses, cards, tokens


def test_houses_live_in_strongholds() -> None:
    assert HOUSES == ("baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell")
    assert list(components.HOUSE_NAMES) == list(HOUSES)
    for house in HOUSES:
        home = components.HOME[house]
        assert board.HOME_OF[home] == house
        assert board.MUSTER_POINTS[home] == 2
    assert sum(owner is not None for owner in board.HOME_OF) == 6


def test_piece_limits() -> None:
    assert components.UNIT_LIMITS == (10, 5, 6, 2)
    assert components.UNIT_COST == (1, 2, 1, 2)
    assert components.UNIT_STRENGTH == (1, 2, 1, 0)
    assert components.UNIT_SIEGE_STRENGTH == (1, 2, 1, 4)
    assert (components.POWER_TOKENS, components.PORT_LIMIT) == (20, 3)


@pytest.mark.parametrize("house", HOUSES)
def test_each_house_has_seven_cards(house: str) -> None:
    assert sorted(CARDS[card].strength for card in CARDS_OF[house]) == [0, 1, 1, 2, 2, 3, 4]


def test_a_house_card_has_icons_or_a_text() -> None:
    assert len(CARDS) == 42
    texts = [card for card in CARDS.values() if card.summary]
    icons = [card for card in CARDS.values() if card.swords or card.towers]
    assert (len(texts), len(icons)) == (24, 18)
    assert not {card.id for card in texts} & {card.id for card in icons}
    assert sum(card.swords for card in CARDS.values()) == 18
    assert sum(card.towers for card in CARDS.values()) == 10


def test_the_texts_by_timing() -> None:
    assert Counter(card.timing for card in CARDS.values() if card.timing) == {
        "cancel": 1,
        "immediate": 4,
        "constant": 10,
        "after-winner": 4,
        "casualties": 1,
        "retreat": 1,
        "cleanup": 1,
        "after-combat": 2,
    }


def test_order_tokens() -> None:
    special = sum(
        number
        for number, is_special in zip(components.ORDER_COUNT, components.ORDER_SPECIAL, strict=True)
        if is_special
    )
    assert (sum(components.ORDER_COUNT), special) == (15, 5)
    by_type: Counter[int] = Counter()
    for kind, number in zip(components.ORDER_TYPE, components.ORDER_COUNT, strict=True):
        by_type[kind] += number
    assert by_type == dict.fromkeys(range(5), 3)


def test_the_order_constants_name_the_right_tokens() -> None:
    for name in components.ORDER:
        assert getattr(components, name.replace("-", "_").upper()) == components.ORDER[name]
    assert components.ORDER_MODIFIER == (-1, 0, 1, 1, 2, 0, 1, 0, 0, 0, 0)


# Decks


def test_the_westeros_decks() -> None:
    assert [len(deck) for deck in components.WESTEROS_DECKS] == [10, 10, 10]
    assert len(WESTEROS) == 15
    icons = [sum(WESTEROS[c].icons[n] for c in deck) for n, deck in enumerate(components.WESTEROS_DECKS)]
    assert icons == [3, 3, 5]
    assert [deck.count("winter-is-coming") for deck in components.WESTEROS_DECKS] == [1, 1, 0]


def test_the_wildling_cards() -> None:
    assert len(components.WILDLING_CARDS) == 9
    assert components.WILDLING_TRACK == (0, 2, 4, 6, 8, 10, 12)
    assert (components.START_THREAT, components.WILDLING_MAX) == (2, 12)


def test_the_tides_of_battle() -> None:
    deck = [components.TIDES[card] for card in components.TIDES_DECK]
    assert len(deck) == 24
    assert sum(card.strength for card in deck) == 22
    assert sum(card.swords for card in deck) == sum(card.towers for card in deck) == 4
    assert sum(card.skulls for card in deck) == 2


# The start


def test_the_length_and_the_aim_of_a_game() -> None:
    assert (components.ROUNDS, components.VICTORY_AREAS, components.START_POWER) == (10, 7, 5)
    assert list(SETUPS) == [3, 4, 5, 6]


def test_neutral_tokens_and_blocked_areas() -> None:
    blocked_land = {seats: [a for a in setup.blocked if KIND[a] == LAND] for seats, setup in SETUPS.items()}
    tokens = {seats: len(setup.neutral) + len(blocked_land[seats]) for seats, setup in SETUPS.items()}
    assert tokens == {3: 14, 4: 12, 5: 9, 6: 2}
    assert {seats: len(setup.blocked) for seats, setup in SETUPS.items()} == {3: 16, 4: 0, 5: 0, 6: 0}
    for setup in SETUPS.values():
        assert {AREAS[a]: setup.neutral[a] for a in map(AREA.get, ("eyrie", "kings-landing")) if a} == {
            "eyrie": 6,
            "kings-landing": 5,
        }


@pytest.mark.parametrize("seats", SETUPS)
def test_start_supply_and_castles_follow_from_the_map(seats: int) -> None:
    setup = SETUPS[seats]
    for house in setup.houses:
        land = {p.area for p in setup.units if p.house == house and KIND[p.area] == LAND}
        assert sum(board.SUPPLY[area] for area in land) == setup.supply[house]
        assert sum(area in board.FORTIFIED for area in land) == (2 if house == "stark" else 1)


@pytest.mark.parametrize("seats", SETUPS)
def test_the_start_obeys_the_supply_table(seats: int) -> None:
    setup = SETUPS[seats]
    for house in setup.houses:
        armies: Counter[int] = Counter()
        for placed in setup.units:
            if placed.house == house:
                armies[placed.area] += placed.count
        sizes = sorted((size for size in armies.values() if size > 1), reverse=True)
        limits = components.SUPPLY_LIMITS[setup.supply[house]]
        assert len(sizes) <= len(limits)
        assert all(size <= limit for size, limit in zip(sizes, limits, strict=False))


@pytest.mark.parametrize("seats", SETUPS)
def test_tracks_close_up_without_the_absent_houses(seats: int) -> None:
    setup, full = SETUPS[seats], SETUPS[6]
    for track in ("houses", "iron_throne", "fiefdoms", "kings_court"):
        expected = tuple(house for house in getattr(full, track) if house in setup.houses)
        assert getattr(setup, track) == expected
    assert components.STARS[seats] == (3, 3, 2, 1, 0, 0)[:seats] if seats > 4 else (3, 2, 1, 0)[:seats]


def test_garrisons_stand_only_in_the_homes_of_the_houses_in_play() -> None:
    for setup in SETUPS.values():
        assert setup.garrisons == {components.HOME[house]: 2 for house in setup.houses}


def test_the_lannister_ship_in_port_is_left_out_with_three() -> None:
    assert [setup.left_out for setup in SETUPS.values()] == [{AREA["lannisport-port"]}, set(), set(), set()]
    for setup in SETUPS.values():
        assert sum(placed.count for placed in setup.units if placed.area == AREA["lannisport-port"]) == 1


# Broken files


def _read_setups(file: DataFile) -> dict[int, components.Setup]:
    houses = components.read_houses(DataFile.read("houses.toml"))
    return components.read_setups(file, {house.id: house for house in houses}, 6)


READERS: dict[str, Callable[[DataFile], object]] = {
    "map.toml": board.read_areas,
    "houses.toml": components.read_houses,
    "house-cards.toml": lambda file: components.read_house_cards(file, HOUSES),
    "orders.toml": components.read_orders,
    "westeros.toml": components.read_westeros,
    "wildlings.toml": components.read_wildlings,
    "tides.toml": components.read_tides,
    "setup.toml": _read_setups,
}

DELETE = object()

MISTAKES = [
    ("map.toml", "area", 1, "supply", "two", "blackwater", "supply"),
    ("map.toml", "area", 1, "supply", 3, "blackwater", "supply"),
    ("map.toml", "area", 1, "name", DELETE, "blackwater", "name"),
    ("map.toml", "area", 1, "colour", "red", "blackwater", "colour"),
    ("map.toml", "area", 1, "id", DELETE, "area 2", "id"),
    ("map.toml", "area", 1, "id", "arbor", "arbor", "id"),
    ("map.toml", "area", 1, "kind", "swamp", "blackwater", "kind"),
    ("map.toml", "area", 1, "sea", "narrow-sea", "blackwater", "sea"),
    ("map.toml", "area", 0, "adjacent", ["redwyne-straights"], "west-summer-sea", "adjacent"),
    ("map.toml", "area", 0, "adjacent", ["redwyne-straits"], "arbor", "adjacent"),
    ("map.toml", "area", 0, "home_of", "baratheon", "dragonstone", "home_of"),
    ("map.toml", "area", 38, "supply", 1, "bay-of-ice", "supply"),
    ("map.toml", "area", 50, "sea", "narrow-sea", "dragonstone-port", "adjacent"),
    ("map.toml", "area", 50, "land", DELETE, "dragonstone-port", "land"),
    ("houses.toml", "house", 0, "home", "eyrie", "baratheon", "home"),
    ("houses.toml", "house", 0, "home", "dragonston", "baratheon", "home"),
    ("house-cards.toml", "card", 0, "house", "arryn", "stannis-baratheon", "house"),
    ("house-cards.toml", "card", 0, "house", "stark", "baratheon", "count"),
    ("house-cards.toml", "card", 0, "timing", "later", "stannis-baratheon", "timing"),
    ("house-cards.toml", "card", 0, "choice", DELETE, "stannis-baratheon", "choice"),
    ("house-cards.toml", "card", 0, "swords", 1, "stannis-baratheon", "summary"),
    ("orders.toml", "order", 0, "count", 2, "order", "count"),
    ("orders.toml", "order", 0, "modifier", -2, "march-minus-one", "modifier"),
    ("orders.toml", "order", 0, "id", "march", "order", "id"),
    ("westeros.toml", "card", 0, "count", [1, 1], "last-days-of-summer", "count"),
    ("westeros.toml", "card", 0, "count", [0, 1, 0], "last-days-of-summer", "icons"),
    ("westeros.toml", "card", 1, "count", [0, 1, 0], "deck 1", "count"),
    ("wildlings.toml", "card", 0, "lowest", "", "silence-at-the-wall", "lowest"),
    ("tides.toml", "card", 0, "count", 7, "card", "count"),
    ("setup.toml", "start", 0, "house", "arryn", "start", "house"),
    ("setup.toml", "start", 0, "supply", 7, "baratheon", "supply"),
    ("setup.toml", "start", 0, "units", {"dragonstone": {"ship": 1}}, "baratheon", "units.dragonstone"),
    ("setup.toml", "start", 0, "units", {"dragonstone": {"dragon": 1}}, "baratheon", "units.dragonstone"),
    ("setup.toml", "start", 0, "units", {"dragonstone": {"knight": 6}}, "baratheon", "units"),
    ("setup.toml", "setup", 0, "stars", [3, 2], "3", "stars"),
    ("setup.toml", "setup", 0, "fiefdoms", ["stark", "stark", "baratheon"], "3", "fiefdoms"),
    ("setup.toml", "setup", 0, "blocked", ["pyke"], "3", "blocked"),
    ("setup.toml", "setup", 0, "neutral", {"bay-of-ice": 3}, "3", "neutral.bay-of-ice"),
    ("setup.toml", "setup", 0, "neutral", {"kingswood": 3}, "3", "houses"),
    ("setup.toml", "setup", 0, "seats", 7, "7", "seats"),
]


@pytest.mark.parametrize(("name", "key", "place", "field", "value", "entry", "blamed"), MISTAKES)
def test_a_mistake_is_reported_with_file_entry_and_field(
    name: str, key: str, place: int, field: str, value: Any, entry: str, blamed: str
) -> None:
    content = copy.deepcopy(dict(DataFile.read(name).content))
    if value is DELETE:
        del content[key][place][field]
    else:
        content[key][place][field] = value
    with pytest.raises(DataError) as caught:
        READERS[name](DataFile(name, content))
    assert (caught.value.file, caught.value.entry, caught.value.field) == (name, entry, blamed)
    assert str(caught.value).startswith(f"{name}: {entry}: {blamed}: ")


@pytest.mark.parametrize("name", READERS)
def test_an_empty_file_and_one_that_is_not_toml_are_refused(name: str) -> None:
    with pytest.raises(DataError, match=name):
        READERS[name](DataFile(name, {}))
    with pytest.raises(DataError, match=f"{name}: whole file: syntax"):
        DataFile.parse(name, "[[area")


def test_a_bad_wildling_track_is_refused() -> None:
    game = DataFile.read("setup.toml").content["game"]
    for change, field in (
        ({"wildling_track": [0, 4, 2]}, "wildling_track"),
        ({"start_threat": 3}, "start_threat"),
    ):
        with pytest.raises(DataError) as caught:
            components.read_numbers(DataFile("setup.toml", {"game": {**game, **change}}))
        assert (caught.value.entry, caught.value.field) == ("game", field)


def test_an_area_out_of_reach_is_refused() -> None:
    content = {
        "area": [
            {"id": "east", "name": "East", "kind": "land", "adjacent": []},
            {"id": "west", "name": "West", "kind": "land", "adjacent": []},
        ]
    }
    with pytest.raises(DataError, match=r"map\.toml: west: adjacent: "):
        board.read_areas(DataFile("map.toml", content))
