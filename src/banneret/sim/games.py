"""One simulated game: what is played, and playing it quickly."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any, NamedTuple

from banneret.bots import RandomBot, make_bot, play_for
from banneret.kernel.chance import derive_key
from banneret.kernel.making import new_match
from banneret.kernel.match import Match
from banneret.kernel.seating import Trouble

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
    troubles: tuple[str, ...] = ()
    """Bots that failed in it and were replaced by random ones."""


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of a seat's bot in the game of a seed."""
    return int.from_bytes(derive_key("bot", seed, seat), "little")


def play_game(plan: Plan, seed: int, troubles: list[Trouble] | None = None) -> Match[Any]:
    """Play one game to its end. A bot that fails is noted in `troubles` and replaced by one that answers at random."""
    match = new_match(plan.rulebook, seats=plan.seats, seed=seed, options=plan.options, events=False)
    bots = {seat: make_bot(name, bot_seed(seed, seat)) for seat, name in enumerate(plan.bots)}
    quick = [bot.pick if type(bot) is RandomBot else None for bot in bots.values()]
    note = None if troubles is None else troubles.append
    while asking := match.asking:
        seat, ask = next(iter(asking.items()))
        pick = quick[seat]
        if pick is not None:
            match.play(seat, pick(ask))
        else:
            play_for(bots, match, seat, seed=seed, report=note)
        if len(match.answers) > MOST_DECISIONS:
            raise RuntimeError(f"not over after {MOST_DECISIONS} decisions")
    return match


def played(plan: Plan, seed: int) -> Played:
    """Play one game and pack its record; an error in it is reported, not raised."""
    troubles: list[Trouble] = []
    try:
        line = play_game(plan, seed, troubles).record.pack() + b"\n"
    except Exception as error:
        return Played(seed, None, _told(error))
    names = [f"{plan.bots[t.seat]} (seat {t.seat}) at answer {t.answers}: {t.kind}: {t.detail}" for t in troubles]
    return Played(seed, line, troubles=tuple(names))


def play_games(plan: Plan, seeds: Sequence[int]) -> list[Played]:
    """Play some games, one after the other."""
    return [played(plan, seed) for seed in seeds]


def _told(error: Exception) -> str:
    """Say an error in one line, with the place it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" (line {frames[-1].lineno} of {frames[-1].filename}, {frames[-1].name})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
