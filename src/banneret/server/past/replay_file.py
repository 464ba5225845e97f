"""A match as one HTML file, which replays it in any browser without a network."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from html import escape
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from banneret.kernel.rulebook import Rulebook
from banneret.odds import Odds
from banneret.server.live.patches import Patch, changed_panels, marks_of, panel_marks, parts_of, patches
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.matches.stream import GameEvent, layer_of, noticed, panels_of, scenes_since
from banneret.server.page_texts import TextOut, page_texts, texts_of
from banneret.server.past.story import Begin, Moment, Story, moments_of, story_of
from banneret.server.settings import PAGE_FOLDER
from banneret.server.store.entries import Entry
from banneret.show.panels import Emblems, TablePanel
from banneret.show.scenes import Scene

LANGUAGES: Final = ("en", "de", "hu")
TEMPLATE: Final = PAGE_FOLDER / "replay.html"
"""Built with the page (`make page`)."""
MARK: Final = "<!-- match -->"
_UNUSED: Final = (
    "ask.", "card.", "check.", "do.", "fact.", "option.", "reason.", "refuse.", "rule.", "said.", "section.", "term.",
)  # fmt: skip  # several to a line
"""Prefixes of text ids that replays never show: questions, answers, cards and rules that are not cited."""


Events: TypeAlias = tuple[tuple[int, Annotated[Any, Meta(extra={"of": GameEvent})]], ...]


Rewording: TypeAlias = tuple[tuple[int, str], ...]
"""Replacements in markup split before each "<", as pairs of index and piece; index -1 replaces all of it."""


class NotBuiltError(Exception):
    """The replay page was not built with this installation."""


class FileStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of the match: its events, scenes, and changes to the drawing and panels."""

    since: int
    events: Events = ()
    scenes: tuple[Scene, ...] = ()
    drawing: tuple[Patch, ...] = ()
    worded: dict[str, tuple[Patch, ...]] = {}
    """Patches that replace those of `drawing` in other languages, where the words differ."""
    odds: tuple[Odds, ...] = ()
    """Odds of the answer, as known to its seat; only for finished matches."""
    panels: tuple[TablePanel, ...] = ()
    order: tuple[str, ...] = ()


class FileTexts(msgspec.Struct, frozen=True):
    """The texts of the page and of the game in one language."""

    page: dict[str, TextOut]
    game: dict[str, TextOut]


class ReplayFile(msgspec.Struct, frozen=True):
    """Everything a page needs to replay a match, as seen by some seats, or with all secrets if it is finished."""

    game: str
    title: str
    language: str
    """The initial language of the page, and the language of `ground` and `drawing`."""
    seats: tuple[str, ...]
    ground: str
    drawing: str
    worded: dict[str, tuple[Rewording, Rewording]]
    """Rewordings of the ground and the drawing in the other languages."""
    panels: tuple[TablePanel, ...]
    events: Events
    """Events before the first step."""
    steps: tuple[FileStep, ...]
    labels: tuple[tuple[int, str], ...]
    story: Story | None
    emblems: Emblems
    texts: dict[str, FileTexts]
    """The texts of the page and of the game, by language."""
    rules: dict[str, dict[str, str]]
    """The texts of rules cited by events, by language and id."""


def replay_file(
    moments: Iterator[Moment], viewers: frozenset[int], story: Story | None, *, language: str = "en", title: str = ""
) -> ReplayFile:
    """Return the file of a match, with the steps that these viewers noticed.

    `story` is given if the match is finished; then the file also contains the odds of the moments.
    """
    steps: list[FileStep] = []
    labels: list[tuple[int, str]] = []
    first: tuple[tuple[TablePanel, ...], dict[str, tuple[str, str]]] | None = None
    parts: dict[str, dict[str, bytes]] = {}
    panels: dict[str, bytes] = {}
    languages = (language, *(one for one in LANGUAGES if one != language))
    before: Events = ()
    match = None
    for moment in moments:
        match = moment.match
        if not noticed(moment.step, viewers):
            continue
        game = match.view(viewers).game
        layers = {one: layer_of(match, viewers, one, game) for one in languages}
        beside = panels_of(match, viewers, game)
        found = {one: parts_of(layer) for one, layer in layers.items()}
        if not labels or labels[-1][1] != match.label:
            labels.append((len(steps) + 1 if first else 0, match.label))
        if first is None:
            before = tuple(match.events_for(viewers))
            showing = GuardedShowing(match.rulebook)
            first = beside, {one: (showing.ground(game, one), str(layer)) for one, layer in layers.items()}
        else:
            since = moment.step.since
            changed, order = changed_panels(panels, beside)
            drawn = {one: tuple(patches(parts[one], found[one])) for one in languages}
            steps.append(
                FileStep(
                    since=since,
                    events=tuple(match.events_for(viewers, since)),
                    scenes=scenes_since(match, viewers, since, game),
                    drawing=drawn[language],
                    worded=_worded(drawn, language),
                    odds=moment.odds if story is not None else (),
                    panels=tuple(changed),
                    order=tuple(order),
                )
            )
        parts, panels = {one: marks_of(drawing) for one, drawing in found.items()}, panel_marks(beside)
    if match is None or first is None:
        raise ValueError("a match has at least one moment")
    book = match.rulebook
    ground, drawing = first[1].pop(language)
    return ReplayFile(
        game=book.id,
        title=title,
        language=language,
        seats=book.seat_names(match.state),
        ground=ground,
        drawing=drawing,
        worded={one: (_reworded(ground, made[0]), _reworded(drawing, made[1])) for one, made in first[1].items()},
        panels=first[0],
        events=before,
        steps=tuple(steps),
        labels=tuple(labels),
        story=story,
        emblems=GuardedShowing(book).emblems(),
        texts={one: _texts(book, one) for one in LANGUAGES},
        rules={one: _rules(book, one, [before, *(step.events for step in steps)]) for one in LANGUAGES},
    )


def _reworded(usual: str, other: str) -> Rewording:
    """Return the pieces of a markup that differ from `usual`, which has the same elements."""
    pieces, usuals = other.split("<"), usual.split("<")
    if len(pieces) != len(usuals):
        return ((-1, other),)
    return tuple((at, piece) for at, (old, piece) in enumerate(zip(usuals, pieces, strict=True)) if old != piece)


def _worded(drawn: dict[str, tuple[Patch, ...]], language: str) -> dict[str, tuple[Patch, ...]]:
    """Return the patches of other languages that differ from those of the given language."""
    usual = set(drawn[language])
    differing = {one: tuple(patch for patch in made if patch not in usual) for one, made in drawn.items()}
    return {one: made for one, made in differing.items() if made}


def _texts(book: Rulebook[Any], language: str) -> FileTexts:
    game = texts_of(book.catalogue(language))
    return FileTexts(page_texts(language), {id: text for id, text in game.items() if not id.startswith(_UNUSED)})


def _rules(book: Rulebook[Any], language: str, told: list[Events]) -> dict[str, str]:
    index = book.rules(language)
    cited = {str(getattr(event, "rule", "")) for events in told for _, event in events}
    return {id: f"{index.citation(id)}: {index[id].summary}" for id in sorted(cited) if id in index}


def html_of(file: ReplayFile) -> bytes:
    """Return the replay as a self-contained HTML page. Raises NotBuiltError."""
    if not TEMPLATE.is_file():
        raise NotBuiltError("The page is not built: run `make page` (Node 20 or newer), or install a wheel.")
    page = TEMPLATE.read_text(encoding="utf-8")
    data = base64.b64encode(zlib.compress(msgspec.json.encode(file), 9)).decode()
    head, _, rest = page.partition(MARK)
    head = head.replace("<title>banneret</title>", f"<title>{escape(file.title or file.game)} · banneret</title>")
    return f'{head}<script type="text/plain" id="match">{data}</script>{rest}'.encode()


def page_of(
    begin: Begin, entries: Sequence[Entry], viewers: frozenset[int], language: str, title: str, *, over: bool
) -> bytes:
    """Return the page of a match from its beginning, with its story if it is `over`."""
    start = begin() if callable(begin) else begin
    story = story_of(moments_of(start.clone(), entries), viewers) if over else None
    file = replay_file(moments_of(start, entries, odds=over), viewers, story, language=language, title=title)
    return html_of(file)
