"""Layers of control, pieces and combat: tinted areas, units, orders, tokens, neutral forces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import ORDER, ORDERS, UNITS
from banneret.games.thrones.show.drawing.layout import PLACES, Point
from banneret.games.thrones.show.drawing.names import icon_row
from banneret.games.thrones.show.drawing.symbols import number_of, strength_shield
from banneret.games.thrones.show.drawing.words import Words
from banneret.games.thrones.view import FACE_DOWN, AreaView, CombatView, ThronesView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import circle, group, named, number, path, title, use

STEP = 34.0
"""Distance between neighbouring pieces."""
SIZE = 0.92
"""Scale of units and tokens."""
BAND = 13.0
"""Width of the band along the border of an area in the colour of the controlling house."""
NOTHING = AreaView()


def areas(view: ThronesView, words: Words) -> str:
    """Return the layer of areas in the colours of the controlling houses; each has a title listing its contents."""
    land_and_sea = (a for a, kind in enumerate(board.KIND) if kind != board.PORT)
    ports = (a for a, kind in enumerate(board.KIND) if kind == board.PORT)
    parts = (_area(a, view.areas.get(board.AREAS[a], NOTHING), words) for a in (*land_and_sea, *ports))
    return group(*parts, id="areas", aria_label=words("group.areas"))


@drawn_once
def _area(a: int, found: AreaView, words: Words) -> str:
    area = board.AREAS[a]
    if board.KIND[a] == board.PORT:
        x, y = PLACES[area].at
        hatch = circle(x, y, 12, "", fill="url(#hatch)") if found.neutral < 0 else ""
        return _marked(area, found, words, hatch, circle(x, y, 14, "clear"))
    shape = f"shape:{area}"
    held, blocked = "", use(shape, "", fill="url(#hatch)", opacity=0.55) if found.neutral < 0 else ""
    if (house := found.controller) is not None:
        held = group(
            use(shape, f"m-{house} tint"),
            use(shape, "band", stroke=f"url(#band-{house})", stroke_width=2 * BAND, fill="none"),
            use(shape, f"clear s-m-{house} rim"),
            clip_path=f"url(#clip:{area})",
        )
    # The page styles the last two as the double outline of an area that can be chosen.
    outline = use(shape, "clear"), use(shape, "clear veil")
    return _marked(area, found, words, group(blocked, held), *outline)


def _marked(area: str, found: AreaView, words: Words, *shapes: str) -> str:
    """Return an area with its contents as title, and as the line that describes it in lists."""
    contents = _contents(found, words)
    about = title("; ".join((words.name(area), *contents)))
    return group(about, *shapes, part=named("area", area), data_line="; ".join(contents) or words("empty"))


def _contents(found: AreaView, words: Words) -> list[str]:
    """Return what is in an area, as texts."""
    said = []
    if found.neutral < 0:
        said.append(words("blocked"))
    elif found.neutral:
        said.append(words("neutral", strength=found.neutral))
    units = _listed(found, words) if found.house else ""
    if found.controller and not (units and found.house == found.controller):
        said.append(words("held-by", house=found.controller))
    if found.house and units:
        said.append(f"{words.name(found.house)}: {units}")
    if found.garrison:
        said.append(words("garrison", strength=found.garrison))
    if found.power:
        said.append(words("power-of", house=found.power))
    if found.order:
        said.append(words("face-down") if found.order == FACE_DOWN else words.name(found.order))
    return said


def _listed(found: AreaView, words: Words) -> str:
    standing = [_counted(words.name(kind), count) for kind, count in _in_order(found.units)]
    routed = [f"{_counted(words.name(kind), count)} ({words('routed')})" for kind, count in _in_order(found.routed)]
    return ", ".join(standing + routed)


def _counted(name: str, count: int) -> str:
    return f"{name} ×{count}" if count > 1 else name


def _in_order(units: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Yield kinds and numbers of the units present, in the order of `UNITS`."""
    return ((kind, units[kind]) for kind in UNITS if units.get(kind))


def pieces(view: ThronesView, words: Words) -> str:
    """Return the layer of pieces, grouped by area."""
    return group(
        *(_pieces(area, view.areas[area], words) for area in board.AREAS if area in view.areas),
        id="pieces",
    )


@drawn_once
def _pieces(area: str, found: AreaView, words: Words) -> str:
    drawn = [*_units(area, found, words), *_tokens(area, found, words), *_order(area, found, words)]
    return group(*_arranged(area, drawn), _garrison(area, found, words), part=named("pieces", area))


class Piece(NamedTuple):
    """Drawing of `copies` identical pieces; `part` is its id, `title` its tooltip."""

    part: str
    title: str
    picture: str
    copies: int = 1


def _order(area: str, found: AreaView, words: Words) -> Iterator[Piece]:
    if found.order is None:
        return
    if found.order == FACE_DOWN and found.house:
        yield Piece(f"order:{area}", words("face-down"), use(f"figure:back:{found.house}", ""))
    elif found.order != FACE_DOWN:
        order = ORDERS[ORDER[found.order]]
        yield Piece(f"order:{area}", words.name(order.id), use(f"figure:order:{order.id}", ""))


def _units(area: str, found: AreaView, words: Words) -> Iterator[Piece]:
    if found.house is None:
        return
    for kind, count in _in_order(found.units):
        label = f"{_counted(words.name(kind), count)}, {words.name(found.house)}"
        yield Piece(f"unit:{area}:{kind}", label, use(f"figure:unit:{kind}", f"h-{found.house}"), count)
    for kind, count in _in_order(found.routed):
        label = f"{_counted(words.name(kind), count)}, {words.name(found.house)}, {words('routed')}"
        picture = group(use(f"figure:unit:{kind}", f"h-{found.house}", stroke_dasharray="3 2.4"), turn=90)
        yield Piece(f"routed:{area}:{kind}", label, picture, count)


def _tokens(area: str, found: AreaView, words: Words) -> Iterator[Piece]:
    if found.power:
        label = words("power-of", house=found.power)
        yield Piece(f"power:{area}", label, use(f"figure:power:{found.power}", ""))
    if found.neutral > 0:
        label = words("neutral", strength=found.neutral)
        yield Piece(f"neutral:{area}", label, strength_shield(found.neutral, None, (0, 0)))


def _garrison(area: str, found: AreaView, words: Words) -> str:
    if not found.garrison:
        return ""
    x, y = icon_row(area).get("garrison", (0.0, 0.0))
    label = words("garrison", strength=found.garrison)
    shield = strength_shield(found.garrison, board.HOME_OF[board.AREA[area]], (x, y), 0.9)
    return group(
        title(label),
        group(shield, class_="keep"),
        at=PLACES[area].at,
        part=named("garrison", area),
        data_card="token:garrison",
    )


def _arranged(area: str, drawn: list[Piece]) -> Iterator[str]:
    """Yield the pieces of an area side by side.

    If they do not fit in one row, the area gets several, and identical pieces are drawn once with their number.
    """
    place = PLACES[area]
    total = sum(piece.copies for piece in drawn)
    single = total <= place.row + 1
    step = STEP * min(1.0, place.row / max(total, 1)) if single else STEP
    rows = [drawn] if single else [drawn[k : k + place.row] for k in range(0, len(drawn), place.row)]
    scale = 1.0 if len(rows) < 2 else 0.82
    for r, row in enumerate(rows):
        counts = [piece.copies if single else 1 for piece in row]
        left = -sum(counts) * step / 2
        for piece, count in zip(row, counts, strict=True):
            at = (left + count * step / 2) * scale, (-5 * (len(rows) - 1) + r * STEP) * scale
            yield _placed(piece, place.pieces, at, scale, step if single else 0)
            left += count * step


def _placed(piece: Piece, place: Point, at: Point, scale: float, step: float) -> str:
    """Return identical pieces at an offset from the area's position, at a constant size on the screen.

    Copies are `step` apart; if it is 0, one copy is drawn with a badge of their number.
    """
    count = piece.copies if step else 1
    offsets = [(k - (count - 1) / 2) * step for k in range(count)]
    figures = [group(piece.picture, at=(x, 0) if x else None, scale=SIZE) for x in offsets]
    badge = number_of(piece.copies) if piece.copies > count else ""
    return group(
        title(piece.title),
        group(group(*figures, badge, at=at, scale=scale), class_="keep"),
        at=place,
        part=piece.part,
    )


def middle(area: str) -> Point:
    """Return the position of an area's pieces."""
    return PLACES[area].pieces


def combat(fight: CombatView | None) -> str:
    """Return the layer of a combat: arrow of the attack, lines of support, outline of the contested area."""
    if fight is None:
        return ""
    lines = [
        _support_line(area, fight.target, side.house)
        for side in (fight.attacker, fight.defender)
        for area in side.supports
    ]
    attack = arrow(fight.origin, fight.target, fight.attacker.house)
    # The shape of a sea reaches far beyond the board, and an arrow may be longer than a small screen.
    shown = group(circle(*middle(fight.target), 60, "clear"), data_attention="", pointer_events="none")
    return group(_ring(fight.target), *lines, attack, shown, part=named("combat", fight.target))


def _ring(area: str) -> str:
    """Return the double outline of the contested area."""
    if board.KIND[board.AREA[area]] == board.PORT:
        x, y = PLACES[area].at
        return circle(x, y, 18, "line s-paper", stroke_width=5) + circle(x, y, 18, "line s-token-ink", stroke_width=1.6)
    shape = f"shape:{area}"
    return use(shape, "line s-paper", stroke_width=5) + use(shape, "line s-token-ink", stroke_width=1.6)


def _ends(origin: str, target: str) -> tuple[Point, Point, Point]:
    """Return start, end and direction of a line between two areas; it ends short of their pieces."""
    (ax, ay), (bx, by) = middle(origin), middle(target)
    length: float = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    return (ax + dx * 22, ay + dy * 22), (bx - dx * 26, by - dy * 26), (dx, dy)


def arrow(origin: str, target: str, house: str | None) -> str:
    """Return an arrow between areas in the colour of a house, with a dark edge and a pale rim."""
    (ax, ay), (bx, by), (dx, dy) = _ends(origin, target)
    neck = (bx - dx * 24, by - dy * 24)

    def corner(at: Point, aside: float) -> str:
        return f"{number(at[0] - dy * aside)} {number(at[1] + dx * aside)}"

    shape = "M" + "L".join(
        [
            *(corner((ax, ay), 7), corner(neck, 7), corner(neck, 18), f"{number(bx)} {number(by)}"),
            *(corner(neck, -18), corner(neck, -7), corner((ax, ay), -7)),
        ]
    )  # fmt: skip  # several to a line
    return path(f"{shape}Z", "lift") + path(f"{shape}Z", f"{f'h-{house}' if house else 'neutral'} token")


def _support_line(area: str, target: str, house: str | None) -> str:
    """Return the dashed line from a supporting area to the contested one."""
    (ax, ay), (bx, by), _ = _ends(area, target)
    line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    colour = f"hs-{house}" if house else "s-neutral"
    return path(line, "line s-paper", stroke_width=8) + path(
        line, f"line {colour}", stroke_width=4.5, stroke_dasharray="6 5", stroke_linecap="butt"
    )
