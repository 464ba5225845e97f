"""Quick estimates of answers: used by bots to order options, to set dials and for fast playouts."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum, hypot, inf
from typing import Final, TypeAlias

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
)
from banneret.games.runewars.bot.dials import PANIC, DialEye, Sight, seen_by
from banneret.games.runewars.bot.dice import hits_of, worth_of_shown
from banneret.games.runewars.bot.evaluation import Look, health_of
from banneret.games.runewars.bot.ways import barred
from banneret.games.runewars.bot.wounds import taken
from banneret.games.runewars.content.components import Action as DialAction
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import TRAY
from banneret.games.runewars.effects.questions import UnitChooser
from banneret.games.runewars.match_state import NO_UNIT, MatchState, unit_of
from banneret.games.runewars.rules.attack.morale import PanicChooser
from banneret.games.runewars.rules.command import DialChooser, card_of, dials_of
from banneret.games.runewars.rules.damage.attack_choosers import RerollChooser, WoundChooser
from banneret.games.runewars.rules.damage.terrain import LeaveSpace
from banneret.games.runewars.rules.damage.wounds import current_defense
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.rules.ground.objectives import BOUNTY
from banneret.games.runewars.rules.ground.squaring_up import PlaceChooser
from banneret.games.runewars.rules.movement.marches import MoveChooser, StopSpace
from banneret.games.runewars.rules.movement.reforms import ReformChooser
from banneret.games.runewars.state import cells_of
from banneret.games.runewars.units.combat import threat
from banneret.games.runewars.units.movement import Halt, reformed
from banneret.kernel.asks import Ask
from banneret.kernel.questions import Pass
from banneret.plane import Pose, Side

_Reader: TypeAlias = Callable[["Eye", MatchState, Ask], Glance | None]

BLOCKED: Final = 2.0
"""The cost of terrain that a unit cannot enter directly ahead of it when it is deployed."""
IGNORED: Final = -0.2
"""The value of a modifier whose stance does not match, in the former estimates."""


class Eye(DialEye):
    """Estimates answers to questions with the weights of a judge, or, with `legacy`, as in the first release."""

    __slots__ = ()

    def glance(self, state: MatchState, ask: Ask) -> Glance | None:
        """Return an estimate for each option, or None for questions that cannot be estimated quickly."""
        reader = _READERS.get(ask.kind)
        return None if reader is None else reader(self, state, ask)

    def _dials(self, state: MatchState, ask: Ask) -> Glance | None:
        """Estimate each action on its own, and with each modifier that fits it.

        Modifiers that do not fit have no effect, so only the first of them is considered.
        """
        if not isinstance(ask.chooser, DialChooser):
            return None
        unit = ask.chooser.unit
        card, sight = card_of(state, unit), self.sight(state, unit)
        known: dict[tuple[int, int], float] = {}
        points = []
        for option in ask.options.listed:
            if not isinstance(option, SetDials):
                points.append(0.0)
                continue
            action, modifier = dials_of(card, option)
            chosen = card.actions[action]
            beside = card.modifiers[modifier]
            matches = self._fits(state, unit, sight, chosen, beside)
            key = (action, modifier if matches else -1)
            if key in known and not self.legacy:
                points.append(-inf)
                continue
            if key not in known:
                known[key] = self._sector(state, unit, sight, action, beside if matches else None)
            ignored = self.legacy and not matches and beside.modifier is not None
            points.append(known[key] + (IGNORED if ignored else 0.0))
        return Glance(points, enough=True)

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
            sight = self.sight(state, unit)
            card, (action, modifier) = card_of(state, unit), state.dials[unit]
            chosen, beside = card.actions[action], card.modifiers[modifier]
            matches = self._fits(state, unit, sight, chosen, beside)
            points.append(self._sector(state, unit, sight, action, beside if matches else None))
        return Glance(points, enough=True)

    def _move(self, state: MatchState, ask: Ask) -> Glance | None:
        """Rate moves by their actual end positions and collisions."""
        chooser = ask.chooser
        if not isinstance(chooser, MoveChooser):
            return None
        unit = chooser.unit
        sight = seen_by(state, unit, legacy=self.legacy)
        ruled = chooser.terms.action
        points = []
        for option in ask.options.listed:
            if not isinstance(option, Move):
                points.append(0.0)
                continue
            halt, shifted = chooser.judged(option)
            points.append(self._ended(state, unit, sight, halt, ruled) - PANIC * len(shifted.left))
        return Glance(points)

    def _ended(self, state: MatchState, unit: int, sight: Sight, halt: Halt, ruled: DialAction) -> float:
        """Return the value of a move that ends there, with the enemies it collides with."""
        met = [enemy for enemy in halt.collided if enemy in sight.enemies]
        worth = self.judge.place_worth(state, unit, halt.pose, sight.look)
        if met and ruled == "march":
            worth += max(self._met(state, unit, met, charge=True), 0.0)
        return worth

    def _stop(self, state: MatchState, ask: Ask) -> Glance:
        """Rate the parts of a move by where they end; with `legacy`, all are equal."""
        space = ask.chooser
        if not isinstance(space, StopSpace) or self.legacy:
            return self._any(state, ask)
        moving, unit = space.chooser, space.chooser.unit
        sight = seen_by(state, unit)
        points = []
        for option in ask.options.listed:
            halt, shifted = moving.judged(space.move, option.part)
            points.append(self._ended(state, unit, sight, halt, moving.terms.action) - PANIC * len(shifted.left))
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
            worth = self.judge.place_worth(state, unit, pose, look) - 2 * aside - 0.3 * crowd
            if not self.legacy:  # also where no enemy is deployed yet, and as far as the middle of the table
                worth -= BLOCKED * barred(state, unit, pose, table.depth / 2)
            points.append(worth)
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

    def _wound(self, state: MatchState, ask: Ask) -> Glance:
        """Assign a wound where it takes most from an enemy, or least from an own unit; consider nothing else."""
        chooser = ask.chooser
        if isinstance(chooser, WoundChooser) and not self.legacy:
            own = state.seat[unit_of(state, chooser.unit)] == state.teams[ask.seat]
            worth = [taken(self.judge.weights, state, chooser, option) for option in ask.options.listed]
            best = worth.index(min(worth) if own else max(worth))
            return Glance([0.0 if at == best else -inf for at in range(len(worth))], enough=True)
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

    def _unit(self, state: MatchState, ask: Ask) -> Glance:
        """Name the enemy for a bounty that is destroyed most easily; prefer using other effects."""
        chooser = ask.chooser
        if self.legacy or not isinstance(chooser, UnitChooser) or chooser.id != BOUNTY:
            return self._may(state, ask)
        tough = [health_of(state, unit) * current_defense(state, unit) for unit in chooser.units]
        return Glance([-float(one) for one in tough], enough=True)

    def _spend(self, _state: MatchState, ask: Ask) -> Glance:
        """Prefer spending over keeping."""
        return Glance([0.0 if isinstance(option, Pass) else 1.0 for option in ask.options.listed], enough=True)

    def _any(self, _state: MatchState, ask: Ask) -> Glance:
        """Rate all answers equally where neither a quick estimate nor looking ahead distinguishes them."""
        return Glance([0.0] * len(ask.options.listed), enough=True)


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
    "stop": Eye._stop,
    "surges": Eye._may,
    "target": Eye._target,
    "terrain": Eye._any,
    "token": Eye._any,
    "tray": Eye._any,
    "unit": Eye._unit,
    "vitality": Eye._spend,
    "wound": Eye._wound,
}
