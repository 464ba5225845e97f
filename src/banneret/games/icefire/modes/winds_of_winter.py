"""The Winds of Winter: each player has a hand of secret missions and reveals one each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.events.round import FirstPlayerNamed, MissionDiscarded, MissionLaid
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.missions import ACTIVE, ALL_MISSIONS, GONE, MissionMode, mission, number_of
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.sides import clockwise, side
from banneret.games.icefire.rules.victory import one_a_side, score
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, ask, together
from banneret.kernel.pile import PUBLIC, Pile, mask_of

GIVEN: Final = (mission(11), mission(12))
"""Missions with which every hand begins, known to all players: icefire:winds-of-winter.4."""
CHOSEN: Final = 4
REVEALED_FROM: Final = 2
"""The first round that starts with revealing missions: icefire:winds-of-winter.5."""


@mode
class WindsOfWinter(MissionMode):
    """Objectives score only through missions, which either player may fulfill."""

    id = "winds-of-winter"
    objectives_score: ClassVar[bool] = False
    claims_by: ClassVar[str] = "icefire:winds-of-winter.7"

    def in_play(self, state: State) -> Sequence[int]:
        """Return both players' face-up missions, each copy separately: icefire:winds-of-winter.13.

        icefire:ruling.110.
        """
        return state.marks.get(ACTIVE, [])

    def set_up(self, state: State, chance: Chance) -> None:
        """Give each player a mission deck: icefire:winds-of-winter.3.

        The positions of zones and objectives are in the data: icefire:winds-of-winter.1, icefire:winds-of-winter.2.
        A team has one deck, held by its first player: icefire:ruling.132.
        """
        super().set_up(state, chance)
        state.marks |= {ACTIVE: [], GONE: []}
        leads = range(len(set(state.sides)))  # a team's first player has the missions
        for seat in leads:
            state.mission_hands[seat] = Pile(GIVEN, [PUBLIC] * len(GIVEN))
        others = [name for name in ALL_MISSIONS if name not in GIVEN]
        for seat in leads:
            state.mission_decks[seat] = Pile(others, [PUBLIC] * len(others))
        state.step = "missions"

    def prepare(self, game: War) -> Flow[None]:
        """Let each player choose four missions, secretly and simultaneously: icefire:winds-of-winter.4."""
        state = game.state
        chosen = yield from together({seat: self._choose(state, seat) for seat in range(len(set(state.sides)))})
        for seat, names in chosen.items():
            own = mask_of([seat])
            left = [name for name in state.mission_decks[seat].cards if name not in names]
            state.mission_decks[seat] = Pile(left, [own] * len(left))
            for name in sorted(names, key=number_of):
                state.mission_hands[seat].put_under(name, own)

    def _choose(self, state: State, seat: int) -> Flow[list[str]]:
        names: list[str] = []
        for number in range(CHOSEN):
            left = [name for name in state.mission_decks[seat].cards if name not in names]
            chooser = ThingChooser(left, "mission", "icefire:winds-of-winter.4", missing=CHOSEN - number)
            answer = yield from ask(seat, chooser)
            if isinstance(answer, Choose):
                names.append(answer.choice)
        return names

    def round_start(self, game: War) -> Flow[None]:
        """Let each player reveal a mission, the First Player first, from round 2 on: icefire:winds-of-winter.5.

        icefire:ruling.92.
        """
        state = game.state
        if state.round < REVEALED_FROM:
            return
        for seat in [min(side(state, one)) for one in one_a_side(state, clockwise(state, state.first))]:
            hand = state.mission_hands[seat]
            names = sorted(hand.cards, key=number_of)
            answer = yield from ask(seat, ThingChooser(names, "reveal", "icefire:winds-of-winter.5"))
            if isinstance(answer, Choose):
                game.chance.take(hand, answer.choice)
                number = number_of(answer.choice)
                state.marks[ACTIVE].append(number)
                game.emit(MissionLaid(mission=answer.choice, place="active", rule="icefire:winds-of-winter.5"))
                if number == number_of(GIVEN[0]):
                    self._catch_up(game)

    def _catch_up(self, game: War) -> None:
        """Let the player with the fewest Victory Points score 1 and become First Player: icefire:mission.11.

        icefire:ruling.112.
        """
        state = game.state
        points = {seat: state.victory_points[seat] for seat in one_a_side(state, clockwise(state, state.first))}
        least = [seat for seat, own in points.items() if own == min(points.values())]
        if len(least) == 1:
            seat = least[0]
            score(game, seat, 1, "icefire:mission.11")
            state.first = seat
            game.emit(FirstPlayerNamed(player=state.law.players[seat], rule="icefire:mission.11"))

    def score(self, game: War) -> Flow[None]:
        """Score what the missions specify and nothing else, then discard them: icefire:winds-of-winter.6.

        icefire:winds-of-winter.12, icefire:winds-of-winter.14.
        """
        state = game.state
        yield from super().score(game)
        for number in state.marks[ACTIVE]:
            game.emit(MissionDiscarded(mission=mission(number), rule="icefire:winds-of-winter.6"))
        state.marks[GONE] += state.marks[ACTIVE]
        state.marks[ACTIVE] = []
