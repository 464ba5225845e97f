"""Observation of a match in progress: events and answers, with the state at that moment."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.events.action import RoundBegan
from banneret.games.thrones.events.combat import CardCancelled, CombatBegan, LossPrevented, OrderKept
from banneret.games.thrones.events.westeros import (
    BidderNamed,
    WesterosCard,
    WildlingBids,
    WildlingCardRevealed,
    WildlingsAttack,
)
from banneret.games.thrones.position import decode
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.games.thrones.setup import option_values
from banneret.games.thrones.state import Combat, State
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.pile import PUBLIC
from banneret.kernel.stream import derive_key


class Story:
    """The current state of a match, and the earlier events of the current turn."""

    __slots__ = (
        "attack_rule",
        "bidder",
        "cancelled",
        "kept",
        "nights_watch",
        "orders",
        "prevented",
        "role",
        "state",
        "supports",
        "tracks",
        "westeros",
        "wildling",
    )

    def __init__(self, state: State) -> None:
        self.state = state
        self.tracks = [track[:] for track in state.tracks]
        """The influence tracks at the time of the last event."""
        self.orders = state.orders[:]
        """The orders at that time."""
        self.supports: dict[int, int] = {}
        """The support in the combat at that time."""
        self.bidder = ""
        """The house most recently named lowest or highest bidder."""
        self.role = ""
        self.nights_watch = False
        """Whether the Night's Watch has won the last attack."""
        self.wildling = ""
        """The most recently revealed wildling card."""
        self.attack_rule = ""
        self.westeros = ""
        """The most recently resolved Westeros card."""
        self.cancelled = False
        """Whether Tyrion Lannister has cancelled a card in this combat."""
        self.prevented = 0
        """Number of losses that the Blackfish has prevented in this combat."""
        self.kept: set[int] = set()
        """Areas in which Ser Loras Tyrell has kept a march order in this round."""

    @property
    def fight(self) -> Combat:
        """The combat in progress."""
        fight = self.state.combat
        assert fight is not None
        return fight

    def plays(self, card: str) -> int | None:
        """Return the side that has played a card, or None."""
        fight = self.state.combat
        return fight.cards.index(card) if fight is not None and card in fight.cards else None

    def penalty(self, card: str, house: str, role: str) -> bool:
        """Return whether a house is hit by this wildling card now, as `lowest` bidder or as one of the `others`."""
        lost = not self.nights_watch and self.wildling == card
        return lost and (house == self.bidder) == (role == "lowest")

    def reward(self, card: str) -> bool:
        """Return whether this wildling card rewards the highest bidder now."""
        return self.nights_watch and self.wildling == card

    def read(self, event: Event) -> None:
        """Remember what later events are to be understood by."""
        remember = _MEMORY.get(type(event))
        if remember is not None:
            remember(self, event)
        state = self.state
        if state.tracks != self.tracks:
            self.tracks = [track[:] for track in state.tracks]
        self.orders = state.orders[:]
        self.supports = dict(state.combat.supports) if state.combat is not None else {}


def _attack(story: Story, event: WildlingsAttack) -> None:
    story.attack_rule = event.rule
    story.wildling = ""


def _named(story: Story, event: BidderNamed) -> None:
    story.bidder, story.role = event.house, event.bidder


def _combat(story: Story, _: CombatBegan) -> None:
    story.cancelled, story.prevented = False, 0


def _prevented(story: Story, _: LossPrevented) -> None:
    story.prevented += 1


def _set(name: str, value: Callable[[Any], Any]) -> Callable[[Story, Any], None]:
    def remember(story: Story, event: Any) -> None:  # an event of some kind
        setattr(story, name, value(event))

    return remember


def _kept(story: Story, event: OrderKept) -> None:
    story.kept.add(AREA[event.area])


_MEMORY: Mapping[type[Event], Callable[[Story, Any], None]] = {
    WildlingsAttack: _attack,
    WildlingBids: _set("nights_watch", lambda event: event.winner == "nights-watch"),
    WildlingCardRevealed: _set("wildling", lambda event: event.card),
    BidderNamed: _named,
    WesterosCard: _set("westeros", lambda event: event.card),
    CombatBegan: _combat,
    CardCancelled: _set("cancelled", lambda _: True),
    LossPrevented: _prevented,
    OrderKept: _kept,
    RoundBegan: _set("kept", lambda _: set()),
}


class Effect(NamedTuple):
    """A branch of the rules: the event or kind of question that shows it, and the condition under which it counts."""

    id: str
    on: type[Event] | str
    when: Callable[[Any, Story], bool]


def always(_: Any, __: Story) -> bool:
    """Count every event or answer of the kind."""
    return True


class Watch:
    """Counts effects in any number of matches, one after the other."""

    def __init__(self, effects: Iterable[Effect]) -> None:
        self.counts: Counter[str] = Counter()
        self._told: dict[type[Event], list[Effect]] = defaultdict(list)
        self._answered: dict[str, list[Effect]] = defaultdict(list)
        for effect in effects:
            if isinstance(effect.on, str):
                self._answered[effect.on].append(effect)
            else:
                self._told[effect.on].append(effect)
        self.story: Story | None = None

    def begin(self, state: State) -> None:
        """Watch the match with this live state."""
        self.story = Story(state)

    def tell(self, event: Event) -> None:
        """Count what an event shows."""
        story = self.story
        assert story is not None
        for effect in self._told.get(type(event), ()):
            if effect.when(event, story):
                self.counts[effect.id] += 1
        story.read(event)

    def answer(self, kind: str, action: Action) -> None:
        """Count what an answer shows; the state is the one before it."""
        story = self.story
        assert story is not None
        for effect in self._answered.get(kind, ()):
            if effect.when(action, story):
                self.counts[effect.id] += 1


class _WatchedGame(Game[State]):
    __slots__ = ("watch",)

    def __init__(self, game: Game[State], watch: Watch) -> None:
        super().__init__(game.state, game.chance, game.log)
        self.watch = watch

    def emit(self, event: Event, seen: int = PUBLIC) -> None:
        self.watch.tell(event)
        super().emit(event, seen)


class WatchedBook(ThronesRulebook):
    """A rulebook with a watcher of the single match played with it."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def flow(self, game: Game[State]) -> Flow[None]:
        self.watch.begin(game.state)
        return super().flow(_WatchedGame(game, self.watch))


def watched(watch: Watch, seats: int, seed: int | str, options: Mapping[str, Any]) -> Match[State]:
    """Start a new watched match."""
    book = WatchedBook(watch)
    key = derive_key("seed", seed)
    state = book.setup(seats, option_values(book.options(options, seats)), key)
    return Match(book, Origin(seats, options, key, state), events=False)


def watched_position(watch: Watch, position: Mapping[str, Any], *, events: bool = False) -> Match[State]:
    """Start a watched match at a position."""
    state = decode(position)
    return Match(WatchedBook(watch), Origin(state.seats, {}, None, state), events=events)


def play_watched(
    match: Match[State],
    random: Random,
    watch: Watch,
    check: Callable[[Match[State]], None] | None = None,
    most: int = 3000,
) -> int:
    """Answer at random to the end, or `most` times. Return the number of answers. Call `check` before each."""
    for number in range(most):
        if check is not None:
            check(match)
        asking = match.asking
        if not asking:
            return number
        seat = random.choice(list(asking)) if len(asking) > 1 else next(iter(asking))
        ask = asking[seat]
        options = ask.options
        action = options[int(random.random() * len(options))]
        watch.answer(ask.kind, action)
        match.play(seat, action)
    return most


__all__ = [
    "Effect",
    "Story",
    "Watch",
    "WatchedBook",
    "always",
    "play_watched",
    "watched",
    "watched_position",
]
