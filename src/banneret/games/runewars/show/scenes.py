"""What events look like on the battlefield: units wheel along their path, dice roll, figures fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from banneret.games.runewars.events import cards, combat, course, moves
from banneret.games.runewars.show.drawing.layout import sheet_of
from banneret.games.runewars.view import RunewarsView
from banneret.kernel.events import Event
from banneret.show.placement import Placing
from banneret.show.scenes import Drawer, Scene, scene, scenes_of
from banneret.show.svg import named

_Moved: TypeAlias = (
    moves.UnitMoved | moves.UnitReformed | moves.UnitSquaredUp | moves.TerrainLeft | combat.UnitClosedIn
    | cards.UnitPlaced
)  # fmt: skip  # several to a line


def scenes(view: RunewarsView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
    """Return the scenes of events, from the view after them."""
    return scenes_of(_DRAWERS, view, events)


def _moved(event: _Moved, view: RunewarsView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    pose = Placing(*sheet_of(view).spot(event.x, event.y), turn=-event.heading / 100)
    yield scene("move", thing=unit, to=unit, path=(pose,), ms=900)


def _deployed(event: course.UnitDeployed, _: RunewarsView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    yield scene("appear", thing=unit, to=unit)


def _terrain(event: course.TerrainPlaced, _: RunewarsView) -> Iterator[Scene]:
    piece = named("piece", event.piece)
    yield scene("appear", thing=piece, to=piece)


def _revealed(event: course.ToolRevealed, _: RunewarsView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    yield scene("turn", thing=unit, to=unit, faces=(event.action, event.modifier))


def _mana(event: course.ManaCast, _: RunewarsView) -> Iterator[Scene]:
    yield scene("roll", faces=tuple(rune for rune, count in event.runes.items() for _ in range(count)))


def _rolled(event: combat.DiceRolled | combat.DiceRerolled | cards.CardDiceRolled, _: RunewarsView) -> Iterator[Scene]:
    if event.dice:
        yield scene("roll", faces=event.dice)


def _wounded(event: combat.FigureWounded, _: RunewarsView) -> Iterator[Scene]:
    yield scene("hit", thing=named("unit", event.unit), amount=1, ms=180)


def _trays_lost(event: combat.TraysLost, _: RunewarsView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    yield scene("hit", thing=unit, to=unit, amount=len(event.trays))


def _destroyed(event: combat.UnitDestroyed, _: RunewarsView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    yield scene("vanish", thing=unit, to=unit, ms=420)


def _morale(event: combat.MoraleDrawn, _: RunewarsView) -> Iterator[Scene]:
    if event.cards:
        yield scene("turn", faces=event.cards)


def _boon(event: combat.BoonGained, _: RunewarsView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    yield scene("gain", thing=unit, to=unit, amount=event.number)


_DRAWERS: Final[Mapping[type[Event], Drawer[Any]]] = {
    course.UnitDeployed: _deployed,
    course.TerrainPlaced: _terrain,
    course.ToolRevealed: _revealed,
    course.ManaCast: _mana,
    moves.UnitMoved: _moved,
    moves.UnitReformed: _moved,
    moves.UnitSquaredUp: _moved,
    moves.TerrainLeft: _moved,
    cards.UnitPlaced: _moved,
    cards.CardDiceRolled: _rolled,
    combat.DiceRolled: _rolled,
    combat.DiceRerolled: _rolled,
    combat.FigureWounded: _wounded,
    combat.TraysLost: _trays_lost,
    combat.UnitClosedIn: _moved,
    combat.UnitDestroyed: _destroyed,
    combat.MoraleDrawn: _morale,
    combat.BoonGained: _boon,
}
"""The drawer of each type of event; other events look like nothing."""
