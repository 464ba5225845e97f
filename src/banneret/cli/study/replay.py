"""`banneret replay` and `banneret show`: a record described step by step, and a point of it drawn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from banneret.cli.consoles import fail, out, reported
from banneret.cli.files import read_position, read_record, upto, write_whole
from banneret.cli.play.narrate import Narrator
from banneret.cli.wording import phrase, seat_of
from banneret.kernel import notation
from banneret.kernel.match import Match
from banneret.show.showing import showing_of


def replay(path: Path, game: int | None, to: int | None, seat: str | None, language: str = "en") -> None:
    """Describe a record: each answer and its consequences; with a seat, as that seat saw it."""
    console = out()
    with reported():
        record, source = read_record(path, game)
        last = upto(record, to, source)
        steps = record.steps(source=source)
        match = next(steps)
        own = None if seat is None else seat_of(match, seat)
        narrator = Narrator(match, console, range(match.seats) if own is None else own, language)
        console.print(f"{narrator.title()}: {source}, {len(record.entries)} entries", style="bold", soft_wrap=True)
        narrator.narrate_new()
        for number, entry in enumerate(record.entries[:last], 1):
            if own is None or entry.get("seat") in (own, None):
                console.print(f"{number:>5}  {_entry_line(narrator, entry)}", style="dim", soft_wrap=True)
            next(steps)
            narrator.narrate_new()
        if last == len(record.entries):
            record.replay(events=False, source=source)  # verifies the end as well
            narrator.ranking()


def _entry_line(narrator: Narrator, entry: dict[str, Any]) -> str:
    if "do" in entry:
        action = notation.read(entry["do"], narrator.match.rulebook.actions)
        words = narrator.option(action, narrator.match.asking.get(entry["seat"]))
        return f"{narrator.seat(entry['seat'])}: {phrase(words)}"
    if "forfeit" in entry:
        return f"{narrator.seat(entry['forfeit'])} forfeits"
    if "take_back" in entry:
        return f"{narrator.seat(entry['take_back'])} undoes the last answer"
    if "salt" in entry:
        return "random outcomes are redrawn from here on"
    return f"note: {entry.get('note', '')}"


def show(
    path: Path,
    *,
    game: int | None,
    to: int | None,
    seat: str | None,
    file: Path | None,
    text: bool,
    rulebook: str | None,
    language: str = "en",
) -> None:
    """Draw a point of a record, or a position, as SVG or text."""
    with reported():
        match = moment(path, game, to, rulebook)
        viewers = range(match.seats) if seat is None else [seat_of(match, seat)]
        if text:
            Narrator(match, out(), viewers, language).board()
            return
        drawing = showing_of(match.rulebook).draw(match.view(viewers).game, language)
        if file is None:
            sys.stdout.write(drawing + "\n")
        else:
            write_whole(file, drawing.encode())


def moment(path: Path, game: int | None, to: int | None, rulebook: str | None) -> Match[Any]:
    """Return the match at an entry of a record, or at a position."""
    position = read_position(path, rulebook)
    if position is not None:
        if game is not None or to is not None:
            fail(f"{path}: this is a position; --game and --to apply to records only")
        return position
    record, source = read_record(path, game)
    return record.replay(upto=upto(record, to, source), source=source)
