"""Who can play besides people: bots by name. A bot sees a player's view, never the match."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from banneret.bots.greedy import GreedyBot
from banneret.bots.names import LEVELS, BotError, bot_factory, bot_names, make_bot, register_bot
from banneret.bots.playing import Weighed
from banneret.bots.random_bot import RandomBot
from banneret.bots.search import SearchBot
from banneret.kernel.asks import Ask
from banneret.kernel.choosing import Action
from banneret.kernel.match import Match
from banneret.kernel.player import Bot, BotFactory, Player


@runtime_checkable
class QuickBot(Protocol):
    """A bot that answers from the question alone, so that no world need be imagined for it."""

    def pick(self, ask: Ask) -> Action:
        """Return an answer to `ask`."""
        ...


@runtime_checkable
class WeighingBot(Protocol):
    """A bot that can tell what each answer is worth."""

    def weigh(self, player: Player) -> list[Weighed]:
        """Return the answers it looked at with what they are worth."""
        ...


def answer(bot: Bot, match: Match[Any], seat: int) -> Action | str:
    """Return a bot's answer for a seat that is asked. What it imagines depends on the journal's length alone."""
    if isinstance(bot, QuickBot):
        return bot.pick(match.asking[seat])
    return bot.choose(Player(match, seat, len(match.answers)))


__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "BotFactory",
    "GreedyBot",
    "QuickBot",
    "RandomBot",
    "SearchBot",
    "Weighed",
    "WeighingBot",
    "answer",
    "bot_factory",
    "bot_names",
    "make_bot",
    "register_bot",
]
