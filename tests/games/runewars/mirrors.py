"""The symmetries of Runewars: the table seen in a mirror, and the two players exchanged.

Left out, because the rules or what this project decided make it asymmetric:

- terrain whose outline is not its own mirror image, and deployment areas of which that is true
- where a raised tray stands (rw:ruling.66), which slots regenerated figures fill first, and which of several figures
  as far to the front loses a wound that a card removes (rw:ruling.65): the leftmost
- the order in which options are listed, and which of the leftmost places are suggested
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banneret.games.runewars.attack_actions import tray_name
from banneret.games.runewars.content.tabletop import piece_of, tabletop
from banneret.games.runewars.match_state import NO_UNIT, PLAYERS, MatchState, unit_of
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.plane import HALF, TURN
from banneret.testing.mirror import Mirror

ROUNDING = 3
"""By how much poses may differ, and headings in hundredths of a degree: both are rounded."""
SIDES = {"left": "right", "right": "left"}


def is_own_image(side: str) -> bool:
    """Whether the outline of a terrain piece is its own image in a mirror."""
    outline = {tuple(corner) for corner in piece_of(side).outline}
    return outline == {(-x, y) for x, y in outline}


class _Measured(Mirror):
    """A symmetry that moves what is on the table."""

    def __init__(self) -> None:
        self.unit = NO_UNIT
        """The unit that the present question is about."""
        self.match: Match[MatchState] | None = None

    def about(self, match: Match[Any], ask: Ask) -> None:
        """Note the unit whose trays the answers name."""
        chooser: Any = ask.chooser
        unit = getattr(chooser, "unit", getattr(getattr(chooser, "chooser", None), "unit", match.state.active))
        self.unit = unit_of(match.state, unit) if isinstance(unit, str) else unit
        self.match = match

    def alike(self, name: str, one: Any, other: Any) -> bool:
        """Allow for rounding in what is measured."""
        if name == "heading" or (isinstance(one, int) and isinstance(other, int) and name == "poses"):
            gap: int = abs(one - other)
            return min(gap, abs(TURN - gap)) <= ROUNDING
        if name in ("x", "y", "token_places", "piece_poses") and isinstance(one, int) and isinstance(other, int):
            return abs(one - other) <= ROUNDING
        return bool(one == other)


class LeftRight(_Measured):
    """The table seen in a mirror: left is right, and all else as it is."""

    name = "left-right"

    def __init__(self) -> None:
        super().__init__()
        self.axes: dict[int, int] = {}
        """Of each unit what two columns of trays add up to that are each other's images: columns keep their numbers."""

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        """Mirror poses, places and the trays of units."""
        width = tabletop().sizes[data["size"]].width
        image = dict(data)
        for column in ("poses", "piece_poses"):
            image[column] = [one and [width - one[0], one[1], -one[2] % TURN] for one in data[column]]
        image["token_places"] = [one and [width - one[0], one[1]] for one in data["token_places"]]
        figures, empty = data["figures"], data["empty_trays"]
        image["figures"], image["empty_trays"] = [], []
        for unit, trays in enumerate(empty):
            columns = [one[0] for one in (*figures[unit], *trays)]
            both = self.axes.setdefault(unit, min(columns, default=0) + max(columns, default=0))
            standing = [[both - one[0], *one[1:]] for one in figures[unit]]
            image["figures"].append(sorted(standing, key=lambda one: (one[1], one[0])))
            image["empty_trays"].append(sorted([both - one[0], one[1]] for one in trays))
        return image

    def field(self, action: Action, name: str, value: Any) -> Any:
        """Mirror measures, sides, and the trays of the unit in question."""
        assert self.match is not None
        state = self.match.state
        if name in ("towards", "hand", "edge"):
            return SIDES.get(value, value)
        if name == "x":
            return tabletop().sizes[state.size].width - value
        if name == "heading":
            return -value % TURN if 0 <= value < TURN else value
        if name == "tray" or (name == "about" and value != "centre"):
            column, row = (int(part) - 1 for part in value.split("-"))
            image = self.axes.get(self.unit, 0) - column
            return tray_name((image, row)) if image >= 0 else value
        return value


def _swapped(mask: int) -> int:
    return (mask & 1) << 1 | mask >> 1 & 1


class Exchanged(_Measured):
    """The players exchanged, each behind the other edge of the table."""

    name = "exchanged"

    def seat(self, seat: int) -> int:
        """Return the other seat."""
        return 1 - seat

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        """Turn the table half round, and give each seat what the other had."""
        size = tabletop().sizes[data["size"]]
        first = data["seat"].index(1)
        count = len(data["seat"])
        order = [*range(first, count), *range(first)]
        place: Callable[[int], int] = lambda unit: unit if unit < 0 else order.index(unit)  # noqa: E731  # one line
        image = dict(data)
        for column, value in data.items():
            if isinstance(value, list) and len(value) == count and column in UNITS:
                image[column] = [value[unit] for unit in order]
            elif column in PAIRS:
                image[column] = value[::-1]
            elif column in SEATS:
                image[column] = 1 - value if value >= 0 else value
        for column in ("poses", "piece_poses"):
            image[column] = [
                one and [size.width - one[0], size.depth - one[1], (one[2] + HALF) % TURN] for one in image[column]
            ]
        image["token_places"] = [one and [size.width - one[0], size.depth - one[1]] for one in data["token_places"]]
        image["seat"] = [1 - seat for seat in image["seat"]]
        image["controller"] = [1 - seat for seat in image["controller"]]
        image["seen"] = [_swapped(mask) for mask in image["seen"]]
        image["deck"] = {**data["deck"], "known": [_swapped(mask) for mask in data["deck"]["known"]]}
        image["token_seat"] = [1 - seat if seat >= 0 else seat for seat in data["token_seat"]]
        image["active"] = place(data["active"])
        image["token_units"] = [place(unit) for unit in data["token_units"]]
        image["marked"] = [place(unit) for unit in data["marked"]][::-1]
        image["parted"] = [sorted(place(unit) for unit in pair) for pair in data["parted"]]
        return image

    def field(self, action: Action, name: str, value: Any) -> Any:
        """Turn measures half round, and name the other player and the other player's unit."""
        assert self.match is not None
        size = tabletop().sizes[self.match.state.size]
        if name == "x":
            return size.width - value
        if name == "y":
            return size.depth - value
        if name == "heading":
            return (value + HALF) % TURN if 0 <= value < TURN else value
        if name == "player":
            return PLAYERS[1 - PLAYERS.index(value)]
        if name == "unit" and value[:1] in PLAYERS:
            return PLAYERS[1 - PLAYERS.index(value[0])] + value[1:]
        return value


UNITS = (
    "unit", "upgrades", "figures", "empty_trays", "poses", "banes", "inspiration", "vitality", "exhausted",
    "conditions", "marks", "trays", "inside", "dials", "shown", "seen", "canceled", "controller", "seat",
)  # fmt: skip  # several to a line
PAIRS = ("scores", "scored", "scored_in", "spent")
SEATS = ("first", "turn", "deployer", "winner")
