"""A match as one file: a page of its own that replays the match in any browser, without a network."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from html import escape
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from banneret.kernel.rulebook import Rulebook
from banneret.server.live.patches import Patch, changed_panels, marks_of, panel_marks, parts_of, patches
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.matches.stream import GameEvent, layer_of, noticed, panels_of, scenes_since
from banneret.server.page_texts import TextOut, page_texts, texts_of
from banneret.server.past.story import Moment, Story
from banneret.server.settings import PAGE_FOLDER
from banneret.show.panels import Emblems, TablePanel
from banneret.show.scenes import Scene

LANGUAGES: Final = ("en", "de", "hu")
TEMPLATE: Final = PAGE_FOLDER / "replay.html"
"""Built with the page (`make page`)."""
MARK: Final = "<!-- match -->"
_UNUSED: Final = (
    "ask.", "card.", "check.", "do.", "fact.", "odds.", "option.", "reason.", "refuse.", "rule.", "said.", "section.",
    "term.",
)  # fmt: skip  # several to a line
"""Beginnings of the ids of texts that no replay shows: those of questions, answers, cards and of uncited rules."""


Events: TypeAlias = tuple[tuple[int, Annotated[Any, Meta(extra={"of": GameEvent})]], ...]


class NotBuiltError(Exception):
    """Raised if the page was not built with this installation."""


class FileStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step: what happened, what it looks like, and what it changed."""

    since: int
    events: Events = ()
    scenes: tuple[Scene, ...] = ()
    drawing: tuple[Patch, ...] = ()
    panels: tuple[TablePanel, ...] = ()
    order: tuple[str, ...] = ()


class FileTexts(msgspec.Struct, frozen=True):
    """The texts of the page and of the game in a language."""

    page: dict[str, TextOut]
    game: dict[str, TextOut]


class ReplayFile(msgspec.Struct, frozen=True):
    """Everything a page needs to replay a match as some seats saw it, or as it was if it is over."""

    game: str
    title: str
    language: str
    """The language of the drawing, and the first of the page."""
    seats: tuple[str, ...]
    ground: str
    drawing: str
    panels: tuple[TablePanel, ...]
    events: Events
    """What happened before the first step."""
    steps: tuple[FileStep, ...]
    labels: tuple[tuple[int, str], ...]
    story: Story | None
    emblems: Emblems
    texts: dict[str, FileTexts]
    """The texts of the page and of the game, by language."""
    rules: dict[str, dict[str, str]]
    """The rules that events cite, in words, by language and id."""


def replay_file(
    moments: Iterator[Moment], viewers: frozenset[int], story: Story | None, *, language: str = "en", title: str = ""
) -> ReplayFile:
    """Return the file of a match, step by step as these viewers noticed it. `story` is given when it is over."""
    steps: list[FileStep] = []
    labels: list[tuple[int, str]] = []
    first: tuple[str, tuple[TablePanel, ...], str] | None = None
    parts: dict[str, bytes] = {}
    panels: dict[str, bytes] = {}
    before: Events = ()
    match = None
    for moment in moments:
        match = moment.match
        if not noticed(moment.step, viewers):
            continue
        game = match.view(viewers).game
        layer, beside = layer_of(match, viewers, language, game), panels_of(match, viewers, game)
        found = parts_of(layer)
        if not labels or labels[-1][1] != match.label:
            labels.append((len(steps) + 1 if first else 0, match.label))
        if first is None:
            before = tuple(match.events_for(viewers))
            first = (str(layer), beside, GuardedShowing(match.rulebook).ground(game, language))
        else:
            since = moment.step.since
            changed, order = changed_panels(panels, beside)
            steps.append(
                FileStep(
                    since=since,
                    events=tuple(match.events_for(viewers, since)),
                    scenes=scenes_since(match, viewers, since, game),
                    drawing=tuple(patches(parts, found)),
                    panels=tuple(changed),
                    order=tuple(order),
                )
            )
        parts, panels = marks_of(found), panel_marks(beside)
    if match is None or first is None:
        raise ValueError("a match has at least one moment")
    book = match.rulebook
    return ReplayFile(
        game=book.id,
        title=title,
        language=language,
        seats=book.seat_names(match.state),
        ground=first[2],
        drawing=first[0],
        panels=first[1],
        events=before,
        steps=tuple(steps),
        labels=tuple(labels),
        story=story,
        emblems=GuardedShowing(book).emblems(),
        texts={one: _texts(book, one) for one in LANGUAGES},
        rules={one: _rules(book, one, [before, *(step.events for step in steps)]) for one in LANGUAGES},
    )


def _texts(book: Rulebook[Any], language: str) -> FileTexts:
    game = texts_of(book.catalogue(language))
    return FileTexts(page_texts(language), {id: text for id, text in game.items() if not id.startswith(_UNUSED)})


def _rules(book: Rulebook[Any], language: str, told: list[Events]) -> dict[str, str]:
    index = book.rules(language)
    cited = {str(getattr(event, "rule", "")) for events in told for _, event in events}
    return {id: f"{index.citation(id)}: {index[id].summary}" for id in sorted(cited) if id in index}


def html_of(file: ReplayFile) -> bytes:
    """Return the file as a page of its own. Raises NotBuiltError."""
    if not TEMPLATE.is_file():
        raise NotBuiltError("The page is not built here: run `make page` (Node 20 or newer), or install a wheel.")
    page = TEMPLATE.read_text(encoding="utf-8")
    data = base64.b64encode(zlib.compress(msgspec.json.encode(file), 9)).decode()
    head, _, rest = page.partition(MARK)
    head = head.replace("<title>banneret</title>", f"<title>{escape(file.title or file.game)} · banneret</title>")
    return f'{head}<script type="text/plain" id="match">{data}</script>{rest}'.encode()
