"""Mirrored matches: a reflected position, or one with exchanged seats, asks for and allows the reflected answers.

A game describes each of its symmetries as a `Mirror`. `check_mirror` compares a match with its image: the same seats
(or their images) must be offered and refused the images of the same answers, with images of the same results. The
game's `Mirror` leaves out whatever the rules themselves make asymmetric, and documents why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Space
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.offers import candidates, in_notation
from banneret.testing.conformance.random_play import ConformanceError, demand, draw_answer, random_match


class Mirror:
    """A symmetry of a game. The base class changes nothing; subclasses override whatever the symmetry changes."""

    name = "mirror"
    same_rule = True
    """Whether the same rule must refuse an answer and its image."""

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the image of a state in its JSON form (`Rulebook.encode`)."""
        return data

    def seat(self, seat: int) -> int:
        """Return the image of a seat."""
        return seat

    def field(self, action: Action, name: str, value: Any) -> Any:
        """Return the image of the value of one field of an answer."""
        return value

    def action(self, action: Action) -> Action:
        """Return the image of an answer."""
        fields = {name: self.field(action, name, getattr(action, name)) for name in type(action).__struct_fields__}
        return type(action)(**fields)

    def alike(self, name: str, one: Any, other: Any) -> bool:
        """Return whether two values of a field or a column are equivalent, as equal ones are.

        Override it to allow for rounding.
        """
        return bool(one == other)

    def about(self, match: Match[Any], ask: Ask) -> None:
        """Prepare for mirroring the answers of a question, if their images depend on it."""

    def compares(self, match: Match[Any], ask: Ask) -> bool:
        """Return whether a question is symmetric in the rules; override it for those that are not."""
        return True

    def ignores(self, column: str) -> bool:
        """Return whether the comparison ignores a column of the state."""
        return column in ("key", "drawn")


def mirrored(match: Match[Any], mirror: Mirror) -> Match[Any]:
    """Return the image of a match: the image of its last checkpoint, with the images of the answers since then."""
    book, position = match.rulebook, match.position()
    data = msgspec.json.decode(msgspec.json.encode(position["state"]))
    state = book.decode(mirror.state(data))
    chance = position["chance"] if match.supplied else ()
    image = Match(book, Origin(state.seats, {}, None, state), events=False, chance=chance)
    for answer in position["answers"]:
        if isinstance(answer, Mapping):
            raise ConformanceError(match, "a match with forfeits or salts has no image")
        seat, text = answer
        _play_image(match, image, mirror, seat, notation.read(text, book.actions))
    return image


def check_mirror(match: Match[Any], mirror: Mirror, *, stream: Stream | None = None, tried: int = 60) -> None:
    """Compare a match with its image: the questions, their options and refusals, and the results of an answer."""
    stream = stream or Stream(derive_key("mirror", len(match.answers)))
    image = mirrored(match, mirror)
    _compare_standing(match, image, mirror)
    for seat, ask in match.asking.items():
        if not mirror.compares(match, ask):
            continue
        _compare_offers(match, image, mirror, ask, stream, tried)
        one, other = match.clone(), image.clone()
        action = draw_answer(one, ask, stream)
        one.play(seat, action)
        _play_image(match, other, mirror, seat, action)
        try:
            _compare_standing(one, other, mirror)
        except ConformanceError as error:
            error.add_note(f"after {in_notation(action)!r} of seat {seat}")
            raise


def check_mirrored_course(
    match: Match[Any],
    mirror: Mirror,
    stream: Stream,
    *,
    answer: Callable[[Match[Any], Ask, Stream], Action] = draw_answer,
    answers: int = 60,
    tried: int = 60,
) -> int:
    """Play a match and its image in parallel and compare every question; return the number of answers given.

    Here an image may depend on the question (`Mirror.about`), as that of a part of a unit does.
    """
    image = mirrored(match, mirror)
    given = 0
    while match.asking and given < answers:
        _compare_standing(match, image, mirror)
        if not match.position()["answers"]:
            image = mirrored(match, mirror)  # prevents rounding errors from accumulating
        for ask in match.asking.values():
            mirror.about(match, ask)
            if mirror.compares(match, ask):
                _compare_offers(match, image, mirror, ask, stream, tried)
        seat, ask = next(iter(match.asking.items()))
        action = answer(match, ask, stream)
        mirror.about(match, ask)
        _play_image(match, image, mirror, seat, action)
        match.play(seat, action)
        given += 1
    return given


def check_mirrored_match(
    book_id: str,
    seats: int,
    seed: int | str,
    mirrors: Iterable[Mirror],
    options: Mapping[str, Any] | None = None,
    *,
    rate: int = 10,
    tried: int = 60,
) -> Match[Any]:
    """Play a match at random and compare it with its images, at one in `rate` questions."""
    stream, every = Stream(derive_key("mirrors", seed)), tuple(mirrors)

    def look(match: Match[Any]) -> None:
        for mirror in every:
            if stream.below(rate) == 0:
                check_mirror(match, mirror, stream=stream, tried=tried)

    return random_match(book_id, seats, seed, options, on_question=look)


def _play_image(match: Match[Any], image: Match[Any], mirror: Mirror, seat: int, action: Action) -> None:
    """Give the image of an answer; if it is refused only because of rounding, give the equivalent option."""
    to, wanted = mirror.seat(seat), mirror.action(action)
    refusal = image.refusal(to, wanted)
    if refusal is not None and to in image.asking:
        near = [one for one in image.asking[to].options if _same_answer(mirror, wanted, one)]
        wanted = near[0] if near else wanted
        refusal = None if near else refusal
    demand(
        match,
        refusal is None,
        lambda: (
            f"{mirror.name}: {in_notation(action)!r} is legal, and its image {in_notation(wanted)!r} refused: {refusal}"
        ),
        seat,
    )
    image.play(to, wanted)


def _compare_standing(one: Match[Any], other: Match[Any], mirror: Mirror) -> None:
    """Compare two states, their open questions, and their outcomes."""
    book = one.rulebook
    here, there = (msgspec.json.decode(msgspec.json.encode(book.encode(m.state))) for m in (one, other))
    for column, value in mirror.state(here).items():
        if not mirror.ignores(column):
            at = _difference(mirror, column, value, there[column])
            demand(one, at is None, f"{mirror.name}: the image of the state differs: {at}")
    asked = {mirror.seat(seat): (ask.kind, ask.rule) for seat, ask in one.asking.items()}
    asking = {seat: (ask.kind, ask.rule) for seat, ask in other.asking.items()}
    demand(one, asked == asking, f"{mirror.name}: the questions differ: {asked} and {asking}")
    places = [tuple(sorted(mirror.seat(seat) for seat in place)) for place in one.outcome.places] if one.outcome else []
    others = [tuple(sorted(place)) for place in other.outcome.places] if other.outcome else []
    demand(one, places == others, f"{mirror.name}: the outcomes differ: {places} and {others}")


def _compare_offers(match: Match[Any], image: Match[Any], mirror: Mirror, ask: Ask, stream: Stream, tried: int) -> None:
    """Compare the options and refusals of a question with those of its image; the order of options may differ."""
    to = mirror.seat(ask.seat)
    other = image.asking[to]
    expected, offered = [mirror.action(action) for action in ask.options], list(other.options)
    for some, all_, what in (
        (expected, offered, "only the image of an offer is missing"),
        (offered, expected, "only the image offers"),
    ):
        known = set(all_)
        for action in some:
            if action not in known and not any(_same_answer(mirror, action, one) for one in all_):
                demand(match, False, f"{mirror.name}: {ask.kind!r}: {what}: {in_notation(action)!r}", ask.seat)
    others = list(candidates(match.rulebook, ask.chooser, list(ask.options), stream, tried))
    if isinstance(ask.chooser, Space):
        others += [ask.chooser.sample(stream) for _ in range(3)]
    for action in others:
        turned = mirror.action(action)
        one, two = match.refusal(ask.seat, action), image.refusal(to, turned)
        here, there = (refusal and (refusal.rule if mirror.same_rule else "refused") for refusal in (one, two))
        if here != there:
            texts = f"{in_notation(action)!r} and its image {in_notation(turned)!r}"
            demand(match, False, f"{mirror.name}: {ask.kind!r}: {texts} are refused by {here} and {there}", ask.seat)


def _same_answer(mirror: Mirror, one: Action, other: Action) -> bool:
    return type(one) is type(other) and all(
        mirror.alike(name, getattr(one, name), getattr(other, name)) for name in type(one).__struct_fields__
    )


def _difference(mirror: Mirror, column: str, one: Any, other: Any, at: str = "") -> str | None:
    """Describe the first difference between two values of a column, or return None."""
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f"{at}.{key}", one.get(key), other.get(key)) for key in [*one, *(k for k in other if k not in one)]]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{at}[{i}]", *pair) for i, pair in enumerate(zip(one, other, strict=True))]
    else:
        same = mirror.alike(column, one, other)
        return None if same else f"{column}{at} should be {str(one)[:200]} and is {str(other)[:200]}"
    return next((found for path, a, b in pairs if (found := _difference(mirror, column, a, b, path))), None)
