"""Battles of Westeros in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from banneret.games.battles.content.scenario import OUT_OF_PLAY
from banneret.games.battles.events import battle, round
from banneret.games.battles.view import BattlesView, HouseView, UnitView
from banneret.hexes import format_label
from banneret.show.terminal import Column, CommandGroup, Line, Part, Span, Table, Terminal, highlighted, text_line
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message

COLOURS = {"stark": "cyan", "lannister": "red"}
WIDTH = 4
"""Characters per hex; every second row is indented by half of them."""


class BattlesTerminal(Terminal):
    """The table as a map of hexes, units and Houses."""

    def board(self, view: BattlesView, texts: Catalogue) -> Iterable[Part]:
        """Return the whole table as text."""
        yield self._map(view, texts)
        yield text_line(_text(texts, "map-units", stark=texts.name("stark"), lannister=texts.name("lannister")))
        yield text_line(_text(texts, "map-terrain"))
        yield self._units(view, texts)
        for line in self._on_the_ground(view, texts):
            yield text_line(line)
        yield text_line(_morale(view, texts))
        yield self.standings(view, texts)
        yield from self._cards(view, texts)

    def standings(self, view: BattlesView, texts: Catalogue) -> Table:
        """Return the table of Houses: points, units, tokens and cards."""
        numbers = ("points", "units", "figures", "tokens", "command-tokens", "hand", "deck")
        rows = []
        for name, house in view.houses.items():
            units = [unit for unit in view.units if unit.house == name]
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
            marks += [_text(texts, mark) for mark, there in _marks(view, name, house) if there]
            rows.append((Span(", ".join(marks), self.style(name)), *counts))
        columns = (Column(_text(texts, "house")), *(Column(_text(texts, column), True) for column in numbers))
        return Table(columns, tuple(rows))

    def heading(self, event: msgspec.Struct) -> bool:
        """Return whether a round begins."""
        return isinstance(event, round.RoundBegan)

    def depth(self, event: msgspec.Struct) -> int:
        """Return 1 for events of a fight."""
        return 1 if type(event).__module__ == battle.__name__ else 0

    def style(self, seat: str) -> str:
        """Return the colour of a House."""
        return COLOURS.get(seat, "")

    @property
    def commands(self) -> CommandGroup:
        """The command that checks battle plans."""
        from banneret.games.battles.plan_command import COMMANDS  # noqa: PLC0415  # not needed to play

        return COMMANDS

    def _map(self, game: BattlesView, texts: Catalogue) -> Line:
        by_hex = {unit.hex: unit for unit in game.units}
        rows = game.plan.rows
        columns = max(map(len, rows))
        shown = [Span("    " + "".join(f"{format_label(n, 0)[0]:<{WIDTH}}" for n in range(columns)))]
        for number, letters in enumerate(rows):
            shown.append(Span(f"\n{number + 1:>2}  " + " " * (WIDTH // 2 * (number % 2))))
            for column, letter in enumerate(letters):
                unit = by_hex.get(format_label(column, number))
                if unit is None:
                    shown.append(Span(f"{' ' if letter == OUT_OF_PLAY else letter:<{WIDTH}}"))
                else:
                    mark = f"{texts.name(unit.house)[0]}{texts.name(unit.rank)[0]}{unit.figures}"
                    mark += "" if unit.active else "-"
                    shown.append(Span(f"{mark:<{WIDTH}}", self.style(unit.house)))
        return Line(tuple(shown))

    def _units(self, game: BattlesView, texts: Catalogue) -> Table:
        words = ("hex", "house", "unit", "rank", "figures", "state")
        rows = [
            (
                unit.hex,
                Span(texts.name(unit.house), self.style(unit.house)),
                texts.name(unit.unit),
                texts.name(unit.rank),
                str(unit.figures),
                ", ".join(_state(unit, texts)),
            )
            for unit in sorted(game.units, key=lambda one: (list(game.houses).index(one.house), one.hex))
        ]
        return Table(tuple(Column(_text(texts, word), word == "figures") for word in words), tuple(rows))

    def _on_the_ground(self, game: BattlesView, texts: Catalogue) -> Iterable[str]:
        for objective in game.plan.objectives:
            holder = game.control[objective.id]
            if holder is None:
                yield _text(texts, "objective-free", hex=objective.hex)
            else:
                yield _text(texts, "objective-held", hex=objective.hex, house=holder)
        for hex, overlay in game.overlays.items():
            yield _text(texts, "overlay", hex=hex, overlay=overlay)
        for hex, level in game.fires.items():
            yield _text(texts, "fire", hex=hex, level=level)

    def _cards(self, game: BattlesView, texts: Catalogue) -> Iterable[Line]:
        for name, house in game.houses.items():
            known = tuple(card for card in house.hand if card is not None)
            lines = [_text(texts, "cards", house=name, cards=known)] if known else []
            if house.discards:
                lines.append(_text(texts, "discards", house=name, cards=house.discards))
            if lines:
                yield highlighted("; ".join(lines), texts.name(name), self.style(name))


def _marks(game: BattlesView, name: str, house: HouseView) -> tuple[tuple[str, bool], ...]:
    return (
        ("first-player", game.first == name),
        ("momentum", game.momentum == name),
        ("passed", house.passed),
        ("gave-up", name in game.forfeited),
    )


def _morale(game: BattlesView, texts: Catalogue) -> str:
    if not game.morale:
        return _text(texts, "morale-even")
    return _text(texts, "morale-at", house="stark" if game.morale > 0 else "lannister", spaces=abs(game.morale))


def _state(unit: UnitView, texts: Catalogue) -> list[str]:
    shown = [texts.name(unit.commander)] if unit.commander is not None else []
    shown.append(_text(texts, "active" if unit.active else "inactive"))
    if unit.engaged is not None:
        shown.append(_text(texts, "engaged", hex=unit.engaged))
    return shown


def _text(texts: Catalogue, id: str, **fields: Field) -> str:
    """Return the text `terminal.<id>` of the catalogue; ids among the fields are shown by their names."""
    return texts.render(Message(f"terminal.{id}", fields))
