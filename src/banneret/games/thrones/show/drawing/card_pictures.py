"""Illustrations of cards: the crest of a house, an order token, a unit, Tides icons, or the emblem of a deck."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from banneret.games.thrones.content.components import ORDERS, TIDES, UNITS
from banneret.games.thrones.show.drawing.layout import HOUSE_STYLES
from banneret.games.thrones.show.drawing.style import ROOT, stylesheet
from banneret.games.thrones.show.drawing.symbols import (
    RAVEN,
    SKULL,
    SWORD,
    THRONE,
    TOWER,
    crest,
    order_token,
    silhouette,
)
from banneret.show.card import Card
from banneret.show.svg import group, number, path, tag

WIDTH, HEIGHT = 180, 80
"""Size of a picture in SVG units; the origin is its centre."""
RAYS: Final = 28
"""Number of rays behind the crest of a house."""
_ORDERS: Final = {order.id: order for order in ORDERS}
_EMBLEMS: Final = {"westeros-card": THRONE, "wildling-card": SKULL}


def picture(card: Card) -> str:
    """Return the picture of a card as an SVG document that includes its styles."""
    return _drawn(card.id, card.kind, card.faction)


@lru_cache(maxsize=256)
def _drawn(id: str, kind: str, house: str) -> str:
    if house in HOUSE_STYLES:
        layers = _background(HOUSE_STYLES[house].fill), _rays(house), crest(house, (0, 0), 62)
    elif id in _ORDERS:
        layers = _background("#ddd0ae"), "", order_token(_ORDERS[id], None, (0, 0), 30)
    elif id in TIDES:
        layers = _background("#c3d8e3"), "", _tides_icons(id)
    elif id in UNITS:
        layers = _background("#ddd0ae"), "", group(silhouette(id), class_="neutral", scale=1.7)
    else:
        layers = _background("#c9d3d8"), "", _emblem(_EMBLEMS.get(kind, RAVEN), 2.6)
    return tag(
        "svg",
        stylesheet(),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(-WIDTH / 2)} {number(-HEIGHT / 2)} {number(WIDTH)} {number(HEIGHT)}",
        class_=ROOT,
    )


def _background(colour: str) -> str:
    return tag("rect", x=-WIDTH / 2, y=-HEIGHT / 2, width=WIDTH, height=HEIGHT, fill=colour)


def _rays(house: str) -> str:
    """Return rays in the ink of a house, the background of its crest."""
    step = 2 * math.pi / RAYS
    ways = [
        f"M0 0L{number(WIDTH * math.cos(at))} {number(WIDTH * math.sin(at))}"
        f"L{number(WIDTH * math.cos(at + step / 2))} {number(WIDTH * math.sin(at + step / 2))}Z"
        for at in (step * ray for ray in range(RAYS))
    ]
    return path("".join(ways), f"hi-{house}", opacity=0.1)


def _emblem(shape: str, size: float) -> str:
    return path(shape, "token-ink", transform=f"scale({number(size)})", fill_rule="evenodd")


def _tides_icons(card: str) -> str:
    """Return the icons of a Tides of Battle card side by side; empty if it has only a number."""
    shown = TIDES[card]
    icons = [SWORD] * shown.swords + [TOWER] * shown.towers + [SKULL] * shown.skulls
    middle = (len(icons) - 1) / 2
    return "".join(group(_emblem(icon, 2.8), at=((place - middle) * 36, 0)) for place, icon in enumerate(icons))
