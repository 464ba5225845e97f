"""Actions of the toy game Skirl and the choosers that offer them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from banneret.kernel.choosers import Action, Chooser, Domain, Options, Part, Refusal, Space
from banneret.kernel.game import Game
from banneret.kernel.stream import Stream
from banneret.text.message import Message, msg
from tests.kernel.toy_state import GAP, KINDS, LINE, State

Skirl = Game[State]


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


def no(why: str) -> Refusal:
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
        return no("purse") if action.coins > self.purse else None


class StakeChooser(Chooser[Stake]):
    """skirl:stake; it is always asked, since the number of options would reveal the hand."""

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
        return None if action.card in self.hand else no("hand")

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
        return no("tired") if self.bid == 0 and action.stance != "rest" else None


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
                return no("own")
            if rival >= self.seats:
                return no("nobody")
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
            return no("line")
        return no("gap") if any(abs(action.at - at) < GAP for at in self.taken) else None

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
        return no("own") if rival == self.seat else None if rival < self.seats else no("nobody")


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
            return no("two")
        if any(action.cards.count(card) > self.hand.count(card) for card in action.cards):
            return no("hand")
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
