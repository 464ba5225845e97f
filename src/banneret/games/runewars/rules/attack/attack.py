"""An attack, step by step: attacker, profile and target; then dice, icons, wounds, losses and morale."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from banneret.games.runewars.content.components import AttackProfile, Icon, components
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment, When
from banneret.games.runewars.effects.surges import spend_surges
from banneret.games.runewars.events.combat import AttackBegan, AttackCanceled, AttackEnded
from banneret.games.runewars.events.moves import ActionCanceled
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label, unit_of
from banneret.games.runewars.rules.attack.attack_dice import gather_dice, modify_dice, reroll_dice, roll_dice
from banneret.games.runewars.rules.attack.attack_targets import contacts_of, edges_to, targets_of
from banneret.games.runewars.rules.attack.icons import assign_accuracies, spend_hits, spend_mortal_strikes
from banneret.games.runewars.rules.attack.morale import morale_after_attack, morale_of_allies
from banneret.games.runewars.rules.damage.attack_choosers import (
    SIDE_NAMES,
    SIDES,
    AttackPlan,
    EdgeChooser,
    ProfileChooser,
    TargetChooser,
)
from banneret.games.runewars.rules.damage.losses import Toll, reconfigure
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind, forbids_profile, is_flanking
from banneret.kernel.flow import Flow, ask
from banneret.plane import Side


def attack(
    game: Runewars,
    unit: int,
    kind: AttackKind,
    icons: Sequence[Icon] = (),
    among: Collection[int] | None = None,
    *,
    profile: AttackProfile | None = None,
) -> Flow[Attack | None]:
    """Let a unit attack: as an action, or in a charge against an enemy it collided with (`among`).

    `icons` are those of its enhancement; `profile` is one granted by a card. Returns the attack, or None if there is no
    legal target.
    """
    # rules rw:7.0, rw:7.12, rw:34.1, rw:34.2, rw:36.0, rw:60.0, rw:75.3, rw:75.3a, rw:76.1, rw:76.2, rw:76.3
    state = game.state
    profiles = profiles_of(state, unit, kind) if profile is None else [profile]
    targets = [enemy for enemy in targets_of(state, unit, kind) if among is None or enemy in among]
    if not profiles or not targets:
        rule = "rw:7.1" if not profiles else "rw:7.2a" if kind == "melee" else "rw:7.2b"
        game.emit(ActionCanceled(unit=label(state, unit), rule=rule))
        return None
    outer = state.fighting
    fight = yield from _declare(game, unit, kind, profiles, targets, icons)
    state.fighting = unit, fight.defender
    yield from _moment(game, "attack-target", fight)
    allies = _allies_engaged_with(state, fight) if kind == "ranged" else []
    if not fight.canceled:
        yield from gather_dice(game, fight)
    if not (fight.dice and state.figures[unit] and state.figures[fight.defender]):  # a card may have destroyed one
        fight.canceled = True
        game.emit(AttackCanceled(attacker=label(state, unit), defender=label(state, fight.defender)))
    if not fight.canceled:
        yield from _carry_out(game, fight)
    yield from morale_of_allies(game, fight, allies)
    names = label(state, unit), label(state, fight.defender)
    game.emit(AttackEnded(attacker=names[0], defender=names[1], wounds=fight.wounds, trays=fight.trays))
    yield from _moment(game, "attack-end", fight)
    state.fighting = outer
    return fight


def _carry_out(game: Runewars, fight: Attack) -> Flow[None]:
    """Carry out steps 3 to 11, from the roll on."""
    # rules rw:7.3, rw:7.4, rw:7.5, rw:7.6, rw:7.7, rw:7.8, rw:7.9, rw:7.10, rw:7.11, rw:7.13
    state = game.state
    roll_dice(game, fight)
    yield from _moment(game, "attack-rolled", fight)
    if state.figures[fight.attacker]:
        yield from reroll_dice(game, fight)
    yield from _moment(game, "attack-rerolled", fight)
    yield from spend_dice(game, fight)
    yield from morale_after_attack(game, fight)


def spend_dice(game: Runewars, fight: Attack) -> Flow[None]:
    """Carry out steps 5 to 10: modify the dice and spend their icons."""
    # rules rw:7.5, rw:7.6, rw:7.7, rw:7.8, rw:7.9, rw:7.10
    yield from modify_dice(game, fight)
    yield from _moment(game, "attack-surges", fight)
    yield from spend_icons(game, fight)


def spend_icons(game: Runewars, fight: Attack) -> Flow[None]:
    """Carry out steps 6 to 10: spend surges, accuracies, mortal strikes and hits, and remove trays."""
    # rules rw:7.6, rw:7.7, rw:7.8, rw:7.9, rw:7.10, rw:7.13
    state = game.state
    yield from spend_surges(game, fight)
    if state.figures[fight.defender]:
        toll = Toll(state, fight.defender)
        yield from assign_accuracies(game, fight)
        yield from spend_mortal_strikes(game, fight, toll)
        yield from spend_hits(game, fight, toll)
        fight.wounds += toll.wounds
        fight.trays += yield from reconfigure(game, toll)


def _moment(game: Runewars, name: When, fight: Attack) -> Flow[None]:
    yield from happen(game, Moment(name, fight.attacker, fight.defender, attack=fight))


# Steps 1 and 2 -----------------------------------------------------------------------------------------------------


def profiles_of(state: MatchState, unit: int, kind: AttackKind) -> list[AttackProfile]:
    """Return the attack profiles of a kind on a unit's card."""
    # rules rw:7.1, rw:8.0, rw:36.1, rw:60.1
    attacks = components().units[state.unit[unit]].attacks
    return [profile for profile in attacks if forbids_profile(profile, kind) is None]


def _declare(  # what is known when an attack is declared
    game: Runewars,
    unit: int,
    kind: AttackKind,
    profiles: Sequence[AttackProfile],
    targets: Sequence[int],
    icons: Sequence[Icon],
) -> Flow[Attack]:
    """Carry out step 1 (the profile) and step 2 (the target and, in a melee attack, the contacted edge)."""
    # rules rw:7.1, rw:7.2, rw:20.1, rw:20.1a, rw:39.0, rw:39.1, rw:39.1c, rw:ruling.32
    state = game.state
    seat = state.seat[unit]
    chosen = yield from ask(seat, ProfileChooser(unit, len(profiles)))
    plan = AttackPlan(unit, kind, profiles[int(chosen.profile) - 1], tuple(icons))
    target = yield from ask(seat, TargetChooser(state, plan, targets))
    defender, edge = unit_of(state, target.unit), None
    if kind == "melee":
        edge = SIDES[(yield from ask(seat, EdgeChooser(plan, defender, edges_against(state, unit, defender)))).edge]
    fight = declared(state, plan, defender, edge)
    game.emit(
        AttackBegan(
            attacker=label(state, unit),
            defender=target.unit,
            kind=kind,
            edge=None if fight.edge is None else SIDE_NAMES[fight.edge],
            flanking=fight.flanking,
        )
    )
    return fight


def edges_against(state: MatchState, unit: int, defender: int) -> list[Side]:
    """Return the edges of a unit that touch its target in a melee attack, clockwise."""
    # rules rw:7.2, rw:20.1a
    return sorted({one.own for one in edges_to(state, unit, defender) if one.own != Side.NO_SIDE}) or [Side.FRONT]


def declared(state: MatchState, plan: AttackPlan, defender: int, edge: Side | None) -> Attack:
    """Return an attack as it begins, with its contacted edge in a melee attack and its flank."""
    # rules rw:39.0, rw:39.1, rw:39.1c, rw:ruling.32
    unit = plan.unit
    fight = Attack(unit, defender, plan.kind, plan.profile)
    fight.enhancement = plan.icons
    fight.edge = edge
    if edge is not None:
        fight.flanking = is_flanking(one for one in edges_to(state, unit, defender) if one.own == edge)
        fight.flanked = is_flanking(contacts_of(state, defender, unit))
    return fight


def _allies_engaged_with(state: MatchState, fight: Attack) -> list[int]:
    """Return the attacker's allies that are engaged with the defender when the attack begins."""
    # rule rw:36.3
    return [
        ally
        for ally, seat in enumerate(state.seat)
        if seat == state.seat[fight.attacker] and ally != fight.attacker and contacts_of(state, ally, fight.defender)
    ]
