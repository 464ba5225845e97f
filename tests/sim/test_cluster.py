"""A Ray cluster of two workers gives the same files as one process, though a worker is killed."""

import os
import signal
import time
from pathlib import Path

import pytest

from banneret.sim import plots
from banneret.sim.arena import arena
from tests.commands import PATIENCE, start

FILES = ("arena.json", "matches.jsonl", "troubles.jsonl", "results.csv", "options.csv")
MINE = """
from random import Random

class Bot:
    def __init__(self, seed):
        self.random = Random(seed)

    def choose(self, player):
        return self.random.choice(list(player.ask.options))
"""


def workers(parent: int) -> list[int]:
    """The workers of Ray among the processes below one; those that play come first."""
    below, names = {parent}, {}
    for pid in sorted(int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) in below:
            below.add(pid)
            names[pid] = line
    return sorted(
        (pid for pid, name in names.items() if name.startswith(b"ray::")), key=lambda pid: b"_played" not in names[pid]
    )


@pytest.mark.soak
@pytest.mark.timeout(900)  # Ray takes its time to begin
@pytest.mark.parametrize("games", [64])  # most are to be played at the kill
def test_a_cluster_writes_the_same_files_as_one_process(
    games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "have_plots", lambda: False)  # they take time
    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    arena("thrones", bots=("random", str(mine)), games=games, seats=3, out=tmp_path / "one")
    process = start(
        "arena", "thrones", "--bots", "random,mine", "--bot-code", mine, "--games", games, "--seats", 3,
        "--cluster", "local", "--jobs", 2, "--out", tmp_path / "two",
    )  # fmt: skip  # several to a line
    matches = tmp_path / "two" / "matches.jsonl"
    deadline = time.monotonic() + 2 * PATIENCE
    while process.poll() is None and time.monotonic() < deadline and not (matches.exists() and matches.stat().st_size):
        time.sleep(0.02)
    found = workers(process.pid)
    mine.unlink()  # what is still to be played shows that the code has come along
    assert found
    os.kill(found[0], signal.SIGKILL)
    _, told = process.communicate(timeout=2 * PATIENCE)
    assert process.returncode == 0, told
    assert told == ""
    for name in FILES:
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()
    assert workers(process.pid) == []
