"""Rosters of the houses: counters, and units on the board by kind."""

from __future__ import annotations

from collections import Counter

from banneret.games.thrones.content.components import UNITS
from banneret.games.thrones.view import HouseView, ThronesView
from banneret.show.card import Stat
from banneret.show.rosters import Mark, Roster, RosterRow
from banneret.text.message import msg


def rosters(view: ThronesView) -> tuple[Roster, ...]:
    """Return the roster of each house."""
    return tuple(_force(view, house, found) for house, found in view.houses.items())


def _force(view: ThronesView, house: str, found: HouseView) -> Roster:
    stats = (
        Stat("power", msg("roster.power"), str(found.available)),
        Stat("supply", msg("roster.supply"), str(found.supply)),
        Stat("castle", msg("roster.castles"), str(found.fortified)),
        Stat("star", msg("roster.stars"), str(found.stars)),
    )
    rows = tuple(_kind(view, house, kind) for kind in UNITS)
    return Roster(side=house, title=msg(f"name.{house}"), stats=stats, rows=rows)


def _kind(view: ThronesView, house: str, kind: str) -> RosterRow:
    upright: Counter[str] = Counter()
    routed: Counter[str] = Counter()
    for area, found in view.areas.items():
        if found.house == house:
            upright[area] += found.units.get(kind, 0)
            routed[area] += found.routed.get(kind, 0)
    total = upright.total() + routed.total()
    marks = [Mark(msg("roster.in-area", area=area), "", count) for area, count in upright.items() if count]
    marks += [Mark(msg("roster.routed", area=area), "", count) for area, count in routed.items() if count]
    return RosterRow(
        thing=f"unit:{kind}",
        name=msg(f"name.{kind}"),
        card=kind,
        stats=(Stat("figures", msg("roster.on-board"), str(total)),),
        signs=tuple(marks),
        gone=not total,
    )
