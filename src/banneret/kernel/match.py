"""A match: drives the rules' flow, accepts and undoes answers, hides secrets, copies, and imagines worlds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from banneret.compiled import mypyc_attr
from banneret.kernel import notation
from banneret.kernel.answer_types import domain_sets, union_of
from banneret.kernel.asks import Ask, MatchView, own_asks
from banneret.kernel.chance import Result
from banneret.kernel.choosers import Action, IllegalAction, Options, Refusal
from banneret.kernel.driver import Driver, FlowError, Redraw
from banneret.kernel.events import Event, Log, LoggedEvent
from banneret.kernel.flow import Checkpoint
from banneret.kernel.journal import FORCED, FORFEIT, GIVEN, SALT, Answer, Origin, copied, in_order, is_given, written
from banneret.kernel.pile import mask_of
from banneret.kernel.record_lines import RecordLines, entries_of, setup_of
from banneret.kernel.registry import rulebook
from banneret.kernel.rule_error import RuleError
from banneret.kernel.rulebook import Outcome, PositionError, Rulebook
from banneret.kernel.snapshot import Snapshot, read_answers, read_draws, write_answers, write_draws
from banneret.kernel.stream import Stream, derive_key
from banneret.kernel.wording import sentence
from banneret.text.message import msg

S = TypeVar("S")
Seats: TypeAlias = int | Iterable[int] | None

_new: Final = tuple.__new__  # quicker than a call of `Answer`, which checks its arguments
_NOTHING_TO_UNDO = Refusal("kernel:undo.1", msg("refuse.kernel.undo-nothing"))
_FORFEIT_STANDS: Final = "kernel:undo.4"


@mypyc_attr(allow_interpreted_subclasses=True)
class Match(Driver[S]):
    """One match of one rulebook. Use `new_match`, `from_position` or `load` to create one.

    Invariant: the last checkpoint and the answers since then lead to the live state.
    """

    __slots__ = ()

    def __init__(
        self,
        rulebook: Rulebook[S],
        origin: Origin,
        *,
        events: bool = True,
        chance: Sequence[Result] = (),
        history: Sequence[LoggedEvent] = (),
        decide: Callable[[int], int] | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.origin = origin
        self._domains = domain_sets(rulebook)
        self.answers = []
        self.draws = []
        self._log = Log(list(history)) if events else None
        self._earlier = len(history)
        self._imagined = None
        self._decide = decide
        self._supplied = bool(chance) or decide is not None
        self._barrier = 0
        self._count_anew()
        self._begin(origin.state)
        self._game.chance.supply(chance)
        try:
            request = next(self._flow)
        except StopIteration:  # a position where the match is over
            self._finish()
            return
        if type(request) is not Checkpoint:
            raise FlowError("the outermost flow must begin with a checkpoint")
        self._drive(request)

    # Queries

    @property
    def asking(self) -> dict[int, Ask]:
        """The open questions by seat, in seat order; empty when the match is over."""
        asks = self._asks
        return dict(sorted(asks.items())) if len(asks) > 1 else asks.copy()

    def asked(self, seat: int) -> Ask | None:
        """Return the open question of a seat, or None."""
        return self._asks.get(seat)

    @property
    def outcome(self) -> Outcome | None:
        """Places, scores and reason, or None while the match is running."""
        return self._outcome

    @property
    def label(self) -> str:
        """The public label of the last checkpoint ("round 4")."""
        return self._label

    @property
    def mark(self) -> int:
        """Number of journal entries before the last checkpoint; it grows whenever a checkpoint is passed."""
        return self._mark

    @property
    def events_before(self) -> int:
        """Number of events before the last checkpoint."""
        return self._log_mark

    @property
    def together(self) -> bool:
        """Whether seats are deciding simultaneously; answers stay sealed until all are ready."""
        return self._open is not None

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that have answered all their questions while others are still deciding simultaneously."""
        return () if self._open is None else tuple(s for s in self._open.flows if s not in self._open.asks)

    @property
    def opened_at(self) -> int | None:
        """Journal index of the first answer of the seats now deciding simultaneously, or None."""
        return self._open.start if self._open is not None else None

    @property
    def supplied(self) -> bool:
        """Whether a test or an imagined world supplied results of chance, which do not follow from the key."""
        return self._supplied

    @property
    def state(self) -> S:
        """The live state, including all secrets: for the rulebook's own tests and tools, never for players."""
        return self._game.state

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.origin.seats

    @property
    def forfeited(self) -> tuple[int, ...]:
        """The seats that have been forfeited, in order."""
        return tuple(self._forfeited)

    @property
    def journal(self) -> list[Answer]:
        """The answers in recorded order; those still sealed are also in seat order."""
        if self._open is None:
            return self.answers[:]
        return self.answers[: self._open.start] + in_order(self.answers[self._open.start :])

    def given(self, seat: int) -> int:
        """Return the number of answers that a seat has given itself, without those that were taken back."""
        if self._counted < self._mark:
            given = list(self._given)
            for answer in self.answers[self._counted : self._mark]:
                if answer.how == GIVEN:
                    given[answer.seat] += 1
            self._given, self._counted = tuple(given), self._mark
        return self._given[seat] + sum(is_given(answer, seat) for answer in self.answers[self._mark :])

    @property
    def events(self) -> list[LoggedEvent]:
        """The events so far, each with the seats that see its private fields. Empty with `events=False`."""
        return list(self._log.events) if self._log is not None else []

    def events_for(self, seats: Seats = None, since: int = 0) -> list[tuple[int, Event]]:
        """Return (number, event) pairs from `since` on, as seen by these seats. Raises ValueError: unknown seat."""
        viewers = self._seats(seats)
        return self._log.seen_by(viewers, since) if self._log is not None else []

    def view(self, seats: Seats = None, *, public: Any = None) -> MatchView[Any]:  # the game's own view
        """Return the JSON-compatible view of a seat, of several seats of one person, or of a spectator (None).

        `public`, if given, is a spectator's current view of the game, which saves time without changing the result.
        Raises ValueError for an unknown seat.
        """
        viewers = self._seats(seats)
        book, state = self.rulebook, self._game.state
        waiting = dict.fromkeys(self._asks, "deciding")
        sealed: dict[int, tuple[str, ...]] = {}
        if self._open is not None:
            waiting = {seat: "deciding" if seat in self._open.asks else "ready" for seat in self._open.flows}
            for seat in viewers.intersection(self._open.flows):
                own = self.answers[self._open.start :]
                sealed[seat] = tuple(notation.write(a.action) for a in own if a.seat == seat and a.how <= FORCED)
        return MatchView(
            rulebook=book.id,
            viewers=tuple(sorted(viewers)),
            label=self._label,
            game=book.view(state, viewers) if public is None else book.overlaid(state, public, viewers),
            waiting=waiting,
            asks=own_asks(self._asks, viewers),
            sealed=sealed,
            outcome=self._outcome,
        )

    def _is_seat(self, seat: object) -> bool:
        return isinstance(seat, int) and 0 <= seat < self.origin.seats

    def _seats(self, seats: Seats) -> frozenset[int]:
        """Return seats as a set. Raises ValueError for unknown seats."""
        found = as_seats(seats)
        for seat in found:
            if not self._is_seat(seat):
                raise ValueError(f"there is no seat {seat!r}: this match has seats 0 to {self.seats - 1}")
        return found

    def __repr__(self) -> str:
        if self._outcome is not None:
            first = " and ".join(map(str, self._outcome.places[0])) if self._outcome.places else "nobody"
            status = f"over, won by seat {first} ({self._outcome.reason})"
        else:
            status = ", ".join(f"seat {seat} is asked {ask.kind!r}" for seat, ask in sorted(self._asks.items()))
        return f"<Match of {self.rulebook.id}, {self.seats} seats, {self._label or 'not begun'}: {status}>"

    def _repr_svg_(self) -> str | None:
        """Return the drawing for a notebook, as a spectator sees it; None if the game has no drawing."""
        showing = getattr(self.rulebook, "showing", None)  # its type is above the kernel
        drawn: str | None = None if showing is None else showing.draw(self.view(None).game)
        return drawn

    def digest(self) -> str:
        """Return a hash of the current position. It is secret while the match is running, like everything it covers."""
        return hashlib.sha256(msgspec.json.encode(self.position(), order="sorted")).hexdigest()

    def position(self) -> dict[str, Any]:
        """Return the last checkpoint and the answers since then, for `from_position`. It contains all secrets."""
        since = self.journal[self._mark :]
        return {
            "rulebook": self.rulebook.id,
            "version": self.rulebook.version,
            "state": self.rulebook.encode(self._checkpoint),
            "answers": [e for a in since if (e := written(a)) is not None],
            "chance": [d.result for d in self.draws[self._draw_mark :] if d.result is not None],
        }

    def snapshot(self) -> Snapshot:
        """Return the match as plain data for `restored`, without its origin and its events. It contains all secrets.

        Raises ValueError if results of chance were supplied, which do not follow from the key.
        """
        if self._supplied:
            raise ValueError("a match with supplied results of chance has no snapshot")
        return Snapshot(
            version=self.rulebook.version,
            state=self.rulebook.encode(self._checkpoint),
            label=self._label,
            answers=write_answers(self.answers),
            draws=write_draws(self.draws),
            mark=self._mark,
            draw_mark=self._draw_mark,
            events=self._log_mark,
            earlier=self._earlier,
            barrier=self._barrier,
        )

    # Answers

    def refusal(self, seat: int, action: Action | str | Mapping[str, Any]) -> Refusal | None:
        """Return why this answer is not allowed now, or None."""
        refusal, _ = self.judge(seat, action)
        return refusal

    def play(self, seat: int, action: Action | str | Mapping[str, Any]) -> None:
        """Answer for a seat with an action, its notation, or its JSON form.

        Raises IllegalAction with the refusal, or RuleError if a rule fails; the match is then unchanged.
        """
        ask = self._asks.get(seat) if type(seat) is int else None
        if ask is not None and isinstance(action, Action) and ask.options.lists(action):
            read = action
        else:
            refusal, read = self.judge(seat, action)
            if refusal is not None:
                raise self._illegal(refusal, seat, action)
        if ask is None:
            ask = self._asks[seat]
        answers = self.answers
        point, since = self._point(), answers[self._mark :]
        answers.append(_new(Answer, (seat, read, GIVEN, ask.chooser.kind)))
        self._game.chance.after = len(answers)
        try:
            self._continue(seat, read)
        except BaseException as error:
            self._return(point, since)
            if isinstance(error, Exception):
                raise self._failed(seat, read, error) from error
            raise  # an interruption, which also leaves the match unchanged

    def _illegal(self, refusal: Refusal, seat: int, tried: object) -> IllegalAction:
        """Return the error for a refused answer, with the reason as an English sentence."""
        return IllegalAction(refusal, seat, _shown(tried), sentence(self.rulebook, refusal.reason))

    def _failed(self, seat: int, tried: object, error: Exception) -> RuleError:
        """Return the error for a failed rule, with the record so far and a note on the attempted answer."""
        shown, fault = _shown(tried), f"{type(error).__name__}: {error}"[:500]
        note = {"note": f"seat {seat}: {shown}: {fault}"}
        record = RecordLines(setup_of(self), [*entries_of(self), note], None)
        return RuleError(self.rulebook.id, seat, shown, fault, record)

    def forfeit(self, seat: int) -> None:
        """Forfeit a seat: from now on the first option of each question is its answer; it places last.

        Raises IllegalAction, or RuleError if a rule fails.
        """
        if seat not in range(self.seats) or seat in self._forfeited:
            why = "forfeited" if seat in range(self.seats) else "no-seat"
            raise self._illegal(Refusal("kernel:forfeit", msg(f"refuse.kernel.{why}", seat=seat)), seat, "forfeit")
        if self._outcome is not None:
            raise self._illegal(Refusal("kernel:forfeit", msg("refuse.kernel.over")), seat, "forfeit")
        point, since = self._point(), self.answers[self._mark :]
        self.answers.append(Answer(seat, None, FORFEIT))
        try:
            self._apply_mark(self.answers[-1])
            ask = self._asks.get(seat)
            if ask is not None:
                default = ask.chooser.default()
                self._note(seat, default)
                self._continue(seat, default)
        except BaseException as error:
            self._return(point, since)
            if isinstance(error, Exception):
                raise self._failed(seat, "forfeit", error) from error
            raise

    def undo(self, seat: int, *, consent: Iterable[int] = (), salt: bytes | None = None) -> None:
        """Undo the last answer of a seat.

        This is free as long as, since that answer, no chance was drawn, no `together` closed, nothing private was shown
        and no other seat answered. Otherwise every other seat that has not forfeited must consent, and a new `salt` (8
        to 64 bytes) is required, from which further chance is drawn. A forfeit is final: nothing before it is undone,
        except answers that are still sealed. Raises IllegalAction.
        """
        at = self._last_given(seat)
        refusal = self._undo_refusal(seat, at)
        if refusal is None and at is not None:
            self._rebuild(self._without(seat, at))
            return
        others = set(range(self.seats)) - {seat} - set(self._forfeited)
        if at is None or refusal is None or refusal.rule == _FORFEIT_STANDS or not others <= set(consent):
            raise self._illegal(refusal or _NOTHING_TO_UNDO, seat, "undo")
        if salt is None or not 8 <= len(salt) <= 64:
            raise self._illegal(Refusal("kernel:undo.3", msg("refuse.kernel.undo-salt")), seat, "undo")
        self._rebuild(self.answers[:at])
        self._answer_forced()
        self.add_salt(salt)

    def add_salt(self, salt: bytes) -> None:
        """Derive all further chance from the key and this salt (8 to 64 bytes)."""
        if self._outcome is not None:
            raise self._illegal(Refusal("kernel:undo.3", msg("refuse.kernel.over")), -1, "salt")
        if not 8 <= len(salt) <= 64:
            raise self._illegal(Refusal("kernel:undo.3", msg("refuse.kernel.undo-salt")), -1, "salt")
        self.answers.append(Answer(-1, salt, SALT))
        self._apply_mark(self.answers[-1])

    def undo_refusal(self, seat: int) -> Refusal | None:
        """Return why a seat cannot freely undo its last answer, or None."""
        return self._undo_refusal(seat, self._last_given(seat))

    # Copies and imagined worlds

    def clone(self) -> Match[S]:
        """Return an independent match in the same position."""
        twin: Match[S] = Match.__new__(Match)
        twin.rulebook = self.rulebook
        twin.origin = self.origin
        twin._domains = self._domains
        twin._log = None if self._log is None else Log(self._log.events[: self._log_mark])
        twin._earlier = self._earlier
        twin.answers = self.answers[: self._mark]
        twin.draws = self.draws[: self._draw_mark]
        twin._imagined = self._imagined
        twin._decide = None
        twin._supplied = self._supplied
        twin._barrier = min(self._barrier, self._mark)
        twin._given, twin._counted = self._given, self._counted
        twin._begin(self._checkpoint, self._label)
        twin._game.recall(self._game)
        twin._repeat(self.draws[self._draw_mark :], self._game.chance.script)
        twin._replay(self.answers[self._mark :])
        return twin

    def __copy__(self) -> Match[S]:
        """Return a clone: a shallow copy would share its flow."""
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match[S]:
        """Return a clone, which shares no mutable data."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the match for another process: its position, and its events up to the last checkpoint."""
        events = None if self._log is None else self._log.events[: self._log_mark]
        parts = (self.rulebook.id, self.origin, self._checkpoint, self._label, events, self._game.chance.script)
        marks = (self._mark, self._draw_mark, self._imagined, self._supplied, self._barrier, self._earlier)
        return _unpickled, (*parts, self.answers, self.draws, *marks)

    def supply(self, results: Sequence[Result]) -> None:
        """Supply the next results of chance, for a test or to replay a match with supplied results."""
        if results:
            self._supplied = True
            self._game.chance.supply(results)

    def roll_with(self, decide: Callable[[int], int]) -> None:
        """Take further rolls from `decide(number of results)`; copies do not. If it raises, no answer is played."""
        self._supplied = True
        self._decide = self._game.chance.decide = decide

    def imagine(self, seats: Seats, seed: int | bytes) -> Match[S]:
        """Return a match in a world consistent with everything shown to these seats; the rest is redealt.

        The same seed gives the same world. The returned match contains nothing of the true secrets. Raises ValueError
        for an unknown seat.
        """
        viewers = self._seats(seats)
        mask = mask_of(viewers)
        key = derive_key("imagine", seed)
        state = self._checkpoint.copy()
        state.key = derive_key(key, "chance")
        state.drawn = 0
        self.rulebook.redeal(state, mask, Stream(derive_key(key, "redeal")))
        since = [copied(a) for a in self.answers[self._mark :] if a.how != SALT]
        redraw = None
        start = self._open.start if self._open is not None else self._left_open
        if start is not None:
            at = sum(a.how != SALT for a in self.answers[self._mark : start])
            since = since[:at] + [a for a in since[at:] if a.seat in viewers or a.how == FORFEIT]
            flows = self._open.flows.keys() if self._open is not None else ()
            ready = frozenset(s for s in flows if s not in self._asks) - viewers
            redraw = Redraw(at, ready, viewers, Stream(derive_key(key, "sealed")))
        world: Match[S] = Match.__new__(Match)
        world.rulebook = self.rulebook
        world.origin = Origin(self.seats, {}, None, state)
        world._domains = self._domains
        world._log = None
        world._earlier = 0
        world.answers = []
        world.draws = []
        world._imagined = mask
        world._decide = None
        world._supplied = True
        world._barrier = 0
        world._count_anew()
        world._begin(state, self._label)
        world._repeat(self.draws[self._draw_mark :], [], mask)
        world._replay(since, redraw)
        world._game.chance.supply(())
        return world

    # Judging answers and taking them back

    def judge(self, seat: int, action: Action | str | Mapping[str, Any]) -> tuple[Refusal | None, Any]:
        """Return why this answer is not allowed now, or None, and the parsed action, or None.

        Raises RuleError if the rule that judges it fails.
        """
        ask = self._asks.get(seat) if self._is_seat(seat) else None
        if ask is None:
            why = "over" if self._outcome is not None else "not-asked" if self._is_seat(seat) else "no-seat"
            return Refusal("kernel:ask", msg(f"refuse.kernel.{why}", seat=seat)), None
        try:
            read = self._read(action)
        except notation.NotationError as error:
            return error.refusal, None
        except msgspec.ValidationError as error:
            return Refusal("kernel:notation", msg("refuse.kernel.form", why=str(error))), None
        if type(read) not in ask.chooser.answers:
            asked = ask.prompt.id.removeprefix("ask.")
            return Refusal("kernel:ask", msg("refuse.kernel.other-question", asked=asked)), None
        refusal = notation.check_domains(read, self._domains)
        if refusal is None:
            try:
                refusal = ask.chooser.refusal(read)
            except Exception as error:
                raise self._failed(seat, read, error) from error
        return refusal, read

    def _read(self, action: Action | str | Mapping[str, Any]) -> Action:
        if isinstance(action, Action):
            return action
        if isinstance(action, str):
            return notation.read(action, self.rulebook.actions)
        read: Action = msgspec.convert(action, union_of(self.rulebook.actions))
        return read

    def _last_given(self, seat: int) -> int | None:
        return next((i for i in range(len(self.answers) - 1, -1, -1) if is_given(self.answers[i], seat)), None)

    def _undo_refusal(self, seat: int, at: int | None) -> Refusal | None:
        if not self._is_seat(seat):
            return Refusal("kernel:undo.1", msg("refuse.kernel.no-seat"))
        if at is None:
            return _NOTHING_TO_UNDO
        if seat in self._forfeited:
            return Refusal(_FORFEIT_STANDS, msg("refuse.kernel.forfeited", seat=seat))
        if self._open is not None and at >= self._open.start:
            return None
        if any(a.how == FORFEIT for a in self.answers[at + 1 :]):
            return Refusal(_FORFEIT_STANDS, msg("refuse.kernel.undo-forfeit", seat=seat))
        if self._barrier > at or (self.draws and self.draws[-1].after > at):
            return Refusal("kernel:undo.2", msg("refuse.kernel.undo-revealed", seat=seat))
        if any(a.how == GIVEN and a.seat != seat for a in self.answers[at + 1 :]):
            return Refusal("kernel:undo.2", msg("refuse.kernel.undo-others", seat=seat))
        return None

    def _without(self, seat: int, at: int) -> list[Answer]:
        """Return the journal without a seat's last answer and its consequences; in a `together`, others keep theirs."""
        if self._open is not None and at >= self._open.start:
            return self.answers[:at] + [a for a in self.answers[at + 1 :] if a.seat != seat]
        return self.answers[:at]


def _shown(tried: object) -> str:
    """Return an answer as shown in error messages: its notation, if it has one."""
    if isinstance(tried, Action):
        try:
            return notation.write(tried)
        except Exception:
            return f"{tried!r}"[:200]
    return str(tried)[:200]


def as_seats(seats: Seats) -> frozenset[int]:
    """Return seats as a set: one, several, or none for a spectator."""
    return frozenset() if seats is None else frozenset({seats}) if isinstance(seats, int) else frozenset(seats)


def _unpickled(
    book: str,
    origin: Origin,
    checkpoint: Any,  # the rulebook's own state
    label: str,
    events: list[LoggedEvent] | None,
    script: list[Any],
    answers: list[Answer],
    draws: list[Any],
    *marks: Any,
) -> Match[Any]:
    mark, draw_mark, imagined, supplied, barrier, earlier = marks
    match: Match[Any] = Match.__new__(Match)
    match.rulebook = rulebook(book)
    match.origin = origin
    match._domains = domain_sets(match.rulebook)
    match._log = None if events is None else Log(events)
    match._earlier = earlier
    match.answers = answers[:mark]
    match.draws = draws[:draw_mark]
    match._imagined = imagined
    match._decide = None
    match._supplied = supplied
    match._barrier = min(barrier, mark)
    match._count_anew()
    match._begin(checkpoint, label)
    match._repeat(draws[draw_mark:], script)
    match._replay(answers[mark:])
    return match


def restored(book: Rulebook[Any], origin: Origin, snapshot: Snapshot, events: Sequence[LoggedEvent]) -> Match[Any]:
    """Return a match from its snapshot: equal to one replayed from its origin.

    `events` contains at least the events before the last checkpoint. Raises PositionError for a snapshot of another
    version of the rules, or one that does not fit.
    """
    if snapshot.version != book.version:
        raise PositionError(f"version: the snapshot is of {snapshot.version!r}, not of {book.version!r}")
    before = list(events[: snapshot.events])
    if [one.number for one in before] != list(range(snapshot.events)):
        raise PositionError(f"events: some of the {snapshot.events} before the checkpoint are missing")
    state = book.decode(snapshot.state)
    try:
        answers, draws = read_answers(snapshot.answers, book.actions), read_draws(snapshot.draws)
        marks = (snapshot.mark, snapshot.draw_mark, None, False, snapshot.barrier, snapshot.earlier)
        return _unpickled(book.id, origin, state, snapshot.label, before, [], answers, draws, *marks)
    except (notation.NotationError, FlowError, LookupError, TypeError, ValueError) as error:
        raise PositionError(f"answers: {error}") from error


__all__ = ["Match", "Options", "as_seats", "restored"]
