"""What a viewer receives: a pure function of a table's entries, counted by what this viewer may notice of them.

A viewer is a set of seats; none is a spectator. An entry gives a viewer a message if something changed that the viewer
may know. Sealed answers of others do not, unless somebody becomes ready by them: neither numbers nor sizes nor the
order of messages tell more than the messages themselves.
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
from banneret.kernel.journal import is_given
from banneret.kernel.match import Match
from banneret.odds import has_odds
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.store.positions import ask_id
from banneret.show.palette import Palette
from banneret.show.panels import Panel, TablePanel
from banneret.show.placement import Placing
from banneret.show.scenes import Scene
from banneret.show.svg import Group, tag
from banneret.show.things import refers
from banneret.text.message import Message, msg

VERSION: Final = 1
"""Of the messages: raised when a client must change to read them."""
PANEL_EVENTS: Final = 160
"""A panel is made from so many events at most: more than a single fight tells."""


class OptionOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A possible answer: its notation, and the things it refers to, in the order of its notation."""

    do: str
    refers: tuple[str, ...]
    at: Placing | None = None
    """Where it puts a thing, in the coordinates of the drawing."""
    said: Message | None = None
    """What is said of it where its parts are numbers."""


class AskOut(msgspec.Struct, frozen=True):
    """A question that stands: `id` is what an answer names."""

    id: str
    seat: int
    kind: str
    rule: str
    prompt: Message
    space: bool
    options: tuple[OptionOut, ...]
    staged: tuple[OptionOut, ...] = ()
    """Answers given before that are carried out only with a later one."""
    moving: str = ""
    """The thing that is asked about and that may be dragged, such as "unit:a3"."""
    recurs: dict[str, str] = {}
    """Marks of a question that comes up again: within the turn, within the round; by them it is told again."""
    odds: bool = False
    """Whether answers may have odds, which `POST .../odds` computes."""
    palette: Palette = Palette()
    """What the question offers beside the board, and how it is answered by hand."""
    window: str = ""
    """The name of the reaction window, for which a seat can set a stop; empty if it is none."""
    draft: str = ""
    """The name of the draft that begins with this question, in which several answers are given as one whole."""


class GameEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as a viewer is told it; which other fields it has depends on its kind."""

    event: str
    """The kind."""
    rule: str = ""
    """The rule that it follows."""


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands for a viewer."""

    view: Annotated[Any, Meta(extra={"of": MatchView[Any]})]  # open in a JSON Schema: each game has its own
    asks: tuple[AskOut, ...]
    undo: dict[int, Refusal | None]
    """For each own seat, why its last answer cannot be taken back freely; null: it can."""
    panel: Panel | None = None
    """What is fought out now, or was last, step by step."""
    hand: Panel | None = None
    """What the viewers hold that others may not see."""


class Step(NamedTuple):
    """What an entry changed, as far as all may know: kept for every entry, in memory."""

    seat: int
    """Whose answer it was; -1: nobody's."""
    sealed: bool
    """An answer while seats decide at the same time: others see at most that somebody is ready."""
    shown: bool
    """Whether others saw something of a sealed answer: that a seat is ready now, or decides anew."""
    since: int
    """The number of the first event that is new or told anew."""


class Before(NamedTuple):
    """What is needed of a match to find out what an entry changes in it."""

    opened_at: int | None
    asking: Mapping[int, Ask]
    events: list[LoggedEvent]


def step_of(before: Match[Any] | Before, after: Match[Any], entry: dict[str, Any]) -> Step:
    """Return what an entry changed, from the match before and after it."""
    since = first_new(before, after)
    if "version" in entry:  # all are told where the match stands now
        return Step(-1, sealed=False, shown=True, since=entry["told"])
    if "note" in entry:
        return Step(-1, sealed=True, shown=False, since=since)
    seat = entry.get("seat", entry.get("take_back", -1))
    still_open = before.opened_at is not None and before.opened_at == after.opened_at
    if "forfeit" in entry or not still_open:
        return Step(seat, sealed=False, shown=True, since=since)
    return Step(seat, sealed=True, shown=before.asking.keys() != after.asking.keys(), since=since)


def written_step(step: Step, label: str) -> list[int | str]:
    """Write a step into its entry, with the label of the round that stands then."""
    return [step.seat, int(step.sealed), int(step.shown), step.since, label]


def read_step(entry: dict[str, Any]) -> tuple[Step, str]:
    """Read the step of an entry, and the label."""
    seat, sealed, shown, since, label = entry["step"]
    return Step(seat, bool(sealed), bool(shown), since), label


def first_new(before: Match[Any] | Before, after: Match[Any]) -> int:
    """Return the number of the first event that is new: all before it were told before."""
    old, new = before.events, after.events
    if len(new) >= len(old) and (not old or new[len(old) - 1] == old[-1]):
        return len(old)
    return next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def noticed(step: Step, viewers: frozenset[int]) -> bool:
    """Tell whether these viewers get a message of the entry."""
    return not step.sealed or step.shown or step.seat in viewers


def count(steps: Sequence[Step], viewers: frozenset[int], upto: int | None = None) -> int:
    """Return the number of the last message of these viewers, up to an entry; 0 before the first."""
    return sum(noticed(step, viewers) for step in steps[:upto])


def entry_of(steps: Sequence[Step], viewers: frozenset[int], seq: int) -> int:
    """Return the entry of message `seq` of these viewers; 0 is the beginning. Raises LookupError."""
    if seq == 0:
        return 0
    left = seq
    for number, step in enumerate(steps, 1):
        left -= noticed(step, viewers)
        if left == 0:
            return number
    raise LookupError(f"there is no message {seq}")


def standing(match: Match[Any], rewound: int, viewers: frozenset[int], public: Any = None) -> Standing:
    """Return where a match stands for these viewers. `public`: what a spectator sees of the game, if known."""
    undo = {seat: undo_refusal(match, seat) for seat in sorted(viewers)} if match.outcome is None else {}
    view = match.view(viewers, public=public)
    alone = view.game if len(viewers) == 1 else None  # then it is the view of the seat that is asked
    asks = tuple(ask_out(match, rewound, ask, alone) for seat, ask in match.asking.items() if seat in viewers)
    lately = match.events_for(viewers, max(0, len(match.events) - PANEL_EVENTS))
    staged = [action for seat in sorted(viewers) for action in staged_of(match, seat)]
    showing = GuardedShowing(match.rulebook)
    hand = showing.hand(view.game, viewers, staged) if viewers else None
    return Standing(view, asks, undo, showing.panel(view.game, lately), hand)


def ask_out(
    match: Match[Any],
    rewound: int,
    ask: Ask,
    game: Any = None,  # the game's own view
    *,
    id_: str = "",
    listed: Sequence[Action] | None = None,
) -> AskOut:
    """Return a question with its answers (for a space, its suggestions). `game` is what the seat sees, if known.

    `id_` and `listed` replace the id and the answers of a question that is not open in the match itself.
    """
    showing = GuardedShowing(match.rulebook)
    if game is None:
        game = match.view(frozenset({ask.seat})).game
    listed = ask.options.listed if listed is None else listed
    options = tuple(option_out(match, game, ask, one, showing) for one in listed)
    staged = tuple(OptionOut(notation.write(one), refers(one)) for one in staged_of(match, ask.seat))
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
    """Return a possible answer, and where it puts something."""
    showing = showing or GuardedShowing(match.rulebook)
    at, said = showing.placing(game, ask, action), showing.label(game, ask, action)
    return OptionOut(notation.write(action), refers(action), at, said)


def staged_of(match: Match[Any], seat: int) -> tuple[Action, ...]:
    """Return the answers of a seat that are not carried out yet: of a plan, or sealed until all are ready."""
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
    """Return the layer of things as these viewers see it, with what they have answered and is not carried out yet.

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
    """Return the panels beside the board as these viewers see them. `game` is their view of the game, if known."""
    if game is None:
        game = match.view(viewers).game
    return GuardedShowing(match.rulebook).panels(game, viewers)


def scenes_since(match: Match[Any], viewers: frozenset[int], since: int, game: Any = None) -> tuple[Scene, ...]:
    """Return what the events from a number on look like to these viewers. `game` is their view of the game, if known.

    They are made from what these viewers are told, so that they show nothing else.
    """
    if game is None:
        game = match.view(viewers).game
    return GuardedShowing(match.rulebook).scenes(game, match.events_for(viewers, since))


FINAL_RULES: Final = ("kernel:undo.1", "kernel:undo.4")
"""No consent helps where there is nothing to take back, or a forfeit stands."""


def undo_refusal(match: Match[Any], seat: int) -> Refusal | None:
    """Return why a seat cannot freely take back its last answer, or None.

    While seats decide at the same time, what was answered before stays, whoever has answered since: otherwise it
    would show whether anybody has.
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
    """Return message `seq` of these viewers: what happened since event `since`, and where the match stands now."""
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
    """Return the first message of a connection: where the match stands after message `seq`."""
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
    """Return the entry up to which somebody sees a match who sees it some rounds late.

    A round that was reached, taken back and reached again counts once: nobody sees it sooner for that.
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
