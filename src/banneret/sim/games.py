"""One simulated game: what is played, and playing it quickly."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from banneret.bots import QuickBot, answer, make_bot
from banneret.kernel.asks import Ask
from banneret.kernel.chance import derive_key
from banneret.kernel.choosing import Action
from banneret.kernel.making import new_match
from banneret.kernel.match import Match

MOST_DECISIONS = 100_000
"""A game that takes more is broken off as failed: no game of ours comes near."""


class Plan(NamedTuple):
    """What is played: the same for every game but the seed. It goes to other processes."""

    rulebook: str
    seats: int
    bots: tuple[str, ...]
    """A bot for each seat."""
    options: dict[str, Any] | None = None


class Played(NamedTuple):
    """A game that was played: its seed and its packed record (with the end of the line), or why it failed."""

    seed: int
    line: bytes | None
    error: str = ""


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of a seat's bot in the game of a seed."""
    return int.from_bytes(derive_key("bot", seed, seat), "little")


def play_game(plan: Plan, seed: int) -> Match[Any]:
    """Play one game to its end."""
    match = new_match(plan.rulebook, seats=plan.seats, seed=seed, options=plan.options, events=False)
    pick = [_picker(name, bot_seed(seed, seat), match, seat) for seat, name in enumerate(plan.bots)]
    for _ in range(MOST_DECISIONS):
        asking = match.asking
        if not asking:
            return match
        seat, ask = next(iter(asking.items()))
        match.play(seat, pick[seat](ask))
    raise RuntimeError(f"not over after {MOST_DECISIONS} decisions")


def _picker(name: str, seed: int, match: Match[Any], seat: int) -> Callable[[Ask], Action | str]:
    bot = make_bot(name, seed)
    return bot.pick if isinstance(bot, QuickBot) else lambda _: answer(bot, match, seat)


def played(plan: Plan, seed: int) -> Played:
    """Play one game and pack its record; an error in it is reported, not raised."""
    try:
        return Played(seed, play_game(plan, seed).record.pack() + b"\n")
    except Exception as error:
        return Played(seed, None, _told(error))


def play_games(plan: Plan, seeds: Sequence[int]) -> list[Played]:
    """Play some games, one after the other."""
    return [played(plan, seed) for seed in seeds]


def _told(error: Exception) -> str:
    """Say an error in one line, with the place it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" (line {frames[-1].lineno} of {frames[-1].filename}, {frames[-1].name})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
