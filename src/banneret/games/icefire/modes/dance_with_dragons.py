"""A Dance with Dragons: three tokens that units carry, moving slowly, and win from each other."""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.carried_objectives import CarriedMode
from banneret.games.icefire.rules.table.units import label, on_table
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow
from banneret.text.message import msg

SPEED: Final = 2
"""The Speed of a unit that carries a token: icefire:dance-with-dragons.7."""


@mode
class DanceWithDragons(CarriedMode):
    """Each unit may carry one token; tokens score from round 2 on."""

    id = "dance-with-dragons"
    name = "dance-with-dragons"
    claim_rule: ClassVar[int] = 5
    lost_rule: ClassVar[int] = 11
    fallen_rule: ClassVar[int] = 12
    won_rule: ClassVar[int] = 13
    score_rule: ClassVar[str] = "icefire:dance-with-dragons.14"
    commander_rule: ClassVar[str] = "icefire:dance-with-dragons-2021.2"

    def set_up(self, state: State, chance: Chance) -> None:
        """Give each of the three tokens a random card: icefire:dance-with-dragons.4.

        The positions of tokens and zones are in the data: icefire:dance-with-dragons.1, icefire:dance-with-dragons.2,
        icefire:dance-with-dragons.3.
        """
        super().set_up(state, chance)

    def speed(self, state: State, unit: int, speed: int, modifier: int) -> int:
        """A carrier has Speed 2, which effects may lower but not raise: icefire:dance-with-dragons.7."""
        if unit not in state.claims:
            return speed
        return max(0, min(speed, SPEED + min(0, modifier)))

    def action_fault(self, state: State, unit: int, action: str) -> Refusal | None:
        """A carrier may not march: icefire:dance-with-dragons.6."""
        if action == "march" and unit in state.claims:
            return Refusal("icefire:dance-with-dragons.6", msg("refuse.carries", unit=label(state, unit)))
        return None

    def after_move(self, game: War) -> Flow[None]:
        """The opponent moves a second token from under a carrier: icefire:dance-with-dragons.9."""
        state = game.state
        for unit in on_table(state):
            if unit not in state.claims:
                continue
            for token, holder in enumerate(state.claims):
                if holder == NO_UNIT and self.lies_on(state, unit, token):
                    yield from self.put_down(game, unit, token, self.rule(9))
