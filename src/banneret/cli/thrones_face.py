"""A Game of Thrones in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from banneret.games.thrones import board
from banneret.games.thrones.events import action, combat
from banneret.games.thrones.view import AreaView, SideView, ThronesView
from banneret.kernel.asks import MatchView
from banneret.kernel.catalogue import Catalogue
from banneret.kernel.events import Event

COLOURS = {
    "baratheon": "yellow",
    "lannister": "red",
    "stark": "bright_black",
    "martell": "dark_orange",
    "greyjoy": "cyan",
    "tyrell": "green",
}


class ThronesFace:
    """The table as areas, tracks and houses."""

    def board(self, view: MatchView[Any], texts: Catalogue) -> Iterable[RenderableType]:
        """Return the whole table as text."""
        game: ThronesView = view.game
        yield self._areas(game, texts)
        for track, houses in game.tracks.items():
            line = Text(f"{texts.name(track)}: ")
            for place, house in enumerate(houses, 1):
                line.append(f" {place} ").append(texts.name(house), self.style(house))
            yield line
        blade = "used" if game.blade_used else "ready"
        raven = "used" if game.raven_used else "ready"
        yield Text(f"Wildling threat {game.threat} · Valyrian Steel Blade {blade} · Messenger Raven {raven}")
        if game.westeros:
            yield Text("Westeros cards: " + ", ".join(map(texts.name, game.westeros)))
        if game.banned:
            yield Text("Orders that may not be placed: " + ", ".join(map(texts.name, game.banned)))
        known = [texts.name(card) for card in game.wildlings if card is not None]
        if known:
            yield Text("Wildling cards you know: " + ", ".join(known))
        yield self.standings(view, texts)
        yield from self._cards(game, texts)
        if game.combat is not None:
            fight = game.combat
            yield Text(f"Combat: {texts.name(fight.origin)} > {texts.name(fight.target)}", "bold")
            yield Text("  attacker " + _side(fight.attacker, texts) + f", with {_units(fight.units)}")
            yield Text("  defender " + _side(fight.defender, texts))

    def standings(self, view: MatchView[Any], texts: Catalogue) -> RenderableType:
        """Return the houses: castles, areas, supply, power, units."""
        game: ThronesView = view.game
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        table.add_column("House")
        for column in ("Castles", "Areas", "Supply", "Power", "Footmen", "Knights", "Ships", "Engines", "Cards"):
            table.add_column(column, justify="right")
        for name, house in game.houses.items():
            army = dict.fromkeys(("footman", "knight", "ship", "siege-engine"), 0)
            for area in game.areas.values():
                if area.house == name:
                    for units in (area.units, area.routed):
                        for unit, count in units.items():
                            army[unit] += count
            counts = (house.fortified, house.land_areas, house.supply, house.available, *army.values(), len(house.hand))
            mark = " (gave up)" if name in game.forfeited else ""
            table.add_row(Text(texts.name(name) + mark, self.style(name)), *map(str, counts))
        return table

    def heading(self, event: Event) -> bool:
        """Tell whether a round begins."""
        return isinstance(event, action.RoundBegan)

    def depth(self, event: Event) -> int:
        """Return 1 for what happens in a combat and what comes of an order."""
        return 1 if type(event).__module__ == combat.__name__ and not isinstance(event, combat.CombatBegan) else 0

    def style(self, seat: str) -> str:
        """Return the colour of a house."""
        return COLOURS.get(seat, "")

    def _areas(self, game: ThronesView, texts: Catalogue) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        for column in ("Area", "House", "Units", "Order", "Also here"):
            table.add_column(column)
        order = {area: number for number, area in enumerate(board.AREAS)}
        holders = list(game.houses)
        rows = sorted(game.areas.items(), key=lambda row: (_holder(row[1], holders), order[row[0]]))
        for name, area in rows:
            house = area.house or area.controller
            table.add_row(
                texts.name(name) if texts.name(name) != name else board.NAMES[order[name]],
                Text(texts.name(house), self.style(house)) if house else "",
                _units(area.units, area.routed),
                texts.name(area.order) if area.order else "",
                ", ".join(_also(area, texts)),
            )
        return table

    def _cards(self, game: ThronesView, texts: Catalogue) -> Iterable[RenderableType]:
        for name, house in game.houses.items():
            line = Text(texts.name(name), self.style(name))
            line.append(" holds " + (", ".join(map(texts.name, house.hand)) or "no card"), "default")
            if house.discards:
                line.append("; discarded " + ", ".join(map(texts.name, house.discards)), "default")
            yield line


def _holder(area: AreaView, houses: list[str]) -> int:
    house = area.house or area.controller
    return houses.index(house) if house in houses else len(houses)


def _units(units: dict[str, int], routed: dict[str, int] | None = None) -> str:
    shown = [_counted(unit, count) for unit, count in units.items()]
    shown += [_counted(unit, count) + " (routed)" for unit, count in (routed or {}).items()]
    return ", ".join(shown)


def _counted(unit: str, count: int) -> str:
    name = unit.replace("-", " ")
    return f"1 {name}" if count == 1 else f"{count} {'footmen' if unit == 'footman' else name + 's'}"


def _also(area: AreaView, texts: Catalogue) -> list[str]:
    shown = []
    if area.power is not None:
        shown.append(f"power token of {texts.name(area.power)}")
    if area.garrison:
        shown.append(f"garrison {area.garrison}")
    if area.neutral > 0:
        shown.append(f"neutral force {area.neutral}")
    if area.neutral < 0:
        shown.append("closed")
    return shown


def _side(side: SideView, texts: Catalogue) -> str:
    parts = [texts.name(side.house) if side.house else "nobody", f"strength {side.strength}"]
    if side.card is not None:
        parts.append(texts.name(side.card))
    if side.blade:
        parts.append("with the blade")
    if side.tides is not None:
        parts.append(f"tides {texts.name(side.tides)}")
    if side.supports:
        parts.append("supported from " + ", ".join(map(texts.name, side.supports)))
    return ", ".join(parts)
