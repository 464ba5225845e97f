"""Writes what the seats of one match know as numbers, and caches what has not changed since the last position."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from banneret.encoding import Part, Writer
from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.journal import FORCED, Answer
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Rulebook
from banneret.rl.observations.action_rows import ActionRows
from banneret.rl.observations.view_encoding import HIGHEST, LOWEST
from banneret.rl.observations.vocabulary import Vocabulary, code_of

FIELDS: Final = 6
"""Maximum number of fields of a prompt in an observation."""
SEALED: Final = 32
"""Maximum number of a seat's sealed answers in an observation."""


def own_parts(seats: int, width: int) -> tuple[Part, ...]:
    """Return the parts that are the same for all games, for at most `seats` seats and action rows of this width."""
    return (
        Part("seat", (1,), -1, seats - 1, "the seat that observes, -1 for a spectator"),
        Part(
            "question",
            (2 + FIELDS,),
            LOWEST,
            HIGHEST,
            "codes of the kind and the prompt of the question, and the fields of the prompt; 0 without a question",
        ),
        Part("waiting", (seats,), 0, 2, "over seats: 1 deciding, 2 ready, 0 not asked"),
        Part("sealed", (SEALED, width), LOWEST, HIGHEST, "own answers that are not revealed yet, as action rows"),
    )


class Layout:
    """Where an observation contains the parts that are the same for all games, and the numbers of their texts."""

    __slots__ = ("_words", "actions", "codes", "question", "sealed", "seat", "viewers", "waiting", "width")

    def __init__(self, book: Rulebook[Any], actions: ActionRows, starts: dict[str, int]) -> None:
        self.actions = actions
        self.width = actions.width
        self.seat, self.question = starts["seat"], starts["question"]
        self.waiting, self.sealed = starts["waiting"], starts["sealed"]
        self.viewers = (*(frozenset((seat,)) for seat in range(max(book.seats))), frozenset[int]())
        """The viewers of each seat; the last are those of seat -1, a spectator."""
        self.codes: dict[str, int] = {}
        self._words = Vocabulary(book)

    def write_question(self, ask: Ask, out: array[int]) -> None:
        """Write the part `question`."""
        chooser, codes, at = ask.chooser, self.codes, self.question
        kind, prompt = chooser.kind, chooser.prompt()
        out[at] = codes.get(kind) or self._code(kind)
        out[at + 1] = codes.get(prompt.id) or self._code(prompt.id)
        if prompt.fields:
            for place, value in enumerate(islice(prompt.fields.values(), FIELDS), at + 2):
                if isinstance(value, int):
                    out[place] = value
                else:
                    out[place] = self._words.number(value if isinstance(value, str) else " ".join(value))

    def _code(self, text: str) -> int:
        found = self.codes[text] = code_of(text)
        return found


class MatchWriter:
    """Writes the observations of one match, without the options."""

    __slots__ = ("_answers", "_forfeited", "_kept", "_layout", "_own", "_rows", "_since", "_state", "_write_game")

    def __init__(self, layout: Layout, writer: Writer[Any]) -> None:
        self._layout = layout
        self._write_game: Callable[[Any, frozenset[int], array[int]], None] = writer.write
        self._state: Any = None
        self._since = -1
        self._forfeited: tuple[int, ...] = ()
        self._kept: dict[int, array[int]] = {}
        """For each seat, the game's parts in the position given by `_state`, `_since` and `_forfeited`."""
        self._answers: list[Answer] = []
        """The sealed answers of all seats that `_own` and `_rows` contain."""
        self._own: dict[int, list[Action]] = {}
        self._rows: dict[int, array[int]] = {}

    def write(self, match: Match[Any], seat: int, out: array[int]) -> None:
        """Write all parts as `seat` sees them into `out`, which is filled with zeros; -1 is a spectator."""
        layout, since, asking = self._layout, match.opened_at, match.asking
        if since is None:
            self._write_game(match.state, layout.viewers[seat], out)
        else:
            self._write_together(match, since, seat, out)
        out[layout.seat] = seat
        at = layout.waiting
        if since is not None and len(asking) < match.seats:
            for one in match.ready:
                out[at + one] = 2
        for one in asking:
            out[at + one] = 1
        if seat in asking:
            layout.write_question(asking[seat], out)
        if since is not None and seat >= 0:
            self._write_sealed(match.answers[since:], seat, out)

    def _write_together(self, match: Match[Any], since: int, seat: int, out: array[int]) -> None:
        """Write the game's parts while seats decide simultaneously: until then, only forfeits change the position."""
        state, forfeited = match.state, match.forfeited
        if state is not self._state or since != self._since or forfeited != self._forfeited:
            self._state, self._since, self._forfeited = state, since, forfeited
            self._kept.clear()
        kept, end = self._kept.get(seat), self._layout.seat  # the first part after those of the game
        if kept is None:
            self._write_game(state, self._layout.viewers[seat], out)
            self._kept[seat] = out[:end]
        else:
            out[:end] = kept

    def _write_sealed(self, answers: list[Answer], seat: int, out: array[int]) -> None:
        if answers != self._answers:
            self._add(answers)
        if seat in self._rows:
            rows, at = self._rows[seat], self._layout.sealed
            out[at : at + len(rows)] = rows
            if len(self._own[seat]) > SEALED:
                more = " ".join(notation.write(action) for action in self._own[seat][SEALED:])
                out[at + len(rows) - 1] = code_of(more)

    def _add(self, answers: list[Answer]) -> None:
        known = len(self._answers)
        if answers[:known] != self._answers:  # other answers, or some were taken back
            self._own, self._rows, known = {}, {}, 0
        for seat, action, how, _ in answers[known:]:
            if how <= FORCED:
                own = self._own.setdefault(seat, [])
                if len(own) < SEALED:
                    self._rows.setdefault(seat, array("i")).extend(self._layout.actions.values(action))
                own.append(action)
        self._answers = answers
