"""Combat, step 6.2: the loser's casualties from swords, and casualties from the skulls of Tides of Battle."""

from __future__ import annotations

from banneret.games.thrones.actions import LoseUnit
from banneret.games.thrones.content.board import AREA, AREAS
from banneret.games.thrones.content.components import TIDES, UNIT, UNITS
from banneret.games.thrones.events.combat import CombatUnitLost, LossPrevented
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.strength import swords, towers
from banneret.games.thrones.rules.control import remove_units, units_at
from banneret.games.thrones.state import ATTACKER, DEFENDER, Combat, State
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import Message, msg

_LOSE = tuple(tuple(LoseUnit(area, unit) for unit in UNITS) for area in AREAS)


def place_of(fight: Combat, side: int) -> int:
    """Return the area of a side's fighting units; attackers are still at home (thrones:ruling.28)."""
    return fight.origin if side == ATTACKER else fight.target


def fighting_units(state: State, fight: Combat, side: int) -> list[int]:
    """Count the attacking or defending units by kind, without routed ones (thrones:combat.5, thrones:routed.4)."""
    return fight.army[:] if side == ATTACKER else units_at(state, fight.target)


def takes_no_losses(fight: Combat, side: int) -> bool:
    """Return whether a side loses no units to card texts, swords or skulls: thrones:card.the-blackfish."""
    return fight.cards[side] == "the-blackfish"


def lose_unit(game: Thrones, fight: Combat, side: int, kind: int, rule: str, *, routed: bool = False) -> None:
    """Destroy one fighting unit and return it to its house's pool: thrones:terms.10."""
    state = game.state
    area = place_of(fight, side)
    remove_units(state, area, kind, routed=routed)
    if side == ATTACKER:
        fight.army[kind] -= 1
    game.emit(
        CombatUnitLost(
            house=state.houses[fight.seats[side]],
            area=AREAS[area],
            unit=UNITS[kind],
            state="routed" if routed else "upright",
            rule=rule,
        )
    )


def lose_all(game: Thrones, fight: Combat, side: int, rule: str) -> None:
    """Destroy all fighting units of a side that are not routed."""
    for kind, count in enumerate(fighting_units(game.state, fight, side)):
        for _ in range(count):
            lose_unit(game, fight, side, kind, rule)


def take_casualties(game: Thrones, fight: Combat) -> Flow[None]:
    """Let the loser destroy a unit per sword not cancelled by its towers: thrones:casualties.1, thrones:casualties.4.

    thrones:icons.1, thrones:icons.2. If there are more swords than units, all units die. Routed and supporting units
    are safe (thrones:routed.4, thrones:casualties.6). The Blackfish's side loses none.
    """
    state = game.state
    loser = 1 - fight.winner
    losses = swords(state, fight, fight.winner) - towers(state, fight, loser)
    if losses > 0:
        yield from _lose_units(game, fight, loser, losses, "thrones:casualties.4")


def take_skulls(game: Thrones, fight: Combat) -> Flow[None]:
    """Let each side destroy a unit for a skull of its opponent, whichever side won: thrones:tides.7, thrones:tides.8.

    The attacker's card is resolved first (thrones:ruling.55). Towers do not help; garrisons and routed units are not
    affected (thrones:garrison.6, thrones:ruling.56, thrones:ruling.70).
    """
    for side in (ATTACKER, DEFENDER):
        drawn = fight.tides[side]
        if drawn is not None and TIDES[drawn].skulls:
            yield from _lose_units(game, fight, 1 - side, TIDES[drawn].skulls, "thrones:tides.7")


def _lose_units(game: Thrones, fight: Combat, side: int, losses: int, rule: str) -> Flow[None]:
    """Let a side choose `losses` units to destroy, one at a time; all die if it has no more than that."""
    state = game.state
    seat = fight.seats[side]
    total = sum(fighting_units(state, fight, side))
    if not total:
        return
    if takes_no_losses(fight, side):
        game.emit(LossPrevented(house=state.houses[seat], card="the-blackfish"))
        return
    if losses >= total:
        lose_all(game, fight, side, rule)
        return
    for done in range(losses):
        answer = yield from ask(seat, CasualtyChooser(state, fight, side, losses, done))
        lose_unit(game, fight, side, UNIT[answer.unit], rule)


class CasualtyChooser(Chooser[LoseUnit]):
    """Which unit is destroyed? Options: kinds of units in the order footman, knight, ship, siege engine."""

    __slots__ = ("area", "counts", "done", "losses", "routed")
    kind = "casualty"
    rule = "thrones:casualties.5"
    answers = (LoseUnit,)

    def __init__(self, state: State, fight: Combat, side: int, losses: int = 1, done: int = 0) -> None:
        self.losses = losses
        """The number of units to be destroyed, one after the other, and how many have been."""
        self.done = done
        self.area = place_of(fight, side)
        self.counts = fighting_units(state, fight, side)
        self.routed = [column[self.area] for column in state.routed]

    def prompt(self) -> Message:
        """Name the area of the units."""
        return msg(f"ask.{self.kind}", area=AREAS[self.area])

    def part(self) -> Part | None:
        """Return how many losses are missing, if there are several: thrones:casualties.4."""
        return Part("casualties", self.losses - self.done) if self.losses > 1 else None

    def options(self) -> list[LoseUnit]:
        """List a unit of each fighting kind; the loser chooses: thrones:casualties.5.

        A siege engine counts as one unit, like any other: thrones:casualties.7, thrones:ruling.54.
        """
        return [_LOSE[self.area][kind] for kind, count in enumerate(self.counts) if count]

    def refusal(self, action: LoseUnit) -> Refusal | None:
        """Refuse units elsewhere, routed units, and kinds that do not fight."""
        kind = UNIT[action.unit]
        if AREA[action.area] != self.area:
            return Refusal("thrones:casualties.6", msg("refuse.casualty.other-area", area=AREAS[self.area]))
        if self.counts[kind]:
            return None
        if self.routed[kind]:
            return Refusal("thrones:routed.4", msg("refuse.casualty.routed", unit=action.unit))
        return Refusal(self.rule, msg("refuse.casualty.no-such-unit", unit=action.unit, area=action.area))
