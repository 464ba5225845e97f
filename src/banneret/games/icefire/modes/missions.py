"""Mission cards: where they are, and what each scores while in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from banneret.compiled import mypyc_attr
from banneret.games.icefire.effects.registry import choices
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.objectives import ObjectiveMode
from banneret.games.icefire.rules.table.choosers import choose_condition, may_choose_unit
from banneret.games.icefire.rules.table.conditions import conditions_of, take_condition
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.ground import center, tray_of
from banneret.games.icefire.rules.table.sides import clockwise, friendly, hostile, opponents
from banneret.games.icefire.rules.table.units import (
    commander_unit,
    contest_strength,
    enemies_on_table,
    units_on_table,
)
from banneret.games.icefire.rules.table.zones import ground_of, reaches_into, zone_of
from banneret.games.icefire.rules.victory import credited, one_a_side, score
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.flow import Flow

MISSIONS: Final = choices(*(f"mission-{number}" for number in range(1, 10)))
"""The missions that both players share; 10 to 12 are used only in hands of missions."""
ALL_MISSIONS: Final = (*MISSIONS, *choices("mission-10", "mission-11", "mission-12"))
ACTIVE: Final = "missions-active"
RESERVE: Final = "missions-reserve"
GONE: Final = "missions-discarded"
"""Places of face-up missions: keys in `State.marks`, which hold the card numbers."""
REVENGE: Final = "missions-revenge"
"""The last round in which each player scored from mission 9."""
FIRST_CLAIM: Final = "missions-claim"
"""The last round in which a zone was claimed: a single entry."""
TOKEN: Final = "victory-point"  # noqa: S105  # a token on a unit, not a secret
MOST: Final = 2
"""Maximum Victory Points from missions 7 and 8 in a round; also the Condition tokens expended from a unit."""
ZONES_OF: Final = {2: ("combat", "maneuver"), 3: ("combat", "tactics")}


def mission(number: int) -> str:
    """Return the id of a mission card."""
    return f"mission-{number}"


def number_of(name: str) -> int:
    """Return the number of a mission card."""
    return int(name.removeprefix("mission-"))


def names(state: State, place: str) -> list[str]:
    """List the missions in a place; empty before the first ones are drawn."""
    return [mission(number) for number in state.marks.get(place, [])]


@mypyc_attr(native_class=False)  # as its base class
class MissionMode(ObjectiveMode):
    """A mode whose face-up missions each player may score; `in_play` lists them."""

    objectives_score: ClassVar[bool] = True
    """Whether an objective scores by itself."""

    def in_play(self, state: State) -> Sequence[int]:
        """Return the numbers of the missions that can be scored; each copy counts separately."""
        return ()

    def claimed(self, game: War, ncu: int, zone: str) -> None:
        """Score for zones claimed by an enemy: icefire:mission.2, icefire:mission.3, icefire:mission.4."""
        state = game.state
        open_now = list(self.in_play(state))
        first = state.marks.get(FIRST_CLAIM) != [state.round]
        state.marks[FIRST_CLAIM] = [state.round]
        for other in one_a_side(state, opponents(state, state.ncu_seat[ncu])):
            for number, zones in ZONES_OF.items():
                if zone in zones:
                    score(game, other, open_now.count(number), f"icefire:mission.{number}")
            if first:
                score(game, other, open_now.count(4), "icefire:mission.4")

    def lost(self, game: War, unit: int, card: str, by: int) -> None:
        """Score for a destroyed Commander that is an attachment."""
        if card == game.state.commanders[game.state.seat[unit]]:
            self._commander_fell(game, unit, by)

    def destroyed(self, game: War, unit: int, by: int, cause: int, *, led: bool) -> None:
        """Score for a destroyed Commander that is a unit, and for revenge: icefire:mission.9."""
        state = game.state
        owner = state.seat[unit]
        bounty = state.counters[unit].pop(TOKEN, 0)
        for seat in credited(state, unit, by):
            score(game, seat, bounty, "icefire:mission.9")
        if state.card[unit] == state.commanders[owner]:
            self._commander_fell(game, unit, by)
        copies = list(self.in_play(state)).count(9)
        if not copies or cause == NO_UNIT or friendly(state, cause, owner) or not state.health[cause]:
            return
        last = state.marks.setdefault(REVENGE, [0] * state.seats)
        if by == state.seat[cause] and last[owner] < state.round:
            last[owner] = state.round
            state.counters[cause][TOKEN] = state.counters[cause].get(TOKEN, 0) + MOST * copies

    def _commander_fell(self, game: War, unit: int, by: int) -> None:
        """Score for the enemy Commander, more if the player's own is gone: icefire:mission.5."""
        state = game.state
        if hostile(state, by, state.seat[unit]):
            points = 2 if commander_unit(state, by) != NO_UNIT else 3
            score(game, by, points * list(self.in_play(state)).count(5), "icefire:mission.5")

    def score(self, game: War) -> Flow[None]:
        """Score objectives, then the missions, the First Player's first: icefire:ruling.92, icefire:dark-wings.17."""
        state = game.state
        if self.objectives_score:
            yield from super().score(game)
        for seat in one_a_side(state, clockwise(state, state.first)):
            for number in sorted(self.in_play(state)):
                score(game, seat, self._worth(state, seat, number), f"icefire:mission.{number}")
                if number == 8:
                    yield from _expend(game, seat)

    def _worth(self, state: State, seat: int, number: int) -> int:
        """Return what a mission scores at the end of a round from the current position.

        icefire:mission.10, icefire:mission.12, icefire:ruling.111.
        """
        match number:
            case 1:
                return 2 if self._holds_center(state, seat) else 0
            case 6:
                return 2 if _has_broken_through(state, seat) else 0
            case 7:
                return min(MOST, _outnumbered(state, seat))
            case 10:
                return sum(_on_enemy_ground(state, token, seat) for token in self._held(state, seat))
            case 12:
                return len(self._held(state, seat))
        return 0

    def _held(self, state: State, seat: int) -> list[int]:
        """List the objectives that a player's side controls."""
        holders = [self.holder(state, token) for token in range(len(state.tokens))]
        return [token for token, unit in enumerate(holders) if unit != NO_UNIT and friendly(state, unit, seat)]

    def _holds_center(self, state: State, seat: int) -> bool:
        """Return whether a player's side controls the central objective: icefire:mission.1."""
        unit = self.holder(state, state.tokens.index(center(state)))
        return unit != NO_UNIT and friendly(state, unit, seat)


def _on_enemy_ground(state: State, token: int, seat: int) -> bool:
    """Return whether the center of an objective is in an enemy's half, not on the dividing line: icefire:ruling.111."""
    return hostile(state, ground_of(state, *state.tokens[token]), seat)


def _has_broken_through(state: State, seat: int) -> bool:
    """Return whether an unengaged unit is at least partly in the enemy's deployment zone: icefire:mission.6."""
    zones = [zone_of(state, one) for one in opponents(state, seat)]
    return any(
        not is_engaged(state, unit) and any(reaches_into(zone, tray_of(state, unit)) for zone in zones)
        for unit in units_on_table(state, seat)
    )


def _outnumbered(state: State, seat: int) -> int:
    """Count the enemies that are engaged by a unit with more ranks: icefire:mission.7."""
    return sum(
        any(contest_strength(state, unit) > contest_strength(state, enemy) for unit in enemies_of(state, enemy))
        for enemy in enemies_on_table(state, seat)
    )


def _expend(game: War, seat: int) -> Flow[None]:
    """Let a player expend 2 Condition tokens of each of up to 2 enemies: icefire:mission.8."""
    state = game.state
    left = [enemy for enemy in enemies_on_table(state, seat) if len(conditions_of(state, enemy)) >= MOST]
    for _ in range(MOST):
        enemy = yield from may_choose_unit(state, seat, left, "expend", "icefire:mission.8")
        if enemy == NO_UNIT:
            return
        left.remove(enemy)
        for _ in range(MOST):
            condition = yield from choose_condition(
                state, seat, conditions_of(state, enemy), "expend", "icefire:mission.8", enemy
            )
            take_condition(game, enemy, condition, expended=True)
        score(game, seat, 1, "icefire:mission.8")
