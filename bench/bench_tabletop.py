"""Speed of the measured tables: suggestions, predicates, dragging, facts, a bot's activations, matches.

Measured at questions of random matches of A Song of Ice & Fire and Runewars, in microseconds. Run with `make bench`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import banneret
from banneret.bots import make_bot, play_for
from banneret.kernel.choosers import Space
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.show.showing import showing_of

GAMES: dict[str, dict[str, Any]] = {"icefire-s6": {"points": 40}, "runewars": {"size": "standard"}}
SEEDS = range(2)
MATCHES = 5


def timed(do: Callable[[], Any]) -> float:
    """Return the time of a call in microseconds."""
    begun = time.process_time_ns()
    do()
    return (time.process_time_ns() - begun) / 1e3


def at_questions(game: str) -> dict[str, list[float]]:
    """Measure questions of placement and movement: listing, checking, placing, facts, copying the match."""
    times: dict[str, list[float]] = {}
    for seed in SEEDS:
        match: Match[Any] = banneret.new_match(game, seats=2, seed=seed, options=GAMES[game], events=False)
        stream, showing = Stream(derive_key("bench", seed)), showing_of(match.rulebook)
        while match.asking:
            seat, ask = next(iter(match.asking.items()))
            if isinstance(ask.chooser, Space) or ask.kind in ("move", "dials"):
                view = match.view({seat}).game
                listed = ask.chooser.suggest() if isinstance(ask.chooser, Space) else ask.chooser.options()
                action = stream.choice(listed)
                wanted = showing.placing(view, ask, action)
                work: dict[str, Callable[[], Any]] = {
                    "options": ask.chooser.suggest if isinstance(ask.chooser, Space) else ask.chooser.options,
                    "predicate": partial(ask.chooser.refusal, action),
                    "facts": partial(showing.facts, view, ask, action),
                    "clone": match.clone,
                }
                if wanted is not None:
                    work["nearest answer"] = partial(showing.placed, view, ask, wanted)
                for name, do in work.items():
                    times.setdefault(f"{name}, {ask.kind}" if name != "clone" else name, []).append(timed(do))
            match.play(seat, ask.chooser.draw(ask.options, stream))
    return times


def whole_matches(game: str) -> dict[str, list[float]]:
    """Play random matches; return the time of a match and of a decision."""
    times: dict[str, list[float]] = {"a random match": [], "a random decision": []}
    for seed in range(MATCHES):
        begun = time.process_time()
        match: Match[Any] = banneret.new_match(game, seats=2, seed=seed, options=GAMES[game], events=False)
        stream = Stream(derive_key("bench match", seed))
        while match.asking:
            seat, ask = next(iter(match.asking.items()))
            match.play(seat, ask.chooser.draw(ask.options, stream))
        took = (time.process_time() - begun) * 1e6
        times["a random match"].append(took)
        times["a random decision"].append(took / len(match.answers))
    return times


def activations(game: str, bot: str, most: int) -> list[float]:
    """Let a bot play itself; return the time of each of its turns, including all questions."""
    times: list[float] = []
    begins = ("activation", "activate")
    match: Match[Any] = banneret.new_match(game, seats=2, seed=5, options=GAMES[game], events=False)
    bots = {seat: make_bot(bot, seat) for seat in (0, 1)}
    spent, turn = 0.0, False
    while match.asking and len(times) < most:
        seat, ask = next(iter(match.asking.items()))
        if ask.kind in begins and turn:
            times.append(spent)
            spent = 0.0
        turn = turn or ask.kind in begins
        begun = time.process_time()
        play_for(bots, match, seat, seed=1, once=True)
        spent += (time.process_time() - begun) * 1e6 if turn else 0.0
    return times


def main() -> None:
    """Measure and print a table."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for game in GAMES:
        found = dict(sorted(at_questions(game).items()))
        found |= whole_matches(game)
        found["an activation of greedy"] = activations(game, "greedy", most)
        print(f"{f'{game}, microseconds':42}{'median':>10}{'95th':>10}{'times':>8}")
        for name, times in found.items():
            late = statistics.quantiles(times, n=20)[18] if len(times) > 1 else times[0]
            print(f"{name:42}{statistics.median(times):10.0f}{late:10.0f}{len(times):8}")
        print()


if __name__ == "__main__":
    main()
