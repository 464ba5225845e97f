"""Speed of the games as a ratio of two checkouts, measured alternately in CPU time of fresh processes.

    python bench/ratios.py ../other-checkout [--rounds 3] [--matches 6] [GAME...]

For each game: random decisions per second with options listed, the time of a decision of the greedy bot, and the
median and 95th percentile of a clone. Both checkouts play the same seeds. Above 1.00, this checkout is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import banneret
from banneret.bots import make_bot
from banneret.bots.player import Player
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook

SPEED: Final = "random decisions/s"
GREEDY: Final = "greedy decision, ms"
MEDIAN: Final = "clone, median, µs"
TAIL: Final = "clone, 95th percentile, µs"


def new(game: str, seed: int) -> Match[Any]:
    """Return a new match with the usual number of seats, without events."""
    return banneret.new_match(game, seats=rulebook(game).seats_at_first(), seed=seed, events=False)


def play(game: str, seed: int) -> int:
    """Play a random match; return the number of decisions."""
    pick = random.Random(seed).random
    match = new(game, seed)
    decisions = 0
    while match.outcome is None:
        seat, ask = next(iter(match._asks.items()))  # the source of the copies in `asking`
        options = ask.options.listed
        match.play(seat, options[int(pick() * len(options))])
        decisions += 1
    return decisions


def measured(game: str, matches: int) -> dict[str, float]:
    """Measure a game in this process."""
    play(game, 1000)
    start = time.process_time()
    decisions = sum([play(game, seed) for seed in range(matches)])
    speed = decisions / (time.process_time() - start)
    clones, greedy = [], []
    for seed in range(max(1, matches // 3)):
        pick = random.Random(seed).random
        match = new(game, seed)
        count = 0
        while match.outcome is None:
            seat, ask = next(iter(match.asking.items()))
            if count % 5 == 0:
                start = time.process_time()
                match.clone()
                clones.append(time.process_time() - start)
            if count % 40 == 0:
                bot = make_bot("greedy", seed)
                start = time.process_time()
                bot.choose(Player(match, seat, count))
                greedy.append(time.process_time() - start)
            options = ask.options.listed
            match.play(seat, options[int(pick() * len(options))])
            count += 1
    return {
        SPEED: speed,
        GREEDY: statistics.mean(greedy) * 1e3,
        MEDIAN: statistics.median(clones) * 1e6,
        TAIL: statistics.quantiles(clones, n=20)[18] * 1e6,
    }


def apart(checkout: Path, game: str, matches: int) -> dict[str, float]:
    """Measure a game in a new process that imports the package of a checkout."""
    environment = os.environ | {"PYTHONPATH": str(checkout / "src"), "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, "--measure", "--matches", str(matches), game]
    found: dict[str, float] = json.loads(
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    )
    return found


def main() -> None:
    """Print the figures of both checkouts and their ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", help="the other checkout, then games")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_intermixed_args()
    if given.measure:
        print(json.dumps(measured(given.names[0], given.matches)))
        return
    if not given.names:
        parser.error("name the other checkout")
    own, other = Path(__file__).parents[1], Path(given.names[0])
    for game in given.names[1:] or [book.id for book in banneret.rulebooks()]:
        matches = given.matches if game not in {"thrones", "battles"} else 8 * given.matches
        rounds = [(apart(other, game, matches), apart(own, game, matches)) for _ in range(given.rounds)]
        print(game)
        for what in (SPEED, GREEDY, MEDIAN, TAIL):
            before = statistics.median([one[what] for one, _ in rounds])
            after = statistics.median([one[what] for _, one in rounds])
            ratio = after / before if what == SPEED else before / after
            print(f"  {what:<28}{before:>11,.1f}{after:>11,.1f}{ratio:>8.2f}x", flush=True)


if __name__ == "__main__":
    main()
