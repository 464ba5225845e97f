"""Terminal output of A Song of Ice & Fire, for both editions."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.events import attacks, round, tokens
from banneret.games.icefire.view import FightView, IcefireView, NcuView, PlayerView, UnitView, WallView
from banneret.show.measured_terminal import colour_of, columns, phrase, placed, spot
from banneret.show.terminal import CardList, Cell, Part, Span, Table, Terminal, text_line
from banneret.text.catalogue import Catalogue


class IcefireTerminal(Terminal):
    """Prints the table (players, zones, units, terrain) and the cards of an edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def board(self, view: IcefireView, texts: Catalogue) -> Iterable[Part]:
        """Yield the parts of the whole table, from the top."""
        yield text_line(phrase(texts, "mode", mode=view.mode, rounds=view.rounds))
        yield self.standings(view, texts)
        for line in _zones(view, texts):
            yield text_line(line)
        yield self._units(view, texts)
        for line in (*_walls(view, texts), *_ground(view, texts)):
            yield text_line(line)
        for player, one in view.players.items():
            for line in _cards(player, one, texts):
                yield text_line(line, self.style(player))
        for fight in view.turn.fights if view.turn is not None else ():
            yield text_line(_fight(fight, texts), "bold")

    def standings(self, view: IcefireView, texts: Catalogue) -> Table:
        """Return the table of the players: Victory Points, remaining army, cards."""
        numbers = ("victory-points", "needed", "units", "models", "hand", "deck", "passes")
        rows: list[tuple[Cell, ...]] = []
        for player, one in view.players.items():
            alive = [unit for unit in view.units if unit.player == player and unit.models]
            marks = [texts.name(player)]
            marks += [phrase(texts, "first")] if view.first == player else []
            marks += [phrase(texts, "gave-up")] if player in view.forfeited else []
            counts = (one.victory_points, one.needed, len(alive), sum(unit.models for unit in alive), len(one.hand))
            rows.append(
                (
                    Span(", ".join(marks), self.style(player)),
                    texts.name(one.faction),
                    texts.name(one.commander),
                    *map(str, (*counts, one.deck, one.passes)),
                )
            )
        return Table(columns(texts, ("player", "faction", "commander", *numbers), numbers), tuple(rows))

    def heading(self, event: msgspec.Struct) -> bool:
        """Return True if the event begins a round."""
        return isinstance(event, round.RoundBegan)

    def depth(self, event: msgspec.Struct) -> int:
        """Return the indentation level of an event: 1 for the consequences of an action, else 0."""
        return 1 if type(event).__module__ in (attacks.__name__, tokens.__name__) else 0

    def style(self, seat: str) -> str:
        """Return the colour of a player."""
        return colour_of(seat)

    def cards(self, language: str, *, coverage: bool) -> CardList:
        """Return the cards of the edition with their abilities."""
        from banneret.games.icefire.coverage import card_list  # noqa: PLC0415  # it reads the tests

        return card_list(self.edition, language, coverage=coverage)

    def _units(self, game: IcefireView, texts: Catalogue) -> Table:
        numbers = ("models", "wounds", "ranks")
        rows = [
            (
                Span(unit.id, self.style(unit.player)),
                " + ".join(texts.name(card) for card in (unit.card, *unit.attachments)),
                f"{unit.models}/{unit.full_models}",
                str(unit.wounds),
                str(unit.ranks),
                "" if unit.place is None else placed(unit.place),
                ", ".join(_state(unit, texts)),
            )
            for unit in game.units
        ]
        return Table(columns(texts, ("label", "unit", *numbers, "place", "state"), numbers), tuple(rows))


def _state(unit: UnitView, texts: Catalogue) -> Iterable[str]:
    if not unit.models:
        yield phrase(texts, "destroyed")
        return
    if unit.place is None:
        yield phrase(texts, "off-table")
    if unit.activated:
        yield phrase(texts, "activated")
    yield from map(texts.name, unit.conditions)
    for counter, number in unit.counters.items():
        yield f"{texts.name(counter.removeprefix('card-'))} {number}"
    if unit.engaged:
        yield phrase(texts, "engaged", units=unit.engaged)
    if unit.influenced:
        yield phrase(texts, "influenced", units=unit.influenced)
    if unit.cards:
        yield phrase(texts, "attached", cards=unit.cards)


def _zones(game: IcefireView, texts: Catalogue) -> Iterable[str]:
    yield " · ".join(
        phrase(texts, "zone-free", zone=zone) if ncu is None else phrase(texts, "zone", zone=zone, ncu=ncu)
        for zone, ncu in game.zones.items()
    )
    for ncu in game.ncus:
        yield _ncu(ncu, texts)


def _ncu(ncu: NcuView, texts: Catalogue) -> str:
    state = "activated" if ncu.activated else "ready"
    return f"{ncu.id} {texts.name(ncu.card)}: {phrase(texts, state if ncu.alive else 'destroyed')}"


def _walls(game: IcefireView, texts: Catalogue) -> Iterable[str]:
    for wall in game.walls:
        yield _wall(wall, texts)


def _wall(wall: WallView, texts: Catalogue) -> str:
    if not wall.wounds:
        return phrase(texts, "wall-destroyed", wall=wall.id)
    return phrase(texts, "wall", wall=wall.id, wounds=wall.wounds, place=placed(wall.place))


def _ground(game: IcefireView, texts: Catalogue) -> Iterable[str]:
    for piece in game.terrain:
        yield phrase(texts, "terrain", number=piece.number, piece=piece.id, place=placed(piece.place))
    for number, one in enumerate(game.objectives, 1):
        place = spot(one.x, one.y)
        if one.claimed is None:
            yield phrase(texts, "objective-free", number=number, place=place)
        else:
            state = "objective-controlled" if one.controlled else "objective-claimed"
            yield phrase(texts, state, number=number, place=place, unit=one.claimed)
    if game.missions is not None:
        yield phrase(texts, "missions", missions=game.missions.active, deck=game.missions.deck)


def _cards(player: str, one: PlayerView, texts: Catalogue) -> Iterable[str]:
    """Yield lines with the known and discarded cards of a player."""
    known = tuple(card for card in (*one.hand, *one.siege, *one.missions) if card is not None)
    if known:
        yield phrase(texts, "cards", player=player, cards=known)
    if one.discards:
        yield phrase(texts, "discards", player=player, cards=one.discards)


def _fight(fight: FightView, texts: Catalogue) -> str:
    dice = " ".join(map(str, fight.dice)) or "-"
    return phrase(
        texts, "fight", attacker=fight.attacker, defender=fight.defender, kind=fight.kind, dice=dice, hits=fight.hits
    )
