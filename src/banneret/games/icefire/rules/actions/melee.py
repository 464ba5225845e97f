"""Melee attacks: facing and aligning, the target; and cutting down terrain."""

from __future__ import annotations

from banneret.games.icefire.events.moves import TerrainRemoved
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import (
    AlignChooser,
    AlignedAt,
    alignments,
    barred_offsets,
    edges_of,
    named_nearest,
)
from banneret.games.icefire.rules.combat.attack import attack, attack_of
from banneret.games.icefire.rules.movement.movement import settle, terrain_entered
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit, may
from banneret.games.icefire.rules.table.engagement import foes_of, is_engaged, side_of
from banneret.games.icefire.rules.table.ground import INCH, pose_of, shape_of, terrain_with, tray_of
from banneret.games.icefire.rules.table.paths import end_fault
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import Fight, State
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow, ask
from banneret.plane import Pose, Side, Straight, flush, is_within, nearest_free
from banneret.text.message import msg


def melee_fault(state: State, unit: int) -> Refusal | None:
    """Return why a unit may not make a melee attack now: icefire:melee.1, icefire:melee.2."""
    if attack_of(state, unit, "melee") is None:
        return Refusal("icefire:melee.2", msg("refuse.no-attack", unit=label(state, unit)))
    if not is_engaged(state, unit):
        return Refusal("icefire:melee.1", msg("refuse.not-engaged", unit=label(state, unit)))
    return None


def fight_melee(game: War, unit: int, *, align: bool = True, lowest: bool = False, highest: bool = False) -> Flow[None]:
    """Let an engaged unit align and attack one of its enemies: icefire:melee.6, icefire:melee.7."""
    state = game.state
    if align:
        yield from realign(game, unit)
    enemies = foes_of(state, unit)
    if not enemies:
        return
    target = yield from choose_unit(state, state.seat[unit], enemies, "fight", "icefire:melee.6", striker=unit)
    yield from fight_at(game, unit, target, lowest=lowest, highest=highest)


def fight_at(game: War, unit: int, target: int, *, lowest: bool = False, highest: bool = False) -> Flow[None]:
    """Resolve a melee attack against an enemy on the side in contact: icefire:ruling.39."""
    state = game.state
    fight = Fight(unit, target, "melee")
    fight.lowest_value = lowest
    fight.highest_value = highest
    others = [one for one in foes_of(state, target) if one != unit]
    yield from attack(game, fight, side_of(state, target, unit))
    yield from surge(game, fight, others)


def realign(game: War, unit: int) -> Flow[None]:
    """Let a unit engaged with a single enemy turn to face it, then align with it; both are optional.

    icefire:melee.3, icefire:melee.5. A unit engaged with several enemies may not: icefire:melee.4.
    """
    state = game.state
    enemies = foes_of(state, unit)
    if len(enemies) != 1:
        return
    (enemy,) = enemies
    seat, own = state.seat[unit], side_of(state, unit, enemy)
    if own != Side.FRONT and game.once(realignments, state, unit, Side.FRONT):
        name = label(state, unit)
        if (yield from may(seat, "face", "icefire:melee.3", unit=name, enemy=label(state, enemy))):
            own = Side.FRONT
    places = game.once(realignments, state, unit, own)
    how = places[0].how
    if len(places) > 1:
        how = (yield from ask(seat, AlignChooser(places, label(state, unit), "icefire:melee.5"))).how
    pose = next(place.pose for place in places if place.how == how)
    if pose != (before := pose_of(state, unit)):
        entered = game.once(terrain_entered, state, unit, before, pose, Straight(0), pose)
        yield from settle(game, unit, pose, "align", entered)


def realignments(state: State, unit: int, own: Side) -> list[AlignedAt]:
    """List the alignments of a unit's side with its only enemy for a melee attack, staying first.

    icefire:melee.4, icefire:melee.5. A unit that has turned stays where it was along the enemy's edge, as nearly as
    there is room: icefire:ruling.139.
    """
    (enemy,) = foes_of(state, unit)
    side, at = side_of(state, enemy, unit), pose_of(state, unit)
    stay = [AlignedAt("stay", at)] if own == side_of(state, unit, enemy) else _turned(state, unit, enemy, side)
    others = [
        place for place in alignments(state, unit, enemy, side, own) if all(place.pose != one.pose for one in stay)
    ]
    return [
        place
        for place in (*stay, *others)
        if place.pose == at or end_fault(state, unit, place.pose, near=[enemy]) is None
    ]


def _turned(state: State, unit: int, enemy: int, side: Side) -> list[AlignedAt]:
    """List the alignments of a unit that turns its front to an enemy on another side; none if there is no room."""
    edges = edges_of(state, unit, enemy, side)
    if edges is None:
        return []
    at, (start, end) = pose_of(state, unit), (edges.edge.start, edges.edge.end)
    middle = Pose(round((start[0] + end[0]) / 2), round((start[1] + end[1]) / 2), edges.out)
    offset = -middle.to_local((at.x, at.y))[0]
    found = nearest_free([offset], edges.limit, barred_offsets(state, unit, enemy, edges))
    named = [("stay", found[0])] if len(found) == 1 else named_nearest(found)
    shape = shape_of(state, unit)
    return [AlignedAt(how, flush(shape, Side.FRONT, edges.edge, edges.out, one)) for how, one in named]


def pieces_to_raze(state: State, unit: int) -> list[int]:
    """List the Destructible terrain within 1 inch of a unit: icefire:keyword.destructible."""
    tray = tray_of(state, unit)
    return [number for number, piece in terrain_with(state, "destructible") if is_within(tray, piece, INCH)]


def raze_fault(state: State, unit: int) -> Refusal | None:
    """Return why a unit may not cut down terrain: icefire:keyword.destructible, icefire:keyword-2021.destructible."""
    if attack_of(state, unit, "melee") is None:
        return Refusal("icefire:melee.2", msg("refuse.no-attack", unit=label(state, unit)))
    if not pieces_to_raze(state, unit):
        rule = state.law.rule("icefire:keyword.destructible")
        return Refusal(rule, msg("refuse.raze", unit=label(state, unit)))
    return None


def raze(game: War, unit: int) -> Flow[None]:
    """Remove a piece of Destructible terrain: icefire:keyword.destructible."""
    state = game.state
    things = [f"piece-{number}" for number in pieces_to_raze(state, unit)]
    rule = state.law.rule("icefire:keyword.destructible")
    answer = yield from ask(state.seat[unit], ThingChooser(things, "raze", rule))
    number = int(getattr(answer, "choice", things[0]).removeprefix("piece-"))
    game.emit(TerrainRemoved(piece=state.pieces[number], number=number, rule=rule))
    state.pieces[number] = ""
