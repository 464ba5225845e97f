"""The figures of a unit: legal targets of damage and wounds, and losses. Steps 7 to 10 of an attack.

Nothing here asks players or changes a state: functions return a new `Body` instead of changing one.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from banneret.games.runewars.units.formation import Cell, Cells, is_joined, removable, rows_of


class Standing(NamedTuple):
    """A figure on a tray: its wounds, and its upgrade if it is one."""

    wounds: int = 0
    upgrade: str = ""


class Strength(NamedTuple):
    """A figure's printed values, with the mana pool applied: damage per wound, and wounds until it is removed.

    Modifiers of the defense are added by `defense`.
    """

    printed_defense: int
    threshold: int


class Body(NamedTuple):
    """The figures of a unit by tray, and the strength of common figures and of figure upgrades (by id)."""

    figures: Mapping[Cell, tuple[Standing, ...]]
    common: Strength
    upgrades: Mapping[str, Strength]

    @property
    def cells(self) -> Cells:
        """Return the trays that hold figures: a tray whose last figure falls counts as lost at once."""
        # rule rw:ruling.34
        return frozenset(cell for cell, standing in self.figures.items() if standing)

    def strength(self, figure: Standing) -> Strength:
        """Return the strength of a figure according to its own card."""
        # rules rw:38.4, rw:83.3
        return self.upgrades[figure.upgrade] if figure.upgrade else self.common


class Target(NamedTuple):
    """A figure, given by its tray and its place on that tray."""

    cell: Cell
    place: int


Accuracy = Mapping[str, int]
"""The number of accuracies assigned to each figure upgrade, by id."""


def defense(body: Body, figure: Standing, bonus: int = 0) -> int:
    """Return the damage that wounds a figure: at least 1; the unit's modifiers also apply to its upgrades."""
    # rules rw:38.5, rw:83.1, rw:83.2, rw:83.4
    return max(1, body.strength(figure).printed_defense + bonus)


def assigned(accuracies: int, to: Mapping[str, int], body: Body) -> Accuracy:
    """Assign accuracies to the defender's figure upgrades. Raises ValueError for too many, or for an absent upgrade."""
    # rules rw:7.7, rw:7.7c, rw:7.7d, rw:42.0, rw:42.1, rw:42.2, rw:42.3
    there = {figure.upgrade for standing in body.figures.values() for figure in standing if figure.upgrade}
    wanted = accuracies if there else 0
    if sum(to.values()) != wanted or not set(to) <= there:
        raise ValueError(f"{wanted} accuracies can be assigned to {sorted(there)}, not {dict(to)}")
    return dict(to)


def targets(body: Body, accuracy: Accuracy) -> list[Target]:
    """Return the figures that may be given damage or wounds, by trays and places.

    These are the figures of the backmost rank, except on trays without which the unit would fall apart, and figure
    upgrades with accuracies assigned.
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
    """Whether removing the only figure of a tray would split the unit.

    A figure of a rank behind may take the place of an upgrade.
    """
    # rules rw:38.7, rw:66.4, rw:ruling.84
    if len(body.figures[cell]) > 1 or is_joined(body.cells - {cell}):
        return False
    if not body.figures[cell][0].upgrade or len(rows_of(body.cells)) == 1:
        return True
    return all(figure.upgrade for other in open_ if other != cell for figure in body.figures[other])


def damageable(body: Body, accuracy: Accuracy, damage: int, bonus: int = 0) -> list[Target]:
    """Return the targets that the damage is enough to wound; if there are none, the remaining damage is lost."""
    # rules rw:66.2, rw:66.6
    return [
        target
        for target in targets(body, accuracy)
        if defense(body, body.figures[target.cell][target.place], bonus) <= damage
    ]


def damaged(body: Body, accuracy: Accuracy, target: Target, damage: int, bonus: int = 0) -> tuple[Body, Accuracy, int]:
    """Give a figure the damage for one wound; return the body and accuracies after it, and the damage left.

    Raises ValueError if the figure is not a legal target.
    """
    # rules rw:66.0, rw:66.1, rw:66.1a, rw:66.2, rw:87.0, rw:87.1
    if target not in damageable(body, accuracy, damage, bonus):
        raise ValueError(f"{target} may not be given {damage} damage")
    cost = defense(body, body.figures[target.cell][target.place], bonus)
    return *wounded(body, accuracy, target), damage - cost


def wounded(body: Body, accuracy: Accuracy, target: Target) -> tuple[Body, Accuracy]:
    """Give a figure one wound regardless of its defense; it is removed once its wounds reach its threshold.

    A wound spends one of its accuracies. Raises ValueError if the figure is not a legal target.
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
    """Return the trays the defender keeps, and the figure upgrades whose cards it discards.

    Without trays it is destroyed.
    """
    # rules rw:7.10, rw:38.7, rw:87.6, rw:88.0, rw:88.1, rw:88.2
    upgrades = [
        {figure.upgrade for standing in body.figures.values() for figure in standing if figure.upgrade}
        for body in (before, after)
    ]
    return after.cells, frozenset(upgrades[0] - upgrades[1])


def filled_up(body: Body, slot: Cell, taken: Target | None) -> Body:
    """Move a common figure into the slot of a fallen upgrade; if there is none, the slot stays empty.

    Raises ValueError for a figure that could not be given damage.
    """
    # rules rw:38.7, rw:38.7a
    movable = substitutes(body, slot)
    if taken is None:
        if movable:
            raise ValueError("a figure must take the slot")
        return body
    if taken not in movable:
        raise ValueError(f"{taken} cannot take the slot")
    from_ = list(body.figures[taken.cell])
    figure = from_.pop(taken.place)
    figures = {**body.figures, taken.cell: tuple(from_)}
    figures[slot] = (*figures.get(slot, ()), figure)
    return body._replace(figures=figures)


def substitutes(body: Body, slot: Cell) -> list[Target]:
    """Return the common figures that may take the slot of a fallen upgrade; its tray remains until one does.

    None may if the trays that connected the slot with the unit have been lost meanwhile. If the slot is in the backmost
    rank, one on its own tray may as well, which changes nothing.
    """
    # rules rw:38.7, rw:66.4, rw:ruling.83, rw:ruling.88
    whole = body.cells | {slot}
    open_ = set(removable(whole))
    found = [
        Target(cell, place)
        for cell in sorted(body.figures, key=lambda one: (one[1], one[0]))
        if cell in open_ - {slot} and (len(body.figures[cell]) == 1 or is_joined(whole))
        for place, figure in enumerate(body.figures[cell])
        if not figure.upgrade
    ]
    beside = [place for place, figure in enumerate(body.figures.get(slot, ())) if not figure.upgrade]
    if found and beside and slot in open_ and is_joined(whole):
        found.insert(0, Target(slot, beside[0]))
    return found


def expendable(body: Body) -> list[Target]:
    """Return the figures that an effect may remove anywhere in the unit: without them the unit is in one piece."""
    # rules rw:27.2, rw:66.4, rw:ruling.79
    open_ = set(removable(body.cells)) if body.cells else set()
    return [
        Target(cell, place)
        for cell in sorted(body.figures, key=lambda one: (one[1], one[0]))
        for place in range(len(body.figures[cell]))
        if not _would_split(body, cell, open_)
    ]
