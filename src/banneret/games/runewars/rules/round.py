"""The course of a match: the outermost flow, with one flow for each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_DIALS, NO_UNIT, ROUNDS, Step
from banneret.games.runewars.rules.activation import choose, perform, reveal, revealed, settle
from banneret.games.runewars.rules.command import after_command, amend, begin_round, command
from banneret.games.runewars.rules.commanders import choose_commanders
from banneret.games.runewars.rules.damage.losses import remove_empty_trays
from banneret.games.runewars.rules.deployment import deploy, supply
from banneret.games.runewars.rules.ground.objectives import CONFLUENCE, set_up_objective
from banneret.games.runewars.rules.ground.teams import addressed
from banneret.games.runewars.rules.mana import cast_mana
from banneret.games.runewars.rules.regenerate import regenerate_units
from banneret.games.runewars.rules.scoring import end_match
from banneret.games.runewars.rules.sides import choose_cards, name_first_player
from banneret.games.runewars.rules.terrain_placement import place_terrain
from banneret.kernel.flow import Checkpoint, Flow, MatchOver

SETUP: Final = ("commanders", "first", "cards", "terrain", "tokens", "deploy", "supply")


def end_activations(game: Runewars) -> Flow[None]:
    """End the activation phase: units regenerate, and effects before the end phase are resolved."""
    # rules rw:64.0, rw:68.4, rw:ruling.77
    regenerate_units(game)
    yield from remove_empty_trays(game)
    settle(game)
    yield from happen(game, Moment("before-end-phase"))
    settle(game)
    game.state.step = "end"


def end_phase(game: Runewars) -> Flow[None]:
    """Cast the mana, pass the first player token, and begin the next round or end the match."""
    # rules rw:2.1, rw:30.0, rw:64.2, rw:64.3, rw:74.0, rw:92.0, rw:ruling.45
    state = game.state
    yield from happen(game, Moment("end-phase"))
    yield from remove_empty_trays(game)
    settle(game)
    state.dials = [NO_DIALS] * len(state.unit)
    state.shown = [False] * len(state.unit)
    state.seen = [0] * len(state.unit)
    state.canceled = [0] * len(state.unit)
    state.called = 0
    state.spent = [False, False]
    holding.forget(state, holding.ROUND)
    if state.round >= ROUNDS:
        end_match(game)
        return
    if state.objective != CONFLUENCE:
        yield from cast_mana(game)
    state.round += 1
    state.first = 1 - state.first
    state.turn = state.first
    state.step = "round"


STEPS: Final[Mapping[Step, Callable[[Runewars], Flow[None]]]] = {
    "commanders": choose_commanders,
    "first": name_first_player,
    "cards": choose_cards,
    "terrain": place_terrain,
    "tokens": set_up_objective,
    "deploy": deploy,
    "supply": supply,
    "round": begin_round,
    "command": command,
    "ordered": after_command,
    "amended": amend,
    "choose": choose,
    "reveal": reveal,
    "revealed": revealed,
    "perform": perform,
    "regenerate": end_activations,
    "end": end_phase,
}
"""The flow of each step, which sets the next step itself."""


def play(game: Runewars) -> Flow[None]:
    """Play from the current checkpoint to the end of the match."""
    state = game.state
    while state.step != "over":
        yield Checkpoint("setup" if state.step in SETUP else f"round {state.round}")
        try:
            yield from addressed(game, STEPS[state.step](game))
        except MatchOver:
            state.active = NO_UNIT
            end_match(game)
