"""The command phase: all players set the dials of all their units secretly and simultaneously."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.games.runewars.actions import ChangeDials, Content, SetDials
from banneret.games.runewars.content.components import ActionSector, ModifierSector, Unit, components
from banneret.games.runewars.content.sectors import action_id, action_named, modifier_id, modifier_named
from banneret.games.runewars.effects.held_cards import TO_AMEND, WHITE_MODIFIER
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.cards import DialsAmended, ToolSeen
from banneret.games.runewars.events.course import RoundBegan, ToolRevealed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_DIALS, NO_MODIFIER, NO_UNIT, Dials, MatchState, label, unit_of
from banneret.games.runewars.rules.ground.morale_deck import open_top
from banneret.games.runewars.rules.ground.teams import seats_of
from banneret.games.runewars.rules.turns import next_turn
from banneret.games.runewars.state import unmark
from banneret.kernel.choosers import Chooser, Options, Part, Refusal
from banneret.kernel.flow import Flow, ask, together
from banneret.kernel.pile import Pile, mask_of
from banneret.text.message import Message, msg

DRAFT: Final = "dials"
"""The name of the draft of a player's dials."""

_CONTENT: Final = Content()


def card_of(state: MatchState, unit: int) -> Unit:
    """Return the card of a unit."""
    return components().units[state.unit[unit]]


def action_of(state: MatchState, unit: int) -> ActionSector:
    """Return the chosen sector of the action dial."""
    # rules rw:49.1, rw:49.1a
    return card_of(state, unit).actions[state.dials[unit][0]]


def modifier_of(state: MatchState, unit: int) -> ModifierSector | None:
    """Return the chosen modifier; None if it is blank or canceled, or its stance does not match the action's."""
    # rules rw:6.2, rw:11.1, rw:48.0, rw:48.1, rw:48.2, rw:48.3, rw:54.0, rw:54.1, rw:54.3, rw:ruling.55
    chosen, sector = card_of(state, unit).modifiers[state.dials[unit][1]], action_of(state, unit)
    if chosen.modifier is None or sector.action is None or state.canceled[unit] & NO_MODIFIER:
        return None
    matches = "white" in (chosen.stance, sector.stance) or chosen.stance == sector.stance
    matches = matches or WHITE_MODIFIER in state.marks[unit]
    return chosen if matches else None


def choices(unit: Unit) -> list[Dials]:
    """Return all settings of the dials: each sector of one with each of the other; identical sectors count once.

    A blank sector of the action dial is not an action.
    """
    # rules rw:3.2, rw:6.2, rw:54.2
    actions = [number for number, sector in enumerate(unit.actions) if sector not in unit.actions[:number]]
    modifiers = [number for number, sector in enumerate(unit.modifiers) if sector not in unit.modifiers[:number]]
    return [(action, modifier) for action in actions for modifier in modifiers]


@lru_cache(maxsize=1 << 10)
def _settings(name: str, unit: str) -> tuple[SetDials, ...]:
    """Return all settings of a unit's dials as answers, given its label and its card."""
    card = components().units[unit]
    return tuple([SetDials(name, action_id(card.actions[a]), modifier_id(card.modifiers[m])) for a, m in choices(card)])


class DialChooser(Chooser[SetDials]):
    """How are a unit's dials set? Options: action by action, each with all modifiers."""

    __slots__ = ("state", "unit")
    kind = "dials"
    rule = "rw:50.0"
    answers = (SetDials,)

    def __init__(self, state: MatchState, unit: int) -> None:
        self.state = state
        self.unit = unit

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.dials", unit=label(self.state, self.unit))

    def part(self) -> Part:
        """Return the unit whose dials are set; those of others can be set first."""
        return Part(DRAFT, things=(f"unit:{label(self.state, self.unit)}",), assumed=self.options()[0])

    def options(self) -> list[SetDials]:
        """List all pairs of sectors."""
        return list(_settings(label(self.state, self.unit), card_of(self.state, self.unit).id))

    def refusal(self, action: SetDials) -> Refusal | None:
        """Refuse other units, and sectors without an action."""
        if action.unit != label(self.state, self.unit):
            return Refusal("rw:50.0", msg("refuse.dials.unit", unit=action.unit))
        card = card_of(self.state, self.unit)
        if dials_of(card, action) in choices(card):
            return None
        return Refusal("rw:3.2", msg("refuse.dials.blank", unit=action.unit))


class ContentChooser(Chooser[Content | ChangeDials]):
    """Are the dials kept? Options: keep them, then change those of a unit."""

    __slots__ = ("state", "units")
    kind = "content"
    rule = "rw:50.2"
    answers = (Content, ChangeDials)

    def __init__(self, state: MatchState, units: list[int]) -> None:
        self.state = state
        self.units = units

    def part(self) -> Part:
        """Return `content` as what ends the draft."""
        return Part(DRAFT, 0, closing=_CONTENT)

    def options(self) -> list[Content | ChangeDials]:
        """List `content` and all of the seat's units."""
        return [_CONTENT, *(ChangeDials(label(self.state, unit)) for unit in self.units)]

    def only(self, options: Options[Content | ChangeDials]) -> Content | ChangeDials | None:
        """Return the single answer; only a seat without units has just one."""
        return None if self.units else _CONTENT

    def refusal(self, action: Content | ChangeDials) -> Refusal | None:
        """Refuse units that do not exist or are not the seat's own."""
        if isinstance(action, Content) or unit_of(self.state, action.unit) in self.units:
            return None
        return Refusal("rw:50.0", msg("refuse.dials.unit", unit=action.unit))


def dials_of(unit: Unit, action: SetDials) -> Dials:
    """Return the sectors of an answer, from 0; -1 for a sector that the unit does not have."""
    return action_named(unit, action.action), modifier_named(unit, action.modifier)


def set_each(state: MatchState, seat: int, units: list[int]) -> Flow[dict[int, Dials]]:
    """Ask a seat for the dials of its units, one after the other."""
    # rule rw:50.0
    turned: dict[int, Dials] = {}
    for unit in units:
        turned[unit] = dials_of(card_of(state, unit), (yield from ask(seat, DialChooser(state, unit))))
    return turned


def set_dials(state: MatchState, seat: int, units: list[int]) -> Flow[dict[int, Dials]]:
    """Ask a seat for the dials of its units, one after the other, then for changes until it keeps them."""
    # rules rw:50.0, rw:50.2
    turned = yield from set_each(state, seat, units)
    while True:
        answer = yield from ask(seat, ContentChooser(state, units))
        if isinstance(answer, Content):
            return turned
        unit = unit_of(state, answer.unit)
        turned[unit] = dials_of(card_of(state, unit), (yield from ask(seat, DialChooser(state, unit))))


def command(game: Runewars) -> Flow[None]:
    """Let all players set the dials of all their units."""
    # rules rw:team.3, rw:50.0, rw:50.1, rw:50.1a, rw:50.2
    state = game.state
    fielded = [
        [unit for unit, owner in enumerate(state.controller) if owner == seat and state.poses[unit]]
        for seat in range(state.seats)
    ]
    turned = yield from together({seat: set_dials(state, seat, units) for seat, units in enumerate(fielded)})
    state.shown = [False] * len(state.unit)
    state.seen = [0] * len(state.unit)
    state.canceled = [0] * len(state.unit)
    state.dials = [NO_DIALS] * len(state.unit)
    for dials in turned.values():
        for unit, sectors in dials.items():
            state.dials[unit] = sectors
    state.called = 0
    state.active = NO_UNIT
    state.spent = [False, False]
    state.turn = state.first
    state.step = "ordered"


# After the command phase -------------------------------------------------------------------------------------------


def after_command(game: Runewars) -> Flow[None]:
    """Resolve a side's effects for the end of the command phase, the first player's first."""
    # rules rw:64.0, rw:74.1, rw:76.10
    yield from happen(game, Moment("after-command"), game.state.turn)
    game.state.step = "amended"


def amend(game: Runewars) -> Flow[None]:
    """Let units of that side set their dials again; after both sides, the first initiative is called.

    This is a separate step so that no player is asked between a secret setting and the next checkpoint.
    """
    # rules rw:6.0, rw:50.1a, rw:74.1, rw:76.10, rw:ruling.76
    state = game.state
    units = [unit for unit, marks in enumerate(state.marks) if TO_AMEND in marks and state.dials[unit] != NO_DIALS]
    seats = {state.controller[unit] for unit in units}
    flows = {seat: set_each(state, seat, [unit for unit in units if state.controller[unit] == seat]) for seat in seats}
    turned = (yield from together(flows)) if flows else {}
    for unit in units:
        state.dials[unit] = turned[state.controller[unit]][unit]
        state.seen[unit] = 0
        unmark(state, unit, TO_AMEND)
        game.emit(DialsAmended(unit=label(state, unit)))
    if state.turn == state.first:
        state.turn = 1 - state.first
        state.step = "ordered"
    else:
        next_turn(game)


# Revealing command tools ---------------------------------------------------------------------------------------------


def show_tool(game: Runewars, unit: int) -> None:
    """Turn the command tool of a unit face up."""
    # rule rw:5.1
    state = game.state
    game.chance.reveal()
    state.shown[unit] = True
    action, modifier = _named(card_of(state, unit), state.dials[unit])
    game.emit(ToolRevealed(unit=label(state, unit), action=action, modifier=modifier))


def look_at_tool(game: Runewars, unit: int, enemy: int) -> None:
    """Let the side of a unit look at the hidden dials of an enemy."""
    # rule rw:ruling.76
    state = game.state
    mask = mask_of(seats_of(state, state.seat[unit]))
    reveal_midstep(game, enemy, mask)
    state.seen[enemy] |= mask
    action, modifier = _named(card_of(state, enemy), state.dials[enemy])
    event = ToolSeen(unit=label(state, unit), enemy=label(state, enemy), action=action, modifier=modifier)
    game.emit(event, mask)


def reveal_midstep(game: Runewars, unit: int, seen: int) -> None:
    """Make hidden dials visible in the middle of a step, before the next question.

    They pass through chance, like a card that is looked at, so that a world sampled earlier has the same dials.
    """
    # rules rw:ruling.74, rw:ruling.76
    state, card = game.state, card_of(game.state, unit)
    ways = {" ".join(_named(card, dials)): dials for dials in choices(card)}
    there = " ".join(_named(card, state.dials[unit]))
    found = game.chance.look(Pile([there, *(way for way in ways if way != there)]), seen)
    state.dials[unit] = ways[found]


def _named(card: Unit, dials: Dials) -> tuple[str, str]:
    return action_id(card.actions[dials[0]]), modifier_id(card.modifiers[dials[1]])


def begin_round(game: Runewars) -> Flow[None]:
    """Begin a round and resolve the effects at its start."""
    # rules rw:64.0, rw:64.1
    state = game.state
    game.emit(RoundBegan(round=state.round))
    open_top(game)
    yield from happen(game, Moment("round-start"))
    state.step = "command"
