"""Names of the areas in a language, and their printed icons."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import GARRISON, HOME
from banneret.games.thrones.show.drawing.layout import PLACES, Point
from banneret.games.thrones.show.drawing.words import Words, in_two
from banneret.show.svg import group, named, number, path, tag, text, use

LINE_HEIGHT: Final = 1.08
"""Line height of names, relative to the font size."""
LAND_SIZE: Final = 15.0
SEA_SIZE: Final = 19.0
BEND: Final = 0.055
"""Rise of the curve along which a sea's name is written, relative to half its width."""
ICON_STEP: Final = {"stronghold": 30.0, "castle": 20.0, "barrel": 18.5, "crown": 18.5, "crest": 24.0, "garrison": 24.0}
GARRISONED: Final = {area for house, area in HOME.items() if GARRISON[house]}


@lru_cache(maxsize=8)
def names(words: Words) -> str:
    """Return the layer of names, printed icons and the anchors of ports."""
    areas = (board.AREAS[area] for area in (*board.LAND_AREAS, *board.SEA_AREAS))
    return group(
        *(_port(board.AREAS[port]) for port in board.PORT_AREAS),
        *(_printed(area, words) for area in areas),
        id="names",
        pointer_events="none",
    )


def _printed(area: str, words: Words) -> str:
    """Return the name of an area with its icons below."""
    place, name = PLACES[area], words.name(area)
    lines = place.lines or (name,)
    if place.lines and name != " ".join(place.lines):
        lines = in_two(name)
    if board.KIND[board.AREA[area]] == board.SEA:
        return group(group(*_sea_name(area, lines), class_="keep"), at=place.at, part=named("label", area))
    written = [
        text(0, k * LAND_SIZE * LINE_HEIGHT, line, LAND_SIZE, "ink name halo s-land-halo")
        for k, line in enumerate(lines)
    ]
    return group(group(*written, _icons(area), class_="keep"), at=place.at, part=named("label", area))


def _sea_name(area: str, lines: tuple[str, ...]) -> list[str]:
    """Return the name of a sea along a slight curve."""
    made = []
    for k, line in enumerate(lines):
        half = len(line) * SEA_SIZE * 0.3 + 30
        y, id_ = k * SEA_SIZE * LINE_HEIGHT + SEA_SIZE * 0.3, f"curve:{area}:{k}"
        rise = half * BEND
        curve = f"M{number(-half)} {number(y + rise)}Q0 {number(y - rise)} {number(half)} {number(y + rise)}"
        written = tag("textPath", escape(line), href=f"#{id_}", startOffset="50%")
        made.append(tag("path", id=id_, d=curve, fill="none"))
        made.append(
            tag("text", written, class_="sea-ink sea-name halo s-sea-halo", font_size=SEA_SIZE, text_anchor="middle")
        )
    return made


def icon_row(area: str) -> dict[str, Point]:
    """Return the positions of an area's printed icons and its garrison, relative to its name.

    The key of a second icon of the same kind ends in 2: `crown`, `crown2`.
    """
    a = board.AREA[area]
    kinds: list[str] = [_fort(a)] if a in board.FORTIFIED else []
    kinds += ["garrison"] if a in GARRISONED else []
    kinds += ["crest"] if board.HOME_OF[a] else []
    kinds += ["barrel"] * board.SUPPLY[a] + ["crown"] * board.POWER[a]
    y = LAND_SIZE * LINE_HEIGHT * (max(1, len(PLACES[area].lines)) - 1) + 19
    x = -sum(ICON_STEP[kind] for kind in kinds) / 2
    row: dict[str, Point] = {}
    for kind in kinds:
        name = f"{kind}2" if kind in row else kind
        row[name] = (x + ICON_STEP[kind] / 2, y)
        x += ICON_STEP[kind]
    return row


def _fort(a: int) -> str:
    # The tables distinguish strongholds from castles only by mustering points.
    return "stronghold" if board.MUSTER_POINTS[a] == max(board.MUSTER_POINTS) else "castle"


def _icons(area: str) -> str:
    house = board.HOME_OF[board.AREA[area]]
    parts = []
    for icon, (x, y) in icon_row(area).items():
        kind = icon.rstrip("2")
        figure = f"home:{house}" if kind == "crest" else f"icon:{kind}"
        parts.append(use(f"figure:{figure}", f"icon-{kind}", x=x, y=y))
    return group(*parts, class_="near")


def _port(port: str) -> str:
    """Return an anchor on the coast, joined by a line to the position of the port's ships."""
    (x, y), (basin_x, basin_y) = PLACES[port].at, PLACES[port].pieces
    basin = f"M{number(x)} {number(y)}L{number(basin_x)} {number(basin_y)}"
    return group(
        path(basin, "line s-sea-ink", stroke_width=1.4, stroke_dasharray="1 5"),
        use("figure:icon:anchor", "icon-anchor", x=x, y=y),
        part=named("port", port),
    )
