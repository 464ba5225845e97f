"""Terminal output of the game."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from banneret.games.thrones.content import board
from banneret.games.thrones.events import action, combat
from banneret.games.thrones.view import AreaView, SideView, ThronesView
from banneret.show.terminal import Cell, Column, Line, Part, Span, Table, Terminal, highlighted, text_line
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


class ThronesTerminal(Terminal):
    """Prints the table: areas, tracks, tokens and houses."""

    def board(self, view: ThronesView, texts: Catalogue) -> Iterable[Part]:
        """Yield the parts of the whole table, from the top."""
        yield self._areas(view, texts)
        for track, houses in view.tracks.items():
            spans = [Span(f"{texts.name(track)}: ")]
            for place, house in enumerate(houses, 1):
                spans += [Span(f" {place} "), Span(texts.name(house), self.style(house))]
            yield Line(tuple(spans))
        tokens = (("valyrian-steel-blade", view.blade_used), ("messenger-raven", view.raven_used))
        public = [_text(texts, "threat", threat=view.threat)]
        public += [_text(texts, "token-used" if used else "token-ready", token=token) for token, used in tokens]
        yield text_line(" · ".join(public))
        if view.westeros:
            yield text_line(_text(texts, "westeros", cards=tuple(view.westeros)))
        if view.banned:
            yield text_line(_text(texts, "banned", orders=tuple(view.banned)))
        known = tuple(card for card in view.wildlings if card is not None)
        if known:
            yield text_line(_text(texts, "wildlings", cards=known))
        yield self.standings(view, texts)
        yield from self._cards(view, texts)
        if view.combat is not None:
            fight = view.combat
            units = _units(texts, fight.units)
            yield text_line(_text(texts, "combat", origin=fight.origin, target=fight.target), "bold")
            yield text_line("  " + _text(texts, "combat-attacker", side=_side(fight.attacker, texts), units=units))
            yield text_line("  " + _text(texts, "combat-defender", side=_side(fight.defender, texts)))

    def standings(self, view: ThronesView, texts: Catalogue) -> Table:
        """Return the table of the houses: castles, areas, supply, power, units and cards."""
        numbers = ("castles", "areas", "supply", "power", "footmen", "knights", "ships", "engines", "cards")
        rows: list[tuple[Cell, ...]] = []
        for name, house in view.houses.items():
            army = dict.fromkeys(("footman", "knight", "ship", "siege-engine"), 0)
            for area in view.areas.values():
                if area.house == name:
                    for units in (area.units, area.routed):
                        for unit, count in units.items():
                            army[unit] += count
            counts = (house.fortified, house.land_areas, house.supply, house.available, *army.values(), len(house.hand))
            shown = _text(texts, "gave-up", house=name) if name in view.forfeited else texts.name(name)
            rows.append((Span(shown, self.style(name)), *map(str, counts)))
        columns = (Column(_text(texts, "house")), *(Column(_text(texts, column), True) for column in numbers))
        return Table(columns, tuple(rows))

    def heading(self, event: msgspec.Struct) -> bool:
        """Return True if the event begins a round."""
        return isinstance(event, action.RoundBegan)

    def depth(self, event: msgspec.Struct) -> int:
        """Return the indentation level of an event: 1 for the events within a combat, else 0."""
        return 1 if type(event).__module__ == combat.__name__ and not isinstance(event, combat.CombatBegan) else 0

    def style(self, seat: str) -> str:
        """Return the colour of a house."""
        return COLOURS.get(seat, "")

    def _areas(self, game: ThronesView, texts: Catalogue) -> Table:
        words = ("area", "house", "units", "order", "also-here")
        order = {area: number for number, area in enumerate(board.AREAS)}
        holders = list(game.houses)
        areas = sorted(game.areas.items(), key=lambda row: (_holder(row[1], holders), order[row[0]]))
        rows: list[tuple[Cell, ...]] = []
        for name, area in areas:
            house = area.house or area.controller
            rows.append(
                (
                    texts.name(name) if texts.name(name) != name else board.NAMES[order[name]],
                    Span(texts.name(house), self.style(house)) if house else "",
                    _units(texts, area.units, area.routed),
                    texts.name(area.order) if area.order else "",
                    ", ".join(_also(area, texts)),
                )
            )
        return Table(tuple(Column(_text(texts, word)) for word in words), tuple(rows))

    def _cards(self, game: ThronesView, texts: Catalogue) -> Iterable[Line]:
        for name, house in game.houses.items():
            cards = tuple(house.hand) or _text(texts, "no-card")
            parts = [_text(texts, "hand", house=name, cards=cards)]
            if house.discards:
                parts.append(_text(texts, "discards", cards=tuple(house.discards)))
            yield highlighted("; ".join(parts), texts.name(name), self.style(name))


def _holder(area: AreaView, houses: list[str]) -> int:
    house = area.house or area.controller
    return houses.index(house) if house in houses else len(houses)


def _text(texts: Catalogue, id: str, **fields: Field) -> str:
    """Return the text `table.<id>` of the catalogue, with ids in the fields replaced by names."""
    return texts.render(Message(f"table.{id}", fields))


def _units(texts: Catalogue, units: dict[str, int], routed: dict[str, int] | None = None) -> str:
    shown = [_counted(texts, unit, count) for unit, count in units.items()]
    shown += [_text(texts, "routed", units=_counted(texts, unit, count)) for unit, count in (routed or {}).items()]
    return ", ".join(shown)


def _counted(texts: Catalogue, unit: str, count: int) -> str:
    return texts.render(Message(f"count.{unit}", {"count": count}))


def _also(area: AreaView, texts: Catalogue) -> list[str]:
    shown = []
    if area.power is not None:
        shown.append(_text(texts, "power-token", house=area.power))
    if area.garrison:
        shown.append(_text(texts, "garrison", strength=area.garrison))
    if area.neutral > 0:
        shown.append(_text(texts, "neutral", strength=area.neutral))
    if area.neutral < 0:
        shown.append(_text(texts, "closed"))
    return shown


def _side(side: SideView, texts: Catalogue) -> str:
    parts = [texts.name(side.house or "nobody"), _text(texts, "strength", strength=side.strength)]
    if side.card is not None:
        parts.append(texts.name(side.card))
    if side.blade:
        parts.append(_text(texts, "with-blade"))
    if side.tides is not None:
        parts.append(texts.name(side.tides))
    if side.supports:
        parts.append(_text(texts, "supported", areas=tuple(side.supports)))
    return ", ".join(parts)
