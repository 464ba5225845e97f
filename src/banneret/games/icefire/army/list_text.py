"""Army lists as plain text, TOML and JSON.

A list in plain text:

    Army: The North
    Faction: stark
    Points: 40
    Commander: Robb Stark, The Wolf Lord

    Stark Sworn Swords
    + Robb Stark, The Wolf Lord
    10205 Stark Bowmen
    NCU: Catelyn Stark
    Enemy: Turncoat

A card is given by its id, its name, or its name and title; text after an id is ignored. `#` starts a comment.
"""

from collections.abc import Mapping
from typing import Final

from banneret.content import army_list_text
from banneret.content.army_list_text import ListError, note_head, written_lines
from banneret.games.icefire.army.army_list import ArmyList, Company
from banneret.games.icefire.content.components import Components, Faction, Model, components
from banneret.games.icefire.content.editions import Edition

_HEADS: Final = ("army", "faction", "points", "commander")
_MOST: Final = 200
"""The highest points limit of an army."""


def card_name(model: Model) -> str:
    """Return a card's name and title."""
    return model.name if model.title is None else f"{model.name}, {model.title}"


def read_list(text: str, edition: Edition) -> ArmyList:
    """Read a list in plain text. Raises `ListError`; does not check whether the army is legal."""
    found = components(edition)
    heads: dict[str, tuple[int, str]] = {}
    companies: list[tuple[str, list[str]]] = []
    ncus: list[str] = []
    enemy: list[str] = []
    for written in written_lines(text):
        number, line, word, rest = written
        if word in _HEADS:
            note_head(heads, written)
        elif word in ("ncu", "enemy"):
            kind: Mapping[str, Model] = found.ncus if word == "ncu" else found.attachments
            (ncus if word == "ncu" else enemy).append(_card(rest, kind, number, found))
        elif line.startswith("+"):
            if not companies:
                raise ListError(number, line, "an attachment goes below its unit, but no unit precedes it")
            companies[-1][1].append(_card(line[1:].strip(), found.attachments, number, found))
        else:
            companies.append((_card(line, found.units, number, found), []))
    for head in _HEADS[1:]:
        if head not in heads:
            raise ListError(0, head, f"is missing; write '{head.capitalize()}: ...'")
    return ArmyList(
        faction=read_faction(*heads["faction"]),
        points=read_points(*heads["points"]),
        commander=_card(heads["commander"][1], _leaders(found), heads["commander"][0], found),
        companies=tuple(Company(unit=unit, attachments=tuple(inside)) for unit, inside in companies),
        ncus=tuple(ncus),
        enemy=tuple(enemy),
        name=heads.get("army", (0, ""))[1],
    )


def write_list(army: ArmyList, edition: Edition) -> str:
    """Return a list as plain text that `read_list` can read."""
    found = components(edition)

    def entry(id: str) -> str:
        model = found.model(id)
        season = found.later_season(id)
        remark = f"  # values of season {season}" if season else ""
        return id if model is None else f"{id} {card_name(model)}{remark}"

    lines = [f"Army: {army.name}"] if army.name else []
    lines += [f"Faction: {army.faction}", f"Points: {army.points}", f"Commander: {entry(army.commander)}", ""]
    for company in army.companies:
        lines.append(entry(company.unit))
        lines += [f"+ {entry(id)}" for id in company.attachments]
    lines += [f"NCU: {entry(id)}" for id in army.ncus]
    lines += [f"Enemy: {entry(id)}" for id in army.enemy]
    return "\n".join(lines) + "\n"


def read_toml(text: str) -> ArmyList:
    """Read a list from TOML with the fields of `ArmyList`. Raises `ListError`."""
    return army_list_text.read_toml(text, ArmyList)


def read_json(text: str | bytes) -> ArmyList:
    """Read a list from JSON with the fields of `ArmyList`. Raises `ListError`."""
    return army_list_text.read_json(text, ArmyList)


def _leaders(found: Components) -> Mapping[str, Model]:
    return {model.id: model for model in found.models() if model.commander}


def _card(text: str, kind: Mapping[str, Model], line: int, found: Components) -> str:
    """Return the id of a card given by id or name. An id of the wrong kind is left to the legality check."""
    first = text.split(" ", 1)[0]
    if len(first) == 5 and first.isdecimal():
        if found.model(first) is None:
            raise ListError(line, text, f"{found.edition} has no card {first}")
        return first
    wanted = text.casefold()
    exact = [id for id, model in kind.items() if card_name(model).casefold() == wanted]
    named = exact or [id for id, model in kind.items() if model.name.casefold() == wanted]
    if len(named) == 1:
        return named[0]
    if named:
        choices = "; ".join(f"{id} {card_name(kind[id])}" for id in named)
        raise ListError(line, text, f"is ambiguous: {choices}")
    raise ListError(line, text, "is not the name of a card allowed here")


def read_faction(line: int, text: str) -> Faction:
    """Return the faction with that name. Raises `ListError`."""
    faction: Faction = army_list_text.read_word(line, "faction", text, Faction)
    return faction


def read_points(line: int, text: str) -> int:
    """Return the points as a number. Raises `ListError`."""
    return army_list_text.read_points(line, text, _MOST)
