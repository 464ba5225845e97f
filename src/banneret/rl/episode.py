"""A match played by learning agents: observations, options by index, rewards. Basis of all interfaces."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from banneret.bots.match_runner import Trouble
from banneret.bots.player import Bot
from banneret.bots.seated import play_for
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.kernel.notation import write
from banneret.rl.menu import Menu
from banneret.rl.observations.observer import Observation, Observer
from banneret.rl.offsets import Choice, Offsets, steps_to
from banneret.rl.rewards import Rewards
from banneret.rl.task import Task


class Episode:
    """A match of a task. Episodes of the same game may share an `observer`."""

    def __init__(self, task: Task, seed: int | str, observer: Observer) -> None:
        self.task = task
        self.observer = observer
        self.match: Match[Any] = task.new_match(seed)
        self.steps = 0
        """Number of choices so far, including those of pages."""
        self._menus: dict[int, Menu] = {}
        self._rewards = Rewards(task, self.match)
        self.writer = observer.writer()
        self._offsets = Offsets(observer.book, task.reach) if task.hybrid else None

    @property
    def asked(self) -> list[int]:
        """Seats that must choose now, in seat order; empty after the match."""
        return list(self.match.asking)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.outcome is not None

    @property
    def truncated(self) -> bool:
        """Whether the match was stopped because it exceeded `Task.most_steps`."""
        return bool(self.task.most_steps) and self.steps >= self.task.most_steps and not self.over

    def menu(self, seat: int) -> Menu | None:
        """Return the menu of a seat's open question, or None."""
        ask = self.match.asked(seat)
        if ask is None:
            return None
        menu = self._menus.get(seat)
        if menu is None or menu.ask is not ask:
            menu = self._menus[seat] = Menu(ask, self.task.rows)
        return menu

    def observe(self, seat: int) -> Observation:
        """Return the observation of a seat, with or without an open question."""
        return self.observer.observe(self.match, seat, self.menu(seat), self.writer)

    def step(self, seat: int, choice: Choice) -> list[float]:
        """Choose an option for a seat by index (or `Choice`) and return the rewards of all seats.

        Raises ValueError for a seat without an open question. With `Task.illegal="raise"` it raises IndexError for an
        invalid index and IllegalAction for offsets that make the answer illegal; by default offsets are halved until
        it is legal.
        """
        chosen = self.chosen(seat, choice)
        self.steps += 1
        if isinstance(chosen, Menu):
            self._menus[seat] = chosen
            return [0.0] * self.match.seats
        return self._play(seat, chosen)

    def chosen(self, seat: int, choice: Choice) -> Action | Menu:
        """Return the answer for a choice, or the menu of the chosen page. Raises the errors of `step`."""
        menu = self.menu(seat)
        if menu is None:
            raise ValueError(f"seat {seat} is not asked")
        strict = self.task.illegal == "raise"
        index = int(choice["option"] if isinstance(choice, Mapping) else choice)
        chosen = menu.choose(index if strict else index % len(menu))
        if isinstance(chosen, Menu) or not isinstance(choice, Mapping) or self._offsets is None:
            return chosen
        given = self._offsets.whole(choice["offsets"], strict=strict)
        if strict:
            return self._offsets.shifted(menu.ask, chosen, given)
        return self._offsets.nearest(menu.ask, chosen, given, lambda found: self.match.refusal(seat, found) is None)

    def choices(self, seat: int, action: Action) -> list[dict[str, Any]]:
        """Return the hybrid choices that lead to an answer: the pages, then the suggestion with its offsets.

        Raises ValueError for a seat without an open question, or if no suggestion is near the answer.
        """
        menu = self.menu(seat)
        if menu is None or self._offsets is None:
            raise ValueError(f"seat {seat} is not asked for a hybrid choice")
        return steps_to(menu, self._offsets, action)

    def varied(self, seat: int, index: int) -> tuple[str, ...]:
        """Return the fields of an option that offsets apply to, in order. Raises IndexError."""
        menu = self.menu(seat)
        if menu is None or self._offsets is None:
            return ()
        chosen = menu.choose(index)
        return () if isinstance(chosen, Menu) else self._offsets.fields(menu.ask, chosen)

    def play(self, seat: int, action: Action | str) -> list[float]:
        """Answer for a seat with an action or its notation instead of an index. Raises IllegalAction."""
        self.steps += 1
        return self._play(seat, action)

    def notation(self, seat: int, choice: Choice) -> str:
        """Return the notation of a choice, or of the first and last option of a page. Raises the errors of `step`."""
        chosen = self.chosen(seat, choice)
        if isinstance(chosen, Menu):
            listed = chosen.ask.options.listed
            return f"{write(listed[chosen.first])} ... {write(listed[chosen.last - 1])}"
        return write(chosen)

    def play_bots(self, bots: dict[int, Bot], seed: int) -> list[float]:
        """Let bots answer until another seat has a question; return the rewards of all seats.

        A bot that fails is replaced by a random one, with a warning.
        """
        match = self.match
        while asking := match.asking:
            if any(seat not in bots for seat in asking):
                break
            play_for(bots, match, next(iter(asking)), seed=seed, report=_warn, once=True)
        return self._rewards.step()

    def _play(self, seat: int, action: Action | str) -> list[float]:
        self.match.play(seat, action)
        self._menus.pop(seat, None)
        return self._rewards.step()


def _warn(trouble: Trouble) -> None:
    warnings.warn(f"a bot failed and plays at random from now on: {trouble.detail}", RuntimeWarning, stacklevel=2)
