"""The rulebook of Battles of Westeros, as the kernel expects it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import msgspec

from banneret.bots.benchmark_tasks import BenchmarkTask, read_tasks
from banneret.bots.suites import Problem, read_suite
from banneret.games.battles import position, secrets
from banneret.games.battles.actions import BattlesAction
from banneret.games.battles.audit import audit
from banneret.games.battles.bot.judging import BattlesJudging
from banneret.games.battles.content import languages
from banneret.games.battles.content.components import CARDS, COMMANDERS, HOUSES, RANKS, TERRAINS, TOKENS, UNITS
from banneret.games.battles.content.datafile import DataFile
from banneret.games.battles.events import EVENTS
from banneret.games.battles.odds.source import BattlesOdds
from banneret.games.battles.rules import round, setup
from banneret.games.battles.rules.leadership.leadership import WHICH
from banneret.games.battles.rules.preparations import DICE
from banneret.games.battles.rules.victory import victory
from banneret.games.battles.settings import Settings, settings_of
from banneret.games.battles.state import State
from banneret.games.battles.terminal import BattlesTerminal
from banneret.games.battles.view import BattlesView, overlaid, view
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event, Forfeited
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
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
    from banneret.games.battles.encoding import BattlesEncoding
    from banneret.games.battles.show.cards import BattlesCards
    from banneret.games.battles.show.showing import BattlesShowing
    from banneret.games.battles.show.threats import BattlesThreats


class BattlesRulebook(Rulebook[State]):
    """BattleLore: Battles of Westeros, for two players: seat 0 is Stark, seat 1 is Lannister."""

    id = "battles"
    title = "BattleLore: Battles of Westeros"
    version = "2"
    seats = (2,)
    Options = Settings
    View = BattlesView
    terminal: ClassVar[Terminal] = BattlesTerminal()
    foreseeable: ClassVar[Mapping[str, Foreseeable]] = {
        "pursue": Foreseeable(msg("foreseen.pursue"), (Pass(),)),
        "retreat": Foreseeable(msg("foreseen.retreat"), ()),
    }
    actions: ClassVar[tuple[type[Action], ...]] = get_args(BattlesAction)
    events: ClassVar[tuple[type[Event], ...]] = (*EVENTS, Forfeited)
    domains: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "hex": languages.HEXES,
        "token": TOKENS,
        "symbol": TOKENS,
        "card": CARDS,
        "commander": COMMANDERS,
        "commands": WHICH,
        "unit": UNITS,
        "rank": RANKS,
        "terrain": TERRAINS,
        "dice": DICE,
    }
    judging = BattlesJudging()
    odds: ClassVar[OddsSource[State]] = BattlesOdds()
    twins = staticmethod(secrets.twin)

    @cached_property
    def benchmark(self) -> tuple[BenchmarkTask, ...]:
        """Tasks that measure players, read on first use."""
        return read_tasks(DataFile.read("benchmark.toml"), self.id)

    @cached_property
    def suite(self) -> tuple[Problem, ...]:
        """Tactical problems for bots; read on first use."""
        return read_suite(DataFile.read("suite.toml"))

    @cached_property
    def encoding(self) -> BattlesEncoding:
        """Encoding of positions for learning agents; imported on first use."""
        from banneret.games.battles.encoding import BattlesEncoding  # noqa: PLC0415  # not needed to play

        return BattlesEncoding()

    @cached_property
    def guide(self) -> Guide:
        """The guided first round; read on first use."""
        return read_guide("banneret.games.battles", self.id)

    @cached_property
    def introduction(self) -> Introduction:
        """Facts for newcomers; read on first use."""
        return read_introduction("banneret.games.battles", self.id)

    @cached_property
    def showing(self) -> BattlesShowing:
        """The drawing of the game; imported on first use."""
        from banneret.games.battles.show.showing import BattlesShowing  # noqa: PLC0415  # not needed to play

        return BattlesShowing()

    @cached_property
    def threats(self) -> BattlesThreats:
        """Return the threat ranges of the game; imported when they are first asked for."""
        from banneret.games.battles.show.threats import BattlesThreats  # noqa: PLC0415  # not needed to play

        return BattlesThreats()

    @cached_property
    def cards(self) -> BattlesCards:
        """The description of the components; imported on first use."""
        from banneret.games.battles.show.cards import BattlesCards  # noqa: PLC0415  # not needed to play

        return BattlesCards()

    def options(self, given: Mapping[str, Any], seats: int) -> msgspec.Struct:
        settings = settings_of(super().options(given, seats))
        setup.chosen_scenario(settings)
        setup.chosen_box(settings)
        return settings

    def setup(self, seats: int, options: Any, key: bytes) -> State:
        return setup.new_state(settings_of(options), key)

    def flow(self, game: Game[State]) -> Flow[None]:
        return round.play(game)

    def outcome(self, state: State) -> Outcome:
        return victory.outcome(state)

    def view(self, state: State, seats: frozenset[int]) -> BattlesView:
        return view(state, seats)

    def overlaid(self, state: State, public: BattlesView, seats: frozenset[int]) -> BattlesView:
        return overlaid(state, public, seats) if seats else public

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        secrets.redeal(state, mask, stream)

    def stock(self, state: State, pile: Pile) -> Sequence[Pile]:
        return secrets.stock(state, pile)

    def encode(self, state: State) -> dict[str, Any]:
        return position.encode(state)

    def decode(self, data: Mapping[str, Any]) -> State:
        return position.decode(data)

    def audit(self, state: State) -> list[str]:
        return audit(state)

    def rules(self, language: str = "en") -> RuleIndex:
        return languages.rule_index(language)

    def catalogue(self, language: str = "en") -> Catalogue:
        return languages.catalogue(language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return HOUSES
