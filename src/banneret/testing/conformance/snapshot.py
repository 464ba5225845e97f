"""A snapshot of a match: its state, and what seats receive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Space
from banneret.kernel.events import Event
from banneret.kernel.match import Match, Seats, as_seats
from banneret.kernel.stream import Stream, derive_key
from banneret.show.showing import showing_of
from banneret.testing.conformance.offers import candidates, in_notation
from banneret.testing.conformance.random_play import Seen, compare


def plain(value: Any) -> Any:  # a struct in, builtins out
    """Return a value as plain JSON data."""
    return msgspec.to_builtins(value, str_keys=True)


def ask_seen(match: Match[Any], ask: Ask) -> Seen:
    """Return everything that a question shows to its seat, including refusals of what it does not offer."""
    options = list(ask.options)
    stream = Stream(derive_key("ask"))
    some = candidates(match.rulebook, ask.chooser, options, stream, 60)
    seen: Seen = {
        "kind": ask.kind,
        "rule": ask.rule,
        "prompt": plain(ask.prompt),
        "options": [in_notation(a) for a in options],
        "refused": {in_notation(a): plain(r) for a in some if (r := ask.chooser.refusal(a)) is not None},
    }
    if isinstance(ask.chooser, Space):
        drawn = [ask.chooser.sample(stream) for _ in range(3)]
        seen["samples"] = [in_notation(a) for a in drawn]
        seen["checks"] = [plain(ask.chooser.check(a)) for a in (*options, *drawn)]
    return seen


def received(
    match: Match[Any], seats: Seats, *, drawing: bool = False, events: Sequence[tuple[int, Event]] = ()
) -> Seen:
    """Return everything that some seats receive at this moment, except events: view, questions, options, refusals.

    `events` are events as these seats see them, whose scenes are returned too.
    """
    viewers = as_seats(seats)
    view = match.view(viewers)
    seen: Seen = {
        "view": plain(view),
        "asks": {s: ask_seen(match, ask) for s, ask in match.asking.items() if s in viewers},
    }
    showing = showing_of(match.rulebook)
    if events:
        seen["scenes"] = plain(showing.scenes(view.game, events))
    if drawing:
        seen["drawing"] = showing.draw(view.game)
        seen["panels"] = plain(showing.panels(view.game, viewers))
    return seen


def check_overlay(match: Match[Any], seats: Seats) -> None:
    """What seats see is the same, whether made at once or laid over what a spectator sees."""
    public = match.view().game
    before = plain(public)
    over = match.view(seats, public=public)
    compare(match, plain(match.view(seats)), plain(over), "an overlaid view differs from the view", seats)
    compare(match, before, plain(public), "an overlay changes the view of spectators", seats)


def stand(match: Match[Any]) -> Seen:
    """Return the complete position of a match, with all secrets: equal snapshots behave the same from here on."""
    seats = frozenset(range(match.seats))
    return {
        "digest": match.digest(),
        "view": plain(match.view(seats)),
        "asks": {s: ask_seen(match, ask) for s, ask in match.asking.items()},
        "drawn": match.state.drawn,
        "key": match.state.key,
    }
