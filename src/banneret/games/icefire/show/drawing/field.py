"""The battlefield: ground and zones, terrain, objectives, and the trays with everything on them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.content.law import law_of
from banneret.games.icefire.content.tabletop import pieces
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.rules.table.zones import FREE, zone_at
from banneret.games.icefire.show.drawing import symbols
from banneret.games.icefire.show.drawing.layout import (
    CONDITIONS,
    DEEP,
    MARGIN,
    SHEET,
    SIDES,
    TERRAIN,
    Point,
    deployment,
    figure_of,
    long,
    sides,
    spot,
    tray_of,
    turn_of,
    wide,
)
from banneret.games.icefire.show.drawing.style import ROOT
from banneret.games.icefire.show.drawing.words import Words
from banneret.games.icefire.view import IcefireView, ObjectiveView, PieceView, UnitView, WallView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import box, circle, fitting, group, named, number, path, text, title, use
from banneret.show.tabletop.figures import MOUNTED
from banneret.show.tabletop.ground import table
from banneret.show.tabletop.sides import badge
from banneret.show.tabletop.terrain import name_offset
from banneret.show.tabletop.trays import (
    LEAST_SIZE,
    PLATE_HEIGHT,
    Plate,
    Tray,
    distant,
    frame,
    plate,
    plate_width,
    plates,
    ranks,
)

STEP: Final = 6
"""Distance between the lines of the field in inches: Short Range."""
OBJECTIVE: Final = 15.0
NAME_SIZE: Final = 14.0
KEYWORD_SIZE: Final = 12.0
MOST_PIPS: Final = 12
INSIDE: Final = 80.0
"""Depth of a piece of terrain from which its name lies on it, not below."""
WALL: Final = (12.0, 2.0)
"""Width and depth of the castle wall in the background's definitions, in inches."""


def field(across: float) -> str:
    """Return the ground of a table of a width: grass, with a line every 6 inches."""
    far, right = MARGIN + DEEP, MARGIN + across
    start, step = number(MARGIN), STEP * SHEET.inch
    ups = [f"M{number(MARGIN + at * step)} {start}V{number(far)}" for at in range(1, round(across / step))]
    rows = [f"M{start} {number(MARGIN + at * step)}H{number(right)}" for at in range(1, round(DEEP / step))]
    return group(
        table("meadow", MARGIN, MARGIN, across, DEEP),
        path("".join((*ups, *rows)), "line s-grid net", stroke_width=1),
        id="field",
    )


def deployments(view: IcefireView, words: Words) -> str:
    """Return the deployment zones; while players choose theirs, a zone is a thing as answers refer to it."""
    free = len(view.players) > 2 and not view.players["a"].allies
    return _deployments(view.edition, view.mode, view.width, free, view.step == "zones", words)


@lru_cache(maxsize=128)
def _deployments(edition: str, mode: str, width: int, free: bool, open_: bool, words: Words) -> str:
    across = long(width)
    far, right = MARGIN + DEEP, MARGIN + across
    start = number(MARGIN)
    if free:  # every player has a zone
        return group(*_free_zones(edition, width, open_, words), id="deployments")
    near_zone, far_zone = deployment(edition, mode)
    edges = (("far", MARGIN + far_zone, far_zone, 12), ("near", far - near_zone, near_zone, -12))
    zones = [
        group(
            title(words("deployment", edge=edge)),
            box(MARGIN, y - depth if edge == "far" else y, across, depth, "zone") if open_ else "",
            path(f"M{start} {number(y)}H{number(right)}", "line s-ink limit", stroke_width=2, stroke_dasharray="9 6"),
            text(MARGIN + across / 2, y + aside, words("deployment", edge=edge), 13, "ink halo kept"),
            part=named("edge", edge) if open_ else None,
            class_="wide",
        )
        for edge, y, depth, aside in edges
        if depth < DEEP / 2
    ]  # fmt: skip  # several to a line
    return group(*zones, id="deployments")


def _free_zones(edition: str, width: int, open_: bool, words: Words) -> list[str]:
    """Return all deployment zones of a free-for-all."""
    found = []
    for name in law_of(SEASON_6 if edition == SEASON_6 else EDITION_2021).free_zones:
        zone = zone_at(width, name, FREE)
        x, y = spot(zone.left, zone.top)
        across, deep = long(zone.right - zone.left), long(zone.top - zone.bottom)
        label = words("deployment.free", edge=name)
        zone_box = box(x, y, across, deep, "zone") if open_ else ""
        frame = box(x, y, across, deep, "clear line s-soft", stroke_width=2, stroke_dasharray="9 6")
        upright = name in ("left", "right")
        size = fitting(label, 12, deep if upright else across)
        mark = group(text(0, 0, label, size, "plate-ink"), at=_outside(width, name, (x, y)), turn=-90 if upright else 0)
        part = named("edge", name) if open_ else None
        found.append(group(title(label), zone_box, frame, mark, part=part, class_="wide"))
    return found


def _outside(width: int, name: str, corner: Point) -> Point:
    """Return the center of a zone's name: on the margin beside its edge, where there are never trays."""
    edge = name.partition("-")[0]
    zone = zone_at(width, name, FREE)
    x, y = corner[0] + long(zone.right - zone.left) / 2, corner[1] + long(zone.top - zone.bottom) / 2
    at = {"near": (x, MARGIN + DEEP + MARGIN / 2), "far": (x, MARGIN / 2), "left": (MARGIN / 2, y)}
    return at.get(edge, (MARGIN + long(width) + MARGIN / 2, y))


def terrain(view: IcefireView, words: Words) -> str:
    """Return the terrain on the field."""
    tokens = [spot(token.x, token.y) for token in view.objectives if token.claimed is None]
    return group(
        *(
            _piece(piece, name_offset(spot(piece.place.x, piece.place.y), tokens, OBJECTIVE), words)
            for piece in view.terrain
        ),
        id="terrain",
        aria_label=words("group.terrain"),
    )


@drawn_once
def _piece(piece: PieceView, name_at: float, words: Words) -> str:
    wide, deep = long(piece.width), long(piece.depth)
    name = words.name(piece.id)
    shown = f"{piece.number + 1} {name}"
    keywords = [words.name(keyword) for keyword in piece.keywords]
    told = " \u00b7 ".join(keywords)
    x, y = _under(piece) if min(wide, deep) < INSIDE else (0.0, name_at)
    return group(
        title(f"{shown}: {', '.join(keywords)}"),
        group(
            use(f"terrain:{piece.id}", "", transform=_fitted(piece)),
            box(-wide / 2, -deep / 2, wide, deep, "clear"),
            turn=turn_of(piece.place),
        ),
        group(
            text(0, 0, shown, NAME_SIZE, "ink name halo"),
            text(0, 15, told, KEYWORD_SIZE, "ink strong halo") if told else "",
            class_="keep",
            at=(x, y),
        ),
        at=spot(piece.place.x, piece.place.y),
        part=named("piece", str(piece.number)),
        data_card=piece.id,
    )


def stocked() -> dict[str, tuple[str, float, float]]:
    """Return kind, width and depth of the terrain pieces that the background defines, by id."""
    sizes: dict[str, Point] = {piece.id: (piece.width, piece.depth) for piece in pieces().pieces}
    sizes.setdefault(CASTLE_WALL, WALL)
    return {id: (style.kind, sizes[id][0] * SHEET.inch, sizes[id][1] * SHEET.inch) for id, style in TERRAIN.items()}


def _fitted(piece: PieceView) -> str | None:
    """Return the transform that scales a defined piece to the size of this one."""
    _, wide, deep = stocked()[piece.id]
    across, down = long(piece.width) / wide, long(piece.depth) / deep
    return None if across == down == 1 else f"scale({number(across)} {number(down)})"


def _under(piece: PieceView) -> Point:
    """Return the place of the name of a low piece: below it, however it is turned."""
    angle = math.radians(turn_of(piece.place))
    deep = abs(long(piece.width) * math.sin(angle)) + abs(long(piece.depth) * math.cos(angle))
    return 0.0, deep / 2 + 14


def objectives(view: IcefireView, words: Words) -> str:
    """Return the objective tokens with their numbers and owners."""
    units, marks = {unit.id: unit for unit in view.units}, sides(view)
    held = [units.get(token.claimed or "") for token in view.objectives]
    return group(
        *(
            _objective(place, token, holder, "" if holder is None else marks[holder.player], words)
            for place, (token, holder) in enumerate(zip(view.objectives, held, strict=True))
        ),
        id="objectives",
        aria_label=words("group.objectives"),
    )


@drawn_once
def _objective(place: int, token: ObjectiveView, holder: UnitView | None, side: str, words: Words) -> str:
    label = words("objective", objective=place + 1)
    if token.card is not None:
        label += f"; {words('objective-card', card=token.card)}"
    if holder is not None:
        label += f"; {words('controlled-by' if token.controlled else 'claimed-by', unit=holder.id)}"
    dashes = None if holder is None or token.controlled else "5 4"
    shown = str(place + 1) if token.card is None else f"{place + 1}\u00b7{token.card}"
    return group(
        title(label),
        group(
            circle(2, 4, OBJECTIVE + 4, "shadow"),
            circle(0, 0, OBJECTIVE + 4, "stone token" if holder is None else f"p-{side} token"),
            circle(0, 0, OBJECTIVE + 4, f"weave in-weave-{side}") if holder is not None else "",
            circle(0, 0, OBJECTIVE, "paper token", stroke_dasharray=dashes),
            text(0, 0, shown, max(fitting(shown, 18, 24), LEAST_SIZE), "print name"),
            badge(SIDES[side], (16, -14), 9.7) if holder is not None and token.controlled else "",
            class_="keep",
        ),
        at=spot(token.x, token.y) if holder is None else _on_tray(holder, token),
        part=named("objective", str(place)),
        data_card=None if token.card is None else f"objective-{token.card}",
    )


def _on_tray(holder: UnitView, token: ObjectiveView) -> Point:
    """Return the position of a claimed token: at the edge of the tray that would hide it."""
    if holder.place is None:
        return spot(token.x, token.y)
    x, y = spot(holder.place.x, holder.place.y)
    return x - 36, y - 32


def walls(view: IcefireView, words: Words) -> str:
    """Return the castle walls of a siege with their remaining Wounds; destroyed ones are faint."""
    if not view.walls:
        return ""
    return group(
        *(_wall(wall, sides(view)[wall.player], words) for wall in view.walls),
        id="walls",
        aria_label=words.name(CASTLE_WALL),
    )


@drawn_once
def _wall(wall: WallView, side: str, words: Words) -> str:
    wide, deep = long(wall.width), long(wall.depth)
    shape = (-wide / 2, -deep / 2, wide, deep)
    parts = [f"{wall.id.upper()} {words.name(CASTLE_WALL)}", words("wounds", count=wall.wounds)]
    parts += [words("engaged", units=wall.engaged)] if wall.engaged else []
    parts += [words("activated")] if wall.activated else []
    standing = 1 if wall.wounds else 0.35
    return group(
        title(", ".join(parts)),
        group(
            use(f"terrain:{CASTLE_WALL}", "", transform=_wall_size(wide, deep), opacity=standing),
            box(*shape, f"clear ps-{side}", stroke_width=3),
            box(*shape, "weave in-spent") if wall.activated else "",
            turn=turn_of(wall.place),
        ),
        group(
            box(-25, -9, 50, 18, "paper token", r=5),
            text(-9, 0, wall.id.upper(), 13, "print strong"),
            symbols.wounds(wall.wounds, (15, -1)),
            class_="keep",
        ),
        at=spot(wall.place.x, wall.place.y),
        part=named("unit", wall.id),
        data_card=CASTLE_WALL,
    )


def _wall_size(wide: float, deep: float) -> str:
    return f"scale({number(wide / WALL[0] / SHEET.inch)} {number(deep / WALL[1] / SHEET.inch)})"


def units(view: IcefireView, words: Words) -> str:
    """Return the trays, the active one framed, and the swords between engaged units."""
    active, marks = view.turn.unit if view.turn is not None else None, sides(view)
    laid = [
        (Tray(unit.id, *spot(unit.place.x, unit.place.y), long(unit.width), long(unit.depth), turn_of(unit.place)),
         plate_width(words.name(unit.card), _pips(unit)[1]))
        for unit in view.units
        if unit.place is not None
    ]  # fmt: skip  # several to a line
    at = plates(tuple(laid), (MARGIN, MARGIN, MARGIN + wide(view), MARGIN + DEEP))
    return group(
        *(
            _unit(view.edition, unit, marks[unit.player], unit.id == active, at[unit.id], words)
            for unit in view.units
            if unit.place is not None
        ),
        *_contacts(view, words),
        id="units",
        aria_label=words("group.units"),
    )


def later(edition: str, card: str, words: Words) -> list[str]:
    """Return a note if only a later season's values are known for a card: icefire:ruling.78."""
    season = components("icefire-2021" if edition == EDITION_2021 else SEASON_6).later_season(card)
    return [words("later", season=season)] if season else []


def unit_title(edition: str, unit: UnitView, words: Words) -> str:
    """Return the full description of a unit."""
    parts = [
        words("unit", unit=unit.id, card=unit.card, player=unit.player),
        *later(edition, unit.card, words),
        words("models", count=unit.models),
        words("wounds", count=unit.wounds),
    ]
    for card in unit.attachments:
        parts += [words("attachment", card=card), *later(edition, card, words)]
    parts += [words.name(condition) for condition in unit.conditions]
    parts += [f"{words.name(name.removeprefix('card-'))}: {count}" for name, count in unit.counters.items() if count]
    parts += [words("engaged", units=unit.engaged)] if unit.engaged else []
    parts += [words("activated")] if unit.activated else []
    parts += [words("card-on", card=card) for card in unit.cards]
    parts += [words("influenced", ncus=unit.influenced)] if unit.influenced else []
    parts += [words("order-used", order=order) for order in unit.orders_used]
    return ", ".join(parts)


@drawn_once
def _unit(edition: str, unit: UnitView, side: str, active: bool, at: Plate, words: Words) -> str:
    place = unit.place
    if place is None:
        return ""
    return group(
        title(unit_title(edition, unit, words)),
        group(tray(edition, unit, side, active=active), turn=turn_of(place)),
        distant(side, unit.id.upper(), long(unit.width), long(unit.depth)),
        *_over(unit, side, at, words),
        at=spot(place.x, place.y),
        part=named("unit", unit.id),
        data_card=unit.card,
        data_cards=" ".join((unit.card, *unit.attachments)),
    )


def tray(edition: str, unit: UnitView, side: str, *, active: bool = False) -> str:
    """Return a tray around its center, front up: the remaining models by rank, and an arrow for its facing."""
    wide, deep = long(unit.width), long(unit.depth)
    kind = tray_of(edition, unit)
    figure = figure_of(unit.card, kind.id)
    mounted = figure in MOUNTED
    across, down = (wide - 12) / kind.files, (deep - 16) / kind.ranks
    scale = min(across / 28, down / 45) if mounted else min(across, down) / (24 if kind.files > 1 else 30)
    if figure == "beast":
        scale = min(across / 40, down / 84)
    places = [
        (-wide / 2 + 6 + (x + 0.5) * across, -deep / 2 + 10 + (y + 0.5) * down)
        for y in range(kind.ranks)
        for x in range(kind.files)
    ][: max(unit.full_models, 1)]
    return group(
        box(-wide / 2 - 4, -deep / 2 - 4, wide + 8, deep + 8, "chosen-edge", r=8) if active else "",
        frame(side, f"url(#{ROOT}-weave-{side})", wide, deep),
        ranks(figure, side, places, unit.models, len(unit.attachments), round(scale, 2), mounted=mounted),
        box(-wide / 2, -deep / 2, wide, deep, "weave in-spent", r=5) if unit.activated else "",
    )


def _pips(unit: UnitView) -> tuple[int, int]:
    """Return the Wounds left and those of the whole unit, as far as they are drawn as pips."""
    whole = unit.full_models * unit.wounds_of_model
    return (min(unit.wounds, whole), whole) if whole <= MOST_PIPS else (0, 0)


def _over(unit: UnitView, side: str, at: Plate, words: Words) -> Iterator[str]:
    """Return what stays upright whatever the facing: the plate with name and Wounds, conditions, tokens."""
    name, wounds = words.name(unit.card), str(unit.wounds)
    there = [id for id in unit.conditions if id in CONDITIONS]
    beside = [
        symbols.condition(id, (at.wide / 2 - 6 - place * 24, -PLATE_HEIGHT / 2 - 4)) for place, id in enumerate(there)
    ]
    tokens = [(name, count) for name, count in unit.counters.items() if count]
    if unit.cards:
        tokens.append(("card", len(unit.cards)))
    beside += [
        symbols.counter(kind, count, (14 - at.wide / 2 + place * 27, PLATE_HEIGHT / 2 + 3))
        for place, (kind, count) in enumerate(tokens)
    ]
    yield plate(side, unit.id.upper(), name, _pips(unit), wounds, at, done=unit.activated, tokens=beside)


def _contacts(view: IcefireView, words: Words) -> Iterator[str]:
    units = {unit.id: unit for unit in view.units}
    for unit in view.units:
        for other in (units[id] for id in unit.engaged if id > unit.id and id in units):
            if unit.place is None or other.place is None:
                continue
            at = _between(spot(unit.place.x, unit.place.y), spot(other.place.x, other.place.y))
            yield _contact(unit.id, other.id, at, words)


@drawn_once
def _contact(unit: str, other: str, at: Point, words: Words) -> str:
    return group(
        title(words("contact", unit=unit, other=other)),
        circle(0, 0, 11, "lift"),
        circle(0, 0, 11, "paper token"),
        path(symbols.SWORDS, "line s-print", stroke_width=2, transform="scale(0.75)"),
        at=at,
        part=named("contact", unit, other),
    )


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
