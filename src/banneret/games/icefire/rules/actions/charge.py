"""Charging: legal targets, the pivot, the roll, the move, and the charger's alignment with its target."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final, NamedTuple

from banneret.games.icefire.actions import Align, ChooseArc, Pivot
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.moves import ChargeDeclared, ChargeEnded, DistanceRolled
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge_headings import (
    BEST_ROLL,
    bars,
    best_distance,
    contact_at,
    find_heading,
    heading_fault,
    headings_that_reach,
    in_reach,
    uncrossable,
)
from banneret.games.icefire.rules.combat.attack import attack, attack_of
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.contacts import part_others
from banneret.games.icefire.rules.movement.movement import dangers_around, note_mover, settle, terrain_entered
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import are_engaged, is_engaged, side_of
from banneret.games.icefire.rules.table.ground import (
    GIVE,
    INCH,
    ROUNDING,
    pose_of,
    shape_of,
    table_of,
    terrain,
    terrain_with,
    tray_at,
    tray_of,
)
from banneret.games.icefire.rules.table.lasting_effects import has_effect, keep_effects
from banneret.games.icefire.rules.table.layout import Layout, layout_for
from banneret.games.icefire.rules.table.move_spaces import PivotSpace
from banneret.games.icefire.rules.table.paths import crosses, slowed, speed_of, turn_fault
from banneret.games.icefire.rules.table.sight import ARC_NAMES, SIDE_NAMES, arcs, sees
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.surroundings import ignores
from banneret.games.icefire.rules.table.units import enemies_on_table, is_wall, label, on_table, walls_against
from banneret.games.icefire.state import NOBODY, Fight, Moment, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import (
    TURN,
    Edge,
    Placed,
    Pose,
    Side,
    Span,
    Straight,
    barred,
    distance,
    flush,
    heading_out,
    heading_towards,
    is_barred,
    is_within,
    meets,
    nearest_free,
    offset_of,
    overlaps,
    penetration,
    reach_bands,
    stop_before,
)
from banneret.plane.distance import is_far
from banneret.plane.memo import Memo
from banneret.plane.motion import stop_clear, way_of
from banneret.plane.pose import place_anew
from banneret.text.message import Message, msg

ALL_SIXES: Final = "charges-at-six"
"""The effect on a unit whose charge dice count as 6 in its next charge."""


class AlignedAt(NamedTuple):
    """An alignment with an enemy's edge: `center`, by half as seen by the enemy (`left`, `right`), or `near`."""

    how: str
    pose: Pose


# Legal targets -------------------------------------------------------------------------------------------------------


def charge_fault(state: State, unit: int, target: int) -> Refusal | None:
    """Return why a unit may not declare a charge at a target."""
    return _charger_fault(state, unit) or _target_fault(state, unit, target, best_distance(state, unit))


def _charger_fault(state: State, unit: int) -> Refusal | None:
    """Return why a unit may not charge at all: icefire:charge.1."""
    if is_engaged(state, unit):
        return Refusal("icefire:charge.1", msg("refuse.engaged", unit=label(state, unit)))
    if attack_of(state, unit, "melee") is None:
        return Refusal("icefire:melee.2", msg("refuse.no-attack", unit=label(state, unit)))
    return None


def _target_fault(state: State, unit: int, target: int, length: int) -> Refusal | None:
    """Return why a unit that may charge up to a length may not charge a target: icefire:charge.2, icefire:charge.6.

    icefire:charge.3, icefire:charge.4, icefire:charge.5, icefire:ruling.15, icefire:charge-2021.1, icefire:sight.1.
    """
    name = label(state, target)
    if not in_reach(state, unit, target, length):
        return Refusal("icefire:charge.5", msg("refuse.charge.far", unit=name))
    hindered = _hindrance(state, unit, target, length, layout_for(state, unit))
    if hindered == "sight":
        return Refusal("icefire:charge.3", msg("refuse.sight", unit=name))
    if hindered == "room":
        return Refusal(state.law.rule("icefire:charge.4"), msg("refuse.charge.room", unit=name))
    if hindered == "way":
        return Refusal("icefire:charge.6", msg("refuse.charge.way", unit=name))
    return None


_HINDERED: Final = Memo[str]()


def _hindrance(state: State, unit: int, target: int, length: int, layout: Layout) -> str:
    """Return the cached result of `_hindered` for a layout."""
    return _HINDERED.get((target, length, layout), lambda: _hindered(state, unit, target))


def _hindered(state: State, unit: int, target: int) -> str:
    """Return what keeps a unit from charging a target in reach: `sight`, `room`, `way`, or nothing.

    icefire:charge.3, icefire:charge.4, icefire:charge.6, icefire:ruling.15, icefire:sight.1.
    """
    if not sees(state, unit, target):
        return "sight"
    if not any(has_alignment(state, unit, target, side) for side in arcs(state, target, unit)):
        return "room"
    return "way" if find_heading(state, unit, target) is None else ""


def may_still_charge(state: State, unit: int, target: int) -> bool:
    """Return whether a declared charge takes place after responses: it may fall short by now: icefire:ruling.146."""
    if not state.health[target] or _charger_fault(state, unit) is not None:
        return False
    return _hindered(state, unit, target) in ("", "way")


def charge_targets(state: State, unit: int) -> list[int]:
    """List the enemies that a unit may charge, by number, and castle walls: icefire:castle-wall.2, icefire:charge.2.

    They are in reach (icefire:charge.5), and nothing hinders the charge: icefire:charge.6.
    """
    if _charger_fault(state, unit) is not None:
        return []
    tray, length = tray_of(state, unit), best_distance(state, unit)
    near = [enemy for enemy in chargeable(state, unit) if not is_far(tray, tray_of(state, enemy), length)]
    if not near:
        return []
    layout = layout_for(state, unit)
    return [
        enemy
        for enemy in near
        if in_reach(state, unit, enemy, length) and not _hindrance(state, unit, enemy, length, layout)
    ]


def chargeable(state: State, unit: int) -> list[int]:
    """List what a unit may charge if nothing hinders it: enemies and castle walls."""
    return [*enemies_on_table(state, state.seat[unit]), *walls_against(state, state.seat[unit])]


# Alignment with the target -------------------------------------------------------------------------------------------


class Edges(NamedTuple):
    """The edge of a target's tray, the heading out of it, and the offsets at which half of the unit's edge is on it."""

    edge: Edge
    out: int
    limit: float


def edges_of(state: State, unit: int, target: int, side: Side, own: Side = Side.FRONT) -> Edges | None:
    """Return where a side of a unit's tray meets a side of its target's; None if there is no room for half of it."""
    shape, goal = shape_of(state, unit), tray_of(state, target)
    edge = goal.edges_of(side)[0]
    length, other = (
        one.width if at in (Side.FRONT, Side.REAR) else one.depth for one, at in ((shape, own), (goal.shape, side))
    )
    limit = offset_of(length, other, length / 2)
    return None if limit is None else Edges(edge, heading_out(edge, pose_of(state, target)), limit)


def barred_offsets(state: State, unit: int, target: int, edges: Edges, own: Side = Side.FRONT) -> list[Span]:
    """List the offsets, as far as the limit of the edges, at which a tray would overlap something."""
    obstacles = [tray_of(state, one) for one in on_table(state) if one not in (unit, target)]
    obstacles += [piece for _, piece in terrain_with(state, "impassable")]
    obstacles += mode_of(state).barriers(state, target)
    shape = shape_of(state, unit)
    at_middle = flush(shape, own, edges.edge, edges.out, 0.0)
    tray, reach = place_anew(shape, at_middle), edges.limit + INCH
    if not table_of(state).surrounds(tray.x, tray.y, tray.radius + reach):
        obstacles += table_of(state).walls
    obstacles = [one for one in obstacles if not is_far(tray, one, reach)]
    return barred(shape, at_middle, edges.out, obstacles, GIVE - ROUNDING) if obstacles else []


def _free_offsets(
    state: State, unit: int, target: int, edges: Edges, own: Side = Side.FRONT
) -> list[tuple[str, float]]:
    """List the offsets of the alignments with a target's edge: whole, by half, or as near to these as possible.

    icefire:charge.18, icefire:charge.19, icefire:charge.4, icefire:ruling.17, icefire:ruling.18.
    """
    limit = edges.limit
    spans = barred_offsets(state, unit, target, edges, own)
    named: tuple[tuple[str, float], ...] = (("center", 0.0), ("left", limit), ("right", -limit))
    if is_wall(state, target):  # anywhere along its face: icefire:ruling.23
        at = pose_of(state, unit)
        across = pose_of(state, target).to_local((at.x, at.y))[0]
        named = (("near", max(-limit, min(limit, -across))), *named)
    found = [one for one in named if not is_barred(one[1], spans)]
    return found or named_nearest(nearest_free([0.0, limit, -limit], limit, spans))


def alignments(state: State, unit: int, target: int, side: Side, own: Side = Side.FRONT) -> list[AlignedAt]:
    """List the alignments of a unit's side with a target's side. Empty if there is no room for half of its edge."""
    edges = edges_of(state, unit, target, side, own)
    if edges is None:
        return []
    shape, offsets = shape_of(state, unit), _free_offsets(state, unit, target, edges, own)
    return [AlignedAt(how, flush(shape, own, edges.edge, edges.out, offset)) for how, offset in offsets]


def has_alignment(state: State, unit: int, target: int, side: Side) -> bool:
    """Return whether `alignments` with a target's side are not empty."""
    edges = edges_of(state, unit, target, side)
    return edges is not None and bool(_free_offsets(state, unit, target, edges))


def named_nearest(offsets: Sequence[float]) -> list[tuple[str, float]]:
    """Name the nearest free offsets; if both sides are equally near, the player chooses: icefire:ruling.18."""
    if len(offsets) < 2:
        return [("near", offset) for offset in offsets]
    return [("nearer-left", offsets[0]), ("nearer-right", offsets[-1])]


class ArcChooser(Chooser[ChooseArc]):
    """Which of two arcs with equal parts? Options in the order of the arcs."""

    __slots__ = ("rule", "sides")
    kind = "arc"
    answers = (ChooseArc,)

    def __init__(self, sides: list[Side], rule: str) -> None:
        self.sides = sides
        self.rule = rule  # a charge and other attacks have rules of their own

    def options(self) -> list[ChooseArc]:
        """List the arcs."""
        return [ChooseArc(SIDE_NAMES[side]) for side in self.sides]

    def refusal(self, action: ChooseArc) -> Refusal | None:
        """Refuse an arc with a smaller part: icefire:charge.9, icefire:sight.6."""
        if any(SIDE_NAMES[side] == action.arc for side in self.sides):
            return None
        return Refusal(self.rule, msg("refuse.arc", arc=action.arc))


class AlignChooser(Chooser[Align]):
    """How is the tray aligned with the enemy's? Options as given, none of them passive."""

    __slots__ = ("places", "rule", "unit")
    kind = "align"
    answers = (Align,)

    def __init__(self, places: list[AlignedAt], unit: str, rule: str) -> None:
        self.places = places
        self.unit = unit
        self.rule = rule  # a charge and a melee attack have rules of their own

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.align", unit=self.unit)

    def options(self) -> list[Align]:
        """List the alignments."""
        return [Align(place.how) for place in self.places]

    def refusal(self, action: Align) -> Refusal | None:
        """Refuse an alignment for which there is no room: icefire:charge.19."""
        if any(place.how == action.how for place in self.places):
            return None
        return Refusal(self.rule, msg("refuse.align", how=action.how))


class ChargePivotSpace(PivotSpace):
    """Which way does the charger pivot? Suggestions: not at all, towards the center of the target, and one in reach."""

    __slots__ = ("target",)

    def __init__(self, state: State, unit: int, target: int) -> None:
        super().__init__(
            state, unit, "charge", "icefire:charge.11", lambda pose: heading_fault(state, unit, target, pose)
        )
        self.target = target

    def suggest(self) -> list[Pivot]:
        """List the headings examined from which the charger reaches its target."""
        at, goal = pose_of(self.state, self.unit), pose_of(self.state, self.target)
        headings = [at.heading, heading_towards(goal.x - at.x, goal.y - at.y), (goal.heading + TURN // 2) % TURN]
        headings += headings_that_reach(self.state, self.unit, self.target)
        return [turn for heading in dict.fromkeys(headings) if self.refusal(turn := Pivot(heading)) is None]

    def sample(self, stream: Stream) -> Pivot:
        """Draw a legal heading from those that reach the target if nothing is in the way."""
        state, unit = self.state, self.unit
        bands = reach_bands(
            shape_of(state, unit), pose_of(state, unit), tray_of(state, self.target), best_distance(state, unit)
        )
        for _ in range(12):
            low, high = stream.choice(bands)
            turn = Pivot((low + stream.below(high - low + 1)) % TURN)
            if self.refusal(turn) is None:
                return turn
        return stream.choice(self.suggest())


# The steps of a charge -----------------------------------------------------------------------------------------------


class Dash(NamedTuple):
    """The outcome of a charge: whether it made contact, and through which terrain."""

    success: bool
    through: frozenset[str]


def charge(game: War, unit: int, target: int) -> Flow[None]:
    """Carry out a declared charge: icefire:charge.7, icefire:charge.8, icefire:ruling.16, icefire:ruling.20.

    An effect may end it before the attack, and the charger may be destroyed on its way.
    """
    state = game.state
    seat = state.seat[unit]
    side = yield from charged_arc(game, unit, target)
    game.emit(ChargeDeclared(unit=label(state, unit), target=label(state, target), arc=ARC_NAMES[side]))
    note_mover(state, unit)
    start = game.once(_short, state, unit, target)
    if start is None:
        turned = yield from ask(seat, ChargePivotSpace(state, unit, target))
        start = pose_of(state, unit).facing(turned.heading)
    moment = yield from _roll(game, unit, target, side)
    if not (state.health[unit] and state.health[target]):  # icefire:ruling.138
        return
    roll = moment.notes["roll"]
    disorderly = roll <= moment.notes.get("disorderly", 1)  # icefire:charge.17, icefire:ruling.24
    if disorderly and state.turn is not None:  # icefire:charge.26
        state.turn.cardless.add(seat)
    if disorderly and moment.notes.get("shaken"):
        give_condition(game, unit, "vulnerable")
    dash = yield from _dash(game, unit, target, side, start, speed_of(state, unit) + roll * INCH)
    game.emit(ChargeEnded(unit=label(state, unit), target=label(state, target), success=dash.success))
    if not state.health[unit]:
        return
    if not dash.success:  # icefire:charge.27, icefire:charge.28, icefire:ruling.49
        yield from panic_test(game, unit, NOBODY)
        if state.turn is not None and state.turn.unit == unit:  # even if it was no action of its own
            state.turn.ended = True
        return
    charged = Moment("charged", seat, unit=unit, target=target, kind="melee", arc=ARC_NAMES[side])
    fight = Fight(unit, target, "melee", charge=True)
    fight.charge_bonus = not disorderly  # icefire:charge.25
    fight.charge_through = dash.through
    charged.fight = fight
    yield from happen(game, charged)
    if charged.replaced or not (state.health[unit] and state.health[target] and are_engaged(state, unit, target)):
        return
    others = [one for one in on_table(state) if one != unit and are_engaged(state, one, target)]
    side = side_of(state, target, unit)  # a response may have turned the target: icefire:ruling.39
    yield from attack(game, fight, side)  # icefire:charge.23, icefire:ruling.19
    yield from surge(game, fight, others)


def _short(state: State, unit: int, target: int) -> Pose | None:
    """Return None if a charge can make contact, else the pose from which it falls short: icefire:ruling.146."""
    if find_heading(state, unit, target) is not None:
        return None
    at, goal = pose_of(state, unit), pose_of(state, target)
    turned = at.facing(heading_towards(goal.x - at.x, goal.y - at.y))
    return turned if turn_fault(state, unit, turned, but=target) is None else at


def chargeable_arcs(state: State, unit: int, target: int) -> list[Side]:
    """List the arcs of its target that a charger is in most, without those that have no room: icefire:charge.10."""
    return [side for side in arcs(state, target, unit) if has_alignment(state, unit, target, side)]


def charged_arc(game: War, unit: int, target: int) -> Flow[Side]:
    """Return the contacted arc: the one the charger is in, or its choice between equal ones: icefire:charge.9.

    icefire:charge.10. An arc without room does not count.
    """
    state = game.state
    sides = game.once(chargeable_arcs, state, unit, target)
    if len(sides) == 1:
        return sides[0]
    answer = yield from ask(state.seat[unit], ArcChooser(sides, "icefire:charge.10"))
    return next(side for side in sides if SIDE_NAMES[side] == answer.arc)


def _roll(game: War, unit: int, target: int, side: Side) -> Flow[Moment]:
    """Roll the charge die: icefire:charge.12. An effect may change the result or have it re-rolled."""
    state = game.state
    moment = Moment("charge-rolled", state.seat[unit], unit=unit, target=target, action="charge", arc=ARC_NAMES[side])
    moment.notes["roll"] = game.chance.pick(6) + 1
    if has_effect(state, ALL_SIXES, unit):
        moment.notes["roll"] = BEST_ROLL
        keep_effects(state, [one for one in state.effects if (one.name, one.unit) != (ALL_SIXES, unit)])
    yield from happen(game, moment)
    roll = moment.notes["roll"]
    game.emit(DistanceRolled(unit=label(state, unit), roll=roll, distance=speed_of(state, unit) + roll * INCH))
    return moment


def _dash(  # the whole of it
    game: War, unit: int, target: int, side: Side, start: Pose, length: int
) -> Flow[Dash]:
    """Move the charger its whole distance; align it on contact: icefire:charge.13, icefire:charge.16.

    The terrain that counts is what it is in or moves through after its pivot: icefire:ruling.21.
    """
    state = game.state
    way = game.once(contact_at, state, unit, target, start, length)
    places = game.once(alignments, state, unit, target, side) if way is not None else []
    if way is None or not places:
        length = max(0, length - slowed(state, unit, start, Straight(length)))
        end = game.once(_stopped, state, unit, target, start, length)
        moved = Straight(round(hypot(end.x - start.x, end.y - start.y)))  # it may have stopped early
        yield from settle(game, unit, end, "charge", _charged_into(state, unit, start, moved, end))
        return Dash(False, frozenset())
    answer = yield from ask(state.seat[unit], AlignChooser(places, label(state, unit), "icefire:charge.18"))
    pose = next(place.pose for place in places if place.how == answer.how)
    entered = _charged_into(state, unit, start, Straight(way), pose)
    through = game.once(charged_through, state, unit, start, way, pose)
    yield from part_others(game, unit, target, pose)
    yield from settle(game, unit, pose, "charge", entered)
    return Dash(True, through)


def _charged_into(state: State, unit: int, start: Pose, motion: Straight, end: Pose) -> list[int]:
    """List at most one Dangerous piece that a charge leads into, and none if the charger began it in one.

    It suffers only once during a charge: icefire:keyword.dangerous, icefire:ruling.94.
    """
    if end == pose_of(state, unit) or dangers_around(state, unit):
        return []
    return terrain_entered(state, unit, pose_of(state, unit), start, motion, end)[:1]


def charged_through(state: State, unit: int, start: Pose, way: int, end: Pose) -> frozenset[str]:
    """Return the keywords of the terrain that a charger crosses after its pivot or ends on: icefire:ruling.21."""
    motion = Straight(way)
    through = frozenset(
        keyword
        for _, piece, placed in terrain(state)
        for keyword in piece.keywords
        if crosses(tray_at(state, unit, start), motion, placed) or overlaps(tray_at(state, unit, end), placed, GIVE)
        if not ignores(state, unit, keyword)
    )
    if through and has_flag(state, unit, "all-hinders"):
        through |= {"hindering"}
    return through


def _stopped(state: State, unit: int, target: int, start: Pose, length: int) -> Pose:
    """Return where a failed charge ends: after its distance, 1 inch from what it cannot cross: icefire:charge.14.

    It may leave what its pivot overlaps, and ends neither over it nor within 1 inch of an enemy: icefire:action.8.
    """
    tray, motion = tray_at(state, unit, start), Straight(length)
    dx, dy = way_of(tray, motion)
    at = 1.0
    there = uncrossable(state, unit, target, tray, length)
    for still in there:
        if bars(tray, motion, still):
            at = min(at, stop_before(tray, still, dx, dy, INCH))
    meeting = meets(tray, motion, tray_of(state, target).pieces, 0.0)
    if meeting is not None:  # it does not reach the target: something else came first, or there was no room
        at = min(at, stop_before(tray, tray_of(state, target), dx, dy, INCH))
    others = [*(tray_of(state, one) for one in on_table(state) if one != unit), *there]
    left = [tray_of(state, one) for one in enemies_on_table(state, state.seat[unit]) if one != target]
    left = [one for one in left if overlaps(tray, one, GIVE)]

    def lacks(placed: Placed) -> float:
        most = 0.0
        for other in others:
            if overlaps(placed, other, GIVE):
                most = max(most, penetration(placed, other) - GIVE, 1.0)
        for other in left:
            if is_within(placed, other, INCH):
                most = max(most, INCH - distance(placed, other), 1.0)
        return most

    end = stop_clear(shape_of(state, unit), start, motion, at, lacks)
    # overlapping something after the pivot, with no free place on the way: it stays as it was
    return pose_of(state, unit) if lacks(tray_at(state, unit, end)) else end
