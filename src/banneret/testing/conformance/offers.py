"""Options are exactly what is allowed: options, refusals, notation and domains."""

from __future__ import annotations

import itertools
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb, prod
from typing import Any, Final

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser, Refusal, Space
from banneret.kernel.journal import GIVEN
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.random_play import CANDIDATES, compare, demand


def check_options(
    match: Match[Any], *, stream: Stream | None = None, candidates: int = CANDIDATES, seats: Iterable[int] | None = None
) -> None:
    """Compare the options of each question with its refusals, over the domains of its actions.

    Up to `candidates` answers are tried: all possible ones, or else neighbours of the listed ones and some drawn at
    random. Tuples of ids count as multisets.
    """
    stream = stream or Stream(derive_key("options", len(match.answers)))
    for seat, ask in match.asking.items():
        if seats is None or seat in seats:
            _check_ask(match, ask, stream, candidates)


def _check_ask(match: Match[Any], ask: Ask, stream: Stream, most: int) -> None:
    seat, kind = ask.seat, ask.kind
    listed = list(ask.options)
    demand(match, len(listed) > 0, f"a dead end: {kind!r} has no options", seat)
    compare(match, listed, ask.chooser.options(), f"{kind!r} lists different options the second time", seat)
    known = {_canon(a): a for a in listed}
    demand(match, len(known) == len(listed), f"{kind!r} lists an option twice", seat)
    for action in listed:
        _check_legal(match, ask, action)
    compare(match, ask.chooser.default(), listed[0], f"the default of {kind!r} is not its first option", seat)
    if isinstance(ask.chooser, Space):
        _check_space(match, ask, stream)
        return
    for candidate in candidates(match.rulebook, ask.chooser, listed, stream, most):
        refusal = match.refusal(seat, candidate)
        is_listed = _canon(candidate) in known
        if is_listed != (refusal is None):
            text = in_notation(candidate)
            demand(match, not is_listed, f"{kind!r} lists {text!r} and refuses it: {refusal}", seat)
            demand(match, False, f"{kind!r} allows {text!r} and does not list it", seat)


def _check_legal(match: Match[Any], ask: Ask, action: Action) -> None:
    seat, text = ask.seat, in_notation(action)
    demand(match, type(action) in ask.chooser.answers, f"{ask.kind!r} lists {text!r}, which it does not accept", seat)
    refusal = match.refusal(seat, action)
    demand(match, refusal is None, f"{ask.kind!r} lists {text!r} and refuses it: {refusal}", seat)
    demand(match, _read(match.rulebook, text) == action, f"{text!r} is read back as a different action", seat)
    wire = msgspec.json.decode(msgspec.json.encode(action))
    demand(match, match.refusal(seat, wire) is None, f"the JSON form of {text!r} is refused", seat)


def _check_space(match: Match[Any], ask: Ask, stream: Stream) -> None:
    """Check a space: samples are legal, and legal actions are played exactly as given, whether suggested or not."""
    chooser = ask.chooser
    assert isinstance(chooser, Space)  # noqa: S101  # checked by the caller
    action = chooser.sample(stream)
    for _ in range(3):
        action = chooser.sample(stream)
        _check_legal(match, ask, action)
        demand(
            match,
            not isinstance(chooser.check(action), Refusal),
            f"check refuses the sample {in_notation(action)!r}",
            ask.seat,
        )
    twin = match.clone()
    at = len(twin.answers)
    twin.play(ask.seat, in_notation(action))
    own = [a.action for a in twin.answers if a.how == GIVEN and a.seat == ask.seat]
    demand(match, own[-1] == action, f"{in_notation(action)!r} was played as {in_notation(own[-1])!r}", ask.seat)
    demand(match, len(twin.answers) > at, "an answer is missing from the journal", ask.seat)


def candidates(
    book: Rulebook[Any], chooser: Chooser[Any], listed: Sequence[Action], stream: Stream, most: int = CANDIDATES
) -> Iterator[Action]:
    """Return answers of the types a question accepts, legal or not: all possible ones, or `most` of them.

    Fields without a domain take the values of the listed options, and their neighbours.
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
"""Tuples of ids are tried up to this length, or up to the length of the listed ones."""


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
    """Return an option with one field changed; in a tuple, one id is changed, added or removed."""
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


def in_notation(action: Action) -> str:
    """Return the notation of an action."""
    return notation.write(action)


def _read(book: Rulebook[Any], text: str) -> Action | None:
    try:
        return notation.read(text, book.actions)
    except notation.NotationError:
        return None


def check_rulebook(book: Rulebook[Any], *, most: int = CANDIDATES) -> None:
    """Check a rulebook's declarations: fields with known domains, and a notation that survives a round trip."""
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
            if _read(book, in_notation(action)) != action:
                raise AssertionError(
                    f"{book.id}: {in_notation(action)!r} is read back as {_read(book, in_notation(action))}"
                )


def domains_used(book: Rulebook[Any]) -> set[str]:
    """Return the domains used by any action."""
    return {domain for type_ in book.actions for _, domain in notation.fields(type_).values() if domain}
