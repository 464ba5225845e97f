"""Marches and shifts: where a unit may go, and what happens where it ends."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.actions import Move
from banneret.games.runewars.components import Action, Amount, ModifierSector
from banneret.games.runewars.events.moves import ActionCanceled, BaneGained, UnitMoved, UnitsCollided
from banneret.games.runewars.formation import shape_of
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.mana import amount
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.movement import (
    Halt,
    Shifted,
    Way,
    directions,
    judge_shift,
    motion_of,
    move,
    speed_on,
    template_of,
)
from banneret.games.runewars.rules.squaring_up import square_up_with
from banneret.games.runewars.rules.surroundings import forget_partings, is_enemy, obstacles_of, split
from banneret.games.runewars.state import cells_of, runes
from banneret.kernel.choosing import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.message import Message, say
from banneret.plane import Pose, Side

TOWARDS: Final = {"front": Side.FRONT, "right": Side.RIGHT, "rear": Side.REAR, "left": Side.LEFT}
HANDS: Final = ("ahead", "left", "right")
CHARGES: Final = ("charge", "turning-charge")
MOVEMENT: Final = ("turn", "wheel", *CHARGES)


class MoveChooser(Chooser[Move]):
    """Where does a unit march or shift? Options: side by side, and for bent templates to the left, then the right."""

    __slots__ = ("action", "rule", "speed", "state", "unit", "way")
    kind = "move"
    answers = (Move,)

    def __init__(self, state: MatchState, unit: int, action: Action, way: Way) -> None:
        self.state = state
        self.unit = unit
        self.action: Action = action
        self.way = way
        self.rule = "rw:53.0" if action == "march" else "rw:52.0"  # type: ignore[misc]  # by the kind of move

    def prompt(self) -> Message:
        """Name the unit, the template and its speed."""
        unit = label(self.state, self.unit)
        return say("ask.move", unit=unit, template=self.way.template, speed=self.way.speed)

    def options(self) -> list[Move]:
        """List every direction in which the unit may go."""
        return [option for option in self._listed() if self.refusal(option) is None]

    def _listed(self) -> list[Move]:
        hands = HANDS[:1] if self.way.template == "straight" else HANDS[1:]
        sides = directions(self.action)
        return [Move(name, hand) for name, side in TOWARDS.items() if side in sides for hand in hands]

    def refusal(self, action: Move) -> Refusal | None:
        """Refuse directions that the action has not, and shifts that an engaged unit may not make."""
        # rules rw:22.4a, rw:52.2, rw:52.3, rw:52.4
        if action not in self._listed():
            return Refusal("rw:22.4a", say("refuse.move.direction", towards=action.towards, hand=action.hand))
        rule = self.judged(action)[1].forbidden
        return None if rule is None else Refusal(rule, say("refuse.move.engaged", unit=label(self.state, self.unit)))

    def judged(self, action: Move) -> tuple[Halt, Shifted]:
        """Where the unit would end, and which engagements it would keep and leave."""
        state, unit = self.state, self.unit
        shape, pose = shape_of(cells_of(state, unit)), pose_of(state, unit)
        way = self.way._replace(towards=TOWARDS[action.towards], left=action.hand == "left")
        halt = move(shape, pose, motion_of(shape, pose, way), obstacles_of(state, unit))
        enemies, others = split(state, unit)
        if not enemies or self.action == "march":
            return halt, Shifted((), (), None)
        return halt, judge_shift(shape, pose, way, halt, enemies, others)


def pose_of(state: MatchState, unit: int) -> Pose:
    """Where a unit stands. Raises ValueError for one that is not on the table."""
    pose = state.poses[unit]
    if pose is None:
        raise ValueError(f"{label(state, unit)} is not on the table")
    return Pose(*pose)


def gain(game: Runewars, unit: int, number: int, rule: str) -> None:
    """Give a unit panic tokens."""
    if number:
        game.state.banes[unit] += ["panic"] * number
        game.tell(BaneGained(unit=label(game.state, unit), bane="panic", number=number, rule=rule))


def march_or_shift(
    game: Runewars, unit: int, action: Action, speed: Amount, modifier: ModifierSector | None, *, engaged: bool = False
) -> Flow[None]:
    """Carry out a march or shift, with the collisions at its end; `engaged`: also a march of an engaged unit."""
    # rules rw:23.0, rw:23.2, rw:23.2b, rw:52.0, rw:52.4, rw:53.0, rw:53.2, rw:91.0, rw:91.1, rw:91.1a
    state = game.state
    name = label(state, unit)
    if action == "march" and split(state, unit)[0] and not engaged:
        game.tell(ActionCanceled(unit=name, rule="rw:53.2"))
        return
    changed = modifier if modifier is not None and modifier.modifier in MOVEMENT else None
    template = template_of(None if changed is None else changed.modifier)
    more = 0 if changed is None or changed.speed is None else amount(changed.speed, runes(state))
    steps = speed_on(template, amount(speed, runes(state)), more)
    if not steps:
        game.tell(ActionCanceled(unit=name, rule="rw:23.2b"))
        return
    chooser = MoveChooser(state, unit, action, Way(template, steps))
    if not chooser.options():
        game.tell(ActionCanceled(unit=name, rule="rw:52.3"))
        return
    chosen = yield from ask(state.seat[unit], chooser)
    halt, shifted = chooser.judged(chosen)
    end = halt.pose
    state.poses[unit] = (end.x, end.y, end.heading)
    forget_partings(state, unit)
    game.tell(UnitMoved(unit=name, x=end.x, y=end.y, heading=end.heading, rule=chooser.rule))
    gain(game, unit, len(shifted.left), "rw:52.4")
    met = [other for other in halt.collided if is_enemy(state, unit, other)]
    for other in met:
        game.tell(UnitsCollided(unit=name, enemy=label(state, other)))
    if changed is None or changed.modifier not in CHARGES:
        gain(game, unit, len(met), "rw:91.1")
    for other in met:
        if (yield from square_up_with(game, unit, other, TOWARDS[chosen.towards])):
            break
