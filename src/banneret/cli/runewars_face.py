"""Runewars Miniatures in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from banneret.cli.measured import colour_of, new_table, placed, said, spot
from banneret.games.runewars.events import cards, combat, course
from banneret.games.runewars.view import PlayerView, RunewarsView, UnitView
from banneret.kernel.asks import MatchView
from banneret.kernel.events import Event
from banneret.text.catalogue import Catalogue


class RunewarsFace:
    """The table as players, units with their dials, and what lies on the ground."""

    def board(self, view: MatchView[Any], texts: Catalogue) -> Iterable[RenderableType]:
        """Return the whole table as text."""
        game: RunewarsView = view.game
        for line in _course(game, texts):
            yield Text(line)
        yield self.standings(view, texts)
        yield self._units(game, texts)
        for line in _ground(game, texts):
            yield Text(line)

    def standings(self, view: MatchView[Any], texts: Catalogue) -> RenderableType:
        """Return the players: what is left of the armies, objective tokens, the score at the end."""
        game: RunewarsView = view.game
        numbers = ("points", "units", "figures", "tokens", "score")
        table = new_table(texts, ("player", "colour", *numbers, "named"), numbers)
        for player, one in game.players.items():
            units = [unit for unit in game.units if unit.player == player and unit.figures]
            table.add_row(
                Text(", ".join(_marks(game, player, one, texts)), self.style(player)),
                "" if one.colour is None else texts.name(one.colour),
                str(one.points),
                str(len(units)),
                str(sum(len(unit.figures) for unit in units)),
                str(one.tokens),
                "" if one.score is None else str(one.score),
                one.named or "",
            )
        return table

    def heading(self, event: Event) -> bool:
        """Tell whether a round begins."""
        return isinstance(event, course.RoundBegan)

    def depth(self, event: Event) -> int:
        """Return 1 for what comes of an action: dice, wounds, cards."""
        return 1 if type(event).__module__ in (combat.__name__, cards.__name__) else 0

    def style(self, seat: str) -> str:
        """Return the colour of a player."""
        return colour_of(seat)

    def _units(self, game: RunewarsView, texts: Catalogue) -> Table:
        numbers = ("figures", "wounds")
        table = new_table(texts, ("label", "unit", *numbers, "place", "dials", "state"), numbers)
        for unit in game.units:
            table.add_row(
                Text(unit.id, self.style(unit.player)),
                " + ".join(texts.name(card) for card in (unit.card, *unit.upgrades)),
                str(len(unit.figures)),
                str(sum(figure.wounds for figure in unit.figures)),
                "" if unit.place is None else placed(unit.place),
                _dials(unit, texts),
                ", ".join(_state(unit, texts)),
            )
        return table


def _course(game: RunewarsView, texts: Catalogue) -> Iterable[str]:
    if game.deployment is not None:
        yield said(texts, "deployment", card=game.deployment)
    if game.objective is not None:
        yield said(texts, "objective", card=game.objective)
    if game.offered:
        yield said(texts, "offered", cards=game.offered)
    runes = ", ".join(f"{texts.name(rune)} {number}" for rune, number in game.runes.items())
    if runes:
        yield said(texts, "runes", runes=runes)
    if game.initiative is not None:
        yield said(texts, "initiative", number=game.initiative)
    yield said(texts, "morale", cards=game.morale)
    if game.discards:
        yield said(texts, "discards", cards=game.discards)


def _marks(game: RunewarsView, player: str, one: PlayerView, texts: Catalogue) -> Iterable[str]:
    yield texts.name(player)
    if game.first == player:
        yield said(texts, "first")
    if len(one.seats) == 1 and player in game.forfeited:
        yield said(texts, "gave-up")


def _dials(unit: UnitView, texts: Catalogue) -> str:
    if unit.dials is None:
        return said(texts, "dials-hidden") if unit.ordered else ""
    known = f"{texts.name(unit.dials.action)}; {texts.name(unit.dials.modifier)}"
    return known if unit.revealed else said(texts, "dials-secret", dials=known)


def _state(unit: UnitView, texts: Catalogue) -> Iterable[str]:
    if not unit.figures:
        yield said(texts, "destroyed")
        return
    if unit.place is None:
        yield said(texts, "off-table")
    yield from map(texts.name, (*unit.banes, *unit.conditions))
    if unit.inspiration:
        yield said(texts, "inspiration", number=unit.inspiration)
    for mark, number in unit.marks.items():
        yield f"{texts.name(mark)} {number}"
    if unit.exhausted:
        yield said(texts, "exhausted", cards=unit.exhausted)
    if unit.engaged:
        yield said(texts, "engaged", units=unit.engaged)


def _ground(game: RunewarsView, texts: Catalogue) -> Iterable[str]:
    for one in game.terrain:
        if one.place is None:
            yield said(texts, "terrain-unplaced", piece=one.piece)
        elif one.unit is None:
            yield said(texts, "terrain", piece=one.piece, place=placed(one.place))
        else:
            yield said(texts, "terrain-held", piece=one.piece, place=placed(one.place), unit=one.unit)
    for token in game.tokens:
        if token.unit is not None:
            yield said(texts, "token-borne", unit=token.unit)
        elif token.x is not None and token.y is not None:
            yield said(texts, "token", place=spot(token.x, token.y))
