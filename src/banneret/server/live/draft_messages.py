"""Drafts in the form shown to their authors."""

from __future__ import annotations

import msgspec

from banneret.kernel.drafts import offered
from banneret.server.live.patches import Patch, marks_of, parts_of, patches
from banneret.server.matches.drafts import Open
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.matches.stream import AskOut, OptionOut, ask_out, layer_of, option_out, staged_of
from banneret.show.panels import Panel


class SeatDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A draft: the answers so far, and the possible next answers."""

    seat: int
    ask: str
    """Id of the open question with which the draft begins; the draft applies while that question is open."""
    name: str
    """The kind of draft, such as "orders"."""
    answers: tuple[OptionOut, ...]
    """The answers, in the order in which they were added."""
    asks: tuple[AskOut, ...]
    """The questions that can be answered next; all have the id of the draft's first question."""
    missing: int
    """Number of answers still required before the draft can be committed."""
    things: tuple[str, ...]
    """The things that still lack an answer, such as "area:hill"."""
    whole: bool
    """Whether the draft can be committed."""
    drawing: tuple[Patch, ...] = ()
    """Changes to the drawing. Only sent over WebSockets that have requested the drawing."""
    hand: Panel | None = None
    """The hand with the draft, if the game shows answers there."""


def draft_out(draft: Open, viewers: frozenset[int] | None = None, language: str | None = None) -> SeatDraft:
    """Return a draft as its seat sees it, with the changes to the drawing for `viewers` if a language is given."""
    seat, hosted, drafted = draft.seat, draft.hosted, draft.drafted
    match, shown = hosted.match, drafted.shown
    viewers = frozenset({seat}) if viewers is None else viewers
    rewound, game = hosted.rewinds, shown.view(frozenset({seat})).game
    asks = tuple(
        one
        for ask in drafted.asks
        if (one := ask_out(shown, rewound, ask, game, id_=draft.ask, listed=offered(ask))).options
    )
    ask = match.asking[seat]
    own = match.view(frozenset({seat})).game
    staged = [action for one in sorted(viewers) for action in staged_of(shown, one)] + list(drafted.staged)
    drawing: tuple[Patch, ...] = ()
    if language is not None and drafted.given:
        before = marks_of(parts_of(layer_of(match, viewers, language)))
        drawing = tuple(patches(before, parts_of(layer_of(shown, viewers, language, drafted=drafted.staged))))
    return SeatDraft(
        seat=seat,
        ask=draft.ask,
        name=drafted.name,
        answers=tuple(option_out(match, own, ask, one) for one in drafted.given),
        asks=asks,
        missing=drafted.missing,
        things=drafted.things,
        whole=drafted.whole,
        drawing=drawing,
        hand=GuardedShowing(match.rulebook).hand(shown.view(viewers).game, viewers, staged),
    )
