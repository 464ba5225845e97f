"""Ladder files: a line with the settings, then a line per finished game."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from banneret.kernel.registry import rulebook
from banneret.sim.ladder_plan import LadderPlan


class LadderError(ValueError):
    """The ladder cannot be played, or the file belongs to another one."""


class LadderGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished game: the bot and place of each seat (0 is first), or why there is no result."""

    game: int
    bots: tuple[str, ...]
    day: str
    places: tuple[int, ...] = ()
    trouble: str = ""


_GAME = msgspec.json.Decoder(LadderGame)


class LadderFile:
    """The file of a ladder, if any; a line is written as soon as a game and those before it are finished."""

    def __init__(self, path: Path | None, plan: LadderPlan, games: int) -> None:
        """Read the games of an earlier run, at most `games`. Raises LadderError."""
        self.found: list[LadderGame] = []
        self._file: BinaryIO | None = None
        if path is None:
            return
        setup = {
            "ladder": 1,
            "rulebook": plan.rulebook,
            "version": rulebook(plan.rulebook).version,
            "seats": plan.seats,
            "bots": list(plan.bots),
            "seed": plan.seed,
            "options": plan.options or {},
            "code": {name: hashlib.sha256(code).hexdigest() for name, code in (plan.code or {}).items()},
        }
        if path.is_dir():
            raise LadderError(f"{path} is a folder; a ladder needs a file")
        head = msgspec.json.encode(setup) + b"\n"
        self._file = path.open("r+b" if path.exists() else "w+b")
        try:
            whole = self._read(path, msgspec.json.decode(head), plan, games)
        except BaseException:
            self._file.close()
            raise
        if not whole:
            self._file.seek(0)
            self._file.truncate(0)
            self._file.write(head)
            self._file.flush()
        elif len(self.found) < games:  # drop a line that was cut off
            self._file.truncate(whole)
            self._file.seek(whole)

    def _read(self, path: Path, setup: dict[str, object], plan: LadderPlan, games: int) -> int:
        """Read the complete lines; return their length, which is 0 for an empty or unfinished first line."""
        assert self._file is not None  # noqa: S101  # for the type checker
        lines = [line for line in self._file if line.endswith(b"\n")]
        if not lines:
            self._file.seek(0)
            if self._file.read(9) not in (b"", b'{"ladder"'):
                raise LadderError(f"{path}, line 1: not the file of a ladder; choose another file")
            return 0
        try:
            there = msgspec.json.decode(lines[0])
        except msgspec.DecodeError:
            there = None
        if not isinstance(there, dict) or "ladder" not in there:
            raise LadderError(f"{path}, line 1: not the file of a ladder; choose another file")
        other = [name for name, value in setup.items() if there.get(name) != value]
        if other:
            raise LadderError(f"{path} holds another ladder: it differs in {', '.join(other)}; choose another file")
        for number, line in enumerate(lines[1:], 2):
            try:
                game = _GAME.decode(line)
            except msgspec.DecodeError as error:
                raise LadderError(f"{path}, line {number}: {error}") from None
            if game.game != number - 2 or game.bots != plan.line_up(game.game):
                raise LadderError(f"{path}, line {number}: expected game {number - 2} of this ladder")
            if game.places and len(game.places) != plan.seats:
                raise LadderError(f"{path}, line {number}: expected {plan.seats} places")
            self.found.append(game)
        del self.found[games:]
        return sum(map(len, lines))

    def __enter__(self) -> LadderFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def add(self, game: LadderGame) -> None:
        """Write a finished game."""
        if self._file is not None:
            self._file.write(msgspec.json.encode(game) + b"\n")
            self._file.flush()
