"""Questions of an attack: profile, target, edge, dice, figures, tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from banneret.games.runewars.attack_actions import (
    AddDie,
    AssignAccuracy,
    RemoveDie,
    Reroll,
    SpendBane,
    SpendBoon,
    TakeFigure,
    TakeTray,
    Target,
    UseEdge,
    UseProfile,
    WoundFigure,
    WoundUpgrade,
    every_shown,
    shown,
    tray_name,
)
from banneret.games.runewars.content.components import AttackProfile, Bane, Icon
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind, flank_dice
from banneret.games.runewars.units.damage import Body
from banneret.games.runewars.units.damage import Target as Figure
from banneret.games.runewars.units.formation import Cell
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.questions import Pass
from banneret.plane import Side
from banneret.text.message import Message, msg

SIDE_NAMES = {Side.FRONT: "front", Side.RIGHT: "right", Side.REAR: "rear", Side.LEFT: "left"}
SIDES = {name: side for side, name in SIDE_NAMES.items()}


class AttackPlan(NamedTuple):
    """An attack whose target is not yet chosen: its unit, type, profile, and the icons of an enhancement."""

    unit: int
    kind: AttackKind
    profile: AttackProfile
    icons: tuple[Icon, ...] = ()


class ProfileChooser(Chooser[UseProfile]):
    """With which profile does a unit attack? Options: those of the type of its action, numbered as on the card."""

    __slots__ = ("profiles", "unit")
    kind = "profile"
    rule = "rw:7.1"
    answers = (UseProfile,)

    def __init__(self, unit: int, profiles: int) -> None:
        self.unit = unit
        self.profiles = profiles

    def options(self) -> list[UseProfile]:
        """List the profiles."""
        return [UseProfile(str(number + 1)) for number in range(self.profiles)]

    def refusal(self, action: UseProfile) -> Refusal | None:
        """Refuse profiles that do not exist or have the other type."""
        if 1 <= int(action.profile) <= self.profiles:
            return None
        return Refusal("rw:7.1", msg("refuse.profile", profile=action.profile))


class TargetChooser(Chooser[Target]):
    """Which enemy is attacked? Options: the legal targets by number."""

    __slots__ = ("plan", "state", "targets", "unit")
    kind = "target"
    rule = "rw:7.2"
    answers = (Target,)

    def __init__(self, state: MatchState, plan: AttackPlan, targets: Sequence[int]) -> None:
        self.state = state
        self.plan = plan
        self.unit = plan.unit
        self.targets = targets

    def options(self) -> list[Target]:
        """List the enemies."""
        return [Target(label(self.state, unit)) for unit in self.targets]

    def refusal(self, action: Target) -> Refusal | None:
        """Refuse units that may not be attacked."""
        if action in self.options():
            return None
        return Refusal("rw:7.2", msg("refuse.target", unit=action.unit))


class EdgeChooser(Chooser[UseEdge]):
    """With which contacted edge does a unit attack? Options: its edges that touch the defender, clockwise."""

    __slots__ = ("defender", "edges", "plan", "unit")
    kind = "edge"
    rule = "rw:20.1a"
    answers = (UseEdge,)

    def __init__(self, plan: AttackPlan, defender: int, edges: Sequence[Side]) -> None:
        self.plan = plan
        self.unit = plan.unit
        self.defender = defender
        self.edges = edges

    def options(self) -> list[UseEdge]:
        """List the edges."""
        return [UseEdge(SIDE_NAMES[edge]) for edge in self.edges]

    def refusal(self, action: UseEdge) -> Refusal | None:
        """Refuse edges that do not touch the defender."""
        if action in self.options():
            return None
        return Refusal("rw:20.1a", msg("refuse.edge", edge=action.edge))


class FlankDieChooser(Chooser[AddDie]):
    """Which die does a flanking unit add? Options: a red one, a blue one."""

    __slots__ = ("attack", "unit")
    kind = "flank-die"
    rule = "rw:39.1b"
    answers = (AddDie,)

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.unit = attack.attacker

    def options(self) -> list[AddDie]:
        """List both colours."""
        return [AddDie(die) for die in flank_dice()]

    def refusal(self, action: AddDie) -> Refusal | None:
        """Refuse other colours."""
        return None if action.die in flank_dice() else Refusal("rw:39.1b", msg("refuse.add-die", die=action.die))


class RemoveDieChooser(Chooser[RemoveDie]):
    """Which die does the attacker remove? Options: the colours of its dice."""

    __slots__ = ("dice", "unit")
    kind = "remove-die"
    rule = "rw:56.2b"
    answers = (RemoveDie,)

    def __init__(self, unit: int, dice: Sequence[str]) -> None:
        self.unit = unit
        self.dice = dice

    def options(self) -> list[RemoveDie]:
        """List the colours present."""
        return [RemoveDie(die) for die in dict.fromkeys(self.dice)]

    def refusal(self, action: RemoveDie) -> Refusal | None:
        """Refuse colours that are not among the dice."""
        return None if action.die in self.dice else Refusal("rw:56.2b", msg("refuse.remove-die", die=action.die))


class BaneChooser(Chooser[Pass | SpendBane]):
    """Is a bane of an enemy unit spent against it? Options: no, yes."""

    __slots__ = ("bane", "unit")
    kind = "bane"
    rule = "rw:82.1"
    answers = (Pass, SpendBane)

    def __init__(self, unit: str, bane: Bane) -> None:
        self.unit = unit
        self.bane = bane

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.bane", unit=self.unit, bane=self.bane)

    def options(self) -> list[Pass | SpendBane]:
        """List keeping it, then spending it."""
        return [Pass(), SpendBane(self.bane)]

    def refusal(self, action: Pass | SpendBane) -> Refusal | None:
        """Refuse other banes."""
        if isinstance(action, Pass) or action.bane == self.bane:
            return None
        return Refusal("rw:82.1", msg("refuse.bane", bane=action.bane))


class VitalityChooser(Chooser[Pass | SpendBoon]):
    """Is vitality spent before a wound is taken? Options: no, yes."""

    __slots__ = ("unit",)
    kind = "vitality"
    rule = "rw:ruling.40"
    answers = (Pass, SpendBoon)

    def __init__(self, unit: str) -> None:
        self.unit = unit

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.vitality", unit=self.unit)

    def options(self) -> list[Pass | SpendBoon]:
        """List keeping it, then spending it."""
        return [Pass(), SpendBoon("vitality")]

    def refusal(self, action: Pass | SpendBoon) -> Refusal | None:
        """Refuse other boons."""
        if isinstance(action, Pass) or action.boon == "vitality":
            return None
        return Refusal("rw:ruling.40", msg("refuse.boon", boon=action.boon))


class RerollChooser(Chooser[Pass | Reroll]):
    """Which dice are re-rolled? Options: none, then every set of faces up to the maximum number."""

    __slots__ = ("attack", "most", "rule", "there", "unit")
    kind = "reroll"
    answers = (Pass, Reroll)

    def __init__(self, attack: Attack, most: int, rule: str) -> None:
        self.attack = attack
        self.unit = attack.attacker
        self.there = Counter(showing(attack))
        self.most = most
        self.rule = rule  # it depends on what lets dice be rolled again

    def options(self) -> list[Pass | Reroll]:
        """List re-rolling none, then every set."""
        return [Pass(), *(Reroll(dice) for dice in self._choices())]

    def _choices(self) -> Iterator[tuple[str, ...]]:
        kinds = every_shown()
        for counts in product(*(range(self.there[one] + 1) for one in kinds)):
            if 0 < sum(counts) <= self.most:
                yield tuple(one for one, number in zip(kinds, counts, strict=True) for _ in range(number))

    def refusal(self, action: Pass | Reroll) -> Refusal | None:
        """Refuse dice that are not there, and too many dice."""
        if isinstance(action, Pass):
            return None
        wanted = Counter(action.dice)
        if len(action.dice) > self.most or any(number > self.there[one] for one, number in wanted.items()):
            return Refusal(self.rule, msg("refuse.reroll", dice=" ".join(action.dice), most=self.most))
        return None


def showing(attack: Attack) -> tuple[str, ...]:
    """Return the names of the dice of an attack with their faces, in order."""
    return tuple(shown(die, face) for die, face in zip(attack.dice, attack.faces, strict=True))


class AccuracyChooser(Chooser[AssignAccuracy]):
    """To which figure upgrade of the defender is an accuracy assigned? Options: all in the unit, by place."""

    __slots__ = ("unit", "upgrades")
    kind = "accuracy"
    rule = "rw:7.7"
    answers = (AssignAccuracy,)

    def __init__(self, unit: int, upgrades: Sequence[str]) -> None:
        self.unit = unit
        self.upgrades = upgrades

    def options(self) -> list[AssignAccuracy]:
        """List the figure upgrades."""
        return [AssignAccuracy(upgrade) for upgrade in self.upgrades]

    def refusal(self, action: AssignAccuracy) -> Refusal | None:
        """Refuse upgrades without a figure in the unit."""
        if action.upgrade in self.upgrades:
            return None
        return Refusal("rw:42.1", msg("refuse.accuracy", upgrade=action.upgrade))


class WoundChooser(Chooser[WoundFigure | WoundUpgrade]):
    """Which figure takes a wound? Options: the legal ones, tray by tray from the front left."""

    __slots__ = ("body", "figures", "missing", "rule", "unit")
    kind = "wound"
    answers = (WoundFigure, WoundUpgrade)

    def __init__(self, unit: str, body: Body, open_: Sequence[Figure], rule: str, missing: int = 0) -> None:
        self.missing = missing
        """If several wounds are assigned: how many are left at least; 0 for a single one."""
        self.unit = unit
        self.body = body
        self.figures: dict[WoundFigure | WoundUpgrade, Figure] = {}
        self.rule = rule  # wounds and damage have rules of their own
        for one in open_:
            figure = body.figures[one.cell][one.place]
            named = (
                WoundUpgrade(figure.upgrade) if figure.upgrade else WoundFigure(tray_name(one.cell), str(figure.wounds))
            )
            self.figures.setdefault(named, one)

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.wound", unit=self.unit)

    def part(self) -> Part | None:
        """Return how many wounds are left to assign, if there are several."""
        return Part("wounds", self.missing) if self.missing else None

    def options(self) -> list[WoundFigure | WoundUpgrade]:
        """List the figures; identical ones on a tray are one option."""
        return list(self.figures)

    def refusal(self, action: WoundFigure | WoundUpgrade) -> Refusal | None:
        """Refuse figures that are not there, or that may not take the wound."""
        if action in self.figures:
            return None
        if isinstance(action, WoundUpgrade):
            return Refusal("rw:66.5", msg("refuse.wound.upgrade", upgrade=action.upgrade))
        return Refusal("rw:66.3", msg("refuse.wound.tray", tray=action.tray))


class FigureChooser(Chooser[TakeFigure]):
    """Which figure takes the slot of a fallen figure upgrade? Options: those that could be given damage."""

    __slots__ = ("figures", "unit", "upgrade")
    kind = "figure"
    rule = "rw:38.7"
    answers = (TakeFigure,)

    def __init__(self, unit: int, upgrade: str, body: Body, open_: Sequence[Figure]) -> None:
        self.unit = unit
        self.upgrade = upgrade
        self.figures: dict[TakeFigure, Figure] = {}
        for one in open_:
            figure = body.figures[one.cell][one.place]
            self.figures.setdefault(TakeFigure(tray_name(one.cell), str(figure.wounds)), one)

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.figure", upgrade=self.upgrade)

    def options(self) -> list[TakeFigure]:
        """List the figures; identical ones on a tray are one option."""
        return list(self.figures)

    def refusal(self, action: TakeFigure) -> Refusal | None:
        """Refuse all other figures."""
        return None if action in self.figures else Refusal("rw:38.7", msg("refuse.figure", tray=action.tray))


class TrayChooser(Chooser[TakeTray]):
    """Which tray of a unit is chosen? Options: the legal ones, from the left."""

    __slots__ = ("rule", "trays", "unit")
    kind = "tray"
    answers = (TakeTray,)

    def __init__(self, unit: str, trays: Sequence[Cell], rule: str) -> None:
        self.unit = unit
        self.trays = {TakeTray(tray_name(cell)): cell for cell in trays}
        self.rule = rule  # it depends on what takes a tray

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.tray", unit=self.unit)

    def options(self) -> list[TakeTray]:
        """List the trays."""
        return list(self.trays)

    def refusal(self, action: TakeTray) -> Refusal | None:
        """Refuse all other trays."""
        return None if action in self.trays else Refusal(self.rule, msg("refuse.tray", tray=action.tray))
