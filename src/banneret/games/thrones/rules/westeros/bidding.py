"""Bidding: secret simultaneous bids of all houses, and ties resolved by the holder of the Iron Throne."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from banneret.games.thrones.actions import Bid, ChooseHouse
from banneret.games.thrones.content.components import HOUSES, POWER_TOKENS
from banneret.games.thrones.state import State
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.flow import Flow, ask, together
from banneret.text.message import Message, msg

_BID = tuple(Bid(tokens) for tokens in range(POWER_TOKENS + 1))
_HOUSE = {house: ChooseHouse(house) for house in HOUSES}


def bids_of(state: State, seats: Sequence[int], chooser: type[BidChooser], prompt: Message) -> Flow[dict[int, int]]:
    """Let houses bid in secret at the same time; return the bids by seat: thrones:secrets.2, thrones:secrets.4.

    No bid is revealed before all are made: thrones:alliances.4.
    """
    return (yield from together({seat: _bid(state, seat, chooser, prompt) for seat in seats}))


def _bid(state: State, seat: int, chooser: type[BidChooser], prompt: Message) -> Flow[int]:
    """Ask one house for its bid: thrones:clash.2, thrones:wildlings.4."""
    answer = yield from ask(seat, chooser(state.available[seat], prompt))
    return answer.tokens


def by_house(state: State, bids: Mapping[int, int]) -> dict[str, int]:
    """Return bids by house, the highest first."""
    return {state.houses[seat]: bids[seat] for seat in sorted(bids, key=lambda seat: (-bids[seat], seat))}


class BidChooser(Chooser[Bid]):
    """How many available power tokens does a house bid? Options: from 0 up."""

    __slots__ = ("available", "message")
    answers = (Bid,)

    def __init__(self, available: int, message: Message) -> None:
        self.available = available
        self.message = message

    def prompt(self) -> Message:
        """Return the prompt that names the object of the bid."""
        return self.message

    def part(self) -> Part:
        """Return the bid as a draft, which can be changed until it is made."""
        return Part("bid")

    def options(self) -> list[Bid]:
        """List every number of available tokens."""
        return list(_BID[: self.available + 1])

    def refusal(self, action: Bid) -> Refusal | None:
        """Refuse more tokens than are available: thrones:terms.11."""
        if action.tokens > self.available:
            return Refusal("thrones:terms.11", msg("refuse.bid.too-many", available=self.available))
        return None


class TieChooser(Chooser[ChooseHouse]):
    """Which of the tied houses comes next? Options: the tied houses by seat."""

    __slots__ = ("state", "tied")
    kind = "tie"
    rule = "thrones:iron-throne.3"
    answers = (ChooseHouse,)

    def __init__(self, state: State, tied: Sequence[int]) -> None:
        self.state = state
        self.tied = tied

    def options(self) -> list[ChooseHouse]:
        """List the tied houses."""
        return [_HOUSE[self.state.houses[seat]] for seat in self.tied]

    def refusal(self, action: ChooseHouse) -> Refusal | None:
        """Refuse houses that are not tied."""
        if action.house in [self.state.houses[seat] for seat in self.tied]:
            return None
        return Refusal(self.rule, msg("refuse.tie.not-tied", house=action.house))
