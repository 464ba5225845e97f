"""Agents by name: a bot, or `module:Agent`, a class that answers with indices or as a bot."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from operator import index as as_index
from pathlib import Path
from typing import Any, Final, NamedTuple

from banneret.bots.match_runner import ILLEGAL, RAISED, BotFailed, drive
from banneret.bots.names import bot_factory
from banneret.bots.player import Bot
from banneret.bots.styles import BotError
from banneret.rl.episode import Episode
from banneret.rl.task import Task

HOW: Final = "an agent is the name of a bot, or module:Agent, a callable that takes a seed"


class AgentError(LookupError):
    """Raised if an agent does not exist or cannot play."""


class Agent(NamedTuple):
    """An agent of one match: a bot, or an object with `act(observation, info)`, which returns an index."""

    made: Any  # of the author's own type

    def begin(self, task: Task, seat: int) -> None:
        """Call the agent's optional method `begin(task, seat)`. Raises BotFailed if it fails."""
        begin = getattr(self.made, "begin", None)
        if callable(begin):
            _checked(lambda: begin(task, seat))

    def answer(self, episode: Episode, seat: int, seed: int) -> None:
        """Answer the question of a seat. Raises BotFailed if the agent fails."""
        if not callable(getattr(self.made, "act", None)):
            bot: Bot = self.made
            drive(episode.match, {seat: bot}, seed=seed, answers=1, report=_raise)
            episode.steps += 1
            return
        menu = episode.menu(seat)
        count = 0 if menu is None else len(menu)
        given = _checked(lambda: self.made.act(episode.observe(seat), {"seat": seat, "task": episode.task}))
        try:
            index = as_index(given)
        except TypeError:
            raise BotFailed(ILLEGAL, f"act returned {given!r}, not an index"[:500]) from None
        if not 0 <= index < count:
            raise BotFailed(ILLEGAL, f"act returned {index}, but there are {count} options")
        episode.step(seat, index)


def _raise(trouble: Any) -> None:  # a Trouble of `drive`
    raise BotFailed(trouble.kind, trouble.detail)


def _checked(call: Callable[[], Any]) -> Any:
    """Call a method of an agent. Raises BotFailed if it raises."""
    try:
        return call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # agents are third-party code and can raise anything
        raise BotFailed(RAISED, f"{type(error).__name__}: {error}"[:500]) from error


def agent_factory(name: str) -> Callable[[int], Agent]:
    """Return a function that creates the agent from a seed. Raises AgentError if there is no such agent."""
    make = _from_module(name) if ":" in name and not name.startswith("search:") else _bot(name)
    make(0)
    return make


def _bot(name: str) -> Callable[[int], Agent]:
    try:
        factory = bot_factory(name)
    except BotError as error:
        raise AgentError(f"{error}; {HOW}") from None
    return lambda seed: Agent(factory(seed))


def _from_module(name: str) -> Callable[[int], Agent]:
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:  # as with `python -m`
        sys.path.insert(0, here)
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except Exception as error:  # third-party code can raise anything
        raise AgentError(f"{name}: {type(error).__name__}: {error}; {HOW}") from error
    if not callable(found):
        raise AgentError(f"{name}: {type(found).__name__} is not callable; {HOW}")

    def make(seed: int) -> Agent:
        try:
            made = found(seed)
        except Exception as error:  # third-party code can raise anything
            raise AgentError(f"{name}: {type(error).__name__}: {error}; {HOW}") from error
        if not (callable(getattr(made, "act", None)) or callable(getattr(made, "choose", None))):
            raise AgentError(f"{name}: {type(made).__name__} has neither act(observation, info) nor choose(player)")
        return Agent(made)

    return make
