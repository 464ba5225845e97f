"""The commands that run and maintain a server, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banneret.cli.options import Config


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = None,
    config: Config = None,
    once: Annotated[
        bool, typer.Option("--once", help="Stop after the page has answered once, to check that it works.")
    ] = False,
) -> None:
    """Run the server for the browser."""
    from banneret.cli.host import serve as serving

    serving.serve(serving.settings_of(config, host=host, port=port), once=once)


def doctor(config: Config = None) -> None:
    """Report what is installed, check the settings of a server, and show problems with solutions."""
    from banneret.cli.host.installation import report
    from banneret.cli.host.maintenance import doctor as run
    from banneret.cli.host.serve import settings_of

    report()
    run(settings_of(config))


def backup(
    file: Annotated[Path, typer.Argument(help="The output file.")],
    config: Config = None,
) -> None:
    """Back up everything a server has stored to one file, while the server keeps running."""
    from banneret.cli.host.maintenance import backup as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), file)


def restore(
    file: Annotated[Path, typer.Argument(help="A file written by `banneret backup`.")],
    config: Config = None,
) -> None:
    """Restore a backup into a new database of the same or another kind."""
    from banneret.cli.host.maintenance import restore as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), file)


def verify(
    config: Config = None,
    replay: Annotated[bool, typer.Option("--replay", help="Also replay every match.")] = False,
) -> None:
    """Check that the stored data of a server has not been changed."""
    from banneret.cli.host.maintenance import verify as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), replay=replay)
