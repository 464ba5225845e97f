"""Ranged attacks: the shift, the target, and the effects on friends of shooting into a melee."""

from __future__ import annotations

from banneret.games.icefire.content.components import Attack
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import ArcChooser
from banneret.games.icefire.rules.combat.attack import attack, attack_of
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.movement.movement import note_mover, shifted
from banneret.games.icefire.rules.table.choosers import choose_unit
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.ground import INCH, pose_of, range_of, tray_of
from banneret.games.icefire.rules.table.move_spaces import ShiftSpace
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.sight import SIDE_NAMES, arcs, may_see, sees, shooting_distance
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.units import enemies_on_table, label
from banneret.games.icefire.state import NO_UNIT, Fight, State
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow, ask
from banneret.plane import Placed, Pose, Side, point_distance
from banneret.text.message import msg


def target_fault(state: State, unit: int, target: int, weapon: Attack, pose: Pose) -> Refusal | None:
    """Return why a unit may not shoot at a target from a pose: icefire:ranged.4, icefire:ranged.5, icefire:ranged.9.

    icefire:ranged.6, icefire:ranged.7, icefire:ranged.10, icefire:attack.1, icefire:sight.1.
    """
    if shooting_distance(state, unit, target, pose) > range_of(state, weapon.kind) + 0.001:
        return Refusal("icefire:ranged.9", msg("refuse.shoot.range", unit=label(state, target)))
    through = has_flag(state, unit, "sees-over-all")
    if not sees(state, unit, target, ranged=True, pose=pose, through=through):
        return Refusal("icefire:sight.3", msg("refuse.sight", unit=label(state, target)))
    return None


def targets_from(state: State, unit: int, weapon: Attack, pose: Pose) -> list[int]:
    """List the enemies that a unit may shoot at from a pose."""
    return [
        enemy
        for enemy in enemies_on_table(state, state.seat[unit])
        if target_fault(state, unit, enemy, weapon, pose) is None
    ]


def shift_space(state: State, unit: int, weapon: Attack, only: int = NO_UNIT) -> ShiftSpace:
    """Return the question about the shift before shooting; there must be a target after it: icefire:ranged.3.

    icefire:ruling.9. If the unit may shoot at a single enemy `only`, that is the target.
    """
    enemies = enemies_on_table(state, state.seat[unit]) if only == NO_UNIT else [only]

    def accepts(pose: Pose) -> Refusal | None:
        if any(target_fault(state, unit, enemy, weapon, pose) is None for enemy in enemies):
            return None
        return Refusal("icefire:ranged.3", msg("refuse.shoot.none"))

    def refuses(tray: Placed, off: float) -> bool:
        through, reach = has_flag(state, unit, "sees-over-all"), range_of(state, weapon.kind) + off + 1
        arrow = tray.to_world((0.0, tray.shape.depth / 2))
        return not any(
            point_distance(tray_of(state, enemy), arrow) <= reach
            and may_see(state, unit, enemy, tray, off, ranged=True, through=through)
            for enemy in enemies
        )

    limit = state.table.table.shooting_shift * INCH
    return ShiftSpace(state, unit, limit, "shoot", "icefire:ranged.3", accepts, refuses)


def _is_in_reach(state: State, unit: int, weapon: Attack, only: int = NO_UNIT) -> bool:
    """Return quickly whether some shift could bring an enemy into range: icefire:ranged.3, icefire:ranged.9.

    icefire:ruling.9.
    """
    enemies = enemies_on_table(state, state.seat[unit]) if only == NO_UNIT else [only]
    reach = range_of(state, weapon.kind) + state.table.table.shooting_shift * INCH + 1
    return any(shooting_distance(state, unit, enemy) <= reach for enemy in enemies)


def shooting_fault(state: State, unit: int) -> Refusal | None:
    """Return why a unit may not make a ranged attack now: icefire:ranged.1, icefire:ranged.2."""
    weapon = attack_of(state, unit, "ranged")
    if weapon is None:
        return Refusal("icefire:ranged.2", msg("refuse.no-attack", unit=label(state, unit)))
    if is_engaged(state, unit):
        return Refusal("icefire:ranged.1", msg("refuse.engaged", unit=label(state, unit)))
    if not _is_in_reach(state, unit, weapon) or not shift_space(state, unit, weapon).has_way():
        return Refusal("icefire:ranged.2", msg("refuse.shoot.none"))
    return None


def may_shoot_at(state: State, unit: int, enemy: int) -> bool:
    """Return whether a unit could make a ranged attack at an enemy now, perhaps after a shift: icefire:ranged.3."""
    weapon = attack_of(state, unit, "ranged")
    return (
        weapon is not None
        and not is_engaged(state, unit)
        and _is_in_reach(state, unit, weapon, enemy)
        and shift_space(state, unit, weapon, enemy).has_way()
    )


def shoot(game: War, unit: int, *, lowest: bool = False, only: int = NO_UNIT) -> Flow[None]:
    """Let a unit shift and shoot, perhaps at a single enemy `only`: icefire:ranged.3, icefire:ranged.4."""
    state = game.state
    weapon = attack_of(state, unit, "ranged")
    if weapon is None:
        raise ValueError(f"unit {label(state, unit)} has no ranged attack")
    note_mover(state, unit)
    answer = yield from ask(state.seat[unit], shift_space(state, unit, weapon, only))
    if answer.distance:
        yield from shifted(game, unit, answer)
    targets = targets_from(state, unit, weapon, pose_of(state, unit)) if state.health[unit] else []
    targets = [enemy for enemy in targets if only in (NO_UNIT, enemy)]
    if not targets:
        return
    target = yield from choose_unit(state, state.seat[unit], targets, "shoot", "icefire:ranged.4", striker=unit)
    yield from shoot_at(game, unit, target, weapon, lowest=lowest)


def shoot_at(game: War, unit: int, target: int, weapon: Attack, *, lowest: bool = False) -> Flow[None]:
    """Resolve a ranged attack; friends engaged with its target then take a Panic Test: icefire:ranged.11.

    icefire:ruling.93.
    """
    state = game.state
    side = yield from attacked_side(game, unit, target)
    friends = [friend for friend in enemies_of(state, target) if friendly(state, friend, state.seat[unit])]
    fight = Fight(unit, target, weapon.kind)
    fight.lowest_value = lowest
    yield from attack(game, fight, side)
    for friend in friends:
        yield from panic_test(game, friend, state.seat[unit])


def attacked_side(game: War, unit: int, target: int) -> Flow[Side]:
    """Return the arc of a target that is shot at; the attacker chooses between equal ones: icefire:ruling.4."""
    state = game.state
    sides = list(arcs(state, target, unit))
    if len(sides) == 1:
        return sides[0]
    answer = yield from ask(state.seat[unit], ArcChooser(sides, "icefire:ruling.4"))
    return next(side for side in sides if SIDE_NAMES[side] == answer.arc)
