"""Battles of Westeros in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from banneret.games.battles.content.scenario import OUT_OF_PLAY
from banneret.games.battles.events import battle, round
from banneret.games.battles.view import BattlesView, HouseView, UnitView
from banneret.hexes import format_label
from banneret.kernel.asks import MatchView
from banneret.kernel.events import Event
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message

COLOURS = {"stark": "cyan", "lannister": "red"}
WIDTH = 4
"""Characters a hex; every second row is set in by half of them."""


class BattlesFace:
    """The table as a map of hexes, units and Houses."""

    def board(self, view: MatchView[Any], texts: Catalogue) -> Iterable[RenderableType]:
        """Return the whole table as text."""
        game: BattlesView = view.game
        yield self._map(game, texts)
        yield Text(_said(texts, "map-units", stark=texts.name("stark"), lannister=texts.name("lannister")))
        yield Text(_said(texts, "map-terrain"))
        yield self._units(game, texts)
        for line in self._on_the_ground(game, texts):
            yield Text(line)
        yield Text(_morale(game, texts))
        yield self.standings(view, texts)
        yield from self._cards(game, texts)

    def standings(self, view: MatchView[Any], texts: Catalogue) -> RenderableType:
        """Return the Houses: points, units, tokens, cards."""
        game: BattlesView = view.game
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        table.add_column(_said(texts, "house"))
        for column in ("points", "units", "figures", "tokens", "command-tokens", "hand", "deck"):
            table.add_column(_said(texts, column), justify="right")
        for name, house in game.houses.items():
            units = [unit for unit in game.units if unit.house == name]
            counts = (
                str(house.points),
                str(len(units)),
                str(sum(unit.figures for unit in units)),
                " ".join(f"{texts.name(token)} {count}" for token, count in house.pool.items()),
                str(house.command_tokens),
                str(len(house.hand)),
                str(house.deck),
            )
            marks = [texts.name(name)]
            marks += [_said(texts, mark) for mark, there in _marks(game, name, house) if there]
            table.add_row(Text(", ".join(marks), self.style(name)), *counts)
        return table

    def heading(self, event: Event) -> bool:
        """Tell whether a round begins."""
        return isinstance(event, round.RoundBegan)

    def depth(self, event: Event) -> int:
        """Return 1 for what happens in a fight."""
        return 1 if type(event).__module__ == battle.__name__ else 0

    def style(self, seat: str) -> str:
        """Return the colour of a House."""
        return COLOURS.get(seat, "")

    def _map(self, game: BattlesView, texts: Catalogue) -> Text:
        standing = {unit.hex: unit for unit in game.units}
        rows = game.plan.rows
        columns = max(map(len, rows))
        shown = Text("    " + "".join(f"{format_label(n, 0)[0]:<{WIDTH}}" for n in range(columns)) + "\n")
        for number, letters in enumerate(rows):
            shown.append(f"{number + 1:>2}  " + " " * (WIDTH // 2 * (number % 2)))
            for column, letter in enumerate(letters):
                unit = standing.get(format_label(column, number))
                if unit is None:
                    shown.append(f"{' ' if letter == OUT_OF_PLAY else letter:<{WIDTH}}")
                else:
                    mark = f"{texts.name(unit.house)[0]}{texts.name(unit.rank)[0]}{unit.figures}"
                    mark += "" if unit.active else "-"
                    shown.append(f"{mark:<{WIDTH}}", self.style(unit.house))
            shown.append("\n")
        shown.rstrip()
        return shown

    def _units(self, game: BattlesView, texts: Catalogue) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        for column in ("hex", "house", "unit", "rank"):
            table.add_column(_said(texts, column))
        table.add_column(_said(texts, "figures"), justify="right")
        table.add_column(_said(texts, "state"))
        for unit in sorted(game.units, key=lambda one: (list(game.houses).index(one.house), one.hex)):
            table.add_row(
                unit.hex,
                Text(texts.name(unit.house), self.style(unit.house)),
                texts.name(unit.unit),
                texts.name(unit.rank),
                str(unit.figures),
                ", ".join(_state(unit, texts)),
            )
        return table

    def _on_the_ground(self, game: BattlesView, texts: Catalogue) -> Iterable[str]:
        for objective in game.plan.objectives:
            holder = game.control[objective.id]
            if holder is None:
                yield _said(texts, "objective-free", hex=objective.hex)
            else:
                yield _said(texts, "objective-held", hex=objective.hex, house=holder)
        for hex, overlay in game.overlays.items():
            yield _said(texts, "overlay", hex=hex, overlay=overlay)
        for hex, level in game.fires.items():
            yield _said(texts, "fire", hex=hex, level=level)

    def _cards(self, game: BattlesView, texts: Catalogue) -> Iterable[RenderableType]:
        for name, house in game.houses.items():
            known = tuple(card for card in house.hand if card is not None)
            line = Text(_said(texts, "cards", house=name, cards=known) if known else "")
            if house.discards:
                line.append("; " if known else "").append(_said(texts, "discards", house=name, cards=house.discards))
            line.highlight_words([texts.name(name)], self.style(name))
            if line:
                yield line


def _marks(game: BattlesView, name: str, house: HouseView) -> tuple[tuple[str, bool], ...]:
    return (
        ("first-player", game.first == name),
        ("momentum", game.momentum == name),
        ("passed", house.passed),
        ("gave-up", name in game.forfeited),
    )


def _morale(game: BattlesView, texts: Catalogue) -> str:
    if not game.morale:
        return _said(texts, "morale-even")
    return _said(texts, "morale-at", house="stark" if game.morale > 0 else "lannister", spaces=abs(game.morale))


def _state(unit: UnitView, texts: Catalogue) -> list[str]:
    shown = [texts.name(unit.commander)] if unit.commander is not None else []
    shown.append(_said(texts, "active" if unit.active else "inactive"))
    if unit.engaged is not None:
        shown.append(_said(texts, "engaged", hex=unit.engaged))
    return shown


def _said(texts: Catalogue, id: str, **fields: Field) -> str:
    """Return `terminal.<id>` of the catalogue; ids of things among the fields are shown by their names."""
    return texts.render(Message(f"terminal.{id}", fields))
