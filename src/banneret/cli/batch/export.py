"""`banneret export`: recorded matches as data for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from banneret.cli.consoles import fail, note, out, reported
from banneret.cli.files import read_record
from banneret.cli.wording import seat_of, texts_of


class HtmlArguments(NamedTuple):
    """The arguments for HTML: the match in its file, the names of the seats that look, and the language."""

    game: int | None
    seats: tuple[str, ...]
    language: str


def to_parquet(files: Sequence[Path], folder: Path, *, view: bool, shard: int) -> None:
    """Export matches as Parquet files, continuing an export that was broken off."""
    if folder.is_file():
        fail(f"{folder} is a file; name a folder")
    try:
        from banneret.rl.dataset import export as run
    except ModuleNotFoundError as error:
        fail(f"{error.name} is not installed: pip install 'banneret[data]'")
    progress = None
    with reported():
        for progress in run(files, folder, view=view, shard=shard):
            note(f"{progress.matches} matches, {progress.rows} decisions")
    if progress is None:
        note("There are no further matches to export.")
    else:
        out().print(f"{folder}: {progress.rows} decisions of {progress.matches} matches of {progress.game}")


def to_html(files: Sequence[Path], file: Path, given: HtmlArguments) -> None:
    """Export a match as a page that replays it without a network.

    A match that is not over is exported as its viewers see it, by default as a spectator does.
    """
    try:
        from banneret.server.past.replay_file import NotBuiltError, html_of, replay_file
        from banneret.server.past.story import moments_of_record, story_of
    except ModuleNotFoundError as error:
        fail(f"{error.name} is not installed: pip install 'banneret[server]'")
    if len(files) != 1:
        fail("an HTML file holds one match: give one file, and choose a match in it with --game N")
    if file.is_dir():
        fail(f"{file} is a folder; name the file to write")
    with reported():
        record, source = read_record(files[0], given.game)
        match = record.replay(source=source)
        seats = {seat_of(match, name) for name in given.seats}
        over = match.outcome is not None
        viewers = frozenset(range(match.seats)) if over else frozenset(seats)
        story = story_of(moments_of_record(record, source), viewers) if over else None
        texts = texts_of(match.rulebook, given.language)
        title = texts.text(f"title.{match.rulebook.id}", match.rulebook.title)
        moments = moments_of_record(record, source, odds=over)
        try:
            page = html_of(replay_file(moments, viewers, story, language=given.language, title=title))
        except NotBuiltError as error:
            fail(str(error))
        file.write_bytes(page)
    out().print(f"{file}: {len(page) // 1024} KiB")
