"""A match: it drives the rules' flow, takes answers, hides, copies, takes back, and imagines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask, MatchView, own_asks
from banneret.kernel.chance import UNSEEN, Chance, Draw, Result, Stream, Unseen, derive_key
from banneret.kernel.choosing import Action, Chooser, IllegalAction, Options, Refusal
from banneret.kernel.events import Event, Forfeited, Log, Told
from banneret.kernel.flow import Checkpoint, Flow, Question, Request
from banneret.kernel.game import Game
from banneret.kernel.message import say
from banneret.kernel.pile import PUBLIC, knows, mask_of
from banneret.kernel.rulebook import Outcome, Rulebook

if TYPE_CHECKING:
    from banneret.kernel.record import Record

S = TypeVar("S")
Seats: TypeAlias = int | Iterable[int] | None

GIVEN: Final = 0
FORCED: Final = 1
FORFEIT: Final = 2
SALT: Final = 3


class Answer(NamedTuple):
    """An answer in the journal: given by the seat, or forced (the only one there was, or a forfeited seat's default).

    Two other entries stand between answers because replaying needs them there: a forfeit, and a salt of chance.
    """

    seat: int
    action: Any  # an Action; the salt's bytes; None for a forfeit
    how: int
    kind: str = ""
    """The kind of question that was answered."""


class Origin(NamedTuple):
    """What a match began from: its options and key, or a position. `state` is never changed."""

    seats: int
    options: Mapping[str, Any]
    key: bytes | None
    state: Any  # the rulebook's own state


_Point: TypeAlias = tuple[Any, str, int, int, int, int]
"""A checkpoint to return to: its state and label; the marks in journal, draws and log; the barrier of undo."""

_NOTHING_TO_UNDO = Refusal("kernel:undo.1", say("refuse.kernel.undo-nothing"))


_FORFEIT_STANDS: Final = "kernel:undo.4"


class FlowError(RuntimeError):
    """A rule asked for something that no flow may ask for: an error in the rules, not in an answer."""


class _Open:
    """Seats that decide at the same time: their flows, what they are asked, what they have returned."""

    __slots__ = ("asks", "flows", "results", "start")

    def __init__(self, flows: Mapping[int, Flow[Any]], start: int) -> None:
        self.flows = {seat: flows[seat] for seat in sorted(flows)}
        self.start = start
        self.asks: dict[int, Ask] = {}
        self.results: dict[int, Any] = {}


class _Anew:
    """How an imagined match answers for others in an open `together`: those who are ready choose anew."""

    __slots__ = ("ready", "start", "stream", "viewers")

    def __init__(self, start: int, ready: frozenset[int], viewers: frozenset[int], stream: Stream) -> None:
        self.start = start
        self.ready = ready
        self.viewers = viewers
        self.stream = stream


class Match(Generic[S]):
    """One match of one rulebook. Made by `new_match`, `from_position` or `load`; not by hand.

    Invariant: the live state is what the last checkpoint and the answers since lead to.
    """

    __slots__ = (
        "_asks",
        "_barrier",
        "_checkpoint",
        "_closed",
        "_domains",
        "_draw_mark",
        "_flow",
        "_game",
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

    def __init__(
        self, rulebook: Rulebook[S], origin: Origin, *, events: bool = True, chance: Sequence[Result] = ()
    ) -> None:
        self.rulebook = rulebook
        self.origin = origin
        self._domains = _domain_sets(rulebook)
        self.answers: list[Answer] = []
        """The journal, from the origin on; inside a closed `together` in seat order."""
        self.draws: list[Draw] = []
        self._log: Log | None = Log() if events else None
        self._imagined: int | None = None
        self._supplied = bool(chance)
        self._barrier = 0
        self._begin(origin.state)
        self._game.chance.supply(chance)
        try:
            request = next(self._flow)
        except StopIteration:  # a position in which all is over
            self._finish()
            return
        if type(request) is not Checkpoint:
            raise FlowError("the outermost flow must begin with a checkpoint")
        self._drive(request)

    # What one can ask a match

    @property
    def asking(self) -> dict[int, Ask]:
        """Who must answer what: seat -> ask, in seat order; empty when the match is over."""
        return dict(sorted(self._asks.items()))

    @property
    def outcome(self) -> Outcome | None:
        """Places, scores and reason, or None while the match runs."""
        return self._outcome

    @property
    def label(self) -> str:
        """The public label of the last checkpoint ("round 4")."""
        return self._label

    @property
    def mark(self) -> int:
        """How many entries of the journal lie before the last checkpoint: it grows whenever a checkpoint is passed."""
        return self._mark

    @property
    def supplied(self) -> bool:
        """Whether results of chance were supplied to it, by a test or by imagining; then its key does not say them."""
        return self._supplied

    @property
    def state(self) -> S:
        """The live state: the truth, for the rulebook's own tests and tools; never for players."""
        return self._game.state

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.origin.seats

    @property
    def journal(self) -> list[Answer]:
        """The answers in the order in which they are recorded: those still sealed in seat order too."""
        if self._open is None:
            return self.answers[:]
        return self.answers[: self._open.start] + _in_order(self.answers[self._open.start :])

    @property
    def events(self) -> list[Told]:
        """What happened so far, each with who may see its private fields. Empty with `events=False`."""
        return list(self._log.told) if self._log is not None else []

    def events_for(self, seats: Seats = None, since: int = 0) -> list[tuple[int, Event]]:
        """Return number and event from number `since` on, as these seats see them."""
        return self._log.seen_by(as_seats(seats), since) if self._log is not None else []

    def view(self, seats: Seats = None) -> MatchView[Any]:
        """Return what a seat, several seats of one person, or (None) a spectator may know; JSON-able."""
        viewers = as_seats(seats)
        waiting = dict.fromkeys(self._asks, "deciding")
        sealed: dict[int, tuple[str, ...]] = {}
        if self._open is not None:
            waiting = {seat: "deciding" if seat in self._open.asks else "ready" for seat in self._open.flows}
            for seat in viewers & self._open.flows.keys():
                own = self.answers[self._open.start :]
                sealed[seat] = tuple(notation.write(a.action) for a in own if a.seat == seat and a.how <= FORCED)
        return MatchView(
            rulebook=self.rulebook.id,
            viewers=tuple(sorted(viewers)),
            label=self._label,
            game=self.rulebook.view(self._game.state, viewers),
            waiting=waiting,
            asks=own_asks(self._asks, viewers),
            sealed=sealed,
            outcome=self._outcome,
        )

    def _repr_svg_(self) -> str:
        """Return the drawing that a notebook shows: what a spectator sees."""
        return self.rulebook.draw(self.view(None).game)

    @property
    def record(self) -> Record:
        """The record of the match as it stands: `match.record.save(path)`."""
        from banneret.kernel.record import Record  # noqa: PLC0415  # it replays matches, so it comes after them

        return Record.of(self)

    def digest(self) -> str:
        """Return a hash of where the match stands. A secret of a running match, like all that it covers."""
        return hashlib.sha256(msgspec.json.encode(self.position(), order="sorted")).hexdigest()

    def position(self) -> dict[str, Any]:
        """Return the last checkpoint and the answers since: what `from_position` takes. It tells every secret."""
        since = self.journal[self._mark :]
        return {
            "rulebook": self.rulebook.id,
            "version": self.rulebook.version,
            "state": self.rulebook.encode(self._checkpoint),
            "answers": [e for a in since if (e := _entry(a)) is not None],
            "chance": [d.result for d in self.draws[self._draw_mark :] if d.result is not None],
        }

    # Answers

    def refusal(self, seat: int, action: Action | str | Mapping[str, Any]) -> Refusal | None:
        """Return why this answer is not allowed now, or None."""
        refusal, _ = self._judge(seat, action)
        return refusal

    def play(self, seat: int, action: Action | str | Mapping[str, Any]) -> None:
        """Answer for a seat, by an action, its notation, or its JSON form.

        Raises IllegalAction with the refusal; then, and if a rule fails, the match is as it was.
        """
        ask = self._asks.get(seat)
        if ask is not None and isinstance(action, Action) and ask.offers(action):
            read = action
        else:
            refusal, read = self._judge(seat, action)
            if refusal is not None:
                raise IllegalAction(refusal, seat, str(action)[:200])
        point, since = self._point(), self.answers[self._mark :]
        self.answers.append(Answer(seat, read, GIVEN, self._asks[seat].kind))
        self._game.chance.after = len(self.answers)
        try:
            self._continue(seat, read)
        except Exception:
            self._return(point, since)
            raise

    def forfeit(self, seat: int) -> None:
        """Give a seat up: the first option of each question answers for it from here on; it places last."""
        if seat not in range(self.seats) or seat in self._forfeited:
            why = "forfeited" if seat in range(self.seats) else "no-seat"
            raise IllegalAction(Refusal("kernel:forfeit", say(f"refuse.kernel.{why}", seat=seat)), seat, "forfeit")
        if self._outcome is not None:
            raise IllegalAction(Refusal("kernel:forfeit", say("refuse.kernel.over")), seat, "forfeit")
        point, since = self._point(), self.answers[self._mark :]
        self.answers.append(Answer(seat, None, FORFEIT))
        try:
            self._apply_mark(self.answers[-1])
            ask = self._asks.get(seat)
            if ask is not None:
                default = ask.chooser.default()
                self._note(seat, default)
                self._continue(seat, default)
        except Exception:
            self._return(point, since)
            raise

    def undo(self, seat: int, *, consent: Iterable[int] = (), salt: bytes | None = None) -> None:
        """Take back the last answer of a seat.

        Free while, since it, no chance was drawn, no `together` closed, nothing private was shown and no
        other seat answered. Beyond that every other seat that has not forfeited must consent, and a new
        `salt` (8 to 64 bytes) is needed: chance is drawn anew. A forfeit stands: nothing before it is taken
        back, but for answers that are still sealed. Raises IllegalAction.
        """
        at = self._last_given(seat)
        refusal = self._undo_refusal(seat, at)
        if refusal is None and at is not None:
            self._rebuild(self._without(seat, at))
            return
        others = set(range(self.seats)) - {seat} - set(self._forfeited)
        if at is None or refusal is None or refusal.rule == _FORFEIT_STANDS or not others <= set(consent):
            raise IllegalAction(refusal or _NOTHING_TO_UNDO, seat, "undo")
        if salt is None or not 8 <= len(salt) <= 64:
            raise IllegalAction(Refusal("kernel:undo.3", say("refuse.kernel.undo-salt")), seat, "undo")
        self._rebuild(self.answers[:at])
        self._answer_forced()
        self.add_salt(salt)

    def add_salt(self, salt: bytes) -> None:
        """Let all chance from here on be drawn anew from the key and this salt (8 to 64 bytes)."""
        if self._outcome is not None:
            raise IllegalAction(Refusal("kernel:undo.3", say("refuse.kernel.over")), -1, "salt")
        if not 8 <= len(salt) <= 64:
            raise IllegalAction(Refusal("kernel:undo.3", say("refuse.kernel.undo-salt")), -1, "salt")
        self.answers.append(Answer(-1, salt, SALT))
        self._apply_mark(self.answers[-1])

    def undo_refusal(self, seat: int) -> Refusal | None:
        """Return why a seat cannot freely take back its last answer, or None."""
        return self._undo_refusal(seat, self._last_given(seat))

    # Copies and imagined worlds

    def clone(self) -> Match[S]:
        """Return an independent match that stands where this one stands."""
        twin: Match[S] = Match.__new__(Match)
        twin.rulebook = self.rulebook
        twin.origin = self.origin
        twin._domains = self._domains
        twin._log = None if self._log is None else Log(self._log.told[: self._log_mark])
        twin.answers = self.answers[: self._mark]
        twin.draws = self.draws[: self._draw_mark]
        twin._imagined = self._imagined
        twin._supplied = self._supplied
        twin._barrier = min(self._barrier, self._mark)
        twin._begin(self._checkpoint, self._label)
        twin._repeat(self.draws[self._draw_mark :], self._game.chance.script)
        twin._replay(self.answers[self._mark :])
        return twin

    def supply(self, results: Sequence[Result]) -> None:
        """Let the next results of chance be these, for a test, or a replay of a match to which they were supplied."""
        if results:
            self._supplied = True
            self._game.chance.supply(results)

    def imagine(self, seats: Seats, seed: int | bytes) -> Match[S]:
        """Return a match in a world that agrees with all that these seats have been shown; the rest is dealt anew.

        The same seed gives the same world. What it returns knows nothing of the truth.
        """
        viewers = as_seats(seats)
        mask = mask_of(viewers)
        key = derive_key("imagine", seed)
        state = self._checkpoint.copy()
        state.key = derive_key(key, "chance")
        state.drawn = 0
        self.rulebook.redeal(state, mask, Stream(derive_key(key, "redeal")))
        since = [_copied(a) for a in self.answers[self._mark :] if a.how != SALT]
        anew = None
        start = self._open.start if self._open is not None else self._left_open
        if start is not None:
            at = sum(a.how != SALT for a in self.answers[self._mark : start])
            since = since[:at] + [a for a in since[at:] if a.seat in viewers or a.how == FORFEIT]
            flows = self._open.flows.keys() if self._open is not None else ()
            ready = frozenset(s for s in flows if s not in self._asks) - viewers
            anew = _Anew(at, ready, viewers, Stream(derive_key(key, "sealed")))
        world: Match[S] = Match.__new__(Match)
        world.rulebook = self.rulebook
        world.origin = Origin(self.seats, {}, None, state)
        world._domains = self._domains
        world._log = None
        world.answers = []
        world.draws = []
        world._imagined = mask
        world._supplied = True
        world._barrier = 0
        world._begin(state, self._label)
        world._repeat(self.draws[self._draw_mark :], [], mask)
        world._replay(since, anew)
        world._game.chance.supply(())
        return world

    # Driving the flow

    @property
    def _forfeited(self) -> list[int]:
        forfeited: list[int] = self._game.state.forfeited  # type: ignore[attr-defined]  # every state has it
        return forfeited

    @property
    def _opened(self) -> _Open:
        if self._open is None:
            raise FlowError("no seats decide together")
        return self._open

    def _begin(self, checkpoint: Any, label: str = "") -> None:  # the rulebook's own state
        """Stand at a checkpoint with a copy of its state and a new flow, nothing asked yet."""
        self._checkpoint = checkpoint
        self._label = label
        self._mark = len(self.answers)
        self._draw_mark = len(self.draws)
        self._log_mark = len(self._log.told) if self._log is not None else 0
        state = checkpoint.copy()
        chance = Chance(state, self.draws)
        chance.after = len(self.answers)
        chance.imagined = self._imagined
        chance.stock = self.rulebook.stock
        self._game: Game[S] = Game(state, chance, self._log)
        self._flow = self.rulebook.flow(self._game)
        self._asks: dict[int, Ask] = {}
        self._open: _Open | None = None
        self._left_open: int | None = None  # where the answers begin that a forfeit has left sealed for ever
        self._outcome: Outcome | None = None
        self._resuming = True  # the flow begins by saying the checkpoint at which it already stands

    def _drive(self, request: Request) -> None:
        """Go on until somebody has a real choice, or to the end."""
        self._asks = {}
        flow = self._flow
        value: Any = None  # what the flow's request is answered with: an action, a dict of results, or nothing
        while True:
            kind = type(request)
            if kind is Question:
                seat: int = request.seat  # type: ignore[union-attr]  # narrowed by kind, quicker than isinstance
                ask = Ask(seat, request.chooser)  # type: ignore[union-attr]
                forced = self._forced(ask)
                if forced is None:
                    self._asks = {seat: ask}
                    return
                self._note(seat, forced)
                value = forced
            elif kind is Checkpoint:
                self._save(request.label)  # type: ignore[union-attr]
                value = None
            else:
                self._open = _Open(request.flows, len(self.answers))  # type: ignore[union-attr]
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
        """Hand an answer to the flow that waits for it."""
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
        """Let one seat's flow inside a `together` go on to its next real choice or its end."""
        opened = self._opened
        flow = opened.flows[seat]
        while True:
            try:
                request = flow.send(value)
            except StopIteration as end:
                opened.results[seat] = end.value
                opened.asks.pop(seat, None)
                return
            ask = Ask(seat, _own_question(request, seat))
            value = self._forced(ask)
            if value is None:
                opened.asks[seat] = ask
                return
            self._note(seat, value)

    def _close(self) -> dict[int, Any]:
        """All are ready: put their answers in seat order and return what their flows returned."""
        opened = self._opened
        self.answers[opened.start :] = _in_order(self.answers[opened.start :])
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
            return  # nobody chose and nothing was drawn: the checkpoint before leads here by itself
        self._checkpoint = self._game.state.copy()  # type: ignore[attr-defined]  # every state copies
        self._mark = len(self.answers)
        self._draw_mark = len(self.draws)
        if self._log is not None:
            self._log_mark = len(self._log.told)

    def _forced(self, ask: Ask) -> Action | None:
        forced: Action | None
        if self._forfeited and ask.seat in self._forfeited:
            forced = ask.chooser.default()
        else:
            forced = ask.chooser.only(ask.options)
        return forced

    def _answer_forced(self) -> None:
        """In a `together` that was opened anew, give again the forced answers that went with it."""
        if self._open is not None:
            for seat in list(self._open.asks):
                forced = self._forced(self._open.asks[seat])
                if forced is not None:
                    self._note(seat, forced)
                    self._step(seat, forced)
            self._asks = self._open.asks

    def _note(self, seat: int, action: Action) -> None:
        self.answers.append(Answer(seat, action, FORCED))
        self._game.chance.after = len(self.answers)

    def _finish(self, *, by_forfeit: bool = False) -> None:
        self._asks = {}
        if self._open is not None:
            self._left_open = self._open.start
            self.answers[self._left_open :] = _in_order(self.answers[self._left_open :], closed=False)
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
        """Stand where these answers lead; they begin as the journal does."""
        mark = self._mark
        if len(answers) >= mark:
            self._return(self._point(), answers[mark:])
        else:
            self._return((self.origin.state, "", 0, 0, 0, 0), answers)

    def _return(self, point: _Point, since: list[Answer]) -> None:
        """Stand at a checkpoint that was passed and play on with these answers; chance gives what it gave then."""
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
            del self._log.told[log_mark:]
        self._barrier = min(barrier, mark)
        self._begin(checkpoint, label)
        self._repeat(drawn, left)
        self._replay(since)

    def _repeat(self, drawn: list[Draw], left: list[Result | Unseen], mask: int = PUBLIC) -> None:
        """Let chance give these results again, as far as the seats of `mask` saw them (`PUBLIC`: all of them).

        `left` is the rest of a script.
        """
        script = left[:]
        for draw in reversed(drawn):
            if draw.result is not None:
                script.append(draw.result if mask == PUBLIC or knows(draw.seen, mask) else UNSEEN)
        self._game.chance.script = script

    def _replay(self, todo: list[Answer], anew: _Anew | None = None) -> None:
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
                self._save(request.label)  # type: ignore[union-attr]
                value = None
            elif kind is Question:
                at = self._replay_marks(todo, at)
                if self._outcome is not None:
                    return
                if at == len(todo):
                    self._asks = {request.seat: Ask(request.seat, request.chooser)}  # type: ignore[union-attr]
                    return
                answer = todo[at]
                if answer.seat != request.seat:  # type: ignore[union-attr]
                    raise FlowError(f"the journal answers for seat {answer.seat}, the rules ask another")
                at += 1
                self.answers.append(answer)
                self._game.chance.after = len(self.answers)
                value = answer.action
            else:
                self._open = _Open(request.flows, len(self.answers))  # type: ignore[union-attr]
                sealed = anew if anew is not None and at >= anew.start else None
                at = self._replay_together(todo, at, sealed)
                if self._outcome is not None:
                    return
                if self._open.asks:
                    self._asks = self._open.asks
                    return
                value = self._close()

    def _replay_together(self, todo: list[Answer], at: int, anew: _Anew | None) -> int:
        opened = self._opened
        waiting: dict[int, Chooser[Any]] = {}
        for seat, flow in opened.flows.items():
            if anew is None or seat in anew.viewers:
                self._send(waiting, seat, flow, None)
        while at < len(todo) and (waiting or anew is not None):
            answer = todo[at]
            at += 1
            self.answers.append(answer)
            if answer.how > FORCED:
                self._apply_mark(answer)
                if self._outcome is not None:
                    return at
                continue
            self._send(waiting, answer.seat, opened.flows[answer.seat], answer.action)
        for seat, chooser in waiting.items():
            opened.asks[seat] = Ask(seat, chooser)
        if anew is not None:
            for seat in opened.flows:
                if seat not in anew.viewers:
                    self._decide_anew(seat, anew)
        return at

    def _send(self, waiting: dict[int, Chooser[Any]], seat: int, flow: Flow[Any], value: Action | None) -> None:
        try:
            waiting[seat] = _own_question(flow.send(value), seat)
        except StopIteration as end:
            self._opened.results[seat] = end.value
            waiting.pop(seat, None)

    def _decide_anew(self, seat: int, anew: _Anew) -> None:
        """Answer for a seat that is ready by legal answers drawn anew; one that decides has shown nothing."""
        opened = self._opened
        self._step(seat, None)
        while seat in anew.ready and seat in opened.asks:
            ask = opened.asks[seat]
            action = ask.chooser.draw(ask.options, anew.stream)
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
        """Carry out a journal entry that is no answer: a forfeit, or a salt. Nothing before it is taken back freely."""
        self._barrier = self._game.chance.after = len(self.answers)
        if mark.how == SALT:
            state = self._game.state
            state.key = derive_key(state.key, mark.action)  # type: ignore[attr-defined]  # every state has a key
            return
        self._forfeited.append(mark.seat)
        self._game.tell(Forfeited(seat=mark.seat))
        if self._outcome is None and len(self._forfeited) >= self.seats - 1:
            self._finish(by_forfeit=True)

    # Judging answers and taking them back

    def _judge(self, seat: int, action: Action | str | Mapping[str, Any]) -> tuple[Refusal | None, Any]:
        ask = self._asks.get(seat)
        if ask is None:
            why = "over" if self._outcome is not None else "not-asked"
            return Refusal("kernel:ask", say(f"refuse.kernel.{why}", seat=seat)), None
        try:
            read = self._read(action)
        except notation.NotationError as error:
            return error.refusal, None
        except msgspec.ValidationError as error:
            return Refusal("kernel:notation", say("refuse.kernel.form", why=str(error))), None
        if type(read) not in ask.chooser.answers:
            asked = ask.prompt.id.removeprefix("ask.")
            return Refusal("kernel:ask", say("refuse.kernel.other-question", asked=asked)), None
        refusal = notation.check_domains(read, self._domains)
        return (refusal if refusal is not None else ask.chooser.refusal(read)), read

    def _read(self, action: Action | str | Mapping[str, Any]) -> Action:
        if isinstance(action, Action):
            return action
        if isinstance(action, str):
            return notation.read(action, self.rulebook.actions)
        read: Action = msgspec.convert(action, _union(self.rulebook.actions))
        return read

    def _last_given(self, seat: int) -> int | None:
        return next((i for i in range(len(self.answers) - 1, -1, -1) if _is_given(self.answers[i], seat)), None)

    def _undo_refusal(self, seat: int, at: int | None) -> Refusal | None:
        if at is None:
            return _NOTHING_TO_UNDO
        if seat in self._forfeited:
            return Refusal(_FORFEIT_STANDS, say("refuse.kernel.forfeited", seat=seat))
        if self._open is not None and at >= self._open.start:
            return None
        if any(a.how == FORFEIT for a in self.answers[at + 1 :]):
            return Refusal(_FORFEIT_STANDS, say("refuse.kernel.undo-forfeit", seat=seat))
        if self._barrier > at or (self.draws and self.draws[-1].after > at):
            return Refusal("kernel:undo.2", say("refuse.kernel.undo-revealed", seat=seat))
        if any(a.how == GIVEN and a.seat != seat for a in self.answers[at + 1 :]):
            return Refusal("kernel:undo.2", say("refuse.kernel.undo-others", seat=seat))
        return None

    def _without(self, seat: int, at: int) -> list[Answer]:
        """Return the journal without a seat's last answer and what it led to; in a `together` others keep theirs."""
        if self._open is not None and at >= self._open.start:
            return self.answers[:at] + [a for a in self.answers[at + 1 :] if a.seat != seat]
        return self.answers[:at]


def as_seats(seats: Seats) -> frozenset[int]:
    """Return seats as a set: one, several, or none for a spectator."""
    return frozenset() if seats is None else frozenset({seats}) if isinstance(seats, int) else frozenset(seats)


def _seat(answer: Answer) -> int:
    return answer.seat


def _in_order(answers: list[Answer], *, closed: bool = True) -> list[Answer]:
    """Put what came in during a `together` into its one order, in which it can be played again.

    First salts; then for each forfeit, in their order, the seat's answers before it, the forfeit, and what answered
    for the seat after it; then the other seats' answers in seat order. Where the last forfeit ended the match
    while it was not closed, all that came before a seat's forfeit stands before all forfeits.
    """
    if all(a.how <= FORCED for a in answers):
        return sorted(answers, key=_seat)
    given_up = [a.seat for a in answers if a.how == FORFEIT]
    groups: dict[int, list[Answer]] = {seat: [] for seat in given_up}
    salts: list[Answer] = []
    others: list[Answer] = []
    gone: set[int] = set()
    for answer in answers:
        if answer.how == SALT:
            salts.append(answer)
            continue
        if answer.how == FORFEIT:
            gone.add(answer.seat)
        with_group = answer.seat in (groups if closed else gone)
        (groups[answer.seat] if with_group else others).append(answer)
    forfeits = [answer for group in groups.values() for answer in group]
    others.sort(key=_seat)
    return salts + (forfeits + others if closed else others + forfeits)


def _entry(answer: Answer) -> Any:  # [seat, notation], {"forfeit": seat} or {"salt": hex}; None if forced
    """Write an entry of the journal as positions hold it."""
    if answer.how == GIVEN:
        return [answer.seat, notation.write(answer.action)]
    if answer.how == FORFEIT:
        return {"forfeit": answer.seat}
    return {"salt": answer.action.hex()} if answer.how == SALT else None


def _copied(answer: Answer) -> Answer:
    """Return an equal answer that shares no object with this one: it may end up in a bot's hands."""
    return answer._replace(action=copy(answer.action))


def _is_given(answer: Answer, seat: int) -> bool:
    return answer.how == GIVEN and answer.seat == seat


def _own_question(request: Request, seat: int) -> Chooser[Any]:
    if not isinstance(request, Question) or request.seat != seat:
        raise FlowError(f"inside a together, seat {seat} can only be asked itself")
    return request.chooser


_UNIONS: dict[tuple[type[Action], ...], Any] = {}  # a union type, which has no type of its own


def _union(actions: tuple[type[Action], ...]) -> Any:  # a union type, as above
    if actions not in _UNIONS:
        union: Any = actions[0]
        for action in actions[1:]:
            union = union | action
        _UNIONS[actions] = union
    return _UNIONS[actions]


_SETS: dict[int, tuple[Any, dict[str, frozenset[Any]]]] = {}


def _domain_sets(rulebook: Rulebook[Any]) -> dict[str, frozenset[Any]]:
    domains = rulebook.domains
    found = _SETS.get(id(domains))
    if found is None:  # the mapping itself is kept along, so that its id stays its own
        found = _SETS[id(domains)] = (domains, {name: frozenset(values) for name, values in domains.items()})
    return found[1]


__all__ = ["Answer", "FlowError", "Match", "Options", "Origin", "as_seats"]
