"""`banneret export`: recorded matches as data for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from banneret.cli.consoles import fail, note, out, reported


def to_parquet(files: Sequence[Path], folder: Path, *, view: bool, shard: int) -> None:
    """Export matches as Parquet files, continuing an export that was broken off."""
    try:
        from banneret.rl.dataset import export as run
    except ModuleNotFoundError as error:
        fail(f"{error.name} is not installed: pip install 'banneret[data]'")
    progress = None
    with reported():
        for progress in run(files, folder, view=view, shard=shard):
            note(f"{progress.matches} matches, {progress.rows} decisions")
    if progress is None:
        note("There are no further matches to export.")
    else:
        out().print(f"{folder}: {progress.rows} decisions of {progress.matches} matches of {progress.game}")


EXPORTS: Final = {"parquet": to_parquet}
"""Exports by format."""
