"""Drawings of a board together with its panels, for files, notebooks and documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from banneret.show.panels import (
    Counter,
    CountersPanel,
    DeckPanel,
    Emblems,
    HandPanel,
    HeadingPanel,
    Item,
    LegendPanel,
    RosterPanel,
    Slot,
    TablePanel,
    TrackPanel,
)
from banneret.show.stylesheet import LETTERS, Colour, coloured, rules
from banneret.show.stylesheet import sheet as style
from banneret.show.svg import box, fitting, group, number, tag, text
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message, msg

ROOT: Final = "beside"
"""CSS class of the panels."""
WIDTH: Final = 420.0
"""Width of a column of panels."""
_GAP: Final = 24.0
_LINE: Final = 22.0
_PICTURE: Final = 22.0
_COLUMNS: Final = 58
"""Number of characters per line."""
_COLOURS: Final = (
    Colour(id="paper", light="#fbf7ec", dark="#1b2026"),
    Colour(id="ink", light="#221a0e", dark="#f3ecdc"),
    Colour(id="soft", light="#5a4c35", dark="#bdb6a6"),
)
_SIZE: Final = re.compile(r'<svg[^>]*? width="([\d.]+)" height="([\d.]+)"')


class _Line(NamedTuple):
    """A line of a column: pictures and texts by their positions from its left, and its height."""

    parts: tuple[str, ...]
    height: float = _LINE


def with_panels(board: str, panels: Sequence[TablePanel], emblems: Emblems, texts: Catalogue) -> str:
    """Return a complete drawing of a board with the panels in columns to its right."""
    found = _SIZE.match(board)
    if found is None:
        raise ValueError("the drawing of the board has no size")
    width, height = float(found[1]), float(found[2])
    columns = _columns(_Panels(emblems, texts).lines(panels), height)
    total = width + len(columns) * (WIDTH + _GAP)
    drawn = [
        group(*_placed(column), at=(width + _GAP + place * (WIDTH + _GAP), 0)) for place, column in enumerate(columns)
    ]
    day, night = (coloured(ROOT, _COLOURS, night=dark) for dark in (False, True))
    return tag(
        "svg",
        board.replace("<svg", '<svg x="0" y="0"', 1),
        style(day + rules(ROOT, (*LETTERS, "text.strong{font-weight:700}")), night),
        box(width, 0, total - width, height, "paper"),
        tag("defs", emblems.defs) if emblems.defs and emblems.defs not in board else "",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(total)} {number(height)}",
        width=total,
        height=height,
        class_=ROOT,
        role="graphics-document",
    )


def _columns(lines: Iterator[_Line], height: float) -> list[list[_Line]]:
    columns: list[list[_Line]] = [[]]
    filled = _GAP
    for line in lines:
        if filled + line.height > height - _GAP and columns[-1]:
            columns.append([])
            filled = _GAP
        columns[-1].append(line)
        filled += line.height
    return columns


def _placed(column: list[_Line]) -> Iterator[str]:
    y = _GAP
    for line in column:
        yield group(*line.parts, at=(0, y + line.height / 2))
        y += line.height


class _Panels:
    """Writes panels as lines, with the pictures and in the language of a match."""

    def __init__(self, emblems: Emblems, texts: Catalogue) -> None:
        self.emblems = emblems
        self.texts = texts

    def lines(self, panels: Sequence[TablePanel]) -> Iterator[_Line]:
        """Yield the lines of all panels."""
        drawer: Message | None = None
        for panel in panels:
            if isinstance(panel, HeadingPanel):
                continue  # its contents are in the panels below
            if panel.drawer != drawer:
                drawer = panel.drawer
                yield _Line((text(0, 4, self._say(drawer), 19, "ink strong", anchor="start"),), 36)
            if panel.title != drawer:
                yield self._row(panel.glyph, self._say(panel.title), "ink strong")
            for note in panel.notes:
                yield from self._words(self._say(note), "soft")
            yield from self._body(panel)

    def _body(self, panel: TablePanel) -> Iterator[_Line]:
        match panel:
            case TrackPanel():
                yield from self._track(panel)
            case CountersPanel():
                for row in panel.rows:
                    if row.owner is not None:
                        yield self._row(row.owner.glyph, self._say(row.owner.name), "ink", row.counters)
                    elif row.counters:
                        yield self._row("", "", "ink", row.counters)
                    if row.groups:
                        yield from self._words("   ".join(f"{one.size}/{one.room}" for one in row.groups), "ink")
                    yield from self._things(row.items, "ink")
                    for note in row.notes:
                        yield from self._words(self._say(note), "soft")
            case HandPanel():
                yield from self._things(panel.cards, "ink")
                yield from self._things(panel.discards, "soft")
            case DeckPanel():
                yield from self._things(panel.shown, "ink strong")
                yield from self._words(self._say(msg("drawer.left", count=panel.count)), "soft")
                yield from self._things(panel.top, "soft")
                yield from self._things(panel.discards, "soft")
            case LegendPanel():
                for entry in panel.entries:
                    yield self._row(entry.glyph, self._say(entry.text), "ink")
            case RosterPanel():
                for unit in panel.roster.rows:
                    numbers = ", ".join(f"{self._say(one.label)} {one.value}" for one in unit.stats)
                    marks = ", ".join(self._say(one.name) for one in unit.signs)
                    said = "; ".join(part for part in (self._say(unit.name), numbers, marks) if part)
                    yield from self._words(said, "soft" if unit.gone else "ink")

    def _track(self, panel: TrackPanel) -> Iterator[_Line]:
        if panel.token is not None:
            yield from self._words(
                f"{self._say(panel.token.name)}: {', '.join(map(self._say, panel.token.notes))}", "soft"
            )
        ranked = all(len(slot.items) == 1 for slot in panel.slots)
        step = 38.0 if ranked else (WIDTH - 8) / len(panel.slots)
        parts = [part for place, slot in enumerate(panel.slots) for part in self._slot(slot, (place + 0.5) * step)]
        most = max((len(slot.items) for slot in panel.slots), default=0)
        yield _Line((group(*parts, at=(0, -most * _PICTURE / 2)),), _LINE + most * _PICTURE)

    def _slot(self, slot: Slot, x: float) -> Iterator[str]:
        if slot.now:
            yield tag("circle", class_="ink", cx=x, cy=0, r=10)
        label = f"{slot.stars}\u2605" if slot.stars else slot.label
        yield text(x, 0, label, 12.5, "paper strong" if slot.now else "ink strong" if slot.items else "soft")
        for place, item in enumerate(slot.items, 1):
            yield self._picture(item.glyph, x, place * _PICTURE) or text(x, place * _PICTURE, self._say(item.name), 11)

    def _things(self, items: Sequence[Item], classes: str) -> Iterator[_Line]:
        if items:
            yield from self._words(", ".join(map(self._thing, items)), classes)

    def _thing(self, item: Item) -> str:
        name = self._say(item.name) + (f" \u00d7{item.count}" if item.count > 1 else "")
        notes = "".join(f", {self._say(note)}" for note in item.notes)
        return f"{name} ({item.value}{notes})" if item.value else f"{name} ({notes[2:]})" if notes else name

    def _row(self, glyph: str, words: str, classes: str, counters: Sequence[Counter] = ()) -> _Line:
        picture = self._picture(glyph, _PICTURE / 2, 0)
        left = _PICTURE + 8 if picture else 0.0
        room = WIDTH - left - 66 * len(counters)
        parts = [picture, text(left, 0, words, fitting(words, 15, room), classes, anchor="start")] if words else []
        for place, counter in enumerate(counters):
            x = WIDTH - 66 * (len(counters) - place)
            drawn = self._picture(counter.glyph, x, 0)
            value = f"{counter.value}/{counter.limit}" if counter.limit else counter.value
            if not drawn:
                value = f"{self._say(counter.label)} {value}"
            parts += [drawn, text(x + 14, 0, value, fitting(value, 14, 50), "ink strong", anchor="start")]
        return _Line(tuple(parts), _LINE + 4)

    def _words(self, words: str, classes: str) -> Iterator[_Line]:
        for line in wrap(words, _COLUMNS):
            yield _Line((text(0, 0, line, fitting(line, 14, WIDTH), classes, anchor="start"),), _LINE - 3)

    def _picture(self, glyph: str, x: float, y: float) -> str:
        markup = self.emblems.pictures.get(glyph, "")
        return group(group(markup, scale=_PICTURE / 32), at=(x, y), class_=self.emblems.root) if markup else ""

    def _say(self, message: Message) -> str:
        return self.texts.render(message)
