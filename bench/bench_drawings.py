"""Measure the processor time that drawings and panels take per answer.

Random bots play; after every answer, the things on the board and the panels are made for the viewer of each seat and
compared with what this viewer has, as a server does. Times are process times, so that other load has little effect.
"""

from __future__ import annotations

import argparse
import time

from banneret.bots import make_bot, play_for
from banneret.kernel.creation import new_match
from banneret.server.live import patches
from banneret.server.matches.guarded_showing import GuardedShowing

GAMES = {"thrones": 6, "battles": 2, "runewars": 2, "icefire-s6": 2}
VIEWERS = 4
"""The most viewers of a table that are measured."""


def measure(game: str, seed: int, answers: int) -> tuple[float, int, int]:
    """Return the seconds spent on drawings and panels in a match, the number of answers, and that of changed bytes."""
    seats = GAMES[game]
    match = new_match(game, seats=seats, seed=seed)
    bots = {seat: make_bot("random", seat) for seat in range(seats)}
    showing = GuardedShowing(match.rulebook)
    viewers = [frozenset({seat}) for seat in range(min(seats, VIEWERS))]
    parts: dict[frozenset[int], dict[str, bytes]] = {viewer: {} for viewer in viewers}
    panels: dict[frozenset[int], dict[str, bytes]] = {viewer: {} for viewer in viewers}
    spent, given, size = 0.0, 0, 0
    while match.asking and given < answers:
        play_for(bots, match, next(iter(match.asking)), seed=1, once=True)
        given += 1
        begun = time.process_time()
        for viewer in viewers:
            view = match.view(viewer).game
            drawn, beside = patches.parts_of(showing.things(view, "en")), showing.panels(view, viewer)
            size += sum(len(one.markup or "") for one in patches.patches(parts[viewer], drawn))
            patches.changed_panels(panels[viewer], beside)
            parts[viewer], panels[viewer] = patches.marks_of(drawn), patches.panel_marks(beside)
        spent += time.process_time() - begun
    return spent, given, size


def main() -> None:
    """Print the milliseconds per answer of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=150)
    parser.add_argument("--matches", type=int, default=3)
    wanted = parser.parse_args()
    for game in GAMES:
        measure(game, 1, wanted.answers // 2)  # caches are warm on a server
        found = [measure(game, seed, wanted.answers) for seed in range(2, 2 + wanted.matches)]
        spent, given, size = (sum(column) for column in zip(*found, strict=True))
        print(f"{game}: {1000 * spent / given:.2f} ms and {size / given / 1024:.1f} KiB for each answer")


if __name__ == "__main__":
    main()
