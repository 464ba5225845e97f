"""Panels beside the board as data for clients: tracks, counters, hands, decks, fights."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias
from xml.sax.saxutils import unescape

import msgspec

from banneret.show.rosters import Roster
from banneret.text.message import Message

Condition: TypeAlias = Literal["ready", "used", "gone"]
"""The state of a thing in a panel: as usual, used or turned down, or out of play."""
Tone: TypeAlias = Literal["", "plain", "green", "yellow", "red"]
"""The color of a space of a track."""


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """The entry for one side in a line."""

    text: Message | None = None
    number: int | None = None
    """The amount added by this step, or a total."""
    cards: tuple[str, ...] = ()
    """Revealed cards, by the ids of their names."""
    dice: tuple[str, ...] = ()
    """Rolled faces, one entry per die, by the ids of their names."""
    misses: tuple[int, ...] = ()
    """Positions of the dice without an effect."""
    items: tuple[Item, ...] = ()
    """Things that contribute, such as figures and tokens."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a fight: its label and an entry for each side. A line without cells is a sentence."""

    label: Message
    rule: str
    cells: tuple[Cell, ...] = ()
    total: bool = False
    """Whether the numbers are totals of the lines above."""
    adds: bool = False
    """Whether the numbers are added to those above, and shown with their signs."""


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the outcome of a fight brings, or a rule that decides it."""

    text: Message
    rule: str
    side: int | None = None
    """Index of the side whose victory it describes; None if it holds in any case."""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """The current or most recent fight. Lines are appended under the same id; numbers may be added to earlier ones."""

    id: str
    title: Message
    sides: tuple[str, ...]
    """Ids of the sides, such as houses, in the order of the cells."""
    lines: tuple[Line, ...]
    over: bool
    cards: tuple[str, ...] = ()
    """For each side, the card of the unit that fights for it; "" if it has none."""
    steps: bool = False
    """Whether each line concerns one side at most, such as its dice; otherwise lines compare the sides."""
    stakes: tuple[Stake, ...] = ()
    """What is at stake while the fight is undecided. It may change from one message to the next."""


class Check(msgspec.Struct, frozen=True):
    """A printed condition, and whether it is met."""

    text: Message
    met: bool


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing in a panel, such as the marker of a House on a track, or a card in a hand.

    `thing` is its id as options refer to it, `card` the id of its card, `glyph` an emblem of the game or a glyph known
    to the client. `value` is the number printed on it, `symbols` the glyphs beside that number, `notes` describe its
    current state.
    """

    name: Message
    thing: str = ""
    card: str = ""
    glyph: str = ""
    value: str = ""
    count: int = 1
    symbols: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    checks: tuple[Check, ...] = ()
    condition: Condition = "ready"


class Slot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A space of a track: label, items and stars; `now` marks the current one.

    `groups` are the sizes of groups, such as armies, that the space allows.
    """

    label: str = ""
    groups: tuple[int, ...] = ()
    items: tuple[Item, ...] = ()
    stars: int = 0
    tone: Tone = ""
    now: bool = False
    thing: str = ""


class Counter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A number with glyph, label and optional limit."""

    glyph: str
    label: Message
    value: str
    limit: str = ""


class Filled(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A group with a limit on members (`room`), such as an army, and its `size`, which may exceed the limit."""

    room: int
    size: int = 0


class CounterRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Counters and items of one side, or, without an owner, of the whole table."""

    owner: Item | None = None
    counters: tuple[Counter, ...] = ()
    groups: tuple[Filled, ...] = ()
    items: tuple[Item, ...] = ()
    notes: tuple[Message, ...] = ()


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A symbol of the board and its meaning."""

    glyph: str
    text: Message
    card: str = ""


class Beside(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """The common part of all panels beside the board.

    `id` is unique within a view. Panels with the same `drawer` are grouped. `thing` and `card` are those of the panel
    as a whole, such as a track; `side` is the glyph of the side it belongs to. `value` is the most important number,
    which is displayed while the panel is closed.
    """

    id: str
    title: Message
    drawer: Message
    glyph: str = ""
    thing: str = ""
    card: str = ""
    side: str = ""
    value: str = ""
    notes: tuple[Message, ...] = ()


class TrackPanel(Beside, frozen=True, kw_only=True, omit_defaults=True, tag="track"):
    """A track: spaces in order, and the token of the leader."""

    slots: tuple[Slot, ...]
    token: Item | None = None


class CountersPanel(Beside, frozen=True, kw_only=True, omit_defaults=True, tag="counters"):
    """Counters in rows; with `cells`, the rows are displayed as spaces of a game board, side by side."""

    rows: tuple[CounterRow, ...]
    cells: bool = False


class HandPanel(Beside, frozen=True, kw_only=True, omit_defaults=True, tag="hand"):
    """The cards of one side; face-down cards have neither `thing` nor `card`."""

    cards: tuple[Item, ...]
    discards: tuple[Item, ...] = ()


class DeckPanel(Beside, frozen=True, kw_only=True, omit_defaults=True, tag="deck"):
    """A deck: number of cards left, cards in force, cards known to be on top, and discard pile."""

    count: int
    shown: tuple[Item, ...] = ()
    top: tuple[Item, ...] = ()
    discards: tuple[Item, ...] = ()
    discarded: int = 0
    """Number of discarded cards, which are not always listed."""


class LegendPanel(Beside, frozen=True, kw_only=True, omit_defaults=True, tag="legend"):
    """The symbols of the board and their meaning."""

    entries: tuple[Entry, ...]


class RosterPanel(Beside, frozen=True, kw_only=True, omit_defaults=True, tag="roster"):
    """The roster of one side."""

    roster: Roster


class PieceMark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece that acts once each round: its label on the board, its card, and whether it has acted."""

    thing: str
    label: str
    card: str
    done: bool = False


class SeatMark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A side in the heading of a table, with its crest, its score, and the pieces that act once a round.

    `side` is the id of its name, `crest` an emblem of the game.
    """

    side: str
    crest: str
    counters: tuple[Counter, ...] = ()
    pieces: tuple[PieceMark, ...] = ()


class HeadingPanel(Beside, frozen=True, kw_only=True, omit_defaults=True, tag="heading"):
    """The heading that clients always show: the round (title), the phase (notes), and the sides."""

    sides: tuple[SeatMark, ...]


TablePanel: TypeAlias = TrackPanel | CountersPanel | HandPanel | DeckPanel | LegendPanel | RosterPanel | HeadingPanel
"""A panel beside the board. Fights have their own type, `Panel`."""


class Emblems(msgspec.Struct, frozen=True):
    """The icons of a game for panels by id, such as shields, tokens and dice.

    Each is SVG markup with coordinates from -16 to 16, for an `<svg>` of class `root`. `style` is the style sheet for
    light and dark themes, and `defs` the markup of the patterns that they refer to; a page needs both once.
    """

    root: str = ""
    style: str = ""
    defs: str = ""
    pictures: dict[str, str] = {}


def emblems_of(root: str, sheet: str, defs: str, pictures: dict[str, str]) -> Emblems:
    """Return the emblems of a game, from its style element, the content of its `<defs>`, and its pictures.

    Style rules of a class that no emblem has, such as those of the board, are left out.
    """
    style = unescape(sheet.removeprefix("<style>").removesuffix("</style>"))
    shown = {id: str(picture) for id, picture in pictures.items()}
    classes = {name for one in (defs, *shown.values()) for found in _CLASS.findall(one) for name in found.split()}
    rule = re.compile(rf"\.{re.escape(root)} \.([\w-]+)\{{[^{{}}]*\}}")
    return Emblems(root, rule.sub(lambda match: match[0] if match[1] in classes else "", style), defs, shown)


_CLASS: Final = re.compile(r'class="([^"]*)"')


def rosters_beside(
    rosters: tuple[Roster, ...], drawer: Message, marks: Mapping[str, str] | None = None
) -> tuple[RosterPanel, ...]:
    """Return each roster as a panel; `marks` are the glyphs of sides, by default their ids."""
    glyphs = marks or {}
    return tuple(
        RosterPanel(
            id=f"roster:{one.side}", title=one.title, drawer=drawer, side=glyphs.get(one.side, one.side), roster=one
        )
        for one in rosters
    )


def items_of(panel: TablePanel) -> Iterator[Item]:
    """Yield all items in a panel, except the rows of rosters."""
    match panel:
        case TrackPanel():
            for slot in panel.slots:
                yield from slot.items
            if panel.token is not None:
                yield panel.token
        case CountersPanel():
            for row in panel.rows:
                if row.owner is not None:
                    yield row.owner
                yield from row.items
        case HandPanel():
            yield from (*panel.cards, *panel.discards)
        case DeckPanel():
            yield from (*panel.shown, *panel.top, *panel.discards)


def things_of(panels: tuple[TablePanel, ...]) -> dict[str, str]:
    """Return the ids of all things in panels, each with the id of its card or ""."""
    found: dict[str, str] = {}
    for panel in panels:
        if panel.thing:
            found[panel.thing] = panel.card
        found |= {one.thing: one.card for one in items_of(panel) if one.thing}
        if isinstance(panel, TrackPanel):
            found |= {slot.thing: "" for slot in panel.slots if slot.thing}
        elif isinstance(panel, RosterPanel):
            found |= {row.thing: row.card for row in panel.roster.rows}
    return found
