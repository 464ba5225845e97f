"""Playing a single simulated game quickly, even if bots fail."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from banneret.bots import RandomBot, make_bot
from banneret.bots.match_runner import RAISED, BotFailed, Trouble, drive
from banneret.bots.names import is_own
from banneret.bots.player import Bot, Player
from banneret.kernel.choosers import Action
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.rule_error import RuleError
from banneret.kernel.stream import derive_key
from banneret.sim.guests import Guest, Limits
from banneret.sim.timings import BotCost, Stopwatch, memory_of_this_process

MOST_DECISIONS = 100_000
"""A game with more decisions is stopped as failed; our games need far fewer."""


class Plan(NamedTuple):
    """Settings of the games to play, identical except for the seed. Sent to worker processes."""

    rulebook: str
    seats: int
    bots: tuple[str, ...]
    """A bot for each seat."""
    options: dict[str, Any] | None = None
    limits: Limits = Limits()
    """Limits for third-party bots; built-in bots have none."""
    code: Mapping[str, bytes] | None = None
    """The files of such bots, for machines without them: see `guests.code_of`."""


class Played(NamedTuple):
    """A finished game: its seed and its packed record (including the newline), or the reason it failed."""

    seed: int
    line: bytes | None
    error: str = ""
    troubles: tuple[Trouble, ...] = ()
    """Bots that failed and were replaced by random ones."""
    costs: tuple[BotCost, ...] = ()
    """Time and memory used by its bots."""


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of a seat's bot in the game with a seed."""
    return int.from_bytes(derive_key("bot", seed, seat), "little")


class Game:
    """A game of a plan; bots that fail are recorded and replaced by random ones."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.seed = seed
        self.match: Match[Any] = new_match(
            plan.rulebook, seats=plan.seats, seed=seed, options=plan.options, events=False
        )
        self.troubles: list[Trouble] = []
        self.costs: tuple[BotCost, ...] = ()
        self._bots: list[_Timed] = []
        self._memory: dict[str, int] = {}
        self._watches = {name: Stopwatch() for name in dict.fromkeys(plan.bots)}

    def play(self) -> Match[Any]:
        """Play the game to its end and return the match. Raises any error of the rules."""
        match = self.match
        try:
            for seat in range(self.plan.seats):
                self._seat(seat)
            while asking := match.asking:
                seat, ask = next(iter(asking.items()))
                timed = self._bots[seat]
                if type(timed.bot) is RandomBot:  # needs no imagined world
                    started = perf_counter()
                    answer = timed.bot.pick(ask)
                    timed.watch.add(perf_counter() - started)
                    match.play(seat, answer)
                else:
                    drive(match, {seat: timed}, seed=self.seed, limit_seconds=timed.limit, report=self._replace)
                if len(match.answers) > MOST_DECISIONS:
                    raise RuntimeError(f"not finished after {MOST_DECISIONS} decisions")
        finally:
            for seat in range(len(self._bots)):
                self._dismiss(seat)
        here = memory_of_this_process()
        self.costs = tuple(
            watch.cost(name, self._memory.get(name, here), name in self._memory)
            for name, watch in self._watches.items()
        )
        return match

    def _seat(self, seat: int) -> None:
        name, seed, limits = self.plan.bots[seat], bot_seed(self.seed, seat), self.plan.limits
        trouble: Trouble | None = None
        bot: Bot
        try:
            bot = make_bot(name, seed) if is_own(name) else Guest(name, (self.plan.code or {}).get(name), seed, limits)
        except BotFailed as failure:
            trouble = Trouble(seat, 0, failure.kind, failure.detail)
        except Exception as error:  # third-party code can raise anything
            trouble = Trouble(seat, 0, RAISED, f"{type(error).__name__}: {error}"[:500])
        else:
            ours = isinstance(bot, Guest) or type(bot).__module__.startswith("banneret.bots.")
            self._bots.append(_Timed(bot, self._watches[name], None if ours else limits.think))
        if trouble is not None:
            self.troubles.append(trouble)
            self._bots.append(self._stand_in(seat))

    def _replace(self, trouble: Trouble) -> None:
        self.troubles.append(trouble)
        self._dismiss(trouble.seat)
        self._bots[trouble.seat] = self._stand_in(trouble.seat)

    def _stand_in(self, seat: int) -> _Timed:
        return _Timed(RandomBot(bot_seed(self.seed, seat)), Stopwatch())  # not measured

    def _dismiss(self, seat: int) -> None:
        bot = self._bots[seat].bot
        if isinstance(bot, Guest):
            name = self.plan.bots[seat]
            self._memory[name] = max(bot.close(), self._memory.get(name, 0))


class _Timed:
    """A bot and the time and memory for its decisions, including communication with other processes."""

    __slots__ = ("bot", "limit", "watch")

    def __init__(self, bot: Bot, watch: Stopwatch, limit: float | None = None) -> None:
        self.bot = bot
        self.watch = watch
        self.limit = limit

    def choose(self, player: Player) -> Action | str:
        started = perf_counter()
        try:
            return self.bot.choose(player)
        finally:
            self.watch.add(perf_counter() - started)


def play_game(plan: Plan, seed: int) -> Match[Any]:
    """Play one game to its end. A bot that fails is replaced by a random one."""
    return Game(plan, seed).play()


def played(plan: Plan, seed: int) -> Played:
    """Play one game and pack its record; errors are returned, not raised."""
    try:
        game = Game(plan, seed)
        line = Record.of(game.play()).pack() + b"\n"
    except Exception as error:
        return Played(seed, None, _describe(error))
    return Played(seed, line, troubles=tuple(game.troubles), costs=game.costs)


def play_games(plan: Plan, seeds: Sequence[int]) -> list[Played]:
    """Play games one after the other."""
    return [played(plan, seed) for seed in seeds]


def _describe(error: Exception) -> str:
    """Describe an error in one line, including its location."""
    if isinstance(error, RuleError) and isinstance(error.__cause__, Exception):
        error = error.__cause__  # the actual error in a rule
    frames = traceback.extract_tb(error.__traceback__)
    where = f" (line {frames[-1].lineno} of {frames[-1].filename}, {frames[-1].name})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
