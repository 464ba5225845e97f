"""What events look like on the field: units move and retreat, dice roll, figures fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from banneret.games.battles.events import battle, plan, round
from banneret.games.battles.show.drawing.layout import places_of
from banneret.games.battles.view import BattlesView
from banneret.kernel.events import Event
from banneret.show.placement import Placing
from banneret.show.scenes import Drawer, Scene, scene, scenes_of
from banneret.show.svg import named


def scenes(view: BattlesView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
    """Return the scenes of events, from the view after them."""
    return scenes_of(_DRAWERS, view, events)


def _moved(event: battle.UnitMoved | battle.UnitRetreated, view: BattlesView) -> Iterator[Scene]:
    if event.origin == event.target:
        return
    # Parts are named by their hexes: the unit that arrives is another part than the one that left.
    yield scene(
        "move",
        thing=named("unit", event.origin),
        to=named("unit", event.target),
        path=(Placing(*places_of(view.plan).at(event.target)),),
    )


def _person(event: plan.PersonCarried, view: BattlesView) -> Iterator[Scene]:
    person = named("person", event.person)
    yield scene("move", thing=person, to=person, path=(Placing(*places_of(view.plan).at(event.target)),), together=True)


def _rolled(event: battle.DiceRolled | round.OrderDiceRolled, _: BattlesView) -> Iterator[Scene]:
    if event.faces:
        yield scene("roll", faces=event.faces)


def _catapult(event: plan.CatapultShot, _: BattlesView) -> Iterator[Scene]:
    yield scene("roll", faces=(event.face,))


def _losses(event: battle.FiguresLost, _: BattlesView) -> Iterator[Scene]:
    unit = named("unit", event.hex)
    yield scene("hit", thing=unit, to=unit, amount=event.lost)


def _gone(event: battle.UnitDestroyed | battle.CommanderCaptured, _: BattlesView) -> Iterator[Scene]:
    unit = named("unit", event.hex)
    yield scene("vanish", thing=unit, to=unit, ms=420)


def _placed(event: plan.UnitPlaced, _: BattlesView) -> Iterator[Scene]:
    unit = named("unit", event.hex)
    yield scene("appear", thing=unit, to=unit)


def _terrain(event: plan.TerrainLaid, _: BattlesView) -> Iterator[Scene]:
    piece = named("overlay", event.hex)
    yield scene("appear", thing=piece, to=piece)


def _fire(event: battle.FireLit, _: BattlesView) -> Iterator[Scene]:
    fire = named("fire", event.hex)
    yield scene("appear", thing=fire, to=fire)


def _revealed(event: plan.StrategyRevealed, _: BattlesView) -> Iterator[Scene]:
    token = named("strategy", event.hex)
    yield scene("flip", thing=token, to=token)


def _rallied(event: round.UnitRallied, _: BattlesView) -> Iterator[Scene]:
    unit = named("unit", event.hex)
    yield scene("flip", thing=unit, to=unit)


def _card(event: round.CardPlayed | round.CardSpent, _: BattlesView) -> Iterator[Scene]:
    yield scene("turn", faces=(event.card,))


def _control(event: round.ControlChanged, _: BattlesView) -> Iterator[Scene]:
    yield scene("gain", thing=named("hex", event.hex))


_DRAWERS: Final[Mapping[type[Event], Drawer[Any]]] = {
    round.OrderDiceRolled: _rolled,
    round.CardPlayed: _card,
    round.CardSpent: _card,
    round.UnitRallied: _rallied,
    round.ControlChanged: _control,
    battle.UnitMoved: _moved,
    battle.UnitRetreated: _moved,
    battle.DiceRolled: _rolled,
    battle.FiguresLost: _losses,
    battle.UnitDestroyed: _gone,
    battle.CommanderCaptured: _gone,
    battle.FireLit: _fire,
    plan.UnitPlaced: _placed,
    plan.TerrainLaid: _terrain,
    plan.StrategyRevealed: _revealed,
    plan.PersonCarried: _person,
    plan.CatapultShot: _catapult,
}
"""The drawer of each type of event; other events look like nothing."""
