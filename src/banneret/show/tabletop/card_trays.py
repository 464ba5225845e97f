"""Units on their trays, as pictures of cards show them."""

from __future__ import annotations

from typing import Final, NamedTuple

from banneret.show.stylesheet import LIFTED, LINES, rule, rules
from banneret.show.svg import group, tag
from banneret.show.tabletop import trays
from banneret.show.tabletop.figures import MARKS, MOUNTED, RULES, figure

ROOT: Final = "card-tray"
"""The class of the drawing; its rules do not affect a page that shows it inline."""
_SIDE: Final = "side"
"""The side of the unit in the classes of its colors."""
_CELLS: Final = {"rider": (28, 54), "lancer": (30, 60), "beast": (42, 86), "golem": (46, 48), "engine": (42, 56)}
"""Width and depth of the place of a figure that takes more than one on foot."""
_ON_FOOT: Final = (24, 26)
_WEDGE: Final = 12.0
"""Depth in front of a tray that the wedge and raised weapons take."""


class CardTray(NamedTuple):
    """A unit on its tray: the number of files, ranks and figures, and the kind of the figures."""

    files: int
    ranks: int
    figures: int
    kind: str = "sword"

    def drawn(self, fill: str, ink: str, wide: float, deep: float) -> str:
        """Return the unit around the origin, front up, in the colors of its faction and within a width and a depth."""
        across, down = _CELLS.get(self.kind, _ON_FOOT)
        width, depth = self.files * across + 14, self.ranks * down + 18
        scale = min(wide / width, deep / (depth + _WEDGE))
        left, top = -width / 2 + 7, -depth / 2 + 11
        places = [
            (left + (x + 0.5) * across, top + (y + 0.5) * down) for y in range(self.ranks) for x in range(self.files)
        ]
        mounted = self.kind in MOUNTED
        standing = trays.ranks(self.kind, _SIDE, places[: self.figures], self.figures, 0, 1, mounted=mounted)
        return group(
            tag("style", _styles(fill, ink)),
            tag("defs", group(figure(self.kind), id=f"figure:{self.kind}", class_=ROOT)),
            group(
                trays.frame(_SIDE, "none", width, depth), standing, at=(0, _WEDGE / 2 * scale), scale=round(scale, 3)
            ),
            class_=ROOT,
        )


def _styles(fill: str, ink: str) -> str:
    colors = rule(ROOT, f".p-{_SIDE}", f"fill:{fill};color:{ink}") + rule(ROOT, f".pis-{_SIDE}", f"stroke:{ink}")
    return rules(ROOT, (*LINES, *LIFTED, *RULES, *MARKS, *trays.RULES)) + colors
