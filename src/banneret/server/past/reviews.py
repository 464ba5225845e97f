"""Reviews of finished matches, computed on request in a separate process, and cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
import structlog

from banneret.bots.review import Mistake, UnjudgedError, review
from banneret.kernel import notation
from banneret.kernel.choosers import Action
from banneret.server.matches.replays import Replays
from banneret.server.past.story import Begin, moments_of
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store.entries import Entry
from banneret.show.things import Things
from banneret.text.catalogue import LANGUAGES
from banneret.text.pseudo import PSEUDO

log = structlog.get_logger()

COSTLIEST: Final = 5
"""Number of decisions shown for each seat."""
KEPT: Final = 500
"""Maximum number of cached reviews."""
NICE: Final = 10
"""How much the process yields to others, such as bots."""
FAILED: Final = "This match cannot be reviewed: replaying or evaluating it failed."

Words = dict[str, str]
"""An answer in words, by language."""


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost something, and the chance to win after the answer given and after the better one.

    `step` is that of the answer, numbered as in `GET .../replay`.
    """

    step: int
    label: str
    """The label (round)."""
    asked: str
    """The question."""
    done: str
    """The answer given, in words."""
    better: str
    chance: float
    best: float


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's decisions, what they cost together, and its luck with its standard error; shares of a win, 0 to 1."""

    decisions: int
    cost: float
    luck: float
    error: float
    costliest: tuple[Costly, ...]


class MatchReview(msgspec.Struct, frozen=True):
    """The review of a match, with an entry for each seat when it is ready."""

    state: Literal["none", "working", "ready"]
    """`none`: nobody has asked for it; `working`: it is being computed."""
    seats: tuple[SeatReview, ...] = ()


class Reviews:
    """Computes reviews one after the other, and caches them.

    Each process of a server has its own; they are equal, as the seed is the same.
    """

    def __init__(self, settings: Settings) -> None:
        self.answers = settings.review_answers
        self._replays = Replays(settings, settings.review_seconds, nice=NICE)
        self._kept: OrderedDict[str, dict[str, MatchReview] | Problem] = OrderedDict()
        self._working: dict[str, asyncio.Task[None]] = {}

    def found(self, table: str, language: str) -> MatchReview:
        """Return the review of a table's match, or how far it is. Raises Problem if it has failed."""
        kept = self._kept.get(table)
        if isinstance(kept, Problem):
            del self._kept[table]  # the next request tries again
            raise kept
        if kept is not None:
            self._kept.move_to_end(table)
            return kept[language]
        return MatchReview("working" if table in self._working else "none")

    def start(self, table: str, begin: Begin, entries: Sequence[Entry], steps: Sequence[int]) -> None:
        """Begin a review, if there is none; `steps` are the steps of the replay to which the entries belong."""
        if table not in self._working and table not in self._kept:
            self._working[table] = asyncio.ensure_future(self._make(table, begin, entries, steps))

    async def _make(self, table: str, begin: Begin, entries: Sequence[Entry], steps: Sequence[int]) -> None:
        try:
            self._kept[table] = await self._replays.run(reviewed, begin, entries, steps, self.answers)
        except Problem as problem:
            self._kept[table] = problem
        except Exception:  # such as a stored match that cannot be replayed
            log.exception("review failed", table=table)
            self._kept[table] = Problem("conflict", FAILED)
        finally:
            del self._working[table]
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def stop(self) -> None:
        """Give up reviews in progress and end the process."""
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)
        await self._replays.stop()


def reviewed(begin: Begin, entries: Sequence[Entry], steps: Sequence[int], answers: int) -> dict[str, MatchReview]:
    """Return the review of a match in every language. Raises Problem."""
    try:
        found = review((moment.match for moment in moments_of(begin, entries)), entries, answers=answers)
        worded = [[_worded(one) for one in found.costliest(seat, COSTLIEST)] for seat in range(len(found.seats))]
    except UnjudgedError as error:
        raise Problem("conflict", f"This match cannot be reviewed: {error}.") from None

    def seat_in(seat: int, language: str) -> SeatReview:
        one = found.seats[seat]
        costliest = tuple(
            Costly(
                step=steps[mistake.decision.entry - 1],
                label=mistake.decision.label,
                asked=asked[language],
                done=done[language],
                better=better[language],
                chance=round(mistake.chance, 3),
                best=round(mistake.best, 3),
            )
            for mistake, (asked, done, better) in zip(found.costliest(seat, COSTLIEST), worded[seat], strict=True)
        )
        return SeatReview(one.decisions, round(one.cost, 3), round(one.luck, 3), round(one.error, 3), costliest)

    return {
        language: MatchReview("ready", tuple(seat_in(seat, language) for seat in range(len(found.seats))))
        for language in (*LANGUAGES, PSEUDO)
    }


def _worded(mistake: Mistake) -> tuple[Words, Words, Words]:
    """Return the question, the answer given and the better one in words."""
    player = mistake.decision.player
    things = Things(player.rulebook, player.view.game)
    ask = player.ask
    catalogues = {language: player.rulebook.catalogue(language) for language in (*LANGUAGES, PSEUDO)}
    texts = {language: one.extended(things.names(one)) for language, one in catalogues.items()}

    def words(action: Action) -> Words:
        try:
            option = things.option(ask, action)
        except LookupError:  # nothing names a part of it
            return dict.fromkeys(texts, notation.write(action))
        return {language: option.line(one) for language, one in texts.items()}

    asked = {language: one.render(ask.prompt) for language, one in texts.items()}
    return asked, words(mistake.decision.done), words(mistake.better)
