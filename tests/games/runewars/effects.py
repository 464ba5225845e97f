"""What can change the state of a match of Runewars, by name: dial faces, cards, keywords, morale cards, objectives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Final, cast
from unittest.mock import patch

from banneret.games.runewars.abilities import registration as loading
from banneret.games.runewars.actions import SetDials
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.coverage import coverage
from banneret.games.runewars.effects import numbers, registry
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events import EVENTS
from banneret.games.runewars.match_state import MATCH_COLUMNS, MatchState
from banneret.games.runewars.rules import round
from banneret.games.runewars.rules.attack.morale_cards import MORALE
from banneret.games.runewars.rules.command import action_of, modifier_of
from banneret.games.runewars.rules.scoring import objective_points
from banneret.games.runewars.state import COLUMNS
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.match import Match
from banneret.kernel.pile import PUBLIC
from banneret.kernel.stream import Stream

assert loading.LOADED
_PASSING: Final = ("active", "step", "turn", "spent", "key", "called", "shown")
"""Columns that change with every activation, whatever it does."""
_MOMENT: Final = ("canceled", "notes", "number")
_FIELDED: Final = components().fielded()
_PLAYED: Final = {id for one in coverage() if not one.why for id in (one.id, *one.does)}


def _handlers() -> Iterator[str]:
    for name, table in registry.HANDLERS.items():
        yield from (f"at {name} {id}" for id in table if id in _PLAYED)
    yield from (f"surge {id}" for id in registry.SURGES if id in _PLAYED)
    yield from (f"skill {id}" for id in registry.SKILLS if id in _PLAYED)
    for number, adders in registry.ADDERS.items():
        yield from (f"number {number} {id}" for id in adders if id in _PLAYED)
    for flag, flagged in registry.FLAGGED.items():
        yield from (f"flag {flag} {id}" for id in flagged if id in _PLAYED)


IDS: Final = tuple(
    dict.fromkeys(
        (
            *(f"dial {one.id} {action_id(sector)}" for one in _FIELDED for sector in one.actions if sector.action),
            *(f"dial {one.id} {modifier_id(face)}" for one in _FIELDED for face in one.modifiers if face.modifier),
            *_handlers(),
            *(f"keyword {name}" for name in sorted(registry.KEYWORDS)),
            *(f"morale {id}" for id in components().morale),
            *(f"objective {id}" for id, one in tabletop().objectives.items() if one.points),
            *(f"formation {one.id} {row.formation}" for one in _FIELDED for row in one.rows),
            *(f"told {event.__struct_config__.tag}" for event in EVENTS),
        )
    )
)
"""Everything that is counted. A dial face counts where it was not ignored and the activation has changed something;
numbers, flags and keywords where a rule has asked for one and it was there."""


def fingerprint(state: MatchState, *more: Any) -> str:
    """Return what a state is, and what is going on in it, to see whether something has changed it."""
    columns = [getattr(state, name) for name in _columns()]
    columns[_columns().index("deck")] = state.deck.cards
    told = [str(columns)]
    for one in more:
        if isinstance(one, Attack):
            told.append(str([getattr(one, name) for name in Attack.__slots__]))
        elif isinstance(one, Moment):
            told.append(fingerprint(state, one.attack) + str([getattr(one, name) for name in _MOMENT]))
    return "".join(told)


def _columns() -> list[str]:
    return [name for name in (*COLUMNS, *MATCH_COLUMNS) if name not in _PASSING]


class Counting:
    """How often each thing has changed the state."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._seen = 0

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Watch every handler meanwhile."""
        with ExitStack() as stack:

            def put(table: Mapping[Any, Any], more: dict[Any, Any]) -> None:  # of handlers of any kind
                stack.enter_context(patch.dict(cast("dict[Any, Any]", table), more))

            for name, table in registry.HANDLERS.items():
                put(table, {id: one._replace(act=self._act(f"at {name} {id}", one.act)) for id, one in table.items()})
            put(registry.SURGES, {id: one._replace(act=self._act(f"surge {id}", one.act))
                                  for id, one in registry.SURGES.items()})  # fmt: skip  # several to a line
            put(registry.SKILLS, {id: one._replace(act=self._act(f"skill {id}", one.act))
                                  for id, one in registry.SKILLS.items()})  # fmt: skip  # several to a line
            for number, adders in registry.ADDERS.items():
                put(adders, {id: one._replace(add=self._asked(f"number {number} {id}", one.add))
                             for id, one in adders.items()})  # fmt: skip  # several to a line
            for flag, flagged in registry.FLAGGED.items():
                put(flagged, {id: self._asked(f"flag {flag} {id}", can or (lambda *_: True))
                              for id, can in flagged.items()})  # fmt: skip  # several to a line
            put(MORALE, {id: self._act(f"morale {id}", act) for id, act in MORALE.items()})
            put(round.STEPS, {"perform": self._performed(round.STEPS["perform"])})
            stack.enter_context(patch.object(numbers, "printed_keywords", self._keyword(numbers.printed_keywords)))
            yield

    def _act(self, id: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def watched(game: Any, *rest: Any) -> Generator[Any, Any, Any]:
            before = fingerprint(game.state, *rest)
            result = yield from act(game, *rest)
            self.counts[id] += fingerprint(game.state, *rest) != before
            return result

        return watched

    def _asked(self, id: str, ask: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*told: Any) -> Any:  # whatever the rule asks with
            answer = ask(*told)
            self.counts[id] += bool(answer)
            return answer

        return watched

    def _keyword(self, find: Callable[..., Any]) -> Callable[..., Any]:
        def watched(state: MatchState, unit: int, name: str, attack: Attack | None = None) -> Any:
            found = find(state, unit, name, attack)
            self.counts[f"keyword {name}"] += bool(found)
            return found

        return watched

    def heard(self, tell: Callable[..., None]) -> Callable[..., None]:
        """Return how a game tells that has no match to be looked at."""

        def watched(game: Any, event: Event, seen: int = PUBLIC) -> None:
            self.counts[f"told {event.__struct_config__.tag}"] += 1
            tell(game, event, seen)

        return watched

    def _performed(self, perform: Callable[..., Any]) -> Callable[..., Any]:
        def watched(game: Any) -> Generator[Any, Any, Any]:
            state: MatchState = game.state
            unit, before = state.active, fingerprint(state)
            action, modifier = action_of(state, unit), modifier_of(state, unit)
            result = yield from perform(game)
            if fingerprint(state) != before:
                card = components().units[state.unit[unit]].id
                self.counts[f"dial {card} {action_id(action)}"] += 1
                if modifier is not None:
                    self.counts[f"dial {card} {modifier_id(modifier)}"] += 1
            return result

        return watched

    def rarest(self, match: Match[MatchState], ask: Ask, stream: Stream) -> Action:
        """Return dials that match and have changed the state least often so far."""
        chooser: Any = ask.chooser  # of this kind: whose dials they are
        card = components().units[match.state.unit[chooser.unit]].id
        options: list[SetDials] = list(ask.options)
        fitting = [
            one
            for one in options
            if "white" in one.action or one.modifier.rpartition("-")[2] in ("white", *one.action.split("-"))
        ]
        stream.shuffle(fitting)
        return min(
            fitting or options,
            key=lambda one: min(self.counts[f"dial {card} {one.action}"], self.counts[f"dial {card} {one.modifier}"]),
        )

    def begin(self, match: Match[MatchState]) -> None:
        """Begin with a new match: its formations are fielded."""
        self._seen = 0
        state = match.state
        for unit, card in enumerate(state.unit):
            cells = {(column, row) for column, row, _, _ in state.figures[unit]}
            files, ranks = (max(one) + 1 for one in zip(*cells, strict=True))
            self.counts[f"formation {card} {files}x{ranks}"] += 1

    def look(self, match: Match[MatchState]) -> None:
        """Count the events since the last look, and at the end whether the objective has scored."""
        told = match.events
        for one in told[self._seen :]:
            self.counts[f"told {one.event.__struct_config__.tag}"] += 1
        self._seen = len(told)
        if not match.asking and any(objective_points(match.state)):
            self.counts[f"objective {match.state.objective}"] += 1
