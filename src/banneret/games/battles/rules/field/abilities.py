"""Unit abilities of commanders: effects that last while the commander is in play. One handler each."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from banneret.games.battles.content.components import CAVALRY, GREEN, Box
from banneret.games.battles.rules.field.units import class_of, commander_in, own_beside
from banneret.games.battles.state import NO_COMMANDER, Fight, State


class UnitAbility:
    """The hooks of a unit ability; each ability overrides one of them (battles:commander.2, battles:commander.3)."""

    __slots__ = ()
    keyword: ClassVar[str] = ""
    """The keyword that `grants` adds to, if any."""

    def grants(self, state: State, holder: int, unit: int) -> int:
        """Return the amount added to that keyword for a unit of the same House."""
        return 0

    def dice(self, state: State, fight: Fight) -> int:
        """Return the number of dice added to an attack of the commander's unit."""
        return 0

    def silences(self) -> bool:
        """Return whether targets of the commander's unit do not counterattack."""
        return False

    def evades(self) -> bool:
        """Return whether the commander's unit suffers no parting blows."""
        return False

    def turns_flank(self) -> bool:
        """Return whether the commander's unit may give up its engagement with a target to flank it."""
        return False

    def lends_dice(self) -> int:
        """Return the number of dice the unit may lend to an adjacent unit ordered with it."""
        return 0

    def kept_cards(self) -> int:
        """Return the number of additional cards its House keeps at the end of a round."""
        return 0

    def kindles_with_valor(self) -> bool:
        """Return whether valor results count as green shields when the unit starts a fire."""
        return False


class EddardStark(UnitAbility):
    """Toughness 1."""

    __slots__ = ()
    keyword = "toughness"

    def grants(self, state: State, holder: int, unit: int) -> int:
        """battles:commander-card.eddard-stark-unit, battles:c3.7."""
        return int(unit == holder)


class YoungWolf(UnitAbility):
    """Pursue is increased by one."""

    __slots__ = ()
    keyword = "pursue"

    def grants(self, state: State, holder: int, unit: int) -> int:
        """battles:commander-card.robb-stark-young-wolf-unit."""
        return int(unit == holder)


class KingInTheNorth(UnitAbility):
    """May flank an enemy that was engaged with his own unit."""

    __slots__ = ()

    def turns_flank(self) -> bool:
        """battles:commander-card.robb-stark-king-in-the-north-unit."""
        return True


class TheGreatjon(UnitAbility):
    """One additional die when flanking."""

    __slots__ = ()

    def dice(self, state: State, fight: Fight) -> int:
        """battles:commander-card.greatjon-umber-the-greatjon-unit."""
        return int(fight.flanking)


class LastHearth(UnitAbility):
    """Adjacent green units are Stalwart."""

    __slots__ = ()
    keyword = "stalwart"

    def grants(self, state: State, holder: int, unit: int) -> int:
        """battles:commander-card.greatjon-umber-last-hearth-unit."""
        return int(state.rank[unit] == GREEN and unit in own_beside(state, holder))


class MaegeMormont(UnitAbility):
    """Heavy Armor."""

    __slots__ = ()
    keyword = "heavy-armor"

    def grants(self, state: State, holder: int, unit: int) -> int:
        """battles:commander-card.maege-mormont-unit."""
        return int(unit == holder)


class RickardKarstark(UnitAbility):
    """One additional die in a bonus attack without a move."""

    __slots__ = ()

    def dice(self, state: State, fight: Fight) -> int:
        """battles:commander-card.rickard-karstark-unit."""
        return int(fight.unmoved)


class TywinLannister(UnitAbility):
    """Keeps an additional card."""

    __slots__ = ()

    def kept_cards(self) -> int:
        """battles:commander-card.tywin-lannister-unit."""
        return 1


class Kingslayer(UnitAbility):
    """One additional die against commanders."""

    __slots__ = ()

    def dice(self, state: State, fight: Fight) -> int:
        """battles:commander-card.jaime-lannister-kingslayer-unit."""
        return int(state.commander[fight.target] != NO_COMMANDER)


class Kingsguard(UnitAbility):
    """Adjacent cavalry is Stalwart."""

    __slots__ = ()
    keyword = "stalwart"

    def grants(self, state: State, holder: int, unit: int) -> int:
        """battles:commander-card.jaime-lannister-warden-unit."""
        return int(class_of(state, unit) == CAVALRY and unit in own_beside(state, holder))


class KevanLannister(UnitAbility):
    """Lends two dice."""

    __slots__ = ()

    def lends_dice(self) -> int:
        """battles:commander-card.kevan-lannister-unit."""
        return 2


class TheMountain(UnitAbility):
    """His targets do not counterattack."""

    __slots__ = ()

    def silences(self) -> bool:
        """battles:commander-card.gregor-clegane-the-mountain-unit."""
        return True


class TheReaver(UnitAbility):
    """Scorch the Earth, also with valor."""

    __slots__ = ()
    keyword = "scorch-the-earth"

    def grants(self, state: State, holder: int, unit: int) -> int:
        """battles:commander-card.gregor-clegane-the-reaver-unit."""
        return int(unit == holder)

    def kindles_with_valor(self) -> bool:
        """battles:commander-card.gregor-clegane-the-reaver-unit."""
        return True


class AddamMarbrand(UnitAbility):
    """Suffers no parting blows."""

    __slots__ = ()

    def evades(self) -> bool:
        """battles:commander-card.addam-marbrand-unit."""
        return True


UNIT_ABILITIES: Final[dict[str, UnitAbility]] = {
    "eddard-stark-unit": EddardStark(),
    "robb-stark-young-wolf-unit": YoungWolf(),
    "robb-stark-king-in-the-north-unit": KingInTheNorth(),
    "greatjon-umber-the-greatjon-unit": TheGreatjon(),
    "greatjon-umber-last-hearth-unit": LastHearth(),
    "maege-mormont-unit": MaegeMormont(),
    "rickard-karstark-unit": RickardKarstark(),
    "tywin-lannister-unit": TywinLannister(),
    "jaime-lannister-kingslayer-unit": Kingslayer(),
    "jaime-lannister-warden-unit": Kingsguard(),
    "kevan-lannister-unit": KevanLannister(),
    "gregor-clegane-the-mountain-unit": TheMountain(),
    "gregor-clegane-the-reaver-unit": TheReaver(),
    "addam-marbrand-unit": AddamMarbrand(),
}
"""One handler per ability, so that tests can disable one."""

_NONE: Final = UnitAbility()


def ability_of(state: State, unit: int) -> UnitAbility:
    """Return the ability of a unit's commander, or a neutral one if it has none.

    It is always in effect: battles:commander.3. It takes precedence over the rulebook: battles:aim.7.
    """
    commander = commander_in(state, unit)
    return UNIT_ABILITIES[commander.unit_ability] if commander is not None else _NONE


@lru_cache(maxsize=1024)
def _granting(box: Box, keyword: str) -> tuple[int, ...]:
    """Return the numbers of the commanders whose abilities can add to a keyword."""
    return tuple(
        number
        for number, commander in enumerate(box.commanders)
        if UNIT_ABILITIES[commander.unit_ability].keyword == keyword
    )


def granted_by_commanders(state: State, unit: int, keyword: str) -> int:
    """Return the amount that own commanders add to a keyword of a unit: battles:commander.2, battles:ruling.17."""
    total = 0
    for number in _granting(state.box, keyword):
        if number in state.commander:
            holder = state.commander.index(number)
            if state.seat[holder] == state.seat[unit] and state.figures[holder]:
                total += ability_of(state, holder).grants(state, holder, unit)
    return total
