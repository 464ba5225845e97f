"""The rulebook of Battles of Westeros, as the kernel takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, get_args

import msgspec

from banneret.games.battles import position, secrets
from banneret.games.battles.actions import BattlesAction
from banneret.games.battles.audit import audit
from banneret.games.battles.bot.evaluation import WEIGHTS, Judge, Weights
from banneret.games.battles.bot.glance import Eye
from banneret.games.battles.content import languages
from banneret.games.battles.content.components import CARDS, COMMANDERS, HOUSES, RANKS, TERRAINS, TOKENS, UNITS
from banneret.games.battles.events import EVENTS
from banneret.games.battles.rules import round, setup
from banneret.games.battles.rules.leadership.leadership import WHICH
from banneret.games.battles.rules.preparations import DICE
from banneret.games.battles.rules.victory import victory
from banneret.games.battles.settings import Settings, settings_of
from banneret.games.battles.show.panel import panel
from banneret.games.battles.state import State
from banneret.games.battles.terminal import BattlesTerminal
from banneret.games.battles.view import BattlesView, view
from banneret.hexes import format_label
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event, Forfeited
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
from banneret.kernel.rulebook import Evaluation, Glance, Outcome, Rulebook
from banneret.kernel.stream import Stream
from banneret.show.panels import Panel
from banneret.show.terminal import Terminal
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex

COLUMNS, ROWS = 15, 12
"""The largest board: what a label can name."""


class BattlesRulebook(Rulebook[State]):
    """BattleLore: Battles of Westeros, for two: seat 0 leads Stark, seat 1 Lannister."""

    id = "battles"
    title = "BattleLore: Battles of Westeros"
    version = "1"
    seats = (2,)
    foresight = 12
    Options = Settings
    View = BattlesView
    terminal: ClassVar[Terminal] = BattlesTerminal()
    actions: ClassVar[tuple[type[Action], ...]] = get_args(BattlesAction)
    events: ClassVar[tuple[type[Event], ...]] = (*EVENTS, Forfeited)
    domains: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "hex": tuple(format_label(column, row) for row in range(ROWS) for column in range(COLUMNS)),
        "token": TOKENS,
        "card": CARDS,
        "commander": COMMANDERS,
        "commands": WHICH,
        "unit": UNITS,
        "rank": RANKS,
        "terrain": TERRAINS,
        "dice": DICE,
    }

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        """Evaluate by these weights; everything else is the same whatever they are."""
        self.judge = Judge(weights)
        self.eye = Eye(self.judge)

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

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        secrets.redeal(state, mask, stream)

    def stock(self, state: State, pile: Pile) -> Sequence[Pile]:
        return secrets.stock(state, pile)

    def twins(self, state: State, mask: int, stream: Stream) -> State | None:
        return secrets.twin(state, mask, stream)

    def encode(self, state: State) -> dict[str, Any]:
        return position.encode(state)

    def decode(self, data: Mapping[str, Any]) -> State:
        return position.decode(data)

    def audit(self, state: State) -> list[str]:
        return audit(state)

    def draw(self, view: BattlesView, language: str = "en") -> str:
        from banneret.games.battles.show.draw import draw  # noqa: PLC0415  # drawing is no part of playing

        return draw(view, language)

    def ground(self, view: BattlesView, language: str = "en") -> str:
        from banneret.games.battles.show.draw import whole_ground  # noqa: PLC0415  # drawing is no part of playing

        return whole_ground(view, language)

    def things(self, view: BattlesView, language: str = "en") -> str:
        from banneret.games.battles.show.draw import things  # noqa: PLC0415  # drawing is no part of playing

        return things(view, language)

    def preview(self, view: BattlesView, actions: Sequence[Action], language: str = "en") -> str:
        from banneret.games.battles.show.drawing.preview import preview  # noqa: PLC0415  # drawing is no part of playing

        return preview(view, actions, language)

    def panel(self, view: BattlesView, events: Sequence[tuple[int, Event]]) -> Panel | None:
        return panel(view, events)

    def rules(self, language: str = "en") -> RuleIndex:
        return languages.rule_index(language)

    def catalogue(self, language: str = "en") -> Catalogue:
        return languages.catalogue(language)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return HOUSES

    def evaluate(self, state: State, seat: int) -> Evaluation:
        return self.judge.evaluate(state, seat)

    def totals(self, state: State) -> list[float]:
        return self.judge.totals(state)

    def glance(self, state: State, ask: Ask) -> Glance | None:
        return self.eye.glance(state, ask)
