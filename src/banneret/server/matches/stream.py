"""Messages to viewers: a pure function of a table's entries, numbered by those that the viewer may notice.

A viewer is a set of seats; the empty set is a spectator. An entry causes a message to a viewer if it has changed
something that the viewer may know. Sealed answers of others have not, unless they make somebody ready: neither the
number nor the size nor the order of messages reveals more than their contents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from banneret.kernel import notation
from banneret.kernel.asks import Ask, MatchView
from banneret.kernel.choosers import Action, Refusal, Space
from banneret.kernel.events import Event, LoggedEvent
from banneret.kernel.journal import GIVEN, is_given
from banneret.kernel.match import Match
from banneret.odds import has_odds
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.store.entries import Entry, ask_id
from banneret.show.palette import Palette
from banneret.show.panels import Panel, TablePanel
from banneret.show.placement import Placing
from banneret.show.scenes import Scene
from banneret.show.svg import Group, tag
from banneret.show.things import refers
from banneret.text.message import Message, msg

VERSION: Final = 1
"""Version of the messages; raised when clients must change to read them."""
PANEL_EVENTS: Final = 160
"""Maximum number of events shown in a panel; more than in a single fight."""


class OptionOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A possible answer: its notation, and the things it refers to, in the order of its notation."""

    do: str
    refers: tuple[str, ...]
    at: Placing | None = None
    """Where the answer places a thing, in the coordinates of the drawing."""
    said: Message | None = None
    """The label of an answer whose fields are numbers."""
    kind: str = ""
    """The kind of action, if it is not the first word of the notation."""

    @classmethod
    def of(cls, action: Action, at: Placing | None = None, said: Message | None = None) -> OptionOut:
        """Return an action as a possible answer."""
        written, kind = notation.write(action), str(type(action).__struct_config__.tag)
        return cls(written, refers(action), at, said, "" if written.partition(" ")[0] == kind else kind)


class AskOut(msgspec.Struct, frozen=True):
    """An open question; answers refer to it by its `id`."""

    id: str
    seat: int
    kind: str
    rule: str
    prompt: Message
    space: bool
    options: tuple[OptionOut, ...]
    staged: tuple[OptionOut, ...] = ()
    """Earlier answers that take effect only with a later one."""
    about: str = ""
    """The id of the card or ability that asks, whose text explains the question; "" if none does."""
    moving: str = ""
    """The thing that the question is about and that can be dragged, such as "unit:a3"."""
    recurs: dict[str, str] = {}
    """Keys that identify the question when it recurs within the turn or the round."""
    odds: bool = False
    """Whether answers may have odds, which `POST .../odds` computes."""
    palette: Palette = Palette()
    """Tokens beside the board, and gestures on it, that answer the question."""
    window: str = ""
    """The name of the reaction window, for which a seat can set a stop; empty if it is not one."""
    draft: str = ""
    """The name of the draft that begins with this question; a draft combines several answers."""


class GameEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as shown to a viewer; its other fields depend on its kind."""

    event: str
    """The kind of event."""
    rule: str = ""
    """The rule that caused the event."""


class Standing(msgspec.Struct, frozen=True):
    """The state of a match as seen by a viewer."""

    view: Annotated[Any, Meta(extra={"of": MatchView[Any]})]  # unspecified in JSON Schemas: each game has its own
    asks: tuple[AskOut, ...]
    undo: dict[int, Refusal | None]
    """Why the last answer of each of the viewer's seats cannot be undone freely; null if it can."""
    panel: Panel | None = None
    """The current or last fight, step by step."""
    hand: Panel | None = None
    """The viewer's secret possessions, such as cards."""
    latest: int | None = None
    """The one of the viewer's seats that answered last; null before their first answer."""


class Step(NamedTuple):
    """The public changes by an entry; kept in memory for every entry."""

    seat: int
    """The seat that answered; -1 if none did."""
    sealed: bool
    """Whether this is an answer while several seats decide simultaneously; others see at most that a seat is ready."""
    shown: bool
    """Whether others saw an effect of a sealed answer: that a seat is now ready, or decides again."""
    since: int
    """Number of the first new or changed event."""


class Before(NamedTuple):
    """The parts of a match before an entry that determine the entry's changes."""

    opened_at: int | None
    asking: Mapping[int, Ask]
    events: list[LoggedEvent]


def step_of(before: Match[Any] | Before, after: Match[Any], entry: dict[str, Any]) -> Step:
    """Return the changes by an entry, given the match before and after it."""
    since = first_new(before, after)
    if "version" in entry:  # everybody is sent the new state
        return Step(-1, sealed=False, shown=True, since=entry["told"])
    if "note" in entry:
        return Step(-1, sealed=True, shown=False, since=since)
    seat = entry.get("seat", entry.get("take_back", -1))
    still_open = before.opened_at is not None and before.opened_at == after.opened_at
    if "forfeit" in entry or not still_open:
        return Step(seat, sealed=False, shown=True, since=since)
    return Step(seat, sealed=True, shown=before.asking.keys() != after.asking.keys(), since=since)


def written_step(step: Step, label: str) -> list[int | str]:
    """Return the form of a step that is stored with its entry, with the current label (round)."""
    return [step.seat, int(step.sealed), int(step.shown), step.since, label]


def read_step(entry: dict[str, Any]) -> tuple[Step, str]:
    """Return the step and the label stored with an entry."""
    seat, sealed, shown, since, label = entry["step"]
    return Step(seat, bool(sealed), bool(shown), since), label


def first_new(before: Match[Any] | Before, after: Match[Any]) -> int:
    """Return the number of the first new or changed event."""
    old, new = before.events, after.events
    if len(new) >= len(old) and (not old or new[len(old) - 1] == old[-1]):
        return len(old)
    return next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def noticed(step: Step, viewers: frozenset[int]) -> bool:
    """Return whether these viewers receive a message for the entry."""
    return not step.sealed or step.shown or step.seat in viewers


def count(steps: Sequence[Step], viewers: frozenset[int], upto: int | None = None) -> int:
    """Return the number of these viewers' last message up to an entry; 0 before the first."""
    return sum(noticed(step, viewers) for step in steps[:upto])


def entry_of(steps: Sequence[Step], viewers: frozenset[int], seq: int) -> int:
    """Return the entry of these viewers' message `seq`; 0 is the beginning. Raises LookupError."""
    if seq == 0:
        return 0
    left = seq
    for number, step in enumerate(steps, 1):
        left -= noticed(step, viewers)
        if left == 0:
            return number
    raise LookupError(f"there is no message {seq}")


def standing(match: Match[Any], rewound: int, viewers: frozenset[int], public: Any = None) -> Standing:
    """Return the state of a match for these viewers. `public` is the spectators' view of the game, if known."""
    undo = {seat: undo_refusal(match, seat) for seat in sorted(viewers)} if match.outcome is None else {}
    view = match.view(viewers, public=public)
    alone = view.game if len(viewers) == 1 else None  # the view of the only seat
    asks = tuple(ask_out(match, rewound, ask, alone) for seat, ask in match.asking.items() if seat in viewers)
    lately = match.events_for(viewers, max(0, len(match.events) - PANEL_EVENTS))
    staged = [action for seat in sorted(viewers) for action in staged_of(match, seat)]
    showing = GuardedShowing(match.rulebook)
    hand = showing.hand(view.game, viewers, staged) if viewers else None
    latest = next((one.seat for one in reversed(match.answers) if one.how == GIVEN and one.seat in viewers), None)
    return Standing(view, asks, undo, showing.panel(view.game, lately), hand, latest)


def ask_out(
    match: Match[Any],
    rewound: int,
    ask: Ask,
    game: Any = None,  # the game's own view
    *,
    id_: str = "",
    listed: Sequence[Action] | None = None,
) -> AskOut:
    """Return a question with its answers, or suggestions if they cannot be listed. `game` is the seat's view, if known.

    `id_` and `listed` replace id and answers for a question that is not open in the match itself.
    """
    showing = GuardedShowing(match.rulebook)
    if game is None:
        game = match.view(frozenset({ask.seat})).game
    listed = ask.options.listed if listed is None else listed
    options = tuple(option_out(match, game, ask, one, showing) for one in listed)
    staged = tuple(OptionOut.of(one) for one in staged_of(match, ask.seat))
    part = ask.chooser.part()
    return AskOut(
        id=id_ or ask_id(match, rewound, ask.seat),
        seat=ask.seat,
        kind=ask.kind,
        rule=ask.rule,
        prompt=ask.prompt,
        space=isinstance(ask.chooser, Space),
        options=options,
        staged=staged,
        about=ask.about,
        moving=showing.moving(game, ask),
        recurs=ask.chooser.recurs(),
        odds=has_odds(match.rulebook, ask),
        palette=showing.palette(game, ask),
        window=ask.chooser.window(),
        draft="" if part is None else part.draft,
    )


def option_out(
    match: Match[Any], game: Any, ask: Ask, action: Action, showing: GuardedShowing | None = None
) -> OptionOut:  # `game`: the game's own view
    """Return a possible answer, with the place where it puts something."""
    showing = showing or GuardedShowing(match.rulebook)
    at, said = showing.placing(game, ask, action), showing.label(game, ask, action)
    return OptionOut.of(action, at, said)


def staged_of(match: Match[Any], seat: int) -> tuple[Action, ...]:
    """Return the answers of a seat that have not taken effect: parts of a plan, or sealed until all seats are ready."""
    ask = match.asking.get(seat)
    found = ask.chooser.staged() if ask is not None else ()
    if found or match.opened_at is None:
        return found
    return tuple(one.action for one in match.answers[match.opened_at :] if is_given(one, seat))


def layer_of(
    match: Match[Any],
    viewers: frozenset[int],
    language: str,
    game: Any = None,  # the game's own view
    drafted: Sequence[Action] = (),
) -> str:
    """Return the layer of things as seen by these viewers, including their answers that have not taken effect yet.

    `game` is their view of the game, if known; `drafted` are answers of a draft, which are drawn as well.
    """
    if game is None:
        game = match.view(viewers).game
    showing = GuardedShowing(match.rulebook)
    things = showing.things(game, language)
    staged = [action for seat in sorted(viewers) for action in staged_of(match, seat)] + list(drafted)
    drawn = showing.preview(game, staged, language) if staged else ""
    if not drawn:
        return things
    children = things.children if isinstance(things, Group) else ()
    above = tag("g", drawn, id="staged")
    markup = f"{things.removesuffix('</g>')}{above}</g>"
    return Group(markup, "things", (*children, above)) if children else markup


def panels_of(match: Match[Any], viewers: frozenset[int], game: Any = None) -> tuple[TablePanel, ...]:
    """Return the panels beside the board as seen by these viewers. `game` is their view of the game, if known."""
    if game is None:
        game = match.view(viewers).game
    return GuardedShowing(match.rulebook).panels(game, viewers)


def scenes_since(match: Match[Any], viewers: frozenset[int], since: int, game: Any = None) -> tuple[Scene, ...]:
    """Return the animations of the events from a number on. `game` is the viewers' view of the game, if known.

    They are based on the events shown to these viewers, and so reveal nothing else.
    """
    if game is None:
        game = match.view(viewers).game
    return GuardedShowing(match.rulebook).scenes(game, match.events_for(viewers, since))


FINAL_RULES: Final = ("kernel:undo.1", "kernel:undo.4")
"""Rules that no consent overrides: there is nothing to undo, or the answer was a forfeit."""


def undo_refusal(match: Match[Any], seat: int) -> Refusal | None:
    """Return why a seat cannot freely undo its last answer, or None.

    While several seats decide simultaneously, earlier answers cannot be undone even if nobody has answered since;
    otherwise the refusal would reveal whether somebody has.
    """
    answers = match.answers
    given = next((i for i in range(len(answers) - 1, -1, -1) if is_given(answers[i], seat)), None)
    refusal = match.undo_refusal(seat)
    final = refusal is not None and refusal.rule in FINAL_RULES
    if given is not None and match.opened_at is not None and given < match.opened_at and not final:
        return Refusal("kernel:undo.2", msg("refuse.kernel.undo-others", seat=seat))
    return refusal


def update(
    match: Match[Any], rewound: int, viewers: frozenset[int], seq: int, since: int, public: Any = None
) -> dict[str, Any]:  # `public`: the game's own view
    """Return message `seq` of these viewers: the events from number `since` on, and the state of the match."""
    events: list[tuple[int, Event]] = match.events_for(viewers, since)
    return {
        "v": VERSION,
        "type": "update",
        "seq": seq,
        "since": since,
        "events": events,
        "state": standing(match, rewound, viewers, public),
    }


def snapshot(
    match: Match[Any], rewound: int, viewers: frozenset[int], seq: int, public: Any = None
) -> dict[str, Any]:  # as above
    """Return the first message of a connection: the state of the match after message `seq`."""
    return {
        "v": VERSION,
        "type": "state",
        "seq": seq,
        "told": len(match.events),
        "state": standing(match, rewound, viewers, public),
    }


def delayed(
    rounds: Sequence[tuple[int, str]], rounds_late: int, head: int, *, over: bool, rewound: Sequence[int] = ()
) -> int:
    """Return the last entry seen by a viewer who sees the match some rounds late.

    A round that was reached, undone and reached again counts once, so that nobody sees it early.
    """
    if over or rounds_late == 0:
        return head
    upto = 0
    reached: list[tuple[int, str]] = []
    for entry, label in rounds:
        labels = [one for _, one in reached]
        if entry < len(rewound) and rewound[entry] > rewound[entry - 1] and label in labels:
            del reached[len(labels) - labels[::-1].index(label) :]
        else:
            reached.append((entry, label))
        at = len(reached) - rounds_late
        if at > 0:
            upto = max(upto, reached[at][0] - 1)
    return upto


def rewinds(before: Match[Any] | Before, after: Match[Any], entry: Entry) -> bool:
    """Return whether an entry rewound the match for all seats, unlike the change of a seat's own sealed answer.

    After an upgrade to newer rules, all seats are asked again too.
    """
    if "version" in entry:
        return True
    sealed = before.opened_at is not None and before.opened_at == after.opened_at
    return "take_back" in entry and not sealed
