"""What the soaks of the games share: how much they play, in which processes, and counting what changes something."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import pytest

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook

PROCESSES: Final = int(os.environ.get("BANNERET_SOAK_PROCESSES", "2"))
CHECKED: Final = 50
"""One decision in this many is followed by a check of all invariants."""
REPLAYED: Final = 20
"""One match in this many is replayed from its record."""
R = TypeVar("R")


def scale() -> float:
    """Return the part of the whole that is to be played: BANNERET_SOAK, 1 if it is not set."""
    return float(os.environ.get("BANNERET_SOAK", "1"))


class Figures(NamedTuple):
    """What a process has played: matches, or none for positions; answers; how often each effect has happened."""

    matches: int
    answers: int
    counts: Counter[str]


Work = tuple[Callable[..., R], tuple[Any, ...]]
"""A part of a soak: what is called, with what."""


def in_processes(work: Sequence[Work[R]]) -> Iterator[R]:
    """Do the work in `PROCESSES` processes; yield what each part returns, as it comes."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        futures = [pool.submit(function, *arguments) for function, arguments in work]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


Answer = Callable[[Match[Any], Ask], Action]
"""Answers a question of a match."""


def play_soundly(
    game: str, first: int, decisions: int, begin: Callable[[int], tuple[Match[Any], Random, Answer]]
) -> tuple[int, int]:
    """Play matches to their ends, and check that they are sound; return the numbers of matches and decisions.

    `begin` creates the match of a seed, what draws the next seat, and what answers. No match begins after a number of
    `decisions`.
    """
    book, made, matches = rulebook(game), 0, 0
    while made < decisions:
        seed = first + matches
        match, random, answer = begin(seed)
        while match.asking:
            seat, ask = random.choice(list(match.asking.items()))
            match.play(seat, answer(match, ask))
            made += 1
            if made % CHECKED == 0:
                assert book.check(match.state) == [], (game, seed, made)
        assert match.outcome is not None, (game, seed)
        if matches % REPLAYED == 0:
            assert Record.of(match).replay().digest() == match.digest(), (game, seed)
        matches += 1
    return matches, made


def played_soundly(
    play: Callable[[str, int, int], tuple[int, int]], game: str, decisions: int, chunk: int
) -> tuple[int, int]:
    """Call `play` for chunks of decisions in several processes; return the numbers of matches and decisions."""
    starts = range(0, decisions, chunk)
    work = [(play, (game, 1_000_000 * at, min(chunk, decisions - start))) for at, start in enumerate(starts, 1)]
    matches, made = (sum(column) for column in zip(*in_processes(work), strict=True))
    assert made >= decisions
    return matches, made


def effect_lines(ids: Sequence[str], *counts: Counter[str]) -> list[str]:
    """Return a line for each effect: how often in matches, in positions made for it and in tests, and its name.

    Those that matches have not shown come last, apart.
    """
    lines = {id: "".join(f" {one[id]:9}" for one in counts) + f"  {id}" for id in ids}
    rare = [id for id in ids if not counts[0][id]]
    return [
        *(lines[id] for id in ids if counts[0][id]),
        *(["not in matches:"] if rare else []),
        *(lines[id] for id in rare),
    ]


# Tests that are counted ----------------------------------------------------------------------------------------------


class Watching:
    """A plugin of pytest: every test runs while something is watched."""

    def __init__(self, watched: Callable[[], AbstractContextManager[None]]) -> None:
        self.watched = watched
        self.tests = 0

    def pytest_configure(self, config: pytest.Config) -> None:
        """Know the mark of the plugin that is left out: two cannot note what runs at the same time."""
        config.addinivalue_line("markers", "rule(id, ...): the rules of the rule index that this test proves")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Watch while a test runs, and neither before nor after it."""
        self.tests += 1
        with self.watched():
            yield


def run_tests(
    files: Iterable[Path], marks: str, watched: Callable[[], AbstractContextManager[None]], *, judged: bool = True
) -> int:
    """Run the tests with these marks while something is watched; return how many.

    `watched` makes the context in which a test runs. Raises AssertionError if one fails, unless they are not `judged`
    since they begin where other rules are in force, or if they cannot be run.
    """
    plugin = Watching(watched)
    quiet = ["-q", "-q", "-n0", "--no-cov", "-p", "no:cacheprovider", "-p", "no:tests.rule_coverage_plugin"]
    shown = [] if judged else ["--tb=no", "-rN"]
    code = pytest.main([*quiet, *shown, "-m", marks, *sorted(map(str, files))], plugins=[plugin])
    assert code == pytest.ExitCode.OK or (not judged and code == pytest.ExitCode.TESTS_FAILED), (
        f"the tests fail: {code}"
    )
    return plugin.tests


# Counting ------------------------------------------------------------------------------------------------------------


CountsOf = Callable[..., Counter[str]]
"""By what a rule is given: where it is counted, such as with others of the same edition."""


def changing(
    counts: CountsOf, id: str, act: Callable[..., Any], fingerprint: Callable[..., object]
) -> Callable[..., Any]:
    """Return a flow of a rule that counts each time when what it is given is not the same after it."""

    def watched(*given: Any) -> Generator[Any, Any, Any]:
        before = fingerprint(*given)
        result = yield from act(*given)
        counts(*given)[id] += fingerprint(*given) != before
        return result

    return watched


class Asked:
    """A function in whose place it is put; counts each time when it answers with something.

    It equals any other that stands for the same function, as rules may tell like sources by their functions.
    """

    def __init__(self, counts: CountsOf, id: str, ask: Callable[..., Any]) -> None:
        self.counts = counts
        self.id = id
        self.ask = ask

    def __call__(self, *given: Any) -> Any:
        """Ask, and count."""
        answer = self.ask(*given)
        self.counts(*given)[self.id] += bool(answer)
        return answer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and other.ask == self.ask

    def __hash__(self) -> int:
        return hash(self.ask)
