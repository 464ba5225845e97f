"""What every game must keep, as checks on any match of any rulebook; tests and `banneret` run them on random matches.

`check_...` compares a match with copies of itself; `lock_...` are the three locks on the door of secrets: (a) what
seats receive is unchanged by a redeal, (b) imagining a match and imagining its redeal are the same, (c) twin worlds,
which use no redeal. Each raises ConformanceError; none changes the match that it is given.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb, prod
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask, MatchView
from banneret.kernel.chance import Stream, derive_key
from banneret.kernel.choosing import Action, Chooser, IllegalAction, Refusal, Space
from banneret.kernel.journal import FORCED, FORFEIT, GIVEN, SALT, Origin
from banneret.kernel.making import from_position, new_match
from banneret.kernel.match import Match, Seats, as_seats
from banneret.kernel.pile import knows, mask_of
from banneret.kernel.record import Record, RecordError
from banneret.kernel.rulebook import Rulebook

MOST_ANSWERS: Final = 100_000
CANDIDATES: Final = 3000
SALT_BYTES: Final = b"conformance-salt"

Seen: TypeAlias = dict[str, Any]


class ConformanceError(AssertionError):
    """A rulebook or the kernel breaks a promise. Says which, and the match, answer and seat at which to see it."""

    def __init__(self, match: Match[Any], what: str, seats: Seats = None) -> None:
        origin = match.origin
        start = f"key={origin.key.hex()}" if origin.key is not None else "from a position"
        given = sum(a.how == GIVEN for a in match.answers)
        seen = "" if seats is None else f", seat {', '.join(map(str, sorted(as_seats(seats))))}"
        where = f"{match.rulebook.id}, seats={origin.seats}, options={dict(origin.options)}, {start}"
        super().__init__(f"{what}\n  in {where}, {match.label!r}, after {given} answers{seen}")
        self.what = what
        self.match = match


def _demand(match: Match[Any], ok: bool, what: str, seats: Seats = None) -> None:
    if not ok:
        raise ConformanceError(match, what, seats)


def _compare(match: Match[Any], one: Any, other: Any, what: str, seats: Seats = None) -> None:  # any two values
    if one != other:
        raise ConformanceError(match, f"{what}: {_difference(one, other)}", seats)


def _difference(one: Any, other: Any, at: str = "") -> str:  # any two values
    """Name the first place where two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(k for k in other if k not in one)]:
            if key not in one or key not in other or one[key] != other[key]:
                return _difference(one.get(key), other.get(key), f"{at}.{key}")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return _difference(a, b, f"{at}[{i}]")
    return f"{at.lstrip('.') or 'value'} is {str(one)[:300]!s}, and {str(other)[:300]!s}"


# Playing at random


def random_match(
    book_id: str,
    seats: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    *,
    on_question: Callable[[Match[Any]], None] | None = None,
    events: bool = False,
    most: int = MOST_ANSWERS,
) -> Match[Any]:
    """Play a match at random, by a stream of the seed; `on_question` is called before each answer.

    A question without an answer and a match of more than `most` answers are errors.
    """
    match = new_match(book_id, seats=seats, seed=seed, options=options, events=events)
    try:
        play_on(match, Stream(derive_key("random match", seed)), on_question=on_question, most=most)
    except Exception as error:
        error.add_note(f"to see it again: random_match({book_id!r}, {seats}, {seed!r}, {options!r})")
        raise
    return match


def play_on(
    match: Match[Any],
    stream: Stream,
    *,
    on_question: Callable[[Match[Any]], None] | None = None,
    most: int = MOST_ANSWERS,
) -> None:
    """Play a match at random to its end."""
    for _ in range(most):
        asking = match.asking
        if not asking:
            _demand(match, match.outcome is not None, "nobody is asked, and the match is not over")
            return
        if on_question is not None:
            on_question(match)
        seat = stream.choice(list(asking))
        match.play(seat, draw_answer(match, asking[seat], stream))
    raise ConformanceError(match, f"the match is not over after {most} answers")


def draw_answer(match: Match[Any], ask: Ask, stream: Stream) -> Action:
    """Draw an answer to a question; an error if there is none."""
    if not isinstance(ask.chooser, Space):
        _demand(match, len(ask.options) > 0, f"a dead end: {ask.kind!r} has no options", ask.seat)
    action: Action = ask.chooser.draw(ask.options, stream)
    return action


# What is offered is what is allowed


def check_options(
    match: Match[Any], *, stream: Stream | None = None, candidates: int = CANDIDATES, seats: Iterable[int] | None = None
) -> None:
    """Compare what each question lists with what it refuses, over the domains of its actions.

    Up to `candidates` answers are tried: all there can be, or else neighbours of the listed ones and some drawn at
    random. Tuples of ids count as multisets.
    """
    stream = stream or Stream(derive_key("options", len(match.answers)))
    for seat, ask in match.asking.items():
        if seats is None or seat in seats:
            _check_ask(match, ask, stream, candidates)


def _check_ask(match: Match[Any], ask: Ask, stream: Stream, most: int) -> None:
    seat, kind = ask.seat, ask.kind
    listed = list(ask.options)
    _demand(match, len(listed) > 0, f"a dead end: {kind!r} has no options", seat)
    _compare(match, listed, ask.chooser.options(), f"{kind!r} lists other options a second time", seat)
    known = {_canon(a): a for a in listed}
    _demand(match, len(known) == len(listed), f"{kind!r} lists an option twice", seat)
    for action in listed:
        _check_legal(match, ask, action)
    _compare(match, ask.chooser.default(), listed[0], f"the default of {kind!r} is not its first option", seat)
    if isinstance(ask.chooser, Space):
        _check_space(match, ask, stream)
        return
    for candidate in candidates(match.rulebook, ask.chooser, listed, stream, most):
        refusal = match.refusal(seat, candidate)
        if _canon(candidate) in known:
            _demand(match, refusal is None, f"{kind!r} lists {_text(candidate)!r} and refuses it: {refusal}", seat)
        else:
            _demand(match, refusal is not None, f"{kind!r} allows {_text(candidate)!r} and does not list it", seat)


def _check_legal(match: Match[Any], ask: Ask, action: Action) -> None:
    seat, text = ask.seat, _text(action)
    _demand(match, type(action) in ask.chooser.answers, f"{ask.kind!r} lists {text!r}, which it does not take", seat)
    refusal = match.refusal(seat, action)
    _demand(match, refusal is None, f"{ask.kind!r} lists {text!r} and refuses it: {refusal}", seat)
    _demand(match, _read(match.rulebook, text) == action, f"{text!r} is read back as another action", seat)
    wire = msgspec.json.decode(msgspec.json.encode(action))
    _demand(match, match.refusal(seat, wire) is None, f"the JSON form of {text!r} is refused", seat)


def _check_space(match: Match[Any], ask: Ask, stream: Stream) -> None:
    """A space: samples are legal, and what is legal is played as it is, suggested or not."""
    chooser = ask.chooser
    assert isinstance(chooser, Space)  # noqa: S101  # the caller looked
    action = chooser.sample(stream)
    for _ in range(3):
        action = chooser.sample(stream)
        _check_legal(match, ask, action)
        _demand(
            match,
            not isinstance(chooser.check(action), Refusal),
            f"check refuses the sample {_text(action)!r}",
            ask.seat,
        )
    twin = match.clone()
    at = len(twin.answers)
    twin.play(ask.seat, _text(action))
    own = [a.action for a in twin.answers if a.how == GIVEN and a.seat == ask.seat]
    _demand(match, own[-1] == action, f"{_text(action)!r} was played as {_text(own[-1])!r}", ask.seat)
    _demand(match, len(twin.answers) > at, "an answer did not come into the journal", ask.seat)


def candidates(
    book: Rulebook[Any], chooser: Chooser[Any], listed: Sequence[Action], stream: Stream, most: int = CANDIDATES
) -> Iterator[Action]:
    """Return answers of the types a question takes, legal or not: all there can be, or `most` of them.

    Fields without a domain take the values that listed options have, and their neighbours.
    """
    share = max(most // max(len(chooser.answers), 1), 1)
    for type_ in chooser.answers:
        own = [a for a in listed if type(a) is type_]
        values = _values(book, type_, own, share)
        shapes = notation.fields(type_)
        size = prod(_size(v, shapes[n][0]) for n, v in values.items())
        if size <= share:
            sets = [_field_values(v, shapes[n][0]) for n, v in values.items()]
            for combination in itertools.product(*sets):
                yield type_(*combination)
            continue
        for number in range(share):
            if own and number % 3:
                yield _neighbour(stream.choice(own), values, shapes, stream)
            else:
                yield type_(*(_draw_value(v, shapes[n][0], stream) for n, v in values.items()))


_LONGEST: Final = 3
"""Tuples of ids are tried up to this length, and as long as the listed ones."""


def _values(book: Rulebook[Any], type_: type[Action], own: list[Action], share: int) -> dict[str, tuple[Any, ...]]:
    found: dict[str, tuple[Any, ...]] = {}
    for name, (shape, domain) in notation.fields(type_).items():
        if domain:
            found[name] = book.domains[domain]
        else:
            listed = [getattr(a, name) for a in own[: max(share // 4, 1)]]
            near = [v + d for v in listed for d in (-1, 0, 1)] if shape == "number" else listed
            found[name] = tuple(dict.fromkeys(near))
    return found


def _size(values: tuple[Any, ...], shape: str) -> int:
    if shape != "ids":
        return len(values)
    return sum(comb(len(values) + n - 1, n) for n in range(1, _LONGEST + 1))


def _field_values(values: tuple[Any, ...], shape: str) -> Iterable[Any]:
    if shape != "ids":
        return values
    return [c for n in range(1, _LONGEST + 1) for c in itertools.combinations_with_replacement(values, n)]


def _draw_value(values: tuple[Any, ...], shape: str, stream: Stream) -> Any:  # a field's value
    if shape != "ids":
        return stream.choice(values)
    picked = sorted(stream.below(len(values)) for _ in range(1 + stream.below(_LONGEST)))
    return tuple(values[i] for i in picked)


def _neighbour(
    action: Action, values: Mapping[str, tuple[Any, ...]], shapes: Mapping[str, tuple[str, str]], stream: Stream
) -> Action:
    """Return an option with one field changed; of a tuple, one id changed, added or left out."""
    if not values:
        return action
    name = stream.choice(list(values))
    value: Any = stream.choice(values[name])
    if shapes[name][0] == "ids":
        ids = list(getattr(action, name))
        at = stream.below(len(ids) + 1)
        ids[at : at + stream.below(2)] = [value] * (stream.below(2) if len(ids) > 1 else 1)
        order = {v: i for i, v in enumerate(values[name])}
        value = tuple(sorted(ids, key=order.__getitem__))
    return msgspec.structs.replace(action, **{name: value})


def _canon(action: Action) -> tuple[Any, ...]:
    values = (getattr(action, name) for name in type(action).__struct_fields__)
    return (type(action), *(tuple(sorted(v)) if isinstance(v, tuple) else v for v in values))


def _text(action: Action) -> str:
    return notation.write(action)


def _read(book: Rulebook[Any], text: str) -> Action | None:
    try:
        return notation.read(text, book.actions)
    except notation.NotationError:
        return None


def check_rulebook(book: Rulebook[Any], *, most: int = CANDIDATES) -> None:
    """Check what a rulebook declares: fields with known domains, and a notation that is read back, over the domains."""
    stream = Stream(derive_key("rulebook", book.id))
    for type_ in book.actions:
        hints = typing.get_type_hints(type_, include_extras=True)
        for name, (shape, domain) in notation.fields(type_).items():
            if domain not in book.domains and (domain or shape != "number"):
                raise AssertionError(f"{book.id}: {type_.__name__}.{name} has no domain {domain!r} ({hints[name]})")
        values = _values(book, type_, [], 1)
        shapes = notation.fields(type_)
        for name, (_, domain) in shapes.items():
            values[name] = book.domains[domain] if domain else (-1, 0, 1, 10**9)
        size = prod(_size(v, shapes[n][0]) for n, v in values.items())
        every = itertools.product(*(_field_values(v, shapes[n][0]) for n, v in values.items()))
        some = (tuple(_draw_value(v, shapes[n][0], stream) for n, v in values.items()) for _ in range(most))
        for combination in every if size <= most else some:
            action = type_(*combination)
            if _read(book, _text(action)) != action:
                raise AssertionError(f"{book.id}: {_text(action)!r} is read back as {_read(book, _text(action))}")


def domains_used(book: Rulebook[Any]) -> set[str]:
    """Return the domains that some action has."""
    return {domain for type_ in book.actions for _, domain in notation.fields(type_).values() if domain}


# A match and its copies


def stand(match: Match[Any]) -> Seen:
    """Return where a match stands, the truth and all: two matches that stand alike are alike from here on."""
    seats = frozenset(range(match.seats))
    return {
        "digest": match.digest(),
        "view": _plain(match.view(seats)),
        "asks": {s: _ask_seen(match, ask) for s, ask in match.asking.items()},
        "drawn": match.state.drawn,
        "key": match.state.key,
    }


def check_clone(match: Match[Any], *, stream: Stream | None = None) -> None:
    """A clone stands where the match stands, tells the same, and whatever is played on it leaves the match alone."""
    stream = stream or Stream(derive_key("clone", len(match.answers)))
    before = stand(match)
    twin = match.clone()
    _compare(match, before, stand(twin), "a clone stands elsewhere")
    _compare(match, match.record.hash(), twin.record.hash(), "the clone's record is another")
    _compare(match, match.events, twin.events, "a clone was told something else")
    for seat in range(match.seats):
        one, other = match.undo_refusal(seat), twin.undo_refusal(seat)
        _compare(match, one, other, "a clone can take back something else", seat)
    for _ in range(3):
        if twin.asking:
            seat = stream.choice(list(twin.asking))
            twin.play(seat, draw_answer(twin, twin.asking[seat], stream))
    _compare(match, before, stand(match), "playing on a clone changed the match")


def check_undo(match: Match[Any], *, stream: Stream | None = None) -> None:
    """Take an answer back and give it again: freely the same match, else with consent and a salt the same question."""
    stream = stream or Stream(derive_key("undo", len(match.answers)))
    for seat, ask in match.asking.items():
        twin = match.clone()
        before = stand(twin)
        action = draw_answer(twin, ask, stream)
        twin.play(seat, action)
        after = stand(twin)
        record = twin.record.hash()
        if twin.undo_refusal(seat) is None:
            twin.undo(seat)
            _compare(match, before, stand(twin), f"taking {_text(action)!r} back leads elsewhere", seat)
            twin.play(seat, action)
            _compare(match, after, stand(twin), f"{_text(action)!r} given again leads elsewhere", seat)
            _compare(match, record, twin.record.hash(), f"{_text(action)!r} given again is another record", seat)
        else:
            consent = [s for s in range(match.seats) if s != seat]
            twin.undo(seat, consent=consent, salt=SALT_BYTES)
            _demand(match, seat in twin.asking, "after an agreed taking back the seat is not asked", seat)
            _compare(
                match, ask.kind, twin.asking[seat].kind, "after an agreed taking back it is another question", seat
            )
            _compare(
                match, stand(twin), stand(twin.record.replay()), "the record of a taking back leads elsewhere", seat
            )


def check_restart(match: Match[Any]) -> None:
    """The state of the last checkpoint alone, through its JSON form, leads with the answers since to the same place."""
    position = msgspec.json.decode(msgspec.json.encode(match.position()))
    if not match.supplied:
        del position["chance"]
    again = from_position(match.rulebook.id, position, events=False)
    one, other = stand(match), stand(again)
    _compare(match, one, other, "begun from its position, the match stands elsewhere")
    state = match.rulebook.decode(position["state"])
    coded = msgspec.json.decode(msgspec.json.encode(match.rulebook.encode(state.copy())))
    _compare(match, position["state"], coded, "the JSON form of a copied state is another")


def check_audit(match: Match[Any]) -> None:
    """No invariant is broken."""
    wrong = match.rulebook.audit(match.state)
    _demand(match, not wrong, f"broken: {'; '.join(wrong)}")


def check_record(match: Match[Any]) -> None:
    """The record, written, read and played again, is the identical match."""
    record = match.record
    raw = b"".join(record.lines())
    for again in (Record.parse(raw), Record.unpack(record.pack())):
        _compare(match, record.hash(), again.hash(), "the record read back is another")
        try:
            replayed = again.replay(events=False)
        except RecordError as error:
            raise ConformanceError(match, f"the record cannot be played: {error}") from error
        _compare(match, stand(match), stand(replayed), "the record leads elsewhere")
        _compare(match, raw, b"".join(replayed.record.lines()), "the match played again has another record")


def check_interleaving(match: Match[Any], *, stream: Stream | None = None) -> None:
    """The same answers of each seat, come in in another order where seats decide together, are the same match."""
    stream = stream or Stream(derive_key("interleaving", len(match.answers)))
    if any(a.how in (FORFEIT, SALT) for a in match.answers):
        return
    waiting: dict[int, list[Action]] = {seat: [] for seat in range(match.seats)}
    for answer in match.answers:
        if answer.how == GIVEN:
            waiting[answer.seat].append(answer.action)
    again = Match(match.rulebook, match.origin, events=False)
    at = dict.fromkeys(waiting, 0)
    while ready := [seat for seat in again.asking if at[seat] < len(waiting[seat])]:
        seat = stream.choice(ready)
        again.play(seat, waiting[seat][at[seat]])
        at[seat] += 1
    _compare(match, match.digest(), again.digest(), "another interleaving leads elsewhere")
    _compare(match, match.record.hash(), again.record.hash(), "another interleaving is another record")


def check_events_off(match: Match[Any]) -> None:
    """With events told or not, and views taken or not, the record is the same."""
    record = match.record
    quiet, loud = record.replay(events=False), None
    for loud in record.steps(events=True):
        check_views(loud)
    _compare(match, quiet.record.hash(), loud.record.hash() if loud else "", "telling events changes the record")
    _compare(match, record.hash(), quiet.record.hash(), "telling no events changes the record")


def check_views(match: Match[Any]) -> None:
    """Views and events of every seat, of all, and of a spectator are JSON that is read back as what it was."""
    book = match.rulebook
    event: Any = book.events[0]
    for type_ in book.events[1:]:
        event = event | type_
    numbers = [n for n, _ in match.events_for()]
    for seats in ([], *([s] for s in range(match.seats)), range(match.seats)):
        view = match.view(seats)
        again = msgspec.json.decode(msgspec.json.encode(view), type=MatchView[book.View])  # type: ignore[name-defined]
        _compare(match, view, again, "the view is read back as another", seats)
        events = match.events_for(seats)
        _compare(match, numbers, [n for n, _ in events], "an event has no number for all", seats)
        read = msgspec.json.decode(msgspec.json.encode([e for _, e in events[-20:]]), type=list[event])
        _compare(match, [e for _, e in events[-20:]], read, "an event is read back as another", seats)


# The three locks


def _plain(value: Any) -> Any:  # a struct in, builtins out
    return msgspec.to_builtins(value, str_keys=True)


def _ask_seen(match: Match[Any], ask: Ask) -> Seen:
    """Return all that a question shows to its seat, with refusals of what it does not offer."""
    options = list(ask.options)
    stream = Stream(derive_key("ask"))
    some = candidates(match.rulebook, ask.chooser, options, stream, 60)
    seen: Seen = {
        "kind": ask.kind,
        "rule": ask.rule,
        "prompt": _plain(ask.prompt),
        "options": [_text(a) for a in options],
        "refused": {_text(a): _plain(r) for a in some if (r := ask.chooser.refusal(a)) is not None},
    }
    if isinstance(ask.chooser, Space):
        drawn = [ask.chooser.sample(stream) for _ in range(3)]
        seen["samples"] = [_text(a) for a in drawn]
        seen["checks"] = [_plain(ask.chooser.check(a)) for a in (*options, *drawn)]
    return seen


def received(match: Match[Any], seats: Seats, *, drawing: bool = False) -> Seen:
    """Return all that some seats receive at this moment, but for events: view, questions, options, refusals."""
    viewers = as_seats(seats)
    view = match.view(viewers)
    seen: Seen = {
        "view": _plain(view),
        "asks": {s: _ask_seen(match, ask) for s, ask in match.asking.items() if s in viewers},
    }
    if drawing:
        seen["drawing"] = match.rulebook.draw(view.game)
    return seen


def _imagined(match: Match[Any], seats: Seats, seed: int) -> Match[Any]:
    try:
        return match.imagine(seats, seed)
    except Exception as error:
        raise ConformanceError(match, f"no world can be imagined: {error!r}", seats) from error


def lock_redeal(
    match: Match[Any], seats: Seats, *, stream: Stream | None = None, worlds: int = 2, drawing: bool = False
) -> None:
    """Lock (a): all that these seats receive is unchanged by a redeal of what they cannot know."""
    stream = stream or Stream(derive_key("redeal", len(match.answers)))
    truth = received(match, seats, drawing=drawing)
    for _ in range(worlds):
        world = _imagined(match, seats, stream.below(1 << 60))
        _compare(match, truth, received(world, seats, drawing=drawing), "a redeal changes what is received", seats)


def lock_imagine(match: Match[Any], seats: Seats, *, stream: Stream | None = None, play_out: bool = False) -> None:
    """Lock (b): imagining the match and imagining its redeal are the same; no copy leads back to the truth."""
    stream = stream or Stream(derive_key("imagine", len(match.answers)))
    first, second = stream.below(1 << 60), stream.below(1 << 60)
    before = stand(match)
    world = _imagined(match, seats, second)
    there = stand(world)
    _compare(match, there, stand(_imagined(match, seats, second)), "the same seed imagines another world", seats)
    again = _imagined(_imagined(match, seats, first), seats, second)
    _compare(match, there, stand(again), "imagining a redeal is not imagining the match", seats)
    _compare(match, there, stand(_imagined(match.clone(), seats, second)), "a clone imagines another world", seats)
    _compare(match, there, stand(world.clone()), "the clone of an imagined match stands elsewhere", seats)
    keys = {match.state.key, match.origin.state.key, match.origin.key}
    _demand(match, world.state.key not in keys, "an imagined match has the key of the truth", seats)
    known = match.rulebook.audit(match.state)  # what is broken in the midst of a rule is broken in every world
    wrong = [line for line in match.rulebook.audit(world.state) if line not in known]
    _demand(match, not wrong, f"an imagined match is broken: {'; '.join(wrong)}", seats)
    for seat, ask in world.asking.items():
        _demand(match, len(ask.options) > 0, f"an imagined match has a dead end: {ask.kind!r}", seat)
    if world.asking:
        seat = stream.choice(list(world.asking))
        play = world.clone()
        play.play(seat, draw_answer(play, play.asking[seat], stream))
        _compare(match, stand(play), stand(play.clone()), "the clone of an imagined match went another way", seats)
    if play_out:
        play_on(world, stream)
    _compare(match, before, stand(match), "imagining changed the match", seats)


class Twins(NamedTuple):
    """How a pair of twin worlds went: how many answers both were given, and whether the difference was shown."""

    answers: int
    shown: bool


def lock_twins(
    match: Match[Any], seats: Seats, *, stream: Stream | None = None, most: int = 60, drawing: bool = False
) -> list[Twins]:
    """Lock (c): worlds that differ in what these seats cannot know give them the same until a rule shows it.

    From the last checkpoint on the match is played at random beside its twins: one with another key, one by
    `Rulebook.twins`, and, where others have sealed answers, one with other answers. All that the seats receive, and
    what is imagined for them, must be the same, until results of chance that they see differ or a rule says
    `chance.reveal()` or `chance.show(seen)`. Returns how each pair went.
    """
    stream = stream or Stream(derive_key("twins", len(match.answers)))
    book, viewers = match.rulebook, as_seats(seats)
    mask = mask_of(viewers)
    state = book.decode(match.position()["state"])
    other_key = state.copy()
    other_key.key = derive_key(state.key, "twin", stream.below(1 << 60))
    pairs = [other_key]
    twin = book.twins(state.copy(), mask, stream)
    if twin is not None:
        pairs.append(twin)
    went = []
    for other in pairs:
        one_match, other_match = (Match(book, Origin(match.seats, {}, None, s)) for s in (state.copy(), other))
        went.append(_play_twins(one_match, other_match, viewers, stream, most, drawing))
    _sealed_twin(match, viewers, stream, drawing)
    return went


def _play_twins(
    one: Match[Any], other: Match[Any], viewers: frozenset[int], stream: Stream, most: int, drawing: bool
) -> Twins:
    mask = mask_of(viewers)
    before = 0
    for number in range(most):
        try:
            _compare_twins(one, other, viewers, stream, drawing)
        except ConformanceError:
            if _shown(one, other, mask, before):
                return Twins(number, shown=True)
            raise
        before = len(one.draws)
        if not one.asking:
            return Twins(number, shown=False)
        seat = stream.choice(list(one.asking))
        action = draw_answer(one, one.asking[seat], stream)
        refusal = other.refusal(seat, action)
        if refusal is not None:
            _demand(one, seat not in viewers, f"a twin refuses {_text(action)!r}: {refusal.reason.id}", viewers)
            both = [a for a in one.asking[seat].options if other.refusal(seat, a) is None]
            if not both:
                return Twins(number, shown=False)
            action = stream.choice(both)
        one.play(seat, action)
        other.play(seat, action)
    return Twins(most, shown=False)


def _compare_twins(one: Match[Any], other: Match[Any], viewers: frozenset[int], stream: Stream, drawing: bool) -> None:
    truth, twin = received(one, viewers, drawing=drawing), received(other, viewers, drawing=drawing)
    _compare(one, truth, twin, "a twin world shows something else", viewers)
    told, other_told = one.events_for(viewers), other.events_for(viewers)
    _compare(one, told, other_told, "a twin world tells something else", viewers)
    seed = stream.below(1 << 60)
    world, twin_world = stand(_imagined(one, viewers, seed)), stand(_imagined(other, viewers, seed))
    _compare(one, world, twin_world, "what is imagined depends on what cannot be known", viewers)


def _shown(one: Match[Any], other: Match[Any], mask: int, before: int) -> bool:
    """Tell whether chance showed the viewers different results, or a rule has just shown something."""
    results = [[d.result for d in m.draws if d.result is not None and knows(d.seen, mask)] for m in (one, other)]
    notes = any(d.result is None and knows(d.seen, mask) for m in (one, other) for d in m.draws[before:])
    return notes or results[0] != results[1]


def _sealed_twin(match: Match[Any], viewers: frozenset[int], stream: Stream, drawing: bool) -> None:
    """Where others have sealed answers, let one of them answer otherwise: one that decides begins anew."""
    waiting = match.view().waiting
    given: dict[int, int] = {}
    for seat in waiting:
        sealed = len(match.view(seat).sealed.get(seat, ()))
        own = [a for a in match.answers if a.seat == seat and a.how <= FORCED]
        given[seat] = sum(a.how == GIVEN for a in own[len(own) - sealed :])
    free = [seat for seat, n in given.items() if n and seat not in viewers and match.undo_refusal(seat) is None]
    if not free:
        return
    seat = stream.choice(free)
    other = match.clone()
    for _ in range(given[seat]):
        other.undo(seat)
    while waiting[seat] == "ready" and seat in other.asking:
        other.play(seat, draw_answer(other, other.asking[seat], stream))
    _compare_twins(match, other, viewers, stream, drawing)


# All together


CHECKS: Final[dict[str, Callable[[Match[Any], Stream], object]]] = {
    "options": lambda match, stream: check_options(match, stream=stream, candidates=300),
    "clone": lambda match, stream: check_clone(match, stream=stream),
    "undo": lambda match, stream: check_undo(match, stream=stream),
    "restart": lambda match, _: check_restart(match),
    "audit": lambda match, _: check_audit(match),
    "redeal": lambda match, stream: lock_redeal(match, _viewers(match, stream), stream=stream, worlds=1),
    "imagine": lambda match, stream: lock_imagine(match, _viewers(match, stream), stream=stream),
    "twins": lambda match, stream: lock_twins(match, _viewers(match, stream), stream=stream, most=12),
}
"""What `check_match` does at questions, by name."""


def _viewers(match: Match[Any], stream: Stream) -> frozenset[int]:
    """Draw who looks: mostly one seat, the asked one as often as not, sometimes two seats or a spectator."""
    draw = stream.below(10)
    if draw == 0:
        return frozenset()
    seats = frozenset({stream.below(match.seats)})
    if draw == 1:
        return seats | {stream.below(match.seats)}
    return frozenset({stream.choice(list(match.asking))}) if draw < 6 and match.asking else seats


def check_match(
    book_id: str,
    seats: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    *,
    checks: Mapping[str, int] | None = None,
    events: bool = True,
) -> Match[Any]:
    """Play a match at random and check it on the way and at its end.

    `checks` says how often each of `CHECKS` is made: at one question in so many, drawn at random.
    """
    chosen = dict.fromkeys(CHECKS, 20) if checks is None else checks
    stream = Stream(derive_key("checks", seed))

    def look(match: Match[Any]) -> None:
        for name, rate in chosen.items():
            if stream.below(rate) == 0:
                try:
                    CHECKS[name](match, stream)
                except Exception as error:
                    error.add_note(f"the check: {name}")
                    error.add_note(f"check_match({book_id!r}, {seats}, {seed!r}, {options!r}, checks={checks!r})")
                    raise

    match = random_match(book_id, seats, seed, options, on_question=look, events=events)
    check_audit(match)
    check_clone(match)
    check_record(match)
    check_interleaving(match, stream=stream)
    return match


def check_illegal(match: Match[Any], seat: int, action: Action | str) -> None:
    """An answer that is not allowed raises with its refusal and leaves the match as it was."""
    before = stand(match)
    try:
        match.play(seat, action)
    except IllegalAction:
        _compare(match, before, stand(match), "a refused answer changed the match", seat)
        return
    raise ConformanceError(match, f"{action!r} was to be refused", seat)


__all__ = [
    "CHECKS",
    "ConformanceError",
    "Twins",
    "check_audit",
    "check_clone",
    "check_events_off",
    "check_illegal",
    "check_interleaving",
    "check_match",
    "check_options",
    "check_record",
    "check_restart",
    "check_rulebook",
    "check_undo",
    "check_views",
    "lock_imagine",
    "lock_redeal",
    "lock_twins",
    "play_on",
    "random_match",
    "received",
    "stand",
]
