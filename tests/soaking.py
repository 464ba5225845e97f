"""What the soaks of the games share: how much they play, in which processes, and counting what changes something."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, Final, NamedTuple, TypeVar

PROCESSES: Final = int(os.environ.get("BANNERET_SOAK_PROCESSES", "2"))
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


def effect_lines(ids: Sequence[str], matches: Counter[str], directed: Counter[str]) -> list[str]:
    """Return a line for each effect: how often in matches, how often in positions made for it, and its name."""
    return [f"  {matches[id]:9} {directed[id]:9}  {id}" for id in ids]


# Counting ------------------------------------------------------------------------------------------------------------


def changing(
    counts: Counter[str], id: str, act: Callable[..., Any], fingerprint: Callable[..., object]
) -> Callable[..., Any]:
    """Return a flow of a rule that counts each time when what it is given is not the same after it."""

    def watched(*given: Any) -> Generator[Any, Any, Any]:
        before = fingerprint(*given)
        result = yield from act(*given)
        counts[id] += fingerprint(*given) != before
        return result

    return watched


class Asked:
    """A function in whose place it is put; counts each time when it answers with something.

    It equals any other that stands for the same function, as rules may tell like sources by their functions.
    """

    def __init__(self, counts: Counter[str], id: str, ask: Callable[..., Any]) -> None:
        self.counts = counts
        self.id = id
        self.ask = ask

    def __call__(self, *given: Any) -> Any:
        """Ask, and count."""
        answer = self.ask(*given)
        self.counts[self.id] += bool(answer)
        return answer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and other.ask == self.ask

    def __hash__(self) -> int:
        return hash(self.ask)
