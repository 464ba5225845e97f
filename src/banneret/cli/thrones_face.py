"""A Game of Thrones in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from banneret.games.thrones.content import board
from banneret.games.thrones.events import action, combat
from banneret.games.thrones.view import AreaView, SideView, ThronesView
from banneret.kernel.asks import MatchView
from banneret.kernel.events import Event
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message

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
        tokens = (("valyrian-steel-blade", game.blade_used), ("messenger-raven", game.raven_used))
        known_to_all = [_said(texts, "threat", threat=game.threat)]
        known_to_all += [_said(texts, "token-used" if used else "token-ready", token=token) for token, used in tokens]
        yield Text(" · ".join(known_to_all))
        if game.westeros:
            yield Text(_said(texts, "westeros", cards=tuple(game.westeros)))
        if game.banned:
            yield Text(_said(texts, "banned", orders=tuple(game.banned)))
        known = tuple(card for card in game.wildlings if card is not None)
        if known:
            yield Text(_said(texts, "wildlings", cards=known))
        yield self.standings(view, texts)
        yield from self._cards(game, texts)
        if game.combat is not None:
            fight = game.combat
            units = _units(texts, fight.units)
            yield Text(_said(texts, "combat", origin=fight.origin, target=fight.target), "bold")
            yield Text("  " + _said(texts, "combat-attacker", side=_side(fight.attacker, texts), units=units))
            yield Text("  " + _said(texts, "combat-defender", side=_side(fight.defender, texts)))

    def standings(self, view: MatchView[Any], texts: Catalogue) -> RenderableType:
        """Return the houses: castles, areas, supply, power, units."""
        game: ThronesView = view.game
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        table.add_column(_said(texts, "house"))
        for column in ("castles", "areas", "supply", "power", "footmen", "knights", "ships", "engines", "cards"):
            table.add_column(_said(texts, column), justify="right")
        for name, house in game.houses.items():
            army = dict.fromkeys(("footman", "knight", "ship", "siege-engine"), 0)
            for area in game.areas.values():
                if area.house == name:
                    for units in (area.units, area.routed):
                        for unit, count in units.items():
                            army[unit] += count
            counts = (house.fortified, house.land_areas, house.supply, house.available, *army.values(), len(house.hand))
            shown = _said(texts, "gave-up", house=name) if name in game.forfeited else texts.name(name)
            table.add_row(Text(shown, self.style(name)), *map(str, counts))
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
        for column in ("area", "house", "units", "order", "also-here"):
            table.add_column(_said(texts, column))
        order = {area: number for number, area in enumerate(board.AREAS)}
        holders = list(game.houses)
        rows = sorted(game.areas.items(), key=lambda row: (_holder(row[1], holders), order[row[0]]))
        for name, area in rows:
            house = area.house or area.controller
            table.add_row(
                texts.name(name) if texts.name(name) != name else board.NAMES[order[name]],
                Text(texts.name(house), self.style(house)) if house else "",
                _units(texts, area.units, area.routed),
                texts.name(area.order) if area.order else "",
                ", ".join(_also(area, texts)),
            )
        return table

    def _cards(self, game: ThronesView, texts: Catalogue) -> Iterable[RenderableType]:
        for name, house in game.houses.items():
            cards = tuple(house.hand) or _said(texts, "no-card")
            line = Text(_said(texts, "hand", house=name, cards=cards))
            if house.discards:
                line.append("; " + _said(texts, "discards", cards=tuple(house.discards)))
            line.highlight_words([texts.name(name)], self.style(name))
            yield line


def _holder(area: AreaView, houses: list[str]) -> int:
    house = area.house or area.controller
    return houses.index(house) if house in houses else len(houses)


def _said(texts: Catalogue, id: str, **fields: Field) -> str:
    """Return `table.<id>` of the catalogue; ids of things among the fields are shown by their names."""
    return texts.render(Message(f"table.{id}", fields))


def _units(texts: Catalogue, units: dict[str, int], routed: dict[str, int] | None = None) -> str:
    shown = [_counted(texts, unit, count) for unit, count in units.items()]
    shown += [_said(texts, "routed", units=_counted(texts, unit, count)) for unit, count in (routed or {}).items()]
    return ", ".join(shown)


def _counted(texts: Catalogue, unit: str, count: int) -> str:
    return texts.render(Message(f"count.{unit}", {"count": count}))


def _also(area: AreaView, texts: Catalogue) -> list[str]:
    shown = []
    if area.power is not None:
        shown.append(_said(texts, "power-token", house=area.power))
    if area.garrison:
        shown.append(_said(texts, "garrison", strength=area.garrison))
    if area.neutral > 0:
        shown.append(_said(texts, "neutral", strength=area.neutral))
    if area.neutral < 0:
        shown.append(_said(texts, "closed"))
    return shown


def _side(side: SideView, texts: Catalogue) -> str:
    parts = [texts.name(side.house or "nobody"), _said(texts, "strength", strength=side.strength)]
    if side.card is not None:
        parts.append(texts.name(side.card))
    if side.blade:
        parts.append(_said(texts, "with-blade"))
    if side.tides is not None:
        parts.append(texts.name(side.tides))
    if side.supports:
        parts.append(_said(texts, "supported", areas=tuple(side.supports)))
    return ", ".join(parts)
