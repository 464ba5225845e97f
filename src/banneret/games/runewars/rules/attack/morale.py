"""Morale tests: cards are drawn, and the opponent of the unit resolves one of them."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.runewars.attack_actions import MOST, Resolve, SpendPanic
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.numbers import count, has_flag, steadfast
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.combat import MoraleDrawn, MoraleResolved, MoraleTested
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.attack.morale_cards import MORALE
from banneret.games.runewars.rules.ground.morale_deck import draw_morale
from banneret.games.runewars.rules.ground.objectives import morale_resolved
from banneret.games.runewars.rules.ground.tokens import spend_banes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import severity as severity_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg


class PanicChooser(Chooser[Pass | SpendPanic]):
    """How many panic tokens of a unit are spent on its morale test? Options: none, then 1 and more."""

    __slots__ = ("most", "severity", "unit")
    kind = "panic"
    rule = "rw:82.1c"
    answers = (Pass, SpendPanic)

    def __init__(self, unit: str, most: int, severity: int) -> None:
        self.unit = unit
        self.most = min(most, MOST)
        self.severity = severity

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.panic", unit=self.unit, severity=self.severity)

    def options(self) -> list[Pass | SpendPanic]:
        """List spending none, then each number."""
        return [Pass(), *(SpendPanic(str(number)) for number in range(1, self.most + 1))]

    def refusal(self, action: Pass | SpendPanic) -> Refusal | None:
        """Refuse more than the unit has."""
        if isinstance(action, Pass) or 1 <= int(action.number) <= self.most:
            return None
        return Refusal("rw:82.1c", msg("refuse.panic", number=action.number, most=self.most))


class MoraleChooser(Chooser[Resolve]):
    """Which of the drawn morale cards is resolved? Options: those with at most as many icons as the severity."""

    __slots__ = ("cards", "unit")
    kind = "morale"
    rule = "rw:58.3"
    answers = (Resolve,)

    def __init__(self, unit: str, cards: Sequence[str]) -> None:
        self.unit = unit
        self.cards = cards

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.morale", unit=self.unit)

    def options(self) -> list[Resolve]:
        """List the kinds of card, in the order drawn."""
        return [Resolve(card) for card in dict.fromkeys(self.cards)]

    def refusal(self, action: Resolve) -> Refusal | None:
        """Refuse cards that were not drawn, and cards with more icons."""
        if action.morale in self.cards:
            return None
        return Refusal("rw:58.3", msg("refuse.morale", card=action.morale))


# Tests of attacks ----------------------------------------------------------------------------------------------------


def morale_after_attack(game: Runewars, fight: Attack) -> Flow[None]:
    """Step 11: test with a severity of all morale icons plus the defender's panic that the attacker spends."""
    # rules rw:7.11, rw:7.13, rw:57.0, rw:57.1, rw:58.2, rw:58.2a, rw:82.1c
    icons = fight.icons.pop("morale", 0)
    if game.state.figures[fight.defender]:
        yield from morale_test(game, fight.defender, icons, fight)


def morale_of_allies(game: Runewars, fight: Attack, allies: Sequence[int]) -> Flow[None]:
    """Test the attacker's allies engaged with the target of its ranged attack, with severity 1."""
    # rule rw:36.3
    if fight.canceled:
        return
    for ally in allies:
        if not has_flag(game.state, ally, "ignores-ally-test"):
            yield from morale_test(game, ally, 1)


# A test --------------------------------------------------------------------------------------------------------------


def morale_test(game: Runewars, unit: int, severity: int, fight: Attack | None = None) -> Flow[str]:
    """Make a unit take a morale test; its opponent may spend its panic to raise the severity, in an attack also from 0.

    Returns the resolved card, or "".
    """
    # rules rw:58.0, rw:58.1, rw:58.3, rw:58.5, rw:58.6, rw:82.1c, rw:82.2, rw:ruling.61
    state = game.state
    by = 1 - state.seat[unit]
    panic = state.banes[unit].count("panic")
    if not state.figures[unit] or (severity < 1 and (fight is None or not panic)):
        return ""
    if panic:
        answer = yield from ask(by, PanicChooser(label(state, unit), panic, severity))
        if isinstance(answer, SpendPanic):
            spend_banes(game, unit, "panic", int(answer.number))
            severity = severity_of(severity, int(answer.number))
    moment = yield from happen(game, Moment("morale-test", unit, number=severity, attack=fight))
    severity = moment.number
    if severity < 1 or moment.canceled or not state.figures[unit]:
        return ""
    game.emit(MoraleTested(unit=label(state, unit), severity=severity))
    drawn = draw_morale(game, cards_drawn(state, unit, severity, fight))
    game.emit(MoraleDrawn(unit=label(state, unit), cards=tuple(drawn)))
    fitting = [card for card in drawn if icons_of_card(state, unit, card) <= severity]
    card = ""
    if fitting:
        card = (yield from ask(by, MoraleChooser(label(state, unit), fitting))).morale
    game.emit(MoraleResolved(unit=label(state, unit), card=card or None))
    state.discard += drawn
    if card:
        icons = icons_of_card(state, unit, card)  # counted now: a unit that it destroys has no cards any more
        yield from MORALE[card](game, unit)
        morale_resolved(game, unit, icons)
    yield from happen(game, Moment("morale-end", unit, number=severity, card=card, attack=fight))
    return card


def cards_drawn(state: MatchState, unit: int, severity: int, fight: Attack | None = None) -> int:
    """Return the number of morale cards drawn for a test."""
    # rule rw:58.1
    return max(1, severity + count(state, unit, "morale-cards", fight))


def icons_of_card(state: MatchState, unit: int, card: str) -> int:
    """Return the number of icons that a morale card has for a unit."""
    # rules rw:58.3, rw:58.4, rw:58.4a, rw:68.6
    found = components().morale[card]
    return found.icons + steadfast(state, unit, found.type)
