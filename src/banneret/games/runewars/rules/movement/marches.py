"""Marches and shifts: where a unit may move, and the effects of its end position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from banneret.games.runewars.actions import Move, Stop
from banneret.games.runewars.content.components import Action, Amount, Modifier, ModifierSector
from banneret.games.runewars.effects.held_cards import ENTERED, HELD
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.numbers import count, flagged_by, has_flag, keyword
from banneret.games.runewars.effects.questions import choose_unit, may
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.moves import ActionCanceled, UnitMoved, UnitsCollided
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState, ground_of, label
from banneret.games.runewars.rules.damage.terrain import enter, leave, may_enter, meet_terrain
from banneret.games.runewars.rules.ground.directions import HANDS, TOWARDS, pose_of
from banneret.games.runewars.rules.ground.squaring_up import square_up_with
from banneret.games.runewars.rules.ground.surroundings import (
    engaged_with,
    forget_partings,
    is_enemy,
    is_held_in_activation,
    met_again,
    obstacles_of,
    piece_met,
    split,
)
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.state import NO_PIECE, cells_of, is_inside, runes
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.mana import amount
from banneret.games.runewars.units.movement import (
    Halt,
    Shifted,
    Way,
    directions,
    judge_shift,
    motion_of,
    move,
    move_through,
    speed_on,
    template_of,
)
from banneret.kernel.choosers import Chooser, Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import Motion, Side, Straight
from banneret.text.message import Message, msg

CHARGES: Final[tuple[Modifier, ...]] = ("charge", "turning-charge")
MOVEMENT: Final[tuple[Modifier, ...]] = ("turn", "wheel", *CHARGES)
WHOLE: Final = 1000
"""The number of parts of a template after which a unit may stop; the last is its end."""
_ALONG: Final = 8


class Moved(NamedTuple):
    """The result of a march or shift: whether it was carried out, and the enemies collided with.

    `entered`: the unit has entered terrain, which ends its activation. `charge`: it attacks one of those enemies.
    """

    done: bool
    met: tuple[int, ...] = ()
    entered: bool = False
    charge: bool = False


class Terms(NamedTuple):
    """The terms of a move: its action and its possible templates.

    `free`: an engaged unit may also march. `held`: the unit may not disengage. `through`: it ignores units and terrain.
    `sides`: the only sides towards which it may move.
    """

    action: Action
    ways: tuple[Way, ...]
    free: bool = False
    held: bool = False
    through: bool = False
    sides: Sequence[Side] | None = None


class MoveChooser(Chooser[Move]):
    """Where does a unit march or shift? Options: template by template, side by side, bends to the left, then right."""

    __slots__ = ("_offered", "rule", "state", "terms", "unit")
    kind = "move"
    answers = (Move,)

    def __init__(self, state: MatchState, unit: int, terms: Terms) -> None:
        self._offered: list[Move] | None = None
        self.state = state
        self.unit = unit
        self.terms = terms
        self.rule = "rw:53.0" if terms.action == "march" else "rw:52.0"  # depends on the kind of move

    def prompt(self) -> Message:
        """Return the question with the unit, the template and its speed."""
        way = self.terms.ways[0]
        return msg("ask.move", unit=label(self.state, self.unit), template=way.template, speed=way.speed)

    def options(self) -> list[Move]:
        """List every direction in which the unit may move."""
        return [option for option in self._listed() if self._forbids(option) is None]

    def has_options(self) -> bool:
        """Whether the unit may move in any direction."""
        return any(self._forbids(option) is None for option in self._listed())

    def _listed(self) -> list[Move]:
        if self._offered is None:
            sides = directions(self.terms.action) if self.terms.sides is None else self.terms.sides
            self._offered = [
                move
                for way in self.terms.ways
                for name, side in TOWARDS.items()
                if side in sides
                for move in _moves(way, name)
            ]
        return self._offered

    def refusal(self, action: Move) -> Refusal | None:
        """Refuse directions that the action does not have, and shifts that an engaged unit may not make."""
        # rules rw:22.4a, rw:52.2, rw:52.3, rw:52.4
        if action not in self._listed():
            return Refusal("rw:22.4a", msg("refuse.move.direction", towards=action.towards, hand=action.hand))
        return self._forbids(action)

    def _forbids(self, action: Move) -> Refusal | None:
        rule = self.forbidden(action)
        return None if rule is None else Refusal(rule, msg("refuse.move.engaged", unit=label(self.state, self.unit)))

    def forbidden(self, action: Move, part: int = WHOLE) -> str | None:
        """Return the rule that forbids an engaged unit to end there; where others end matters only once they move."""
        if self.terms.free or not engaged_with(self.state, self.unit):
            return None
        shifted = self.judged(action, part)[1]
        return "rw:golden.3" if self.terms.held and shifted.left else shifted.forbidden

    def judged(self, action: Move, part: int = WHOLE) -> tuple[Halt, Shifted]:
        """Return where the unit would end after a part of a template, with the engagements it would keep and leave."""
        key = self.unit, action, part, self.terms.through, self.terms.free
        return ground_of(self.state).ends.get(key, lambda: self._judged(action, part))

    def _judged(self, action: Move, part: int) -> tuple[Halt, Shifted]:
        state, unit = self.state, self.unit
        shape, pose = shape_of(cells_of(state, unit)), pose_of(state, unit)
        way = way_of(action)
        motion = _part_of(motion_of(shape, pose, way), part)
        around = obstacles_of(state, unit)
        halt = (
            move_through(shape, pose, motion, around, (NO_UNIT,))
            if self.terms.through
            else move(shape, pose, motion, around)
        )
        if self.terms.free or not engaged_with(state, unit):
            return halt, Shifted((), (), None)
        return halt, judge_shift(shape, pose, way, halt, *split(state, unit, around))


class StopSpace(Space[Stop]):
    """After which part of the template does the unit stop? Suggested: at its end, then after every eighth."""

    __slots__ = ("chooser", "move")
    kind = "stop"
    rule = "rw:golden.2"
    answers = (Stop,)

    def __init__(self, chooser: MoveChooser, action: Move) -> None:
        self.chooser = chooser
        self.move = action

    def refusal(self, action: Stop) -> Refusal | None:
        """Refuse parts that do not exist, and end positions that are illegal for an engaged unit."""
        if not 1 <= action.part <= WHOLE:
            return Refusal("rw:golden.2", msg("refuse.stop", part=action.part))
        rule = self.chooser.forbidden(self.move, action.part)
        unit = label(self.chooser.state, self.chooser.unit)
        return None if rule is None else Refusal(rule, msg("refuse.move.engaged", unit=unit))

    def suggest(self) -> list[Stop]:
        """List the end and the possible parts."""
        parts = [Stop(WHOLE * eighth // _ALONG) for eighth in range(_ALONG, 0, -1)]
        return [stop for stop in parts if self.refusal(stop) is None]

    def sample(self, stream: Stream) -> Stop:
        """Draw a part, at first any."""
        for _ in range(_ALONG):
            drawn = Stop(1 + stream.below(WHOLE))
            if self.refusal(drawn) is None:
                return drawn
        return stream.choice(self.suggest())

    def check(self, action: Stop) -> Refusal | Message:
        """Return only whether the unit may stop there: templates may not be tested in advance."""
        # rule rw:62.2
        return self.refusal(action) or msg("check.move", unit=label(self.chooser.state, self.chooser.unit))


@lru_cache(maxsize=256)
def _moves(way: Way, towards: str) -> tuple[Move, ...]:
    """Return the moves along a template towards a side."""
    hands = HANDS[:1] if way.template == "straight" else HANDS[1:]
    return tuple([Move(towards, hand, way.template, str(way.speed)) for hand in hands])


def way_of(action: Move) -> Way:
    """Return the template, speed and direction of a move."""
    template = template_of(None) if action.template == "straight" else "turn" if action.template == "turn" else "wheel"
    return Way(template, int(action.speed), TOWARDS[action.towards], action.hand == "left")


def _part_of(motion: Motion, part: int) -> Motion:
    if part == WHOLE:
        return motion
    if isinstance(motion, Straight):
        return motion._replace(distance=motion.distance * part // WHOLE)
    turned = abs(motion.angle) * part // WHOLE
    return motion._replace(angle=turned if motion.angle > 0 else -turned)


def ways_of(
    state: MatchState, unit: int, action: Action, speed: Amount, modifier: ModifierSector | None
) -> tuple[Way, ...]:
    """Return the templates on which a unit may move with an action and modifier; if empty, it may not move at all.

    The first is that of its dials; cards may allow higher or lower speeds, or turns.
    """
    # rules rw:22.1, rw:23.0, rw:23.1, rw:23.1a, rw:23.2, rw:23.2a, rw:23.2b, rw:23.2c
    # rules rw:43.0, rw:43.1, rw:43.2, rw:43.3
    pool = runes(state)
    template = template_of(None if modifier is None else modifier.modifier)
    more = 0 if modifier is None or modifier.speed is None else amount(modifier.speed, pool)
    if more < 0 and template != "straight" and has_flag(state, unit, "keeps-speed-in-turns"):
        more = 0
    base = amount(speed, pool) + more
    change = count(state, unit, "speed") if action == "march" else 0
    kinds = [template]
    if template == "straight":
        turns = has_flag(state, unit, "may-turn")
        turns = turns or has_flag(state, unit, "may-turn-marches" if action == "march" else "may-turn-shifts")
        kinds += ["turn"] if turns else []
    speeds = dict.fromkeys((base, base + change))
    pairs = ((kind, one) for kind in kinds for one in speeds if kind == template or one == base)
    found = (Way(kind, on) for kind, one in pairs if (on := speed_on(kind, one)))
    return tuple(dict.fromkeys(found))


def march_or_shift(  # noqa: PLR0913  # the variations that cards allow
    game: Runewars,
    unit: int,
    action: Action,
    speed: Amount,
    modifier: ModifierSector | None = None,
    *,
    engaged: bool = False,
    held: bool = False,
    by: int | None = None,
    sides: Sequence[Side] | None = None,
) -> Flow[Moved]:
    """Carry out a march or shift, with the collisions at its end.

    `engaged`: an engaged unit may also march; `held`: the unit may not disengage. `by` is the seat that chooses the
    destination if it is not the unit's own; the unit then neither enters nor leaves terrain. `sides` are the sides
    towards which it may move.
    """
    # rules rw:11.1, rw:22.1, rw:23.0, rw:23.3, rw:26.0, rw:41.2b, rw:41.3, rw:43.2, rw:52.0, rw:52.1, rw:52.2
    # rules rw:53.0, rw:53.1, rw:53.2, rw:75.2a
    state = game.state
    name = label(state, unit)
    enemies = engaged_with(state, unit)
    if action == "march" and enemies and not engaged:
        return _no_move(game, name, "rw:53.2")
    if action == "shift" and (
        is_held_in_activation(state, unit) or any(has_flag(state, enemy, "holds-shifts") for enemy in enemies)
    ):
        return _no_move(game, name, "rw:golden.3")
    changed = modifier if modifier is not None and modifier.modifier in MOVEMENT else None
    charge = changed is not None and changed.modifier in CHARGES
    charge = charge or (action == "march" and has_flag(state, unit, "marches-are-charges"))
    if is_inside(state, unit):
        if by is not None:
            return _no_move(game, name, "rw:golden.3")
        if enemies and (held or HELD in state.marks[unit]):
            return _no_move(game, name, "rw:golden.3")
        return (yield from _leave(game, unit, action, charge=charge))
    if by is None:
        moment = Moment("before-move", unit, kind=action, number=int(changed is not None))
        moment.notes["speed"] = amount(speed, runes(state))
        treated = (yield from happen(game, moment)).notes
        if moment.canceled:  # it has been replaced by another effect
            return Moved(done=True)
        changed = next((ModifierSector(modifier=one) for one in MOVEMENT if one in treated), changed)
        charge = charge or (changed is not None and changed.modifier in CHARGES)
    held = held or HELD in state.marks[unit]
    ways = ways_of(state, unit, action, speed, changed)
    if not ways:
        return _no_move(game, name, "rw:23.2b")
    through = has_flag(state, unit, "ignores-obstacles") and (yield from may(state, unit, "incorporeal"))
    terms = Terms(action, ways, engaged and action == "march", held, through, sides)
    if by is not None:
        terms = yield from _own_template(game, unit, terms)
    chooser = MoveChooser(state, unit, terms)
    if not chooser.has_options():
        return _no_move(game, name, "rw:52.3")
    chosen = yield from ask(state.seat[unit] if by is None else by, chooser)
    part = WHOLE
    if has_flag(state, unit, "may-stop"):
        part = (yield from ask(state.seat[unit], StopSpace(chooser, chosen))).part
    halt, shifted = chooser.judged(chosen, part)
    end = halt.pose
    collided = halt.collided
    if state.poses[unit] != (end.x, end.y, end.heading):
        state.poses[unit] = (end.x, end.y, end.heading)
        collided += tuple(met_again(state, unit))
        forget_partings(state, unit)
    game.emit(UnitMoved(unit=name, x=end.x, y=end.y, heading=end.heading, rule=chooser.rule))
    if not has_flag(state, unit, "no-panic-disengaging"):
        yield from gain_banes(game, unit, "panic", len(shifted.left), "rw:52.4a" if shifted.left[1:] else "rw:52.4")
    side, enters = TOWARDS[chosen.towards], by is None
    moved = yield from _collide(game, unit, collided, side, charge=charge, enters=enters)
    if ENTERED not in state.marks[unit]:
        yield from happen(game, Moment("after-move", unit, kind=action, charge=charge))
    return moved


def _own_template(game: Runewars, unit: int, terms: Terms) -> Flow[Terms]:
    """Let the player of a unit that another player moves decide whether it uses a template that its own card allows."""
    # rules rw:34.7, rw:76.11, rw:ruling.89
    state, ahead = game.state, terms.ways[0].template
    other = terms._replace(ways=tuple(way for way in terms.ways if way.template != ahead))
    cards = flagged_by(state, unit, "may-turn") or flagged_by(state, unit, "may-turn-shifts")
    if other.ways and MoveChooser(state, unit, other).has_options() and (yield from may(state, unit, cards[0])):
        return other
    return terms._replace(ways=tuple(way for way in terms.ways if way.template == ahead))


def _no_move(game: Runewars, name: str, rule: str) -> Moved:
    game.emit(ActionCanceled(unit=name, rule=rule))
    return Moved(done=False)


def _leave(game: Runewars, unit: int, action: Action, *, charge: bool) -> Flow[Moved]:
    """Let a unit leave terrain as its march or shift; a charge then hits no enemy."""
    # rules rw:41.3, rw:41.5, rw:75.2, rw:75.2a
    if not (yield from leave(game, unit, action)):
        return Moved(done=False)
    if charge:
        yield from _charge_at_nobody(game, unit)
    yield from happen(game, Moment("after-move", unit, kind=action, charge=charge))
    return Moved(done=True)


def _charge_at_nobody(game: Runewars, unit: int) -> Flow[None]:
    """Give a panic to a unit that has charged without colliding with an enemy."""
    # rule rw:75.2
    if not has_flag(game.state, unit, "no-panic-without-collision"):
        yield from gain_banes(game, unit, "panic", 1, "rw:75.2")


# Collisions --------------------------------------------------------------------------------------------------------


def _collide(
    game: Runewars, unit: int, obstacles: Sequence[int], side: Side, *, charge: bool, enters: bool
) -> Flow[Moved]:
    """Resolve collisions with enemies first, squaring up with one of them, then collisions with terrain.

    If `enters` is false, the unit cannot enter terrain.
    """
    # rules rw:19.4, rw:41.1, rw:41.8b, rw:75.2, rw:91.0, rw:91.1, rw:ruling.21, rw:golden.3
    state = game.state
    met = [other for other in obstacles if is_enemy(state, unit, other)]
    yield from meet_enemies(game, unit, met, charge=charge)
    yield from _square_up(game, unit, met, side)
    pieces = [piece for other in obstacles if (piece := piece_met(state, other)) != NO_PIECE]
    yield from meet_terrain(game, unit, pieces)
    entered = False
    for piece in pieces:
        if enters and not met and not entered and (yield from may_enter(game, unit, piece)):
            met += yield from enter(game, unit, piece)
            yield from meet_enemies(game, unit, met, charge=charge)
            entered = True
    if charge and not met:
        yield from _charge_at_nobody(game, unit)
    return Moved(True, tuple(met), entered, charge)


def meet_enemies(game: Runewars, unit: int, met: Sequence[int], *, charge: bool) -> Flow[None]:
    """Resolve the collision of a unit with enemies: a panic for each, or in a charge its impact."""
    # rules rw:68.2, rw:75.1, rw:75.4, rw:91.1, rw:91.1a
    state = game.state
    for enemy in met:
        game.emit(UnitsCollided(unit=label(state, unit), enemy=label(state, enemy)))
        if not charge and not has_flag(state, unit, "ignores-banes-of-collision"):
            yield from gain_banes(game, unit, "panic", 1, "rw:91.1")
        if charge:
            yield from gain_banes(game, enemy, "panic", keyword(state, unit, "impact"), "rw:68.2")
        yield from happen(game, Moment("collision", unit, enemy, charge=charge))


def _square_up(game: Runewars, unit: int, met: Sequence[int], side: Side) -> Flow[None]:
    """Let a unit square up with one of the enemies it has collided with, chosen by its player."""
    # rules rw:19.0, rw:19.3, rw:19.4, rw:22.4b
    state = game.state
    trays = [enemy for enemy in met if not is_inside(state, enemy) and state.figures[enemy]]
    if not trays or not state.figures[unit]:
        return
    enemy = yield from choose_unit(state, state.seat[unit], trays, "squaring-up", "rw:19.4")
    yield from square_up_with(game, unit, enemy, side)
