"""CPU time of a bot per decision in whole matches of every game, in several sizes. Run it for one bot at a time.

A decision is one answer of the bot, including imagining what its seat may know and playing the answer. The other seats
play `greedy`. Matches are played to their end, so that all parts of a match are measured as often as they occur.
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any

import banneret
from bench.bench_bots import decisions_in

SIZES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("thrones", 3, {}),
    ("thrones", 6, {}),
    ("battles", 2, {}),
    ("runewars", 2, {"size": "skirmish"}),
    ("runewars", 2, {}),
    ("runewars", 4, {}),
    ("icefire-s6", 2, {"points": 20}),
    ("icefire-s6", 2, {"points": 40}),
    ("icefire-s6", 4, {"points": 40}),
    ("icefire-2021", 2, {"points": 20}),
    ("icefire-2021", 2, {"points": 40}),
    ("icefire-2021", 4, {"points": 40}),
)


def decision_times(
    rulebook: str, seats: int, options: dict[str, Any], name: str, wanted: int, seed: int
) -> list[float]:
    """Return the CPU seconds of at least `wanted` decisions, from as many whole matches as that takes."""
    times: list[float] = []
    game = seed
    while len(times) < wanted:
        match = banneret.new_match(rulebook, seats=seats, seed=game, options=options, events=False)
        times += decisions_in(match, name, game)
        game += 1
    return times


def main() -> None:
    """Run the measurements and print a row for each size of each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="expert", help="bot that is measured (expert)")
    parser.add_argument("--decisions", type=int, default=300, help="minimum number of decisions per row (300)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first match (1)")
    parser.add_argument("--only", default="", help="measure only rulebooks whose names start with this")
    given = parser.parse_args()
    columns = f"{'decisions':>10}{'median s':>10}{'p99 s':>8}{'max s':>8}{'sum s':>8}"
    print(f"{'rulebook':<14}{'seats':>6}  {'options':<18}{columns}")
    for rulebook, seats, options in SIZES:
        if rulebook.startswith(given.only):
            times = sorted(decision_times(rulebook, seats, options, given.bot, given.decisions, given.seed))
            shown = ",".join(f"{key}={value}" for key, value in options.items())
            last = times[min(len(times) - 1, int(0.99 * len(times)))]
            print(
                f"{rulebook:<14}{seats:>6}  {shown:<18}{len(times):>10}{statistics.median(times):>10.3f}{last:>8.2f}"
                f"{times[-1]:>8.2f}{sum(times):>8.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
