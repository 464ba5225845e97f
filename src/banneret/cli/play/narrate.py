"""Description of a match: its events as sentences, under a heading for each round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from banneret.cli.tables import plain, printable
from banneret.cli.wording import phrase, texts_of
from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.match import Match, Seats, as_seats
from banneret.show.terminal import terminal_of
from banneret.show.things import Things


class Narrator:
    """Prints the events of a match for some viewers, each event once."""

    def __init__(self, match: Match[Any], console: Console, viewers: Seats, language: str = "en") -> None:
        self.match = match
        self.console = console
        self.viewers = as_seats(viewers)
        self.narrated = 0
        self.texts = texts_of(match.rulebook, language)
        self.terminal = terminal_of(match.rulebook)
        self.names = match.rulebook.seat_names(match.state)

    def new_events(self) -> list[Event]:
        """Return the events not printed yet, as the viewers see them."""
        self.narrated = min(self.narrated, len(self.match.events))  # fewer if answers were undone
        found = self.match.events_for(self.viewers, self.narrated)
        self.narrated += len(found)
        return [event for _, event in found]

    def narrate_new(self) -> None:
        """Print the events since the last call."""
        self.narrate(self.new_events())

    def narrate(self, events: Iterable[Event]) -> None:
        """Print events."""
        for event in events:
            if not self._knows(event):
                self._learn()
            sentence = self.texts.render_event(event)
            if self.terminal is not None and self.terminal.heading(event):
                self.heading(sentence)
            else:
                depth = 0 if self.terminal is None else self.terminal.depth(event)
                text = self.coloured(sentence)
                text.stylize("dim" if depth else "")
                self.console.print(Padding(text, (0, 0, 0, 2 + 2 * depth), expand=False))

    def option(self, action: Action, ask: Ask | None, things: Things | None = None) -> tuple[str, ...]:
        """Return an answer as words: what it does, and the things it refers to."""
        return (self.things() if things is None else things).option(ask, action).words(self.texts)

    def things(self) -> Things:
        """Return the things of the match as the viewers see them."""
        self._learn()
        return Things(self.match.rulebook, self.match.view(self.viewers).game)

    def _knows(self, event: Event) -> bool:
        """Return whether the texts name everything in an event."""
        values = (getattr(event, name) for name in event.__struct_fields__ if name != "rule")
        ids = (one for value in values for one in (value if isinstance(value, tuple) else (value,)))
        return all(f"name.{one}" in self.texts for one in ids if isinstance(one, str))

    def _learn(self) -> None:
        """Add the names of units and other things of this match to the texts."""
        things = Things(self.match.rulebook, self.match.view(self.viewers).game)
        if names := things.names(self.texts):
            self.texts = self.texts.extended(names)

    def heading(self, text: str) -> None:
        """Print a heading."""
        self.console.print()
        self.console.rule(Text(text, "bold"), align="left")

    def coloured(self, sentence: str) -> Text:
        """Return a sentence with the names of seats in their colours."""
        text = Text(sentence)
        for name in self.names:
            if self.terminal is not None and (style := self.terminal.style(name)):
                text.highlight_words([self.texts.name(name)], style)
        return text

    def board(self) -> None:
        """Print the board as the viewers see it."""
        view = self.match.view(self.viewers)
        if self.terminal is None:
            self.console.print(plain(view.game))
        else:
            for part in self.terminal.board(view.game, self.texts):
                self.console.print(printable(part))
        for seat, answers in view.sealed.items():
            if answers and len(self.viewers) == 1:
                things, actions = self.things(), self.match.rulebook.actions
                words = [phrase(self.option(notation.read(one, actions), None, things)) for one in answers]
                self.console.print(f"Sealed answers of {self.seat(seat)}: {'; '.join(words)}")

    def standings(self) -> None:
        """Print the standings."""
        view = self.match.view(self.viewers)
        if self.terminal is None:
            self.console.print(Text(view.label))
        else:
            self.console.print(printable(self.terminal.standings(view.game, self.texts)))

    def seat(self, seat: int) -> str:
        """Return the display name of a seat."""
        return self.texts.name(self.names[seat])

    def title(self) -> str:
        """Return the title of the game."""
        book = self.match.rulebook
        return self.texts.text(f"title.{book.id}", book.title)

    def label(self) -> str:
        """Return the current stage of the match: "round 4"."""
        return self.texts.label(self.match.label)

    def ranking(self) -> None:
        """Print the ranking and the reason why the match ended."""
        outcome = self.match.outcome
        if outcome is None:
            return
        self.heading(f"The match is over: {self.texts.name(outcome.reason)}")
        at = 1
        for place in outcome.places:
            for seat in place:
                score = f" ({outcome.scores[seat]})" if seat < len(outcome.scores) else ""
                self.console.print(self.coloured(f"  {at}. {self.seat(seat)}{score}"))
            at += len(place)
