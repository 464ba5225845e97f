"""Drafts: several answers of a seat that it may give in any order and change until it is done.

The rules ask one question after the other. `fit` brings the answers of a draft into the order of the questions, on a
copy of the match, and judges each of them by the question that it answers. Nothing is answered in the match itself.
A draft ends where an answer could no longer be undone freely, so it reveals nothing before it is committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Part, Refusal
from banneret.kernel.match import Match
from banneret.kernel.rule_error import RuleError
from banneret.text.message import msg

DRAFT_RULE = "kernel:draft"


class Fault(NamedTuple):
    """An answer of a draft that is not allowed: its place in the draft, and why."""

    at: int
    refusal: Refusal


class Drafted(NamedTuple):
    """A draft as it fits a match."""

    name: str
    given: tuple[Action, ...]
    """The allowed answers, in the order of the draft."""
    played: tuple[Action, ...]
    """The same answers in the order in which the rules ask for them."""
    asks: tuple[Ask, ...]
    """The questions of the draft that can still be answered, the next one first."""
    missing: int
    """The number of answers without which the draft cannot be committed."""
    things: tuple[str, ...]
    """The things that still lack an answer."""
    whole: bool
    """Whether the draft can be committed."""
    faults: tuple[Fault, ...]
    shown: Match[Any]
    """The match as the draft would change it: the same match while the answers would stay sealed."""
    staged: tuple[Action, ...]
    """The answers that `shown` does not contain."""


def part_of(match: Match[Any], seat: int) -> Part | None:
    """Return how the open question of a seat belongs to a draft, or None."""
    ask = match.asked(seat)
    return None if ask is None else ask.chooser.part()


def fit(match: Match[Any], seat: int, answers: Sequence[Action | str]) -> Drafted:
    """Fit answers into the draft that is open for a seat. The match is not changed.

    Raises LookupError if no draft is open for the seat.
    """
    part = part_of(match, seat)
    if part is None:
        raise LookupError(f"no draft is open for seat {seat}")
    walk = _Walk(match, seat, part.draft, answers)
    walk.go()
    order = sorted(walk.taken)
    given = tuple(action for _, action in order)
    played = tuple(action for _, action in walk.taken)
    shown, staged = match, given
    if match.opened_at is None and walk.over and played:
        shown, staged = match.clone(), played[-1:]
        for action in played[:-1]:
            shown.play(seat, action)
    elif match.opened_at is None:
        shown, staged = walk.match, ()
    parts = [one for ask in walk.open if (one := ask.chooser.part()) is not None]
    missing = sum(one.missing for one in parts)
    things = tuple(dict.fromkeys(thing for one in parts if one.missing for thing in one.things))
    faults = tuple(Fault(at, refusal) for at, refusal in sorted(walk.faults.items()))
    return Drafted(
        part.draft, given, played, tuple(walk.open), missing, things, not missing and not faults, faults, shown, staged
    )


def unfinished(draft: Drafted) -> Refusal | None:
    """Return why a draft cannot be committed, or None."""
    if draft.faults:
        return draft.faults[0].refusal
    if draft.missing:
        return Refusal(DRAFT_RULE, msg("refuse.kernel.draft-missing", count=draft.missing))
    return None


def closing(match: Match[Any], seat: int, name: str, opened_at: int | None) -> Action | None:
    """Return the answer that ends a draft, if the rules still ask for one after all its answers have been given."""
    part = part_of(match, seat)
    if part is None or part.draft != name or match.opened_at != opened_at:
        return None
    return part.closing


def position(
    match: Match[Any], seat: int, answers: Sequence[Action | str], tried: Action | str | None = None
) -> Match[Any]:
    """Return a copy of the match in which an answer that is tried would be judged next, after those of a draft.

    If no question of the draft accepts it, or there is none, the next question of the draft is open.
    """
    part = part_of(match, seat)
    if part is None or not answers:
        return match
    walk = _Walk(match, seat, part.draft, [*answers, *([] if tried is None else [tried])])
    walk.go()
    places = [at for at, _ in walk.trail]
    if tried is not None and len(answers) in places:
        end = places.index(len(answers))
    elif walk.first is not None:
        end = walk.first
    else:
        end = len(places) - walk.over  # not beyond the draft, where something may have been revealed
    work = match.clone()
    for _, action in walk.trail[:end]:
        work.play(seat, action)
    return work


def offered(ask: Ask) -> list[Action]:
    """Return the options of a question of a draft, without the one that only ends it."""
    part = ask.chooser.part()
    if part is None or part.closing is None:
        return list(ask.options.listed)
    return [] if not part.things else [one for one in ask.options.listed if one != part.closing]


class _Walk:
    """The way through the questions of a draft, on a copy of the match."""

    def __init__(self, match: Match[Any], seat: int, name: str, answers: Sequence[Action | str]) -> None:
        self.match = match
        self.seat = seat
        self.name = name
        self.opened_at = match.opened_at
        self.left: dict[int, Action | str] = dict(enumerate(answers))
        self.taken: list[tuple[int, Action]] = []
        self.trail: list[tuple[int, Action]] = []
        """What was played, with its place among the answers; -1 for what was assumed."""
        self.open: list[Ask] = []
        self.first: int | None = None
        """The length of the trail before the first question of `open`."""
        self.faults: dict[int, Refusal] = {}
        self.over = False

    def go(self) -> None:
        """Answer question after question as long as they belong to the draft."""
        copied = False
        while True:
            ask = self.match.asked(self.seat)
            part = None if ask is None else ask.chooser.part()
            if ask is None or part is None:
                break
            found = self._fitting(ask, part)
            assumed = part.assumed if self.opened_at is not None else None
            if found is None and _more(part):
                self.open.append(ask)
                self.first = len(self.trail) if self.first is None else self.first
            if found is None and assumed is None:
                break
            if not copied:
                self.match, copied = self.match.clone(), True
            if found is not None:
                self.taken.append(found)
                del self.left[found[0]]
                self.faults.pop(found[0], None)
                self.trail.append(found)
                self._play(found[1])
            elif assumed is not None:
                self.trail.append((-1, assumed))
                self._play(assumed)
            if self.over:
                break
        for at in self.left:
            self.faults.setdefault(at, Refusal(DRAFT_RULE, msg("refuse.kernel.draft-more")))

    def _fitting(self, ask: Ask, part: Part) -> tuple[int, Action] | None:
        """Return the first answer left that the question accepts; note why the others are refused."""
        for at, answer in list(self.left.items()):
            refusal, read = self.match.judge(self.seat, answer)
            if refusal is None and read == part.closing and not part.things:
                del self.left[at]  # committing the draft says the same
            elif refusal is None and _more(part):
                return at, read
            elif refusal is None or refusal.rule == "kernel:ask":
                continue
            elif at not in self.faults or (read is not None and _concerns(read, part)):
                self.faults[at] = refusal
        return None

    def _play(self, action: Action) -> None:
        try:
            self.match.play(self.seat, action)
        except RuleError:  # it fails again, and is reported, when the draft is committed
            self.over = True
            return
        part = part_of(self.match, self.seat)
        self.over = (
            part is None
            or part.draft != self.name
            or self.match.opened_at != self.opened_at
            or (self.opened_at is None and self.match.undo_refusal(self.seat) is not None)
        )


def _more(part: Part) -> bool:
    """Return whether a question asks for more than to end the draft."""
    return part.closing is None or bool(part.things)


def _concerns(action: Action, part: Part) -> bool:
    """Return whether a question is about one of the things that an answer names, or about none in particular."""
    if not part.things:
        return part.closing is None
    named = {str(value) for value in msgspec.structs.asdict(action).values()}
    return any(thing.partition(":")[2] in named for thing in part.things)
