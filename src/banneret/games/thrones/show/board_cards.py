"""Cards that describe the board: areas, houses, tracks and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.games.thrones.content.board import (
    ADJACENT,
    AREAS,
    FORTIFIED,
    HOME_OF,
    ISLANDS,
    KIND,
    MUSTER_POINTS,
    POWER,
    SUPPLY,
)
from banneret.games.thrones.content.components import (
    GARRISON,
    HOME,
    HOUSES,
    POWER_TOKENS,
    SETUPS,
    SUPPLY_LIMITS,
    UNIT_LIMITS,
    UNITS,
    VICTORY_AREAS,
    WILDLING_TRACK,
)
from banneret.games.thrones.show.drawing.layout import HOUSE_STYLES
from banneret.show.card import Card, Keyword, Stat
from banneret.text.message import Message, msg

_KINDS: Final = ("land", "sea", "port")
_GLYPHS: Final = {"footman": "melee", "knight": "sword", "ship": "ship", "siege-engine": "siege"}
_KIND_RULES: Final = (
    ("thrones:control.1",),
    ("thrones:march.5", "thrones:transport.1"),
    ("thrones:ports.1", "thrones:ports.2", "thrones:ports.4", "thrones:ports.8"),
)
_TOKENS: Final = {
    "power": ("pieces.5", "secure.1", "secure.8", "terms.11"),
    "garrison": ("pieces.11", "garrison.2", "garrison.1", "garrison.4"),
    "neutral-force": ("pieces.10", "neutral.2", "neutral.6", "neutral.9"),
    "iron-throne": ("iron-throne.2", "iron-throne.3", "iron-throne.4"),
    "fiefdoms": ("fiefdoms.2", "blade.1", "blade.2"),
    "kings-court": ("kings-court.2", "raven.1", "raven.2", "raven.3", "raven.5"),
}
"""Rules of each token, without prefix; a dominance token has the id of its track."""
_TRACKS: Final = {
    "iron-throne": ("iron-throne.1", "iron-throne.2"),
    "fiefdoms": ("fiefdoms.1", "fiefdoms.2"),
    "kings-court": ("kings-court.1", "kings-court.2", "special.1"),
}


def board_cards() -> tuple[Card, ...]:
    """Return the cards of areas, houses, tracks and tokens."""
    return (
        *map(_area, range(len(AREAS))),
        *map(_house, HOUSES),
        *(_ruled(f"track:{id}", "track", rules, *_stars(id)) for id, rules in _TRACKS.items()),
        _ruled("track:supply", "track", ("supply.1", "supply.5"), *_armies()),
        _ruled(
            "track:victory", "track", ("aim.2", "aim.1"), stat=Stat("castle", msg("card.spaces"), f"{VICTORY_AREAS}")
        ),
        _ruled("track:wildlings", "track", ("wildlings.1", "wildlings.2"), stat=_threat()),
        *(_ruled(f"token:{id}", "token", rules) for id, rules in _TOKENS.items()),
    )


def _area(number: int) -> Card:
    id, house, rules = AREAS[number], HOME_OF[number], _KIND_RULES[KIND[number]]
    keywords = [Keyword(_KINDS[KIND[number]], msg(f"card.{_KINDS[KIND[number]]}"))]
    if number in FORTIFIED:
        kind = "castle" if MUSTER_POINTS[number] == 1 else "stronghold"
        keywords.append(Keyword(kind, msg(f"card.{kind}-here"), "thrones:mustering.2"))
    numbers = (
        ("castle", "card.muster", MUSTER_POINTS[number]),
        ("supply", "card.barrels", SUPPLY[number]),
        ("crown", "card.power-icons", POWER[number]),
    )
    return Card(
        id=id,
        title=msg(f"name.{id}"),
        kind="area",
        faction=house or "",
        tint=_tint(house),
        pictured=house is not None,
        stats=tuple(Stat(glyph, msg(label), f"{count}") for glyph, label, count in numbers if count),
        keywords=tuple(keywords),
        texts=(*_about(number), *(msg(f"rule.{rule}") for rule in rules)),
        rules=(*rules, *(("thrones:map.3",) if number in ISLANDS else ())),
        related=tuple(AREAS[other] for other in ADJACENT[number]),
    )


def _about(number: int) -> Iterator[Message]:
    if (house := HOME_OF[number]) is not None:
        yield msg("card.home", house=house)
    yield msg("card.adjacent", areas=tuple(AREAS[other] for other in ADJACENT[number]))
    forces: dict[int, list[str]] = {}
    for seats, setup in SETUPS.items():
        if number in setup.neutral:
            forces.setdefault(setup.neutral[number], []).append(f"{seats}")
    for strength, numbers in forces.items():
        yield msg("card.neutral", strength=strength, seats=tuple(numbers))
    blocked = tuple(f"{seats}" for seats, setup in SETUPS.items() if number in setup.blocked)
    if blocked:
        yield msg("card.blocked", seats=blocked)


def _house(house: str) -> Card:
    setup = SETUPS[max(SETUPS)]
    rules = ("thrones:home.1", "thrones:setup.7")
    started: dict[int, list[str]] = {}
    for placed in setup.units:
        if placed.house == house:
            started.setdefault(placed.area, []).extend([UNITS[placed.unit]] * placed.count)
    return Card(
        id=house,
        title=msg(f"name.{house}"),
        kind="house",
        faction=house,
        tint=_tint(house),
        pictured=True,
        stats=(
            Stat("defense", msg("card.garrison"), f"{GARRISON[house]}"),
            Stat("supply", msg("card.supply-start"), f"{setup.supply[house]}"),
            *(
                Stat(_GLYPHS[unit], msg(f"name.{unit}"), f"{limit}")
                for unit, limit in zip(UNITS, UNIT_LIMITS, strict=True)
            ),
            Stat("power", msg("name.token-power"), f"{POWER_TOKENS}"),
        ),
        texts=(
            msg("card.home-area", area=AREAS[HOME[house]]),
            *(msg("card.start-units", area=AREAS[area], units=tuple(units)) for area, units in started.items()),
            *(msg(f"rule.{rule}") for rule in rules),
        ),
        rules=rules,
        related=(AREAS[HOME[house]],),
    )


def _stars(track: str) -> tuple[Message, ...]:
    """Return the number of special orders that each position of the King's Court allows, for each number of seats."""
    if track != "kings-court":
        return ()
    return tuple(
        msg("card.stars", seats=seats, stars=tuple(f"{star}" for star in setup.stars))
        for seats, setup in SETUPS.items()
    )


def _armies() -> tuple[Message, ...]:
    return tuple(
        msg("card.armies", level=level, armies=tuple(f"{size}" for size in armies))
        for level, armies in enumerate(SUPPLY_LIMITS)
    )


def _threat() -> Stat:
    return Stat("skull", msg("card.spaces"), f"{WILDLING_TRACK[0]}–{WILDLING_TRACK[-1]}")


def _ruled(id: str, kind: str, numbers: tuple[str, ...], *texts: Message, stat: Stat | None = None) -> Card:
    rules = tuple(f"thrones:{number}" for number in numbers)
    return Card(
        id=id,
        title=msg(f"name.{id.replace(':', '-')}"),
        kind=kind,
        stats=() if stat is None else (stat,),
        texts=(*(msg(f"rule.{rule}") for rule in rules), *texts),
        rules=rules,
    )


def _tint(house: str | None) -> tuple[str, str] | None:
    style = None if house is None else HOUSE_STYLES.get(house)
    return None if style is None else (style.fill, style.ink)
