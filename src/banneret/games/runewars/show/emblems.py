"""The small pictures of the game, for panels: badges, dials, runes, boons and banes, and symbols of the table."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.runewars.attack_actions import shown
from banneret.games.runewars.content.components import components
from banneret.games.runewars.show.drawing import symbols
from banneret.games.runewars.show.drawing.layout import SIDES, STANCES, TOKENS
from banneret.games.runewars.show.drawing.style import ROOT, patterns, stylesheet
from banneret.show.panels import Emblems, emblems_of
from banneret.show.svg import circle, group, path
from banneret.show.tabletop.sides import shield

RUNES: Final = ("stable", "unstable", "natural")


@cache
def emblems() -> Emblems:
    """Return the pictures by id."""
    pictures = {
        **{side: shield(style) for side, style in SIDES.items()},
        **{f"back-{side}": symbols.back(side, (0, 0), 24, 22) for side in SIDES},
        **{f"stance-{id}": symbols.stance(id, (0, 0), 1.5) for id in STANCES},
        **{rune: circle(0, 0, 14, "paper token") + symbols.mark(rune, (0, 0)) for rune in RUNES},
        **dice(),
        **{id: symbols.token(id, 1, (0, 0), 1.1) for id in TOKENS},
        "front": path("M-12 7L0 -7L12 7Z", "paper token"),
        "upgrade-figure": group(path(symbols.DIAMOND, "paper token"), scale=2),
        "wound-token": circle(0, 0, 9, "wound token"),
        "engaged": path(symbols.SWORDS, "line s-ink", stroke_width=2.4),
    }
    return emblems_of(ROOT, stylesheet(), patterns(), pictures)


def dice() -> dict[str, str]:
    """Return the dice by color, and each face as it is rolled and as answers name it."""
    found = {f"die:{die}": symbols.die(die) for die in components().dice}
    for die in components().dice.values():
        for face in die.faces:
            picture = symbols.die(die.id, face)
            found |= {f"{kind}:{shown(die.id, face)}": picture for kind in ("die", "shown")}
    return found
