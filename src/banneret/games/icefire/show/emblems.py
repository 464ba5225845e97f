"""The small pictures of the game, for panels: badges of the players, signs of the zones, tokens, dice and symbols."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.icefire.show.card_pictures import pictures as card_pictures
from banneret.games.icefire.show.drawing import symbols
from banneret.games.icefire.show.drawing.layout import CONDITIONS, SIDES, ZONES
from banneret.games.icefire.show.drawing.style import ROOT, patterns, stylesheet
from banneret.show.panels import Emblems, emblems_of
from banneret.show.svg import box, circle, group, path
from banneret.show.tabletop.sides import back, shield

FACES: Final = range(1, 7)
ACTION: Final = 26
"""The size of the icon of an action."""


@cache
def emblems() -> Emblems:
    """Return the pictures by id."""
    dice = {face: group(symbols.die(face, (0, 0)), scale=1.2) for face in FACES}
    pictures = {
        **{side: shield(style) for side, style in SIDES.items()},
        **{f"back-{side}": back(style) for side, style in SIDES.items()},
        **card_pictures("icefire-s6").icons("action", ACTION),
        **{zone: symbols.zone_sign(zone, (0, 0), "s-ink", 1.3) for zone in ZONES},
        **{id: symbols.condition(id, (0, 0), 1.3) for id in CONDITIONS},
        **{f"face-{face}": die for face, die in dice.items()},
        **{f"die:{face}": die for face, die in dice.items()},
        **{f"die:d3-{cost}": symbols.cost(cost) for cost in range(1, 4)},
        "wound-token": group(symbols.wounds(4, (0, 0)), scale=1.2),
        "attachment": group(path(symbols.DIAMOND, "paper token"), scale=2),
        "front": path("M-12 7L0 -7L12 7Z", "paper token"),
        "engaged": path(symbols.SWORDS, "line s-ink", stroke_width=2.4),
        "objective": circle(0, 0, 9, "line s-gold", stroke_width=4),
        "activated": group(box(-9, -6, 18, 12, "paper token", r=2), box(-9, -6, 18, 12, "in-spent", r=2), scale=1.4),
    }
    return emblems_of(ROOT, stylesheet(), patterns(), pictures)
