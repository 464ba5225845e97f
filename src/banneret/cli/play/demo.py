"""`banneret demo`: bots play a match, which is described, saved and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from banneret.bots import make_bot, play_for
from banneret.cli.consoles import fail, out, reported
from banneret.cli.files import write_whole
from banneret.cli.play.narrate import Narrator
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.rulebook import Rulebook
from banneret.show.showing import showing_of
from banneret.sim.games import bot_seed


class DemoArguments(NamedTuple):
    """The command-line arguments."""

    names: Sequence[str]
    seed: int | str
    options: dict[str, Any]
    file: Path
    language: str = "en"


def demo(book: Rulebook[Any], given: DemoArguments) -> None:
    """Play and describe a match with a bot in each seat; then save, load and replay it."""
    names, seed, file, language = given.names, given.seed, given.file, given.language
    console = out()
    with reported():
        file.parent.mkdir(parents=True, exist_ok=True)
        match = new_match(book.id, seats=len(names), seed=seed, options=given.options)
        narrator = Narrator(match, console, None, language)
        seats = ", ".join(f"{narrator.seat(seat)} ({name})" for seat, name in enumerate(names))
        console.print(narrator.title(), style="bold")
        console.print(narrator.coloured(f"Seed {seed}; bots: {seats}"))
        started = perf_counter()
        _play(match, narrator, names, seed)
        played = perf_counter() - started
        narrator.ranking()
        console.print()
        _save_and_replay(match, narrator, file, played, language)


def _play(match: Match[Any], narrator: Narrator, names: Sequence[str], seed: int | str) -> None:
    base = seed if isinstance(seed, int) else bot_seed(0, len(seed))
    bots = {seat: make_bot(name, bot_seed(base, seat)) for seat, name in enumerate(names)}
    label = match.label
    narrator.heading(narrator.label().capitalize())
    narrator.narrate_new()
    _stand(narrator, "At the start")
    while asking := match.asking:
        seat = min(asking)
        play_for(bots, match, seat, seed=base, report=lambda t: narrator.console.print(f"A bot failed: {t}"), once=True)
        if match.label != label:
            label = match.label
            narrator.narrate_new()
            _stand(narrator, narrator.label().capitalize())
    narrator.narrate_new()
    _stand(narrator, "At the end")


def _stand(narrator: Narrator, title: str) -> None:
    narrator.console.print()
    narrator.console.print(f"  {title}", style="italic")
    narrator.standings()


def _save_and_replay(match: Match[Any], narrator: Narrator, file: Path, played: float, language: str) -> None:
    console = narrator.console
    record = Record.of(match)
    record.save(file)
    started = perf_counter()
    again = Record.read(file)
    replayed = again.replay(source=str(file))
    seconds = perf_counter() - started
    if replayed.digest() != match.digest() or again.hash() != record.hash():
        fail(f"{file}: the replayed record ends in a different state")
    drawing = file.with_name("board.svg")
    view = match.view(range(match.seats))
    write_whole(drawing, showing_of(match.rulebook).draw(view.game, language).encode())
    decisions = len(record.entries)
    console.print(f"Played {decisions} decisions in {played:.1f} s.")
    console.print(
        f"Saved to {file}, loaded and replayed in {seconds:.2f} s with the same result; record {record.hash()}.",
        soft_wrap=True,
    )
    console.print(f"Final board:     {drawing}")
    console.print(f"Replay it:       banneret replay {file}")
    console.print(f"Draw any point:  banneret show {file} --to {decisions // 2} --out {drawing}")
