"""Climb: a race of two seats with one kind of decision at a time, whose chances to win can be computed by hand.

Seat 0 and seat 1 take turns, two each: first they climb 3 steps or rest, then seat 0 may roll a die and seat 1 may draw
a card. The higher seat wins in the end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

import msgspec

from banneret.bots.judging import Judging
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Action, Chooser, Domain, Refusal
from banneret.kernel.events import Forfeited
from banneret.kernel.flow import Checkpoint, Flow, ask
from banneret.kernel.game import Game
from banneret.kernel.pile import PUBLIC, Pile, redeal_together
from banneret.kernel.rulebook import Outcome, Rulebook
from banneret.kernel.stream import Stream
from banneret.text.catalogue import Catalogue
from banneret.text.message import msg

WAYS: Final = (("climb", "rest"), ("climb", "rest"), ("roll", "rest"), ("draw", "rest"))
"""The options of each turn."""
CLIMB: Final = 3
CARDS: Final = ("0", "8") * 4
SCALE: Final = 4.0


class Go(Action, frozen=True, tag="go"):
    FORM = "go {way}"
    way: Annotated[str, Domain("way")]


class GoChooser(Chooser[Go]):
    kind = "go"
    rule = "climb:go"
    answers = (Go,)

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def options(self) -> list[Go]:
        return [Go(way) for way in WAYS[self.turn]]

    def refusal(self, action: Go) -> Refusal | None:
        return None if action.way in WAYS[self.turn] else Refusal("climb:go", msg("refuse.climb"))


class State:
    def __init__(self, key: bytes) -> None:
        self.seats = 2
        self.key = key
        self.drawn = 0
        self.forfeited: list[int] = []
        self.turn = 0
        self.heights = [0, 0]
        self.deck = Pile(CARDS)

    def copy(self) -> State:
        new = State(self.key)
        new.drawn, new.forfeited, new.turn = self.drawn, self.forfeited[:], self.turn
        new.heights, new.deck = self.heights[:], self.deck.copy()
        return new


class ClimbOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class ClimbView(msgspec.Struct, frozen=True):
    heights: tuple[int, ...]


class ClimbJudging(Judging[State]):
    resolute = True

    def chances(self, state: State) -> list[float]:
        first = chance(state.heights[0] - state.heights[1])
        return [first, 1 - first]


def chance(lead: float) -> float:
    """The chance to win with a lead."""
    return 1 / (1 + math.exp(-lead / SCALE))


class ClimbRulebook(Rulebook[State]):
    id = "climb"
    title = "Climb"
    version = "1"
    seats = (2,)
    Options = ClimbOptions
    View = ClimbView
    actions: ClassVar[tuple[type[Action], ...]] = (Go,)
    events = (Forfeited,)
    domains: ClassVar[Mapping[str, tuple[Any, ...]]] = {"way": ("climb", "rest", "roll", "draw")}
    judging: Judging[Any] | None = ClimbJudging()

    def setup(self, seats: int, options: Any, key: bytes) -> State:
        state = State(key)
        Chance(state, []).shuffle(state.deck)
        return state

    def flow(self, game: Game[State]) -> Flow[None]:
        state = game.state
        while state.turn < len(WAYS):
            yield Checkpoint(f"round {state.turn // 2 + 1}")
            seat = state.turn % 2
            way = (yield from ask(seat, GoChooser(state.turn))).way
            if way == "climb":
                state.heights[seat] += CLIMB
            elif way == "roll":
                state.heights[seat] += game.chance.pick(6) + 1
            elif way == "draw":
                state.heights[seat] += int(game.chance.draw(state.deck, PUBLIC))
            state.turn += 1

    def outcome(self, state: State) -> Outcome:
        high, low = max(state.heights), min(state.heights)
        places = [tuple(s for s in range(2) if state.heights[s] == height) for height in dict.fromkeys((high, low))]
        return Outcome(tuple(places), tuple(state.heights), "over")

    def view(self, state: State, seats: frozenset[int]) -> ClimbView:
        return ClimbView(tuple(state.heights))

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        redeal_together((state.deck,), mask, stream)

    def encode(self, state: State) -> dict[str, Any]:
        return {"turn": state.turn, "heights": state.heights, "deck": state.deck.cards, "drawn": state.drawn}

    def audit(self, state: State) -> list[str]:
        return []

    def catalogue(self, language: str = "en") -> Catalogue:
        return Catalogue.load([], language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return ("low", "high")
