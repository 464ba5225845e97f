"""The progress bar of commands that play many games."""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from banneret.cli.consoles import err


def games_bar() -> Progress:
    """Return a progress bar with the remaining time; it is shown only if connected to a terminal."""
    console = err()
    return Progress(
        TextColumn("Games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
