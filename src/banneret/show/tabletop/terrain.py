"""Pieces of terrain from above, with distinctive silhouettes. Each fills a box centred on the origin."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from banneret.show.stylesheet import Colour
from banneret.show.svg import circle, group, number, path, tag

COLOURS: Final = tuple(
    Colour(id=f"t-{id}", light=light, dark=dark)
    for id, light, dark in (
        ("moss", "#5f6b3a", "#1f2a1a"),
        ("leaf", "#4c6a35", "#2d4426"),
        ("leaf2", "#5a7b3f", "#365130"),
        ("leaf3", "#6b8446", "#40582f"),
        ("red", "#a3202b", "#7a1d26"),
        ("red2", "#b83238", "#8c2a2e"),
        ("bark", "#f0eadb", "#cfc8b8"),
        ("stone", "#a9a294", "#5c5a54"),
        ("stone2", "#bdb6a6", "#6a6760"),
        ("stone3", "#928b7e", "#504e49"),
        ("log", "#8a6437", "#5e4729"),
        ("log2", "#a57f4e", "#745a37"),
        ("pale", "#e0c493", "#9a845c"),
        ("earth", "#6f5b3a", "#2e271b"),
        ("mud", "#6c6b45", "#26291d"),
        ("water", "#57737b", "#23414a"),
        ("foam", "#d6e6e0", "#8fb3b4"),
        ("bone", "#7c6a52", "#5a4d3c"),
        ("cloth", "#7c1f2a", "#5e1820"),
        ("steel", "#77879a", "#566473"),
        ("roof", "#9a5a38", "#6b3f28"),
        ("wall", "#e9dcbc", "#a3977c"),
        ("fire", "#d9480f", "#e0661f"),
        ("rim", "#2b281f", "#0f0e0a"),
        ("rise", "#a98b55", "#4f4229"),
        ("rise2", "#bfa36b", "#5f5033"),
        ("rise3", "#d6bd88", "#716041"),
    )
)
RULES: Final = (
    ".edged{stroke:#1f1a10;stroke-width:1.1px;stroke-linejoin:round}",
    ".soft-edge{stroke-width:1.6px;stroke-dasharray:5 4}",
    ".bright-side{fill:#fff;fill-opacity:.15}",
    ".dark-side{fill:none;stroke:#0f170a;stroke-opacity:.45;stroke-width:1.2px}",
    ".glint{fill:none;stroke:#fff;stroke-opacity:.45;stroke-width:1.3px;stroke-linecap:round}",
)
NAME: Final = 60.0
"""Horizontal distance from its center within which the name of a piece can meet a token."""
LIFT: Final = 40.0
"""Distance by which a name is moved up or down to avoid a token."""


class Chance:
    """Repeatable numbers between 0 and 1, so that a piece looks the same everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 2654435761 % 2**32

    def __call__(self, least: float = 0.0, most: float = 1.0) -> float:
        """Return the next number of a range."""
        self._state = (self._state * 1664525 + 1013904223) % 2**32
        return least + (most - least) * (self._state >> 8) / 2**24


def name_offset(at: tuple[float, float], tokens: Sequence[tuple[float, float]], radius: float) -> float:
    """Return the vertical offset at which tokens of a radius hide the name of a piece at a point least."""
    hidden = [y - at[1] for x, y in tokens if abs(x - at[0]) < NAME]
    return min((0.0, -LIFT, LIFT), key=lambda off: sum(abs(y - off - 7) < radius + 20 for y in hidden))


def blob(chance: Chance, count: int, rx: float, ry: float, rough: float) -> str:
    """Return a round shape with an uneven edge as a path."""
    points = []
    for k in range(count):
        at, far = 2 * math.pi * k / count, 1 + chance(-rough, rough)
        points.append((math.cos(at) * rx * far, math.sin(at) * ry * far))
    (x, y), (u, v) = points[-1], points[0]
    made = f"M{_pair((x + u) / 2, (y + v) / 2)}"
    for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True):
        made += f"Q{_pair(x, y)} {_pair((x + u) / 2, (y + v) / 2)}"
    return f"{made}Z"


def _pair(x: float, y: float) -> str:
    return f"{number(round(x, 1))} {number(round(y, 1))}"


def _spots(chance: Chance, width: float, depth: float, gap: float, most: int) -> list[tuple[float, float]]:
    """Return spots in an ellipse that keep a distance from each other, from the far side to the near."""
    found: list[tuple[float, float]] = []
    for _ in range(1500):
        x, y = chance(-width * 0.46, width * 0.46), chance(-depth * 0.44, depth * 0.44)
        if (x / (width * 0.47)) ** 2 + (y / (depth * 0.45)) ** 2 <= 1 and all(
            math.hypot(x - u, y - v) > gap for u, v in found
        ):
            found.append((x, y))
            if len(found) == most:
                break
    return sorted(found, key=lambda spot: spot[1])


def forest(width: float, depth: float) -> str:
    """Return crowns of trees with their shadows."""
    chance = Chance(4)
    spots = [(x, y, chance(13, 18.5)) for x, y in _spots(chance, width, depth, 21, int(width * depth / 620))]
    return (
        path(blob(chance, 14, width / 2, depth / 2, 0.1), "t-moss s-t-leaf3 soft-edge", fill_opacity=0.62)
        + "".join(tag("ellipse", class_="shadow", cx=x + 5, cy=y + 7, rx=r * 0.95, ry=r * 0.9) for x, y, r in spots)
        + "".join(_crown(chance, x, y, r) for x, y, r in spots)
    )


def _crown(chance: Chance, x: float, y: float, r: float) -> str:
    colour = ("t-leaf", "t-leaf2", "t-leaf", "t-leaf3")[int(chance(0, 4))]
    folds = f"M{_pair(r * 0.2, r * 0.55)}q{_pair(r * 0.3, -r * 0.1)} {_pair(r * 0.42, -r * 0.4)}"
    return group(
        path(blob(chance, 9, r, r, 0.16), f"{colour} edged"),
        group(path(blob(chance, 8, r * 0.62, r * 0.58, 0.18), "bright-side"), at=(-r * 0.18, -r * 0.24)),
        path(folds, "dark-side"),
        at=(round(x, 1), round(y, 1)),
    )


def hedge(width: float, depth: float) -> str:
    """Return a row of bushes."""
    chance = Chance(12)
    count = max(4, round(width / 13))
    spots = [((k + 0.5) / count * width - width / 2, chance(-0.12, 0.12) * depth) for k in range(count)]
    r = min(depth * 0.42, 13)
    shadow = tag("rect", class_="shadow", x=-width / 2 + 4, y=-depth / 2 + 8, width=width, height=depth, rx=depth / 2)
    return shadow + "".join(_crown(chance, x, y, r) for x, y in spots)


def wall(width: float, depth: float) -> str:
    """Return a low wall: rows of stones with rubble beside them."""
    chance = Chance(2)
    rows = max(2, round(depth / 14))
    shadow = tag("rect", class_="shadow", x=-width / 2 + 5, y=-depth / 2 + 7, width=width, height=depth, rx=12)
    bed = path(blob(chance, 18, width / 2 + 3, depth / 2 + 4, 0.08), "t-earth", fill_opacity=0.7)
    return shadow + bed + "".join([*_stones(chance, width, depth, rows), *_rubble(chance, width, depth)])


def _stones(chance: Chance, width: float, depth: float, rows: int) -> Iterator[str]:
    high = (depth - 4) / rows
    for row in range(rows):
        x, y = -width / 2 + (2 if row % 2 else -6), -depth / 2 + 2 + row * high
        while x < width / 2 - 4:
            end = x + chance(13, 23)
            left, right = max(x, -width / 2 + 1), min(end, width / 2 - 1)
            x = end
            if right - left < 5 or chance() < 0.05:
                continue
            lift = chance(-1, 1)
            corners = [(left + 1.5, y + 1 + lift), (right - 1.5, y + 1 + chance(-1, 1)), (right - 0.5, y + high / 2)]
            corners += [(right - 2, y + high - 0.6 + lift), (left + 1.5, y + high - 0.6), (left + 0.5, y + high / 2)]
            colour = ("t-stone", "t-stone2", "t-stone3")[int(chance(0, 3))]
            yield path("M" + "L".join(_pair(*corner) for corner in corners) + "Z", f"{colour} edged")
            yield path(f"M{_pair(left + 3, y + 2.7 + lift)}H{number(round(right - 3, 1))}", "glint")


def _rubble(chance: Chance, width: float, depth: float) -> Iterator[str]:
    for k in range(7):
        x, y = chance(-width / 2 - 6, width / 2 + 6), (1 if k % 2 else -1) * (depth / 2 + chance(2, 7))
        yield group(path(blob(chance, 6, chance(2.5, 4.5), chance(2, 3.6), 0.25), "t-stone edged"), at=(x, y))


def palisade(width: float, depth: float) -> str:
    """Return pointed logs with two lashings."""
    chance = Chance(5)
    count = max(3, int(width / 11.5))
    parts = [
        path(blob(chance, 16, width / 2 + 4, depth / 2 + 2, 0.1), "t-earth", fill_opacity=0.75),
        tag("rect", class_="shadow", x=-width / 2 + 8, y=0, width=width - 6, height=depth * 0.6, rx=5),
    ]
    for k in range(count):
        x, high = -width / 2 + 6 + k * (width - 12) / (count - 1), depth * chance(0.86, 1.04) / 2
        foot, neck, head = number(high - 2), number(-high + 8), number(-high - 4)
        log, tip = f"M-5.2 {foot}V{neck}L0 {head}L5.2 {neck}V{foot}Z", f"M-5 {neck}L0 {head}L5 {neck}Z"
        colour = "t-log" if chance() < 0.6 else "t-log2"
        parts.append(group(path(log, f"{colour} edged"), path(tip, "t-pale"), at=(round(x, 1), 0), turn=chance(-3, 3)))
    for y in (-depth * 0.1, depth * 0.24):
        rope = f"M{_pair(-width / 2 + 3, y)}Q0 {number(y + 2.5)} {_pair(width / 2 - 3, y)}"
        parts += [path(rope, "line s-t-rim", stroke_width=5), path(rope, "line s-t-pale", stroke_width=2.8)]
    return "".join(parts)


def stakes(width: float, depth: float) -> str:
    """Return slanted stakes in the ground."""
    chance = Chance(6)
    parts = [path(blob(chance, 16, width / 2, depth / 2, 0.08), "t-earth s-t-rim soft-edge", fill_opacity=0.55)]
    rows = max(2, round(depth / 26))
    for row in range(rows):
        y = (row + 0.7) / rows * depth - depth / 2
        count = max(4, int(width / 15))
        for k in range(count):
            x = (k + 0.5 + 0.25 * (row % 2)) / (count + 0.5) * width * 0.94 - width * 0.47
            parts.append(
                group(
                    tag("ellipse", class_="shadow", cx=2, cy=2, rx=6, ry=3.5),
                    path("M-3.2 2L-2 -13L1 -21L2.6 -13L3.2 2Z", "t-log edged"),
                    path("M-2 -13L1 -21L2.6 -13Z", "t-pale"),
                    at=(round(x, 1), round(y, 1)),
                    turn=chance(-14, 14),
                )
            )
    return "".join(parts)


def corpses(width: float, depth: float) -> str:
    """Return fallen men, shields, spears and crows."""
    chance = Chance(8)
    limbs = "M-4 9L-6 20M4 9L7 19M-7 -6L-14 2M7 -6L13 -12"
    parts = [
        path(blob(chance, 15, width / 2, depth / 2, 0.11), "t-earth s-t-bone soft-edge", fill_opacity=0.85),
        path(blob(chance, 11, width * 0.33, depth * 0.31, 0.2), "t-rim", fill_opacity=0.45),
    ]
    fallen = (
        (-0.25, -0.16, 70, "t-cloth"),
        (0.2, -0.2, -50, "t-steel"),
        (-0.02, 0.06, 12, "t-log"),
        (-0.27, 0.22, 118, "t-steel"),
        (0.26, 0.17, 200, "t-cloth"),
        (0.02, -0.3, 95, "t-bone"),
        (0.05, 0.3, -80, "t-stone3"),
    )
    for x, y, turn, colour in fallen:
        parts.append(
            group(
                path(limbs, "line s-t-rim", stroke_width=6.5),
                path(limbs, "line s-t-bone", stroke_width=4.2),
                path("M-8 -7Q0 -11 8 -7L6.5 10Q0 13 -6.5 10Z", f"{colour} edged"),
                circle(0, -12, 4.8, "t-steel edged"),
                at=(x * width, y * depth),
                turn=turn,
                scale=0.9,
            )
        )
    for x, y, colour in ((-0.1, -0.3, "t-cloth"), (0.36, -0.02, "t-steel"), (-0.38, 0.02, "t-log2")):
        parts.append(
            group(circle(0, 0, 8, f"{colour} edged"), circle(0, 0, 2.5, "t-stone2 edged"), at=(x * width, y * depth))
        )
    for x, y, turn in ((-0.3, -0.02, 35), (0.1, 0.1, -55), (0.3, -0.3, 100)):
        spear = path("M0 -22V18", "line s-t-rim", stroke_width=3.4) + path(
            "M0 -22V18", "line s-t-log2", stroke_width=1.8
        )
        parts.append(group(spear, path("M0 -30L3 -22H-3Z", "t-stone2 edged"), at=(x * width, y * depth), turn=turn))
    crow = path("M-10 3L-3 -2Q-1 -8 4 -7L9 -5L5 -3Q6 3 0 5L-6 5L-4 3Z", "token-dark")
    return "".join(parts) + group(crow, at=(width * 0.12, -depth * 0.1)) + group(crow, at=(-width * 0.14, depth * 0.3))


def weirwood(width: float, depth: float) -> str:
    """Return a white trunk with a face under red leaves."""
    chance = Chance(6)
    parts = [
        path(blob(chance, 16, width / 2, depth / 2, 0.07), "t-moss s-t-red soft-edge", fill_opacity=0.5),
        tag("ellipse", class_="shadow", cx=9, cy=13, rx=width * 0.36, ry=depth * 0.34),
    ]
    for k in range(8):
        at, far = math.radians(k * 45 + chance(-10, 10)), chance(0.34, 0.42) * min(width, depth)
        x, y = math.cos(at) * far, math.sin(at) * far
        root = f"M0 0Q{_pair(x * 0.5 + chance(-8, 8), y * 0.5 + chance(-8, 8))} {_pair(x, y)}"
        parts += [path(root, "line s-t-rim", stroke_width=9), path(root, "line s-t-bark", stroke_width=6)]
    leaves = [
        (math.cos(at) * width * far, math.sin(at) * depth * far + 2, chance(low, low + 4))
        for count, near, most, low in ((17, 0.3, 0.44, 12), (12, 0.19, 0.27, 10))
        for k in range(count)
        for at, far in ((2 * math.pi * k / count + chance(-0.2, 0.2), chance(near, most)),)
    ]
    for x, y, r in sorted(leaves, key=lambda leaf: leaf[1]):
        spikes = [
            _pair(math.cos(k * math.pi / 7) * r * far, math.sin(k * math.pi / 7) * r * far)
            for k in range(14)
            for far in ((1.05 if k % 2 else 0.8) * chance(0.92, 1.08),)
        ]
        colour = "t-red" if chance() < 0.6 else "t-red2"
        shine = group(path(blob(chance, 7, r * 0.5, r * 0.44, 0.25), "bright-side"), at=(-r * 0.2, -r * 0.26))
        parts.append(group(path(f"M{'L'.join(spikes)}Z", f"{colour} edged"), shine, at=(round(x, 1), round(y, 1))))
    face = "M-7 -3.5L-2.5 -1.5M7 -3.5L2.5 -1.5M-4 6Q0 3.5 4 6"
    return (
        "".join(parts)
        + path(blob(chance, 10, 17, 16, 0.1), "t-bark edged")
        + path(face, "line s-t-red", stroke_width=2.2)
    )


def bog(width: float, depth: float) -> str:
    """Return pools with reeds."""
    chance = Chance(9)
    parts = [path(blob(chance, 16, width / 2, depth / 2, 0.1), "t-mud s-t-leaf3 soft-edge", fill_opacity=0.85)]
    pools = ((-0.2, -0.1, 0.2, 0.24), (0.2, 0.08, 0.22, 0.26), (-0.02, 0.28, 0.14, 0.12), (0.12, -0.28, 0.12, 0.1))
    for x, y, rx, ry in pools:
        wide, deep = rx * width, ry * depth
        ripples = f"M{_pair(-wide * 0.5, -deep * 0.2)}h{number(wide * 0.5)}"
        ripples += f"M{_pair(-wide * 0.1, deep * 0.25)}h{number(wide * 0.55)}"
        pool = path(blob(chance, 10, wide, deep, 0.14), "t-water edged")
        parts.append(group(pool, path(ripples, "glint"), at=(x * width, y * depth)))
    for x, y in _spots(chance, width, depth, 12, 16):
        reed = path("M-4 0L-6 -11M0 0V-14M4 0L6 -10", "line s-t-leaf", stroke_width=1.5)
        parts.append(group(reed, path("M0 -14V-9", "line s-t-log", stroke_width=3.2), at=(x, y)))
    return "".join(parts)


def rocks(width: float, depth: float) -> str:
    """Return boulders."""
    chance = Chance(14)
    parts = [path(blob(chance, 14, width / 2, depth / 2, 0.1), "t-earth s-t-rim soft-edge", fill_opacity=0.55)]
    for x, y in _spots(chance, width, depth, 19, int(width * depth / 700)):
        r = chance(10, 17)
        parts.append(
            group(
                tag("ellipse", class_="shadow", cx=4, cy=5, rx=r, ry=r * 0.85),
                path(blob(chance, 7, r, r * 0.85, 0.2), f"{('t-stone', 't-stone3')[int(chance(0, 2))]} edged"),
                group(path(blob(chance, 6, r * 0.5, r * 0.4, 0.2), "bright-side"), at=(-r * 0.25, -r * 0.25)),
                path(f"M{_pair(-r * 0.3, -r * 0.1)}L{_pair(r * 0.1, r * 0.2)}L0 {number(r * 0.6)}", "dark-side"),
                at=(x, y),
            )
        )
    return "".join(parts)


def rise(width: float, depth: float) -> str:
    """Return a hill in three steps."""
    chance = Chance(21)
    steps = ((0.5, "t-rise", (0.0, 0.0)), (0.35, "t-rise2", (-2.0, -3.0)), (0.18, "t-rise3", (-4.0, -6.0)))
    shadow = tag("ellipse", class_="shadow", cx=4, cy=6, rx=width * 0.48, ry=depth * 0.48)
    return shadow + "".join(
        group(path(blob(chance, 12, width * far, depth * far, 0.08), f"{colour} edged"), at=at)
        for far, colour, at in steps
    )


def terrace(width: float, depth: float) -> str:
    """Return paved ground with a flight of steps."""
    chance = Chance(17)
    shadow = tag("rect", class_="shadow", x=-width / 2 + 5, y=-depth / 2 + 7, width=width, height=depth, rx=6)
    floor = tag("rect", class_="t-stone3 edged", x=-width / 2, y=-depth / 2, width=width, height=depth, rx=5)
    rows = max(3, round(depth / 17))
    return shadow + floor + "".join(_stones(chance, width - 4, depth - 4, rows))


def stronghold(width: float, depth: float) -> str:
    """Return walls with battlements about a yard."""
    w, d, thick = width / 2, depth / 2, min(width, depth) * 0.17
    outer = f"M{number(-w)} {number(-d)}H{number(w)}V{number(d)}H{number(-w)}Z"
    inner = f"M{number(-w + thick)} {number(-d + thick)}V{number(d - thick)}H{number(w - thick)}V{number(-d + thick)}Z"
    towers = "".join(
        circle(x, y, thick * 0.95, "t-stone2 edged") + circle(x, y, thick * 0.55, "t-stone3 edged")
        for x in (-w + thick / 2, w - thick / 2)
        for y in (-d + thick / 2, d - thick / 2)
    )
    battlements = path(
        f"M{number(-w + 3)} {number(-d + 3)}H{number(w - 3)}V{number(d - 3)}H{number(-w + 3)}Z",
        "line s-t-rim",
        stroke_width=5,
        stroke_dasharray="6 5",
        stroke_opacity=0.55,
    )
    shadow = tag("rect", class_="shadow", x=-w + 6, y=-d + 8, width=width, height=depth, rx=6)
    return (
        shadow
        + path(inner, "t-earth")
        + path(outer + inner, "t-stone edged", fill_rule="evenodd")
        + battlements
        + towers
    )


def castle_wall(width: float, depth: float) -> str:
    """Return a wall with battlements along both faces."""
    chance = Chance(19)
    shadow = tag("rect", class_="shadow", x=-width / 2 + 4, y=-depth / 2 + 7, width=width, height=depth, rx=3)
    floor = tag("rect", class_="t-stone3 edged", x=-width / 2, y=-depth / 2, width=width, height=depth, rx=2)
    edge = "".join(f"M{_pair(-width / 2 + 2, y)}h{number(width - 4)}" for y in (-depth / 2 + 3, depth / 2 - 3))
    stones = "".join(_stones(chance, width - 4, max(depth - 12, 8), max(1, round(depth / 18))))
    battlements = path(edge, "line s-t-stone2", stroke_width=6, stroke_dasharray="9 5", stroke_linecap="butt")
    return shadow + floor + stones + battlements


def houses(width: float, depth: float) -> str:
    """Return three houses, seen a little from the near side."""
    scale = min(width, depth) / 46
    return "".join(
        group(
            path(f"M{-w / 2 + 2:g} {w * 0.4 + 3:g}H{w / 2 + 4:g}V{-w * 0.2 + 4:g}L4 {-w * 0.6 + 4:g}Z", "shadow"),
            tag("rect", class_="t-wall edged", x=-w / 2, y=-w * 0.15, width=w, height=w * 0.55),
            path(f"M{-w / 2 - 2:g} {-w * 0.1:g}L0 {-w * 0.72:g}L{w / 2 + 2:g} {-w * 0.1:g}Z", "t-roof edged"),
            tag("rect", class_="t-rim", x=-2, y=w * 0.12, width=4, height=w * 0.28),
            at=(x * scale, y * scale),
            scale=scale,
        )
        for x, y, w in ((3, -11, 16), (-13, 4, 17), (9, 8, 15))
    )


def burning(width: float, depth: float) -> str:
    """Return burning houses on scorched ground."""
    chance = Chance(23)
    flame = "M0 -16C9 -5 8 3 7 5C6 11 3 12 0 12C-5 12 -8 8 -7 3C-7 -1 -4 -4 -4 -4C-3 0 -2 1 -1 1C1 -5 -1 -12 0 -16Z"
    fire = path(flame, "t-fire edged") + group(path(flame, "t-pale", opacity=0.8), at=(0, 4), scale=0.5)
    spots = ((-0.28, -0.18), (-0.04, 0.1), (0.2, -0.2), (0.33, 0.16))
    return (
        path(blob(chance, 14, width / 2, depth / 2, 0.1), "t-earth s-t-fire soft-edge", fill_opacity=0.8)
        + group(houses(depth, depth), at=(-width * 0.2, 0))
        + group(houses(depth, depth), at=(width * 0.22, depth * 0.04))
        + "".join(group(fire, at=(x * width, y * depth)) for x, y in spots)
    )


PIECES: Final[dict[str, Callable[[float, float], str]]] = {
    "forest": forest,
    "hedge": hedge,
    "wall": wall,
    "palisade": palisade,
    "stakes": stakes,
    "corpses": corpses,
    "weirwood": weirwood,
    "bog": bog,
    "rocks": rocks,
    "rise": rise,
    "terrace": terrace,
    "stronghold": stronghold,
    "castle-wall": castle_wall,
    "houses": houses,
    "burning": burning,
}
"""Kinds of pieces; each draws a piece of a given width and depth, at about 21 units to an inch."""
