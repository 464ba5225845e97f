"""Bots at their seats: each answers when its seat is asked, and one that fails is reported and replaced."""

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
    """Let the bot of a seat answer what the seat is asked, as long as it goes on being asked (or once).

    What it imagines depends on `seed`, its seat and the journal's length alone. One that raises, or answers what is
    not allowed, is reported and from then on replaced by one that answers at random: `bots` holds that one then.
    """
    bot = bots[seat]
    if type(bot) is RandomBot:  # our own, which looks at nothing but the options: no world need be imagined for it
        match.play(seat, bot.pick(match.asking[seat]))
        return

    def replace(trouble: Trouble) -> None:
        bots[seat] = RandomBot(seed + seat)
        if report is not None:
            report(trouble)

    drive(match, {seat: bot}, seed=seed, report=replace, answers=1 if once else None)
