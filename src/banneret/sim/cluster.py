"""Workers on a Ray cluster, or on a local one on this machine (extra `cluster`)."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Sequence
from typing import Any, Final

from banneret.sim.games import Played
from banneret.sim.workers import Play

LOCAL: Final = "local"
"""The address of a temporary local cluster, which listens only on the loopback interface."""


class ClusterError(RuntimeError):
    """The cluster does not exist, or Ray is not installed."""


class Cluster:
    """The workers of a Ray cluster that play the games of a plan."""

    def __init__(self, plan: Any, play: Play, jobs: int, address: str) -> None:
        """Connect to a cluster, or start one with `jobs` workers. Raises ClusterError."""
        self._ray = _connected(address, jobs)
        self._count = jobs if address == LOCAL else 0
        self._plan = self._ray.put(plan)  # once, not with every chunk
        self._task = self._ray.remote(num_cpus=1, max_retries=1)(_played)
        self._play = play
        self._running: dict[Any, int] = {}

    @property
    def count(self) -> int:
        """The number of workers: currently available CPUs in the cluster."""
        return self._count or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def begin(self, chunk: int, seeds: Sequence[int]) -> None:
        """Assign a chunk to a worker. Ray retries it once if the worker ends."""
        self._running[self._task.remote(self._play, self._plan, list(seeds))] = chunk

    def wait(self) -> tuple[dict[int, list[Played]], list[int]]:
        """Wait for a change; return the finished chunks and those that were lost."""
        lost = []
        done = {}
        errors = self._ray.exceptions
        for reference in self._ray.wait(list(self._running), num_returns=1)[0]:
            chunk = self._running.pop(reference)
            try:
                done[chunk] = self._ray.get(reference)
            except errors.RayTaskError as error:
                raise ClusterError(f"a worker of the cluster cannot play: {error.cause}") from error
            except errors.RayError:  # the worker, its machine or its data is gone
                lost.append(chunk)
        return done, lost

    def close(self) -> None:
        """Disconnect from the cluster, and stop it if it was started here. Unfinished chunks are cancelled."""
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()


def _played(play: Play, plan: Any, seeds: Sequence[int]) -> list[Played]:
    return play(plan, seeds)


def _connected(address: str, jobs: int) -> Any:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # no usage statistics
    if address == LOCAL:
        # Ray uses this machine's network address unless it assumes a system without cluster support.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray  # noqa: PLC0415  # optional dependency
        import ray.exceptions  # noqa: PLC0415  # optional dependency
    except ModuleNotFoundError:
        raise ClusterError("a cluster needs Ray; install banneret with the extra `cluster`") from None
    if ray.is_initialized():
        raise ClusterError("this process is already connected to a Ray cluster; call ray.shutdown() first")
    if address not in (LOCAL, "auto"):
        _look_for(address)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": False}
    logging.getLogger("ray").setLevel(logging.ERROR)
    try:
        if address == LOCAL:
            ray.init(num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        first = str(error).strip().partition("\n")[0]
        raise ClusterError(f"no Ray cluster at {address!r}: {first}") from error
    return ray


def _look_for(address: str) -> None:
    """Raise ClusterError if nothing listens at the address: Ray would retry for minutes."""
    found = re.fullmatch(r"(?:ray://)?\[?([^\[\]/]+?)\]?:(\d{1,5})", address)
    if found is None:
        raise ClusterError(f"{address!r} is not a Ray cluster address; use HOST:PORT, ray://HOST:PORT or local")
    try:
        socket.create_connection((found[1], int(found[2])), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"no Ray cluster at {address!r}: {error}") from None
