"""Symbols defined once in the background and referenced with `use`: units, orders, crests, printed icons."""

from __future__ import annotations

from functools import cache

from banneret.games.thrones.content.components import ORDERS, UNITS
from banneret.games.thrones.show.drawing.layout import HOUSE_STYLES
from banneret.games.thrones.show.drawing.style import ROOT
from banneret.games.thrones.show.drawing.symbols import (
    ANCHOR,
    SHIELD,
    back,
    crest,
    fortification,
    order_face,
    power_shield,
    silhouette,
)
from banneret.show.svg import circle, group, path, use

BARREL = "M-3.600 -5.500H3.600C5.600 -2 5.600 2 3.600 5.500H-3.600C-5.600 2 -5.600 -2 -3.600 -5.500Z"
CROWN = "M-5.500 4.500L-6 -3.500L-2.800 -.3L0 -5L2.800 -.3L6 -3.500L5.500 4.500Z"


@cache
def figures() -> str:
    """Return the definitions, with ids `figure:…`. Units take their colours from the class of the `use` element."""
    disc = circle(0, 0, 8.4, "paper token")
    shapes = {
        **{f"unit:{kind}": silhouette(kind) for kind in UNITS},
        **{f"order:{order.id}": order_face(order) for order in ORDERS},
        **{f"crest:{house}": crest(house, (0, 0), 16) for house in HOUSE_STYLES},
        **{f"home:{house}": circle(0, 0, 9.5, f"h-{house} token") + _crest(house, 0.85) for house in HOUSE_STYLES},
        **{f"back:{house}": back(house, _crest(house, 1.3)) for house in HOUSE_STYLES},
        **{f"power:{house}": power_shield(house, _crest(house, 1.05)) for house in HOUSE_STYLES},
        "icon:stronghold": fortification("stronghold"),
        "icon:castle": fortification("castle"),
        "icon:barrel": disc + path(BARREL, "wood") + path("M-4.800 -2.500H4.800M-4.800 2.500H4.800", "line s-paper"),
        "icon:crown": disc + path(CROWN, "crown"),
        "icon:garrison": path(SHIELD, "line s-coast", stroke_width=1.2, stroke_dasharray="3 2.5"),
        "icon:anchor": circle(0, 0, 12, "sea-halo s-sea-ink", stroke_width=1.4)
        + path(ANCHOR, "line s-sea-ink", stroke_width=1.9),
    }
    # The class is needed for CSS rules to match inside the shadow tree of a `use` element.
    return "".join(group(figure, id=f"figure:{id}", class_=ROOT) for id, figure in shapes.items())


def _crest(house: str, scale: float) -> str:
    return use(f"figure:crest:{house}", "", transform=f"scale({scale})")
