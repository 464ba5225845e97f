"""The effects of morale cards on the unit that takes the test; "the opponent" is the player who drew them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.games.runewars.attack_actions import DiscardUpgrade
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.combat import AttackBegan, AttackCanceled, AttackEnded
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.attack.attack_dice import roll_dice, spend_blights
from banneret.games.runewars.rules.attack.icons import spend_hits
from banneret.games.runewars.rules.damage.attack_choosers import ProfileChooser, TrayChooser
from banneret.games.runewars.rules.damage.losses import Toll, discard_upgrade, lose_tray, reconfigure
from banneret.games.runewars.rules.ground.tokens import boons_of, discard_boons, gain_banes, gain_inspiration
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.games.runewars.state import body_of, cells_of, placed_of, runes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import dice_of, forbids_profile, icons_of, threat
from banneret.games.runewars.units.formation import removable
from banneret.games.runewars.units.ranges import range_between
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.plane import Side
from banneret.text.message import Message, msg

CARD: Final = "rw:58.3"
"""The rule under which morale cards act."""
NEAR: Final = 2


class DiscardChooser(Chooser[DiscardUpgrade]):
    """Which upgrade of a unit is discarded? Options: all, in the order of its cards."""

    __slots__ = ("state", "unit")
    kind = "discard"
    rule = CARD
    answers = (DiscardUpgrade,)

    def __init__(self, state: MatchState, unit: int) -> None:
        self.state = state
        self.unit = unit

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.discard", unit=label(self.state, self.unit))

    def options(self) -> list[DiscardUpgrade]:
        """List the upgrades."""
        return [DiscardUpgrade(upgrade) for upgrade in self.state.upgrades[self.unit]]

    def refusal(self, action: DiscardUpgrade) -> Refusal | None:
        """Refuse cards that the unit does not have."""
        if action.upgrade in self.state.upgrades[self.unit]:
            return None
        return Refusal(CARD, msg("refuse.discard", upgrade=action.upgrade))


# rule rw:58.5: "the unit" takes the test, "you" are its opponent


def betrayal(game: Runewars, unit: int) -> Flow[None]:
    """A unit with several trays makes a melee attack against itself: front edge, no re-rolls, only hits.

    The effects that it has as the defender apply, and it removes the dice that its own card says.
    """
    # rules rw:20.1, rw:34.1, rw:58.3, rw:ruling.62
    state = game.state
    attacks = components().units[state.unit[unit]].attacks
    profiles = [profile for profile in attacks if forbids_profile(profile, "melee") is None]
    if len(cells_of(state, unit)) < 2 or not profiles:
        return
    chosen = yield from ask(state.seat[unit], ProfileChooser(unit, len(profiles)))
    fight = Attack(unit, unit, "melee", profiles[int(chosen.profile) - 1])
    fight.edge = Side.FRONT
    fight.strength = threat(cells_of(state, unit), Side.FRONT)
    name = label(state, unit)
    game.emit(AttackBegan(attacker=name, defender=name, kind="melee", edge="front", flanking=False, rule=CARD))
    yield from happen(game, Moment("attack-target", target=unit, attack=fight))
    fight.dice = list(dice_of(fight.profile, runes(state)))
    yield from spend_blights(game, fight)
    if not fight.dice:
        game.emit(AttackCanceled(attacker=name, defender=name))
        return
    roll_dice(game, fight)
    yield from happen(game, Moment("attack-rerolled", unit, attack=fight))
    fight.icons = icons_of(fight.faces)
    toll = Toll(state, unit)
    yield from spend_hits(game, fight, toll)
    lost = yield from reconfigure(game, toll)
    game.emit(AttackEnded(attacker=name, defender=name, wounds=toll.wounds, trays=lost))
    yield from happen(game, Moment("attack-end", target=unit, attack=fight))


def communications_breakdown(game: Runewars, unit: int) -> Flow[None]:
    """Each unit of the opponent at range 1-2 of the unit gains inspiration."""
    # rules rw:44.0, rw:58.3, rw:63.3b
    state = game.state
    placed = placed_of(state, unit)
    for other, seat in enumerate(state.seat):
        there = placed_of(state, other) if state.figures[other] else None
        if seat == state.seat[unit] or there is None or placed is None:
            continue
        band = range_between(placed, there)
        if band is not None and band <= NEAR:
            gain_inspiration(game, other, 1, CARD)
    yield from ()


def disarray(game: Runewars, unit: int) -> Flow[None]:
    """The unit gains a stun."""
    yield from gain_banes(game, unit, "stun", 1, CARD)


def discipline_breakdown(game: Runewars, unit: int) -> Flow[None]:
    """The opponent chooses an upgrade of the unit to discard, together with its figure."""
    # rules rw:1.1, rw:15.3, rw:38.7, rw:58.3
    state = game.state
    if not state.upgrades[unit]:
        return
    answer = yield from ask(1 - state.seat[unit], DiscardChooser(state, unit))
    yield from discard_upgrade(game, unit, answer.upgrade)


def frozen_with_dread(game: Runewars, unit: int) -> Flow[None]:
    """The unit gains an immobilize."""
    yield from gain_banes(game, unit, "immobilize", 1, CARD)


def loss_of_faith(game: Runewars, unit: int) -> Flow[None]:
    """A unit with several trays loses one of its back rank chosen by its player, without splitting."""
    # rules rw:58.3, rw:66.4
    state = game.state
    cells = body_of(state, unit).cells  # one without figures cannot be chosen: rw:ruling.77
    trays = removable(cells)
    if len(cells) < 2 or not trays:
        return
    chooser = TrayChooser(label(state, unit), trays, CARD)
    answer = yield from ask(state.seat[unit], chooser)
    yield from lose_tray(game, unit, chooser.trays[answer])


def rising_panic(game: Runewars, unit: int) -> Flow[None]:
    """The unit gains 2 panic."""
    yield from gain_banes(game, unit, "panic", 2, CARD)


def uncertainty(game: Runewars, unit: int) -> Flow[None]:
    """The unit reforms as the opponent chooses."""
    yield from reform(game, unit, by=1 - game.state.seat[unit])


def wavering_resolve(game: Runewars, unit: int) -> Flow[None]:
    """The unit discards all boons; if it had none, it gains a panic."""
    # rules rw:44.3, rw:58.3
    if boons_of(game.state, unit):
        discard_boons(game, unit, CARD)
    else:
        yield from gain_banes(game, unit, "panic", 1, CARD)


MORALE: Final[dict[str, Callable[[Runewars, int], Flow[None]]]] = {
    "betrayal": betrayal,
    "communications-breakdown": communications_breakdown,
    "disarray": disarray,
    "discipline-breakdown": discipline_breakdown,
    "frozen-with-dread": frozen_with_dread,
    "loss-of-faith": loss_of_faith,
    "rising-panic": rising_panic,
    "uncertainty": uncertainty,
    "wavering-resolve": wavering_resolve,
}
"""The effect of each kind of card; `charges` adds the flight in terror, after which a unit may attack."""
