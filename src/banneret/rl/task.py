"""What is learned: the game, its options, rewards and limits."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import msgspec

from banneret.bots.judging import judging_of
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import OptionError
from banneret.rl.menu import ROWS
from banneret.rl.offsets import Offsets


class Task(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game to be learned, with everything that the same seed needs to give the same matches."""

    game: str
    seats: int = 0
    """The number of seats; 0 means the usual one of the game."""
    options: dict[str, Any] = {}
    """The options of a match."""
    reward: Literal["win", "place"] = "win"
    """At the end, `win`: 1 for the winner, shared by equal winners; `place`: from 1 for the first place to -1."""
    shaping: dict[str, float] = {}
    """Weights of terms of the evaluation, or of its `total`: a reward for each change. See `rl.rewards`."""
    rows: int = ROWS
    """The greatest number of options in one step; questions with more are split into pages."""
    illegal: Literal["wrap", "raise"] = "wrap"
    """An index that is not offered is taken modulo the number of options (`wrap`), for learners without a mask, or
    raises an IndexError (`raise`)."""
    hybrid: bool = False
    """Whether a choice is an index with continuous parameters, which vary a suggested answer. See `rl.offsets`."""
    reach: int = 1 << 16
    """The change of a coordinate, distance or heading that a parameter of 1 means, in the units of the game."""
    most_steps: int = 0
    """The number of steps after which a match is truncated; 0 means never."""

    @property
    def seat_count(self) -> int:
        """The number of seats of a match."""
        return self.seats or rulebook(self.game).seats_at_first()

    def new_match(self, seed: int | str) -> Match[Any]:
        """Return a new match. Raises OptionError."""
        return new_match(self.game, seats=self.seat_count, seed=seed, options=self.options, events=False)

    def checked(self) -> Task:
        """Return this task. Raises OptionError or LookupError without such matches, ValueError for useless settings."""
        book = rulebook(self.game)
        if self.seat_count not in book.seats:
            raise OptionError(f"seats: {self.seat_count}; {book.id} is played with {', '.join(map(str, book.seats))}")
        book.options(self.options, self.seat_count)
        if self.shaping:
            terms = {"total", *judging_of(book).evaluate(self.new_match(0).state, 0).terms}
            if unknown := sorted(self.shaping.keys() - terms):
                raise ValueError(f"shaping: no term {unknown[0]!r}; {book.id} has {', '.join(sorted(terms))}")
        if self.hybrid and not Offsets(book, self.reach).width:
            raise ValueError(f"hybrid: no answer of {book.id} has continuous parameters")
        return self


def task_of(game: str | Task, **settings: Any) -> Task:  # the fields of a Task
    """Return the task of a game with these settings, or a task with some of them changed.

    Raises ValueError for an unknown setting or a wrong value, and as `Task.checked` does.
    """
    fields = {field.name: field for field in msgspec.structs.fields(Task)}
    for name, value in settings.items():
        if name not in fields:
            raise ValueError(f"there is no setting {name!r}; choose from {', '.join(fields)}")
        choices = get_args(fields[name].type) if get_origin(fields[name].type) is Literal else ()
        if choices and value not in choices:
            raise ValueError(f"{name}: {value!r}; choose from {', '.join(choices)}")
    if isinstance(game, Task):
        settings = {**msgspec.structs.asdict(game), **settings}
    else:
        settings["game"] = game
    try:
        return msgspec.convert(settings, Task).checked()
    except msgspec.ValidationError as error:
        raise ValueError(f"settings of {settings['game']}: {error}") from None
