"""Animations of events on the map: marches, revealed orders and cards, losses, combats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from banneret.games.thrones.content.components import CARDS, TIDES, UNITS
from banneret.games.thrones.events import action, combat, westeros
from banneret.games.thrones.show.drawing.pieces import SIZE, STEP, middle
from banneret.games.thrones.view import ThronesView
from banneret.kernel.events import Event
from banneret.show.placement import Placing
from banneret.show.scenes import Drawer, Scene, scene, scenes_of
from banneret.show.svg import group, named, use


def scenes(view: ThronesView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
    """Return the scenes of numbered events; `view` is the table after the last of them."""
    return scenes_of(_DRAWERS, view, events)


def _travel(event: action.Marched | combat.Retreated | combat.MovedIn, _: ThronesView) -> Iterator[Scene]:
    if event.origin == event.area:
        return
    yield scene(
        "move",
        thing=named("pieces", event.origin),
        origin=named("pieces", event.origin),
        to=named("pieces", event.area),
        path=tuple(Placing(*middle(area)) for area in (event.origin, event.area)),
        drawing=figures(event.house, event.units),
    )


def figures(house: str, units: Sequence[str]) -> str:
    """Return units of a house side by side, ordered by kind and centred on the origin."""
    counted = Counter(units)
    kinds = [kind for kind in UNITS for _ in range(counted[kind])]
    row = [
        group(
            use(f"figure:unit:{kind}", f"h-{house}"),
            at=((place - (len(kinds) - 1) / 2) * STEP, 0),
            scale=SIZE,
        )
        for place, kind in enumerate(kinds)
    ]
    return group(*row, class_="keep")


def _revealed(event: action.OrdersRevealed, _: ThronesView) -> Iterator[Scene]:
    for number, area in enumerate(event.orders):
        yield scene("flip", thing=named("order", area), to=named("pieces", area), together=number > 0)


def _exchanged(event: action.OrderExchanged, _: ThronesView) -> Iterator[Scene]:
    yield scene("flip", thing=named("order", event.area), to=named("pieces", event.area))


def _raided(event: action.Raided, _: ThronesView) -> Iterator[Scene]:
    yield scene("vanish", thing=named("order", event.area), to=named("pieces", event.area))
    yield scene("vanish", thing=named("order", event.target), to=named("pieces", event.target), together=True)


def _order_gone(
    event: action.RaidDropped | action.MarchStayed | action.OrderRemoved | combat.CombatOrderRemoved, _: ThronesView
) -> Iterator[Scene]:
    yield scene("vanish", thing=named("order", event.area), to=named("pieces", event.area))


def _consolidated(event: action.PowerConsolidated, _: ThronesView) -> Iterator[Scene]:
    yield scene("gain", thing=named("area", event.area), to=named("pieces", event.area), amount=event.gained)


def _secured(event: action.ControlSecured, _: ThronesView) -> Iterator[Scene]:
    yield scene("appear", thing=named("power", event.area), to=named("pieces", event.area))


def _neutral_beaten(event: action.NeutralBeaten, _: ThronesView) -> Iterator[Scene]:
    yield scene("vanish", thing=named("neutral", event.area), to=named("pieces", event.area))


def _garrison_beaten(event: combat.GarrisonBeaten, _: ThronesView) -> Iterator[Scene]:
    yield scene("vanish", thing=named("garrison", event.area), to=named("pieces", event.area))


def _attack(event: combat.CombatBegan, _: ThronesView) -> Iterator[Scene]:
    yield scene("appear", thing=named("combat", event.area), to=named("combat", event.area))


def _cards(event: combat.CardsRevealed | combat.TidesShown, _: ThronesView) -> Iterator[Scene]:
    shown = tuple(card for card in (event.attacking, event.defending) if card in CARDS or card in TIDES)
    if shown:
        yield scene("turn", faces=shown)


def _card(event: combat.CardPlayed | westeros.WildlingCardRevealed, _: ThronesView) -> Iterator[Scene]:
    yield scene("turn", faces=(event.card,))


def _westeros(event: westeros.WesterosRevealed, _: ThronesView) -> Iterator[Scene]:
    yield scene("turn", faces=event.cards)


def _lost_in_combat(event: combat.CombatUnitLost, _: ThronesView) -> Iterator[Scene]:
    part = "routed" if event.state == "routed" else "unit"
    yield scene("hit", thing=named(part, event.area, event.unit), to=named("pieces", event.area), amount=1)


def _lost(event: westeros.UnitLost, _: ThronesView) -> Iterator[Scene]:
    yield scene("hit", thing=named("unit", event.area, event.unit), to=named("pieces", event.area), amount=1)


def _mustered(event: westeros.UnitMustered, _: ThronesView) -> Iterator[Scene]:
    yield scene("appear", thing=named("unit", event.place, event.unit), to=named("pieces", event.place))


def _upgraded(event: westeros.UnitUpgraded, _: ThronesView) -> Iterator[Scene]:
    yield scene("flip", thing=named("unit", event.area, UNITS[0]), to=named("pieces", event.area))


_DRAWERS: Final[Mapping[type[Event], Drawer[Any]]] = {
    action.OrdersRevealed: _revealed,
    action.OrderExchanged: _exchanged,
    action.Raided: _raided,
    action.RaidDropped: _order_gone,
    action.MarchStayed: _order_gone,
    action.OrderRemoved: _order_gone,
    action.PowerConsolidated: _consolidated,
    action.Marched: _travel,
    action.ControlSecured: _secured,
    action.NeutralBeaten: _neutral_beaten,
    combat.CombatBegan: _attack,
    combat.CombatOrderRemoved: _order_gone,
    combat.CardsRevealed: _cards,
    combat.CardPlayed: _card,
    combat.TidesShown: _cards,
    combat.CombatUnitLost: _lost_in_combat,
    combat.Retreated: _travel,
    combat.MovedIn: _travel,
    combat.GarrisonBeaten: _garrison_beaten,
    westeros.WesterosRevealed: _westeros,
    westeros.WildlingCardRevealed: _card,
    westeros.UnitLost: _lost,
    westeros.UnitMustered: _mustered,
    westeros.UnitUpgraded: _upgraded,
}
"""Function that creates the scenes of each type of event; other events are not animated."""
