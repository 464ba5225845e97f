"""Who can play besides people: bots by name. A bot sees a player's view, never the match."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from banneret.bots.random_bot import RandomBot
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


_BOTS: dict[str, BotFactory] = {"random": RandomBot}


def register_bot(name: str, factory: BotFactory) -> None:
    """Add a bot to those that `make_bot` knows; `factory` takes a seed."""
    _BOTS[name] = factory


def bot_names() -> list[str]:
    """Return the names of all bots."""
    return sorted(_BOTS)


def make_bot(name: str, seed: int) -> Bot:
    """Make a bot; the same name and seed play alike. Raises LookupError naming those there are."""
    if name not in _BOTS:
        raise LookupError(f"there is no bot {name!r}; there are: {', '.join(bot_names())}")
    return _BOTS[name](seed)


def answer(bot: Bot, match: Match[Any], seat: int) -> Action | str:
    """Return a bot's answer for a seat that is asked. What it imagines depends on the journal's length alone."""
    if isinstance(bot, QuickBot):
        return bot.pick(match.asking[seat])
    return bot.choose(Player(match, seat, len(match.answers)))


__all__ = ["Bot", "QuickBot", "RandomBot", "answer", "bot_names", "make_bot", "register_bot"]
