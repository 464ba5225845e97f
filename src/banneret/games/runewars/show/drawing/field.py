"""The battlefield: ground, deployment areas, and the trays with everything on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import TRAY, TerrainSide, tabletop
from banneret.games.runewars.show.drawing import dials, symbols
from banneret.games.runewars.show.drawing.layout import TERRAIN, Point, Sheet, figure_of, sides, turn_of
from banneret.games.runewars.show.drawing.style import ROOT
from banneret.games.runewars.show.drawing.words import Words
from banneret.games.runewars.units.formation import Cell, centre_of
from banneret.games.runewars.view import FigureView, RunewarsView, TerrainView, UnitView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import circle, fitting, group, named, number, path, text, title, use
from banneret.show.tabletop.figures import MOUNTED
from banneret.show.tabletop.ground import table
from banneret.show.tabletop.terrain import name_offset
from banneret.show.tabletop.trays import LEAST_SIZE, PLATE_HEIGHT, Plate, Tray, distant, plate, plate_width, plates

NAME_SIZE: Final = 14.0
KEYWORD_SIZE: Final = 12.0
TOKEN: Final = 13.0
"""The radius of an objective token in the drawing."""
_SPOTS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-0.25, 0), (0.25, 0)),
    3: ((-0.25, -0.2), (0.25, -0.2), (0, 0.22)),
    4: ((-0.24, -0.22), (0.24, -0.22), (-0.24, 0.24), (0.24, 0.24)),
}
"""The places of figures on a tray, as fractions of its side."""
_BOXES: Final = {"rider": (28, 62), "lancer": (28, 62), "beast": (40, 88), "golem": (44, 46), "engine": (40, 56)}
"""Width and depth of figures that take more than those on foot."""
DIAL: Final = 30.0
"""Width beside a plate for a command tool."""


def field(sheet: Sheet) -> str:
    """Return the ground: the table with a line at each range band, and its centre."""
    x, y, width, height = sheet.table
    band = sheet.long(tabletop().ruler.band)
    lines = "".join(f"M{number(x + at * band)} {number(y)}v{number(height)}" for at in range(1, 1 + int(width / band)))
    lines += "".join(
        f"M{number(x)} {number(y + height - at * band)}h{number(width)}" for at in range(1, 1 + int(height / band))
    )
    middle, half = x + width / 2, y + height / 2
    cross = f"M{number(middle - 9)} {number(half)}h18M{number(middle)} {number(half - 9)}v18"
    return group(
        table("steppe", x, y, width, height),
        path(lines, "line s-grid net", stroke_width=1),
        path(cross, "line s-ink", stroke_width=1.5, opacity=0.5),
        id="field",
    )


def stocked(sheet: Sheet) -> dict[str, tuple[str, float, float]]:
    """Return kind, width and depth of the terrain pieces that the background defines, by id."""
    found = {}
    for id, style in TERRAIN.items():
        piece = next(one for one in tabletop().pieces.values() if id in (one.defensive.id, one.dangerous.id))
        across, down = ([abs(corner[axis]) for corner in piece.outline] for axis in (0, 1))
        found[id] = (style.kind, sheet.long(2 * max(across)), sheet.long(2 * max(down)))
    return found


def areas(view: RunewarsView, sheet: Sheet, words: Words) -> str:
    """Return the deployment areas, once they are known."""
    if view.deployment is None and view.size == "standard":
        return ""
    owner = {player.colour: id for id, player in view.players.items() if player.colour is not None}
    return _areas(view.deployment, view.depth, view.data_pack, owner, sheet, words)


@drawn_once
def _areas(
    deployment: str | None, depth: int, data_pack: str, owner: dict[str, str], sheet: Sheet, words: Words
) -> str:
    zones = tabletop(data_pack).zones(deployment)
    found = []
    for colour, shapes in (("red", zones.red), ("blue", zones.blue)):
        player = owner.get(colour)
        label = words("area", colour=colour)
        label += "" if player is None else f": {words.name(player)}"
        outline = "".join(
            "M" + "L".join(" ".join(map(number, sheet.spot(*corner))) for corner in piece.corners) + "Z"
            for shape in shapes
            for piece in shape.pieces
        )
        at = _beside(shapes[0].pieces[0].corners, depth, sheet)
        found.append(
            group(
                title(label),
                path(outline, "", fill=f"url(#{ROOT}-area-{colour})", opacity=0.3),
                path(outline, f"line area-s-{colour}", stroke_width=2.5, stroke_dasharray="10 6"),
                text(at[0], at[1], label, 13, "ink halo kept", anchor="start"),
                # Once it is taken, it is no answer to anything; a die of an attack has the same id.
                part=named("colour", colour) if player is None else None,
                data_card="",
            )
        )
    return group(*found, id="areas", aria_label=words("group.areas"))


def _beside(corners: tuple[Point, ...], depth: int, sheet: Sheet) -> Point:
    """Return the place of an area's name: along the outer edge of the table, at its left end."""
    x, low, high = min(x for x, _ in corners), min(y for _, y in corners), max(y for _, y in corners)
    near = low + high < depth
    left, y = sheet.spot(x, low if near else high)
    return left + 14, y - 14 if near else y + 14


def terrain(view: RunewarsView, sheet: Sheet, words: Words) -> str:
    """Return the terrain on the table."""
    tokens = [sheet.spot(token.x, token.y) for token in view.tokens if token.x is not None and token.y is not None]
    pieces = [(piece, sheet.spot(piece.place.x, piece.place.y)) for piece in view.terrain if piece.place is not None]
    return group(
        *(_piece(piece, name_offset(at, tokens, TOKEN + 4), sheet, words) for piece, at in pieces),
        id="terrain",
        aria_label=words("group.terrain"),
    )


@drawn_once
def _piece(piece: TerrainView, name_at: float, sheet: Sheet, words: Words) -> str:
    if piece.place is None:
        return ""
    side = _side(piece.piece)
    name = words.name(piece.piece)
    description = [name, words("capacity", count=side.capacity)]
    description += [words.name(one.keyword) + ("" if one.value is None else f" {one.value}") for one in side.keywords]
    description += [words("occupied", unit=piece.unit)] if piece.unit is not None else []
    outline = outline_of(piece.piece, sheet)
    return group(
        title(", ".join(description)),
        group(use(f"terrain:{piece.piece}", ""), path(outline, "clear"), turn=turn_of(piece.place)),
        group(
            text(0, 0, name, NAME_SIZE, "ink name halo"),
            text(0, 15, " \u00b7 ".join(description[1:]), KEYWORD_SIZE, "ink strong halo"),
            class_="keep",
            at=(0, name_at),
        ),
        at=sheet.spot(piece.place.x, piece.place.y),
        part=named("piece", piece.piece),
        data_card=piece.piece,
    )


def _side(id: str) -> TerrainSide:
    pieces = tabletop().pieces.values()
    return next(side for piece in pieces for side in (piece.defensive, piece.dangerous) if side.id == id)


def outline_of(id: str, sheet: Sheet) -> str:
    """Return the outline of a terrain piece around its centre, given one of its sides."""
    piece = next(one for one in tabletop().pieces.values() if id in (one.defensive.id, one.dangerous.id))
    corners = (f"{number(sheet.long(x))} {number(-sheet.long(y))}" for x, y in piece.outline)
    return f"M{'L'.join(corners)}Z"


def tokens(view: RunewarsView, sheet: Sheet, words: Words) -> str:
    """Return the objective tokens, on the table or on the unit that carries them."""
    units = {unit.id: unit for unit in view.units}
    carried: dict[str, int] = {}
    found = []
    for place, token in enumerate(view.tokens, 1):
        bearer = ""
        if token.x is not None and token.y is not None:
            at = sheet.spot(token.x, token.y)
        elif token.unit is not None and (there := units[token.unit].place) is not None:
            bearer = token.unit
            x, y = sheet.spot(there.x, there.y)
            at = x - 30 - 18 * carried.get(token.unit, 0), y - 20
            carried[token.unit] = carried.get(token.unit, 0) + 1
        else:
            continue
        found.append(_token(place, bearer, at, view.objective, words))
    return group(*found, id="tokens", aria_label=words("group.tokens"))


@drawn_once
def _token(number: int, bearer: str, at: Point, objective: str | None, words: Words) -> str:
    label = words("token", number=number)
    return group(
        title(f"{label}: {words('borne', unit=bearer)}" if bearer else label),
        group(
            circle(2, 4, TOKEN + 4, "shadow"),
            circle(0, 0, TOKEN + 4, "gold token"),
            circle(0, 0, TOKEN, "paper token"),
            text(0, 0, str(number), 16, "print name"),
            class_="keep",
        ),
        at=at,
        part=named("objective", str(number)),
        data_card=objective,
    )


# Units ---------------------------------------------------------------------------------------------------------------


def units(view: RunewarsView, sheet: Sheet, words: Words) -> str:
    """Return the units, the active one framed, and crossed swords between engaged units."""
    standing = [unit for unit in view.units if unit.place is not None and unit.figures]
    laid = tuple((_tray_of(unit, sheet), _plate_width(unit.card, words)) for unit in standing)
    marks = sides(view)
    x, y, width, height = sheet.table
    at = plates(laid, (x, y, x + width, y + height))
    return group(
        *(_unit(unit, marks[unit.player], view.active == unit.id, at[unit.id], sheet, words) for unit in standing),
        *_contacts(view, sheet, words),
        id="units",
        aria_label=words("group.units"),
    )


def unit_description(unit: UnitView, words: Words) -> str:
    """Describe everything that is known of a unit."""
    parts = [words("unit", unit=unit.id, card=unit.card, player=unit.player)]
    if unit.figures:
        cells = cells_of(unit)
        parts += [words("trays", count=len(cells)), words("figures", count=len(unit.figures))]
    else:
        parts.append(words("destroyed"))
    parts += [words("exhausted", card=id) if id in unit.exhausted else words.name(id) for id in unit.upgrades]
    parts += [words.name(id) for id in unit.conditions]
    parts += [f"{words.name(id)}: {count}" for id, count in unit.marks.items() if count and ":" not in id]
    wounds = sum(figure.wounds for figure in unit.figures)
    parts += [words("wounds", count=wounds)] if wounds else []
    parts += [f"{words.name(id)}: {count}" for id, count in tokens_of(unit).items()]
    parts += [words("engaged", units=unit.engaged)] if unit.engaged else []
    parts += [dials.description(unit, words)] if unit.ordered else []
    return ", ".join(parts)


def tokens_of(unit: UnitView) -> dict[str, int]:
    """Return the number of boons and banes of each kind on a unit."""
    found = {"inspiration": unit.inspiration, "vitality": unit.vitality}
    for bane in unit.banes:
        found[bane] = found.get(bane, 0) + 1
    return {id: count for id, count in found.items() if count}


def cells_of(unit: UnitView) -> frozenset[Cell]:
    """Return the trays of a unit."""
    return frozenset((figure.column, figure.row) for figure in unit.figures).union(unit.empty_trays)


def _tray_of(unit: UnitView, sheet: Sheet) -> Tray:
    """Return the box around the trays of a unit."""
    place = unit.place
    x, y = sheet.spot(place.x, place.y) if place is not None else (0.0, 0.0)
    columns = {figure.column for figure in unit.figures}
    rows = {figure.row for figure in unit.figures}
    for column, row in unit.empty_trays:
        columns.add(column)
        rows.add(row)
    side, turn = sheet.tray, turn_of(place) if place is not None else 0.0
    return Tray(unit.id, x, y, side * len(columns), side * len(rows), turn)


@lru_cache(maxsize=512)
def _plate_width(card: str, words: Words) -> float:
    return plate_width(words.name(card), 0) + DIAL


@drawn_once
def _unit(unit: UnitView, side: str, active: bool, at: Plate, sheet: Sheet, words: Words) -> str:
    place = unit.place
    if place is None:
        return ""
    return group(
        title(unit_description(unit, words)),
        group(trays(unit, side, sheet, active=active), turn=turn_of(place)),
        distant(side, unit.id.upper(), sheet.long(TRAY) * 1.2, sheet.long(TRAY) * 1.2),
        *_over(unit, side, at, words),
        at=sheet.spot(place.x, place.y),
        part=named("unit", unit.id),
        data_card=unit.card,
        data_cards=" ".join((unit.card, *unit.upgrades, *unit.conditions)),
    )


def trays(unit: UnitView, mark: str, sheet: Sheet, *, active: bool = False) -> str:
    """Return the trays of a unit around its centre, facing up: remaining figures, and the arrow of its facing."""
    cells = cells_of(unit)
    side = sheet.long(TRAY)
    outline = _outline(cells, sheet)
    ahead = min(_at(cell, cells, sheet)[1] for cell in cells) - side / 2
    front = [cell for cell in cells if cell[1] == min(row for _, row in cells)]
    middle = sum(_at(cell, cells, sheet)[0] for cell in front) / len(front)
    wedge = f"M{number(middle - 11)} {number(ahead + 1)}L{number(middle)} {number(ahead - 10)}l11 11Z"
    edge = f"M{number(min(_at(cell, cells, sheet)[0] for cell in front) - side / 2 + 4)} {number(ahead + 3)}"
    edge += f"H{number(max(_at(cell, cells, sheet)[0] for cell in front) + side / 2 - 4)}"
    floor = f"h{number(side - 6)}v{number(side - 7)}h{number(6 - side)}Z"
    corners = (_at(cell, cells, sheet) for cell in sorted(cells))
    floors = "".join(f"M{number(x - side / 2 + 3)} {number(y - side / 2 + 4)}{floor}" for x, y in corners)
    return group(
        path(outline, "shadow", transform="translate(3 6)"),
        path(outline, "chosen-edge", stroke_width=10) if active else "",
        path(wedge, f"p-{mark} token"),
        path(outline, f"p-{mark} token"),
        path(outline, "weave", fill=f"url(#{ROOT}-weave-{mark})"),
        path(floors, "floor fine"),
        path(edge, f"start pis-{mark}"),
        *_figures(unit, mark, cells, sheet),
        path(outline, "weave", fill=f"url(#{ROOT}-spent)") if unit.revealed and not active else "",
    )


def _at(cell: Cell, cells: frozenset[Cell], sheet: Sheet) -> Point:
    """Return the centre of a tray on the sheet, relative to the centre of its unit facing up."""
    x, y = centre_of(cell, cells)
    return sheet.long(x), -sheet.long(y)


def _outline(cells: frozenset[Cell], sheet: Sheet) -> str:
    """Draw the trays as one shape."""
    side = sheet.long(TRAY)
    return "".join(
        f"M{number(x - side / 2)} {number(y - side / 2)}h{number(side)}v{number(side)}h{number(-side)}Z"
        for x, y in (_at(cell, cells, sheet) for cell in sorted(cells))
    )


def _figures(unit: UnitView, mark: str, cells: frozenset[Cell], sheet: Sheet) -> Iterator[str]:
    """Yield the figures on their trays; upgrades have gold bases, and wounds are numbers on the figures."""
    side = sheet.long(TRAY)
    card = components().units[unit.card]
    kind = figure_of(unit.card, card.type)
    standing, wounded = [], []
    for cell in sorted(cells, key=lambda one: (one[1], one[0])):
        there = [figure for figure in unit.figures if (figure.column, figure.row) == cell]
        x, y = _at(cell, cells, sheet)
        most = 1 if _is_heavy(there) else card.figures
        spots = _SPOTS[min(4, max(len(there), most))]
        size = _size(kind, len(spots), side)
        for place, (dx, dy) in enumerate(spots):
            at = (x + dx * side, y + dy * side)
            moved = f"translate({number(round(at[0], 1))} {number(round(at[1], 1))})scale({number(size)})"
            if place >= len(there):
                standing.append(use("figure:gone", "", transform=moved))
                continue
            figure = there[place]
            if figure.upgrade is not None:
                standing.append(
                    use("figure:mounted-leader" if kind in MOUNTED else "figure:leader", "", transform=moved)
                )
            standing.append(use(f"figure:{kind}", "", transform=moved))
            if figure.wounds:
                wounded.append(_wounds(figure.wounds, at))
    yield group(*standing, class_=f"p-{mark}")
    yield from wounded


def _size(kind: str, count: int, side: float) -> float:
    """Return the scale of a figure that shares a tray with others."""
    across = side / (1 if count == 1 else 2)
    wide, deep = _BOXES.get(kind, (26, 30))
    return round(min(across / wide, (side if count <= 2 else side / 2) / deep), 2)


def _wounds(count: int, at: Point) -> str:
    drop = circle(0, 0, 8, "wound token") + text(0, 0, str(count), LEAST_SIZE, "paper strong")
    return group(group(drop, class_="keep"), at=at)


def _is_heavy(there: list[FigureView]) -> bool:
    if len(there) != 1 or there[0].upgrade is None:
        return False
    figure = components().upgrades[there[0].upgrade].figure
    return figure is not None and figure.heavy


def _over(unit: UnitView, side: str, at: Plate, words: Words) -> Iterator[str]:
    """Yield the upright parts of a unit: plate, command tool, boons and banes."""
    left = str(len(unit.figures))
    shape = Plate(at.x - DIAL / 2, at.y, at.wide - DIAL)
    dial = (at.wide / 2, 0.0)
    beside = []
    if unit.ordered and unit.dials is None:
        beside.append(symbols.back(side, dial, 24, 24))
    elif unit.ordered and unit.dials is not None:
        action, _ = dials.sectors(unit.card, unit.dials)
        beside.append(circle(*dial, 13, "paper token"))
        if action.action is not None:
            beside.append(symbols.mark(action.action, dial, scale=1.1))
    for place, (id, count) in enumerate(tokens_of(unit).items()):
        beside.append(symbols.token(id, count, (14 - shape.wide / 2 + place * 24, PLATE_HEIGHT / 2 + 4), 1.0))
    label, name = unit.id.upper(), words.name(unit.card)
    yield plate(side, label, name, (0, 0), left, shape, done=unit.revealed, tokens=beside)


def _contacts(view: RunewarsView, sheet: Sheet, words: Words) -> Iterator[str]:
    units = {unit.id: unit for unit in view.units}
    for unit in view.units:
        for other in (units[id] for id in unit.engaged if id > unit.id and id in units):
            if unit.place is None or other.place is None:
                continue
            one, two = sheet.spot(unit.place.x, unit.place.y), sheet.spot(other.place.x, other.place.y)
            yield _contact(unit.id, other.id, ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), words)


@drawn_once
def _contact(unit: str, other: str, at: Point, words: Words) -> str:
    return group(
        title(words("contact", unit=unit, other=other)),
        circle(0, 0, 10, "lift"),
        circle(0, 0, 10, "paper token"),
        path(symbols.SWORDS, "line s-print", stroke_width=2, transform="scale(0.68)"),
        at=at,
        part=named("contact", unit, other),
    )


def fitted(
    x: float, y: float, content: str, size: float, width: float, classes: str = "ink", anchor: str = "start"
) -> str:
    """Return a line of text fitted to a width."""
    return text(x, y, content, fitting(content, size, width), classes, anchor=anchor)
