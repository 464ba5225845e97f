"""Runewars Miniatures in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from banneret.games.runewars.events import cards, combat, course
from banneret.games.runewars.view import PlayerView, RunewarsView, UnitView
from banneret.show.measured_terminal import colour_of, columns, phrase, placed, spot
from banneret.show.terminal import CardList, Part, Span, Table, Terminal, text_line
from banneret.text.catalogue import Catalogue


class RunewarsTerminal(Terminal):
    """The table in text: players, units with their dials, the ground, and the cards."""

    def board(self, view: RunewarsView, texts: Catalogue) -> Iterable[Part]:
        """Return the whole table as text."""
        for line in _course(view, texts):
            yield text_line(line)
        yield self.standings(view, texts)
        yield self._units(view, texts)
        for line in _ground(view, texts):
            yield text_line(line)

    def standings(self, view: RunewarsView, texts: Catalogue) -> Table:
        """Return the table of the players: remaining armies, objective tokens, and the final score."""
        numbers = ("points", "units", "figures", "tokens", "score")
        rows = []
        for player, one in view.players.items():
            units = [unit for unit in view.units if unit.player == player and unit.figures]
            rows.append(
                (
                    Span(", ".join(_marks(view, player, one, texts)), self.style(player)),
                    "" if one.colour is None else texts.name(one.colour),
                    str(one.points),
                    str(len(units)),
                    str(sum(len(unit.figures) for unit in units)),
                    str(one.tokens),
                    "" if one.score is None else str(one.score),
                    one.named or "",
                )
            )
        return Table(columns(texts, ("player", "colour", *numbers, "named"), numbers), tuple(rows))

    def heading(self, event: msgspec.Struct) -> bool:
        """Return whether a round begins."""
        return isinstance(event, course.RoundBegan)

    def depth(self, event: msgspec.Struct) -> int:
        """Return 1 for the consequences of an action: dice, wounds, cards."""
        return 1 if type(event).__module__ in (combat.__name__, cards.__name__) else 0

    def style(self, seat: str) -> str:
        """Return the colour of a player."""
        return colour_of(seat)

    def cards(self, language: str, *, coverage: bool) -> CardList:
        """Return the number of implemented cards; with `coverage`, also what each does."""
        from banneret.games.runewars.card_list import card_list  # noqa: PLC0415  # it reads the tests

        return card_list(coverage=coverage)

    def _units(self, game: RunewarsView, texts: Catalogue) -> Table:
        numbers = ("figures", "wounds")
        rows = [
            (
                Span(unit.id, self.style(unit.player)),
                " + ".join(texts.name(card) for card in (unit.card, *unit.upgrades)),
                str(len(unit.figures)),
                str(sum(figure.wounds for figure in unit.figures)),
                "" if unit.place is None else placed(unit.place),
                _dials(unit, texts),
                ", ".join(_state(unit, texts)),
            )
            for unit in game.units
        ]
        return Table(columns(texts, ("label", "unit", *numbers, "place", "dials", "state"), numbers), tuple(rows))


def _course(game: RunewarsView, texts: Catalogue) -> Iterable[str]:
    if game.deployment is not None:
        yield phrase(texts, "deployment", card=game.deployment)
    if game.objective is not None:
        yield phrase(texts, "objective", card=game.objective)
    if game.offered:
        yield phrase(texts, "offered", cards=game.offered)
    runes = ", ".join(f"{texts.name(rune)} {number}" for rune, number in game.runes.items())
    if runes:
        yield phrase(texts, "runes", runes=runes)
    if game.initiative is not None:
        yield phrase(texts, "initiative", number=game.initiative)
    yield phrase(texts, "morale", cards=game.morale)
    if game.discards:
        yield phrase(texts, "discards", cards=game.discards)


def _marks(game: RunewarsView, player: str, one: PlayerView, texts: Catalogue) -> Iterable[str]:
    yield texts.name(player)
    if game.first == player:
        yield phrase(texts, "first")
    if len(one.seats) == 1 and player in game.forfeited:
        yield phrase(texts, "gave-up")


def _dials(unit: UnitView, texts: Catalogue) -> str:
    if unit.dials is None:
        return phrase(texts, "dials-hidden") if unit.ordered else ""
    known = f"{texts.name(unit.dials.action)}; {texts.name(unit.dials.modifier)}"
    return known if unit.revealed else phrase(texts, "dials-secret", dials=known)


def _state(unit: UnitView, texts: Catalogue) -> Iterable[str]:
    if not unit.figures:
        yield phrase(texts, "destroyed")
        return
    if unit.place is None:
        yield phrase(texts, "off-table")
    yield from map(texts.name, (*unit.banes, *unit.conditions))
    if unit.inspiration:
        yield phrase(texts, "inspiration", number=unit.inspiration)
    for mark, number in unit.marks.items():
        yield f"{texts.name(mark)} {number}"
    if unit.exhausted:
        yield phrase(texts, "exhausted", cards=unit.exhausted)
    if unit.engaged:
        yield phrase(texts, "engaged", units=unit.engaged)


def _ground(game: RunewarsView, texts: Catalogue) -> Iterable[str]:
    for one in game.terrain:
        if one.place is None:
            yield phrase(texts, "terrain-unplaced", piece=one.piece)
        elif one.unit is None:
            yield phrase(texts, "terrain", piece=one.piece, place=placed(one.place))
        else:
            yield phrase(texts, "terrain-held", piece=one.piece, place=placed(one.place), unit=one.unit)
    for token in game.tokens:
        if token.unit is not None:
            yield phrase(texts, "token-borne", unit=token.unit)
        elif token.x is not None and token.y is not None:
            yield phrase(texts, "token", place=spot(token.x, token.y))
