"""Objective tokens that units claim and control, as in several modes, and the objective cards."""

from __future__ import annotations

from typing import ClassVar

from banneret.compiled import mypyc_attr
from banneret.games.icefire.effects.game_mode import GameMode
from banneret.games.icefire.effects.registry import Source, number, shape
from banneret.games.icefire.events.round import ObjectiveClaimed
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.wounds import restore
from banneret.games.icefire.rules.movement.movement import shift
from banneret.games.icefire.rules.table.choosers import choose_unit_if_any, may_choose_unit
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.ground import INCH, inches, long_range, tray_of, within
from banneret.games.icefire.rules.table.sides import clockwise
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.units import (
    commander_unit,
    contest_strength,
    enemies_on_table,
    label,
    ranks_lost,
    units_on_table,
)
from banneret.games.icefire.rules.victory import score
from banneret.games.icefire.state import NO_UNIT, Fight, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow
from banneret.plane import covers_disc

WHILE_CONTROLLING = range(5, 11)
"""The objective cards that have an effect while their token is controlled."""


def radius(state: State) -> float:
    """Return the radius of an objective token in thousandths of an inch."""
    return inches(state.table.table.objective_diameter) / 2


def covers(state: State, unit: int, token: int) -> bool:
    """Return whether a tray completely covers a token: icefire:ruling.84, icefire:game-of-thrones.8.

    icefire:clash-of-kings.8, icefire:clash-of-kings.12, icefire:dark-wings.16, icefire:honed-and-ready.8,
    icefire:banners-and-butchery.10.
    """
    return covers_disc(tray_of(state, unit), state.tokens[token], radius(state))


def controller(state: State, token: int) -> int:
    """Return the unit that controls a token, or NO_UNIT: icefire:game-of-thrones.5, icefire:game-of-thrones.6.

    An engaged enemy with more ranks suspends control (icefire:game-of-thrones.7), which returns when that enemy is
    gone: icefire:ruling.85. Likewise in other modes: icefire:dark-wings.13, icefire:dark-wings.14,
    icefire:clash-of-kings.9, icefire:clash-of-kings.10, icefire:winds-of-winter.8, icefire:winds-of-winter.9,
    icefire:honed-and-ready.5, icefire:honed-and-ready.6, icefire:banners-and-butchery.7,
    icefire:banners-and-butchery.8.
    """
    unit = state.claims[token]
    if unit == NO_UNIT or state.pose[unit] is None:
        return NO_UNIT
    strength = contest_strength(state, unit)
    if any(contest_strength(state, enemy) > strength for enemy in enemies_of(state, unit)):
        return NO_UNIT
    return unit


@mypyc_attr(native_class=False)  # as its base class
class ObjectiveMode(GameMode):
    """A mode whose tokens are claimed by covering them."""

    held_by_standing: ClassVar[bool] = True
    scored_from: int = 2
    """The first round at whose end objectives score: icefire:game-of-thrones.9."""
    score_rule: ClassVar[str] = "icefire:game-of-thrones.9"
    claims_by: ClassVar[str] = "icefire:game-of-thrones.4"
    """The mode's rule for claiming a token."""
    commander_rule: ClassVar[str] = "icefire:game-of-thrones-2021.2"

    def set_up(self, state: State, chance: Chance) -> None:
        """Draw an objective card for each token, if the mode uses random cards: icefire:game-of-thrones.3."""
        if state.mode.cards == "random":
            cards = [card.number for card in state.table.objectives]
            for token in range(len(state.tokens)):
                state.token_cards[token] = cards.pop(chance.pick(len(cards)))

    def moved(self, game: War, unit: int) -> None:
        """Let a unit claim the tokens that it now covers, and end its claims on others.

        icefire:game-of-thrones.4, icefire:game-of-thrones.8, icefire:dark-wings.12, icefire:honed-and-ready.4,
        icefire:winds-of-winter.7, icefire:winds-of-winter.11,
        icefire:banners-and-butchery.6. Some units never claim any: icefire:ruling.95.
        """
        state = game.state
        for token in range(len(state.tokens)):
            covered = covers(state, unit, token)
            if state.claims[token] == unit and not covered:
                state.claims[token] = NO_UNIT
            elif covered and state.claims[token] != unit and not has_flag(state, unit, "no-objectives"):
                state.claims[token] = unit
                game.emit(ObjectiveClaimed(unit=label(state, unit), objective=token + 1, rule=self.claims_by))

    def shifted(self, state: State, unit: int) -> None:
        """End a unit's claims on tokens that it no longer covers, though its shift claims none.

        icefire:game-of-thrones.8, icefire:terms-2021.1.
        """
        for token in range(len(state.tokens)):
            if state.claims[token] == unit and not covers(state, unit, token):
                state.claims[token] = NO_UNIT

    def holder(self, state: State, token: int) -> int:
        """Return the unit that controls a token, or NO_UNIT."""
        return controller(state, token)

    def controlled(self, state: State, unit: int) -> list[int]:
        """List the tokens that a unit controls."""
        if unit not in state.claims:  # no holder has no claim
            return []
        return [token for token in range(len(state.tokens)) if self.holder(state, token) == unit]

    def score(self, game: War) -> Flow[None]:
        """Score each controlled objective, the First Player's first: icefire:game-of-thrones.9, icefire:ruling.92.

        Only then do their cards take effect, so that what these change is not scored: icefire:ruling.141.
        The effect of an objective belongs to the player who controls it: icefire:ruling.59. In the 2021 edition one
        controlled by the Commander's unit scores 1 more: icefire:game-of-thrones-2021.2. Likewise in other modes:
        icefire:dark-wings.19, icefire:dark-wings-2021.3, icefire:clash-of-kings.13, icefire:clash-of-kings-2021.6.
        """
        state = game.state
        if state.round < self.scored_from:
            return
        scored: list[tuple[int, int]] = []
        for seat in clockwise(state, state.first):
            for token in range(len(state.tokens)):
                unit = self.holder(state, token)
                if unit == NO_UNIT or state.seat[unit] != seat:
                    continue
                score(game, seat, 1, self.score_rule)
                if state.law.commander_objectives and unit == commander_unit(state, seat):
                    score(game, seat, 1, self.commander_rule)
                scored.append((token, unit))
        for token, unit in scored:
            yield from self.act(game, token, unit)

    def act(self, game: War, token: int, unit: int) -> Flow[None]:
        """Apply the effect of a token's card when it scores: icefire:objective.1 to 4."""
        state = game.state
        seat = state.seat[unit]
        card = state.token_cards[token]
        if card == 1:
            yield from _restore(game, unit, seat)
        elif card == 2:
            yield from _shift(game, unit, seat)
        elif card in (3, 4):
            yield from _condition(game, unit, seat, card)


def near(state: State, holder: int, units: list[int]) -> list[int]:
    """List the units in Long Range of one that controls an objective: icefire:ruling.2."""
    return [unit for unit in units if within(state, holder, unit, long_range(state))]


def _restore(game: War, holder: int, seat: int) -> Flow[None]:
    """One friendly unit restores 1 Wound, and 1 more for each destroyed rank: icefire:objective.1."""
    state = game.state
    units = near(state, holder, units_on_table(state, seat))
    unit = yield from choose_unit_if_any(state, seat, units, "objective", "icefire:objective.1")
    if unit != NO_UNIT:
        restore(game, unit, 1 + ranks_lost(state, unit))


def _shift(game: War, holder: int, seat: int) -> Flow[None]:
    """One friendly unit may shift 3 inches: icefire:objective.2."""
    state = game.state
    units = near(state, holder, units_on_table(state, seat))
    unit = yield from may_choose_unit(state, seat, units, "objective", "icefire:objective.2")
    if unit != NO_UNIT:
        yield from shift(game, unit, 3 * INCH, "objective", "icefire:objective.2")


def _condition(game: War, holder: int, seat: int, card: int) -> Flow[None]:
    """One enemy becomes Panicked, or Vulnerable: icefire:objective.3, icefire:objective.4."""
    state = game.state
    units = near(state, holder, enemies_on_table(state, seat))
    unit = yield from choose_unit_if_any(state, seat, units, "objective", f"icefire:objective.{card}")
    if unit != NO_UNIT:
        give_condition(game, unit, "panicked" if card == 3 else "vulnerable")


# Cards with an effect while their token is controlled: `sources.in_force` finds them as objective-5 to -10 ----------


@number("objective-5", "hand")
def _hand(state: State, source: Source, unit: int) -> int:
    """The hand limit is 1 higher: icefire:objective.5."""
    return 1


@number("objective-5", "refill")
def _refill(state: State, source: Source, unit: int) -> int:
    """Refilling the hand draws 1 more: icefire:objective.5."""
    return 1


@shape("objective-6")
def _sundering(state: State, fight: Fight, source: Source) -> None:
    """Melee attacks have Sundering: icefire:objective.6."""
    if fight.kind == "melee":
        fight.keywords.add("sundering")


@shape("objective-7")
def _vicious(state: State, fight: Fight, source: Source) -> None:
    """Melee attacks have Vicious: icefire:objective.7."""
    if fight.kind == "melee":
        fight.keywords.add("vicious")


@shape("objective-8")
def _precision(state: State, fight: Fight, source: Source) -> None:
    """Melee attacks have Precision: icefire:objective.8."""
    if fight.kind == "melee":
        fight.keywords.add("precision")


@shape("objective-9")
def _weakened(state: State, fight: Fight, source: Source) -> None:
    """Before a melee attack the defender becomes Weakened: icefire:objective.9."""
    if fight.kind == "melee":
        fight.gives.append("weakened")


@shape("objective-10")
def _highest(state: State, fight: Fight, source: Source) -> None:
    """The unit rolls its highest Attack Die Value: icefire:objective.10."""
    fight.highest_value = True
