"""What a seat may answer: actions, refusals, and the choosers that list, refuse, suggest and sample them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, overload

import msgspec

from banneret.text.message import Message, msg

if TYPE_CHECKING:
    from banneret.kernel.stream import Stream


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """An answer of a seat. Subclasses set `tag=...` and `FORM`, the notation with a place for each field.

    `FORM = "raid {area} > {target}"` writes and reads `raid sunset-sea > lannisport`. Fields are ids, whole
    numbers, or tuples of ids; each carries its finite `Domain` in its annotation, or belongs to a `Space`.
    """

    FORM: ClassVar[str] = ""


class Domain(msgspec.Struct, frozen=True):
    """Names the finite set of values a field can have; the rulebook lists the sets in `Rulebook.domains`."""

    name: str


A = TypeVar("A", bound=Action)


class Refusal(msgspec.Struct, frozen=True):
    """Why an answer is not allowed: the rule that forbids it and the reason."""

    rule: str
    reason: Message


class IllegalAction(ValueError):
    """An answer that the rules do not allow now; the match is unchanged."""

    def __init__(self, refusal: Refusal, seat: int, tried: str, why: str = "") -> None:
        self.why = why or refusal.reason.id
        """The reason as an English sentence."""
        super().__init__(f"seat {seat}: {tried!r} is not allowed: {self.why} ({refusal.rule})")
        self.refusal = refusal
        self.seat = seat
        self.tried = tried

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Refusal, int, str, str]]:
        return IllegalAction, (self.refusal, self.seat, self.tried, self.why)


class Chooser(Generic[A]):
    """One question to one seat: what it may answer, and why not otherwise.

    `kind` names the kind of question, `rule` the rule that asks it, `answers` the action types it takes.
    `refusal` and `options` stand on the same predicate: conformance tests compare them on every question reached.
    The first option is the most passive one: it is what a forfeited seat answers.
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    answers: ClassVar[tuple[type[Action], ...]] = ()

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.{self.kind}")

    def recurs(self) -> dict[str, str]:
        """Return marks of a question that comes up again and again, such as {"turn": "attack-end 3.7"}; else nothing.

        A seat may say that it answers all questions with the same mark by their first option, until the `turn` or the
        `round` has passed. They follow from what everybody knows.
        """
        return {}

    def staged(self) -> tuple[Action, ...]:
        """Return answers given before that are carried out only with a later one, such as the groups of a plan."""
        return ()

    def options(self) -> list[A]:
        """List every legal answer, in a stable documented order; a new list each time."""
        raise NotImplementedError(type(self).__name__)  # each kind of question says it

    def refusal(self, action: A) -> Refusal | None:
        """Return why `action` (of a type in `answers`, fields within their domains) is not allowed, or None."""
        raise NotImplementedError(type(self).__name__)  # each kind of question says it

    def only(self, options: Options[A]) -> A | None:
        """Return the answer if there is a single possible one, else None; override where that is known unlisted.

        Where the number of options depends on what others cannot know, override it to return None: that a seat
        is not asked shows as much as what it is asked.
        """
        listed = options.listed
        return listed[0] if len(listed) == 1 else None

    def default(self) -> A:
        """Return what a forfeited seat answers: the first option."""
        return self.options()[0]

    def draw(self, options: Options[A], stream: Stream) -> A:
        """Draw a legal answer, every option equally likely."""
        return stream.choice(options.listed)


class Space(Chooser[A]):
    """A question whose answers cannot be listed: it refuses, suggests, samples and checks.

    Whatever `suggest` and `sample` return is legal; anything `refusal` lets pass can be played and is not snapped.
    """

    __slots__ = ()

    def options(self) -> list[A]:
        """Return what `suggest` has: a finite set good enough to play well, never the limit of the rule."""
        return self.suggest()

    def suggest(self) -> list[A]:
        """List a finite set of legal answers, good enough to play well, in a stable order."""
        raise NotImplementedError(type(self).__name__)  # each kind of question says it

    def sample(self, stream: Stream) -> A:
        """Draw one legal answer."""
        raise NotImplementedError(type(self).__name__)  # each kind of question says it

    def draw(self, options: Options[A], stream: Stream) -> A:  # drawn from the space, not from a list
        """Draw a legal answer by `sample`."""
        return self.sample(stream)

    def check(self, action: A) -> Refusal | Message:
        """Say what `action` would do, or why it is refused, without doing it."""
        raise NotImplementedError(type(self).__name__)  # each kind of question says it

    def only(self, options: Options[A]) -> A | None:  # a space need not look
        """Return None: a space is always asked."""
        return None


def first_refusal(*refusals: Refusal | None) -> Refusal | None:
    """Return the first reason against, or None if there is none."""
    return next((r for r in refusals if r is not None), None)


class Options(Sequence[A]):
    """The listed answers of a question, listed when first looked at."""

    __slots__ = ("_chooser", "_listed")

    def __init__(self, chooser: Chooser[A]) -> None:
        self._chooser = chooser
        self._listed: list[A] | None = None

    @property
    def listed(self) -> list[A]:
        """The list itself."""
        if self._listed is None:
            self._listed = self._chooser.options()
        return self._listed

    def lists(self, action: A) -> bool:
        """Tell whether this very object is already listed."""
        if self._listed is not None:
            for option in self._listed:  # a plain loop: this is asked for every answer of a simulation
                if option is action:
                    return True
        return False

    def __len__(self) -> int:
        return len(self.listed)

    @overload
    def __getitem__(self, index: int) -> A: ...

    @overload
    def __getitem__(self, index: slice) -> list[A]: ...

    def __getitem__(self, index: int | slice) -> A | list[A]:
        return self.listed[index]
