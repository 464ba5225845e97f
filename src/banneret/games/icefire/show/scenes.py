"""What events look like on the battlefield: trays wheel along their path, dice roll, Wounds fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from banneret.games.icefire.events import attacks, moves, round, tokens
from banneret.games.icefire.show.drawing.layout import spot
from banneret.games.icefire.view import IcefireView
from banneret.kernel.events import Event
from banneret.show.placement import Placing
from banneret.show.scenes import Drawer, Scene, scene, scenes_of
from banneret.show.svg import named

_Rolled: TypeAlias = attacks.AttackRolled | attacks.DefenseRolled | attacks.DiceRerolled | attacks.TestRolled


def scenes(view: IcefireView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
    """Return the scenes of events, from the view after them."""
    return scenes_of(_DRAWERS, view, events)


def _moved(event: moves.UnitMoved, _: IcefireView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    pose = Placing(*spot(event.x, event.y), turn=-event.heading / 100)
    yield scene("move", thing=unit, to=unit, path=(pose,), ms=900)


def _deployed(event: round.UnitDeployed, _: IcefireView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    yield scene("appear", thing=unit, to=unit)


def _rolled(event: _Rolled, _: IcefireView) -> Iterator[Scene]:
    if event.dice:
        yield scene("roll", faces=_faces(event.dice))


def _distance(event: moves.DistanceRolled, _: IcefireView) -> Iterator[Scene]:
    yield scene("roll", faces=_faces((event.roll,)))


def _faces(dice: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"face-{die}" for die in dice)


def _wounded(event: tokens.WoundsSuffered, _: IcefireView) -> Iterator[Scene]:
    if event.wounds:
        yield scene("hit", thing=named("unit", event.unit), amount=event.wounds)


def _restored(event: tokens.WoundsRestored, _: IcefireView) -> Iterator[Scene]:
    if event.wounds:
        yield scene("gain", thing=named("unit", event.unit), amount=event.wounds)


def _destroyed(event: tokens.UnitDestroyed, _: IcefireView) -> Iterator[Scene]:
    unit = named("unit", event.unit)
    yield scene("vanish", thing=unit, to=unit, ms=420)


def _card(event: tokens.CardPlayed | tokens.SiegeCardPlayed | tokens.CardTaken, _: IcefireView) -> Iterator[Scene]:
    yield scene("turn", faces=(event.card,))


def _objective(event: round.ObjectiveClaimed, _: IcefireView) -> Iterator[Scene]:
    token = named("objective", str(event.objective))
    yield scene("flip", thing=token, to=token)


def _terrain(event: moves.TerrainRemoved, _: IcefireView) -> Iterator[Scene]:
    piece = named("piece", str(event.number))
    yield scene("vanish", thing=piece, to=piece)


_DRAWERS: Final[Mapping[type[Event], Drawer[Any]]] = {
    moves.UnitMoved: _moved,
    moves.DistanceRolled: _distance,
    moves.TerrainRemoved: _terrain,
    round.UnitDeployed: _deployed,
    round.ObjectiveClaimed: _objective,
    attacks.AttackRolled: _rolled,
    attacks.DefenseRolled: _rolled,
    attacks.DiceRerolled: _rolled,
    attacks.TestRolled: _rolled,
    tokens.WoundsSuffered: _wounded,
    tokens.WoundsRestored: _restored,
    tokens.UnitDestroyed: _destroyed,
    tokens.CardPlayed: _card,
    tokens.SiegeCardPlayed: _card,
    tokens.CardTaken: _card,
}
"""The drawer of each type of event; other events look like nothing."""
