"""Speed and memory of the Thrones bots: plain CPython, one core. Run with `make bench`.

A decision is one answer of a bot, including imagining what its seat may know and playing the answer. Times are process
times, so that other load on the machine has little effect; compare values only within one run.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

import banneret
from banneret.bots import Bot, SearchBot, make_bot, play_for
from banneret.bots.player import Player
from banneret.kernel.match import Match

SEED = 7


def decisions(name: str, seats: int, seconds: float) -> list[float]:
    """Play matches with one such bot among greedy ones; return the time of each of its decisions in seconds."""
    times: list[float] = []
    begun, game = time.process_time(), 0
    while time.process_time() - begun < seconds:
        match = banneret.new_match("thrones", seats=seats, seed=SEED + game, events=False)
        for spent in decisions_in(match, name, game):
            times.append(spent)
            if time.process_time() - begun >= seconds:
                break
        game += 1
    return times


def decisions_in(match: Match[Any], name: str, game: int) -> Iterator[float]:
    """Play a match with a bot in one seat among greedy ones; yield the CPU seconds of each of its decisions.

    `game`, the number of the match, determines the seat and the seeds of the bots.
    """
    seats = match.seats
    own = game % seats
    bots: dict[int, Bot] = {seat: make_bot(name if seat == own else "greedy", game + seat) for seat in range(seats)}
    while match.asking:
        seat = next(iter(match.asking))
        start = time.process_time()
        play_for(bots, match, seat, seed=game, once=True)
        if seat == own:
            yield time.process_time() - start


def playouts(seats: int, kind: str, iterations: int) -> float:
    """Return the playouts per second of a search at the first question of a kind in a match of greedy bots."""
    match = banneret.new_match("thrones", seats=seats, seed=SEED, events=False)
    bots: dict[int, Bot] = {seat: make_bot("greedy", seat) for seat in range(seats)}
    while next(iter(match.asking.values())).kind != kind:
        play_for(bots, match, next(iter(match.asking)), seed=SEED, once=True)
    seat = next(iter(match.asking))
    made, spent, turn = 0, 0.0, 0
    while made < iterations:
        player = Player(match, seat, turn)
        start = time.process_time()
        made += sum([one.tried for one in SearchBot(turn, iterations=iterations).weigh(player)])
        spent += time.process_time() - start
        turn += 1
    return made / spent


def megabytes() -> float:
    """Return the peak memory of this process so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> None:
    """Run the measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="duration per bot and number of seats (20)")
    parser.add_argument("--bots", default="random,greedy,search:100,search:400", help="comma-separated bots")
    given = parser.parse_args()
    print(f"Python {sys.version.split()[0]}; before any match {megabytes():.0f} MB")
    print(f"{'bot':<12}{'seats':>6}{'decisions':>11}{'median ms':>11}{'p99 ms':>9}{'mean ms':>9}{'peak MB':>9}")
    for name in given.bots.split(","):
        for seats in (3, 6):
            times = sorted(decisions(name, seats, given.seconds))
            last = times[min(len(times) - 1, int(0.99 * len(times)))]
            shown = [1000 * one for one in (statistics.median(times), last, statistics.fmean(times))]
            print(
                f"{name:<12}{seats:>6}{len(times):>11}{shown[0]:>11.2f}{shown[1]:>9.1f}{shown[2]:>9.2f}"
                f"{megabytes():>9.0f}",
                flush=True,
            )
    for kind, what in (("march", "some turns on"), ("order", "to the end of the round")):
        for seats in (3, 6):
            rate = playouts(seats, kind, 1000)
            print(f"playouts per second, {what} (question: {kind}, {seats} seats): {rate:.0f}", flush=True)


if __name__ == "__main__":
    main()
