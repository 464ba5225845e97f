"""Re-rolls of dice, each at most once per player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from banneret.games.icefire.actions import Reroll
from banneret.games.icefire.events.attacks import DiceRerolled
from banneret.games.icefire.game import War
from banneret.games.icefire.roll import FACES, Roll
from banneret.games.icefire.rules.moments import happen, in_order
from banneret.games.icefire.rules.table.conditions import has_condition, take_condition
from banneret.games.icefire.rules.table.sides import hostile
from banneret.games.icefire.state import Fight, Moment, State, Test
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg


class RerollChooser(Chooser[Pass | Reroll]):
    """Which dice are re-rolled? Options: none, then every choice of faces, those with fewer dice of low faces last."""

    __slots__ = ("faces", "roll", "rule", "seat", "what")
    kind = "reroll"
    answers = (Pass, Reroll)

    def __init__(self, roll: Roll, seat: int, what: str, rule: str, only: Collection[str] = FACES) -> None:
        self.roll = roll
        self.seat = seat
        self.what = what
        self.rule = rule  # which effect re-rolls depends on the question
        self.faces = Counter(face for place in roll.open_to(seat) if (face := roll.face(place)) in only)

    def prompt(self) -> Message:
        """Return the question as a message."""
        shown = tuple(self.roll.face(place) for place in range(len(self.roll.dice)))
        return msg(f"ask.reroll.{self.what}", dice=shown)

    def options(self) -> list[Pass | Reroll]:
        """List `pass`, then every choice."""
        return [Pass(), *[Reroll(dice) for dice in _choices(self.faces)]]

    def refusal(self, action: Pass | Reroll) -> Refusal | None:
        """Refuse dice that are not in the roll, or that this player has already re-rolled: icefire:reroll.1."""
        if isinstance(action, Pass):
            return None
        wanted = Counter(action.dice)
        if any(number > self.faces[face] for face, number in wanted.items()):
            return Refusal("icefire:reroll.1", msg("refuse.reroll", dice=action.dice))
        return None


def _choices(faces: Counter[str]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()]
    for face in FACES:
        if number := faces[face]:
            some = [(face,) * count for count in range(number + 1)]
            found = [dice + more for dice in found for more in some]
    return found[1:]  # without none


def reroll(  # whose dice, who may, why, and which
    game: War, roll: Roll, seat: int, what: str, rule: str, only: Collection[str] = FACES
) -> Flow[bool]:
    """Let a player re-roll any of the dice that the player has not re-rolled yet; return whether any were.

    An effect may allow certain faces `only`. Replaced results have no effect: icefire:reroll.3, icefire:ruling.34.
    """
    chooser = RerollChooser(roll, seat, what, rule, only)
    if not chooser.faces:
        return False
    answer = yield from ask(seat, chooser)
    if isinstance(answer, Pass):
        return False
    again: list[int] = []
    for face in answer.dice:
        again.append(next(place for place in roll.open_to(seat) if place not in again and roll.face(place) == face))
    for place in sorted(again):
        roll.dice[place] = game.chance.pick(3 if place == roll.d3 else 6) + 1
    roll.done.setdefault(seat, set()).update(again)
    game.emit(DiceRerolled(player=game.state.law.players[seat], number=len(again), dice=tuple(roll.dice)))
    return True


def offer_rerolls(  # whose dice, who may, by what, of which roll, for what
    game: War,
    roll: Roll,
    unit: int,
    condition: str,
    free: Mapping[int, Collection[str]],
    what: str,
    rule: str,
    rolled: Fight | Test | None = None,
) -> Flow[None]:
    """Let the players re-roll a unit's dice, starting with the player whose turn it is: icefire:reroll.2.

    `free` are seats that may do so through an effect of theirs, with the faces it allows; abilities of theirs may let
    them pay for it, at the event `reroll` of the attack or test `rolled`. The unit's enemy may expend its Condition
    token for it, a decision made each time: icefire:condition.3, icefire:ruling.66, icefire:ruling.35,
    icefire:ruling.40.
    """
    state = game.state
    for seat in in_order(state):
        if isinstance(rolled, Test) and rolled.settled is not None:  # it no longer depends on the dice
            return
        if seat in free:
            yield from reroll(game, roll, seat, what, rule, free[seat])
        if isinstance(rolled, Fight):
            yield from happen(game, Moment("reroll", seat, unit=unit, action=what, fight=rolled))
        elif rolled is not None:
            yield from happen(game, Moment("reroll", seat, unit=unit, action=what, test=rolled))
        if hostile(state, seat, state.seat[unit]) and may_expend(state, unit, condition):
            used = yield from reroll(game, roll, seat, condition, rule_of_condition(condition))
            if used:
                take_condition(game, unit, condition, expended=True)


def may_expend(state: State, unit: int, condition: str) -> bool:
    """Return whether an enemy may expend a Condition token of a unit; an effect `keeps-CONDITION` forbids it."""
    return has_condition(state, unit, condition) and not any(
        one.unit == unit and one.name == f"keeps-{condition}" for one in state.effects
    )


def rule_of_condition(condition: str) -> str:
    """Return the rule of a Condition token: icefire:condition.4, icefire:condition.5, icefire:condition.6."""
    numbers = {"panicked": 4, "vulnerable": 5, "weakened": 6}
    return f"icefire:condition.{numbers[condition]}"
