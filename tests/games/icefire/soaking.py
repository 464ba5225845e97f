"""What the soak plays in each of its processes: matches of every mode, with all ways to lay terrain, both kinds."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, Final, NamedTuple

from banneret.games.icefire.editions import EDITION_2021, EDITIONS, Edition
from banneret.games.icefire.modes.game_mode import modes
from banneret.kernel.chance import Stream, derive_key
from banneret.kernel.conformance.playing import draw_answer
from banneret.kernel.making import new_match
from banneret.kernel.match import Match
from tests.games.icefire.test_icefire_random_play import MOST, demand_sound, fierce

WHOLE: Final = 2000
"""How many matches each edition has in a whole soak."""
CHUNK: Final = 10
PROCESSES: Final = 2
_TERRAIN: Final = ("drawn", "chosen", "pool", "none", "layout")
_POINTS: Final = (40, 30, 20)


class Figures(NamedTuple):
    """What a process has played; how often a rule was cited by what was told, by mode and rule."""

    matches: int
    answers: int
    told: Counter[tuple[str, str]]


def scale() -> float:
    """Return the part of the whole that is to be played: BANNERET_SOAK, 1 if it is not set."""
    return float(os.environ.get("BANNERET_SOAK", "1"))


def options_of(edition: Edition, seed: int) -> dict[str, Any]:
    """Return the options of a match: the modes in turn, with what else there is to choose."""
    there = modes(edition)
    around = seed // len(there)
    terrain = _TERRAIN[around % (len(_TERRAIN) - (edition == EDITION_2021))]
    options = {"mode": there[seed % len(there)], "terrain": terrain, "points": _POINTS[around % len(_POINTS)]}
    return options | ({"faq": around % 2 == 1} if edition == EDITION_2021 else {})


def soak_matches(edition: Edition, seeds: Sequence[int]) -> Figures:
    """Play matches, half of them by players who seek battle, the invariants checked after every answer."""
    told: Counter[tuple[str, str]] = Counter()
    answers = 0
    for seed in seeds:
        options = options_of(edition, seed)
        match: Match[Any] = new_match(edition, seats=2, seed=f"soak {seed}", options=options, events=True)
        stream = Stream(derive_key("soak", edition, seed))
        try:
            while match.asking:
                seat = stream.choice(list(match.asking))
                ask = match.asking[seat]
                match.play(seat, fierce(match, ask, stream) if seed % 2 else draw_answer(match, ask, stream))
                demand_sound(match)
                assert len(match.answers) < MOST
            assert match.outcome is not None
        except Exception as error:
            error.add_note(f"in the soak: {edition}, seed {seed}, {options}, after {len(match.answers)} answers")
            raise
        answers += len(match.answers)
        told.update((options["mode"], getattr(one.event, "rule", "")) for one in match.events)
    return Figures(len(seeds), answers, told)


def in_processes(number: int) -> Iterator[Figures]:
    """Play so many matches of each edition in `PROCESSES` processes."""
    work = [
        (edition, range(at, min(at + CHUNK, number))) for at in range(0, number, CHUNK) for edition in EDITIONS
    ]  # fmt: skip
    with ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(soak_matches, *arguments) for arguments in work]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def lines(told: Counter[tuple[str, str]]) -> list[str]:
    """Return a line for each rule of the modes that was cited, by mode."""
    return [
        f"  {count:9}  {mode:20} {rule}"
        for (mode, rule), count in sorted(told.items())
        if rule.removeprefix("icefire:").partition(".")[0].removesuffix("-2021")
        in (mode, "mission", "objective", "siege", "castle-wall", "setup")
    ]
