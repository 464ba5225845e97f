"""Army lists as people write them, and as TOML and JSON.

A written list:

    Army: The Watch
    Faction: daqan-lords
    Points: 200

    Spearmen 3x2
    + Shield Wall
    kari-wraithstalker 1x1

With "Assumed: yes", cards may be fielded that are completed by assumptions of this project. A card is given by its id
or its name, a unit together with its formation. Apostrophes, hyphens, accents and case are ignored. `#` begins a
comment.

The output of list builders is read too, without headers; costs in it are ignored:

    Undead: 200/200
    Reanimates [64] 4x3
    File Leader [6] -
    Total Unit Cost: 70
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from banneret.content import army_list_text
from banneret.content.army_list_text import ListError, note_head, written_lines
from banneret.games.runewars.army.lists import SIZES, ArmyList, FieldedUnit, bill
from banneret.games.runewars.content.components import Components, Faction, Unit, Upgrade, components

_HEADS: Final = ("army", "faction", "points")
_ASSUMED: Final = "assumed"
_MOST: Final = 1000
"""The maximum points of an army."""
_UNIT: Final = re.compile(r"(.+?)(?:\s+(\[\d+\]))?\s+(\d+x\d+)\s*-?")
_BUILT: Final = re.compile(r"[+*•-]?\s*(.+?)\s+\[\d+\]\s*-?")
"""An upgrade as list builders write it, with its cost."""
_OF: Final = re.compile(r"(?:.*:)?\s*\d+\s*/\s*(\d+)\s*(?:points|pts)?", re.IGNORECASE)
"""A total as list builders write it: points used out of points available."""


def read_list(text: str) -> ArmyList:
    """Read a written list. Raises `ListError`; whether the army is legal is checked separately."""
    found = components()
    heads: dict[str, tuple[int, str]] = {}
    units: list[tuple[str, str, list[str]]] = []
    built = False
    for written_line in written_lines(text):
        number, line, word, _ = written_line
        if word in (*_HEADS, _ASSUMED):
            note_head(heads, written_line)
        elif (of := _OF.fullmatch(line)) is not None:
            built = True
            heads.setdefault("points", (number, of[1]))
        elif word.startswith("total"):
            built = True
        elif line.startswith("+") or _BUILT.fullmatch(line):
            if not units:
                raise ListError(number, line, "an upgrade must follow its unit, but there is none before it")
            card = _BUILT.fullmatch(line)
            units[-1][2].append(_upgrade(line[1:].strip() if card is None else card[1], units[-1][0], number, found))
        else:
            written = _UNIT.fullmatch(line)
            if written is None:
                raise ListError(number, line, "a unit must be followed by its formation, as in 'Spearmen 3x2'")
            built = built or written[2] is not None
            units.append((_unit(written[1], number, found), written[3], []))
    if built and units:
        _infer_heads(heads, units, found)
    for head in _HEADS[1:]:
        if head not in heads:
            raise ListError(0, head, f"is missing; write '{head.capitalize()}: ...'")
    return ArmyList(
        faction=read_faction(*heads["faction"]),
        points=read_points(*heads["points"]),
        units=tuple(FieldedUnit(unit=unit, formation=form, upgrades=tuple(inside)) for unit, form, inside in units),
        name=heads.get("army", (0, ""))[1],
        assumed=_is_yes(*heads.get(_ASSUMED, (0, "no"))),
    )


def _infer_heads(
    heads: dict[str, tuple[int, str]], units: Sequence[tuple[str, str, list[str]]], found: Components
) -> None:
    """Add what a list from a builder omits: the faction of most units, and the smallest sufficient size."""
    factions = [faction for unit, _, _ in units if (faction := found.faction[unit]) is not None]
    heads.setdefault("faction", (0, max(factions, key=factions.count)))
    fielded = tuple(FieldedUnit(unit=unit, formation=form, upgrades=tuple(inside)) for unit, form, inside in units)
    total = bill(ArmyList(faction=factions[0], points=1, units=fielded)).total
    heads.setdefault("points", (0, str(next((size for size in SIZES if total <= size), SIZES[-1]))))


def _is_yes(line: int, text: str) -> bool:
    if text.casefold() not in ("yes", "no"):
        raise ListError(line, text, "is neither 'yes' nor 'no'")
    return text.casefold() == "yes"


def write_list(army: ArmyList) -> str:
    """Write a list as text that `read_list` reads."""
    found = components()
    lines = [f"Army: {army.name}"] if army.name else []
    lines += [f"Faction: {army.faction}", f"Points: {army.points}", *(["Assumed: yes"] if army.assumed else []), ""]
    for fielded in army.units:
        unit = found.units.get(fielded.unit)
        lines.append(f"{fielded.unit if unit is None else unit.name} {fielded.formation}")
        lines += [f"+ {_label(id, fielded.unit, found)}" for id in fielded.upgrades]
    return "\n".join(lines) + "\n"


def read_toml(text: str) -> ArmyList:
    """Read a list from TOML with the fields of `ArmyList`. Raises `ListError`."""
    return army_list_text.read_toml(text, ArmyList)


def read_json(text: str | bytes) -> ArmyList:
    """Read a list from JSON with the fields of `ArmyList`. Raises `ListError`."""
    return army_list_text.read_json(text, ArmyList)


def write_json(army: ArmyList) -> str:
    """Write a list as JSON."""
    return army_list_text.write_json(army) + "\n"


def read_faction(line: int, text: str) -> Faction:
    """Return the faction with this name. Raises `ListError`."""
    faction: Faction = army_list_text.read_word(line, "faction", text, Faction)
    return faction


def read_points(line: int, text: str) -> int:
    """Return the points in this text. Raises `ListError`."""
    return army_list_text.read_points(line, text, _MOST)


def _unit(text: str, line: int, found: Components) -> str:
    return _card(text, found.units, line)


def _upgrade(text: str, unit: str, line: int, found: Components) -> str:
    """Return the id of an upgrade; if several have that name, the one for the type of its unit."""
    type = found.units[unit].type if unit in found.units else None
    fitting = {id: card for id, card in found.upgrades.items() if card.type in (None, type)}
    named = [card for card in fitting.values() if _key(card.name) == _key(text)]
    return _card(text, fitting if named else found.upgrades, line)


def _card(text: str, kind: Mapping[str, Unit] | Mapping[str, Upgrade], line: int) -> str:
    if text in kind:
        return text
    named = [id for id, card in kind.items() if _key(card.name) == _key(text)]
    if len(named) == 1:
        return named[0]
    if named:
        raise ListError(line, text, f"is ambiguous: {', '.join(named)}")
    raise ListError(line, text, "is not a card that can be used here")


def _key(name: str) -> str:
    """Return a name without what people omit or write differently: apostrophes, hyphens, blanks, accents, case."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name).casefold() if sign.isalnum())


def _label(id: str, unit: str, found: Components) -> str:
    """Return the name of an upgrade, or its id where the name would be read as another card."""
    card = found.upgrades.get(id)
    if card is None:
        return id
    try:
        return card.name if _upgrade(card.name, unit, 0, found) == id else id
    except ListError:
        return id
