"""Components of the game and its setups, read from the data files."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from banneret.games.thrones.content.board import AREA, AREAS, HOME_OF, KIND, LAND, LAND_OF
from banneret.games.thrones.content.datafile import DataFile

FOOTMAN, KNIGHT, SHIP, SIEGE_ENGINE = 0, 1, 2, 3
UNITS: tuple[str, ...] = ("footman", "knight", "ship", "siege-engine")
UNIT: dict[str, int] = {unit: number for number, unit in enumerate(UNITS)}

TYPE_MARCH, TYPE_DEFENSE, TYPE_SUPPORT, TYPE_RAID, TYPE_POWER = range(5)
ORDER_TYPES: tuple[str, ...] = ("march", "defense", "support", "raid", "consolidate-power")

(
    MARCH_MINUS_ONE,
    MARCH_ZERO,
    MARCH_PLUS_ONE,
    DEFENSE_PLUS_ONE,
    DEFENSE_PLUS_TWO,
    SUPPORT_ZERO,
    SUPPORT_PLUS_ONE,
    RAID,
    SPECIAL_RAID,
    CONSOLIDATE_POWER,
    SPECIAL_CONSOLIDATE_POWER,
) = range(11)
# The constants above depend on the order of this file.
_ORDER_IDS = (
    "march-minus-one",
    "march-zero",
    "march-plus-one",
    "defense-plus-one",
    "defense-plus-two",
    "support-zero",
    "support-plus-one",
    "raid",
    "special-raid",
    "consolidate-power",
    "special-consolidate-power",
)

ORDER_TOKENS = 15
CARDS_PER_HOUSE = 7
CARDS_PER_WESTEROS_DECK = 10
CARDS_OF_WILDLINGS = 9
CARDS_OF_TIDES = 24

_Count = Annotated[int, Meta(ge=0)]
_Positive = Annotated[int, Meta(ge=1)]
_Text = Annotated[str, Meta(min_length=1)]
_PerDeck = tuple[_Count, _Count, _Count]


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit. `siege_strength` is its strength against castles and strongholds, if different."""

    id: str
    name: _Text
    limit: _Positive
    strength: _Count
    siege_strength: _Count | None = None
    cost: _Positive


class House(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house; its home is the id of an area."""

    id: str
    name: _Text
    home: str
    garrison: _Positive


class HouseCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house card. A card without a text has no timing, no choice and an empty summary."""

    id: str
    house: str
    name: _Text
    strength: _Count
    swords: _Count = 0
    towers: _Count = 0
    timing: (
        Literal[
            "cancel",
            "immediate",
            "constant",
            "after-winner",
            "casualties",
            "retreat",
            "cleanup",
            "after-combat",
        ]
        | None
    ) = None
    choice: Literal["must", "may"] | None = None
    summary: str = ""


class OrderToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of order token; `count` is the number each house has."""

    id: str
    name: _Text
    type: Literal["march", "defense", "support", "raid", "consolidate-power"]
    special: bool
    modifier: Annotated[int, Meta(ge=-1, le=2)]
    count: _Positive


class WesterosCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of Westeros card. Copies and wildling icons are per deck, since a kind can be in two decks."""

    id: str
    name: _Text
    count: _PerDeck
    icons: _PerDeck
    summary: _Text


class WildlingCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wildling card: summaries for the lowest bidder, the other losers, and the highest bidder."""

    id: str
    name: _Text
    lowest: _Text
    others: _Text
    highest: _Text


class TidesCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of Tides of Battle card."""

    id: str
    strength: _Count = 0
    swords: _Count = 0
    towers: _Count = 0
    skulls: _Count = 0
    count: _Positive


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits on components other than units."""

    power_tokens: _Positive
    port: _Positive


class GameNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Numbers of the game that do not depend on the number of seats."""

    rounds: _Positive
    victory_areas: _Positive
    start_power: _Count
    start_threat: _Count
    wildling_track: tuple[_Count, ...]


class SupplyLevel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Army sizes allowed by a supply level, largest first."""

    level: _Count
    armies: tuple[_Positive, ...]


class Placement(Struct, frozen=True, kw_only=True):
    """Units of one kind that a house has in an area at setup."""

    house: str
    area: int
    unit: int
    count: int


class Setup(Struct, frozen=True, kw_only=True):
    """The setup for one number of seats. Areas are numbers; tracks list houses from the first position.

    Units in `left_out` areas start off the board unless an option of the match places them.
    """

    seats: int
    houses: tuple[str, ...]
    iron_throne: tuple[str, ...]
    fiefdoms: tuple[str, ...]
    kings_court: tuple[str, ...]
    stars: tuple[int, ...]
    units: tuple[Placement, ...]
    garrisons: Mapping[int, int]
    neutral: Mapping[int, int]
    blocked: frozenset[int]
    left_out: frozenset[int]
    supply: Mapping[str, int]


class _Start(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    house: str
    supply: _Count
    units: dict[str, dict[str, _Positive]]


class _Seats(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seats: Annotated[int, Meta(ge=3, le=6)]
    houses: tuple[str, ...]
    iron_throne: tuple[str, ...]
    fiefdoms: tuple[str, ...]
    kings_court: tuple[str, ...]
    stars: tuple[_Count, ...]
    blocked: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    neutral: dict[str, _Positive] = {}


def read_units(file: DataFile) -> tuple[Unit, ...]:
    """Return the kinds of units, in the order of `UNITS`."""
    units = file.entries("unit", Unit)
    _check_order(file, "unit", tuple(unit.id for unit in units), UNITS)
    return units


def read_houses(file: DataFile) -> tuple[House, ...]:
    """Return the houses. Raises DataError unless their home areas match the map."""
    houses = file.entries("house", House)
    for house in houses:
        if HOME_OF[AREA[file.one_of(house.id, "home", house.home, AREA)]] != house.id:
            file.fail(house.id, "home", f"the map does not make '{house.home}' its home")
    known = {house.id for house in houses}
    for area, owner in zip(AREAS, HOME_OF, strict=True):
        if owner is not None and owner not in known:
            file.fail("house", "id", f"'{owner}' is missing, whose home is '{area}'")
    return houses


def read_house_cards(file: DataFile, houses: tuple[str, ...]) -> tuple[HouseCard, ...]:
    """Return the house cards. Raises DataError unless there are seven per house."""
    cards = file.entries("card", HouseCard)
    for card in cards:
        file.one_of(card.id, "house", card.house, houses)
        has_text = bool(card.summary)
        for field in ("timing", "choice"):
            if (getattr(card, field) is not None) != has_text:
                file.fail(card.id, field, "a text has a summary, a timing and a choice, or none of them")
        if has_text and (card.swords or card.towers):
            file.fail(card.id, "summary", "a card has icons or a text, not both")
    cards_of = Counter(card.house for card in cards)
    for house in houses:
        _check_total(file, house, cards_of[house], CARDS_PER_HOUSE)
    return cards


def read_orders(file: DataFile) -> tuple[OrderToken, ...]:
    """Return the kinds of order tokens, in the order of the constants."""
    orders = file.entries("order", OrderToken)
    _check_order(file, "order", tuple(order.id for order in orders), _ORDER_IDS)
    _check_total(file, "order", sum(order.count for order in orders), ORDER_TOKENS)
    return orders


def read_westeros(file: DataFile) -> tuple[WesterosCard, ...]:
    """Return the kinds of Westeros cards. Raises DataError unless they make up three decks of ten."""
    cards = file.entries("card", WesterosCard)
    for card in cards:
        if not any(card.count):
            file.fail(card.id, "count", "is in no deck")
        if any(icons and not count for icons, count in zip(card.icons, card.count, strict=True)):
            file.fail(card.id, "icons", "stand in a deck that has no such card")
    for deck in range(3):
        _check_total(file, f"deck {deck + 1}", sum(c.count[deck] for c in cards), CARDS_PER_WESTEROS_DECK)
    return cards


def read_wildlings(file: DataFile) -> tuple[WildlingCard, ...]:
    """Return the wildling cards. Raises DataError unless there are nine."""
    cards = file.entries("card", WildlingCard)
    _check_total(file, "card", len(cards), CARDS_OF_WILDLINGS)
    return cards


def read_tides(file: DataFile) -> tuple[TidesCard, ...]:
    """Return the kinds of Tides of Battle cards. Raises DataError unless they make up a deck of 24."""
    cards = file.entries("card", TidesCard)
    _check_total(file, "card", sum(card.count for card in cards), CARDS_OF_TIDES)
    return cards


def read_numbers(file: DataFile) -> GameNumbers:
    """Return the numbers that do not depend on the number of seats."""
    numbers = file.table("game", GameNumbers)
    track = numbers.wildling_track
    if not track or list(track) != sorted(set(track)):
        file.fail("game", "wildling_track", "must rise from space to space")
    if numbers.start_threat not in track:
        file.fail("game", "start_threat", "is no space of the wildling track")
    return numbers


def read_supply_limits(file: DataFile) -> tuple[tuple[int, ...], ...]:
    """Return the allowed army sizes for each supply level."""
    levels = file.entries("supply", SupplyLevel, by="level")
    for expected, level in enumerate(levels):
        if level.level != expected:
            file.fail(str(level.level), "level", f"level {expected} is due here")
        if list(level.armies) != sorted(level.armies, reverse=True):
            file.fail(str(level.level), "armies", "the largest army comes first")
    return tuple(level.armies for level in levels)


def read_setups(file: DataFile, houses: Mapping[str, House], top_supply: int) -> dict[int, Setup]:
    """Return the setups by number of seats."""
    starts = {start.house: start for start in file.entries("start", _Start, by="house")}
    file.all_of("start", "house", tuple(starts), houses)
    for start in starts.values():
        _check_start(file, start, top_supply)
    setups: dict[int, Setup] = {}
    for raw in file.entries("setup", _Seats, by="seats"):
        _check_seats(file, raw, houses)
        units = tuple(
            Placement(house=house, area=AREA[area], unit=UNIT[unit], count=count)
            for house in raw.houses
            for area, group in starts[house].units.items()
            for unit, count in group.items()
        )
        setups[raw.seats] = Setup(
            seats=raw.seats,
            houses=raw.houses,
            iron_throne=raw.iron_throne,
            fiefdoms=raw.fiefdoms,
            kings_court=raw.kings_court,
            stars=raw.stars,
            units=units,
            garrisons={AREA[houses[house].home]: houses[house].garrison for house in raw.houses},
            neutral={AREA[area]: strength for area, strength in raw.neutral.items()},
            blocked=frozenset(AREA[area] for area in raw.blocked),
            left_out=frozenset(AREA[area] for area in raw.left_out),
            supply={house: starts[house].supply for house in raw.houses},
        )
        for placed in units:
            if placed.area in setups[raw.seats].blocked or placed.area in setups[raw.seats].neutral:
                file.fail(str(raw.seats), "houses", f"'{AREAS[placed.area]}' is not free for {placed.house}")
    if tuple(setups) != (3, 4, 5, 6):
        file.fail("setup", "seats", "the entries must be, in this order: 3, 4, 5, 6")
    return setups


def _check_start(file: DataFile, start: _Start, top_supply: int) -> None:
    if start.supply > top_supply:
        file.fail(start.house, "supply", f"is above {top_supply}")
    for area, group in start.units.items():
        kind = KIND[AREA[file.one_of(start.house, "units", area, AREA)]]
        for unit in group:
            file.one_of(start.house, f"units.{area}", unit, UNIT)
            if (unit == "ship") == (kind == LAND):
                file.fail(start.house, f"units.{area}", f"is no place for '{unit}'")
    for unit, limit in zip(UNITS, UNIT_LIMITS, strict=True):
        if sum(group.get(unit, 0) for group in start.units.values()) > limit:
            file.fail(start.house, "units", f"more than {limit} of '{unit}'")


def _check_seats(file: DataFile, raw: _Seats, houses: Mapping[str, House]) -> None:
    entry = str(raw.seats)
    for house in raw.houses:
        file.one_of(entry, "houses", house, houses)
    for field, found in (("houses", len(raw.houses)), ("stars", len(raw.stars))):
        if found != raw.seats:
            file.fail(entry, field, f"{found} for {raw.seats} seats")
    file.all_of(entry, "iron_throne", raw.iron_throne, raw.houses)
    file.all_of(entry, "fiefdoms", raw.fiefdoms, raw.houses)
    file.all_of(entry, "kings_court", raw.kings_court, raw.houses)
    for area in raw.blocked:
        file.one_of(entry, "blocked", area, AREA)
    for area in raw.left_out:
        file.one_of(entry, "left_out", area, AREA)
    for area in raw.neutral:
        if KIND[AREA[file.one_of(entry, "neutral", area, AREA)]] != LAND or area in raw.blocked:
            file.fail(entry, f"neutral.{area}", "a neutral force stands in an open land area")
    # A port that nobody can control must not be enterable either, and vice versa.
    closed = {AREA[area] for area in raw.blocked}
    for port, land in enumerate(LAND_OF):
        if land >= 0 and (land in closed) != (port in closed):
            file.fail(entry, "blocked", f"'{AREAS[port]}' and '{AREAS[land]}' go together")


def _check_order(file: DataFile, key: str, found: tuple[str, ...], expected: tuple[str, ...]) -> None:
    if found != expected:
        file.fail(key, "id", f"the entries must be, in this order: {', '.join(expected)}")


def _check_total(file: DataFile, entry: str, found: int, expected: int) -> None:
    if found != expected:
        file.fail(entry, "count", f"{found} in all, not {expected}")


_HOUSES_FILE = DataFile.read("houses.toml")
_SETUP_FILE = DataFile.read("setup.toml")

_UNITS = read_units(_HOUSES_FILE)
UNIT_NAMES: tuple[str, ...] = tuple(unit.name for unit in _UNITS)
UNIT_LIMITS: tuple[int, ...] = tuple(unit.limit for unit in _UNITS)
UNIT_COST: tuple[int, ...] = tuple(unit.cost for unit in _UNITS)
UNIT_STRENGTH: tuple[int, ...] = tuple(unit.strength for unit in _UNITS)
# Strength when attacking a castle or stronghold, or supporting such an attack.
UNIT_SIEGE_STRENGTH: tuple[int, ...] = tuple(
    unit.strength if unit.siege_strength is None else unit.siege_strength for unit in _UNITS
)

_LIMITS = _HOUSES_FILE.table("limits", Limits)
POWER_TOKENS: int = _LIMITS.power_tokens
PORT_LIMIT: int = _LIMITS.port

_HOUSES = {house.id: house for house in read_houses(_HOUSES_FILE)}
HOUSES: tuple[str, ...] = tuple(_HOUSES)
HOUSE_NAMES: dict[str, str] = {house.id: house.name for house in _HOUSES.values()}
HOME: dict[str, int] = {house.id: AREA[house.home] for house in _HOUSES.values()}
GARRISON: dict[str, int] = {house.id: house.garrison for house in _HOUSES.values()}

CARDS: dict[str, HouseCard] = {card.id: card for card in read_house_cards(DataFile.read("house-cards.toml"), HOUSES)}
CARDS_OF: dict[str, tuple[str, ...]] = {
    house: tuple(card.id for card in CARDS.values() if card.house == house) for house in HOUSES
}

ORDERS: tuple[OrderToken, ...] = read_orders(DataFile.read("orders.toml"))
ORDER: dict[str, int] = {order.id: number for number, order in enumerate(ORDERS)}
ORDER_TYPE: tuple[int, ...] = tuple(ORDER_TYPES.index(order.type) for order in ORDERS)
ORDER_SPECIAL: tuple[bool, ...] = tuple(order.special for order in ORDERS)
ORDER_MODIFIER: tuple[int, ...] = tuple(order.modifier for order in ORDERS)
ORDER_COUNT: tuple[int, ...] = tuple(order.count for order in ORDERS)

WESTEROS: dict[str, WesterosCard] = {card.id: card for card in read_westeros(DataFile.read("westeros.toml"))}
WESTEROS_DECKS: tuple[tuple[str, ...], ...] = tuple(
    tuple(card.id for card in WESTEROS.values() for _ in range(card.count[deck])) for deck in range(3)
)

WILDLINGS: dict[str, WildlingCard] = {card.id: card for card in read_wildlings(DataFile.read("wildlings.toml"))}
WILDLING_CARDS: tuple[str, ...] = tuple(WILDLINGS)

TIDES: dict[str, TidesCard] = {card.id: card for card in read_tides(DataFile.read("tides.toml"))}
TIDES_DECK: tuple[str, ...] = tuple(card.id for card in TIDES.values() for _ in range(card.count))

_NUMBERS = read_numbers(_SETUP_FILE)
ROUNDS: int = _NUMBERS.rounds
VICTORY_AREAS: int = _NUMBERS.victory_areas
START_POWER: int = _NUMBERS.start_power
START_THREAT: int = _NUMBERS.start_threat
WILDLING_TRACK: tuple[int, ...] = _NUMBERS.wildling_track
WILDLING_MAX: int = WILDLING_TRACK[-1]

SUPPLY_LIMITS: tuple[tuple[int, ...], ...] = read_supply_limits(_SETUP_FILE)
SETUPS: dict[int, Setup] = read_setups(_SETUP_FILE, _HOUSES, len(SUPPLY_LIMITS) - 1)
STARS: dict[int, tuple[int, ...]] = {seats: setup.stars for seats, setup in SETUPS.items()}
