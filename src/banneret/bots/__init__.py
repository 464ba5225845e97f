"""Bots by name. A bot sees a player's view, never the match."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from banneret.bots.fallible import FallibleBot
from banneret.bots.greedy import GreedyBot
from banneret.bots.levels import LEVELS, LevelBot
from banneret.bots.names import bot_factory, bot_names, check_style, make_bot, register_bot
from banneret.bots.player import Bot, BotFactory, Player
from banneret.bots.playouts import Weighed
from banneret.bots.random_bot import RandomBot
from banneret.bots.search import SearchBot
from banneret.bots.seated import play_for
from banneret.bots.styles import BotError


@runtime_checkable
class WeighingBot(Protocol):
    """A bot that can evaluate the options it considers."""

    def weigh(self, player: Player) -> list[Weighed]:
        """Return the considered actions with their values."""
        ...


__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "BotFactory",
    "FallibleBot",
    "GreedyBot",
    "LevelBot",
    "RandomBot",
    "SearchBot",
    "Weighed",
    "WeighingBot",
    "bot_factory",
    "bot_names",
    "check_style",
    "make_bot",
    "play_for",
    "register_bot",
]
