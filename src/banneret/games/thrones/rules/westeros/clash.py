"""Clash of Kings: bidding for the influence tracks, one after the other."""

from __future__ import annotations

from banneret.games.thrones.events.westeros import BidsShown, TieSettled, TrackSettled
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import lose_power
from banneret.games.thrones.rules.tracks import TRACKS, holder
from banneret.games.thrones.rules.westeros.bidding import BidChooser, TieChooser, bids_of, by_house
from banneret.games.thrones.state import IRON_THRONE
from banneret.kernel.flow import Flow, ask
from banneret.text.message import msg


def bid_for_track(game: Thrones, track: int) -> Flow[None]:
    """Settle one track by a bidding of all houses: thrones:clash.2.

    All tokens bid are lost (thrones:clash.5). The first house takes the dominance token as it is, and the next
    track follows (thrones:clash.6). Until then the old order applies: thrones:iron-throne.4.
    """
    state = game.state
    prompt = msg("ask.track-bid", track=TRACKS[track])
    bids = yield from bids_of(state, range(state.seats), TrackBidChooser, prompt)
    for seat, tokens in bids.items():
        lose_power(state, seat, tokens)
    game.emit(BidsShown(track=TRACKS[track], bids=by_house(state, bids)))
    state.tracks[track] = yield from _rank(game, bids)
    game.emit(TrackSettled(track=TRACKS[track], houses=tuple(state.houses[seat] for seat in state.tracks[track])))


def _rank(game: Thrones, bids: dict[int, int]) -> Flow[list[int]]:
    """Return the houses by bid, the highest first: thrones:clash.3."""
    ranked: list[int] = []
    for bid in sorted(set(bids.values()), reverse=True):
        ranked += yield from _order(game, [seat for seat, tokens in bids.items() if tokens == bid])
    return ranked


def _order(game: Thrones, tied: list[int]) -> Flow[list[int]]:
    """Let the holder of the Iron Throne order tied houses: thrones:clash.4, thrones:iron-throne.3.

    In the bidding for the Iron Throne track it is still the old holder: thrones:iron-throne.4, thrones:ruling.5.
    """
    state = game.state
    throne = holder(state, IRON_THRONE)
    ordered: list[int] = []
    left = tied[:]
    while len(left) > 1:
        answer = yield from ask(throne, TieChooser(state, left))
        ordered.append(state.houses.index(answer.house))
        left.remove(ordered[-1])
        game.emit(TieSettled(holder=state.houses[throne], house=answer.house, rule="thrones:clash.4"))
    return ordered + left


class TrackBidChooser(BidChooser):
    """How many available power tokens does a house bid for a track? Options: from 0 up."""

    __slots__ = ()
    kind = "track-bid"
    rule = "thrones:clash.2"
