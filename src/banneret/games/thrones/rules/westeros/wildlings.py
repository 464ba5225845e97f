"""Wildling attacks: bids for the Night's Watch, the result, and the effects of a wildling card."""

from __future__ import annotations

from banneret.games.thrones.content.components import WILDLING_MAX, WILDLING_TRACK
from banneret.games.thrones.events.westeros import (
    BidderNamed,
    WildlingBids,
    WildlingCardRevealed,
    WildlingMarkerMoved,
    WildlingsAttack,
)
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import lose_power, turn_order
from banneret.games.thrones.rules.tracks import holder
from banneret.games.thrones.rules.westeros.bidding import BidChooser, TieChooser, bids_of, by_house
from banneret.games.thrones.rules.westeros.wildling_cards import CARDS, return_bid
from banneret.games.thrones.state import IRON_THRONE, NOBODY
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.pile import PUBLIC
from banneret.text.message import Message, msg

RAID_STRENGTH = 6
"""Strength of the attack that Preemptive Raid adds: thrones:wildling.preemptive-raid."""
_SPACES_BACK = 2


def advance_marker(game: Thrones, icons: int) -> Flow[None]:
    """Advance the wildling marker one space for each icon: thrones:westeros.3.

    At 12 the wildlings attack at once and the remaining icons are lost: thrones:westeros.4, thrones:wildlings.1.
    """
    state = game.state
    if not icons:
        return
    _move_marker(game, icons, "thrones:westeros.3")
    if state.threat == WILDLING_MAX:
        yield from attack(game, state.threat, "thrones:wildlings.1")


def _move_marker(game: Thrones, spaces: int, rule: str) -> None:
    """Move the marker by printed spaces, at most to the ends of its track: thrones:ruling.16."""
    state = game.state
    place = WILDLING_TRACK.index(state.threat) + spaces
    state.threat = WILDLING_TRACK[max(0, min(place, len(WILDLING_TRACK) - 1))]
    game.emit(WildlingMarkerMoved(threat=state.threat, rule=rule))


def attack(game: Thrones, strength: int, rule: str, excluded: int = NOBODY) -> Flow[None]:
    """Carry out an attack: thrones:wildlings.3, thrones:wildlings.4, thrones:wildlings.5, thrones:wildlings.6.

    The marker returns and the bids are lost before the card takes effect: thrones:wildlings.7, thrones:wildlings.8,
    thrones:ruling.15; nobody has to bid at strength 0 (thrones:ruling.17). `excluded` does not take part in a second
    attack, which leaves the marker in place: thrones:ruling.18.
    """
    state = game.state
    game.emit(WildlingsAttack(strength=strength, rule=rule))
    seats = [seat for seat in range(state.seats) if seat != excluded]
    bids = yield from bids_of(state, seats, WildlingBidChooser, msg("ask.wildling-bid", strength=strength))
    watch = sum(bids.values())
    won = watch >= strength
    winner = "nights-watch" if won else "wildlings"
    game.emit(WildlingBids(bids=by_house(state, bids), strength=strength, watch=watch, winner=winner))
    if excluded == NOBODY:
        _move_marker(game, -len(WILDLING_TRACK) if won else -_SPACES_BACK, "thrones:wildlings.7")
    for seat, tokens in bids.items():
        lose_power(state, seat, tokens)
    bidder = yield from _name_bidder(game, bids, highest=won)
    yield from _carry_out_card(game, bidder, bids, won)


def _name_bidder(game: Thrones, bids: dict[int, int], *, highest: bool) -> Flow[int]:
    """Return the highest or the lowest bidder; the holder of the Iron Throne settles a tie: thrones:iron-throne.3.

    thrones:wildling-results.5, before the card is seen: thrones:ruling.14.
    """
    state = game.state
    best = max(bids.values()) if highest else min(bids.values())
    tied = [seat for seat, tokens in bids.items() if tokens == best]
    bidder = tied[0]
    if len(tied) > 1:
        chooser = (HighestBidderChooser if highest else LowestBidderChooser)(state, tied)
        answer = yield from ask(holder(state, IRON_THRONE), chooser)
        bidder = state.houses.index(answer.house)
    rule = "thrones:wildling-results.2" if highest else "thrones:wildling-results.3"
    game.emit(BidderNamed(house=state.houses[bidder], bidder="highest" if highest else "lowest", rule=rule))
    return bidder


def _carry_out_card(game: Thrones, bidder: int, bids: dict[int, int], won: bool) -> Flow[None]:
    """Reveal the top card, carry it out, and put it under the deck: thrones:wildling-results.1 and .4.

    Everybody has seen it, so the bottom card is public from then on: thrones:wildling-results.4. The card of a second
    attack is put away before it: thrones:ruling.82.
    """
    state = game.state
    card = game.chance.draw(state.wildlings, PUBLIC)
    game.emit(WildlingCardRevealed(card=card))
    if won:
        yield from _reward(game, card, bidder, bids[bidder])
    else:
        yield from _penalties(game, card, bidder, list(bids))
    state.wildlings.put_under(card, PUBLIC)


def _reward(game: Thrones, card: str, bidder: int, bid: int) -> Flow[None]:
    """Give the highest bidder the reward of a card: thrones:wildling-results.2.

    Preemptive Raid's reward is exclusion from a second attack: thrones:wildling.preemptive-raid, thrones:ruling.18.
    """
    if card == "preemptive-raid":
        yield from attack(game, RAID_STRENGTH, "thrones:wildling.preemptive-raid", bidder)
    elif card == "skinchanger-scout":
        return_bid(game, bidder, bid)
    else:
        yield from about(card, CARDS[card].highest(game, bidder))


def _penalties(game: Thrones, card: str, bidder: int, seats: list[int]) -> Flow[None]:
    """Apply the worse penalty to the lowest bidder, then the lesser one to the others: thrones:wildling-results.3.

    The others act in the turn order at that time: thrones:ruling.13.
    """
    yield from about(card, CARDS[card].lowest(game, bidder))
    for seat in turn_order(game.state):
        if seat != bidder and seat in seats:
            yield from about(card, CARDS[card].other(game, seat))


class WildlingBidChooser(BidChooser):
    """How many available power tokens does a house bid against the wildlings? Options: from 0 up."""

    __slots__ = ()
    kind = "wildling-bid"
    rule = "thrones:wildlings.4"


class HighestBidderChooser(TieChooser):
    """Which of the tied houses counts as the highest bidder? Options: the tied houses by seat."""

    __slots__ = ()
    kind = "highest-bidder"
    rule = "thrones:wildling-results.5"

    def prompt(self) -> Message:
        """Ask for the highest bidder."""
        return msg("ask.highest-bidder")


class LowestBidderChooser(TieChooser):
    """Which of the tied houses counts as the lowest bidder? Options: the tied houses by seat."""

    __slots__ = ()
    kind = "lowest-bidder"
    rule = "thrones:wildling-results.5"
