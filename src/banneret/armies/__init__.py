"""Army lists: building card by card, checking, importing from other formats, and exporting.

    from banneret import armies

    builder = armies.builder(game)  # the id of a game with army lists
    found = armies.read(builder, text)
    for line in found.unread:
        print(line.text, [near.name for near in line.near])
    print(builder.sheet(found.draft).faults)

Requires the extra `armies`: pip install 'banneret[armies]'.
"""

from banneret.armies.code_picture import code_picture
from banneret.armies.list_picture import list_picture
from banneret.armies.names import Names, Near
from banneret.armies.reading import Imported, Unread
from banneret.armies.reading import read_any as read
from banneret.armies.roster_file import unpacked
from banneret.armies.sheet import Addition, Builder, Sheet, SheetFault, SheetGroup, SheetRow, builder
from banneret.content.army_drafts import (
    AddCard,
    ChangeHead,
    ChooseLeader,
    Draft,
    Edit,
    EditError,
    ListEntry,
    MoveCard,
    RemoveCard,
    SwapCard,
    positions,
)

__all__ = [
    "AddCard",
    "Addition",
    "Builder",
    "ChangeHead",
    "ChooseLeader",
    "Draft",
    "Edit",
    "EditError",
    "Imported",
    "ListEntry",
    "MoveCard",
    "Names",
    "Near",
    "RemoveCard",
    "Sheet",
    "SheetFault",
    "SheetGroup",
    "SheetRow",
    "SwapCard",
    "Unread",
    "builder",
    "code_picture",
    "list_picture",
    "positions",
    "read",
    "unpacked",
]
