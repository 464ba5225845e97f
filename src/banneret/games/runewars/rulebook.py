"""The Runewars rulebook in the form the kernel uses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import msgspec

from banneret.bots.benchmark_tasks import BenchmarkTask, read_tasks
from banneret.bots.suites import Problem, read_suite
from banneret.content.army_lists import ListMaker
from banneret.games.runewars import languages, position, secrets, setup
from banneret.games.runewars.abilities import registration as loading
from banneret.games.runewars.actions import RunewarsAction
from banneret.games.runewars.army.list_maker import RunewarsLists
from banneret.games.runewars.attack_actions import DEEPEST, SpendBoon, attack_domains, tray_name
from banneret.games.runewars.audit import audit
from banneret.games.runewars.bot.judging import RunewarsJudging
from banneret.games.runewars.content import things
from banneret.games.runewars.content.datafile import DataFile
from banneret.games.runewars.content.sectors import action_ids, modifier_ids
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.effects import registry
from banneret.games.runewars.events import EVENTS
from banneret.games.runewars.match_state import PLAYERS, MatchState
from banneret.games.runewars.odds.source import RunewarsOdds
from banneret.games.runewars.rules import round, scoring
from banneret.games.runewars.rules.commanders import COMMANDERS
from banneret.games.runewars.rules.ground import teams
from banneret.games.runewars.rules.ground.directions import HANDS, TOWARDS
from banneret.games.runewars.rules.sides import COLOURS
from banneret.games.runewars.settings import Settings, settings_of
from banneret.games.runewars.terminal import RunewarsTerminal
from banneret.games.runewars.view import RunewarsView, overlaid, view
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
    from banneret.games.runewars.encoding import RunewarsEncoding
    from banneret.games.runewars.show.cards import RunewarsCards
    from banneret.games.runewars.show.showing import RunewarsShowing
    from banneret.games.runewars.show.threats import RunewarsThreats


MOST_UNITS = 20
"""Upper bound of the units in an army of the largest size."""


class RunewarsRulebook(Rulebook[MatchState]):
    """Runewars Miniatures Game: for two, or for teams of up to two."""

    id = "runewars"
    title = "Runewars Miniatures Game"
    version = "2"
    seats = (2, 3, 4)
    usual_seats = 2
    Options = Settings
    View = RunewarsView
    terminal: ClassVar[Terminal] = RunewarsTerminal()
    foreseeable: ClassVar[Mapping[str, Foreseeable]] = {
        "vitality": Foreseeable(msg("foreseen.vitality"), (Pass(), SpendBoon("vitality"))),
    }
    armies: ClassVar[ListMaker[Any]] = RunewarsLists()
    actions: ClassVar[tuple[type[Action], ...]] = get_args(RunewarsAction)
    events: ClassVar[tuple[type[Event], ...]] = (*EVENTS, Forfeited)
    domains: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "unit": tuple(f"{player}{number}" for player in PLAYERS for number in range(1, MOST_UNITS + 1)),
        "player": PLAYERS,
        "commander": COMMANDERS,
        "card": (*tabletop().deployments, *tabletop().objectives),
        "colour": COLOURS,
        "action": action_ids(),
        "modifier": modifier_ids(),
        "towards": tuple(TOWARDS),
        "hand": HANDS,
        "template": tuple(tabletop().templates),
        "speed": tuple(str(speed + 1) for speed in range(max(one.highest for one in tabletop().templates.values()))),
        "pivot": ("centre", *(tray_name((column, row)) for column in range(DEEPEST) for row in range(DEEPEST))),
        "piece": tuple(side.id for one in tabletop().pieces.values() for side in (one.defensive, one.dangerous)),
        "ability": tuple(sorted({*registry.SURGES, *registry.SKILLS})) if loading.LOADED else (),
        "thing": things.things(),
        "effect": tuple(sorted({id for table in registry.HANDLERS.values() for id in table})) if loading.LOADED else (),
        **attack_domains(),
    }
    judging = RunewarsJudging()
    odds: ClassVar[OddsSource[MatchState]] = RunewarsOdds()
    twins = staticmethod(secrets.twin)

    @cached_property
    def benchmark(self) -> tuple[BenchmarkTask, ...]:
        """Tasks that measure players, read on first use."""
        return read_tasks(DataFile.read("benchmark.toml"), self.id)

    @cached_property
    def suite(self) -> tuple[Problem, ...]:
        """Tactical problems for bots, read on first use."""
        return read_suite(DataFile.read("suite.toml"))

    @cached_property
    def encoding(self) -> RunewarsEncoding:
        """Encoding of positions for learning agents; imported on first use."""
        from banneret.games.runewars.encoding import RunewarsEncoding  # noqa: PLC0415  # not needed to play

        return RunewarsEncoding()

    @cached_property
    def guide(self) -> Guide:
        """The guided first round; read on first use."""
        return read_guide("banneret.games.runewars", self.id)

    @cached_property
    def introduction(self) -> Introduction:
        """Facts for newcomers; read on first use."""
        return read_introduction("banneret.games.runewars", self.id)

    @cached_property
    def showing(self) -> RunewarsShowing:
        """Drawings and panels of the game; imported on first use."""
        from banneret.games.runewars.show.showing import RunewarsShowing  # noqa: PLC0415  # not needed to play

        return RunewarsShowing()

    @cached_property
    def threats(self) -> RunewarsThreats:
        """Return the threat ranges of the game; imported when they are first asked for."""
        from banneret.games.runewars.show.threats import RunewarsThreats  # noqa: PLC0415  # not needed to play

        return RunewarsThreats()

    @cached_property
    def cards(self) -> RunewarsCards:
        """Return the description of the components; imported when it is first asked for."""
        from banneret.games.runewars.show.cards import RunewarsCards  # noqa: PLC0415  # a description, not playing

        return RunewarsCards()

    def options(self, given: Mapping[str, Any], seats: int) -> msgspec.Struct:
        settings = super().options(given, seats)
        setup.check_armies(settings_of(settings), seats)
        return settings

    def setup(self, seats: int, options: Any, key: bytes) -> MatchState:
        return setup.new_state(settings_of(options), key, seats)

    def flow(self, game: Game[MatchState]) -> Flow[None]:
        return round.play(game)

    def outcome(self, state: MatchState) -> Outcome:
        return scoring.outcome(state)

    def view(self, state: MatchState, seats: frozenset[int]) -> RunewarsView:
        return view(state, seats)

    def overlaid(self, state: MatchState, public: RunewarsView, seats: frozenset[int]) -> RunewarsView:
        return overlaid(state, public, seats) if seats else public

    def redeal(self, state: MatchState, mask: int, stream: Stream) -> None:
        secrets.redeal(state, mask, stream)

    def encode(self, state: MatchState) -> dict[str, Any]:
        return position.encode(state)

    def decode(self, data: Mapping[str, Any]) -> MatchState:
        return position.decode(data)

    def audit(self, state: MatchState) -> list[str]:
        return audit(state)

    def rules(self, language: str = "en") -> RuleIndex:
        return languages.rule_index(language)

    def catalogue(self, language: str = "en") -> Catalogue:
        return languages.catalogue(language)

    def seat_names(self, state: MatchState) -> tuple[str, ...]:
        return teams.seat_names(state)
