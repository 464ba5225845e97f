"""Melee attacks: facing and aligning, the target; and cutting terrain down."""

from __future__ import annotations

from banneret.games.icefire.events.moves import TerrainRemoved
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import AlignChooser, AlignedAt, alignments
from banneret.games.icefire.rules.combat.attack import attack, attack_of
from banneret.games.icefire.rules.movement.movement import settle
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit
from banneret.games.icefire.rules.table.engagement import foes_of, is_engaged, side_of
from banneret.games.icefire.rules.table.ground import INCH, pose_of, terrain_with, tray_of
from banneret.games.icefire.rules.table.paths import end_fault
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import Fight, State
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow, ask
from banneret.plane import distance, is_below
from banneret.text.message import say


def melee_fault(state: State, unit: int) -> Refusal | None:
    """Return why a unit may make no melee attack now: icefire:melee.1, icefire:melee.2."""
    if attack_of(state, unit, "melee") is None:
        return Refusal("icefire:melee.2", say("refuse.no-attack", unit=label(state, unit)))
    if not is_engaged(state, unit):
        return Refusal("icefire:melee.1", say("refuse.not-engaged", unit=label(state, unit)))
    return None


def fight_melee(game: War, unit: int, *, align: bool = True, lowest: bool = False, highest: bool = False) -> Flow[None]:
    """Let an engaged unit align and attack one of its enemies: icefire:melee.6, icefire:melee.7."""
    state = game.state
    if align:
        yield from realign(game, unit)
    enemies = foes_of(state, unit)
    if not enemies:
        return
    target = yield from choose_unit(state, state.seat[unit], enemies, "fight", "icefire:melee.6")
    yield from fight_at(game, unit, target, lowest=lowest, highest=highest)


def fight_at(game: War, unit: int, target: int, *, lowest: bool = False, highest: bool = False) -> Flow[None]:
    """Resolve a melee attack at an enemy in contact, by the side in contact: icefire:ruling.39."""
    state = game.state
    fight = Fight(unit, target, "melee")
    fight.lowest_value = lowest
    fight.highest_value = highest
    others = [one for one in foes_of(state, target) if one != unit]
    yield from attack(game, fight, side_of(state, target, unit))
    yield from surge(game, fight, others)


def realign(game: War, unit: int) -> Flow[None]:
    """Let a unit engaged with one enemy face it and align with it, or stay: icefire:melee.3, icefire:melee.5.

    One that is engaged with several may not: icefire:melee.4.
    """
    state = game.state
    places = realignments(state, unit)
    if len(places) < 2:
        return
    answer = yield from ask(state.seat[unit], AlignChooser(places, label(state, unit), "icefire:melee.5"))
    if answer.how != "stay":
        pose = next(place.pose for place in places if place.how == answer.how)
        yield from settle(game, unit, pose, "align")


def realignments(state: State, unit: int) -> list[AlignedAt]:
    """List how a unit may lie for its melee attack, to stay first: icefire:melee.4, icefire:melee.5."""
    at = pose_of(state, unit)
    stay = AlignedAt("stay", at)
    enemies = foes_of(state, unit)
    if len(enemies) != 1:
        return [stay]
    (enemy,) = enemies
    return [
        stay,
        *(
            place
            for place in alignments(state, unit, enemy, side_of(state, enemy, unit))
            if place.pose != at and end_fault(state, unit, place.pose, near=[enemy]) is None
        ),
    ]


def pieces_to_raze(state: State, unit: int) -> list[int]:
    """List the Destructible terrain within 1 inch of a unit: icefire:keyword.destructible."""
    tray = tray_of(state, unit)
    return [number for number, piece in terrain_with(state, "destructible") if is_below(distance(tray, piece), INCH)]


def raze_fault(state: State, unit: int) -> Refusal | None:
    """Return why a unit may not cut terrain down: icefire:keyword.destructible, icefire:keyword-2021.destructible."""
    if attack_of(state, unit, "melee") is None:
        return Refusal("icefire:melee.2", say("refuse.no-attack", unit=label(state, unit)))
    if not pieces_to_raze(state, unit):
        rule = state.law.rule("icefire:keyword.destructible")
        return Refusal(rule, say("refuse.raze", unit=label(state, unit)))
    return None


def raze(game: War, unit: int) -> Flow[None]:
    """Remove a piece of Destructible terrain: icefire:keyword.destructible."""
    state = game.state
    things = [f"piece-{number}" for number in pieces_to_raze(state, unit)]
    rule = state.law.rule("icefire:keyword.destructible")
    answer = yield from ask(state.seat[unit], ThingChooser(things, "raze", rule))
    number = int(getattr(answer, "choice", things[0]).removeprefix("piece-"))
    game.tell(TerrainRemoved(piece=state.pieces[number], number=number, rule=rule))
    state.pieces[number] = ""
