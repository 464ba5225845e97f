"""What can change the state of a match of A Song of Ice & Fire, by name; and which rules were carried out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Set
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final
from unittest.mock import patch

from banneret.games import icefire
from banneret.games.icefire import setup  # noqa: F401  # registers all handlers
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition, rule_index
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.events import EVENTS
from banneret.games.icefire.events.round import ActionTaken, ZoneClaimed
from banneret.games.icefire.events.tokens import SiegeCardPlayed
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table import sources
from banneret.games.icefire.rules.table.facts import Facts, facts_of
from banneret.games.icefire.rules.table.units import ncu_of, unit_of
from banneret.games.icefire.state import COLUMNS, Fight, Moment, State, Test, Turn, Use
from banneret.kernel.events import Event
from banneret.kernel.match import Match
from banneret.testing.rule_coverage import cited_rules, load_rules
from tests.soaking import Asked, changing

_WITHOUT: Final = {
    "flag never-activates 30404": "it says nothing of its own: who never activates stands in a rule",
    "non-combat unit 30404": "it never activates",
    "flag as-the-card-counts joffreys-retinue": "its models, Wounds and ranks stand in the data of its unit",
}
"""What never happens by itself, and why."""
ONLY_IN: Final[dict[str, Edition]] = {
    "told turn-passed": SEASON_6,
    "told objective-destroyed": SEASON_6,
    "ability jojens-greensight reroll": SEASON_6,
    "ability jojens-greensight action-chosen": EDITION_2021,
    "ability jojens-greensight attack-dice": EDITION_2021,
    "ability jojens-greensight charge-rolled": EDITION_2021,
    "ability motivated-by-coin activation": SEASON_6,
    "shape motivated-by-coin": SEASON_6,
    "ability motivated-by-coin zone-claimed": EDITION_2021,
    "ability violent-reactions attack-end": SEASON_6,
    "number defense violent-reactions": EDITION_2021,
    "shape 40112": SEASON_6,
    "shape assault-orders": SEASON_6,
    "ncu 30210 deployment": SEASON_6,
    "number speed 30210": SEASON_6,
    "ncu 30210 round-start": EDITION_2021,
    "ncu 30210 zone-claimed": EDITION_2021,
    "effect wolfs-cunning charged": EDITION_2021,
    "flag ignores-hindering greensight-charge": EDITION_2021,
    "flag ignores-rough greensight-charge": EDITION_2021,
}
"""What one edition alone has: turns that are passed, Banners & Butchery, and what cards do whose text differs."""
_FIXED: Final = frozenset(
    ("cards", "drawn", "key", "labels", "law", "mode", "ncu_labels", "seats", "settings", "sides", "table")
)
_PASSING: Final = ("spent",)
"""What a turn only notes lest something happens twice."""
_NOTED: Final = ("outflanked-", "rallied")
"""How notes of a moment begin that say no more than that somebody has been asked, or something has been tried."""
_COLUMNS: Final = tuple(name for name in COLUMNS if name not in _FIXED)
_PILES: Final = ("decks", "hands", "mission_hands", "mission_decks", "siege_decks", "siege_hands")
_MODE_RULES: Final = ("modes", "mission", "objective", "siege", "castle-wall")
"""Chapters of the rule index that game modes are made of, besides those with their own names."""


# Names ---------------------------------------------------------------------------------------------------------------


@cache
def effects(edition: Edition) -> tuple[str, ...]:
    """Return everything to count: the registrations for the cards of an edition, its models, and the events."""
    found = components(edition)
    fielded = {*found.abilities, *found.tactics, *found.ncus}
    ids = [
        *(f"order {id}" for id in registry.ORDERS if id in fielded),
        *(f"card {id} {use}" for id, ways in registry.CARDS.items() if id in fielded for use in ways
          if use < len(found.tactics[id].uses)),
        *(f"{one.kind} {one.id} {event}" for event, ones in registry.PASSIVES.items() for one in ones
          if one.id in fielded),
        *(f"lost {id}" for id in registry.LOSSES if id in fielded),
        *(f"shape {id}" for id in registry.SHAPERS if id in fielded),
        *(f"number {what} {id}" for what, counts in registry.NUMBER_OF.items() for id in counts if id in fielded),
        *(f"flag {name} {id}" for name, flagged in registry.FLAGS.items() for id in sorted(flagged) if id in fielded),
        *(f"unit {id}" for id in found.units),
        *(f"attachment {id}" for id in found.attachments),
        *(f"non-combat unit {id}" for id in found.ncus),
        *(f"siege card {one.id}" for one in tabletop(edition).strategies),
        *(f"told {event.__struct_config__.tag}" for event in EVENTS),
    ]  # fmt: skip  # several to a line
    without = {*_WITHOUT, *(id for id, only in ONLY_IN.items() if only != edition)}
    return tuple(id for id in dict.fromkeys(ids) if id not in without)


@cache
def lasting_effects(edition: Edition) -> tuple[str, ...]:
    """Return what is registered under names of its own: effects that cards leave on units, and objectives."""
    cards = {id for one in EDITIONS for id in _ids(one)}
    ids = [
        *(f"shape {id}" for id in registry.SHAPERS if id not in cards),
        *(f"number {what} {id}" for what, counts in registry.NUMBER_OF.items() for id in counts if id not in cards),
        *(f"flag {name} {id}" for name, flagged in registry.FLAGS.items() for id in sorted(flagged) if id not in cards),
        *(f"{one.kind} {one.id} {event}" for event, ones in registry.PASSIVES.items() for one in ones
          if one.id not in cards),
    ]  # fmt: skip  # several to a line
    return tuple(id for id in dict.fromkeys(ids) if ONLY_IN.get(id, edition) == edition)


def _ids(edition: Edition) -> set[str]:
    found = components(edition)
    return {*found.abilities, *found.tactics, *found.ncus}


@cache
def sentences(edition: Edition) -> tuple[tuple[str, str], ...]:
    """Return every mode of an edition with each sentence that it alone is made of: (mode, rule)."""
    own = {
        mode: [
            rule.id
            for rule in rule_index(edition, faq=None if edition == EDITION_2021 else False)
            if rule.status == "played" and _chapter(rule.id) == mode
        ]
        for mode in modes(edition)
    }
    return tuple((mode, rule) for mode, rules in own.items() for rule in rules)


def _chapter(rule: str) -> str:
    return rule.partition(":")[2].partition(".")[0].removesuffix("-2021")


@cache
def shared_sentences(edition: Edition) -> tuple[str, ...]:
    """Return the sentences that several modes are made of: objectives, missions, sieges and castle walls."""
    index = rule_index(edition, faq=None if edition == EDITION_2021 else False)
    return tuple(rule.id for rule in index if rule.status == "played" and _chapter(rule.id) in _MODE_RULES)


# Counting ------------------------------------------------------------------------------------------------------------


def fingerprint(state: State, *more: Any) -> str:
    """Return what a state is, and what is going on in it, to see whether something has changed it."""
    told = [str([getattr(state, name) for name in _COLUMNS if name not in _PILES and name not in ("turn", "missions")])]
    told += [str([pile.cards for pile in getattr(state, name)]) for name in _PILES]
    told.append(_plain(state.turn))
    told += [_plain(one) for one in more if isinstance(one, Moment | Fight | Test | Use)]
    return "".join(told)


def _plain(one: Any) -> str:  # whatever a moment holds
    """Return what a thing of a running turn holds, in words; of flows that are laid down, how many."""
    if isinstance(one, Turn | Fight | Test | Moment | Use):
        fields = [(name, getattr(one, name)) for name in type(one).__slots__ if name not in _PASSING]
        return str([(name, len(value) if name in ("after", "later") else _plain(value)) for name, value in fields])
    if isinstance(one, list):
        return str([_plain(each) for each in one])
    if isinstance(one, set | frozenset):
        return str(sorted(map(str, one)))
    if isinstance(one, dict):
        return str([(name, value) for name, value in one.items() if not str(name).startswith(_NOTED)])
    return str(getattr(one, "dice", one))


class _Flagged(set[str]):
    """The ids of a flag; counts each time when one is asked for and there."""

    def __init__(self, name: str, ids: set[str], counts: Callable[[], Counter[str]]) -> None:
        super().__init__(ids)
        self.name = name
        self.counts = counts

    def __contains__(self, id: object) -> bool:
        there = super().__contains__(id)
        self.counts()[f"flag {self.name} {id}"] += there
        return there


class _Bearers(set[int]):
    """The units with a flag; counts what gives it to a unit each time when one is asked for and there."""

    def __init__(self, facts: Facts, name: str, units: Set[int], counts: Callable[[], Counter[str]]) -> None:
        super().__init__(units)
        self.facts = facts
        self.name = name
        self.counts = counts

    def __contains__(self, unit: object) -> bool:
        there = super().__contains__(unit)
        if there and isinstance(unit, int):
            given = [
                *self.facts.abilities.of_unit[unit],
                *(one.card for one in self.facts.attached if one.unit == unit),
                *(one.name for one in self.facts.effects if one.unit == unit),
            ]
            id = next(id for id in given if set.__contains__(registry.FLAGS[self.name], id))
            self.counts()[f"flag {self.name} {id}"] += 1
        return there


class Counting:
    """How often each thing has changed the state or a die, in each edition."""

    def __init__(self) -> None:
        self.counts: dict[Edition, Counter[str]] = {edition: Counter() for edition in EDITIONS}
        self._seen = 0
        self._flags_of: Edition = SEASON_6
        """In which edition a flag was last asked for."""

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Watch every handler meanwhile."""
        orders = {id: way._replace(play=self._acts(f"order {id}", way.play)) for id, way in registry.ORDERS.items()}
        cards = {
            id: {use: way._replace(play=self._acts(f"card {id} {use}", way.play)) for use, way in ways.items()}
            for id, ways in registry.CARDS.items()
        }
        passives = {
            event: [one._replace(act=self._acts(f"{one.kind} {one.id} {event}", one.act)) for one in ones]
            for event, ones in registry.PASSIVES.items()
        }
        shapers = {
            id: one._replace(shape=self._shapes(f"shape {id}", one.shape)) for id, one in registry.SHAPERS.items()
        }
        losses = {id: self._acts(f"lost {id}", follow) for id, follow in registry.LOSSES.items()}
        numbers = {
            what: {
                id: one._replace(add=Asked(self._of_state, f"number {what} {id}", one.add)) for id, one in ones.items()
            }
            for what, ones in registry.NUMBER_OF.items()
        }
        flags = {name: _Flagged(name, ids, self._of_flags) for name, ids in registry.FLAGS.items()}
        tables: list[tuple[dict[Any, Any], dict[Any, Any]]] = [
            (registry.ORDERS, orders), (registry.CARDS, cards), (registry.PASSIVES, passives),
            (registry.SHAPERS, shapers), (registry.LOSSES, losses), (registry.NUMBER_OF, numbers),
            (registry.FLAGS, flags),
        ]  # fmt: skip  # several to a line
        with ExitStack() as stack:
            for table, watched in tables:
                stack.enter_context(patch.dict(table, watched))
            stack.enter_context(patch.object(sources, "facts_of", self._asked_for_flags))
            stack.enter_context(patch.object(Facts, "flagged", self._flagged(Facts.flagged)))
            yield

    def _of_state(self, state: State, *_more: Any) -> Counter[str]:
        return self.counts[state.law.edition]

    def _of_flags(self) -> Counter[str]:
        return self.counts[self._flags_of]

    def _asked_for_flags(self, state: State) -> Facts:
        """Return the facts of a state, and note which edition it is in: a flag is first sought among them."""
        self._flags_of = state.law.edition
        return facts_of(state)

    def _flagged(self, flagged: Callable[[Facts, str], Set[int]]) -> Callable[[Facts, str], Set[int]]:
        return lambda facts, name: _Bearers(facts, name, flagged(facts, name), self._of_flags)

    def _acts(self, id: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def counts(game: War, *_more: Any) -> Counter[str]:
            return self._of_state(game.state)

        return changing(counts, id, act, lambda game, *rest: fingerprint(game.state, *rest))

    def _shapes(self, id: str, shape: registry.Shape) -> registry.Shape:
        def watched(state: State, fight: Fight, source: registry.Source) -> None:
            before = _plain(fight)
            shape(state, fight, source)
            self._of_state(state)[id] += _plain(fight) != before

        return watched

    def begin(self) -> None:
        """Begin with a new match."""
        self._seen = 0

    def look(self, match: Match[State]) -> None:
        """Count the events since the last look, and whose actions and zones they tell of."""
        for one in match.events[self._seen :]:
            self.hear(match.state, one.event)
        self._seen = len(match.events)

    def hear(self, state: State, event: Event) -> None:
        """Count an event, and whose action or zone it tells of."""
        counts = self.counts[state.law.edition]
        counts[f"told {event.__struct_config__.tag}"] += 1
        if isinstance(event, ActionTaken):
            unit = unit_of(state, event.unit)
            counts[f"unit {state.card[unit]}"] += 1
            counts.update(f"attachment {id}" for id in state.attachments[unit])
        elif isinstance(event, ZoneClaimed):
            counts[f"non-combat unit {state.ncu_card[ncu_of(state, event.ncu)]}"] += 1
        elif isinstance(event, SiegeCardPlayed):
            counts[f"siege card {event.card}"] += 1


# Sentences -----------------------------------------------------------------------------------------------------------


@cache
def _citing() -> dict[tuple[str, int], list[str]]:
    """Return by file and first line of a function the rules that it cites."""
    package = Path(icefire.__file__).parent
    found: dict[tuple[str, int], list[str]] = {}
    for rule, places in cited_rules(package, load_rules(package.parents[1])).items():
        for place in places:
            found.setdefault((str((package / place.file).resolve()), place.first_line), []).append(rule)
    return found


def rules_cited_by(code: CodeType) -> list[str]:
    """Return the rules that a function of the game cites."""
    return _citing().get((code.co_filename, code.co_firstlineno), [])


@contextmanager
def calls_noted(note: Callable[[FrameType], None]) -> Iterator[None]:
    """Note every function that is called meanwhile."""

    def called(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            note(frame)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(before)


class Firing:
    """Which rules have been carried out: a function that cites them ran, or an event told of them."""

    def __init__(self) -> None:
        self._ran: set[CodeType] = set()

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Note every function that runs meanwhile."""
        with calls_noted(lambda frame: self._ran.add(frame.f_code)):
            yield

    def fired(self, match: Match[State]) -> set[str]:
        """Return the rules that a match has carried out."""
        ran = {rule for code in self._ran for rule in rules_cited_by(code)}
        return ran | {getattr(one.event, "rule", "") for one in match.events}
