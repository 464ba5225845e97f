"""Quick estimates of attacks, and of the actions that dials can be set to."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, fsum, hypot, sqrt
from typing import Final, NamedTuple

from banneret.games.runewars.bot.dice import ICONS, bare_hits_of, hits_of
from banneret.games.runewars.bot.evaluation import FARTHEST, Judge, Look, fights, health_of, shoots
from banneret.games.runewars.bot.ways import radius_of, size_of
from banneret.games.runewars.content.components import Action as DialAction
from banneret.games.runewars.content.components import ActionSector, Icon, ModifierSector, components
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.effects.held_cards import WHITE_MODIFIER
from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.effects.skills import skills_of
from banneret.games.runewars.match_state import MatchState, ground_of
from banneret.games.runewars.rules.attack.attack_targets import is_shot, sight_of
from banneret.games.runewars.rules.command import card_of
from banneret.games.runewars.rules.damage.wounds import current_defense
from banneret.games.runewars.rules.ground.surroundings import engaged_with, obstacles_of, piece_met
from banneret.games.runewars.rules.ground.terrain_keywords import keyword_of
from banneret.games.runewars.state import NO_PIECE, active_runes, cells_of, is_inside, runes
from banneret.games.runewars.units.combat import threat
from banneret.games.runewars.units.engagement import contacts
from banneret.games.runewars.units.formation import Cells, ranks_of, shape_of
from banneret.games.runewars.units.mana import amount
from banneret.games.runewars.units.movement import Halt, Way, motion_of, speed_on, template_of
from banneret.games.runewars.units.movement import move as carry
from banneret.plane import Placed, Point, Pose, Side

PANIC: Final = 0.5
"""The weight of a panic token in a collision without a charge."""
CHARGED: Final = 1.5
"""The value of a charge in addition to its attack."""
WAITING: Final = 0.03
"""The probability that a nearby enemy comes into contact with a unit that waits with a melee attack."""
FORMER_WAITING: Final = 0.15
"""The same in the former estimates."""
NEAR: Final = 5 * TRAY
SKILL: Final = 0.3
"""The value of a skill about which nothing is known without searching."""
ADVANCE: Final = 1.0
"""Additional share of the value of being nearer to the enemy, for moves of units that fight or see no target."""
FORMER_RALLY: Final = 0.2
"""The value of rallying a unit without banes, in the former estimates."""
SHOT: Final = 0.3
"""The value of a ranged attack in addition to its wounds."""
IDLE: Final = -1.0
_SIGHTS: Final = ("shoots-sideways", "ignores-sight", "short-sighted")
"""What cards may change about the sight of a unit."""
_MOVES: Final = ("march", "shift")
_CHARGES: Final = ("charge", "turning-charge")
_MOVING: Final = ("turn", "wheel", *_CHARGES)
_TURN: Final = 36000


class Sight(NamedTuple):
    """What a unit faces when its dials are set: enemies by number, those it touches, and those it may shoot at."""

    look: Look
    pose: Pose
    enemies: list[int]
    engaged: list[int]
    targets: list[int]
    skilled: bool = True
    """Whether the unit may have a skill that it can use."""


def _halt(state: MatchState, unit: int, pose: Pose, way: Way) -> Halt:
    """Return where a move ends; kept because dials are set in many worlds with the same units in the same places."""
    return ground_of(state).halts.get((unit, pose, way), lambda: _carried(state, unit, pose, way))


def _carried(state: MatchState, unit: int, pose: Pose, way: Way) -> Halt:
    shape = shape_of(cells_of(state, unit))
    return carry(shape, pose, motion_of(shape, pose, way), obstacles_of(state, unit))


class DialEye:
    """Estimates attacks and actions with the weights of a judge, or, with `legacy`, as in the first release."""

    __slots__ = ("judge", "legacy", "waiting")

    def __init__(self, judge: Judge, *, legacy: bool = False) -> None:
        self.judge = judge
        self.legacy = legacy
        self.waiting = FORMER_WAITING if legacy else WAITING
        """The probability that a nearby enemy comes into contact with a unit that waits."""

    # Attacks ---------------------------------------------------------------------------------------------------------

    def blow(self, state: MatchState, unit: int, target: int, kind: str, icons: tuple[Icon, ...] = ()) -> float:
        """Return the approximate value of an attack from its expected wounds, including re-rolls for ranks."""
        wounds = force_of(state.unit[unit], kind, tuple(state.mana), cells_of(state, unit), icons)
        if wounds is None:
            return 0.0
        wounds /= current_defense(state, target)
        left = health_of(state, target)
        finished = 1.0 if wounds >= left else 0.0
        return self._loss(state, target, min(wounds, left)) + finished

    def _loss(self, state: MatchState, target: int, wounds: float) -> float:
        if self.legacy:  # each wound is worth the same
            return self.judge.wound_worth(state, target) * wounds
        return self.judge.loss(state, target, wounds)

    def _wounding(self, state: MatchState, unit: int, target: int, kind: str) -> float:
        """Return the value of an attack for the choice of its target: the wounds of its hits alone."""
        profile = next((one for one in card_of(state, unit).attacks if one.kind == kind), None)
        if profile is None:
            return 0.0
        cells, pool = cells_of(state, unit), runes(state)
        dice = [*profile.dice]
        if profile.by_rune is not None:
            dice += [profile.by_rune.die] * pool[profile.by_rune.rune]
        hits = fsum(bare_hits_of(die) for die in dice) * (1 + 0.25 * min(2, ranks_of(cells).full))
        wounds = hits * threat(cells, Side.FRONT if kind == "melee" else None) / current_defense(state, target)
        left = health_of(state, target)
        return self.judge.loss(state, target, min(wounds, left)) + (1.0 if wounds >= left else 0.0)

    def _best_blow(self, state: MatchState, unit: int, sight: Sight, kind: str, icons: tuple[Icon, ...] = ()) -> float:
        targets = sight.engaged if kind == "melee" else sight.targets
        return max((self._struck(state, unit, target, kind, icons) for target in targets), default=0.0)

    def _struck(self, state: MatchState, unit: int, target: int, kind: str, icons: tuple[Icon, ...] = ()) -> float:
        """Return the value of a unit's attack to its player."""
        return self.judge.weights.prey * self.blow(state, unit, target, kind, icons)

    def sight(self, state: MatchState, unit: int) -> Sight:
        """Return what a unit on the table faces, and can do."""
        sight = seen_by(state, unit, legacy=self.legacy)
        if shoots(state, unit) and not sight.engaged:
            sight.targets.extend(self._in_range(state, unit, sight))
        return sight if self.legacy else sight._replace(skilled=bool(skills_of(state, unit)))

    def _in_range(self, state: MatchState, unit: int, sight: Sight) -> list[int]:
        """Return enemies about in the firing arc and within range that are in sight; with `legacy`, all of them."""
        ruler = tabletop().ruler
        found = []
        for enemy in sight.enemies:
            placed = sight.look.placed[enemy]
            if placed is None:
                continue
            right, ahead = sight.pose.to_local((placed.x, placed.y))
            near = ahead >= abs(right) - TRAY and hypot(right, ahead) <= ruler.band * ruler.bands + TRAY
            if near and (self.legacy or _sees(state, unit, enemy)):
                found.append(enemy)
        return found

    # Dials -----------------------------------------------------------------------------------------------------------

    def _fits(self, state: MatchState, unit: int, sight: Sight, action: ActionSector, beside: ModifierSector) -> bool:
        """Return whether a modifier has an effect with an action."""
        if beside.modifier is None or (beside.action == "skill" and not sight.skilled):
            return False
        if beside.stance in ("white", action.stance):
            return True
        return not self.legacy and (action.stance == "white" or WHITE_MODIFIER in state.marks[unit])

    def _sector(
        self, state: MatchState, unit: int, sight: Sight, number: int, modifier: ModifierSector | None
    ) -> float:
        chosen = card_of(state, unit).actions[number]
        if chosen.action is None:
            return IDLE
        speed = 0 if chosen.speed is None else amount(chosen.speed, runes(state))
        worth = self.act(state, unit, sight, chosen.action, speed, modifier)
        worth -= 0.04 * (chosen.initiative or 0) * (1 if sight.engaged else 0.5)
        if modifier is not None and modifier.action is not None:
            bonus = 0 if modifier.speed is None else amount(modifier.speed, runes(state))
            worth += 0.6 * max(0.0, self.act(state, unit, sight, modifier.action, bonus, None))
        if modifier is not None and modifier.defend is not None:
            worth += self._guard(state, unit, sight, amount(modifier.defend, runes(state)))
        return worth

    def act(
        self,
        state: MatchState,
        unit: int,
        sight: Sight,
        action: DialAction,
        speed: int,
        modifier: ModifierSector | None,
    ) -> float:
        """Return the approximate value of an action on the dials."""
        icons = modifier.icons if modifier is not None else ()
        if action in _MOVES:
            return self._go(state, unit, sight, action, speed, modifier)
        if action == "melee-attack":
            if sight.engaged:
                return 0.5 + self._best_blow(state, unit, sight, "melee", icons)
            near = [enemy for enemy in sight.enemies if _apart(sight, enemy) < NEAR and fights(state, enemy)]
            return max(
                (self.waiting * self._struck(state, unit, enemy, "melee", icons) for enemy in near), default=IDLE
            )
        if action == "ranged-attack":
            if not shoots(state, unit):
                return IDLE
            if not self.legacy and not sight.targets:
                return 0.0
            return SHOT + self._best_blow(state, unit, sight, "ranged", icons)
        if action == "rally":
            if self.legacy and not state.banes[unit]:
                return FORMER_RALLY
            return self.judge.weights.bane * len(state.banes[unit])
        if action == "skill":
            return SKILL if sight.skilled else 0.0
        return self._turned(state, unit, sight)

    def _turned(self, state: MatchState, unit: int, sight: Sight) -> float:
        """Return the value of a reform for a unit: facing its nearest enemy."""
        here = self.judge.place_worth(state, unit, sight.pose, sight.look)
        turns = [sight.pose.facing(sight.pose.heading + quarter) for quarter in (4500, 9000, 18000, 27000, 31500)]
        best = max(self.judge.place_worth(state, unit, pose, sight.look) for pose in turns)
        return (0.3 if sight.engaged else 1.0) * (best - here)

    def _guard(self, state: MatchState, unit: int, sight: Sight, more: int) -> float:
        """Return the value of additional defense against enemies that are near the unit or touch it."""
        threats = [
            self.blow(state, enemy, unit, "melee") * (1.0 if enemy in sight.engaged else self.waiting)
            for enemy in sight.enemies
            if enemy in sight.engaged or _apart(sight, enemy) < NEAR
        ]
        defense = current_defense(state, unit)
        return self.judge.weights.menace * max(threats, default=0.0) * more / (defense + more)

    def _go(
        self,
        state: MatchState,
        unit: int,
        sight: Sight,
        action: DialAction,
        speed: int,
        modifier: ModifierSector | None,
    ) -> float:
        """Return the value of a march or shift at its best end position, with current obstacles."""
        if sight.engaged:
            return IDLE if action == "march" else -0.3
        kind = None if modifier is None or modifier.modifier not in _MOVING else modifier.modifier
        charge = kind in _CHARGES
        if is_inside(state, unit) and not self.legacy:
            return self._left(state, unit, sight) - (self.judge.weights.bane if charge else 0.0)
        more = 0 if kind is None or modifier is None or modifier.speed is None else amount(modifier.speed, runes(state))
        template = template_of(kind)
        steps = speed_on(template, speed, more)
        if not steps:
            return IDLE
        sides = (Side.FRONT,) if action == "march" else (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT)
        hands = (True,) if template == "straight" else (True, False)
        here = self.judge.place_worth(state, unit, sight.pose, sight.look)
        enemies = sight.look.standing[1 - state.seat[unit]]
        before = _gap(sight.pose, enemies)
        drive = 0.0 if sight.targets else ADVANCE * self.judge.weights.near / FARTHEST
        best = IDLE
        for side in sides:
            for left in hands:
                halt = _halt(state, unit, sight.pose, Way(template, steps, side, left))
                met = [enemy for enemy in halt.collided if enemy in sight.enemies]
                if met:
                    worth = self._met(state, unit, met, charge=charge)
                elif halt.pose == sight.pose:
                    worth = IDLE
                else:
                    worth = self.judge.place_worth(state, unit, halt.pose, sight.look) - here
                    if not self.legacy:
                        worth += drive * (before - _gap(halt.pose, enemies))
                        worth -= self.judge.weights.bane if charge else 0.0  # a charge at nobody
                if halt.collided and not self.legacy:
                    worth -= self._harm(state, unit, halt)
                best = max(best, worth)
        return best

    def _harm(self, state: MatchState, unit: int, halt: Halt) -> float:
        """Return what colliding with terrain at the end of a move costs."""
        total = 0.0
        for other in halt.collided:
            piece = piece_met(state, other)
            if piece == NO_PIECE:
                continue
            total += self.judge.weights.bane * keyword_of(state, piece, "taxing")
            wounds = keyword_of(state, piece, "deadly") // current_defense(state, unit)
            total += self.judge.loss(state, unit, min(wounds, health_of(state, unit))) if wounds else 0.0
        return total

    def _left(self, state: MatchState, unit: int, sight: Sight) -> float:
        """Return the value of leaving terrain towards the nearest enemy, which ends the move."""
        enemies = sight.look.standing[1 - state.seat[unit]]
        if not enemies:
            return 0.0
        pose = sight.pose
        x, y = min(enemies, key=lambda one: hypot(one[0] - pose.x, one[1] - pose.y))
        dx, dy = x - pose.x, y - pose.y
        far = max(1.0, hypot(dx, dy))
        _, deep = size_of(cells_of(state, unit))
        out = min(1.0, (radius_of(state.pieces[state.inside[unit]]) + deep * TRAY / 2) / far)
        heading = round(100 * degrees(atan2(-dx, dy))) % _TURN
        end = Pose(round(pose.x + dx * out), round(pose.y + dy * out), heading)
        here = self.judge.place_worth(state, unit, pose, sight.look)
        return self.judge.place_worth(state, unit, end, sight.look) - here

    def _met(self, state: MatchState, unit: int, met: list[int], *, charge: bool) -> float:
        """Return the value of colliding with enemies."""
        keen = 0.5 if fights(state, unit) else -1.0
        if charge:
            return keen + CHARGED + max(self._struck(state, unit, enemy, "melee") for enemy in met)
        return keen - PANIC * len(met)


def seen_by(state: MatchState, unit: int, *, legacy: bool = False) -> Sight:
    """Return what a unit on the table faces, or, with `legacy`, as the first release saw it.

    That release took units for engaged that only touch at corners since one has lost trays.
    """
    look, own = Look(state), state.poses[unit]
    placed = look.placed[unit]
    enemies = [
        enemy for enemy, there in enumerate(look.placed) if there is not None and state.seat[enemy] != state.seat[unit]
    ]
    pose = (
        Pose(round(placed.x), round(placed.y), 0) if own is None and placed is not None else Pose(*(own or (0, 0, 0)))
    )
    if not legacy:
        engaged = engaged_with(state, unit)
    else:
        engaged = [] if placed is None else [enemy for enemy in enemies if _touch(placed, look.placed[enemy])]
    return Sight(look, pose, enemies, engaged, [])


def _touch(one: Placed, other: Placed | None) -> bool:
    return other is not None and bool(contacts(one, other))


def _sees(state: MatchState, unit: int, enemy: int) -> bool:
    """Return whether a unit sees an enemy within the range of its shots."""
    key = unit, enemy, *(has_flag(state, unit, one) for one in _SIGHTS)
    return ground_of(state).sights.get(key, lambda: is_shot(state, unit, sight_of(state, unit, enemy)))


@lru_cache(maxsize=1 << 12)
def force_of(unit: str, kind: str, mana: tuple[int, ...], cells: Cells, icons: tuple[Icon, ...]) -> float | None:
    """Return the expected damage of an attack of a unit, including re-rolls for ranks; None if it has none."""
    pool = active_runes(mana)
    profile = next((one for one in components().units[unit].attacks if one.kind == kind), None)
    if profile is None:
        return None
    dice = [*profile.dice]
    if profile.by_rune is not None:
        dice += [profile.by_rune.die] * pool[profile.by_rune.rune]
    again = 1 + 0.25 * min(2, ranks_of(cells).full)
    hits = fsum(hits_of(die) for die in dice) * again + fsum(ICONS[icon] for icon in icons)
    return hits * threat(cells, Side.FRONT if kind == "melee" else None)


def _gap(pose: Pose, enemies: list[Point]) -> float:
    """Return the distance of the nearest of some enemies."""
    own_x, own_y = pose.x, pose.y
    return sqrt(min([(x - own_x) * (x - own_x) + (y - own_y) * (y - own_y) for x, y in enemies], default=0.0))


def _apart(sight: Sight, enemy: int) -> float:
    placed = sight.look.placed[enemy]
    return NEAR if placed is None else hypot(placed.x - sight.pose.x, placed.y - sight.pose.y)
