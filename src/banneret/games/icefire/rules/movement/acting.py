"""Actions step by step: responses to the choice, Dangerous terrain, the action itself, responses to its end."""

from __future__ import annotations

from collections.abc import Callable

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import ActionTaken
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.movement import danger, dangers_around, maneuver
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import NO_UNIT, Moment
from banneret.kernel.flow import Flow


def resolve_action(  # an action with all its properties
    game: War, unit: int, name: str, kind: str, resolve: Callable[[], Flow[None]], target: int = NO_UNIT, *,
    free: bool, instead: bool = False,
) -> Flow[None]:  # fmt: skip  # several to a line
    """Let a unit carry out an action, called `kind` by triggers: icefire:action.4, icefire:keyword.dangerous.

    Free actions have the same steps: icefire:terms.8. An action `instead` of one just chosen is no second one.
    """
    state = game.state
    seat = state.seat[unit]
    game.emit(ActionTaken(unit=label(state, unit), action=name, free=free))
    if state.turn is not None and not free:
        state.turn.action = kind
    if name == "forgo":
        return
    chosen = Moment("action-chosen", seat, unit=unit, target=target, action=kind)
    if instead:
        chosen.notes["instead"] = 1
    yield from happen(game, chosen)
    if not state.health[unit] or chosen.canceled:
        return
    around = dangers_around(state, unit)
    for _ in around[:1] if name == "charge" else around:  # only once during a charge
        yield from danger(game, unit)
        if not state.health[unit]:
            return
    yield from resolve()
    if state.health[unit]:
        yield from mode_of(state).acted(game, unit)
        yield from happen(game, Moment("action-end", seat, unit=unit, target=target, action=kind))


def free_maneuver(game: War, unit: int, *, limit: int | None = None) -> Flow[None]:
    """Let a unit make a free Maneuver action, as far as its Speed or a limit allows: icefire:terms.8.

    It makes none if a response has engaged it: icefire:maneuver.1.
    """

    def resolve() -> Flow[None]:
        if not is_engaged(game.state, unit):
            yield from maneuver(game, unit, limit=limit)

    yield from resolve_action(game, unit, "maneuver", "maneuver", resolve, free=True)
