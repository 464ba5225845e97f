"""Dark Wings, Dark Words: missions that both players share and can exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.events.round import ActionTaken, MissionDiscarded, MissionLaid
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.missions import (
    ACTIVE,
    GONE,
    MISSIONS,
    RESERVE,
    MissionMode,
    mission,
    names,
    number_of,
)
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.units import commander_unit, label
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, ask
from banneret.kernel.pile import Pile
from banneret.kernel.questions import Pass

EACH: Final = 2
"""Number of missions that are active, and also in the reserve."""
CHANGES_FROM: Final = 3
"""The first round that starts with an exchange of missions: icefire:dark-wings.7."""
_PLACES: Final = {ACTIVE: "active", RESERVE: "reserve"}


def may_discard(state: State) -> list[str]:
    """List the missions that an exchange may discard: active ones only if the reserve has a mission to replace them."""
    reserve = names(state, RESERVE)
    return [*(names(state, ACTIVE) if reserve else []), *reserve]


def lay(game: War, number: int, place: str, rule: str) -> None:
    """Place a mission face up among the active ones or in the reserve."""
    game.state.marks[place].append(number)
    game.emit(MissionLaid(mission=mission(number), place=_PLACES[place], rule=rule))


def discard(game: War, number: int, place: str, rule: str) -> None:
    """Discard a face-up mission."""
    state = game.state
    state.marks[place].remove(number)
    state.marks[GONE].append(number)
    game.emit(MissionDiscarded(mission=mission(number), rule=rule))


def draw(game: War, place: str, rule: str) -> None:
    """Reveal the top mission of the deck; if the deck is empty, the discarded missions form a new one.

    icefire:dark-wings.9.
    """
    state = game.state
    lay(game, number_of(game.chance.draw(state.missions)), place, rule)
    if not state.missions:
        state.missions.cards = [mission(number) for number in sorted(state.marks[GONE])]
        state.marks[GONE] = []
        game.chance.shuffle(state.missions)


@mode
class DarkWings(MissionMode):
    """Objectives score as in A Game of Thrones, without cards; only active missions score."""

    id = "dark-wings"
    edition: ClassVar[Edition | None] = SEASON_6
    claims_by: ClassVar[str] = "icefire:dark-wings.12"
    score_rule: ClassVar[str] = "icefire:dark-wings.19"
    commander_rule: ClassVar[str] = "icefire:dark-wings-2021.3"

    def in_play(self, state: State) -> Sequence[int]:
        """Return the numbers of the missions that both players may score: icefire:dark-wings.18."""
        return state.marks.get(ACTIVE, [])

    def set_up(self, state: State, chance: Chance) -> None:
        """Shuffle the single mission deck, without 10 to 12: icefire:dark-wings.4, icefire:dark-wings.5."""
        super().set_up(state, chance)
        state.missions = Pile(MISSIONS)
        chance.shuffle(state.missions)

    def before_deployment(self, game: War) -> Flow[None]:
        """Reveal the active missions, then the reserve: icefire:dark-wings.6."""
        yield from ()
        game.state.marks |= {ACTIVE: [], RESERVE: [], GONE: []}
        for place in (ACTIVE, RESERVE):
            for _ in range(EACH):
                draw(game, place, "icefire:dark-wings.6")

    def round_start(self, game: War) -> Flow[None]:
        """Exchange all missions, from round 3 on: icefire:dark-wings.7, icefire:dark-wings.8."""
        state = game.state
        yield from ()
        if state.round < CHANGES_FROM:
            return
        for number in state.marks[ACTIVE][:]:
            discard(game, number, ACTIVE, "icefire:dark-wings.7")
        for number in state.marks[RESERVE][:]:
            state.marks[RESERVE].remove(number)
            lay(game, number, ACTIVE, "icefire:dark-wings.7")
        for _ in range(EACH):
            draw(game, RESERVE, "icefire:dark-wings.8")

    def zone_choices(self, state: State, ncu: int, zone: str) -> list[str]:
        """List the missions that may be discarded instead of applying a zone's effect: icefire:dark-wings.10."""
        return may_discard(state)

    def zone_effect(self, game: War, ncu: int, choice: str) -> Flow[None]:
        """Exchange a mission instead of applying a zone's effect: icefire:dark-wings.10."""
        yield from self.change(game, game.state.ncu_seat[ncu], choice, "icefire:dark-wings.10")

    def instead_of_acting(self, game: War, unit: int) -> Flow[bool]:
        """Let the Commander's unit, engaged or not, exchange a mission instead of its action: icefire:dark-wings.11.

        icefire:ruling.89.
        """
        state = game.state
        seat = state.seat[unit]
        choices = may_discard(state)
        if unit != commander_unit(state, seat) or not choices:
            return False
        answer = yield from ask(seat, ThingChooser(choices, "mission-action", "icefire:dark-wings.11", may_pass=True))
        if isinstance(answer, Pass):
            return False
        game.emit(ActionTaken(unit=label(state, unit), action="forgo", rule="icefire:dark-wings.11"))
        yield from self.change(game, seat, answer.choice, "icefire:dark-wings.11")
        return True

    def change(self, game: War, seat: int, choice: str, rule: str) -> Flow[None]:
        """Discard a mission: one from the reserve is replaced from the deck, an active one from the reserve.

        The place in the reserve stays empty: icefire:ruling.105.
        """
        state = game.state
        number = number_of(choice)
        if number in state.marks[RESERVE]:
            discard(game, number, RESERVE, rule)
            draw(game, RESERVE, rule)
            return
        answer = yield from ask(seat, ThingChooser(names(state, RESERVE), "replacement", rule))
        if isinstance(answer, Choose):
            taken = number_of(answer.choice)
            discard(game, number, ACTIVE, rule)
            state.marks[RESERVE].remove(taken)
            lay(game, taken, ACTIVE, rule)


@mode
class DarkWings2021(DarkWings):
    """In the 2021 edition every revealed mission scores, including the reserve: icefire:dark-wings-2021.2."""

    edition = EDITION_2021

    def in_play(self, state: State) -> Sequence[int]:
        """Return the numbers of all face-up missions: icefire:dark-wings-2021.2."""
        return [*state.marks.get(ACTIVE, []), *state.marks.get(RESERVE, [])]
