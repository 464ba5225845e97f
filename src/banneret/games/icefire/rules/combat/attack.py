"""Resolving an attack, step by step: icefire:resolve.1."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from banneret.games.icefire.content.components import Attack
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.attacks import AttackBegan, AttackEnded, AttackRolled, DefenseRolled, TestPassed
from banneret.games.icefire.events.tokens import WallDestroyed, WoundsSuffered
from banneret.games.icefire.game import War
from banneret.games.icefire.roll import FACES, Roll
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.rerolls import offer_rerolls
from banneret.games.icefire.rules.combat.wounds import note_freed, suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import leave_contact
from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.rules.table.sight import ARC_NAMES
from banneret.games.icefire.rules.table.sources import number_of, shape_fight
from banneret.games.icefire.rules.table.units import is_wall, label, ranks_left, ranks_lost, unit_card
from banneret.games.icefire.rules.victory import score
from banneret.games.icefire.state import NO_UNIT, Fight, Moment, State, Test
from banneret.kernel.flow import Flow
from banneret.plane import Side

RAMS: Final = "battering-rams"
"""The effect that makes castle walls suffer more Wounds."""
BONUS = {"front": 0, "flank": -1, "rear": -2}
"""Modifier of the arc to defense dice and Panic Test: icefire:bonus.3, icefire:bonus.4."""


def attack_of(state: State, unit: int, kind: str) -> Attack | None:
    """Return a unit's attack of a kind, `melee` or `ranged`, or None: icefire:melee.2, icefire:ranged.2."""
    for attack in unit_card(state, unit).attacks:
        if (attack.kind == "melee") == (kind == "melee"):
            return attack
    return None


def dice_of(state: State, fight: Fight, attack: Attack) -> int:
    """Return the number of attack dice according to the remaining ranks: icefire:resolve.2, icefire:card.6.

    Added or subtracted ranks move along the values, never beyond their ends (icefire:ruling.38). Using the lowest value
    takes precedence over using the highest: icefire:modifier.3.
    """
    place = max(0, ranks_lost(state, fight.attacker) - fight.rank_shift)
    value = attack.dice[min(place, len(attack.dice) - 1)]
    if fight.lowest_value:
        value = min(attack.dice)
    elif fight.highest_value:
        value = max(attack.dice)
    return max(0, value + fight.extra_dice)


def hits_on(attack: Attack, modifier: int) -> int:
    """Return the lowest roll that hits with the modifiers: icefire:card.5. A bonus to hit lowers it."""
    return attack.hit - modifier


def succeeds(die: int, needed: int) -> bool:
    """Return whether an attack or defense die succeeds. A 6 always hits or blocks, a 1 never.

    icefire:resolve.4, icefire:terms.12, icefire:resolve.9, icefire:resolve.10.
    """
    return die == 6 or (die != 1 and die >= needed)


def count_hits(dice: list[int], attack: Attack, modifier: int) -> int:
    """Count Hits: icefire:resolve.3."""
    needed = hits_on(attack, modifier)
    return sum(succeeds(die, needed) for die in dice)


def count_blocked(dice: list[int], defense: int, modifier: int) -> int:
    """Count blocked Hits: icefire:resolve.8, icefire:card.3."""
    needed = defense - modifier
    return sum(succeeds(die, needed) for die in dice)


def attack(game: War, fight: Fight, arc: Side) -> Flow[None]:
    """Carry out an attack from the count of its dice to its end: icefire:resolve.1, icefire:terms.3, icefire:terms.6.

    The arc does not change during the attack: icefire:ruling.39. Surge Forth is not part of it.
    """
    state = game.state
    fight.arc, fight.defended = int(arc), state.attachments[fight.defender]
    fight.tray = tray_of(state, fight.defender)
    weapon = attack_of(state, fight.attacker, "melee" if fight.kind == "melee" else "ranged")
    if weapon is None:
        raise ValueError(f"unit {label(state, fight.attacker)} has no {fight.kind} attack")
    names = label(state, fight.attacker), label(state, fight.defender)
    game.emit(AttackBegan(attacker=names[0], defender=names[1], kind=fight.kind, arc=ARC_NAMES[arc]))
    if state.turn is not None:
        state.turn.fights.append(fight)
    shape_fight(state, fight, ("any", "attacker"))
    _give(game, fight)
    yield from _moment(game, "attack-dice", fight)
    shape_fight(state, fight, ("striker", "defender"))  # after losses: icefire:ruling.147, icefire:stacking.3
    _give(game, fight)
    fell = not state.health[fight.defender]  # to something else: icefire:ruling.29
    if is_wall(state, fight.defender):
        yield from _roll_attack(game, fight, weapon)
        batter(game, fight)
    elif state.health[fight.defender] and (state.health[fight.attacker] or "fallen" in fight.notes):
        yield from _roll_attack(game, fight, weapon)
        yield from _roll_defense(game, fight)
        yield from _panic(game, fight)
    fight.felled = not fell and not state.health[fight.defender]
    game.emit(AttackEnded(attacker=names[0], defender=names[1], wounds=fight.wounds))
    if fight.rolled:  # else a unit fell before the dice, and no attack was completed: icefire:ruling.138
        yield from mode_of(state).attacked(game, fight)
        for follow in fight.after:
            yield from follow(game, fight)
    for end in fight.ends:
        end(state, fight)
    if fight.rolled:
        yield from _moment(game, "attack-end", fight)  # once, after all steps: icefire:resolve.18, icefire:ruling.60
    if state.turn is not None:
        state.turn.fights.pop()


def _give(game: War, fight: Fight) -> None:
    """Give the defender the Condition tokens that it gains before any dice are rolled: icefire:condition.1."""
    for condition in fight.gives:
        give_condition(game, fight.defender, condition)
    fight.gives.clear()


def _moment(game: War, event: str, fight: Fight) -> Flow[None]:
    state = game.state
    kind = "melee" if fight.kind == "melee" else "ranged"
    moment = Moment(
        event, state.seat[fight.attacker], unit=fight.attacker, target=fight.defender, kind=kind, fight=fight
    )
    moment.arc, moment.tray = ARC_NAMES[Side(fight.arc)], fight.tray
    yield from happen(game, moment)


def _roll_attack(game: War, fight: Fight, weapon: Attack) -> Flow[None]:
    """Roll and re-roll attack dice and count Hits: icefire:resolve.3, icefire:resolve.5, icefire:resolve.6."""
    state = game.state
    modifier = fight.hit_modifier + number_of(state, "hit", fight.attacker)
    roll = Roll([game.chance.pick(6) + 1 for _ in range(dice_of(state, fight, weapon))])
    fight.rolled = True
    game.emit(
        AttackRolled(
            attacker=label(state, fight.attacker),
            dice=tuple(roll.dice),
            hits_on=min(6, max(2, hits_on(weapon, modifier))),
        )
    )
    misses = [str(face) for face in range(1, 7) if not succeeds(face, hits_on(weapon, modifier))]
    free: dict[int, Collection[str]] = {seat: misses for seat, what in fight.rerolls if what == "misses"}
    free |= {seat: FACES for seat, what in fight.rerolls if what == "attack"}
    if has_charge_bonus(fight):
        free[state.seat[fight.attacker]] = FACES
    fight.roll = roll
    yield from offer_rerolls(game, roll, fight.attacker, "weakened", free, "attack", "icefire:resolve.5", fight)
    fight.dice = roll.dice
    fight.hits = count_hits(fight.dice, weapon, modifier)
    yield from _moment(game, "attack-rolled", fight)
    fight.hits = count_hits(fight.dice, weapon, modifier)  # an effect may have re-rolled dice
    if fight.notes.get("all-hit"):
        fight.hits = len(fight.dice)
    fight.misses = len(fight.dice) - fight.hits
    sixes = fight.dice.count(6)
    fight.hits += fight.extra_hits
    if "critical-blow" in fight.keywords:  # icefire:attack-ability.critical-blow
        fight.hits += sixes
    if "precision" in fight.keywords:  # icefire:attack-ability.precision, icefire:ruling.32
        fight.hits -= sixes
        fight.extra_wounds += sixes


def has_charge_bonus(fight: Fight) -> bool:
    """Return whether attack dice may be re-rolled for charging: icefire:bonus.1, icefire:bonus.2, icefire:charge.24.

    Not after moving through Hindering terrain: icefire:keyword.hindering.
    """
    return fight.charge and fight.charge_bonus and "hindering" not in fight.charge_through


def _roll_defense(game: War, fight: Fight) -> Flow[None]:
    """Roll and re-roll defense dice, and apply the Wounds to the defender: icefire:resolve.7, icefire:resolve.11.

    icefire:resolve.12, icefire:resolve.13, icefire:terms.14, icefire:terms.15.
    """
    state = game.state
    needed = saves_on(state, fight)
    dice: list[int] = []
    if fight.hits > 0 and not fight.no_defense:
        roll = Roll([game.chance.pick(6) + 1 for _ in range(fight.hits)])
        game.emit(_defense_rolled(state, fight.defender, roll.dice, needed))
        free = {seat: FACES for seat, what in fight.rerolls if what == "defense"}
        fight.roll = roll
        yield from offer_rerolls(game, roll, fight.defender, "vulnerable", free, "defense", "icefire:resolve.11", fight)
        dice = roll.dice
    else:
        fight.roll = None
    fight.defense_dice = dice
    yield from _moment(game, "defense-rolled", fight)
    through = max(0, fight.hits - count_blocked(dice, needed, 0) - fight.blocked)
    if fight.notes.get("half-wounds"):  # icefire:ruling.42
        through //= 2
    by = state.seat[fight.attacker]
    ranks = ranks_left(state, fight.defender)
    fight.wounds = yield from suffer(game, fight.defender, through + fight.extra_wounds, by, fight.attacker)
    fight.ranks_destroyed += ranks - ranks_left(state, fight.defender)


def saves_on(state: State, fight: Fight) -> int:
    """Return the lowest roll of a defense die that blocks in an attack: icefire:resolve.9, icefire:resolve.10."""
    if fight.notes.get("only-sixes-block"):
        return 6
    return lowest_save(unit_card(state, fight.defender).defense, defense_modifier(state, fight))


def lowest_save(defense: int, modifier: int) -> int:
    """Return the lowest roll that blocks with a Defense and a modifier."""
    return min(6, max(2, defense - modifier))


def batter(game: War, fight: Fight) -> None:
    """Apply the Hits of a melee attack to a castle wall: no saves, no test, 1 Wound for every 2 Hits.

    icefire:castle-wall.3, icefire:castle-wall.4, icefire:castle-wall.5, icefire:siege.1. Hits that would be Wounds
    count as Hits; battering rams add to the Wounds of an attack that hits: icefire:siege.10. A destroyed wall remains
    on the table: icefire:castle-wall.6, icefire:castle-wall.7.
    """
    state, wall = game.state, fight.defender
    hits = fight.hits + fight.extra_wounds
    through = hits // state.table.wall.hits_a_wound
    if hits and has_effect(state, RAMS, NO_UNIT):
        through += state.table.wall.rams
    fight.wounds = min(state.health[wall], through)
    if not fight.wounds:
        return
    state.health[wall] -= fight.wounds
    game.emit(
        WoundsSuffered(unit=label(state, wall), wounds=fight.wounds, left=state.health[wall], rule="icefire:siege.1")
    )
    if not state.health[wall]:
        game.emit(WallDestroyed(wall=label(state, wall)))
        note_freed(state, wall)
        leave_contact(state, wall)
        score(game, state.seat[fight.attacker], state.table.wall.victory_points, "icefire:castle-wall.6")


def _defense_rolled(state: State, unit: int, dice: list[int], needed: int) -> DefenseRolled:
    return DefenseRolled(defender=label(state, unit), dice=tuple(dice), saves_on=needed)


def defense_modifier(state: State, fight: Fight) -> int:
    """Return the modifier of each defense die: arc, Sundering, Fortified, abilities: icefire:bonus.3, icefire:bonus.4.

    icefire:attack-ability.sundering, icefire:keyword.fortified, icefire:sight.5.
    """
    modifier = fight.defense_modifier + number_of(state, "defense", fight.defender)
    if fight.flank_bonus:
        modifier += BONUS[ARC_NAMES[Side(fight.arc)]]
    if "sundering" in fight.keywords:
        modifier -= 1
    if fight.charge and "fortified" in fight.charge_through:
        modifier += 1
    return modifier


def panic_modifier(fight: Fight) -> int:
    """Return the attack's modifier of the Panic Test, from arc and Vicious: icefire:attack-ability.vicious."""
    modifier = fight.panic_modifier
    if fight.flank_bonus:
        modifier += BONUS[ARC_NAMES[Side(fight.arc)]]
    return modifier - (2 if "vicious" in fight.keywords else 0)


def _panic(game: War, fight: Fight) -> Flow[None]:
    """Let the defender take its Panic Test: icefire:resolve.15.

    Without a Wound it passes without a roll and counts as having taken it: icefire:resolve.16, icefire:resolve.17.
    Its Wounds are a separate event: icefire:ruling.47.
    """
    state = game.state
    if not state.health[fight.defender]:
        return
    if not fight.wounds:
        game.emit(TestPassed(unit=label(state, fight.defender)))
        test = Test(fight.defender, "panic", state.seat[fight.attacker], fight)
        test.passed = True
        seat = state.seat[fight.defender]
        yield from happen(
            game, Moment("test-passed", seat, unit=fight.defender, target=fight.attacker, test=test, fight=fight)
        )
        return
    yield from panic_test(
        game,
        fight.defender,
        state.seat[fight.attacker],
        modifier=panic_modifier(fight),
        extra_wounds=fight.extra_panic_wounds,
        fight=fight,
    )


def suffer_hits(game: War, unit: int, hits: int, by: int, cause: int = NO_UNIT) -> Flow[int]:
    """Let a unit suffer Hits from an effect, with saves but no Panic Test; return the Wounds: icefire:terms.13.

    icefire:terms.14, icefire:ruling.33, icefire:ruling.47.
    """
    state = game.state
    if hits <= 0 or not state.health[unit] or is_wall(state, unit):
        return 0
    needed = lowest_save(unit_card(state, unit).defense, number_of(state, "defense", unit))
    roll = Roll([game.chance.pick(6) + 1 for _ in range(hits)])
    game.emit(_defense_rolled(state, unit, roll.dice, needed))
    yield from offer_rerolls(game, roll, unit, "vulnerable", {}, "defense", "icefire:resolve.11")
    blocked = count_blocked(roll.dice, needed, 0)
    wounds = yield from suffer(game, unit, max(0, hits - blocked), by, cause)
    return wounds
