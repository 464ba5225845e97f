"""Army lists: built card by card, checked, read from anywhere, written in every format.

    from banneret import armies

    builder = armies.builder("runewars")
    found = armies.read(builder, text)
    for line in found.unread:
        print(line.text, [near.name for near in line.near])
    print(builder.sheet(found.draft).faults)

Needs the extra `armies`: pip install 'banneret[armies]'.
"""

from banneret.armies.code_picture import code_picture
from banneret.armies.names import Names, Near
from banneret.armies.reading import Imported, Unread
from banneret.armies.reading import read_any as read
from banneret.armies.roster_file import unpacked
from banneret.armies.sheet import Addition, Builder, Fault, Group, Row, Sheet, builder
from banneret.content.army_drafts import Add, Draft, Edit, EditError, Entry, Head, Lead, Move, Remove, Swap, positions

__all__ = [
    "Add",
    "Addition",
    "Builder",
    "Draft",
    "Edit",
    "EditError",
    "Entry",
    "Fault",
    "Group",
    "Head",
    "Imported",
    "Lead",
    "Move",
    "Names",
    "Near",
    "Remove",
    "Row",
    "Sheet",
    "Swap",
    "Unread",
    "builder",
    "code_picture",
    "positions",
    "read",
    "unpacked",
]
