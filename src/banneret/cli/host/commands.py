"""The commands that run and maintain a server, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banneret.cli.options import Config


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = None,
    config: Config = None,
    once: Annotated[
        bool, typer.Option("--once", help="Stop when the page has answered: to see that it works.")
    ] = False,
) -> None:
    """Serve matches to people in their browsers."""
    from banneret.cli.host import serve as serving

    serving.serve(serving.settings_of(config, host=host, port=port), once=once)


def doctor(config: Config = None) -> None:
    """Check the settings of a server: what is wrong, and how it is mended."""
    from banneret.cli.host.maintenance import doctor as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config))


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.")],
    config: Config = None,
) -> None:
    """Write everything that a server has stored to one file, while it goes on."""
    from banneret.cli.host.maintenance import backup as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), file)


def restore(
    file: Annotated[Path, typer.Argument(help="What `banneret backup` wrote.")],
    config: Config = None,
) -> None:
    """Read a backup into a new database, of the same kind or another."""
    from banneret.cli.host.maintenance import restore as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), file)


def verify(
    config: Config = None,
    replay: Annotated[bool, typer.Option("--replay", help="Also play every match again.")] = False,
) -> None:
    """Check that nothing was changed in what a server has stored."""
    from banneret.cli.host.maintenance import verify as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), replay=replay)
