"""Panel of a combat, with a line for each step so far: units, support, orders, cards, blade, result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from banneret.games.thrones.content.components import CARDS, TIDES
from banneret.games.thrones.events import combat as events
from banneret.games.thrones.view import SIDES, ThronesView
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Line, Panel
from banneret.text.message import Field, Message, msg

_NOTHING: Final = Cell()


def panel(view: ThronesView, log: Sequence[tuple[int, Event]]) -> Panel | None:
    """Return the panel of the current or most recent combat, or None if these numbered events contain none."""
    for first in range(len(log) - 1, -1, -1):
        number, began = log[first]
        if isinstance(began, events.CombatBegan):
            break
    else:
        return None
    found = [event for _, event in log[first:] if type(event).__module__ == events.__name__]
    lines: list[Line] = []
    for event in found:
        if isinstance(event, events.CombatWon):
            lines += _by_texts(found, began, event)
        lines += _lines(event, began)
    title = msg("panel.combat", area=began.area)
    over = view.combat is None
    return Panel(f"combat-{number}", title, (began.attacker, began.defender), tuple(lines), over)


def _lines(event: Event, began: events.CombatBegan) -> Iterable[Line]:
    write = _WRITERS.get(type(event))
    return write(event, began) if write is not None else (_sentence(event),)


def _sentence(event: Event) -> Line:
    """Return a line with the event's text in the log."""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    fields: dict[str, Field] = {name: "hidden" if value is None else value for name, value in values.items()}
    return Line(Message(f"event.{event.__struct_config__.tag}", fields), str(values["rule"]))


def _units(event: events.CombatBegan, _: events.CombatBegan) -> Iterable[Line]:
    cells = tuple(Cell(text=msg("panel.units-of", units=units)) for units in (event.units, event.defending))
    yield Line(msg("panel.units"), event.rule, cells)


def _support(event: events.SupportGiven, _: events.CombatBegan) -> Iterable[Line]:
    cell = Cell(text=msg("panel.from", house=event.house, area=event.area), number=event.strength)
    yield Line(msg("panel.support"), event.rule, _at(SIDES.index(event.side), cell))


def _strength(event: events.InitialStrength, _: events.CombatBegan) -> Iterable[Line]:
    for label, parts, rule in (
        ("panel.strength-of-units", event.units, "thrones:strength.1"),
        ("panel.orders", event.orders, "thrones:strength.2"),
        ("panel.garrison", event.garrisons, "thrones:strength.5"),
    ):
        if any(parts):
            yield Line(msg(label), rule, tuple(Cell(number=part) for part in parts))
    yield Line(msg("panel.initial"), event.rule, (Cell(number=event.attack), Cell(number=event.defense)), total=True)


def _cards(event: events.CardsRevealed, _: events.CombatBegan) -> Iterable[Line]:
    cells = tuple(
        Cell(cards=(card,), number=CARDS[card].strength) if card in CARDS else _NOTHING
        for card in (event.attacking, event.defending)
    )
    yield Line(msg("panel.cards"), event.rule, cells)


def _other_card(event: events.CardPlayed, began: events.CombatBegan) -> Iterable[Line]:
    cell = Cell(cards=(event.card,), number=CARDS[event.card].strength)
    yield Line(msg("panel.instead"), event.rule, _at(int(event.house == began.defender), cell))


def _tides(event: events.TidesShown, _: events.CombatBegan) -> Iterable[Line]:
    cells = tuple(
        Cell(cards=(card,), number=TIDES[card].strength) if card in TIDES else _NOTHING
        for card in (event.attacking, event.defending)
    )
    yield Line(msg("panel.tides"), event.rule, cells)


def _blade(event: events.BladeUsed, began: events.CombatBegan) -> Iterable[Line]:
    yield Line(msg("panel.blade"), event.rule, _at(int(event.house == began.defender), Cell(number=1)))


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
        yield Line(msg("panel.texts"), "thrones:cards.7", tuple(Cell(number=one) if one else _NOTHING for one in rest))


def _result(event: events.CombatWon, _: events.CombatBegan) -> Iterable[Line]:
    cells = tuple(
        Cell(text=msg("panel.wins") if house == event.winner else None, number=total)
        for house, total in ((event.attacker, event.attack), (event.defender, event.defense))
    )
    yield Line(msg("panel.result"), event.rule, cells, total=True)


def _nothing(_: Event, __: events.CombatBegan) -> Iterable[Line]:
    """Omit an event that another line shows."""
    return ()


def _at(side: int, cell: Cell) -> tuple[Cell, Cell]:
    return (cell, _NOTHING) if side == 0 else (_NOTHING, cell)


_WRITERS: Final[Mapping[type[Event], Callable[[Any, events.CombatBegan], Iterable[Line]]]] = {
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
