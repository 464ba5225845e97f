"""Commands that a game brings along: `banneret battles check`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import banneret.games.battles
from tests.commands import run

PLAN = Path(str(banneret.games.battles.__file__)).parent / "data" / "scenarios" / "waystone.toml"


def test_a_right_plan_is_told_in_a_line() -> None:
    done = run("battles", "check", PLAN)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{PLAN}: ")
    assert done.out.endswith("No fault.\n")


def test_every_fault_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    text = PLAN.read_text("utf-8")
    wrong = "\n".join("rounds = 0" if line.startswith("rounds = ") else line for line in text.splitlines())
    file.write_text(wrong, "utf-8")
    done = run("battles", "check", file)
    assert (done.code, done.out) == (1, "")
    number = wrong.splitlines().index("rounds = 0") + 1
    assert f"{file}:{number}: rounds: " in done.err
    assert done.err.splitlines()[-1].endswith(f" in {file}.")


def test_a_file_that_is_not_there_is_told() -> None:
    done = run("battles", "check", "no-such-file")
    assert (done.code, done.err) == (1, "Error: no-such-file: No such file or directory\n")


def test_the_commands_of_a_game_are_listed() -> None:
    told = run("battles", "--help").out
    assert "Battle plans of Battles of Westeros." in told
    assert "  check  Check a battle plan" in told
    assert "`banneret GAME --help`" in run("--help").out


@pytest.mark.parametrize("name", ["thrones", "chess"])
def test_a_game_without_commands_is_no_command(name: str) -> None:
    done = run(name, "check")
    assert done.code == 2
    assert f"No such command '{name}'" in done.err


LOADED = """
import atexit, sys
from banneret.cli import main

atexit.register(lambda: print([name for name in sys.modules if name.startswith("banneret.games.")]))
sys.argv[1:] = ["--help"]
main()
"""


def test_help_loads_no_game() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
