"""Rulebooks of A Song of Ice & Fire, one per edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import msgspec

from banneret.bots.benchmark_tasks import BenchmarkTask, read_tasks
from banneret.bots.suites import Problem, read_suite
from banneret.content.army_lists import ListMaker
from banneret.games.icefire import position, secrets, setup
from banneret.games.icefire.actions import IcefireAction
from banneret.games.icefire.army.list_maker import Edition2021Lists, Season6Lists
from banneret.games.icefire.audit import audit, check
from banneret.games.icefire.bot.judging import IcefireJudging
from banneret.games.icefire.content import languages
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.law import LAW_2021, SEASON_6_LAW
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.events import EVENTS
from banneret.games.icefire.odds.source import IcefireOdds
from banneret.games.icefire.roll import FACES
from banneret.games.icefire.rules import round, victory
from banneret.games.icefire.rules.actions.free_actions import ACTIONS
from banneret.games.icefire.rules.battlefield import PIECES as TERRAIN
from banneret.games.icefire.rules.table.conditions import CONDITIONS
from banneret.games.icefire.rules.table.control import ZONES
from banneret.games.icefire.rules.table.paths import BEARINGS
from banneret.games.icefire.settings import completed, settings_of, settings_type, settings_with
from banneret.games.icefire.state import EVENTS as MOMENTS
from banneret.games.icefire.state import State
from banneret.games.icefire.terminal import IcefireTerminal
from banneret.games.icefire.view import IcefireView, overlaid, view
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event, Forfeited
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
from banneret.kernel.rulebook import Outcome, Rulebook
from banneret.kernel.stream import Stream
from banneret.odds import OddsSource
from banneret.show.guide import Guide, read_guide
from banneret.show.introduction import Introduction, read_introduction
from banneret.show.terminal import Terminal
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message, msg
from banneret.text.rules_index import RuleIndex

if TYPE_CHECKING:
    from banneret.games.icefire.encoding import IcefireEncoding
    from banneret.games.icefire.show.cards import IcefireCards
    from banneret.games.icefire.show.showing import IcefireShowing
    from banneret.games.icefire.show.threats import IcefireThreats


PLAYERS = SEASON_6_LAW.players
MOST_UNITS = 20
"""Upper bound of the combat units in an army of the largest size."""
WALLS = ("w1", "w2", "w3")
"""Labels of castle walls."""
PIECES = tuple(f"piece-{number}" for number in range(12))


def _labels(kind: str) -> tuple[str, ...]:
    return tuple(f"{player}{kind}{number}" for player in PLAYERS for number in range(1, MOST_UNITS + 1))


for _edition in EDITIONS:  # also for matches received from another process, which does not call the setup
    registry.index(components(_edition))


class IcefireRulebook(Rulebook[State]):
    """Season 6: two players, three or four in a free-for-all, or two teams of two."""

    id = "icefire-s6"
    title = "A Song of Ice & Fire, Season 6"
    version = "2"
    edition: ClassVar[Edition] = SEASON_6
    seats = (2, 3, 4)
    usual_seats = 2
    Options = settings_with(SEASON_6, modes(SEASON_6))
    View = IcefireView
    terminal: ClassVar[Terminal] = IcefireTerminal(SEASON_6)
    armies: ClassVar[ListMaker[Any]] = Season6Lists()
    actions: ClassVar[tuple[type[Action], ...]] = get_args(IcefireAction)
    events: ClassVar[tuple[type[Event], ...]] = (*EVENTS, Forfeited)
    windows: ClassVar[Mapping[str, Message]] = {event: msg(f"window.{event}") for event in MOMENTS}
    domains: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "unit": (*_labels(""), *WALLS),
        "ncu": _labels("n"),
        "zone": ZONES,
        "piece": TERRAIN,
        "card": tuple(dict.fromkeys(id for one in EDITIONS for id in components(one).tactics)),
        "order": tuple(
            dict.fromkeys(id for one in EDITIONS for id, found in components(one).abilities.items() if found.order)
        ),
        "condition": CONDITIONS,
        "die": FACES,
        "bearing": tuple(BEARINGS),
        "alignment": ("center", "left", "right", "near", "nearer-left", "nearer-right", "stay"),
        "arc": ("front", "right", "rear", "left"),
        "edge": (
            "near",
            "far",
            "leave",
            *dict.fromkeys(at for law in (SEASON_6_LAW, LAW_2021) for at in law.free_zones),
        ),
        "player": PLAYERS,
        "action": ACTIONS,
        "choice": (
            *PIECES,
            *_labels("n"),
            *dict.fromkeys(id for one in EDITIONS for id in components(one).attachments),
            *sorted(registry.CHOICES),
        ),
    }
    judging = IcefireJudging()
    odds: ClassVar[OddsSource[Any]] = IcefireOdds(SEASON_6)
    twins = staticmethod(secrets.twin)

    @cached_property
    def benchmark(self) -> tuple[BenchmarkTask, ...]:
        """Benchmark tasks for bots and agents; read on first use."""
        return read_tasks(DataFile.read("benchmark.toml"), self.id)

    @cached_property
    def suite(self) -> tuple[Problem, ...]:
        """Tactical problems for bots, the same in both editions; read on first use."""
        return read_suite(DataFile.read("suite.toml"), edition=self.id)

    @cached_property
    def encoding(self) -> IcefireEncoding:
        """Encoding of positions for learning agents; imported on first use."""
        from banneret.games.icefire.encoding import IcefireEncoding  # noqa: PLC0415  # not needed to play

        return IcefireEncoding()

    @cached_property
    def guide(self) -> Guide:
        """The guided first round; read on first use."""
        return read_guide("banneret.games.icefire", self.id)

    @cached_property
    def introduction(self) -> Introduction:
        """Facts for newcomers; read on first use."""
        return read_introduction("banneret.games.icefire", self.id)

    @cached_property
    def showing(self) -> IcefireShowing:
        """Drawings and panels of the game; imported on first use."""
        from banneret.games.icefire.show.showing import IcefireShowing  # noqa: PLC0415  # not needed to play

        return IcefireShowing()

    @cached_property
    def threats(self) -> IcefireThreats:
        """Threat ranges of the game; imported on first use."""
        from banneret.games.icefire.show.threats import IcefireThreats  # noqa: PLC0415  # not needed to play

        return IcefireThreats()

    @cached_property
    def cards(self) -> IcefireCards:
        """Cards of the game as data; imported on first use."""
        from banneret.games.icefire.show.cards import IcefireCards  # noqa: PLC0415  # not needed to play

        return IcefireCards(self.edition)

    def options(self, given: Mapping[str, Any], seats: int) -> msgspec.Struct:
        settings = msgspec.convert(
            msgspec.structs.asdict(super().options(completed(given, seats), seats)), settings_type(self.edition)
        )
        setup.check_settings(settings, self.edition)
        return settings

    def setup(self, seats: int, options: Any, key: bytes) -> State:
        return setup.new_state(settings_of(options), self.edition, key)

    def flow(self, game: Game[State]) -> Flow[None]:
        return round.play(game)

    def outcome(self, state: State) -> Outcome:
        return victory.outcome(state)

    def view(self, state: State, seats: frozenset[int]) -> IcefireView:
        return view(state, seats)

    def overlaid(self, state: State, public: IcefireView, seats: frozenset[int]) -> IcefireView:
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

    def check(self, state: State) -> list[str]:
        return check(state)

    def rules(self, language: str = "en") -> RuleIndex:
        return languages.rule_index(self.edition, language)

    def catalogue(self, language: str = "en") -> Catalogue:
        return languages.catalogue(language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return state.law.players[: state.seats]


class Icefire2021Rulebook(IcefireRulebook):
    """The 2021 edition, for the same numbers of players."""

    id = "icefire-2021"
    title = "A Song of Ice & Fire, edition of 2021"
    edition = EDITION_2021
    Options = settings_with(EDITION_2021, modes(EDITION_2021))
    terminal: ClassVar[Terminal] = IcefireTerminal(EDITION_2021)
    armies: ClassVar[ListMaker[Any]] = Edition2021Lists()
    odds: ClassVar[OddsSource[Any]] = IcefireOdds(EDITION_2021)

    def rules(self, language: str = "en") -> RuleIndex:
        """Return the rules with and without the FAQ, since matches of both kinds cite them."""
        return languages.rule_index(self.edition, language, faq=None)
