"""The battlefield: ground and zones, terrain, objectives, and the trays with everything on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.content.law import law_of
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.rules.table.zones import FREE, zone_at
from banneret.games.icefire.show.drawing import symbols
from banneret.games.icefire.show.drawing.layout import (
    CONDITIONS,
    DEEP,
    MARGIN,
    SHEET,
    TERRAIN,
    Point,
    deployment,
    long,
    spot,
    tray_of,
    turn_of,
    wide,
)
from banneret.games.icefire.show.drawing.words import Words
from banneret.games.icefire.view import IcefireView, ObjectiveView, PieceView, UnitView, WallView
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import box, circle, fitting, group, named, number, path, text, title

STEP: Final = 6
"""Distance between the lines of the field in inches: Short Range."""
OBJECTIVE: Final = 15.0
NAME: Final = 60.0
"""Horizontal distance from its center within which a terrain's name can meet a token."""
LIFT: Final = 28.0
"""Distance by which the name is moved up or down to avoid a token."""


def field(view: IcefireView, words: Words) -> str:
    """Return the ground: the field with a line every 6 inches, its edges and the deployment zones."""
    across = wide(view)
    far, right = MARGIN + DEEP, MARGIN + across
    start, step = number(MARGIN), STEP * SHEET.inch
    ups = [f"M{number(MARGIN + at * step)} {start}V{number(far)}" for at in range(1, round(across / step))]
    rows = [f"M{start} {number(MARGIN + at * step)}H{number(right)}" for at in range(1, round(DEEP / step))]
    if len(view.players) > 2 and not view.players["a"].allies:  # every player has a zone
        return _framed(view, _free_zones(view, words), (*ups, *rows))
    near_zone, far_zone = deployment(view.edition, view.mode)
    edges = (("far", MARGIN + far_zone, far_zone), ("near", far - near_zone, near_zone))
    zones = [
        group(
            title(words("deployment", edge=edge)),
            path(f"M{start} {number(y)}H{number(right)}", "line s-soft", stroke_width=2, stroke_dasharray="9 6"),
            text(MARGIN + across / 2, y + (10 if edge == "far" else -10), words("deployment", edge=edge), 12, "soft"),
        )
        for edge, y, depth in edges
        if depth < DEEP / 2
    ]  # fmt: skip  # several to a line
    return _framed(view, zones, (*ups, *rows))


def _framed(view: IcefireView, zones: Sequence[str], lines: Sequence[str]) -> str:
    return group(
        box(MARGIN, MARGIN, wide(view), DEEP, "field s-edge", stroke_width=2),
        path("".join(lines), "line s-grid", stroke_width=1),
        *zones,
        id="field",
    )


def _free_zones(view: IcefireView, words: Words) -> list[str]:
    """Return all deployment zones of a free-for-all."""
    found = []
    for name in law_of(SEASON_6 if view.edition == SEASON_6 else EDITION_2021).free_zones:
        zone = zone_at(view.width, name, FREE)
        x, y = spot(zone.left, zone.top)
        across, deep = long(zone.right - zone.left), long(zone.top - zone.bottom)
        label = words("deployment.free", edge=name)
        frame = box(x, y, across, deep, "clear line s-soft", stroke_width=2, stroke_dasharray="9 6")
        upright = name in ("left", "right")
        size = fitting(label, 12, deep if upright else across)
        mark = group(text(0, 0, label, size, "soft"), at=_outside(view, name, (x, y)), turn=-90 if upright else 0)
        found.append(group(title(label), frame, mark))
    return found


def _outside(view: IcefireView, name: str, corner: Point) -> Point:
    """Return the center of a zone's name: on the margin beside its edge, where there are never trays."""
    edge = name.partition("-")[0]
    zone = zone_at(view.width, name, FREE)
    x, y = corner[0] + long(zone.right - zone.left) / 2, corner[1] + long(zone.top - zone.bottom) / 2
    at = {"near": (x, MARGIN + DEEP + MARGIN / 2), "far": (x, MARGIN / 2), "left": (MARGIN / 2, y)}
    return at.get(edge, (MARGIN + wide(view) + MARGIN / 2, y))


def terrain(view: IcefireView, words: Words) -> str:
    """Return the terrain on the field."""
    tokens = [spot(token.x, token.y) for token in view.objectives if token.claimed is None]
    return group(
        *(_piece(piece, _clear(spot(piece.place.x, piece.place.y), tokens), words) for piece in view.terrain),
        id="terrain",
        aria_label=words("group.terrain"),
    )


@drawn_once
def _piece(piece: PieceView, name_at: float, words: Words) -> str:
    style = TERRAIN[piece.id]
    wide, deep = long(piece.width), long(piece.depth)
    corner = min(wide, deep) / 4
    name = words.name(piece.id)
    shown = f"{piece.number + 1} {name}"
    label = f"{shown}: {', '.join(words.name(keyword) for keyword in piece.keywords)}"
    size = fitting(shown, 13, max(wide, deep) - 8)
    shape = (-wide / 2, -deep / 2, wide, deep)
    return group(
        title(label),
        group(
            box(*shape, f"{style.colour} s-{style.colour}", r=corner, stroke_width=2, fill_opacity=0.28),
            box(*shape, f"line in-terrain-{piece.id}", r=corner),
            turn=turn_of(piece.place),
        ),
        text(0, name_at, shown, size, "ink strong"),
        at=spot(piece.place.x, piece.place.y),
        part=named("piece", str(piece.number)),
        data_card=piece.id,
    )


def _clear(at: Point, tokens: list[Point]) -> float:
    """Return the vertical offset at which tokens hide the name at a point least."""
    hidden = [y - at[1] for x, y in tokens if abs(x - at[0]) < NAME]
    return min((0.0, -LIFT, LIFT), key=lambda off: sum(abs(y - off) < OBJECTIVE + 10 for y in hidden))


def objectives(view: IcefireView, words: Words) -> str:
    """Return the objective tokens with their numbers and owners."""
    units = {unit.id: unit for unit in view.units}
    return group(
        *(
            _objective(place, token, units.get(token.claimed or ""), words)
            for place, token in enumerate(view.objectives)
        ),
        id="objectives",
        aria_label=words("group.objectives"),
    )


@drawn_once
def _objective(place: int, token: ObjectiveView, holder: UnitView | None, words: Words) -> str:
    label = words("objective", objective=place + 1)
    if token.card is not None:
        label += f"; {words('objective-card', card=token.card)}"
    if holder is not None:
        label += f"; {words('controlled-by' if token.controlled else 'claimed-by', unit=holder.id)}"
    ring = "line s-gold" if holder is None else f"line ps-{holder.player}"
    dashes = None if holder is None or token.controlled else "5 4"
    shown = str(place + 1) if token.card is None else f"{place + 1}\u00b7{token.card}"
    return group(
        title(label),
        circle(0, 0, OBJECTIVE + 3, "paper token"),
        circle(0, 0, OBJECTIVE, ring, stroke_width=4.5, stroke_dasharray=dashes),
        text(0, 0, shown, fitting(shown, 13, 22), "print strong"),
        symbols.badge(holder.player, (13, -13), 8) if holder is not None and token.controlled else "",
        at=spot(token.x, token.y) if holder is None else _on_tray(holder, token),
        scale=1 if holder is None else 0.8,
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
    return group(*(_wall(wall, words) for wall in view.walls), id="walls", aria_label=words.name(CASTLE_WALL))


@drawn_once
def _wall(wall: WallView, words: Words) -> str:
    style = TERRAIN[CASTLE_WALL]
    wide, deep = long(wall.width), long(wall.depth)
    shape = (-wide / 2, -deep / 2, wide, deep)
    parts = [f"{wall.id.upper()} {words.name(CASTLE_WALL)}", words("wounds", count=wall.wounds)]
    parts += [words("engaged", units=wall.engaged)] if wall.engaged else []
    parts += [words("activated")] if wall.activated else []
    standing = 1 if wall.wounds else 0.35
    return group(
        title(", ".join(parts)),
        group(
            box(*shape, f"{style.colour} ps-{wall.player}", stroke_width=3, fill_opacity=0.5 * standing),
            box(*shape, f"line in-terrain-{CASTLE_WALL}", opacity=standing),
            box(*shape, "weave in-spent") if wall.activated else "",
            turn=turn_of(wall.place),
        ),
        box(-25, -9, 50, 18, "paper token", r=5),
        text(-9, 0, wall.id.upper(), 13, "print strong"),
        symbols.wounds(wall.wounds, (15, -1)),
        at=spot(wall.place.x, wall.place.y),
        part=named("unit", wall.id),
        data_card=CASTLE_WALL,
    )


def units(view: IcefireView, words: Words) -> str:
    """Return the trays, the active one framed, and the swords between engaged units."""
    active = view.turn.unit if view.turn is not None else None
    return group(
        *(_unit(view.edition, unit, unit.id == active, words) for unit in view.units if unit.place is not None),
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
    parts += [f"{words.name(name)}: {count}" for name, count in unit.counters.items() if count]
    parts += [words("engaged", units=unit.engaged)] if unit.engaged else []
    parts += [words("activated")] if unit.activated else []
    parts += [words("card-on", card=card) for card in unit.cards]
    parts += [words("influenced", ncus=unit.influenced)] if unit.influenced else []
    parts += [words("order-used", order=order) for order in unit.orders_used]
    return ", ".join(parts)


@drawn_once
def _unit(edition: str, unit: UnitView, active: bool, words: Words) -> str:
    place = unit.place
    if place is None:
        return ""
    return group(
        title(unit_title(edition, unit, words)),
        group(tray(edition, unit, active=active), turn=turn_of(place)),
        *_over(unit),
        at=spot(place.x, place.y),
        part=named("unit", unit.id),
        data_card=unit.card,
        data_cards=" ".join((unit.card, *unit.attachments)),
    )


def tray(edition: str, unit: UnitView, *, active: bool = False) -> str:
    """Return a tray around its center, front up: the remaining models by rank, and an arrow for its facing."""
    wide, deep = long(unit.width), long(unit.depth)
    shape = (-wide / 2, -deep / 2, wide, deep)
    front = -deep / 2
    arrow = f"M-9 {number(front + 11)}L0 {number(front + 1)}L9 {number(front + 11)}Z"
    return group(
        box(*shape, "line s-gold", r=3, stroke_width=9) if active else "",
        box(*shape, f"p-{unit.player} token", r=3),
        box(*shape, f"weave in-weave-{unit.player}", r=3),
        *_models(edition, unit, wide, deep),
        box(*shape, "weave in-spent", r=3) if unit.activated else "",
        path(arrow, f"pi-{unit.player} token"),
    )


def _models(edition: str, unit: UnitView, wide: float, deep: float) -> Iterator[str]:
    """Return the models from the front rank on; attachments are diamonds at its left end."""
    shape = tray_of(edition, unit)
    across, down = wide / shape.files, (deep - 12) / shape.ranks
    size = min(across, down) * (0.3 if shape.ranks > 1 else 0.42)
    for number_of, place in enumerate((x, y) for y in range(shape.ranks) for x in range(shape.files)):
        if number_of >= max(unit.full_models, 1):
            return
        x = -wide / 2 + (place[0] + 0.5) * across
        y = -deep / 2 + 11 + (place[1] + 0.5) * down
        if number_of >= unit.models:
            yield circle(x, y, size, f"line pis-{unit.player}", stroke_width=1.2, stroke_dasharray="2 3", opacity=0.6)
        elif number_of < len(unit.attachments):
            diamond = path(symbols.DIAMOND, "paper token")
            yield group(diamond, at=(x, y), scale=size / 4.2)
        else:
            yield circle(x, y, size, f"pi-{unit.player} token")


def _over(unit: UnitView) -> Iterator[str]:
    """Return what stays upright whatever the facing: label, Wounds, conditions, tokens."""
    yield box(-25, -9, 50, 18, "paper token", r=5)
    yield text(-9, 0, unit.id.upper(), 13, "print strong")
    yield symbols.wounds(unit.wounds, (15, -1))
    there = [id for id in unit.conditions if id in CONDITIONS]
    for place, id in enumerate(there):
        yield symbols.condition(id, ((place - (len(there) - 1) / 2) * 23, 22), 1.0)
    tokens = [(name, count) for name, count in unit.counters.items() if count]
    if unit.cards:
        tokens.append(("card", len(unit.cards)))
    for place, (name, count) in enumerate(tokens):
        yield symbols.counter(name, count, ((place - (len(tokens) - 1) / 2) * 25, -20))


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
