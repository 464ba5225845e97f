"""How fast a measured table answers: suggestions, what is dragged, facts, a bot's activation. Run `make bench`.

Measured at every so many questions of random matches of A Song of Ice & Fire, in microseconds of the process.
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
from banneret.kernel.chance import Stream, derive_key
from banneret.kernel.choosing import Space
from banneret.kernel.match import Match

GAME = "icefire-s6"
SEEDS = range(2)


def timed(do: Callable[[], Any]) -> float:
    """Return what a call takes, in microseconds."""
    begun = time.process_time()
    do()
    return (time.process_time() - begun) * 1e6


def at_spaces() -> dict[str, list[float]]:
    """Look at questions with places: list, judge, place, tell what is known, copy the match."""
    times: dict[str, list[float]] = {}
    for seed in SEEDS:
        match: Match[Any] = banneret.new_match(GAME, seats=2, seed=seed, options={"points": 40}, events=False)
        stream, book = Stream(derive_key("bench", seed)), match.rulebook
        while match.asking:
            ((seat, ask),) = match.asking.items()
            if isinstance(ask.chooser, Space):
                view = match.view({seat}).game
                listed = ask.chooser.suggest()
                action = stream.choice(listed)
                wanted = book.placing(view, ask, action)
                work: dict[str, Callable[[], Any]] = {
                    "suggestions": ask.chooser.suggest,
                    "predicate": partial(ask.chooser.refusal, action),
                    "facts": partial(book.facts, view, ask, action),
                    "clone": match.clone,
                }
                if wanted is not None:
                    work["nearest answer"] = partial(book.placed, view, ask, wanted)
                for name, do in work.items():
                    times.setdefault(f"{name}, {ask.kind}" if name != "clone" else name, []).append(timed(do))
            match.play(seat, ask.chooser.draw(ask.options, stream))
    return times


def activations(bot: str, most: int) -> list[float]:
    """Play a bot against itself; return what each of its turns takes, all its questions together."""
    times: list[float] = []
    match: Match[Any] = banneret.new_match(GAME, seats=2, seed=5, options={"points": 30}, events=False)
    bots = {seat: make_bot(bot, seat) for seat in (0, 1)}
    spent, turn = 0.0, ""
    while match.asking and len(times) < most:
        ((seat, ask),) = match.asking.items()
        if ask.kind == "activation" and turn:
            times.append(spent)
            spent = 0.0
        turn = turn or ("begun" if ask.kind == "activation" else "")
        begun = time.process_time()
        play_for(bots, match, seat, seed=1, once=True)
        spent += (time.process_time() - begun) * 1e6 if turn else 0.0
    return times


def main() -> None:
    """Measure, and write a table."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    found = dict(sorted(at_spaces().items()))
    found["an activation of greedy"] = activations("greedy", most)
    print(f"{'microseconds':42}{'median':>10}{'95th':>10}{'times':>8}")
    for name, times in found.items():
        late = statistics.quantiles(times, n=20)[18] if len(times) > 1 else times[0]
        print(f"{name:42}{statistics.median(times):10.0f}{late:10.0f}{len(times):8}")


if __name__ == "__main__":
    main()
