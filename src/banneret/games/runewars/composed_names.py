"""Names of composed things: dial sectors, dice with a face up, trays, tokens."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.games.runewars.attack_actions import DEEPEST, MOST, shown, tray_name
from banneret.games.runewars.content import sectors, things
from banneret.games.runewars.content.components import components
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message


def composed_names(texts: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the ids of all such things, each with its name in a language."""
    yield from sectors.names(texts.name)
    for die in components().dice.values():
        for number, face in enumerate(die.faces):
            name = _name(texts, "shown", die=die.id, icons=face or (sectors.BLANK,))
            yield shown(die.id, face), name
            yield things.FACE.format(die.id, number + 1), name
    for number in range(things.MOST_DICE):
        yield things.DIE.format(number + 1), _name(texts, "die", number=number + 1)
    for number, token in enumerate(components().mana):
        yield token, _name(texts, "mana", number=number + 1)
    for files in range(1, things.WIDEST + 1):
        for ranks in range(1, things.WIDEST + 1):
            yield things.FORMATION.format(files, ranks), f"{files} \N{MULTIPLICATION SIGN} {ranks}"
    yield from ((str(number), str(number)) for number in range(MOST + 1))
    for column in range(DEEPEST):
        for row in range(DEEPEST):
            yield tray_name((column, row)), _name(texts, "tray", file=column + 1, rank=row + 1)


def _name(texts: Catalogue, id: str, **fields: Field) -> str:
    return texts.render(Message(f"compose.{id}", fields))
