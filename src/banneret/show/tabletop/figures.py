"""Figures from above, facing up. Cloth and marks take their colours from the class of the `use` element."""

from __future__ import annotations

from typing import Final

from banneret.show.svg import circle, group, path, tag

FIGURES: Final = (
    "sword", "spear", "halberd", "axe", "bow", "crossbow", "mage", "rider", "lancer", "beast", "golem", "engine",
    "gone", "horse-gone", "leader", "mounted-leader",
)  # fmt: skip  # several to a line
"""Kinds of figures; the empty places of lost ones, and gold bases of leaders to be laid under a figure."""
MOUNTED: Final = frozenset({"rider", "lancer"})
RULES: Final = (
    ".metal{fill:#c9ced2}",
    ".bright{fill:#eef1f2}",
    ".leather{fill:#7d5a33}",
    ".coat{fill:#6b4a2b}",
    ".hide{fill:#a3a9ad}",
    ".rock{fill:#a9a294}",
    ".base{fill:#4b4433}",
    ".fine{stroke:#120d07;stroke-width:1.1px;stroke-linejoin:round;stroke-linecap:round}",
    ".shaft{fill:none;stroke:#120d07;stroke-width:3.4px;stroke-linecap:round}",
    ".staff{fill:none;stroke:#b58a4e;stroke-width:1.8px;stroke-linecap:round}",
    ".crease{fill:none;stroke:#000;stroke-opacity:.35;stroke-width:1.2px}",
    ".gleam{fill:none;stroke:#fff;stroke-opacity:.65;stroke-width:1px}",
    ".slot{fill:#000;fill-opacity:.28;stroke:#d9c79c;stroke-opacity:.55;stroke-width:1.1px;stroke-dasharray:2.5 2.5}",
    ".gilt{fill:#f0c24a}",
)
"""Rules for figures, in addition to those for tokens."""
MARKS: Final = (
    ".plume{fill:none;stroke:#fff;stroke-opacity:.7;stroke-width:2px;stroke-linecap:round}",
    ".paw{fill:none;stroke:#8e969c;stroke-width:4.6px;stroke-linecap:round}",
    ".token-dark{fill:#17120a}",
    ".floor{fill:#54412a}",
)
"""Rules for crests of helmets, paws and eyes, and for the floors of trays."""

_SHADOW: Final = tag("ellipse", class_="shadow", cx=2.5, cy=3.5, rx=11.5, ry=11)
_CLOAK: Final = "M-6 -.5C-7.6 4.5 -5 10.6 0 11.2C5 10.6 7.6 4.5 6 -.5Z"
_FOLDS: Final = "M-2.6 4L-2 9.8M2.6 4L2 9.8"
_ARMS: Final = "M-5.5 -3.5L-6.5 -6.5M5.5 -3.5L7 -6"


def figure(kind: str) -> str:
    """Return a figure."""
    match kind:
        case "rider" | "lancer":
            return _horse(lance=kind == "lancer")
        case "beast":
            return _beast()
        case "golem":
            return _golem()
        case "engine":
            return _engine()
        case "gone":
            return circle(0, 0, 9.5, "slot")
        case "horse-gone":
            return tag("rect", class_="slot", x=-11, y=-22, width=22, height=44, rx=11)
        case "leader":
            return circle(0, 0, 13, "gilt fine")
        case "mounted-leader":
            return tag("rect", class_="gilt fine", x=-15, y=-28, width=30, height=56, rx=15)
        case _:
            return _foot(kind)


def _foot(weapon: str) -> str:
    parts = [_SHADOW, circle(0, 0, 11, "base fine")]
    if weapon in ("spear", "halberd", "mage"):
        parts.append(_pole("M7.5 9V-15"))
    if weapon == "halberd":
        parts.append(path("M7.5 -13C12 -14 13.5 -11 13 -7.5L7.5 -9Z", "bright fine"))
    if weapon in ("spear", "halberd"):
        parts.append(path("M7.5 -21L9.8 -15H5.2Z", "bright fine"))
    parts += [path(_CLOAK, "fine"), path(_FOLDS, "crease"), path(_ARMS, "shaft"), path(_ARMS, "staff")]
    parts += [
        tag("ellipse", class_="metal fine", cx=-6, cy=-0.9, rx=3.5, ry=3.3),
        tag("ellipse", class_="metal fine", cx=6, cy=-0.9, rx=3.5, ry=3.3),
        path("M-8 -2A3 2.6 0 0 1 -4.6 -3M4 -2A3 2.6 0 0 1 7.4 -3", "gleam"),
    ]
    parts.append(_held(weapon))
    parts += [
        circle(0, -1.3, 4.9, "metal fine"),
        circle(-1.9, -1.6, 1.2, "bright"),
        path("M0 -3.6V4.2", "shaft"),
        tag("path", class_="plume", d="M0 -3.4V4"),
    ]
    return group(*parts)


def _held(weapon: str) -> str:
    """Return the weapon and the shield of a figure on foot."""
    shield = path("M-3.6 -5.5H3.6V1.5C3.6 4.5 1.5 6 0 7C-1.5 6 -3.6 4.5 -3.6 1.5Z", "fine") + path(
        "M0 -4.5V5M-2.6 -1.5H2.6", "mark"
    )
    match weapon:
        case "sword":
            sword = (
                path("M-1.3 2V-12L0 -15L1.3 -12V2Z", "bright fine")
                + path("M-3.4 1.5H3.4", "shaft")
                + path("M-3 1.5H3", "staff")
            )
            return group(shield, at=(-8, -4.5), turn=-22) + group(sword, at=(8, -3), turn=14)
        case "spear":
            return group(shield, at=(-8, -4.5), turn=-22)
        case "axe":
            axe = (
                _pole("M0 8V-14")
                + path("M0 -14C6 -15 8 -10 7 -5L0 -7Z", "bright fine")
                + path("M0 -14C-4.5 -14.5 -6 -11 -5.5 -7L0 -8Z", "metal fine")
            )
            return group(axe, at=(7.5, 0), turn=-32)
        case "bow":
            return _pole("M-11 -5C-7 -13.5 3 -14.5 9 -9") + path("M-11 -5L-1 -3L9 -9M-1 -3L-5 -15", "gleam")
        case "crossbow":
            return (
                _pole("M1 4V-13")
                + path("M-8 -7.5C-4 -12.5 6 -12.5 10 -7.5", "shaft")
                + path("M-8 -7.5C-4 -12.5 6 -12.5 10 -7.5M-8 -7.5L1 -3.5L10 -7.5", "gleam")
            )
        case "mage":
            return circle(7.5, -16, 3, "gilt fine")
        case _:
            return ""


def _pole(way: str) -> str:
    return path(way, "shaft") + path(way, "staff")


def _horse(*, lance: bool) -> str:
    body = (
        "M-6.5 -6C-5 -13 -4.6 -17 -3.6 -21C-3 -24 -3.2 -28.5 0 -29C3.2 -28.5 3 -24 3.6 -21C4.6 -17 5 -13 6.5 -6"
        "C8.5 2 8.8 12 6 18C4 20.5 -4 20.5 -6 18C-8.8 12 -8.5 2 -6.5 -6Z"
    )
    cloth = (
        "M-4.2 -17C-6.5 -12 -9.6 -8 -10 -3C-11 6 -10.5 13 -7.5 19C-3 21.5 3 21.5 7.5 19C10.5 13 11 6 10 -3"
        "C9.6 -8 6.5 -12 4.2 -17C2 -15.5 -2 -15.5 -4.2 -17Z"
    )
    trim = "M-8.6 -3C-9.4 6 -9 12 -6.5 17.3C-2.5 19.4 2.5 19.4 6.5 17.3C9 12 9.4 6 8.6 -3"
    shield = path("M-3.4 -5H3.4V1.5C3.4 4.5 1.5 6 0 7C-1.5 6 -3.4 4.5 -3.4 1.5Z", "fine") + path("M0 -4V5", "mark")
    weapon = (
        _pole("M9.5 14V-24")
        + path("M9.5 -34L11.6 -24H7.4Z", "bright fine")
        + path("M10.5 -23L18 -20L10.5 -17Z", "fine")
        if lance
        else group(
            path("M-1.4 2V-14L0 -17L1.4 -14V2Z", "bright fine") + path("M-3.6 1.5H3.6", "shaft"), at=(9, 0), turn=16
        )
    )
    return group(
        tag("rect", class_="shadow", x=-10, y=-23, width=26, height=52, rx=13),
        tag("rect", class_="base fine", x=-13, y=-26, width=26, height=52, rx=13),
        path("M-2 17C-4 22 -3 27 1 30C0 26 2 22 2 17Z", "coat fine"),
        path(body, "coat fine"),
        path("M-3.6 -20L-5.4 -23.5L-2.2 -22.5ZM3.6 -20L5.4 -23.5L2.2 -22.5Z", "coat fine"),
        path("M0 -22V-8", "crease", stroke_width=3),
        path(cloth, "fine"),
        path(trim, "mark"),
        path("M-6.5 8H6.5M-5.5 13H5.5", "crease"),
        path("M-6 1C-7.5 6 -6.5 11.5 0 12C6.5 11.5 7.5 6 6 1Z", "fine"),
        weapon,
        tag("ellipse", class_="metal fine", cx=0, cy=1, rx=8, ry=4.4),
        path("M-6 -.3A7 3.5 0 0 1 2 -2", "gleam"),
        group(shield, at=(-8.5, -1), turn=-20),
        circle(0, 0, 4.3, "metal fine"),
        circle(-1.3, -1.3, 1.3, "bright"),
        tag("path", class_="plume", d="M0 -4V4"),
    )


def _beast() -> str:
    legs = "M-9 -9L-14 -17M9 -9L14 -19M-9 16L-14 25M9 16L14 24"
    return group(
        tag("rect", class_="shadow", x=-15, y=-38, width=36, height=84, rx=17),
        tag("rect", class_="base fine", x=-18, y=-42, width=36, height=84, rx=17),
        path("M0 24C-3 31 -5 37 1 41C4 37 4 30 3 24Z", "hide fine"),
        path(legs, "shaft", stroke_width=7),
        tag("path", class_="paw", d=legs),
        path("M-9.5 -12C-12 -2 -11 14 -8 22C-4 27 4 27 8 22C11 14 12 -2 9.5 -12C6 -18 -6 -18 -9.5 -12Z", "hide fine"),
        path("M0 -14V24M-4 -8L-6 0M4 -8L6 0M-4 6L-6 14M4 6L6 14", "crease", stroke_width=2),
        path("M-8 6C-3 8 3 8 8 6L7.5 12C3 14 -3 14 -7.5 12Z", "fine"),
        path("M-8 -20C-8 -27 -4 -30 -2.5 -36C-1 -38 1 -38 2.5 -36C4 -30 8 -27 8 -20C5 -15 -5 -15 -8 -20Z", "hide fine"),
        path("M-8 -21L-10 -28L-3.5 -25ZM8 -21L10 -28L3.5 -25Z", "hide fine"),
        circle(0, -36, 1.6, "token-dark"),
        path("M-3.6 -27L-1.5 -26M3.6 -27L1.5 -26", "staff"),
    )


def _golem() -> str:
    return group(
        tag("ellipse", class_="shadow", cx=3, cy=4, rx=21, ry=19),
        circle(0, 0, 20, "base fine"),
        path("M-18 -9L-12 -14L-7 -9L-8 3L-15 6L-19 0ZM18 -9L12 -14L7 -9L8 3L15 6L19 0Z", "rock fine"),
        path("M-9 -8L0 -12L9 -8L11 6L5 13H-5L-11 6Z", "rock fine"),
        path("M-6 -4L0 -7L6 -4L4 4H-4Z", "fine"),
        path("M-16 -4L-12 -9M16 -4L12 -9M-6 9L0 6L6 9", "crease"),
        path("M-5 -12L0 -18L5 -12L3 -7H-3Z", "rock fine"),
        path("M-2 -13V-11M2 -13V-11M0 -3V2M-2 -1H2", "mark"),
    )


def _engine() -> str:
    return group(
        tag("rect", class_="shadow", x=-15, y=-20, width=36, height=48, rx=5),
        path("M-14 20V-14H-9V20ZM9 20V-14H14V20Z", "leather fine"),
        path("M-17 -6H17V-1H-17ZM-17 12H17V17H-17Z", "leather fine"),
        path("M-3 18V-26H3V18Z", "leather fine"),
        path("M-6 -22A6 6 0 1 1 6 -22A6 6 0 1 1 -6 -22Z", "metal fine"),
        path("M-19 -12V4H-14V-12ZM14 -12V4H19V-12ZM-19 8V22H-14V8ZM14 8V22H19V8Z", "base fine"),
        path("M-9 2H9V9H-9Z", "fine"),
        path("M-3 5.5H3", "mark"),
    )
