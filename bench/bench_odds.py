"""Time that odds and threat ranges take: plain CPython, one core. Run with `python bench/bench_odds.py`.

For each game: constructed cases drawn at random, and the options of questions in random matches whose answers have
odds; then the threat ranges of things on the board of those matches. Times are process times, so that other load has
little effect. Each computation should take at most 100 ms.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from banneret import odds
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.showing import showing_of
from banneret.show.threats import threats, threats_of

GAMES = {"battles": 2, "icefire-2021": 2, "icefire-s6": 2, "runewars": 2, "thrones": 3}
CASES = 60
ANSWERS = 60
OPTIONS = 2
"""The number of options of one question that are measured."""
THINGS = 30
LONGEST = 900
"""The number of answers after which a match is left."""
GOAL_MS = 100.0


def cases(game: str, stream: Stream) -> Iterator[Callable[[], object]]:
    """Yield the computations of cases that are possible."""
    known, wanted = odds.fields(game), CASES
    while wanted:
        given = {one.id: stream.choice(one.choices) if one.choices else one.initial for one in known}
        try:
            odds.case(game, given)
        except odds.CaseError:
            continue
        wanted -= 1
        yield partial(odds.case, game, given)


def matches(game: str, stream: Stream) -> Iterator[tuple[Match[Any], int, Any]]:
    """Yield the questions of random matches."""
    for seed in range(20):
        match = new_match(game, seats=GAMES[game], seed=seed)
        for _ in range(LONGEST):
            if not match.asking:
                break
            seat, ask = next(iter(match.asking.items()))
            yield match, seat, ask
            match.play(seat, ask.chooser.draw(ask.options, stream))


def measured(times: list[float]) -> dict[str, float | int]:
    """Return the figures of some times in milliseconds."""
    ordered = sorted(1000 * one for one in times)
    return {
        "number": len(ordered),
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "worst_ms": round(ordered[-1], 1),
        "within_goal": round(sum(one <= GOAL_MS for one in ordered) / len(ordered), 3),
    }


def timed(run: Callable[[], object]) -> float:
    """Return the process time of a run."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


def main() -> None:
    """Print the figures of every game as JSON."""
    found: dict[str, Any] = {}
    for game in GAMES:
        stream = Stream(derive_key("bench-odds", game))
        of_cases = [timed(one) for one in cases(game, stream)]
        of_answers: list[float] = []
        of_things: list[float] = []
        for match, seat, ask in matches(game, stream):
            if odds.has_odds(rulebook(game), ask) and len(of_answers) < ANSWERS:
                for action in list(ask.options)[:OPTIONS]:
                    compute = odds.imagined(match, seat, action)
                    begun = time.process_time()
                    if compute():
                        of_answers.append(time.process_time() - begun)
            if stream.below(40) == 0 and len(of_things) < THINGS:
                of_things += [timed(partial(threats, match, thing)) for thing in things(match)[:3]]
            if len(of_answers) >= ANSWERS and len(of_things) >= THINGS:
                break
        found[game] = {"cases": measured(of_cases), "threats": measured(of_things)}
        if of_answers:
            found[game]["answers"] = measured(of_answers)
    print(json.dumps(found, indent=2))


def things(match: Match[Any]) -> list[str]:
    """List the things on the board that have threat ranges."""
    source, drawn = threats_of(match.rulebook), showing_of(match.rulebook).things(match.view(None).game)
    kinds = source.kinds if source is not None else frozenset()
    ids = sorted({one for one in re.findall(r'data-id="([^"]*)"', drawn) if one.partition(":")[0] in kinds})
    return [one for one in ids if threats(match, one)]


if __name__ == "__main__":
    main()
