"""Learning tasks: a game with options, rewards and limits."""

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
    """A game to learn. Together with a seed, the settings determine the matches."""

    game: str
    seats: int = 0
    """Number of seats; 0 means the game's default."""
    options: dict[str, Any] = {}
    """Options of the match."""
    reward: Literal["win", "place"] = "win"
    """Final reward. `win`: 1 for the winner, split among equal winners; `place`: from 1 for the first place to -1."""
    shaping: dict[str, float] = {}
    """Weights of the evaluation's terms, or of its `total`, in the shaping reward. See `rl.rewards`."""
    rows: int = ROWS
    """Maximum number of options in one step; questions with more are divided into pages."""
    illegal: Literal["wrap", "raise"] = "wrap"
    """Handling of invalid indices: taken modulo the number of options (`wrap`), for learners without a mask, or raise
    an IndexError (`raise`)."""
    hybrid: bool = False
    """Whether a choice is an index with continuous parameters that modify a suggestion. See `rl.offsets`."""
    reach: int = 1 << 16
    """Offset of a coordinate, distance or heading for a parameter of 1, in the units of the game."""
    most_steps: int = 0
    """Number of steps after which a match is truncated; 0 means never."""

    @property
    def seat_count(self) -> int:
        """Number of seats of a match."""
        return self.seats or rulebook(self.game).seats_at_first()

    def new_match(self, seed: int | str) -> Match[Any]:
        """Return a new match. Raises OptionError."""
        return new_match(self.game, seats=self.seat_count, seed=seed, options=self.options, events=False)

    def checked(self) -> Task:
        """Return this task after validation. Raises OptionError, LookupError, or ValueError for invalid settings."""
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
    """Return a task for a game with these settings, or a copy of a task with some settings changed.

    Raises ValueError for an unknown setting or invalid value, and the errors of `Task.checked`.
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
