"""Worker processes: interruption, lost work, and reporting."""

import os
import signal
import time
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path

import pytest

from banneret.sim.games import Played
from banneret.sim.processes import Processes
from banneret.sim.simulate import simulate

pytestmark = pytest.mark.slow


def only_the_first_chunk(_plan: object, seeds: Sequence[int]) -> list[Played]:
    if 0 not in seeds:
        time.sleep(10_000)
    return [Played(seed, b"") for seed in seeds]


def no_seed_5(plan: str, seeds: Sequence[int]) -> list[Played]:
    if 5 in seeds:
        raise ValueError(f"no {plan} of seed 5")
    return [Played(seed, b"") for seed in seeds]


def with_its_process(_plan: object, seeds: Sequence[int]) -> list[Played]:
    return [Played(seed, b"%d" % os.getpid()) for seed in seeds]


def dying_once(plan: str, seeds: Sequence[int]) -> list[Played]:
    """The first game of a seed ends its process."""
    try:
        Path(plan, str(seeds[0])).touch(exist_ok=False)
    except FileExistsError:
        return [Played(seed, b"") for seed in seeds]
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def test_whoever_stops_does_not_wait_for_what_is_played() -> None:
    before = set(active_children())
    going = simulate(None, range(20), jobs=2, play=only_the_first_chunk)
    assert [next(going).seed for _ in range(4)] == [0, 1, 2, 3]
    assert set(active_children()) - before
    going.close()
    assert set(active_children()) <= before


def test_an_error_of_what_plays_is_raised_with_its_place() -> None:
    with pytest.raises(ValueError, match="no match of seed 5") as raised:
        list(simulate("match", range(8), jobs=2, play=no_seed_5))
    assert "in no_seed_5" in raised.value.__notes__[0]


def test_every_chunk_can_cost_a_process(tmp_path: Path) -> None:
    games = list(simulate(str(tmp_path), range(20), jobs=2, play=dying_once))
    assert [game.seed for game in games] == list(range(20))
    assert all(game.line == b"" for game in games)


def test_a_process_that_is_killed_while_it_waits_is_replaced() -> None:
    processes = Processes(None, with_its_process, 1)
    try:
        processes.begin(0, [0])
        done, _ = processes.wait()
        first = int(done[0][0].line or b"")
        os.kill(first, signal.SIGKILL)
        os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
        processes.begin(1, [1])
        assert processes.wait() == ({}, [1])
        processes.begin(1, [1])
        done, lost = processes.wait()
        assert int(done[1][0].line or b"") != first
        assert not lost
    finally:
        processes.close()
