"""House card texts that act once the winner is known, and after the combat."""

from __future__ import annotations

from banneret.games.thrones.actions import ChooseArea, Knight, PlayCard
from banneret.games.thrones.content.board import AREA, AREAS
from banneret.games.thrones.content.components import FOOTMAN, KNIGHT
from banneret.games.thrones.events.combat import CardDiscarded, CardsTakenBack, FootmanPromoted, PowerWon
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.battlefield import take_order_off
from banneret.games.thrones.rules.combat.casualties import place_of
from banneret.games.thrones.rules.combat.hands import PLAY, put_in_hand, refill_hand
from banneret.games.thrones.rules.combat.immediate_texts import ROUTED, UprightOrRoutedChooser
from banneret.games.thrones.rules.combat.texts import Text
from banneret.games.thrones.rules.control import add_units, gain_power, pieces_left, remove_units
from banneret.games.thrones.state import ATTACKER, NO_ORDER, Combat, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import msg

_PASS = Pass()
_AREA = tuple(ChooseArea(area) for area in AREAS)
_KNIGHT = tuple(Knight(area) for area in AREAS)

TYWIN_GAIN = 2


def tywin_lannister(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Gain two power tokens on a win, as far as the pool allows: thrones:card.tywin-lannister, thrones:terms.8."""
    if fight.winner == side:
        seat = fight.seats[side]
        gained = gain_power(game.state, seat, TYWIN_GAIN)
        game.emit(PowerWon(house=game.state.houses[seat], tokens=gained))
    yield from ()  # a flow like the other texts, although it asks nothing


def roose_bolton(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Return the discard pile and this card to the hand on a defeat: thrones:card.roose-bolton.

    The card just played counts as discarded: thrones:ruling.52.
    """
    if fight.winner != side:
        state = game.state
        seat = fight.seats[side]
        back = (*state.discards[seat], "roose-bolton")
        state.discards[seat] = []
        put_in_hand(state, seat, back)
        game.emit(CardsTakenBack(house=state.houses[seat], cards=back, rule="thrones:card.roose-bolton"))
    yield from ()  # a flow like the other texts, although it asks nothing


# Cersei Lannister


def cersei_lannister(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Remove any one order of the loser on a win: thrones:card.cersei-lannister, thrones:ruling.76."""
    if fight.winner != side:
        return
    victim = fight.seats[1 - side]
    chooser = CerseiChooser(game.state, fight, victim)
    if len(chooser.options()) == 1:
        return
    answer = yield from ask(fight.seats[side], chooser)
    if isinstance(answer, ChooseArea):
        take_order_off(game, fight, AREA[answer.area], victim, "thrones:card.cersei-lannister")


class CerseiChooser(Chooser[Pass | ChooseArea]):
    """Which order of the loser is removed? Options: none, then areas by number."""

    __slots__ = ("fight", "state", "victim")
    kind = "cersei-lannister"
    rule = "thrones:card.cersei-lannister"
    answers = (Pass, ChooseArea)

    def __init__(self, state: State, fight: Combat, victim: int) -> None:
        self.state = state
        self.fight = fight
        self.victim = victim

    def options(self) -> list[Pass | ChooseArea]:
        """List `pass` and the areas with an order of the loser."""
        return [_PASS, *(_AREA[area] for area in range(len(AREAS)) if self._reason(area) is None)]

    def refusal(self, action: Pass | ChooseArea) -> Refusal | None:
        """Refuse areas without an order of the loser, the contested area, and the march order of this combat."""
        if isinstance(action, Pass):
            return None
        reason = self._reason(AREA[action.area])
        if reason is None:
            return None
        rule = self.rule if reason == "no-order" else "thrones:ruling.76"
        return Refusal(rule, msg(f"refuse.cersei-lannister.{reason}", area=action.area))

    def _reason(self, area: int) -> str | None:
        if self.state.owner[area] != self.victim or self.state.orders[area] == NO_ORDER:
            return "no-order"
        if area in (self.fight.target, self.fight.origin):
            return "goes-anyway"
        return None


# Renly Baratheon


def renly_baratheon(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Upgrade a footman that fought or gave own support to a knight on a win: thrones:card.renly-baratheon.

    The knight takes the footman's place and is routed if the footman was: thrones:ruling.50. It needs a knight in the
    pool (thrones:limits.1).
    """
    state = game.state
    seat = fight.seats[side]
    if fight.winner != side or not pieces_left(state, seat, KNIGHT):
        return
    chooser = RenlyChooser(state, fight, side)
    if len(chooser.options()) == 1:
        return
    answer = yield from ask(seat, chooser)
    if isinstance(answer, Pass):
        return
    area = AREA[answer.area]
    attacks = side == ATTACKER and area == fight.origin
    routed = 0 if attacks else state.routed[FOOTMAN][area]
    which = yield from ask(seat, UprightOrRoutedChooser(state.units[FOOTMAN][area], routed))
    _promote(game, seat, area, routed=which == ROUTED)
    if attacks:
        fight.army[FOOTMAN] -= 1
        fight.army[KNIGHT] += 1


def _promote(game: Thrones, seat: int, area: int, *, routed: bool) -> None:
    state = game.state
    add_units(state, area, seat, KNIGHT, routed=routed)
    remove_units(state, area, FOOTMAN, routed=routed)
    how = "routed" if routed else "upright"
    game.emit(FootmanPromoted(house=state.houses[seat], area=AREAS[area], state=how))


class RenlyChooser(Chooser[Pass | Knight]):
    """Where is a footman promoted? Options: nowhere, then areas by number."""

    __slots__ = ("fight", "side", "state")
    kind = "renly-baratheon"
    rule = "thrones:card.renly-baratheon"
    answers = (Pass, Knight)

    def __init__(self, state: State, fight: Combat, side: int) -> None:
        self.state = state
        self.fight = fight
        self.side = side

    def options(self) -> list[Pass | Knight]:
        """List `pass` and the areas with such a footman."""
        fight = self.fight
        areas = sorted({place_of(fight, self.side), *fight.supports})
        return [_PASS, *(_KNIGHT[area] for area in areas if self._reason(area) is None)]

    def refusal(self, action: Pass | Knight) -> Refusal | None:
        """Refuse areas whose units neither fought nor gave own support, and areas without a footman."""
        if isinstance(action, Pass):
            return None
        reason = self._reason(AREA[action.area])
        if reason is None:
            return None
        return Refusal("thrones:ruling.50", msg(f"refuse.renly-baratheon.{reason}", area=action.area))

    def _reason(self, area: int) -> str | None:
        state, fight = self.state, self.fight
        if area == place_of(fight, self.side):
            there = fight.army[FOOTMAN] if self.side == ATTACKER else _footmen_in(state, area)
        elif fight.supports.get(area) == self.side and state.owner[area] == fight.seats[self.side]:
            there = _footmen_in(state, area)
        else:
            return "took-no-part"
        return None if there else "no-footman"


def _footmen_in(state: State, area: int) -> int:
    return state.units[FOOTMAN][area] + state.routed[FOOTMAN][area]


# Patchface


def patchface(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Let the owner discard a card from the opponent's hand after the combat: thrones:card.patchface.

    If this empties the hand, it is refilled without that card: thrones:ruling.53.
    """
    state = game.state
    victim = fight.seats[1 - side]
    answer = yield from ask(fight.seats[side], PatchfaceChooser(state.hands[victim]))
    if isinstance(answer, Pass):
        return
    state.hands[victim].remove(answer.card)
    state.discards[victim].append(answer.card)
    rule = "thrones:card.patchface"
    game.emit(CardDiscarded(house=state.houses[victim], card=answer.card, rule=rule))
    refill_hand(game, victim, answer.card, "thrones:ruling.53")


class PatchfaceChooser(Chooser[Pass | PlayCard]):
    """Which of the opponent's cards is discarded? Options: none, then the hand in the fixed order of the cards."""

    __slots__ = ("hand",)
    kind = "patchface"
    rule = "thrones:card.patchface"
    answers = (Pass, PlayCard)

    def __init__(self, hand: list[str]) -> None:
        self.hand = hand

    def options(self) -> list[Pass | PlayCard]:
        """List `pass` and the opponent's hand."""
        return [_PASS, *(PLAY[card] for card in self.hand)]

    def refusal(self, action: Pass | PlayCard) -> Refusal | None:
        """Refuse cards that are not in the opponent's hand."""
        if isinstance(action, Pass) or action.card in self.hand:
            return None
        return Refusal(self.rule, msg("refuse.patchface.not-in-hand", card=action.card))


AFTER_WINNER: dict[str | None, Text] = {
    "tywin-lannister": tywin_lannister,
    "cersei-lannister": cersei_lannister,
    "renly-baratheon": renly_baratheon,
    "roose-bolton": roose_bolton,
}
"""Texts about winning or losing, carried out as soon as the winner is known: thrones:ruling.51."""

AFTER_COMBAT: dict[str | None, Text] = {"patchface": patchface}
"""Texts that act after everything else."""
