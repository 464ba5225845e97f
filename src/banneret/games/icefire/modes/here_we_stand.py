"""Here We Stand: four quadrants of the battlefield, contested by units and non-combat units."""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import GameMode, mode
from banneret.games.icefire.effects.registry import choices
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.redeployment import STRIP, fallen, redeploy, remember
from banneret.games.icefire.rules.activation import WITHOUT_TURN
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.ground import TIE, center, tray_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import clockwise, opponent
from banneret.games.icefire.rules.table.units import commander_unit, ncu_card, on_table, unit_card
from banneret.games.icefire.rules.victory import score
from banneret.games.icefire.state import NOBODY, Effect, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, ask
from banneret.plane import quadrants_of

QUADRANTS: Final = choices("quadrant-1", "quadrant-2", "quadrant-3", "quadrant-4")
"""Right and far, left and far, left and near, right and near: icefire:here-we-stand.3."""
LEAST: Final = 5
COMMANDER: Final = 3
NOWHERE: Final = -1


def sent_to(state: State) -> list[int]:
    """Return the quadrant that each non-combat unit is in, or NOWHERE."""
    return state.marks["quadrants"]


def unit_points(state: State, unit: int) -> int:
    """Return a unit's army points: its own cost, its attachments', and the Commander's: icefire:here-we-stand.9.

    Destroyed attachments no longer count: icefire:ruling.87.
    """
    points = unit_card(state, unit).cost + sum(state.cards.attachments[id].cost for id in state.attachments[unit])
    return points + (COMMANDER if unit == commander_unit(state, state.seat[unit]) else 0)


@mode
class HereWeStand(GameMode):
    """Terrain may be placed anywhere: icefire:here-we-stand.2."""

    id = "here-we-stand"
    edition: ClassVar[Edition | None] = SEASON_6
    anywhere = True

    def set_up(self, state: State, chance: Chance) -> None:
        """Record that no non-combat unit is in a quadrant."""
        state.marks["quadrants"] = [NOWHERE] * len(state.ncu_card)

    def instead_of_claiming(self, state: State, ncu: int) -> list[str]:
        """List the quadrants in which the player has no other non-combat unit: icefire:here-we-stand.7.

        icefire:here-we-stand.8.
        """
        seat = state.ncu_seat[ncu]
        taken = {at for one, at in enumerate(sent_to(state)) if state.ncu_seat[one] == seat}
        return [name for number, name in enumerate(QUADRANTS) if number not in taken]

    def sent(self, game: War, ncu: int, choice: str) -> None:
        """Send a non-combat unit to a quadrant: icefire:here-we-stand.7."""
        sent_to(game.state)[ncu] = QUADRANTS.index(choice)

    def cleared(self, state: State) -> None:
        """Remove non-combat units from the quadrants when the Tactics Board is cleared: icefire:ruling.103.

        icefire:cleanup.6.
        """
        state.marks["quadrants"] = [NOWHERE] * len(state.ncu_card)

    def score(self, game: War) -> Flow[None]:
        """Score the controlled quadrants, from round 2 on: icefire:here-we-stand.10."""
        state = game.state
        if state.round < 2:
            return
        points = yield from self.points(game)
        for counts in points:
            holder = holder_of(counts)
            if holder != NOBODY:
                score(game, state.sides.index(holder), 1, "icefire:here-we-stand.10")

    def points(self, game: War) -> Flow[list[list[int]]]:
        """Count the army points of each side in each quadrant: icefire:here-we-stand.4, icefire:here-we-stand.7.

        The quadrants are of equal size: icefire:here-we-stand.3. If they contain equal parts of a tray, the opponent of
        its owner chooses: icefire:here-we-stand.5.
        """
        state = game.state
        found = [[0] * len(set(state.sides)) for _ in QUADRANTS]
        for unit in on_table(state):
            seat = state.seat[unit]
            largest = quadrants_of(center(state), tray_of(state, unit), TIE)
            number = largest[0]
            if len(largest) > 1:
                names = [QUADRANTS[one] for one in sorted(largest)]
                answer = yield from ask(
                    opponent(state, seat), ThingChooser(names, "quadrant", "icefire:here-we-stand.5")
                )
                if isinstance(answer, Choose):
                    number = QUADRANTS.index(answer.choice)
            found[number][state.sides[seat]] += unit_points(state, unit)
        for ncu, number in enumerate(sent_to(state)):
            if number != NOWHERE and state.ncu_alive[ncu]:
                found[number][state.sides[state.ncu_seat[ncu]]] += ncu_card(state, ncu).cost
        return found


def holder_of(counts: list[int]) -> int:
    """Return the side that controls a quadrant, or NOBODY. It needs at least 5 points and more than the other side.

    icefire:here-we-stand.6.
    """
    best = max(counts)
    if best < LEAST or counts.count(best) > 1:
        return NOBODY
    return counts.index(best)


@mode
class HereWeStand2021(HereWeStand):
    """In the 2021 edition a destroyed unit returns each round."""

    edition = EDITION_2021

    def set_up(self, state: State, chance: Chance) -> None:
        """Also record the units' initial attachments."""
        super().set_up(state, chance)
        remember(state)

    def round_start(self, game: War) -> Flow[None]:
        """Let each player redeploy one destroyed unit near their own or a flank edge, First Player first.

        It counts as activated: icefire:here-we-stand-2021.1, icefire:here-we-stand-2021.2,
        icefire:here-we-stand-2021.3.
        """
        state = game.state
        for seat in clockwise(state, state.first):
            unit = yield from redeploy(game, seat, fallen(state, seat), STRIP, "icefire:here-we-stand-2021.2")
            if unit is not None:
                state.activated[unit] = True
                add_effect(state, Effect(WITHOUT_TURN, unit, seat, "round"))
