"""Panel of a combat, with a line for each step so far: units, support, orders, cards, blade, result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from banneret.games.thrones.content.components import CARDS, TIDES, UNITS
from banneret.games.thrones.events import combat as events
from banneret.games.thrones.events.action import RoundBegan
from banneret.games.thrones.show.stakes import stakes
from banneret.games.thrones.view import SIDES, ThronesView
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Item, Line, Panel
from banneret.text.message import Field, Message, msg

_NOTHING: Final = Cell()


class _Fight(NamedTuple):
    """What lines need to know besides their own event."""

    began: events.CombatBegan
    strength: events.InitialStrength | None
    """None until both sides have announced it."""


def panel(view: ThronesView, log: Sequence[tuple[int, Event]]) -> Panel | None:
    """Return the panel of the current or most recent combat of the round, or None if these events contain none."""
    for first in range(len(log) - 1, -1, -1):
        number, began = log[first]
        if isinstance(began, events.CombatBegan):
            break
        if isinstance(began, RoundBegan):
            return None
    else:
        return None
    found = [event for _, event in log[first:] if type(event).__module__ == events.__name__]
    strength = next((event for event in found if isinstance(event, events.InitialStrength)), None)
    fight = _Fight(began, strength)
    lines: list[Line] = []
    for event in found:
        if isinstance(event, events.CombatWon):
            lines += _by_texts(found, began, event)
        lines += _lines(event, fight)
    title = msg("panel.combat", area=began.area)
    over = view.combat is None
    sides = began.attacker, began.defender
    return Panel(f"combat-{number}", title, sides, tuple(lines), over, stakes=stakes(view))


def _lines(event: Event, fight: _Fight) -> Iterable[Line]:
    write = _WRITERS.get(type(event))
    return write(event, fight) if write is not None else (_sentence(event),)


def _sentence(event: Event) -> Line:
    """Return a line with the event's text in the log."""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    fields: dict[str, Field] = {name: "hidden" if value is None else value for name, value in values.items()}
    return Line(Message(f"event.{event.__struct_config__.tag}", fields), str(values["rule"]))


def _units(event: events.CombatBegan, fight: _Fight) -> Iterable[Line]:
    numbers: Sequence[int | None] = (None, None) if fight.strength is None else fight.strength.units
    sides = ((event.attacker, event.units), (event.defender, event.defending))
    cells = tuple(
        Cell(number=number, items=_figures(house, units)) for number, (house, units) in zip(numbers, sides, strict=True)
    )
    yield Line(msg("panel.units"), event.rule if fight.strength is None else "thrones:strength.1", cells)


def _figures(house: str, units: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple(
        Item(name=msg(f"name.{kind}"), card=kind, glyph=f"{house}:{kind}", count=count)
        for kind in UNITS
        if (count := units.count(kind))
    )


def _support(event: events.SupportGiven, _: _Fight) -> Iterable[Line]:
    crest = Item(name=msg(f"name.{event.house}"), card=event.house, glyph=event.house)
    cell = Cell(text=msg("panel.from", area=event.area), number=event.strength, items=(crest,))
    yield Line(msg("panel.support"), event.rule, _at(SIDES.index(event.side), cell), adds=True)


def _strength(event: events.InitialStrength, _: _Fight) -> Iterable[Line]:
    if any(event.orders):
        cells = tuple(
            Cell(number=number, items=_token(order)) if number else _NOTHING
            for number, order in zip(event.orders, event.tokens, strict=True)
        )
        yield Line(msg("panel.orders"), "thrones:strength.2", cells, adds=True)
    if any(event.garrisons):
        cells = tuple(Cell(number=number) if number else _NOTHING for number in event.garrisons)
        yield Line(msg("panel.garrison"), "thrones:strength.5", cells, adds=True)
    yield Line(msg("panel.initial"), event.rule, (Cell(number=event.attack), Cell(number=event.defense)), total=True)


def _token(order: str) -> tuple[Item, ...]:
    return (Item(name=msg(f"name.{order}"), card=order, glyph=order),) if order else ()


def _cards(event: events.CardsRevealed, _: _Fight) -> Iterable[Line]:
    cells = tuple(
        Cell(cards=(card,), number=CARDS[card].strength) if card in CARDS else _NOTHING
        for card in (event.attacking, event.defending)
    )
    yield Line(msg("panel.cards"), event.rule, cells, adds=True)


def _other_card(event: events.CardPlayed, fight: _Fight) -> Iterable[Line]:
    cell = Cell(cards=(event.card,), number=CARDS[event.card].strength)
    yield Line(msg("panel.instead"), event.rule, _at(_side(event.house, fight), cell), adds=True)


def _tides(event: events.TidesShown, _: _Fight) -> Iterable[Line]:
    cells = tuple(
        Cell(cards=(card,), number=TIDES[card].strength) if card in TIDES else _NOTHING
        for card in (event.attacking, event.defending)
    )
    yield Line(msg("panel.tides"), event.rule, cells, adds=True)


def _blade(event: events.BladeUsed, fight: _Fight) -> Iterable[Line]:
    blade = Item(name=msg("drawing.blade"), card="token:fiefdoms", glyph="fiefdoms")
    cell = Cell(number=1, items=(blade,))
    yield Line(msg("panel.blade"), event.rule, _at(_side(event.house, fight), cell), adds=True)


def _by_texts(found: Sequence[Event], began: events.CombatBegan, won: events.CombatWon) -> Iterable[Line]:
    """Yield the effect of card texts: the part of the final strengths that the preceding lines do not explain."""
    sides = {began.attacker: 0, began.defender: 1}
    sums: list[dict[str, int]] = [{}, {}]
    for event in found:
        match event:
            case events.InitialStrength():
                sums[0]["initial"], sums[1]["initial"] = event.attack, event.defense
            case events.CardsRevealed() | events.TidesShown():
                for side, card in enumerate((event.attacking, event.defending)):
                    known = CARDS.get(card) or TIDES.get(card)
                    sums[side]["card" if card in CARDS else "tides"] = known.strength if known is not None else 0
            case events.CardCancelled():
                sums[sides[event.house]]["card"] = 0
            case events.CardPlayed():
                sums[sides[event.house]]["card"] = CARDS[event.card].strength
            case events.BladeUsed():
                sums[sides[event.house]]["blade"] = 1
    rest = [total - sum(sums[side].values()) for side, total in enumerate((won.attack, won.defense))]
    if any(rest):
        cells = tuple(Cell(number=one) if one else _NOTHING for one in rest)
        yield Line(msg("panel.texts"), "thrones:cards.7", cells, adds=True)


def _result(event: events.CombatWon, _: _Fight) -> Iterable[Line]:
    cells = tuple(
        Cell(text=msg("panel.wins") if house == event.winner else None, number=total)
        for house, total in ((event.attacker, event.attack), (event.defender, event.defense))
    )
    yield Line(msg("panel.result"), event.rule, cells, total=True)


def _nothing(_: Event, __: _Fight) -> Iterable[Line]:
    """Omit an event that another line shows."""
    return ()


def _side(house: str, fight: _Fight) -> int:
    return int(house == fight.began.defender)


def _at(side: int, cell: Cell) -> tuple[Cell, Cell]:
    return (cell, _NOTHING) if side == 0 else (_NOTHING, cell)


_WRITERS: Final[Mapping[type[Event], Callable[[Any, _Fight], Iterable[Line]]]] = {
    events.CombatBegan: _units,
    events.SupportGiven: _support,
    events.InitialStrength: _strength,
    events.CardsRevealed: _cards,
    events.CardPlayed: _other_card,
    events.TidesDrawn: _nothing,
    events.TidesShown: _tides,
    events.BladeUsed: _blade,
    events.CombatWon: _result,
    events.CardDiscarded: _nothing,
}
"""Function that writes the lines of each type of event; other events appear as in the log."""
