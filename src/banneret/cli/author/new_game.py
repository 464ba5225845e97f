"""`banneret new-game`: create a package with a small working game as a starting point."""

from __future__ import annotations

import keyword
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Final

import typer

from banneret.cli.consoles import note, reported
from banneret.kernel.registry import ID, rulebook_ids

_TEMPLATE: Final = files("banneret.cli.author").joinpath("template")
_SUFFIX: Final = ".txt"
"""Suffix of the template's files, so that tools do not treat them as code of banneret."""


def new_game(name: str, folder: Path) -> None:
    """Create the package in a new folder with the game's name inside `folder`."""
    check_name(name)
    target = folder / name
    if target.exists():
        raise typer.BadParameter(f"{target} already exists", param_hint="NAME")
    with reported():
        write_package(name, target)
    note(f"Created a working game in {target}. In an environment with banneret, run:")
    note(f"    pip install -e '{target}[dev]'\n    pytest {target}\n    banneret play {name}")


def check_name(name: str) -> None:
    """Raise BadParameter unless a game and its module can have this name."""
    module = module_of(name)
    problem = ""
    if not ID.fullmatch(name):
        problem = "use lower-case letters, digits and single hyphens, starting with a letter: hidden-coin"
    elif name in rulebook_ids():
        problem = "a game with this name already exists"
    elif keyword.iskeyword(module):
        problem = "this is a Python keyword, so the game's module could not be imported"
    elif module in sys.stdlib_module_names or find_spec(module) is not None:
        problem = f"the game would hide the existing Python module {module!r}"
    if problem:
        raise typer.BadParameter(f"{name!r}: {problem}", param_hint="NAME")


def module_of(name: str) -> str:
    """Return the name of a game's Python module."""
    return name.replace("-", "_")


def write_package(name: str, target: Path) -> None:
    """Write the package of a game to a folder that does not exist yet."""
    words = [word.capitalize() for word in name.split("-")]
    module = module_of(name)
    fields = {"id": name, "module": module, "title": " ".join(words), "name": "".join(words) + "Rulebook"}
    _write(_TEMPLATE, target, fields)
    (target / "src").mkdir()
    (target / "package").rename(target / "src" / module)


def _write(source: Traversable, target: Path, fields: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in source.iterdir():
        if entry.is_dir():
            _write(entry, target / entry.name, fields)
        elif entry.name.endswith(_SUFFIX):
            text = Template(entry.read_text("utf-8")).substitute(fields)
            (target / entry.name.removesuffix(_SUFFIX)).write_text(text, "utf-8")
