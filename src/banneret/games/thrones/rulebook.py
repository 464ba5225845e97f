"""The rulebook of A Game of Thrones: The Board Game, second edition."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import msgspec

from banneret.bots.benchmark_tasks import BenchmarkTask, read_tasks
from banneret.bots.suites import Problem, read_suite
from banneret.games.thrones import position, secrets, setup
from banneret.games.thrones.actions import Retreat, ThronesAction
from banneret.games.thrones.audit import audit, check
from banneret.games.thrones.bot.judging import ThronesJudging
from banneret.games.thrones.content import board, languages
from banneret.games.thrones.content.components import CARDS, HOUSES, ORDERS, POWER_TOKENS, UNIT_LIMITS, UNITS
from banneret.games.thrones.content.datafile import DataFile
from banneret.games.thrones.events import EVENTS
from banneret.games.thrones.odds.source import ThronesOdds
from banneret.games.thrones.rules import ending, round
from banneret.games.thrones.state import State
from banneret.games.thrones.terminal import ThronesTerminal
from banneret.games.thrones.view import SIDES, ThronesView, overlaid, view
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event, Forfeited
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.questions import Pass
from banneret.kernel.rulebook import Foreseeable, Outcome, Rulebook
from banneret.kernel.stream import Stream
from banneret.odds import OddsSource
from banneret.show.guide import Guide, read_guide
from banneret.show.introduction import Introduction, read_introduction
from banneret.show.terminal import Terminal
from banneret.text.catalogue import Catalogue
from banneret.text.message import msg
from banneret.text.rules_index import RuleIndex

if TYPE_CHECKING:
    from banneret.games.thrones.encoding import ThronesEncoding
    from banneret.games.thrones.show.cards import ThronesCards
    from banneret.games.thrones.show.showing import ThronesShowing
    from banneret.games.thrones.show.threats import ThronesThreats


class ThronesRulebook(Rulebook[State]):
    """A Game of Thrones: The Board Game, 3 to 6 houses, with Tides of Battle as an option."""

    id = "thrones"
    title = "A Game of Thrones: The Board Game (second edition)"
    version = "2"
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
    foreseeable: ClassVar[Mapping[str, Foreseeable]] = {
        "support": Foreseeable(msg("foreseen.support"), (Pass(),)),
        "refuse-support": Foreseeable(msg("foreseen.refuse-support"), (Pass(),)),
        "retreat": Foreseeable(msg("foreseen.retreat"), tuple(Retreat(area) for area in board.AREAS)),
        "secure": Foreseeable(msg("foreseen.secure"), (Pass(),)),
    }
    judging = ThronesJudging()
    odds: ClassVar[OddsSource[State]] = ThronesOdds()
    twins = staticmethod(secrets.twin)

    @cached_property
    def benchmark(self) -> tuple[BenchmarkTask, ...]:
        """Benchmark tasks for bots and agents; read on first use."""
        return read_tasks(DataFile.read("benchmark.toml"), self.id)

    @cached_property
    def suite(self) -> tuple[Problem, ...]:
        """Tactical problems for bots; read on first use."""
        return read_suite(DataFile.read("suite.toml"))

    @cached_property
    def encoding(self) -> ThronesEncoding:
        """Encoding of positions for learning agents; imported on first use."""
        from banneret.games.thrones.encoding import ThronesEncoding  # noqa: PLC0415  # not needed to play

        return ThronesEncoding()

    @cached_property
    def guide(self) -> Guide:
        """The guided first round; read on first use."""
        return read_guide("banneret.games.thrones", self.id)

    @cached_property
    def introduction(self) -> Introduction:
        """Facts for newcomers; read on first use."""
        return read_introduction("banneret.games.thrones", self.id)

    @cached_property
    def showing(self) -> ThronesShowing:
        """Drawings and panels of the game; imported on first use."""
        from banneret.games.thrones.show.showing import ThronesShowing  # noqa: PLC0415  # not needed to play

        return ThronesShowing()

    @cached_property
    def threats(self) -> ThronesThreats:
        """Threat ranges of the game; imported on first use."""
        from banneret.games.thrones.show.threats import ThronesThreats  # noqa: PLC0415  # not needed to play

        return ThronesThreats()

    @cached_property
    def cards(self) -> ThronesCards:
        """Cards of the game as data; imported on first use."""
        from banneret.games.thrones.show.cards import ThronesCards  # noqa: PLC0415  # not needed to play

        return ThronesCards()

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

    def overlaid(self, state: State, public: ThronesView, seats: frozenset[int]) -> ThronesView:
        return overlaid(state, public, seats) if seats else public

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        secrets.redeal(state, mask, stream)

    def encode(self, state: State) -> dict[str, Any]:
        return position.encode(state)

    def decode(self, data: Mapping[str, Any]) -> State:
        return position.decode(data)

    def audit(self, state: State) -> list[str]:
        return audit(state)

    def check(self, state: State) -> list[str]:
        return check(state)

    def rules(self, language: str = "en") -> RuleIndex:
        return languages.rule_index(language)

    def catalogue(self, language: str = "en") -> Catalogue:
        return languages.catalogue(language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return state.houses
