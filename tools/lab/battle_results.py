"""The results of many matches of Battles of Westeros in a text file small enough to commit: one line per case.

The columns are separated by tabs: the bots, the case, its hash, the seed, and a word for each game. `Sp5` is a match
won by Stark on points in round 5; `ENDINGS` lists the letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from banneret.games.battles.content.components import HOUSES

HEAD: Final = "# bots\tcase\tmark\tseed\tgames: who won (S, L), how they ended, in which round\n"
ENDINGS: Final = {
    "c": "control",
    "d": "destruction",
    "g": "person-safe",
    "k": "commanders",
    "m": "morale",
    "p": "points",
    "r": "rout",
    "t": "person-taken",
    "v": "momentum",
}
_LETTERS: Final = {reason: letter for letter, reason in ENDINGS.items()}
_WINNERS: Final = {house[0].upper(): house for house in HOUSES}
_WORD: Final = re.compile(rf"([{''.join(_WINNERS)}])([{''.join(ENDINGS)}])([1-9][0-9]?)")
_MARK: Final = re.compile(r"[0-9a-f]{16}")
_COLUMNS: Final = 5


class Result(NamedTuple):
    """The result of one match."""

    winner: str
    reason: str
    round: int

    @property
    def word(self) -> str:
        """The result in three or four characters."""
        return f"{self.winner[0].upper()}{_LETTERS[self.reason]}{self.round}"


class Key(NamedTuple):
    """The key of a line. Each seed has its own line."""

    bots: str
    case: str
    seed: int


class BadLine(ValueError):
    """A line of a results file that cannot be read, with its number and the reason."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")


class Results:
    """The results of many cases, and the file that stores them, if any.

    The file is replaced atomically after every match, so interruptions do not damage it. Two runs must not share a
    file: each would overwrite the results of the other.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the file if it exists. Raises BadLine."""
        self._path = path
        self._lines: dict[Key, tuple[str, list[Result]]] = {}
        if path is not None and path.exists():
            self._read(path)

    def of(self, key: Key, mark: str) -> list[Result]:
        """Return the results of a case from the first game on; empty if its data has changed."""
        kept, results = self._lines.get(key, (mark, []))
        return list(results) if kept == mark else []

    def add(self, key: Key, mark: str, result: Result) -> None:
        """Add the next game of a case and write the file. Games with another hash are dropped."""
        self._lines[key] = (mark, [*self.of(key, mark), result])
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(f"{self._path.name}.new")
        beside.write_text("".join(self._told()), "utf-8", newline="\n")
        beside.replace(self._path)

    def _told(self) -> Iterable[str]:
        yield HEAD
        for key, (mark, results) in sorted(self._lines.items()):
            words = " ".join(result.word for result in results)
            yield f"{key.bots}\t{key.case}\t{mark}\t{key.seed}\t{words}\n"

    def _read(self, path: Path) -> None:
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise BadLine(
                path, error.object.count(b"\n", 0, error.start) + 1, f"is not UTF-8: {error.reason}"
            ) from None
        for number, line in enumerate(text.splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            columns = line.split("\t")
            if len(columns) != _COLUMNS:
                raise BadLine(path, number, f"has {len(columns)} tab-separated columns instead of {_COLUMNS}")
            bots, case, mark, seed, words = columns
            if not _MARK.fullmatch(mark):
                raise BadLine(path, number, f"the mark {mark!r} is not 16 hexadecimal digits")
            try:
                key = Key(bots, case, int(seed))
            except ValueError:
                raise BadLine(path, number, f"the seed {seed!r} is not a number") from None
            if key in self._lines:
                raise BadLine(path, number, f"{case!r} of {bots} with seed {seed} already has a line")
            try:
                self._lines[key] = (mark, [read_word(word) for word in words.split()])
            except ValueError as error:
                raise BadLine(path, number, str(error)) from None


def read_word(word: str) -> Result:
    """Parse the word for a result. Raises ValueError."""
    if not (found := _WORD.fullmatch(word)):
        raise ValueError(f"{word!r} is not a result such as Sp5: S or L, one of {', '.join(ENDINGS)}, the round")
    return Result(_WINNERS[found[1]], ENDINGS[found[2]], int(found[3]))
