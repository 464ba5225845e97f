"""The files of an arena: games are written as soon as they finish, and read again after an interruption."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final

import msgspec

from banneret.kernel.registry import rulebook
from banneret.kernel.stream import derive_key
from banneret.sim.arena_game import BotTrouble
from banneret.sim.schedule import ArenaPlan, match_seed
from banneret.sim.timings import GameCost

SETUP: Final = "arena.json"
MATCHES: Final = "matches.jsonl"
TROUBLES: Final = "troubles.jsonl"
TIMINGS: Final = "timings.jsonl"

_COST = msgspec.json.Decoder(GameCost)
_TROUBLE = msgspec.json.Decoder(BotTrouble)


class ArenaError(ValueError):
    """The arena cannot be played, or the files belong to another one."""


class _Head(msgspec.Struct):
    setup: dict[str, Any]


class ArenaFiles:
    """The folder with the matches of an arena, if any. A game's troubles and timings are written before its record."""

    def __init__(self, folder: Path | None, plan: ArenaPlan, games: int) -> None:
        self.plan = plan
        self.games = games
        self.found: list[tuple[int, bytes]] = []
        """Games finished by an earlier run: number and packed record."""
        self.troubles: list[BotTrouble] = []
        self.costs: list[GameCost] = []
        self.next = 0
        """The first unfinished game."""
        self._matches: BinaryIO | None = None
        self._troubles: BinaryIO | None = None
        self._timed: BinaryIO | None = None
        if folder is not None:
            if folder.exists() and not folder.is_dir():
                raise ArenaError(f"{folder} is a file; an arena needs a folder")
            folder.mkdir(parents=True, exist_ok=True)
            self._check(folder / SETUP)
            self._read(folder)

    def __enter__(self) -> ArenaFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in (self._troubles, self._timed, self._matches):
            if file is not None:
                file.flush()
                os.fsync(file.fileno())
                file.close()

    def add(self, line: bytes | None, troubles: list[BotTrouble], cost: GameCost | None) -> None:
        """Write a finished game."""
        if self._timed is not None and cost is not None:
            self._timed.write(_line(cost))
            self._timed.flush()
        if self._troubles is not None and troubles:
            self._troubles.write(b"".join(_line(trouble) for trouble in troubles))
            self._troubles.flush()
        if self._matches is not None and line is not None:
            self._matches.write(line)
            self._matches.flush()

    def _check(self, path: Path) -> None:
        plan = self.plan
        setup = {
            "arena": 1,
            "rulebook": plan.rulebook,
            "version": rulebook(plan.rulebook).version,
            "seats": plan.seats,
            "bots": list(plan.bots),
            "seed": plan.seed,
            "options": plan.options or {},
            "limits": plan.limits._asdict(),
            "code": {name: hashlib.sha256(code).hexdigest() for name, code in (plan.code or {}).items()},
            "games": self.games,
        }
        if path.exists():
            there = msgspec.json.decode(path.read_bytes())
            other = [name for name in setup if not isinstance(there, dict) or there.get(name) != setup[name]]
            if other:
                raise ArenaError(
                    f"{path.parent} holds another arena: it differs in {', '.join(other)}; choose another folder"
                )
        elif (path.parent / MATCHES).exists():
            raise ArenaError(f"{path.parent / MATCHES} exists without {SETUP}; choose another folder")
        else:
            half = path.with_name(path.name + ".part")
            half.write_bytes(msgspec.json.format(msgspec.json.encode(setup)) + b"\n")
            os.replace(half, path)

    def _read(self, folder: Path) -> None:
        matches, trouble_file = folder / MATCHES, folder / TROUBLES
        keys = {derive_key("seed", match_seed(self.plan, game)).hex(): game for game in range(self.games)}
        whole = 0
        for number, line in enumerate(_whole_lines(matches), 1):
            try:
                game = keys[msgspec.json.decode(line, type=_Head).setup["key"]]
            except (msgspec.DecodeError, KeyError):
                raise ArenaError(f"{matches}, line {number}: not a game of this arena") from None
            if self.found and game <= self.found[-1][0]:
                raise ArenaError(f"{matches}, line {number}: game {game} is out of order")
            self.found.append((game, line))
            whole += len(line)
        finished = {game for game, _ in self.found}
        try:
            noted = [_TROUBLE.decode(line) for line in _whole_lines(trouble_file)]
        except msgspec.DecodeError as error:
            raise ArenaError(f"{trouble_file}: {error}") from None
        finished |= {trouble.game for trouble in noted if trouble.kind == "failed"}
        while self.next in finished:
            self.next += 1
        if finished and max(finished) >= self.next:
            raise ArenaError(f"{matches}: game {self.next} is missing")
        self.troubles = [trouble for trouble in noted if trouble.game < self.next]
        for line in _whole_lines(folder / TIMINGS):
            try:
                cost = _COST.decode(line)
            except msgspec.DecodeError as error:
                raise ArenaError(f"{folder / TIMINGS}: {error}") from None
            if cost.game < self.next:
                self.costs.append(cost)
        self._timed = _opened(folder / TIMINGS, sum(len(_line(cost)) for cost in self.costs))
        self._troubles = _opened(trouble_file, sum(len(_line(trouble)) for trouble in self.troubles))
        self._matches = _opened(matches, whole)


def _line(one: BotTrouble | GameCost) -> bytes:
    return msgspec.json.encode(one) + b"\n"


def _whole_lines(path: Path) -> list[bytes]:
    """Return the complete lines of a file; a truncated last line is dropped."""
    if not path.exists():
        return []
    with path.open("rb") as file:
        return [line for line in file if line.endswith(b"\n")]


def _opened(path: Path, whole: int) -> BinaryIO:
    file = path.open("r+b" if path.exists() else "w+b")
    file.truncate(whole)
    file.seek(whole)
    return file
