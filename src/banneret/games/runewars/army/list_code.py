"""Army lists on one line: a short code that contains everything except the name."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple
from zlib import crc32

from banneret.content.army_list_codes import DIGITS, read_checked
from banneret.content.army_list_text import ListError
from banneret.games.runewars.army.list_text import read_points
from banneret.games.runewars.army.lists import ArmyList, FieldedUnit
from banneret.games.runewars.content.components import FACTIONS, Faction, components

_SIGNS: Final = 4
"""The number of characters for a card: enough that no two cards share a code, which a test checks."""
_SHORT: Final = re.compile(r"([a-z]{2})(\d+a?)-([0-9a-z.]*)-([0-9a-z]{2})")
_UNIT: Final = re.compile(r"([0-9a-z]{4})([1-9])([1-9])((?:[0-9a-z]{4})*)")


class CardCodes(NamedTuple):
    """The code of each card, and the card of each code."""

    of: dict[str, str]
    cards: dict[str, str]


@cache
def card_codes() -> CardCodes:
    """Return the codes of units and upgrades: they depend only on the id, so new cards change none of them."""
    found = components()
    of = {id: _signs(id.encode(), _SIGNS) for id in (*found.units, *found.upgrades)}
    return CardCodes(of, {code: id for id, code in of.items()})


def write_short(army: ArmyList) -> str:
    """Write the army, without its name, as a short code: `dl200-9qbk32m0xd.2s8n11-k2`.

    Faction and points are followed by an "a" if cards with values of this project are allowed. Then come the units,
    separated by dots (card, width and depth of the formation, upgrades), and finally two check characters that detect
    typing errors. Raises `ListError` for an unknown card.
    """
    units = []
    for fielded in army.units:
        form = fielded.formation.replace("x", "")
        if len(form) != 2:
            raise ListError(0, fielded.formation, "is not a formation that a code can contain")
        units.append(_coded((fielded.unit,)) + form + _coded(fielded.upgrades))
    assumed = "a" if army.assumed else ""
    body = f"{_letters(army.faction)}{army.points}{assumed}-{'.'.join(units)}"
    return f"{body}-{_check(body)}"


def read_short(code: str) -> ArmyList:
    """Read a short code. Raises `ListError` for an invalid code, including most typing errors."""
    letters, points, units, _ = read_checked(code, _SHORT, _check, "dl200-9qbk32m0xd-k2")
    faction = next((one for one in FACTIONS if _letters(one) == letters), None)
    if faction is None:
        raise ListError(0, letters, f"is not a faction; the factions are {', '.join(map(_letters, FACTIONS))}")
    return ArmyList(
        faction=faction,
        points=read_points(0, points.rstrip("a")),
        units=tuple(_read_unit(unit) for unit in units.split(".") if unit),
        assumed=points.endswith("a"),
    )


def _read_unit(code: str) -> FieldedUnit:
    found = _UNIT.fullmatch(code)
    if found is None:
        raise ListError(0, code, "is not a unit code")
    unit, files, ranks, upgrades = found.groups()
    cards = [_card(code) for code in (unit, *re.findall(f".{{{_SIGNS}}}", upgrades))]
    return FieldedUnit(unit=cards[0], formation=f"{files}x{ranks}", upgrades=tuple(cards[1:]))


def _card(code: str) -> str:
    id = card_codes().cards.get(code)
    if id is None:
        raise ListError(0, code, "is not the code of a card")
    return id


def _coded(ids: Iterable[str]) -> str:
    codes = card_codes().of
    for id in ids:
        if id not in codes:
            raise ListError(0, id, "is not a card")
    return "".join(codes[id] for id in ids)


def _letters(faction: Faction) -> str:
    """Return the initials of the two most characteristic words in a faction's name: dl, wu, le, uy."""
    words = faction.split("-")
    return words[0][0] + words[-1][0]


def _check(body: str) -> str:
    """Return two check characters, which match a wrong code with a probability of 1 in 1,296."""
    return _signs(body.encode(), 2)


def _signs(data: bytes, count: int) -> str:
    value = crc32(data)
    signs = ""
    for _ in range(count):
        value, digit = divmod(value, len(DIGITS))
        signs += DIGITS[digit]
    return signs
