"""Counted calls of fixed workloads: a measure of speed that does not depend on the load of the machine.

    PYTHONPATH=src python bench/call_counts.py [--write]

Prints the number of calls of functions, Python's and built-in ones, as JSON. `--write` stores them in
`tests/golden/calls.json`, with which the test suite compares them: do so after a change that is meant to need more
calls, or that has made something quicker.
"""

from __future__ import annotations

import cProfile
import gc
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import banneret
from banneret.bots import make_bot
from banneret.bots.player import Player
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook

GOLDEN: Final = Path(__file__).parents[1] / "tests/golden/calls.json"
RANDOM: Final = {"thrones": 1200, "battles": 160, "icefire-s6": 400, "icefire-2021": 400, "runewars": 400}
"""The number of decisions of random play that are counted."""
GREEDY: Final = {"thrones": 200, "battles": 60, "icefire-s6": 100, "icefire-2021": 150, "runewars": 90}
"""The number of decisions of random play before a clone, a view and a decision of the greedy bot are counted."""


def play(game: str, decisions: int) -> Match[Any]:
    """Play random matches, with options listed, for some decisions; return the last one."""
    seed = 0
    while True:
        match = banneret.new_match(game, seats=rulebook(game).seats_at_first(), seed=seed, events=False)
        pick = random.Random(seed).random
        while match.outcome is None:
            if not decisions:
                return match
            seat, ask = next(iter(match.asking.items()))
            options = ask.options.listed
            match.play(seat, options[int(pick() * len(options))])
            decisions -= 1
        seed += 1


def think(match: Match[Any]) -> None:
    """Clone a match, view it, and let the greedy bot decide."""
    twin = match.clone()
    twin.view(None)
    seat = next(iter(twin.asking))
    make_bot("greedy", 1).choose(Player(twin, seat, 1))


def counted(work: Callable[[], object]) -> int:
    """Return the number of calls of some work, done once before so that everything is loaded and cached."""
    work()
    gc.collect()
    profile = cProfile.Profile()
    profile.enable()
    work()
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def workloads() -> dict[str, Callable[[], object]]:
    """Return the workloads by name."""
    found: dict[str, Callable[[], object]] = {}
    for game, decisions in RANDOM.items():
        found[f"{game}, random"] = lambda game=game, decisions=decisions: play(game, decisions)  # type: ignore[misc]
    for game, decisions in GREEDY.items():
        match = play(game, decisions)
        found[f"{game}, greedy"] = lambda match=match: think(match)  # type: ignore[misc]
    return found


def main() -> None:
    """Print or store the counts."""
    counts = {name: counted(work) for name, work in workloads().items()}
    text = json.dumps(counts, indent=2)
    if "--write" in sys.argv:
        GOLDEN.write_text(f"{text}\n")
    print(text)


if __name__ == "__main__":
    main()
