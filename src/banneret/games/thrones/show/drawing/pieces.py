"""Everything on the map: control, units, orders, tokens, neutral forces, and the current combat."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import ORDER, ORDERS, UNITS
from banneret.games.thrones.show.drawing.ground import icon_row
from banneret.games.thrones.show.drawing.layout import PLACES, Point
from banneret.games.thrones.show.drawing.symbols import (
    face_down,
    order_token,
    power_token,
    strength_shield,
    unit,
)
from banneret.games.thrones.show.drawing.words import Words
from banneret.games.thrones.view import FACE_DOWN, AreaView, CombatView, ThronesView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import circle, group, named, number, path, title, use

STEP = 32.5
NOTHING = AreaView()


def areas(view: ThronesView, words: Words) -> str:
    """Return all areas, tinted by controlling house; the title of each describes its contents."""
    land_and_sea = (a for a, kind in enumerate(board.KIND) if kind != board.PORT)
    ports = (a for a, kind in enumerate(board.KIND) if kind == board.PORT)
    parts = (_area(a, view.areas.get(board.AREAS[a], NOTHING), words) for a in (*land_and_sea, *ports))
    return group(*parts, id="areas", aria_label=words("group.areas"))


@drawn_once
def _area(a: int, found: AreaView, words: Words) -> str:
    area = board.AREAS[a]
    if board.KIND[a] == board.PORT:
        x, y = PLACES[area].at
        return group(title(_told(area, found, words)), circle(x, y, 14, "clear"), part=named("area", area))
    shape = f"shape:{area}"
    tint = use(shape, "clear")
    if found.controller is not None:
        tint = use(shape, f"h-{found.controller} tint") + use(shape, "weave", fill=f"url(#weave-{found.controller})")
    return group(title(_told(area, found, words)), tint, part=named("area", area))


def _told(area: str, found: AreaView, words: Words) -> str:
    """Describe the contents of an area in words."""
    said = [words.name(area)]
    if found.neutral < 0:
        said.append(words("blocked"))
    elif found.neutral:
        said.append(words("neutral", strength=found.neutral))
    if found.controller:
        said.append(words("held-by", house=found.controller))
    if found.house and (units := _listed(found, words)):
        said.append(f"{words.name(found.house)}: {units}" if found.house != found.controller else units)
    if found.garrison:
        said.append(words("garrison", strength=found.garrison))
    if found.power:
        said.append(words("power-of", house=found.power))
    if found.order:
        said.append(words("face-down") if found.order == FACE_DOWN else words.name(found.order))
    return "; ".join(said)


def _listed(found: AreaView, words: Words) -> str:
    standing = [f"{count} {words.name(kind)}" for kind, count in _in_order(found.units)]
    routed = [f"{count} {words.name(kind)} ({words('routed')})" for kind, count in _in_order(found.routed)]
    return ", ".join(standing + routed)


def _in_order(units: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the units that are present, in the order of their kinds."""
    return ((kind, units[kind]) for kind in UNITS if units.get(kind))


def pieces(view: ThronesView, words: Words) -> str:
    """Return everything placed on the areas."""
    return group(
        *(_pieces(area, view.areas[area], words) for area in board.AREAS if area in view.areas),
        id="pieces",
    )


@drawn_once
def _pieces(area: str, found: AreaView, words: Words) -> str:
    drawn = [*_order(area, found, words), *_units(area, found, words), *_tokens(area, found, words)]
    return group(*_set_out(area, drawn), _garrison(area, found, words), part=named("pieces", area))


Piece = tuple[str, str, str]
"""Id, title and picture of a piece."""


def _order(area: str, found: AreaView, words: Words) -> Iterator[Piece]:
    if found.order is None:
        return
    if found.order == FACE_DOWN and found.house:
        yield f"order:{area}", words("face-down"), face_down(found.house, (0, 0))
    elif found.order != FACE_DOWN:
        order = ORDERS[ORDER[found.order]]
        yield f"order:{area}", words.name(order.id), order_token(order, found.house, (0, 0))


def _units(area: str, found: AreaView, words: Words) -> Iterator[Piece]:
    if found.house is None:
        return
    for kind, count in _in_order(found.units):
        told = f"{count} {words.name(kind)}, {words.name(found.house)}"
        yield f"unit:{area}:{kind}", told, unit(found.house, kind, count, (0, 0))
    for kind, count in _in_order(found.routed):
        told = f"{count} {words.name(kind)}, {words.name(found.house)}, {words('routed')}"
        yield f"routed:{area}:{kind}", told, unit(found.house, kind, count, (0, 0), routed=True)


def _tokens(area: str, found: AreaView, words: Words) -> Iterator[Piece]:
    if found.power:
        told = words("power-of", house=found.power)
        yield f"power:{area}", told, power_token(found.power, (0, 0))
    if found.neutral > 0:
        told = words("neutral", strength=found.neutral)
        yield f"neutral:{area}", told, strength_shield(found.neutral, None, (0, 0))


def _garrison(area: str, found: AreaView, words: Words) -> str:
    if not found.garrison:
        return ""
    at = icon_row(area).get("garrison", PLACES[area].pieces)
    told = words("garrison", strength=found.garrison)
    return group(
        title(told),
        strength_shield(found.garrison, board.HOME_OF[board.AREA[area]], at),
        part=named("garrison", area),
        data_card="token:garrison",
    )


def _set_out(area: str, drawn: list[Piece]) -> Iterator[str]:
    """Lay pieces out side by side; in rows, and smaller, if there are many."""
    x, y = PLACES[area].pieces
    most = PLACES[area].row
    rows = [drawn[k : k + most] for k in range(0, len(drawn), most)]
    scale = 1.1 if len(rows) < 2 else 0.9
    for r, row in enumerate(rows):
        for k, (part, told, picture) in enumerate(row):
            at = (x + (k - (len(row) - 1) / 2) * STEP * scale, y - 5 * (len(rows) - 1) + r * STEP * scale)
            yield group(title(told), group(picture, scale=scale), at=at, part=part)


def middle(area: str) -> Point:
    """Return the position of an area's pieces."""
    return PLACES[area].pieces


def combat(fight: CombatView | None) -> str:
    """Return the arrow of an attack, the lines of its supporters, and the outline of the contested area."""
    if fight is None:
        return ""
    lines = [
        _pull(area, fight.target, side.house) for side in (fight.attacker, fight.defender) for area in side.supports
    ]
    attack = arrow(fight.origin, fight.target, fight.attacker.house)
    return group(_ring(fight.target), *lines, attack, part=named("combat", fight.target))


def _ring(area: str) -> str:
    """The outline of the contested area."""
    if board.KIND[board.AREA[area]] == board.PORT:
        return circle(*PLACES[area].at, 18, "line s-blood", stroke_width=6)
    return use(f"shape:{area}", "line s-blood", stroke_width=9)


def _ends(origin: str, target: str) -> tuple[Point, Point, Point]:
    """Start and end of a line, short of the pieces, and its direction."""
    (ax, ay), (bx, by) = middle(origin), middle(target)
    length: float = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    return (ax + dx * 22, ay + dy * 22), (bx - dx * 26, by - dy * 26), (dx, dy)


def _stroke(line: str, house: str | None, width: float, dashes: str | None = None) -> str:
    """A line in the colour of a house, edged with a contrasting ink."""
    fill, ink = (f"hs-{house}", f"his-{house}") if house else ("s-neutral", "s-paper")
    return path(line, f"line {ink}", stroke_width=width + 4) + path(
        line, f"line {fill}", stroke_width=width, stroke_dasharray=dashes
    )


def arrow(origin: str, target: str, house: str | None) -> str:
    """Return an arrow from area to area in the colour of a house."""
    (ax, ay), (bx, by), (dx, dy) = _ends(origin, target)
    head = ((bx - dx * 16 - dy * 9, by - dy * 16 + dx * 9), (bx - dx * 16 + dy * 9, by - dy * 16 - dx * 9))
    line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}" + "".join(
        f"M{number(x)} {number(y)}L{number(bx)} {number(by)}" for x, y in head
    )
    return _stroke(line, house, 6)


def _pull(area: str, target: str, house: str | None) -> str:
    (ax, ay), (bx, by), _ = _ends(area, target)
    line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    return _stroke(line, house, 3, "7 7")
