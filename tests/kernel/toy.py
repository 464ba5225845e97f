"""Skirl: a small game that has everything the kernel offers, for the kernel's own tests.

Clans of 2 to 4 seats bid for a hill line of 0..1000. A round has four turns, each from a checkpoint:
muster (weather for all to see, a card drawn in secret, a sealed bid and stake), scout (the leader may look at the
deck or at a rival's stake), reveal (the stakes are shown) and plant (the winner plants a banner and taunts a rival,
who may toss cards out of its hidden hand and draw another).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event, Forfeited
from banneret.kernel.flow import Checkpoint, Flow, MatchOver, about, ask, together
from banneret.kernel.pile import PUBLIC, Pile, knows, mask_of, redeal_together
from banneret.kernel.rulebook import Outcome, Rulebook
from banneret.kernel.stream import Stream
from banneret.text.catalogue import Catalogue
from tests.kernel.toy_actions import (
    EDGES,
    PLACES,
    STANCES,
    Bid,
    BidChooser,
    Bury,
    BuryChooser,
    Peek,
    Plant,
    PlantSpace,
    Posture,
    PostureChooser,
    Refill,
    RefillChooser,
    ScoutChooser,
    Skirl,
    Stake,
    StakeChooser,
    Stay,
    Taunt,
    TauntChooser,
    Toss,
    TossChooser,
)
from tests.kernel.toy_events import Drew, Peeked, Planted, Revealed, RoundBegan, Tossed
from tests.kernel.toy_state import COPIES, HAND, KINDS, NOBODY, PURSE, State, decode, encode

FIELDS = {
    "seats": "public",
    "rounds": "public",
    "goal": "public",
    "key": "hidden",
    "drawn": "hidden",
    "forfeited": "public",
    "round": "public",
    "step": "public",
    "weather": "public",
    "winner": "public",
    "deck": "pile",
    "hands": "pile",
    "stakes": "pile",
    "bids": "owned",
    "discard": "public",
    "coins": "public",
    "banners": "public",
    "scores": "public",
}
"""Who may know each field of the state."""


# What one sees


class SkirlView(msgspec.Struct, frozen=True, kw_only=True):
    round: int
    step: str
    weather: int
    deck: tuple[str | None, ...]
    hands: tuple[tuple[str | None, ...], ...]
    stakes: tuple[tuple[str | None, ...], ...]
    bids: tuple[int | None, ...]
    discard: tuple[str, ...]
    coins: tuple[int, ...]
    banners: tuple[tuple[int, int], ...]
    scores: tuple[int, ...]
    forfeited: tuple[int, ...]


class SkirlOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3
    goal: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1500


class SkirlRulebook(Rulebook[State]):
    """The toy. Its rules are methods, so that tests can plant faults by overriding one."""

    id = "skirl"
    title = "Skirl"
    version = "1"
    seats = (2, 3, 4)
    Options = SkirlOptions
    View = SkirlView
    actions: ClassVar[tuple[type[Action], ...]] = (
        Bid,
        Stake,
        Posture,
        Peek,
        Stay,
        Bury,
        Plant,
        Taunt,
        Toss,
        Refill,
    )
    events: ClassVar[tuple[type[Event], ...]] = (RoundBegan, Drew, Peeked, Revealed, Planted, Tossed, Forfeited)
    domains: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "coins": tuple(range(2 * PURSE)),
        "card": KINDS,
        "stance": STANCES,
        "place": PLACES,
        "seat": PLACES[1:],
        "edge": EDGES,
    }

    def setup(self, seats: int, options: Any, key: bytes) -> State:
        state = State(seats, options.rounds, options.goal, key)
        state.deck = Pile(KINDS * COPIES)
        chance = Chance(state, [])
        chance.shuffle(state.deck)
        for seat in range(seats):
            for _ in range(HAND):
                state.hands[seat].put_under(chance.draw(state.deck, 1 << seat), 1 << seat)
        return state

    # The flow

    def flow(self, game: Skirl) -> Flow[None]:
        state = game.state
        turns = {"muster": self.muster, "scout": self.scout, "reveal": self.reveal, "plant": self.plant}
        try:
            while state.step != "over":
                yield Checkpoint(f"round {state.round}, {state.step}")
                yield from turns[state.step](game)
        except MatchOver:
            state.step = "over"

    def muster(self, game: Skirl) -> Flow[None]:
        state = game.state
        state.weather = game.chance.pick(6) + 1
        game.emit(RoundBegan(state.round, state.weather))
        for seat in range(state.seats):
            self.draw_card(game, seat)
        sealed = yield from together({seat: self.decide(game, seat) for seat in range(state.seats)})
        for seat, (bid, card) in sealed.items():
            state.bids[seat] = bid
            game.chance.take(state.hands[seat], card)
            state.stakes[seat].put_under(card, 1 << seat)
        state.step = "scout"

    def draw_card(self, game: Skirl, seat: int) -> None:
        state = game.state
        if not state.deck.cards:
            for card in state.discard:
                state.deck.put_under(card, PUBLIC)
            state.discard.clear()
            game.chance.shuffle(state.deck)
        if state.deck.cards:
            card = game.chance.draw(state.deck, 1 << seat)
            state.hands[seat].put_under(card, 1 << seat)
            self.tell_drawn(game, seat, card)

    def tell_drawn(self, game: Skirl, seat: int, card: str) -> None:
        game.emit(Drew(seat, card), 1 << seat)

    def decide(self, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        state = game.state
        bid = yield from ask(seat, BidChooser(state.coins[seat]))
        stake = yield from about("stake", ask(seat, StakeChooser(state.hands[seat].cards)))
        yield from ask(seat, PostureChooser(bid.coins))
        return bid.coins, stake.card

    def leader(self, state: State) -> int:
        return state.round % state.seats

    def scout(self, game: Skirl) -> Flow[None]:
        state = game.state
        seat = self.leader(state)
        answer = yield from ask(seat, ScoutChooser(seat, state.seats))
        if isinstance(answer, Peek):
            place = state.deck if answer.what == "deck" else state.stakes[int(answer.what.removeprefix("seat-"))]
            if place.cards:
                card = game.chance.look(place, 1 << seat)
                game.emit(Peeked(seat, answer.what, card), 1 << seat)
                if answer.what == "deck" and isinstance((yield from ask(seat, BuryChooser())), Bury):
                    place.move_top_under()
        state.step = "reveal"

    def reveal(self, game: Skirl) -> Flow[None]:
        """Show what lay face down; nobody is asked before the next checkpoint."""
        state = game.state
        game.chance.reveal()
        bids, stakes = tuple(state.bids), tuple(pile.cards[0] for pile in state.stakes)
        worth = [bid + KINDS.index(card) for bid, card in zip(bids, stakes, strict=True)]
        best = [seat for seat, value in enumerate(worth) if value == max(worth)]
        winner = best[0] if len(best) == 1 else best[game.chance.pick(len(best))]
        for seat, card in enumerate(stakes):
            state.coins[seat] -= bids[seat]
            state.stakes[seat] = Pile()
            state.bids[seat] = NOBODY
            state.discard.append(card)
        game.emit(Revealed(bids, stakes, winner))
        state.winner = winner
        state.step = "plant"
        yield from ()

    def plant(self, game: Skirl) -> Flow[None]:
        state = game.state
        winner = state.winner
        plant = yield from ask(winner, PlantSpace([at for _, at in state.banners]))
        state.banners.append([winner, plant.at])
        state.scores[winner] += 500 - abs(plant.at - 500)
        game.emit(Planted(winner, plant.at))
        if state.scores[winner] >= state.goal:
            raise MatchOver
        taunt = yield from ask(winner, TauntChooser(winner, state.seats))
        yield from about("taunt", self.toss(game, int(taunt.rival.removeprefix("seat-"))))
        state.winner = NOBODY
        self.end_round(state)

    def toss(self, game: Skirl, seat: int) -> Flow[None]:
        state = game.state
        answer = yield from ask(seat, TossChooser(state.hands[seat].cards))
        if isinstance(answer, Toss):
            for card in answer.cards:
                game.chance.take(state.hands[seat], card)
                state.discard.append(card)
            game.emit(Tossed(seat, answer.cards))
        if isinstance((yield from about("refill", ask(seat, RefillChooser()))), Refill):
            self.draw_card(game, seat)
            yield from ask(seat, RefillChooser())  # what was drawn may be looked at before play goes on

    def end_round(self, state: State) -> None:
        if state.round == state.rounds:
            raise MatchOver
        state.round += 1
        state.step = "muster"
        for seat in range(state.seats):
            state.coins[seat] = min(PURSE, state.coins[seat] + 2)

    # What the kernel wants besides

    def outcome(self, state: State) -> Outcome:
        ranks = sorted(set(state.scores), reverse=True)
        places = tuple(tuple(s for s in range(state.seats) if state.scores[s] == rank) for rank in ranks)
        return Outcome(places, tuple(state.scores), "goal" if max(state.scores) >= state.goal else "rounds")

    def view(self, state: State, seats: frozenset[int]) -> SkirlView:
        mask = mask_of(seats)
        return SkirlView(
            round=state.round,
            step=state.step,
            weather=state.weather,
            deck=tuple(state.deck.seen_by(mask)),
            hands=tuple(tuple(_hand(pile, mask)) for pile in state.hands),
            stakes=tuple(tuple(pile.seen_by(mask)) for pile in state.stakes),
            bids=tuple(bid if seat in seats or bid == NOBODY else None for seat, bid in enumerate(state.bids)),
            discard=tuple(state.discard),
            coins=tuple(state.coins),
            banners=tuple((seat, at) for seat, at in state.banners),
            scores=tuple(state.scores),
            forfeited=tuple(state.forfeited),
        )

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        redeal_together((state.deck, *state.hands, *state.stakes), mask, stream)
        for seat, bid in enumerate(state.bids):
            if bid != NOBODY and not mask >> seat & 1:
                state.bids[seat] = stream.below(state.coins[seat] + 1)

    def stock(self, state: State, pile: Pile) -> Sequence[Pile]:
        return (state.deck, *state.hands, *state.stakes)

    def twins(self, state: State, mask: int, stream: Stream) -> State | None:
        """Exchange two hidden cards, or change a hidden bid."""
        twin = state.copy()
        bids = [s for s, bid in enumerate(state.bids) if bid != NOBODY and not mask >> s & 1 and state.coins[s]]
        if bids and stream.below(3) == 0:
            seat = stream.choice(bids)
            twin.bids[seat] = (twin.bids[seat] + 1 + stream.below(twin.coins[seat])) % (twin.coins[seat] + 1)
            return twin
        piles = (twin.deck, *twin.hands, *twin.stakes)
        places = [(p, i) for p in piles for i, known in enumerate(p.known) if not knows(known, mask)]
        if not places:
            return None
        one, at = stream.choice(places)
        others = [(p, i) for p, i in places if p.cards[i] != one.cards[at]]
        if not others:
            return None
        other, to = stream.choice(others)
        one.cards[at], other.cards[to] = other.cards[to], one.cards[at]
        return twin

    def encode(self, state: State) -> dict[str, Any]:
        return encode(state)

    def decode(self, data: Mapping[str, Any]) -> State:
        return decode(data)

    def audit(self, state: State) -> list[str]:
        wrong = []
        piles = (state.deck, *state.hands, *state.stakes)
        if sorted([c for p in piles for c in p.cards] + state.discard) != sorted(KINDS * COPIES):
            wrong.append("cards: they are not whole")
        if any(coins < 0 for coins in state.coins):
            wrong.append("coins: a purse is below 0")
        if any(bid > coins for bid, coins in zip(state.bids, state.coins, strict=True)):
            wrong.append("bids: a bid is above its purse")
        return wrong

    def catalogue(self, language: str = "en") -> Catalogue:
        return Catalogue.load([], language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return tuple(f"seat-{seat}" for seat in range(state.seats))


def _hand(pile: Pile, mask: int) -> list[str | None]:
    """A hand in an order that says nothing of when each card came; places are no more than their number."""
    return pile.seen_by(mask)
