"""A Clash of Kings in the 2021 edition: cards are taken before deployment, and destroyed Commanders return."""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021
from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.clash_of_kings import POWERS, ClashOfKings, owners, take_cards
from banneret.games.icefire.modes.redeployment import began_with, fallen, redeploy, remember
from banneret.games.icefire.rules.deployment import name_first
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import clockwise, hostile
from banneret.games.icefire.rules.table.units import commander_unit
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.rules.victory import score
from banneret.games.icefire.state import NO_UNIT, NOBODY, Effect, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, ask

FELL: Final = "commander-fell"
"""Whether each player's Commander has been destroyed by the opponent before: a key in `State.marks`."""
FALLEN: Final = 2
"""Victory Points for the first time."""


def returning_units(state: State, seat: int) -> list[int]:
    """List the destroyed unit in which a seat's Commander, no longer in any unit, began: icefire:ruling.101."""
    if commander_unit(state, seat) != NO_UNIT:
        return []
    leader = state.commanders[seat]
    return [unit for unit in fallen(state, seat) if leader == state.card[unit] or leader in began_with(state, unit)]


@mode
class ClashOfKings2021(ClashOfKings):
    """Objectives of the Commander's unit score 1 more: icefire:clash-of-kings-2021.6."""

    edition = EDITION_2021
    names_first_early = True
    commander_rule: ClassVar[str] = "icefire:clash-of-kings-2021.6"

    def set_up(self, state: State, chance: Chance) -> None:
        """Record the units' initial attachments, and that no Commander has been destroyed."""
        super().set_up(state, chance)
        remember(state)
        state.marks[FELL] = [0] * state.seats

    def before_deployment(self, game: War) -> Flow[None]:
        """Name the First Player, then let the players take their cards: icefire:clash-of-kings-2021.1.

        icefire:ruling.83.
        """
        yield from name_first(game)
        yield from take_cards(game, "icefire:clash-of-kings-2021.1")

    def after_deployment(self, game: War) -> Flow[None]:
        """Do nothing: the cards have already been taken."""
        yield from ()

    def round_start(self, game: War) -> Flow[None]:
        """Let each player redeploy the destroyed unit of their Commander, First Player first.

        In the player's own zone or near a flank edge: icefire:clash-of-kings-2021.3, icefire:clash-of-kings-2021.4.
        """
        state = game.state
        for seat in clockwise(state, state.first):
            units = returning_units(state, seat)
            yield from redeploy(game, seat, units, zone_depth(state, seat), "icefire:clash-of-kings-2021.4")

    def turn_start(self, game: War, seat: int) -> Flow[None]:
        """Let a player use a card for the Commander's unit: icefire:clash-of-kings-2021.2, icefire:clash-of-kings.7."""
        state = game.state
        unit = commander_unit(state, seat)
        mine = [name for name, owner in zip(POWERS, owners(state), strict=True) if owner == seat]
        if unit == NO_UNIT or not mine:
            return
        answer = yield from ask(seat, ThingChooser(mine, "power-now", "icefire:clash-of-kings-2021.2", may_pass=True))
        if isinstance(answer, Choose):
            owners(state)[POWERS.index(answer.choice)] = NOBODY
            add_effect(state, Effect(answer.choice, unit, seat, "round"))

    def activated(self, game: War, unit: int) -> Flow[None]:
        """Do nothing: cards are used at the start of turns instead."""
        yield from ()

    def lost(self, game: War, unit: int, card: str, by: int) -> None:
        """Score for a destroyed Commander that is an attachment."""
        state = game.state
        if card == state.commanders[state.seat[unit]]:
            self._commander_fell(game, unit, by)

    def destroyed(self, game: War, unit: int, by: int, cause: int, *, led: bool) -> None:
        """Score for units destroyed by the Commander's unit, and for a destroyed Commander that is a unit.

        icefire:clash-of-kings.14.
        """
        state = game.state
        owner = state.seat[unit]
        if cause != NO_UNIT and hostile(state, by, owner) and cause == commander_unit(state, by):
            score(game, by, 1, "icefire:clash-of-kings.14")
        if state.card[unit] == state.commanders[owner]:
            self._commander_fell(game, unit, by)

    def _commander_fell(self, game: War, unit: int, by: int) -> None:
        """Score the first time a player destroys the enemy Commander: icefire:clash-of-kings-2021.7."""
        owner = game.state.seat[unit]
        fell = game.state.marks[FELL]
        if hostile(game.state, by, owner) and not fell[owner]:
            fell[owner] = 1
            score(game, by, FALLEN, "icefire:clash-of-kings-2021.7")
