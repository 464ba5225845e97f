"""The panels of the players: their armies, with the command tools and remaining strength of each unit."""

from __future__ import annotations

from banneret.games.runewars.show.drawing import dials, symbols
from banneret.games.runewars.show.drawing.field import cells_of, fitted, tokens_of, unit_description
from banneret.games.runewars.show.drawing.layout import Box, Sheet
from banneret.games.runewars.show.drawing.style import ROOT
from banneret.games.runewars.show.drawing.words import Words
from banneret.games.runewars.view import PlayerView, RunewarsView, UnitView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import box, circle, group, named, text, title


def sides(view: RunewarsView, sheet: Sheet, words: Words) -> str:
    """Return the panels of both players."""
    panels = [
        _side(player, found, player in view.forfeited, _units(view, player), place, words)
        for (player, found), place in zip(view.players.items(), sheet.sides, strict=True)
    ]
    return group(*panels, id="players", aria_label=words("group.players"))


def _units(view: RunewarsView, player: str) -> list[UnitView]:
    return [unit for unit in view.units if unit.player == player]


@drawn_once
def _side(player: str, found: PlayerView, forfeited: bool, units: list[UnitView], place: Box, words: Words) -> str:
    x, y, width, height = place
    name = words.name(player)
    name += f" ({words.name(found.colour)})" if found.colour is not None else ""
    name += f" ({words('forfeited')})" if forfeited else ""
    points = words("points", count=found.points) if found.score is None else words("score", count=found.score)
    points += f", {words('tokens', count=found.tokens)}" if found.tokens and found.score is None else ""
    points += f", {words('named', unit=found.named)}" if found.named is not None else ""
    return group(
        title(f"{name}: {points}"),
        box(x, y, width, height, f"card ps-{player}", r=7, stroke_width=2.5),
        box(x, y, width, 34, f"p-{player}", r=7),
        box(x, y, 150, 34, "weave", r=7, fill=f"url(#{ROOT}-weave-{player})"),
        symbols.badge(player, (x + 20, y + 17), 13),
        fitted(x + 42, y + 17, name, 17, width * 0.6, f"pi-{player} name"),
        fitted(x + width - 12, y + 17, points, 16, width * 0.3, f"pi-{player} strong", anchor="end"),
        *(_row(unit, _row_at(number, len(units), place), words) for number, unit in enumerate(units)),
        part=named("player", player),
    )


def row_of(view: RunewarsView, sheet: Sheet, unit: str) -> Box:
    """Return the row of a unit in its player's panel."""
    player = next(one.player for one in view.units if one.id == unit)
    units = [one.id for one in _units(view, player)]
    return _row_at(units.index(unit), len(units), sheet.sides[list(view.players).index(player)])


def _row_at(number: int, count: int, panel: Box) -> Box:
    """Return one of the rows of units in a panel."""
    x, y, width, height = panel
    step = min(46.0, (height - 42) / max(1, count))
    return Box(x + 10, y + 38 + number * step, width - 20, step)


@drawn_once
def _row(unit: UnitView, place: Box, words: Words) -> str:
    x, y, width, height = place
    middle = y + height / 2
    gone = not unit.figures
    name = words.name(unit.card) + (f" ({words('destroyed')})" if gone else "")
    cards = [f"({words.name(id)})" if id in unit.exhausted else words.name(id) for id in unit.upgrades]
    upgrades = ", ".join((*cards, *(words.name(id) for id in unit.conditions)))
    two = height >= 30 and upgrades
    tool = dials.ACTION_WIDTH + dials.MODIFIER_WIDTH
    tokens = list(tokens_of(unit).items())
    room = width - tool - 92 - 22 * len(tokens)
    return group(
        title(unit_description(unit, words)),
        box(x - 4, y + 1, width + 8, height - 2, "clear"),
        text(x, middle, unit.id.upper(), 13, "ink strong", anchor="start"),
        fitted(x + 30, middle - (7 if two else 0), name, 13.5, room, "soft" if gone else "ink"),
        fitted(x + 30, middle + 9, upgrades, 11, room, "soft") if two else "",
        *(
            symbols.token(id, count, (x + width - tool - 50 - number * 22, middle), 0.8)
            for number, (id, count) in enumerate(tokens)
        ),
        _trays(unit, (x + width - tool - 22, middle)) if not gone else "",
        dials.tool(unit, (x + width - tool / 2, middle), min(1.0, (height - 2) / dials.HEIGHT)) if not gone else "",
        part=named("row", unit.id),
        data_for=named("unit", unit.id),
        data_card=unit.card,
        data_cards=" ".join((unit.card, *unit.upgrades, *unit.conditions)),
        class_="faint" if gone else None,
    )


def _trays(unit: UnitView, at: tuple[float, float]) -> str:
    """Return the numbers of remaining figures and trays."""
    figures, trays = len(unit.figures), len(cells_of(unit))
    return group(
        circle(-9, 0, 4, f"p-{unit.player} token"),
        text(2, -0.5, str(figures), 12, "ink strong", anchor="start"),
        box(-13, 6, 8, 4, f"p-{unit.player} token") if trays > 1 else "",
        at=at,
    )
