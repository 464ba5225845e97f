"""Actions that answer questions, refusals, and the choosers that list, refuse, suggest and sample actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, overload

from banneret.compiled import mypyc_attr
from banneret.kernel.actions import Action, Domain, Part, Refusal
from banneret.text.message import Message, msg

if TYPE_CHECKING:
    from banneret.kernel.stream import Stream


__all__ = ["Action", "Chooser", "Domain", "IllegalAction", "Options", "Part", "Refusal", "Space"]

A = TypeVar("A", bound=Action)


class IllegalAction(ValueError):
    """Raised for an answer that the rules do not allow now; the match is unchanged."""

    def __init__(self, refusal: Refusal, seat: int, tried: str, why: str = "") -> None:
        self.why = why or refusal.reason.id
        """The reason as an English sentence."""
        super().__init__(f"seat {seat}: {tried!r} is not allowed: {self.why} ({refusal.rule})")
        self.refusal = refusal
        self.seat = seat
        self.tried = tried

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Refusal, int, str, str]]:
        return IllegalAction, (self.refusal, self.seat, self.tried, self.why)


@mypyc_attr(allow_interpreted_subclasses=True)
class Chooser(Generic[A]):
    """One question to one seat: its legal answers, and the reasons against all others.

    `kind` names the kind of question, `rule` the rule that asks it, `answers` the accepted action types. `refusal` and
    `options` use the same predicate: conformance tests compare them on every question reached. The first option is the
    most passive one: it is the answer of a forfeited seat.
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    rule: str = ""
    answers: ClassVar[tuple[type[Action], ...]] = ()

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.{self.kind}")

    def recurs(self) -> dict[str, str]:
        """Return marks of a recurring question, such as {"turn": "attack-end 3.7"}; empty for others.

        A seat may answer all questions with the same mark by their first option until the `turn` or the `round` has
        passed. Marks are derived from public information.
        """
        return {}

    def window(self) -> str:
        """Return the name of the reaction window, one of `Rulebook.windows`; "" if the question is none.

        A seat can be asked in a window always, never, or only if it has more than the first option.
        """
        return ""

    def staged(self) -> tuple[Action, ...]:
        """Return earlier answers that are only carried out with a later one, such as the groups of a plan."""
        return ()

    def part(self) -> Part | None:
        """Return how the question belongs to a draft, or None if it is answered on its own.

        It depends only on what the seat may know.
        """
        return None

    def options(self) -> list[A]:
        """Return every legal answer, in a stable documented order; a new list each time."""
        raise NotImplementedError(type(self).__name__)  # implemented by each kind of question

    def refusal(self, action: A) -> Refusal | None:
        """Return why `action` (of a type in `answers`, fields within their domains) is not allowed, or None."""
        raise NotImplementedError(type(self).__name__)  # each kind of question says it

    def only(self, options: Options[A]) -> A | None:
        """Return the answer if there is only one option, else None. Override it where this is known without listing.

        If the number of options depends on secrets, override it to return None: not being asked reveals as much as a
        question does.
        """
        listed = options.listed
        return listed[0] if len(listed) == 1 else None

    def default(self) -> A:
        """Return the answer of a forfeited seat: the first option."""
        return self.options()[0]

    def draw(self, options: Options[A], stream: Stream) -> A:
        """Draw a legal answer; all options are equally likely."""
        return stream.choice(options.listed)


@mypyc_attr(allow_interpreted_subclasses=True)
class Space(Chooser[A]):
    """A question whose answers cannot be listed: it refuses, suggests, samples and checks.

    Everything that `suggest` and `sample` return is legal. An action that `refusal` accepts is played exactly as given.
    """

    __slots__ = ()

    def options(self) -> list[A]:
        """Return the actions of `suggest`: a finite set good enough to play well, not the limit of the rule."""
        return self.suggest()

    def suggest(self) -> list[A]:
        """Return a finite set of legal answers, good enough to play well, in a stable order."""
        raise NotImplementedError(type(self).__name__)  # implemented by each kind of question

    def sample(self, stream: Stream) -> A:
        """Draw one legal answer."""
        raise NotImplementedError(type(self).__name__)  # implemented by each kind of question

    def draw(self, options: Options[A], stream: Stream) -> A:  # drawn from the space, not from a list
        """Draw a legal answer with `sample`."""
        return self.sample(stream)

    def check(self, action: A) -> Refusal | Message:
        """Return what `action` would do, or why it is refused, without doing it."""
        raise NotImplementedError(type(self).__name__)  # implemented by each kind of question

    def only(self, options: Options[A]) -> A | None:  # independent of the options
        """Return None: a space is always asked."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Options(Sequence[A]):
    """The options of a question, listed on first access."""

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
        """Return whether this very object is already listed."""
        if self._listed is not None:
            for option in self._listed:  # a plain loop, as it runs for every answer of a simulation
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
