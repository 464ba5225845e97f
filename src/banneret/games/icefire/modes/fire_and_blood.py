"""Fire and Blood: marked units with one power each, and Victory Point tokens that Commanders give to enemies."""

from __future__ import annotations

from typing import ClassVar

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import GameMode, mode
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.clash_of_kings import POWERS
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit, may_choose_unit
from banneret.games.icefire.rules.table.ground import long_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import clockwise
from banneret.games.icefire.rules.table.units import commander_unit, enemies_on_table
from banneret.games.icefire.rules.victory import credited, score
from banneret.games.icefire.state import NO_UNIT, Effect, State
from banneret.kernel.flow import Flow, ask

EACH = 2
"""Number of marked units on each side: icefire:fire-and-blood.3."""
TOKEN = "victory-point"  # noqa: S105  # a token on a unit, not a secret


def marked(state: State) -> list[int]:
    """Return the marked units, including destroyed ones."""
    return state.marks["marked"]


@mode
class FireAndBlood(GameMode):
    """Terrain may be placed anywhere: icefire:fire-and-blood.5."""

    id = "fire-and-blood"
    edition: ClassVar[Edition | None] = SEASON_6
    anywhere = True
    card_once: ClassVar[bool] = False
    """Whether each card can be given to only one unit."""

    def after_deployment(self, game: War) -> Flow[None]:
        """Let the players mark enemies in turn, and the owners give them cards: icefire:fire-and-blood.2.

        icefire:fire-and-blood.3, icefire:fire-and-blood.4, icefire:fire-and-blood-2021.1, icefire:ruling.136.
        """
        state = game.state
        state.marks["marked"] = []
        given: list[str] = []
        for seat in clockwise(state, state.first) * EACH:
            left = [unit for unit in enemies_on_table(state, seat) if unit not in marked(state)]
            if not left:
                continue
            unit = yield from choose_unit(state, seat, left, "mark", "icefire:fire-and-blood.3")
            marked(state).append(unit)
            owner = state.seat[unit]
            free = [name for name in POWERS if not (self.card_once and name in given)]
            if not free:  # icefire:ruling.136
                continue
            answer = yield from ask(owner, ThingChooser(free, "power", "icefire:fire-and-blood.4"))
            if isinstance(answer, Choose):
                given.append(answer.choice)
                add_effect(state, Effect(answer.choice, unit, owner, "match"))

    def activated(self, game: War, unit: int) -> Flow[None]:
        """Let the Commander's unit place a Victory Point token on an enemy in Long Range: icefire:fire-and-blood.6."""
        state = game.state
        seat = state.seat[unit]
        if unit != commander_unit(state, seat):
            return
        near = [enemy for enemy in enemies_on_table(state, seat) if within(state, unit, enemy, long_range(state))]
        enemy = yield from may_choose_unit(state, seat, near, "bounty", "icefire:fire-and-blood.6")
        if enemy != NO_UNIT:
            state.counters[enemy][TOKEN] = state.counters[enemy].get(TOKEN, 0) + 1

    def destroyed(self, game: War, unit: int, by: int, cause: int, *, led: bool) -> None:
        """Score for marked units and for tokens: icefire:fire-and-blood.7, icefire:fire-and-blood.8.

        icefire:fire-and-blood.9.
        """
        state = game.state
        bounty = state.counters[unit].pop(TOKEN, 0)
        for winner in credited(state, unit, by):
            if cause in marked(state) and by == winner:
                score(game, winner, 1, "icefire:fire-and-blood.7")
            if unit in marked(state):
                score(game, winner, 2, "icefire:fire-and-blood.8")
            score(game, winner, bounty, "icefire:fire-and-blood.9")


@mode
class FireAndBlood2021(FireAndBlood):
    """In the 2021 edition each card can be given only once."""

    edition = EDITION_2021
    card_once = True
