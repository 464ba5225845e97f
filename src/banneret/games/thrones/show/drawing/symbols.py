"""Small pictures of our own design: printed icons, units, orders, crests. Each is centred on its position."""

from __future__ import annotations

from banneret.games.thrones.content.components import ORDERS, OrderToken
from banneret.games.thrones.show.drawing.layout import HOUSE_STYLES
from banneret.show.svg import box, circle, fitting, group, path, text

STRONGHOLD = "M-11 9V-9H-7.500V-6H-5V-9H-1.500V-4H1.500V-9H5V-6H7.500V-9H11V9H3V4A3 3 0 0 0 -3 4V9Z"
CASTLE = "M-7 8V-8H-4V-5H-1.500V-8H1.500V-5H4V-8H7V8H2.500V4A2.500 2.500 0 0 0 -2.500 4V8Z"
CROWN = "M-8 6V-5L-4 0L0 -7L4 0L8 -5V6Z"
BARREL = "M-4.500 -7H4.500Q7.500 0 4.500 7H-4.500Q-7.500 0 -4.500 -7Z"
HOOPS = "M-5.800 -3H5.800M-5.800 3H5.800"
SHIELD = "M-9 -10H9V0Q8 8 0 11Q-8 8 -9 0Z"
ANCHOR = "M0 -6V8M-4 -3H4M-7 3Q-6 8 0 8Q6 8 7 3M-2 -8A2 2 0 1 1 2 -8A2 2 0 1 1 -2 -8"
STAR = "M0 -6L1.500 -2L6 -2L2.500 1L3.800 5.500L0 3L-3.800 5.500L-2.500 1L-6 -2L-1.500 -2Z"
SWORD = "M0 -8L1.600 -5V2H4V4H1.200V8H-1.200V4H-4V2H-1.600V-5Z"
TOWER = "M-4 7V-3H-5.500V-7H-3V-5H-1.200V-7H1.200V-5H3V-7H5.500V-3H4V7Z"
SKULL = (
    "M-4 6V3A6 6 0 1 1 4 3V6ZM-3.800 -1.500A1.600 1.600 0 1 0 -0.600 -1.500A1.600 1.600 0 1 0 -3.800 -1.500Z"
    "M0.600 -1.500A1.600 1.600 0 1 0 3.800 -1.500A1.600 1.600 0 1 0 0.600 -1.500Z"
)
RAVEN = "M-10 3L-3 -2Q-1 -8 4 -7L9 -5L5 -3Q6 3 0 5L-6 5L-4 3Z"
THRONE = "M-7 10V-3L-9 -10L-5 -6L-3 -11L0 -6L3 -11L5 -6L9 -10L7 -3V10H4V5H-4V10Z"

UNIT_SHAPES = {
    "footman": "M-4 -6A5.500 5.500 0 1 1 4 -6Q11 -3 12 12H-12Q-11 -3 -4 -6Z",
    "knight": "M-11 12Q-11 3 -6 -1L-12 -1L-13 -6L-5 -11L-4 -15L0 -12Q10 -9 12 12Z",
    "ship": "M-15 4H15Q12 13 6 13H-6Q-12 13 -15 4ZM-10 2V-12Q0 -16 10 -12V2Z",
    "siege-engine": "M-10 8V-6H-13V-13H-8V-10H-3V-13H3V-10H8V-13H13V-6H10V8A4 4 0 1 1 3 10H-3A4 4 0 1 1 -10 8Z",
}
# Offset of the house letter on a unit, below the centre.
_LETTER_AT = {"footman": 3.5, "knight": 3.5, "ship": -5.0, "siege-engine": 0.5}

ORDER_SHAPES = {
    "march": "M-9 -3H1V-8L10 0L1 8V3H-9Z",
    "defense": "M-8 -8H8V0Q7 6 0 9Q-7 6 -8 0Z",
    "support": "M-2.500 -8H2.500V-2.500H8V2.500H2.500V8H-2.500V2.500H-8V-2.500H-2.500Z",
    "raid": "M0 -10Q7 -4 6 2Q5 9 0 9Q-6 9 -6 2Q-6 -1 -3 -4Q-3 0 -1 1Q2 -3 0 -10Z",
    "consolidate-power": "M-9 7V-5L-4.500 0L0 -8L4.500 0L9 -5V7Z",
}


def fortification(kind: str | None) -> str:
    """Return a castle or stronghold, or nothing."""
    if kind is None:
        return ""
    return path(STRONGHOLD if kind == "stronghold" else CASTLE, "stone")


def barrel() -> str:
    """Return a supply icon."""
    return path(BARREL, "wood") + path(HOOPS, "line s-land", stroke_width=1.2)


def crest(house: str, at: tuple[float, float], size: float = 24, classes: str | None = None) -> str:
    """Return the crest of a house, by default in the ink that matches its colour."""
    style = HOUSE_STYLES[house]
    shape = path(style.crest, classes or f"hi-{house}", fill_rule="evenodd", transform=f"scale({size / 24:g})")
    return group(shape, at=at)


def badge(house: str, at: tuple[float, float], r: float = 12) -> str:
    """Return a round badge of a house: colour, pattern and letter."""
    style = HOUSE_STYLES[house]
    return group(
        circle(0, 0, r, "lift line"),
        circle(0, 0, r, f"h-{house} token"),
        circle(0, 0, r, "over", fill=f"url(#weave-{house})"),
        circle(0, 0, r * 0.66, f"h-{house}"),
        text(0, 0, style.letter, r * 1.15, f"hi-{house} strong"),
        at=at,
    )


def home(house: str, at: tuple[float, float]) -> str:
    """Return the printed crest of an area's home house."""
    return group(circle(0, 0, 11, f"h-{house} token"), crest(house, (0, 0), 16), at=at)


def unit(house: str, kind: str, count: int, at: tuple[float, float], routed: bool = False) -> str:
    """Return units of one kind. Routed units lie on their side with a dashed edge."""
    style, shape = HOUSE_STYLES[house], UNIT_SHAPES[kind]
    y = _LETTER_AT[kind]
    body = group(
        path(shape, "lift line"),
        path(shape, f"h-{house} token", stroke_dasharray="3 2.4" if routed else None, opacity=0.8 if routed else None),
        path(shape, "over", fill=f"url(#weave-{house})"),
        circle(0, y, 6.6, f"h-{house}"),
        text(0, y, style.letter, 12.5, f"hi-{house} strong"),
        at=(0, 0),
        turn=-90 if routed else 0,
    )
    number = ""
    if count > 1:
        number = circle(11, 9, 8, "paper token") + text(11, 9, str(count), 12.5, "token-ink strong")
    return group(body, number, at=at)


def signed(value: int) -> str:
    """Format a modifier with its sign."""
    return f"+{value}" if value >= 0 else f"\u2212{-value}"


def has_modifier(order: OrderToken) -> bool:
    """Return True if orders of this type have different modifiers."""
    return any(other.modifier for other in ORDERS if other.type == order.type)


def order_token(order: OrderToken, house: str | None, at: tuple[float, float], r: float = 17) -> str:
    """Return a face-up order: its symbol, modifier, and the star of special orders."""
    numbered = has_modifier(order)
    symbol = path(ORDER_SHAPES[order.type], "token-ink", transform=f"scale({0.72 if numbered else 0.95})")
    parts = [
        circle(0, 0, r, "lift line"),
        circle(0, 0, r, "paper token"),
        circle(0, 0, r - 2.2, f"line hs-{house}" if house else "line s-stone", stroke_width=3),
        group(symbol, at=(0, -4.5 if numbered else 0)),
    ]
    if numbered:
        parts.append(text(0, 7.6, signed(order.modifier), 11, "token-ink strong"))
    if order.special:
        parts.append(group(path(STAR, "star token", transform="scale(1.25)"), at=(r * 0.72, -r * 0.72)))
    return group(*parts, at=at)


def face_down(house: str, at: tuple[float, float], r: float = 17) -> str:
    """Return a face-down order: the crest of its house."""
    return group(
        circle(0, 0, r, "lift line"),
        circle(0, 0, r, f"h-{house} token"),
        circle(0, 0, r - 3, f"line hi-{house}", stroke_width=1),
        crest(house, (0, 0), r * 1.3),
        at=at,
    )


def power_token(house: str, at: tuple[float, float]) -> str:
    """Return a power token: a crown with the letter of its house."""
    return group(
        circle(0, 0, 13, "lift line"),
        circle(0, 0, 13, f"h-{house} token"),
        group(path(CROWN, f"hi-{house}", transform="scale(0.8)"), at=(0, -5)),
        text(0, 6, HOUSE_STYLES[house].letter, 11, f"hi-{house} strong"),
        at=at,
    )


def strength_shield(strength: int, house: str | None, at: tuple[float, float]) -> str:
    """Return a house's garrison or a neutral force, with its strength."""
    fill, ink = (f"h-{house}", f"hi-{house}") if house else ("neutral", "paper")
    return group(
        path(SHIELD, "lift line"),
        path(SHIELD, f"{fill} token"),
        text(0, -0.5, str(strength), 13, f"{ink} strong"),
        at=at,
    )


def chip(house: str, name: str, at: tuple[float, float], width: float, height: float = 24) -> str:
    """Return a house's marker with its full name."""
    return group(
        box(0, 0, width, height, f"h-{house} token", r=4),
        box(0, 0, height + 2, height, "over", r=4, fill=f"url(#weave-{house})"),
        crest(house, (height / 2 + 0.5, height / 2), height * 0.75),
        text(height + 1, height / 2, name, fitting(name, 12, width - height - 2), f"hi-{house} strong", anchor="start"),
        at=at,
    )
