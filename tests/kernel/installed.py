"""Packages with games, laid out as an installer leaves them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, distributions
from pathlib import Path

from banneret.kernel.registry import GROUP

GAME = """
from tests.kernel.toy import SkirlRulebook

class Game(SkirlRulebook):
    id = "{id}"
"""


def install(folder: Path, package: str, games: Mapping[str, str], code: str = "") -> None:
    """Install a package of one module: its games by id, as `module:Class`."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = "".join(f"{id} = {value}\n" for id, value in games.items())
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")
    (folder / f"{package.replace('-', '_')}.py").write_text(code)


def offered(folder: Path) -> list[EntryPoint]:
    """Return the entry points of the packages in a folder."""
    return [e for found in distributions(path=[str(folder)]) for e in found.entry_points if e.group == GROUP]
