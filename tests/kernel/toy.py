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
from banneret.kernel.choosers import Action, Chooser, Domain, Options, Part, Refusal, Space
from banneret.kernel.events import Event, Forfeited
from banneret.kernel.flow import Checkpoint, Flow, MatchOver, ask, together
from banneret.kernel.game import Game
from banneret.kernel.pile import PUBLIC, Pile, knows, mask_of, redeal_together
from banneret.kernel.rulebook import Outcome, Rulebook
from banneret.kernel.stream import Stream
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message, msg
from tests.kernel.toy_state import COPIES, GAP, HAND, KINDS, LINE, NOBODY, PURSE, State, decode, encode

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

Skirl = Game[State]


# What can be answered


class Bid(Action, frozen=True, tag="bid"):
    FORM = "bid {coins}"
    coins: Annotated[int, Domain("coins")]


class Stake(Action, frozen=True, tag="stake"):
    FORM = "stake {card}"
    card: Annotated[str, Domain("card")]


class Posture(Action, frozen=True, tag="posture"):
    FORM = "posture {stance}"
    stance: Annotated[str, Domain("stance")]


class Peek(Action, frozen=True, tag="peek"):
    FORM = "peek {what}"
    what: Annotated[str, Domain("place")]


class Stay(Action, frozen=True, tag="stay"):
    FORM = "stay"


class Bury(Action, frozen=True, tag="bury"):
    FORM = "bury"


class Plant(Action, frozen=True, tag="plant"):
    FORM = "plant {at} from {edge}"
    at: int
    edge: Annotated[str, Domain("edge")]


class Taunt(Action, frozen=True, tag="taunt"):
    FORM = "taunt {rival}"
    rival: Annotated[str, Domain("seat")]


class Toss(Action, frozen=True, tag="toss"):
    FORM = "toss {cards}"
    cards: Annotated[tuple[str, ...], Domain("card")]


class Refill(Action, frozen=True, tag="refill"):
    FORM = "refill"


STANCES = ("rest", "boast", "lurk")
PLACES = ("deck", "seat-0", "seat-1", "seat-2", "seat-3")
EDGES = ("north", "south")


def _no(why: str) -> Refusal:
    return Refusal(f"skirl:{why}", msg(f"skirl.{why}"))


class BidChooser(Chooser[Bid]):
    """skirl:bid"""

    kind = "bid"
    rule = "skirl:bid"
    answers = (Bid,)
    __slots__ = ("purse",)

    def __init__(self, purse: int) -> None:
        self.purse = purse

    def part(self) -> Part:
        return Part("plan", assumed=Bid(self.purse))

    def options(self) -> list[Bid]:
        return [Bid(n) for n in range(self.purse + 1)]

    def refusal(self, action: Bid) -> Refusal | None:
        return _no("purse") if action.coins > self.purse else None


class StakeChooser(Chooser[Stake]):
    """skirl:stake; it is always asked, since the number of options would tell about the hand."""

    kind = "stake"
    rule = "skirl:stake"
    answers = (Stake,)
    __slots__ = ("hand",)

    def __init__(self, hand: Sequence[str]) -> None:
        self.hand = hand

    def part(self) -> Part:
        return Part("plan", assumed=Stake(self.hand[0]))

    def options(self) -> list[Stake]:
        return [Stake(card) for card in KINDS if self.refusal(Stake(card)) is None]

    def refusal(self, action: Stake) -> Refusal | None:
        return None if action.card in self.hand else _no("hand")

    def only(self, options: Options[Stake]) -> Stake | None:
        return None


class PostureChooser(Chooser[Posture]):
    """skirl:posture: who bids nothing can only rest."""

    kind = "posture"
    rule = "skirl:posture"
    answers = (Posture,)
    __slots__ = ("bid",)

    def __init__(self, bid: int) -> None:
        self.bid = bid

    def part(self) -> Part:
        return Part("plan")

    def options(self) -> list[Posture]:
        return [Posture(stance) for stance in STANCES if self.refusal(Posture(stance)) is None]

    def refusal(self, action: Posture) -> Refusal | None:
        return _no("tired") if self.bid == 0 and action.stance != "rest" else None


class ScoutChooser(Chooser[Action]):
    """skirl:scout"""

    kind = "scout"
    rule = "skirl:scout"
    answers = (Stay, Peek)
    __slots__ = ("seat", "seats")

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats

    def options(self) -> list[Action]:
        peeks = [Peek(place) for place in PLACES]
        return [Stay(), *(p for p in peeks if self.refusal(p) is None)]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Peek) and action.what != "deck":
            rival = int(action.what.removeprefix("seat-"))
            if rival == self.seat:
                return _no("own")
            if rival >= self.seats:
                return _no("nobody")
        return None


class BuryChooser(Chooser[Action]):
    """skirl:bury"""

    kind = "bury"
    rule = "skirl:bury"
    answers = (Stay, Bury)
    __slots__ = ()

    def options(self) -> list[Action]:
        return [Stay(), Bury()]

    def refusal(self, action: Action) -> Refusal | None:
        return None


class PlantSpace(Space[Plant]):
    """skirl:plant: a banner stands at least GAP from all others."""

    kind = "plant"
    rule = "skirl:plant"
    answers = (Plant,)
    __slots__ = ("taken",)

    def __init__(self, taken: Sequence[int]) -> None:
        self.taken = taken

    def suggest(self) -> list[Plant]:
        every = [Plant(at, EDGES[0]) for at in range(0, LINE + 1, 50)]
        good = [p for p in every if self.refusal(p) is None]
        return good or [Plant(at, EDGES[0]) for at in range(LINE + 1) if self.refusal(Plant(at, EDGES[0])) is None][:1]

    def sample(self, stream: Stream) -> Plant:
        while True:
            plant = Plant(stream.below(LINE + 1), stream.choice(EDGES))
            if self.refusal(plant) is None:
                return plant

    def refusal(self, action: Plant) -> Refusal | None:
        if not 0 <= action.at <= LINE:
            return _no("line")
        return _no("gap") if any(abs(action.at - at) < GAP for at in self.taken) else None

    def check(self, action: Plant) -> Refusal | Message:
        return self.refusal(action) or msg("skirl.plants", at=action.at)


class TauntChooser(Chooser[Taunt]):
    """skirl:taunt; with two seats there is one rival alone, and nobody is asked."""

    kind = "taunt"
    rule = "skirl:taunt"
    answers = (Taunt,)
    __slots__ = ("seat", "seats")

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats

    def options(self) -> list[Taunt]:
        return [Taunt(f"seat-{rival}") for rival in range(self.seats) if rival != self.seat]

    def refusal(self, action: Taunt) -> Refusal | None:
        rival = int(action.rival.removeprefix("seat-"))
        return _no("own") if rival == self.seat else None if rival < self.seats else _no("nobody")


class TossChooser(Chooser[Action]):
    """skirl:toss: one or two cards of the hand, or none."""

    kind = "toss"
    rule = "skirl:toss"
    answers = (Stay, Toss)
    __slots__ = ("hand",)

    def __init__(self, hand: Sequence[str]) -> None:
        self.hand = hand

    def options(self) -> list[Action]:
        ones: list[tuple[str, ...]] = [(card,) for card in KINDS]
        twos = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:]]
        tosses = [Toss(cards) for cards in ones + twos]
        return [Stay(), *(t for t in tosses if self.refusal(t) is None)]

    def refusal(self, action: Action) -> Refusal | None:
        if not isinstance(action, Toss):
            return None
        if len(action.cards) > 2 or list(action.cards) != sorted(action.cards):
            return _no("two")
        if any(action.cards.count(card) > self.hand.count(card) for card in action.cards):
            return _no("hand")
        return None

    def only(self, options: Options[Action]) -> Action | None:
        return None


class RefillChooser(Chooser[Action]):
    """skirl:refill"""

    kind = "refill"
    rule = "skirl:refill"
    answers = (Stay, Refill)
    __slots__ = ()

    def options(self) -> list[Action]:
        return [Stay(), Refill()]

    def refusal(self, action: Action) -> Refusal | None:
        return None


# What happens


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    weather: int
    rule: str = "skirl:round"


class Drew(Event, frozen=True, tag="drew"):
    PRIVATE: ClassVar[tuple[str, ...]] = ("card",)
    seat: int
    card: str | None
    rule: str = "skirl:draw"


class Peeked(Event, frozen=True, tag="peeked"):
    PRIVATE: ClassVar[tuple[str, ...]] = ("card",)
    seat: int
    what: str
    card: str | None
    rule: str = "skirl:scout"


class Revealed(Event, frozen=True, tag="revealed"):
    bids: tuple[int, ...]
    stakes: tuple[str, ...]
    winner: int
    rule: str = "skirl:reveal"


class Planted(Event, frozen=True, tag="planted"):
    seat: int
    at: int
    rule: str = "skirl:plant"


class Tossed(Event, frozen=True, tag="tossed"):
    seat: int
    cards: tuple[str, ...]
    rule: str = "skirl:toss"


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
        stake = yield from ask(seat, StakeChooser(state.hands[seat].cards))
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
        yield from self.toss(game, int(taunt.rival.removeprefix("seat-")))
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
        if isinstance((yield from ask(seat, RefillChooser())), Refill):
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
