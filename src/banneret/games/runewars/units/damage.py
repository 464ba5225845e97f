"""Figures of a unit: who may be given damage and wounds, and what falls. Steps 7 to 10 of an attack.

Nothing here asks or changes a state: a `Body` is never changed, a new one is made.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from banneret.games.runewars.units.formation import Cell, Cells, is_joined, removable


class Standing(NamedTuple):
    """A figure on a tray: its wounds, and the upgrade that it is, if any."""

    wounds: int = 0
    upgrade: str = ""


class Strength(NamedTuple):
    """What a figure withstands by its card and the mana pool: damage for a wound, and wounds until it is removed.

    What modifies the defense is added by `defense`.
    """

    printed_defense: int
    threshold: int


class Body(NamedTuple):
    """The figures of a unit by their trays, and what they withstand: common figures, and upgrades by their ids."""

    figures: Mapping[Cell, tuple[Standing, ...]]
    common: Strength
    upgrades: Mapping[str, Strength]

    @property
    def cells(self) -> Cells:
        """The trays with figures: one whose last figure falls counts as gone at once."""
        # rule rw:ruling.34
        return frozenset(cell for cell, standing in self.figures.items() if standing)

    def strength(self, figure: Standing) -> Strength:
        """What a figure withstands by its own card."""
        # rules rw:38.4, rw:83.3
        return self.upgrades[figure.upgrade] if figure.upgrade else self.common


class Target(NamedTuple):
    """A figure by its tray and its place there."""

    cell: Cell
    place: int


Accuracy = Mapping[str, int]
"""How many accuracies are assigned to figure upgrades, by their ids."""


def defense(body: Body, figure: Standing, bonus: int = 0) -> int:
    """The damage that wounds a figure: modifiers of the unit are its upgrades' too, and 1 is the least."""
    # rules rw:38.5, rw:83.1, rw:83.2, rw:83.4
    return max(1, body.strength(figure).printed_defense + bonus)


def assigned(accuracies: int, to: Mapping[str, int], body: Body) -> Accuracy:
    """Assign accuracies to figure upgrades of the defender. Raises ValueError for too many, or one not there."""
    # rules rw:7.7, rw:7.7c, rw:7.7d, rw:42.0, rw:42.1, rw:42.2, rw:42.3
    there = {figure.upgrade for standing in body.figures.values() for figure in standing if figure.upgrade}
    wanted = accuracies if there else 0
    if sum(to.values()) != wanted or not set(to) <= there:
        raise ValueError(f"{wanted} accuracies go to {sorted(there)}, not {dict(to)}")
    return dict(to)


def targets(body: Body, accuracy: Accuracy) -> list[Target]:
    """The figures that may be given damage or wounds, by trays and places.

    Those of the backmost rank, but on no tray without which the unit would fall apart; and upgrades with accuracy.
    """
    # rules rw:7.7a, rw:38.6, rw:42.4, rw:66.3, rw:66.4, rw:66.5, rw:77.2
    open_ = set(removable(body.cells)) if body.cells else set()
    return [
        Target(cell, place)
        for cell in sorted(body.figures, key=lambda one: (one[1], one[0]))
        for place, figure in enumerate(body.figures[cell])
        if cell in open_ or (accuracy.get(figure.upgrade, 0) > 0 and not _would_split(body, cell, open_))
    ]


def _would_split(body: Body, cell: Cell, open_: Collection[Cell]) -> bool:
    """Whether a unit would fall apart without the only figure of a tray, because no other takes its place."""
    # rules rw:38.7, rw:66.4
    if len(body.figures[cell]) > 1 or is_joined(body.cells - {cell}):
        return False
    if not body.figures[cell][0].upgrade:
        return True
    return all(figure.upgrade for other in open_ if other != cell for figure in body.figures[other])


def damageable(body: Body, accuracy: Accuracy, damage: int, bonus: int = 0) -> list[Target]:
    """The targets that damage is enough to wound; none: what is left of it is lost."""
    # rules rw:66.2, rw:66.6
    return [
        target
        for target in targets(body, accuracy)
        if defense(body, body.figures[target.cell][target.place], bonus) <= damage
    ]


def damaged(body: Body, accuracy: Accuracy, target: Target, damage: int, bonus: int = 0) -> tuple[Body, Accuracy, int]:
    """Give a figure the damage for one wound; return body and accuracies after it, and the damage that is left.

    Raises ValueError if the figure may not be given it.
    """
    # rules rw:66.0, rw:66.1, rw:66.1a, rw:66.2, rw:87.0, rw:87.1
    if target not in damageable(body, accuracy, damage, bonus):
        raise ValueError(f"{target} may not be given {damage} damage")
    cost = defense(body, body.figures[target.cell][target.place], bonus)
    return *wounded(body, accuracy, target), damage - cost


def wounded(body: Body, accuracy: Accuracy, target: Target) -> tuple[Body, Accuracy]:
    """Give a figure one wound, whatever its defense; with as many as its threshold it is removed.

    A wound spends one of its accuracies. Raises ValueError if the figure may not be given it.
    """
    # rules rw:7.7b, rw:7.8, rw:42.5, rw:42.6, rw:77.0, rw:77.1, rw:87.2, rw:87.3, rw:87.4, rw:87.5
    if target not in targets(body, accuracy):
        raise ValueError(f"{target} may not be given a wound")
    standing = list(body.figures[target.cell])
    figure = standing[target.place]
    hurt = Standing(figure.wounds + 1, figure.upgrade)
    falls = hurt.wounds >= body.strength(figure).threshold
    standing[target.place : target.place + 1] = [] if falls else [hurt]
    left = {id: number - (id == figure.upgrade) for id, number in accuracy.items()}
    if falls:
        left.pop(figure.upgrade, None)
    return body._replace(figures={**body.figures, target.cell: tuple(standing)}), left


def reconfigured(before: Body, after: Body) -> tuple[Cells, frozenset[str]]:
    """The trays that the defender keeps, and the figure upgrades whose cards it discards. No tray: it is destroyed."""
    # rules rw:7.10, rw:38.7, rw:87.6, rw:88.0, rw:88.1, rw:88.2
    upgrades = [
        {figure.upgrade for standing in body.figures.values() for figure in standing if figure.upgrade}
        for body in (before, after)
    ]
    return after.cells, frozenset(upgrades[0] - upgrades[1])


def filled_up(body: Body, slot: Cell, taken: Target | None) -> Body:
    """Put a common figure into the slot of an upgrade that fell; without any the slot stays empty.

    Raises ValueError for a figure that damage could not be given to.
    """
    # rules rw:38.7, rw:38.7a
    movable = substitutes(body, slot)
    if taken is None:
        if movable:
            raise ValueError("there is a figure that takes the slot")
        return body
    if taken not in movable:
        raise ValueError(f"{taken} is no figure that takes the slot")
    from_ = list(body.figures[taken.cell])
    figure = from_.pop(taken.place)
    figures = {**body.figures, taken.cell: tuple(from_)}
    figures[slot] = (*body.figures.get(slot, ()), figure)
    return body._replace(figures=figures)


def substitutes(body: Body, slot: Cell) -> list[Target]:
    """The common figures that may take the slot of an upgrade that fell, whose tray is there until one does."""
    # rules rw:38.7, rw:66.4
    open_ = set(removable(body.cells | {slot})) - {slot}
    return [
        Target(cell, place)
        for cell in sorted(body.figures, key=lambda one: (one[1], one[0]))
        if cell in open_
        for place, figure in enumerate(body.figures[cell])
        if not figure.upgrade
    ]


def expendable(body: Body) -> list[Target]:
    """The figures that an effect may remove wherever they stand: without them the unit is in one piece."""
    # rules rw:27.2, rw:66.4, rw:ruling.79
    open_ = set(removable(body.cells)) if body.cells else set()
    return [
        Target(cell, place)
        for cell in sorted(body.figures, key=lambda one: (one[1], one[0]))
        for place in range(len(body.figures[cell]))
        if not _would_split(body, cell, open_)
    ]
