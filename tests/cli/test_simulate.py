"""`banneret simulate`: the same bytes whatever happens."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from banneret.bots.intervals import wilson
from banneret.cli.batch import simulate as command
from banneret.kernel.match import Match
from banneret.sim import games, simulate
from banneret.sim.games import Plan, Played, play_games, played
from tests.commands import PATIENCE, Done, run, run_process, start

TRIES = 5
"""A machine may be so busy that all games are over before a signal comes: then it is tried again."""
PLAN = Plan(rulebook="thrones", seats=3, bots=("random",) * 3)


def simulated(path: Path, number: int, *more: object) -> Done:
    return run("simulate", "thrones", "--games", number, "--seats", 3, "--jobs", 1, "--out", path, *more)


@pytest.fixture(scope="module")
def six() -> bytes:
    """Six games, a record a line."""
    return b"".join(game.line or b"" for game in play_games(PLAN, range(1, 7)))


@pytest.fixture(scope="module")
def sixty() -> bytes:
    """Sixty games, enough to be interrupted."""
    return b"".join(game.line or b"" for game in play_games(PLAN, range(1, 61)))


@pytest.mark.slow
def test_one_line_a_game_in_the_order_of_the_seeds(six: bytes, tmp_path: Path) -> None:
    done = simulated(tmp_path / "games.jsonl", 6)
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / "games.jsonl").read_bytes() == six
    assert "95% interval" in done.out
    assert "Games: 6" in done.out


@pytest.mark.slow
def test_two_processes_write_the_same_bytes_as_one(six: bytes, tmp_path: Path) -> None:
    done = run_process(
        "simulate", "thrones", "--games", 6, "--seats", 3, "--jobs", 2, "--out", "games.jsonl", "--json", cwd=tmp_path
    )
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / "games.jsonl").read_bytes() == six
    report = json.loads(done.out)
    assert report["summary"]["games"] == 6
    assert sum(wins["wins"] for wins in report["summary"]["wins"]) == 6
    assert report["summary"]["rounds"]["most"] <= 10
    assert report["failed"] == []


@pytest.mark.slow
def test_a_cut_file_is_resumed_to_the_same_bytes(six: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for size in (0, 10, len(six) // 2, len(six) - 1, len(six)):
        path.write_bytes(six[:size])
        done = simulated(path, 6, "--resume")
        assert done.code == 0
        assert path.read_bytes() == six
        assert "Games: 6" in done.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--seed", 5), "not the next game of the seeds 5 to 10"),
        (("--option", "tides_of_battle"), "the game with seed 6 differs now"),
    ],
)
def test_a_file_of_other_games_is_not_gone_on_with(
    six: bytes, tmp_path: Path, arguments: tuple[object, ...], why: str
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(six)
    done = simulated(path, 6, "--resume", *arguments)
    assert (done.code, done.out) == (1, "")
    assert why in done.err
    assert path.read_bytes() == six


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letters.txt"
    path.write_bytes(b"dear aunt\n")
    done = simulated(path, 6, "--resume")
    assert (done.code, path.read_bytes()) == (1, b"dear aunt\n")
    assert "letters.txt, line 1: not a finished game" in done.err


def test_a_file_that_is_there_is_not_overwritten(six: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(six)
    done = simulated(path, 2)
    assert (done.code, path.read_bytes()) == (1, six)
    assert "games.jsonl already exists; use --resume to continue it, or choose another file" in done.err


@pytest.fixture
def _seed_3_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = games.Game.play

    def play(self: games.Game) -> Match[Any]:
        if self.seed == 3:
            raise ZeroDivisionError("a rule fell over")
        return whole(self)

    monkeypatch.setattr(games.Game, "play", play)


@pytest.mark.slow
@pytest.mark.usefixtures("_seed_3_fails")
def test_a_game_that_fails_is_named_and_the_others_are_kept(six: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = six.splitlines(keepends=True)
    kept = b"".join(lines[:2] + lines[3:])
    done = simulated(path, 6)
    assert done.code == 1
    assert "The game with seed 3 failed: ZeroDivisionError: a rule fell over (line " in done.err
    assert "1 of 6 games failed; seeds: 3" in done.err
    assert "Games: 5" in done.out
    assert path.read_bytes() == kept
    path.write_bytes(kept[:-20])
    done = simulated(path, 6, "--resume")
    assert done.code == 1
    assert path.read_bytes() == kept


@pytest.mark.slow
def test_an_interruption_keeps_whole_lines_and_says_how_to_go_on(
    six: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(plan: Plan, seeds: list[int], _jobs: int, **_: None) -> Iterator[Played]:
        for seed in seeds[:3]:
            yield played(plan, seed)
        raise KeyboardInterrupt

    path = tmp_path / "games.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(command, "play_all", interrupted)
        done = simulated(path, 6)
    assert done.code == 130
    assert "Interrupted after 3 of 6 games" in done.err
    assert path.read_bytes() == b"".join(six.splitlines(keepends=True)[:3])
    assert simulated(path, 6, "--resume").code == 0
    assert path.read_bytes() == six


@pytest.mark.slow
@pytest.mark.parametrize(("bytes_left", "kept"), [(0, 3), (1, 2)])
def test_an_interruption_while_a_line_is_written_keeps_what_is_whole(
    six: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bytes_left: int, kept: int
) -> None:
    class Interrupted(FileIO):
        lines = 0

        def write(self, data: Any, /) -> int:
            self.lines += 1
            if self.lines < 3:
                return super().write(data)
            super().write(memoryview(data)[: memoryview(data).nbytes - bytes_left])
            raise KeyboardInterrupt

    def unbuffered(path: Path, mode: str, **_: int) -> Interrupted:
        return Interrupted(path, mode)

    path = tmp_path / "games.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", unbuffered)
        done = simulated(path, 6)
    assert done.code == 130
    assert f"Interrupted after {kept} of 6 games" in done.err
    assert path.read_bytes() == b"".join(six.splitlines(keepends=True)[:kept])
    assert simulated(path, 6, "--resume").code == 0
    assert path.read_bytes() == six


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_a_file_that_is_resumed_to_the_same_bytes(tmp_path: Path, jobs: int, sixty: bytes) -> None:
    arguments = ("simulate", "thrones", "--games", 60, "--seats", 3, "--jobs", jobs, "--out", "games.jsonl")
    path = tmp_path / "games.jsonl"
    code, told = interrupted(path, arguments)
    for _ in range(TRIES):
        if code == 0:
            path.unlink()
            code, told = interrupted(path, arguments)
    assert code == 130, told
    assert re.search(r"Interrupted after \d+ of 60 games", told)
    assert "--resume" in told
    assert "Traceback" not in told
    found = path.read_bytes()
    assert found.endswith(b"}\n")
    assert found.count(b"\n") < 60
    done = run_process(*arguments, "--resume", cwd=tmp_path)
    assert done.code == 0
    assert path.read_bytes() == sixty


def interrupted(path: Path, arguments: tuple[object, ...]) -> tuple[int, str]:
    """Press Ctrl-C when the first games are written; return how the command ended, and what it told."""
    process = start(*arguments, cwd=path.parent)
    wait_for_games(process, path)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    return process.returncode, told


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path, sixty: bytes) -> None:
    path = tmp_path / "games.jsonl"
    killed = False
    for _ in range(TRIES):
        path.unlink(missing_ok=True)
        process = start(
            "simulate", "thrones", "--games", 60, "--seats", 3, "--jobs", 2, "--out", "games.jsonl", cwd=tmp_path
        )
        wait_for_games(process, path)
        with suppress(IndexError, ProcessLookupError):
            os.kill(workers(process.pid)[0], signal.SIGKILL)
            killed = True
        _, told = process.communicate(timeout=PATIENCE)
        assert (process.returncode, told) == (0, "")
        assert path.read_bytes() == sixty
        if killed:
            break
    assert killed


def workers(parent: int) -> list[int]:
    """The processes that a simulation has started to play games."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            after = (entry / "stat").read_text().rpartition(")")[2].split()
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if int(after[1]) == parent and b"spawn_main" in line:
            found.append(int(entry.name))
    return sorted(found)


def wait_for_games(process: subprocess.Popen[str], path: Path) -> None:
    """Wait until the first games are written."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        if path.exists() and path.stat().st_size > 0:
            return
        if ended:
            break
        time.sleep(0.01)
    process.kill()
    raise AssertionError(f"waited in vain: {process.communicate()}")


@pytest.mark.slow
def test_a_game_that_kills_its_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "play_games", kill_at_seed_3)
    lines = [game.line for game in simulate.simulate(PLAN, range(2, 5), jobs=2)]
    assert [line is None for line in lines] == [False, True, False]


def kill_at_seed_3(plan: Plan, seeds: list[int]) -> list[Played]:
    if 3 in seeds:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_games(plan, seeds)


def test_the_interval_of_wilson() -> None:
    assert wilson(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(0, 0) == (0.0, 1.0)


def test_options_of_the_game_are_names_with_values(tmp_path: Path) -> None:
    def bytes_of(*option: str) -> bytes:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.jsonl"
        assert simulated(path, 1, *option).code == 0
        return path.read_bytes()

    assert b'{"tides_of_battle":true}' in bytes_of("--option", "tides_of_battle")
    both = bytes_of("--option", "tides_of_battle=false", "--option", "confirm_orders=true")
    assert b'"tides_of_battle":false' in both
    assert b'"confirm_orders":true' in both


@pytest.mark.parametrize(("file", "text"), [("a.toml", 'house = "stark"'), ("a.json", '{"house": "stark"}')])
def test_the_value_of_an_option_may_be_what_a_file_holds(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).write_text(text, "utf-8")
    done = run("simulate", "thrones", "--games", 1, "--option", f"tides_of_battle=@{tmp_path / file}")
    assert done.code == 2
    assert "Expected `bool`, got `object`" in " ".join(done.err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("no.toml", None, "cannot read"),
        ("b.toml", "house =", "is not valid TOML"),
        ("b.json", "{", "is not valid JSON"),
    ],
)
def test_a_file_of_an_option_that_cannot_be_read_is_named(
    tmp_path: Path, file: str, text: str | None, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path(file).write_text(text, "utf-8")
    done = run("simulate", "thrones", "--games", 1, "--option", f"tides_of_battle=@{file}")
    assert done.code == 2
    told = " ".join(done.err.replace("│", " ").split())
    assert "tides_of_battle: " in told
    assert why in told
    assert file in told


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("tides", "unknown field `tides`"),
        ("tides_of_battle=perhaps", "Expected `bool`, got `str`"),
    ],
)
def test_an_option_that_the_game_has_not_is_refused(option: str, why: str) -> None:
    done = run("simulate", "thrones", "--games", 1, "--option", option)
    assert (done.code, done.out) == (2, "")
    assert "--option" in done.err
    assert why in " ".join(done.err.replace("│", " ").split())
