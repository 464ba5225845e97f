"""The cards of a unit: exhausting, readying and discarding them, taking conditions, and placing tokens on them."""

from __future__ import annotations

from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.questions import may
from banneret.games.runewars.effects.registry import Source
from banneret.games.runewars.events.cards import CardDiscarded, CardExhausted, CardReadied, ConditionTaken, MarksPut
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.state import set_mark, unmark, without_one
from banneret.kernel.flow import Flow

ROUND, ACTIVATION, ONCE = "round:", "activation:", "once:"
"""How long the use of a card is remembered."""
HELD = f"{ACTIVATION}held"
"""The mark of a unit that may not disengage in its activation."""
ENTERED = f"{ACTIVATION}entered"
"""The mark of a unit whose activation ends because it has entered terrain."""
TO_AMEND = f"{ROUND}to-amend"
"""The mark of a unit that sets its dials again after the command phase."""
SHIFTED = f"{ACTIVATION}shifted"
"""The mark of a unit that is activated at an initiative 1 higher or lower than its dials show."""
WAITING = f"{ROUND}waiting"
"""The mark of a unit that may wait for an initiative 1 higher: the last initiative at which its player passed."""
WHITE_MODIFIER = f"{ROUND}white-modifier"
"""The mark of a unit whose modifier counts as white for the round."""


def is_ready(state: MatchState, source: Source) -> bool:
    """Whether a unit has an upgrade and it is not exhausted."""
    # rules rw:32.0, rw:32.4, rw:34.6
    return source.id in state.upgrades[source.unit] and source.id not in state.exhausted[source.unit]


def exhaustible(state: MatchState, unit: int) -> list[str]:
    """Return a unit's ready upgrades that an effect can exhaust: those that are exhausted for their own effect."""
    # rules rw:32.0, rw:32.5
    upgrades = components().upgrades
    return [id for id in state.upgrades[unit] if upgrades[id].exhaust and id not in state.exhausted[unit]]


def exhaust(game: Runewars, source: Source) -> None:
    """Exhaust an upgrade. Raises ValueError if it is already exhausted or cannot be."""
    # rules rw:32.0, rw:32.1
    if source.id not in exhaustible(game.state, source.unit):
        raise ValueError(f"{source.id} of {label(game.state, source.unit)} cannot be exhausted")
    game.state.exhausted[source.unit] = [*game.state.exhausted[source.unit], source.id]
    game.emit(CardExhausted(unit=label(game.state, source.unit), card=source.id))


def may_exhaust(game: Runewars, source: Source) -> Flow[bool]:
    """Ask whether a ready upgrade is exhausted for its effect; return whether it was."""
    # rules rw:32.0, rw:34.6, rw:76.11
    if not is_ready(game.state, source) or not (yield from may(game.state, source.unit, source.id)):
        return False
    exhaust(game, source)
    return True


def ready(game: Runewars, unit: int, card: str) -> None:
    """Ready an exhausted upgrade."""
    # rules rw:15.5, rw:32.2
    if card in game.state.exhausted[unit]:
        game.state.exhausted[unit] = without_one(game.state.exhausted[unit], card)
        game.emit(CardReadied(unit=label(game.state, unit), card=card))


def ready_all(game: Runewars, unit: int) -> int:
    """Ready all exhausted upgrades of a unit, except those that do not ready in this way; return their number."""
    # rules rw:32.3, rw:65.0
    cards = readyable(game.state, unit)
    for card in cards:
        ready(game, unit, card)
    return len(cards)


NEVER_READIED: set[str] = set()
"""Cards that only their own effect readies."""


def readyable(state: MatchState, unit: int) -> list[str]:
    """Return the exhausted upgrades of a unit that can be readied."""
    # rules rw:15.5, rw:32.2
    return [card for card in state.exhausted[unit] if card not in NEVER_READIED]


def discard(game: Runewars, unit: int, card: str) -> None:
    """Discard an upgrade without a figure, or with a fallen one; for any other use `losses.discard_upgrade`.

    Raises ValueError while its figure is still in the unit.
    """
    # rules rw:1.0, rw:15.3, rw:38.7
    state = game.state
    if any(one[3] == card for one in state.figures[unit]):
        raise ValueError(f"the figure of {card} is still in {label(state, unit)}")
    state.upgrades[unit] = without_one(state.upgrades[unit], card)
    state.exhausted[unit] = [one for one in state.exhausted[unit] if one != card]
    unmark(state, unit, card)
    game.emit(CardDiscarded(unit=label(state, unit), card=card))


def take_condition(game: Runewars, unit: int, condition: str) -> None:
    """Give a unit a condition card unless it already has it."""
    if condition not in game.state.conditions[unit]:
        game.state.conditions[unit] = [*game.state.conditions[unit], condition]
        game.emit(ConditionTaken(unit=label(game.state, unit), condition=condition))


def mark(state: MatchState, source: Source, span: str = "") -> int:
    """Return the number of tokens on a card, or of its uses in a span."""
    return state.marks[source.unit].get(span + source.id, 0)


def put_marks(game: Runewars, source: Source, number: int, span: str = "") -> None:
    """Place tokens on a card or remove them, or record its uses in a span."""
    state, name = game.state, span + source.id
    left = state.marks[source.unit].get(name, 0) + number
    unmark(state, source.unit, name)
    if left:
        set_mark(state, source.unit, name, left)
    if not span:
        game.emit(MarksPut(unit=label(game.state, source.unit), card=source.id, number=left))


def forget(state: MatchState, span: str) -> None:
    """Forget the card uses of a span that has ended."""
    for unit, marks in enumerate(state.marks):
        if marks:
            state.marks[unit] = {name: number for name, number in marks.items() if not name.startswith(span)}
