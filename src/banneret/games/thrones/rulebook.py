"""The rulebook of A Game of Thrones: The Board Game, second edition, as the kernel takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, get_args

import msgspec

from banneret.games.thrones import position, secrets, setup
from banneret.games.thrones.actions import ThronesAction
from banneret.games.thrones.audit import audit
from banneret.games.thrones.bot.chances import chances
from banneret.games.thrones.bot.evaluation import WEIGHTS, Judge, Weights
from banneret.games.thrones.bot.glance import Eye
from banneret.games.thrones.content import board, languages
from banneret.games.thrones.content.components import CARDS, HOUSES, ORDERS, POWER_TOKENS, UNIT_LIMITS, UNITS
from banneret.games.thrones.events import EVENTS
from banneret.games.thrones.rules import ending, round
from banneret.games.thrones.show.panel import panel
from banneret.games.thrones.state import State
from banneret.games.thrones.terminal import ThronesTerminal
from banneret.games.thrones.view import SIDES, ThronesView, view
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event, Forfeited
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.rulebook import Evaluation, Glance, Outcome, Rulebook
from banneret.kernel.stream import Stream
from banneret.show.panels import Panel
from banneret.show.terminal import Terminal
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex


class ThronesRulebook(Rulebook[State]):
    """A Game of Thrones: The Board Game, 3 to 6 houses, with Tides of Battle as an option."""

    id = "thrones"
    title = "A Game of Thrones: The Board Game (second edition)"
    version = "1"
    seats = (3, 4, 5, 6)
    negotiation = True
    Options = setup.ThronesOptions
    View = ThronesView
    terminal: ClassVar[Terminal] = ThronesTerminal()
    actions: ClassVar[tuple[type[Action], ...]] = get_args(ThronesAction)
    events: ClassVar[tuple[type[Event], ...]] = (*EVENTS, Forfeited)
    domains: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "area": board.AREAS,
        "areas": board.AREAS,
        "order": tuple(order.id for order in ORDERS),
        "unit": UNITS,
        "units": UNITS,
        "house-card": tuple(CARDS),
        "house": HOUSES,
        "track": position.TRACKS,
        "side": SIDES,
        "effect": (
            "supply",
            "mustering",
            "clash-of-kings",
            "game-of-thrones",
            "defense",
            "march-plus-one",
            "units",
            "track",
            "upright",
            "routed",
        ),
        "count": tuple(range(max(UNIT_LIMITS) + 1)),
        "power-tokens": tuple(range(POWER_TOKENS + 1)),
    }

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        """Evaluate by these weights; everything else is the same whatever they are."""
        self.judge = Judge(weights)
        self.eye = Eye(self.judge)

    def options(self, given: Mapping[str, Any], seats: int) -> msgspec.Struct:
        options = super().options(given, seats)
        setup.chosen_houses(setup.option_values(options), seats)
        return options

    def setup(self, seats: int, options: Any, key: bytes) -> State:
        return setup.new_state(seats, setup.option_values(options), key)

    def flow(self, game: Game[State]) -> Flow[None]:
        return round.play(game)

    def outcome(self, state: State) -> Outcome:
        return ending.outcome(state)

    def view(self, state: State, seats: frozenset[int]) -> ThronesView:
        return view(state, seats)

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        secrets.redeal(state, mask, stream)

    def encode(self, state: State) -> dict[str, Any]:
        return position.encode(state)

    def decode(self, data: Mapping[str, Any]) -> State:
        return position.decode(data)

    def audit(self, state: State) -> list[str]:
        return audit(state)

    def draw(self, view: ThronesView, language: str = "en") -> str:
        from banneret.games.thrones.show.draw import draw  # noqa: PLC0415  # drawing is no part of playing

        return draw(view, language)

    def ground(self, view: ThronesView, language: str = "en") -> str:
        from banneret.games.thrones.show.draw import whole_ground  # noqa: PLC0415  # drawing is no part of playing

        return whole_ground(view, language)

    def things(self, view: ThronesView, language: str = "en") -> str:
        from banneret.games.thrones.show.draw import things  # noqa: PLC0415  # drawing is no part of playing

        return things(view, language)

    def preview(self, view: ThronesView, actions: Sequence[Action], language: str = "en") -> str:
        from banneret.games.thrones.show.drawing.preview import preview  # noqa: PLC0415  # drawing is no part of playing

        return preview(view, actions)

    def panel(self, view: ThronesView, events: Sequence[tuple[int, Event]]) -> Panel | None:
        return panel(view, events)

    def rules(self, language: str = "en") -> RuleIndex:
        return languages.rule_index(language)

    def catalogue(self, language: str = "en") -> Catalogue:
        return languages.catalogue(language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return state.houses

    def evaluate(self, state: State, seat: int) -> Evaluation:
        return self.judge.evaluate(state, seat)

    def totals(self, state: State) -> list[float]:
        return self.judge.totals(state)

    def chances(self, state: State) -> list[float]:
        return chances(self.judge, state)

    def glance(self, state: State, ask: Ask) -> Glance | None:
        return self.eye.glance(state, ask)

    def twins(self, state: State, mask: int, stream: Stream) -> State | None:
        return secrets.twin(state, mask, stream)
