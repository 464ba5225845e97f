"""Bots by name: levels, levels in a style, `random`, `greedy`, searches with a budget, or own ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from banneret.bots.greedy import GreedyBot
from banneret.bots.levels import ALIASES, LEVELS, STYLED, LevelBot
from banneret.bots.player import Bot, BotFactory, Player
from banneret.bots.random_bot import RandomBot
from banneret.bots.search import SearchBot
from banneret.bots.styles import STYLES, BotError, judging_in, styled
from banneret.kernel.choosers import Action
from banneret.kernel.rulebook import Rulebook

LEGACY: Final[dict[str, BotFactory]] = {
    "legacy-easy": RandomBot,
    "legacy-fair": lambda seed: GreedyBot(seed, legacy=True),
    "legacy-hard": lambda seed: SearchBot(seed, iterations=400, seconds=2.5, legacy=True),
}
"""Levels of the first release, for comparisons with later ones; they never change."""
GROUP: Final = "banneret.bots"
"""The entry point group for packages that provide bots."""

_BUDGET = re.compile(
    r"search:(?P<iterations>[1-9]\d{0,6})?(?:(?:(?<=\d)/|(?<=:))(?P<seconds>\d{1,4}(?:\.\d{1,3})?)s)?\Z"
)
_BOTS: dict[str, BotFactory] = {"random": RandomBot, "greedy": GreedyBot}


def register_bot(name: str, factory: BotFactory) -> None:
    """Register a bot for `make_bot`; `factory` is called with a seed."""
    _BOTS[name] = factory


def bot_names() -> list[str]:
    """Return the names of all bots and levels; `search` is listed with two sample budgets."""
    return list(dict.fromkeys([*LEVELS, *_BOTS, "search:400", "search:2s", *styled(STYLED), *_offered()]))


def make_bot(name: str, seed: int) -> Bot:
    """Create a bot; the same name and seed play the same, except for searches that reach a deadline in seconds.

    A name ending in `.py` is a file: see `docs/bots.md`. Raises BotError.
    """
    return bot_factory(name)(seed)


def bot_factory(name: str) -> BotFactory:
    """Return the factory for bots of a name. Raises BotError."""
    name = ALIASES.get(name, name)
    if name in LEVELS:
        return partial(LevelBot, name=name)
    level, style = _styled(name)
    if style:
        return partial(LevelBot, name=level, style=style)
    if name in LEGACY:
        return LEGACY[name]
    if name in _BOTS:
        return _BOTS[name]
    if name.endswith(".py"):
        return _from_file(name)
    if name.partition(":")[0] == "search":
        return _search(name)
    if name in _offered():
        return _loaded(name)
    raise BotError(f"unknown bot {name!r}; choose from {', '.join(bot_names())}, or a Python file")


def check_style(name: str, book: Rulebook[Any]) -> None:
    """Check that a game has the style in the name of a bot, if it names one. Raises BotError."""
    _, style = _styled(name)
    if style:
        judging_in(book, style)


def _styled(name: str) -> tuple[str, str]:
    """Return the level and the style in a name, both empty if it has no style. Raises BotError."""
    style, _, level = name.partition("-")
    level = ALIASES.get(level, level)
    if style not in STYLES or level not in LEVELS:
        return "", ""
    if level not in STYLED:
        raise BotError(f"{name!r}: only {', '.join(STYLED)} can play in a style")
    return level, style


def is_own(name: str) -> bool:
    """Return whether a bot is built in or registered in this process, rather than from a file or another package."""
    name = ALIASES.get(name, name)
    return name in LEVELS or name in _BOTS or name in LEGACY or not (name.endswith(".py") or name in _offered())


def _search(name: str) -> BotFactory:
    budget = _BUDGET.match(name)
    iterations = int(budget["iterations"]) if budget and budget["iterations"] else None
    seconds = float(budget["seconds"]) if budget and budget["seconds"] else None
    if (iterations is None and seconds is None) or seconds == 0:
        raise BotError(
            f"{name!r} has no valid budget; give a search iterations (search:400), seconds of CPU time (search:2s), or"
            " both (search:400/2s)"
        )
    return lambda seed: SearchBot(seed, iterations=iterations, seconds=seconds)


@lru_cache
def _offered() -> tuple[str, ...]:
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@lru_cache
def _loaded(name: str) -> BotFactory:
    point = next(iter(entry_points(group=GROUP, name=name)))
    try:
        return _factory(point.load(), f"entry point {name!r} ({point.value})")
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"entry point {name!r} ({point.value}): {type(error).__name__}: {error}") from error


@lru_cache
def _from_file(name: str) -> BotFactory:
    path = Path(name)
    if not path.is_file():
        raise BotError(f"{name}: no such file")
    return bot_of_code(name, path.read_bytes())


def bot_of_code(name: str, code: bytes) -> BotFactory:
    """Return the factory for bots of a file from its content; the file need not exist here. Raises BotError."""
    path = Path(name)
    module = ModuleType(f"banneret_bot_{path.stem}")
    module.__file__ = name
    sys.modules[module.__name__] = module  # classes look up their own module here
    try:
        exec(compile(code, name, "exec"), vars(module))  # noqa: S102  # requested by the user
    except (Exception, SystemExit) as error:  # third-party code can raise anything
        raise BotError(f"{name}: {type(error).__name__}: {error}") from error
    for wanted in ("make_bot", "Bot", "choose"):
        found = getattr(module, wanted, None)
        if getattr(found, "__module__", None) == module.__name__:  # skip imported objects
            return _chooser(found) if wanted == "choose" else _factory(found, name)
    raise BotError(f"{name}: defines neither make_bot(seed), nor a class Bot, nor choose(player)")


def _factory(made: Any, source: str) -> BotFactory:  # any object from a file or package
    if not callable(made):
        raise BotError(f"{source}: {made!r} cannot be called with a seed")

    def make(seed: int) -> Bot:
        try:
            bot: Bot = made(seed)
        except Exception as error:
            raise BotError(f"{source}: {type(error).__name__}: {error}") from error
        if not callable(getattr(bot, "choose", None)):
            raise BotError(f"{source}: {type(bot).__name__} has no choose(player)")
        return bot

    return make


class _Function:
    """A bot that consists of a single function."""

    def __init__(self, function: Callable[[Player], Action | str]) -> None:
        self._function = function

    def choose(self, player: Player) -> Action | str:
        """Return what the function returns."""
        return self._function(player)


def _chooser(function: Any) -> BotFactory:  # any object called `choose`
    return lambda _: _Function(function)
