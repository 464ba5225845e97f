"""The head of the sheet, the current turn, and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.match_state import ROUNDS
from banneret.games.runewars.show.drawing import dials, symbols
from banneret.games.runewars.show.drawing.field import fitted
from banneret.games.runewars.show.drawing.layout import Box, Sheet
from banneret.games.runewars.show.drawing.words import Words
from banneret.games.runewars.view import RunewarsView, UnitView
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.svg import box, circle, group, named, path, title

_SETUP: Final = ("first", "cards", "deploy")


@drawn_from("deployment", "objective", "size", "step", "round", "first", "initiative", "morale", "discards", "runes")
def head(view: RunewarsView, sheet: Sheet, words: Words) -> str:
    """Return the cards of the match, round and step, the first player, and the mana pool."""
    x, y, width, height = sheet.head
    cards = [words.name(card) for card in (view.deployment, view.objective) if card is not None]
    cards = cards or [words.name(view.size)]
    when = words("before") if view.step in _SETUP else words("round-of", round=view.round, rounds=ROUNDS)
    step = words.step(view.step)
    first = words("first", player=view.first) if view.first is not None else ""
    called = words("called", initiative=view.initiative) if view.initiative is not None else ""
    deck = words("deck", count=view.morale, discards=len(view.discards))
    middle = x + width * 0.42
    return group(
        title("; ".join(part for part in (*cards, when, step, first, called, deck) if part)),
        box(x, y, width, height, "card s-edge", r=7, stroke_width=1.2),
        fitted(x + 14, y + 23, " \u00b7 ".join(cards), 20, width * 0.4, "ink name"),
        fitted(x + 14, y + 49, first, 14, width * 0.3, "soft"),
        fitted(middle, y + 23, when, 18, width * 0.2, "ink strong"),
        fitted(middle, y + 49, step, 14, width * 0.24, "soft"),
        fitted(x + width * 0.66, y + 23, called, 16, width * 0.18, "ink strong"),
        fitted(x + width * 0.66, y + 49, deck, 14, width * 0.18, "soft"),
        *_pool(view, x + width - 190, y + height / 2, words),
        id="head",
    )


def _pool(view: RunewarsView, x: float, y: float, words: Words) -> Iterator[str]:
    runes = ", ".join(f"{words.name(rune)}: {count}" for rune, count in view.runes.items())
    yield group(
        title(words("pool", runes=runes)),
        *(symbols.rune(rune, count, (x + place * 62, y)) for place, (rune, count) in enumerate(view.runes.items())),
        id="pool",
    )


def turn(view: RunewarsView, sheet: Sheet, words: Words) -> str:
    """Return the current turn: the player, the active unit with its command tool, or the face-up cards."""
    if view.offered:
        return _offered(view.offered, sheet.turn, words)
    player = None if view.step == "command" else view.turn
    if view.step == "command":
        who = words("all-turn-dials")
    elif player is not None and view.step != "over":
        who = words("turn-of", player=player)
    else:
        return ""
    active = next((unit for unit in view.units if unit.id == view.active), None)
    return _turn(player, who, active, sheet.turn, words)


@drawn_once
def _turn(player: str | None, who: str, active: UnitView | None, place: Box, words: Words) -> str:
    x, y, width, height = place
    lines = []
    if active is not None:
        name = words("acting", unit=active.id, card=active.card)
        lines = [
            fitted(x + 14, y + 50, name, 15, width - 28, "ink"),
            dials.tool(active, (x + 14 + 71, y + 82), 1.15),
            *(
                fitted(x + 14, y + 112 + 18 * line, part, 12.5, width - 28, "soft")
                for line, part in enumerate(_shown(active, words))
                if 112 + 18 * line < height - 4
            ),
        ]
    return group(
        title(who),
        box(x, y, width, height, "card s-gold", r=7, stroke_width=2),
        symbols.badge(player, (x + 22, y + 22), 11) if player is not None else "",
        fitted(x + (42 if player is not None else 14), y + 22, who, 16, width - 56, "ink strong"),
        *lines,
        id="turn",
        aria_label=words("group.turn"),
    )


def _shown(unit: UnitView, words: Words) -> list[str]:
    if unit.dials is None:
        return []
    return [words.name(unit.dials.action), words.name(unit.dials.modifier)]


@drawn_once
def _offered(offered: tuple[str, ...], place: Box, words: Words) -> str:
    x, y, width, height = place
    step = (height - 34) / max(1, len(offered))
    return group(
        box(x, y, width, height, "card s-gold", r=7, stroke_width=2),
        fitted(x + 14, y + 18, words("offered"), 14, width - 28, "ink strong"),
        *(
            group(
                title(f"{words.name(card)}, {_kind(card, words)}"),
                box(0, 0, width - 20, step - 3, "paper token", r=4),
                fitted(8, (step - 3) / 2, words.name(card), 13, width * 0.6, "print strong"),
                fitted(width - 28, (step - 3) / 2, _kind(card, words), 11, width * 0.3, "print", anchor="end"),
                at=(x + 10, y + 32 + number * step),
                part=named("card", card),
            )
            for number, card in enumerate(offered)
        ),
        id="turn",
        aria_label=words("group.offered"),
    )


def _kind(card: str, words: Words) -> str:
    return words("deployment-card" if card in tabletop().deployments else "objective-card")


@drawn_once
def legend(sheet: Sheet, words: Words) -> str:
    """Return the meaning of the symbols."""
    x, y, width, height = sheet.legend
    entries = [
        *((symbols.stance(id, (0, 0), 1.1), words("legend.stance", stance=id)) for id in ("blue", "green", "red")),
        *((symbols.stance(id, (0, 0), 1.1), words("legend.stance", stance=id)) for id in ("yellow", "white")),
        (symbols.back("a", (0, 0), 17, 15), words("dials-hidden")),
        (path("M-9 5L0 -5L9 5Z", "paper token"), words("legend.front")),
        (group(path(symbols.DIAMOND, "paper token"), scale=1.6), words("legend.figure")),
        (symbols.token("inspiration", 1, (0, 0), 0.85), words("legend.boon")),
        (symbols.token("panic", 1, (0, 0), 0.85), words("legend.bane")),
        (circle(0, 0, 7, "wound token"), words("legend.wounds")),
        (path(symbols.SWORDS, "line s-ink", stroke_width=2), words("legend.engaged")),
    ]
    columns = 2 if width < 600 else 6
    rows = (len(entries) + columns - 1) // columns
    cell, step = (width - 16) / columns, (height - 8) / rows
    return group(
        box(x, y, width, height, "card s-edge", r=7, stroke_width=1),
        *(
            group(
                picture,
                fitted(18, 0, meaning, 12.5, cell - 36),
                at=(x + 22 + place % columns * cell, y + 4 + (place // columns + 0.5) * step),
            )
            for place, (picture, meaning) in enumerate(entries)
        ),
        id="legend",
    )
