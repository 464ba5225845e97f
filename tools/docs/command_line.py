"""The command-line reference, generated from the commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer.main

from banneret.cli.app import app
from banneret.kernel.registry import rulebook_ids


def page() -> str:
    """Return the page in Markdown."""
    lines = [
        "# Command line reference",
        "",
        "Generated from the commands. The [guide](../command-line.md) explains them.",
        "",
    ]
    for name, command in commands():
        lines += _section(name, command)
    return "\n".join(lines) + "\n"


def commands() -> Iterator[tuple[str, Any]]:  # the click version used by typer
    """Return every command with its full name, including those of games."""
    root: Any = typer.main.get_command(app)
    yield from _below(root, "banneret")
    for game in rulebook_ids():
        group = root.get_command(None, game)
        if group is not None:
            yield from _below(group, f"banneret {game}")


def _below(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    children = getattr(command, "commands", None)
    if children is None:
        yield name, command
    else:
        for child in sorted(children):
            yield from _below(children[child], f"{name} {child}")


def _section(name: str, command: Any) -> list[str]:
    arguments = [_metavar(p) for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option" and not p.hidden]
    usage = " ".join([name, *(["[OPTIONS]"] if options else []), *arguments])
    lines = [f"## `{name}`", "", _one_line(command.help or ""), "", "```text", usage, "```", ""]
    if options:
        lines += ["| option | meaning | default |", "| --- | --- | --- |"]
        lines += [_row(option) for option in options] + [""]
    return lines


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper().replace("_", "-"))


def _row(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    metavar = "" if isinstance(option.default, bool) else f" `{_metavar(option)}`"
    default = option.default if isinstance(option.default, (str, int, float)) and option.default is not False else ""
    return f"| {names}{metavar} | {_one_line(option.help or '')} | {f'`{default}`' if default != '' else ''} |"


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
