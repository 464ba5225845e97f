"""Commands provided by games: `banneret GAME COMMAND`. A game is loaded only when its commands are used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from banneret.cli.consoles import err, fail, out, reported
from banneret.cli.wording import chosen_book
from banneret.kernel.registry import rulebook_ids
from banneret.show.terminal import CommandGroup, FileCommand, commands_of


class Commands(TyperGroup):
    """The commands of banneret; the id of a game with commands of its own is a group of them."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # a type of click, which typer may vendor under another name
        """Return a command by name."""
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in rulebook_ids():
            commands = commands_of(chosen_book(cmd_name))
            return None if commands is None else typer.main.get_group(_group(commands))
        return found


def _group(given: CommandGroup) -> typer.Typer:
    group = typer.Typer(help=given.summary, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)
    group.callback()(lambda: None)  # without a callback, typer would turn a single command into the group itself
    for command in given.commands:
        _add(group, command)
    return group


def _add(group: typer.Typer, command: FileCommand) -> None:
    argument = typer.Argument(..., help=command.file)

    @group.command(command.name, help=command.summary)
    def run(file: Path = argument) -> None:
        with reported():
            report = command.run(file)
        for line in report.lines:
            out().print(line, soft_wrap=True)
        for fault in report.faults:
            err().print(fault, soft_wrap=True)
        if report.error:
            fail(report.error)
