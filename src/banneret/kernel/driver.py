"""Driving a flow: forward from answer to answer, and replaying from a checkpoint without listing or validating."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

from banneret.compiled import mypyc_attr
from banneret.kernel.asks import Ask
from banneret.kernel.chance import UNSEEN, Chance, Draw, Result, Unseen
from banneret.kernel.choosers import Action
from banneret.kernel.events import Forfeited, Log
from banneret.kernel.flow import Checkpoint, Flow, Question, Request
from banneret.kernel.game import Game
from banneret.kernel.journal import FORCED, GIVEN, SALT, Answer, Origin, in_order
from banneret.kernel.pile import PUBLIC, knows
from banneret.kernel.rulebook import Outcome, Rulebook
from banneret.kernel.stream import Stream, derive_key

S = TypeVar("S")

_new: Final = tuple.__new__  # quicker than a call of `Answer`, which checks its arguments

_Point: TypeAlias = tuple[Any, str, int, int, int, int]
"""A checkpoint to return to: its state and label, the positions in journal, draws and log, and the undo barrier."""


@mypyc_attr(native_class=False)
class FlowError(RuntimeError):
    """Raised if a rule makes a request that flows may not make: an error in the rules, not in an answer."""


class Open:
    """Seats that decide simultaneously: their flows, open questions and results."""

    __slots__ = ("asks", "flows", "results", "start")

    def __init__(self, flows: Mapping[int, Flow[Any]], start: int) -> None:
        self.flows = {seat: flows[seat] for seat in sorted(flows)}
        self.start = start
        self.asks: dict[int, Ask] = {}
        self.results: dict[int, Any] = {}


class Redraw:
    """How an imagined match redraws the sealed answers of the other seats in an open `together`."""

    __slots__ = ("ready", "start", "stream", "viewers")

    def __init__(self, start: int, ready: frozenset[int], viewers: frozenset[int], stream: Stream) -> None:
        self.start = start
        self.ready = ready
        self.viewers = viewers
        self.stream = stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver(Generic[S]):
    """Drives a match: holds a checkpoint, the journal since then, and the flow at the current position.

    Invariant: the last checkpoint and the answers since then lead to the live state.
    """

    __slots__ = (
        "_asks",
        "_barrier",
        "_checkpoint",
        "_counted",
        "_decide",
        "_domains",
        "_draw_mark",
        "_earlier",
        "_flow",
        "_game",
        "_given",
        "_imagined",
        "_label",
        "_left_open",
        "_log",
        "_log_mark",
        "_mark",
        "_open",
        "_outcome",
        "_resuming",
        "_supplied",
        "answers",
        "draws",
        "origin",
        "rulebook",
    )

    rulebook: Rulebook[S]
    origin: Origin
    answers: list[Answer]
    """The journal, from the origin on; answers of a closed `together` are in seat order."""
    draws: list[Draw]
    _log: Log | None
    _imagined: int | None
    _decide: Callable[[int], int] | None
    _supplied: bool
    _earlier: int
    """Number of events before the origin, for a match that continues under newer rules."""
    _barrier: int
    _domains: dict[str, frozenset[Any]]
    _given: tuple[int, ...]
    """For each seat, how many of the first `_counted` answers it has given itself."""
    _counted: int

    # Forward
    @property
    def _forfeited(self) -> list[int]:
        forfeited: list[int] = self._game.state.forfeited  # type: ignore[attr-defined]  # every state has it
        return forfeited

    @property
    def _opened(self) -> Open:
        if self._open is None:
            raise FlowError("no seats are deciding simultaneously")
        return self._open

    def _count_anew(self) -> None:
        """Forget how many answers each seat has given."""
        self._given, self._counted = (0,) * self.origin.seats, 0

    def _begin(self, checkpoint: Any, label: str = "") -> None:  # the rulebook's own state
        """Start at a checkpoint with a copy of its state and a new flow, before the first question."""
        self._checkpoint = checkpoint
        self._label = label
        self._mark = len(self.answers)
        self._draw_mark = len(self.draws)
        self._log_mark = len(self._log.events) if self._log is not None else 0
        state = checkpoint.copy()
        chance = Chance(state, self.draws)
        chance.after = len(self.answers)
        chance.imagined = self._imagined
        chance.stock = self.rulebook.stock
        chance.decide = self._decide
        self._game: Game[S] = Game(state, chance, self._log)
        self._flow = self.rulebook.flow(self._game)
        self._asks: dict[int, Ask] = {}
        self._open: Open | None = None
        self._left_open: int | None = None  # start of the answers that a forfeit has left sealed permanently
        self._outcome: Outcome | None = None
        self._resuming = True  # the flow first reports the checkpoint at which it starts

    def _drive(self, request: Request) -> None:
        """Run the flow until a seat has a real choice, or to the end."""
        self._asks = {}
        flow = self._flow
        value: Any = None  # the reply to the flow's request: an action, a dict of results, or nothing
        while True:
            kind = type(request)
            if kind is Question:
                seat: int = request.seat  # type: ignore[union-attr]  # narrowed by kind, quicker than isinstance
                ask = Ask(seat, request.chooser, request.about)  # type: ignore[union-attr]  # narrowed by kind
                forced = self._forced(ask)
                if forced is None:
                    self._asks = {seat: ask}
                    return
                self._note(seat, forced)
                value = forced
            elif kind is Checkpoint:
                self._save(request.label)  # type: ignore[union-attr]  # narrowed by kind
                value = None
            else:
                self._game.forget(more=False)  # copies repeat simultaneous answers in another order
                self._open = Open(request.flows, len(self.answers))  # type: ignore[union-attr]  # narrowed by kind
                for seat in self._open.flows:
                    self._step(seat, None)
                if self._open.asks:
                    self._asks = self._open.asks
                    return
                value = self._close()
            try:
                request = flow.send(value)
            except StopIteration:
                self._finish()
                return

    def _continue(self, seat: int, action: Action) -> None:
        """Send an answer to the flow that waits for it."""
        if self._open is not None:
            self._step(seat, action)
            if self._open.asks:
                return
            value: Any = self._close()  # the results of the flows
        else:
            value = action
        self._asks = {}
        try:
            request = self._flow.send(value)
        except StopIteration:
            self._finish()
            return
        self._drive(request)

    def _step(self, seat: int, value: Action | None) -> None:
        """Run one seat's flow inside a `together` to its next real choice or its end."""
        opened = self._opened
        flow = opened.flows[seat]
        while True:
            try:
                request = flow.send(value)
            except StopIteration as end:
                opened.results[seat] = end.value
                opened.asks.pop(seat, None)
                return
            question = _own_question(request, seat)
            ask = Ask(seat, question.chooser, question.about)
            value = self._forced(ask)
            if value is None:
                opened.asks[seat] = ask
                return
            self._note(seat, value)

    def _close(self) -> dict[int, Any]:
        """Close a `together` when all are ready: sort the answers by seat and return the results of the flows."""
        opened = self._opened
        self.answers[opened.start :] = in_order(self.answers[opened.start :])
        self._open = None
        self._barrier = len(self.answers)
        self._game.chance.after = len(self.answers)
        return {seat: opened.results[seat] for seat in opened.flows}

    def _save(self, label: str) -> None:
        self._label = label
        if self._resuming:
            self._resuming = False
            return
        if len(self.answers) == self._mark and len(self.draws) == self._draw_mark:
            return  # no answers and no draws: the previous checkpoint leads here
        self._checkpoint = self._game.state.copy()  # type: ignore[attr-defined]  # every state copies
        self._game.forget(more=True)
        self._mark = len(self.answers)
        self._draw_mark = len(self.draws)
        if self._log is not None:
            self._log_mark = len(self._log.events)

    def _forced(self, ask: Ask) -> Action | None:
        chooser, forfeited = ask.chooser, self._game.state.forfeited  # type: ignore[attr-defined]  # as above
        forced: Action | None
        forced = chooser.default() if forfeited and ask.seat in forfeited else chooser.only(ask.options)
        return forced

    def _answer_forced(self) -> None:
        """Repeat the forced answers of a `together` that was reopened."""
        if self._open is not None:
            for seat in list(self._open.asks):
                forced = self._forced(self._open.asks[seat])
                if forced is not None:
                    self._note(seat, forced)
                    self._step(seat, forced)
            self._asks = self._open.asks

    def _note(self, seat: int, action: Action) -> None:
        self.answers.append(_new(Answer, (seat, action, FORCED, "")))
        self._game.chance.after = len(self.answers)

    def _finish(self, *, by_forfeit: bool = False) -> None:
        self._asks = {}
        if self._open is not None:
            self._left_open = self._open.start
            self.answers[self._left_open :] = in_order(self.answers[self._left_open :], closed=False)
            self._open = None
        self._flow.close()
        outcome = self.rulebook.outcome(self._game.state)
        if self._forfeited:
            gone = self._forfeited
            places = [tuple(s for s in place if s not in gone) for place in outcome.places]
            places += [(s,) for s in reversed(gone)]
            reason = "forfeits" if by_forfeit else outcome.reason
            outcome = Outcome(tuple(p for p in places if p), outcome.scores, reason)
        self._outcome = outcome

    # Replaying: neither lists nor validates

    def _point(self) -> _Point:
        return (self._checkpoint, self._label, self._mark, self._draw_mark, self._log_mark, self._barrier)

    def _rebuild(self, answers: list[Answer]) -> None:
        """Rebuild the match from these answers, which share their beginning with the journal."""
        mark = self._mark
        if len(answers) >= mark:
            self._return(self._point(), answers[mark:])
        else:
            self._return((self.origin.state, "", 0, 0, self._earlier, 0), answers)

    def _return(self, point: _Point, since: list[Answer]) -> None:
        """Return to an earlier checkpoint and replay these answers, with the same results of chance."""
        checkpoint, label, mark, draw_mark, log_mark, barrier = point
        same = mark
        for now, again in zip(self.answers[mark:], since, strict=False):
            if now is not again:
                break
            same += 1
        drawn = [d for d in self.draws[draw_mark:] if d.after <= same]
        left = self._game.chance.script
        del self.answers[mark:]
        del self.draws[draw_mark:]
        if self._log is not None:
            del self._log.events[log_mark:]
        self._barrier = min(barrier, mark)
        if self._counted > mark:
            self._count_anew()
        self._begin(checkpoint, label)
        self._repeat(drawn, left)
        self._replay(since)

    def _repeat(self, drawn: list[Draw], left: list[Result | Unseen], mask: int = PUBLIC) -> None:
        """Script these results of chance, as far as the seats of `mask` saw them (`PUBLIC` means all).

        `left` is the rest of the current script.
        """
        script = left[:]
        for draw in reversed(drawn):
            if draw.result is not None:
                script.append(draw.result if mask == PUBLIC or knows(draw.seen, mask) else UNSEEN)
        self._game.chance.script = script

    def _replay(self, todo: list[Answer], redraw: Redraw | None = None) -> None:
        flow = self._flow
        at = 0
        value: Any = None  # as in _drive
        while True:
            try:
                request = flow.send(value)
            except StopIteration:
                self._finish()
                return
            kind = type(request)
            if kind is Checkpoint:
                self._save(request.label)  # type: ignore[union-attr]  # narrowed by kind
                value = None
            elif kind is Question:
                at = self._replay_marks(todo, at)
                if self._outcome is not None:
                    return
                if at == len(todo):
                    seat = request.seat  # type: ignore[union-attr]  # narrowed by kind
                    self._asks = {seat: Ask(seat, request.chooser, request.about)}  # type: ignore[union-attr]  # as above
                    return
                answer = todo[at]
                if answer.seat != request.seat:  # type: ignore[union-attr]  # narrowed by kind
                    raise FlowError(f"the journal answers for seat {answer.seat}, but the rules ask another")
                at += 1
                self.answers.append(answer)
                self._game.chance.after = len(self.answers)
                value = answer.action
            else:
                self._game.forget(more=False)  # copies repeat simultaneous answers in another order
                self._open = Open(request.flows, len(self.answers))  # type: ignore[union-attr]  # narrowed by kind
                sealed = redraw if redraw is not None and at >= redraw.start else None
                at = self._replay_together(todo, at, sealed)
                if self._outcome is not None:
                    return
                if self._open.asks:
                    self._asks = self._open.asks
                    return
                value = self._close()

    def _replay_together(self, todo: list[Answer], at: int, redraw: Redraw | None) -> int:
        opened = self._opened
        waiting: dict[int, Question] = {}
        for seat, flow in opened.flows.items():
            if redraw is None or seat in redraw.viewers:
                self._send(waiting, seat, flow, None)
        while at < len(todo) and (waiting or redraw is not None):
            answer = todo[at]
            at += 1
            self.answers.append(answer)
            if answer.how > FORCED:
                self._apply_mark(answer)
                if self._outcome is not None:
                    return at
                continue
            self._send(waiting, answer.seat, opened.flows[answer.seat], answer.action)
        for seat, question in waiting.items():
            opened.asks[seat] = Ask(seat, question.chooser, question.about)
        if redraw is not None:
            for seat in opened.flows:
                if seat not in redraw.viewers:
                    self._redraw_answers(seat, redraw)
        return at

    def _send(self, waiting: dict[int, Question], seat: int, flow: Flow[Any], value: Action | None) -> None:
        try:
            waiting[seat] = _own_question(flow.send(value), seat)
        except StopIteration as end:
            self._opened.results[seat] = end.value
            waiting.pop(seat, None)

    def _redraw_answers(self, seat: int, redraw: Redraw) -> None:
        """Draw legal answers for a seat that is ready; a seat still deciding has revealed nothing."""
        opened = self._opened
        self._step(seat, None)
        while seat in redraw.ready and seat in opened.asks:
            ask = opened.asks[seat]
            action = ask.chooser.draw(ask.options, redraw.stream)
            self.answers.append(Answer(seat, action, GIVEN, ask.kind))
            self._step(seat, action)

    def _replay_marks(self, todo: list[Answer], at: int) -> int:
        while at < len(todo) and todo[at].how > FORCED:
            self.answers.append(todo[at])
            self._apply_mark(todo[at])
            at += 1
            if self._outcome is not None:
                break
        return at

    def _apply_mark(self, mark: Answer) -> None:
        """Apply a journal entry that is not an answer: a forfeit or a salt. Earlier answers cannot be undone freely."""
        self._barrier = self._game.chance.after = len(self.answers)
        if mark.how == SALT:
            state = self._game.state
            state.key = derive_key(state.key, mark.action)  # type: ignore[attr-defined]  # every state has a key
            return
        self._forfeited.append(mark.seat)
        name = self.rulebook.seat_names(self._game.state)[mark.seat]
        self._game.emit(Forfeited(seat=mark.seat, name=name))
        if self._outcome is None and len(self._forfeited) >= self.origin.seats - 1:
            self._finish(by_forfeit=True)


def _own_question(request: Request, seat: int) -> Question:
    if not isinstance(request, Question) or request.seat != seat:
        raise FlowError(f"inside a together, seat {seat} can only ask itself")
    return request
