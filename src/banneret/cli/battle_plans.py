"""Battle plans of Battles of Westeros: `banneret battles check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banneret.cli.consoles import err, fail, out, reported

battles = typer.Typer(
    help="Battle plans of Battles of Westeros.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@battles.callback()
def group() -> None:
    """Battle plans of Battles of Westeros."""


@battles.command()
def check(file: Annotated[Path, typer.Argument(help="The battle plan, a TOML file.")]) -> None:
    """Check a battle plan, and name line and reason of every fault in it."""
    from banneret.games.battles.content.components import BOX
    from banneret.games.battles.content.scenario_file import ScenarioError, read_scenario

    with reported():
        try:
            plan = read_scenario(file)
        except ScenarioError as error:
            for fault in error.faults:
                err().print(f"{error.file}:{fault.line}: {fault.place}: {fault.problem}", soft_wrap=True)
            count = len(error.faults)
            fail(f"{count} fault{'s' if count > 1 else ''} in {error.file}.")
    stark = sum(BOX.units[BOX.unit_number[unit.unit]].house == "stark" for unit in plan.units)
    out().print(
        f"{file}: {plan.name}: {plan.rounds} rounds, {len(plan.board)} hexes, {stark} units against "
        f"{len(plan.units) - stark}. No fault.",
        soft_wrap=True,
    )
