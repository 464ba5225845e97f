"""Icons for panels: shields of the houses, orders, units, tokens and printed symbols."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.thrones.content.components import HOUSES, ORDERS, SETUPS, UNITS
from banneret.games.thrones.show.drawing.ground import bridge
from banneret.games.thrones.show.drawing.style import ROOT, patterns, stylesheet
from banneret.games.thrones.show.drawing.symbols import (
    ANCHOR,
    CROWN,
    RAVEN,
    SHIELD,
    SKULL,
    STAR,
    SWORD,
    THRONE,
    TOWER,
    barrel,
    crest,
    face_down,
    fortification,
    home,
    order_token,
    power_token,
    strength_shield,
    unit,
)
from banneret.show.panels import Emblems, emblems_of
from banneret.show.svg import circle, group, path

_HOUSE: Final = HOUSES[0]
"""House whose tokens the legend shows."""
_SHIELD: Final = "scale(1.35)"


@cache
def emblems() -> Emblems:
    """Return the icons by id."""
    pictures = {
        **{house: _shield(house) for house in HOUSES},
        **{order.id: order_token(order, None, (0, 0.5), 14) for order in ORDERS},
        **{kind: unit(_HOUSE, kind, 1, (0, 0)) for kind in UNITS},
        "routed": unit(_HOUSE, UNITS[0], 1, (0, 0), routed=True),
        "iron-throne": _icon(THRONE, "ink", 1.2),
        "fiefdoms": _icon(SWORD, "ink", 1.5),
        "kings-court": _icon(RAVEN, "ink", 1.3),
        "sword": _icon(SWORD, "ink", 1.5),
        "tower": _icon(TOWER, "ink", 1.5),
        "skull": _icon(SKULL, "ink", 1.5),
        "star": _icon(STAR, "star token", 1.8),
        "stronghold": fortification("stronghold"),
        "castle": group(fortification("castle"), scale=1.3),
        "supply": group(barrel(), scale=1.5),
        "crown": _icon(CROWN, "gold", 1.4),
        "home": home(_HOUSE, (0, 0)),
        "port": circle(0, 0, 13, "page s-coast", stroke_width=1.6) + path(ANCHOR, "line s-sea-ink", stroke_width=2),
        "garrison": strength_shield(2, _HOUSE, (0, 0)),
        "neutral": strength_shield(max(SETUPS[len(HOUSES)].neutral.values()), None, (0, 0)),
        "power": power_token(_HOUSE, (0, 0)),
        "face-down": face_down(_HOUSE, (0, 0), 13),
        "river": path("M-12 4Q-4 -8 0 0T12 -4", "line s-river", stroke_width=6),
        "bridge": path("M-14 0H14", "line s-river", stroke_width=6) + bridge((0, 0)),
        # Equal shapes are near each other, where compression finds them.
        **{f"{house}:{kind}": unit(house, kind, 1, (0, 0)) for kind in UNITS for house in HOUSES},
    }
    return emblems_of(ROOT, stylesheet(), patterns(), pictures)


def _icon(shape: str, classes: str, scale: float) -> str:
    return path(shape, classes, fill_rule="evenodd", transform=f"scale({scale:g})")


def _shield(house: str) -> str:
    return group(
        path(SHIELD, f"h-{house} token", transform=_SHIELD),
        path(SHIELD, "over", fill=f"url(#weave-{house})", transform=_SHIELD),
        circle(0, -1, 9.5, f"h-{house}"),
        crest(house, (0, -1), 17),
    )
