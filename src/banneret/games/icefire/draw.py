"""A view of the match as SVG: the table from above, the near edge below."""

from __future__ import annotations

from html import escape

from banneret.games.icefire.view import IcefireView, PlaceView, UnitView

SIZE = 48_000
COLORS = {"a": "#31556b", "b": "#8a3b32"}
GREENS = {"forest": "#5f7f52", "weirwood": "#b9a7a0", "bog": "#7d7a52", "corpse-pile": "#8a7668"}


def draw(view: IcefireView) -> str:
    """Return the whole drawing."""
    return _svg(f"{_ground()}{things(view)}")


def ground() -> str:
    """Return what never changes: the table."""
    return _svg(_ground())


def _svg(inside: str) -> str:
    box = 'viewBox="-500 -500 49000 49000" font-family="sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{inside}</svg>'


def _ground() -> str:
    return f'<rect x="0" y="0" width="{SIZE}" height="{SIZE}" fill="#dcd3b8" stroke="#5c523b" stroke-width="120"/>'


def _placed(place: PlaceView) -> str:
    """Return the transform of a thing at a place: SVG turns with the clock and has y downwards."""
    return f'transform="translate({place.x} {SIZE - place.y}) rotate({-place.heading / 100:g})"'


def things(view: IcefireView) -> str:
    """Return what lies on the table, each with its `data-id`."""
    parts = ['<g id="things">']
    for number, piece in enumerate(view.terrain):
        fill = GREENS.get(piece.id, "#8f8468")
        shape = _rectangle(piece.width, piece.depth, f'rx="400" fill="{fill}" opacity="0.7"')
        parts.append(f'<g data-id="piece:{number}" {_placed(piece.place)}>{shape}</g>')
    for number, token in enumerate(view.objectives):
        ring = COLORS[token.claimed[0]] if token.claimed is not None and token.controlled else "#5c523b"
        look = f'fill="#f3edda" stroke="{ring}" stroke-width="160"'
        circle = f'<circle cx="{token.x}" cy="{SIZE - token.y}" r="700" {look}/>'
        parts.append(f'<g data-id="objective:{number}">{circle}</g>')
    parts += [_unit(unit, unit.place) for unit in view.units if unit.place is not None]
    parts.append("</g>")
    return "".join(parts)


def _rectangle(width: int, depth: int, look: str) -> str:
    return f'<rect x="{-width / 2:g}" y="{-depth / 2:g}" width="{width}" height="{depth}" {look}/>'


def _unit(unit: UnitView, place: PlaceView) -> str:
    """Return a tray with its arrow, its name and the Wounds it can still suffer."""
    top = -unit.depth / 2
    fill = f'fill="{COLORS[unit.player]}" opacity="{0.6 if unit.activated else 1}" stroke="#1d1a14" stroke-width="60"'
    arrow = (
        f'<path d="M-600 {top + 900:g} L0 {top:g} L600 {top + 900:g}" fill="none" stroke="#fff" stroke-width="140"/>'
    )
    words = "".join(
        f'<text y="{y}" text-anchor="middle" font-size="{size}" fill="#fff">{escape(str(text))}</text>'
        for y, size, text in ((400, 1500, unit.id), (1900, 1100, unit.wounds))
    )
    tray = _rectangle(unit.width, unit.depth, fill)
    return f'<g data-id="unit:{unit.id}" {_placed(place)}>{tray}{arrow}{words}</g>'
