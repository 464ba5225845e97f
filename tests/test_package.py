"""The package as others meet it: light to import, typed, with its data."""

import subprocess
import sys
import tomllib
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from banneret.kernel.registry import GROUP

# Imports every module of the named package and prints the packages that came with them.
IMPORT_ALL = """
import importlib, pkgutil, sys
before = set(sys.modules)
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names))
"""


@pytest.mark.parametrize("package", ["banneret.kernel", "banneret.games"])
def test_the_kernel_and_the_games_need_msgspec_alone(package: str) -> None:
    """A simulation worker imports a game without the command, the server or anything for learners."""
    command = [sys.executable, "-c", IMPORT_ALL, package]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    # msgspec takes typing_extensions along where it is installed; it does not need it
    assert set(done.stdout.split()) - {"typing_extensions"} <= {"banneret", "msgspec"}


def test_the_package_says_that_it_is_typed() -> None:
    assert resources.files("banneret").joinpath("py.typed").is_file()


def test_every_package_but_the_games_is_forbidden_to_import_them() -> None:
    root = Path(__file__).parents[1]
    contracts = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = (one for one in contracts if one["id"] == "no-game")
    there = {path.stem for path in (root / "src" / "banneret").iterdir() if not path.name.startswith("_")}
    assert {name.removeprefix("banneret.") for name in contract["source_modules"]} == there - {"games", "py"}


LOADED = """
import sys, banneret

def loaded():
    return {name.split(".")[2] for name in sys.modules if name.startswith("banneret.games.")}

print(sorted(loaded()))
banneret.rulebook("battles")
print(sorted(loaded()))
print([book.id for book in banneret.rulebooks()])
"""


def test_a_game_is_loaded_when_it_is_first_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "[]",
        "['battles']",
        "['battles', 'icefire-2021', 'icefire-s6', 'runewars', 'thrones']",
    ]


def test_every_game_of_ours_is_offered_by_an_entry_point() -> None:
    ours = {e.name: e.value for e in entry_points(group=GROUP) if e.dist is not None and e.dist.name == "banneret"}
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert ours == project["entry-points"][GROUP], "install banneret again: pip install -e ."
    assert set(ours) == {"thrones", "battles", "icefire-s6", "icefire-2021", "runewars"}
