"""Quick estimates of answers: used by bots to order options, to set dials and for fast playouts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import fsum, hypot, inf
from typing import Final, NamedTuple, TypeAlias

from banneret.bots.judging import Glance
from banneret.games.runewars.actions import Activate, Deploy, Move, Place, Reform, SetDials
from banneret.games.runewars.attack_actions import (
    AddDie,
    AssignAccuracy,
    RemoveDie,
    Reroll,
    Resolve,
    SpendPanic,
    Target,
    UseEdge,
    WoundUpgrade,
    shown,
)
from banneret.games.runewars.bot.evaluation import Judge, Look, fights, health_of, shoots
from banneret.games.runewars.content.components import Action as DialAction
from banneret.games.runewars.content.components import ActionSector, Icon, ModifierSector, components
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.effects.held_cards import WHITE_MODIFIER
from banneret.games.runewars.match_state import NO_UNIT, MatchState, ground_of, unit_of
from banneret.games.runewars.rules.attack.morale import PanicChooser
from banneret.games.runewars.rules.command import DialChooser, card_of, dials_of
from banneret.games.runewars.rules.damage.attack_choosers import RerollChooser
from banneret.games.runewars.rules.damage.terrain import LeaveSpace
from banneret.games.runewars.rules.damage.wounds import current_defense
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.rules.ground.squaring_up import PlaceChooser
from banneret.games.runewars.rules.ground.surroundings import obstacles_of
from banneret.games.runewars.rules.movement.marches import MoveChooser
from banneret.games.runewars.rules.movement.reforms import ReformChooser
from banneret.games.runewars.state import cells_of, runes
from banneret.games.runewars.units.combat import threat
from banneret.games.runewars.units.engagement import contacts
from banneret.games.runewars.units.formation import ranks_of, shape_of
from banneret.games.runewars.units.mana import amount
from banneret.games.runewars.units.movement import Halt, Way, motion_of, reformed, speed_on, template_of
from banneret.games.runewars.units.movement import move as carry
from banneret.kernel.asks import Ask
from banneret.kernel.questions import Pass
from banneret.plane import Placed, Pose, Side

_Reader: TypeAlias = Callable[["Eye", MatchState, Ask], Glance | None]

PANIC: Final = 0.5
"""The weight of a panic token in a collision without a charge."""
CHARGED: Final = 1.5
"""The value of a charge in addition to its attack."""
WAITING: Final = 0.15
"""The probability that a nearby enemy comes into contact with a unit that waits with a melee attack."""
NEAR: Final = 5 * TRAY
SKILL: Final = 0.3
"""The value of a skill about which nothing is known without searching."""
RALLY: Final = 0.2
"""The value of rallying a unit without banes."""
IGNORED: Final = -0.2
"""The value of a modifier whose stance does not match, in the former estimates."""
IDLE: Final = -1.0
_MOVES: Final = ("march", "shift")
_CHARGES: Final = ("charge", "turning-charge")
_MOVING: Final = ("turn", "wheel", *_CHARGES)
_ICONS: Final[dict[Icon, float]] = {"hit": 1.0, "surge": 0.35, "mortal-strike": 0.9, "accuracy": 0.15, "morale": 0.35}
"""The value of icons, in hits."""


class Sight(NamedTuple):
    """What a unit faces when its dials are set: enemies by number, and those it touches."""

    look: Look
    pose: Pose
    enemies: list[int]
    engaged: list[int]


def _halt(state: MatchState, unit: int, pose: Pose, way: Way) -> Halt:
    """Return where a move ends; kept because dials are set in many worlds with the same units in the same places."""
    return ground_of(state).halts.get((unit, pose, way), lambda: _carried(state, unit, pose, way))


def _carried(state: MatchState, unit: int, pose: Pose, way: Way) -> Halt:
    shape = shape_of(cells_of(state, unit))
    return carry(shape, pose, motion_of(shape, pose, way), obstacles_of(state, unit))


class Eye:
    """Estimates answers to questions with the weights of a judge, or, with `legacy`, as in the first release."""

    __slots__ = ("judge", "legacy")

    def __init__(self, judge: Judge, *, legacy: bool = False) -> None:
        self.judge = judge
        self.legacy = legacy

    def glance(self, state: MatchState, ask: Ask) -> Glance | None:
        """Return an estimate for each option, or None for questions that cannot be estimated quickly."""
        reader = _READERS.get(ask.kind)
        return None if reader is None else reader(self, state, ask)

    # Attacks ---------------------------------------------------------------------------------------------------------

    def blow(self, state: MatchState, unit: int, target: int, kind: str, icons: tuple[Icon, ...] = ()) -> float:
        """Return the approximate value of an attack: the wounds of its hits, including re-rolls for ranks."""
        card, pool = card_of(state, unit), runes(state)
        profile = next((one for one in card.attacks if one.kind == kind), None)
        if profile is None:
            return 0.0
        dice = [*profile.dice]
        if profile.by_rune is not None:
            dice += [profile.by_rune.die] * pool[profile.by_rune.rune]
        cells = cells_of(state, unit)
        again = 1 + 0.25 * min(2, ranks_of(cells).full)
        hits = fsum(hits_of(die) for die in dice) * again + fsum(_ICONS[icon] for icon in icons)
        strength = threat(cells, Side.FRONT if kind == "melee" else None)
        wounds = hits * strength / current_defense(state, target)
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
        targets = sight.engaged if kind == "melee" else self._in_range(state, unit, sight)
        return max((self._struck(state, unit, target, kind, icons) for target in targets), default=0.0)

    def _struck(self, state: MatchState, unit: int, target: int, kind: str, icons: tuple[Icon, ...] = ()) -> float:
        """Return the value of a unit's attack to its player."""
        return self.judge.weights.prey * self.blow(state, unit, target, kind, icons)

    def _in_range(self, state: MatchState, unit: int, sight: Sight) -> list[int]:
        """Return enemies approximately in the firing arc and within range, ignoring line of sight."""
        ruler = tabletop().ruler
        if sight.engaged:
            return []
        found = []
        for enemy in sight.enemies:
            placed = sight.look.placed[enemy]
            if placed is None:
                continue
            right, ahead = sight.pose.to_local((placed.x, placed.y))
            if ahead >= abs(right) - TRAY and hypot(right, ahead) <= ruler.band * ruler.bands + TRAY:
                found.append(enemy)
        return found

    # Dials -----------------------------------------------------------------------------------------------------------

    def _dials(self, state: MatchState, ask: Ask) -> Glance | None:
        """Estimate each action on its own, and with each modifier that fits it.

        Modifiers that do not fit have no effect, so only the first of them is considered.
        """
        if not isinstance(ask.chooser, DialChooser):
            return None
        unit = ask.chooser.unit
        card, sight = card_of(state, unit), seen_by(state, unit)
        known: dict[tuple[int, int], float] = {}
        points = []
        for option in ask.options.listed:
            if not isinstance(option, SetDials):
                points.append(0.0)
                continue
            action, modifier = dials_of(card, option)
            chosen = card.actions[action]
            beside = card.modifiers[modifier]
            matches = self._fits(state, unit, chosen, beside)
            key = (action, modifier if matches else -1)
            if key in known and not self.legacy:
                points.append(-inf)
                continue
            if key not in known:
                known[key] = self._sector(state, unit, sight, action, beside if matches else None)
            ignored = self.legacy and not matches and beside.modifier is not None
            points.append(known[key] + (IGNORED if ignored else 0.0))
        return Glance(points, enough=True)

    def _fits(self, state: MatchState, unit: int, action: ActionSector, beside: ModifierSector) -> bool:
        """Return whether a modifier has an effect with an action."""
        if beside.modifier is None:
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
            return max((WAITING * self._struck(state, unit, enemy, "melee", icons) for enemy in near), default=IDLE)
        if action == "ranged-attack":
            return 0.3 + self._best_blow(state, unit, sight, "ranged", icons) if shoots(state, unit) else IDLE
        if action == "rally":
            return self.judge.weights.bane * len(state.banes[unit]) if state.banes[unit] else RALLY
        if action == "skill":
            return SKILL
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
            self.blow(state, enemy, unit, "melee") * (1.0 if enemy in sight.engaged else WAITING)
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
        more = 0 if kind is None or modifier is None or modifier.speed is None else amount(modifier.speed, runes(state))
        template = template_of(kind)
        steps = speed_on(template, speed, more)
        if not steps:
            return IDLE
        sides = (Side.FRONT,) if action == "march" else (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT)
        hands = (True,) if template == "straight" else (True, False)
        here = self.judge.place_worth(state, unit, sight.pose, sight.look)
        best = IDLE
        for side in sides:
            for left in hands:
                halt = _halt(state, unit, sight.pose, Way(template, steps, side, left))
                met = [enemy for enemy in halt.collided if enemy in sight.enemies]
                if met:
                    worth = self._met(state, unit, met, charge=kind in _CHARGES)
                elif halt.pose == sight.pose:
                    worth = IDLE
                else:
                    worth = self.judge.place_worth(state, unit, halt.pose, sight.look) - here
                best = max(best, worth)
        return best

    def _met(self, state: MatchState, unit: int, met: list[int], *, charge: bool) -> float:
        """Return the value of colliding with enemies."""
        keen = 0.5 if fights(state, unit) else -1.0
        if charge:
            return keen + CHARGED + max(self._struck(state, unit, enemy, "melee") for enemy in met)
        return keen - PANIC * len(met)

    # Questions -------------------------------------------------------------------------------------------------------

    def _content(self, _state: MatchState, ask: Ask) -> Glance:
        """Keep the dials as they were first set."""
        return Glance([1.0, *([0.0] * (len(ask.options.listed) - 1))], enough=True)

    def _activate(self, state: MatchState, ask: Ask) -> Glance:
        """Activate attacking units first."""
        points = []
        for option in ask.options.listed:
            if not isinstance(option, Activate):
                points.append(0.0)
                continue
            unit = unit_of(state, option.unit)
            card, (action, modifier) = card_of(state, unit), state.dials[unit]
            chosen, beside = card.actions[action], card.modifiers[modifier]
            matches = self._fits(state, unit, chosen, beside)
            points.append(self._sector(state, unit, seen_by(state, unit), action, beside if matches else None))
        return Glance(points, enough=True)

    def _move(self, state: MatchState, ask: Ask) -> Glance | None:
        """Rate moves by their actual end positions and collisions."""
        chooser = ask.chooser
        if not isinstance(chooser, MoveChooser):
            return None
        unit = chooser.unit
        sight = seen_by(state, unit)
        ruled = chooser.terms.action
        points = []
        for option in ask.options.listed:
            if not isinstance(option, Move):
                points.append(0.0)
                continue
            halt, shifted = chooser.judged(option)
            met = [enemy for enemy in halt.collided if enemy in sight.enemies]
            worth = self.judge.place_worth(state, unit, halt.pose, sight.look) - PANIC * len(shifted.left)
            if met and ruled == "march":
                worth += max(self._met(state, unit, met, charge=True), 0.0)
            points.append(worth)
        return Glance(points)

    def _places(self, state: MatchState, ask: Ask) -> Glance:
        """Rate reforms and placements by their end positions."""
        chooser, unit = ask.chooser, NO_UNIT
        if isinstance(chooser, ReformChooser | LeaveSpace):
            unit = chooser.unit
        elif isinstance(chooser, PlaceChooser):
            unit = unit_of(state, chooser.unit)
        look, points = Look(state), []
        pose = None if unit == NO_UNIT else state.poses[unit]
        for option in ask.options.listed:
            end = None
            match option:
                case Reform(heading) if pose is not None:
                    end = reformed(cells_of(state, unit), Pose(*pose), heading)
                case Place(x, y, heading):
                    end = Pose(x, y, heading)
                case Pass() if pose is not None:
                    end = Pose(*pose)
            known = end is not None and unit != NO_UNIT
            points.append(self.judge.place_worth(state, unit, end, look) if known and end is not None else 0.0)
        return Glance(points)

    def _deploy(self, state: MatchState, ask: Ask) -> Glance:
        """Deploy towards the middle of the table and opposite deployed enemies; expensive units last."""
        look, table = Look(state), table_of_match(state)
        points = []
        for option in ask.options.listed:
            if not isinstance(option, Deploy):
                points.append(0.0)
                continue
            unit = unit_of(state, option.unit)
            pose = Pose(option.x, option.y, option.heading)
            aside = abs(option.x - table.width / 2) / table.width
            crowd = sum(hypot(x - option.x, y - option.y) < 3 * TRAY for x, y in look.standing[state.seat[unit]])
            points.append(self.judge.place_worth(state, unit, pose, look) - 2 * aside - 0.3 * crowd)
        return Glance(points, enough=True)

    def _target(self, state: MatchState, ask: Ask) -> Glance:
        unit = state.active
        points = []
        for option in ask.options.listed:
            target = unit_of(state, option.unit) if isinstance(option, Target) else NO_UNIT
            if NO_UNIT in (unit, target):
                points.append(0.0)
                continue
            estimate = self.blow if self.legacy else self._wounding
            points.append(max(estimate(state, unit, target, kind) for kind in ("melee", "ranged")))
        return Glance(points, enough=True)

    def _dice(self, _state: MatchState, ask: Ask) -> Glance:
        """Add and keep good dice, remove bad ones."""
        points = []
        for option in ask.options.listed:
            match option:
                case AddDie(die):
                    points.append(hits_of(die))
                case RemoveDie(die):
                    points.append(-hits_of(die))
                case _:
                    points.append(0.0)
        return Glance(points, enough=True)

    def _reroll(self, state: MatchState, ask: Ask) -> Glance:
        """Re-roll the dice that show less than their average, or more if the enemy attacks; consider nothing else."""
        chooser, sign = ask.chooser, -1.0
        if isinstance(chooser, RerollChooser) and not self.legacy and state.teams[ask.seat] != state.seat[chooser.unit]:
            sign = 1.0
        points = []
        for option in ask.options.listed:
            again = option.dice if isinstance(option, Reroll) else ()
            points.append(sign * fsum(worth_of_shown()[one] for one in again))
        most = -inf if self.legacy else max(points)
        return Glance([one if one >= most else -inf for one in points], enough=True)

    def _wound(self, _state: MatchState, ask: Ask) -> Glance:
        """Wound upgrade figures last, and figures already wounded first."""
        points = []
        for option in ask.options.listed:
            wounds = int(getattr(option, "wounds", "0"))
            points.append(-2.0 if isinstance(option, WoundUpgrade) else 0.1 * wounds)
        return Glance(points, enough=True)

    def _accuracy(self, _state: MatchState, ask: Ask) -> Glance:
        upgrades = components().upgrades
        return Glance(
            [
                float(upgrades[option.upgrade].cost or 0) if isinstance(option, AssignAccuracy) else 0.0
                for option in ask.options.listed
            ],
            enough=True,
        )

    def _edge(self, state: MatchState, ask: Ask) -> Glance:
        """Attack with the edge that has the most trays."""
        cells = cells_of(state, state.active) if state.active != NO_UNIT else frozenset()
        sides = {"front": Side.FRONT, "right": Side.RIGHT, "rear": Side.REAR, "left": Side.LEFT}
        points = [
            float(threat(cells, sides[option.edge])) if isinstance(option, UseEdge) and cells else 0.0
            for option in ask.options.listed
        ]
        return Glance(points, enough=True)

    def _panic(self, _state: MatchState, ask: Ask) -> Glance | None:
        """Spend panic up to a morale test of severity 3."""
        if not isinstance(ask.chooser, PanicChooser):
            return None
        wanted = max(0, 3 - ask.chooser.severity)
        return Glance(
            [
                -abs(wanted - int(option.number)) + 0.5 if isinstance(option, SpendPanic) else -float(wanted)
                for option in ask.options.listed
            ],
            enough=True,
        )

    def _morale(self, _state: MatchState, ask: Ask) -> Glance:
        """Prefer the morale card with the most icons."""
        cards = components().morale
        return Glance(
            [
                float(cards[option.morale].icons) if isinstance(option, Resolve) else 0.0
                for option in ask.options.listed
            ],
            enough=True,
        )

    def _may(self, _state: MatchState, ask: Ask) -> Glance:
        """Prefer using optional effects."""
        return Glance([0.0 if isinstance(option, Pass) else 0.4 for option in ask.options.listed])

    def _spend(self, _state: MatchState, ask: Ask) -> Glance:
        """Prefer spending over keeping."""
        return Glance([0.0 if isinstance(option, Pass) else 1.0 for option in ask.options.listed], enough=True)

    def _any(self, _state: MatchState, ask: Ask) -> Glance:
        """Rate all answers equally where neither a quick estimate nor looking ahead distinguishes them."""
        return Glance([0.0] * len(ask.options.listed), enough=True)


# What dice and places are worth ------------------------------------------------------------------------------------


@cache
def hits_of(die: str) -> float:
    """Return the average value of a die of this colour, in hits."""
    faces = components().dice[die].faces
    return fsum(fsum(_ICONS[icon] for icon in face) for face in faces) / len(faces)


@cache
def bare_hits_of(die: str) -> float:
    """Return the average number of hits of a die of this colour."""
    faces = components().dice[die].faces
    return fsum(face.count("hit") for face in faces) / len(faces)


@cache
def worth_of_shown() -> dict[str, float]:
    """Return the value of each die face in hits, by its id, minus the average of the die."""
    return {
        shown(die.id, face): fsum(_ICONS[icon] for icon in face) - hits_of(die.id)
        for die in components().dice.values()
        for face in die.faces
    }


def seen_by(state: MatchState, unit: int) -> Sight:
    """Return what a unit on the table faces."""
    look, own = Look(state), state.poses[unit]
    placed = look.placed[unit]
    enemies = [
        enemy for enemy, there in enumerate(look.placed) if there is not None and state.seat[enemy] != state.seat[unit]
    ]
    pose = (
        Pose(round(placed.x), round(placed.y), 0) if own is None and placed is not None else Pose(*(own or (0, 0, 0)))
    )
    engaged = [] if placed is None else [enemy for enemy in enemies if _touch(placed, look.placed[enemy])]
    return Sight(look, pose, enemies, engaged)


def _touch(one: Placed, other: Placed | None) -> bool:
    return other is not None and bool(contacts(one, other))


def _apart(sight: Sight, enemy: int) -> float:
    placed = sight.look.placed[enemy]
    return NEAR if placed is None else hypot(placed.x - sight.pose.x, placed.y - sight.pose.y)


_READERS: Final[dict[str, _Reader]] = {
    "accuracy": Eye._accuracy,
    "activate": Eye._activate,
    "bane": Eye._spend,
    "card": Eye._any,
    "choose": Eye._may,
    "colour": Eye._any,
    "commander": Eye._any,
    "content": Eye._content,
    "deploy": Eye._deploy,
    "dials": Eye._dials,
    "edge": Eye._edge,
    "discard": Eye._any,
    "figure": Eye._any,
    "first-player": Eye._any,
    "flank-die": Eye._dice,
    "leave": Eye._places,
    "may": Eye._may,
    "morale": Eye._morale,
    "move": Eye._move,
    "order": Eye._any,
    "panic": Eye._panic,
    "place": Eye._places,
    "profile": Eye._any,
    "reform": Eye._places,
    "remove-die": Eye._dice,
    "reroll": Eye._reroll,
    "skill": Eye._may,
    "stop": Eye._any,
    "surges": Eye._may,
    "target": Eye._target,
    "terrain": Eye._any,
    "token": Eye._any,
    "tray": Eye._any,
    "unit": Eye._may,
    "vitality": Eye._spend,
    "wound": Eye._wound,
}
