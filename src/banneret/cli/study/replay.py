"""`banneret replay` and `banneret show`: a record told step by step, and a moment of it drawn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from banneret.cli.consoles import fail, out, reported
from banneret.cli.files import read_position, read_record, upto, write_whole
from banneret.cli.play.narrate import Teller
from banneret.cli.wording import seat_of
from banneret.kernel.match import Match
from banneret.show.showing import showing_of


def replay(path: Path, game: int | None, to: int | None, seat: str | None, language: str = "en") -> None:
    """Tell a record, each answer with what came of it; with a seat, what that seat saw."""
    console = out()
    with reported():
        record, source = read_record(path, game)
        last = upto(record, to, source)
        steps = record.steps(source=source)
        match = next(steps)
        own = None if seat is None else seat_of(match, seat)
        teller = Teller(match, console, range(match.seats) if own is None else own, language)
        console.print(f"{teller.title()}: {source}, {len(record.entries)} entries", style="bold", soft_wrap=True)
        teller.tell_news()
        for number, entry in enumerate(record.entries[:last], 1):
            if own is None or entry.get("seat") in (own, None):
                console.print(f"{number:>5}  {_said(teller, entry)}", style="dim", soft_wrap=True)
            next(steps)
            teller.tell_news()
        if last == len(record.entries):
            record.replay(events=False, source=source)  # it checks the end as well
            teller.ranking()


def _said(teller: Teller, entry: dict[str, Any]) -> str:
    if "do" in entry:
        return f"{teller.seat(entry['seat'])}: {entry['do']}"
    if "forfeit" in entry:
        return f"{teller.seat(entry['forfeit'])} gives up"
    if "take_back" in entry:
        return f"{teller.seat(entry['take_back'])} takes the last answer back"
    if "salt" in entry:
        return "from here on chance is drawn anew"
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
    """Draw a moment of a record, or a position, as SVG or text."""
    with reported():
        match = moment(path, game, to, rulebook)
        viewers = range(match.seats) if seat is None else [seat_of(match, seat)]
        if text:
            Teller(match, out(), viewers, language).board()
            return
        drawing = showing_of(match.rulebook).draw(match.view(viewers).game, language)
        if file is None:
            sys.stdout.write(drawing + "\n")
        else:
            write_whole(file, drawing.encode())


def moment(path: Path, game: int | None, to: int | None, rulebook: str | None) -> Match[Any]:
    """Return the match as it stood at an entry of a record, or at a position."""
    position = read_position(path, rulebook)
    if position is not None:
        if game is not None or to is not None:
            fail(f"{path}: this is a position; --game and --to are for records")
        return position
    record, source = read_record(path, game)
    return record.replay(upto=upto(record, to, source), source=source)
