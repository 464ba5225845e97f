"""The small pictures of the game, for panels: badges of the players, signs of the zones, tokens, dice and symbols."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.icefire.show.drawing import symbols
from banneret.games.icefire.show.drawing.layout import CONDITIONS, PLAYERS, ZONES
from banneret.games.icefire.show.drawing.style import ROOT, patterns, stylesheet
from banneret.show.panels import Emblems, emblems_of
from banneret.show.svg import box, circle, group, path

FACES: Final = range(1, 7)


@cache
def emblems() -> Emblems:
    """Return the pictures by id."""
    pictures = {
        **{player: symbols.badge(player, (0, 0), 13) for player in PLAYERS},
        **{f"back-{player}": _back(player) for player in PLAYERS},
        **{zone: symbols.zone_sign(zone, (0, 0), "s-ink", 1.3) for zone in ZONES},
        **{id: symbols.condition(id, (0, 0), 1.3) for id in CONDITIONS},
        **{f"face-{face}": group(symbols.die(face, (0, 0)), scale=1.2) for face in FACES},
        "wound-token": group(symbols.wounds(4, (0, 0)), scale=1.2),
        "attachment": group(path(symbols.DIAMOND, "paper token"), scale=2),
        "front": path("M-12 7L0 -7L12 7Z", "paper token"),
        "engaged": path(symbols.SWORDS, "line s-ink", stroke_width=2.4),
        "objective": circle(0, 0, 9, "line s-gold", stroke_width=4),
        "activated": group(box(-9, -6, 18, 12, "paper token", r=2), box(-9, -6, 18, 12, "in-spent", r=2), scale=1.4),
    }
    return emblems_of(ROOT, stylesheet(), patterns(), pictures)


def _back(player: str) -> str:
    """Return the back of a player's card."""
    return group(
        box(-10, -14, 20, 28, f"p-{player} token", r=3),
        box(-10, -14, 20, 28, f"weave in-weave-{player}", r=3),
        symbols.badge(player, (0, 0), 7),
    )
