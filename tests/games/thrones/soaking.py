"""Workload of the soak test, and its progress reports."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random
from typing import Any, Final, NamedTuple

from banneret.games.thrones.state import State
from banneret.kernel.match import Match
from tests.games.thrones.effect_positions import SITUATIONS, play_situation
from tests.games.thrones.effects import EFFECTS, IDS
from tests.games.thrones.random_play import SETTINGS, Restarts, demand_orders, demand_sound
from tests.games.thrones.test_secrecy import look_at
from tests.games.thrones.watching import Watch, play_watched, watched

PROCESSES: Final = 2
MATCHES: Final = {"six": 10_000, "five": 2000, "four": 2000, "three": 2000, "tides": 2000}
STATES: Final = {"six": 8000, "five": 3000, "four": 3000, "three": 3000, "tides": 4000}
"""Number of reached states on which the secrecy locks are tried, by setting."""
LEAST: Final = 100
"""Required number of occurrences of each effect."""
RESTARTED: Final = 10
"""One match in this many is restarted from each of its checkpoints."""
MOST_TRIES: Final = 60
"""Maximum number of tries of a situation per required occurrence of its effects."""


def scale() -> float:
    """Return the share of the full workload to play: BANNERET_SOAK, by default 1."""
    return float(os.environ.get("BANNERET_SOAK", "1"))


class Figures(NamedTuple):
    """Results of a process."""

    setting: str
    matches: int
    answers: int
    restarts: int
    states: int
    counts: Counter[str]


def soak_matches(setting: str, seeds: Sequence[int]) -> Figures:
    """Play random matches, checking every invariant after every answer, with restarts in one of `RESTARTED`."""
    watch = Watch(EFFECTS)
    seats, options = SETTINGS[setting]
    answers = restarts = 0
    for seed in seeds:
        again = Restarts() if seed % RESTARTED == 0 else None

        def check(match: Match[State], again: Restarts | None = again) -> None:
            demand_sound(match)
            demand_orders(match)
            if again is not None:
                again(match)

        match = watched(watch, seats, f"soak {seed}", options | {"confirm_orders": seed % 20 == 1})
        try:
            answers += play_watched(match, Random(seed), watch, check)
        except Exception as error:
            error.add_note(f"in the soak: {setting}, seed {seed}, after {len(match.answers)} answers, {match.label}")
            raise
        assert match.outcome is not None, f"{setting}, seed {seed}: not over"
        restarts += again.made if again is not None else 0
    return Figures(setting, len(seeds), answers, restarts, 0, watch.counts)


def soak_locks(setting: str, part: int, states: int) -> Figures:
    """Try the secrecy locks on reached states."""
    sampler = look_at(setting, states, f"soak {part}", twins=20)
    return Figures(setting, 0, 0, 0, sampler.looked, Counter())


def soak_situations(number: int, least: int) -> Figures:
    """Play a situation until each of its effects has happened often enough."""
    watch = Watch(EFFECTS)
    situation = SITUATIONS[number]
    answers = played = 0
    while played < least * MOST_TRIES and any(watch.counts[effect] < least for effect in situation.effects):
        answers += play_situation(situation, played, watch)
        played += 1
    return Figures("situations", played, answers, 0, 0, watch.counts)


Say = Callable[[str], None]
Work = tuple[Callable[..., Figures], tuple[Any, ...]]
"""A part of the soak: function and arguments."""


def in_processes(work: Sequence[Work], say: Say) -> Iterator[Figures]:
    """Run the work in `PROCESSES` processes, reporting progress about every ten seconds."""
    began = last = time.perf_counter()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        futures = [pool.submit(function, *arguments) for function, arguments in work]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                yield future.result()
                now = time.perf_counter()
                if now - last > 10 or done == len(futures):
                    last = now
                    say(f"  {done} of {len(futures)} parts, {now - began:.0f} s")
        finally:
            pool.shutdown(cancel_futures=True)


def summary(figures: Sequence[Figures], seconds: float) -> list[str]:
    """Return a line for each setting, and one for all."""
    lines = []
    for setting in dict.fromkeys(f.setting for f in figures):
        own = [f for f in figures if f.setting == setting]
        lines.append(_line(setting, own))
    return [*lines, f"{_line('all', figures)}, {seconds:.0f} s"]


def _line(name: str, figures: Sequence[Figures]) -> str:
    totals = {
        "matches": sum(f.matches for f in figures),
        "answers": sum(f.answers for f in figures),
        "restarts": sum(f.restarts for f in figures),
        "states": sum(f.states for f in figures),
    }
    return f"  {name:12}" + ", ".join(f"{n} {what}" for what, n in totals.items() if n)


def effect_lines(counts: Counter[str]) -> list[str]:
    """Return a line for each effect, in the order of the table."""
    return [f"  {counts[effect]:9}  {effect}" for effect in IDS]


def to_terminal(text: str) -> None:
    """Print to the terminal even while pytest captures the output."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
