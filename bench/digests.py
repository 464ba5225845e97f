"""Digests of matches, to show that a change of speed leaves all answers equal. Compare the output of two checkouts.

    PYTHONPATH=src python bench/digests.py [--matches 200] [--bots 1] [GAME...]

The first digest covers random matches: all questions, options, some views, and outcomes. The second one covers the
answers of the greedy bot and a small search in matches against random ones.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import time

import banneret
from banneret.bots import make_bot, play_for
from banneret.kernel.registry import rulebook


def of_matches(game: str, matches: int) -> str:
    """Return the digest of random matches with all numbers of seats."""
    found = hashlib.sha256()
    seats = rulebook(game).seats
    for seed in range(matches):
        match = banneret.new_match(game, seats=seats[seed % len(seats)], seed=seed)
        pick = random.Random(seed).random
        count = 0
        while match.outcome is None:
            seat, ask = next(iter(match.asking.items()))
            options = ask.options.listed
            found.update(repr((seat, ask.kind, ask.prompt, options)).encode())
            if count % 50 == 0:
                for viewer in (None, *range(match.seats)):
                    found.update(repr(match.view(viewer)).encode())
            match.play(seat, options[int(pick() * len(options))])
            count += 1
        found.update(repr((match.outcome, match.digest(), match.events)).encode())
    return found.hexdigest()[:24]


def of_bots(game: str, matches: int) -> str:
    """Return the digest of the answers of bots: one greedy, one that searches, the others random."""
    found = hashlib.sha256()
    for seed in range(matches):
        match = banneret.new_match(game, seats=rulebook(game).seats_at_first(), seed=seed, events=False)
        names = ["greedy", "search:20", *["random"] * match.seats]
        bots = {seat: make_bot(names[seat], seed) for seat in range(match.seats)}
        while match.outcome is None and len(match.journal) < 300:
            play_for(bots, match, next(iter(match.asking)), seed=seed, once=True)
        found.update(repr(match.journal).encode())
    return found.hexdigest()[:24]


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--bots", type=int, default=1)
    given = parser.parse_intermixed_args()
    for game in given.games or [book.id for book in banneret.rulebooks()]:
        start = time.process_time()
        digests = of_matches(game, given.matches), of_bots(game, given.bots)
        print(f"{game:<14}{digests[0]}  {digests[1]}  {time.process_time() - start:7.1f} s", flush=True)


if __name__ == "__main__":
    main()
