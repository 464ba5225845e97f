"""Symbols of original design, centred on their position: printed icons, units, orders, crests."""

from __future__ import annotations

from banneret.games.thrones.content.components import ORDERS, OrderToken
from banneret.games.thrones.show.drawing.layout import HOUSE_STYLES
from banneret.show.svg import circle, group, path, text

STRONGHOLD = (
    "M-13 9V-4H-11V-6H-9V-4H-7V-6H-5V0H-4.5V-10H-2.5V-12H-.7V-10H.7V-12H2.5V-10H4.5V0H5V-6H7V-4H9V-6H11V-4H13V9Z"
)
CASTLE = "M-7 9V-9H-4.5V-7H-1.5V-9H1.5V-7H4.5V-9H7V9Z"
_GATES = {"stronghold": "M-2.5 9V5A2.5 2.5 0 0 1 2.5 5V9Z", "castle": "M-2 9V5A2 2 0 0 1 2 5V9Z"}
_SLITS = {"stronghold": "M-9 0V3M9 0V3M0 -6V-3", "castle": "M0 -5V-2"}
CROWN = "M-8 6V-5L-4 0L0 -7L4 0L8 -5V6Z"
BARREL = "M-4.5 -7H4.5Q7.5 0 4.5 7H-4.5Q-7.5 0 -4.5 -7Z"
HOOPS = "M-5.8 -3H5.8M-5.8 3H5.8"
SHIELD = "M-9 -10H9V0C9 6.5 4.5 9.5 0 11.5C-4.5 9.5 -9 6.5 -9 0Z"
ANCHOR = "M0 -6V8M-4 -3H4M-7 3Q-6 8 0 8Q6 8 7 3M-2 -8A2 2 0 1 1 2 -8A2 2 0 1 1 -2 -8"
STAR = "M0 -6L1.5 -2L6 -2L2.5 1L3.8 5.5L0 3L-3.8 5.5L-2.5 1L-6 -2L-1.5 -2Z"
SWORD = "M0 -8L1.6 -5V2H4V4H1.2V8H-1.2V4H-4V2H-1.6V-5Z"
TOWER = "M-4 7V-3H-5.5V-7H-3V-5H-1.2V-7H1.2V-5H3V-7H5.5V-3H4V7Z"
SKULL = (
    "M-4 6V3A6 6 0 1 1 4 3V6ZM-3.8 -1.5A1.6 1.6 0 1 0 -0.6 -1.5A1.6 1.6 0 1 0 -3.8 -1.5Z"
    "M0.6 -1.5A1.6 1.6 0 1 0 3.8 -1.5A1.6 1.6 0 1 0 0.6 -1.5Z"
)
RAVEN = "M-10 3L-3 -2Q-1 -8 4 -7L9 -5L5 -3Q6 3 0 5L-6 5L-4 3Z"
THRONE = "M-7 10V-3L-9 -10L-5 -6L-3 -11L0 -6L3 -11L5 -6L9 -10L7 -3V10H4V5H-4V10Z"

CREST = 512.0
"""Side length of the square that contains a crest's path."""
ORDER_RADIUS = 20.0
UNIT_MIDDLE = 20.0
"""Coordinate of the centre of the square that contains a unit's path."""
UNIT_SHAPES = {
    "footman": "M31.5 1.5L34.8 9L33.2 9.8V38.5H30V9.8L28.4 9Z"
    "M11 38.5V27C11 20.5 14.5 17.8 17.6 16.8V15.8C15.3 14.6 14 12.3 14 9.8C14 6 17 2.8 20 1.2"
    "C23 2.8 26 6 26 9.8C26 12.3 24.7 14.6 22.4 15.8V16.8C25.5 17.8 29 20.5 29 27V38.5Z",
    "knight": "M8.5 38.5C8 31 11 27.5 15 23.5C16 22.5 15.8 21.5 15 21.3C12.5 20.8 11.5 22.5 9.8 23.9"
    "C8 25.2 5.2 24.4 4.6 22.2C4.2 20.8 5 19.6 5.9 18.4L10.6 11.7C11.5 9 13.5 6.5 16.5 5.5"
    "L17.5 1.5L21.5 4.8C29 6 33.5 12.5 34.2 21C34.7 27.5 33.3 33 33.8 38.5Z",
    "ship": "M18.5 2.5H21.5V28H18.5ZM21.5 1.5L29.5 4L21.5 6.5Z"
    "M6.5 8.5C14 11 26 11 33.5 8.5C35.5 13.5 35.5 19 33.5 24.5C26 21.5 14 21.5 6.5 24.5"
    "C8.5 19 8.5 13.5 6.5 8.5Z"
    "M1.5 27C4.5 28.5 8 28.5 10 28.5H30C33 28.5 35.5 27.5 36.5 24.5C36.8 23.5 38.8 23.5 39 25"
    "C39.5 31.5 34.5 38 27 38H13C6.5 38 2.5 33.5 1.5 27Z",
    "siege-engine": "M2.5 26.5H37.5V31H2.5ZM20 8.5L29 27H24.5L20 17L15.5 27H11Z"
    "M5.5 19.5L33.5 2.5L35.7 6L8 23.5ZM1.5 16.5H11V26H1.5ZM31 4.8A4 4 0 1 1 39 4.8A4 4 0 1 1 31 4.8Z"
    "M4.5 33.5A5.5 5.5 0 1 1 15.5 33.5A5.5 5.5 0 1 1 4.5 33.5Z"
    "M24.5 33.5A5.5 5.5 0 1 1 35.5 33.5A5.5 5.5 0 1 1 24.5 33.5Z",
}
"""Silhouettes of the units."""
UNIT_MARKS = {
    "footman": "M17 9.5H23M20 9.5V14",
    "knight": "M22.5 8.5C28 11 30.5 16 30.7 22C30.8 26.5 30 30 30 34M11.5 34H31M15.3 12.8h.1",
    "ship": "M13.5 10V22.3M20 10.3V21.8M26.5 10V22.3M7 32.3H33",
    "siege-engine": "M4 19.5H8.5M4 23H8.5M10 33.5h.1M30 33.5h.1",
}
"""Inner lines of the silhouettes, in the ink of the house."""

ORDER_SHAPES = {
    "march": "M-11 -4H2V-10L12 0L2 10V4H-11Z",
    "defense": "M-9.5 -10.5H9.5V0C9.5 6 4.5 9.5 0 11.5C-4.5 9.5 -9.5 6 -9.5 0Z",
    "support": "M-3.6 -11H3.6V-3.6H11V3.6H3.6V11H-3.6V3.6H-11V-3.6H-3.6Z",
    "raid": "M1 -12C3 -7 9 -4 8.5 3.5C8 8.5 4 11.5 0 11.5C-4.5 11.5 -8.5 8.5 -8.5 3.5C-8.5 0 -6.5 -2.5"
    " -4.5 -4.5C-4.5 -2.5 -4 -1 -2.5 -.5C-3 -5 -1.5 -9.5 1 -12Z",
    "consolidate-power": "M-11 9H11L12 -6L6 -.5L0 -10L-6 -.5L-12 -6Z",
}
_STARS_AT = 0.7
"""Offset of the star on special orders, relative to the radius of the token."""


def fortification(kind: str | None) -> str:
    """Return a castle or stronghold; empty for None."""
    if kind is None:
        return ""
    shape = STRONGHOLD if kind == "stronghold" else CASTLE
    return (
        path(shape, "lift")
        + path(shape, "paper token")
        + path(_GATES[kind], "token-ink")
        + path(_SLITS[kind], "line s-token-ink", stroke_width=1.8)
    )


def barrel() -> str:
    """Return a supply icon."""
    return path(BARREL, "wood") + path(HOOPS, "line s-land", stroke_width=1.2)


def crest(house: str, at: tuple[float, float], size: float = 24, classes: str | None = None) -> str:
    """Return the crest of a house, by default in the house's ink."""
    shape = path(
        HOUSE_STYLES[house].crest, classes or f"hi-{house}", transform=f"translate({-CREST / 2:g} {-CREST / 2:g})"
    )
    return group(shape, at=at, scale=size / CREST)


def home(house: str, at: tuple[float, float]) -> str:
    """Return the printed crest of an area's home house."""
    return group(circle(0, 0, 11, f"h-{house} token"), crest(house, (0, 0), 16), at=at)


def silhouette(kind: str) -> str:
    """Return a unit centred on the origin, in the colours inherited from its house."""
    shape = UNIT_SHAPES[kind]
    parts = [path(shape, "lift"), path(shape, "token"), path(UNIT_MARKS[kind], "mark")]
    if kind == "footman":  # behind a round shield
        parts += [circle(13.5, 27.5, 8.5, "token"), circle(13.5, 27.5, 5.6, "mark"), circle(13.5, 27.5, 1.9, "marked")]
    return group(*parts, at=(-UNIT_MIDDLE, -UNIT_MIDDLE))


def unit(house: str, kind: str, count: int, at: tuple[float, float], routed: bool = False) -> str:
    """Return a silhouette with the number of units, if above 1. Routed units lie on their side with a dashed edge."""
    body = group(
        silhouette(kind),
        scale=0.85,
        turn=90 if routed else 0,
        class_=f"h-{house}",
        stroke_dasharray="3 2.4" if routed else None,
    )
    return group(body, number_of(count) if count > 1 else "", at=at)


def number_of(count: int) -> str:
    """Return the badge with the number of units that a silhouette represents."""
    return circle(12, 11, 8, "paper token") + text(12, 11, str(count), 12.5, "token-ink strong")


def signed(value: int) -> str:
    """Format a modifier with its sign, "+" for 0."""
    return f"+{value}" if value >= 0 else f"\u2212{-value}"


def has_modifier(order: OrderToken) -> bool:
    """Return True if orders of this type have different modifiers."""
    return any(other.modifier for other in ORDERS if other.type == order.type)


def order_token(order: OrderToken, house: str | None, at: tuple[float, float], r: float = 17) -> str:
    """Return a face-up order: icon and colour of its type, modifier, and star and gold rim if it is special."""
    ring = circle(0, 0, r + 1.5, f"line hs-{house}", stroke_width=2) if house else ""
    return group(ring, group(order_face(order), scale=r / ORDER_RADIUS), at=at)


def order_face(order: OrderToken) -> str:
    """Return a face-up order of radius `ORDER_RADIUS`."""
    numbered = has_modifier(order)
    ink = f"o-{order.type}"
    parts = [
        circle(0, 0, ORDER_RADIUS, "star token" if order.special else "paper token"),
        circle(0, 0, 16.8, f"{ink}-pale s-{ink}", stroke_width=1.8),
        group(path(ORDER_SHAPES[order.type], ink), at=(0, -5.2) if numbered else (0, 0), scale=0.68 if numbered else 1),
    ]
    if numbered:
        parts.append(text(0, 9.2, signed(order.modifier), 14, f"{ink} strong"))
    if order.special:
        at = ORDER_RADIUS * _STARS_AT
        parts.append(group(path(STAR, "star token", transform="scale(1.35)"), at=(at, -at)))
    return group(*parts)


def face_down(house: str, at: tuple[float, float], r: float = 17) -> str:
    """Return a face-down order: the crest of its house."""
    return group(back(house, crest(house, (0, 0), 21)), at=at, scale=r / ORDER_RADIUS)


def back(house: str, symbol: str) -> str:
    """Return the back of an order of radius `ORDER_RADIUS`, with a symbol in the middle."""
    return group(
        circle(0, 0, ORDER_RADIUS, "paper token"),
        circle(0, 0, 18.2, f"h-{house} token"),
        circle(0, 0, 18, "weave", fill=f"url(#weave-{house})"),
        circle(0, 0, 13, f"h-{house} his-{house}", stroke_width=1.2, stroke_opacity=0.55),
        symbol,
    )


def power_token(house: str, at: tuple[float, float]) -> str:
    """Return a power token: a shield with the crest of its house."""
    return group(power_shield(house, crest(house, (0, -1), 17)), at=at)


def power_shield(house: str, symbol: str) -> str:
    """Return the shield of a house, with a symbol in the middle."""
    return group(
        path(SHIELD, "lift", transform="scale(1.3)"),
        path(SHIELD, f"h-{house} token", transform="scale(1.3)"),
        path(SHIELD, "weave", fill=f"url(#weave-{house})", transform="scale(1.3)"),
        symbol,
    )


def strength_shield(strength: int, house: str | None, at: tuple[float, float], scale: float = 1.25) -> str:
    """Return a house's garrison or a neutral force, with its strength."""
    fill, ink = (f"h-{house}", f"hi-{house}") if house else ("neutral", "paper")
    return group(
        path(SHIELD, "lift"),
        path(SHIELD, f"{fill} token"),
        text(0, -0.5, str(strength), 13, f"{ink} strong"),
        at=at,
        scale=scale,
    )
