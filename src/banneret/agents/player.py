"""Text interface for playing one seat of a match."""

from __future__ import annotations

from typing import Final

from banneret import odds
from banneret.agents.text_match import TextMatch
from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, IllegalAction, Refusal, Space
from banneret.show.card import reason_of
from banneret.show.plain_text import table_text
from banneret.show.things import Things
from banneret.text.catalogue import Catalogue

MOST: Final = 60
"""Maximum number of options listed at once."""
FOUND: Final = 8
"""Maximum number of rules that a search returns."""


class Player:
    """A seat played by an agent through text. Every method returns text, refusals included."""

    def __init__(self, table: TextMatch, seat: int, language: str = "en") -> None:
        """Take a seat. Raises ValueError if it is not one of the table's agents."""
        if seat not in table.agents:
            raise ValueError(f"seat {seat} is played by a bot")
        self.table = table
        self.seat = seat
        self.language = language
        self._seen_events = 0
        self._seen_talks = 0
        self._notes: list[str] = []

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.table.match.outcome is not None

    @property
    def asked(self) -> bool:
        """Whether this seat has an open question."""
        return self._ask() is not None

    def name(self, seat: int | None = None) -> str:
        """Return the name of a seat, by default this one."""
        id = self.table.book.seat_names(self.table.match.state)[self.seat if seat is None else seat]
        return self._texts().name(id)

    def look(self) -> str:
        """Return the table as this seat sees it."""
        return table_text(self.table.match, self.seat, self.language)

    def news(self) -> str:
        """Return what has happened and what others have said since the last call."""
        texts = self._texts()
        events = self.table.match.events_for(self.seat, self._seen_events)
        self._seen_events += len(events)
        lines = [texts.render_event(event) for _, event in events]
        for talk in self.table.talks[self._seen_talks :]:
            if self.seat in talk.to:
                private = "" if len(talk.to) == self.table.match.seats - 1 else " in private"
                lines.append(f"{self.name(talk.sender)} says{private}: {talk.text}")
        self._seen_talks = len(self.table.talks)
        return "\n".join(lines) or "Nothing has happened since."

    def question(self, start: int = 1, search: str = "") -> str:
        """Return the open question with its rule and numbered options, from number `start`; `search` filters them."""
        ask = self._ask()
        if ask is None:
            return self._result() if self.over else "You are not asked anything now."
        things = self._things()
        texts = self._texts(things)
        lines = [f"{texts.render(ask.prompt)} ({self._cited(ask.rule)})"]
        if reason := reason_of(self.table.book, ask.about, texts):
            lines.append(f"{reason[0]}: {' '.join(reason[1:])}")
        if isinstance(ask.chooser, Space):
            lines.append("These are suggestions; other places and headings can be given in the same notation.")
        numbered = [
            (number, line)
            for number, action in enumerate(ask.options.listed, 1)
            if search.casefold() in (line := _option(ask, action, things, texts)).casefold()
        ]
        shown = [(number, line) for number, line in numbered if number >= start][:MOST]
        lines += [f"{number}. {line}" for number, line in shown]
        last = shown[-1][0] if shown else 0
        if numbered and last != numbered[-1][0]:
            lines.append(f"... {len(numbered)} options in all; ask again from number {last + 1}, or search.")
        if not shown:
            lines.append("No option matches.")
        return "\n".join(lines)

    def answer(self, answer: str) -> str:
        """Answer the question with an option's number or in notation; return what follows, or why it is refused."""
        ask, match = self._ask(), self.table.match
        if ask is None:
            return self._result() if self.over else "You are not asked anything now."
        given: Action | str = " ".join(answer.split())
        if isinstance(given, str) and given.isdecimal():
            number = int(given)
            if not 1 <= number <= len(ask.options):
                return f"Refused: there is no option {number}; there are {len(ask.options)}."
            given = ask.options[number - 1]
        try:
            match.play(self.seat, given)
        except IllegalAction as error:
            return f"Refused: {self._why(error.refusal)}"
        self.table.let_bots_answer()
        return self.news()

    def explain(self, answer: str) -> str:
        """Return whether an answer would be allowed, and if not, why."""
        refusal = self.table.match.refusal(self.seat, " ".join(answer.split()))
        return "This answer is allowed." if refusal is None else f"Not allowed: {self._why(refusal)}"

    def odds(self, answer: str) -> str:
        """Return the exact odds of an answer in notation, if the game has any."""
        try:
            found = odds.of(self.table.match, self.seat, " ".join(answer.split()))
        except IllegalAction as error:
            return f"Not allowed: {self._why(error.refusal)}"
        except ValueError:
            return "You are not asked anything now."
        texts = self._texts()
        lines = []
        for one in found:
            lines.append(texts.render(one.title))
            lines += [f"  {texts.render(spread.what)}: {spread.mean:.2f} on average" for spread in one.spreads]
            lines += [f"  {texts.render(chance.what)}: {chance.chance:.1%}" for chance in one.chances]
            lines += [f"  not counted: {texts.render(left)}" for left in one.leaves_out]
        return "\n".join(lines) or "This answer has no odds."

    def rules(self, search: str) -> str:
        """Return the rules with an id, or those that contain all the words, with their place in the rulebook."""
        index = self.table.book.rules(self.language)
        found = [index[search]] if search in index else index.search(search)
        lines = [f"{rule.id}: {rule.summary} ({index.citation(rule.id)})" for rule in found[:FOUND]]
        if len(found) > FOUND:
            lines.append(f"... and {len(found) - FOUND} more rules")
        return "\n".join(lines) or "No rule contains these words."

    def say(self, text: str, to: list[int] | None = None) -> str:
        """Say something to some seats, or to all. Games whose rules do not allow it have no private talk."""
        try:
            self.table.say(self.seat, range(self.table.match.seats) if to is None else to, text)
        except ValueError as error:
            return f"Refused: {error}."
        return "Said."

    def note(self, text: str) -> str:
        """Write a note, for this seat only."""
        self._notes.append(text)
        return "Noted."

    def notes(self) -> str:
        """Return the notes of this seat."""
        return "\n".join(f"- {note}" for note in self._notes) or "There are no notes."

    def _ask(self) -> Ask | None:
        return self.table.match.asked(self.seat)

    def _things(self) -> Things:
        return Things(self.table.book, self.table.match.view(self.seat).game)

    def _texts(self, things: Things | None = None) -> Catalogue:
        texts = self.table.book.catalogue(self.language)
        return texts.extended((things or self._things()).names(texts))

    def _cited(self, rule: str) -> str:
        index = self.table.book.rules(self.language)
        found = index.get(rule)
        return rule if found is None else f"{index.citation(rule)}: {found.summary} [{rule}]"

    def _why(self, refusal: Refusal) -> str:
        return f"{self._texts().render(refusal.reason)} ({self._cited(refusal.rule)})"

    def _result(self) -> str:
        outcome = self.table.match.outcome
        if outcome is None:
            return ""
        places = [f"{n}. {', '.join(self.name(seat) for seat in seats)}" for n, seats in enumerate(outcome.places, 1)]
        return "\n".join(["The match is over.", *places])


def _option(ask: Ask, action: Action, things: Things, texts: Catalogue) -> str:
    return f"{notation.write(action)}  ({' '.join(things.option(ask, action).words(texts))})"
