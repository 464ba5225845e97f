"""Small original pictures: figures, banners, dice, tokens. Each is centred on the origin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.battles.show.drawing.layout import HOUSE_STYLES, RANK_TINTS
from banneret.show.svg import box, circle, group, path, tag, text
from banneret.show.tabletop import figures

CREST: Final = 512.0
"""Side of the square that a crest fills."""
PLINTH: Final = 37.0
"""Distance from the middle of a unit's plinth to its corners."""
FLOOR: Final = 31.0
_STANDINS: Final = {"infantry": "sword", "cavalry": "rider", "archer": "bow", "kennel": "beast"}
SWORDS: Final = "M-8 -8L6 6M8 -8L-6 6M-8 4L-4 8M8 4L4 8"
STAR: Final = "M0 -6L1.500 -2L6 -2L2.500 1L3.800 5.500L0 3L-3.800 5.500L-2.500 1L-6 -2L-1.500 -2Z"
CROWN: Final = "M-8 6V-5L-4 0L0 -7L4 0L8 -5V6Z"
FLAME: Final = "M0 -13Q8 -5 7 3Q6 11 0 11Q-7 11 -7 3Q-7 -1 -4 -4Q-3 0 -1 1Q3 -5 0 -13Z"
SHIELD: Final = "M-8 -9H8V0Q7 7 0 10Q-7 7 -8 0Z"
GAUNTLET: Final = "M-5 9V0L-8 -3L-6 -6L-3 -3V-9H-1V-4H0V-10H2V-4H3V-9H5V-3H6V-7H8V2L5 9Z"
FLAG: Final = "M-6 10V-10H-4V-9L8 -5L-4 -1V10Z"
_SYMBOLS: Final = {"valor": GAUNTLET, "morale": FLAG}
HELMET: Final = "M-8 9V-1A8 8 0 0 1 8 -1V9H3V2H1V9H-1V2H-3V9Z"
TENT: Final = "M0 -13L14 10H4L0 1L-4 10H-14ZM-1.500 -17H1.500V-12H-1.500Z"
TOWER: Final = "M-9 14V-8H-12V-15H-7V-11H-3V-15H3V-11H7V-15H12V-8H9V14Z"
BOW: Final = "M-4 -10Q8 0 -4 10M-4 -10V10M-9 0H7M3 -3L7 0L3 3"
CROSSHAIR: Final = "M0 -15V-6M0 15V6M-15 0H-6M15 0H6"
DEVASTATED: Final = "M-22 -8L-8 -3L-2 -14L4 -2L20 -8L9 5L16 16L0 9L-14 17L-9 4Z"


def figure(kind: str, house: str, at: tuple[float, float], leads: bool = False) -> str:
    """Return a figure in the colours of a House; that of a commander has a gold base."""
    drawn = figures.figure(_STANDINS.get(kind, kind))
    small = 0.5 if kind in ("kennel", "beast", "cavalry", "rider", "lancer") else 0.9
    return group(circle(0, 0, 13, "gilt fine") if leads else "", drawn, at=at, scale=small, class_=f"h-{house}")


def plinth(house: str) -> str:
    """Return the base of a unit, a hex with a wooden floor in the color and pattern of its House."""
    outer, inner = hexagon(PLINTH), hexagon(FLOOR)
    return group(
        path(outer, "shadow", transform="translate(2 4)"),
        path(outer, f"h-{house} token"),
        path(outer, "weave", fill=f"url(#weave-{house})"),
        path(inner, "floor fine"),
    )


def hexagon(size: float) -> str:
    """Return a hex about the origin as a path; `size` is the distance to its corners."""
    wide, half = size * 0.866, size / 2
    return f"M0 {-size:g}L{wide:.1f} {-half:g}V{half:g}L0 {size:g}L{-wide:.1f} {half:g}V{-half:g}Z"


def banner(rank: str, house: str, active: bool, at: tuple[float, float]) -> str:
    """Return a unit's banner, with bars for its rank; it flies right when active, left and hatched when inactive."""
    bars = RANK_TINTS[rank].bars
    side = 1 if active else -1
    cloth = "M0 -17H25L20.500 -8.500L25 0H0Z"
    marks = "".join(f"M{4 + k * 5} -14V-3" for k in range(bars))
    flag = tag(
        "g",
        path(cloth, "lift"),
        path(cloth, f"r-{rank} token"),
        path(marks, f"line ris-{rank}", stroke_width=2.6),
        "" if active else path(cloth, "over", fill="url(#hatch)"),
        transform=f"scale({side} 1)",
    )
    pole = path("M0 -20V20", "line s-token-ink", stroke_width=2.6)
    top = circle(0, -20, 2.8, "paper token" if active else "token-ink token")
    return group(flag, pole, top, circle(0, 20, 3.2, f"h-{house} token"), at=at)


def badge(house: str, at: tuple[float, float], r: float = 12) -> str:
    """Return a round badge with the colour, pattern and crest of a House."""
    return group(
        circle(0, 0, r, "lift"),
        circle(0, 0, r, f"h-{house} token"),
        circle(0, 0, r, "over", fill=f"url(#weave-{house})"),
        circle(0, 0, r * 0.66, f"h-{house}"),
        crest(house, (0, 0), r * 1.3),
        at=at,
    )


def crest(house: str, at: tuple[float, float], size: float = 24) -> str:
    """Return the crest of a House."""
    drawn = path(HOUSE_STYLES[house].crest, f"hi-{house}")
    return group(group(drawn, at=(-CREST / 2, -CREST / 2)), at=at, scale=size / CREST)


def crest_disc(house: str) -> str:
    """Return a disc with the crest of a House."""
    return circle(0, 0, 11.5, f"h-{house} token") + crest(house, (0, 0), 15)


def order_token(token: str, at: tuple[float, float], count: int = 1, spent: int = 0) -> str:
    """Return an order token or die face (a shield with bars, a gauntlet or a flag) with the count."""
    number = circle(11, 11, 8, "token-ink") + text(11, 11, str(count), 11.6, "paper strong") if count > 1 else ""
    counted = path("M-12 14H12", "line s-gold", stroke_width=3) if spent else ""
    return group(circle(0, 0, 15, "lift"), circle(0, 0, 15, "paper token"), _face(token), number, counted, at=at)


def die(faces: Sequence[str]) -> str:
    """Return one die, or two smaller ones, each with the shield, gauntlet or flag that it shows."""
    one = len(faces) == 1
    places = (0.0,) if one else (-8.2, 8.2)
    return "".join(
        group(
            box(-13, -13, 26, 26, "lift", r=5),
            box(-13, -13, 26, 26, "paper token", r=5),
            _face(face),
            at=(x, 0),
            scale=1.0 if one else 0.58,
        )
        for face, x in zip(faces, places, strict=True)
    )


def _face(token: str) -> str:
    """Return the sign of an order token or of a face of a die."""
    if token not in RANK_TINTS:
        return path(_SYMBOLS[token], "token-ink")
    tint = RANK_TINTS[token]
    marks = "".join(f"M{(k - (tint.bars - 1) / 2) * 4:g} -5V3" for k in range(tint.bars))
    return path(SHIELD, f"r-{token} token") + path(marks, f"line ris-{token}", stroke_width=2.2)


def command_token(at: tuple[float, float], house: str, used: bool = False) -> str:
    """Return a command token."""
    return group(
        circle(0, 0, 9, "paper token" if used else f"h-{house} token"),
        path(CROWN, "token-ink" if used else f"hi-{house}", transform="scale(0.62)"),
        at=at,
    )


def fire(level: int, at: tuple[float, float]) -> str:
    """Return a fire token with its level."""
    return group(path(FLAME, "lift"), path(FLAME, "flame token"), text(0, 4, str(level), 12, "token-ink strong"), at=at)


def engagement(house: str | None, at: tuple[float, float]) -> str:
    """Return an engagement token, with the badge of the House it shows."""
    disc = circle(0, 0, 12, "lift") + circle(0, 0, 12, "paper token")
    letter = badge(house, (9, 10), 8) if house is not None else ""
    return group(disc, path(SWORDS, "line s-token-ink", stroke_width=2.2, transform="scale(0.85)"), letter, at=at)


def objective(house: str | None, at: tuple[float, float], occupied: bool = False) -> str:
    """Return an objective: a ring with a flag, and the badge of the House that controls it."""
    ring = circle(0, 0, 13, "lift") + circle(0, 0, 13, "paper token", stroke_dasharray="3 2" if occupied else None)
    held = crest_disc(house) if house is not None else path(FLAG, "token-ink", transform="scale(0.8)")
    return group(ring, held, at=at)


def strategy(shown: str, at: tuple[float, float]) -> str:
    """Return a strategy token: a helmet if face down, a tick if real, a cross if a decoy."""
    marks = {"real": "M-6 0L-2 5L7 -6", "decoy": "M-5 -5L5 5M5 -5L-5 5"}
    face = (
        path(marks[shown], f"line {'rs-green' if shown == 'real' else 'rs-red'}", stroke_width=3.5)
        if shown in marks
        else path(HELMET, "token-ink", transform="scale(0.85)")
    )
    return group(circle(0, 0, 12.5, "lift"), circle(0, 0, 12.5, "paper token"), face, at=at)


def overlay(kind: str, at: tuple[float, float]) -> str:
    """Return a terrain token."""
    match kind:
        case "tent":
            picture = (
                path(TENT, "lift") + path(TENT, "paper token") + path("M0 -13V1", "line s-token-ink", stroke_width=1)
            )
        case "siege-tower":
            rungs = path("M-6 -3H6M-6 3H6M-6 9H6", "line s-token-ink", stroke_width=1.4)
            picture = path(TOWER, "lift") + path(TOWER, "timber token") + rungs
        case _:
            body = "timber token" if kind == "wood-bridge" else "stone token"
            cuts = "M-12 -22V22M-4 -22V22M4 -22V22M12 -22V22" if kind == "wood-bridge" else "M-19 -8H19M-19 8H19M0 -8V8"
            picture = box(-20, -26, 40, 52, body, r=3) + path(cuts, "line s-token-ink", stroke_width=1.3)
    return group(picture, at=at)
