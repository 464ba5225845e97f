"""Army lists in one line: the community's string of ids, and a short code of ours that holds all but the name."""

import re
from typing import Final
from zlib import crc32

from banneret.content.army_list_codes import DIGITS, read_checked
from banneret.content.army_list_text import ListError
from banneret.games.icefire.army.list_text import read_faction, read_points
from banneret.games.icefire.army.lists import ArmyList, Company
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import Edition

_SHORT: Final = re.compile(r"([a-z]+)(\d+)-([0-9a-z]+)-([0-9a-z.+]*)-([0-9a-z.]*)-([0-9a-z.]*)-([0-9a-z]{2})")


def write_short(army: ArmyList) -> str:
    """Write the army, without its name, as a short code: `stark40-fl5-7vd+fl5.7vh-nax--k2`.

    Card ids stand to the base 36; units are divided by points with their attachments behind plus signs, then come the
    non-combat units and the attachments for enemies, and two signs that tell typing errors.
    """
    units = ".".join("+".join(map(_to36, (company.unit, *company.attachments))) for company in army.companies)
    parts = (_to36(army.commander), units, ".".join(map(_to36, army.ncus)), ".".join(map(_to36, army.enemy)))
    body = f"{army.faction}{army.points}-{'-'.join(parts)}"
    return f"{body}-{_check(body)}"


def read_short(code: str) -> ArmyList:
    """Read a short code. Raises `ListError` for what is none, and for most errors of typing."""
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
    """Read the community's string `faction;id,id,...`: attachments follow their unit. Raises `ListError`.

    The string does not hold the points agreed. Attachments for enemy units may stand anywhere.
    """
    found = components(edition)
    faction, semicolon, rest = code.strip().partition(";")
    if not semicolon:
        raise ListError(0, code.strip()[:40], "a code is 'faction;id,id,...'")
    companies: list[tuple[str, list[str]]] = []
    ncus: list[str] = []
    enemy: list[str] = []
    leaders: list[str] = []
    for id in (part.strip() for part in rest.split(",") if part.strip()):
        model = found.model(id)
        if model is None:
            raise ListError(0, id, f"there is no such card in {edition}")
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
            raise ListError(0, id, "an attachment follows its unit, and there is no unit before it")
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
    """Write the community's string, without name and points."""
    ids = [id for company in army.companies for id in (company.unit, *company.attachments)]
    return f"{army.faction};{','.join((*ids, *army.ncus, *army.enemy))}"


def _to36(id: str) -> str:
    number, written = int(id), ""
    while number:
        number, digit = divmod(number, 36)
        written = DIGITS[digit] + written
    return written


def _to10(written: str) -> str:
    return str(int(written, 36)) if written else ""


def _check(body: str) -> str:
    """Two signs that fit one code in 1,296 by chance."""
    high, low = divmod(crc32(body.encode()) % 1296, 36)
    return DIGITS[high] + DIGITS[low]
