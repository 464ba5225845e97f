"""The answers of a seat in attacks and morale tests: every action with its notation.

Trays are named by file and rank from the front left, such as 2-1; dice by colour and face, such as red-hit-hit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, TypeAlias

from banneret.games.runewars.content.components import components
from banneret.games.runewars.units.formation import Cell
from banneret.kernel.choosers import Action, Domain

Unit: TypeAlias = Annotated[str, Domain("unit")]
Towards: TypeAlias = Annotated[str, Domain("towards")]
Profile: TypeAlias = Annotated[str, Domain("profile")]
DieColour: TypeAlias = Annotated[str, Domain("die")]
Bane: TypeAlias = Annotated[str, Domain("bane")]
Boon: TypeAlias = Annotated[str, Domain("boon")]
Tray: TypeAlias = Annotated[str, Domain("tray")]
Upgrade: TypeAlias = Annotated[str, Domain("upgrade")]
Morale: TypeAlias = Annotated[str, Domain("morale")]
Number: TypeAlias = Annotated[str, Domain("number")]
Shown: TypeAlias = Annotated[tuple[str, ...], Domain("shown")]

MOST: Final = 20
"""The highest number in an answer: of tokens, surges or wounds."""
DEEPEST: Final = 6
"""More trays than the width or depth of any unit, even with added trays."""


class UseProfile(Action, frozen=True, tag="profile"):
    """Choose an attack profile, by its position among those of its type on the card."""

    profile: Profile
    FORM = "profile {profile}"


class Target(Action, frozen=True, tag="target"):
    """Choose the target of the attack."""

    unit: Unit
    FORM = "target {unit}"


class UseEdge(Action, frozen=True, tag="edge"):
    """Choose the contacted edge for an attack."""

    edge: Towards
    FORM = "edge {edge}"


class AddDie(Action, frozen=True, tag="add-die"):
    """Add a die of a colour to the attack."""

    die: DieColour
    FORM = "add {die}"


class RemoveDie(Action, frozen=True, tag="remove-die"):
    """Remove a die of a colour from the attack."""

    die: DieColour
    FORM = "remove {die}"


class SpendBane(Action, frozen=True, tag="spend-bane"):
    """Spend a bane of an enemy unit."""

    bane: Bane
    FORM = "spend {bane}"


class SpendBoon(Action, frozen=True, tag="spend-boon"):
    """Spend a boon of the seat's own unit."""

    boon: Boon
    FORM = "use {boon}"


class Reroll(Action, frozen=True, tag="reroll"):
    """Re-roll dice, given by their faces."""

    dice: Shown
    FORM = "reroll {dice}"


class AssignAccuracy(Action, frozen=True, tag="accuracy"):
    """Assign an accuracy to a figure upgrade."""

    upgrade: Upgrade
    FORM = "accuracy {upgrade}"


class WoundFigure(Action, frozen=True, tag="wound"):
    """Give a wound to a common figure of a tray, given by its previous wounds."""

    tray: Tray
    wounds: Number
    FORM = "wound {tray} {wounds}"


class WoundUpgrade(Action, frozen=True, tag="wound-upgrade"):
    """Give a wound to the figure of an upgrade."""

    upgrade: Upgrade
    FORM = "wound {upgrade}"


class TakeFigure(Action, frozen=True, tag="figure"):
    """Take a common figure of a tray, given by its wounds."""

    tray: Tray
    wounds: Number
    FORM = "take {tray} {wounds}"


class TakeTray(Action, frozen=True, tag="tray"):
    """Choose a tray."""

    tray: Tray
    FORM = "tray {tray}"


class SpendPanic(Action, frozen=True, tag="panic"):
    """Spend a number of an enemy unit's panic tokens on its morale test."""

    number: Number
    FORM = "panic {number}"


class Resolve(Action, frozen=True, tag="resolve"):
    """Resolve one of the drawn morale cards."""

    morale: Morale
    FORM = "resolve {morale}"


class DiscardUpgrade(Action, frozen=True, tag="discard"):
    """Discard an upgrade of a unit."""

    upgrade: Upgrade
    FORM = "discard {upgrade}"


AttackAction: TypeAlias = (
    UseProfile
    | Target
    | UseEdge
    | AddDie
    | RemoveDie
    | SpendBane
    | SpendBoon
    | Reroll
    | AssignAccuracy
    | WoundFigure
    | WoundUpgrade
    | TakeFigure
    | TakeTray
    | SpendPanic
    | Resolve
    | DiscardUpgrade
)


def tray_name(cell: Cell) -> str:
    """Return the name of a tray."""
    return f"{cell[0] + 1}-{cell[1] + 1}"


def shown(die: str, face: Iterable[str]) -> str:
    """Return the name of a die with a face up."""
    return "-".join((die, *face)) if face else f"{die}-blank"


def every_shown() -> tuple[str, ...]:
    """Return the names of all faces of all dice."""
    return tuple(dict.fromkeys(shown(die.id, face) for die in components().dice.values() for face in die.faces))


def attack_domains() -> dict[str, tuple[str, ...]]:
    """Return the finite value sets that only these actions have."""
    found = components()
    return {
        "profile": tuple(str(number + 1) for number in range(max(len(unit.attacks) for unit in found.units.values()))),
        "die": tuple(found.dice),
        "bane": tuple(token.id for token in found.tokens.values() if token.kind == "bane"),
        "boon": tuple(token.id for token in found.tokens.values() if token.kind == "boon"),
        "tray": tuple(tray_name((column, row)) for column in range(DEEPEST) for row in range(DEEPEST)),
        "upgrade": tuple(found.upgrades),
        "morale": tuple(found.morale),
        "number": tuple(str(number) for number in range(MOST + 1)),
        "shown": every_shown(),
    }
