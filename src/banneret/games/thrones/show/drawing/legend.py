"""The legend of the drawing."""

from __future__ import annotations

from functools import lru_cache

from banneret.games.thrones.content.components import HOUSES, ORDERS, SETUPS, UNITS
from banneret.games.thrones.show.drawing.ground import bridge
from banneret.games.thrones.show.drawing.houses import COMBAT_TOP
from banneret.games.thrones.show.drawing.symbols import (
    ANCHOR,
    CASTLE,
    CROWN,
    STRONGHOLD,
    barrel,
    face_down,
    home,
    order_token,
    power_token,
    strength_shield,
    unit,
)
from banneret.games.thrones.show.drawing.tracks import LEFT, WIDTH
from banneret.games.thrones.show.drawing.words import Words
from banneret.show.svg import box, circle, fitting, group, path, text

_HOUSE = HOUSES[0]


@lru_cache(maxsize=8)
def legend(words: Words) -> str:
    """Return the legend."""
    y = COMBAT_TOP
    return group(
        box(LEFT, y, WIDTH, 252, "card s-edge", r=7, stroke_width=1),
        *_units(y + 26, words),
        *_icons(y + 68, words),
        *_orders(y + 174, words),
        id="legend",
    )


def _entry(picture: str, told: str, x: float, y: float, width: float) -> str:
    size = fitting(told, 13.5, width)
    return group(group(picture, at=(x, y)), text(x + 24, y, told, size, "ink", anchor="start"))


def _units(y: float, words: Words) -> list[str]:
    kinds = [(unit(_HOUSE, kind, 1, (0, 0)), words.name(kind)) for kind in UNITS]
    kinds.append((unit(_HOUSE, UNITS[0], 1, (0, 0), routed=True), words("legend.routed")))
    return [_entry(picture, name, LEFT + 24 + k * 137, y, 106) for k, (picture, name) in enumerate(kinds)]


def _icons(y: float, words: Words) -> list[str]:
    pictures = {
        "stronghold": path(STRONGHOLD, "stone"),
        "castle": path(CASTLE, "stone"),
        "crest": home(_HOUSE, (0, 0)),
        "barrel": barrel(),
        "crown": path(CROWN, "gold"),
        "port": circle(0, 0, 13, "page s-coast", stroke_width=1.6) + path(ANCHOR, "line s-sea-ink", stroke_width=2),
        "garrison": strength_shield(2, _HOUSE, (0, 0)),
        "neutral": strength_shield(max(SETUPS[len(HOUSES)].neutral.values()), None, (0, 0)),
        "power": power_token(_HOUSE, (0, 0)),
        "down": face_down(_HOUSE, (0, 0), 13),
        "river": path("M-12 4Q-4 -8 0 0T12 -4", "line s-river", stroke_width=6),
        "bridge": path("M-14 0H14", "line s-river", stroke_width=6) + bridge((0, 0)),
    }
    return [
        _entry(picture, words(f"legend.{key}"), LEFT + 24 + k % 4 * 163, y + k // 4 * 36, 134)
        for k, (key, picture) in enumerate(pictures.items())
    ]


def _orders(y: float, words: Words) -> list[str]:
    return [
        group(
            order_token(order, None, (LEFT + 32 + k * 60.5, y + 12), 17),
            *(
                text(LEFT + 32 + k * 60.5, y + 42 + row * 13, word, fitting(word, 11, 60), "soft")
                for row, word in enumerate(words.name(order.id).split(" "))
            ),
        )
        for k, order in enumerate(ORDERS)
    ]
