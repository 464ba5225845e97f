"""The numeric steps of an attack: legal targets, dice, re-rolls, icons, surges, threat, severity.

Nothing here asks players or changes a state. Damage and wounds are in `damage`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from banneret.games.runewars.content.components import Ability, AttackProfile, DieId, Icon, Rune, components
from banneret.games.runewars.units.engagement import Contact
from banneret.games.runewars.units.formation import Cell, Cells, ranks_of, rows_of
from banneret.kernel.stream import Stream
from banneret.plane import Side

AttackKind: TypeAlias = Literal["melee", "ranged"]
Face: TypeAlias = tuple[Icon, ...]
_FLANKS: Final = (Side.LEFT, Side.RIGHT, Side.REAR)


class Rerolls(NamedTuple):
    """The number of times any number of dice may be re-rolled, and then the number of times one die may be."""

    any: int
    one: int


# 7.1, 7.2: profile and target --------------------------------------------------------------------------------------


def forbids_profile(profile: AttackProfile, kind: AttackKind) -> str | None:
    """Return the rule that forbids a profile in an attack of this kind, or None."""
    # rules rw:7.0, rw:7.1, rw:8.0, rw:36.1, rw:60.1
    return None if profile.kind == kind else "rw:7.1"


def forbids_melee(touching: Sequence[Contact]) -> str | None:
    """Return the rule that forbids a melee attack against an enemy touched in this way, or None."""
    # rules rw:7.2, rw:7.2a, rw:60.0
    return None if touching else "rw:7.2a"


# 7.3, 7.4: dice ----------------------------------------------------------------------------------------------------


def dice_of(profile: AttackProfile, runes: Mapping[Rune, int]) -> tuple[DieId, ...]:
    """Return the dice of a profile for the current runes."""
    # rules rw:7.3, rw:8.0
    more = () if profile.by_rune is None else (profile.by_rune.die,) * runes[profile.by_rune.rune]
    return (*profile.dice, *more)


def changed_dice(dice: Iterable[DieId], added: Iterable[DieId], removed: Iterable[DieId]) -> tuple[DieId, ...]:
    """Return the dice after some are added and then some removed. If none are left, the attack is canceled.

    Raises ValueError if a die to be removed is missing.
    """
    # rules rw:7.3a, rw:56.0, rw:56.1, rw:56.2, rw:56.2a, rw:56.2b, rw:76.1, rw:82.1a
    left = [*dice, *added]
    for die in removed:
        if die not in left:
            raise ValueError(f"no {die} die to remove from {left}")
        left.remove(die)
    return tuple(left)


def is_flanking(touching: Iterable[Contact], against: Side | None = None) -> bool:
    """Whether the first of two touching units flanks the other: its front edge touches a side or rear edge.

    With `against`, only that edge of the other unit counts.
    """
    # rules rw:39.0, rw:39.1, rw:39.2, rw:ruling.32
    return any(one.own == Side.FRONT and one.other in _FLANKS and against in (None, one.other) for one in touching)


def flank_dice() -> tuple[DieId, ...]:
    """Return the colours of the die that a flanking unit adds."""
    # rule rw:39.1b
    return ("red", "blue")


def rerolls(cells: Cells, *, precise: int = 0, flanked: bool = False) -> Rerolls:
    """Return an attacker's re-rolls from its ranks and precise; a flanked unit has none against its flanker."""
    # rules rw:7.4, rw:7.4a, rw:7.4b, rw:39.1c, rw:68.3, rw:ruling.27, rw:ruling.28
    if flanked:
        return Rerolls(0, 0)
    ranks = ranks_of(cells)
    return Rerolls(ranks.full + precise, min(1, ranks.partial))


def roll(dice: Sequence[DieId], stream: Stream) -> tuple[Face, ...]:
    """Roll dice."""
    found = components().dice
    return tuple(stream.choice(found[die].faces) for die in dice)


def rolled_again(
    dice: Sequence[DieId], faces: Sequence[Face], which: Iterable[int], stream: Stream
) -> tuple[Face, ...]:
    """Re-roll some of the dice, given by their indices. Raises IndexError for an invalid index."""
    # rules rw:7.4a, rw:7.4b
    again = sorted(set(which))
    if again and not 0 <= again[0] <= again[-1] < len(dice):
        raise IndexError(f"invalid indices {again} for {len(dice)} dice")
    new = dict(zip(again, roll([dice[place] for place in again], stream), strict=True))
    return tuple(new.get(place, face) for place, face in enumerate(faces))


# 7.5: icons --------------------------------------------------------------------------------------------------------


def icons_of(faces: Iterable[Face], added: Iterable[Icon] = (), removed: Iterable[Icon] = ()) -> Counter[Icon]:
    """Return the icons of a roll, first with those added, then without those removed, one by one."""
    # rules rw:7.5, rw:56.3, rw:56.4, rw:56.4a, rw:56.4c, rw:76.2, rw:80.0, rw:ruling.29
    count = Counter(icon for face in faces for icon in face)
    count.update(added)
    count.subtract(removed)
    return +count


def changed_face(faces: Sequence[Face], place: int, die: DieId, to: Face) -> tuple[Face, ...]:
    """Turn a die to another of its faces. Raises ValueError for a face the die does not have."""
    # rules rw:56.4, rw:56.4b
    if to not in components().dice[die].faces:
        raise ValueError(f"a {die} die has no face {to}")
    return (*faces[:place], to, *faces[place + 1 :])


# 7.6: surges -------------------------------------------------------------------------------------------------------


def forbids_surge(ability: Ability, kind: AttackKind, surges: int, spent: int, used: int) -> str | None:
    """Return the rule that forbids spending surges on an ability, given its earlier uses in the attack, or None."""
    # rules rw:7.6, rw:18.0, rw:18.1, rw:31.0, rw:31.1, rw:31.1a, rw:31.1b, rw:31.2, rw:31.2a, rw:31.3
    # rules rw:34.1, rw:34.2, rw:34.3, rw:34.3a, rw:76.3, rw:ruling.30, rw:ruling.36
    if ability.cost is None or kind not in ability.timing:
        return "rw:31.3"
    if ability.once and used:
        return "rw:ruling.36"
    if spent < ability.cost or (spent > ability.cost and not ability.variable):
        return "rw:31.1a"
    return "rw:31.1" if spent > surges else None


# 7.8, 7.9: threat --------------------------------------------------------------------------------------------------


def threat(cells: Cells, edge: Side | None = None, *, brutal: int = 0, touching: Collection[Cell] | None = None) -> int:
    """Return a unit's threat: in a melee attack for the contacted edge, or, without an edge, in a ranged attack.

    An edge shortened by a partial rank counts as if that rank were full. By the erratum, which applies if the trays
    that touch the enemy are given, a side edge counts a partial rank only if that rank touches, and a rear edge counts
    only the partial rank if nothing else touches.
    """
    # rules rw:20.0, rw:20.1, rw:20.1a, rw:20.1b, rw:20.2, rw:68.1, rw:ruling.31
    rows = rows_of(cells)
    aside = edge in (Side.LEFT, Side.RIGHT)
    trays = len(rows) if aside else len(rows[0])
    partial = [row for row in rows[1:] if len(row) < len(rows[0])]
    if touching is not None and partial:
        short = {cell for row in partial for cell in row}
        if aside and short.isdisjoint(touching):
            trays -= len(partial)
        elif edge == Side.REAR and touching and short.issuperset(touching):
            trays = len(partial[-1])
    return trays + brutal


def damage_of(hits: int, threat_of_attacker: int) -> int:
    """Return the damage of the hits spent."""
    # rules rw:7.9, rw:20.3, rw:78.0, rw:78.1
    return hits * threat_of_attacker


# 7.11: morale ------------------------------------------------------------------------------------------------------


def severity(morale: int, panic: int) -> int:
    """Return the severity of the defender's morale test from morale icons and panic tokens spent; 0 means no test."""
    # rules rw:7.11, rw:57.0, rw:57.1, rw:58.2, rw:82.1c
    return morale + panic
