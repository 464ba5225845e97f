"""House card texts that act when the cards are revealed: cancelling ones first, then the immediate ones."""

from __future__ import annotations

from banneret.games.thrones.actions import ChooseArea, ChooseEffect, ChooseTrack, PlayCard
from banneret.games.thrones.content.board import ADJACENT, AREA, AREAS
from banneret.games.thrones.content.components import FOOTMAN
from banneret.games.thrones.events.combat import (
    CardCancelled,
    CardDiscarded,
    CardPlayed,
    LossPrevented,
    NoCardLeft,
    PaidForCard,
    SentToEnd,
)
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.battlefield import take_order_off
from banneret.games.thrones.rules.combat.casualties import lose_unit, takes_no_losses
from banneret.games.thrones.rules.combat.hands import PLAY, choose_house_card, play_from_hand, put_in_hand
from banneret.games.thrones.rules.combat.texts import Text
from banneret.games.thrones.rules.control import lose_power
from banneret.games.thrones.rules.tracks import move_to_end
from banneret.games.thrones.state import ATTACKER, NO_ORDER, Combat, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.questions import Pass, Yes
from banneret.text.message import Message, msg

TRACKS: tuple[str, str, str] = ("iron-throne", "fiefdoms", "kings-court")
"""Ids of the influence tracks, by number."""

_PASS = Pass()
_YES = Yes()
_TRACK = tuple(ChooseTrack(track) for track in TRACKS)
_AREA = tuple(ChooseArea(area) for area in AREAS)
UPRIGHT, ROUTED = ChooseEffect("upright"), ChooseEffect("routed")

AERON_PRICE = 2


# Tyrion Lannister


def tyrion_lannister(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Let the owner cancel the opponent's card, which returns to the hand; the opponent chooses another.

    thrones:card.tyrion-lannister; before all other texts: thrones:cards.6, thrones:ruling.42; an opponent without
    another card fights without one: thrones:ruling.41.
    """
    state = game.state
    other = 1 - side
    cancelled = fight.cards[other]
    if cancelled is None:
        return
    answer = yield from ask(fight.seats[side], CancelChooser(cancelled))
    if isinstance(answer, Pass):
        return
    seat = fight.seats[other]
    house = state.houses[seat]
    fight.cards[other] = None
    put_in_hand(state, seat, [cancelled])
    game.emit(CardCancelled(house=house, card=cancelled))
    if state.hands[seat] == [cancelled]:
        game.emit(NoCardLeft(house=house))
        return
    card = yield from choose_house_card(seat, state.hands[seat], cancelled)
    play_from_hand(state, fight, other, card)
    game.emit(CardPlayed(house=house, card=card, rule="thrones:card.tyrion-lannister"))


class CancelChooser(Chooser[Pass | Yes]):
    """Is the opponent's card cancelled? Options: no, yes."""

    __slots__ = ("card",)
    kind = "tyrion-lannister"
    rule = "thrones:card.tyrion-lannister"
    answers = (Pass, Yes)

    def __init__(self, card: str) -> None:
        self.card = card

    def prompt(self) -> Message:
        """Name the card."""
        return msg("ask.tyrion-lannister", card=self.card)

    def options(self) -> list[Pass | Yes]:
        """List no and yes."""
        return [_PASS, _YES]

    def refusal(self, action: Pass | Yes) -> Refusal | None:
        """Refuse nothing: the text may always be used."""
        return None


# Aeron Damphair


def aeron_damphair(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Let the owner pay two power tokens and discard this card to play another.

    thrones:card.aeron-damphair; an immediate text of the new card acts at once: thrones:ruling.43.
    """
    state = game.state
    seat = fight.seats[side]
    if state.available[seat] < AERON_PRICE or not state.hands[seat]:
        return
    answer = yield from ask(seat, AeronChooser(state.hands[seat]))
    if isinstance(answer, Pass):
        return
    house = state.houses[seat]
    lose_power(state, seat, AERON_PRICE)
    state.discards[seat].append("aeron-damphair")
    play_from_hand(state, fight, side, answer.card)
    game.emit(PaidForCard(house=house, card=answer.card, tokens=AERON_PRICE))
    game.emit(CardDiscarded(house=house, card="aeron-damphair", rule="thrones:card.aeron-damphair"))
    game.emit(CardPlayed(house=house, card=answer.card, rule="thrones:card.aeron-damphair"))
    text = IMMEDIATE.get(answer.card)
    if text is not None:
        yield from about(answer.card, text(game, fight, side))


class AeronChooser(Chooser[Pass | PlayCard]):
    """Which card replaces Aeron Damphair? Options: none, then the hand in the fixed order of the house's cards."""

    __slots__ = ("hand",)
    kind = "aeron-damphair"
    rule = "thrones:card.aeron-damphair"
    answers = (Pass, PlayCard)

    def __init__(self, hand: list[str]) -> None:
        self.hand = hand

    def options(self) -> list[Pass | PlayCard]:
        """List `pass` and the cards in hand."""
        return [_PASS, *(PLAY[card] for card in self.hand)]

    def refusal(self, action: Pass | PlayCard) -> Refusal | None:
        """Refuse cards that are not in hand."""
        if isinstance(action, Pass) or action.card in self.hand:
            return None
        return Refusal(self.rule, msg("refuse.house-card.not-in-hand", card=action.card))


# Doran Martell


def doran_martell(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Move the opponent to the end of a track of the owner's choice: thrones:card.doran-martell.

    From then on ties, the blade and turn order follow the new order (thrones:ruling.44, thrones:tracks.1,
    thrones:tracks.2); special orders on the board stay (thrones:tracks.3).
    """
    state = game.state
    victim = fight.seats[1 - side]
    answer = yield from ask(fight.seats[side], TrackChooser(state.houses[victim]))
    track = TRACKS.index(answer.track)
    move_to_end(state, track, victim)
    game.emit(SentToEnd(house=state.houses[victim], track=answer.track))


class TrackChooser(Chooser[ChooseTrack]):
    """On which track does the opponent move to the end? Options: the three tracks in order."""

    __slots__ = ("victim",)
    kind = "doran-martell"
    rule = "thrones:card.doran-martell"
    answers = (ChooseTrack,)

    def __init__(self, victim: str) -> None:
        self.victim = victim

    def prompt(self) -> Message:
        """Name the house that is moved."""
        return msg("ask.doran-martell", house=self.victim)

    def options(self) -> list[ChooseTrack]:
        """List the three tracks."""
        return list(_TRACK)

    def refusal(self, action: ChooseTrack) -> Refusal | None:
        """Refuse nothing: any track may be chosen."""
        return None


# Mace Tyrell


def mace_tyrell(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Destroy an attacking or defending footman of the opponent: thrones:card.mace-tyrell.

    A routed one may be chosen (thrones:ruling.47); the Blackfish prevents the loss; the combat continues even if it was
    the last unit (thrones:ruling.46), with less strength (thrones:final-strength.2).
    """
    state = game.state
    other = 1 - side
    upright, routed = _footmen(state, fight, other)
    if not upright and not routed:
        return
    if takes_no_losses(fight, other):
        game.emit(LossPrevented(house=state.houses[fight.seats[other]], card="the-blackfish"))
        return
    answer = yield from ask(fight.seats[side], UprightOrRoutedChooser(upright, routed))
    lose_unit(game, fight, other, FOOTMAN, "thrones:card.mace-tyrell", routed=answer == ROUTED)


def _footmen(state: State, fight: Combat, side: int) -> tuple[int, int]:
    """Count a side's fighting footmen: upright and routed. Attackers are never routed."""
    if side == ATTACKER:
        return fight.army[FOOTMAN], 0
    return state.units[FOOTMAN][fight.target], state.routed[FOOTMAN][fight.target]


class UprightOrRoutedChooser(Chooser[ChooseEffect]):
    """Which footman of an area? Options: an upright one, a routed one."""

    __slots__ = ("routed", "upright")
    kind = "which-footman"
    rule = "thrones:ruling.47"
    answers = (ChooseEffect,)

    def __init__(self, upright: int, routed: int) -> None:
        self.upright = upright
        self.routed = routed

    def _there(self, effect: str) -> bool:
        return (effect == "upright" and self.upright > 0) or (effect == "routed" and self.routed > 0)

    def options(self) -> list[ChooseEffect]:
        """List the kinds of footmen in the area."""
        return [choice for choice in (UPRIGHT, ROUTED) if self._there(choice.effect)]

    def refusal(self, action: ChooseEffect) -> Refusal | None:
        """Refuse a footman that is not in the area."""
        if self._there(action.effect):
            return None
        return Refusal(self.rule, msg("refuse.which-footman.none", effect=action.effect))


# Queen of Thorns


def queen_of_thorns(game: Thrones, fight: Combat, side: int) -> Flow[None]:
    """Remove an opponent's order adjacent to the contested area, if there is one: thrones:card.queen-of-thorns.

    The support it gave is lost, and later texts no longer count it: thrones:ruling.45, thrones:ruling.49.
    """
    state = game.state
    chooser = ThornsChooser(state, fight, fight.seats[1 - side])
    if not chooser.options():
        return
    answer = yield from ask(fight.seats[side], chooser)
    take_order_off(game, fight, AREA[answer.area], fight.seats[1 - side], "thrones:card.queen-of-thorns")


class ThornsChooser(Chooser[ChooseArea]):
    """Which order is removed? Options: areas by number."""

    __slots__ = ("fight", "state", "victim")
    kind = "queen-of-thorns"
    rule = "thrones:card.queen-of-thorns"
    answers = (ChooseArea,)

    def __init__(self, state: State, fight: Combat, victim: int) -> None:
        self.state = state
        self.fight = fight
        self.victim = victim

    def options(self) -> list[ChooseArea]:
        """List the adjacent areas with an order of the opponent."""
        return [_AREA[area] for area in ADJACENT[self.fight.target] if self._reason(area) is None]

    def refusal(self, action: ChooseArea) -> Refusal | None:
        """Refuse areas that are not adjacent or have no opponent's order, and the march order of this combat."""
        reason = self._reason(AREA[action.area])
        if reason is None:
            return None
        return Refusal(self.rule, msg(f"refuse.queen-of-thorns.{reason}", area=action.area))

    def _reason(self, area: int) -> str | None:
        if area not in ADJACENT[self.fight.target]:
            return "not-adjacent"
        if area == self.fight.origin:
            return "this-march"
        if self.state.owner[area] != self.victim or self.state.orders[area] == NO_ORDER:
            return "no-order"
        return None


CANCELLING: dict[str | None, Text] = {"tyrion-lannister": tyrion_lannister}
"""Cancelling texts, carried out first."""

IMMEDIATE: dict[str | None, Text] = {
    "aeron-damphair": aeron_damphair,
    "doran-martell": doran_martell,
    "mace-tyrell": mace_tyrell,
    "queen-of-thorns": queen_of_thorns,
}
"""Immediate texts, carried out after all cancelling ones."""
