"""`banneret demo`: six bots play, and the match is told, saved and played again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from banneret.bots import make_bot, play_for
from banneret.cli.consoles import fail, out, reported
from banneret.cli.files import write_whole
from banneret.cli.play.narrate import Teller
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.rulebook import Rulebook
from banneret.show.showing import showing_of
from banneret.sim.games import bot_seed


class DemoArguments(NamedTuple):
    """What was given on the command line."""

    names: Sequence[str]
    seed: int | str
    options: dict[str, Any]
    file: Path
    language: str = "en"


def demo(book: Rulebook[Any], given: DemoArguments) -> None:
    """Play a match of bots, one for each seat, and tell it; then save it, load it and play it again."""
    names, seed, file, language = given.names, given.seed, given.file, given.language
    console = out()
    with reported():
        file.parent.mkdir(parents=True, exist_ok=True)
        match = new_match(book.id, seats=len(names), seed=seed, options=given.options)
        teller = Teller(match, console, None, language)
        seats = ", ".join(f"{teller.seat(seat)} ({name})" for seat, name in enumerate(names))
        console.print(teller.title(), style="bold")
        console.print(teller.coloured(f"Seed {seed}; bots: {seats}"))
        started = perf_counter()
        _play(match, teller, names, seed)
        played = perf_counter() - started
        teller.ranking()
        console.print()
        _save_and_replay(match, teller, file, played, language)


def _play(match: Match[Any], teller: Teller, names: Sequence[str], seed: int | str) -> None:
    base = seed if isinstance(seed, int) else bot_seed(0, len(seed))
    bots = {seat: make_bot(name, bot_seed(base, seat)) for seat, name in enumerate(names)}
    label = match.label
    teller.heading(teller.label().capitalize())
    teller.tell_news()
    _stand(teller, "At the start")
    while asking := match.asking:
        seat = min(asking)
        play_for(bots, match, seat, seed=base, report=lambda t: teller.console.print(f"A bot failed: {t}"), once=True)
        if match.label != label:
            label = match.label
            teller.tell_news()
            _stand(teller, teller.label().capitalize())
    teller.tell_news()
    _stand(teller, "At the end")


def _stand(teller: Teller, title: str) -> None:
    teller.console.print()
    teller.console.print(f"  {title}", style="italic")
    teller.standings()


def _save_and_replay(match: Match[Any], teller: Teller, file: Path, played: float, language: str) -> None:
    console = teller.console
    record = Record.of(match)
    record.save(file)
    started = perf_counter()
    again = Record.read(file)
    replayed = again.replay(source=str(file))
    seconds = perf_counter() - started
    if replayed.digest() != match.digest() or again.hash() != record.hash():
        fail(f"{file}: the record played again ends in another state")
    drawing = file.with_name("board.svg")
    view = match.view(range(match.seats))
    write_whole(drawing, showing_of(match.rulebook).draw(view.game, language).encode())
    decisions = len(record.entries)
    console.print(f"{decisions} decisions were played and told in {played:.1f} s.")
    console.print(
        f"Saved to {file}, loaded and played again in {seconds:.2f} s: the same end, record {record.hash()}.",
        soft_wrap=True,
    )
    console.print(f"The board at the end: {drawing}")
    console.print(f"See it again:         banneret replay {file}")
    console.print(f"Draw any moment:      banneret show {file} --to {decisions // 2} --out {drawing}")
