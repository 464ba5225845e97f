"""Shareable picture of an army list as SVG: units with their costs, and the short code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from banneret.armies.sheet import Builder, SheetRow
from banneret.content.army_drafts import Draft
from banneret.kernel.registry import rulebook
from banneret.show.card import cards_of, picture_of
from banneret.show.svg import fitting, tag
from banneret.text.catalogue import Catalogue

WIDTH: Final = 720
MARGIN: Final = 28
LINE: Final = 52
INNER: Final = 24
"""Height of a row for an entry (`LINE`), and for a card inside an entry (`INNER`)."""
_HEAD: Final = 112
_FOOT: Final = 52
_FONT: Final = "Georgia, 'Times New Roman', serif"
_PAPER, _INK, _SOFT, _RULE = "#fbf7ec", "#221a0e", "#6b5d45", "#d9ccb0"


def list_picture(builder: Builder, draft: Draft, language: str) -> str:
    """Return the picture of a list. Raises ValueError if it contains unknown cards."""
    sheet = builder.sheet(draft)
    texts = builder.maker.catalogue(language)
    rows = [row for group in sheet.groups for row in group.rows]
    height = _HEAD + sum(LINE + INNER * len(row.inside) for row in rows) + _FOOT
    code = builder.maker.write(builder.building.army(draft), "short").strip()
    points = sheet.budgets[0]
    name = draft.name or texts.name(draft.faction)
    figures = " · ".join(f"{one.value} {texts.render(one.title)}" for one in sheet.figures)
    parts = [
        tag("title", escape(name)),
        tag("rect", width=WIDTH, height=height, fill=_PAPER),
        _text(MARGIN, 48, name, 30, width=WIDTH - 2 * MARGIN - 120, bold=True),
        _text(WIDTH - MARGIN, 48, f"{points.used} / {points.limit}", 26, anchor="end", bold=True),
        _text(MARGIN, 74, texts.name(draft.faction), 16, fill=_SOFT),
        _text(MARGIN, 96, figures, 14, fill=_SOFT, width=WIDTH - 2 * MARGIN),
        *_entries(builder, rows, texts),
        _text(MARGIN, height - 20, code, 14, fill=_SOFT, width=WIDTH - 2 * MARGIN - 100),
        _text(WIDTH - MARGIN, height - 20, "banneret", 14, anchor="end", fill=_SOFT),
    ]
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        font_family=_FONT,
    )


def _entries(builder: Builder, rows: list[SheetRow], texts: Catalogue) -> Iterator[str]:
    book = rulebook(builder.maker.id)
    known = {card.id: card for card in cards_of(book)}
    top = _HEAD
    for row in rows:
        yield tag("line", x1=MARGIN, x2=WIDTH - MARGIN, y1=top, y2=top, stroke=_RULE)
        card = known.get(row.card)
        drawn = picture_of(book, card) if card is not None and card.pictured else ""
        if drawn:
            place = f'x="{MARGIN}" y="{top + 5}" width="94" height="42" preserveAspectRatio="xMidYMid meet"'
            yield drawn.replace("<svg ", f"<svg {place} ", 1)
        yield _text(MARGIN + 108, top + 32, _named(row, texts), 18, width=WIDTH - 2 * MARGIN - 170, bold=True)
        yield _text(WIDTH - MARGIN, top + 32, str(row.cost), 18, anchor="end", bold=True)
        top += LINE
        for one in row.inside:
            yield _text(MARGIN + 124, top + 12, _named(one, texts), 15, width=WIDTH - 2 * MARGIN - 190)
            yield _text(WIDTH - MARGIN, top + 12, str(one.cost), 15, anchor="end")
            top += INNER


def _named(row: SheetRow, texts: Catalogue) -> str:
    title = "" if row.subtitle is None else f", {texts.render(row.subtitle)}"
    form = f" {row.form.replace('x', ' × ')}" if row.form else ""
    return f"{'♛ ' if row.leads else ''}{texts.render(row.name)}{title}{form}"


def _text(
    x: float,
    y: float,
    content: str,
    size: float,
    *,
    anchor: str = "start",
    fill: str = _INK,
    width: float = 0,
    bold: bool = False,
) -> str:
    """Return a line of text; the font size is reduced if it would be wider than `width`."""
    fits = fitting(content, size, width) if width else size
    weight = "bold" if bold else None
    return tag("text", escape(content), x=x, y=y, font_size=fits, text_anchor=anchor, fill=fill, font_weight=weight)
