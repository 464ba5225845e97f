"""The panel of each player: points, cards, units and non-combat units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.games.icefire.show.drawing import symbols
from banneret.games.icefire.show.drawing.field import later, unit_title
from banneret.games.icefire.show.drawing.layout import BESIDE, PANEL, Point, left
from banneret.games.icefire.show.drawing.words import Words
from banneret.games.icefire.view import IcefireView, NcuView, PlayerView, UnitView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import box, circle, fitting, group, named, path, text, title

TOP: Final = 196.0
STEP: Final = 404.0
HEIGHT: Final = 396.0
ROOM: Final = 220.0
"""Height shared by the rows of units."""
ONE_COLUMN: Final = 9
"""Maximum number of units shown in one column."""
HAND: Final = 58.0
NAME: Final = 330.0
"""Width of a player's name, beside the points."""
LATER: Final = " *"
"""Appended to the name of a card if only a later season's values are known; its title says so."""


def sides(view: IcefireView, words: Words) -> str:
    """Return the players' panels: two below one another, and two more beside them."""
    panels = [
        _side(
            view.edition,
            player,
            found,
            player in view.forfeited,
            [unit for unit in view.units if unit.player == player],
            [ncu for ncu in view.ncus if ncu.player == player],
            (left(view) + place // 2 * (PANEL + BESIDE), TOP + place % 2 * STEP),
            words,
        )
        for place, (player, found) in enumerate(view.players.items())
    ]
    return group(*panels, id="players", aria_label=words("group.players"))


@drawn_once
def _side(
    edition: str,
    player: str,
    found: PlayerView,
    forfeited: bool,
    units: list[UnitView],
    ncus: list[NcuView],
    at: Point,
    words: Words,
) -> str:
    x, y = at
    name = words("player", player=player, faction=found.faction, commander=found.commander)
    name += "".join(f" ({words('team', player=ally)})" for ally in found.allies)
    name += f" ({words('forfeited')})" if forfeited else ""
    name += f" ({words('out')})" if found.out else ""
    points = words("points", count=found.victory_points, needed=found.needed)
    return group(
        title(f"{name}: {points}"),
        box(x, y, PANEL, HEIGHT, f"card ps-{player}", r=7, stroke_width=2.5),
        box(x, y, PANEL, 34, f"p-{player}", r=7),
        box(x, y, 150, 34, f"weave in-weave-{player}", r=7),
        symbols.badge(player, (x + 20, y + 17), 13),
        text(x + 42, y + 17, name, fitting(name, 17, NAME), f"pi-{player} name", anchor="start"),
        text(x + PANEL - 12, y + 17, points, fitting(points, 16, 130), f"pi-{player} strong", anchor="end"),
        *_units(edition, units, x + 10, y + 48, words),
        *_ncus(edition, ncus, x + 10, y + HEIGHT - HAND - 62, words),
        *_hand(edition, player, found, x + 10, y + HEIGHT - HAND - 8, words),
        part=named("player", player),
    )


def _units(edition: str, units: list[UnitView], x: float, y: float, words: Words) -> Iterator[str]:
    columns = 1 if len(units) <= ONE_COLUMN else 2
    rows = max(ONE_COLUMN, (len(units) + columns - 1) // columns)
    width = (PANEL - 20) / columns
    for place, unit in enumerate(units):
        column, row = divmod(place, rows)
        yield _row(edition, unit, x + column * width, y + row * ROOM / rows, width, words)


@drawn_once
def _row(edition: str, unit: UnitView, x: float, y: float, width: float, words: Words) -> str:
    gone = not unit.wounds
    state = words("destroyed") if gone else words("reserve") if unit.place is None else ""
    mark = LATER if later(edition, unit.card, words) else ""
    name = words.name(unit.card) + mark + (f" ({state})" if state else "")
    room = width - 100 - 22 * len(unit.conditions)
    signs = [symbols.condition(id, (x + width - 68 - place * 22, y), 0.8) for place, id in enumerate(unit.conditions)]
    return group(
        title(unit_title(edition, unit, words)),
        text(x, y, unit.id.upper(), 13, "ink strong", anchor="start"),
        text(x + 30, y, name, fitting(name, 13.5, room), "soft" if gone else "ink", anchor="start"),
        *signs,
        text(x + width - 28, y, str(unit.wounds), 13, "ink strong", anchor="end") if not gone else "",
        _done(unit.activated, (x + width - 14, y)) if not gone else "",
        part=named("row", unit.id),
        data_for=named("unit", unit.id),
        data_name=f"{unit.id.upper()} {words.name(unit.card)}",
        data_card=unit.card,
        data_cards=" ".join((unit.card, *unit.attachments)),
        class_="faint" if gone else None,
    )


def _done(activated: bool, at: tuple[float, float]) -> str:
    """Return a ring, ticked if the unit beside it has activated in this round."""
    tick = path("M-4 0L-1 3L4 -4", "line s-print", stroke_width=2.2)
    return group(circle(0, 0, 7, "paper token"), tick if activated else "", at=at)


def _ncus(edition: str, ncus: list[NcuView], x: float, y: float, words: Words) -> Iterator[str]:
    width = (PANEL - 20) / max(3, len(ncus))
    for place, ncu in enumerate(ncus):
        yield _ncu(edition, ncu, x + place * width, y, width - 6, words)


def ncu_title(edition: str, ncu: NcuView, words: Words) -> str:
    """Return the full description of a non-combat unit."""
    parts = [words("ncu", ncu=ncu.id, card=ncu.card, player=ncu.player), *later(edition, ncu.card, words)]
    parts += [words("on-zone", zone=ncu.zone)] if ncu.zone is not None else []
    parts += [words("activated")] if ncu.activated else []
    parts += [words("destroyed")] if not ncu.alive else []
    parts += [f"{words.name(name)}: {count}" for name, count in ncu.counters.items() if count]
    return ", ".join(parts)


@drawn_once
def _ncu(edition: str, ncu: NcuView, x: float, y: float, width: float, words: Words) -> str:
    name = words.name(ncu.card) + (LATER if later(edition, ncu.card, words) else "")
    where = words.name(ncu.zone) if ncu.zone is not None else words("destroyed") if not ncu.alive else ""
    return group(
        title(ncu_title(edition, ncu, words)),
        box(0, 0, width, 48, f"paper ps-{ncu.player}", r=5, stroke_width=2),
        text(8, 12, ncu.id.upper(), 12, "print strong", anchor="start"),
        _done(ncu.activated, (width - 13, 12)),
        text(8, 27, name, fitting(name, 12.5, width - 14), "print", anchor="start"),
        text(8, 40, where, fitting(where, 11.5, width - 14), "print strong", anchor="start"),
        at=(x, y),
        part=named("ncu", ncu.id),
        data_name=f"{ncu.id.upper()} {name}",
        data_card=ncu.card,
        class_=None if ncu.alive else "faint",
    )


def _hand(edition: str, player: str, found: PlayerView, x: float, y: float, words: Words) -> Iterator[str]:
    room = PANEL - 130
    cards = (*found.hand, *found.siege, *found.missions)
    step = min(110.0, room / max(1, len(cards)))
    for place, card in enumerate(cards):
        yield _card(edition, player, card, place, x + place * step, y, step - 5, words)
    piles = (words("deck", count=found.deck), words("discards", count=len(found.discards)))
    discards = ", ".join(words.name(card) for card in found.discards)
    passes = words("passes", count=found.passes)
    yield group(
        title(f"{piles[1]}: {discards}" if discards else piles[1]),
        *(
            text(x + PANEL - 22, y + 11 + place * 18, line, fitting(line, 12.5, 104), "soft", anchor="end")
            for place, line in enumerate((*piles, passes))
        ),
    )


@drawn_once
def _card(
    edition: str, player: str, card: str | None, place: int, x: float, y: float, width: float, words: Words
) -> str:
    if card is None:
        back = box(0, 0, width, HAND, f"p-{player} token", r=5)
        back += box(0, 0, width, HAND, f"weave in-weave-{player}", r=5)
        sign = symbols.badge(player, (width / 2, HAND / 2), 12)
        return group(title(words("card-face-down")), back, sign, at=(x, y), part=named("back", player, str(place)))
    notes = later(edition, card, words)
    name = words.name(card).partition(":")[0]  # a mission's number; its title has the rest
    name += LATER if notes else ""
    half = name.find(" ", max(0, len(name) // 2 - 2))
    lines = (name,) if half < 0 or len(name) < 12 else (name[:half], name[half + 1 :])
    middle = HAND / 2 - (len(lines) - 1) * 8
    return group(
        title(", ".join((words("card", card=card), *notes))),
        box(0, 0, width, HAND, "paper token", r=5),
        *(
            text(width / 2, middle + number * 16, line, fitting(line, 13, width - 8), "print strong")
            for number, line in enumerate(lines)
        ),
        at=(x, y),
        id=named(player, "card", str(place)),
        data_id=named("card", card),
    )
