"""Bots in seats: each answers when its seat is asked; one that fails is reported and replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banneret.bots.match_runner import Trouble, drive
from banneret.bots.player import Bot
from banneret.bots.random_bot import RandomBot
from banneret.kernel.match import Match

Report = Callable[[Trouble], None]


def play_for(
    bots: dict[int, Bot], match: Match[Any], seat: int, *, seed: int, report: Report | None = None, once: bool = False
) -> None:
    """Let a seat's bot answer as long as the seat is asked, or once.

    What it imagines depends only on `seed`, its seat and the length of the journal. A bot that raises or gives an
    illegal answer is reported and replaced in `bots` by a random bot.
    """
    bot = bots[seat]
    if type(bot) is RandomBot:  # RandomBot uses only the options: skip imagining a world
        match.play(seat, bot.pick(match.asking[seat]))
        return

    def replace(trouble: Trouble) -> None:
        bots[seat] = RandomBot(seed + seat)
        if report is not None:
            report(trouble)

    drive(match, {seat: bot}, seed=seed, report=replace, answers=1 if once else None)
