"""One-line forms of army lists: the community's string of ids, and our own short code with everything but the name."""

import re
from typing import Final
from zlib import crc32

from banneret.content.army_list_codes import DIGITS, read_checked
from banneret.content.army_list_text import ListError
from banneret.games.icefire.army.army_list import ArmyList, Company
from banneret.games.icefire.army.list_text import read_faction, read_points
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import Edition

_SHORT: Final = re.compile(r"([a-z]+)(\d+)-([0-9a-z]+)-([0-9a-z.+]*)-([0-9a-z.]*)-([0-9a-z.]*)-([0-9a-z]{2})")
_CARD: Final = re.compile(r"[1-9][0-9]{0,11}", re.ASCII)
_LONGEST: Final = 8
"""Characters of a card in a code."""


def write_short(army: ArmyList) -> str:
    """Return the army, without its name, as a short code: `stark40-fl5-7vd+fl5.7vh-nax--k2`.

    Card ids are written in base 36. Units are separated by periods, each with its attachments after plus signs; then
    come the non-combat units, the attachments for enemy units, and two check characters that reveal typing errors.
    Raises `ListError` for a card whose id is not a number.
    """
    units = ".".join("+".join(map(_to36, (company.unit, *company.attachments))) for company in army.companies)
    parts = (_to36(army.commander), units, ".".join(map(_to36, army.ncus)), ".".join(map(_to36, army.enemy)))
    body = f"{army.faction}{army.points}-{'-'.join(parts)}"
    return f"{body}-{_check(body)}"


def read_short(code: str) -> ArmyList:
    """Read a short code. Raises `ListError` for anything else, and for most typing errors."""
    parts = read_checked(code, _SHORT, _check, "stark40-fl5-7vd+fl5-nax--k2")
    faction, points, leader, units, ncus, enemy, _ = parts
    companies = [[_to10(id) for id in unit.split("+")] for unit in units.split(".") if unit]
    return ArmyList(
        faction=read_faction(0, faction),
        points=read_points(0, points),
        commander=_to10(leader),
        companies=tuple(Company(unit=unit, attachments=tuple(inside)) for unit, *inside in companies),
        ncus=tuple(_to10(id) for id in ncus.split(".") if id),
        enemy=tuple(_to10(id) for id in enemy.split(".") if id),
    )


def read_code(code: str, points: int, edition: Edition) -> ArmyList:
    """Read the community's string `faction;id,id,...`, in which attachments follow their unit. Raises `ListError`.

    The string does not contain the agreed points. Attachments for enemy units may be anywhere.
    """
    found = components(edition)
    faction, semicolon, rest = code.strip().partition(";")
    if not semicolon:
        raise ListError(0, code.strip()[:40], "is not of the form 'faction;id,id,...'")
    companies: list[tuple[str, list[str]]] = []
    ncus: list[str] = []
    enemy: list[str] = []
    leaders: list[str] = []
    for id in (part.strip() for part in rest.split(",") if part.strip()):
        model = found.model(id)
        if model is None:
            raise ListError(0, id, f"is not a card of {edition}")
        if model.commander:
            leaders.append(id)
        if id in found.units:
            companies.append((id, []))
        elif id in found.ncus:
            ncus.append(id)
        elif found.attachments[id].enemy is not None:
            enemy.append(id)
        elif companies:
            companies[-1][1].append(id)
        else:
            raise ListError(0, id, "an attachment follows its unit, but no unit precedes it")
    if not leaders:
        raise ListError(0, "commander", "none of the cards is a Commander")
    return ArmyList(
        faction=read_faction(0, faction.strip()),
        points=read_points(0, str(points)),
        commander=leaders[0],
        companies=tuple(Company(unit=unit, attachments=tuple(inside)) for unit, inside in companies),
        ncus=tuple(ncus),
        enemy=tuple(enemy),
    )


def write_code(army: ArmyList) -> str:
    """Return the community's string, without name and points. Raises `ListError` for an id that is not a number."""
    ids = [id for company in army.companies for id in (company.unit, *company.attachments)]
    ids += [*army.ncus, *army.enemy]
    for id in ids:
        _to36(id)
    return f"{army.faction};{','.join(ids)}"


def _to36(id: str) -> str:
    if not _CARD.fullmatch(id):
        raise ListError(0, id[:40] or "card", "is not a card number that a code can contain")
    number, written = int(id), ""
    while number:
        number, digit = divmod(number, 36)
        written = DIGITS[digit] + written
    return written


def _to10(written: str) -> str:
    if not 0 < len(written) <= _LONGEST:
        raise ListError(0, written[:40] or "code", "does not name a card")
    return str(int(written, 36))


def _check(body: str) -> str:
    """Return two check characters; a random pair fits with a probability of 1 in 1,296."""
    high, low = divmod(crc32(body.encode()) % 1296, 36)
    return DIGITS[high] + DIGITS[low]
