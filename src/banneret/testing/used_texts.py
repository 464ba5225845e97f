"""The texts that a game uses in a match, collected so that tests find missing ones."""

from __future__ import annotations

from typing import Any

from banneret.kernel.match import Match
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import candidates
from banneret.text.message import Message

_REFUSALS_TRIED = 30


class UsedTexts:
    """The messages and the ids of texts that a match has used so far."""

    def __init__(self) -> None:
        self.messages: dict[str, Message] = {}
        self.ids: set[str] = set()
        self.events: dict[str, Any] = {}
        self._book: Rulebook[Any] | None = None

    def add_question(self, match: Match[Any]) -> None:
        """Add the open questions: prompts, the kinds of their answers, and refusals."""
        self._book = match.rulebook
        stream = Stream(derive_key("said", len(match.answers)))
        for seat, ask in match.asking.items():
            self._say(ask.prompt)
            self.ids.update(f"do.{kind.__struct_config__.tag}" for kind in ask.chooser.answers)
            tried = candidates(match.rulebook, ask.chooser, list(ask.options), stream, _REFUSALS_TRIED)
            for refusal in (match.refusal(seat, action) for action in tried):
                if refusal is not None:
                    self._say(refusal.reason)

    def add_end(self, match: Match[Any]) -> None:
        """Add the events of a match, its outcome and the names of its seats."""
        self._book = match.rulebook
        self.events.update((str(type(event).__struct_config__.tag), event) for _, event in match.events_for(None))
        self.ids.update(f"name.{seat}" for seat in match.rulebook.seat_names(match.state))
        if match.outcome is not None:
            self.ids.add(f"name.{match.outcome.reason}")

    def missing(self, language: str) -> list[str]:
        """Return the ids without a text in a language, and those whose text has an unknown field."""
        if self._book is None:
            return []
        texts = self._book.catalogue(language)
        wanted = {*self.ids, *self.messages, *(f"event.{tag}" for tag in self.events)}
        lacking = {id for id in wanted if id not in texts}
        for id, message in self.messages.items():
            if id not in lacking and not _rendered(lambda message=message: texts.render(message)):
                lacking.add(f"{id}: a field that is not given")
        for tag, event in self.events.items():
            if f"event.{tag}" not in lacking and not _rendered(lambda event=event: texts.render_event(event)):
                lacking.add(f"event.{tag}: a field that is not given")
        return sorted(lacking)

    def _say(self, message: Message) -> None:
        self.messages.setdefault(message.id, message)


def _rendered(render: Any) -> bool:  # a function without arguments
    try:
        render()
    except (KeyError, IndexError, ValueError):
        return False
    return True
