"""The three checks that secrets stay secret."""

from __future__ import annotations

import inspect
from typing import Any, Final, NamedTuple

from banneret.kernel.journal import FORCED, GIVEN, Origin
from banneret.kernel.match import Match, Seats, as_seats
from banneret.kernel.pile import PUBLIC, Pile, knows, mask_of
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.offers import in_notation
from banneret.testing.conformance.random_play import ConformanceError, compare, demand, draw_answer, play_on
from banneret.testing.conformance.snapshot import received, stand
from banneret.testing.twins import twin_of

_LATEST: Final = 40
"""The number of events whose scenes are compared in a redealt world."""


def _imagined(match: Match[Any], seats: Seats, seed: int) -> Match[Any]:
    try:
        return match.imagine(seats, seed)
    except Exception as error:
        raise ConformanceError(match, f"no world can be imagined: {error!r}", seats) from error


def lock_redeal(
    match: Match[Any], seats: Seats, *, stream: Stream | None = None, worlds: int = 2, drawing: bool = False
) -> None:
    """Lock (a): everything that these seats receive is unchanged by a redeal of what they cannot know.

    That includes the scenes of the latest events.
    """
    stream = stream or Stream(derive_key("redeal", len(match.answers)))
    events = match.events_for(seats, max(0, len(match.events) - _LATEST))
    truth = received(match, seats, drawing=drawing, events=events)
    for _ in range(worlds):
        world = _imagined(match, seats, stream.below(1 << 60))
        there = received(world, seats, drawing=drawing, events=events)
        compare(match, truth, there, "a redeal changes what is received", seats)


def lock_imagine(match: Match[Any], seats: Seats, *, stream: Stream | None = None, play_out: bool = False) -> None:
    """Lock (b): imagining the match and imagining its redeal are the same; no copy leads back to the truth."""
    stream = stream or Stream(derive_key("imagine", len(match.answers)))
    first, second = stream.below(1 << 60), stream.below(1 << 60)
    before = stand(match)
    world = _imagined(match, seats, second)
    there = stand(world)
    compare(match, there, stand(_imagined(match, seats, second)), "the same seed imagines another world", seats)
    again = _imagined(_imagined(match, seats, first), seats, second)
    compare(match, there, stand(again), "imagining a redeal differs from imagining the match", seats)
    compare(match, there, stand(_imagined(match.clone(), seats, second)), "a clone imagines another world", seats)
    compare(match, there, stand(world.clone()), "the clone of an imagined match has a different position", seats)
    keys = {match.state.key, match.origin.state.key, match.origin.key}
    demand(match, world.state.key not in keys, "an imagined match has the key of the real match", seats)
    known = match.rulebook.audit(match.state)  # an invariant broken in the middle of a rule is broken in every world
    wrong = [line for line in match.rulebook.audit(world.state) if line not in known]
    demand(match, not wrong, f"an imagined match is broken: {'; '.join(wrong)}", seats)
    for seat, ask in world.asking.items():
        demand(match, len(ask.options) > 0, f"an imagined match has a dead end: {ask.kind!r}", seat)
    if world.asking:
        seat = stream.choice(list(world.asking))
        play = world.clone()
        play.play(seat, draw_answer(play, play.asking[seat], stream))
        compare(
            match,
            stand(play),
            stand(play.clone()),
            "the clone of an imagined match continued differently",
            seats,
        )
    if play_out:
        play_on(world, stream)
    compare(match, before, stand(match), "imagining changed the match", seats)


class Twins(NamedTuple):
    """The course of a pair of twin worlds: how many answers both were given, and whether the difference was shown."""

    answers: int
    shown: bool


def lock_twins(
    match: Match[Any], seats: Seats, *, stream: Stream | None = None, most: int = 60, drawing: bool = False
) -> list[Twins]:
    """Lock (c): worlds that differ in what these seats cannot know look the same to them until a rule shows it.

    From the last checkpoint on, the match is played at random in parallel with its twins: one with a different key, one
    made by the `twins` of the game, and, if other seats have sealed answers, one with different answers. Everything
    that the seats receive, and what is imagined for them, must be the same until visible results of chance differ or a
    rule calls `chance.reveal()` or `chance.show(seen)`. Returns the course of each pair.
    """
    stream = stream or Stream(derive_key("twins", len(match.answers)))
    book, viewers = match.rulebook, as_seats(seats)
    mask = mask_of(viewers)
    state = book.decode(match.position()["state"])
    other_key = state.copy()
    other_key.key = derive_key(state.key, "twin", stream.below(1 << 60))
    pairs = [other_key]
    twin = twin_of(book, state.copy(), mask, stream)
    if twin is not None:
        pairs.append(twin)
    went = []
    for other in pairs:
        one_match, other_match = (Match(book, Origin(match.seats, {}, None, s)) for s in (state.copy(), other))
        went.append(_play_twins(one_match, other_match, viewers, stream, most, drawing))
    _sealed_twin(match, viewers, stream, drawing)
    return went


def lock_public(match: Match[Any], seats: Seats, *, stream: Stream | None = None, most: int = 12) -> None:
    """Locks (a) and (c) with some hidden cards known to everybody, such as cards that were searched for.

    From the last checkpoint on, the match is played at random with some cards of its piles marked `PUBLIC`. In a pile
    without an order of its own, the position of such a card among the others must not show which of them are played.
    """
    stream = stream or Stream(derive_key("public", len(match.answers)))
    book, viewers = match.rulebook, as_seats(seats)
    state = book.decode(match.position()["state"])
    places = [(pile, i) for pile in piles_of(state) for i, known in enumerate(pile.known) if known != PUBLIC]
    if not places:
        return
    held = [(pile, i) for pile, i in places if pile.known[i]] or places  # in hands it soon shows which card is played
    for _ in range(1 + stream.below(max(1, len(held) // 2))):
        pile, at = stream.choice(held if stream.below(3) else places)
        pile.known[at] = PUBLIC
    world = Match(book, Origin(match.seats, {}, None, state))
    lock_twins(world, viewers, stream=stream, most=most)
    for _ in range(most):
        lock_redeal(world, viewers, stream=stream, worlds=1)
        if not world.asking:
            return
        seat = stream.choice(list(world.asking))
        world.play(seat, draw_answer(world, world.asking[seat], stream))


def piles_of(state: Any) -> list[Pile]:  # the state of any game
    """Return the piles among the columns of a state."""
    names = getattr(type(state), "__slots__", None) or getattr(state, "__dict__", None)
    if names is None:  # a compiled class has a descriptor for each attribute
        names = [name for name, kind in inspect.getmembers_static(type(state)) if inspect.isgetsetdescriptor(kind)]
    columns = [getattr(state, name, None) for name in names]
    each = [one for column in columns for one in (column if isinstance(column, list | tuple) else [column])]
    return [one for one in each if isinstance(one, Pile)]


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
            demand(one, seat not in viewers, f"a twin refuses {in_notation(action)!r}: {refusal.reason.id}", viewers)
            both = [a for a in one.asking[seat].options if other.refusal(seat, a) is None]
            if not both:
                return Twins(number, shown=False)
            action = stream.choice(both)
        one.play(seat, action)
        other.play(seat, action)
    return Twins(most, shown=False)


def _compare_twins(one: Match[Any], other: Match[Any], viewers: frozenset[int], stream: Stream, drawing: bool) -> None:
    events, other_events = one.events_for(viewers), other.events_for(viewers)
    truth = received(one, viewers, drawing=drawing, events=events)
    twin = received(other, viewers, drawing=drawing, events=other_events)
    compare(one, truth, twin, "a twin world looks different", viewers)
    compare(one, events, other_events, "a twin world has different events", viewers)
    seed = stream.below(1 << 60)
    world, twin_world = stand(_imagined(one, viewers, seed)), stand(_imagined(other, viewers, seed))
    compare(one, world, twin_world, "what is imagined depends on what cannot be known", viewers)


def _shown(one: Match[Any], other: Match[Any], mask: int, before: int) -> bool:
    """Return whether chance showed the viewers different results, or a rule has just shown something."""
    results = [[d.result for d in m.draws if d.result is not None and knows(d.seen, mask)] for m in (one, other)]
    notes = any(d.result is None and knows(d.seen, mask) for m in (one, other) for d in m.draws[before:])
    return notes or results[0] != results[1]


def _sealed_twin(match: Match[Any], viewers: frozenset[int], stream: Stream, drawing: bool) -> None:
    """If other seats have sealed answers, let one of them answer differently; a seat still deciding starts over."""
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
