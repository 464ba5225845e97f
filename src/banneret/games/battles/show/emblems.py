"""The small pictures of the game, for panels: shields of the Houses, tokens, die faces, and symbols of the board."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.battles.content.components import HOUSES, RANKS, TOKENS
from banneret.games.battles.rules.preparations import DICE
from banneret.games.battles.show.drawing import symbols
from banneret.games.battles.show.drawing.style import ROOT, patterns, stylesheet
from banneret.show.panels import Emblems, emblems_of
from banneret.show.svg import circle, group, path

_SHIELD: Final = "scale(1.5)"


@cache
def emblems() -> Emblems:
    """Return the pictures by id."""
    ring = circle(0, 0, 9, "line rs-blue", stroke_width=3)
    pictures = {
        **{house: _shield(house) for house in HOUSES},
        **{token: group(symbols.order_token(token, (0, 0)), scale=0.95) for token in TOKENS},
        **{f"die:{token}": symbols.die((token,)) for token in TOKENS},
        **{f"dice:{dice}": symbols.die(dice.split("-")) for dice in DICE},
        **{f"command-{house}": group(symbols.command_token((0, 0), house), scale=1.5) for house in HOUSES},
        **{f"rank-{rank}": group(symbols.banner(rank, "stark", True, (-10, 14)), scale=0.62) for rank in RANKS},
        "inactive": group(symbols.banner("green", "stark", False, (10, 14)), scale=0.62),
        "infantry": symbols.figure("infantry", "stark", (0, 0)),
        "archer": symbols.figure("archer", "stark", (0, 0)),
        "cavalry": symbols.figure("cavalry", "stark", (0, 0)),
        "kennel": symbols.figure("kennel", "stark", (0, 0)),
        "commander": symbols.figure("infantry", "lannister", (0, 2), leads=True),
        "engagement": symbols.engagement("stark", (0, 0)),
        "objective": symbols.objective(None, (0, 0)),
        "fire": symbols.fire(1, (0, 0)),
        "strategy": symbols.strategy("face-down", (0, 0)),
        "special-archers": path(symbols.BOW, "line s-ink", stroke_width=2),
        "target": ring + path(symbols.CROSSHAIR, "line rs-blue", stroke_width=3, transform="scale(0.8)"),
        "zone-of-control": path("M-12 0H12", "line hs-lannister", stroke_width=3, stroke_dasharray="2 5"),
    }
    return emblems_of(ROOT, stylesheet(), patterns(), pictures)


def _shield(house: str) -> str:
    return group(
        path(symbols.SHIELD, f"h-{house} token", transform=_SHIELD),
        path(symbols.SHIELD, "over", fill=f"url(#weave-{house})", transform=_SHIELD),
        circle(0, -1, 9, f"h-{house}"),
        symbols.crest(house, (0, -1), 17),
    )
