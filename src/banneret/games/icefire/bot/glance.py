"""Quick estimates of actions: bots use them to order options and to play out imagined worlds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import hypot
from typing import Final, TypeAlias

from banneret.bots.judging import Glance
from banneret.games.icefire.actions import (
    ActivateNcu,
    ActivateUnit,
    Align,
    Charge,
    ChooseArc,
    ChooseUnit,
    ClaimZone,
    Deploy,
    Discard,
    TakeAction,
    UseOrder,
)
from banneret.games.icefire.bot.dice import chance_of, chance_of_failure
from banneret.games.icefire.bot.evaluation import Aims, Judge, Look, Post
from banneret.games.icefire.bot.goals import is_barred
from banneret.games.icefire.bot.rerolls import former_reroll_glance, reroll_glance
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.rules.combat.attack import RAMS, attack_of
from banneret.games.icefire.rules.table.answers import end_of, unit_asked
from banneret.games.icefire.rules.table.choosers import UnitChooser
from banneret.games.icefire.rules.table.conditions import CONDITIONS
from banneret.games.icefire.rules.table.control import free_zones
from banneret.games.icefire.rules.table.engagement import enemies_of, foes_of, side_of
from banneret.games.icefire.rules.table.ground import INCH, pose_of, range_of, shape_of
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.rules.table.units import (
    contest_strength,
    enemies_on_table,
    is_wall,
    ncu_card,
    ranks_lost,
    unit_card,
    unit_of,
    units_on_table,
    walls_against,
)
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.asks import Ask
from banneret.kernel.questions import Done, Pass, Yes
from banneret.plane import Pose, Shape, Side

_Reader: TypeAlias = Callable[["Eye", State, Ask], Glance | None]

_ROLLS: Final = 6
_ARCS: Final = {"front": 0.0, "left": 0.7, "right": 0.7, "rear": 1.2}
_ALIGNED: Final = {
    "center": 0.4, "stay": 0.3, "near": 0.2, "nearer-left": 0.2, "nearer-right": 0.2, "left": 0.1, "right": 0.1,
}  # fmt: skip  # several to a line
_MOVED: Final = 0.1
"""Cost of a maneuver, so that a unit that gains nothing stays in place."""
LEFT: Final = 0.7
"""What a unit gives up of an objective's points by leaving it: it may come back."""
_RESTORED: Final = 3
"""Wounds restored by the wealth zone."""


class Eye:
    """Estimates the options of questions with the weights of a judge, or, with `legacy`, as in the first release."""

    __slots__ = ("judge", "legacy")

    def __init__(self, judge: Judge, *, legacy: bool = False) -> None:
        self.judge = judge
        self.legacy = legacy

    def glance(self, state: State, ask: Ask) -> Glance | None:
        """Return estimates of the options, or None for questions without a quick estimate."""
        reader = _READERS.get(ask.kind)
        return None if reader is None else reader(self, state, ask)

    # Values of actions ------------------------------------------------------------------------------------------

    def blow(self, state: State, unit: int, target: int, kind: str, *, charge: bool = False, arc: int = 0) -> float:
        """Estimate an attack: Wounds from its dice and the Panic Test, and the chance to destroy the target.

        `arc` is subtracted from the target's saves and test: 1 at the flank, 2 at the rear.
        """
        weapon = attack_of(state, unit, kind)
        if weapon is None or not state.health[target]:  # already destroyed, but not yet removed
            return 0.0
        dice = weapon.dice[min(ranks_lost(state, unit), len(weapon.dice) - 1)]
        chance = chance_of(weapon.hit - number_of(state, "hit", unit))
        if charge:  # misses are re-rolled
            chance += (1 - chance) * chance
        card, left = unit_card(state, target), state.health[target]
        if is_wall(state, target):
            wounds = dice * chance / state.table.wall.hits_a_wound
            wounds += state.table.wall.rams if has_effect(state, RAMS, NO_UNIT) else 0
            return self.judge.wound_worth(state, target) * min(wounds, left)
        wounds = dice * chance * (1 - chance_of(card.defense + arc - number_of(state, "defense", target)))
        panic = min(1.0, wounds) * 2 * chance_of_failure(card.morale + arc - number_of(state, "morale", target))
        share = min(1.0, (wounds + panic) / left)
        judge = self.judge
        worth = judge.wound_worth(state, target) * min(wounds + panic, left)
        return worth + share * share * judge.fall_worth(state, target)

    def fight(self, state: State, unit: int) -> float:
        """Return the value of an engaged unit's best melee attack."""
        return max(
            [
                self.blow(state, unit, enemy, "melee", arc=_arc(side_of(state, enemy, unit)))
                for enemy in foes_of(state, unit)
            ],
            default=0.0,
        )

    def shot(self, state: State, unit: int) -> float:
        """Return the value of a unit's best ranged attack, ignoring line of sight; 0 if no enemy is in range."""
        weapon = attack_of(state, unit, "ranged")
        if weapon is None:
            return 0.0
        reach = range_of(state, weapon.kind) + state.table.table.shooting_shift * INCH
        return max(
            [
                self.blow(state, unit, enemy, "ranged")
                for enemy in enemies_on_table(state, state.seat[unit])
                if _apart(state, unit, enemy) <= reach
            ],
            default=0.0,
        )

    def charge(self, state: State, unit: int, target: int) -> float:
        """Estimate a charge: the first strike, weighted by the chance that the die is high enough."""
        return self._charge(state, unit, target, speed_of(state, unit), self._left(state, unit))

    def _charge(self, state: State, unit: int, target: int, speed: int, left: float) -> float:
        """Estimate the same for a unit of that Speed that gives up a value by leaving."""
        missing = (_apart(state, unit, target) - speed) / INCH
        chance = min(1.0, max(0.0, (_ROLLS + 1 - max(1.0, missing)) / _ROLLS))
        if not chance:
            return -0.6 - left
        at = pose_of(state, unit)
        right, ahead = pose_of(state, target).to_local((at.x, at.y))
        arc = 0 if ahead >= abs(right) else 2 if -ahead >= abs(right) else 1
        blow = self.blow(state, unit, target, "melee", charge=True, arc=arc) + self._contest(state, unit, target)
        return chance * (0.6 + blow) - (1 - chance) * 0.6 - left

    def _left(self, state: State, unit: int) -> float:
        """Return what a unit gives up by leaving an objective."""
        if not mode_of(state).controlled(state, unit):
            return 0.0
        weights, worth = self.judge.weights, self.judge.post(state, unit).worth
        if not self.legacy:
            return LEFT * worth + weights.hold
        return worth + weights.hold - weights.objective if worth else 0.0

    def _contest(self, state: State, unit: int, target: int) -> float:
        """Return the value of denying an objective to an enemy by engaging it with a stronger unit."""
        if is_wall(state, target) or contest_strength(state, unit) <= contest_strength(state, target):
            return 0.0
        return self.judge.post(state, target).worth if mode_of(state).controlled(state, target) else 0.0

    def act(self, state: State, unit: int, look: Look) -> float:
        """Estimate the value of activating a unit on the table."""
        if foes_of(state, unit):
            return 0.5 + self.fight(state, unit)
        seat = state.seat[unit]
        targets = (*enemies_on_table(state, seat), *walls_against(state, seat))
        speed, left = speed_of(state, unit), self._left(state, unit)
        charges = [self._charge(state, unit, enemy, speed, left) for enemy in targets]
        moves = (self._walk(state, unit, look), self._straight(state, unit, look, speed))
        return max(0.0, self.shot(state, unit), *moves, *charges)

    def _walk(self, state: State, unit: int, look: Look) -> float:
        """Return the gain of a unit that moves straight towards the best aim, up to its Speed."""
        if unit not in look.gains:
            aims, at, speed = look.aims[state.seat[unit]], pose_of(state, unit), speed_of(state, unit)
            post = self.judge.post(state, unit, look)
            look.gains[unit] = _straight_gain(self.judge, shape_of(state, unit), at, speed, aims, post)
        return look.gains[unit]

    def _straight(self, state: State, unit: int, look: Look, speed: int) -> float:
        """Return the gain of a unit that moves straight ahead twice its Speed, or up to an objective on its way."""
        judge, at, most = self.judge, pose_of(state, unit), 2 * speed
        post, reach = judge.post(state, unit, look), shape_of(state, unit).width / 2
        ways = [most]
        for token in post.free:
            right, ahead = at.to_local(token)
            if 0 < ahead < most and abs(right) < reach:
                ways.append(int(ahead))
        here = judge.place_worth(state, unit, at, look, post)
        ends = [at.moved(way) for way in ways]
        if post.trip is not None and post.trip.impassable:
            ends = [end for end in ends if not is_barred(post.trip, at, (end.x, end.y))] or [at]
        return max([judge.place_worth(state, unit, end, look, post) for end in ends]) - here

    # Questions -------------------------------------------------------------------------------------------------------

    def _activation(self, state: State, ask: Ask) -> Glance:
        look = Look(state)
        zones: float | None = None  # only if a non-combat unit may act
        points = []
        for option in ask.options.listed:
            match option:
                case ActivateUnit(name):
                    unit = unit_of(state, name)
                    points.append(self.act(state, unit, look) if state.pose[unit] is not None else 1.5)
                case ActivateNcu(name):
                    if zones is None:
                        best = [self._zone(state, ask.seat, zone, look) for zone in free_zones(state)]
                        zones = max(best, default=0.0)
                    cost = ncu_card(state, state.ncu_labels.index(name)).cost
                    points.append(zones + 0.05 * cost)
                case _:
                    points.append(0.0)
        return Glance(points)

    def _action(self, state: State, ask: Ask) -> Glance:
        unit, look = unit_asked(ask), Look(state)
        points = []
        for option in ask.options.listed:
            match option:
                case Charge(target):
                    points.append(self.charge(state, unit, unit_of(state, target)))
                case TakeAction("melee"):
                    points.append(0.5 + self.fight(state, unit))
                case TakeAction("ranged"):
                    points.append(self.shot(state, unit))
                case TakeAction("maneuver"):
                    points.append(self._walk(state, unit, look) - _MOVED)
                case TakeAction("march"):
                    points.append(self._straight(state, unit, look, speed_of(state, unit)))
                case TakeAction("retreat"):
                    points.append(-0.5)
                case _:
                    points.append(0.0)
        return Glance(points)

    def _places(self, state: State, ask: Ask) -> Glance:
        """Estimate moves and pivots by their end poses."""
        look, asked = Look(state), unit_asked(ask)
        ends: dict[tuple[int, Pose], float] = {}
        posts: dict[int, Post] = {}
        points = []
        for option in ask.options.listed:
            unit = unit_of(state, option.unit) if isinstance(option, Deploy) else asked
            pose = end_of(state, unit, option)
            if pose is None:
                points.append(0.0)
                continue
            if unit not in posts:
                posts[unit] = self.judge.post(state, unit, look)
            if (unit, pose) not in ends:
                ends[unit, pose] = self.judge.place_worth(state, unit, pose, look, posts[unit])
            points.append(ends[unit, pose])
        return Glance(points)

    def _zones(self, state: State, ask: Ask) -> Glance:
        look = Look(state)
        return Glance(
            [
                self._zone(state, ask.seat, option.zone, look) if isinstance(option, ClaimZone) else -0.5
                for option in ask.options.listed
            ]
        )

    def _zone(self, state: State, seat: int, zone: str, look: Look) -> float:
        """Estimate the effect of a zone for a player."""
        weights = self.judge.weights
        mine = units_on_table(state, seat)
        if zone == "combat":
            return max([max(self.fight(state, unit), self.shot(state, unit)) for unit in mine], default=0.0)
        if zone == "wealth":
            return max([self._healing(state, unit) for unit in mine], default=0.0)
        if zone == "tactics":
            return weights.card + weights.vulnerable
        if zone == "crown":
            return max([self._panic(state, enemy) for enemy in enemies_on_table(state, seat)], default=0.0)
        return max([0.5 * self._walk(state, unit, look) for unit in mine if not enemies_of(state, unit)], default=0.0)

    def _healing(self, state: State, unit: int) -> float:
        """Return the value of restoring a unit's Wounds and removing a Condition token from it."""
        missing = min(_RESTORED, state.full[unit] - state.health[unit])
        return missing * self.judge.wound_worth(state, unit) + (0.7 if state.conditions[unit] else 0.0)

    def _panic(self, state: State, unit: int) -> float:
        """Return the value to a unit's enemies of a Panic Test with -1."""
        chance = chance_of_failure(unit_card(state, unit).morale + 1 - number_of(state, "morale", unit))
        last = 1.0 if state.health[unit] <= 2 else 0.0  # the D3 destroys the unit about half of the time
        return chance * (2 * self.judge.wound_worth(state, unit) + last * 0.5 * self.judge.fall_worth(state, unit))

    def _units(self, state: State, ask: Ask) -> Glance | None:
        """Prefer enemies that are easily hurt and friendly units that can do most."""
        if not isinstance(ask.chooser, UnitChooser):
            return None
        what, striker, look, points = ask.chooser.what, ask.chooser.striker, Look(state), []
        for option in ask.options.listed:
            if not isinstance(option, ChooseUnit):
                points.append(0.0)
                continue
            unit = unit_of(state, option.unit)
            if what == "wealth":
                points.append(self._healing(state, unit) * (1 if friendly(state, unit, ask.seat) else -1))
            elif friendly(state, unit, ask.seat):
                points.append(0.2 + (self.act(state, unit, look) if state.pose[unit] is not None else 0.0))
            elif striker != NO_UNIT:
                points.append(self.blow(state, striker, unit, "melee" if what == "fight" else "ranged"))
            else:
                points.append(0.2 + self._panic(state, unit))
        return Glance(points)

    def _rerolls(self, state: State, ask: Ask) -> Glance | None:
        return former_reroll_glance(state, ask) if self.legacy else reroll_glance(self.judge, state, ask)

    def _may(self, _state: State, ask: Ask) -> Glance:
        """Prefer optional effects: they are usually worth it."""
        return Glance([0.4 if isinstance(option, Yes) else 0.0 for option in ask.options.listed])

    def _window(self, _state: State, ask: Ask) -> Glance:
        """Prefer Orders, which cost nothing, to cards, which are used up."""
        return Glance(
            [
                0.0 if isinstance(option, Pass) else 0.6 if isinstance(option, UseOrder) else -0.3
                for option in ask.options.listed
            ]
        )

    def _choices(self, _state: State, ask: Ask) -> Glance:
        return Glance([0.0 if isinstance(option, Pass | Done) else 0.4 for option in ask.options.listed])

    def _discards(self, _state: State, ask: Ask) -> Glance:
        """Keep cards as long as possible."""
        weight = self.judge.weights.card
        listed = ask.options.listed
        points = [-weight * len(one.cards) if isinstance(one, Discard) else 0.0 for one in listed]
        return Glance(points, enough=True)

    def _aligned(self, _state: State, ask: Ask) -> Glance:
        return Glance([_ALIGNED.get(one.how, 0.0) if isinstance(one, Align) else 0.0 for one in ask.options.listed])

    def _arcs(self, _state: State, ask: Ask) -> Glance:
        listed = ask.options.listed
        return Glance([_ARCS.get(one.arc, 0.0) if isinstance(one, ChooseArc) else 0.0 for one in listed], enough=True)

    def _conditions(self, _state: State, ask: Ask) -> Glance:
        weights = self.judge.weights
        worth = dict(zip(CONDITIONS, (weights.panicked, weights.vulnerable, weights.weakened), strict=True))
        return Glance([worth.get(getattr(option, "condition", ""), 0.0) for option in ask.options.listed])


@lru_cache(maxsize=1 << 14)
def _straight_gain(judge: Judge, shape: Shape, at: Pose, speed: int, aims: Aims, post: Post) -> float:
    """Return `judge.straight_gain`, cached across imagined worlds, in which most of the table is the same."""
    return judge.straight_gain(shape, at, speed, aims, post)


def _arc(side: Side) -> int:
    return 0 if side == Side.FRONT else 2 if side == Side.REAR else 1


def _apart(state: State, unit: int, other: int) -> float:
    """Return the approximate distance between two trays: between their centers, less half of each depth.

    A wall can be reached anywhere along its face: icefire:ruling.23.
    """
    one, two = pose_of(state, unit), pose_of(state, other)
    between = (shape_of(state, unit).depth + shape_of(state, other).depth) / 2
    if is_wall(state, other):
        right, ahead = two.to_local((one.x, one.y))
        return hypot(max(0.0, abs(right) - shape_of(state, other).width / 2), ahead) - between
    return hypot(one.x - two.x, one.y - two.y) - between


_READERS: Final[dict[str, _Reader]] = {
    "activation": Eye._activation,
    "action": Eye._action,
    "maneuver": Eye._places,
    "march": Eye._places,
    "retreat": Eye._places,
    "shift": Eye._places,
    "pivot": Eye._places,
    "deploy": Eye._places,
    "redeploy": Eye._places,
    "siege-return": Eye._places,
    "outflank": Eye._places,
    "zone": Eye._zones,
    "unit": Eye._units,
    "reroll": Eye._rerolls,
    "may": Eye._may,
    "window": Eye._window,
    "choose": Eye._choices,
    "discard": Eye._discards,
    "align": Eye._aligned,
    "arc": Eye._arcs,
    "condition": Eye._conditions,
}
