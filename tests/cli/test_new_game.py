"""`banneret new-game`: the package it writes, and the names it refuses."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.commands import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "hidden-coin"


def files_of(folder: Path) -> dict[str, str]:
    made = [file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    return {str(file.relative_to(folder)): file.read_text("utf-8") for file in made}


def test_the_example_is_what_the_command_writes(tmp_path: Path) -> None:
    """To change the example, change the template and run `banneret new-game hidden-coin --folder examples`."""
    assert run("new-game", "hidden-coin", "--folder", tmp_path).code == 0
    assert files_of(tmp_path / "hidden-coin") == files_of(EXAMPLE)


def test_every_name_in_the_package_follows_the_name_of_the_game(tmp_path: Path) -> None:
    done = run("new-game", "three-cups", "--folder", tmp_path / "games")
    target = tmp_path / "games" / "three-cups"
    assert f"pip install -e '{target}[dev]'" in done.err
    files = files_of(target)
    assert "src/three_cups/rules.py" in files
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert project["entry-points"]["banneret.games"] == {"three-cups": "three_cups.rulebook:ThreeCupsRulebook"}
    assert not [name for name, text in files.items() if "hidden" in text and "coin" in name]
    assert not [name for name, text in files.items() if "${" in text or "Hidden Coin" in text]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Hidden Coin", "lower-case letters, digits and single hyphens"),
        ("9-lives", "starting with a letter"),
        ("two--hyphens", "single hyphens"),
        ("thrones", "a game with this name already exists"),
        ("class", "this is a Python keyword"),
        ("random", "hide the existing Python module 'random'"),
        ("banneret", "hide the existing Python module 'banneret'"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(tmp_path: Path, name: str, problem: str) -> None:
    done = run("new-game", name, "--folder", tmp_path)
    assert done.code == 2
    assert problem in " ".join(done.err.replace("│", " ").split())
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "three-cups").mkdir()
    done = run("new-game", "three-cups", "--folder", tmp_path)
    assert done.code == 2
    assert "already exists" in done.err
    assert not list((tmp_path / "three-cups").iterdir())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("new-game", "three-cups", "--folder", tmp_path / "file")
    assert done.code == 1
    assert "Not a directory" in done.err
