"""Tactical suites: positions with answers to find and to avoid, the optional part `suite` of a rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from banneret.bots.names import make_bot
from banneret.bots.player import Player
from banneret.content.datafile import DataFile
from banneret.kernel import notation
from banneret.kernel.creation import from_position
from banneret.kernel.match import Match
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.stream import derive_key


class Problem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with a question to a seat, and which answers are good or bad.

    Answers are in notation, in which `*` represents any text.
    """

    id: str
    theme: str
    seat: int
    position: dict[str, Any]
    chance: tuple[int | str, ...] = ()
    """The first results of chance."""
    answers: tuple[tuple[int, str], ...] = ()
    """The answers since the position, each with its seat."""
    find: tuple[str, ...] = ()
    """The good answers; empty if all are good that are not to be avoided."""
    avoid: tuple[str, ...] = ()
    why: str

    @property
    def held_out(self) -> bool:
        """Whether the problem is scored apart: its id has a CRC-32 divisible by three, which is a third of all."""
        return crc32(self.id.encode()) % 3 == 0

    def match(self, book: Rulebook[Any]) -> Match[Any]:
        """Return a match at the question. Raises PositionError."""
        given = {"state": self.position, "version": book.version, "answers": list(self.answers)}
        return from_position(book.id, given | {"chance": list(self.chance)}, events=False)

    def solved_by(self, answer: str) -> bool:
        """Return whether an answer is good."""
        if any(fnmatchcase(answer, pattern) for pattern in self.avoid):
            return False
        return not self.find or any(fnmatchcase(answer, pattern) for pattern in self.find)


class Attempt(NamedTuple):
    """A bot's answer to a problem."""

    problem: Problem
    answer: str

    @property
    def solved(self) -> bool:
        """Whether the answer is good."""
        return self.problem.solved_by(self.answer)


class Score(NamedTuple):
    """The numbers of solved and of all problems of a theme, or of all themes (an empty name)."""

    theme: str
    solved: int
    problems: int


def read_suite(file: DataFile, **more: Any) -> tuple[Problem, ...]:
    """Return the problems of a data file; the table `shared`, and `more`, complete each position. Raises DataError."""
    file.keys("problem", "shared")
    shared = (file.table("shared", dict[str, Any]) if "shared" in file.content else {}) | more
    problems = file.entries("problem", Problem)
    return tuple(msgspec.structs.replace(one, position=_completed(one.position, shared)) for one in problems)


def _completed(own: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """Return a table with the fields that it lacks, and those that its tables lack."""
    nested = {name: _completed(own[name], value) for name, value in shared.items() if isinstance(own.get(name), dict)}
    return shared | own | nested


def suite_of(book: Rulebook[Any]) -> tuple[Problem, ...]:
    """Return the problems of a game; none if it offers none."""
    return offered(book, "suite", tuple) or ()


def attempts(book: Rulebook[Any], problems: Iterable[Problem], name: str) -> Iterator[Attempt]:
    """Let a bot answer problems. Raises BotError for an unknown bot; its answer is illegal if the bot fails."""
    for problem in problems:
        seed = int.from_bytes(derive_key("suite", problem.id)[:7], "little")
        answer = make_bot(name, seed).choose(Player(problem.match(book), problem.seat, seed))
        yield Attempt(problem, answer if isinstance(answer, str) else notation.write(answer))


def scores(found: Sequence[Attempt]) -> list[Score]:
    """Return the score of each theme, and then of all."""
    themes = list(dict.fromkeys(one.problem.theme for one in found))
    return [_score(theme, [one for one in found if theme in ("", one.problem.theme)]) for theme in (*themes, "")]


def _score(theme: str, found: Sequence[Attempt]) -> Score:
    return Score(theme, sum(one.solved for one in found), len(found))
