"""Previews of actions, drawn over the map: arrows, and ghosts of units at their destination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from banneret.games.thrones.actions import March, Muster, PlaceOrder, Raid, Retreat, Upgrade
from banneret.games.thrones.content.components import ORDER, ORDERS, UNITS
from banneret.games.thrones.show.drawing.layout import PLACES
from banneret.games.thrones.show.drawing.pieces import STEP, arrow
from banneret.games.thrones.show.drawing.symbols import order_token, unit
from banneret.games.thrones.view import ThronesView
from banneret.kernel.choosers import Action
from banneret.show.svg import circle, group

BESIDE = 30.0
"""Distance of ghosts below the pieces of an area."""


def preview(view: ThronesView, actions: Sequence[Action]) -> str:
    """Return the preview of actions; actions that change nothing on the map have none."""
    return group(*(_drawn(view, action) for action in actions), class_="preview")


def _drawn(view: ThronesView, action: Action) -> str:
    match action:
        case March(area, units, target):
            house = _house(view, area)
            return arrow(area, target, house) + _ghosts(house, units, target)
        case Raid(area, target):
            return arrow(area, target, _house(view, area))
        case Retreat(target) if view.combat is not None:
            return arrow(view.combat.target, target, _house(view, view.combat.target))
        case Muster(area, kind, target):
            return _ghosts(_holder(view, area), (kind,), target)
        case Upgrade(area, kind):
            return _ghosts(_holder(view, area), (kind,), area)
        case PlaceOrder(area, order):
            x, y = PLACES[area].pieces
            return order_token(ORDERS[ORDER[order]], _house(view, area), (x, y + BESIDE))
        case _:
            return ""


def _house(view: ThronesView, area: str) -> str | None:
    found = view.areas.get(area)
    return found.house if found is not None else None


def _holder(view: ThronesView, area: str) -> str | None:
    found = view.areas.get(area)
    return found.controller if found is not None else None


def _ghosts(house: str | None, units: Sequence[str], area: str) -> str:
    """Return ghosts of units in an area, below the units already there."""
    if house is None:
        return ""
    x, y = PLACES[area].pieces
    counts = Counter(units)
    kinds = [kind for kind in UNITS if counts[kind]]
    left = x - (len(kinds) - 1) / 2 * STEP
    return group(
        *(
            circle(left + k * STEP, y + BESIDE, 19, "card s-blood", stroke_width=2.5, stroke_dasharray="5 4")
            + unit(house, kind, counts[kind], (left + k * STEP, y + BESIDE))
            for k, kind in enumerate(kinds)
        )
    )
